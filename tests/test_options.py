"""Every list follows Options, Settings and Edition in the rules."""

import csv
from enum import StrEnum
from pathlib import Path

import pytest
from django.db.models import BooleanField

from games.admin.exports import export_results
from games.labels import EDITION_NAMES, OPTION_LABELS, SETTING_LABELS
from games.models import Game
from games.proof.grammar import read_grammar
from games.rules.editions import (
    OPTIONS,
    PRESETS,
    RECORDED_OPTIONS,
    RECORDED_SETTINGS,
    SETTINGS,
    Edition,
    Limits,
    Settings,
)
from games.table.lobby.forms import SetupForm
from games.table.lobby.opening import SETUP_FIELDS

DOCS = Path(__file__).parent.parent / "docs"
FORMAT_OF_RECORDS, FORMAT_OF_HASHES = DOCS / "record.md", DOCS / "fairness.md"


KINDS = OPTIONS | SETTINGS
LABELS = OPTION_LABELS | SETTING_LABELS
CHOICES = [name for name, kind in KINDS.items() if issubclass(kind, StrEnum)]


def values_of(name):
    kind = KINDS[name]
    return [True, False] if kind is bool else [member.value for member in kind]


@pytest.mark.parametrize("name", KINDS)
def test_option_has_a_column_with_all_values(name):
    column = Game._meta.get_field(name)
    assert isinstance(column, BooleanField) == (KINDS[name] is bool)
    if name in CHOICES:
        assert [value for value, _ in column.choices] == values_of(name)


@pytest.mark.parametrize("name", [*OPTIONS, *CHOICES])
def test_option_has_a_label_for_every_value(name):
    assert [*LABELS[name].values] == values_of(name)


@pytest.mark.parametrize("name", KINDS)
def test_set_up_form_offers_every_value_of_an_option(name):
    field = SetupForm().fields[name]
    offered = [value for value, _ in getattr(field, "choices", ())]
    assert offered == (["", *values_of(name)] if name in CHOICES else [])


def test_option_labels_and_set_up_know_the_same_options():
    assert OPTION_LABELS.keys() == OPTIONS.keys()
    assert SETTING_LABELS.keys() | {"call_link", "webhook"} == SETTINGS.keys()
    assert KINDS.keys() <= set(SETUP_FIELDS)


def test_setting_has_the_default_of_its_column():
    # An edition sets the first player.
    names = SETTINGS.keys() - {"first_player"}
    assert {name: Game._meta.get_field(name).default for name in names} == {
        name: getattr(Settings(), name) for name in names
    }


def test_secret_setting_stays_with_the_seated():
    link = "https://call.example/"
    settings = Settings(limits=Limits.QUICK, call_link=link, webhook=link)
    assert settings.without_secrets() == Settings(limits=Limits.QUICK)


def test_results_have_a_column_for_every_option():
    answer = export_results(None, None, Game.objects.none())
    header = answer.content.decode().splitlines()[0]
    assert OPTIONS.keys() <= set(next(csv.reader([header])))


@pytest.mark.parametrize("name", RECORDED_SETTINGS)
def test_descriptions_of_records_and_hashes_name_every_recorded_setting(name):
    assert f"`{name}`" in FORMAT_OF_RECORDS.read_text()
    assert f"`{name}`" in FORMAT_OF_HASHES.read_text()


@pytest.mark.parametrize("name", RECORDED_OPTIONS)
def test_description_of_records_names_every_recorded_option(name):
    rows = FORMAT_OF_RECORDS.read_text().splitlines()
    (row,) = [line for line in rows if line.startswith("|") and f"`{name}`" in line]
    words = ["true", "false"] if OPTIONS[name] is bool else values_of(name)
    assert all(f"`{word}`" in row for word in words)


@pytest.mark.parametrize("name", [*RECORDED_OPTIONS, *RECORDED_SETTINGS, "discards"])
def test_grammar_of_records_has_every_value_of_an_option(name):
    known = read_grammar()["properties"]
    form = (known | known["options"]["properties"])[name]
    is_flag = form == {"$ref": "#/$defs/flag"}
    assert is_flag or form["pattern"] == f"^({'|'.join(values_of(name))})$"
    assert is_flag == (KINDS[name] is bool)


def test_every_edition_has_a_preset_a_name_and_a_place_in_the_column():
    editions = [*Edition]
    assert [*PRESETS] == [*EDITION_NAMES] == editions
    assert [value for value, _ in Game._meta.get_field("edition").choices] == editions
