"""One's own tokens for programs, on the account page."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.forms.accounts import TokenForm
from tournaments.services.tokens import create_token, revoke_token


@login_required
@never_cache
@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """A new token; its text is on this one answer and nowhere else."""
    user = request.user
    assert isinstance(user, User)
    form = TokenForm(request.POST)
    text = ""
    if form.is_valid():
        try:
            _token, text = create_token(user=user, name=form.cleaned_data["name"])
        except ValidationError as refused:
            form.refuse(refused)
    context = {"tab": "account", "form": form, "text": text, "tokens": user.api_tokens.all()}
    return render(request, "tournaments/tokens.html", context, status=200 if text else 422)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """End a token."""
    user = request.user
    assert isinstance(user, User)
    token = revoke_token(user=user, token=get_object_or_404(user.api_tokens, pk=pk))
    messages.success(request, _("The token “%(name)s” works no more.") % {"name": token.name})
    return redirect("account")
