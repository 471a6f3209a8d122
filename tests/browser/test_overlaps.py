"""The check for overlaps: it finds each kind of fault, and nothing else."""

import pytest

from games.models import Presence
from tests.browser.conftest import leave
from tests.browser.engines import ChromiumPhone
from tests.browser.players import Phone
from tests.browser.test_engines_overlaps import make_tables
from tests.browser.visits import beside, build_cookie, expect_live
from tests.support.positions import NAMES
from tools.gallery.inspector import OVERLAPS, find_overlaps

NARROW = (280, 653)
WIDE = [(390, 844), (320, 568)]
# As WCAG 1.4.12 asks for, and a browser's smallest size of letters, in pixels.
SPACING = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
SMALLEST = "--blink-settings=minimumFontSize=20"

STYLE = """<style>
  * { margin: 0; box-sizing: border-box; font: 16px/20px monospace; }
  .at { position: absolute; white-space: nowrap; }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden;
            clip-path: inset(50%); white-space: nowrap; }
  .box { width: 80px; overflow: hidden; white-space: nowrap; }
  .bar { position: fixed; left: 0; right: 0; height: 40px; background: white; }
  .foot { position: sticky; bottom: 0; }
</style>"""
FAULTS = {
    "two texts": (
        '<p class="at">One text</p><p class="at" style="left: 30px">Another</p>',
        [("overlap", "“One text”", "“Another”")],
    ),
    "two buttons": (
        (
            '<button class="at" style="width: 80px">Yes</button>'
            '<button class="at" style="left: 70px; width: 80px">No</button>'
        ),
        [("overlap", "[Yes]", "[No]")],
    ),
    "a text on a button": (
        '<button class="at" style="width: 90px">Yes</button><p class="at">Text</p>',
        [("overlap", "[Yes]", "“Text”")],
    ),
    "a text on a picture": (
        (
            '<div><svg class="at" id="token" width="40" height="40"></svg></div>'
            '<p class="at">Text</p>'
        ),
        [("overlap", "[#token]", "“Text”")],
    ),
    "a text that its box cuts": (
        '<p class="box" id="box">Longer than its box</p>',
        [("cut", "“Longer than its box”", "its box #box")],
    ),
    "dots at the end": (
        '<p class="box" id="box" style="text-overflow: ellipsis">Longer than it</p>',
        [("cut", "“Longer than it”", "its box #box")],
    ),
    "a text that the screen cuts": (
        '<p class="at" style="left: -20px">Beyond the edge</p>',
        [("cut", "“Beyond the edge”", "the screen")],
    ),
    "a text that spills": (
        '<button style="width: 60px; white-space: nowrap">Longer than it</button>',
        [("spill", "“Longer than it”", "its control")],
    ),
    "the last line under a bar": (
        (
            '<div style="height: 2000px"></div><p>Last line</p>'
            '<div class="bar" style="bottom: 0">Bar</div>'
        ),
        [("overlap", "“Last line”", "[Bar]")],
    ),
    "two bars": (
        (
            '<div class="bar" style="top: 0">One bar</div>'
            '<div class="bar" style="top: 5px">Another</div>'
        ),
        [("overlap", "“One bar”", "“Another”")],
    ),
}
CLEAN = {
    "lines of one text": "<p>A text <b>with</b> words<br>and <i>lines</i>.</p>",
    "a hidden text": '<p>Text</p><p class="at hidden">Hidden</p>',
    "a transparent text": '<p class="at">A</p><p class="at" style="opacity: 0">B</p>',
    "an invisible text": (
        '<p class="at">A</p><p class="at" style="visibility: hidden">B</p>'
    ),
    "closed details": "<details><summary>More</summary><p>Text</p></details><p>End</p>",
    "a decoration": (
        '<div aria-hidden="true"><svg class="at" width="40" height="40"></svg></div>'
        '<p class="at">Text</p>'
    ),
    "a label around its box": '<label><input type="checkbox"> Agree</label>',
    "a badge in its button": (
        '<button style="position: relative">Notes'
        '<span class="at" style="right: -5px">3</span></button>'
    ),
    "a caption on its picture": (
        '<figure><svg class="at" width="90" height="40"></svg>'
        '<figcaption class="at">Cat</figcaption></figure>'
    ),
    "a box that scrolls": (
        '<div class="box" style="overflow: auto">Longer than its box</div>'
    ),
    "a line that scrolls out from under a bar": (
        '<p style="padding-top: 570px">Under the bar</p><div style="height: 900px">'
        '</div><div class="bar" style="bottom: 0">Bar</div>'
    ),
    "a sticky button that has scrolled past its place": (
        '<div style="height: 700px"></div><div class="foot">'
        '<button>Start</button></div><div style="height: 580px"></div>'
        '<div class="bar" style="top: 0">Bar</div>'
    ),
    "a verdict on its case card": (
        '<button class="case-card"><svg width="80" height="40"></svg>'
        '<b class="token at" style="left: 9px"><svg width="24" height="24"></svg></b>'
        "</button>"
    ),
    "a message that goes away": '<p>Text</p><p class="at alerts" style="top: 0">No</p>',
    "a page behind a dialog": (
        "<p>Behind</p><dialog>Question</dialog>"
        "<script>document.querySelector('dialog').showModal()</script>"
    ),
}


def test_check_finds_each_fault_and_nothing_else(new_phone):
    page = new_phone(size=(360, 600))

    def look(html):
        page.goto("about:blank")
        page.set_content(STYLE + html)
        return page.evaluate(OVERLAPS)

    for name, (html, faults) in FAULTS.items():
        found = [(each["kind"], each["one"], each["other"]) for each in look(html)]
        assert found == faults, name
    for name, html in CLEAN.items():
        assert look(html) == [], name
    [fault] = look(FAULTS["two buttons"][0])
    assert (fault["px"][0], fault["at"]) == (10, ["top", "end"])


def find_faults(page, me, codes, script="null") -> dict[str, list[str]]:
    """Return what overlaps or is cut on a player's pages, by table."""
    page.context.add_cookies([build_cookie(me)])
    found = {}
    for code in codes:
        page.goto(f"/t/{code}/")
        expect_live(Phone(page), "yes")
        page.evaluate(script)
        faults = find_overlaps(ChromiumPhone(page))
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append("too wide")
        found |= {code: faults} if faults else {}
    return found


def test_nothing_lies_on_anything_at_280_pixels(new_phone):
    _lobby, me, codes = beside(make_tables)
    page = new_phone(size=NARROW, language="de")
    assert find_faults(page, me, codes) == {}


@pytest.mark.parametrize("size", WIDE)
def test_text_is_whole_with_wider_spacing(new_phone, size):
    _lobby, me, codes = beside(make_tables, NAMES, Presence.HERE)
    assert find_faults(new_phone(size=size), me, codes, SPACING) == {}


@pytest.mark.parametrize("size", WIDE)
def test_text_is_whole_where_the_browser_enlarges_small_letters(
    server, browser_type, browser_type_launch_args, size
):
    _lobby, me, codes = beside(make_tables, NAMES, Presence.HERE)
    flags = [*browser_type_launch_args["args"], SMALLEST]
    width, height = size
    with browser_type.launch(**browser_type_launch_args | {"args": flags}) as browser:
        page = browser.new_page(
            base_url=server, viewport={"width": width, "height": height}
        )
        assert find_faults(page, me, codes) == {}
        leave(page)
