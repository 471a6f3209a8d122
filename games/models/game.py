"""Rows of tables: games with their codes, seats, secrets, and players without a seat.

The rules are in games.rules.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.codes import CODE_LENGTH
from games.models.player import Player
from games.rules.editions import (
    Discards,
    Edition,
    FirstPlayer,
    Investigator,
    LastCall,
    Limits,
    NotebookMode,
    Options,
    Placement,
    Race,
    Reactions,
    Settings,
    TenPoints,
)
from games.rules.state import Phase
from runtime.statements import update_rows

# Stands before the investigator of a seat without a name. No name has this character.
NAMELESS = "\n"


class TablePhase(models.TextChoices):
    """The phase of a table: lobby, or a phase of the game (docs/rules.md)."""

    LOBBY = "lobby", _("waiting for players")
    SIDES = Phase.SIDES, _("choosing clues")
    SUSPECTS = Phase.SUSPECTS, _("suspects and accusations")
    LAST_CALL = Phase.LAST_CALL, _("last call")
    CAFE = Phase.CAFE, _("Café Adler")
    REVIEW = Phase.REVIEW, _("round over")
    OVER = Phase.OVER, _("game over")


class Presence(models.TextChoices):
    """Whether the player of a seat is present, and whether a stand-in plays."""

    HERE = "here", _("here")
    AWAY = "away", _("away")
    STAND_IN = "stand-in", _("away, a stand-in is playing")
    LEFT = "left", _("left, a stand-in is playing")


class Idle(models.IntegerChoices):
    """Whether a player who is here gives no sign, and whether a stand-in plays."""

    NO = 0
    OFFERED = 1
    STAND_IN = 2


class Reason(models.TextChoices):
    """Why a game is closed: a termination of the rules, or abandoned by its host."""

    TEN_POINTS = "ten-points", _("ten points announced")
    COLOUR_OUT = "colour-out", _("one token colour has run out")
    FIVE_ROUNDS = "five-rounds", _("five rounds played")
    ABANDONED = "abandoned", _("game cancelled")


def list_choices(kind: type[StrEnum]) -> list[tuple[str, str]]:
    """Return the choices of an enumeration of the rules."""
    return [(member.value, member.value) for member in kind]


class FormerHolder(NamedTuple):
    """A holder of a seat that has changed hands since.

    `moves` counts the moves until then; `bot` is the character if a bot had the seat;
    `former_person` is that of Seat.
    """

    moves: int
    seat: int
    player_id: int | None
    name: str
    bot: str
    former_person: str = ""

    @property
    def score_key(self) -> str:
        """Return the key of the seat's score at this moment in Game.former_scores."""
        return f"{self.seat}.{self.moves}"


def _count_until(holders: list[FormerHolder], seat: int) -> int:
    """Return the number of moves made until the last of these holders left a seat."""
    return max((each.moves for each in holders if each.seat == seat), default=0)


class GameQuerySet(models.QuerySet["Game"]):
    """Games, with or without the tutorials."""

    def exclude_tutorials(self) -> Self:
        """Return the games that are no tutorials."""
        return self.filter(is_tutorial=False)


