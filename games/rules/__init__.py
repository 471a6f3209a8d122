"""The rules: pure Python without Django. Start with state.py and apply.py."""
