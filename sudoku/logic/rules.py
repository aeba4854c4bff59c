# SPDX-License-Identifier: MIT
"""The rules of a board's variants, one by one, for steps that rest on a single rule.

A rule is a cage, an arrow, a thermometer, or another part of a variant that a setter draws by itself. It has cells and
*blocks*, the building blocks that the solvers use as well. Here a block only answers one question: may the rest of the
cells still fit, if each cell has one of these digits? The answer may be a wrong yes while a cell has several digits;
with one digit a cell it is exact.

    digits by cell      {1 2 5} {1 2} {3 4}        one integer a cell, bit 0 is digit 1
    block of a cage     one of {1 2 5} {1 3 4}     yes: {1 3 4} has a digit of each cell, and all its digits occur

Pairs of digits that exclude each other (equal digits in a house, neighbors on a whisper) are in the tables of the board
(tables.py), and need no block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from dlx.system import calloff

from ..board.digitsets import digit_sets, number_of_sets
from ..board.kept import kept
from ..board.rules import Rulebook, written
from ..board.variants.bases import Clues
from ..board.variants.parts import VariantPart, parts_of
from ..board.variants.places import place_of

if TYPE_CHECKING:
    from ..board.board import Board
    from ..board.diagrams import Diagram

MOST_SUM_SETS = 1_000  # of a cage; beyond, only the least and the largest sum of its cells count

RuleBlock = Callable[[Sequence[int]], bool]  # whether digits (by cell of the rule, a set each) may fit


class LogicRule:
    """A rule: its name, its cells (named ones first), and its blocks. `sum` is that of a cage, 0 for other rules."""

    def __init__(self, variant: Any, cells: Iterable[int], total: int = 0) -> None:
        self.variant = variant  # this part of it alone
        self.noun = noun_of(variant)
        self.cells = tuple(dict.fromkeys(cells))
        self.sum = total
        self.blocks: list[RuleBlock] = []
        self.at = {cell: k for k, cell in enumerate(self.cells)}

    def __repr__(self) -> str:
        return f"<{self.noun}: {len(self.cells)} cells, {len(self.blocks)} blocks>"


@kept(32)
def rules_of(board: Board) -> tuple[LogicRule, ...]:
    """Return the rules of the variants of a board.

    >>> from sudoku import Board
    >>> from sudoku.variants import Killer, Thermometers
    >>> rules_of(Board(variants=[Killer([(10, "r1c1 r1c2"), (5, "r5c5 r5c6")]), Thermometers(["r9c1 r8c1 r7c1"])]))
    (<cage: 2 cells, 1 blocks>, <cage: 2 cells, 1 blocks>, <thermometer: 3 cells, 0 blocks>)
    """
    found: list[LogicRule] = []
    for number, variant in enumerate(dict.fromkeys(board.variants)):
        for part in parts_of(number, variant):
            calloff.check()
            first, book = cells_of_part(board, part), written(board, [part.variant])
            found += _rules_of_part(board, part.variant, first, book)
    return tuple(found)


def cells_of_part(board: Board, part: VariantPart) -> list[int]:
    """Return the cells that a part of a variant names, in order."""
    named = [place_of(name) if isinstance(name, str) else board.places[name] for name in part.names]
    return [board.cell_at[place] for place in named if place in board.cell_at]


def noun_of(variant: Any) -> str:
    """Return the name of a rule, with the value of its clue: `sandwich 12`, `little killer 10`."""
    noun: str = getattr(variant, "noun", str(variant).removeprefix("a "))
    values = [value for value, _ in variant.clues] if isinstance(variant, Clues) else []
    return f"{noun} {values[0]}" if len(values) == 1 and isinstance(values[0], (int, str)) else noun


def _rules_of_part(board: Board, variant: Any, first: list[int], book: Rulebook) -> Iterator[LogicRule]:
    """Yield the rule of a cage, a line, a clue; several rules if it covers more cells than two houses."""
    own = {cells for _, cells in board.house_parts}
    pairs = [{candidate // board.side for candidate in said[0]} for said, _ in book.said]
    pairs = [cells for cells in pairs if tuple(sorted(cells)) not in own]
    diagrams = [layers for layers in book.diagrams if _is_on_board(board, layers)]
    read = [[*_cells_of_diagram(book, layers)] for layers in diagrams]
    unread = set(range(len(book.sets))).difference(
        layer.cell for layers in book.diagrams for layer in layers if layer.of_sum
    )
    blocks: list[tuple[list[int], Callable[[LogicRule], None]]] = []
    blocks += [([*cells], _adder(_add_sum, board, cells, total)) for cells, total in book.sums]
    blocks += [([*book.sets[k][0]], _adder(_add_sets, book.sets[k])) for k in sorted(unread)]
    blocks += [(cells, _adder(_add_diagram, book, layers)) for cells, layers in zip(read, diagrams, strict=True)]
    blocks += [([*cells], _adder(_add_union, cells, sets)) for cells, sets in book.unions]
    whole = {cell for cells, _ in blocks for cell in cells}.union(*pairs)
    if whole:
        whole |= {candidate // board.side for candidate in book.banned}
    if len(whole) <= 2 * board.side:
        groups = [(whole, blocks)] if whole else []
    else:
        groups = [({*cells}, [(cells, add)]) for cells, add in blocks]
    for cells, adders in groups:
        ordered = [*(cell for cell in first if cell in cells), *sorted(cells)]
        rule = LogicRule(variant, ordered, book.sums[0][1] if len(book.sums) == len(blocks) == 1 else 0)
        for _, add in adders:
            add(rule)
        if len(rule.cells) > 1:
            yield rule


def _adder(add: Callable[..., None], *arguments: Any) -> Callable[[LogicRule], None]:
    return lambda rule: add(rule, *arguments)


def _is_on_board(board: Board, layers: Diagram) -> bool:
    """Return whether a diagram reads no hidden cell. The steps leave the other diagrams to the search."""
    return all(layer.of_sum or layer.cell < board.cells for layer in layers)


def _cells_of_diagram(book: Rulebook, layers: Diagram) -> Iterator[int]:
    for layer in layers:
        yield from book.sets[layer.cell][0] if layer.of_sum else (layer.cell,)


# ---- blocks


def _add_sum(rule: LogicRule, board: Board, cells: tuple[int, ...], total: int) -> None:
    if number_of_sets(board.side, len(cells), total) <= MOST_SUM_SETS:
        _add_sets(rule, (cells, tuple(digit_sets(board.side, len(cells), total))))
    else:
        rule.blocks.append(linear([rule.at[cell] for cell in cells], [], total))


def _add_sets(rule: LogicRule, of_cells: tuple[tuple[int, ...], Iterable[tuple[int, ...]]]) -> None:
    at, sets = [rule.at[cell] for cell in of_cells[0]], [mask_of(digits) for digits in of_cells[1]]

    def fits(digits: Sequence[int]) -> bool:
        forced, usable = _forced_and_usable(digits, at)
        return any(not forced & ~one and not one & ~usable for one in sets)

    rule.blocks.append(fits)


def _add_union(rule: LogicRule, cells: tuple[int, ...], sets: Iterable[tuple[int, ...]]) -> None:
    """Add: the digits of the cells, as a set, are one of these sets."""
    at, masks = [rule.at[cell] for cell in cells], [mask_of(digits) for digits in sets]

    def fits(digits: Sequence[int]) -> bool:
        usable = 0
        for k in at:
            usable |= digits[k]
        return any(not one & ~usable and all(digits[k] & one for k in at) for one in masks)

    rule.blocks.append(fits)


def linear(plus: Sequence[int], minus: Sequence[int], total: int) -> RuleBlock:
    """Return the block: the sum of the first cells, less the sum of the others, is this total.

    >>> block = linear([0, 1], [2], 3)
    >>> block([0b11, 0b100, 0b1]), block([0b1, 0b10, 0b1])
    (True, False)
    """

    def fits(digits: Sequence[int]) -> bool:
        low = high = -total
        for k in plus:
            mask = digits[k]
            low += (mask & -mask).bit_length()
            high += mask.bit_length()
        for k in minus:
            mask = digits[k]
            low -= mask.bit_length()
            high -= (mask & -mask).bit_length()
        return low <= 0 <= high

    return fits


def _add_diagram(rule: LogicRule, book: Rulebook, layers: Diagram) -> None:
    """Add an automaton: its states that the digits reach, layer by layer, as bits."""
    steps = []
    for layer in layers:
        masks = [mask_of(group) for group in layer.groups]
        arcs: list[list[tuple[int, int]]] = [[] for _ in range(layer.states)]
        for before, group, after in layer.arcs:
            arcs[before].append((1 << group, 1 << after))
        groups: Callable[[Sequence[int]], int]
        if layer.of_sum:
            groups = _groups_of_sum(rule, book, layer.cell, layer.groups)
        else:
            groups = _groups_of_cell(rule.at[layer.cell], masks)
        steps.append((groups, arcs, dict[tuple[int, int], int]()))

    def fits(digits: Sequence[int]) -> bool:
        states = 1
        for groups, arcs, known in steps:
            usable = groups(digits)
            after = known.get((states, usable))
            if after is None:
                after = known[states, usable] = _after(states, usable, arcs)
            states = after
            if not states:
                return False
        return True

    rule.blocks.append(fits)


def _after(states: int, usable: int, arcs: list[list[tuple[int, int]]]) -> int:
    """Return the states after a layer."""
    found = 0
    while states:
        low = states & -states
        for group, after in arcs[low.bit_length() - 1]:
            if usable & group:
                found |= after
        states ^= low
    return found


def _groups_of_cell(at: int, masks: list[int]) -> Callable[[Sequence[int]], int]:
    """Return a function of the digits by cell: the groups of a layer with a digit of its cell."""
    known: dict[int, int] = {}

    def groups(digits: Sequence[int]) -> int:
        mask = digits[at]
        found = known.get(mask)
        if found is None:
            found = known[mask] = sum(1 << k for k, group in enumerate(masks) if group & mask)
        return found

    return groups


def _groups_of_sum(
    rule: LogicRule, book: Rulebook, number: int, sums: Sequence[Sequence[int]]
) -> Callable[[Sequence[int]], int]:
    """Return a function of the digits by cell: the groups with the sum of a set that its cells may hold."""
    cells, sets = book.sets[number]
    at = [rule.at[cell] for cell in cells]
    group_of = {total: 1 << k for k, group in enumerate(sums) for total in group}
    masks = [(mask_of(digits), group_of[sum(digits)]) for digits in sets if sum(digits) in group_of]
    known: dict[tuple[int, int], int] = {}

    def groups(digits: Sequence[int]) -> int:
        forced, usable = _forced_and_usable(digits, at)
        found = known.get((forced, usable))
        if found is None:
            found = 0
            for one, group in masks:
                if not forced & ~one and not one & ~usable:
                    found |= group
            known[forced, usable] = found
        return found

    return groups


def _forced_and_usable(digits: Sequence[int], at: Iterable[int]) -> tuple[int, int]:
    """Return the digits that some of these cells must hold, and those that they may hold."""
    forced = usable = 0
    for k in at:
        mask = digits[k]
        usable |= mask
        if not mask & (mask - 1):
            forced |= mask
    return forced, usable


def mask_of(digits: Iterable[int]) -> int:
    """Return digits as a set.

    >>> bin(mask_of([1, 4]))
    '0b1001'
    """
    mask = 0
    for digit in digits:
        mask |= 1 << digit - 1
    return mask
