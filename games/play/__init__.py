"""Makes the moves of games, and reads tables for pages.

No HTML and no requests. Start with moves.py, the seam for every move.
"""
