"""`charlie`, `make play`: serves the game at home, or runs a command of Django.

    charlie [--host ADDRESS] [--port NUMBER] [--https] [--data-dir FOLDER]
    charlie createsuperuser

The options win over the variables of the same names.
"""

import argparse
import os
import sys

from charlie_site import __version__
from charlie_site.environment import (
    HOME_DIR,
    find_wrong_user,
    get_data_dir,
    read_env_file,
)

_LOSSY = ("dumpdata", "loaddata")
_LOSSY_WARNING = (
    "Warning: {} cuts times to milliseconds, and the audit then finds every game"
    " faulty. `backup`, `restore` and `move_database` copy a site whole.\n"
)


def main() -> None:
    if sys.argv[1:] and not sys.argv[1].startswith("-"):
        run_command()
        return
    options = vars(read_options())
    os.environ |= {name.upper(): value for name, value in options.items() if value}
    # Here, because it is slow to import.
    from charlie_site import devserver

    try:
        devserver.main()
    except KeyboardInterrupt:
        sys.exit(130)


def run_command() -> None:
    """Run the command of Django in `sys.argv`; an outage ends it in one sentence."""
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    read_env_file()
    if obstacle := find_wrong_user(get_data_dir()):
        sys.exit(obstacle)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "charlie_site.settings")
    if sys.argv[1:] and sys.argv[1] in _LOSSY:
        sys.stderr.write(_LOSSY_WARNING.format(sys.argv[1]))
    try:
        execute_from_command_line(sys.argv)
    except (OSError, OperationalError) as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"This did not work: {error}.")


def read_options() -> argparse.Namespace:
    """Return the options, each named like the variable that it sets."""
    parser = argparse.ArgumentParser(
        prog="charlie",
        description="Serve the game to this machine and to the phones around.",
        epilog=(
            "A word instead of options is a command of Django: charlie createsuperuser."
            f" Settings are read from the environment and from {HOME_DIR / '.env'}."
        ),
    )
    data_dir = str(HOME_DIR / "var").replace("%", "%%")
    parser.add_argument("--host", help="the address to listen on (default: all)")
    parser.add_argument("--port", help="the port to listen on (default: 8000)")
    parser.add_argument(
        "--https", action="store_const", const="1", help="use a self-signed certificate"
    )
    parser.add_argument(
        "--data-dir", help=f"the folder for games and keys (default: {data_dir})"
    )
    parser.add_argument("--version", action="version", version=__version__)
    return parser.parse_args()


if __name__ == "__main__":
    main()
