"""The pages of the rules and of the record checker."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.pages.rulebook import CLUES, SECTIONS, tokens_in_play


@gzip_page
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules of the game; refusals at a table link to their sections."""
    context = {"sections": SECTIONS, "clues": CLUES, "tokens": tokens_in_play()}
    return render(request, "games/pages/rules.html", context)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show the page that verifies a record in the browser; the record is not sent."""
    return render(request, "games/pages/verify.html")
