"""The only writers of tables, and the reads that they and the pages need.

No HTML and no requests. Start with moves.py, the seam for every move.
"""
