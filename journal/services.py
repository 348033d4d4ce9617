"""Writing events. Call inside the transaction of the change itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NotRequired, TypedDict, Unpack

from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from .models import Event


@dataclass(frozen=True, slots=True)
class Device:
    """Somebody without an account who was let in by a link; holds no role anywhere."""

    name: str

    @property
    def is_authenticated(self) -> Literal[False]:
        """Never: a device has no account."""
        return False


Actor = User | AnonymousUser | Device | None


def actor_name(actor: Actor) -> str:
    """The name that stays in the journal when the account is gone."""
    if isinstance(actor, Device):
        return actor.name
    if actor is None or not actor.is_authenticated:
        return "—"
    return actor.get_full_name() or actor.get_username()


class EventFields(TypedDict):
    """Who did what to which thing and why, with the values before and after."""

    scope: str
    actor: Actor
    verb: str
    target: NotRequired[str]
    reason: NotRequired[str]
    before: NotRequired[Any]
    after: NotRequired[Any]


def record_event(**fields: Unpack[EventFields]) -> Event:
    """Add one event."""
    made = new_event(**fields)
    made.save()
    return made


def record_events(events: Iterable[Event]) -> None:
    """Add many events of `new_event` at once, in their order."""
    Event.objects.bulk_create(events, batch_size=500)


def new_event(**fields: Unpack[EventFields]) -> Event:
    """An event of this moment that is not saved yet."""
    actor = fields["actor"]
    known = actor if isinstance(actor, User) else None
    given = {**fields, "actor": known, "actor_name": actor_name(actor)}
    return Event(at=timezone.now(), **given)
