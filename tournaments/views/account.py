"""Log-in and one's own account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.accounts import AccountForm, LoginForm, OwnPasswordForm, TokenForm
from tournaments.selectors.tournaments import parts_of
from tournaments.services.accounts import rename_account


class LogIn(LoginView):
    """Log in. Whoever comes for the first time, with a password that was told, chooses another."""

    template_name = "registration/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True
    extra_context = {"tab": "login"}

    def form_valid(self, form: Any) -> HttpResponse:
        """Log in and go on."""
        is_first = form.get_user().last_login is None
        answer = super().form_valid(form)
        if not is_first:
            return answer
        messages.info(self.request, _("Welcome. Choose a password of your own first."))
        return redirect("password_change")


class OwnPassword(PasswordChangeView):
    """A new password for one's own account."""

    template_name = "registration/password_change.html"
    form_class = OwnPasswordForm
    success_url = reverse_lazy("account")
    extra_context = {"tab": "account"}

    def form_valid(self, form: Any) -> HttpResponse:
        """Save it; other browsers are logged out."""
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """One's name, language and password, and the tournaments one helps with."""
    user = request.user
    assert isinstance(user, User)
    form = AccountForm(request.POST or None, initial={"name": user.get_full_name()})
    if request.method == "POST" and form.is_valid():
        try:
            rename_account(user=user, name=form.cleaned_data["name"])
        except ValidationError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("account")
    context = {
        "tab": "account",
        "form": form,
        "parts": parts_of(user.pk),
        "tokens": user.api_tokens.all(),
        "token_form": TokenForm(),
    }
    return render(request, "tournaments/account.html", context)
