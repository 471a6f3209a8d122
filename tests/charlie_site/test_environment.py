"""The settings that a server reads from its environment."""

import pytest

from charlie_site.settings import env

KEY = "$7x(k&q#w9v+2m=e)1t8z!c@u5r*b-y_3n0p6a^d4fgjhlsoi"


@pytest.mark.parametrize("name", ["SECRET_KEY", "METRICS_TOKEN"])
def test_secret_is_read_literally_when_it_begins_with_a_dollar(monkeypatch, name):
    monkeypatch.setenv(name, KEY)
    assert env(name, default="") == KEY


def test_secret_that_names_another_variable_is_not_replaced(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "$HOME")
    assert env("SECRET_KEY", default="") == "$HOME"


def test_former_keys_are_kept_when_the_first_begins_with_a_dollar(monkeypatch):
    monkeypatch.setenv("SECRET_KEY_FALLBACKS", f"{KEY},another")
    assert env.list("SECRET_KEY_FALLBACKS", default=[]) == [KEY, "another"]
