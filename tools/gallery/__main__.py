"""One tour of every page, in every size, theme and language.

    python -m tools.gallery [FOLDER] [--pages home,table-*] [--languages en,ru]
                            [--widths 320,390] [--themes light] [--compare OLD_FOLDER]
                            [--axe [FILE]] [--overlap] [--engine WebKit]

Plays recorded games on a temporary site, and takes pictures (`make gallery`). With
`--compare` it then lists the pictures that differ from those of another gallery, and by
how many pixels. With `--axe` (`make axe`) it takes no pictures, but checks the same
pages with axe-core, the tests' copy or another one, and looks for controls that are
small, covered or cut off. With `--overlap` it looks for texts and controls that lie on
one another or are cut off. In WebKit a picture shows the window alone.
"""

import argparse
import os
import secrets
import sys
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH

SITE_KEY = secrets.token_urlsafe(50)
LISTS = {
    "pages": "*",
    "languages": "*",
    "widths": "320,390,820,1440,1920",
    "themes": "light,dark",
}


def main() -> None:
    wanted = read_arguments()
    with tempfile.TemporaryDirectory(prefix="charlie-gallery-") as folder:
        prepare(Path(folder))
        # Imported this late, because it needs the settings that `prepare` makes.
        from tests.support.programs import get_missing
        from tools.gallery.camera import Camera
        from tools.gallery.inspector import Inspector

        # Pictures are compared in Chromium.
        missing = {"Chromium", wanted.engine} & set(get_missing())
        if missing:
            sys.exit(f"Not on this machine: {', '.join(missing)}.")
        is_check = wanted.axe or wanted.overlap
        viewer = (Inspector if is_check else Camera)(wanted)
        show_all(Path(folder), wanted, viewer.look)
        faults = viewer.end()
    if faults:
        sys.exit("\n".join(["What is wrong:", *faults]))


def show_all(folder: Path, wanted: argparse.Namespace, look) -> None:
    """Show every requested page, on a site in this folder."""
    from tests.support.site_server import SiteServer
    from tools.gallery.fixed import ENVIRONMENT
    from tools.gallery.pages import all_pages
    from tools.gallery.tour import tour

    pages = [
        page
        for page in all_pages()
        if any(fnmatch(page.name, pattern) for pattern in wanted.pages)
    ]
    site = SiteServer(folder, SECRET_KEY=SITE_KEY, **ENVIRONMENT)
    site.module = "tools.gallery.fixed"
    site.start()
    try:
        for seen in tour(site.url, pages, wanted):
            look(*seen)
    finally:
        site.stop()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.gallery")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("var/gallery"))
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--axe", nargs="?", type=Path, const=AXE_FILE_PATH)
    parser.add_argument("--overlap", action="store_true")
    parser.add_argument("--engine", choices=["Chromium", "WebKit"], default="Chromium")
    for name, default in LISTS.items():
        parser.add_argument(
            f"--{name}", type=lambda text: text.split(","), default=default.split(",")
        )
    return parser.parse_args()


def prepare(folder: Path) -> None:
    """Make a site with an empty database in this folder."""
    os.environ |= {
        "DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'gallery.sqlite3'}",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        "DJANGO_SETTINGS_MODULE": "charlie_site.settings",
        "ENV_FILE": "no-such-file",
        "SECRET_KEY": SITE_KEY,
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("compile_catalogs", verbosity=0)
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    main()
