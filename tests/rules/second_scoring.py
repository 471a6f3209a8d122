"""The scoring of the second implementation (second_opinion.py)."""

TRAITS = {
    "hat": ("hat", "no-hat"),
    "glasses": ("glasses", "no-glasses"),
    "coat": ("coat", "sweater"),
    "fur": ("grey", "orange"),
    "newspaper": ("newspaper", "no-newspaper"),
}
VALUES = {"gold": 3, "white": 1, "black": -1}


class Refused(Exception):
    pass


def demand(truth):
    if not truth:
        raise Refused


def fits(suspect, side):
    for bit, sides in zip(suspect, TRAITS.values(), strict=True):
        if side in sides:
            return sides[0 if bit == "1" else 1] == side
    raise Refused


def worth(colour, face):
    """Return the points of a token."""
    special = {"adler": VALUES[colour], "stasi": -2}
    return special[face] if face in special else int(face)


class Scoring:
    """The part of a game from the reveal on."""

    def reveal(self):
        clues = sorted([*self.sides.values(), *self.flips])
        chief = next(
            f"{code:05b}"
            for code in range(32)
            if all(fits(f"{code:05b}", clue) for clue in clues)
        )
        matches = {
            seat: sum(fits(suspect, clue) for clue in clues)
            for seat, suspect in self.accused.items()
        }
        mistaken = [seat for seat in self.everyone if self.has_erred(seat)]
        self.rounds.append(
            {
                "number": self.number,
                "attempt": self.attempt,
                "first_seat": self.first,
                "exposed": self.exposed,
                "clues": clues,
                "chief": chief,
                "chief_in_deck": chief in self.deck,
                "mistaken": mistaken,
                "accusations": [
                    {"seat": seat, "suspect": suspect, "matches": matches[seat]}
                    for seat, suspect in self.accused.items()
                ],
                "awards": [],
                "trades": [],
            }
        )
        if mistaken:
            for step in self.everyone:
                if (seat := (self.first + step) % self.n) in mistaken:
                    self.award(seat, "black")
        else:
            self.officer = None
            self.pay(matches, "white" if chief in self.deck else "black")
        cafe = self.options["adler"] and not mistaken
        self.phase = "cafe" if cafe else "review"

    def has_erred(self, seat):
        clue = self.sides[seat]
        return any(not fits(s, clue) for s in self.lines[seat]) or any(
            fits(s, clue) for s in self.piles[seat]
        )

    def pay(self, matches, without):
        for seat, count in matches.items():
            self.award(seat, {5: "gold", 4: "white"}.get(count, "black"))
        for seat in self.from_turn():
            if seat not in matches:
                self.award(seat, without)

    def award(self, seat, colour):
        face = name = None
        if self.pool[colour]:
            face = self.pool[colour].pop(0)
            name = f"{self.number}.{seat}"
            name += f"#{self.attempt}" if self.attempt != 1 else ""
            self.tokens[name] = {
                "colour": colour,
                "face": face,
                "at": seat,
                "up": face == "stasi",
            }
            if face == "stasi":
                self.officer = seat
        self.rounds[-1]["awards"].append(
            {"seat": seat, "colour": colour, "face": face, "token": name}
        )

    def on_trade(self, seat, move):
        give, take = self.tokens[move["give"]], self.tokens[move["take"]]
        demand(seat not in self.finished)
        demand(give["at"] == seat and give["face"] == "adler" and not give["up"])
        demand(take["at"] != seat and not take["up"])
        demand(give["colour"] == take["colour"])
        give["at"], take["at"], give["up"] = take["at"], seat, True
        trade = {"seat": seat, "give": move["give"], "take": move["take"]}
        self.rounds[-1]["trades"].append(trade)

    def on_done(self, seat, _move):
        demand(seat not in self.finished)
        self.finished.append(seat)
        if len(self.finished) == self.n:
            self.finished = []
            if self.phase == "cafe":
                self.phase = "review"
            else:
                self.close()

    def on_announce(self, seat, move):
        demand(not self.rounds[-1]["mistaken"] and self.score(seat)[0] >= 10)
        demand(seat not in self.finished)
        self.ten.append(seat)
        self.on_done(seat, move)

    def score(self, seat):
        mine = [t for t in self.tokens.values() if t["at"] == seat]
        total = sum(worth(token["colour"], token["face"]) for token in mine)
        return total, len([t for t in mine if t["colour"] == "gold"])

    def close(self):
        void = bool(self.rounds[-1]["mistaken"])
        if self.ten:
            self.reason = "ten-points"
        elif not all(self.pool.values()):
            self.reason = "colour-out"
        elif self.number == 5 and not void:
            self.reason = "five-rounds"
        if self.reason is None:
            self.phase = "between"
            for name in [n for n, t in self.tokens.items() if t["face"] == "stasi"]:
                del self.tokens[name]
                self.pool["black"].append("stasi")
            return
        self.phase = "over"
        alone = self.ten and self.options["ten_points"] == "announcer"
        rivals = self.ten if alone else self.everyone
        best = max(self.score(seat) for seat in rivals)
        self.winners = sorted(seat for seat in rivals if self.score(seat) == best)

    def outcome(self):
        scores = []
        for seat in self.everyone:
            total, golds = self.score(seat)
            scores.append({"seat": seat, "points": total, "golds": golds})
        return {
            "phase": self.phase,
            "reason": self.reason,
            "winners": self.winners,
            "scores": scores,
            "rounds": self.rounds,
        }
