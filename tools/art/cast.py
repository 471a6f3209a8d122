"""The clothes, faces and details of the 32 suspects, apart from their traits."""

from tools.art.cats import Cat
from tools.art.ink import INK

CAMEL, NAVY, OLIVE = (
    ("#c39a5f", "#a57c43"),
    ("#34506f", "#25394f"),
    ("#6f7d46", "#525d31"),
)
BRICK, PLUM, COAL = (
    ("#a04a3b", "#7d352a"),
    ("#6b4a72", "#4f3555"),
    ("#4a4853", "#33313b"),
)
CREAM, RED, TEAL, MUSTARD = "#f8eed6", "#c93b32", "#1e7b78", "#d79c1a"
BLUE, GREEN, ROSE, BROWN = "#2f5687", "#4a7d3d", "#d36a86", "#7a5135"
BLACK_HAT, GREY_HAT, BROWN_HAT = ("#38343f", RED), ("#59606d", INK), ("#6b4a31", INK)
BLUE_HAT, GREEN_HAT, RED_HAT = (
    ("#2c4665", MUSTARD),
    ("#50603a", CREAM),
    ("#a6322c", INK),
)
TINT = "#7fc4c9"


def in_coat(colours: tuple[str, str], tie: str, **own: object) -> Cat:
    """Return a cat in a coat and a tie."""
    return Cat(colours=(*colours, tie), **own)  # type: ignore[arg-type]


def in_sweater(knit: str, pattern: str, **own: object) -> Cat:
    """Return a cat in a cream sweater with a pattern."""
    return Cat(colours=(CREAM, knit, pattern), **own)  # type: ignore[arg-type]


