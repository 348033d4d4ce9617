"""Forms of accounts: founding, log-in, one's own name, passwords."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm


class FounderForm(StyledForm):
    """Who founds the house; the code is asked from everybody who is not at the machine itself."""

    code = forms.CharField(
        label=_("One-time code"),
        max_length=40,
        help_text=_("It stands in the window where Quatre Vents was started."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    name = forms.CharField(
        label=_("Your name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label=_("E-mail or short name"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("8 characters or more. You can add scorers and referees later."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, asks_code: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_code:
            del self.fields["code"]

    def ask_password_again(self) -> None:
        """Say why the password is the one thing that is empty after a refusal."""
        self["password"].help_text = _("Type it again: a password is never sent back.")


class LoginForm(AuthenticationForm):
    """Django's log-in form in the look of the house."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "in"


class OwnPasswordForm(PasswordChangeForm):
    """Django's form for a new password in the look of the house."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "in"


class AccountForm(StyledForm):
    """What people change in their own account."""

    name = forms.CharField(
        label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )


class TokenForm(StyledForm):
    """A new token for a program; the name says which."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # The account's page has another field of this name.
        super().__init__(*args, **{"auto_id": "token_%s"} | kwargs)
