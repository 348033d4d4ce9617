"""Creating a tournament and changing its settings."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from scoring.engine.errors import EngineError
from scoring.engine.rules import Rules
from tournaments.models import FROZEN_SETTINGS, SETTINGS, Role, Session, Staff, Tournament
from tournaments.zones import zone_names


@transaction.atomic
def create_tournament(
    *,
    by: User,
    name: str,
    start_date: dt.date,
    end_date: dt.date,
    timezone: str,
    sessions: Sequence[tuple[dt.datetime, int]] = (),
    slug: str | None = None,
    **settings: Any,
) -> Tournament:
    """A tournament with its draft sessions (start, minutes); its creator becomes the organiser.

    `settings` are further fields of Tournament: place, country, kind, profile, penalty_book,
    table_numbers, has_teams, table_help, results_shown, rules, ... Raises ValidationError by field.
    """
    tournament = Tournament(
        slug=slug or free_slug(slugify(name)[:70] or "tournament"),
        name=name,
        start_date=start_date,
        end_date=end_date,
        timezone=timezone,
        **settings,
    )
    _check(tournament)
    tournament.save()
    Staff.objects.create(tournament=tournament, user=by, role=Role.ORGANISER)
    for number, (starts_at, minutes) in enumerate(sessions, start=1):
        session = Session(
            tournament=tournament, number=number, starts_at=starts_at, minutes=minutes
        )
        session.full_clean(exclude=["tournament"])
        session.save()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="tournament.created",
        target=tournament.slug,
        after=shown_settings(tournament) | {"sessions": len(sessions)},
    )
    return tournament


@transaction.atomic
def change_settings(
    *, by: Actor, tournament: Tournament, changes: Mapping[str, Any], reason: str = ""
) -> Tournament:
    """Change settings of the tournament; the event keeps the values before and after.

    Raises ValidationError by field, also (`frozen`) for a rule that the first hand has frozen.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    before = shown_settings(locked)
    for key, value in changes.items():
        if key not in SETTINGS:
            raise ValueError(f"{key} is no setting of a tournament")
        setattr(locked, key, value)
    _check(locked)
    after = shown_settings(locked)
    different = {key: value for key, value in after.items() if value != before[key]}
    if not different:
        return locked
    _refuse_frozen(locked, different)
    locked.save()
    record_event(
        scope=locked.scope,
        actor=by,
        verb="settings.changed",
        target=locked.slug,
        reason=reason,
        before={key: before[key] for key in different},
        after=different,
    )
    return locked


def shown_settings(tournament: Tournament) -> dict[str, Any]:
    """The settings as the journal keeps them: dates as text."""
    values = {key: getattr(tournament, key) for key in sorted(SETTINGS)}
    return {
        key: value.isoformat() if isinstance(value, dt.date) else value
        for key, value in values.items()
    }


def free_slug(wanted: str) -> str:
    """The address itself where it is free, else with the first free number behind it."""
    longest = 80 - len("-9999")
    taken = set(
        Tournament.objects.filter(slug__startswith=wanted[:longest]).values_list("slug", flat=True)
    )
    if wanted not in taken:
        return wanted
    numbered = (f"{wanted[:longest]}-{number}" for number in range(2, 10_000))
    return next(slug for slug in numbered if slug not in taken)


def _check(tournament: Tournament) -> None:
    """Raise ValidationError with every field that cannot be."""
    errors: dict[str, Any] = {}
    try:
        tournament.full_clean(validate_constraints=False)
    except ValidationError as refused:
        errors = dict(refused.error_dict)
    if tournament.timezone not in zone_names():
        errors["timezone"] = ValidationError(_("There is no such time zone."), code="unknown_zone")
    try:
        Rules().with_settings(tournament.rules)
    except (EngineError, AttributeError) as unknown:
        text = _("These settings of the rules are not known: %(why)s.") % {"why": unknown}
        errors["rules"] = ValidationError(text, code="unknown_setting")
    if not errors and tournament.end_date < tournament.start_date:
        errors["end_date"] = ValidationError(
            _("The last day lies before the first."), code="ends_before_start"
        )
    if errors:
        raise ValidationError(errors)


def _refuse_frozen(tournament: Tournament, different: Mapping[str, Any]) -> None:
    if tournament.rules_frozen_at is None:
        return
    frozen = sorted(different.keys() & set(FROZEN_SETTINGS))
    if frozen:
        sentence = _("Hands have been counted by it: it stays as it is.")
        raise ValidationError({key: ValidationError(sentence, code="frozen") for key in frozen})
