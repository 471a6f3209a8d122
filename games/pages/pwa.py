"""The files that make the site installable, and its offline page."""

from hashlib import sha256

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

_WALL = "#27506b"
_ICONS = (
    ("icons/icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/icon-mask-512.png", "512x512", "image/png", "maskable"),
)
# The files that the offline page uses.
_FILES = ("css/site.css", "css/pages.css", "icons/icon.svg")


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
