"""Takes film strips of the stages of a game: the same moments of each on every screen.

    python -m tools.gallery.strips [FOLDER] [--phones]

All motions of the page stand still, and are set to each moment for its picture. With
`--phones` it only films the coach and a race on a phone.
"""

import sys
import tempfile
from itertools import product
from pathlib import Path

from tools.gallery.__main__ import SITE_KEY, prepare


def main() -> None:
    arguments = [word for word in sys.argv[1:] if word != "--phones"]
    folder = Path(arguments[0] if arguments else "var/gallery/strips")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="charlie-strips-") as site_folder:
        prepare(Path(site_folder))
        # Imported this late, because they need the settings that `prepare` makes.
        from tests.support.site_server import SiteServer
        from tools.gallery.coach_strip import film_coach
        from tools.gallery.race_strip import film_race
        from tools.gallery.stages import SIZES, STAGES, THEMES, film, write_sheet
        from tools.gallery.tour import chromium

        site = SiteServer(Path(site_folder), SECRET_KEY=SITE_KEY)
        site.start()
        try:
            with chromium() as browser:
                for film_phone in (film_coach, film_race):
                    print(film_phone(browser, site.url, folder), flush=True)
                for stage in () if "--phones" in sys.argv else STAGES:
                    for way in product(SIZES, THEMES):
                        film(browser, site.url, stage, way, folder)
                    write_sheet(browser, folder, stage)
                    print(folder / f"{stage.name}.png", flush=True)
        finally:
            site.stop()


if __name__ == "__main__":
    main()
