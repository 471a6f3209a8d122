"""The 32 suspects: cats with a common shape and details of their own."""

from dataclasses import dataclass
from functools import cache

from tools.art.ink import (
    GREY,
    GREY_LIGHT,
    INK,
    ORANGE,
    ORANGE_LIGHT,
    ORANGE_STRIPE,
    PAPER,
    PINK,
    both,
    dot,
    flat,
    group,
    line,
    path,
    symbol,
)
from tools.art.wardrobe import carried, coat, glasses, hat, newspaper, sweater

HEAD = (
    "M48 24C65 24 76 33 77 45L84 52L77 56Q72 70 48 70Q24 70 19 56L12 52L19 45"
    "C20 33 31 24 48 24Z"
)
EARS = {
    "up": "M21 42L17 12Q18 8 23 10L44 26Z",
    "wide": "M19 44L8 20Q8 15 13 16L42 26Z",
    "tall": "M22 42L22 6Q24 3 28 6L46 26Z",
    "notch": "M21 42L18 20L23 20L21 11Q23 9 26 11L44 26Z",
    "fold": "M21 42L19 15Q21 12 32 22L26 30L44 26Z",
}
MOUTHS = {
    "w": "M41 60Q45 65 48 60Q51 65 55 60",
    "frown": "M41 64Q48 58 55 64",
    "smirk": "M42 62Q50 66 56 59",
    "flat": "M42 62H54",
    "o": "M45 62A3 3 0 1 0 51 62A3 3 0 1 0 45 62Z",
    "grin": "M40 59Q48 70 56 59Z",
}


@dataclass(frozen=True, kw_only=True)
class Cat:
    """The details of a suspect that are not traits."""

    colours: tuple[str, str, str]
    hat: tuple[str, str, str] = ("", "", "")
    lenses: tuple[str, ...] = ("", "")
    eyes: str = "almond"
    mouth: str = "w"
    ears: tuple[str, str] = ("up", "up")
    tilt: float = 0
    flip: bool = False
    tail: bool = True
    carries: str = ""
    marks: tuple[str, ...] = ()


def eyes(kind: str, iris: str) -> str:
    """Return bare eyes, without rings, which would look like glasses."""
    almond = flat("M29 47Q35 38 44 46Q38 53 29 47Z", iris) + line("M37 42V50", None, 3)
    shut = line("M30 47Q37 41 44 47", None, 2.8)
    lids = flat("M31 46.500H44Q43 52 37.500 52Q32 52 31 46.500Z", iris)
    lids += line("M31 46Q38 44.500 44 46", None, 2.4)
    return {
        "almond": both(almond),
        "happy": both(shut),
        "wink": almond + group(shut, "matrix(-1 0 0 1 96 0)"),
        "sleepy": both(lids) + dot(38, 48.5, 2.2, INK) + dot(58, 48.5, 2.2, INK),
        "aside": both(flat("M29 47Q36 38 45 47Q37 53 29 47Z", iris))
        + dot(40, 46.5, 3.4, INK)
        + dot(62, 46.5, 3.4, INK),
        "glare": both(almond + line("M28 38L43 43", None, 3)),
        "dots": both(dot(37, 46, 4.6, INK) + dot(35.500, 44, 1.6, PAPER)),
        "lashes": both(almond + line("M30 44L24 41M33 41L28 36", None, 2)),
        "tired": both(shut.replace("41", "52") + line("M32 54H42", None, 1.6)),
    }[kind]


@cache
def marks(kind: str) -> str:
    """Return a small detail on the face or the chest."""
    return {
        "moustache": both(
            path("M48 59Q41 56 37 60Q32 64 28 60Q30 69 38 67Q45 65 48 61Z", INK)
        ),
        "plaster": group(
            path("M62 53H74V58H62Z", "#f6d9b0", None, 1.6), "rotate(-24 68 56)"
        ),
        "bone": line("M55 62L72 66M70 62L69 69M65 61L64 68M75 63L77 70", PAPER, 2.6),
        "rose": dot(72, 84, 4.6, "#d8433b", None)
        + line("M73 89L75 95", "#3f6b35", 2.4),
        "medal": path("M68 84H76L74 90H70Z", "#d8433b", None, 2)
        + dot(72, 93, 4, "#e3b23c", None),
        "pearls": "".join(
            dot(x, y, 2.6, PAPER, None)
            for x, y in ((34, 76), (39, 80), (45, 82), (51, 82), (57, 80), (62, 76))
        ),
        "tongue": path("M46 62V67Q48 71 51 67V62", "#e0665c", None, 2),
        "freckles": "".join(
            dot(x, y, 1.3, ORANGE_STRIPE) for x, y in ((36, 58), (60, 58))
        ),
        "earring": dot(20, 38, 3, "#e3b23c", None),
        "bow": path("M40 72L48 77L56 72V83L48 78L40 83Z", "#d8433b", None, 2.2),
        "curl": line("M48 24Q42 14 50 13Q56 14 51 20", None, 3.4),
        "quiff": path("M34 27Q38 12 62 15Q52 19 60 27Z", ORANGE),
        "goatee": path("M43 66H53L48 77Z", INK),
        "scar": line("M63 37L70 52M64 45L70 42", "#f1d7d2", 2.2),
        "straw": line("M54 62L72 55", "#c9a227", 2.6),
        "badge": dot(27, 88, 4.500, "#d8433b", None),
    }[kind]


