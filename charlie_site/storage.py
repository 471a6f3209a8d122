"""Collected static files: ours without what only their maintainers read.

The first load of a phone is counted in kilobytes, and comments and indentation are a
quarter of our scripts and style sheets, compressed.
"""

import re

from django.core.files import File
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_UNREAD = {
    "css/": re.compile(r"/\*.*?\*/|^\s+", re.DOTALL | re.MULTILINE),
    # Only comments with lines of their own: others may stand in a string.
    "js/": re.compile(r"^\s*//.*$|^\s+", re.MULTILINE),
}


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Keeps files compressed, under names with a hash, and ours without comments."""

    def _save(self, name: str, content: File) -> str:
        # Files come here under their own name and again with the hash in it.
        for folder, unread in _UNREAD.items():
            if name.startswith(folder):
                content.seek(0)
                content = ContentFile(strip(content.read(), unread))
        return super()._save(name, content)


def strip(source: bytes, unread: re.Pattern[str]) -> bytes:
    """Return a source without what is not read, and without empty lines."""
    lines = unread.sub("", source.decode()).split("\n")
    return "".join(f"{line}\n" for line in lines if line).encode()
