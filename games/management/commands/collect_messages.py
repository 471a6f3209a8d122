"""Collects the texts of code and templates into the catalogues in locale/."""

from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.catalogs import LOCALES, collect_from, has_gettext, path_of


class Command(BaseCommand):
    help = "Bring the catalogues up to date; English translates itself."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if not has_gettext():
            raise CommandError(
                "gettext is missing. Install it (Debian, Ubuntu: apt install gettext;"
                " macOS: brew install gettext) and try again."
            )
        collect_from(settings.BASE_DIR, LOCALES)
        for locale in LOCALES:
            path = path_of(locale)
            if not path.exists():
                continue
            catalog = polib.pofile(str(path))
            # A new date in every run would cause merge conflicts.
            catalog.metadata.pop("POT-Creation-Date", None)
            if locale == "en":
                for entry in catalog:
                    translate_to_itself(entry)
            catalog.save()
            done, total = len(catalog.translated_entries()), len(catalog)
            self.stdout.write(f"{locale}: {done} of {total} translated")


def translate_to_itself(entry: polib.POEntry) -> None:
    if entry.msgid_plural:
        entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
    else:
        entry.msgstr = entry.msgid
    if entry.fuzzy:
        entry.flags.remove("fuzzy")
