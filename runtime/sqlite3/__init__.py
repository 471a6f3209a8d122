"""Django's backend for SQLite, in which only `migrate` creates the file."""
