"""A tournament out to its document and in again."""

import contextlib
import copy
import json
from fractions import Fraction

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import models

from journal.models import Event
from journal.services import record_event
from players.models import Club, Player
from scoring.exports.document import read_document, write_document
from scoring.exports.recorded import convert_recorded
from scoring.models import Hand, Penalty, Sheet, Standings, TableResult
from scoring.selectors.document import (
    FIELDS,
    NOT_HELD,
    backup_document,
    tournament_document,
)
from scoring.selectors.standings import standings_at
from scoring.services.document import import_document
from scoring.services.document_faults import DocumentError
from scoring.services.document_reading import check_document
from scoring.services.rebuild import check_derived
from scoring.services.standings import publish_standings
from tests.builders import add_entries, add_session, make_player, make_tournament, make_user
from tests.scoring.tables import (
    NOON,
    add_drawn,
    add_penalty,
    add_win,
    close_with_hands,
    close_with_totals,
    sitting,
    stand_in,
)
from tests.shared_data import shared_file
from tournaments.gates import LinkEnded, open_link
from tournaments.models import Draw, Entry, Role, Session, Staff, TableLink, Tournament
from tournaments.selectors.links import own_ways
from tournaments.services.links import add_missing_links

pytestmark = pytest.mark.django_db


# A claim of 24 on a hand that counts 12: disputed, and settled by a referee.
CHECKED = {
    "depth": "tiles",
    "fans": {"Full Flush": 1},
    "tiles": {
        "concealed": "147m369s25pSS",
        "melds": [{"type": "chow", "tiles": "678s", "from": 1}],
        "win": "8p",
        "flowers": 2,
    },
    "counted": {
        "total": 14,
        "without_flowers": 12,
        "legal": True,
        "fans": {"Knitted Straight": 1, "Flower Tiles": 2},
    },
    "settled_reason": "the table agreed",
    "engine_version": "mcr-1",
}


@pytest.fixture
def tournament():
    """One with everything in it: teams, a substitute, a voided hand, totals, penalties, a draft."""
    made = make_tournament(has_teams=True, table_numbers=[1, 3], rules={"exhausted_wait": "own"})
    entries = add_entries(made, 8)
    entries[0].player.club = Club.objects.create(name="Königsclub 麻将")
    entries[0].player.email = "first@example.org"
    entries[0].player.save()
    guest = Entry.objects.create(
        tournament=made,
        player=make_player(9, ema_number=None, last_name='=HYPERLINK("http://x")'),
        number=9,
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
        replaces=entries[7],
        paid=True,
        note="from the club",
    )
    session = add_session(made, 1, entries=entries, state=Session.State.FINISHED)
    one, two = session.tables.all()
    add_win(one, 1, 88, "A", "B", voided_at=NOON)
    add_win(one, 1, 24, "A", "C", version=2, flowers=2, **CHECKED)
    add_win(one, 2, 11, "B")
    add_drawn(one, 3)
    add_penalty(session, sitting(one, "D"), "P1", hand=1, amount=30, each_opponent=10)
    add_penalty(session, sitting(one, "B"), "P4", amount=10, revoked_at=NOON, revoked_reason="no")
    add_penalty(session, sitting(one, "C"), "KNOCK", amount=5, to_entry=sitting(one, "A"))
    stand_in(two, "D", guest, from_hand=7)
    close_with_hands(one, 3)
    close_with_totals(two, (10, 10, 10, -30))
    running = add_session(made, 2, entries=entries, state=Session.State.RUNNING)
    add_win(running.tables.first(), 1, 8, "D", "A")
    add_session(made, 3, entries=[], state=Session.State.DRAFT)
    drawn = Draw.objects.create(
        tournament=made, first_session=1, last_session=2, seed=-5, figures={"repeats": 0}
    )
    Draw.objects.filter(pk=drawn.pk).update(created_at=NOON)
    publish_standings(by=None, tournament=made)
    return made


def empty_the_database():
    for model in (TableResult, Standings, Sheet, Hand, Penalty):
        model.objects.all().delete()
    Entry.objects.update(replaces=None)
    Session.objects.all().delete()
    Entry.objects.all().delete()
    for model in (Tournament, Player, Club):
        model.objects.all().delete()


