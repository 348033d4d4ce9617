"""What the rules of play say about an action or a record, as sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.sentences import Coded, sentence
from scoring.tile_names import name_of_text
from tournaments.templatetags.qv import wind_name

_PLAIN = {
    # order of play
    "dice_first": gettext_lazy("The dice have to be thrown first."),
    "dice_already_thrown": gettext_lazy("The dice have been thrown."),
    "no_such_dice": gettext_lazy("Dice show 1 to 6."),
    "deal_first": gettext_lazy("The tiles have to be dealt first."),
    "already_dealt": gettext_lazy("The tiles have been dealt."),
    "flowers_first": gettext_lazy("%(seat)s has flowers to expose first."),
    "draw_first": gettext_lazy("%(seat)s has to draw first."),
    "discard_first": gettext_lazy("%(seat)s has to discard first."),
    "replacement_first": gettext_lazy("A replacement has to be drawn first."),
    "discard_unanswered": gettext_lazy("The discard has to be claimed or passed first."),
    "hand_is_over": gettext_lazy("The hand was over."),
    "not_your_turn": gettext_lazy("It was not the turn of %(seat)s."),
    "tile_not_held": gettext_lazy("The player held %(held)s of %(tile)s, %(needed)s are needed."),
    # flowers and draws
    "not_a_flower": gettext_lazy("%(tile)s is no flower."),
    "flower_must_be_exposed": gettext_lazy("A flower has to be exposed at once."),
    "flower_after_claim": gettext_lazy("After a claim no flower is exposed."),
    "flower_cannot_be_claimed": gettext_lazy("A flower cannot be claimed."),
    "flowers_may_not_be_kept": gettext_lazy("These rules let nobody keep a flower."),
    "opening_is_over": gettext_lazy("Play had begun."),
    "wall_is_empty": gettext_lazy("The wall is empty."),
    "wall_not_empty": gettext_lazy("There are tiles left in the wall."),
    "not_the_next_tile": gettext_lazy("The next tile of the wall is %(next)s, not %(tile)s."),
    # claims and kongs
    "no_discard_to_claim": gettext_lazy("There is no discard to claim."),
    "own_discard": gettext_lazy("Nobody claims an own discard."),
    "last_discard_for_hu_only": gettext_lazy("The last discard can only be won on."),
    "chow_not_from_left": gettext_lazy("A chow is claimed from the player on the left only."),
    "chow_of_honors": gettext_lazy("Honours form no chow."),
    "not_a_chow": gettext_lazy("These are not three in a row of one suit."),
    "discard_not_in_chow": gettext_lazy("The discard, %(tile)s, is not in that chow."),
    "not_the_discard": gettext_lazy("The discard is %(discard)s, not %(tile)s."),
    "pung_made_kong_by_discard": gettext_lazy("A discard cannot make an exposed pung a kong."),
    "no_pung_to_add_to": gettext_lazy("No pung of %(tile)s lies exposed."),
    "kong_after_claim": gettext_lazy("After a claim no kong is declared in the same turn."),
    "kong_of_flowers": gettext_lazy("Flowers form no kong."),
    "no_replacement_left": gettext_lazy("No tile is left to replace the fourth one."),
    "kong_cannot_be_robbed": gettext_lazy("Only a tile added to a pung can be robbed."),
    # winning and penalties
    "not_a_win": gettext_lazy("%(tile)s completes no winning hand."),
    "below_minimum": gettext_lazy("The hand counts %(points)s points, below %(minimum)s."),
    "hu_after_claim": gettext_lazy("Nobody wins with a tile claimed for a set."),
    "hu_is_good": gettext_lazy("This hu was good, not false."),
    "dead_hand": gettext_lazy("The hand of %(seat)s was dead."),
    "dead_hand_not_in_book": gettext_lazy("The book has no dead hand for %(penalty)s."),
    "not_a_penalty_of_a_hand": gettext_lazy("%(penalty)s is no penalty of a single hand."),
    # writing
    "not_an_action": gettext_lazy("“%(text)s” is no action."),
    "unknown_character": gettext_lazy("“%(character)s” is no tile."),
    "suit_without_ranks": gettext_lazy("“%(character)s” has no numbers before it."),
    "no_such_rank": gettext_lazy("There is no %(rank)s%(character)s."),
    "ranks_without_suit": gettext_lazy("%(ranks)s: the suit is missing."),
    "not_one_tile": gettext_lazy("“%(text)s” has to be one tile."),
    "unknown_tile": gettext_lazy("“%(text)s” is no tile."),
    "text_too_long": gettext_lazy("The text is too long: %(length)s characters of %(limit)s."),
    "missing_tag": gettext_lazy("The tag %(tag)s is missing."),
    "tag_twice": gettext_lazy("Line %(line)s: the tag %(tag)s is there twice."),
    "not_a_tag": gettext_lazy("Line %(line)s is no tag: %(text)s"),
    "not_a_setting": gettext_lazy("“%(text)s” is no setting."),
    "unknown_setting": gettext_lazy("There is no setting “%(name)s”. There are: %(known)s."),
    "unknown_setting_value": gettext_lazy(
        "“%(name)s” cannot be “%(value)s”, only one of: %(known)s."
    ),
    "unknown_ruleset": gettext_lazy("There is no rule set “%(name)s”. There are: %(known)s."),
    "unknown_penalty_book": gettext_lazy("“%(text)s” is no penalty book."),
    "not_a_wind": gettext_lazy("“%(text)s” is no wind."),
    "not_a_number": gettext_lazy("“%(text)s” is no number."),
    "not_four_scores": gettext_lazy("“%(text)s” is not four scores."),
    "stray_comment": gettext_lazy("A comment in braces stands in a wrong place."),
    "wrong_row_length": gettext_lazy("Each of the four walls has 36 tiles."),
    "not_a_full_set": gettext_lazy("The four walls are not the 144 tiles of a set."),
    # the result
    "hand_not_finished": gettext_lazy("The record ends before the hand does."),
    "other_total": gettext_lazy("The record says %(recorded)s points; the play gives %(counted)s."),
    "other_fans": gettext_lazy("The fans of the record are not those that the play gives."),
    "other_scores": gettext_lazy("The scores of the record are not those that the play gives."),
}
_WINDS = ("seat", "turn")
_TILES = ("tile", "next", "discard", "first")


def game_sentence(fault: Coded) -> str:
    """What a fault of play or of a record says; other faults as `sentence` says them."""
    text = _PLAIN.get(fault.code)
    if text is None:
        return sentence(fault)
    return str(text) % {name: _said(name, value) for name, value in fault.params.items()}


def fault_in_record(fault: Coded, words: Mapping[int, str]) -> str:
    """The sentence with the action it is about; `words` are the actions as written, from 1."""
    told = game_sentence(fault)
    step = fault.params.get("step")
    if not isinstance(step, int) or step not in words:
        return told
    return _("Action %(step)s, %(word)s: %(told)s") % {
        "step": step,
        "word": words[step],
        "told": told,
    }


def _said(name: str, value: Any) -> Any:
    if name in _WINDS and value in tuple("ESWN"):
        return wind_name("ESWN".index(value))
    if name in _TILES:
        return name_of_text(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value
