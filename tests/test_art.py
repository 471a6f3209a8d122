"""The sprite: small, with a picture for each name that templates use."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from games.deduction.bots.characters import CHARACTERS
from games.rules.editions import Investigator
from games.rules.suspects import SUSPECTS, Trait, sides_of
from games.rules.tokens import Colour
from tools.art.__main__ import draw_sprite

ART = Path(settings.BASE_DIR) / "static" / "art"
SPRITE = (ART / "sprite.svg").read_text(encoding="utf-8")
SIDES = [side for trait in Trait for side in sides_of(trait)]


@pytest.mark.parametrize(
    "name",
    [f"s-{code}" for code in SUSPECTS]
    + [f"d-{dog}" for dog in Investigator]
    + [f"b-{bot}" for bot in CHARACTERS]
    + [f"c-{side}" for side in SIDES]
    + [f"t-{colour}" for colour in Colour]
    + ["adler", "stasi", "paw", "back"],
)
def test_sprite_has_a_picture_of(name: str) -> None:
    assert SPRITE.count(f'id="{name}"') == 1


def test_no_two_suspects_look_alike() -> None:
    bodies = re.findall(r'<symbol id="s-[01]{5}"[^>]*>(.*?)</symbol>', SPRITE)
    assert len(set(bodies)) == 32


def test_sprite_is_small_and_has_no_style_of_its_own() -> None:
    assert len(gzip.compress(SPRITE.encode())) <= 24_000
    assert "style" not in SPRITE
    assert "<use" not in SPRITE


def test_sprite_equals_its_drawing() -> None:
    assert draw_sprite() == SPRITE


def test_template_tag_shows_a_part_of_the_sprite() -> None:
    template = Template('{% load art %}{% art "s-10110" "portrait" %}')
    html = template.render(Context())
    assert 'class="portrait"' in html
    assert re.search(r'href="[^"]*art/sprite[^"]*\.svg#s-10110"', html)
