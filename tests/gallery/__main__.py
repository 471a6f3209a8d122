"""`make gallery`: pictures of every page, in every size, theme and language.

    python -m tests.gallery [FOLDER] [--pages home,table-*] [--languages en,ru]
                            [--widths 320,390] [--themes light]

Plays recorded games on a site of its own, which it throws away.
"""

import argparse
import os
import sys
import tempfile
import time
from fnmatch import fnmatch
from pathlib import Path

SITE_KEY = "of-a-site-that-lives-for-minutes"


def main() -> None:
    wanted = read_arguments()
    with tempfile.TemporaryDirectory(prefix="charlie-gallery-") as folder:
        prepare(Path(folder))
        # They need settings, which `prepare` has just made.
        from tests.gallery.camera import Camera
        from tests.gallery.pages import all_pages
        from tests.gallery.sheets import write_index, write_sheets
        from tests.programs import get_missing
        from tests.site_server import SiteServer

        if "Chromium" in get_missing():
            sys.exit("There is no Chromium on this machine, and none can be installed.")
        start = time.monotonic()
        pages = [page for page in all_pages() if is_wanted(page.name, wanted.pages)]
        site = SiteServer(Path(folder), SECRET_KEY=SITE_KEY)
        site.start()
        try:
            camera = Camera(site.url, wanted)
            camera.run(pages)
        finally:
            site.stop()
    sheets = write_sheets(wanted.folder, camera.shots)
    write_index(wanted.folder, sheets)
    seconds = time.monotonic() - start
    print(
        f"{len(camera.shots)} pictures on {len(sheets)} sheets in {seconds:.0f} s:"
        f" {wanted.folder / 'index.html'}"
    )
    if camera.faults:
        sys.exit("\n".join(["Pages that are wider than the screen:", *camera.faults]))


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make gallery")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("var/gallery"))
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
