"""Makes the project's environment if it is missing, then runs a command in it.

    python3 bootstrap.py [--tests] [ARGUMENTS FOR PYTHON…]

Runs on any Python from 3.9 on, with the standard library alone. It looks for a Python
that the project can use, and makes `.venv` from the locked requirements: with a private
uv if possible, else with pip.
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

OLDEST_MINOR = 12
PREFERRED_MINORS = (13, 12, 14, 15, 16)

# The test of an interpreter. Version managers put shims on PATH for versions that they
# then refuse to run, so a file alone is no proof.
PROBE = """
import sqlite3, ssl, sys
base = getattr(sys, "_base_executable", sys.executable)
print(sys.implementation.name, sys.version_info[1], sqlite3.sqlite_version, base)
"""
OLDEST_SQLITE = (3, 37)

NO_PYTHON = (
    "No Python 3.12 or newer runs here, and none could be downloaded. Install one"
    " (Debian, Ubuntu: apt install python3 python3-venv; macOS: brew install"
    " python@3.13) and try again."
)
NO_VENV = (
    "This python3 cannot make environments. Install what it lacks"
    " (Debian, Ubuntu: apt install python3-venv) and try again."
)
NO_PACKAGES = (
    "The packages could not be installed: is there a network? Then try again;"
    f" what was tried stands in {LOG}."
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
        say("Setting up the environment in .venv. This happens once.")
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
    return stamp_line(lock) in stamped and bool(output_of([python_in(VENV), "-V"]))


def install(lock):
    """Make `.venv` match the lock, by uv or by pip.

    Raises: SetupError.
    """
    python = find_python()
    uv = get_uv(python or sys.executable)
    if python is None:
        python = download_python(uv)
    say(f"Python: {python}")
    if uv and install_by_uv(uv, python, lock):
        return
    if not install_by_pip(python, lock):
        raise SetupError(NO_PACKAGES)


def install_by_uv(uv, python, lock):
    if not has_usable_venv() and not runs(
        [uv, "venv", "--clear", "--python", python, VENV]
    ):
        return False
    sync = [uv, "pip", "sync", "--require-hashes", "--python", python_in(VENV), lock]
    return runs(sync)


def install_by_pip(python, lock):
    pip = [python_in(VENV), "-m", "pip"]
    if not (has_usable_venv() and runs([*pip, "--version"])):
        make_venv(python, VENV)
    return runs([*pip, "install", "--retries=2", "--require-hashes", "-r", lock])


def has_usable_venv():
    return is_usable(python_in(VENV))


def python_in(venv):
    return venv / "bin" / "python"


def make_venv(python, folder):
    """Make an environment with pip; on Debian, install the missing part of Python.

    Raises: SetupError.
    """
    command = [python, "-m", "venv", "--clear", folder]
    if runs(command):
        return
    if can_install_debian_packages() and runs(["apt-get", "update"]):
        runs(["apt-get", "install", "-y", "python3-venv"])
    if not runs(command):
        raise SetupError(NO_VENV)


def can_install_debian_packages():
    return bool(shutil.which("apt-get")) and os.geteuid() == 0


def get_uv(python):
    """Return a private uv of the locked version, None if it cannot be installed.

    The uv on PATH may have any version, and fails on the shims of version managers.
    """
    home = TOOLS / "uv"
    uv = home / "bin" / "uv"
    locked = re.search(r"^uv==(\S+)", UV_LOCK.read_text(), re.MULTILINE).group(1)
    if locked in output_of([uv, "--version"]).split():
        return uv
    make_venv(python, home)
    pip = [python_in(home), "-m", "pip", "install", "--retries=2"]
    if runs([*pip, "--require-hashes", "-r", UV_LOCK]):
        return uv
    return None


def download_python(uv):
    """Return a Python that uv downloaded.

    Raises: SetupError.
    """
    wanted = f"3.{PREFERRED_MINORS[0]}"
    home = TOOLS / "python"
    if uv:
        say(f"No Python 3.{OLDEST_MINOR} or newer found; downloading one.")
        runs([uv, "python", "install", "--no-bin", "--install-dir", home, wanted])
        python = next(filter(is_usable, home.glob(f"*/bin/python{wanted}")), None)
        if python:
            return python
    raise SetupError(NO_PYTHON)


def find_python():
    """Return an interpreter that the project can use, None without one."""
    return next(filter(is_usable, candidates()), None)


def candidates():
    """Yield the interpreters of this machine, preferred versions first."""
    for minor in PREFERRED_MINORS:
        for folder in python_folders():
            path = folder / f"python3.{minor}"
            if path.exists():
                yield path
    yield Path(sys.executable)


def python_folders():
    """Return the folders that may contain programs such as `python3.13`."""
    home = Path.home()
    pyenv = Path(os.environ.get("PYENV_ROOT") or home / ".pyenv")
    uv = os.environ.get("UV_PYTHON_INSTALL_DIR") or home / ".local/share/uv/python"
    on_path = os.environ.get("PATH", "").split(os.pathsep)
    return [
        *(Path(folder) for folder in on_path if folder),
        Path(sys.executable).parent,
        *pyenv.glob("versions/*/bin"),
        Path("/usr/local/bin"),
        Path("/opt/homebrew/bin"),
        *Path("/usr/local/opt").glob("python@3*/bin"),
        *Path("/Library/Frameworks/Python.framework/Versions").glob("3*/bin"),
        *Path(uv).glob("*/bin"),
        *(TOOLS / "python").glob("*/bin"),
    ]


def is_usable(python):
    answer = output_of([python, "-c", PROBE]).split()
    if len(answer) < 4 or answer[0] != "cpython":
        return False
    sqlite = tuple(int(number) for number in answer[2].split("."))
    return int(answer[1]) >= OLDEST_MINOR and sqlite >= OLDEST_SQLITE


def runs(command):
    """Run the command with its output in the log; return whether it succeeded."""
    command = [str(part) for part in command]
    TOOLS.mkdir(exist_ok=True)
    with LOG.open("a") as log:
        print("$", *command, file=log, flush=True)
        try:
            return subprocess.call(command, stdout=log, stderr=log, cwd=ROOT) == 0
        except OSError as error:
            log.write(f"{error}\n")
            return False


def output_of(command):
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
