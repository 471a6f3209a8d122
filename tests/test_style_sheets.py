"""Features that the style sheets must not use, for the sake of older browsers."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "static" / "css"
SHEETS = sorted(FOLDER.rglob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# The text before a brace or a semicolon, and that character.
PART = re.compile(r"([^{};]*)([{};])")


def list_nested_rules(text):
    found, around = [], []
    for words, sign in PART.findall(COMMENT.sub("", text)):
        selector = words.strip()
        if sign == "{":
            is_nested = any(not outer.startswith("@") for outer in around)
            if is_nested:
                found.append(selector)
            around.append(selector)
        elif sign == "}":
            around.pop()
    return found


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_nested_rule_begins_with_no_name_of_an_element(path):
    # Chrome before 120 and Safari before 17.2 drop such a rule.
    rules = list_nested_rules(path.read_text())
    assert [rule for rule in rules if rule[:1].isalpha()] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.stem)
def test_nested_rule_has_no_pseudo_class_after_a_space(path):
    # rcssmin takes it for a declaration and drops the space.
    rules = list_nested_rules(path.read_text())
    assert [rule for rule in rules if re.search(r"[^\s>~+,(] +:", rule)] == []
