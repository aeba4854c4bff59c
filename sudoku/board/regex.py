# SPDX-License-Identifier: MIT
"""Regular expressions over digits, as automata: a state is the expression that the rest of the digits must match.

    [5-9]*1.    after 7:  [5-9]*1.      after 1:  .      after another 2:  nothing left, so 712 matches

That expression is the derivative by the digit, and no other construction is needed (J. A. Brzozowski, "Derivatives of
regular expressions", 1964). Equal derivatives must be recognized, hence alternatives are a set, and sequences lean to
the right. We know digits and letters (A is 10), `.`, `[1-3]`, `[^12]`, `( )`, `|`, `*`, `+`, `?`, `{2}`, `{2,}` and
`{2,4}`.
"""

from __future__ import annotations

import re
from functools import reduce
from typing import Any

from .digits import DIGITS
from .words import short

Expression = tuple[Any, ...]  # ("digits", set) ("then", a, b) ("any", set of nodes) ("star", a)
NOTHING: Expression = ("any", frozenset())  # matches no text
EMPTY_TEXT: Expression = ("star", NOTHING)
MOST_REPEATS = 100
_SIGNS = "0" + DIGITS  # by digit

_TOKEN = re.compile(r"\[(\^?)([^\]]*)\]|\{(\d+)(,?)(\d*)\}|.", re.DOTALL)


def parse(pattern: str) -> Expression:
    """Return the expression of a pattern; raise ValueError, naming the place, for another text.

    >>> matches(parse("(12|3)*[^1-3]"), [1, 2, 3, 9]), matches(parse("(12|3)*[^1-3]"), [1, 3, 9])
    (True, False)
    """
    tokens = list(_TOKEN.finditer("".join(pattern.split())))
    node, at = _alternatives(tokens, 0, pattern)
    if at < len(tokens):
        raise ValueError(f"{short(pattern)}: unexpected {tokens[at][0]!r}")
    return node


def after(node: Expression, digit: int) -> Expression | None:
    """Return the expression for the rest after a digit; None if nothing can follow."""
    rest = _derivative(node, digit)
    return None if rest == NOTHING else rest


def is_final(node: Expression) -> bool:
    """Return whether the expression matches the empty text."""
    kind = node[0]
    if kind == "then":
        return is_final(node[1]) and is_final(node[2])
    return kind == "star" or (kind == "any" and any(map(is_final, node[1])))


def matches(node: Expression, digits: list[int]) -> bool:
    """Return whether the expression matches these digits."""
    return is_final(reduce(_derivative, digits, node))


def _derivative(node: Expression, digit: int) -> Expression:
    kind = node[0]
    if kind == "digits":
        return EMPTY_TEXT if (digit in node[1]) != node[2] else NOTHING
    if kind == "any":
        return _any(*(_derivative(part, digit) for part in node[1]))
    if kind == "star":
        return _then(_derivative(node[1], digit), node)
    first = _then(_derivative(node[1], digit), node[2])
    return _any(first, _derivative(node[2], digit)) if is_final(node[1]) else first


def _then(a: Expression, b: Expression) -> Expression:
    if NOTHING in (a, b):
        return NOTHING
    if a == EMPTY_TEXT or b == EMPTY_TEXT:
        return b if a == EMPTY_TEXT else a
    return ("then", a[1], _then(a[2], b)) if a[0] == "then" else ("then", a, b)


def _any(*parts: Expression) -> Expression:
    flat = frozenset(inner for part in parts for inner in (part[1] if part[0] == "any" else (part,)))
    return next(iter(flat)) if len(flat) == 1 else ("any", flat)


# --- the parser: alternatives of sequences of repeated atoms


def _alternatives(tokens: list[re.Match[str]], at: int, pattern: str) -> tuple[Expression, int]:
    parts = []
    while True:
        sequence = EMPTY_TEXT
        while at < len(tokens) and tokens[at][0] not in ("|", ")"):
            atom, at = _repeated(tokens, at, pattern)
            sequence = _then(sequence, atom)
        parts.append(sequence)
        if at == len(tokens) or tokens[at][0] == ")":
            return _any(*parts), at
        at += 1


def _repeated(tokens: list[re.Match[str]], at: int, pattern: str) -> tuple[Expression, int]:
    atom, at = _atom(tokens, at, pattern)
    while at < len(tokens) and (tokens[at][0] in ("*", "+", "?") or tokens[at][3]):
        low, high = _bounds(tokens[at])
        if max(low, high or 0) > MOST_REPEATS:
            raise ValueError(f"{short(pattern)}: {tokens[at][0]} repeats more than {MOST_REPEATS} times")
        tail = ("star", atom) if high is None else EMPTY_TEXT
        for k in range(max(low, high or 0), 0, -1):
            tail = _then(atom, tail) if k <= low else _any(EMPTY_TEXT, _then(atom, tail))
        atom, at = tail, at + 1
    return atom, at


def _bounds(token: re.Match[str]) -> tuple[int, int | None]:
    """Return the least and the largest number of repetitions."""
    if token[3]:
        return int(token[3]), int(token[5]) if token[5] else None if token[4] else int(token[3])
    return {"*": (0, None), "+": (1, None), "?": (0, 1)}[token[0]]


def _atom(tokens: list[re.Match[str]], at: int, pattern: str) -> tuple[Expression, int]:
    text = tokens[at][0]
    if text == "(":
        inner, at = _alternatives(tokens, at + 1, pattern)
        if at == len(tokens):
            raise ValueError(f"{short(pattern)}: a ')' is missing")
        return inner, at + 1
    if text == ".":
        return ("digits", frozenset(), True), at + 1
    members = tokens[at][2] if text.startswith("[") and len(text) > 1 else text
    found = re.sub("(.)-(.)", lambda m: _SIGNS[_digit(m[1], pattern) : _digit(m[2], pattern) + 1], members)
    return ("digits", frozenset(_digit(c, pattern) for c in found), bool(tokens[at][1])), at + 1


def _digit(character: str, pattern: str) -> int:
    digit = _SIGNS.find(character.upper())
    if digit < 0:
        raise ValueError(f"{short(pattern)}: unexpected {character!r}")
    return digit
