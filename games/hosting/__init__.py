"""A table around its game: lobby, seats, set-up, presence, votes, reports, its end.

It must not know HTML or requests, and makes no move. Start with lifecycle.py.
"""
