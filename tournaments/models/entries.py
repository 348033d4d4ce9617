"""Who takes part: teams and entries."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.models import Player

from .tournament import Tournament


def new_code() -> str:
    """Four digits by which a player confirms a table's result."""
    return f"{secrets.randbelow(10_000):04}"


class Team(models.Model):
    """A team of a tournament; the members' results make its own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=120)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="team_number_once"),
            models.UniqueConstraint(fields=["tournament", "name"], name="team_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player's (or substitute's) part in one tournament, under a start number.

    `playing` entries take a place in the next draw. A no-show stops playing and the substitute
    plays instead (`replaces`); whether the substitute's result counts is asked each time. With
    `name_stripped` the EMA gets the place without the person (illness, by the head referee).
    """

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        SUBSTITUTE = "substitute", _("substitute")

    class State(models.TextChoices):
        ACTIVE = "active", _("takes part")
        NO_SHOW = "no_show", _("did not come")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("start number"))
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.PLAYER)
    state = models.CharField(max_length=12, choices=State.choices, default=State.ACTIVE)
    playing = models.BooleanField(_("plays"), default=True)
    counts_for_ranking = models.BooleanField(_("counts for the ranking"), default=True)
    replaces = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by"
    )
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="members"
    )
    paid = models.BooleanField(_("paid"), default=False)
    arrived = models.BooleanField(_("arrived"), default=False)
    name_stripped = models.BooleanField(_("name left out for the EMA"), default=False)
    note = models.CharField(_("note"), max_length=200, blank=True)
    code = models.CharField(_("code"), max_length=4, default=new_code, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="start_number_once"),
            models.UniqueConstraint(fields=["tournament", "player"], name="player_enters_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="start_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"
