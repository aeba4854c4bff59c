# SPDX-License-Identifier: MIT
"""The form of a result as JSON. A class of results names each fact once; `as_json` and the schema follow from the form.

    class Repair:                                   as_json()                   the schema
        form = JsonForm(
            "clues that would leave ...",
            clues=Fact(by_cell, lambda ...),        {"clues": {"r1c1": "5"},    {"properties": {"clues": {...},
            smallest=TRUTH,                          "smallest": true,           "smallest": {"type": "boolean"},
            at_least=WHOLE,                          "at_least": 1}              ...}, "required": [...]}
        )

`results.schema.json` has the schemas of all results (tests/schema.py writes it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

Schema = Mapping[str, Any]

TEXT: Schema = {"type": "string"}
TRUTH: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "number"}
WHOLE: Schema = {"type": "integer", "minimum": 0}


def ref(name: str) -> Schema:
    """Return the schema of a name under $defs."""
    return {"$ref": f"#/$defs/{name}"}


def optional(*schemas: Schema) -> Schema:
    """Return the schema of null, or a value of one of these schemas."""
    return {"anyOf": [*schemas, {"type": "null"}]}


def many(schema: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": schema}


def by_name(schema: Schema) -> Schema:
    """Return the schema of values by any names."""
    return {"type": "object", "additionalProperties": schema}


SEARCH_STATUS: Schema = {"enum": ["complete", "time limit", "interrupted"]}  # of a question that time may cut short
LINE, CELL, CANDIDATE = map(ref, ("line", "cell", "candidate"))
RULES_OBJECT = {
    "description": "The rules as in a file of rules; null if JSON cannot say them",
    **optional({"type": "object"}),
}
ENTERED_LINE = {
    "description": "Digits of someone who solves the puzzle, . in other cells; null without any",
    **optional(LINE),
}


def each(values: Iterable[Any] | None, of: Callable[[Any], Any]) -> list[Any] | None:
    """Return the JSON of some values; None for None."""
    return None if values is None else [*map(of, values)]


class Fact(NamedTuple):
    """A fact of a result that is not simply its attribute of the same name."""

    schema: Schema
    get: Callable[..., Any] | None = None  # the fact of a result; None: its attribute
    always: bool = True


class JsonForm:
    """The facts of a class of results, in their order."""

    def __init__(self, about: str, **facts: Schema | Fact) -> None:
        self.about = about
        self.facts = {name: fact if isinstance(fact, Fact) else Fact(fact) for name, fact in facts.items()}

    def of(self, result: Any, *context: Any, every: bool = True) -> dict[str, Any]:
        """Return the facts of a result, with those that not all results have only if `every`."""
        return {
            name: fact.get(result, *context) if fact.get else getattr(result, name)
            for name, fact in self.facts.items()
            if every or fact.always
        }

    def schema(self, of: str = "") -> Schema:
        """Return the schema; its description begins with `of`."""
        return {
            **({"description": of + self.about} if self.about else {}),
            "type": "object",
            "properties": {name: fact.schema for name, fact in self.facts.items()},
            "required": [name for name, fact in self.facts.items() if fact.always],
            "additionalProperties": False,
        }
