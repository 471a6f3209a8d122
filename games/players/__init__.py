"""The player behind a request or a session. Start with identity.py."""
