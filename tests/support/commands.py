"""Commands with the settings of a real site, in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.site_server import ROOT

# These variables of the tests' own environment must not reach the command.
UNSET = ("DATABASE_URL", "REDIS_URL", "DEBUG", "SECRET_KEY")


def run_site(folder: Path, *arguments: str, **environment: str):
    """Run Python on a site with its data in this folder; return the ended process."""
    kept = {name: text for name, text in os.environ.items() if name not in UNSET}
    own = {
        "DATA_DIR": str(folder),
        "ENV_FILE": "no-such-file",
        "DJANGO_SETTINGS_MODULE": "charlie_site.settings",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=kept | own | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
