"""The pages without a table: home, rules, record checker, and the installable app.

Sections of the rules have the numbers of docs/rules.md, because refusals link to them.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from games.models import Game
from games.play.selectors import (
    get_open_tables,
    get_running_games_for,
    is_newcomer,
)
from games.players.identity import (
    get_player_for,
    list_transferred_seats,
    may_open_tables,
)
from games.players.requests import SiteRequest
from games.proof.grammar import read_grammar
from games.rules.editions import Options
from games.rules.suspects import Side, Suspect, Trait, sides_of
from games.rules.tokens import Colour, Face, build_full_pool
from games.table.cleanup import tidy_now_and_then
from games.table.lobby.evening import get_newest_code
from games.table.lobby.forms import CodeForm
from games.table.page.own_tables import describe_running, find_last_game

_HEADINGS = {
    "components": pgettext_lazy("section of the rules", "Suspects, clues and tokens"),
    "setting_up": pgettext_lazy("section of the rules", "Before the game"),
    "new_round": pgettext_lazy("section of the rules", "Before each round"),
    "accusing": pgettext_lazy("section of the rules", "Suspects and accusations"),
    "scoring": pgettext_lazy("section of the rules", "Scoring"),
    "winning": pgettext_lazy("section of the rules", "Who wins"),
    "stasi": pgettext_lazy("section of the rules", "Option: the Stasi officer"),
    "adler": pgettext_lazy("section of the rules", "Option: Café Adler"),
    "placing": pgettext_lazy("section of the rules", "Option: players sort the cards"),
    "editions": pgettext_lazy("section of the rules", "Where the editions differ"),
    "example": pgettext_lazy("section of the rules", "An example"),
    "rulings": pgettext_lazy("section of the rules", "What the rulebooks leave open"),
}

SECTIONS: list[dict[str, Any]] = [
    {
        "id": f"section-{number}",
        "number": number,
        "heading": heading,
        "template": f"games/pages/rules/_{name}.html",
    }
    for number, (name, heading) in enumerate(_HEADINGS.items(), start=1)
]
# docs/rules.md has no section for the rulings.
SECTIONS[-1] |= {"id": "rulings", "number": 0}

# One suspect, each time with another trait turned over.
_MODEL = "10110"


def _choose_pictures(place: int, trait: Trait) -> tuple[tuple[Side, Suspect], ...]:
    """Return both sides of a trait, each with a suspect that has it."""
    before, after = _MODEL[:place], _MODEL[place + 1 :]
    one, other = sides_of(trait)
    return (one, f"{before}1{after}"), (other, f"{before}0{after}")


_CLUES = tuple(_choose_pictures(place, trait) for place, trait in enumerate(Trait))

# Shows a page with a form for a code, at this status.
type Show = Callable[[SiteRequest, CodeForm, int], HttpResponse]

_WALL = "#27506b"
_ICONS = (
    ("icons/icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/icon-mask-512.png", "512x512", "image/png", "maskable"),
)
# The files that the offline page uses.
_FILES = ("css/site.css", "css/pages.css", "icons/icon.svg")


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: SiteRequest) -> HttpResponse:
    """Show the home page; a typed code redirects to its table."""
    return _lead_to(request, "table", _show)


@gzip_page
@require_http_methods(["GET", "HEAD", "POST"])
def tv(request: SiteRequest) -> HttpResponse:
    """Ask for a code, which redirects to the shared screen of its table."""
    return _lead_to(request, "display", _show_tv)


def _lead_to(request: SiteRequest, page: str, show: Show) -> HttpResponse:
    """Redirect to this page of the table whose code is typed, or show the form."""
    if request.method != "POST":
        return show(request, CodeForm(), 200)
    form = CodeForm(request.POST)
    if not form.is_valid():
        return show(request, form, 422)
    code = form.cleaned_data["code"]
    if Game.objects.filter(Q(code=code) | Q(evening=code)).exists():
        return redirect(page, get_newest_code(code))
    form.add_error("code", str(Refused.NO_SUCH_TABLE.value.sentence))
    return show(request, form, 404)


def _show_tv(request: SiteRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "games/pages/tv.html", {"form": form}, status=status)


def _show(request: SiteRequest, form: CodeForm, status: int) -> HttpResponse:
    tidy_now_and_then()
    player = get_player_for(request)
    seats = list_transferred_seats(request.session)
    running = get_running_games_for(player, seats)
    context = {
        "form": form,
        "tables": get_open_tables(),
        "lists_tables": settings.PUBLIC_TABLES,
        "may_open": may_open_tables(player),
        "openers": settings.TABLE_OPENERS,
        "is_newcomer": player is None or is_newcomer(player),
        "running": list(describe_running(running, request.session)),
        "last": find_last_game(player, seats),
    }
    return render(request, "games/pages/home.html", context, status=status)


@gzip_page
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game; refusals at a table link to their sections."""
    context = {"sections": SECTIONS, "clues": _CLUES, "tokens": list(_tokens())}
    return render(request, "games/pages/rules.html", context)


def _tokens() -> Iterator[tuple[Colour, int, list[tuple[Face, int]]]]:
    """Yield the colours of a game without options, their tokens and their faces."""
    pool = build_full_pool(Options())
    for colour in Colour:
        faces = Counter(pool.left(colour)).items()
        in_order = sorted(faces, key=lambda counted: int(counted[0]))
        yield colour, len(pool.left(colour)), in_order


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show the page that verifies a record in the browser; the record is not sent."""
    context = {"grammar": read_grammar()}
    return render(request, "games/pages/verify.html", context)


# Tables are their players' own, and each visit of one costs work. The others fetch the
# preview of a link in a message.
_ROBOTS = """\
User-agent: Twitterbot
User-agent: facebookexternalhit
User-agent: Slackbot-LinkExpanding
User-agent: Discordbot
User-agent: TelegramBot
User-agent: WhatsApp
Disallow: /accounts/
Disallow: /club/

User-agent: *
Disallow: /t/
Disallow: /T/
Disallow: /accounts/
Disallow: /club/
Disallow: /admin/
Disallow: /host/
"""


@require_safe
@cache_control(max_age=24 * 60 * 60)
def robots(_request: HttpRequest) -> HttpResponse:
    """Return the addresses that robots should leave alone; they may read the rest."""
    return HttpResponse(_ROBOTS, content_type="text/plain")


@require_safe
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest."""
    content = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": "Charlie",
        "description": _("A deduction game for 3 to 5 players, on your phones."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": _WALL,
        "theme_color": _WALL,
        "icons": [
            {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
            for path, sizes, kind, purpose in _ICONS
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@gzip_page
@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, which caches static files and the offline page.

    Its content depends on the release and the language, so that a new one replaces it.
    """
    context = {"version": _version(), "files": [static(path) for path in _FILES]}
    return render(
        request,
        "games/pages/service-worker.js",
        context,
        content_type="text/javascript",
    )


@gzip_page
@require_safe
@cache_control(no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page.

    It is rendered without the request: browsers cache it, so it must hold no user data.
    """
    return HttpResponse(render_to_string("games/pages/offline.html"))


def _version() -> str:
    release = getattr(staticfiles_storage, "manifest_hash", "")
    page = render_to_string("games/pages/offline.html")
    return sha256(f"{release} {page}".encode()).hexdigest()[:16]
