"""Backups after every approved session and on demand, rehearsals, and restoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from journal import jobs
from journal.models import Job
from journal.services import Actor, record_event
from players.models import Player
from scoring.selectors.document import tournament_document
from scoring.services.document import Imported, import_document
from tournaments.models import Tournament

KIND = "backup"


@transaction.atomic
def start_backup(*, by: Actor, tournament: Tournament, why: str = "") -> Job:
    """Start writing a backup document of the tournament into the folder of backups.

    It is written when the transaction around this stands, from what stands then.
    """
    return jobs.start(
        KIND, scope=tournament.scope, by=by, tournament_id=tournament.pk, why=why or "asked"
    )


@transaction.atomic
def restore_backup(*, by: Actor, document: Mapping[str, Any]) -> Imported:
    """Read a backup in as a tournament of its own; nothing that is here is changed.

    Raises DocumentError with every fault; PermissionDenied for anybody but a superuser.
    """
    if not getattr(by, "is_superuser", False):
        raise PermissionDenied(_("Only the owner of this installation restores."))
    return import_document(by=by, document=document, reason="restored from a backup")


@transaction.atomic
def copy_for_rehearsal(*, by: Actor, tournament: Tournament) -> Tournament:
    """A copy to try things out in, with its own address and its own journal.

    People are the same rows: nobody is there twice. Nothing done in the copy touches the
    tournament itself, and its events say where it came from.
    """
    before = set(Player.objects.values_list("pk", flat=True))
    document = tournament_document(tournament)
    copied = document["tournament"] | {
        "slug": f"{tournament.slug[:60]}-rehearsal",
        "kind": Tournament.Kind.REHEARSAL,
    }
    made = import_document(
        by=by, document=document | {"tournament": copied}, reason=f"copied from {tournament.slug}"
    ).tournament
    _share_people(tournament, made)
    Player.objects.exclude(pk__in=before).filter(entries__isnull=True).delete()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="tournament.rehearsed",
        target=made.slug,
    )
    return made


def _share_people(tournament: Tournament, copy: Tournament) -> None:
    """Let the copy's entries name the people of the tournament, by start number."""
    people = dict(tournament.entries.values_list("number", "player_id"))
    for entry in copy.entries.all():
        entry.player_id = people[entry.number]
        entry.save(update_fields=["player"])
