"""A second implementation of the rules, written from their text and not the code.

`judge(record)` returns the answer that `replay` must give: ("outcome", …) or
("error", (round, move)). It expects a well-formed head and shares no code with
`games.rules`.
"""

import json

from tests.rules.second_scoring import TRAITS, Refused, Scoring, demand, fits

GOLD = {False: "3 3 4 4 5", True: "3 4 4 5 adler"}
WHITE = {False: "1 1 1 1 1 1 2 2 2 2 2 2", True: "1 1 1 1 2 2 2 2 2 2 adler adler"}
BLACK = {
    (False, False): "0 0 0 0 -1 -1 -1 -1",
    (True, False): "0 0 0 0 -1 -1 -1 stasi",
    (False, True): "0 0 0 0 -1 -1 -1 adler",
    (True, True): "0 0 0 0 -1 -1 adler stasi",
}


def judge(record):
    """Return the correct answer for a record with a well-formed head."""
    record = json.loads(json.dumps(record))
    game = Game(record)
    for number, entry in enumerate(record["rounds"], 1):
        at = 0
        try:
            demand(isinstance(entry["moves"], list))
            game.begin(entry["deal"])
            for at, move in enumerate(entry["moves"], 1):  # noqa: B007
                game.take(move)
        except (Refused, KeyError, TypeError, ValueError, AttributeError):
            return "error", (number, at)
    return "outcome", game.outcome()


def judge_record(record):
    """Return the outcome of a record without a fault."""
    told, outcome = judge(record)
    assert told == "outcome"
    return outcome


class Game(Scoring):
    def __init__(self, record):
        self.options = record["options"]
        self.n = len(record["seats"])
        self.everyone = list(range(self.n))
        stasi, adler = self.options["stasi"], self.options["adler"]
        self.pool = {
            "gold": GOLD[adler].split(),
            "white": WHITE[adler].split(),
            "black": BLACK[stasi, adler].split(),
        }
        self.phase, self.reason, self.winners = "between", None, []
        self.first, self.number, self.attempt = record["first_seat"], 0, 1
        self.tokens, self.rounds, self.officer = {}, [], None

    def begin(self, deal):
        demand(self.phase == "between")
        self.check_deal(deal)
        if self.rounds and self.rounds[-1]["mistaken"]:
            self.attempt += 1
        else:
            self.number, self.attempt = self.number + 1, 1
            caught = self.rounds and [
                a["seat"] for a in self.rounds[-1]["accusations"] if a["matches"] == 5
            ]
            self.first = caught[0] if caught else self.first
        self.deck, self.pool = list(deal["deck"]), deal["pool"]
        self.bag, self.flips = list(deal["bag"]), list(deal["flips"])
        self.sides, self.lines = {}, {seat: [] for seat in self.everyone}
        self.piles = {seat: [] for seat in self.everyone}
        self.waiting, self.turn, self.phase = None, self.first, "sides"
        self.accused, self.passed, self.finished, self.ten = {}, [], [], []
        self.exposed = [] if self.officer is None else [self.officer]

    def check_deal(self, deal):
        lists = [deal["deck"], deal["bag"], deal["flips"], *deal["pool"].values()]
        demand(all(isinstance(part, list) for part in lists))
        unused = 5 - self.n
        cards = [c for c in deal["deck"] if c != "investigator"]
        demand(len(cards) + unused == len(deal["deck"]) == 32 + unused)
        demand({int(c, 2) for c in cards if len(c) == 5} == set(range(32)))
        demand(all(set(c) <= {"0", "1"} for c in cards))
        demand(deal["deck"][: 16 + unused].count("investigator") == unused)
        demand(sorted(deal["bag"]) == sorted(TRAITS) and len(deal["flips"]) == unused)
        for trait, side in zip(deal["bag"][self.n :], deal["flips"], strict=True):
            demand(side in TRAITS[trait])
        demand(set(deal["pool"]) == {"gold", "white", "black"})
        for colour, faces in deal["pool"].items():
            demand(sorted(faces) == sorted(self.pool[colour]))

    def take(self, move):
        seat = move["seat"]
        demand(isinstance(seat, int) and not isinstance(seat, bool))
        demand(0 <= seat < self.n)
        phases = {
            "choose": ["sides"],
            "draw": ["suspects"],
            "place": ["suspects"],
            "accuse": ["suspects", "last-call"],
            "pass": ["last-call"],
            "trade": ["cafe"],
            "done": ["cafe", "review"],
            "announce": ["review"],
        }
        demand(self.phase in phases[move["move"]])
        getattr(self, "on_" + move["move"])(seat, move)

    def on_choose(self, seat, move):
        demand(seat not in self.sides and move["side"] in TRAITS[self.bag[seat]])
        self.sides[seat] = move["side"]
        if len(self.sides) == self.n:
            self.phase = "suspects"

    def on_draw(self, seat, _move):
        demand(seat == self.turn and self.waiting is None)
        while self.deck[0] == "investigator":
            self.deck.pop(0)
        self.waiting = self.deck.pop(0)
        if self.options["placement"] == "referee":
            self.lay(seat, "suspect" if fits(self.waiting, self.sides[seat]) else "")

    def on_place(self, seat, move):
        demand(self.options["placement"] == "players")
        demand(seat == self.turn and self.waiting is not None)
        demand(move["as"] in ("suspect", "discard"))
        self.lay(seat, move["as"])

    def lay(self, seat, as_):
        where = self.lines if as_ == "suspect" else self.piles
        where[seat].append(self.waiting)
        self.waiting, self.turn = None, (self.turn + 1) % self.n
        if not self.deck:
            self.phase = "last-call"
            self.end_call_if_over()

    def on_accuse(self, seat, move):
        demand(seat not in self.accused and move["suspect"] in self.free())
        if self.phase == "last-call":
            demand(seat in self.callers())
        self.accused[seat] = move["suspect"]
        if self.phase == "last-call":
            self.end_call_if_over()
        elif len(self.accused) == self.n - 1:
            self.reveal()

    def on_pass(self, seat, _move):
        demand(seat in self.callers())
        self.passed.append(seat)
        self.end_call_if_over()

    def free(self):
        on_table = [suspect for line in self.lines.values() for suspect in line]
        return [s for s in on_table if s not in self.accused.values()]

    def from_turn(self):
        return [(self.turn + step) % self.n for step in self.everyone]

    def callers(self):
        left = [s for s in self.from_turn() if s not in self.accused]
        left = [seat for seat in left if seat not in self.passed]
        return left[:1] if self.options["last_call"] == "clockwise" else left

    def end_call_if_over(self):
        if not self.callers() or not self.free():
            self.reveal()
