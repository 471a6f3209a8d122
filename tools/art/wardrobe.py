"""The clothes of the suspects, and the objects that they hold."""

from tools.art.ink import (
    GREY_LIGHT,
    INK,
    PAPER,
    SHADE,
    both,
    dot,
    flat,
    group,
    line,
    path,
)

# The (crown, band, brim) of each hat. Every brim is wider than the head, so that the
# outline shows a hat at 48 pixels.
HATS = {
    "fedora": (
        "M26 26Q25 7 35 4Q43 2 48 7Q53 2 61 4Q71 7 70 26Z",
        "M26 19Q48 25 70 19V27H26Z",
        "M7 27Q14 24 26 25Q48 31 70 25Q82 24 89 27Q84 35 48 35Q12 35 7 27Z",
    ),
    "bowler": (
        "M25 28Q22 2 48 2Q74 2 71 28Z",
        "M24 20Q48 27 72 20L71 29H25Z",
        "M11 23Q17 29 48 29Q79 29 85 23Q87 35 48 35Q9 35 11 23Z",
    ),
    "beret": (
        "M17 26Q2 15 22 7Q43-1 70 5Q94 10 82 23Q79 28 66 28H30Z",
        "M19 24Q48 34 78 24L76 32Q48 39 20 32Z",
        "M44 3L46-2L50-1L49 4",
    ),
    "cap": (
        "M17 29Q6 15 24 8Q48-1 72 8Q90 15 79 29Z",
        "M20 23Q48 30 76 23L78 30H18Z",
        "M14 30Q20 24 48 27Q76 24 82 30Q80 38 48 36Q16 38 14 30Z",
    ),
    "cloche": (
        "M21 33Q16 2 48 2Q80 2 75 33Z",
        "M19 23Q48 31 77 23V31H19Z",
        "M14 32Q20 29 48 31Q76 29 82 32Q86 38 78 39Q48 32 18 39Q10 38 14 32Z",
    ),
}

LENSES = {
    "round": "M47 45A10 10 0 1 1 27 45A10 10 0 1 1 47 45Z",
    "square": (
        "M27 37H46Q48 37 47 40L45 51Q44 54 41 54H31Q28 54 27 51L25 40Q25 37 27 37Z"
    ),
    "cat-eye": "M21 36Q30 35 40 38Q47 40 46 46Q45 54 37 54Q27 54 26 44Z",
}


def hat(kind: str, colour: str, band: str) -> str:
    """Return a hat for an upright head."""
    crown, ribbon, brim = HATS[kind]
    return path(crown, colour) + path(ribbon, band) + path(brim, colour)


def glasses(kind: str, gaze: str, lens: str = PAPER) -> str:
    """Return spectacles with the eyes behind them; tinted lenses hide the eyes."""
    rims = both(path(LENSES[kind], lens, width=4)) + line(
        "M46 43Q48 41 50 43M26 43L19 41M70 43L77 41", width=4
    )
    if lens != PAPER:
        return rims + both(line("M32 47L40 40M37 50L43 44.500", PAPER, 2.6))
    return (
        rims
        + {
            "dots": dot(37, 46, 3.6, INK) + dot(59, 46, 3.6, INK),
            "left": dot(33, 46, 3.6, INK) + dot(55, 46, 3.6, INK),
            "up": dot(38, 42, 3.6, INK) + dot(60, 42, 3.6, INK),
            "shut": both(line("M31 47Q37 51 43 47", width=2.6)),
            "smile": both(line("M31 48Q37 41 43 48", width=2.6)),
            "doubt": dot(37, 47, 3.2, INK)
            + dot(59, 47, 3.2, INK)
            + both(flat("M28 37H46L45 43L29 43Z", SHADE)),
        }[gaze]
    )


