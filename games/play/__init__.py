"""Makes the moves of games, and reads tables for pages.

No HTML and no requests. Start with seam.py, where every move is made.
"""
