# SPDX-License-Identifier: MIT
"""Diagrams: automata that read the digits of cells, unrolled. Sums, orders and counts of digits are such automata.

An automaton reads one digit after the other and keeps a state: the rest of a sum, the largest digit so far, the digits
still missing. The picture shows two cells with the sum 4 on a board with the digits 1-3; a state is the rest:

    layer 0 reads cell 1     4 --1--> 3      layer 1 reads cell 2     3 --3--> 0
                             4 --2--> 2                               2 --2--> 0
                             4 --3--> 1                               1 --1--> 0

We keep the states between the start and an accepted end, and merge states with the same future. Digits that no state of
a layer distinguishes form a group, with one arc for all of them: a layer that looks for the digit 5 has two groups. In
the result, each grid that obeys the rule takes one way, so that counts stay exact.

The method is that of G. Pesant, "A regular language membership constraint for finite sequences of variables" (2004).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from dlx.system import calloff
from dlx.system.public import public

from .words import cell_count

MOST_ARCS = 100_000  # of one diagram before states merge: some 0.1 s

MOST_KEPT = 512  # diagrams, some 10 to 100 kB each

NextState = Callable[[Any, int], Hashable | None]
MergedLayer = tuple[int, tuple[tuple[int, ...], ...], tuple[tuple[int, int, int], ...]]  # a Layer without its cell

_KNOWN: dict[Any, list[MergedLayer]] = {}  # by automaton
_DEAD = -1  # number of the states without a way to the end


@public("sudoku.rules")
@dataclass(frozen=True)
class Layer:
    """The arcs that read one cell. The first layer begins in state 0, and the last one ends in state 0."""

    cell: int  # or, if it reads the sum of several cells, their number in the sets of the Rulebook
    states: int  # number of states before this layer
    groups: tuple[tuple[int, ...], ...]  # of digits or sums with the same arcs; those without an arc are in none
    arcs: tuple[tuple[int, int, int], ...]  # state before, group, state after; ascending
    of_sum: bool = False


Diagram = tuple[Layer, ...]


def unroll(
    cells: Sequence[int], values: Sequence[range], start: Hashable, step: NextState, accept: Callable[[Any], Any]
) -> list[Layer]:
    """Return the diagram of an automaton along cells, as a list of layers; an empty one if it accepts nothing.

    `values` has the digits, or the sums, that each layer may read.

    >>> for layer in unroll([0, 1], [range(1, 4)] * 2, 4, lambda rest, digit: rest - digit, lambda rest: rest == 0):
    ...     print(layer.groups, layer.arcs)
    ((1,), (2,), (3,)) ((0, 0, 0), (0, 1, 1), (0, 2, 2))
    ((1,), (2,), (3,)) ((0, 2, 0), (1, 1, 0), (2, 0, 0))
    """
    key = (tuple(values), start, _fingerprint(step), _fingerprint(accept))
    merged = None if None in key else _KNOWN.get(key)
    if merged is None:
        if None in key:  # a rule of your own, which may take long
            step, accept = calloff.watched(step), calloff.watched(accept)
        merged = _merged(values, start, step, accept)
        if None not in key:
            if len(_KNOWN) >= MOST_KEPT:
                _KNOWN.pop(next(iter(_KNOWN)), None)
            _KNOWN[key] = merged
    return [Layer(cell, *layer) for cell, layer in zip(cells, merged, strict=True)] if merged else []


def _fingerprint(value: Any) -> Any:
    """Return a key that two functions of ours share only if they do the same; None if that is unknown.

    They have the same code, and the same numbers in their closures. The clues of a board, and boards of one kind,
    repeat their automata: a board with zippers, arrows or sandwiches takes a third to a half of the time.
    """
    if value is None or isinstance(value, (bool, int, str)):
        return type(value), value
    if isinstance(value, (tuple, frozenset)):
        parts = tuple(map(_fingerprint, value if isinstance(value, tuple) else sorted(value)))
        return None if None in parts else (type(value), parts)
    code = value.__code__ if type(value) is FunctionType else None  # a method depends on its object as well
    if code is None or not value.__module__.startswith("sudoku.") or value.__defaults__:
        return None
    parts = tuple(_fingerprint(cell.cell_contents) for cell in value.__closure__ or ())
    return None if None in parts else (code, parts)


def _merged(
    values: Sequence[range], start: Hashable, step: NextState, accept: Callable[[Any], Any]
) -> list[MergedLayer]:
    """Return the layers, with one state for all that have the same future; none if the automaton accepts nothing."""
    tables, ends = _read(values, start, step)
    numbers = [0 if accept(state) else _DEAD for state in ends]  # equal for states with the same future
    merged: list[list[tuple[int, ...]]] = []
    for table in reversed(tables):
        calloff.check()
        rows = [tuple(_DEAD if after is None else numbers[after] for after in row) for row in table]
        own = {row: k for k, row in enumerate(dict.fromkeys(row for row in rows if max(row) > _DEAD))}
        numbers = [own.get(row, _DEAD) for row in rows]
        merged.append(list(own))
    if numbers == [_DEAD]:
        return []
    return [_layer(*layer) for layer in zip(values, reversed(merged), strict=True)]


def _read(
    values: Sequence[range], start: Hashable, step: NextState
) -> tuple[list[list[list[int | None]]], list[Hashable]]:
    """Return by layer, state and value the number of the next state, and the states at the end."""
    states: list[Hashable] = [start]
    tables: list[list[list[int | None]]] = []
    arcs = 0
    for readable in values:
        found: dict[Hashable, int] = {}
        table: list[list[int | None]] = []
        for state in states:
            calloff.check()
            arcs += len(readable)
            if arcs > MOST_ARCS:
                large = f"{cell_count(len(values))}, read in order, lead to more than {MOST_ARCS:,} combinations"
                raise ValueError(f"{large}; read fewer cells, or make the rule remember less of their digits")
            after = [step(state, value) for value in readable]
            table.append([None if s is None else found.setdefault(s, len(found)) for s in after])
        tables.append(table)
        states = list(found)
    return tables, states


def _layer(values: range, rows: list[tuple[int, ...]]) -> MergedLayer:
    """Return a layer from the next state of each state and value."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for value, column in zip(values, zip(*rows, strict=True), strict=True):
        if max(column) > _DEAD:
            groups.setdefault(column, []).append(value)
    arcs = sorted((p, k, q) for k, column in enumerate(groups) for p, q in enumerate(column) if q > _DEAD)
    return len(rows), tuple(map(tuple, groups.values())), tuple(arcs)
