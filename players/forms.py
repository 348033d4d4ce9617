"""Forms for people and for tables of people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm

from .countries import country_choices
from .ema import tidy_number
from .importing.files import MAX_BYTES
from .importing.rows import PersonRow, RawRow, check_rows, read_rows
from .models import Player
from .services import PlayerFields

_SALT = "players.import"
_KEPT_SECONDS = 24 * 60 * 60


class PersonForm(StyledForm):
    """A person's name, number, country, club and private e-mail."""

    first_name = forms.CharField(label=_("First name"), max_length=120, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=120)
    ema_number = forms.CharField(
        label=_("EMA number"),
        required=False,
        help_text=_("Eight digits. A lost leading zero is put back."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    country = forms.ChoiceField(label=_("Country"), required=False)
    club = forms.CharField(
        label=_("Club"),
        max_length=120,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs"}),
    )
    email = forms.EmailField(
        label=_("E-mail"), required=False, help_text=_("Only organisers see it.")
    )
    shown_as_initials = forms.BooleanField(
        label=_("On public pages show only the initials"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        country = self.fields["country"]
        assert isinstance(country, forms.ChoiceField)
        country.choices = [("", "—"), *country_choices()]

    def clean_ema_number(self) -> str | None:
        """Eight digits as text, or None."""
        return tidy_number(self.cleaned_data["ema_number"]) or None

    def person(self) -> PlayerFields:
        """The values for `save_player`."""
        data = self.cleaned_data
        return PlayerFields(
            first_name=data["first_name"],
            last_name=data["last_name"],
            ema_number=data["ema_number"],
            country=data["country"],
            club=data["club"],
            email=data["email"],
            shown_as_initials=data["shown_as_initials"],
        )


def person_initial(player: Player) -> dict[str, object]:
    """What the form shows of a known person."""
    return {
        "first_name": player.first_name,
        "last_name": player.last_name,
        "ema_number": player.ema_number,
        "country": player.country,
        "club": player.club.name if player.club else "",
        "email": player.email,
        "shown_as_initials": player.shown_as_initials,
    }


class UploadForm(StyledForm):
    """A table of people; `rows` holds what was read."""

    file = forms.FileField(
        label=_("CSV or XLSX file"),
        help_text=_("At most 2 MB and 5000 rows."),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
        error_messages={"empty": _("The file is empty.")},
    )
    rows: list[RawRow]

    def clean_file(self) -> UploadedFile[Any]:
        """Read the rows; what cannot be read is said beside the field."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise ValidationError(_("The file is larger than 2 MB."), code="too_big")
        self.rows = read_rows(file.read())
        return file


def pack_rows(rows: list[PersonRow]) -> str:
    """Rows between preview and confirmation: signed, so that they come back as they were shown.

    Nothing is stored in between. The lines with problems travel along: if others are faulty at
    the end, the preview is shown anew.
    """
    content = {
        "rows": [[row.line, dict(row.cells)] for row in rows],
        "faulty": [row.line for row in rows if row.problems],
    }
    return signing.dumps(content, salt=_SALT, compress=True)


class ConfirmForm(forms.Form):
    """The confirmation of a preview: the signed rows and the lines to leave out."""

    rows = forms.CharField(widget=forms.HiddenInput)
    leave_out = forms.TypedMultipleChoiceField(required=False, coerce=int)
    checked: list[PersonRow]
    faulty: list[int]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        given = self.data.getlist("leave_out") if hasattr(self.data, "getlist") else []
        field = self.fields["leave_out"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(line, line) for line in given if line.isdigit()]

    def clean_rows(self) -> str:
        """Unpack the rows and check them again."""
        packed: str = self.cleaned_data["rows"]
        try:
            content = signing.loads(packed, salt=_SALT, max_age=_KEPT_SECONDS)
        except signing.BadSignature as broken:
            raise ValidationError(
                _("The preview is too old: choose the file again."), code="stale"
            ) from broken
        self.checked = check_rows(RawRow(line, cells) for line, cells in content["rows"])
        self.faulty = content["faulty"]
        return packed
