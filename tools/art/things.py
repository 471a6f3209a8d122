"""Clues, tokens, the café, the paw, the back of a card, and the signs of the pages."""

from tools.art.ink import (
    GREY,
    GREY_LIGHT,
    INK,
    ORANGE,
    ORANGE_STRIPE,
    PAPER,
    SHADE,
    both,
    dot,
    flat,
    group,
    line,
    path,
    symbol,
)

CLUE = "0 0 48 48"
SIGN = "0 0 24 24"
NEWS = (
    path("M9 10H35V40H13Q9 40 9 36Z", PAPER)
    + path("M35 18H40V36Q40 40 36 40Q35 40 35 36Z", SHADE)
    + line("M14 17H30", INK, 4.5)
    + line("M14 24H20M14 29H20M14 34H30", INK, 2.2)
    + flat("M24 22H31V30H24Z", SHADE)
)
HAT = (
    path("M12 30Q11 10 18 9Q22 8 24 11Q26 8 30 9Q37 10 36 30Z", "#6b4a31")
    + path("M12 25Q24 29 36 25V31H12Z", "#c93b32")
    + path("M3 30Q8 28 12 30Q24 33 36 30Q40 28 45 30Q42 38 24 38Q6 38 3 30Z", "#6b4a31")
)
GLASSES = both(
    path("M23 25A8 8 0 1 1 7 25A8 8 0 1 1 23 25Z", PAPER, None, 4), 24
) + line("M22 23Q24 21 26 23M7 22L3 18M41 22L45 18", None, 3.4)
FACE = "M10 6L18 11Q24 9 30 11L38 6L39 22L44 28L39 31Q35 40 24 40Q13 40 9 31L4 28L9 22Z"


def crossed_out(body: str) -> str:
    """Return a pale picture with a line through it: the trait is missing."""
    return (
        f'<g opacity=".45">{body}</g>'
        + line("M7 41L41 7", PAPER, 9)
        + line("M7 41L41 7", "#c93b32", 5)
    )


def draw_clues() -> list[str]:
    """Return the ten sides of the clue tokens."""
    coat = (
        path("M14 10L5 18L8 42H40L43 18L34 10H28L24 20L20 10Z", "#b98a4e")
        + path("M19 8L13 12L15 22L24 34L33 22L35 12L29 8L24 20Z", "#8f6430")
        + line("M24 34V42", None, 2.4)
        + dot(28, 38, 1.8, INK)
    )
    sweater = (
        flat("M15 12Q5 14 4 38L12 40V43H36V40L44 38Q43 14 33 12Z", "#f8eed6")
        + line("M12 24H36M12 34H36", "#c93b32", 5)
        + path("M15 12Q5 14 4 38L12 40V43H36V40L44 38Q43 14 33 12Z")
        + line("M12 40V24M36 40V24", None, 2.4)
        + path("M16 6H32V14Q24 18 16 14Z", "#c93b32")
    )
    eyes = both(line("M15 24V27", None, 4), 24) + path(
        "M22 31H26L24 33.500Z", INK, None, 2
    )
    grey = (
        path(FACE, GREY)
        + flat(
            "M24 18Q27 26 32 31Q33 38 24 38.500Q15 38 16 31Q21 26 24 18Z", GREY_LIGHT
        )
        + eyes
    )
    stripes = (
        "M24 11V18M19 12L20 18M29 12L28 18M7 28"
        "L14 29M9 33L14 33M41 28L34 29M39 33"
        "L34 33"
    )
    orange = flat(FACE, ORANGE) + line(stripes, ORANGE_STRIPE, 3) + path(FACE) + eyes
    drawings = {
        "hat": HAT,
        "no-hat": crossed_out(HAT),
        "glasses": GLASSES,
        "no-glasses": crossed_out(GLASSES),
        "coat": coat,
        "sweater": sweater,
        "grey": grey,
        "orange": orange,
        "newspaper": NEWS,
        "no-newspaper": crossed_out(NEWS),
    }
    return [symbol(f"c-{side}", CLUE, body, 2.6) for side, body in drawings.items()]


def draw_tokens() -> list[str]:
    """Return the tokens (golden star, white coin, black block) and the café's cup."""
    star = (
        "M24 2L29 7L36 5L38 12L45 14L43 21L47 26"
        "L41 30L42 37L35 38L32 45L25 42L19 46"
        "L15 40L8 40L8 33L2 28L6 22L3 15L10 12"
        "L12 5L19 7Z"
    )
    cup = (
        path("M10 20H34L31 38Q30 41 26 41H18Q14 41 13 38Z", PAPER)
        + line("M34 23Q42 22 41 28Q40 33 33 33")
        + line("M6 44H38", None, 3)
        + line("M18 14Q15 11 18 7M26 14Q23 11 26 7", None, 2.4)
        + flat("M22 25L30 27L26 30L27 35L22 32L17 35L18 30L14 27Z", "#7a5135")
    )
    return [
        symbol(
            "t-gold",
            CLUE,
            path(star, "#f0bb33") + dot(24, 25, 15, "#ffdc75", None),
            2.4,
        ),
        symbol(
            "t-white",
            CLUE,
            dot(24, 24, 21, "#f7f4ee", None) + dot(24, 24, 15.500, "#fff", SHADE),
            2.4,
        ),
        symbol(
            "t-black",
            CLUE,
            path("M13 3H35L45 13V35L35 45H13L3 35V13Z", "#38343f")
            + path("M15 9H33L39 15V33L33 39H15L9 33V15Z", "#4a4554", "#aaa2ba"),
            2.4,
        ),
        symbol("adler", CLUE, cup, 2.6),
    ]


