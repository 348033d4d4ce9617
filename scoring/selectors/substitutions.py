"""What a substitution does to everybody's table points, before anybody confirms it.

Pure functions of what `happenings.read_scene` has read. Source: MERS tournament regulations MCR
v1.1 (2010), chapter 4, and the general assembly of 2011 (absent: that session only).
"""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from players.models import Player
from scoring.engine.penalties import PenaltyBook, PenaltyRule
from scoring.engine.penalty_books import disqualifying_rule, lateness_rule
from scoring.models import Penalty, TableResult
from scoring.selectors.happenings import (
    BACK,
    DURING,
    ILL,
    LATEST,
    NO_SHOW,
    OVER,
    PLAYED,
    Case,
    Effect,
    Figure,
    Happening,
    Scene,
    read_scene,
)
from scoring.selectors.results import Sitter, TableRows, load_tables, table_results, table_rows
from scoring.selectors.standings import rank, read_play
from tournaments.models import Entry, Occupant, Session


def effect_of(happening: Happening) -> Effect:
    """What would follow if this were confirmed now. Writes nothing."""
    scene = read_scene(happening.session, happening.entry)
    if happening.kind == BACK:
        return _back(happening, scene)
    ahead = tuple(row for row in scene.ahead if row.entry_id == happening.entry.pk)
    if happening.kind == NO_SHOW:
        scene, ahead = _beyond(happening, scene), _free(happening, scene)
    figures = _figures(happening, scene) if scene.seat else ()
    return Effect(
        happening=happening,
        scene=scene,
        figures=figures,
        ahead=ahead if happening.leaves_place else (),
        penalty=_penalty(happening),
        sentences=tuple(_sentences(happening, scene)),
        problems=tuple(_problems(happening, scene)),
    )


def _beyond(happening: Happening, scene: Scene) -> Scene:
    """The scene of a no-show: a session stays as it is once it is over, or where a stand-in for
    this session alone has the seat."""
    stands_in = scene.seat is not None and scene.is_replaced and not scene.seat.entry.playing
    return replace(scene, seat=None) if stands_in or happening.session.state in OVER else scene


def _free(happening: Happening, scene: Scene) -> tuple[Occupant, ...]:
    """A no-show's seats of the other sessions where play has not begun."""
    return tuple(
        row
        for row in scene.own
        if row.session_id != happening.session.pk
        and row.session.state not in OVER
        and row.seat.table_id not in scene.begun_tables
    )


def _kept(happening: Happening, scene: Scene) -> list[str]:
    """Where a no-show's seats stay as they are, in words."""
    here = [row for row in scene.held if row.session_id == happening.session.pk]
    found = [_taken(row) for row in here if scene.seat is None]
    for row in scene.own:
        named = {"number": row.session.number, "table": row.seat.table.number}
        if row.session_id == happening.session.pk:
            if row.session.state in OVER:
                found.append(_("Session %(number)s is over: its result stays.") % named)
        elif row.session.state not in OVER and row.seat.table_id in scene.begun_tables:
            text = _("Session %(number)s stays as it is: play has begun at table %(table)s.")
            found.append(text % named)
    return found


def _taken(row: Occupant) -> str:
    """Who has the seat by now, in words."""
    named = {"name": row.entry.player.full_name, "number": row.session.number}
    return _("%(name)s has the seat in session %(number)s already.") % named


def _book(happening: Happening) -> PenaltyBook:
    return PenaltyBook(happening.session.tournament.penalty_book)


def _penalty(happening: Happening) -> PenaltyRule | None:
    if happening.kind == Case.LATE:
        return lateness_rule(_book(happening), LATEST + 1)
    if happening.kind == Case.DISQUALIFIED:
        return disqualifying_rule(_book(happening))
    return None


