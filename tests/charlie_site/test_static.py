"""Static files are answered before Django, compressed and cached for ever."""

import gzip

import pytest
from asgiref.testing import ApplicationCommunicator

from charlie_site.static import serve_static

SCRIPT = b"say('hello');\n" * 100
HASHED, PLAIN = "/static/js/hello.0123456789ab.js", "/static/robots.txt"


async def answer_by_django(scope, receive, send):
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b"by Django"})


@pytest.fixture
def collected(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "js").mkdir()
    script = tmp_path / "js" / "hello.0123456789ab.js"
    script.write_bytes(SCRIPT)
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "robots.txt").write_bytes(b"robots")


@pytest.fixture
def application(collected):
    return serve_static(answer_by_django)


class Answer:
    """The answer of an application, and the path of a file that it named."""

    def __init__(self, messages):
        start, *parts = messages
        self.status = start["status"]
        self.headers = {
            name.decode().lower(): value.decode() for name, value in start["headers"]
        }
        self.body = b"".join(part.get("body", b"") for part in parts)
        self.path = "".join(part.get("path", "") for part in parts)


async def ask(application, path, method="GET", *, by_path=False, **headers):
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in headers.items()
        ],
    }
    if by_path:
        scope["extensions"] = {"http.response.pathsend": {}}
    asked, messages = ApplicationCommunicator(application, scope), []
    await asked.send_input({"type": "http.request"})
    while not messages or messages[-1].get("more_body"):
        messages.append(await asked.receive_output())
        if messages[-1]["type"] == "http.response.start":
            messages.append(await asked.receive_output())
    # The application closes the file.
    await asked.wait()
    return Answer(messages)


async def test_hashed_file_is_kept_for_ever(application):
    answer = await ask(application, HASHED)
    assert (answer.status, answer.body) == (200, SCRIPT)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


async def test_file_without_a_hash_is_kept_for_a_minute(application):
    answer = await ask(application, PLAIN)
    assert answer.headers["cache-control"] == "max-age=60, public"


async def test_file_is_sent_compressed_to_a_browser_that_takes_it(application):
    answer = await ask(application, HASHED, accept_encoding="gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(answer.body) == SCRIPT


async def test_server_that_sends_files_gets_a_path_instead_of_bytes(application):
    answer = await ask(application, HASHED, by_path=True, accept_encoding="gzip")
    assert answer.body == b""
    assert answer.path.endswith(".js.gz")


async def test_opened_file_runs_nothing_and_is_framed_by_nobody(application):
    headers = (await ask(application, HASHED)).headers
    policy = "default-src 'none'; frame-ancestors 'none'"
    assert headers["content-security-policy"] == policy
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


async def test_head_has_the_length_and_no_body(application):
    answer = await ask(application, HASHED, "HEAD", by_path=True)
    assert (answer.status, answer.body, answer.path) == (200, b"", "")
    assert answer.headers["content-length"] == str(len(SCRIPT))


async def test_known_file_is_not_sent_again(application):
    tag = (await ask(application, HASHED)).headers["etag"]
    answer = await ask(application, HASHED, if_none_match=tag)
    assert (answer.status, answer.body) == (304, b"")


async def test_part_of_a_file_is_sent(application):
    answer = await ask(application, HASHED, range="bytes=4-9", by_path=True)
    assert (answer.status, answer.body) == (206, SCRIPT[4:10])


async def test_file_is_changed_by_nobody(application):
    assert (await ask(application, HASHED, "POST")).status == 405


@pytest.mark.parametrize(
    "path", ["/static/no.js", "/static/", "/static/../robots.txt", "/", "/static/\x00"]
)
async def test_any_other_address_is_answered_by_django(application, path):
    assert (await ask(application, path)).body == b"by Django"


async def test_debugging_serves_the_files_that_would_be_collected(settings, collected):
    settings.DEBUG = True
    application = serve_static(answer_by_django)
    answer = await ask(application, "/static/js/table.js")
    assert (answer.status, answer.body != b"") == (200, True)
