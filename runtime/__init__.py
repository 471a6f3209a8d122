"""The machinery that makes the site quick and safe: threads, layer, server, limits.

It imports nothing of games, and could serve another game. Start with threads.py.
"""
