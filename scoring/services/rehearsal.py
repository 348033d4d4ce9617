"""A rehearsal: a copy of a tournament to try things on, with the same people and staff."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from players.models import Player
from scoring.selectors.document import tournament_document
from scoring.services.document import import_document
from tournaments.models import Staff, Tournament

LONGEST_NAME = 100
LONGEST_SLUG = 70


@transaction.atomic
def make_rehearsal(*, by: Actor, tournament: Tournament) -> Tournament:
    """Copy a tournament as it stands, marked as a rehearsal; what is done there changes no result.

    People are the same persons, and everybody of the staff keeps their roles. The journal of the
    copy begins with the copying. Raises DocumentError where the tournament cannot be copied.
    """
    document = tournament_document(tournament)
    name = _("%(name)s (rehearsal)") % {"name": tournament.name[:LONGEST_NAME]}
    document["tournament"] |= {
        "kind": Tournament.Kind.REHEARSAL,
        "name": name,
        "slug": f"{tournament.slug[:LONGEST_SLUG]}-rehearsal",
    }
    reason = _("rehearsal of %(name)s") % {"name": tournament.name}
    copy = import_document(by=by, document=document, reason=reason).tournament
    _keep_people(tournament, copy)
    held = set(copy.staff.values_list("user_id", "role"))
    Staff.objects.bulk_create(
        Staff(tournament=copy, user_id=user, role=role)
        for user, role in tournament.staff.values_list("user_id", "role")
        if (user, role) not in held
    )
    record_event(scope=tournament.scope, actor=by, verb="tournament.rehearsed", target=copy.slug)
    return copy


def _keep_people(tournament: Tournament, copy: Tournament) -> None:
    """The same people play: reading a document makes a person new who has no EMA number."""
    players = dict(tournament.entries.values_list("number", "player_id"))
    made = []
    for entry in copy.entries.all():
        if entry.player_id != players[entry.number]:
            made.append(entry.player_id)
            entry.player_id = players[entry.number]
            entry.save(update_fields=["player"])
    Player.objects.filter(pk__in=made).delete()
