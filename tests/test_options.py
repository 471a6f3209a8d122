"""Every list of options and editions follows Options and Edition in the rules."""

import csv
from pathlib import Path

import pytest
from django.db.models import BooleanField

from games.admin.exports import results_as_csv
from games.hosting.setup import SETUP_FIELDS
from games.labels import EDITION_NAMES, OPTION_LABELS
from games.models.game import Game
from games.rules.editions import OPTIONS, PRESETS, RECORDED_OPTIONS, Edition
from games.table.forms import SetupForm

FORMAT_OF_RECORDS = Path(__file__).parent.parent / "docs" / "record.md"


def values_of(name):
    kind = OPTIONS[name]
    return [True, False] if kind is bool else [member.value for member in kind]


@pytest.mark.parametrize("name", OPTIONS)
def test_option_has_a_column_with_all_values(name):
    column = Game._meta.get_field(name)
    if OPTIONS[name] is bool:
        assert isinstance(column, BooleanField)
    else:
        assert [value for value, _ in column.choices] == values_of(name)


@pytest.mark.parametrize("name", OPTIONS)
def test_option_has_a_label_for_every_value(name):
    assert [*OPTION_LABELS[name].values] == values_of(name)


@pytest.mark.parametrize("name", OPTIONS)
def test_set_up_form_offers_every_value_of_an_option(name):
    field = SetupForm().fields[name]
    offered = [value for value, _ in getattr(field, "choices", ())]
    assert offered == ([] if OPTIONS[name] is bool else ["", *values_of(name)])


def test_option_labels_and_set_up_know_the_same_options():
    assert OPTION_LABELS.keys() == OPTIONS.keys()
    assert OPTIONS.keys() <= set(SETUP_FIELDS)


def test_results_have_a_column_for_every_option():
    header = results_as_csv(Game.objects.none()).content.decode().splitlines()[0]
    assert OPTIONS.keys() <= set(next(csv.reader([header])))


@pytest.mark.parametrize("name", RECORDED_OPTIONS)
def test_description_of_records_names_every_recorded_option(name):
    rows = FORMAT_OF_RECORDS.read_text().splitlines()
    (row,) = [line for line in rows if line.startswith("|") and f"`{name}`" in line]
    words = ["true", "false"] if OPTIONS[name] is bool else values_of(name)
    assert all(f"`{word}`" in row for word in words)


def test_every_edition_has_a_preset_a_name_and_a_place_in_the_column():
    editions = [*Edition]
    assert [*PRESETS] == [*EDITION_NAMES] == editions
    assert [value for value, _ in Game._meta.get_field("edition").choices] == editions
