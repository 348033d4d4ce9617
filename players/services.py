"""Writing people down. The journal keeps their changes under the scope `players`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from journal.services import Actor, new_event, record_event, record_events

from .importing.rows import PersonRow
from .models import Club, Player
from .names import fold, sort_key, tidy
from .selectors import Match, match_people, new_values

SCOPE = "players"


class PlayerFields(TypedDict, total=False):
    """What may be written of a person; what is not given stays as it is."""

    first_name: str
    last_name: str
    ema_number: str | None
    country: str
    club: str
    email: str
    shown_as_initials: bool


class _Clubs:
    """The clubs by name, read once; one that is not there yet is made."""

    def __init__(self) -> None:
        clubs = list(Club.objects.order_by("-name"))
        self.exact = {club.name: club for club in clubs}
        self.folded = {fold(club.name): club for club in clubs}

    def named(self, name: str) -> Club | None:
        """The club of that name, whatever its case and accents; None for no name."""
        name = tidy(name)
        if not name:
            return None
        known = self.exact.get(name) or self.folded.get(fold(name))
        return known or self._made(name)

    def _made(self, name: str) -> Club:
        made = Club(name=name)
        try:
            made.full_clean()
        except ValidationError as refused:
            raise ValidationError({"club": refused.messages}) from refused
        made.save()
        self.exact[name] = self.folded[fold(name)] = made
        return made


def _values(player: Player) -> dict[str, object]:
    """The values for the journal. An e-mail is private and the journal is for ever: only whether
    there is one is kept."""
    return {
        "first_name": player.first_name,
        "last_name": player.last_name,
        "ema_number": player.ema_number,
        "country": player.country,
        "club": player.club.name if player.club else "",
        "email": bool(player.email),
        "shown_as_initials": player.shown_as_initials,
    }


def _refuse_second_owner(player: Player) -> None:
    """Two people never share an EMA number."""
    if player.ema_number is None:
        return
    owner = Player.objects.filter(ema_number=player.ema_number).exclude(pk=player.pk).first()
    if owner is not None:
        refused = ValidationError(
            _("%(number)s is the EMA number of %(name)s."),
            code="ema_number_taken",
            params={"number": player.ema_number, "name": owner.full_name},
        )
        raise ValidationError({"ema_number": refused})


def _write(player: Player, fields: PlayerFields, clubs: _Clubs | None = None) -> None:
    """Put the given values on the player, spaces tidied, and check each."""
    player.first_name = tidy(fields.get("first_name", player.first_name))
    player.last_name = tidy(fields.get("last_name", player.last_name))
    player.ema_number = (fields.get("ema_number", player.ema_number) or "").strip() or None
    player.country = fields.get("country", player.country).strip()
    player.email = fields.get("email", player.email).strip()
    player.shown_as_initials = fields.get("shown_as_initials", player.shown_as_initials)
    if "club" in fields:
        player.club = (clubs or _Clubs()).named(fields["club"])
    player.sort_key = sort_key(player.first_name, player.last_name)
    # The fields' own checks say all that the constraints say, without a query for each.
    player.clean_fields(exclude=["club"])


@transaction.atomic
def save_player(
    *, by: Actor, player: Player | None = None, **fields: Unpack[PlayerFields]
) -> Player:
    """Write a new person, or the given fields of a known one.

    `club` is a name; a club is made where there is none. `ema_number` is eight digits or None.
    Writes one event, and neither row nor event where nothing changes. Raises ValidationError by
    field (`ema_number` with code `ema_number_taken` where somebody else has it).
    """
    person = Player() if player is None else Player.objects.select_for_update().get(pk=player.pk)
    before = None if player is None else _values(person)
    old_email = person.email
    _write(person, fields)
    _refuse_second_owner(person)
    after = _values(person)
    if before == after and old_email == person.email:
        return person
    person.save()
    record_event(
        scope=SCOPE,
        actor=by,
        verb="player.added" if before is None else "player.changed",
        target=person.full_name[:120],
        before=before,
        after=after,
    )
    return person


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: the row beside its person, and the rows that were left out."""

    people: tuple[tuple[PersonRow, Player], ...]
    added: int
    changed: int
    left_out: tuple[int, ...]


@transaction.atomic
def import_people(
    *,
    by: Actor,
    rows: Iterable[PersonRow],
    left_out: Sequence[int] = (),
    keep_known: bool = False,
) -> Imported:
    """Write the people of a table; rows with problems and the lines in `left_out` are skipped.

    With `keep_known` people who are known stay as they are.

    People are recognised again at this moment, so that the same table twice is the same as once:
    the second time nothing is written and no event is left.
    """
    matches = match_people(rows)
    skipped = {match.row.line for match in matches if match.problems} | set(left_out)
    taken = [match for match in matches if match.row.line not in skipped]
    added = _add_people(by, [match.row for match in taken if match.player is None])
    changed = set() if keep_known else {m.row.line for m in taken if m.status == "changed"}
    people = [match.player or added[match.row.line] for match in taken]
    return Imported(
        people=tuple(
            (match.row, _update(by, match, person) if match.row.line in changed else person)
            for match, person in zip(taken, people, strict=True)
        ),
        added=sum(match.status == "new" for match in taken),
        changed=len(changed),
        left_out=tuple(sorted(skipped)),
    )


def _add_people(by: Actor, rows: Sequence[PersonRow]) -> dict[int, Player]:
    """New people by the line of their row: written together, with an event for each.

    Nobody has their EMA numbers: `match_people` has looked at this moment.
    """
    clubs, made = _Clubs(), {}
    for row in rows:
        made[row.line] = player = Player()
        cells = {name: getattr(row, name) for name in _CELLS}
        _write(player, PlayerFields(**cells), clubs)  # type: ignore[typeddict-item]
    Player.objects.bulk_create(made.values(), batch_size=500)
    record_events(
        new_event(
            scope=SCOPE,
            actor=by,
            verb="player.added",
            target=player.full_name[:120],
            after=_values(player),
        )
        for player in made.values()
    )
    return made


_CELLS = ("first_name", "last_name", "ema_number", "country", "club", "email")


def _update(by: Actor, match: Match, player: Player) -> Player:
    fields = PlayerFields(**new_values(player, match.row))  # type: ignore[typeddict-item]
    return save_player(by=by, player=player, **fields)
