"""What the people at a table do on its phone: undo, end, confirm."""

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from journal.models import Event
from journal.services import Device
from scoring.models import Hand
from scoring.selectors.desk import read_desk
from scoring.services.hands import StaleHand, record_hand, replace_hand
from scoring.services.penalties import give_penalty
from scoring.services.phone import (
    close_unconfirmed,
    confirm_by_code,
    end_after,
    undo_hand,
)
from scoring.services.sheets import reopen_table
from tests.scoring.play import counts, scores
from tournaments.models import Occupant, TableLink
from tournaments.services.links import hear_from, make_links

pytestmark = pytest.mark.django_db

PHONE = Device("table 1, phone")


@pytest.fixture
def link(play):
    make_links(by=None, session=play.session)
    return TableLink.objects.select_related("table__session__tournament").get()


def code_of(play, letter):
    return Occupant.objects.get(seat__letter=letter, seat__table=play.table).entry.code


def wrong(play, letter):
    return "0000" if code_of(play, letter) != "0000" else "1111"


def confirm(play, link, letter="C", code=None, version=None):
    return confirm_by_code(
        link=link,
        version=play.table.version if version is None else version,
        seat=letter,
        code=code_of(play, letter) if code is None else code,
    )


def phone_hand(play, number, key, version=0, **deal):
    deal.setdefault("kind", "win" if "winner" in deal else "drawn")
    return record_hand(
        by=PHONE, table=play.table, number=number, version=version, client_key=key, **deal
    )


def test_a_hand_from_the_phone_names_the_table(play):
    hand = phone_hand(play, 1, "k1", winner="A", discarder="C", points=24)
    assert hand.entered_by is None
    event = Event.objects.get(verb="hand.recorded")
    assert (event.actor, event.actor_name) == (None, "table 1, phone")


def test_a_phone_is_no_referee(play):
    """`None` is the program itself and may do all; a phone is somebody without any role."""
    play.session.state = "finished"
    play.session.save()
    before = counts()
    with pytest.raises(PermissionDenied):
        replace_hand(by=PHONE, table=play.table, number=1, version=0, kind="drawn", reason="so")
    assert counts() == before


def test_case_11_the_same_hand_twice_under_one_key_is_one_hand(play):
    first = phone_hand(play, 1, "k1", winner="A", discarder="C", points=24)
    again = phone_hand(play, 1, "k1", winner="A", discarder="C", points=24)
    other_key = phone_hand(play, 1, "k2", winner="A", discarder="C", points=24)
    assert first == again == other_key
    assert Hand.objects.count() == 1
    with pytest.raises(StaleHand, match="Hand 1 exists: replace it\\?") as stale:
        phone_hand(play, 1, "k3", winner="B", discarder="C", points=24)
    assert (stale.value.standing, stale.value.given.winner) == (first, "B")
    assert Hand.objects.count() == 1


def test_undo_takes_the_last_hand_once(play):
    phone_hand(play, 1, "k1")
    phone_hand(play, 2, "k2", winner="A", points=8)
    assert undo_hand(by=PHONE, table=play.table, number=2, client_key="k2") is True
    assert undo_hand(by=PHONE, table=play.table, number=2, client_key="k2") is False
    assert [hand.number for hand in Hand.objects.filter(voided_at=None)] == [1]
    again = phone_hand(play, 2, "k4", winner="B", points=8)
    assert again.version == 2
    assert undo_hand(by=PHONE, table=play.table, number=2, version=2) is True
    assert undo_hand(by=PHONE, table=play.table, number=2, version=2) is False


def test_an_undo_that_comes_late_does_not_take_somebody_elses_hand(play):
    phone_hand(play, 1, "k1")
    undo_hand(by=PHONE, table=play.table, number=1, client_key="k1")
    others = play.hand(1, winner="D", points=8)
    with pytest.raises(StaleHand) as stale:
        undo_hand(by=PHONE, table=play.table, number=1, client_key="k1")
    assert stale.value.standing == others
    assert Hand.objects.get(voided_at=None) == others


def test_only_the_last_hand_of_an_open_table_is_undone(play, link):
    play.all_hands()
    with pytest.raises(ValidationError, match="Only the last hand"):
        undo_hand(by=PHONE, table=play.table, number=3, version=1)
    confirm(play, link)
    before = counts()
    with pytest.raises(ValidationError, match="closed"):
        undo_hand(by=PHONE, table=play.table, number=16, version=1)
    assert counts() == before


