"""The site's own system checks, and Django's checks for deployment."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import redis
from django.core.checks import run_checks

from games.ops import checks
from tests.support.commands import run_site
from tests.support.site_server import ROOT

POSTGRES = "postgres://charlie:secret@localhost:5432/charlie"
# The settings of .env.example for a site on the internet.
PRODUCTION = {
    "ALLOWED_HOSTS": "charlie.example.org",
    "PUBLIC_URL": "https://charlie.example.org",
    "CLIENT_ADDRESS_HEADER": "X-Forwarded-For",
    "MAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
    "SECURE_HSTS_SECONDS": "31536000",
    "SECURE_HSTS_INCLUDE_SUBDOMAINS": "1",
    "SECURE_HSTS_PRELOAD": "1",
}
GROWN = {
    "PROCESSES": "2",
    "DATABASE_URL": POSTGRES,
    "REDIS_URL": "redis://:secret@localhost:6379/0",
}
REDIS_CACHE = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": "redis://localhost",
}
REDIS_LAYER = {
    "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
    "CONFIG": {"hosts": ["redis://localhost"]},
}
IN_POSTGRES = {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": None}
IN_SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    "CONN_MAX_AGE": None,
}
IN_MEMORY = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
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
        CACHES={"default": {"BACKEND": "locmem"}},
    )
    monkeypatch.setattr(checks, "settings", site)
    return site


def found() -> set[str]:
    return {problem.id for problem in run_checks(tags=[checks.TAG])}


def test_good_settings_pass(site):
    assert found() == set()
    site.DATABASES = {"default": IN_POSTGRES | {"CONN_HEALTH_CHECKS": True}}
    site.CHANNEL_LAYERS = {"default": REDIS_LAYER}
    timeouts = {"socket_timeout": 1, "socket_connect_timeout": 1}
    site.CACHES = {"default": REDIS_CACHE | {"OPTIONS": timeouts}}
    site.PROCESSES = 8
    assert found() == set()


def test_several_processes_in_memory_or_on_sqlite_are_reported(site):
    site.PROCESSES = 2
    assert found() == {"charlie.E001", "charlie.E002"}


def test_layer_in_memory_beside_a_shared_database_is_reported(site):
    site.DATABASES = {"default": IN_POSTGRES | {"CONN_HEALTH_CHECKS": True}}
    assert found() == {"charlie.W001"}


def test_deferred_transactions_are_reported(site):
    site.DATABASES = {"default": IN_SQLITE | {"OPTIONS": {}}}
    assert found() == {"charlie.E003"}


@pytest.mark.parametrize("age", [0, 60])
def test_short_lived_connections_are_reported(site, age):
    site.DATABASES = {"default": IN_SQLITE | {"CONN_MAX_AGE": age}}
    assert found() == {"charlie.W002"}


def test_connections_without_health_checks_are_reported(site):
    site.DATABASES = {"default": IN_POSTGRES}
    site.CHANNEL_LAYERS = {"default": REDIS_LAYER}
    assert found() == {"charlie.W003"}


def test_cache_without_timeouts_is_reported(site):
    site.CACHES = {"default": REDIS_CACHE}
    assert found() == {"charlie.W004"}


def test_redis_client_that_closes_idle_sockets_is_reported(site, monkeypatch):
    site.CHANNEL_LAYERS = {"default": REDIS_LAYER}
    monkeypatch.setattr(redis, "__version__", "8.0.1")
    assert found() == {"charlie.E004"}
    hosts = [{"address": "redis://localhost", "socket_timeout": None}]
    site.CHANNEL_LAYERS = {"default": REDIS_LAYER | {"CONFIG": {"hosts": hosts}}}
    assert found() == set()


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


def test_wildcard_host_is_reported(site):
    site.ALLOWED_HOSTS = ["*"]
    assert found() == {"charlie.E007"}


def test_every_check_is_documented_and_tested():
    source = (ROOT / "games/ops/checks.py").read_text()
    ids = {part[:12] for part in source.split('"') if part.startswith("charlie.")}
    assert len(ids) == 11
    for known in (ROOT / "SECURITY.md", Path(__file__)):
        assert all(each in known.read_text() for each in ids), known


@pytest.mark.slow
@pytest.mark.parametrize("grown", [{}, GROWN])
def test_site_on_the_internet_passes_djangos_checks(tmp_path, grown):
    check = ("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    done = run_site(tmp_path, *check, **PRODUCTION, **grown)
    assert (done.returncode, done.stderr) == (0, "")
    assert "no issues (0 silenced)" in done.stdout


@pytest.mark.slow
def test_server_with_an_error_does_not_start(tmp_path):
    done = run_site(tmp_path, "-c", "import charlie_site.asgi", PROCESSES="2")
    assert done.returncode == 1
    assert "charlie.E001" in done.stderr
