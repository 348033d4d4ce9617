"""Backups after every approved session and on demand, and restoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from journal import jobs
from journal.models import Job
from journal.services import Actor
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
