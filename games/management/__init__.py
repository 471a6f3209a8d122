"""The commands of manage.py: they read arguments and print; others do the work."""
