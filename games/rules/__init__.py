"""The rules of Checkpoint Charlie (docs/rules.md) as pure Python, without Django."""
