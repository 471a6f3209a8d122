"""Golden play-throughs: each viewer's observations equal the stored files."""

import pytest

from tests.rules.playthroughs import FOLDER, PLAYED, tell


@pytest.mark.parametrize("name", PLAYED)
def test_playthrough_equals_its_file(name):
    path = FOLDER / f"{name}.txt"
    assert tell(name) == path.read_text(encoding="utf-8")


def test_every_playthrough_file_belongs_to_a_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYED)
