"""What every viewer sees after each move is as it was written down."""

import pytest

from tests.rules.playthroughs import FOLDER, PLAYED, tell


@pytest.mark.parametrize("name", PLAYED)
def test_playthrough_is_as_written_down(name):
    path = FOLDER / f"{name}.txt"
    assert tell(name) == path.read_text(encoding="utf-8")


def test_every_playthrough_is_played():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYED)
