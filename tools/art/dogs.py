"""The five investigators, and the fox of the Stasi officer."""

from tools.art.ink import INK, PAPER, both, dot, flat, line, path, symbol

NOSE = "M41 56Q48 52 55 56Q54 63 48 63Q42 63 41 56Z"
VIEW = "0 0 96 96"


def draw_laces() -> str:
    """Return Jimmy Laces, a young beagle with a loose tie."""
    return symbol(
        "d-laces",
        VIEW,
        path("M10 98Q12 80 34 74H62Q84 80 86 98Z", PAPER)
        + path("M38 74L48 88L58 74L62 80L50 92L54 98H42L46 92L34 80Z", "#c93b32")
        + line("M20 84L24 98M76 84L72 98", "#7a5135", 4)
        + path(
            "M48 14C68 14 74 28 72 44Q72 70 48 76Q24 70 24 44C22 28 28 14 48 14Z",
            "#c98a4b",
        )
        + flat(
            (
                "M48 15Q54 30 57 44Q66 52 64 62"
                "Q58 74 48 74.500Q38 74 32 62Q30 52 39 44"
                "Q42 30 48 15Z"
            ),
            PAPER,
        )
        + both(
            path("M30 18Q14 16 9 36Q6 58 16 64Q26 64 28 44Z", "#4a342a")
            + dot(37, 42, 4.4, INK)
            + dot(35.500, 40, 1.5, PAPER)
        )
        + line("M31 33Q36 30 41 33M56 31Q61 27 66 32", None, 2.6)
        + path(NOSE, INK)
        + line("M48 63Q44 70 38 67M48 63Q53 71 60 65", None, 2.6)
        + line("M60 65L70 62", "#c9a227", 3),
    )


def draw_colombini() -> str:
    """Return Martin Colombini, a basset in a crumpled raincoat."""
    return symbol(
        "d-colombini",
        VIEW,
        path("M6 98Q8 80 30 76H66Q88 80 90 98Z", "#cbb68b")
        + both(path("M34 74L20 76L22 88L44 98L48 90Z", "#b59c6c"))
        + path("M43 86H53L51 98H45Z", "#5d6b3a")
        + path(
            (
                "M48 10C66 10 70 26 69 40Q76 54 70 66"
                "Q62 78 48 78Q34 78 26 66Q20 54 27 40"
                "C26 26 30 10 48 10Z"
            ),
            "#a9713d",
        )
        + flat(
            (
                "M48 30Q54 42 64 50Q72 60 66 68"
                "Q58 76 48 76Q38 76 30 68Q24 60 32 50"
                "Q42 42 48 30Z"
            ),
            "#f4e3c6",
        )
        + both(
            path("M30 20Q14 22 8 48Q2 74 12 84Q24 86 28 62Q30 40 33 28Z", "#6d4325")
            + flat("M32 40Q38 34 44 40Q43 47 38 48Q33 47 32 40Z", PAPER)
            + path("M31 41Q38 33 45 41", None, None, 2.8)
            + dot(38.500, 42, 3.2, INK)
            + line("M33 49Q38 52 43 49", None, 2)
            + line("M30 33L42 29", None, 3)
        )
        + path("M39 55Q48 50 57 55Q56 64 48 64Q40 64 39 55Z", INK)
        + line("M48 64V68Q40 75 34 69M48 68Q56 75 62 69", None, 2.6),
    )


def draw_britton() -> str:
    """Return John Britton, a stout bulldog with a bow tie."""
    return symbol(
        "d-britton",
        VIEW,
        path("M4 98Q6 78 30 74H66Q90 78 92 98Z", "#3d4a5c")
        + path("M34 76L48 98L62 76Z", PAPER)
        + both(path("M48 83L36 77V90L48 85Z", "#c93b32"))
        + both(path("M30 24Q18 12 13 22Q12 34 24 38Z", "#c7a58a"))
        + path(
            (
                "M48 16C70 16 76 26 76 40Q88 50 82 64"
                "Q72 80 48 78Q24 80 14 64Q8 50 20 40"
                "C20 26 26 16 48 16Z"
            ),
            "#e9d6bd",
        )
        + flat("M58 18C72 20 75 28 74.500 41Q68 52 58 48Q50 40 58 18Z", "#b0855f")
        + both(
            dot(35, 40, 4.4, INK)
            + dot(33.500, 38.500, 1.500, PAPER)
            + line("M27 32Q34 28 41 33", None, 2.8)
            + line("M43 26Q46 30 46 36", None, 2.2)
        )
        + path("M38 49Q48 44 58 49Q57 57 48 57Q39 57 38 49Z", INK)
        + line("M48 57V61Q36 58 24 70M48 61Q60 58 72 70", None, 3)
        + path("M36 64L39 57L42 62Z", PAPER, None, 2)
        + path("M60 64L57 57L54 62Z", PAPER, None, 2)
        + line("M38 70Q48 74 58 70", None, 2.4),
    )


