"""What happens to a seat, and what each viewer then sees: the table of docs/seats.md.

Alice is the host, and Bob has the seat. After an intended change, run
`UPDATE_SEATS=1 pytest tests/table/test_seat_changes.py` and review the difference.
"""

import os
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from games.accounts.export import read_export
from games.models import Idle, Player
from games.play.transaction import locked_game
from games.table.lobby.ending import end_game
from games.table.people.asking import ask_for_seat, decline, give_seat
from games.table.people.idle import set_idle
from games.table.people.kept_out import show_out
from games.table.people.moderation import ban, remove_name
from games.table.people.ownership import forget_player, rename_player
from games.table.people.presence import let_stand_in, note_here
from games.table.people.seats import leave_table
from tests.support.browsers import open_browser
from tests.support.cast import begin_to_draw, look_into, newcomer
from tests.support.latecomers import agree_on, begin_again, key_of
from tests.support.presence import send_away
from tests.support.replays import build_replay_address
from tests.support.shown import Element, walk
from tests.table.test_pages_from_updates import Watcher

pytestmark = [pytest.mark.django_db, pytest.mark.storage]
PAGE = Path(__file__).parents[2] / "docs/seats.md"
BOB = 1
HEAD = "| What happens | the seat reads | clue | asked | replay | export |\n"
HEAD += "|---|---|---|---|---|---|\n"


class Story:
    """A table of three, and somebody on another phone, with all their pages."""

    def __init__(self, name: str) -> None:
        self.game, players = begin_to_draw()
        self.alice, self.bob, self.carol = players
        self.phone = newcomer(name)
        new = "Dana" if name == "dana" else "new phone"
        people = {"Bob": self.bob, new: self.phone}
        self.others = {"Alice": self.alice, "Carol": self.carol}
        self.people = people | self.others | {"watcher": None, "TV": None}
        snapshot = look_into(self.game)
        self.pages = {
            name: Watcher(snapshot, player, "en", is_display=name == "TV")
            for name, player in self.people.items()
        }

    def catch_up(self) -> None:
        """Have every open page take its update, and compare it with a fresh one."""
        snapshot = look_into(self.game)
        for page in self.pages.values():
            page.catch_up(snapshot)
            page.check(snapshot)

    def read(self) -> list[str]:
        """Return the name and state of the seat, and who gets what; end the game."""
        trees = {name: page.shown.table for name, page in self.pages.items()}
        (head,) = {read_head(tree) for tree in trees.values()}
        clues = [name for name, tree in trees.items() if has_bobs_clue(tree)]
        asked = [name for name, tree in trees.items() if has_question(tree)]
        exports = [text for name in self.people for text in self.list_exports(name)]
        lists = [", ".join(names) or "nobody" for names in (clues, asked, exports)]
        return [head, *lists[:2], self.read_replay(), lists[2]]

    def list_exports(self, name: str) -> list[str]:
        """Return whether somebody's export has the seat, or had it once."""
        player = self.people[name]
        if name in self.others or not Player.objects.filter(pk=player and player.pk):
            return []
        export = read_export(AnonymousUser(), player)
        former = [f"{name} until then"] if export["former_seats"] else []
        return former + ([name] if export["seats"] else [])

    def read_replay(self) -> str:
        end_game(self.game.code, self.alice)
        page = open_browser(self.alice).get(build_replay_address(self.game, "?as=1"))
        body = page.content.decode().partition("<body")[2].partition(">")[2]
        found = re.search(r'id="name-1"[^>]*>([^<]*)<', body)
        return found[1].strip()


def read_head(tree: Element) -> str:
    """Return the name of the seat with its marks, as every viewer reads them."""
    (title,) = (each for each in walk(tree) if is_title(each))
    words = [word for child in title.children for word in list_words(child)]
    return ", ".join(word for word in words if word != "you")


def is_title(element: Element) -> bool:
    ids = [child.id for child in element.children if isinstance(child, Element)]
    return f"name-{BOB}" in ids


def has_bobs_clue(tree: Element) -> bool:
    is_own = tree.attributes["data-viewer"] == str(BOB)
    return is_own and any("data-my-clue" in each.attributes for each in walk(tree))


