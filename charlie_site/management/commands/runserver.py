"""Serves one developer by the server of the site, and anew after each change."""

from runtime.server.daphne import SiteServer

# isort: split
from daphne.management.commands.runserver import Command as DaphneCommand


class Command(DaphneCommand):
    """Django's `runserver`, with sockets and their limits."""

    server_cls = SiteServer