def test_a_code_confirms_and_closes(play, link):
    play.all_hands()
    give_penalty(by=play.referee, session=play.session, entry=play.entries[1], code="P1", hand=2)
    sheet = confirm(play, link, "C")
    assert (sheet.confirmed_seat, sheet.closed_by) == ("C", None)
    assert sheet.confirmed_at <= sheet.closed_at
    assert scores(play.table) == [("A", 58, 48), ("B", -62, 0), ("C", 2, 18), ("D", 2, 18)]
    confirmed, closed = Event.objects.filter(verb__in=["table.confirmed", "table.closed"]).order_by(
        "id"
    )
    assert confirmed.after == {"seat": "C", "entry": 3, "by": "code"}
    assert confirmed.actor_name == closed.actor_name == "table 1, First03 Last03"


def test_opening_a_table_again_takes_the_confirmation_back(play, link):
    play.all_hands()
    confirm(play, link)
    sheet = reopen_table(by=play.scorer, table=play.table, reason="hand 3 was wrong")
    sheet.refresh_from_db()
    assert (sheet.confirmed_at, sheet.confirmed_seat, sheet.closed_at) == (None, "", None)


def test_what_is_missing_is_named_and_nothing_is_confirmed(play, link):
    """Case 5: hand 5 is named."""
    play.all_hands(but=(5,))
    before = counts()
    with pytest.raises(ValidationError, match=r"Hand 5 is missing"):
        confirm(play, link)
    assert counts() == before


def test_nobody_confirms_what_they_have_not_seen(play, link):
    play.all_hands()
    seen = play.table.version
    play.hand(1, version=1, winner="B", discarder="A", points=24)
    with pytest.raises(ValidationError, match="changed meanwhile"):
        confirm(play, link, version=seen)
    assert play.table.results.count() == 0


def test_wrong_codes_are_few(play, link, monkeypatch):
    play.all_hands()
    before = counts()
    for _ in range(5):
        with pytest.raises(ValidationError, match="not the code of First03 Last03"):
            confirm(play, link, code=wrong(play, "C"))
    for letter in "CD":
        with pytest.raises(ValidationError, match="Too many wrong codes"):
            confirm(play, link, letter)
    assert counts() == before
    later = timezone.now() + dt.timedelta(minutes=5, seconds=1)
    monkeypatch.setattr("scoring.services.phone.timezone.now", lambda: later)
    assert confirm(play, link).confirmed_seat == "C"


def test_the_code_of_another_seat_is_wrong(play, link):
    play.all_hands()
    Occupant.objects.get(seat__letter="D").entry.__class__.objects.filter(number=4).update(
        code=wrong(play, "C")
    )
    with pytest.raises(ValidationError, match="not the code"):
        confirm(play, link, "C", code=code_of(play, "D"))


def test_without_confirmation_the_phone_closes_the_table(play, link):
    play.all_hands()
    with pytest.raises(ValidationError, match="A second person"):
        close_unconfirmed(by=PHONE, table=play.table, version=play.table.version)
    play.tournament.confirm_by = "off"
    play.tournament.save()
    sheet = close_unconfirmed(by=PHONE, table=play.table, version=play.table.version)
    assert (sheet.confirmed_seat, sheet.closed_at is not None) == ("", True)
    assert Event.objects.get(verb="table.closed").actor_name == "table 1, phone"


def test_the_last_hand_is_named_when_time_is_over(play, link, monkeypatch):
    for number in range(1, 4):
        play.hand(number)
    now = play.session.starts_at + dt.timedelta(minutes=119)
    monkeypatch.setattr("scoring.services.phone.timezone.now", lambda: now)
    with pytest.raises(ValidationError, match="Time is not over"):
        end_after(by=PHONE, table=play.table, last_hand=3)
    now += dt.timedelta(minutes=1)
    table = play.table
    table.extra_minutes = 5
    table.save()
    with pytest.raises(ValidationError, match="Time is not over"):
        end_after(by=PHONE, table=play.table, last_hand=3)
    now += dt.timedelta(minutes=5)
    assert end_after(by=PHONE, table=play.table, last_hand=3).last_hand == 3
    assert confirm(play, link).last_hand == 3


@pytest.mark.parametrize(
    ("minutes", "unsent", "said"),
    [
        (0, 0, ""),
        (2, 0, ""),
        (14, 0, "Phone silent for 14 min"),
        (0, 3, "3 unsent"),
        (14, 3, "3 unsent, Phone silent for 14 min"),
    ],
)
def test_the_desk_knows_of_the_phone(play, link, minutes, unsent, said):
    hear_from(link=link, unsent=unsent)
    now = timezone.now() + dt.timedelta(minutes=minutes, seconds=1)
    assert [card.phone for card in read_desk(play.tournament, now).cards] == [said]


def test_a_phone_that_never_came_is_no_trouble(play, link):
    desk = read_desk(play.tournament, timezone.now() + dt.timedelta(hours=2))
    assert [card.phone for card in desk.cards] == [""]
