"""Reasoning about hidden clues: worlds, chances, proofs, analysis, puzzles.

Pure Python over the rules: it must not import Django. Start with worlds.py.
"""
