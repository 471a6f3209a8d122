"""The referee: pure Python that knows no Django. Start with state.py and apply.py."""
