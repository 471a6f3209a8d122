"""The site's own system checks, and Django's checks for deployment."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.checks import run_checks

from charlie_site import checks
from tests.support.commands import run_site
from tests.support.site_server import ROOT

LAYER = "runtime.layer.ChannelLayer"
REDIS_LAYER = {"BACKEND": LAYER, "CONFIG": {"url": "redis://localhost"}}
IN_POSTGRES = {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": None}
CHECKED_POSTGRES = IN_POSTGRES | {"CONN_HEALTH_CHECKS": True}
IN_SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    "CONN_MAX_AGE": None,
}
IN_MEMORY = {"BACKEND": LAYER, "CONFIG": {"url": ""}}
CHANNELS_OWN = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
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
        DATABASES={"default": IN_SQLITE},
        CHANNEL_LAYERS={"default": IN_MEMORY},
    )
    monkeypatch.setattr(checks, "settings", site)
    return site


def found() -> set[str]:
    return {problem.id for problem in run_checks(tags=[checks.TAG])}


def test_good_settings_pass(site):
    assert found() == set()
    site.DATABASES = {"default": CHECKED_POSTGRES}
    site.CHANNEL_LAYERS = {"default": REDIS_LAYER}
    site.PROCESSES = 8
    assert found() == set()


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"PROCESSES": 2}, {"charlie.E001", "charlie.E002"}),
        (
            {
                "PROCESSES": 2,
                "DATABASES": {"default": CHECKED_POSTGRES},
                "CHANNEL_LAYERS": {"default": CHANNELS_OWN},
            },
            {"charlie.E001", "charlie.W001"},
        ),
        ({"DATABASES": {"default": CHECKED_POSTGRES}}, {"charlie.W001"}),
        ({"DATABASES": {"default": IN_SQLITE | {"OPTIONS": {}}}}, {"charlie.E003"}),
        ({"DATABASES": {"default": IN_SQLITE | {"CONN_MAX_AGE": 0}}}, {"charlie.W002"}),
        ({"DATABASES": {"default": IN_SQLITE | {"CONN_MAX_AGE": 9}}}, {"charlie.W002"}),
        (
            {
                "DATABASES": {"default": IN_POSTGRES},
                "CHANNEL_LAYERS": {"default": REDIS_LAYER},
            },
            {"charlie.W003"},
        ),
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
    assert len(ids) == 9
    for known in (ROOT / "SECURITY.md", Path(__file__)):
        assert all(each in known.read_text() for each in ids), known


@pytest.mark.slow
def test_server_with_an_error_does_not_start(tmp_path):
    done = run_site(tmp_path, "-c", "import charlie_site.asgi", PROCESSES="2")
    assert done.returncode == 1
    assert "charlie.E001" in done.stderr
