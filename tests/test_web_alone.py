# SPDX-License-Identifier: MIT
"""The page without a server gives the answers of the server."""

import json

import pytest

pytest.importorskip("flask", reason="the page is an extra: pip install 'dlx-engine[web]'")

from sudoku.web import alone, answers, app
from sudoku.web.demos import DEMOS

EASY = DEMOS[0].puzzle
TWO = next(demo.puzzle for demo in DEMOS if "two solutions" in demo.name)
PUZZLE = {"board": "3x3", "puzzle": EASY}
QUERIES = [
    ("read", {"text": EASY}),
    ("solve", PUZZLE),
    ("check", {"board": "3x3", "puzzle": TWO}),
    ("candidates", {**PUZZLE, "kind": "true"}),
    ("hint", {**PUZZLE, "values": EASY}),
    ("rate", PUZZLE),
    ("generate", {"board": "2x3", "seed": 5}),
    ("feedback", {**PUZZLE, "rules": {"killer": [[3, "r1c3 r1c4"]]}}),
    ("picture", {"board": "3x3", "rules": {"thermometers": ["r1c1 r2c1 r3c1"]}}),
    ("link", {**PUZZLE, "to": "sudokupad"}),
    ("solve", {"board": "3x3", "puzzle": "55" + EASY[2:]}),
    ("solve", {"board": "7x7"}),
    ("link", {**PUZZLE, "to": "nowhere"}),
    ("check", []),
]


@pytest.fixture(scope="module")
def client():
    return app.create_app().test_client()


def same(facts):
    """Return an answer without its times."""
    return {key: value for key, value in facts.items() if key != "seconds"}


@pytest.mark.parametrize(("name", "fields"), QUERIES, ids=[name for name, _ in QUERIES])
def test_answers_are_those_of_the_server(client, name, fields):
    response = client.post(f"/api/{name}", json=fields)
    status, text = alone.answer(name, json.dumps(fields))
    assert (status, same(json.loads(text))) == (response.status_code, same(response.json))


def test_every_query_is_compared():
    assert {name for name, _ in QUERIES} == set(answers.ANSWERS)


def test_a_dropped_query_ends():
    assert alone.answer("check", json.dumps({"board": "4x4", "puzzle": "." * 256}), lambda: True)[0] == 409
