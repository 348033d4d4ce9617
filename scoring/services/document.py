"""Reading a whole tournament in: all of it in one transaction, or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from journal.models import Event
from journal.services import Actor, record_event
from players.models import Club, Player
from players.names import sort_key
from scoring.models import Hand, Penalty, Sheet, TableResult
from scoring.selectors.document import FORMAT, VERSION, plain_result
from scoring.selectors.results import load_tables
from scoring.services.document_faults import DocumentError, Fault
from scoring.services.document_fields import Values
from scoring.services.document_paper import code_of, save_links
from scoring.services.document_play import LETTERS, SessionData, TableData
from scoring.services.document_reading import DocumentData, check_document
from scoring.services.results import save_results
from scoring.services.standings import publish_standings
from tournaments.models import (
    Draw,
    Entry,
    Occupant,
    Role,
    Seat,
    Session,
    Staff,
    Table,
    Team,
    Tournament,
)
from tournaments.services.tournaments import free_slug


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import; `notes` are sentences for whoever imported."""

    tournament: Tournament
    notes: tuple[str, ...] = ()


def import_document(*, by: Actor, document: Mapping[str, Any], reason: str = "") -> Imported:
    """Save a tournament from its document; who imports it becomes its organiser.

    The slug is kept where it is free. People are recognised by their EMA number alone: nobody
    else is merged with somebody of the same name. Results and standings are computed, not copied;
    a difference from what the document says becomes a note. Events of a backup are kept under
    the new tournament.
    Raises DocumentError with every fault and its path; nothing is saved then.
    """
    _check_version(document)
    data = check_document(document)
    try:
        with transaction.atomic():
            return _save(by, data, list(document.get("notes", [])), reason)
    except IntegrityError as refused:
        text = _("The database refuses it: %(reason)s") % {"reason": refused}
        raise DocumentError([Fault("", text)]) from refused


def _check_version(document: Mapping[str, Any]) -> None:
    if document.get("format") != FORMAT:
        raise DocumentError([Fault("format", _("This is no tournament document."))])
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise DocumentError([Fault("version", _("A whole number is expected."))])
    if version > VERSION:
        text = _("Version %(given)s is newer than this program, which reads up to %(known)s.")
        raise DocumentError([Fault("version", text % {"given": version, "known": VERSION})])


def _save(by: Actor, data: DocumentData, notes: list[str], reason: str) -> Imported:
    wanted = data.tournament["slug"]
    tournament = Tournament.objects.create(**data.tournament | {"slug": free_slug(wanted)})
    if tournament.slug != wanted:
        notes.append(
            _("The address “%(wanted)s” is taken: it is “%(slug)s”.")
            % {"wanted": wanted, "slug": tournament.slug}
        )
    if isinstance(by, User):
        Staff.objects.create(tournament=tournament, user=by, role=Role.ORGANISER)
    entries = _save_entries(tournament, data, notes)
    tables: list[tuple[Table, TableData, int]] = []
    for session in data.sessions:
        tables += _save_session(tournament, session, entries)
    _save_play(tables)
    places = {(number, table.number): table for table, _data, number in tables}
    notes += save_links(places, data.paper)
    for draw in data.draws:
        _keep_time(Draw.objects.create(tournament=tournament, **draw), draw)
    Event.objects.bulk_create(Event(scope=tournament.scope, **event) for event in data.events)
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="tournament.imported",
        target=tournament.slug,
        reason=reason,
        after={"entries": len(data.entries), "sessions": len(data.sessions)},
    )
    notes += _derive(by, tournament, tables, data.standings_version)
    return Imported(tournament, tuple(notes))


def _keep_time(draw: Draw, values: Values) -> None:
    """The time of the drawing itself, which the model would set to now."""
    if values["created_at"]:
        Draw.objects.filter(pk=draw.pk).update(created_at=values["created_at"])


def _save_entries(tournament: Tournament, data: DocumentData, notes: list[str]) -> dict[int, Entry]:
    """Teams, people and entries; entries by start number."""
    made_teams = Team.objects.bulk_create(
        Team(tournament=tournament, **values) for values in data.teams
    )
    teams = {team.number: team for team in made_teams}
    people = _save_people([values["player"] for values in data.entries], notes)
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=player,
            team=teams.get(values["team"]),
            code=code_of(data.paper, values["number"]),
            **{name: values[name] for name in values if name not in _RELATIONS},
        )
        for values, player in zip(data.entries, people, strict=True)
    )
    entries = {entry.number: entry for entry in made}
    for values in data.entries:
        if values["replaces"] is not None:
            entry = entries[values["number"]]
            entry.replaces = entries[values["replaces"]]
            entry.save(update_fields=["replaces"])
    return entries


