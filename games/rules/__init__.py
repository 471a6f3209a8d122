"""The rules of the game: pure Python without Django. Start with state.py and apply.py."""