def coat(colour: str, lapel: str, tie: str) -> str:
    """Return a trench coat with square shoulders, a raised collar and a tie."""
    return (
        path("M6 106Q5 82 26 75L40 69H56L70 75Q91 82 90 106Z", colour)
        + path("M37 69L48 96L59 69Z", PAPER)
        + path("M44 74H52L50 79L53 93L48 99L43 93L46 79Z", tie, width=2)
        + both(
            path("M37 68L22 62L18 79L28 82L26 88L47 106L48 97Z", lapel)
            + line("M13 91L15 106", width=2.4)
        )
        + dot(60, 101, 2.6, INK)
    )


def sweater(colour: str, knit: str, pattern: str) -> str:
    """Return a thick sweater with round shoulders, a roll neck and a bold pattern."""
    bands = {
        "stripes": line("M17 87Q48 97 79 87M12 100Q48 110 84 100", knit, 7),
        "pins": line(
            "M22 83Q48 91 74 83M16 90Q48 99 80 90M13 98Q48 107 83 98", knit, 3.4
        ),
        "zigzag": line(
            "M17 91L24 86L31 95L39 89L48 98L57 89L65 95L72 86L79 91", knit, 5
        )
        + line(
            "M14 103L24 98L33 105L41 100L48 106L55 100L63 105L72 98L82 103", knit, 4
        ),
    }[pattern]
    body = "M9 106Q8 80 33 75H63Q88 80 87 106Z"
    return (
        flat(body, colour)
        + bands
        + path(body)
        + path("M33 66H63Q69 73 66 80Q48 87 30 80Q27 73 33 66Z", knit)
        + line("M38 73L37 80M45 74V82M52 74V82M59 73L60 80", GREY_LIGHT, 1.8)
    )


def newspaper() -> str:
    """Return a newspaper held at the right, to be drawn before the paws."""
    return (
        path("M54 75L47 80L54 106H62Z", SHADE)
        + path("M53 75L92 67L99 106H59Z", PAPER)
        + line("M59 81L88 75", width=5)
        + line("M61 89L73 86.500M62 94L74 91.500M63 99L75 96.500", INK, 2)
        + flat("M79 85L91 82.500L93 94L81 96.500Z", SHADE)
    )


def carried(kind: str) -> str:
    """Return a small object in the right paw that resembles no trait."""
    return {
        "": "",
        "cup": path("M62 78H82L80 95H64Z", "#d8433b")
        + line("M82 82Q90 82 88 88Q86 92 81 91")
        + line("M68 73Q66 70 69 67M75 73Q73 70 76 67", width=2),
        "camera": path("M59 80H66L68 76H76L78 80H85V97H59Z", "#3a3640")
        + dot(72, 88, 5, GREY_LIGHT, None),
        "herring": group(
            path("M74 60Q83 72 76 84L82 93H66L71 84Q64 72 74 60Z", "#9db8c4")
            + dot(73, 67, 1.8, INK),
            "rotate(12 74 80)",
        ),
        "flower": line("M73 98V78", "#3f6b35", 3.4)
        + path("M73 78Q62 74 68 68Q66 60 73 64Q80 60 78 68Q84 74 73 78Z", "#d8433b"),
        "key": dot(74, 70, 6, "#e3b23c", None)
        + dot(74, 70, 1.6, INK)
        + line("M74 76V95M74 84H79M74 89H79", "#c48f1d", 3.6),
        "umbrella": line("M73 106V74Q73 66 80 66Q86 66 86 73", "#3a3640", 5),
        "ice": path("M67 80H81L74 101Z", "#d9a05b")
        + path("M66 80Q62 67 74 66Q86 67 82 80Z", "#f7c9c9"),
        "mouse": path("M65 96Q63 80 74 79Q85 80 83 96Z", "#cdb8a3")
        + dot(67, 79, 4, "#e5a9a0", None)
        + dot(81, 79, 4, "#e5a9a0", None)
        + dot(71, 87, 1.5, INK)
        + dot(77, 87, 1.5, INK),
    }[kind]
