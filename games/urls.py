"""The URLs of the game's pages."""

from django.urls import path, re_path

from games.archive import club_views
from games.archive import views as archive
from games.coach import views as coach
from games.daily import views as daily
from games.pages import views as pages
from games.table import (
    bets,
    lobby_views,
    notebook,
    reactions,
    seat_transfer,
    tutorial_views,
    views,
)

urlpatterns = [
    path("", pages.home, name="home"),
    # A remote control types no slash at its end.
    re_path(r"^tv/?$", pages.tv, name="tv"),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("service-worker.js", pages.service_worker, name="service-worker"),
    path("robots.txt", pages.robots, name="robots"),
    path("offline/", pages.offline, name="offline"),
    path("rules/", pages.rules, name="rules"),
    path("case/", daily.show_today, name="case-today"),
    path("case/<str:day>/", daily.show_case, name="case"),
    path("practice/", daily.show_levels, name="practice"),
    path("lessons/<int:number>/", daily.show_lesson, name="lesson"),
    path("practice/mine/", archive.open_own, name="own-practice"),
    path("practice/mine/<str:code>/<int:at>/", archive.show_own, name="own-exercise"),
    path("practice/<str:level>/<int:number>/", daily.show_exercise, name="exercise"),
    path("verify/", pages.verify, name="verify"),
    path("tutorial/", tutorial_views.open_tutorial, name="tutorial"),
    path("club/<str:code>/", club_views.lead_to_club, name="club"),
    path("club/<str:code>/nights/", club_views.show_nights, name="nights"),
    path("t/new/", lobby_views.open_table, name="open-table"),
    path("bots/", lobby_views.play_with_bots, name="play-with-bots"),
    path("t/<str:code>/", views.show_table, name="table"),
    path("t/<str:code>/moves/", views.make_move, name="moves"),
    path("t/<str:code>/update/", views.update, name="update"),
    path("t/<str:code>/log/", views.show_log, name="log"),
    path("t/<str:code>/qr.svg", views.qr, name="qr"),
    path("t/<str:code>/notebook/", notebook.notebook, name="notebook"),
    path("t/<str:code>/hint/", notebook.hint, name="hint"),
    path("t/<str:code>/reactions/", reactions.send_reaction, name="reactions"),
    path(
        "t/<str:code>/tutorial/", tutorial_views.go_on_with_tutorial, name="tutorial-on"
    ),
    path("t/<str:code>/display/", views.show_display, name="display"),
    path("t/<str:code>/join/", lobby_views.join, name="join"),
    path("t/<str:code>/ask/", lobby_views.ask_for_seat, name="ask"),
    path("t/<str:code>/bet/", bets.show_bet, name="bet"),
    path("t/<str:code>/people/", lobby_views.show_people, name="people"),
    path("t/<str:code>/report/", lobby_views.report, name="report"),
    path("t/<str:code>/contribute/", lobby_views.contribute, name="contribute"),
    path("t/<str:code>/leave/", lobby_views.leave, name="leave"),
    path("t/<str:code>/start/", lobby_views.start, name="start"),
    path("t/<str:code>/options/", lobby_views.change_options, name="options"),
    path("t/<str:code>/seat/", lobby_views.change_seat, name="seat"),
    path("t/<str:code>/bots/", lobby_views.change_bots, name="bots"),
    path("t/<str:code>/notices/", lobby_views.change_notices, name="notices"),
    path("t/<str:code>/phone/", seat_transfer.offer, name="phone"),
    path("t/<str:code>/phone/<str:ticket>/", seat_transfer.arrive, name="phone-here"),
    path("t/<str:code>/pause/", lobby_views.pause, name="pause"),
    path("t/<str:code>/stand-in/", lobby_views.let_stand_in, name="stand-in"),
    path("t/<str:code>/host/", lobby_views.hand_over, name="host"),
    path("t/<str:code>/end/", lobby_views.end, name="end"),
    path("t/<str:code>/again/", lobby_views.play_again_at_table, name="again"),
    path("t/<str:code>/why/", coach.why, name="why"),
    path("t/<str:code>/wrong/", coach.report_sentence, name="wrong"),
    path("t/<str:code>/replay/", archive.show_replay, name="replay"),
    path("t/<str:code>/replay/moment.png", archive.show_moment, name="moment"),
    path("t/<str:code>/replay/share/", archive.share, name="replay-share"),
    path("t/<str:code>/proof/", archive.show_proof, name="proof"),
    path("t/<str:code>/summary/", archive.summary, name="summary"),
    path("t/<str:code>/picture.svg", archive.show_picture, name="picture"),
    path("t/<str:code>/evening/", archive.show_evening, name="evening"),
    path("t/<str:code>/evening/end/", lobby_views.end_evening, name="end-evening"),
    path("t/<str:code>/record.json", archive.record, name="record"),
    # As a sentence or a chat may end it: a capital T, a full stop or a bracket.
    re_path(r"^[tT]/(?P<code>[^/]+)/[^/\w]*$", views.lead_to_table, name="typed-table"),
]
