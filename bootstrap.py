"""Makes the project's environment if it is missing, then runs a command in it.

    python3 bootstrap.py [--tests] [ARGUMENTS FOR PYTHON…]

Runs on any Python from 3.9 on, with the standard library alone. A private uv finds or
downloads a Python that the project can use, and makes `.venv` from the locked
requirements.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed-locks"
# The private uv, a downloaded Python and the log of the last set-up.
TOOLS = ROOT / ".bootstrap"
LOG = TOOLS / "log"
UV_LOCK = ROOT / ".ci" / "uv.txt"
SERVER_LOCK = ROOT / "requirements.txt"
TESTS_LOCK = ROOT / "tests" / "requirements.txt"

# A Python that was built without optimisations takes 1.4 times as long. Those of
# distributions have them, but Debian's does not say so.
FAST_NAMES = ("python3.13", "python3.14", "python3.12")
FAST_PROBE = """
import sys, sysconfig
options = sysconfig.get_config_var("CONFIG_ARGS") or ""
print("--enable-optimizations" in options or sys.executable.startswith("/usr/bin/"))
"""
# What uv is asked for if no fast one can be used, in this order.
PYTHONS = (
    ["--no-python-downloads", "--python=cpython3.13"],
    ["--no-python-downloads", "--python=cpython>=3.12"],
    ["--managed-python", "--python=3.13"],
)
# Some systems have a new Python with an old SQLite.
PROBE = """
import sqlite3, ssl, sys
print(sys.version_info >= (3, 12) and sqlite3.sqlite_version_info >= (3, 37))
"""

NO_PYTHON = (
    "No Python 3.12 or newer runs here, and uv could not download one{}. With a"
    " network, try again: this needs no other program. Or install uv"
    " (https://docs.astral.sh/uv/), and with it a Python: `uv python install 3.13`."
)
PRIVATE_PYTHON = (
    "   This Python is in the home folder of root, and no other could be downloaded."
    " It serves for playing and tests, but another user cannot run a service with it."
)
NO_VENV = (
    "This python3 cannot make environments. Install what it lacks"
    " (Debian, Ubuntu: apt install python3-venv) and try again."
)
NO_PACKAGES = (
    "The packages could not be installed{}. Is there a network? Then try again; what"
    f" was tried stands in {LOG}."
)
# Lines of the log with the cause of a failed download: the exact ones come first.
CAUSES = (
    "name or service|name resolution|dns error|timed out|refused|unreachable|proxy",
    "(error|warning).*(fetch|download|connect|network)",
)


class SetupError(Exception):
    """The environment cannot be made; the message is one line with advice."""


def main(arguments):
    with_tests = arguments[:1] == ["--tests"]
    try:
        ensure_environment(with_tests)
    except SetupError as error:
        sys.exit(f"Not ready: {error}")
    except KeyboardInterrupt:
        sys.exit("\nStopped during the set-up. The next start goes on.")
    command = arguments[1:] if with_tests else arguments
    if command:
        run_python(command)


def run_python(arguments):
    """Replace this process by the environment's Python."""
    command = [str(python_in(VENV)), *arguments]
    os.environ["PYTHONUNBUFFERED"] = "1"
    keep_bytecode()
    os.chdir(ROOT)
    os.execv(command[0], command)


def keep_bytecode():
    """Make Python store bytecode in `.venv` if the environment forbids it elsewhere.

    Containers often forbid it. Every process then compiles all its imports: a server
    needs three times the processor time to start, and the tests start a hundred.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = str(VENV / "bytecode")


def ensure_environment(with_tests):
    """Make or update `.venv` unless the stamp matches the locks.

    Raises: SetupError.
    """
    lock = TESTS_LOCK if with_tests else SERVER_LOCK
    if is_installed(lock):
        return
    TOOLS.mkdir(exist_ok=True)
    with only_one_setup():
        if is_installed(lock):
            return
        # An environment with the tests' packages keeps them.
        if STAMP.exists() and "tests" in STAMP.read_text():
            lock = TESTS_LOCK
        say("Setting up the environment in .venv. This happens once, in three steps.")
        LOG.write_text("")
        install(lock)
        locks = [SERVER_LOCK, TESTS_LOCK] if lock == TESTS_LOCK else [SERVER_LOCK]
        STAMP.write_text("".join(map(stamp_line, locks)))


def stamp_line(lock):
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{lock.relative_to(ROOT)} {digest}\n"


def is_installed(lock):
    """Return whether `.venv` was made from exactly this lock and its Python runs."""
    try:
        stamped = STAMP.read_text()
    except OSError:
        return False
    return stamp_line(lock) in stamped and bool(read_output([python_in(VENV), "-V"]))


def install(lock):
    """Make `.venv` match the lock.

    Raises: SetupError.
    """
    say("1. The installer uv, of its own")
    uv, python = get_uv(), python_in(VENV)
    say("2. A Python: one of this machine, else a download of 30 MB")
    if not (is_usable(python) and suits_services(python)):
        make_environment(uv)
    packages = len(re.findall("^[^ #].*==", lock.read_text(), re.MULTILINE))
    say(f"3. {packages} packages")
    sync = [uv, "pip", "sync", "--require-hashes", "--python", python, lock]
    pip = [python, "-m", "pip", "install", "--retries=2", "--require-hashes"]
    # pip may know an index or a certificate that uv does not know.
    by_pip = [python, "-m", "ensurepip"], [*pip, "-r", lock]
    if not (runs(sync) or all(map(runs, by_pip))):
        raise SetupError(NO_PACKAGES.format(cause_in_log()))


def cause_in_log():
    """Return the network's error that the log ends with, in brackets; else nothing."""
    lines = LOG.read_text(errors="replace").splitlines()[-200:]
    for pattern in CAUSES:
        for line in reversed(lines):
            if re.search(pattern, line, re.IGNORECASE) and not line.startswith("$"):
                # The end of a long line says the cause.
                cause = line.strip(" ├╰─▶:.\n")
                end = cause[-200:].split(": ", 1)[-1] if cause[200:] else cause
                return f" ({end})"
    return ""


