"""Additions to Daphne, Django's handler and Redis beyond their own options.

It must not import anything of games. Start with http.py.
"""
