"""Invitations: signed links that make one account each, even if sign-up is closed."""

from datetime import timedelta

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from games.models.player import Invitation

LASTS = timedelta(days=7)
_signer = Signer(salt="games.accounts.invitations")


def make_invitation() -> str:
    """Return the path of a new invitation; expired ones are deleted."""
    Invitation.objects.exclude(pk__in=_valid()).delete()
    ticket = _signer.sign(str(Invitation.objects.create().pk))
    return reverse("account_invitation", args=[ticket])


def invitation_of(request: HttpRequest) -> QuerySet[Invitation]:
    """Return the invitation in a request's address, as a queryset that may be empty."""
    match = request.resolver_match
    try:
        pk = _signer.unsign(match.kwargs.get("invitation", "") if match else "")
    except BadSignature:
        return Invitation.objects.none()
    return _valid().filter(pk=pk)


def _valid() -> QuerySet[Invitation]:
    return Invitation.objects.filter(made_at__gt=timezone.now() - LASTS)
