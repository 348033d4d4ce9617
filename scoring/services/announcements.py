"""Announcing results in the hall: corrections are listed since then."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.models import Event
from journal.services import Actor, record_event
from scoring.selectors.corrections import ANNOUNCED
from scoring.services.locks import lock_tournament
from tournaments.models import Tournament


@transaction.atomic
def announce(*, by: Actor, tournament: Tournament) -> Event:
    """Note that the standings as they are now were announced.

    Raises ValidationError (no_results) before the first result.
    """
    locked = lock_tournament(tournament.pk)
    if locked.standings_version == 0:
        raise ValidationError(_("There are no results yet."), code="no_results")
    return record_event(
        scope=locked.scope,
        actor=by,
        verb=ANNOUNCED,
        target=f"version {locked.standings_version}",
        after={"version": locked.standings_version},
    )
