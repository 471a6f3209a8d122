"""Static files: finds them, stores them under hashed names, and serves them.

A style sheet is joined with the sheets that it imports, and a script with those of
which it takes no name: each import would be a request more, sent only after the file
has arrived. Requests for files are answered before Django, from the disk.
"""

import posixpath
import re
from collections.abc import Iterator, MutableMapping
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from servestatic.asgi import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage

_IMPORT = re.compile(r'@import "(.+)";\n')
_SCRIPT_IMPORT = re.compile(r'^import "\./(.+)";\n', re.MULTILINE)
_NAMES_IMPORT = re.compile(r'^import \{[^}]*\} from ".+";\n', re.MULTILINE)


class LeanStaticFilesConfig(StaticFilesConfig):
    """Leaves out select2, which the admin needs only for fields that it edits, and the
    scripts of django-htmx: the site brings its own htmx.
    """

    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "select2", "django_htmx"]


class JoinedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Gives each of our style sheets and scripts the text of those that it imports.

    Imports of a script's names get hashed names.
    """

    support_js_module_import_aggregation = True

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        # Files have backslashes in their names on Windows.
        sources = {self.clean_name(path): source for path, source in paths.items()}
        joined = InMemoryStorage()

        def read_text(name: str) -> str:
            storage, path = sources[name]
            with storage.open(path) as file:
                text: str = file.read().decode()
            return text

        def read(name: str) -> str:
            folder, text = posixpath.dirname(name), read_text(name)
            return _IMPORT.sub(lambda found: read(f"{folder}/{found[1]}"), text)

        def read_script(name: str) -> str:
            parts = [f"js/{part}" for part in _SCRIPT_IMPORT.findall(read_text(name))]
            texts = [*map(read_text, parts), _SCRIPT_IMPORT.sub("", read_text(name))]
            names = [line for text in texts for line in _NAMES_IMPORT.findall(text)]
            *blocks, own = [_NAMES_IMPORT.sub("", text) for text in texts]
            # Each part keeps its own names, in a block.
            return "".join(
                [*dict.fromkeys(names), *[f"{{\n{each}}}\n" for each in blocks], own]
            )

        reads = {"css": read, "js": read_script}
        joins = [(name, reads.get(name.partition("/")[0])) for name in sources]
        for name, text in [(name, join(name)) for name, join in joins if join]:
            joined.save(name, ContentFile(text.encode()))
            sources[name] = (joined, name)
        yield from super().post_process(sources, dry_run, **options)


def serve_static(application: Any) -> Any:
    """Wrap an application so that it gets no request for a static file that exists.

    With DEBUG the files are those that would be collected.
    """
    if settings.DEBUG:
        return ASGIStaticFilesHandler(application)
    return ServeStaticASGI(
        application,
        root=settings.STATIC_ROOT,
        prefix=settings.STATIC_URL,
        # Pages of other sites do not need the files.
        allow_all_origins=False,
        add_headers_function=add_headers,
    )


def add_headers(headers: MutableMapping[str, str], path: str, url: str) -> None:
    """Let a file that is opened by itself run no script, and no page frame it.

    A first visit loads ten files and has to stay below 60 kB: the headers that matter
    for pages alone stay away.
    """
    headers["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
    headers["X-Content-Type-Options"] = "nosniff"