def draw_lansbury() -> str:
    """Return Miss Lansbury, a poodle with pearls."""
    curls = (
        "M48 4Q57 0 62 8Q72 8 72 18Q80 24 74 32"
        "Q74 40 64 38H32Q22 40 22 32Q16 24 24 18Q24 8 34 8"
        "Q39 0 48 4Z"
    )
    ear = "M26 34Q16 32 14 42Q6 46 10 56Q6 66 16 70Q24 76 30 66Q36 58 31 50Z"
    return symbol(
        "d-lansbury",
        VIEW,
        path("M12 98Q14 82 34 78H62Q82 82 84 98Z", "#6b4a72")
        + path("M40 64H56V80Q48 88 40 80Z", "#ded8d3")
        + path(
            (
                "M48 26C62 26 68 36 66 48Q62 56 58 66"
                "Q56 76 48 76Q40 76 38 66Q34 56 30 48"
                "C28 36 34 26 48 26Z"
            ),
            "#f4efe9",
        )
        + both(
            path(ear, "#ded8d3")
            + line("M18 46Q24 46 22 52M16 58Q22 58 21 63", None, 1.8)
            + flat("M33 46Q39 40 45 47Q39 50 33 46Z", "#9ccbb2")
            + line("M32 45Q39 39 45 46M33 43L29 40", None, 2.6)
            + dot(40, 46, 2.4, INK)
            + line("M34 37Q39 34 43 37", None, 2.2)
        )
        + path(curls, "#f4efe9")
        + line("M34 18Q40 14 44 20M54 14Q60 14 60 20M42 30Q48 26 54 31", None, 1.8)
        + path("M42 60Q48 57 54 60Q53 66 48 66Q43 66 42 60Z", INK)
        + line("M48 66Q45 71 41 69M48 66Q51 71 55 69", None, 2.2)
        + "".join(
            dot(x, y, 3.6, PAPER, None)
            for x, y in ((30, 83), (38, 87.500), (48, 89), (58, 87.500), (66, 83))
        )
        + path("M66 20L78 14L76 26L66 22L57 28L55 16Z", "#d36a86", None, 2.4),
    )


def draw_meridian() -> str:
    """Return Marcus Meridian, a schnauzer with a beard and a watch chain."""
    return symbol(
        "d-meridian",
        VIEW,
        path("M8 98Q10 80 32 76H64Q86 80 88 98Z", "#2f5b50")
        + both(path("M36 74L24 80L30 90L44 98H48Z", "#24473f"))
        + line("M64 90Q72 98 80 90", "#e3b23c", 2.6)
        + both(path("M30 26L20 6Q30 6 42 16L40 24L24 26Z", "#4a4e57"))
        + path("M34 14H62Q72 20 70 38L68 58H28L26 38Q24 20 34 14Z", "#787e8a")
        + path(
            (
                "M36 50H60L72 56L66 62L72 70L62 72L64 82"
                "L54 80L48 90L42 80L32 82L34 72L24 70L30 62"
                "L24 56Z"
            ),
            "#eceff1",
        )
        + both(
            dot(38, 42, 4, INK)
            + dot(36.800, 40.600, 1.400, PAPER)
            + path("M46 38L40 30L24 34L20 42L30 40L34 44L38 39Z", "#eceff1", None, 2.6)
        )
        + path("M40 52Q48 47 56 52Q55 60 48 60Q41 60 40 52Z", INK)
        + line("M48 60V64M38 68Q48 62 58 68", None, 2.6),
    )


def draw_fox() -> str:
    """Return the officer, a fox in a peaked cap."""
    return symbol(
        "stasi",
        VIEW,
        path("M8 98Q10 80 32 76H64Q86 80 88 98Z", "#6d7668")
        + both(path("M38 74L26 78L32 96L46 98L48 90Z", "#565e52"))
        + both(
            path("M18 40L14 14Q26 14 38 28Z", "#d4571f")
            + flat("M20 32L19 20L28 27Z", INK)
        )
        + path(
            (
                "M48 22C66 22 76 30 80 46L88 58L72 62Q58 70 52 82"
                "Q48 86 44 82Q38 70 24 62L8 58L16 46"
                "C20 30 30 22 48 22Z"
            ),
            "#d4571f",
        )
        + both(
            flat("M46 58Q40 48 24 47L12 56L25 60Q40 67 46 80Z", PAPER)
            + flat("M28 44Q36 40 44 48Q36 51 28 44Z", "#f2d34c")
            + line("M27 43Q36 38 45 48", None, 3)
            + line("M38 42V49", None, 2.6)
        )
        + path("M43 78Q48 74 53 78Q52 85 48 85Q44 85 43 78Z", INK)
        + line("M50 88Q56 88 60 83", None, 2.4)
        + path("M12 18Q10 4 48 2Q86 4 84 18Q72 28 48 27Q24 28 12 18Z", "#6d7668")
        + path("M24 22Q48 30 72 22V30Q48 38 24 30Z", "#8f2f2a")
        + path("M22 31Q48 24 74 31Q68 40 48 39Q28 40 22 31Z", INK)
        + dot(48, 15, 4.600, "#e3b23c", None),
    )


def draw_dogs() -> list[str]:
    """Return the symbols of the five investigators and the officer."""
    drawings = (draw_laces, draw_colombini, draw_britton, draw_lansbury, draw_meridian)
    return [draw() for draw in (*drawings, draw_fox)]
