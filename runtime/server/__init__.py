"""What Daphne, Django's handler and Redis need beyond their own options.

It must not import anything of games. Start with http.py.
"""
