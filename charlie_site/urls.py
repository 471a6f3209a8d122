"""The URLs of the whole site."""

from django.urls import include, path

import games.admin.games
import games.admin.people  # noqa: F401 (they register their lists)
from charlie_site import health
from games.admin.sites import host_site, staff_site

urlpatterns = [
    path("", include("games.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
    path("", include("games.accounts.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", staff_site.urls),
    path("host/", host_site.urls),
]

handler400 = "games.pages.error_pages.bad_request"
handler403 = "games.pages.error_pages.permission_denied"
handler404 = "games.pages.error_pages.page_not_found"
handler500 = "games.pages.error_pages.server_error"
