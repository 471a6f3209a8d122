"""The only writers of tables, and the reads that they and the pages need.

Shows nothing to a browser. Start with moves.py, the seam for every move.
"""
