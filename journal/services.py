"""Writing events. Call inside the transaction of the change itself."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from .models import Event

Actor = User | AnonymousUser | None


def actor_name(actor: Actor) -> str:
    """The name that stays in the journal when the account is gone."""
    if actor is None or not actor.is_authenticated:
        return "—"
    return actor.get_full_name() or actor.get_username()


def record_event(
    *,
    scope: str,
    actor: Actor,
    verb: str,
    target: str = "",
    reason: str = "",
    before: Any = None,
    after: Any = None,
) -> Event:
    """Add one event: who did what to which thing and why, with the values before and after."""
    known = actor if isinstance(actor, User) else None
    return Event.objects.create(
        at=timezone.now(),
        scope=scope,
        actor=known,
        actor_name=actor_name(actor),
        verb=verb,
        target=target,
        reason=reason,
        before=before,
        after=after,
    )
