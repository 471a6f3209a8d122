"""Configures the Django application."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games"
    verbose_name = _("Checkpoint Charlie")

    def ready(self) -> None:
        # Registers the system checks and connects the signals, which need the models.
        import games.accounts.signals  # noqa: F401
        import runtime.checks  # noqa: F401
        from games.accounts.first_admin import create_first_admin

        post_migrate.connect(create_first_admin, sender=self)
