"""Pieces of HTML: a tree of them, their templates as functions, and what changed.

It must not import anything of games. Start with piece.py.
"""
