# SPDX-License-Identifier: MIT
"""The keys of rules in JSON, and the variants that they stand for, from the classes of rules.

{"killer": [[10, "r1c1 r1c2"]], "variants": ["anti-king"]}

A key can stand for a class with an argument: "dutch whispers", "row indexing". Lines with a number of their own are
written with it, [3, "r1c1 r1c2"], if it is not the usual one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, fields, is_dataclass
from functools import partial
from typing import Any

from ..board.rules import Variant
from ..board.variants import RULE_CLASSES, Diagonals, Kropki
from ..board.variants.bases import BoardRule, Marked

FIRST_KEYS = (
    "killer",
    "thermometers",
    "even",
    "odd",
    "extra regions",
)  # rules are read in this order; others follow by name
CLASS_OF: dict[str, type[BoardRule]] = {
    key: rule for rule in RULE_CLASSES if rule.json for key in (rule.json, *rule.briefs)
}
# rules with all arguments by name; "x" and "white" are briefer
ALL_ARGUMENTS = tuple(sorted(key for key, rule in CLASS_OF.items() if not rule.listed))
BRIEF = {key: arguments for rule in RULE_CLASSES for key, (arguments, _) in rule.briefs.items()}
_others = sorted(CLASS_OF.keys() - {*FIRST_KEYS, *ALL_ARGUMENTS})
SIMPLE: dict[str, Callable[[Any], Variant]] = {
    key: partial(CLASS_OF[key], **BRIEF[key]) if key in BRIEF else CLASS_OF[key]
    for key in (*FIRST_KEYS, *_others, *ALL_ARGUMENTS)
}
CELLS = tuple(key for key, rule in CLASS_OF.items() if issubclass(rule, Marked))  # given as one group of cells
DIAGONALS = tuple(Diagonals.ways)
COLORS = tuple(Kropki.colors)
KEYS = ("box", "regions", "size", "first digit", "digits", "variants", *COLORS, "all dots", *SIMPLE)


def arguments_of(make: Any) -> tuple[Field[Any], ...]:
    """Return the arguments of a rule's class; none of another function.

    >>> [field.name for field in arguments_of(SIMPLE["whispers"])], arguments_of(SIMPLE["dutch whispers"])
    (['lines', 'least'], ())
    """
    return fields(make) if isinstance(make, type) and is_dataclass(make) else ()


def number_of_lines(make: Any) -> Field[Any] | None:
    """Return the argument that each line of a rule may have for itself, or None.

    >>> number_of_lines(SIMPLE["whispers"]).name, number_of_lines(SIMPLE["renban"])
    ('least', None)
    """
    return make.number() if isinstance(make, type) and issubclass(make, BoardRule) else None


# rules that can say that all of their marks are given: the words of "all dots"
COMPLETE = tuple(key for key, make in SIMPLE.items() if any(field.name == "complete" for field in arguments_of(make)))
ALL_DOTS = (*COLORS, *COMPLETE)
