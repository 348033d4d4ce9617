"""Addresses of scoring."""

from django.urls import include, path

from .views import (
    calculator,
    desk,
    exports,
    hand,
    imports,
    own,
    papers,
    phone,
    player,
    referee,
    replay,
    standings,
    substitutions,
    table,
)

TABLE = [
    path("", table.show, name="table"),
    path("live/", table.live, name="table_live"),
    path("hands/<int:hand>/", hand.at, name="table_hand"),
    path("hands/<int:hand>/settle/", hand.settle, name="hand_settle"),
    path("hands/<int:hand>/replay/", replay.show, name="hand_replay"),
    path("hands/<int:hand>/payments/", table.payments, name="table_payments"),
    path("hands/<int:hand>/clear/", table.clear, name="table_clear"),
    path("penalties/", table.penalty, name="table_penalty"),
    path("penalties/<int:pk>/revoke/", table.revoke, name="table_revoke"),
    path("last-hand/", table.last_hand, name="table_last_hand"),
    path("totals/", table.totals, name="table_totals"),
    path("close/", table.close, name="table_close"),
    path("reopen/", table.reopen, name="table_reopen"),
]

PHONE = [
    path("", phone.show, name="phone"),
    path("hands/<int:hand>/", phone.save, name="phone_hand"),
    path("undo/", phone.undo, name="phone_undo"),
    path("beat/", phone.beat, name="phone_beat"),
    path("last-hand/", phone.last_hand, name="phone_last_hand"),
    path("confirm/", phone.confirm, name="phone_confirm"),
    path("close/", phone.close, name="phone_close"),
]

urlpatterns = [
    path("api/v1/", include("scoring.api.urls")),
    path("calculator/", calculator.show, name="calculator"),
    path("t/<slug:slug>/phone/", include(PHONE)),
    path("p/<str:token>/", own.show, name="player_link"),
    path("t/<slug:slug>/desk/", desk.show, name="desk"),
    path("t/<slug:slug>/sessions/<int:number>/start/", desk.start, name="session_start"),
    path("t/<slug:slug>/sessions/<int:number>/finish/", desk.finish, name="session_finish"),
    path("t/<slug:slug>/sessions/<int:number>/approve/", desk.approve, name="session_approve"),
    path("t/<slug:slug>/sessions/<int:number>/tables/<int:table>/", include(TABLE)),
    path("t/<slug:slug>/referee/", referee.show, name="referee"),
    path("t/<slug:slug>/referee/<int:pk>/revoke/", referee.revoke, name="referee_revoke"),
    path("t/<slug:slug>/referee/<int:pk>/appeal/", referee.appeal, name="referee_appeal"),
    path("t/<slug:slug>/substitutes/", substitutions.show, name="substitutions"),
    path("t/<slug:slug>/substitutes/<int:pk>/undo/", substitutions.undo, name="substitution_undo"),
    path("t/<slug:slug>/papers/", papers.show, name="papers"),
    path("t/<slug:slug>/papers/<slug:name>.<slug:form>", papers.of_tournament, name="paper"),
    path(
        "t/<slug:slug>/papers/<int:number>/<slug:name>.<slug:form>",
        papers.of_session,
        name="session_paper",
    ),
    path("t/<slug:slug>/papers/<int:number>/pack/", papers.pack, name="papers_pack"),
    path("t/<slug:slug>/standings/", standings.show, name="standings"),
    path("t/<slug:slug>/standings/part/", standings.part, name="standings_part"),
    path("t/<slug:slug>/standings/leaders/", standings.leaders, name="standings_leaders"),
    path("t/<slug:slug>/players/<int:number>/", player.show, name="entry"),
    path("tournaments/import/", imports.show, name="tournament_import"),
    path("t/<slug:slug>/exports/", exports.show, name="exports"),
    path("t/<slug:slug>/exports/<str:name>", exports.download, name="export_file"),
]
