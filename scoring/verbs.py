"""What the verbs of the journal mean, in plain words: for every verb that the code records."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

# Group -> verb -> title, in the order in which the log offers them.
GROUPS = (
    (
        _("Hands"),
        {
            "hand.recorded": _("Hand entered"),
            "hand.replaced": _("Hand corrected"),
            "hand.cleared": _("Hand taken away"),
            "hand.settled": _("Disputed claim settled"),
            "hand.record_attached": _("Record added to a hand"),
        },
    ),
    (
        _("Tables"),
        {
            "table.totals": _("Four totals entered or changed"),
            "table.last_hand": _("Last hand named"),
            "table.confirmed": _("Result confirmed at the table"),
            "table.closed": _("Table closed"),
            "table.reopened": _("Table opened again"),
        },
    ),
    (
        _("Penalties"),
        {
            "penalty.given": _("Penalty given"),
            "penalty.revoked": _("Penalty revoked"),
            "penalty.appealed": _("Appeal noted"),
        },
    ),
    (
        _("Substitutes"),
        {
            "seat.taken": _("Substitute sat down for somebody"),
            "seat.given_back": _("Substitution taken back"),
            "place.taken_over": _("Substitute took over the sessions to come"),
            "entry.came_back": _("Player is back"),
            "entry.replaced": _("Place given to a substitute"),
            "substitute.plays": _("Substitute completes the tables"),
            "substitute.benched": _("Substitute sent back to the bench"),
        },
    ),
    (
        _("Sessions"),
        {
            "session.added": _("Session added to the programme"),
            "session.changed": _("Times of a session changed"),
            "session.removed": _("Session removed from the programme"),
            "seating.drawn": _("Seating drawn"),
            "seating.imported": _("Seating imported"),
            "session.published": _("Seating published"),
            "session.unpublished": _("Seating made a draft again"),
            "session.started": _("Session started"),
            "session.start_taken_back": _("Start of a session taken back"),
            "session.finished": _("Session finished"),
            "session.approved": _("Session approved"),
        },
    ),
    (
        _("Results"),
        {
            "standings.published": _("Standings computed"),
            "results.announced": _("Results announced"),
            "results.rebuilt": _("Results computed anew"),
        },
    ),
    (
        _("Hall"),
        {
            "time.given": _("Extra time given or taken back"),
            "screen.changed": _("Hall screen changed"),
            "prizes.shown": _("Prize-giving: next step"),
            "prizes.ended": _("Prize-giving ended"),
        },
    ),
    (
        _("Players"),
        {
            "entry.added": _("Entry added"),
            "entry.changed": _("Entry changed"),
            "entry.withdrawn": _("Player withdrew"),
            "entry.returned": _("Player takes part again"),
            "entry.deleted": _("Entry deleted"),
            "entry.code_renewed": _("New code for a player"),
            "player.added": _("Person added"),
            "player.changed": _("Person changed"),
        },
    ),
    (
        _("Teams"),
        {
            "team.created": _("Team added"),
            "team.changed": _("Team changed"),
            "team.deleted": _("Team deleted"),
        },
    ),
    (
        _("Phones"),
        {
            "links.made": _("Links for the phones made"),
            "link.renewed": _("New link for a table"),
            "link.revoked": _("Link of a table revoked"),
        },
    ),
    (
        pgettext_lazy("group of events", "Tournament"),
        {
            "tournament.created": _("Tournament created"),
            "tournament.imported": _("Tournament read from a document"),
            "tournament.rehearsed": _("Rehearsal made"),
            "settings.changed": _("Settings changed"),
            "staff.changed": _("Roles changed"),
            "staff.password_given": _("New password given"),
        },
    ),
    (
        _("House"),
        {
            "house.founded": _("First account made"),
            "account.renamed": _("Account renamed"),
            "token.created": _("API token made"),
            "token.revoked": _("API token revoked"),
        },
    ),
)
TITLES = {verb: title for _group, verbs in GROUPS for verb, title in verbs.items()}


def verb_title(verb: str) -> str:
    """The title of an event; a verb of another version of the program stands for itself."""
    return str(TITLES.get(verb, verb))


def verb_groups(verbs: Iterable[str]) -> list[tuple[str, list[tuple[str, str]]]]:
    """These verbs with their titles, by group; groups without any are left out."""
    there = set(verbs)
    groups = [
        (str(group), [(verb, str(title)) for verb, title in titles.items() if verb in there])
        for group, titles in GROUPS
    ]
    groups.append((gettext("Other"), [(verb, verb) for verb in sorted(there - TITLES.keys())]))
    return [(group, titles) for group, titles in groups if titles]
