"""The names and faces of bots; what they say, in the language that is active."""

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.bots.phrases import Line
from games.rules.editions import Investigator

# Names, not words: as people's they are the same in every language.
BOT_NAMES = {"pip": "Pip", "bruno": "Bruno", "roxy": "Roxy", "argus": "Argus"}

# Which dog a bot is, as long as nobody else is that one.
FACES = {
    "pip": Investigator.LACES,
    "bruno": Investigator.BRITTON,
    "roxy": Investigator.LANSBURY,
    "argus": Investigator.MERIDIAN,
}

BOT_WAYS: dict[str, Promise] = {
    "pip": pgettext_lazy("bot", "A pup: keen, and quick to forget."),
    "bruno": pgettext_lazy("bot", "An old hand: judges well what he still remembers."),
    "roxy": pgettext_lazy("bot", "A daredevil: forgets nothing and waits for nobody."),
    "argus": pgettext_lazy("bot", "Sees it all, and hears your silence too."),
}

LINES: dict[Line, Promise] = {
    Line.ACCUSE_FIRST: pgettext_lazy("bot says", "I have a scent."),
    Line.ACCUSE_NEXT: pgettext_lazy("bot says", "And I follow this one."),
    Line.ACCUSE_LAST_CALL: pgettext_lazy("bot says", "Well then: this one."),
    Line.CAUGHT_CHIEF: pgettext_lazy("bot says", "Got the chief!"),
    Line.CAUGHT_ASSISTANT: pgettext_lazy("bot says", "An assistant. Better than none."),
    Line.CAUGHT_INNOCENT: pgettext_lazy("bot says", "Sorry, puss. No hard feelings."),
    Line.CAUGHT_NOBODY: pgettext_lazy("bot says", "Too slow. Next time."),
    Line.CHIEF_HID: pgettext_lazy("bot says", "The chief never showed up."),
    Line.ROUND_VOID: pgettext_lazy("bot says", "A card in the wrong place? Once more."),
}


def name_of_bot(name: str) -> str:
    """Return what a bot is called."""
    return BOT_NAMES[name]


def way_of_bot(name: str) -> str:
    """Return in a sentence how a bot plays."""
    return str(BOT_WAYS[name])


def say(line: Line) -> str:
    """Return what a bot says."""
    return str(LINES[line])
