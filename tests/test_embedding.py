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
from sudoku.logic.hodoku import HODOKU_LEVELS
from sudoku.terminal.cli import main
from tests import schema
from tests.test_sudoku_fpuzzles import link, plain

SCHEMA = json.loads((files("sudoku") / "results.schema.json").read_text(encoding="utf-8"))
PAGE = Path(__file__).parent.parent / "docs" / "how-to" / "embedding.md"
SMALL, SEVERAL, NONE = "12.. 3... ..4. ...1", "1" + "." * 15, "11.............."
ALL = (SMALL, SEVERAL, NONE)
CHAINS = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
NEAREST = {"board": sudoku.Board(variants=["anti-knight"]), "difficulty": "medium", "tries": 4}
COMMANDS = {  # by the words of a command: where its line of JSON has results, and by which names
    "rate --json": {"rating": lambda facts: [facts]},
    "rate --json --scale se": {"rating": lambda facts: [facts]},
    "diagnose --json": {"diagnosis": lambda facts: [facts]},
    "diagnose --json --hardness 2": {
        "diagnosis": lambda facts: [facts],
        "hardness": lambda facts: [facts["hardness"]],
    },
    "explain --json": {"logic_result": lambda facts: [facts], "step": lambda facts: facts["steps"]},
    "hint --json": {"step": lambda facts: facts["steps"]},
}


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
    "generated": lambda: [
        sudoku.generate(3, **w).as_json() for w in ({}, {"difficulty": "easy"}, {"clues": 16}, NEAREST)
    ],
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


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_print_results(command, capsys):
    """A line has the facts of the result, and only the place, the puzzle and other results besides."""
    main([*command.split(), CHAINS])
    facts = json.loads(capsys.readouterr().out)
    for name, results in COMMANDS[command].items():
        assert results(facts)
        for result in results(facts):
            expected = SCHEMA["$defs"][name]["properties"].keys()
            assert result.keys() - expected <= {"source", "line", "puzzle", "hardness"}
            validate(name, {key: result[key] for key in result if key in expected})


def test_the_command_prints_what_it_makes(capsys):
    main(["generate", "--format", "json", "--seed", "1", "--difficulty", "easy"])
    validate("generated", json.loads(capsys.readouterr().out))


def test_the_schema_is_that_of_the_classes():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert schema.FILE.read_text(encoding="utf-8") == schema.text(), "python -m tests.schema"
    assert schema.CLASSES.keys() == RESULTS.keys()


def test_every_class_with_json_is_in_the_schema():
    named = {getattr(home, name) for home in (sudoku, sudoku.logic) for name in home.__all__}
    assert {kind for kind in named if isinstance(kind, type) and hasattr(kind, "as_json")} == {*schema.CLASSES.values()}


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
