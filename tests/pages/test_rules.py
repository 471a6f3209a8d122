"""The rules page: complete, and consistent with the rules in code."""

import pytest
from django.urls import reverse

from games.labels import EDITION_NAMES, OPTION_LABELS, SETTING_LABELS
from games.pages.views import SECTIONS
from games.rules.editions import PRESETS, Edition
from games.table.page.refusals import RULES


@pytest.fixture
def page(client):
    return client.get(reverse("rules")).content.decode()


def test_rules_have_every_section_to_which_a_refusal_links(page):
    for section in {section for _sentence, section in RULES.values()}:
        assert page.count(f'id="section-{section}"') == 1


def test_rules_have_a_table_of_contents(page):
    for section in SECTIONS:
        assert page.count(f'href="#{section["id"]}"') == 1


def test_rules_show_the_tokens_of_the_pool(page):
    shown = " ".join(page.replace("&nbsp;", " ").split())

    assert "2 × 3, 2 × 4, 1 × 5" in shown
    assert "6 × 1, 6 × 2" in shown
    assert "4 × −1, 4 × 0" in shown


def test_rules_describe_the_presets_of_the_editions(page):
    assert PRESETS[Edition.DEVIR] == PRESETS[Edition.GAGA]  # One column of the page.
    for edition, preset in PRESETS.items():
        assert str(EDITION_NAMES[edition]).partition(" (")[0] in page
        assert str(OPTION_LABELS["last_call"].values[preset.options.last_call]) in page
        assert (
            str(OPTION_LABELS["ten_points"].values[preset.options.ten_points]) in page
        )
        first_player = SETTING_LABELS["first_player"].values[preset.first_player]
        assert str(first_player) in page


def test_rules_have_no_inline_style_or_script(page):
    assert " style=" not in page
    assert "<script" not in page
