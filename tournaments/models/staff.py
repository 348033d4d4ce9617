"""Who works at a tournament, and the tokens of programs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .tournament import Tournament


class Role(models.TextChoices):
    """What a person may do in one tournament; one person may hold several."""

    ORGANISER = "organiser", _("organiser")
    REFEREE = "referee", _("referee")
    SCORER = "scorer", _("scorer")
    OBSERVER = "observer", _("observer")


class Staff(models.Model):
    """A person's role in a tournament."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="staff")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)

    class Meta:
        ordering = ["role", "user__username"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "role"], name="one_row_a_role_of_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class ApiToken(models.Model):
    """A named key with which a program acts as its owner; only a digest of it is kept.

    `tail` are the last four characters, to tell tokens apart. A revoked token stays in the list.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=80)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    tail = models.CharField(max_length=4, editable=False)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="api_token_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} (…{self.tail})"
