"""Records are verified in a real Chromium, and browsers contribute to shuffles."""

import json
import random
import re
import textwrap

import pytest
from django.db.models import F
from playwright.sync_api import expect

from games.models import Game, Seat
from games.proof.chain import build_receipt
from games.proof.record import load_proven
from games.proof.verify import GRAMMAR, filter_faults, verify
from games.rules.illegal import RecordError
from tests.browser.visits import call_script, wait_for_players
from tests.rules.changes import change_somewhere
from tests.rules.mutants import KINDS, mutants
from tests.rules.proofs import proven_record

DIGITS = re.compile(r"[0-9a-f]{32}")
CHECKS = 6


def open_page(new_phone):
    page = new_phone()
    page.goto("/verify/")
    return page


def faults(page, record) -> set[str]:
    """Return the names of the checks that fail on the page."""
    page.get_by_label("Record").fill(json.dumps(record))
    page.get_by_role("button", name="Check").click()
    rows = page.locator("[data-check]").all()
    assert len(rows) == CHECKS
    verdicts = {row.get_attribute("data-check"): row for row in rows}
    return {
        name
        for name, row in verdicts.items()
        if row.get_attribute("data-holds") != "yes"
    }


@pytest.mark.core
def test_page_agrees_on_untouched_and_changed_records(new_phone):
    page, chance = open_page(new_phone), random.Random(3)
    for number in range(6):
        record = proven_record(number, 2000 if number % 2 else 30)
        assert faults(page, record) == set(), number
        change_somewhere(record, chance)
        assert faults(page, record), number


def test_page_names_the_fault_and_seats_without_contribution(new_phone):
    page, record = open_page(new_phone), proven_record(4, 30)
    record["rounds"][0]["deal"]["deck"].reverse()
    assert faults(page, record) == {"deals", "moves", "chain"}
    row = page.locator("[data-check=deals]")
    expect(row).to_contain_text("does not hold: round 1, deal, deck 1")
    silent = [str(n) for n, each in enumerate(record["contributions"]) if not each]
    expect(page.locator("#silent b")).to_have_text(", ".join(silent))


def test_page_finds_changed_tokens_and_shows_the_receipt_of_a_sound_record(new_phone):
    page, record = open_page(new_phone), proven_record(4)
    for entry in (record["rounds"][0], record["rounds"][-1]):
        gold = entry["deal"]["pool"]["gold"]
        kept = gold[-1]
        gold[-1] = "5" if kept == "4" else "4"
        assert faults(page, record) >= {"deals", "chain"}
        gold.pop()
        assert faults(page, record) >= {"deals", "chain"}
        gold.append(kept)
    assert faults(page, record) == set()
    receipt = str(build_receipt(record))
    expect(page.locator("#receipt")).to_have_text(receipt)


@pytest.mark.parametrize(
    "junk",
    [
        *({"rounds": 1}, {"contributions": {"keys": 1}}),
        {"commitment": {"toString": 1}, "head_hash": []},
    ],
)
def test_page_fails_every_check_of_a_record_with_junk(new_phone, junk):
    page, record = open_page(new_phone), proven_record(4, 30)
    assert len(faults(page, record | junk)) == CHECKS


def choose_file(page, content: bytes) -> None:
    file = {"name": "record.json", "mimeType": "application/json", "buffer": content}
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check").click()


AROUND = {
    "mark": "\ufeff{}".format,
    "code": "```json\n{}\n```\n".format,
    "quote": lambda text: textwrap.indent(f"A mail:\n\n{text}\n", "> "),
    "narrow quote": lambda text: textwrap.indent(f"A mail:\n\n{text}\n", ">"),
    "quote of a quote": lambda text: textwrap.indent(f"A mail:\n\n{text}\n", "> > "),
}


@pytest.mark.parametrize("put_around", AROUND.values(), ids=AROUND)
def test_page_ignores_what_stands_around_a_record(new_phone, put_around):
    page, text = open_page(new_phone), json.dumps(proven_record(4, 30), indent=2)
    choose_file(page, put_around(text).encode())
    holding = page.locator("[data-check][data-holds=yes]")
    expect(holding).to_have_count(CHECKS)


def test_page_accuses_nobody_of_a_text_that_it_cannot_read(new_phone):
    page, record = open_page(new_phone), proven_record(4, 30)
    text, start = json.dumps(record), json.dumps(dict(list(record.items())[:5]))
    parts = [text[:900].encode(), text.encode("utf-16"), start.encode()]
    others = [b"[1, 2]", b"", b"{}", b'{"name": 1}', b"<html>{}</html>"]
    sentence = page.get_by_text("This is no record, or only a part of one.")
    verdicts = page.locator("#verdicts")
    for content in parts + others:
        assert faults(page, json.loads(text)) == set()
        expect(sentence).to_be_hidden()
        choose_file(page, content)
        expect(sentence).to_be_visible()
        expect(verdicts).to_be_hidden()


FAULTS = "check(t).found.flatMap(([, wrong]) => wrong)"
ASK = f"texts => Promise.all(texts.map((t) => {call_script('verify', FAULTS)}))"


def words_of(text) -> list[str]:
    """Return the faults that verifier.pyz names, or its refusal."""
    try:
        checks = filter_faults(verify(load_proven(text.encode())))
    except RecordError as error:
        return [str(error)] * CHECKS
    if checks and checks[0].expected == GRAMMAR:
        return [f"{checks[0].name}: {checks[0].found}"] * CHECKS
    return sorted(check.name for check in checks)


@pytest.mark.parametrize("count", [150, pytest.param(2000, marks=pytest.mark.full)])
def test_page_and_verifier_agree_on_every_forgery_in_the_same_words(new_phone, count):
    page, forged = open_page(new_phone), list(mutants(count))
    assert 40 <= len(KINDS) <= count
    for start in range(0, count, 50):
        some = forged[start : start + 50]
        answers = page.evaluate(ASK, [text for _kind, text in some])
        for (kind, text), found in zip(some, answers, strict=True):
            assert sorted(found) == words_of(text), kind


def test_phone_contributes_when_it_joins_or_later(new_phone):
    page = new_phone()
    game, _host = wait_for_players(0)
    page.goto(f"/t/{game.code}/")
    page.get_by_label("Your name").fill("bob")
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    seat = Seat.objects.get(game=game)
    assert DIGITS.fullmatch(seat.contribution)
    page.get_by_text("Fair shuffles").click()
    expect(page.locator("#proof")).to_contain_text(seat.contribution)
    expect(page.locator("#proof")).to_contain_text(game.commitment)
    Seat.objects.update(contribution="")
    # As each change does: the server has cached the table.
    Game.objects.update(number=F("number") + 1, version=F("version") + 1)
    page.reload()
    expect(page.get_by_text("Add my random digits")).to_have_count(0)
    page.get_by_text("Fair shuffles").click()
    expect(page.locator("#proof .hash").nth(1)).to_have_text(DIGITS)
    expect(page.locator("#proof")).not_to_contain_text(seat.contribution)
