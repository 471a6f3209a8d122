"""The addresses of the whole site."""

from django.urls import include, path

from games.admin import host_site, staff_site

urlpatterns = [
    path("", include("games.urls")),
    path("", include("games.accounts.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", staff_site.urls),
    path("host/", host_site.urls),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.permission_denied"
handler404 = "games.views.errors.page_not_found"
handler500 = "games.views.errors.server_error"
