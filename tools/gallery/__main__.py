"""`make gallery`: takes pictures of every page, in every size, theme and language.

    python -m tools.gallery [FOLDER] [--pages home,table-*] [--languages en,ru]
                            [--widths 320,390] [--themes light] [--compare OLD_FOLDER]
                            [--text 200] [--forced-colors] [--axe [FILE]]

Plays recorded games on a temporary site. `--text` is the browser's text size in
percent; the widths 667 and 844 are phones in landscape. With `--compare` it then lists
the pictures that differ from those of another gallery, and by how many pixels. With
`--axe` (`make axe`) it takes no pictures, but checks the same pages with axe-core, the
tests' copy or another one, and looks for controls that are small, covered or cut off.
The module `strips` films the stages of a game.
"""

import argparse
import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH

SITE_KEY = secrets.token_urlsafe(50)


def main() -> None:
    wanted = read_arguments()
    with tempfile.TemporaryDirectory(prefix="charlie-gallery-") as folder:
        prepare(Path(folder))
        # Imported this late, because it needs the settings that `prepare` makes.
        from tests.support.programs import get_missing

        if "Chromium" in get_missing():
            sys.exit("There is no Chromium on this machine, and none can be installed.")
        start = time.monotonic()
        faults = (
            inspect(Path(folder), wanted)
            if wanted.axe
            else picture(Path(folder), wanted)
        )
    print(f"It took {time.monotonic() - start:.0f} s.")
    if faults:
        sys.exit("\n".join(["What is wrong:", *faults]))


def picture(folder: Path, wanted: argparse.Namespace) -> list[str]:
    """Take the pictures; return the pages that are too wide, and changed pictures."""
    from tools.gallery.camera import Camera, file_of
    from tools.gallery.compare import compare
    from tools.gallery.sheets import write_index, write_sheets

    camera = Camera(wanted.folder)
    show_all(folder, wanted, camera.look)
    sheets = write_sheets(wanted.folder, camera.views)
    write_index(wanted.folder, sheets)
    index = wanted.folder / "index.html"
    print(f"{len(camera.views)} pictures on {len(sheets)} sheets: {index}")
    if wanted.compare is None:
        return camera.faults
    names = [file_of(view) for view in camera.views]
    changes = compare(wanted.compare, wanted.folder, names)
    print(f"{len(changes)} pictures differ from those in {wanted.compare}.")
    return camera.faults + changes


def inspect(folder: Path, wanted: argparse.Namespace) -> list[str]:
    """Check the pages with axe-core, and return its findings."""
    from tools.gallery.inspector import Inspector

    inspector = Inspector(wanted.axe)
    show_all(folder, wanted, inspector.look)
    print(f"{inspector.count} looks, {len(inspector.faults)} faults.")
    return inspector.faults


def show_all(folder: Path, wanted: argparse.Namespace, look: Callable) -> None:
    """Show every requested page, on a site in this folder."""
    from tests.support.site_server import SiteServer
    from tools.gallery.fixed import ENVIRONMENT
    from tools.gallery.pages import all_pages
    from tools.gallery.tour import tour

    pages = [page for page in all_pages() if is_wanted(page.name, wanted.pages)]
    site = SiteServer(folder, SECRET_KEY=SITE_KEY, **ENVIRONMENT)
    site.module = "tools.gallery.fixed"
    site.start()
    try:
        for seen in tour(site.url, pages, wanted):
            look(*seen)
    finally:
        site.stop()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make gallery")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("var/gallery"))
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--text", type=int, default=100)
    parser.add_argument("--forced-colors", action="store_true")
    parser.add_argument("--axe", nargs="?", type=Path, const=AXE_FILE_PATH)
    for name, default in {
        "pages": "*",
        "languages": "en,ru,pl,pt-BR",
        "widths": "320,390,820,1440,1920",
        "themes": "light,dark",
    }.items():
        parser.add_argument(
            f"--{name}", type=lambda text: text.split(","), default=default.split(",")
        )
    return parser.parse_args()


def is_wanted(name: str, patterns: list[str]) -> bool:
    return any(fnmatch(name, pattern) for pattern in patterns)


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
