"""Answers worked out once for all who ask."""

from __future__ import annotations

import threading

import pytest

from scoring.selectors.shared import Kept, Shared


def test_an_answer_is_worked_out_again_only_under_another_mark():
    shared, works = Shared(), iter("abc")
    asked = [
        shared.answer("q", mark, lambda: next(works)).value for mark in ("1", "1", "2", "2", "1")
    ]
    assert asked == ["a", "a", "b", "b", "c"]


def test_questions_have_answers_of_their_own():
    shared = Shared()
    assert shared.answer(("mosel", "en"), "1", lambda: "a").value == "a"
    assert shared.answer(("mosel", "fr"), "1", lambda: "b").value == "b"
    assert shared.answer(("mosel", "en"), "1", lambda: "c").value == "a"


def test_a_failure_is_not_kept():
    shared = Shared()
    with pytest.raises(LookupError):
        shared.answer("q", "1", lambda: {}["nothing"])
    assert shared.answer("q", "1", lambda: "a").value == "a"


def test_who_asks_before_the_first_answer_waits_for_it():
    shared, begun, go, answers, works = Shared(), threading.Event(), threading.Event(), [], []

    def work() -> str:
        works.append(1)
        begun.set()
        go.wait(timeout=30)
        return "a"

    def ask() -> None:
        answers.append(shared.answer("q", "1", work).value)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    begun.wait(timeout=30)
    go.set()
    for thread in threads:
        thread.join(timeout=30)
    assert (answers, works) == (["a"] * 4, [1])


def test_who_asks_while_the_next_answer_is_worked_out_gets_the_last_with_its_own_mark():
    shared = Shared()
    shared.answer("q", "1", lambda: "old")
    meanwhile = []

    def work() -> str:
        meanwhile.append(shared.answer("q", "2", lambda: "never called"))
        return "new"

    assert shared.answer("q", "2", work) == Kept("2", "new")
    assert meanwhile == [Kept("1", "old")]
    assert shared.answer("q", "2", lambda: "never called") == Kept("2", "new")


def test_questions_do_not_pile_up():
    shared = Shared(most=10)
    for number in range(1000):
        shared.answer(number, "1", lambda: "a")
    assert len(shared._answers) <= 10
    assert len(shared._locks) <= 10