def test_out_in_and_out_again_is_the_same_byte_for_byte(tournament):
    first = write_document(tournament_document(tournament))
    empty_the_database()
    imported = import_document(by=None, document=read_document(first.encode()))

    assert imported.notes == ()
    assert write_document(tournament_document(imported.tournament)) == first
    assert Hand.objects.count() == 5
    assert check_derived(imported.tournament) == []


def test_a_document_holds_exact_points_and_no_keys_or_accounts(tournament):
    """Case 17: 7/3 stays 7/3."""
    user = make_user("secretary")
    Staff.objects.create(tournament=tournament, user=user, role=Role.ORGANISER)
    text = write_document(tournament_document(tournament))
    document = json.loads(text)

    results = document["sessions"][0]["tables"][1]["results"]
    assert [one["table_points"] for one in results] == ["7/3", "7/3", "7/3", "0", "0"]
    for word in ("secretary", str(tournament.uid), '"id"', "password", "pk"):
        assert word not in text
    assert document["entries"][0]["player"]["email"] == "first@example.org"


def test_every_field_of_the_models_is_held_or_left_out_on_purpose():
    for model, held in FIELDS.items():
        columns = {
            column.name
            for column in model._meta.get_fields()
            if isinstance(column, models.Field) and not column.is_relation and column.name != "id"
        }
        assert columns == set(held) | NOT_HELD.get(model, frozenset()), model


def test_an_import_makes_the_importer_organiser_and_leaves_an_event(tournament):
    document = tournament_document(tournament)
    user = make_user()
    made = import_document(by=user, document=document, reason="moved").tournament

    assert (tournament.slug, made.slug) == ("mosel", "mosel-2")
    assert made.staff.get().user == user
    events = Event.objects.filter(scope=made.scope).order_by("id")
    assert [(one.verb, one.actor_name, one.reason) for one in events] == [
        ("tournament.imported", "olga", "moved"),
        ("standings.published", "olga", ""),
    ]


def test_people_are_known_by_their_ema_number_only(tournament):
    document = tournament_document(tournament)
    document["entries"][1]["player"]["last_name"] = "Other"
    before = Player.objects.count()
    imported = import_document(by=None, document=document)

    assert Player.objects.count() == before + 1  # the guest has no number
    assert imported.notes == (
        "The address “mosel” is taken: it is “mosel-2”.",
        "EMA number 05000002 belongs to First02 Last02 here: that person was taken.",
    )


def test_a_result_that_differs_is_computed_and_noted(tournament):
    document = tournament_document(tournament)
    document["sessions"][0]["tables"][0]["results"][0]["score"] += 1
    document["tournament"]["slug"] = "other"
    imported = import_document(by=None, document=document)

    assert imported.notes == ("Session 1, table 1: the result was computed differently.",)
    assert [row.score for row in standings_at(imported.tournament)] == [
        row.score for row in standings_at(tournament)
    ]


