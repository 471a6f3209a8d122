"""Each variable of the settings has a type; a wrong value ends the start."""

import codecs
import os

import pytest

from charlie_site.variables import env, read_lines
from tests.support.commands import run_site

# Wrong values, and a part of the sentence that ends the start.
WRONG = {
    "ALLOWED_HOSTS": ("b c", "host names"),
    "CLIENT_ADDRESS_HEADER": ("X-Forwarded-For: 1", "the name of a header"),
    "CLOCK_SPEED": ("fast", "a number above 0"),
    "COOKIE_PREFIX": ("a b", "a word of letters"),
    "DEBUG": ("maybe", "on or off"),
    "IMPRINT_URL": ("example.org/imprint", "an address that begins with http"),
    "LOG_FORMAT": ("xml", "line or json"),
    "LOG_LEVEL": ("loud", "DEBUG or INFO"),
    "OIDC_ISSUER": ("login.example.org", "an address that begins with http"),
    "PROCESSES": ("0", "a number from 1 on"),
    "PUBLIC_TABLES": ("2", "on or off"),
    "PUBLIC_URL": ("charlie.example.org", "an address that begins with http"),
    "RATE_LIMIT_FACTOR": ("nan", "a number above 0"),
    "SECURE_HSTS_SECONDS": ("-1", "a number from 0 on"),
    "SECURE_SSL_REDIRECT": ("si", "on or off"),
    "SIGN_UP": ("never", "on or off"),
    "TABLE_OPENERS": ("nobody", "everyone or accounts or staff"),
    "TIME_ZONE": ("Europe/Atlantis", "the name of a time zone"),
}
SECRET = {
    "DATABASE_URL": ("mysql://u:topsecret@host/name", "postgres:// or"),
    "MAIL_URL": ("mail.example.org/topsecret", "smtp:// or"),
    "REDIS_URL": (":topsecret@host:6379", "redis:// or"),
    "SENTRY_DSN": ("topsecret@sentry.example", "https:// or"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_wrong_value_ends_the_start_in_one_sentence(tmp_path, name):
    value, must = WRONG[name]
    done = run_site(tmp_path, "-c", "import charlie_site.settings", **{name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(f"{name} must be {must}")
    assert done.stderr.endswith(f", not {value!r}.\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SECRET)
def test_wrong_value_that_may_be_secret_is_not_quoted(tmp_path, name):
    value, begins = SECRET[name]
    done = run_site(tmp_path, "-c", "import charlie_site.settings", **{name: value})
    assert done.returncode == 1
    said = f"{name} must be an address that begins with {begins}"
    assert done.stderr.startswith(said)
    assert "topsecret" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_port_that_is_no_number_is_refused_without_the_password(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://u:top/secret@host/name")
    with pytest.raises(SystemExit, match="must have a number as its port") as refused:
        env.service("DATABASE_URL", ["postgres"])
    assert "top" not in str(refused.value)


def test_start_refuses_a_file_that_it_cannot_read(tmp_path):
    lost = str(tmp_path / "lost")
    done = run_site(
        tmp_path, "-c", "import charlie_site.settings", METRICS_TOKEN_FILE=lost
    )
    assert done.returncode == 1
    assert done.stderr.startswith("METRICS_TOKEN_FILE names a file that cannot be read")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["1", "true", "TRUE", "Yes", "y", "on", "ON", "t", "enabled", " on "], True),
        (["0", "false", "False", "no", "N", "off", "OFF", "f", "disabled"], False),
        (["off # for now", "off\t# no", "0 #"], False),
        (["\ufeffon", "on # as before"], True),
    ],
)
def test_switch_understands_every_usual_word(monkeypatch, words, expected):
    for word in words:
        monkeypatch.setenv("HTTPS", word)
        assert env.switch("HTTPS", default=not expected) is expected


@pytest.mark.parametrize("value", ["", "# nothing yet", " "])
def test_empty_value_is_the_default(monkeypatch, value):
    monkeypatch.setenv("HTTPS", value)
    monkeypatch.setenv("PORT", value)
    assert env.switch("HTTPS", default=True)
    assert env.whole("PORT", default=8000) == 8000


@pytest.mark.parametrize(
    ("typed", "origin"),
    [
        ("http://köln.example:8000", "http://xn--kln-sna.example:8000"),
        ("https://Charlie.Example.org/", "https://charlie.example.org"),
        ("HTTP://[::1]:8000/ # at home", "http://[::1]:8000"),
        ("http://192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("", ""),
    ],
)
def test_origin_is_written_as_browsers_write_it(monkeypatch, typed, origin):
    monkeypatch.setenv("PUBLIC_URL", typed)
    assert env.origin("PUBLIC_URL") == origin


@pytest.mark.parametrize(
    "typed",
    [
        "//charlie.example.org",
        "ftp://charlie.example.org",
        "http://",
        "http://a b",
        "http://[::1",
        "http://a:port",
        "http://a:70000",
        "https://charlie.example.org/game",
        "https://user:word@charlie.example.org",
        "https://charlie.example.org?a",
    ],
)
def test_public_url_that_is_no_address_of_a_site_is_refused(monkeypatch, typed):
    monkeypatch.setenv("PUBLIC_URL", typed)
    with pytest.raises(SystemExit, match=r"^PUBLIC_URL must be an address"):
        env.origin("PUBLIC_URL")


def test_hosts_are_read_with_brackets_ports_and_international_names(monkeypatch):
    typed = "Köln.example, [::1]:8000 ,::1,.example.org,https://a.example:80/,*, ,"
    monkeypatch.setenv("ALLOWED_HOSTS", typed)
    assert env.hosts("ALLOWED_HOSTS", default=[]) == [
        "xn--kln-sna.example",
        "[::1]",
        "[::1]",
        ".example.org",
        "a.example",
        "*",
    ]


LINES = {
    "PORT=8000 # the port": "8000",
    "PORT=8000\t#the port": "8000",
    "PORT=8000  ": "8000",
    "PORT= # none": "",
    "PORT='a # b' # quoted": "a # b",
    'PORT="a # b" # quoted': "a # b",
    "PORT='a # b'": "a # b",
    "PORT='Bob's # table' # 'quoted'": "Bob's # table",
    'PORT="Say "hi" now"': 'Say "hi" now',
    "PORT=a#b": "a#b",
    "PORT=#a": "#a",
    "PORT=it's # his": "it's",
    r'PORT="a \" \n" # quoted': r'a " \n',
    "export PORT=80 # the port": "80",
    "PORT = 8000": "8000",
    "  export PORT\t= 'a # b' # quoted": "a # b",
    "; a comment\n \nPORT =8000": "8000",
}


@pytest.mark.parametrize("line", LINES)
def test_comment_behind_a_value_is_no_part_of_it(line):
    assert read_lines(line.encode())["PORT"] == LINES[line]


@pytest.mark.parametrize(
    "content",
    [
        codecs.BOM_UTF8 + b"PORT=8001\nHOST=a\n",
        b"PORT=8001\r\nHOST=a\r\n",
        "PORT=8001\nHOST=a\n".encode("utf-16"),
    ],
)
def test_env_file_of_every_editor_is_read(content):
    assert read_lines(content)["PORT"] == "8001"


@pytest.mark.parametrize(
    "line", ["PORT", "PORT: 80", "my port=80", "=80", "set PORT=8"]
)
def test_line_of_the_env_file_without_a_name_or_a_value_is_refused(line):
    with pytest.raises(SystemExit, match=r"line 2 of \.env is no NAME=value\."):
        read_lines(f"HOST=a\n{line}\n".encode())


def test_env_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "env"
    path.write_bytes(b"SITE_NAME=caf\xe9\n")
    done = run_site(tmp_path, "manage.py", "check", ENV_FILE=str(path))
    assert done.returncode == 1
    assert done.stderr == f"Cannot read the settings: {path} is no text in UTF-8.\n"


def test_secret_in_a_file_is_read_without_a_byte_order_mark(monkeypatch, tmp_path):
    path = tmp_path / "secret"
    path.write_bytes(codecs.BOM_UTF8 + b"a # secret\r\n")
    monkeypatch.setenv("METRICS_TOKEN_FILE", str(path))
    assert env("METRICS_TOKEN") == "a # secret"
    assert "METRICS_TOKEN" not in os.environ
