"""The engine on the command line."""

import io
import json
import runpy
import subprocess
import sys

import pytest

from scoring.engine.__main__ import main
from tests.engine.golden import GOLDEN, NOT_WINNING
from tests.shared_data import ROOT


@pytest.fixture
def run(monkeypatch, capsys):
    def call(*arguments, lines=()):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(arguments)
        written = capsys.readouterr()
        return status, written.out.splitlines(), written.err

    return call


def test_score_writes_a_line_for_each_hand(run):
    rows = GOLDEN[:3] + NOT_WINNING[:1]
    _, out, _ = run("score", lines=map(json.dumps, rows))
    answers = [json.loads(line) for line in out]
    for row, answer in zip(GOLDEN[:3], answers, strict=False):
        expected = row["expected"]["wmo"]
        assert answer == {
            "id": row["id"],
            "win": True,
            "legal": row["legal_wmo"],
            "total": expected["total"],
            "without_flowers": expected["without_flowers"],
            "fans": expected["fans"],
        }
    assert answers[3] == {"id": NOT_WINNING[0]["id"], "win": False, "why": "not_a_winning_shape"}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("{", {"id": None, "error": {"code": "not_json"}}),
        ("[" * 100_000, {"id": None, "error": {"code": "not_json"}}),
        ("[]", {"id": None, "error": {"code": "not_an_object"}}),
        (
            '{"id": 7, "concealed": "1x", "win": "1m"}',
            {"id": 7, "error": {"code": "unknown_character", "character": "x", "position": 1}},
        ),
        (
            '{"id": "a", "concealed": "123m", "win": "1m"}',
            {"id": "a", "error": {"code": "wrong_tile_count", "count": 4, "expected": 14}},
        ),
    ],
)
def test_score_answers_what_is_wrong_with_a_line(run, line, answer):
    status, out, _ = run("score", lines=["", line])
    (written,) = map(json.loads, out)
    written["error"].pop("detail", None)
    assert (status, written) == (0, answer)


def test_score_follows_profile_and_settings(run):
    kongs = json.dumps(
        {
            "concealed": "456s55s23m",
            "melds": [
                {"type": "concealed_kong", "tiles": "1111m"},
                {"type": "concealed_kong", "tiles": "EEEE"},
            ],
            "win": "4m",
        }
    )
    wait = json.dumps({"concealed": "2225567788889m", "win": "5m"})
    totals = [
        [json.loads(line)["total"] for line in run("score", *arguments, lines=[kongs, wait])[1]]
        for arguments in ([], ["--profile", "cn"], ["--set", "exhausted_wait=own"])
    ]
    assert totals == [[13, 30], [11, 30], [13, 31]]


@pytest.mark.parametrize(
    "setting", ["colour=red", "exhausted_wait", "exhausted_wait=maybe", "profile"]
)
def test_unknown_settings_are_refused(run, setting):
    status, out, error = run("score", "--set", setting)
    assert (status, out) == (2, [])
    assert error.startswith("unknown_setting")


def test_explain_tells_everything(run):
    status, out, _ = run("explain", "[123p,1] 456m 789s EE 78p 9p | EE0000 | 2")
    assert status == 0
    assert out == [
        "[123p,1]456m789s78pEE9p|EE0000|2",
        "11 points (9 without flowers), a legal win",
        "    8  Mixed Straight 花龙: 456m 789s 123p",
        "    1  Mixed Double Chow 喜相逢: 789s 789p",
        "    2  Flower Tiles 花牌 × 2",
        "or as well: 1 × Mixed Straight, 1 × Two Terminal Chows, 2 × Flower Tiles",
        "not counted:",
        "  Two Terminal Chows: 123p 789p — account once",
        "waits:",
        "  6p 10",
        "  9p 11",
    ]


def test_explain_without_anything_to_tell_of_fallen_fans(run):
    _, out, _ = run("explain", "[678s,1] 147m 369s 25p SS 8p")
    assert out == [
        "[678s,1]147m369s25pSS8p|--0000|0",
        "12 points (12 without flowers), a legal win",
        "   12  Knitted Straight 组合龙",
        "waits:",
        "  8p 12",
    ]


def test_the_engine_is_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["scoring.engine", "explain", "123m"])
    monkeypatch.delitem(sys.modules, "scoring.engine.__main__")
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("scoring.engine", run_name="__main__")
    assert caught.value.code == 1
    assert capsys.readouterr().err.startswith("wrong_tile_count")


def test_explain_says_what_a_low_hand_lacks(run):
    _, out, _ = run("explain", "[NNN,2] 77789m 11888p 7m | EE0000")
    assert out[1] == "6 points (6 without flowers), no legal win: 8 without flowers are needed"
    assert "  Edge Wait: 789m — several waits" in out


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("123m", "wrong_tile_count"),
        ("1x", "unknown_character"),
        ("147m 258s 369p ESW EC", "not_a_winning_shape"),
    ],
)
def test_explain_refuses_what_is_no_win(run, hand, code):
    status, out, error = run("explain", hand)
    assert (status, out) == (1, [])
    assert error.startswith(code)


def test_the_engine_runs_without_anything_installed():
    line = json.dumps(GOLDEN[0])
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RUN_ISOLATED, str(ROOT)],
        input=line,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(answer.stdout)["total"] == GOLDEN[0]["expected"]["wmo"]["total"]


RUN_ISOLATED = """
import sys
sys.path.insert(0, sys.argv[1])
from scoring.engine.__main__ import main
sys.exit(main(["score"]))
"""
