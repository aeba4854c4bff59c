# SPDX-License-Identifier: MIT
"""Results as JSON against their schema, and the examples of docs/how-to/embedding.md."""

import json
import re
from importlib.resources import files
from io import StringIO
from pathlib import Path

import jsonschema
import pytest

import sudoku
from sudoku.logic import LogicStatus
from sudoku.logic.hodoku import HODOKU_LEVELS
from sudoku.logic.rating import LEVELS
from sudoku.making.generator import SeriesStatus
from tests.test_sudoku_fpuzzles import link, plain

SCHEMA = json.loads((files("sudoku") / "results.schema.json").read_text(encoding="utf-8"))
PAGE = Path(__file__).parent.parent / "docs" / "how-to" / "embedding.md"
SMALL, SEVERAL, NONE = "12.. 3... ..4. ...1", "1" + "." * 15, "11.............."
ALL = (SMALL, SEVERAL, NONE)
CHAINS = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def repair():
    found = sudoku.diagnose(SEVERAL)
    return found.repair.as_json(found.board)


def conflict():
    found = sudoku.diagnose(NONE)
    return found.conflict.as_json(found.board, found.puzzle)


def records():
    lines = "1234341223414321\n12.4\n"
    return [record.as_json() for record in sudoku.read_puzzles(StringIO(lines), "small.txt")]


RESULTS = {  # by the name in the schema: some results
    "step": lambda: [step.as_json() for step in sudoku.solve_logically(CHAINS).steps],
    "logic_result": lambda: [sudoku.solve_logically(p).as_json(all_steps=a) for p in ALL for a in (False, True)],
    "rating": lambda: [
        *(sudoku.rate(p).as_json() for p in (*ALL, CHAINS)),
        *(sudoku.rate(CHAINS, scale=scale).as_json() for scale in ("se", "hodoku")),
        *({**sudoku.rate(CHAINS, scale="hodoku").as_json(), "level": level} for level, _ in HODOKU_LEVELS),
    ],
    "generated": lambda: [sudoku.generate(1, **w).as_json() for w in ({}, {"difficulty": "easy"}, {"clues": 16})],
    "diagnosis": lambda: [sudoku.diagnose(p, time_limit=t).as_json() for p in (*ALL, CHAINS) for t in (0, 10)],
    "repair": lambda: [repair()],
    "conflict": lambda: [conflict()],
    "spread": lambda: [sudoku.hardness(SMALL, 2).steps["dlx"].as_json()],
    "hardness": lambda: [sudoku.hardness(SMALL, 2, time_limit=t).as_json() for t in (0, 10)],
    "batch": lambda: [sudoku.solve_batch(ALL, time_limit=t).as_json() for t in (0, 10)],
    "record": records,
    "imported": lambda: [
        sudoku.read_link(link(plain(title="mine", **more))).as_json() for more in ({}, {"antiking": True})
    ],
}


def validate(name, value):
    jsonschema.Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"}).validate(json.loads(json.dumps(value)))


@pytest.mark.parametrize("name", RESULTS)
def test_results_are_as_their_schema_says(name):
    values = RESULTS[name]()
    for value in values:
        validate(name, value)
    for field in SCHEMA["$defs"][name]["required"]:
        with pytest.raises(jsonschema.ValidationError):
            validate(name, {key: value for key, value in values[0].items() if key != field})


def test_every_result_is_in_the_schema():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    words = {"line", "cell", "candidate", "level", "logic_status"}
    assert set(SCHEMA["$defs"]) - words == set(RESULTS)
    assert SCHEMA["$defs"]["level"]["enum"] == [name for name, _ in LEVELS]
    assert SCHEMA["$defs"]["logic_status"]["enum"] == [status.value for status in LogicStatus]
    assert SCHEMA["$defs"]["generated"]["properties"]["status"]["enum"] == [status.value for status in SeriesStatus]


def example(tag, page=PAGE):
    """Return the names that the example of a page with this tag defines."""
    cell = re.search(rf":tags: \[{tag}.*?\]\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names = {"__name__": f"{tag}_example"}
    exec(compile(cell[1], str(page), "exec", dont_inherit=True), names)
    return names


def test_the_flask_example():
    pytest.importorskip("flask")
    client = example("flask")["app"].test_client()
    validate("diagnosis", client.post("/solve", json={"puzzle": SMALL}).json)
    for wrong in ({"json": {"puzzle": "12"}}, {"json": {"puzzle": 5}}, {"json": []}, {"data": "x"}, {"data": b""}):
        answer = client.post("/solve", **wrong)
        assert answer.status_code == 400 and answer.json["error"]
    assert client.post("/solve", json={"puzzle": "." * 20_000}).status_code in (400, 413)
    assert client.get("/new/easy").json["rating"]["level"] == "easy"
    assert client.get("/new/silly").status_code == 400


@pytest.mark.filterwarnings("ignore")  # of other packages about each other
def test_the_fastapi_example():
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from fastapi.testclient import TestClient

    client = TestClient(example("fastapi")["app"])
    validate("diagnosis", client.post("/solve", json={"puzzle": SMALL}).json())
    validate("rating", client.post("/rate", json={"puzzle": SMALL}).json())
    assert client.post("/rate", json={"puzzle": "12"}).status_code == 400
    assert client.post("/rate", json={"puzzle": 5}).status_code == 422
