"""Configures the Django application."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "games"
    verbose_name = _("Checkpoint Charlie")

    def ready(self) -> None:
        # They need the models.
        from games.accounts import signals
        from games.table.subject import register
        from games.table.subjects import SUBJECTS

        register(*SUBJECTS)
        post_migrate.connect(signals.create_first_admin, sender=self)
