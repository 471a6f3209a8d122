"""Finds and stores static files, ours joined and stripped.

A phone downloads them on its first visit. Comments and white space are a quarter of
our compressed scripts and style sheets. A style sheet is joined with the sheets that it
imports: each import would be a request more, sent only after the sheet has arrived.
"""

import posixpath
import re
from typing import Any

from django.contrib.staticfiles.apps import StaticFilesConfig
from django.core.files import File
from django.core.files.base import ContentFile
from servestatic.storage import CompressedManifestStaticFilesStorage

_STRIPPED = {
    "css/": re.compile(
        r"/\*.*?\*/\s*|^\s+|;\s*(?=\})|(?<=[{;}:,>])\s+|\s+(?=[{>])"
        r"|(?<=[ :(,-])0(?=\.\d)",
        re.DOTALL | re.MULTILINE,
    ),
    # A comment that shares its line with code stays: it may be part of a string.
    "js/": re.compile(r"^\s*//.*$|^\s+", re.MULTILINE),
}
# Django writes an import like this when it stores a sheet under its hashed name.
_IMPORT = re.compile(rb'@import url\("([\w/-]+)\.[0-9a-f]{12}(\.css)"\);\n?')


class LeanStaticFilesConfig(StaticFilesConfig):
    """Leaves out select2, which the admin needs only for fields that it edits, and the
    scripts of django-htmx: the site brings its own htmx.
    """

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "select2", "django_htmx"]


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Stores files compressed under hashed names, ours joined and without comments."""

    def _save(self, name: str, content: "File[Any]") -> str:
        # A file comes here under its own name and again under the hashed one, which has
        # backslashes on Windows.
        name = self.clean_name(name)
        for folder, stripped in _STRIPPED.items():
            if name.startswith(folder):
                content.seek(0)
                source = strip(content.read(), stripped)
                content = ContentFile(self._join(posixpath.dirname(name), source))
        saved_name: str = super()._save(name, content)
        return saved_name

    def _join(self, folder: str, source: bytes) -> bytes:
        """Return a style sheet with the sheets that it imports from its folder."""

        def read(found: re.Match[bytes]) -> bytes:
            # All files have their own names here before the first gets a hashed one.
            name = b"".join(found.groups()).decode()
            with self.open(posixpath.join(folder, name)) as part:
                content: bytes = part.read()
            return content

        return _IMPORT.sub(read, source)


def strip(source: bytes, stripped: re.Pattern[str]) -> bytes:
    """Return a source without the matches of a pattern and without empty lines."""
    lines = stripped.sub("", source.decode()).split("\n")
    return "\n".join([line for line in lines if line]).encode()
