"""The URLs of the game's pages."""

from django.urls import include, path, re_path

from games.archive import evening_views, own_practice, record_views
from games.archive import views as archive
from games.coach import views as coach
from games.daily import views as daily
from games.pages import views as pages
from games.table.live import http_views
from games.table.lobby import views as lobby_views
from games.table.page import views
from games.table.people import seat_views
from games.table.people import views as people_views
from games.table.subjects import SUBJECTS

urlpatterns = [
    *(address for subject in SUBJECTS for address in subject.urls),
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
    path("practice/mine/", own_practice.open_own, name="own-practice"),
    path(
        "practice/mine/<str:code>/<int:at>/", own_practice.show_own, name="own-exercise"
    ),
    path("practice/<str:level>/<int:number>/", daily.show_exercise, name="exercise"),
    path("verify/", pages.verify, name="verify"),
    path("club/<str:code>/", evening_views.lead_to_club, name="club"),
    path("club/<str:code>/nights/", evening_views.show_nights, name="nights"),
    path("t/new/", lobby_views.open_table, name="open-table"),
    path("t/<str:code>/", views.show_table, name="table"),
    path("t/<str:code>/moves/", http_views.make_move, name="moves"),
    path("t/<str:code>/update/", http_views.update, name="update"),
    path("t/<str:code>/log/", views.show_log, name="log"),
    path("t/<str:code>/qr.svg", views.qr, name="qr"),
    path("t/<str:code>/display/", views.show_display, name="display"),
    path("t/<str:code>/join/", lobby_views.join, name="join"),
    path("t/<str:code>/ask/", people_views.ask_for_seat, name="ask"),
    path("t/<str:code>/people/", people_views.show_people, name="people"),
    path("t/<str:code>/contribute/", lobby_views.contribute, name="contribute"),
    path("t/<str:code>/leave/", lobby_views.leave, name="leave"),
    path("t/<str:code>/start/", lobby_views.start, name="start"),
    path("t/<str:code>/options/", lobby_views.change_options, name="options"),
    path("t/<str:code>/seat/", include(seat_views.urlpatterns)),
    path("t/<str:code>/host/", people_views.hand_over, name="host"),
    path("t/<str:code>/end/", lobby_views.end, name="end"),
    path("t/<str:code>/why/", coach.why, name="why"),
    path("t/<str:code>/wrong/", coach.report_sentence, name="wrong"),
    path("t/<str:code>/replay/", archive.show_replay, name="replay"),
    path("t/<str:code>/replay/moment.png", archive.show_moment, name="moment"),
    path("t/<str:code>/replay/share/", archive.share, name="replay-share"),
    path("t/<str:code>/proof/", record_views.show_proof, name="proof"),
    path("t/<str:code>/summary/", archive.summary, name="summary"),
    path("t/<str:code>/picture.svg", archive.show_picture, name="picture"),
    path("t/<str:code>/evening/", evening_views.show_evening, name="evening"),
    path("t/<str:code>/record.json", record_views.record, name="record"),
    # As a sentence or a chat may end it: a capital T, a full stop or a bracket.
    re_path(r"^[tT]/(?P<code>[^/]+)/[^/\w]*$", views.lead_to_table, name="typed-table"),
]