class Game(models.Model):
    """A table and its one game."""

    # The table.
    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True)
    host = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    listed = models.BooleanField(default=False)
    # The host's, for the messages to the webhook.
    language = models.CharField(max_length=10, default="en", db_default="en")
    # Goes up with each locked change, and guards it (games.play.transaction). No page
    # shows it: it would tell that an accusation waits.
    version = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    number = models.PositiveIntegerField(
        default=0, help_text=_("goes up by one with each change that anyone may see")
    )
    # Written about twice an hour.
    visited_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_at = models.DateTimeField(auto_now_add=True)

    # The options of the game (games.rules.editions.Options).
    edition = models.CharField(max_length=10, choices=list_choices(Edition))
    stasi = models.BooleanField(default=False)
    adler = models.BooleanField(default=False)
    placement = models.CharField(max_length=10, choices=list_choices(Placement))
    last_call = models.CharField(max_length=10, choices=list_choices(LastCall))
    ten_points = models.CharField(max_length=10, choices=list_choices(TenPoints))
    discards = models.CharField(max_length=10, choices=list_choices(Discards))

    # The other settings (games.rules.editions.Settings).
    first_player = models.CharField(max_length=10, choices=list_choices(FirstPlayer))
    notebook = models.CharField(
        max_length=5, choices=list_choices(NotebookMode), default="on"
    )
    reactions = models.CharField(
        max_length=3, choices=list_choices(Reactions), default="on"
    )
    limits = models.CharField(max_length=7, choices=list_choices(Limits), default="off")
    race = models.CharField(
        max_length=7, choices=list_choices(Race), default="fair", db_default="fair"
    )
    # For seated players only.
    call_link = models.URLField(blank=True, default="", db_default="")
    # The key to a chat: no page shows it (games.play.webhook).
    webhook = models.CharField(max_length=500, blank=True, default="", db_default="")

    # The game.
    is_tutorial = models.BooleanField(default=False)
    phase = models.CharField(
        max_length=10, choices=TablePhase.choices, default=TablePhase.LOBBY
    )
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    round_number = models.PositiveSmallIntegerField(default=0)
    move_count = models.PositiveIntegerField(default=0)
    first_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # The time of the last move. No move is earlier, even if the machine's clock is set.
    moved_at = models.DateTimeField(null=True, blank=True, editable=False)
    ended_at = models.DateTimeField(_("end time"), null=True, blank=True)

    # The proof of its record (docs/fairness.md).
    commitment = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text=_("the hash of the seed, shown from the first moment on"),
    )
    rules_version = models.PositiveSmallIntegerField(default=0, editable=False)
    start_hash = models.CharField(max_length=64, blank=True, editable=False)
    head_hash = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text=_("the hash of the whole record; a secret until the game is closed"),
    )

    # The evening.
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="next"
    )
    # The code of the first table of the evening; empty at that table itself.
    evening = models.CharField(
        max_length=CODE_LENGTH, blank=True, default="", db_default="", db_index=True
    )
    # The code of the first table of a chain of evenings; empty at that table itself.
    origin = models.CharField(
        max_length=CODE_LENGTH, blank=True, default="", db_default=""
    )
    # Whether the host ended the evening with this game.
    is_last = models.BooleanField(default=False, db_default=False)

    # The clock and the race.
    # The due moves (games.play.clock) and the time of the first one. During a pause
    # `due_at` is null, and `dues` stay as they were at `paused_at`.
    dues = models.JSONField(default=list, editable=False)
    due_at = models.DateTimeField(null=True, blank=True, editable=False)
    paused_at = models.DateTimeField(null=True, blank=True)
    # When the first entered accusation counts (games.play.race). Secret.
    race_ends_at = models.DateTimeField(null=True, blank=True, editable=False)

    # The former holders of seats: the values of each FormerHolder.
    former = models.JSONField(default=list, db_default=[], editable=False)
    # The points and gold tokens of a seat when each of them left it.
    former_scores = models.JSONField(default=dict, db_default={}, editable=False)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = [
            models.Index(fields=["phase", "listed", "-opened_at"]),
            models.Index(fields=["origin", "id"], name="games_by_origin"),
            # Closed games, newest first.
            models.Index(fields=["-ended_at"]),
            # Open tables without recent visits, for the clean-up.
            models.Index(
                fields=["visited_at"],
                condition=Q(ended_at__isnull=True),
                name="open_tables_by_visit",
            ),
        ]

    def __str__(self) -> str:
        return self.code

    # The values of the row as it was read or saved.
    row: dict[str, Any]
    # Whether a seat has lost its player in this change (games.play.transaction).
    has_left_seat = False

    @classmethod
    def from_db(cls, *args: Any, **options: Any) -> Self:
        """Return the game of a row, and note the row's values."""
        game = super().from_db(*args, **options)
        game.row = {name: vars(game)[name] for name in vars(game) if name[0] != "_"}
        return game

    def save_changes(self) -> None:
        """Save the fields that differ from the row as it was read.

        The caller holds the lock on the row. A list or a dictionary in a field is never
        changed in place, or the change would not be found.
        """
        changed = {
            name: value
            for name, before in self.row.items()
            if (value := getattr(self, name)) != before
        }
        if changed:
            update_rows(Game, {"id": self.pk}, **changed)
            self.row = self.row | changed

    @property
    def evening_code(self) -> str:
        """Return the code that leads to each game of this evening."""
        return self.evening or self.code

    @property
    def origin_code(self) -> str:
        """Return the code that all games of a chain of evenings share."""
        return self.origin or self.code

    @property
    def former_holders(self) -> list[FormerHolder]:
        """Return the former holders of seats, in the order in which they left."""
        return [FormerHolder(*values) for values in self.former]

    def find_former_holder(self, seat: int, move: int) -> FormerHolder | None:
        """Return the holder of a seat at this move, None for the present holder.

        The moves of a game are numbered from 1 on.
        """
        theirs = [each for each in self.former_holders if each.seat == seat]
        return next((each for each in theirs if move <= each.moves), None)

    def list_holdings(self, player_id: int) -> list[tuple[FormerHolder, int]]:
        """Return a player's former seats, each with the moves made before it."""
        holders = self.former_holders
        return [
            (each, _count_until(holders[:place], each.seat))
            for place, each in enumerate(holders)
            if each.player_id == player_id
        ]

    def list_scores(
        self, seat: "Seat"
    ) -> Iterator[tuple[FormerHolder | None, int, int]]:
        """Yield each holder of a seat with the points and gold tokens brought to it.

        The present holder, None, comes last. They are known once the game is over.
        """
        points = golds = 0
        for each in self.former_holders:
            if each.seat == seat.index:
                after = self.former_scores.get(each.score_key, [points, golds])
                yield each, after[0] - points, after[1] - golds
                points, golds = after
        yield None, (seat.points or 0) - points, (seat.golds or 0) - golds

    def count_moves_before_holder(self, seat: int) -> int:
        """Return the number of moves made before a seat got its present holder."""
        return _count_until(self.former_holders, seat)

    @property
    def options(self) -> Options:
        """Return the options of the game as a value of the rules."""
        return Options.from_values(partial(getattr, self))

    @property
    def settings(self) -> Settings:
        """Return the other settings of the table. Holds secrets."""
        return Settings.from_values(partial(getattr, self))


