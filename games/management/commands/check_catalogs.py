"""Finds missing translations in every language of the site."""

import os
from typing import Any

import polib
from django.core.management.base import BaseCommand, CommandError

from games.management.catalogs import (
    LOCALES,
    Key,
    find_faults,
    has_gettext,
    key_of,
    keys_in_code,
    path_of,
)

SHOWN = 20


class Command(BaseCommand):
    help = "Fail if a catalogue lacks a text of the code, or a translation of one."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if has_gettext():
            wanted = keys_in_code()
        elif os.environ.get("CI"):
            raise CommandError("gettext is missing: install it (apt install gettext).")
        else:
            self.stderr.write("NOT CHECKED: texts new in the code; gettext is missing.")
            wanted = keys_in_catalogs()
        faults = [fault for locale in LOCALES for fault in find_faults(locale, wanted)]
        if faults:
            shown = "\n".join(faults[:SHOWN])
            raise CommandError(f"{shown}\n{len(faults)} faults in translations.")


def keys_in_catalogs() -> set[Key]:
    paths = [path_of(locale) for locale in LOCALES]
    catalogs = [polib.pofile(str(path)) for path in paths if path.exists()]
    return {
        key_of(entry) for catalog in catalogs for entry in catalog if not entry.obsolete
    }