def change(document, path, value):
    """Put a value at a path such as `sessions.0.minutes`; the deleted value is `...`."""
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        document = document[part]
    if value is ...:
        del document[last]
    else:
        document[last] = value


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("format", "tar", "format"),
        ("version", 2, "version"),
        ("version", "1", "version"),
        ("players", [], "players"),
        ("tournament", None, "tournament"),
        ("tournament.slug", "a b", "tournament.slug"),
        ("tournament.name", ..., "tournament.name"),
        ("tournament.name", "x" * 121, "tournament.name"),
        ("tournament.name", "a\0b", "tournament.name"),
        ("tournament.country", "XXX", "tournament.country"),
        ("tournament.timezone", "Europe/Koblenz", "tournament.timezone"),
        ("tournament.timezone", "../../etc/passwd", "tournament.timezone"),
        ("tournament.end_date", "2026-10-01", "tournament.end_date"),
        ("tournament.end_date", "2026-02-30", "tournament.end_date"),
        ("tournament.criteria", ["luck"], "tournament.criteria[0]"),
        ("tournament.criteria", [], "tournament.criteria"),
        ("tournament.table_numbers", ["1"], "tournament.table_numbers"),
        ("tournament.rules", [], "tournament.rules"),
        ("tournament.colour", "red", "tournament.colour"),
        ("teams.1.number", 1, "teams[1].number"),
        ("entries.1.number", 1, "entries[1].number"),
        ("entries.0.team", 77, "entries[0].team"),
        ("entries.0.paid", "yes", "entries[0].paid"),
        ("entries.0.player.ema_number", "123", "entries[0].player.ema_number"),
        ("entries.1.player.ema_number", "05000001", "entries[1].player.ema_number"),
        ("entries.8.replaces", 99, "entries[8].replaces"),
        ("sessions.0.starts_at", "2026-10-10T07:00", "sessions[0].starts_at"),
        ("sessions.0.starts_at", "0001-01-01T00:00:00+14:00", "sessions[0].starts_at"),
        ("sessions.0.starts_at", "9999-12-31T23:00:00-12:00", "sessions[0].starts_at"),
        ("tournament.end_date", "9999-12-31", "tournament.end_date"),
        ("notes", 5, "notes"),
        ("notes", [{}], "notes"),
        ("tournament.rules", {"moon": "full"}, "tournament.rules"),
        ("tournament.rules", {"exhausted_wait": [1]}, "tournament.rules"),
        (
            "sessions.0.tables.0.hands.1.tiles",
            {"win": "0m"},
            "sessions[0].tables[0].hands[1].tiles",
        ),
        (
            "sessions.0.tables.0.hands.1.fans",
            {"Full House": 1},
            "sessions[0].tables[0].hands[1].fans",
        ),
        (
            "sessions.0.tables.0.hands.1.counted",
            {"total": "many"},
            "sessions[0].tables[0].hands[1].counted",
        ),
        (
            "sessions.0.tables.0.hands.0.disputed",
            True,
            "sessions[0].tables[0].hands[0].disputed",
        ),
        ("sessions.0.minutes", 5, "sessions[0].minutes"),
        ("sessions.0.state", "over", "sessions[0].state"),
        ("sessions.1.number", 1, "sessions[1].number"),
        ("sessions.0.tables.1.number", 1, "sessions[0].tables[1].number"),
        ("sessions.0.tables.0.seats.E", [], "sessions[0].tables[0].seats"),
        ("sessions.0.tables.0.seats.A", [], "sessions[0].tables[0].seats"),
        (
            "sessions.0.tables.0.seats.A.0.entry",
            2,
            "sessions[0].tables[1].seats.A[0].entry",
        ),
        (
            "sessions.0.tables.0.seats.A.0.entry",
            55,
            "sessions[0].tables[0].seats.A[0].entry",
        ),
        (
            "sessions.0.tables.0.seats.A.0.from_hand",
            17,
            "sessions[0].tables[0].seats.A[0].from_hand",
        ),
        ("sessions.0.tables.0.hands.1.points", 7, "sessions[0].tables[0].hands[1]"),
        ("sessions.0.tables.0.hands.1.points", "24", "sessions[0].tables[0].hands[1].points"),
        ("sessions.0.tables.0.hands.1.points", True, "sessions[0].tables[0].hands[1].points"),
        ("sessions.0.tables.0.hands.1.winner", "E", "sessions[0].tables[0].hands[1].winner"),
        ("sessions.0.tables.0.hands.1.winner", "", "sessions[0].tables[0].hands[1].winner"),
        ("sessions.0.tables.0.hands.1.discarder", "A", "sessions[0].tables[0].hands[1]"),
        ("sessions.0.tables.0.hands.3.points", 8, "sessions[0].tables[0].hands[3]"),
        ("sessions.0.tables.0.hands.2.number", 17, "sessions[0].tables[0].hands[2].number"),
        ("sessions.0.tables.0.hands.0.voided_at", None, "sessions[0].tables[0].hands[1].number"),
        ("sessions.0.tables.0.hands.0.version", 2, "sessions[0].tables[0].hands[1].version"),
        ("sessions.0.tables.1.sheet.totals", [1, 2, 3], "sessions[0].tables[1].sheet.totals"),
        ("sessions.0.tables.0.sheet.last_hand", 17, "sessions[0].tables[0].sheet.last_hand"),
        ("sessions.0.penalties.0.entry", None, "sessions[0].penalties[0].entry"),
        ("sessions.0.penalties.0.amount", -30, "sessions[0].penalties[0].amount"),
        ("sessions.0.penalties.0.amount", 20, "sessions[0].penalties[0].amount"),
        ("sessions.0.penalties.2.to_entry", 99, "sessions[0].penalties[2].to_entry"),
        ("draws.0.seed", 1.5, "draws[0].seed"),
    ],
)
def test_every_fault_is_named_with_its_path_and_nothing_is_saved(tournament, path, value, fault):
    document = copy.deepcopy(tournament_document(tournament))
    change(document, path, value)
    before = (Tournament.objects.count(), Player.objects.count(), Event.objects.count())
    with pytest.raises(DocumentError) as refused:
        import_document(by=None, document=document)

    assert refused.value.faults[0].path == fault
    assert before == (Tournament.objects.count(), Player.objects.count(), Event.objects.count())


