"""Links of tables: made with the seating, opened by token, ended at will."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from journal.models import Event
from tests.builders import add_entries, add_session, add_staff, make_tournament
from tournaments.gates import LinkEnded, open_link, open_player_link
from tournaments.models import Role, TableLink
from tournaments.selectors.links import link_path, own_ways
from tournaments.selectors.links import table_link_paths as paths
from tournaments.services.links import hear_from, make_links, renew_link, revoke_link
from tournaments.services.seating import publish_session, unpublish_session
from tournaments.tokens import player_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def session():
    tournament = make_tournament()
    return add_session(tournament, entries=add_entries(tournament, 8), state="draft")


def code_of(key):
    with pytest.raises(LinkEnded) as ended:
        open_link(key)
    return ended.value.code


def test_publishing_gives_every_table_one_link(session):
    published = publish_session(by=None, session=session)
    links = list(TableLink.objects.all())
    assert [link.table.number for link in links] == [1, 2]
    assert len({link.key for link in links}) == 2
    assert [len(link.key) for link in links] == [32, 32]
    assert make_links(by=None, session=published) == []
    assert paths(published) == {1: link_path(links[0]), 2: link_path(links[1])}


def test_a_draft_has_no_links_and_a_session_taken_back_hides_those_it_has(session):
    with pytest.raises(ValidationError, match="Publish the seating first"):
        make_links(by=None, session=session)
    assert paths(session) == {}
    published = publish_session(by=None, session=session)
    key = TableLink.objects.first().key
    assert open_link(key).table.number == 1
    draft = unpublish_session(by=None, session=published)
    assert code_of(key) == "draft"
    assert paths(draft) == {}


@pytest.mark.parametrize("state", ["finished", "approved"])
def test_a_link_ends_with_its_session(session, state):
    published = publish_session(by=None, session=session)
    published.state = state
    published.save()
    assert code_of(TableLink.objects.first().key) == "over"


def test_a_revoked_link_opens_nothing_and_a_new_one_does(session):
    published = publish_session(by=None, session=session)
    table = published.tables.get(number=2)
    before = table.links.get().key
    user = add_staff(published.tournament, "olga", Role.ORGANISER)
    made = renew_link(by=user, table=table, reason="photographed")
    assert code_of(before) == "revoked"
    assert open_link(made.key).table == table
    revoke_link(by=user, table=table)
    assert code_of(made.key) == "revoked"
    with pytest.raises(ValidationError, match="Table 2 has no link"):
        revoke_link(by=user, table=table)
    assert [(one.verb, one.target, one.reason) for one in Event.objects.all()[:2]] == [
        ("link.revoked", "session 1 table 2", ""),
        ("link.renewed", "session 1 table 2", "photographed"),
    ]
    made_again = make_links(by=user, session=published)
    assert [link.table.number for link in made_again] == [2]


def test_the_database_keeps_one_live_link_a_table(session):
    publish_session(by=None, session=session)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableLink.objects.create(table=session.tables.get(number=1))


def test_the_address_on_paper_ends_with_a_key_that_nobody_guesses(session):
    published = publish_session(by=None, session=session)
    link = TableLink.objects.first()
    assert len(link.key) == 32
    other = link.key[:-1] + ("0" if link.key[-1] != "0" else "1")
    assert [code_of(key) for key in ("", other)] == ["unknown"] * 2
    assert paths(published)[link.table.number] == f"/q/{link.key}/"


def test_a_phone_is_heard(session):
    publish_session(by=None, session=session)
    link = TableLink.objects.first()
    hear_from(link=link, unsent=3)
    link.refresh_from_db()
    first = link.last_seen
    assert (link.unsent, first is not None) == (3, True)
    hear_from(link=link)
    link.refresh_from_db()
    assert (link.unsent, link.last_seen) == (3, first)
    hear_from(link=link, unsent=0)
    link.refresh_from_db()
    assert link.unsent == 0
    assert link.last_seen > first


def test_codes_are_four_digits_and_given_only_where_they_are_asked_for(session):
    tournament = session.tournament
    ways = own_ways(tournament)
    assert sorted(ways) == list(range(1, 9))
    assert all(len(way.code) == 4 and way.code.isdecimal() for way in ways.values())
    assert len({way.path for way in ways.values()}) == 8
    tournament.confirm_by = "off"
    assert own_ways(tournament) == {}


def test_a_players_own_link_ends_with_the_code(session):
    entry = session.tournament.entries.get(number=3)
    token = player_token(entry)
    assert entry.code not in token.partition(".")[0]
    assert open_player_link("mosel", token) == entry
    for given in (f"4.{token.partition('.')[2]}", "", "x", "99.y", "9" * 40):
        with pytest.raises(LinkEnded):
            open_player_link("mosel", given)
    entry.code = "0000" if entry.code != "0000" else "1111"
    entry.save()
    with pytest.raises(LinkEnded) as ended:
        open_player_link("mosel", token)
    assert ended.value.code == "own"


def test_a_new_code_is_another_one_and_the_journal_does_not_tell_it(session, client):
    tournament = session.tournament
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    before = tournament.entries.get(number=3).code
    answer = client.post("/t/mosel/players/3/do/new-code/")
    assert (answer.status_code, answer.url) == (302, "/t/mosel/players/3/edit/")
    code = tournament.entries.get(number=3).code
    assert code != before
    assert f'<b class="num">{code}</b>' in client.get(answer.url).content.decode()
    event = Event.objects.first()
    assert (event.verb, event.before, event.after) == ("entry.code_renewed", None, None)
