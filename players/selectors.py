"""Reading people, and recognising them in an uploaded table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from .importing.preview import LABELS
from .importing.rows import PersonRow, Problem
from .models import Player
from .names import fold, same_name_key


def search_players(text: str) -> QuerySet[Player]:
    """People of whom every word begins a part of the name, or whose EMA number begins so.

    Case and accents do not matter: the folded key is searched.
    """
    found = Player.objects.select_related("club")
    for word in fold(text).split():
        starts = Q(sort_key__startswith=word) | Q(sort_key__contains=f" {word}")
        found = found.filter(starts | Q(ema_number__startswith=word))
    return found


@dataclass(frozen=True, slots=True)
class Change:
    """A field in which the table differs from what is known."""

    field: str
    before: str
    after: str

    @property
    def label(self) -> object:
        """The name of the field, for the page."""
        return LABELS[self.field]


@dataclass(frozen=True, slots=True)
class Match:
    """A row of a table beside the person it means, if that person is known.

    `entering` is for the app that also enters people: what happens there, in a few words.
    """

    row: PersonRow
    player: Player | None = None
    changes: tuple[Change, ...] = ()
    entering: str = ""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What keeps the row from being imported."""
        return self.row.problems

    @property
    def status(self) -> str:
        """`problem`, `new`, `changed` or `known`."""
        if self.problems:
            return "problem"
        if self.player is None:
            return "new"
        return "changed" if self.changes else "known"


class _Known:
    """All people, to be found by number and by name; one query."""

    def __init__(self) -> None:
        self.by_number: dict[str, Player] = {}
        self.by_name: dict[tuple[str, ...], list[Player]] = defaultdict(list)
        for player in Player.objects.select_related("club"):
            if player.ema_number:
                self.by_number[player.ema_number] = player
            self.by_name[same_name_key(player.first_name, player.last_name)].append(player)

    def namesakes(self, row: PersonRow) -> list[Player]:
        """People of that name whom number and country do not rule out; same country first."""
        found = [
            player
            for player in self.by_name[same_name_key(row.first_name, row.last_name)]
            if not (row.ema_number and player.ema_number)
            and (not row.country or not player.country or row.country == player.country)
        ]
        exact = [player for player in found if player.country == row.country]
        return exact or found


def match_people(rows: Iterable[PersonRow]) -> list[Match]:
    """Each row with the person it means: by EMA number, otherwise by name and country.

    A row is faulty where two people fit, where the number belongs to somebody of quite another
    name, or where two rows mean one person.
    """
    known = _Known()
    return _refuse_twins([_match(known, row) for row in rows])


def _match(known: _Known, row: PersonRow) -> Match:
    if row.problems:
        return Match(row)
    owner = known.by_number.get(row.ema_number)
    if owner is not None:
        if _quite_another(owner, row):
            told = _("%(number)s is the EMA number of %(name)s.")
            told %= {"number": row.ema_number, "name": owner.full_name}
            return Match(row.with_problem("ema_number", told))
        return Match(row, owner, tuple(_changes(owner, row)))
    found = known.namesakes(row)
    if len(found) > 1:
        told = _("%s people of this name are known: give the EMA number.") % len(found)
        return Match(row.with_problem("name" if row.name_was_split else "last_name", told))
    if not found:
        return Match(row)
    return Match(row, found[0], tuple(_changes(found[0], row)))


def _quite_another(player: Player, row: PersonRow) -> bool:
    """True where the two names share no word: a mistyped number, not a marriage."""
    ours = set(same_name_key(player.first_name, player.last_name))
    return ours.isdisjoint(same_name_key(row.first_name, row.last_name))


def new_values(player: Player, row: PersonRow) -> dict[str, str]:
    """The fields of the row that say something else than what is known. Empty cells say nothing;
    a name in one cell changes no cut that is already known."""
    same = same_name_key(player.first_name, player.last_name)
    keep_name = row.name_was_split and same == same_name_key(row.first_name, row.last_name)
    club = player.club.name if player.club else ""
    ours = {
        "first_name": player.first_name,
        "last_name": player.last_name,
        "ema_number": player.ema_number or "",
        "country": player.country,
        "club": row.club if fold(club) == fold(row.club) else club,
        "email": player.email,
    }
    theirs = {name: str(getattr(row, name)) for name in ours}
    return {
        name: value
        for name, value in theirs.items()
        if value and value != ours[name] and not (keep_name and name.endswith("_name"))
    }


def _changes(player: Player, row: PersonRow) -> Iterable[Change]:
    for name, value in new_values(player, row).items():
        before = getattr(player, name)
        yield Change(name, "" if before is None else str(before), value)


def _refuse_twins(matches: Sequence[Match]) -> list[Match]:
    """Rows that mean one person are all refused, each naming the others."""
    groups: dict[object, list[Match]] = defaultdict(list)
    for match in matches:
        if not match.problems:
            groups[_who(match)].append(match)
    twins = {
        match.row.line: [other.row.line for other in group]
        for group in groups.values()
        if _one_person(group)
        for match in group
    }
    return [
        _twin(match, twins[match.row.line]) if match.row.line in twins else match
        for match in matches
    ]


def _who(match: Match) -> object:
    """What two rows of one person have in common."""
    row = match.row
    if match.player is not None:
        return match.player.pk
    return same_name_key(row.first_name, row.last_name), row.country


def _one_person(group: Sequence[Match]) -> bool:
    """True for rows that cannot be told apart; namesakes can, when all have their number."""
    namesakes = group[0].player is None and all(match.row.ema_number for match in group)
    return len(group) > 1 and not namesakes


def _twin(match: Match, lines: Sequence[int]) -> Match:
    others = ", ".join(str(line) for line in lines if line != match.row.line)
    where = "name" if match.row.name_was_split else "last_name"
    told = _("The same person stands in row %s.") % others
    return replace(match, row=match.row.with_problem(where, told))
