"""The addresses of accounts: allauth's that are in use, and the site's own.

allauth offers more (codes by mail, phones, authenticator apps); an address that is not
listed here does not exist.
"""

from allauth.account import views as account
from allauth.mfa.webauthn import views as passkeys
from django.conf import settings
from django.urls import include, path, re_path

from games.accounts import views

urlpatterns = [
    path("history/", views.history, name="history"),
    path("privacy/", views.privacy, name="privacy"),
    path("accounts/", views.overview, name="accounts_overview"),
    path("accounts/export/", views.export, name="accounts_export"),
    path("accounts/delete/", views.delete, name="accounts_delete"),
    path("accounts/email/", views.address, name="account_email"),
    path("accounts/signup/", account.signup, name="account_signup"),
    path("accounts/login/", account.login, name="account_login"),
    path("accounts/logout/", account.logout, name="account_logout"),
    path("accounts/inactive/", account.account_inactive, name="account_inactive"),
    path(
        "accounts/reauthenticate/",
        account.reauthenticate,
        name="account_reauthenticate",
    ),
    path(
        "accounts/password/change/",
        account.password_change,
        name="account_change_password",
    ),
    path("accounts/password/set/", account.password_set, name="account_set_password"),
    path(
        "accounts/password/reset/",
        account.password_reset,
        name="account_reset_password",
    ),
    path(
        "accounts/password/reset/sent/",
        account.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "accounts/password/reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("accounts/passkeys/", passkeys.list_webauthn, name="mfa_list_webauthn"),
    # allauth redirects here after adding a passkey.
    path("accounts/passkeys/", passkeys.list_webauthn, name="mfa_index"),
    path("accounts/passkeys/add/", passkeys.add_webauthn, name="mfa_add_webauthn"),
    path(
        "accounts/passkeys/login/",
        passkeys.login_webauthn,
        name="mfa_login_webauthn",
    ),
    path(
        "accounts/passkeys/confirm/",
        passkeys.reauthenticate_webauthn,
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "accounts/passkeys/<int:pk>/rename/",
        passkeys.edit_webauthn,
        name="mfa_edit_webauthn",
    ),
    path(
        "accounts/passkeys/<int:pk>/remove/",
        passkeys.remove_webauthn,
        name="mfa_remove_webauthn",
    ),
]

if settings.OIDC_NAME:
    from allauth.socialaccount.views import login_cancelled

    oidc = "allauth.socialaccount.providers.openid_connect.urls"
    cancelled = "socialaccount_login_cancelled"
    urlpatterns += [
        path("accounts/", include(oidc)),
        path("accounts/oidc/cancelled/", login_cancelled, name=cancelled),
    ]
