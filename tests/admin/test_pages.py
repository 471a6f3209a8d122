"""The admin's pages, exports and acts, for staff and for hosts."""

import csv
import io
import json
import re
import zipfile

import pytest
from django.utils import translation

from charlie_site import __version__
from games.admin.texts import move_in_words
from games.archive import audit as archive_audit
from games.archive.audit import audit_journal
from games.archive.records import forget_game, read_record
from games.archive.story import list_moments
from games.models import Bet, Draw, Game, StaffAct, Token
from games.proof.verify import filter_faults
from tests.support.cast import newcomer
from tests.support.finished import play_game

pytestmark = pytest.mark.storage

LIST = "/admin/games/game/"


@pytest.fixture
def staff(cast):
    return cast.browsers["staff"]


def act(browser, site: str, action: str, *games: Game):
    chosen = {"action": action, "_selected_action": [game.pk for game in games]}
    return browser.post(f"/{site}/games/game/", chosen)


def test_list_describes_each_game(cast, staff):
    page = staff.get(LIST).text
    for words in ("Devir", "alice, mine-bob and carol", "not audited", "0:00"):
        assert words in page


@pytest.mark.parametrize(("site", "name"), [("admin", "staff"), ("host", "host")])
def test_foot_of_the_page_names_the_release(cast, site, name):
    page = cast.browsers[name].get(f"/{site}/games/game/").text
    assert f"Checkpoint Charlie {__version__}" in page


@pytest.mark.parametrize("language", ["ru", "pl", "pt-br", "de"])
def test_list_has_no_english_word_in_another_language(cast, staff, language):
    page = staff.get(LIST, headers={"Accept-Language": language}).text
    found = re.findall(r'(?i)ended at|filter by|select an|l="breadcrumbs|>run<', page)
    assert found == []


@pytest.mark.parametrize(
    ("query", "is_there"),
    [
        ("edition__exact=devir", True),
        ("edition__exact=gaga", False),
        ("players=3", True),
        ("players=5", False),
        ("audited=none", True),
        ("audited=faulty", False),
        ("reason__exact=abandoned", True),
        ("ended_at__year=1999", False),
    ],
)
def test_filters_choose_games(cast, staff, query, is_there):
    page = staff.get(f"{LIST}?{query}").text
    assert (f"/{cast.closed.pk}/change/" in page) is is_there


def test_zip_holds_one_record_for_each_closed_game(cast, staff):
    games = (cast.closed, cast.others_closed, cast.running)
    answer = act(staff, "admin", "export_records", *games)
    archive = zipfile.ZipFile(io.BytesIO(answer.getvalue()))
    names = {f"{game.code}.json" for game in games[:2]}
    assert set(archive.namelist()) == names
    record = json.loads(archive.read(f"{cast.closed.code}.json"))
    assert record["code"] == cast.closed.code


def test_results_have_one_line_for_each_seat(cast, staff):
    cast.closed.seats.filter(index=1).update(name="=1+1")
    answer = act(staff, "admin", "export_results", cast.closed, cast.running)
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [line["name"] for line in lines] == ["alice", "'=1+1", "carol"]
    assert {line["code"] for line in lines} == {cast.closed.code}


def test_moments_have_one_line_for_each_of_a_closed_game(cast, staff):
    game = play_game(1)
    answer = act(staff, "admin", "export_moments", game, cast.running)
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    told = [(line["code"], line["move"], line["words"]) for line in lines]
    assert told == [
        (game.code, str(each.move), each.words) for each in list_moments(game)
    ]


def test_results_are_the_same_in_every_language(cast, staff):
    english = act(staff, "admin", "export_results", cast.closed).text
    staff.cookies["django_language"] = "ru"
    assert act(staff, "admin", "export_results", cast.closed).text == english
    assert '"not audited"' in english


FORMULAS = {
    "a;=1+1": "a;'=1+1",
    "a,+1": "a,'+1",
    "a\t-1": "a\t'-1",
    "a| @sum": "a|' @sum",
    'a;"=1': "a;'\"=1",
    "\t=1": "'\t'=1",
    "\r=1": "'\r'=1",
    "＝1": "'＝1",
    "＋1": "'＋1",
    "－1": "'－1",
    "＠a": "'＠a",
    "a=1;b-2": "a=1;b-2",
    "Anna-Maria": "Anna-Maria",
}


@pytest.mark.parametrize("name", FORMULAS)
def test_no_cell_begins_a_formula_at_any_separator(cast, staff, name):
    cast.closed.seats.filter(index=1).update(name=name)
    answer = act(staff, "admin", "export_results", cast.closed)
    lines = list(
        csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    )
    assert lines[1]["name"] == FORMULAS[name]
    # With a byte order mark, for Excel.
    assert answer.text.startswith('\ufeff"code","edition",')


