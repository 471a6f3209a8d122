"""Writes the moves of games (beside games.hosting), and reads tables for pages.

No HTML and no requests. Start with moves.py, the seam for every move.
"""
