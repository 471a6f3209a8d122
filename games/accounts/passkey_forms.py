"""allauth's forms for passkeys, made safe against whatever a script may send."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.accounts.forms import TYPED_LENGTH, NameField
from games.players.names import clean_name

# What a browser sends for a passkey is a few kilobytes of base64.
MOST_SENT = 20_000


class CredentialField(forms.JSONField):
    """What a browser made of a passkey, as a JSON object."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> dict[str, Any]:
        # An escape is never needed there, and PostgreSQL refuses to keep some.
        if not isinstance(value, str) or len(value) > MOST_SENT or "\\" in value:
            raise _unusable()
        with _rubbish_refused():
            credential = super().to_python(value)
        if not isinstance(credential, dict):
            raise _unusable()
        return credential


class AddPasskeyForm(AddWebAuthnForm):
    """A new passkey: always one that needs no password, under a name of its own."""

    name = forms.CharField(
        label=_("Name of the passkey"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": TYPED_LENGTH}),
    )
    credential = CredentialField()
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        # The device has the passkey by now, so a name never makes it fail.
        try:
            return clean_name(self.cleaned_data["name"])
        except ValidationError:
            kind = Authenticator.Type.WEBAUTHN
            return get_adapter().generate_authenticator_name(self.user, kind)

    def clean(self) -> dict[str, Any]:
        with _rubbish_refused():
            return super().clean()


class RenamePasskeyForm(EditWebAuthnForm):
    """Another name for a passkey."""

    name = NameField(label=_("Name of the passkey"))


class SignInByPasskeyForm(LoginWebAuthnForm):
    """A passkey instead of name and password."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with _rubbish_refused():
            return super().clean_credential()


class ConfirmByPasskeyForm(ReauthenticateWebAuthnForm):
    """A passkey once more, before something that matters."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        with _rubbish_refused():
            return super().clean_credential()


@contextmanager
def _rubbish_refused() -> Iterator[None]:
    # Reading what was sent raises whatever the bytes in it lead to: KeyError,
    # struct.error, RecursionError, errors of the cryptography package…
    try:
        yield
    except ValidationError:
        raise
    except Exception as error:
        raise _unusable() from error


def _unusable() -> ValidationError:
    return get_adapter().validation_error("incorrect_code")
