"""Own scripts and style sheets are served without comments and indentation."""

import gzip
import re
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from charlie_site.storage import LeanStaticFilesStorage

STATIC = Path(__file__).parents[2] / "static"
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


def test_style_sheet_is_stored_without_comments_and_indentation(storage):
    assert saved(storage, "css/table.css", SHEET) == ".table{color:red;}"


def test_style_sheet_is_recognised_by_a_name_with_backslashes(storage):
    storage._save("css\\table.css", ContentFile(SHEET.encode()))
    assert Path(storage.path("css/table.css")).read_text().startswith(".table{")


def test_script_is_stored_without_comment_lines(storage):
    assert saved(storage, "js/hello.js", SCRIPT) == (
        '(() => {\nsay(`hello`, "http://localhost"); // Not a line of its own.\n})();'
    )


@pytest.mark.parametrize("name", ["vendor/some.js", "admin/css/some.css"])
def test_third_party_files_are_stored_unchanged(storage, name):
    assert saved(storage, name, SHEET) == SHEET


@pytest.mark.parametrize("path", sorted(STATIC.glob("js/*.js")), ids=lambda p: p.name)
def test_own_scripts_have_no_multi_line_strings(path):
    # Stripping would change the lines of such a string.
    assert all(line.count("`") % 2 == 0 for line in path.read_text().splitlines())


def test_stored_file_compresses_to_fewer_bytes(storage):
    source = (STATIC / "css" / "base.css").read_text()
    kept = saved(storage, "css/base.css", source)
    assert len(gzip.compress(kept.encode())) < len(gzip.compress(source.encode()))


def collect(folder, sheets):
    """Return a storage with these style sheets, as they are served."""
    storage = LeanStaticFilesStorage(location=folder / "collected", base_url="/static/")
    sources = FileSystemStorage(folder / "sources")
    for name, source in sheets.items():
        sources.save(name, ContentFile(source.encode()))
        saved(storage, name, source)
    processed = storage.post_process({name: (sources, name) for name in sheets})
    assert not [done for *_, done in processed if isinstance(done, Exception)]
    return storage


def read_served(storage, name):
    return Path(storage.path(storage.stored_name(name))).read_text()


def test_style_sheet_is_served_with_the_sheets_it_imports_in_their_order(tmp_path):
    sheets = {
        "css/table.css": '@import "table/seats.css";\n@import "a.css";\nb {\n}\n',
        "css/a.css": "a {\n}\n",
        "css/table/seats.css": SHEET,
    }
    storage = collect(tmp_path, sheets)
    seats = ".table{color:red;}"
    assert read_served(storage, "css/table/seats.css") == seats
    assert read_served(storage, "css/table.css") == seats + "a{}b{}"


def test_served_name_of_a_style_sheet_changes_with_a_sheet_it_imports(tmp_path):
    names = set()
    for name in ("red", "blue"):
        sheets = {"css/b.css": '@import "a.css";\n', "css/a.css": f"{name} {{\n}}\n"}
        names.add(collect(tmp_path / name, sheets).stored_name("css/b.css"))
    assert len(names) == 2


def test_no_served_style_sheet_imports_another_or_names_a_picture(tmp_path):
    paths = (STATIC / "css").rglob("*.css")
    sheets = {str(path.relative_to(STATIC)): path.read_text() for path in paths}
    storage = collect(tmp_path, sheets)
    for name in sheets:
        # Joined to a sheet of another folder, the address of a picture would be wrong.
        assert not re.search(r'@import|url\((?!"data:)', read_served(storage, name))