def has_question(tree: Element) -> bool:
    places = [each for each in walk(tree) if each.id == "questions"]
    return any("hidden" not in place.attributes for place in places)


def list_words(element) -> Iterator[str]:
    if isinstance(element, Element):
        for child in element.children:
            yield from list_words(child)
    else:
        yield element


def go(story: Story) -> None:
    send_away(story.game, story.bob)


def be_silent(story: Story) -> None:
    with locked_game(story.game.code) as game:
        set_idle(game, game.seats.get(index=BOB), Idle.OFFERED)


def be_played_for(story: Story) -> None:
    let_stand_in(story.game.code, story.alice, BOB)


def come_back(story: Story) -> None:
    note_here(story.game.code, story.bob)


def leave(story: Story) -> None:
    leave_table(story.game.code, story.bob)


def leave_to_bot(story: Story) -> None:
    leave_table(story.game.code, story.bob, "pip")


def change_name(story: Story) -> None:
    rename_player(story.bob, "robert")


def be_removed(story: Story) -> None:
    show_out(story.game.code, story.alice, BOB)


def ask(story: Story) -> None:
    is_own = story.phone.name == "bob"
    ask_for_seat(story.game.code, story.phone, waits=is_own)


def refuse(story: Story) -> None:
    come_back(story)
    decline(story.game.code, story.bob, key_of(story.game, story.phone))


def promise(story: Story) -> None:
    give_seat(story.game.code, story.alice, BOB, key_of(story.game, story.phone))


def agree(story: Story) -> None:
    agree_on(story.game, story.alice, key_of(story.game, story.phone), BOB)


def begin_round(story: Story) -> None:
    begin_again(story.game)


def be_banned(story: Story) -> None:
    ban(story.bob, timezone.now() + timedelta(days=1))


def lose_name(story: Story) -> None:
    remove_name(story.game.code, BOB, User.objects.create_user("staff"))


def be_forgotten(story: Story) -> None:
    forget_player(story.bob)


# What happens to the seat, one after the other; who asks is called bob or dana.
CHANGES = {
    "Nothing": ("dana", []),
    "Bob has no page for 15 s": ("dana", [go]),
    "A stand-in plays": ("dana", [go, be_played_for]),
    "Bob comes back": ("dana", [go, be_played_for, come_back]),
    "Bob gives no sign for 2 min": ("dana", [be_silent]),
    "Bob leaves": ("dana", [leave]),
    "Bob leaves to a bot": ("dana", [leave_to_bot]),
    "Bob is removed": ("dana", [be_removed]),
    "The host gives Dana the seat": ("dana", [leave, ask, promise]),
    "The next round begins for Dana": ("dana", [leave, ask, promise, begin_round]),
    "All let Dana play now": ("dana", [leave, ask, agree]),
    "Bob asks on another phone": ("bob", [ask]),
    "The old phone goes": ("bob", [ask, go]),
    "The old phone refuses": ("bob", [go, ask, refuse]),
    "The host agrees": ("bob", [go, ask, promise]),
    "The next round begins": ("bob", [go, ask, promise, begin_round]),
    "All choose *Now*": ("bob", [go, ask, agree]),
    "Bob changes the name of the account": ("dana", [change_name]),
    "Bob is banned": ("dana", [be_banned]),
    "Staff remove the name": ("dana", [lose_name]),
    "Bob deletes the account": ("dana", [be_forgotten]),
}


@pytest.mark.parametrize("place", range(len(CHANGES)))
def test_page_tells_what_each_viewer_sees(place):
    change, (who, acts) = list(CHANGES.items())[place]
    story = Story(who)
    for act in acts:
        act(story)
        story.catch_up()
    row = f"| {' | '.join([change, *story.read()])} |"
    text, _head, table = PAGE.read_text().partition(HEAD)
    rows = table.splitlines()
    if "UPDATE_SEATS" in os.environ:
        rows[place : place + 1] = [row]
        PAGE.write_text(text + HEAD + "\n".join(rows) + "\n")
    else:
        assert len(rows) == len(CHANGES)
    assert rows[place] == row
