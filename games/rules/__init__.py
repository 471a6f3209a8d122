"""The referee of Checkpoint Charlie (docs/rules.md): pure values, no Django."""
