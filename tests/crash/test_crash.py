"""What was acknowledged survives a crash, once; what was not is sent again and stands once."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3

import pytest
from django.db.backends.sqlite3._functions import register

from tests.hall.desk import Desk
from tests.hall.kills import check_day, play_through_kills
from tests.hall.laptop import Laptop, stored
from tests.hall.phone import AWAY, Caller, Phone
from tests.servers import wait_until

pytestmark = pytest.mark.long


def rows(laptop: Laptop, query: str) -> list[tuple]:
    """What the database holds for whoever opens it now."""
    connection = sqlite3.connect(laptop.database)
    register(connection)  # the constraints use functions that Django brings
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def hands(laptop: Laptop) -> list[tuple]:
    """Every row of a hand, also voided ones."""
    return rows(laptop, "SELECT client_key, winner, discarder, points FROM scoring_hand")


def recorded(laptop: Laptop) -> list[tuple]:
    """What the journal says about hands."""
    return rows(laptop, "SELECT verb, target FROM journal_event WHERE verb LIKE 'hand.%'")


def stopped_at(laptop: Laptop, caller: Caller, hall: dict, stop: str) -> Phone:
    """A phone whose first hand met a server that died at this moment; the server is away."""
    laptop.settings, laptop.variables = "tests.crash.stop_settings", {"STOP": stop}
    laptop.start()
    phone = Phone(hall["slug"], hall["desks"][0], "stop", caller)
    phone.open()
    with pytest.raises(AWAY):
        phone.send(phone.hand(1))
    assert laptop.process.wait(timeout=30) == -signal.SIGKILL
    assert (laptop.folder / "stopped").read_text() == "1 hands"
    laptop.settings = "config.settings.embedded"
    return phone


def send_again(laptop: Laptop, phone: Phone) -> bool:
    """Start the server and send the first hand again; whether the server had it already."""
    laptop.start()
    answer = phone.send(phone.hand(1))
    assert answer.status == 200, answer
    assert hands(laptop) == [phone.hand(1)[3:]]
    assert recorded(laptop) == [("hand.recorded", "session 1 table 1 hand 1")]
    return answer.json()["already"]


def test_a_stop_before_the_commit_leaves_nothing_and_the_lock_is_gone(laptop, caller, hall):
    phone = stopped_at(laptop, caller, hall, "BeforeCommit")
    assert (hands(laptop), recorded(laptop)) == ([], [])
    assert send_again(laptop, phone) is False
    assert phone.send(phone.hand(2)).status == 200


def without_its_journal(laptop: Laptop) -> list[tuple]:
    """The hands that the database's main file holds without what is still in its journal."""
    alone = Laptop(laptop.folder / "alone")
    alone.folder.mkdir()
    shutil.copy(laptop.database, alone.database)
    return hands(alone)


@pytest.mark.parametrize("stop", ["BeforeTheAnswer", "InsideTheAnswer"])
def test_a_stop_between_commit_and_answer_keeps_the_hand_and_a_repeat_adds_none(
    laptop, caller, hall, stop
):
    phone = stopped_at(laptop, caller, hall, stop)
    # The crash left the commit in the write-ahead log alone: starting has to read it.
    assert without_its_journal(laptop) == []
    assert send_again(laptop, phone) is True
    assert phone.send(phone.hand(2)).status == 200


def test_five_kills_lose_no_acknowledged_hand_and_double_none(laptop, hall):
    laptop.start()
    day = play_through_kills(
        hall, port=laptop.port, seed=1, kills=5, kill=laptop.kill, start=laptop.start
    )
    check_day(day, stored(laptop.manage), laptop.manage("rebuild", hall["slug"], "--check"))
    assert rows(laptop, "PRAGMA integrity_check") == [("ok",)]
    assert "locked" not in laptop.said
    assert "Traceback" not in laptop.said


def running_pack(laptop: Laptop, caller: Caller, hall: dict) -> tuple[Desk, str, int]:
    """The desk, the page of a pack that is being printed, and the number of its process."""
    laptop.start()
    desk = Desk(hall["slug"], caller)
    desk.log_in()
    page = desk.print_pack(1)
    wait_until(lambda: job(laptop)[0] == "running", "the pack is being printed")
    return desk, page, int(job(laptop)[1].removeprefix("process:"))


def job(laptop: Laptop) -> tuple:
    """State and runner of the newest job."""
    return rows(laptop, "SELECT state, runner FROM journal_job ORDER BY id DESC")[0]


def test_a_killed_job_is_interrupted_and_can_be_repeated(laptop, caller, hall):
    desk, page, process = running_pack(laptop, caller, hall)
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: job(laptop)[0] == "interrupted", "the job is interrupted")
    assert "interrupted" in desk.look(page).content.decode()
    again = desk.repeat(page)
    wait_until(lambda: job(laptop)[0] == "done", "the job is done")
    assert desk.look(f"{again}file/").content.startswith(b"%PDF-")


def is_gone(process: int) -> bool:
    """Whether no process has this number any more, not even an ended one nobody waited for."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def test_cancelling_a_job_ends_its_process_and_leaves_no_file(laptop, caller, hall):
    desk, page, process = running_pack(laptop, caller, hall)
    assert not is_gone(process)
    desk.cancel(page)
    wait_until(lambda: is_gone(process), "the job's process is gone", seconds=20)
    assert job(laptop) == ("cancelled", f"process:{process}")
    said = desk.look(page).content.decode()
    assert "cancelled" in said
    assert "Start again" in said
    assert desk.look(f"{page}file/").status == 404
    assert [file for file in (laptop.folder / "files").rglob("*") if file.is_file()] == []
    # Nobody is at work on it any more, and the next job is none the worse.
    again = desk.repeat(page)
    wait_until(lambda: job(laptop)[0] == "done", "the job is done")
    assert desk.look(f"{again}file/").content.startswith(b"%PDF-")
    assert len([file for file in (laptop.folder / "files").rglob("*") if file.is_file()]) == 1
    assert "Traceback" not in laptop.said


def test_a_job_that_died_with_the_server_is_interrupted_at_the_next_start(laptop, caller, hall):
    desk, page, process = running_pack(laptop, caller, hall)
    os.kill(process, signal.SIGKILL)
    laptop.kill()
    laptop.start()
    assert job(laptop) == ("interrupted", f"process:{process}")
    assert "interrupted" in desk.look(page).content.decode()