_RELATIONS = ("player", "team", "replaces")


def _save_people(people: list[Values], notes: list[str]) -> list[Player]:
    """A player for each: one known by the EMA number, or a new one."""
    numbers = [values["ema_number"] for values in people if values["ema_number"]]
    known = {one.ema_number: one for one in Player.objects.filter(ema_number__in=numbers)}
    clubs = _save_clubs({values["club"] for values in people} - {""})
    players = []
    for values in people:
        player = known.get(values["ema_number"]) if values["ema_number"] else None
        if player is None:
            fields = {name: value for name, value in values.items() if name != "club"}
            key = sort_key(values["first_name"], values["last_name"])
            player = Player(**fields, club=clubs.get(values["club"]), sort_key=key)
        elif (player.first_name, player.last_name) != (values["first_name"], values["last_name"]):
            notes.append(
                _("EMA number %(number)s belongs to %(name)s here: that person was taken.")
                % {"number": player.ema_number, "name": player.full_name}
            )
        players.append(player)
    Player.objects.bulk_create(player for player in players if player.pk is None)
    return players


def _save_clubs(names: set[str]) -> dict[str, Club]:
    return {name: Club.objects.get_or_create(name=name)[0] for name in sorted(names)}


def _save_session(
    tournament: Tournament, data: SessionData, entries: Mapping[int, Entry]
) -> list[tuple[Table, TableData, int]]:
    """A session with tables, seats, occupants and penalties."""
    session = Session.objects.create(tournament=tournament, **data.values)
    made = Table.objects.bulk_create(
        Table(session=session, **table.values) for table in data.tables
    )
    seats = Seat.objects.bulk_create(
        Seat(table=table, letter=letter)
        for table, values in zip(made, data.tables, strict=True)
        for letter in LETTERS
        if letter in values.seats
    )
    seat_of = {(seat.table_id, seat.letter): seat for seat in seats}
    Occupant.objects.bulk_create(
        Occupant(
            session=session,
            seat=seat_of[table.pk, letter],
            entry=entries[one["entry"]],
            from_hand=one["from_hand"],
            stands_for=entries.get(one["stands_for"]),
            case=one["case"],
        )
        for table, values in zip(made, data.tables, strict=True)
        for letter, occupants in values.seats.items()
        for one in occupants
    )
    Penalty.objects.bulk_create(
        Penalty(
            session=session,
            **values
            | {"entry": entries[values["entry"]], "to_entry": entries.get(values["to_entry"])},
        )
        for values in data.penalties
    )
    return [
        (table, values, session.number) for table, values in zip(made, data.tables, strict=True)
    ]


def _save_play(tables: list[tuple[Table, TableData, int]]) -> None:
    Hand.objects.bulk_create(
        (Hand(table=table, **hand) for table, data, _number in tables for hand in data.hands),
        batch_size=500,
    )
    Sheet.objects.bulk_create(
        Sheet(table=table, **data.sheet) for table, data, _number in tables if data.sheet
    )


def _derive(
    by: Actor,
    tournament: Tournament,
    tables: list[tuple[Table, TableData, int]],
    version: int,
) -> list[str]:
    """Results and standings; a sentence for each table whose document says otherwise.

    `version` is that of the standings in a backup: the same figures keep it, others get the next.
    """
    results: dict[int, list[TableResult]] = {}
    for row in save_results(tables=load_tables(table for table, _data, _number in tables)):
        results.setdefault(row.table_id, []).append(row)
    different = [
        _("Session %(session)s, table %(table)s: the result was computed differently.")
        % {"session": number, "table": table.number}
        for table, data, number in tables
        if data.results is not None and data.results != _plain(results.get(table.pk, []))
    ]
    same = bool(results) and not different
    tournament.standings_version = max(version - 1, 0) if same else version
    tournament.save(update_fields=["standings_version"])
    if results:
        publish_standings(by=by, tournament=tournament)
    return different


def _plain(rows: list[TableResult]) -> list[dict[str, Any]]:
    return [plain_result(row) for row in sorted(rows, key=lambda row: (row.seat, row.entry.number))]
