"""Runs Lighthouse on the pages that a phone opens, from the lobby to the replay.

    python -m tools.gallery.lighthouse [PROGRAM]

Needs node and the npm package `lighthouse`; PROGRAM is its path, such as
node_modules/.bin/lighthouse. It measures times, so run it alone.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.gallery.__main__ import SITE_KEY, prepare

FLAGS = "--headless --no-sandbox --disable-gpu --disable-background-networking"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else "lighthouse"
    with tempfile.TemporaryDirectory(prefix="charlie-lighthouse-") as folder:
        prepare(Path(folder))
        from tests.support.site_server import SiteServer

        pages = make_pages()
        site = SiteServer(Path(folder), SECRET_KEY=SITE_KEY)
        site.start()
        try:
            for name, (path, session) in pages.items():
                report = run(program, site.url + path, session, Path(folder))
                print(f"{name}: {in_words(report)}", flush=True)
        finally:
            site.stop()


def make_pages() -> dict[str, tuple[str, str]]:
    """Return each page's path and its viewer's session, by the page's name."""
    from games.rules.state import Phase
    from tests.support.positions import gather, in_phase, late, play
    from tools.gallery.pages import CASE_DAY, FULL
    from tools.gallery.shown import session_of

    lobby, guests = gather(4)
    tables = {
        "table": play(FULL, late(2)),
        "reveal": play(FULL, in_phase(Phase.REVIEW, 2)),
        "result": play(FULL, in_phase(Phase.OVER, 3)),
    }
    over, seats = tables["result"]
    return {
        "first page": ("/", ""),
        "lobby, a stranger": (f"/t/{lobby.code}/", ""),
        "lobby, a guest": (f"/t/{lobby.code}/", session_of(guests[1])),
        **{
            name: (f"/t/{game.code}/", session_of(players[2]))
            for name, (game, players) in tables.items()
        },
        "rules": ("/rules/", ""),
        "case": (f"/case/{CASE_DAY}/", ""),
        "replay": (f"/t/{over.code}/replay/", session_of(seats[2])),
    }


def run(program: str, url: str, session: str, folder: Path) -> dict:
    """Return Lighthouse's report of a page, on a phone without a cache."""
    from tests.support.programs import find_chromium

    headers = folder / "headers.json"
    headers.write_text(json.dumps({"Cookie": f"sessionid={session}"}))
    command = [program, url, "--quiet", "--output=json", f"--chrome-flags={FLAGS}"]
    command += [f"--only-categories={','.join(CATEGORIES)}"]
    command += [f"--extra-headers={headers}"] if session else []
    environment = os.environ | {"CHROME_PATH": find_chromium() or ""}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment)
    return json.loads(done.stdout)


def in_words(report: dict) -> str:
    """Return the scores, and the audits below 0.9."""
    scores = [
        f"{name} {report['categories'][name]['score'] * 100:.0f}" for name in CATEGORIES
    ]
    poor = [
        f"{audit['id']} {audit['score']}"
        for audit in report["audits"].values()
        if audit["score"] is not None and audit["score"] < 0.9
    ]
    return f"{', '.join(scores)} (below 0.9: {', '.join(poor) or 'nothing'})"


if __name__ == "__main__":
    main()
