"""replay, simulate and perft on the command line."""

import gzip
import json
import subprocess
import sys

import pytest

from scoring.engine.__main__ import main
from scoring.engine.game.play import simulate
from scoring.engine.game.records.text import format_record
from tests.shared_data import ROOT, shared_file


def run(capsys, *words):
    """The exit status and the lines printed."""
    status = main(words)
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture(scope="module")
def played():
    return next(iter(simulate(1, 3)))


def test_a_record_is_replayed(capsys, tmp_path, played):
    file = tmp_path / "hand.txt"
    file.write_text(format_record(played.record))
    status, (line,) = run(capsys, "replay", str(file))
    assert status == 0
    assert list(line) == [
        "match",
        "result",
        "winner",
        "total",
        "fans",
        "scores",
        "recorded_total",
        "recorded_scores",
        "ok",
        "fault",
    ]
    win = played.last.end
    assert line["match"] == "1"
    assert (line["result"], line["winner"]) == ("win", win.seat.letter)
    assert line["total"] == line["recorded_total"] == win.verdict.total
    assert line["fans"] == dict(win.verdict.fans)
    assert line["scores"] == line["recorded_scores"] == list(win.payments)
    assert (line["ok"], line["fault"]) == (True, None)


def test_a_log_of_fifty_hands_is_replayed(capsys):
    status, lines = run(capsys, "replay", str(shared_file("games/botzone.txt")))
    assert (status, len(lines), {line["ok"] for line in lines}) == (0, 50, {True})
    assert [line["result"] for line in lines].count("draw") == 1


def test_a_broken_record_ends_with_one(capsys, tmp_path, played):
    file = tmp_path / "hand.txt"
    text = format_record(played.record)
    file.write_text("\n".join([text, text.replace("E:deal", "E:hu"), text.replace(" S+", " S*")]))
    status, lines = run(capsys, "replay", str(file))
    assert status == 1
    assert [line["ok"] for line in lines] == [True, False, False]
    assert [line["fault"] and line["fault"]["code"] for line in lines] == [
        None,
        "deal_first",
        "not_an_action",
    ]
    assert lines[1]["fault"]["step"] == 3
    assert lines[1]["result"] is None


def test_a_wrong_result_is_a_fault(capsys, tmp_path, played):
    file = tmp_path / "hand.txt"
    text = format_record(played.record)
    file.write_text(text.replace(f'[Total "{played.record.claimed.total}"]', '[Total "9"]'))
    status, (line,) = run(capsys, "replay", str(file))
    assert (status, line["ok"], line["fault"]["code"]) == (1, False, "other_total")
    assert line["recorded_total"] == 9


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xfe"])
def test_a_file_that_is_no_record_is_not_ok(capsys, tmp_path, content):
    file = tmp_path / "hand.txt"
    file.write_bytes(content)
    assert main(["replay", str(file)]) in (1, 2)


def test_a_missing_file_is_told(capsys, tmp_path):
    assert main(["replay", str(tmp_path / "none.txt")]) == 2
    assert "file_unreadable" in capsys.readouterr().err


def test_hands_are_simulated_and_written(capsys, tmp_path):
    out = tmp_path / "hands"
    words = ("--hands", "17", "--seed", "3", "--bots", "random", "--out", str(out))
    status, (figures,) = run(capsys, "simulate", *words)
    assert (status, figures["hands"]) == (0, 17)
    assert sorted(file.name for file in out.iterdir()) == ["session-0001.txt", "session-0002.txt"]
    status, lines = run(capsys, "replay", str(out / "session-0001.txt"))
    assert (status, len(lines)) == (0, 16)


@pytest.mark.parametrize("name", ["all.txt", "all.txt.gz"])
def test_all_hands_go_to_one_file_that_is_packed_by_its_name(capsys, tmp_path, name):
    file = tmp_path / name
    run(capsys, "simulate", "--hands", "2", "--seed", "3", "--file", str(file))
    content = gzip.decompress(file.read_bytes()) if name.endswith(".gz") else file.read_bytes()
    wanted = "\n".join(format_record(one.record) for one in simulate(2, 3))
    assert content.decode() == wanted


def test_hands_are_simulated_without_being_written(capsys):
    status, (figures,) = run(capsys, "simulate", "--hands", "1", "--seed", "3")
    assert (status, figures["hands"]) == (0, 1)


def test_a_full_session_is_one_file(capsys, tmp_path):
    words = ("--hands", "16", "--seed", "3", "--bots", "random", "--out", str(tmp_path))
    assert run(capsys, "simulate", *words)[0] == 0
    assert [file.name for file in tmp_path.iterdir()] == ["session-0001.txt"]


def test_sequences_are_counted(capsys):
    status, lines = run(capsys, "perft", "--seed", "1", "--depth", "3")
    assert (status, [line["depth"] for line in lines]) == (0, [1, 2, 3])
    assert [line["sequences"] for line in lines] == [3, 3, 6]


@pytest.mark.parametrize("words", [["simulate", "--hands", "0", "--seed", "1"], ["perft"]])
def test_arguments_that_make_no_sense_are_refused(words):
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2


def test_it_runs_without_anything_installed():
    words = ["-S", "-m", "scoring.engine", "perft", "--seed", "1", "--depth", "1"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, json.loads(done.stdout)["sequences"]) == (0, 3)
