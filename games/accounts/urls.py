"""The addresses of accounts: allauth's that are in use, and the site's own.

allauth offers more (codes by mail, phones, authenticator apps); an address that is not
listed here does not exist.
"""

from allauth.account import views as account
from allauth.mfa.webauthn import views as allauth
from django.conf import settings
from django.urls import include, path, re_path

from games.accounts import views

password = [
    path("change/", account.password_change, name="account_change_password"),
    path("set/", account.password_set, name="account_set_password"),
    path("reset/", account.password_reset, name="account_reset_password"),
    path(
        "reset/sent/", account.password_reset_done, name="account_reset_password_done"
    ),
    re_path(
        r"^reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "reset/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]

passkeys = [
    path("", allauth.list_webauthn, name="mfa_list_webauthn"),
    # allauth redirects here after adding a passkey.
    path("", allauth.list_webauthn, name="mfa_index"),
    path("add/", allauth.add_webauthn, name="mfa_add_webauthn"),
    path("login/", allauth.login_webauthn, name="mfa_login_webauthn"),
    path(
        "confirm/", allauth.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"
    ),
    path("<int:pk>/rename/", allauth.edit_webauthn, name="mfa_edit_webauthn"),
    path("<int:pk>/remove/", allauth.remove_webauthn, name="mfa_remove_webauthn"),
]

accounts = [
    path("", views.overview, name="accounts_overview"),
    path("export/", views.export, name="accounts_export"),
    path("delete/", views.delete, name="accounts_delete"),
    path("email/", views.address, name="account_email"),
    path("signup/", account.signup, name="account_signup"),
    path("login/", account.login, name="account_login"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("reauthenticate/", account.reauthenticate, name="account_reauthenticate"),
    path("password/", include(password)),
    path("passkeys/", include(passkeys)),
]

urlpatterns = [
    path("history/", views.history, name="history"),
    path("privacy/", views.privacy, name="privacy"),
    path("accounts/", include(accounts)),
]

if settings.OIDC_NAME:
    from allauth.socialaccount.providers.openid_connect.views import login
    from allauth.socialaccount.views import login_cancelled

    oidc = "allauth.socialaccount.providers.openid_connect.urls"
    cancelled = "socialaccount_login_cancelled"
    urlpatterns += [
        # Before allauth's own, which has no limit.
        path(
            "accounts/oidc/<str:provider_id>/login/",
            views.ask_issuer(login),
            name="issuer",
        ),
        path("accounts/", include(oidc)),
        path("accounts/oidc/cancelled/", login_cancelled, name=cancelled),
    ]
