"""Proofs and moments in words, for a running review and for replays.

It must not show a round before its clues are revealed. Start with moments.py.
"""
