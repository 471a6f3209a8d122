"""The player behind a request or a session.

Start with identity.py. Secrets of a session stay in this package.
"""
