"""The site's own system checks, and Django's checks for deployment."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.checks import run_checks

from charlie_site import checks
from tests.support.commands import run_site
from tests.support.site_server import ROOT

GOOD_KEY = "k3jf9-vn2l8sd0f!jw4rq7zx1mcbp5ytg6haeu-0123456789"


@pytest.fixture
def site(monkeypatch):
    """Return settings without a problem: one process, in memory."""
    site = SimpleNamespace(
        PROCESSES=1,
        DEBUG=False,
        SECRET_KEY=GOOD_KEY,
        SECRET_KEY_FALLBACKS=[],
        ALLOWED_HOSTS=["charlie.example.org"],
        IS_SQLITE=True,
        REDIS_URL="",
    )
    monkeypatch.setattr(checks, "settings", site)
    return site


def found() -> set[str]:
    return {problem.id for problem in run_checks(tags=[checks.TAG])}


def test_good_settings_pass(site):
    assert found() == set()
    site.IS_SQLITE, site.REDIS_URL, site.PROCESSES = False, "redis://localhost", 8
    assert found() == set()


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"PROCESSES": 2}, {"charlie.E001", "charlie.E002"}),
        ({"PROCESSES": 2, "IS_SQLITE": False}, {"charlie.E001", "charlie.W001"}),
        ({"IS_SQLITE": False}, {"charlie.W001"}),
        ({"ALLOWED_HOSTS": ["*"]}, {"charlie.E007"}),
    ],
)
def test_setting_that_loses_moves_or_security_is_reported(site, changes, problems):
    vars(site).update(changes)
    assert found() == problems


@pytest.mark.parametrize("key", ["secret", "a" * 60, "django-insecure-" + GOOD_KEY])
def test_weak_secret_key_is_reported(site, key):
    site.SECRET_KEY = key
    assert found() == {"charlie.E005"}
    site.SECRET_KEY, site.SECRET_KEY_FALLBACKS = GOOD_KEY, [key]
    assert found() == {"charlie.E005"}


@pytest.mark.parametrize(
    ("host", "is_public"),
    [
        ("charlie.example.org", True),
        (".example.org", True),
        ("8.8.8.8", True),
        ("localhost", False),
        ("laptop", False),
        ("laptop.local", False),
        ("192.168.1.7", False),
        ("[::1]", False),
    ],
)
def test_debug_mode_on_a_public_host_is_reported(site, host, is_public):
    site.DEBUG, site.ALLOWED_HOSTS = True, [host]
    assert found() == ({"charlie.E006"} if is_public else set())


def test_every_check_is_documented_and_tested():
    source = (ROOT / "charlie_site/checks.py").read_text()
    ids = {part[:12] for part in source.split('"') if part.startswith("charlie.")}
    assert len(ids) == 6
    for known in (ROOT / "SECURITY.md", Path(__file__)):
        assert all(each in known.read_text() for each in ids), known


@pytest.mark.slow
def test_server_with_an_error_does_not_start(tmp_path):
    done = run_site(tmp_path, "-c", "import charlie_site.asgi", PROCESSES="2")
    assert done.returncode == 1
    assert "charlie.E001" in done.stderr