def face(grey: bool) -> str:
    """Return the fur of the head: grey with a white nose, or orange with stripes."""
    if grey:
        return path(HEAD, GREY) + flat(
            "M48 30Q53 44 62 54Q68 66 48 68.500Q28 66 34 54Q43 44 48 30Z", GREY_LIGHT
        )
    stripes = (
        "M48 25V36M39 27L41 34M57 27L55 34" + "M16 52L28 54M20 44L28 48M21 61L30 60"
    )
    return (
        flat(HEAD, ORANGE)
        + line(stripes + "M80 52L68 54M76 44L68 48M75 61L66 60", ORANGE_STRIPE, 4)
        + flat(
            "M48 51Q63 51 63 60Q61 68.500 48 68.500Q35 68.500 33 60Q33 51 48 51Z",
            ORANGE_LIGHT,
        )
        + path(HEAD)
    )


def head(code: str, cat: Cat) -> str:
    """Return the head with hat and glasses."""
    has_hat, has_glasses, _, grey, _ = (bit == "1" for bit in code)
    fur, inner = (GREY, "#c9a3a3") if grey else (ORANGE, ORANGE_LIGHT)
    pink = flat("M24 34L22 20L34 27Z", inner)
    ears = [path(EARS[shape], fur) + pink for shape in cat.ears]
    mouth = MOUTHS[cat.mouth]
    on_face = "".join(marks(mark) for mark in cat.marks if mark not in ON_CHEST)
    return "".join(
        (
            ears[0] + group(ears[1], "matrix(-1 0 0 1 96 0)"),
            face(grey),
            both(line("M29 60L10 59M30 64L13 68", None, 1.4)),
            glasses(*cat.lenses)
            if has_glasses
            else eyes(cat.eyes, "#ffdf57" if grey else "#e9f7a8"),
            path("M43 53Q48 51 53 53L48 58Z", INK if not grey else PINK, None, 2),
            path(mouth, PAPER if cat.mouth == "grin" else None, None, 2.4),
            on_face,
            hat(*cat.hat) if has_hat else "",
        )
    )


ON_CHEST = {"rose", "medal", "pearls", "bow", "badge"}


def paw(x: float, y: float, grey: bool) -> str:
    """Return a paw for a carried object."""
    fill = GREY_LIGHT if grey else ORANGE
    return group(
        path("M-8 0Q-8-7 0-7Q8-7 8 0Q8 7 0 7Q-8 7-8 0Z", fill)
        + line("M-3 6V2M3 6V2", None, 2),
        f"translate({x:g} {y:g})",
    )


def tail(grey: bool) -> str:
    """Return the tail at the left, ringed for orange cats."""
    bend = "M10 104Q-2 84 7 70Q11 62 8 54"
    outline = line(bend, INK, 12) + line(bend, GREY if grey else ORANGE, 6.5)
    if grey:
        return outline + line("M10 60Q10 57 8 54", GREY_LIGHT, 6.5)
    return outline + line("M1 84L8 87M4 72L11 75M7 61L13 62", ORANGE_STRIPE, 4)


def draw_cat(code: str, cat: Cat) -> str:
    """Return the suspect as a symbol."""
    grey, paper = code[3] == "1", code[4] == "1"
    clothes = (coat if code[2] == "1" else sweater)(*cat.colours)
    chest = "".join(marks(mark) for mark in cat.marks if mark in ON_CHEST)
    held = ""
    if paper:
        held = newspaper() + paw(56, 96, grey) + paw(94, 88, grey)
    elif cat.carries:
        held = carried(cat.carries) + paw(73, 99, grey)
    body = (
        (tail(grey) if cat.tail else "")
        + clothes
        + chest
        + held
        + group(head(code, cat), f"rotate({cat.tilt:g} 48 66)")
    )
    if cat.flip:
        body = group(body, "matrix(-1 0 0 1 96 0)")
    return symbol(f"s-{code}", "0 -4 96 110", body)
