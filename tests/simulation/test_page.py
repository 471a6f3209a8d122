"""The model of a page does the same as table.js."""

from shutil import which

import pytest

from tests.simulation.page import Page
from tests.simulation.vectors import make_vectors, run_model, run_scripts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(which("node") is None, reason="needs node"),
]


def test_page_is_as_its_scripts():
    vectors = make_vectors(1, 2000)
    for vector, by_scripts in zip(vectors, run_scripts(vectors), strict=True):
        assert run_model(vector) == by_scripts, vector


def test_vectors_tell_a_wrong_page(monkeypatch):
    monkeypatch.setattr(Page, "expect", lambda self, number: None)
    vectors = make_vectors(1, 20)
    assert [run_model(vector) for vector in vectors] != run_scripts(vectors)
