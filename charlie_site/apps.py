"""Django's application for static files, without those that no page uses."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class LeanStaticFilesConfig(StaticFilesConfig):
    """Leaves out select2, which the admin needs only for fields that it edits, and the
    scripts of django-htmx: the site brings its own htmx.
    """

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "select2", "django_htmx"]
