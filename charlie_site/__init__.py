"""Wires the site: settings, URLs, server. It knows no word of the game.

Start with settings.py and asgi.py; serve.py and devserver.py run the server.
"""

__version__ = "0.1.0"
