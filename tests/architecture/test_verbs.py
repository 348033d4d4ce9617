"""Every verb that the code records has words of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import pytest

from scoring.verbs import GROUPS, TITLES
from tests.architecture.test_house import MODULES

RECORDING = {"record_event", "new_event"}


def constants(trees: list[ast.Module]) -> dict[str, str]:
    """Texts under a name at the head of a module."""
    return {
        target.id: node.value.value
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def forwarding(tree: ast.Module) -> dict[str, int | None]:
    """Functions that are handed a verb, and its place among their arguments (None: by name)."""
    found: dict[str, int | None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in node.args.args]
            if "verb" in names + [one.arg for one in node.args.kwonlyargs]:
                found[node.name] = names.index("verb") if "verb" in names else None
    return found


def verbs_in(node: ast.expr, known: dict[str, str]) -> Iterator[str]:
    """The texts that an expression may be; what is handed on is found where it is handed over."""
    if isinstance(node, ast.Constant):
        yield from [node.value] if node.value else []
    elif isinstance(node, ast.IfExp):
        yield from (*verbs_in(node.body, known), *verbs_in(node.orelse, known))
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from verbs_in(value, known)
    elif isinstance(node, ast.Name) and node.id in known:
        yield known[node.id]
    elif not isinstance(node, ast.Name) or node.id != "verb":
        raise AssertionError(f"nobody can read this verb: {ast.unparse(node)}")


def given_to(node: ast.Call, functions: dict[str, int | None]) -> list[ast.expr]:
    """The verb that a call hands over; empty for other calls."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name not in functions:
        return []
    place = functions[name]
    named = [key.value for key in node.keywords if key.arg == "verb"]
    return named or ([] if place is None else node.args[place : place + 1])


def recorded(texts: list[str], named: Sequence[str] = ()) -> set[str]:
    """Every verb that these modules record; `named` are modules whose constants they use."""
    trees = [ast.parse(text) for text in texts]
    known = constants([*trees, *map(ast.parse, named)])
    imported = {
        name: place
        for tree in trees
        for name, place in forwarding(tree).items()
        if not name.startswith("_")
    }
    found: set[str] = set()
    for tree in trees:
        functions = dict.fromkeys(RECORDING) | imported | forwarding(tree)
        for node in ast.walk(tree):
            given = given_to(node, functions) if isinstance(node, ast.Call) else []
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "verb":
                given = [node.value]  # chosen before it is recorded
            for one in given:
                found |= set(verbs_in(one, known))
    return found


SERVICES = [file.read_text() for file in MODULES if "services" in str(file)]
SELECTORS = [file.read_text() for file in MODULES if "selectors" in str(file)]


def test_every_verb_that_is_recorded_has_a_title_and_every_title_a_verb():
    found = recorded(SERVICES, SELECTORS)
    assert (found - TITLES.keys(), TITLES.keys() - found) == (set(), set())


def test_only_services_write_the_journal():
    writers = [
        file
        for file in MODULES
        if "record_event" in file.read_text() and "services" not in str(file)
    ]
    assert writers == []


def test_no_verb_and_no_title_stands_twice():
    titles = [str(title) for _group, verbs in GROUPS for title in verbs.values()]
    assert len(set(titles)) == len(titles) == len(TITLES)


def test_a_verb_without_words_would_be_found():
    text = 'def act():\n    record_event(scope="t", actor=None, verb="hand.eaten")\n'
    handed = (
        'def _note(by, verb):\n    record_event(verb=verb)\n_note(1, "seat.burnt" if 1 else "x.y")'
    )
    assert recorded([text, handed]) == {"hand.eaten", "seat.burnt", "x.y"}
    with pytest.raises(AssertionError, match="nobody can read"):
        recorded(['record_event(verb=f"entry.{state}")'])
