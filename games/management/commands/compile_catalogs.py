"""Compiles the catalogues that Django reads, without gettext's tools."""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile every catalogue in locale/ that has changed since the last time."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                if is_stale(source) and options["verbosity"] > 0:
                    self.stdout.write(f"Compiling {source}")
                if is_stale(source):
                    compile_catalog(source)


def is_stale(source: Path) -> bool:
    target = source.with_suffix(".mo")
    return not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns


def compile_catalog(source: Path) -> None:
    # Renamed when complete, because a server may start meanwhile.
    draft = source.with_suffix(f".mo.{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(draft))
    draft.replace(source.with_suffix(".mo"))
