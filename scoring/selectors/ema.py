"""What the European Mahjong Association gets told: places, base ranks, the tournament's weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.countries import EMA_MEMBERS
from players.ema import PREFIXES
from scoring.models import TableResult
from scoring.ranking.mers import COUNTED_SUBSTITUTES, base_rank, tournament_weight
from scoring.ranking.table_points import TWELFTHS
from scoring.selectors.clock import ranges
from scoring.selectors.standings import OVER, StandingRow, open_tables, rank, read_play
from tournaments.models import Entry, Table, Tournament


@dataclass(frozen=True, slots=True)
class EmaLine:
    """One ranked player with the base rank (0 to 1000) of the place."""

    row: StandingRow
    base_rank: int

    @property
    def entry(self) -> Entry:
        """The player's entry."""
        return self.row.entry

    @property
    def table_points(self) -> Fraction:
        """The exact table points."""
        return Fraction(self.row.table_points, TWELFTHS)

    @property
    def is_stripped(self) -> bool:
        """True where the head referee has left the name out: the place stays, nobody gets it."""
        return self.entry.name_stripped

    @property
    def first_name(self) -> str:
        """The first name, as the EMA gets it."""
        return "" if self.is_stripped else self.entry.player.first_name

    @property
    def last_name(self) -> str:
        """The last name, as the EMA gets it."""
        return "" if self.is_stripped else self.entry.player.last_name

    @property
    def ema_number(self) -> str:
        """The EMA number, as the EMA gets it."""
        return "" if self.is_stripped else self.entry.player.ema_number or ""

    @property
    def is_member(self) -> bool:
        """True with an EMA number and a country whose organisation is a member."""
        return bool(self.ema_number) and self.entry.player.country in EMA_MEMBERS


@dataclass(frozen=True, slots=True)
class Weight:
    """The MERS weight with its parts and the figures they come from."""

    value: Fraction
    days: int
    players: int
    substitutes: int
    countries: int
    qualification: bool
    parts: tuple[tuple[str, Fraction], ...]

    @property
    def shown(self) -> str:
        """The weight as people write it: 3 or 2.5."""
        return f"{float(self.value):g}"

    @property
    def shown_parts(self) -> list[tuple[str, str]]:
        """The parts with their signs: the days, then what is added."""
        return [
            (name, f"{float(part):g}" if name == "days" else f"+{float(part):g}")
            for name, part in self.parts
        ]


@dataclass(frozen=True, slots=True)
class EmaReport:
    """The whole report. It is provisional while `open_tables` or `unfinished` sessions remain."""

    tournament: Tournament
    lines: tuple[EmaLine, ...]
    weight: Weight | None
    open_tables: tuple[Table, ...]
    unfinished: tuple[int, ...]

    @property
    def is_provisional(self) -> bool:
        """True while a result is missing."""
        return self.lacks_results or not self.lines

    @property
    def lacks_results(self) -> bool:
        """True while a table is open or a session not finished: the desk says what comes next."""
        return bool(self.open_tables or self.unfinished)

    @property
    def has_fractions(self) -> bool:
        """True where a player's table points are no whole number."""
        return any(line.table_points.denominator > 1 for line in self.lines)

    @property
    def problems(self) -> list[str]:
        """Why the report is provisional, in words."""
        missing: dict[int, list[int]] = {}
        for table in self.open_tables:
            missing.setdefault(table.session.number, []).append(table.number)
        found = [
            ngettext(
                "Provisional: session %(session)s, table %(tables)s is missing.",
                "Provisional: session %(session)s, tables %(tables)s are missing.",
                len(numbers),
            )
            % {"session": session, "tables": ", ".join(map(str, numbers))}
            for session, numbers in missing.items()
        ]
        if self.unfinished:
            found.append(
                ngettext(
                    "Provisional: session %(sessions)s is not finished.",
                    "Provisional: sessions %(sessions)s are not finished.",
                    len(self.unfinished),
                )
                % {"sessions": ranges(self.unfinished)}
            )
        return found or ([] if self.lines else [_("Nobody is ranked yet.")])

    @property
    def warnings(self) -> list[str]:
        """What whoever sends the file should know, in words."""
        found = []
        if self.has_fractions:
            found.append(
                _(
                    "Some table points are fractions. The spreadsheet holds them exactly and shows "
                    "two decimals, the CSV has two decimals, rounded half up (7/3 is 2.33). A "
                    "receiver that takes whole numbers only has to round half up (20½ is 21); the "
                    "places stay as they are here."
                )
            )
        stripped = [line.entry.player.full_name for line in self.lines if line.is_stripped]
        if stripped:
            found.append(
                _("Left out by name, for illness, with no EMA result: %(names)s")
                % {"names": ", ".join(stripped)}
            )
        without = [line for line in self.lines if not line.ema_number and not line.is_stripped]
        if without:
            names = ", ".join(line.entry.player.full_name for line in without[:5])
            more = "" if len(without) <= 5 else " …"
            found.append(
                _("%(count)s players have no EMA number: %(names)s")
                % {"count": len(without), "names": names + more}
            )
        if not self.tournament.country:
            found.append(_("The tournament has no country: set it in the settings."))
        return found


def ema_report(tournament: Tournament) -> EmaReport:
    """The report over all sessions of the tournament; five queries."""
    play = read_play(tournament)
    rows = rank(play)
    lines = tuple(
        EmaLine(row, base_rank(row.place, len(rows)) if len(rows) > 1 else 1000) for row in rows
    )
    played = list(tournament.sessions.order_by("number"))
    return EmaReport(
        tournament=tournament,
        lines=lines if play.results else (),
        weight=_weight(tournament, rows) if rows else None,
        open_tables=tuple(open_tables(tournament)),
        unfinished=tuple(one.number for one in played if one.state not in OVER),
    )


def _weight(tournament: Tournament, rows: Sequence[StandingRow]) -> Weight:
    """The weight: days, players with up to three substitutes, countries, qualification."""
    ranked = {row.entry.pk for row in rows}
    stood_in = set(
        TableResult.objects.filter(table__session__tournament=tournament)
        .exclude(entry__in=ranked)
        .values_list("entry_id", flat=True)
    )
    days = (tournament.end_date - tournament.start_date).days + 1
    countries = len({_counted_country(row.entry, tournament.country) for row in rows})
    figures = {"days": days, "players": len(rows), "countries": countries}
    substitutes = min(len(stood_in), COUNTED_SUBSTITUTES)
    value = tournament_weight(
        **figures, qualification=tournament.qualification, substitutes=substitutes
    )
    base = tournament_weight(days=days, players=1, countries=1)
    by_players = tournament_weight(
        days=days, players=len(rows), countries=1, substitutes=substitutes
    )
    by_countries = tournament_weight(days=days, players=1, countries=countries)
    return Weight(
        value=value,
        days=days,
        players=len(rows),
        substitutes=substitutes,
        countries=countries,
        qualification=tournament.qualification,
        parts=(
            ("days", base),
            ("players", by_players - base),
            ("countries", by_countries - base),
            ("qualification", Fraction(1 if tournament.qualification else 0)),
        ),
    )


def _counted_country(entry: Entry, organising: str) -> str:
    """The country that a player counts for; a guest of the organisers counts as theirs.

    A guest has no country, or one outside the EMA and a number of the organising country.
    """
    player = entry.player
    if not player.country:
        return organising
    is_guest = player.country not in EMA_MEMBERS and (
        PREFIXES.get((player.ema_number or "")[:2]) == organising
    )
    return organising if is_guest else player.country
