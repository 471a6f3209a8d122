"""The case of the day: one puzzle for every visitor, the same for all.

It needs no player and stores nothing. Start with views.py.
"""
