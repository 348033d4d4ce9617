"""The first start: the organiser's account and the first tournament on one page."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments import first_code
from tournaments.forms.accounts import FounderForm
from tournaments.forms.tournaments import FirstTournamentForm
from tournaments.models import Tournament
from tournaments.services.accounts import found_house, has_accounts

BACKEND = "django.contrib.auth.backends.ModelBackend"
Founded = tuple[User, Tournament | None]


@sensitive_post_parameters("password", "code")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest) -> HttpResponse:
    """Found the house, log in, and lead on to the players, or to a backup (`instead=restore`).

    Where a tournament has been restored already the account alone is asked for, and its desk is
    next. Closed for ever once the house is founded.
    """
    if has_accounts():
        return redirect("home")
    asks_code = not first_code.is_at_the_machine(request)
    data = request.POST if request.method == "POST" else None
    here = list(Tournament.objects.order_by("-pk"))
    restores = data is not None and data.get("instead") == "restore"
    alone = restores or bool(here)
    founder = FounderForm(data, asks_code=asks_code)
    form = FirstTournamentForm(None if alone else data, prefix="t")
    status = 200
    if request.method == "POST":
        status = _code_status(founder) if asks_code else 200
        if founder.is_valid() and (alone or form.is_valid()):
            made = _found(request, founder, None if alone else form)
            if made is not None:
                return _onward(made, here)
        founder.ask_password_again()
    context = {"founder": founder, "form": form, "here": here}
    return render(request, "tournaments/welcome.html", context, status=status)


def _code_status(founder: FounderForm) -> int:
    """Check the one-time code and put an error on the form; 429 when there were too many tries."""
    typed = founder.data.get("code", "")
    if first_code.is_throttled():
        founder.add_error(
            "code", _("Too many wrong codes. Wait a quarter of an hour, or use the laptop itself.")
        )
        return 429
    if typed and not first_code.is_right(typed):
        founder.add_error("code", _("That is not the code."))
    return 200


def _found(
    request: HttpRequest, founder: FounderForm, form: FirstTournamentForm | None
) -> Founded | None:
    """The account, logged in, with the tournament, if one was made; None where it was refused."""
    given = founder.cleaned_data
    try:
        founded = found_house(
            username=given["username"],
            name=given["name"],
            password=given["password"],
            tournament=form.arguments() if form else None,
        )
    except ValidationError as refused:
        _share_errors(founder, form, refused)
        return None
    first_code.delete()
    login(request, founded[0], backend=BACKEND)
    return founded


def _onward(founded: Founded, here: list[Tournament]) -> HttpResponse:
    """The players of what was made, the desk of what is here, or the page that restores."""
    _user, made = founded
    if made is not None:
        return redirect("entries_import", made.slug)
    return redirect("desk", here[0].slug) if here else redirect("restore")


def _share_errors(
    founder: FounderForm, form: FirstTournamentForm | None, refused: ValidationError
) -> None:
    """Errors of the account go beside its fields, those of the tournament beside the others."""
    if (
        form
        and hasattr(refused, "error_dict")
        and not refused.error_dict.keys() & founder.fields.keys()
    ):
        form.refuse(refused)
    else:
        founder.refuse(refused)
