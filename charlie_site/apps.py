"""Configures the commands and the checks of a site."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "charlie_site"

    def ready(self) -> None:
        # Registers the system checks.
        import charlie_site.checks  # noqa: F401