def draw_paw() -> str:
    """Return the paw that marks an accusation, in the text colour."""
    paw = "".join(
        dot(x, y, 5, "currentColor") for x, y in ((9, 21), (18, 11), (30, 11), (39, 21))
    )
    paw += flat(
        (
            "M24 20Q32 20 36 30Q39 40 31 41"
            "Q27 39 24 39Q21 39 17 41Q9 40 12 30"
            "Q16 20 24 20Z"
        ),
        "currentColor",
    )
    return symbol("paw", CLUE, paw)


def draw_back() -> str:
    """Return the back of a card: a face on the wall."""
    bricks = (
        "M0 20H96M0 40H96M0 60H96M0 80H96M0 100H96M24-4V20M72-4V20"
        "M48 20V40M24 40V60M72 40V60M48 60V80M24 80V100M72 80V100"
    )
    back = flat("M0-4H96V106H0Z", "#27506b") + line(bricks, "#1f4159", 2)
    back += group(
        path(FACE, "#f8eed6") + dot(17, 26, 3, INK) + dot(31, 26, 3, INK),
        "translate(12 10) scale(1.5)",
    )
    back += line("M20 92H76", "#f8eed6", 5)
    return symbol("back", "0 -4 96 110", back)


def sign(name: str, body: str) -> str:
    """Return a small sign of the pages, in the text colour."""
    return symbol(f"i-{name}", SIGN, body, 2).replace(INK, "currentColor")


def draw_reactions() -> list[str]:
    """Return the signs of the reactions, in the text colour."""
    dog = line("M6 4Q2 5 3 12L6 11M6 4Q11 2 13 7L20 9Q22 10 21 13L14 14")
    drawings = {
        "woof": dog + line("M14 14L19 18L12 19Q7 19 6 11M22 17V17.500M23 6L22 7"),
        "growl": dog + line("M14 14L15 16L17 14L18 16L20 14M6 11Q6 19 13 19L19 17"),
        "howl": line("M6 21Q5 12 10 9L9 3L14 7L20 2L18 10Q14 12 15 21")
        + dot(12.5, 9.5, 0.9, INK),
        "sniff": line("M4 15Q4 8 12 8Q20 8 20 15Q16 19 12 19Q8 19 4 15Z")
        + dot(9, 13.5, 1.4, INK)
        + dot(15, 13.5, 1.4, INK)
        + line("M6 5L7 3M12 5V2M18 5L17 3"),
    }
    signs = [sign(name, body) for name, body in drawings.items()]
    paw = draw_paw().replace('id="paw"', 'id="r-paw"')
    return [drawn.replace('id="i-', 'id="r-') for drawn in signs] + [paw]


def draw_signs() -> list[str]:
    """Return the paw, the back of a card and the signs."""
    return [
        draw_paw(),
        draw_back(),
        sign("eye", line("M2 12Q12 2 22 12Q12 22 2 12Z") + dot(12, 12, 3, INK)),
        sign("case", line("M10 3A7 7 0 1 1 9.900 3M15 15L21.500 21.500")),
        sign("deck", line("M5 7H15V21H5ZM9 7V3H19V17H15")),
        sign("pile", line("M3 9L14 6L18 19L7 22ZM15 3L20 4L21 18")),
        sign("host", line("M6 21V3M6 4H19L16 8.500L19 13H6")),
        sign(
            "bot",
            line("M4 9H20V20H4ZM12 9V4M9 16H15")
            + dot(9, 13, 1.2, INK)
            + dot(15, 13, 1.2, INK)
            + dot(12, 3.5, 1.5, INK),
        ),
        sign("away", line("M19 14A8 8 0 1 1 10 4A7 7 0 0 0 19 14ZM15 4H20L15 9H20")),
        sign("done", line("M4 13L9 18L20 6", None, 3)),
        sign("notes", line("M5 3H19V21H5ZM9 3V21M12 8H16M12 12H16M12 16H16")),
        sign("woof", line("M3 4H21V16H12L7 21V16H3ZM8 8V11M12 7V12M16 8V11")),
        *draw_reactions(),
        sign("screen", line("M2 4H22V17H2ZM8 21H16M12 17V21")),
        sign("close", line("M5 5L19 19M19 5L5 19", None, 2.6)),
        sign("menu", line("M3 6H21M3 12H21M3 18H21", None, 2.5)),
        sign("live", line("M2 9Q12 0 22 9M6 13Q12 7 18 13") + dot(12, 18, 2, INK)),
    ]