def make_environment(uv):
    """Make `.venv` without packages, with a Python of this machine or a new one.

    Raises: SetupError.
    """
    # Downloaded Pythons go where a service can read them, not to the home of root.
    places = {"PATH": search_path(), "UV_PYTHON_INSTALL_DIR": str(TOOLS / "python")}
    private = []
    for wanted in (*fast_pythons(), *PYTHONS):
        made = runs([uv, "venv", "--clear", *wanted, VENV], **places)
        if made and is_usable(python_in(VENV)):
            if suits_services(python_in(VENV)):
                return
            private.append(wanted)
    if not (private and runs([uv, "venv", "--clear", *private[0], VENV], **places)):
        raise SetupError(NO_PYTHON.format(cause_in_log()))
    say(PRIVATE_PYTHON)


def suits_services(python):
    """Return whether another user can run a Python that root takes for a service.

    A service has no access to root's home. A checkout in such a folder serves nobody
    else, so any Python suits it.
    """
    return os.geteuid() != 0 or is_public(python.resolve()) or not is_public(ROOT)


def is_public(path):
    """Return whether every user can reach this path, without entering a home."""
    is_at_home = path.parts[1:2] in (("home",), ("root",))
    return not is_at_home and all(each.stat().st_mode & 0o001 for each in path.parents)


def fast_pythons():
    """Return uv's options for each Python of this machine with optimisations."""
    folders = {Path(folder): None for folder in search_path().split(os.pathsep)}
    # This environment is about to be deleted.
    folders.pop(VENV / "bin", None)
    pythons = [folder / name for name in FAST_NAMES for folder in folders]
    return [[f"--python={each}"] for each in pythons if says_true(each, FAST_PROBE)]


def python_in(venv):
    return venv / "bin" / "python"


def can_install_debian_packages():
    return bool(shutil.which("apt-get")) and os.geteuid() == 0


def get_uv():
    """Return a private uv of the locked version.

    The uv on PATH may have any version.

    Raises: SetupError.
    """
    home = TOOLS / "uv"
    uv = home / "bin" / "uv"
    locked = re.search(r"^uv==(\S+)", UV_LOCK.read_text(), re.MULTILINE).group(1)
    if locked in read_output([uv, "--version"]).split():
        return uv
    make_venv(home)
    pip = [python_in(home), "-m", "pip", "install", "--retries=2"]
    if not runs([*pip, "--require-hashes", "-r", UV_LOCK]):
        raise SetupError(NO_PACKAGES.format(cause_in_log()))
    return uv


def make_venv(folder):
    """Make an environment with pip; on Debian, install the missing part of Python.

    Raises: SetupError.
    """
    command = [sys.executable, "-m", "venv", "--clear", folder]
    if runs(command):
        return
    if can_install_debian_packages() and runs(["apt-get", "update"]):
        runs(["apt-get", "install", "-y", "python3-venv"])
    if not runs(command):
        raise SetupError(NO_VENV)


def search_path():
    """Return PATH and further folders that may contain programs such as `python3.13`.

    Version managers put programs on PATH that refuse to run, and uv passes those over.
    """
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders = [Path(sys.executable).parent, *pyenv.glob("versions/*/bin")]
    more = [*map(str, folders), "/usr/local/bin", "/opt/homebrew/bin"]
    return os.pathsep.join([os.environ.get("PATH", os.defpath), *more])


def is_usable(python):
    return says_true(python, PROBE)


def says_true(python, probe):
    return read_output([python, "-c", probe]).strip() == "True"


def runs(command, **variables):
    """Run the command with its output in the log; return whether it succeeded."""
    command = [str(part) for part in command]
    options = {"cwd": ROOT, "env": {**os.environ, **variables}}
    TOOLS.mkdir(exist_ok=True)
    with LOG.open("a") as log:
        print("$", *command, file=log, flush=True)
        try:
            return subprocess.call(command, stdout=log, stderr=log, **options) == 0
        except OSError as error:
            log.write(f"{error}\n")
            return False


def read_output(command):
    """Return the output of the command; empty if it fails."""
    try:
        done = subprocess.run(
            [str(part) for part in command], capture_output=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace")


@contextmanager
def only_one_setup():
    """Make a second set-up of the same folder wait for the first."""
    with (TOOLS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def say(line):
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
