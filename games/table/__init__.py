"""The page of a table, over HTTP and over its socket.

Decides no rule and writes no row. Start with views.py and consumers.py.
"""
