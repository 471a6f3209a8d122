"""The addresses of the game's pages."""

from django.urls import path

from games.views import (
    home,
    installing,
    lobby,
    notebook,
    pages,
    reactions,
    replay,
    table,
    tutorial,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.healthz, name="healthz"),
    path("readyz", home.readyz, name="readyz"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service-worker"),
    path("offline/", installing.offline, name="offline"),
    path("rules/", pages.rules, name="rules"),
    path("verify/", pages.verify, name="verify"),
    path("tutorial/", tutorial.open_tutorial, name="tutorial"),
    path("t/new/", lobby.open_table, name="open-table"),
    path("t/<str:code>/", table.show, name="table"),
    path("t/<str:code>/moves/", table.make_move, name="moves"),
    path("t/<str:code>/update/", table.update, name="update"),
    path("t/<str:code>/qr.svg", table.qr, name="qr"),
    path("t/<str:code>/notebook/", notebook.notebook, name="notebook"),
    path("t/<str:code>/reactions/", reactions.send_reaction, name="reactions"),
    path("t/<str:code>/tutorial/", tutorial.go_on, name="tutorial-on"),
    path("t/<str:code>/display/", table.show_display, name="display"),
    path("t/<str:code>/join/", lobby.join, name="join"),
    path("t/<str:code>/contribute/", lobby.contribute, name="contribute"),
    path("t/<str:code>/leave/", lobby.leave, name="leave"),
    path("t/<str:code>/start/", lobby.start, name="start"),
    path("t/<str:code>/options/", lobby.change_options, name="options"),
    path("t/<str:code>/seat/", lobby.change_seat, name="seat"),
    path("t/<str:code>/host/", lobby.hand_over, name="host"),
    path("t/<str:code>/end/", lobby.end, name="end"),
    path("t/<str:code>/again/", lobby.again, name="again"),
    path("t/<str:code>/replay/", replay.show, name="replay"),
    path("t/<str:code>/replay/share/", replay.share, name="replay-share"),
    path("t/<str:code>/record.json", replay.record, name="record"),
]
