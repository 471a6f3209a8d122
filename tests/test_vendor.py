"""The scripts of pages: vendored ones match their list, own ones are small."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent / "static"
VENDOR = STATIC / "vendor"
ROW = re.compile(
    r"\| `(?P<file>[^`]+)` \| (?P<version>\S+) \| .* \| `(?P<hash>[^`]+)` \|"
)
VENDORED = list(ROW.finditer((VENDOR / "README.md").read_text()))
TEMPLATES = STATIC.parent / "templates"
# Runs on a page of its own, without a game.
VERIFIER = STATIC / "js" / "verify.js"
OURS = sorted([*(STATIC / "js").glob("*.js"), *TEMPLATES.rglob("*.js")])


def test_list_names_every_vendored_script():
    scripts = {path.name for path in VENDOR.glob("*.js")}
    assert scripts == {row["file"] for row in VENDORED} != set()


@pytest.mark.parametrize("row", VENDORED, ids=lambda row: row["file"])
def test_vendored_script_has_its_hash(row):
    digest = hashlib.sha384((VENDOR / row["file"]).read_bytes()).digest()
    assert base64.b64encode(digest).decode() == row["hash"]


@pytest.mark.parametrize("row", VENDORED, ids=lambda row: row["file"])
def test_vendored_script_has_its_version(row):
    assert row["version"] in row["file"]
    assert f'this.version="{row["version"]}"' in (VENDOR / row["file"]).read_text()


def test_htmx_brings_its_socket_extension_in_the_same_file():
    (htmx,) = VENDOR.glob("htmx-*-ws.min.js")
    core, extension = htmx.read_text().strip().split("\n")
    assert core.startswith("var htmx=")
    assert 'htmx.registerExtension("ws"' in extension


def test_vendored_scripts_name_no_source_maps():
    # Django's storage of hashed names refuses a map that is not there.
    sources = [path.read_text() for path in VENDOR.glob("*.js")]
    assert not any("sourceMappingURL" in source for source in sources)


def test_licence_stands_beside_htmx():
    assert "Zero-Clause BSD" in (VENDOR / "htmx-LICENSE.txt").read_text()


def test_own_scripts_are_small():
    lengths = {path.name: len(path.read_text().splitlines()) for path in OURS}
    # The page that checks records does the same as verifier.pyz, rules included.
    checking = {"referee.js", "grammar.js", VERIFIER.name}
    subjects = {"alerts.js", "later.js", "device.js", "clue.js", "reveal.js"}
    first_load = {"page.js", "socket.js", "table.js", *subjects}
    assert max(lengths.values()) <= 290
    assert sum(lengths[name] for name in first_load) <= 800
    later = lengths.keys() - checking - first_load
    assert max(lengths[name] for name in later) <= 115


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_own_script_builds_no_code_and_no_markup(path):
    source = path.read_text()
    unsafe = r"\beval\(|new Function|innerHTML|outerHTML|document\.write|https?://"
    assert re.findall(unsafe, source) == []


def test_only_one_script_reads_the_storage_of_the_browser():
    users = [path.name for path in OURS if "getItem" in path.read_text()]
    assert users == ["page.js"]
