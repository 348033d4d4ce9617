"""Writing people down. The journal keeps their changes under the scope `players`."""

from __future__ import annotations

from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from journal.services import Actor, record_event

from .models import Club, Player
from .names import fold, sort_key

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


def _club(name: str) -> Club | None:
    """The club of that name, whatever its case and accents; a new one where there is none."""
    name = " ".join(name.split())
    if not name:
        return None
    known = Club.objects.filter(name=name).first()
    known = known or next(
        (club for club in Club.objects.all() if fold(club.name) == fold(name)), None
    )
    if known is None:
        known = Club(name=name)
        try:
            known.full_clean()
        except ValidationError as refused:
            raise ValidationError({"club": refused.messages}) from refused
        known.save()
    return known


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


def _write(player: Player, fields: PlayerFields) -> None:
    """Put the given values on the player, spaces tidied, and check the whole."""
    player.first_name = " ".join(fields.get("first_name", player.first_name).split())
    player.last_name = " ".join(fields.get("last_name", player.last_name).split())
    player.ema_number = (fields.get("ema_number", player.ema_number) or "").strip() or None
    player.country = fields.get("country", player.country).strip()
    player.email = fields.get("email", player.email).strip()
    player.shown_as_initials = fields.get("shown_as_initials", player.shown_as_initials)
    if "club" in fields:
        player.club = _club(fields["club"])
    player.sort_key = sort_key(player.first_name, player.last_name)
    _refuse_second_owner(player)
    player.full_clean(validate_unique=False)


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
