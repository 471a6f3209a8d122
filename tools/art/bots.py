"""The four bots: dogs with a cog on a brass collar."""

from tools.art.dogs import VIEW
from tools.art.ink import INK, PAPER, both, dot, flat, line, path, symbol

BRASS = "#d9a520"
COG = path("M44 84H52L54 88L52 96H44L42 88Z", BRASS, None, 2.4) + dot(48, 90, 2.2, INK)


def collar(at: int) -> str:
    """Return the collar at this height."""
    return path(
        f"M26 {at}Q48 {at + 10} 70 {at}V{at + 7}Q48 {at + 17} 26 {at + 7}Z", BRASS
    )


def draw_pip() -> str:
    """Return Pip, a pup with one ear up and its tongue out."""
    return symbol(
        "b-pip",
        VIEW,
        path("M18 98Q20 82 36 76H60Q76 82 78 98Z", "#f0dcb4")
        + collar(74)
        + path("M28 40Q8 40 8 58Q10 74 24 70Q30 58 32 46Z", "#8a5a33")
        + path("M64 30L72 4Q86 10 84 32L72 46Z", "#8a5a33")
        + path(
            (
                "M48 20C68 20 76 32 76 48Q76 62 66 70Q58 78 48 78"
                "Q38 78 30 70Q20 62 20 48C20 32 28 20 48 20Z"
            ),
            "#f0dcb4",
        )
        + flat("M56 22C70 24 75 34 74.500 46Q66 54 57 48Q52 34 56 22Z", "#b77a45")
        + both(
            dot(36, 46, 6, INK)
            + dot(34, 43.500, 2.200, PAPER)
            + line("M29 35Q34 31 39 34", None, 2.6)
        )
        + path("M42 57Q48 53 54 57Q53 63 48 63Q43 63 42 57Z", INK)
        + path("M44 69H53V76Q49 82 44 76Z", "#e2708a", None, 2.4)
        + line("M48 63V67Q42 73 36 67M48 67Q54 73 60 67", None, 2.6)
        + COG,
    )


def draw_bruno() -> str:
    """Return Bruno, an old Saint Bernard."""
    return symbol(
        "b-bruno",
        VIEW,
        path("M4 98Q6 80 28 76H68Q90 80 92 98Z", "#a8633a")
        + collar(78)
        + both(path("M28 22Q12 24 8 46Q8 64 18 66Q26 56 30 38Z", "#6d3f26"))
        + path(
            (
                "M48 10C68 10 74 24 74 38Q86 52 80 66"
                "Q70 82 48 80Q26 82 16 66Q10 52 22 38C22 24 28 10 48 10Z"
            ),
            "#b5713f",
        )
        + flat(
            (
                "M48 11Q54 26 58 40Q78 48 77 64Q68 78 48 78"
                "Q28 78 19 64Q18 48 38 40Q42 26 48 11Z"
            ),
            PAPER,
        )
        + both(
            flat("M29 40Q36 33 42 40Q40 46 36 46Q31 46 29 40Z", PAPER)
            + dot(36.500, 41, 3, INK)
            + path("M28 41Q35 32 43 40", None, None, 3)
            + line("M30 47Q36 51 41 47", None, 2.2)
            + line("M27 31L40 28", None, 3.4)
        )
        + path("M38 50Q48 45 58 50Q57 59 48 59Q39 59 38 50Z", INK)
        + line("M48 59V63Q38 78 25 67M48 63Q58 78 71 67", None, 2.8)
        + COG,
    )


def draw_roxy() -> str:
    """Return Roxy, a Dalmatian with flying goggles."""
    return symbol(
        "b-roxy",
        VIEW,
        path("M12 98Q14 80 34 76H62Q82 80 84 98Z", "#7d2f2a")
        + both(path("M36 74L24 80L34 98H48V88Z", "#f4e3c6"))
        + collar(74)
        + both(path("M28 24Q12 22 8 40Q10 56 22 56Q28 44 32 34Z", INK))
        + path(
            (
                "M48 14C66 14 72 26 70 42Q70 54 64 64"
                "Q58 78 48 78Q38 78 32 64Q26 54 26 42C24 26 30 14 48 14Z"
            ),
            "#f8f5ef",
        )
        + "".join(
            dot(x, y, r, INK)
            for x, y, r in ((33, 58, 2.6), (61, 60, 3), (40, 69, 1.8), (58, 69, 1.6))
        )
        + both(
            flat("M33 47Q39 40 45 47Q39 51 33 47Z", "#e3b23c")
            + line("M32 46Q39 39 45 47", None, 2.8)
            + dot(40, 46.500, 2.6, INK)
        )
        + path("M24 28Q48 18 72 28V34Q48 24 24 34Z", "#5b3a26")
        + both(
            path("M30 26Q38 20 45 25Q47 35 38 36Q29 36 30 26Z", "#7fc4c9")
            + line("M34 31L38 26", PAPER, 2)
        )
        + path("M42 58Q48 54 54 58Q53 64 48 64Q43 64 42 58Z", INK)
        + line("M48 64V67M39 68Q50 75 60 65L63 63", None, 2.6)
        + COG,
    )


def draw_argus() -> str:
    """Return Argus, a grey wolfhound with a jeweller's lens."""
    eye = "M{0} 92Q{1} 86 {2} 92Q{1} 98 {0} 92Z"
    return symbol(
        "b-argus",
        VIEW,
        path("M8 98Q10 82 32 76H64Q86 82 88 98Z", "#1f5f5b")
        + "".join(
            flat(eye.format(x, x + 6, x + 12), BRASS) + dot(x + 6, 92, 2.2, INK)
            for x in (16, 68)
        )
        + collar(75)
        + both(path("M32 24L16 12Q14 32 24 42L32 40Z", "#5e6570"))
        + path(
            (
                "M48 8C62 8 68 20 67 36L63 54Q62 74 54 79"
                "L48 82L42 79Q34 74 33 54L29 36C28 20 34 8 48 8Z"
            ),
            "#8d949e",
        )
        + flat("M42 36H54L60 56Q59 72 48 80Q37 72 36 56Z", "#cfd4d8")
        + path("M40 10L46 20L48 8L52 20L58 11L54 28H43Z", "#5e6570", None, 2.4)
        + line("M31 36Q36 32 43 36", None, 3)
        + dot(38, 41, 3.2, INK)
        + dot(37, 40, 1.1, PAPER)
        + path("M68 40A9 9 0 1 1 50 40A9 9 0 1 1 68 40Z", PAPER, BRASS, 4)
        + dot(59, 40, 4, INK)
        + dot(57.500, 38.500, 1.500, PAPER)
        + line("M67 44Q74 60 66 76", BRASS, 2.2)
        + path("M41 58Q48 54 55 58Q54 66 48 66Q42 66 41 58Z", INK)
        + line("M48 66V70M40 73Q48 70 56 73M38 66L33 70M58 66L63 70", None, 2.4)
        + COG,
    )


def draw_bots() -> list[str]:
    """Return the symbols of the four bots."""
    return [draw_pip(), draw_bruno(), draw_roxy(), draw_argus()]
