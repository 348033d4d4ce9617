"""The look of form fields, in one place."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

_PLAIN = (forms.CheckboxInput, forms.RadioSelect, forms.CheckboxSelectMultiple, forms.HiddenInput)


class StyledForm(forms.Form):
    """A form whose fields carry the house's class and are tied to their errors and hints."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if not isinstance(field.widget, _PLAIN):
                field.widget.attrs.setdefault("class", "in")

    def refuse(self, refused: ValidationError) -> None:
        """Put what a service refused beside the fields to blame; the rest above the form."""
        if not hasattr(refused, "error_dict"):
            self.add_error(None, refused)
            return
        for name, errors in refused.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)
