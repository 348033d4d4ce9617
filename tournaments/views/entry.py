"""One entry: adding it, changing it, and how it comes and goes."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players.models import Club
from players.services import save_player
from tournaments.forms.entries import AddEntryForm, CompleteForm, EntryForm, ReplaceForm
from tournaments.gates import Access, open_tournament
from tournaments.models import Entry, Role
from tournaments.selectors.entries import bench_of, count_entries, people_to_enter
from tournaments.services import entries as service
from tournaments.services import substitutes
from tournaments.services.links import renew_code
from tournaments.services.stand_ins import give_back_place

from .entries import completion_sentence, find_entry


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter one person; “Find” keeps everything typed and lists people who are known."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    query = request.POST.get("q", request.GET.get("q", ""))
    entering = request.method == "POST" and "find" not in request.POST
    if entering:
        form = AddEntryForm(request.POST, tournament=access.tournament)
    else:
        form = AddEntryForm(initial=request.POST.dict(), tournament=access.tournament)
    if entering and form.is_valid() and (entry := _enter(request, access, form)):
        messages.success(request, _("%s is entered.") % entry)
        return redirect("entries", slug)
    context = {
        "access": access,
        "tab": "entries",
        "form": form,
        "query": query,
        "found": people_to_enter(access.tournament, query),
        "chosen": request.POST.get("player", ""),
        "clubs": Club.objects.values_list("name", flat=True),
    }
    return render(request, "tournaments/entry_add.html", context)


def _enter(request: HttpRequest, access: Access, form: AddEntryForm) -> Entry | None:
    """The new entry; None where a service refused, which the form then says."""
    data = form.cleaned_data
    try:
        with transaction.atomic():
            player = data["player"] or save_player(by=request.user, **form.person())
            return service.add_entry(
                by=request.user,
                tournament=access.tournament,
                player=player,
                number=data["number"],
                team=data.get("team"),
                kind=data["kind"],
                counts_for_ranking=data["kind"] == Entry.Kind.PLAYER,
            )
    except ValidationError as refused:
        form.refuse(refused)
        return None


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Number, team and note; below them what else can be done with the entry."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    entry = find_entry(access, number)
    initial = {
        "number": entry.number,
        "team": entry.team,
        "note": entry.note,
        "counts_for_ranking": entry.counts_for_ranking,
    }
    form = EntryForm(request.POST or None, initial=initial, tournament=access.tournament)
    if form.is_valid():
        try:
            service.change_entry(by=request.user, entry=entry, **form.cleaned_data)
        except ValidationError as refused:
            form.refuse(refused)
        else:
            return redirect("entries", slug)
    context = {
        "access": access,
        "tab": "entries",
        "form": form,
        "entry": entry,
        "seats": substitutes.open_seats(entry),
        "seated": entry.occupations.exists(),
        "begun": substitutes.play_has_begun(access.tournament),
        "substitute": entry.replaced_by.filter(playing=True).select_related("player").first(),
    }
    return render(request, "tournaments/entry_edit.html", context)


def _withdraw(request: HttpRequest, entry: Entry) -> None:
    reason = request.POST.get("reason", "")[:300]
    service.withdraw_entry(by=request.user, entry=entry, reason=reason)


# What a button of the entry's page does; each is one service.
ACTIONS: dict[str, Callable[[HttpRequest, Entry], object]] = {
    "withdraw": _withdraw,
    "return": lambda request, entry: service.return_entry(by=request.user, entry=entry),
    "bench": lambda request, entry: substitutes.bench_substitute(by=request.user, entry=entry),
    "give-back": lambda request, entry: give_back_place(by=request.user, entry=entry),
    "name-back": lambda request, entry: service.change_entry(
        by=request.user, entry=entry, name_stripped=False
    ),
    "new-code": lambda request, entry: renew_code(by=request.user, entry=entry),
    "delete": lambda request, entry: service.delete_entry(by=request.user, entry=entry),
}


@require_POST
def act(request: HttpRequest, slug: str, number: int, action: str) -> HttpResponse:
    """Withdraw, return, to the bench, give place or name back, renew the code, or delete."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    entry = find_entry(access, number)
    if action not in ACTIONS:
        raise Http404
    if action == "give-back" and substitutes.play_has_begun(access.tournament):
        return _wizard(slug, number, "back")
    try:
        ACTIONS[action](request, entry)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect("entry_edit", slug, number)
    if action == "new-code":
        return redirect("entry_edit", slug, number)
    return redirect("entries", slug)


@require_http_methods(["GET", "HEAD", "POST"])
def replace(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody did not come: choose who takes the place, before the first session is started."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    entry = find_entry(access, number)
    if substitutes.play_has_begun(access.tournament):
        return _wizard(slug, number, "no_show")
    form = ReplaceForm(request.POST or None, tournament=access.tournament)
    if form.is_valid() and (substitute := _replace(request, access, entry, form)):
        told = _("%(substitute)s takes the place of %(name)s.")
        told %= {"substitute": substitute.player, "name": entry.player}
        messages.success(request, told)
        return redirect("entries", slug)
    context = {
        "access": access,
        "tab": "entries",
        "form": form,
        "entry": entry,
        "seats": substitutes.open_seats(entry),
    }
    return render(request, "tournaments/entry_replace.html", context)


def _wizard(slug: str, number: int, kind: str) -> HttpResponse:
    """Once play has begun, the page that knows hands and minutes asks and shows the effects."""
    return redirect(f"{reverse('substitutions', args=[slug])}?who={number}&kind={kind}")


def _replace(request: HttpRequest, access: Access, entry: Entry, form: ReplaceForm) -> Entry | None:
    data = form.cleaned_data
    try:
        with transaction.atomic():
            substitute = data["substitute"] or _new_substitute(request, access, form)
            return substitutes.replace_no_show(
                by=request.user,
                entry=entry,
                substitute=substitute,
                counts_for_ranking=data["counts_for_ranking"],
            )
    except ValidationError as refused:
        form.refuse(refused)
        return None


def _new_substitute(request: HttpRequest, access: Access, form: ReplaceForm) -> Entry:
    """Somebody new on the bench; without a name where none was given."""
    first, last = form.cleaned_data["first_name"], form.cleaned_data["last_name"]
    names = {"first_name": first, "last_name": last} if last else {"last_name": first}
    player = save_player(by=request.user, **names) if first or last else None
    return substitutes.add_substitute(by=request.user, tournament=access.tournament, player=player)


@require_http_methods(["GET", "HEAD", "POST"])
def complete(request: HttpRequest, slug: str) -> HttpResponse:
    """Fill the last table with substitutes, as the organiser chooses."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    counts = count_entries(access.tournament)
    form = CompleteForm(request.POST or None, tournament=access.tournament)
    if form.is_valid():
        try:
            made = substitutes.complete_with_substitutes(
                by=request.user, tournament=access.tournament, **form.cleaned_data
            )
        except ValidationError as refused:
            form.refuse(refused)
        else:
            names = ", ".join(entry.player.full_name for entry in made)
            messages.success(request, _("The tables are complete: %s.") % names)
            return redirect("entries", slug)
    context = {
        "access": access,
        "tab": "entries",
        "form": form,
        "counts": counts,
        "completion": completion_sentence(counts),
        "bench": bench_of(access.tournament),
    }
    return render(request, "tournaments/entries_complete.html", context)
