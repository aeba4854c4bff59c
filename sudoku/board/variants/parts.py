# SPDX-License-Identifier: MIT
"""The parts of a variant: its cages, lines, clues or cells, each as a variant of its own.

    Killer([(8, "r1c1 r1c2"), (9, "r5c5 r5c6")])     Killer([(8, "r1c1 r1c2")])   Killer([(9, "r5c5 r5c6")])
    Even("r1c1 r9c9")                                Even("r1c1")                 Even("r9c9")
    AntiKnight()                                     AntiKnight()
    XV([(10, "r1c1 r1c2")], complete=True)           the whole: what is not marked depends on all marks

All parts together are the variant, and none adds anything to it. So parts that contradict each other show the fault
of a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple

from ..rules import Variant
from .bases import BoardRule, Clues
from .killer import Killer
from .kropki import Kropki


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
    empty: dict[str, Any] = dict.fromkeys(names, ())
    for name in names:
        for entry, value in enumerate(getattr(variant, name)):
            yield VariantPart(replace(variant, **{**empty, name: (value,)}), number, name, entry)
