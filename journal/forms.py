"""The look of form fields, in one place."""

from __future__ import annotations

from typing import Any

from django import forms

_PLAIN = (forms.CheckboxInput, forms.RadioSelect, forms.CheckboxSelectMultiple, forms.HiddenInput)


class StyledForm(forms.Form):
    """A form whose fields carry the house's class and are tied to their errors and hints."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if not isinstance(field.widget, _PLAIN):
                field.widget.attrs.setdefault("class", "in")
