# SPDX-License-Identifier: MIT
"""The parts of a variant: its cages, lines, clues or cells, each as a variant of its own.

    Killer([(8, "r1c1 r1c2"), (9, "r5c5 r5c6")])     Killer([(8, "r1c1 r1c2")])   Killer([(9, "r5c5 r5c6")])
    Even("r1c1 r9c9")                                Even("r1c1")                 Even("r9c9")
    AntiKnight()                                     AntiKnight()
    XV([(10, "r1c1 r1c2")], complete=True)           the whole: what is not marked depends on all marks

All parts together are the variant, and none adds anything to it. *Elements* are the finest parts, also of a variant
whose marks depend on each other: they know the other marks. So elements that contradict each other show the fault of a
puzzle.

    Minima("r1c1 r1c2")                              r1c1 < r2c1                  r1c2 < r2c2, r1c2 < r1c3
    XV([(10, "r1c1 r1c2")], complete=True)           XV([(10, "r1c1 r1c2")])      other neighbors have no sum 5 or 10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..rules import Variant
from .bases import BoardRule, Clues, Marked
from .killer import Killer
from .kropki import Kropki
from .letters import Letters
from .own import Function

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry
    from .places import Named


class VariantPart(NamedTuple):
    """A part of a variant of a board."""

    variant: Variant  # the part alone
    number: int  # of its variant in `board.variants`
    field: str  # of the variant in which it is listed; empty for a whole variant
    entry: int  # its place in that list

    @property
    def names(self) -> tuple[str | int, ...]:
        """The names in its entry, in order: of cells, and of places outside the board; none of a whole variant.

        >>> [part.names for part in parts_of(0, Killer([(8, "r1c1 r1c2"), (9, "r5c5 r5c6")]))]
        [('r1c1', 'r1c2'), ('r5c5', 'r5c6')]
        """
        if not self.field:
            return ()
        (entry,) = getattr(self.variant, self.field)
        return tuple(_flat(entry[1] if isinstance(self.variant, (Clues, Killer)) else entry))


def _flat(names: object) -> Iterator[str | int]:
    """Yield the names in nested tuples."""
    if isinstance(names, (str, int)):
        yield names
    elif isinstance(names, tuple):
        for one in names:
            yield from _flat(one)


def is_list(variant: Any) -> bool:
    """Return whether a variant is a list of parts that do not depend on each other."""
    return isinstance(variant, BoardRule) and variant.splits and not getattr(variant, "complete", False)


def merged(variants: Iterable[Any]) -> list[Any]:
    """Return variants with the same rules, in which one list has all parts of a kind.

    >>> from sudoku.variants import Even
    >>> merged([Killer([(8, "r1c1 r1c2")]), Even("r1c1"), Killer([(9, "r5c5 r5c6")])])
    [Killer(cages=((8, ('r1c1', 'r1c2')), (9, ('r5c5', 'r5c6')))), Even(cells=('r1c1',))]
    """
    found: dict[Any, Any] = {}
    for variant in variants:
        if not is_list(variant):
            found[variant] = variant
            continue
        name = fields(variant)[0].name
        empty = replace(variant, **{name: ()})  # with the other arguments
        before = getattr(found[empty], name) if empty in found else ()
        found[empty] = replace(variant, **{name: (*before, *getattr(variant, name))})
    return [*found.values()]


def parts_of(number: int, variant: Any) -> Iterator[VariantPart]:
    """Yield the parts of a variant.

    >>> from sudoku.variants import Even
    >>> [part.variant for part in parts_of(0, Even("r1c1 r9c9"))]
    [Even(cells=('r1c1',)), Even(cells=('r9c9',))]
    """
    names = [fields(variant)[0].name] if is_list(variant) else []
    if isinstance(variant, Kropki) and not (variant.all_white or variant.all_black):
        names = ["white", "black"]
    if not names:
        yield VariantPart(variant, number, "", 0)
    yield from _entries(number, variant, names)


def _entries(number: int, variant: Any, names: list[str]) -> Iterator[VariantPart]:
    """Yield a part for each entry of these lists."""
    empty: dict[str, Any] = dict.fromkeys(names, ())
    for name in names:
        for entry, value in enumerate(getattr(variant, name)):
            yield VariantPart(replace(variant, **{**empty, name: (value,)}), number, name, entry)


@dataclass(frozen=True)
class MarkedCell(BoardRule):
    """A marked cell of a rule; the other marks are known, and say nothing here."""

    rule: Marked
    cells: Named

    splits = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "noun", self.rule.noun)

    def __str__(self) -> str:
        return self.rule.noun

    def add(self, rules: Rules, board: Geometry) -> None:
        self.rule.mark(rules, board.cell(self.cells[0]), board)


@dataclass(frozen=True)
class Unmarked(BoardRule):
    """The neighbors without a mark, where all marks are given."""

    rule: Any
    value: str  # of the flag "all dots" on the page

    splits = False

    def __str__(self) -> str:
        name: str = next(kind.name for kind in self.rule.kinds() if (kind.key, kind.value) == ("all dots", self.value))
        return name

    def add(self, rules: Rules, board: Geometry) -> None:
        self.rule.add_unmarked(rules, board)


def elements_of(number: int, variant: Any) -> Iterator[VariantPart]:
    """Yield the finest parts of a variant that restrict cells.

    >>> from sudoku.variants import XV, Minima
    >>> [str(part.variant) for part in elements_of(0, XV([(10, "r1c1 r1c2"), (5, "r2c1 r2c2")], complete=True))]
    ['XV marks', 'XV marks', 'all X and V']
    >>> [part.variant.cells for part in elements_of(0, Minima("r1c1 r1c2"))]
    [('r1c1',), ('r1c2',)]
    """
    if isinstance(variant, Marked) and type(variant).mark is not Marked.mark and not is_list(variant):
        for entry, name in enumerate(variant.cells):
            yield VariantPart(MarkedCell(variant, (name,)), number, "cells", entry)
    elif getattr(variant, "complete", False):
        yield from parts_of(number, replace(variant, complete=False))
        yield VariantPart(Unmarked(variant, variant.json), number, "", 0)
    elif isinstance(variant, Kropki):
        yield from _entries(number, replace(variant, all_white=False, all_black=False), [*variant.colors])
        for color in variant.colors:
            if getattr(variant, f"all_{color}"):
                rule = replace(variant, all_white=color == "white", all_black=color == "black")
                yield VariantPart(Unmarked(rule, color), number, "", 0)
    elif isinstance(variant, Function):
        yield from _entries(number, variant, ["lines"])
    elif not isinstance(variant, Letters):
        yield from parts_of(number, variant)
