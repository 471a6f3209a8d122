"""Configures what runs a site: its commands and its checks."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "charlie_site"

    def ready(self) -> None:
        # Registers the system checks.
        import charlie_site.checks  # noqa: F401
