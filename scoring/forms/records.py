"""The form that takes the record of a hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from scoring.engine.game.records.text import LONGEST_RECORD


class RecordForm(StyledForm):
    """A record as a file or as text."""

    file = forms.FileField(
        label=gettext_lazy("File with the record"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".txt,text/plain"}),
    )
    record = forms.CharField(
        label=gettext_lazy("or its text"),
        required=False,
        max_length=LONGEST_RECORD,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=gettext_lazy("The walls, the dice and every action, as docs/records.md says."),
    )

    def clean(self) -> dict[str, Any]:
        """One of the two; the text of the file stands for the field."""
        data = super().clean() or self.cleaned_data
        given = data.get("file")
        if given is not None:
            data["record"] = self._read(given)
        if not data.get("record") and not self.errors:
            self.add_error("record", ValidationError(_("Give a record."), code="required"))
        return data

    def _read(self, given: Any) -> str:
        if given.size > LONGEST_RECORD:
            self.add_error("file", ValidationError(_("This is too large for one hand.")))
            return ""
        try:
            return str(given.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", ValidationError(_("This is no text file.")))
            return ""
