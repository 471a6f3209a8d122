"""The optional extras: they cost nothing unless set, and name their needs."""

import re
import tomllib

import pytest

from charlie_site import extras
from charlie_site.environment import BASE_DIR
from charlie_site.variables import Variables
from tests.support.commands import run_site

START = """
import sys
import charlie_site.asgi
print({"jwt", "oauthlib", "requests", "sentry_sdk"} & set(sys.modules))
"""


@pytest.mark.slow
def test_server_without_extras_imports_none_of_their_packages(tmp_path):
    done = run_site(tmp_path, "-c", START)
    assert (done.stdout, done.returncode) == ("set()\n", 0), done.stderr


def test_variable_without_its_packages_ends_the_start(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda _name: None)
    with pytest.raises(SystemExit, match=r"SENTRY_DSN needs .*\[sentry\]"):
        extras.report_errors("https://key@sentry.invalid/1")
    monkeypatch.setenv("OIDC_ISSUER", "https://login.example.org")
    with pytest.raises(SystemExit, match=r"OIDC_ISSUER needs .*\[oidc\]"):
        extras.read_oidc(Variables())


def versions_in(lock):
    """Return the version of each package in a lock."""
    return dict(re.findall(r"^([\w-]+)(?:\[.*\])?==(\S+)", lock, re.MULTILINE))


def test_wheel_and_lock_have_the_same_extras():
    project = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]
    wheel = [
        line for lines in project["optional-dependencies"].values() for line in lines
    ]
    lines = (BASE_DIR / "deploy" / "extras.in").read_text().splitlines()
    assert sorted(wheel) == sorted(line for line in lines if line[0] not in "#-")
    locked = (BASE_DIR / "deploy" / "extras.txt").read_text()
    served = (BASE_DIR / "requirements.txt").read_text()
    both = versions_in(served).keys() & versions_in(locked).keys()
    assert "django-allauth" in both
    assert all(versions_in(served)[name] == versions_in(locked)[name] for name in both)
