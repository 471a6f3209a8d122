"""The case of the day: one puzzle for every visitor. Start with views.py."""
