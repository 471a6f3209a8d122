"""Compiles the catalogues that Django reads, without gettext's tools."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from charlie_site.catalogs import compile_catalog, is_stale


class Command(BaseCommand):
    help = "Compile every catalogue in locale/ that has changed since the last time."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                if is_stale(source):
                    if options["verbosity"] > 0:
                        self.stdout.write(f"Compiling {source}")
                    compile_catalog(source, source.with_suffix(".mo"))
