"""Finds and installs the programs that tests need beside Python."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

# Chromium without windows shows the same pages in half the processor time.
SHELL = "chromium-headless-shell"
CHROMIUM_NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
POSTGRES_FOLDERS = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin")
# It has the letters of all our languages.
FONTS = "fonts-dejavu-core"
DEBIAN_PACKAGES = {
    "gettext": ("gettext",),
    "Chromium": ("chromium", FONTS),
    "PostgreSQL": ("postgresql",),
    "Redis": ("redis-server",),
    "nginx": ("nginx",),
    "Caddy": ("caddy",),
    "WebKit": ("webkit2gtk-driver", "xvfb", "python3-gi", "gir1.2-webkit2-4.1"),
    "Firefox": ("firefox-esr",),
}
# Chromium 85.0.4182 is the oldest one from 85 on that npm has.
OLD_CHROMIUM = Path(__file__).parents[2] / "var" / "chromium-85" / "chromium"
OLD_PACKAGE = "chrome-aws-lambda@5.2.1"
OLD_DIGEST = "4af9d2661e995315acecb2bac395c493397c90c7b9bd0cea8a7f3d8b77e5deae"
# Python cannot unpack it.
UNPACK = """const [{ brotliDecompressSync }, fs] = [require("zlib"), require("fs")];
process.stdout.write(brotliDecompressSync(fs.readFileSync(0)));"""
# It has the binding to GTK.
DEBIAN_PYTHON = "/usr/bin/python3"
_WEBKIT_PROBE = """import gi
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2 as it
parts = it.get_major_version(), it.get_minor_version(), it.get_micro_version()
print("WebKitGTK {}.{}.{}".format(*parts))
"""
WEBKIT_VERSION = [DEBIAN_PYTHON, "-c", _WEBKIT_PROBE]


def find_chromium() -> str | None:
    """Return the path of a Chromium: the one named, the system's or Playwright's."""
    named = os.environ.get("CHROMIUM")
    found = filter(None, map(shutil.which, CHROMIUM_NAMES))
    return named or next(found, None) or find_playwright_chromium()


@cache
def find_playwright_chromium() -> str | None:
    # In a process of its own: Playwright leaves an event loop running.
    code = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as playwright: print(playwright.chromium.executable_path)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    whole = Path(done.stdout.strip())
    shells = (shell for folder in whole.parents for shell in shells_beside(folder))
    return next((str(path) for path in (*shells, whole) if path.is_file()), None)


def shells_beside(folder: Path) -> Iterator[Path]:
    """Yield the headless shell of the same version as the browser in this folder."""
    if folder.name.startswith("chromium-"):
        twin = folder.with_name(folder.name.replace("-", "_headless_shell-"))
        yield from twin.glob("*/chrome-headless-shell")


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest if there are several."""
    on_path = shutil.which("initdb")
    folders = [
        folder
        for pattern in POSTGRES_FOLDERS
        for folder in Path("/").glob(pattern.lstrip("/"))
        if (folder / "initdb").exists()
    ]
    newest = max(folders, key=lambda folder: (len(str(folder)), folder), default=None)
    return Path(on_path).resolve().parent if on_path else newest


def find_redis() -> str | None:
    return shutil.which("redis-server")


def find_nginx() -> str | None:
    # Debian installs it in a folder that only root's PATH contains.
    return shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def find_caddy() -> str | None:
    return shutil.which("caddy")


def read_version(command: list[str]) -> str:
    """Return the version that a command prints; an empty text if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def find_webkit() -> str | None:
    """Return the path of WebKit's driver, if there are a screen and a window for it."""
    driver = shutil.which("WebKitWebDriver")
    if not (driver and shutil.which("Xvfb") and shutil.which(DEBIAN_PYTHON)):
        return None
    probe = "import gi; gi.require_version('WebKit2', '4.1')"
    done = subprocess.run(
        [DEBIAN_PYTHON, "-c", probe], capture_output=True, check=False
    )
    return driver if done.returncode == 0 else None


def find_firefox() -> str | None:
    return os.environ.get("FIREFOX") or shutil.which("firefox-esr")


def find_old_chromium() -> str | None:
    return str(OLD_CHROMIUM) if OLD_CHROMIUM.exists() else None


def install_old_chromium() -> None:
    with TemporaryDirectory() as folder:
        attempt(["npm", "pack", "--silent", "--pack-destination", folder, OLD_PACKAGE])
        package = next(Path(folder).glob("*.tgz"), None)
        content = package.read_bytes() if package else b""
        if package is None or hashlib.sha256(content).hexdigest() != OLD_DIGEST:
            return
        with tarfile.open(package) as files:
            packed = files.extractfile("package/bin/chromium.br")
            assert packed is not None
            command = ["node", "-e", UNPACK]
            done = subprocess.run(
                command, input=packed.read(), stdout=subprocess.PIPE, check=True
            )
    OLD_CHROMIUM.parent.mkdir(parents=True, exist_ok=True)
    OLD_CHROMIUM.write_bytes(done.stdout)
    OLD_CHROMIUM.chmod(0o755)


def list_versions() -> list[str]:
    """Return the versions of the browsers that tests will use."""
    found = [[path, "--version"] for path in (find_chromium(), find_firefox()) if path]
    return [read_version(command) for command in (*found, WEBKIT_VERSION)]


FINDERS = {
    "gettext": lambda: shutil.which("xgettext"),
    "Chromium": find_chromium,
    "PostgreSQL": find_postgres,
    "Redis": find_redis,
    "nginx": find_nginx,
    "Caddy": find_caddy,
    "WebKit": find_webkit,
    "Firefox": find_firefox,
    "Chromium 85": find_old_chromium,
}


def get_missing(wanted: Iterable[str] = tuple(DEBIAN_PACKAGES)) -> list[str]:
    """Try to install those of these programs that are missing; return the failures."""
    has_apt = bool(shutil.which("apt-get")) and os.geteuid() == 0
    if has_apt and missing(wanted):
        attempt(["apt-get", "update"])
    has_shell = bool(shutil.which(SHELL)) or "CHROMIUM" in os.environ
    if has_apt and "Chromium" in wanted and not has_shell:
        # Not every release has it.
        install_packages(SHELL, FONTS)
    if "Chromium" in missing(wanted):
        playwright = [sys.executable, "-m", "playwright", "install", "--only-shell"]
        attempt([*playwright, "chromium"])
        find_playwright_chromium.cache_clear()
    if "Chromium 85" in missing(wanted) and shutil.which("npm"):
        install_old_chromium()
    if has_apt and (names := set(missing(wanted)) & set(DEBIAN_PACKAGES)):
        install_packages(*(each for name in names for each in DEBIAN_PACKAGES[name]))
        find_webkit.cache_clear()
    return missing(wanted)


def install_packages(*packages: str) -> None:
    print(f"Installing what the tests need: {', '.join(packages)}.", flush=True)
    attempt(["apt-get", "install", "-y", "--no-install-recommends", *packages])


def missing(wanted: Iterable[str]) -> list[str]:
    return [name for name in wanted if not FINDERS[name]()]


def attempt(command: list[str]) -> None:
    """Run an installer quietly; the caller checks whether it worked."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, check=False, env=environment, **quiet)