class Seat(models.Model):
    """A seat at a table; seats run clockwise from index 0."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, models.SET_NULL, null=True, blank=True, related_name="seats"
    )
    name = models.CharField(max_length=20, blank=True)
    # Tells a person without a name apart within an evening; a hash (holders.py).
    former_person = models.CharField(
        max_length=16, blank=True, default="", db_default="", editable=False
    )
    investigator = models.CharField(max_length=10, choices=list_choices(Investigator))
    got_up = models.TimeField(null=True, blank=True)
    # The browser's part in the chance of the deals; empty if it sent none.
    contribution = models.CharField(max_length=32, blank=True, editable=False)
    # The character (games.deduction.bots.characters) that plays this seat now; empty if
    # a person does. A seat with a player and a bot waits for the player to come back.
    bot = models.CharField(max_length=8, blank=True, default="")
    # The number of transfers to another phone (games.table.seat_transfer).
    phones = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # Whether the player is ready for the start; in the lobby.
    is_ready = models.BooleanField(default=False, db_default=False)
    points = models.SmallIntegerField(null=True, blank=True)
    golds = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.BooleanField(default=False)
    presence = models.CharField(
        max_length=8, choices=Presence.choices, default=Presence.HERE
    )
    # One of Idle.
    idle = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        ordering = ["game", "index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="one_seat_an_index"),
            models.UniqueConstraint(
                fields=["game", "investigator"], name="one_seat_an_investigator"
            ),
            models.UniqueConstraint(
                fields=["game", "player"],
                condition=Q(player__isnull=False),
                name="one_seat_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.index}"

    @property
    def shown_name(self) -> str:
        """Return the name; of a seat without one, its investigator for games.labels."""
        return self.name or f"{NAMELESS}{self.investigator}"


class GameSecrets(models.Model):
    """The source of a game's chance: its seed, or deals given by a test or tutorial.

    Holds secrets: it must not be registered in an admin or passed to a template.
    """

    game = models.OneToOneField(
        Game, models.CASCADE, primary_key=True, related_name="secrets"
    )
    seed = models.BinaryField(max_length=32)
    deals = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"secrets of {self.game_id}"
