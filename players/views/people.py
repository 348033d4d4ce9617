"""The list of people, and the form for one."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from players.ema import has_known_prefix
from players.exports import people_table, table_csv, table_xlsx
from players.forms import PersonForm, person_initial
from players.gates import people_page
from players.models import Club, Player
from players.selectors import search_players
from players.services import save_player

PER_PAGE = 50
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
@people_page
def show(request: HttpRequest) -> HttpResponse:
    """All people, fifty a page, found by name or EMA number."""
    query = request.GET.get("q", "")
    page = Paginator(search_players(query), PER_PAGE).get_page(request.GET.get("page"))
    context = {"tab": "players", "page": page, "query": query}
    return render(request, "players/people.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@people_page
def add(request: HttpRequest) -> HttpResponse:
    """A new person."""
    return _edit(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@people_page
def edit(request: HttpRequest, player: int) -> HttpResponse:
    """A known person."""
    return _edit(request, get_object_or_404(Player.objects.select_related("club"), pk=player))


def _edit(request: HttpRequest, player: Player | None) -> HttpResponse:
    initial = person_initial(player) if player else {}
    form = PersonForm(request.POST or None, initial=initial)
    back = _safe_next(request)
    if form.is_valid():
        try:
            saved = save_player(by=request.user, player=player, **form.person())
        except ValidationError as refused:
            form.refuse(refused)
        else:
            _say_saved(request, saved)
            return HttpResponseRedirect(back or reverse("players"))
    context = {
        "tab": "players",
        "form": form,
        "player": player,
        "clubs": Club.objects.values_list("name", flat=True),
        "next": back,
    }
    return render(request, "players/person.html", context)


def _safe_next(request: HttpRequest) -> str:
    """The page to go back to, where it is a path of ours."""
    target = request.POST.get("next", request.GET.get("next", ""))
    ours = url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()})
    return target if ours and target.startswith("/") else ""


def _say_saved(request: HttpRequest, player: Player) -> None:
    messages.success(request, _("%s is saved.") % player.full_name)
    if player.ema_number and not has_known_prefix(player.ema_number):
        told = _("EMA numbers that begin with %s are not known; kept as it is.")
        messages.warning(request, told % player.ema_number[:2])


@require_safe
@people_page
def export(request: HttpRequest, form: str) -> HttpResponse:
    """The people of the list as a file, e-mails too: only organisers come here."""
    table = people_table(search_players(request.GET.get("q", "")), with_email=True)
    return table_response(table, form, "players")


def table_response(table: list[list[str | int]], form: str, name: str) -> HttpResponse:
    """The table as a file to save: `csv` or `xlsx`."""
    if form == "csv":
        answer = HttpResponse(table_csv(table), content_type="text/csv; charset=utf-8")
    elif form == "xlsx":
        answer = HttpResponse(table_xlsx(table, name), content_type=XLSX)
    else:
        raise Http404
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer
