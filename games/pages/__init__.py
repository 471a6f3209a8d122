"""Pages without a table: home, rules, errors, and the middleware.

They must not read a game's secrets. Start with views.py.
"""
