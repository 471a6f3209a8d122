"""Runs a site: settings, addresses, server, checks, health, log, backups.

Start with settings.py and asgi.py; serve.py and devserver.py run the server.
"""

__version__ = "0.1.0"
