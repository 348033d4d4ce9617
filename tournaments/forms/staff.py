"""Forms of the staff page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm
from tournaments.models import Role


class RolesForm(StyledForm):
    """The roles of one person; none means that the person leaves the staff."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"),
        choices=Role.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def chosen(self) -> set[Role]:
        """The roles that are ticked."""
        return {Role(role) for role in self.cleaned_data["roles"]}


class NewStaffForm(RolesForm):
    """Somebody who joins: by the log-in name of an account, which is made where there is none."""

    username = forms.CharField(
        label=_("E-mail or short name"),
        max_length=150,
        help_text=_("Of an account that exists, or a new one."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=150,
        required=False,
        help_text=_("For a new account."),
    )
    field_order = ("username", "name", "roles")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["roles"].required = True