def _after_rows(rows: TableRows, happening: Happening, scene: Scene, letter: str) -> TableRows:
    """The table as it would be stored after the substitution."""
    stand_in = happening.substitute or Entry(player=Player(last_name=_("Substitute")))
    sitters = list(rows.sitters[letter])
    case = happening.kind
    if case == NO_SHOW:
        case = Case.ABSENT if scene.begun else ""
    if happening.from_hand <= sitters[-1].from_hand:
        sitters[-1] = Sitter(stand_in, sitters[-1].from_hand, case)
    else:
        sitters.append(Sitter(stand_in, happening.from_hand, case))
    penalties = list(rows.penalties)
    if happening.kind == Case.DISQUALIFIED:
        effect = Penalty.Effect.DISQUALIFIED
        penalties.append(
            Penalty(session=rows.table.session, entry=happening.entry, code="DQ", effect=effect)
        )
    return table_rows(
        rows.table,
        {**rows.sitters, letter: sitters},
        hands=rows.hands,
        penalties=penalties,
        sheet=rows.sheet,
    )


def _figures(happening: Happening, scene: Scene) -> tuple[Figure, ...]:
    assert scene.seat is not None
    letter = scene.seat.seat.letter
    (rows,) = load_tables([scene.seat.seat.table])
    before = {_key(one): one for one in table_results(rows)}
    after = table_results(_after_rows(rows, happening, scene, letter))
    found = [
        Figure(
            letter=one.seat,
            name=_name(one.entry),
            role=_role(one, happening, letter),
            before=before[_key(one)].table_points if _key(one) in before else None,
            after=one.table_points,
            rule=_rule(one, happening, letter),
        )
        for one in after
    ]
    if happening.entry.pk in {one.entry.pk for one in after}:
        return tuple(found)
    gone = next((one for one in before.values() if one.entry_id == happening.entry.pk), None)
    lost = _("0: the session is lost") if happening.kind == Case.LATE else _("0: session missed")
    out = Figure(
        letter, _name(happening.entry), _("out"), gone.table_points if gone else None, 0, lost
    )
    index = "ABCD".index(letter)
    return (*found[:index], out, *found[index:])


def _key(one: TableResult) -> tuple[str, int | None]:
    return (one.seat, one.entry.pk)


def _name(entry: Entry) -> str:
    return entry.player.full_name


def _role(one: TableResult, happening: Happening, letter: str) -> str:
    if one.seat != letter:
        return ""
    return _("out") if one.entry.pk == happening.entry.pk else _("substitute")


def _rule(one: TableResult, happening: Happening, letter: str) -> str:
    """What the rules allow this person in the session."""
    if one.seat != letter:
        return _("4, 2, 1 by rank of the three") if happening.is_during else _("as at any table")
    if one.entry.pk == happening.entry.pk:
        if happening.kind == Case.DISQUALIFIED:
            return _("0 in the whole tournament, ranked last")
        return _("0: the session is missed")
    return _("0 in this session") if happening.is_during else _("can win 4")


def _sentences(happening: Happening, scene: Scene) -> list[str]:
    """What else follows, in words."""
    name = happening.entry.player.full_name
    found = []
    if happening.kind == Case.DISQUALIFIED:
        found.append(disqualified_sentence(happening))
    if happening.kind == Case.LATE:
        found.append(_("%(name)s plays again from the next session.") % {"name": name})
    if happening.kind in (Case.ABSENT, Case.ILL_BEFORE, Case.ILL_DURING):
        text = (
            _("%(name)s has 0 table points for each session missed.")
            if happening.stays_away
            else _("%(name)s has 0 table points for this session alone.")
        )
        found.append(text % {"name": name})
    if happening.strips_name and happening.kind in ILL:
        text = _(
            "The EMA gets the place of %(name)s without name and number: no EMA result. The "
            "standings here keep the name."
        )
        found.append(text % {"name": name})
    if happening.kind == NO_SHOW:
        found += _kept(happening, scene)
    if happening.kind != NO_SHOW or (scene.begun and scene.seat):
        found.append(_("The substitute's results never enter the ranking."))
    if scene.begun and not happening.is_during and scene.seat:
        text = _(
            "Hands are entered at table %(table)s: the substitute is taken to have played all."
        )
        found.append(text % {"table": scene.seat.seat.table.number})
    return found


