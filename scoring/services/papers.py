"""Asking for papers that take longer than a page may."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import get_language

from journal import jobs
from journal.models import Job
from journal.services import Actor
from tournaments.models import Session, Tournament


@transaction.atomic
def start_pack(*, by: Actor, tournament: Tournament, session: Session, address: str = "") -> Job:
    """Start printing all papers of a session in the language of who asks.

    `address` is where phones reach the product, for QR codes; empty for none.
    """
    return jobs.start(
        "pack",
        scope=tournament.scope,
        by=by,
        session_id=session.pk,
        address=address,
        language=get_language() or "en",
    )