def test_all_faults_are_told_at_once(tournament):
    document = tournament_document(tournament)
    change(document, "tournament.name", "")
    change(document, "sessions.0.minutes", 5)
    change(document, "sessions.0.tables.0.hands.1.points", 7)
    with pytest.raises(DocumentError) as refused:
        import_document(by=None, document=document)

    assert [str(fault) for fault in refused.value.faults] == [
        "tournament.name: This field cannot be blank.",
        "sessions[0].minutes: A session lasts 10 to 600 minutes.",
        WIN_OF_SEVEN,
    ]


WIN_OF_SEVEN = (
    "sessions[0].tables[0].hands[1]: This win cannot be "
    "(below_minimum(points=7, flowers=2, minimum=8))."
)


def nodes(value, way=()):
    """Every place in a document."""
    if way:
        yield way
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from nodes(inner, (*way, name))


JUNK = (None, "", "x", -1, 2**70, 1.5, True, [], {}, [[]], {"number": []}, "\ud800")


@pytest.mark.long
def test_no_rubbish_at_any_place_gets_through_as_another_error(tournament):
    """Every value of the document replaced by rubbish: accepted, or refused with paths."""
    document = tournament_document(tournament)
    accepted = 0
    places = list(nodes(document))
    for number, way in enumerate(places):
        broken = copy.deepcopy(document)
        inner = broken
        for part in way[:-1]:
            inner = inner[part]
        inner[way[-1]] = JUNK[number % len(JUNK)]
        with contextlib.suppress(DocumentError):
            check_document(broken)
            accepted += 1
    assert len(places) > 400
    assert accepted < len(places) // 2


TABLE_OF_NOBODY = {
    "round": 1,
    "table": 1,
    "players_ESWN": [1, 2, 3, 4],
    "totals_only": True,
    "scores_ESWN": [0, 0, 0, 0],
    "table_points_ESWN": [7 / 4] * 4,
    "hands": [],
}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a": ' + b"9" * 5000 + b"}",
        b'{"title": 1, "players": 2, "tables": 3, "rounds": 4}',
    ],
)
def test_a_file_that_is_no_document_is_refused(content):
    with pytest.raises(DocumentError):
        import_document(by=None, document=read_document(content))
    assert Tournament.objects.count() == 0


RECORD = {"title": "2017", "year": 2017, "rounds": 1, "players": [], "tables": []}


@pytest.mark.parametrize(
    "wrong",
    [
        {"year": float("inf")},
        {"year": 10_000},
        {"rounds": 10**9},
        {"rounds": -1},
        {"tables": [TABLE_OF_NOBODY | {"table_points_ESWN": ["1/0"] * 4}]},
        {"tables": [TABLE_OF_NOBODY | {"players_ESWN": [[], {}, 1, 2]}]},
    ],
)
def test_a_record_that_cannot_be_is_refused(wrong):
    with pytest.raises(DocumentError):
        convert_recorded(RECORD | wrong)


def test_a_record_with_a_title_that_makes_no_address_gets_one():
    found = convert_recorded(RECORD | {"title": "麻将"})
    assert found["tournament"]["slug"] == "tournament"


def test_no_file_is_written_to_a_folder(tournament, tmp_path):
    for name in (".", "", str(tmp_path), str(tmp_path / "missing" / "x.json")):
        with pytest.raises(CommandError):
            call_command("backup", tournament.slug, out=name)
    assert list(tmp_path.iterdir()) == []


