"""People and their clubs."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .countries import validate_country
from .names import full_name, initials, is_east_asian


class Club(models.Model):
    """A club that players belong to."""

    name = models.CharField(_("club"), max_length=120, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays, once for all tournaments.

    `sort_key` is the folded name by which lists are ordered and searched, the same on every
    database; `services.save_player` keeps it. `ema_number` is eight digits as text, or None.
    """

    first_name = models.CharField(_("first name"), max_length=120, blank=True)
    last_name = models.CharField(_("last name"), max_length=120)
    sort_key = models.CharField(max_length=260, db_index=True, editable=False)
    ema_number = models.CharField(
        _("EMA number"),
        max_length=8,
        null=True,
        blank=True,
        unique=True,
        validators=[RegexValidator(r"^\d{8}$", _("An EMA number has eight digits."))],
    )
    country = models.CharField(
        _("country"), max_length=3, blank=True, validators=[validate_country]
    )
    club = models.ForeignKey(Club, null=True, blank=True, on_delete=models.PROTECT)
    email = models.EmailField(_("e-mail"), blank=True)
    shown_as_initials = models.BooleanField(_("show initials only"), default=False)

    class Meta:
        ordering = ["sort_key", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ema_number__isnull=True) | Q(ema_number__regex=r"^[0-9]{8}$"),
                name="player_ema_number_is_eight_digits",
            ),
            models.CheckConstraint(condition=~Q(last_name=""), name="player_has_a_last_name"),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """The whole name, as staff see it."""
        return full_name(self.first_name, self.last_name)

    @property
    def public_name(self) -> str:
        """The name as everybody may see it: initials where the player asked for that."""
        if not self.shown_as_initials:
            return self.full_name
        return " ".join(filter(None, self.shown_parts))

    @property
    def shown_parts(self) -> tuple[str, str]:
        """Given and family name as everybody may see them, for lists that set them apart.

        A name in Chinese, Japanese or Korean writing stays whole: it is all in the second part.
        """
        if self.shown_as_initials:
            return initials(self.first_name, self.last_name)
        if is_east_asian(self.first_name, self.last_name):
            return "", self.full_name
        return self.first_name, self.last_name

    @property
    def short_name(self) -> str:
        """The family name alone, for narrow columns of the staff; a Chinese name is short."""
        return self.full_name if is_east_asian(self.first_name, self.last_name) else self.last_name