def test_host_exports_no_game_of_others(cast):
    host = cast.browsers["host"]
    answer = act(host, "host", "export_results", cast.closed, cast.others_closed)
    assert cast.others_closed.code not in answer.text


def test_staff_ends_a_stuck_game_and_the_act_is_noted(cast, staff):
    answer = staff.post(f"{LIST}end/", {"code": cast.running.code.lower()})
    game = Game.objects.get(pk=cast.running.pk)
    assert answer.headers["Location"] == f"{LIST}{game.pk}/change/"
    assert game.reason == "abandoned"
    assert game.number == cast.running.number + 1
    assert "ended the game" in staff.get(answer.headers["Location"]).text
    assert "ended the game" in staff.get(f"{LIST}{game.pk}/audit/").text


@pytest.mark.parametrize("code", ["closed", "ABC234", "", "\0"])
def test_staff_cannot_end_a_game_that_does_not_run(cast, staff, code):
    sent = cast.closed.code if code == "closed" else code
    assert staff.post(f"{LIST}end/", {"code": sent}).status_code == 422
    assert not StaffAct.objects.exists()


def test_staff_deletes_a_game_with_a_reason(cast, staff):
    page = f"{LIST}{cast.closed.pk}/forget/"
    assert page in staff.get(f"{LIST}{cast.closed.pk}/change/").text
    assert staff.post(page, {"why": " "}).status_code == 422
    assert staff.post(page, {"why": "asked for"}).headers["Location"] == LIST
    assert not Game.objects.filter(pk=cast.closed.pk).exists()
    assert StaffAct.objects.get().left["why"] == "asked for"
    assert staff.get(page).status_code == 404
    # A second tap finds it deleted.
    assert staff.post(page, {"why": "asked for"}).headers["Location"] == LIST
    assert StaffAct.objects.count() == 1


@pytest.fixture
def games_go(monkeypatch):
    """Let another member of staff delete each game while it is audited or read."""

    def forget_during(call):
        def call_meanwhile(game):
            forget_game(game.code, "meanwhile")
            return call(game)

        return call_meanwhile

    audit_game = "games.admin.views.audit.audit_game"
    monkeypatch.setattr(audit_game, forget_during(archive_audit.audit_game))
    monkeypatch.setattr("games.admin.exports.read_record", forget_during(read_record))


def test_game_that_goes_during_its_audit_is_not_found(cast, staff, games_go):
    assert staff.post(f"{LIST}{cast.closed.pk}/audit/").status_code == 404


@pytest.mark.parametrize("action", ["audit_games", "export_records"])
def test_bulk_acts_leave_out_games_that_go_meanwhile(cast, staff, games_go, action):
    chosen = [cast.closed.pk, cast.others_closed.pk]
    sent = {"action": action, "_selected_action": chosen}
    answer = staff.post(LIST, sent)
    assert answer.status_code in (200, 302)
    if action == "audit_games":
        assert "0 games are sound" in staff.get(LIST).text
    else:
        content = b"".join(answer.streaming_content)
        assert zipfile.ZipFile(io.BytesIO(content)).namelist() == []


def test_staff_removes_a_name_and_the_game_stays_sound(cast, staff):
    page = staff.get(f"{LIST}{cast.closed.pk}/change/").text
    asked = page.partition("Remove mine-bob from this game for good?")
    assert "<details data-confirm>" in asked[0][-500:]
    staff.post(f"{LIST}{cast.closed.pk}/remove-name/", {"seat": "1"})
    seat = cast.closed.seats.get(index=1)
    assert (seat.name, seat.player) == ("", None)
    page = staff.get(f"{LIST}{cast.closed.pk}/change/").text
    assert "mine-bob" not in page
    assert "Miss Lansbury" in page or "Martin Colombini" in page
    assert "removed a player’s name (seat 1)" in page
    staff.post(f"{LIST}{cast.closed.pk}/audit/")
    page = staff.get(f"{LIST}{cast.closed.pk}/audit/").text
    assert 'data-audit="sound"' in page
    assert "removed a player" in page


def make_others(game):
    """Give a game a former holder of a seat, and a watcher with a guess."""
    bob, watcher = newcomer("Vulgarius"), newcomer("Vulgaria")
    game.former = [[2, 1, bob.pk, bob.name, ""], [3, 0, None, "Roxy", "roxy"]]
    game.save(update_fields=["former"])
    Bet.objects.create(round=game.rounds.get(), player=watcher, suspect="10110")
    return watcher