def test_restore_says_how_to_get_in_where_somebody_has_an_account(tournament, tmp_path, capsys):
    file = tmp_path / "backup.json"
    call_command("backup", "mosel", "--out", str(file))
    empty_the_database()
    make_user("olga")
    call_command("restore", str(file))
    said = capsys.readouterr()
    assert said.out == "mosel\n"
    assert (
        said.err == f"Restored: {tournament.name}. Log in as before; it stands on the first page.\n"
    )


def test_backup_and_restore_keep_the_history(tournament, tmp_path, capsys):
    record_event(scope=tournament.scope, actor=None, verb="hand.replaced", reason="misread")
    record_event(scope="elsewhere", actor=None, verb="secret")
    before = list(Event.objects.filter(scope=tournament.scope).values_list("at", "verb", "reason"))
    file = tmp_path / "backup.json"
    call_command("backup", "mosel", "--out", str(file))
    saved = json.loads(file.read_text())
    empty_the_database()
    call_command("restore", str(file))

    restored = Tournament.objects.get()
    said = capsys.readouterr()
    assert said.out == "mosel\n"
    assert said.err.strip().endswith("make your account on the first page.")
    events = list(Event.objects.filter(scope=restored.scope).values_list("at", "verb", "reason"))
    assert events[2:] == before
    assert [verb for _at, verb, _reason in events[:2]] == [
        "standings.published",
        "tournament.imported",
    ]
    assert {
        name: value for name, value in backup_document(restored).items() if name != "events"
    } == {name: value for name, value in saved.items() if name != "events"}


def test_what_is_printed_works_after_a_restore(tournament):
    """Codes and own links on programmes, and the links at the tables."""
    lost = add_missing_links(tournament.sessions.get(number=2))[0]
    TableLink.objects.filter(pk=lost.pk).update(revoked_at=NOON)
    add_missing_links(tournament.sessions.get(number=2))
    kept = dict(TableLink.objects.filter(revoked_at=None).values_list("table__number", "key"))
    ways = own_ways(tournament)
    document = backup_document(tournament)
    empty_the_database()
    restored = import_document(by=None, document=document)

    assert restored.notes == ()
    assert own_ways(restored.tournament) == ways
    assert {number: open_link(key).table.number for number, key in kept.items()} == {1: 1, 2: 2}
    assert TableLink.objects.count() == 2
    with pytest.raises(LinkEnded):
        open_link(lost.key)


def test_a_restore_beside_the_tournament_takes_no_link_from_it(tournament):
    links = add_missing_links(tournament.sessions.get(number=2))
    restored = import_document(by=None, document=backup_document(tournament))

    assert restored.notes[-1] == (
        "Printed links open the tables of the tournament that is here already."
    )
    assert {open_link(link.key).tournament for link in links} == {tournament}
    assert not TableLink.objects.filter(table__session__tournament=restored.tournament).exists()


def test_an_export_is_no_place_for_codes_and_links(tournament):
    add_missing_links(tournament.sessions.get(number=2))
    text = write_document(tournament_document(tournament))
    assert "paper" not in json.loads(text)
    assert not [link.key for link in TableLink.objects.all() if link.key in text]
    assert {key for entry in json.loads(text)["entries"] for key in entry}.isdisjoint({"code"})


def test_the_standings_keep_their_version_where_the_figures_are_the_same(tournament):
    publish_standings(by=None, tournament=tournament)
    assert tournament.standings_version == 2
    document = backup_document(tournament)
    same = import_document(by=None, document=copy.deepcopy(document)).tournament
    document["sessions"][0]["tables"][0]["results"][0]["score"] += 1
    other = import_document(by=None, document=document).tournament

    assert [one.standings_version for one in (same, other)] == [2, 3]
    assert Standings.objects.get(tournament=other).version == 3


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("paper", [], "paper"),
        ("paper.seals", [], "paper.seals"),
        ("paper.codes", {}, "paper.codes"),
        ("paper.codes.0", "1234", "paper.codes[0]"),
        ("paper.codes.0.number", 55, "paper.codes[0].number"),
        ("paper.codes.0.number", 2, "paper.codes[1].number"),
        ("paper.codes.0.code", "123", "paper.codes[0].code"),
        ("paper.codes.0.code", "１２３４", "paper.codes[0].code"),
        ("paper.codes.0.code", 1234, "paper.codes[0].code"),
        ("paper.links.0.session", 9, "paper.links[0].session"),
        ("paper.links.0.session", [], "paper.links[0].session"),
        ("paper.links.0.table", 9, "paper.links[0].table"),
        ("paper.links.0.table", 2, "paper.links[1].table"),
        ("paper.links.0.key", "guess", "paper.links[0].key"),
        ("standings_version", -1, "standings_version"),
        ("standings_version", "2", "standings_version"),
    ],
)
def test_what_a_backup_says_of_papers_is_checked(tournament, path, value, fault):
    add_missing_links(tournament.sessions.get(number=2))
    document = json.loads(write_document(backup_document(tournament)))
    change(document, path, value)
    with pytest.raises(DocumentError) as refused:
        import_document(by=None, document=document)

    assert [one.path for one in refused.value.faults] == [fault]
    assert Tournament.objects.count() == 1


