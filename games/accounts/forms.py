"""The forms of accounts: allauth's, adjusted, and the site's own."""

from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.accounts.spellings import find_account
from games.players.names import build_name_key
from games.table.lobby.forms import TYPED_LENGTH, NameField
from runtime.threads import run_later


class SignInForm(LoginForm):
    """A user name and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _simplify(self)

    def clean_login(self) -> str:
        # allauth then has one limit of attempts for all spellings of a name.
        typed: str = super().clean_login()
        account = find_account(typed)
        return account.username if account else build_name_key(typed)


class SignUpForm(SignupForm):
    """A user name, a password and an optional e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _simplify(self)
        self.fields["email"].help_text = _("Only used if you forget your password.")
        self.fields["password1"].help_text = _(
            "At least 8 characters, not only digits, nothing too common."
        )
        self.fields["username"].widget.attrs["maxlength"] = TYPED_LENGTH

    def try_save(self, request: HttpRequest) -> tuple[User, HttpResponse | None]:
        # While the password is hashed, a second tap on the button can create the
        # account first; this request then signs in to it. No transaction is open
        # meanwhile: on SQLite it would block every write for as long as the hashing
        # takes.
        try:
            saved: tuple[User, HttpResponse | None] = super().try_save(request)
        except IntegrityError:
            user = get_adapter().authenticate(
                request,
                username=self.cleaned_data["username"],
                password=self.cleaned_data["password1"],
            )
            if user is None:
                raise ImmediateHttpResponse(redirect("account_signup")) from None
            return user, None
        return saved


class ResetForm(ResetPasswordForm):
    """The e-mail address of an account whose password is forgotten.

    The form looks for the account after the answer, so that the time of the answer does
    not tell whether there is one.
    """

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        return email

    def save(self, request: HttpRequest, **options: Any) -> str:
        run_later(partial(self._send, request, translation.get_language(), options))
        return self.clean_email()

    def _send(self, request: HttpRequest, language: str, options: Any) -> None:
        with translation.override(language):
            # Finds the accounts.
            super().clean_email()
            super().save(request, **options)


class NameForm(forms.Form):
    """The name that other players see at the tables."""

    name = NameField(label=_("Name at the table"))


class EmailForm(forms.Form):
    """An optional e-mail address."""

    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        help_text=_(
            "Only used if you forget your password. Leave it empty to delete it."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    @transaction.atomic
    def change_address(self, user: User) -> None:
        """Replace the address of the account; an empty one removes it."""
        address = self.cleaned_data["email"]
        EmailAddress.objects.filter(user=user).delete()
        user.email = address
        user.save(update_fields=["email"])
        if address:
            EmailAddress.objects.create(user=user, email=address, primary=True)


class DeleteForm(forms.Form):
    """The confirmation of a deletion."""

    sure = forms.BooleanField(label=_("Yes, delete everything for good"))


def _simplify(form: forms.Form) -> None:
    """Drop the placeholders, and keep browsers from changing a typed user name."""
    for name, field in form.fields.items():
        field.widget.attrs.pop("placeholder", None)
        if name in ("login", "username"):
            field.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