@pytest.mark.parametrize("who", ["former", "watcher"])
def test_staff_removes_names_of_others_than_the_seated(cast, staff, who):
    game = cast.closed
    watcher = make_others(game)
    address = f"{LIST}{game.pk}/remove-name/"
    place, name = {
        "former": ("0", "Vulgarius"),
        "watcher": (str(watcher.pk), "Vulgaria<"),
    }[who]
    page = staff.get(f"{LIST}{game.pk}/change/").text
    assert f'name="{who}" value="{place}"' in page
    assert 'name="former" value="1"' not in page
    assert staff.post(address, {who: place}).status_code == 302
    page = staff.get(f"{LIST}{game.pk}/change/").text
    assert name not in page
    assert "removed a player’s name" in page
    game.refresh_from_db()
    assert (game.former[0][3] == "Vulgarius") == (who == "watcher")
    assert Bet.objects.exists() == (who == "former")
    assert filter_faults(audit_journal()) == []
    for wrong in ({who: "99"}, {}, {who: "x"}):
        assert staff.post(address, wrong).status_code == 404


def test_admin_leads_to_the_replay(cast, staff):
    for browser, site in ((staff, "admin"), (cast.browsers["host"], "host")):
        page = browser.get(f"/{site}/games/game/{cast.closed.pk}/change/").text
        for address in re.findall(r'href="(/t/[^"]*replay[^"]*)"', page):
            assert browser.get(address.replace("&amp;", "&")).status_code == 200


def test_lost_points_and_tokens_have_a_typographic_minus(cast, staff):
    game = play_game(1)
    game.seats.filter(index=0).update(points=-4)
    Token.objects.filter(round__game=game).update(face="-1")
    page = staff.get(f"{LIST}{game.pk}/change/").text
    assert "<td>−4</td>" in page
    assert " −1, " in page
    assert " -1" not in page


@pytest.mark.parametrize("language", ["ru", "pl", "pt-br", "de"])
def test_race_is_told_in_the_language_of_the_reader(cast, staff, language):
    row = cast.closed.moves.order_by("number").last()
    row.content["race"] = {"way": 40, "held": 7}
    with_race = move_in_words(row)
    with translation.override(language):
        assert with_race.partition("(")[2] not in move_in_words(row)


@pytest.mark.parametrize(("site", "name"), [("admin", "staff"), ("host", "host")])
def test_audit_is_stored_with_its_user(cast, site, name):
    browser, pk = cast.browsers[name], cast.closed.pk
    address = f"/{site}/games/game/{pk}/audit/"
    assert "not audited" in browser.get(address).text
    assert browser.post(address).status_code == 302
    page = browser.get(address).text
    assert 'data-audit="sound"' in page
    assert f"by {name}" in page
    assert "does not hold" not in page
    assert 'data-check="draws"' in page


def test_audit_reports_a_changed_row(cast, staff):
    Draw.objects.filter(round__game=cast.closed).update(seat=2)
    staff.post(f"{LIST}{cast.closed.pk}/audit/")
    page = staff.get(f"{LIST}{cast.closed.pk}/audit/").text
    assert 'data-audit="faulty"' in page
    assert "does not hold" in page
    assert "faulty" in staff.get(LIST).text


def test_many_games_are_audited_at_once(cast, staff):
    Draw.objects.filter(round__game=cast.others_closed).update(seat=2)
    games = (cast.closed, cast.others_closed, cast.running)
    page = staff.get(act(staff, "admin", "audit_games", *games).headers["Location"])
    assert "1 game is sound: its shuffles, moves and stored rows agree." in page.text
    assert f"Not sound: {cast.others_closed.code}" in page.text


def test_page_and_statistics_describe_a_played_game(cast, staff):
    game = play_game(1)
    page = staff.get(f"{LIST}{game.pk}/change/").text
    for row in game.rounds.all():
        assert f"Round {row.number}" in page
    assert page.count("?at=") == game.move_count
    figures = staff.get(f"{LIST}statistics/").text
    assert figures.count("<section") == 8
    assert "<meter" in figures
    assert "style=" not in figures


def test_statistics_of_a_host_count_their_own_games(cast):
    page = cast.browsers["other host"].get("/host/games/game/statistics/").text
    assert re.search(r'<th scope="row">Devir[^<]*</th>\s*<td>1</td>', page)


def test_list_needs_few_queries(cast, staff, django_assert_max_num_queries):
    play_game(2)
    staff.get(LIST)
    with django_assert_max_num_queries(12):
        staff.get(LIST)
    with django_assert_max_num_queries(12):
        cast.browsers["host"].get("/host/games/game/?q=bob&players=3")


def test_overview_counts_tables_and_names_none(cast, staff):
    page = staff.get("/admin/overview/").text
    rows = dict(re.findall(r'<th scope="row">(.*?)</th>\s*<td>(.*?)</td>', page))
    assert (rows["In play"], rows["Waiting for players"]) == ("1", "0")
    assert rows["At open tables"] == "3"
    assert rows["Release"] == __version__
    assert cast.running.code not in page
    for seat in cast.running.seats.all():
        assert seat.name not in page
    assert "/admin/overview/" in staff.get(LIST).text
    assert "/overview/" not in cast.browsers["host"].get("/host/games/game/").text
