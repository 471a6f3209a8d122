"""Passkeys: whether a page can use them, and allauth's forms, hardened."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.players.names import clean_name
from games.table.lobby.forms import TYPED_LENGTH, NameField
from runtime.addresses import parse_address, read_host


class Obstacle(StrEnum):
    """The reason why a browser offers no passkeys on this page."""

    PLAIN_HTTP = "plain-http"
    NUMERIC_ADDRESS = "bare-address"


def obstacle_for(request: HttpRequest) -> Obstacle | None:
    """Return the reason why this page cannot use passkeys, None if it can.

    A browser demands a secure page (https or `localhost`) and a host name: a passkey
    cannot belong to an IP address.
    """
    host = read_host(request.get_host())
    if host == "localhost" or host.endswith(".localhost"):
        return None
    if not request.is_secure():
        return Obstacle.PLAIN_HTTP
    return Obstacle.NUMERIC_ADDRESS if parse_address(host) else None


# A browser sends a few kilobytes of base64 for a passkey.
MOST_SENT = 20_000


class CredentialField(forms.JSONField):
    """A passkey credential from the browser, as a JSON object."""

    widget = forms.HiddenInput

    # JSONField inherits its type from CharField, which returns text.
    def to_python(self, value: Any) -> dict[str, Any]:  # type: ignore[override]
        # A credential needs no escapes, and PostgreSQL refuses to store some of them.
        if not isinstance(value, str) or len(value) > MOST_SENT or "\\" in value:
            raise _unusable_passkey()
        with _malformed_input_refused():
            credential = super().to_python(value)
        if not isinstance(credential, dict):
            raise _unusable_passkey()
        return credential


class AddPasskeyForm(AddWebAuthnForm):
    """A new passkey, always passwordless, with a name."""

    name = forms.CharField(
        label=_("Name of this passkey"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": TYPED_LENGTH}),
    )
    credential = CredentialField()
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        # The device has already stored the passkey: a bad name must not make this fail.
        try:
            return clean_name(self.cleaned_data["name"])
        except ValidationError:
            kind = Authenticator.Type.WEBAUTHN
            name: str = get_adapter().generate_authenticator_name(self.user, kind)
            return name

    def clean(self) -> dict[str, Any]:
        with _malformed_input_refused():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class RenamePasskeyForm(EditWebAuthnForm):
    """A new name for a passkey."""

    name = NameField(label=_("Name of this passkey"))


class _CredentialForm(AuthenticateWebAuthnForm):
    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with _malformed_input_refused():
            return super().clean_credential()


class SignInByPasskeyForm(_CredentialForm, LoginWebAuthnForm):
    """A sign-in by passkey, without name and password."""


class ConfirmByPasskeyForm(_CredentialForm, ReauthenticateWebAuthnForm):
    """A passkey that confirms the user before a sensitive change."""


@contextmanager
def _malformed_input_refused() -> Iterator[None]:
    # Parsing malformed bytes raises many errors: KeyError, struct.error,
    # RecursionError, those of the cryptography package…
    try:
        yield
    except ValidationError:
        raise
    except Exception as error:
        raise _unusable_passkey() from error


def _unusable_passkey() -> ValidationError:
    error: ValidationError = get_adapter().validation_error("incorrect_code")
    return error
