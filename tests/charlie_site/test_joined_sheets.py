"""Style sheets are served joined, and all files served are small."""

import gzip
import re
from pathlib import Path

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage

from charlie_site.static import JoinedStaticFilesStorage

STATIC = Path(__file__).parents[2] / "static"
SHEET = """/* The table:
   a strip on top. */
.table {
  color: red; /* Not blue. */
}
"""


def collect(folder, files):
    """Return a storage with these files, as they are served."""
    storage = JoinedStaticFilesStorage(location=folder, base_url="/static/")
    sources = InMemoryStorage()
    for name, text in files.items():
        for place in (sources, storage):
            place.save(name, ContentFile(text.encode()))
    processed = storage.post_process({name: (sources, name) for name in files})
    assert not [done for *_, done in processed if isinstance(done, Exception)]
    return storage


def read_served(storage, name):
    return Path(storage.path(storage.stored_name(name))).read_text()


def read_compressed(storage, name):
    path = storage.path(storage.stored_name(name))
    return gzip.decompress(Path(f"{path}.gz").read_bytes()).decode()


def test_style_sheet_is_served_with_the_sheets_it_imports_in_their_order(tmp_path):
    sheets = {
        "css/table.css": '@import "table/seats.css";\n@import "a.css";\nb {\n}\n',
        "css/a.css": "a {\n}\n",
        "css/table/seats.css": SHEET,
    }
    storage = collect(tmp_path, sheets)
    assert read_served(storage, "css/table/seats.css") == SHEET
    assert read_served(storage, "css/table.css") == SHEET + "a {\n}\nb {\n}\n"


def test_compressed_files_have_no_comments_and_no_white_space(tmp_path):
    script = "// Says hello.\nsay(\n  `a  b`, 'http://c' // Loud.\n);\n"
    storage = collect(tmp_path, {"css/a.css": SHEET * 9, "js/b.js": script * 9})
    assert read_compressed(storage, "css/a.css") == ".table{color:red}" * 9
    assert read_compressed(storage, "js/b.js") == "say(`a  b`,'http://c');" * 9


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


def test_script_holds_those_that_it_imports_for_their_effect(tmp_path):
    files = {
        "js/a.js": 'import "./b.js";\nimport { c } from "./c.js";\nconst d = c;\n',
        "js/b.js": 'import { c } from "./c.js";\nconst d = 2 * c;\n',
        "js/c.js": "export const c = 1;\n",
    }
    text = read_served(collect(tmp_path, files), "js/a.js")
    assert re.sub(r"c\.\w+\.js", "c.js", text) == (
        'import { c } from "./c.js";\n{\nconst d = 2 * c;\n}\nconst d = c;\n'
    )
