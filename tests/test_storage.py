"""What is served of our scripts and style sheets: all that a browser reads."""

import gzip
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from charlie_site.storage import LeanStaticFilesStorage

STATIC = Path(__file__).parent.parent / "static"
SCRIPT = """// Says hello.
(() => {
  // Over plain http too.
  say(`hello`, "http://localhost"); // Not a line of its own.
})();
"""
SHEET = """/* The table:
   a strip on top. */
.table {
  color: red; /* Not blue. */
}
"""


@pytest.fixture
def storage(tmp_path):
    return LeanStaticFilesStorage(location=tmp_path, base_url="/static/")


def saved(storage, name, source):
    kept = storage.save(name, ContentFile(source.encode()))
    return Path(storage.path(kept)).read_text()


def test_style_sheet_is_kept_without_comments_and_indentation(storage):
    assert saved(storage, "css/table.css", SHEET) == ".table {\ncolor: red; \n}\n"


def test_script_is_kept_without_lines_that_are_comments(storage):
    assert saved(storage, "js/hello.js", SCRIPT) == (
        '(() => {\nsay(`hello`, "http://localhost"); // Not a line of its own.\n})();\n'
    )


@pytest.mark.parametrize("name", ["vendor/some.js", "admin/css/some.css"])
def test_files_of_others_are_kept_as_they_are(storage, name):
    assert saved(storage, name, SHEET) == SHEET


@pytest.mark.parametrize("path", sorted(STATIC.glob("js/*.js")), ids=lambda p: p.name)
def test_our_scripts_have_no_text_over_several_lines(path):
    # What is stripped of a line would be missing in such a text.
    assert all(line.count("`") % 2 == 0 for line in path.read_text().splitlines())


def test_what_is_kept_is_less_on_the_wire(storage):
    source = (STATIC / "css" / "table.css").read_text()
    kept = saved(storage, "css/table.css", source)
    assert len(gzip.compress(kept.encode())) < len(gzip.compress(source.encode()))
