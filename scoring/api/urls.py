"""Addresses of the API, version 1."""

from django.urls import include, path, re_path

from . import (
    calculator,
    doors,
    entries,
    hands,
    pages,
    penalties,
    players,
    sessions,
    standings,
    tables,
    tokens,
    tournaments,
)

TABLE = [
    path("", tables.OneTable.as_view(), name="api_table"),
    path("sheet/", tables.OneSheet.as_view(), name="api_sheet"),
    path("close/", tables.Close.as_view(), name="api_close"),
    path("reopen/", tables.Reopen.as_view(), name="api_reopen"),
    path("last-hand/", tables.LastHand.as_view(), name="api_last_hand"),
    path("totals/", tables.Totals.as_view(), name="api_totals"),
    path("hands/", hands.Hands.as_view(), name="api_hands"),
    path("hands/<int:hand>/", hands.OneHand.as_view(), name="api_hand"),
]
SESSION = [
    path("", sessions.OneSession.as_view(), name="api_session"),
    path("publish/", sessions.Publish.as_view(), name="api_publish"),
    path("unpublish/", sessions.Unpublish.as_view(), name="api_unpublish"),
    path("start/", sessions.Start.as_view(), name="api_start"),
    path("take-back/", sessions.TakeBack.as_view(), name="api_take_back"),
    path("finish/", sessions.Finish.as_view(), name="api_finish"),
    path("approve/", sessions.Approve.as_view(), name="api_approve"),
    path("tables/", tables.Tables.as_view(), name="api_tables"),
    path("tables/<int:table>/", include(TABLE)),
    path("penalties/", penalties.Penalties.as_view(), name="api_penalties"),
    path("penalties/<int:penalty>/revoke/", penalties.Revoke.as_view(), name="api_revoke"),
]
TOURNAMENT = [
    path("", tournaments.OneTournament.as_view(), name="api_tournament"),
    path("entries/", entries.Entries.as_view(), name="api_entries"),
    path("entries/<int:entry>/", entries.OneEntry.as_view(), name="api_entry"),
    path("entries/<int:entry>/withdraw/", entries.Withdraw.as_view(), name="api_withdraw"),
    path("entries/<int:entry>/return/", entries.Return.as_view(), name="api_return"),
    path("entries/<int:entry>/replace/", entries.Replace.as_view(), name="api_replace"),
    path("teams/", entries.Teams.as_view(), name="api_teams"),
    path("sessions/", sessions.Sessions.as_view(), name="api_sessions"),
    path("sessions/<int:number>/", include(SESSION)),
    path("standings/", standings.Standings.as_view(), name="api_standings"),
    path("standings/teams/", standings.TeamStandings.as_view(), name="api_team_standings"),
]

urlpatterns = [
    path("schema/", pages.Document.as_view(), name="api_schema"),
    path("docs/", pages.Docs.as_view(), name="api_docs"),
    path("tournaments/", tournaments.Tournaments.as_view(), name="api_tournaments"),
    path("tournaments/<slug:slug>/", include(TOURNAMENT)),
    path("calculator/", calculator.Calculator.as_view(), name="api_calculator"),
    path("players/", players.Players.as_view(), name="api_players"),
    path("players/<int:player>/", players.OnePlayer.as_view(), name="api_player"),
    path("tokens/", tokens.Tokens.as_view(), name="api_tokens"),
    path("tokens/<int:pk>/", tokens.OneToken.as_view(), name="api_token"),
    re_path(r"^[\s\S]*\Z", doors.Nowhere.as_view()),
]