def test_the_commands_write_read_and_say_what_is_wrong(tournament, tmp_path, capsys):
    file = tmp_path / "mosel.json"
    call_command("export_tournament", "mosel", "--out", str(file))
    call_command("import_tournament", str(file))
    assert capsys.readouterr().out.splitlines()[-1] == "mosel-2"

    file.write_text(file.read_text().replace('"minutes": 120', '"minutes": 1'))
    with pytest.raises(CommandError, match=r"sessions\[0\]\.minutes: A session lasts"):
        call_command("import_tournament", str(file))
    with pytest.raises(CommandError, match="There are: mosel"):
        call_command("export_tournament", "nowhere")


def test_rebuild_finds_and_mends_what_differs(tournament, capsys):
    Player.objects.filter(ema_number="05000001").update(last_name="Corrected")
    call_command("rebuild", "mosel", "--check")
    assert capsys.readouterr().out == "All figures are the same.\n"
    TableResult.objects.filter(seat="A", table__number=1).update(score=999)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("rebuild", "mosel", "--check")
    call_command("rebuild", "mosel")
    capsys.readouterr()
    call_command("rebuild", "mosel", "--check")
    assert capsys.readouterr().out == "All figures are the same.\n"
    assert Event.objects.filter(verb="results.rebuilt").count() == 1


@pytest.mark.long
def test_the_real_tournament(tmp_path, capsys):
    """Madrid 2017: 72 places, 18 teams and 108 tables as published."""
    file = shared_file("tournaments/madrid2017_mcr_72p_6r_hands.json")
    recorded = json.loads(file.read_text())
    call_command("import_tournament", str(file))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [
        "Session 5, table 5, hand 13: the winner was fined for a false hu; imported as recorded.",
        "2nd-mahjong-madrid-championship-2017-9th-somc",
    ]
    slug = lines[-1]
    tournament = Tournament.objects.get(slug=slug)

    call_command("standings", slug, "--json")
    rows = json.loads(capsys.readouterr().out)
    assert [
        (row["place"], row["start_number"], float(Fraction(row["table_points"])), row["score"])
        for row in rows
    ] == [
        (row["place"], row["no"], row["table_points"], row["score"])
        for row in recorded["final_ranking_computed"]
    ]
    call_command("standings", slug, "--json", "--teams")
    teams = json.loads(capsys.readouterr().out)
    assert [
        (row["place"], row["number"], float(Fraction(row["table_points"])), row["score"])
        for row in teams
    ] == [
        (row["place"], row["team"], row["table_points"], row["score"])
        for row in recorded["team_ranking_computed"]
    ]
    results = TableResult.objects.order_by("table__session__number", "table__number", "seat")
    stored = [
        (row.entry.number, row.score, row.table_points) for row in results.select_related("entry")
    ]
    assert stored == [
        (number, score, round(points * 12))
        for table in recorded["tables"]
        for number, score, points in zip(
            table["players_ESWN"], table["scores_ESWN"], table["table_points_ESWN"], strict=True
        )
    ]
    assert Hand.objects.count() == 1431
    assert Sheet.objects.filter(totals__isnull=False).count() == 15
    assert sum(points for _number, _score, points in stored) == 756 * 12
    assert str(Entry.objects.get(number=45).player) == "Player 45"

    first = write_document(tournament_document(tournament))
    empty_the_database()
    again = import_document(by=None, document=read_document(first.encode()))
    assert write_document(tournament_document(again.tournament)) == first
