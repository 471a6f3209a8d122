"""The case of the day: one position for everybody. Start with views.py."""
