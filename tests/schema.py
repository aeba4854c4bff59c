# SPDX-License-Identifier: MIT
"""The schema of all results: `python -m tests.schema` writes sudoku/results.schema.json from their classes."""

import json
from pathlib import Path

import sudoku
from sudoku.logic import LogicResult, LogicStatus, Rating, Step
from sudoku.logic.rating import LEVELS
from sudoku.reading.fpuzzles import IMPORTED_FORM
from sudoku.reading.records import RECORD_FORM

FILE = Path(sudoku.__file__).parent / "results.schema.json"
WORDS = {
    "line": {"type": "string", "description": "a board on one line, a character for each cell"},
    "cell": {"type": "string", "description": "a cell, such as r4c5"},
    "candidate": {"type": "string", "description": "a candidate, such as r4c5=7"},
    "logic_status": {"enum": [status.value for status in LogicStatus]},
    "level": {"enum": [name for name, _ in LEVELS]},
}
CLASSES = {
    "step": Step,
    "logic_result": LogicResult,
    "rating": Rating,
    "generated": sudoku.Generated,
    "diagnosis": sudoku.Diagnosis,
    "repair": sudoku.Repair,
    "conflict": sudoku.Conflict,
    "spread": sudoku.Spread,
    "hardness": sudoku.Hardness,
    "batch": sudoku.BatchResult,
    "record": sudoku.Record,
    "imported": sudoku.Imported,
}
NAMED_TUPLES = {sudoku.Record: RECORD_FORM, sudoku.Imported: IMPORTED_FORM}  # they take no attribute but fields


def text():
    """Return the schema, with a line for each name."""
    forms = {name: getattr(kind, "form", None) or NAMED_TUPLES[kind] for name, kind in CLASSES.items()}
    schemas = {name: form.schema(f"{CLASSES[name].__name__}.as_json(): ") for name, form in forms.items()}
    lines = ",\n".join(f'    "{name}": {json.dumps(schema)}' for name, schema in (WORDS | schemas).items())
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Results of the package sudoku",
        "description": "Each result has a method as_json(); its value is described under $defs.",
    }
    return json.dumps(head, indent=2).removesuffix("\n}") + f',\n  "$defs": {{\n{lines}\n  }}\n}}\n'


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
