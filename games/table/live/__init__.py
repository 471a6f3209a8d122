"""The sockets of a table: what they send, what they hear, and when moves are due."""
