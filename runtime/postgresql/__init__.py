"""Django's backend for PostgreSQL, with limits for a server that does not answer."""