CAST: dict[str, Cat] = {
    # Minka, Pepper, Fleming, Otto
    "00000": in_sweater(
        ROSE, "stripes", eyes="lashes", tilt=6, carries="flower", marks=("curl",)
    ),
    "00001": in_sweater(
        TEAL,
        "pins",
        eyes="wink",
        mouth="grin",
        tilt=-5,
        ears=("up", "notch"),
        flip=True,
    ),
    "00010": in_sweater(
        BLUE, "zigzag", eyes="aside", mouth="smirk", carries="cup", tilt=-4
    ),
    "00011": in_sweater(
        RED, "stripes", eyes="sleepy", mouth="flat", ears=("fold", "up")
    ),
    # Rosa, Ingrid, Viktor, Klaus
    "00100": in_coat(
        PLUM,
        RED,
        eyes="happy",
        tilt=-6,
        marks=("rose", "freckles"),
        flip=True,
        carries="ice",
    ),
    "00101": in_coat(
        NAVY, MUSTARD, eyes="lashes", mouth="flat", ears=("tall", "tall"), tail=False
    ),
    "00110": in_coat(
        COAL, RED, eyes="glare", mouth="frown", marks=("scar",), ears=("notch", "up")
    ),
    "00111": in_coat(
        CAMEL, TEAL, eyes="tired", mouth="o", tilt=5, marks=("straw",), flip=True
    ),
    # Greta, Momo, Agatha, Raymond
    "01000": in_sweater(
        GREEN,
        "zigzag",
        lenses=("round", "up"),
        mouth="o",
        ears=("wide", "wide"),
        carries="mouse",
    ),
    "01001": in_sweater(
        MUSTARD,
        "stripes",
        lenses=("round", "smile"),
        mouth="grin",
        tilt=7,
        marks=("tongue",),
        flip=True,
    ),
    "01010": in_sweater(
        ROSE,
        "pins",
        lenses=("cat-eye", "left"),
        mouth="flat",
        marks=("pearls",),
        carries="cup",
        flip=True,
    ),
    "01011": in_sweater(
        TEAL,
        "stripes",
        lenses=("square", "doubt"),
        mouth="smirk",
        tilt=-5,
        marks=("straw",),
    ),
    # Dorothy, Günther, Boris, Irma
    "01100": in_coat(
        BRICK,
        NAVY[0],
        lenses=("cat-eye", "dots"),
        ears=("tall", "tall"),
        marks=("rose",),
        tilt=4,
    ),
    "01101": in_coat(
        OLIVE,
        RED,
        lenses=("square", "shut"),
        mouth="frown",
        marks=("moustache",),
        tail=False,
    ),
    "01110": in_coat(
        NAVY,
        RED,
        lenses=("round", "doubt"),
        mouth="frown",
        ears=("notch", "fold"),
        carries="herring",
    ),
    "01111": in_coat(
        PLUM,
        MUSTARD,
        lenses=("cat-eye", "up"),
        mouth="smirk",
        marks=("earring",),
        tilt=-6,
        flip=True,
    ),
    # Jonesy, Ruby, Lash, Harry
    "10000": in_sweater(
        RED,
        "zigzag",
        hat=("cap", *BLUE_HAT),
        eyes="dots",
        mouth="grin",
        tilt=-7,
        carries="camera",
    ),
    "10001": in_sweater(
        BLUE, "stripes", hat=("cloche", *RED_HAT), eyes="lashes", tilt=5, flip=True
    ),
    "10010": in_sweater(
        MUSTARD,
        "pins",
        hat=("fedora", *BLACK_HAT),
        eyes="glare",
        mouth="smirk",
        marks=("bone",),
        flip=True,
    ),
    "10011": in_sweater(
        GREEN,
        "stripes",
        hat=("cap", *BROWN_HAT),
        eyes="aside",
        mouth="o",
        marks=("plaster",),
        tilt=4,
    ),
    # Marlene, Philip, Nils, Georg
    "10100": in_coat(
        BRICK,
        CREAM,
        hat=("beret", *BLACK_HAT),
        eyes="sleepy",
        mouth="smirk",
        marks=("earring",),
        tilt=-6,
        carries="umbrella",
    ),
    "10101": in_coat(
        CAMEL, RED, hat=("fedora", *BROWN_HAT), eyes="aside", mouth="flat", tilt=3
    ),
    "10110": in_coat(
        OLIVE,
        MUSTARD,
        hat=("fedora", *GREY_HAT),
        eyes="almond",
        mouth="w",
        carries="key",
        tilt=-3,
    ),
    "10111": in_coat(
        NAVY,
        RED,
        hat=("bowler", *BLACK_HAT),
        eyes="tired",
        mouth="flat",
        marks=("moustache",),
        flip=True,
        tail=False,
    ),
    # Olga, Misha, Banshee, Edgar
    "11000": in_sweater(
        TEAL,
        "stripes",
        hat=("cloche", *GREEN_HAT),
        lenses=("round", "smile"),
        tilt=5,
        carries="ice",
        flip=True,
    ),
    "11001": in_sweater(
        BROWN,
        "zigzag",
        hat=("cap", *RED_HAT),
        lenses=("square", "left"),
        mouth="o",
        tilt=-5,
    ),
    "11010": in_sweater(
        RED,
        "pins",
        hat=("beret", *BLUE_HAT),
        lenses=("round", "", TINT),
        mouth="grin",
        carries="mouse",
        tilt=5,
    ),
    "11011": in_sweater(
        BLUE,
        "zigzag",
        hat=("bowler", *BLACK_HAT),
        lenses=("round", "doubt"),
        mouth="frown",
        marks=("goatee",),
        flip=True,
    ),
    # Vera, Caspar, Sergei, Leopold
    "11100": in_coat(
        OLIVE,
        RED,
        hat=("cloche", *BLUE_HAT),
        lenses=("cat-eye", "", TINT),
        mouth="smirk",
        tilt=-5,
        carries="flower",
    ),
    "11101": in_coat(
        COAL,
        TEAL,
        hat=("bowler", *BROWN_HAT),
        lenses=("square", "up"),
        mouth="w",
        marks=("freckles",),
        tilt=4,
    ),
    "11110": in_coat(
        BRICK,
        CREAM,
        hat=("cap", *GREEN_HAT),
        lenses=("square", "", TINT),
        mouth="frown",
        marks=("medal",),
        carries="camera",
        flip=True,
    ),
    "11111": in_coat(
        CAMEL,
        PLUM[0],
        hat=("fedora", *RED_HAT),
        lenses=("round", "dots"),
        mouth="w",
        marks=("moustache",),
    ),
}