def disqualified_sentence(happening: Happening) -> str:
    """The ranking of the disqualified before and after."""
    play = read_play(happening.session.tournament)
    number = happening.entry.number
    before = next((row for row in rank(play) if row.entry.number == number), None)
    marked = Entry.objects.select_related("player", "team").get(pk=happening.entry.pk)
    marked.state = Entry.State.DISQUALIFIED
    out = replace(play, entries=dict(play.entries) | {number: marked})
    after = next((row for row in rank(out) if row.entry.number == number), None)
    if before is None or after is None:
        return _("%(name)s has 0 table points in the whole tournament.") % {
            "name": happening.entry.player.full_name
        }
    return _(
        "%(name)s loses the table points of all sessions (%(points)s) and falls from place "
        "%(before)s to place %(after)s; the others keep theirs."
    ) % {
        "name": happening.entry.player.full_name,
        "points": _points(before.table_points),
        "before": before.place,
        "after": after.place,
    }


def _points(twelfths: int) -> str:
    whole, rest = divmod(twelfths, 12)
    return f"{whole}" if not rest else f"{twelfths / 12:.2f}"


def _problems(happening: Happening, scene: Scene) -> list[str]:
    """What stands in the way, seen from here; the service says the rest."""
    number = happening.session.number
    if scene.is_replaced:
        assert scene.seat is not None
        return [_taken(scene.seat)]
    if scene.seat is None and happening.kind != NO_SHOW:
        named = {"name": happening.entry.player.full_name, "number": number}
        return [_("%(name)s has no seat in session %(number)s.") % named]
    started = happening.session.state in PLAYED
    if happening.kind in (Case.LATE, *DURING) and not started:
        return [_("Session %(number)s has not been started.") % {"number": number}]
    return []


def returning(happening: Happening, scene: Scene) -> tuple[tuple[Occupant, ...], bool]:
    """The seats that somebody who is back gets, and whether the session itself is lost.

    A seat is given back only while no hand of its table has begun, and to nobody who is later
    than fifteen minutes.
    """
    seats = [row for row in scene.held if row.session.state not in OVER]
    free = [
        row
        for row in seats
        if row.session_id != happening.session.pk and row.seat.table_id not in scene.begun_tables
    ]
    if not scene.is_replaced or scene.seat is None or happening.session.state in OVER:
        return tuple(free), False
    too_late = (happening.minutes or 0) > LATEST and happening.session.state in PLAYED
    if scene.begun or too_late or scene.seat.case in DURING:
        return tuple(free), True
    return (scene.seat, *free), False


def _back(happening: Happening, scene: Scene) -> Effect:
    seats, lost = returning(happening, scene)
    name, number = happening.entry.player.full_name, happening.session.number
    running = happening.session.state == Session.State.RUNNING
    here = scene.seat if scene.seat in seats else None
    penalty = None
    if here is not None and running:
        penalty = lateness_rule(_book(happening), happening.minutes or 0)
    sentences = []
    if lost and scene.seat:
        named = {"name": name, "number": number, "table": scene.seat.seat.table.number}
        reason = (
            _("A hand has begun at table %(table)s: session %(number)s is lost to %(name)s.")
            if scene.begun or scene.seat.case in DURING
            else _("More than 15 minutes late: session %(number)s is lost to %(name)s.")
        )
        sentences += [
            reason % named,
            _("%(name)s plays again from the next session.") % named,
        ]
    elif here is not None:
        named = {"name": name, "table": here.seat.table.number}
        sentences.append(
            _("%(name)s gets the seat at table %(table)s back; print its sheet again.") % named
        )
    problems = [] if scene.held or _is_away(happening.entry) else [_("%(name)s has the place.")]
    return Effect(
        happening=happening,
        scene=replace(scene, seat=here),
        figures=(),
        ahead=tuple(row for row in seats if row is not here),
        penalty=penalty,
        sentences=tuple(sentences),
        problems=tuple(problem % {"name": name} for problem in problems),
    )


def _is_away(entry: Entry) -> bool:
    return not entry.playing and entry.state != Entry.State.DISQUALIFIED
