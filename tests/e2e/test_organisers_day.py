"""A club evening from the first start to the federation's file, as one tired person does it.

18 people and two substitutes, two sessions at five tables; one person does not come.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.after_play import (
    add_up,
    backup_and_restore,
    check_the_ema_files,
    correct_with_a_reason,
    look_at_the_phone,
    look_at_the_standings,
)
from tests.e2e.at_the_tables import play_session_one, play_session_two
from tests.e2e.before_play import (
    complete_the_tables,
    draw_and_publish,
    found_the_house,
    import_with_a_faulty_row,
    print_the_papers,
    replace_a_no_show,
)
from tests.e2e.conftest import Server
from tests.e2e.day import Day

pytestmark = pytest.mark.browser


def test_the_organisers_day(desk: Page, phone: Page, empty_server: Server, tmp_path: Path):
    day = Day(desk, empty_server)
    found_the_house(day)
    import_with_a_faulty_row(day)
    complete_the_tables(day)
    draw_and_publish(day)
    absent = replace_a_no_show(day)
    print_the_papers(day, absent)
    first = play_session_one(day)
    second = day.seats(2)
    look_at_the_standings(day, absent)
    look_at_the_phone(phone, day, second)
    correct_with_a_reason(day)
    play_session_two(day)
    expected = add_up(first, second)
    check_the_ema_files(day, expected)
    backup_and_restore(day, phone, tmp_path, expected)
