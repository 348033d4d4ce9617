"""Fifty hands that people and programs played: every action legal, every result as recorded."""

import pytest

from scoring.engine.errors import NotationError
from scoring.engine.game.records.botzone import read_botzone
from scoring.engine.game.records.record import record_problems
from scoring.engine.game.records.text import format_record, parse_record
from tests.shared_data import shared_file


@pytest.fixture(scope="module")
def log():
    return shared_file("games/botzone.txt").read_text()


def test_all_fifty_hands_are_proved(log):
    reads = list(read_botzone(log))
    assert len(reads) == 50
    assert [read.fault for read in reads] == [None] * 50
    assert [record_problems(read.record, read.record.replay()) for read in reads] == [()] * 50
    claimed = [read.record.claimed for read in reads]
    assert sum(claim.total == 0 for claim in claimed) == log.count("Huang") == 1
    assert all(sum(claim.scores) == 0 for claim in claimed)


def test_a_log_can_be_written_in_our_notation(log):
    for read in read_botzone(log):
        assert parse_record(format_record(read.record)) == read.record


def test_calls_that_lost_are_kept_as_comments(log):
    comments = [
        move.comment for read in read_botzone(log) for move in read.record.moves if move.comment
    ]
    assert comments == ["N=789m", "E=666p", "E=123s", "W:hu"]


# What the log says, changed; and the code of what is wrong then.
BROKEN = [
    ("Player 1 Play T2", "Player 1 Play T3", "tile_not_held"),
    ("Player 1 Draw T2", "Player 2 Draw T2", "not_your_turn"),
    ("Fan 9 ", "Fan 8 ", "other_total"),
    ("老少副*1", "老少副*2", "other_fans"),
    ("Score -8 33", "Score 33 -8", "other_scores"),
    ("Player 1 Hu B7\n", "", "hand_not_finished"),
    ("Player 2 Chi T5", "Player 3 Chi T5", "chow_not_from_left"),
    ("Player 1 Peng J1", "Player 1 Gang J1", "tile_not_held"),
]


@pytest.mark.parametrize(("said", "instead", "code"), BROKEN)
def test_a_log_that_was_changed_is_found_out(log, said, instead, code):
    first = log[: log.index("Match", 1)]
    assert said in first
    (read,) = read_botzone(first.replace(said, instead, 1))
    problems = record_problems(read.record, read.record.replay())
    assert problems[0].code == code


UNREADABLE = [
    ("Player 1 Draw T2", "Player 1 Draw T0", "unknown_tile"),
    ("Player 1 Draw T2", "Player 1 Sing T2", "not_an_action"),
    ("Player 1 Draw T2", "nonsense", "not_an_action"),
    ("Player 0 Draw J3", "Player 0 Gang J3", "not_an_action"),
    ("Player 2 Chi T5", "Player 2 Chi F1", "not_a_chow"),
    ("Player 1 Draw T2", "Player 1 Draw W9\nPlayer 1 Draw W9", "not_a_full_set"),
    ("Wind 1", "Wind 7", "not_a_wind"),
    ("Player 3 Deal W1", "Player 3 Deal", "deal_missing"),
    ("老少副", "nothing", "unknown_fan"),
    ("Fan 9 ", "Fan nine ", "not_a_number"),
]


@pytest.mark.parametrize(("said", "instead", "code"), UNREADABLE)
def test_what_cannot_be_read_is_named(log, said, instead, code):
    first = log[: log.index("Match", 1)]
    assert said in first
    (read,) = read_botzone(first.replace(said, instead, 1))
    assert isinstance(read.fault, NotationError)
    assert read.fault.code == code
