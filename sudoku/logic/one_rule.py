# SPDX-License-Identifier: MIT
"""One rule at a time: the candidates that no assignment within a rule allows, and the digits that a rule needs.

    cage of sum 8     {1 2 3 5} {1 2} {1 4}      only 1 2 5 fits: the cage holds 5 1 2, 5 2 1 or ...
    thermometer       {2 5 8} {2 5} {3 4 5 6}    the first cell is below the second one, so it is 2

Nothing here depends on the kind of the rule: supports.py fills its cells in all ways that its blocks (rules.py) and the
houses allow. So every rule reasons, yours as well, and a step has the name of the rule. A cage names its combinations.

If all ways to fill a rule have a certain digit, one of the cells with this digit has it, as in a house. A cell that
sees all of them does not have it ("needed digit").

The difficulty grows with the number of open cells, and rules with few open cells come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from ..board.board import Board
from ..board.digitsets import digit_sets
from ..board.kept import kept
from .bounds import bounds_in_words
from .grid import Grid
from .rules import LogicRule, mask_of, rules_of
from .step import Step, cell_names, cells_of, conclusion, digit_names, listed
from .supports import RuleCells, TooLong
from .tables import bits, tables

MOST_SMALL = 2  # open cells of a small cage or rule
MOST_NAMED_SETS = 8  # combinations that a sentence lists: all of a cage of three cells
MOST_NAMED_WAYS = 4  # to fill a rule, that a sentence lists
MOST_REASON_DIGITS = 12  # in the ways of a rule, listed as the reason for a needed digit


@kept(32)
def cells_of_rules(board: Board) -> tuple[RuleCells, ...]:
    """Return the cells of each rule of a board, with its blocks."""
    return tuple(RuleCells(tables(board), rule.cells, rule.blocks) for rule in rules_of(board))


def cage_combinations(grid: Grid, sizes: range) -> Iterator[Step]:
    """Yield steps from cages with a number of open cells in `sizes`, the smallest first."""
    return _unsupported(grid, sizes, True)


def one_rule(grid: Grid, sizes: range) -> Iterator[Step]:
    """Yield steps from other rules with a number of open cells in `sizes`, the smallest first."""
    return _unsupported(grid, sizes, False)


def _unsupported(grid: Grid, sizes: range, cages: bool) -> Iterator[Step]:
    board = grid.tables.board
    if not board.variants:
        return
    by_size: dict[int, list[tuple[int, list[int]]]] = {}
    for number, (rule, cells) in enumerate(zip(rules_of(board), cells_of_rules(board), strict=True)):
        if bool(rule.sum) == cages:
            digits = cells.digits(grid.alive)
            size = sum(mask & (mask - 1) > 0 for mask in digits)
            if size in sizes and grid.idle.get(("supports", number)) != grid.alive & cells.whole:
                by_size.setdefault(size, []).append((number, digits))
    for size in sorted(by_size):
        steps = [_step(grid, number, digits, size) for number, digits in by_size[size]]
        if any(steps):
            yield from filter(None, steps)
            return


def _step(grid: Grid, number: int, digits: list[int], size: int) -> Step | None:
    t = grid.tables
    rule, cells = rules_of(t.board)[number], cells_of_rules(t.board)[number]
    grid.check_time()
    found, removed = cells.losses(digits, grid.check_time)
    if not removed:
        grid.idle["supports", number] = grid.alive & cells.whole
        return None
    open_cells = [mask if mask & (mask - 1) else 0 for mask in digits]
    pattern = cells.candidates([mask & left for mask, left in zip(open_cells, found, strict=True)])
    if rule.sum:
        tell = partial(_describe_cage, sets=_sets(rule, cells, found))
    else:
        tell = partial(_describe, ways=_ways(cells, found), digits=(*digits,), found=(*found,))
    name, length = "cage combinations" if rule.sum else "rule", size
    if size > MOST_SMALL:
        name, length = f"{'large' if rule.sum else 'long'} {name}", size - MOST_SMALL
    placed = pattern if size == 1 and pattern.bit_count() == 1 else 0
    return Step(name, t.board, tell, placed, 0 if placed else removed, (pattern,), rules=(number,), length=length)


def _sets(rule: LogicRule, cells: RuleCells, digits: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return the combinations of a cage that fit."""
    found = list[tuple[int, ...]]()
    for one in digit_sets(cells.tables.side, len(rule.cells), rule.sum):
        mask = mask_of(one)
        if len(found) <= MOST_NAMED_SETS and next(cells.assignments([each & mask for each in digits]), None):
            found.append(one[::-1])
    return tuple(found)


def _describe_cage(step: Step, sets: tuple[tuple[int, ...], ...]) -> str:
    rule = rules_of(step.board)[step.rules[0]]
    cells, total = cell_names(step.tables, rule.cells), _total(step)
    if not sets:
        return f"no digits fit into the cage of {cells} with the sum {total}: {conclusion(step)}"
    if len(sets) > MOST_NAMED_SETS:
        return f"the cage of {cells} has the sum {total}, and no combination of it has these: {conclusion(step)}"
    return f"the cage of {cells} {_words_of_sets(step, sets)}: {conclusion(step)}"


def _total(step: Step) -> int:
    """Return the sum of a cage as the setter wrote it."""
    rule = rules_of(step.board)[step.rules[0]]
    return rule.sum - (1 - step.board.first_digit) * len(rule.cells)


def _words_of_sets(step: Step, sets: tuple[tuple[int, ...], ...]) -> str:
    several = listed(["+".join(step.board.signs[digit - 1] for digit in one) for one in sets], "or")
    return f"has the sum {_total(step)} and can only be {several}"


def _ways(cells: RuleCells, digits: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to fill a rule, as values by cell; none if there are more than a sentence lists."""
    try:
        found = [
            tuple(mask.bit_length() for mask in way) for way in islice(cells.assignments(digits), MOST_NAMED_WAYS + 1)
        ]
    except TooLong:
        return ()
    return tuple(sorted(found)) if len(found) <= MOST_NAMED_WAYS else ()


def _describe(step: Step, ways: tuple[tuple[int, ...], ...], digits: tuple[int, ...], found: tuple[int, ...]) -> str:
    t, rule = step.tables, rules_of(step.board)[step.rules[0]]
    cells = cell_names(t, rule.cells)
    if not ways:
        bounds = bounds_in_words(rule, cells_of_rules(step.board)[step.rules[0]], digits, found)
        return f"{bounds or f'to fill the {rule.noun} of {cells}, no way has these'}: {conclusion(step)}"
    return f"the {rule.noun} of {cells} {_words_of_ways(step, ways)}: {conclusion(step)}"


def _words_of_ways(step: Step, ways: tuple[tuple[int, ...], ...]) -> str:
    several = listed([" ".join(step.board.signs[value - 1] for value in way) for way in ways], "or")
    return f"can only be {several}"


# ---- needed digits


def needed_digit(grid: Grid) -> Iterator[Step]:
    """Yield steps from a digit that a rule needs, to the cells that see all its places."""
    t = grid.tables
    if not t.board.variants:
        return
    for number, cells in enumerate(cells_of_rules(t.board)):
        if grid.idle.get(("needed", number)) == grid.alive & cells.whole:
            continue
        grid.check_time()
        digits = cells.digits(grid.alive)
        for digit in bits(_usable(digits, grid.placed, cells)):
            mask = cells.candidates([each & 1 << digit for each in digits])
            removed = t.common(mask, grid.alive & ~cells.whole & ~grid.placed)
            if removed and _is_needed(grid, cells, digits, digit):
                tell = partial(_describe_needed, digits=tuple(digits))
                yield Step("needed digit", t.board, tell, 0, removed, (mask,), rules=(number,))
        grid.idle["needed", number] = grid.alive & cells.whole


def _usable(digits: list[int], placed: int, cells: RuleCells) -> int:
    """Return the digits that are candidates of a rule and not placed in it."""
    usable = done = 0
    for mask, own in zip(digits, cells.digits(placed), strict=True):
        usable |= mask
        done |= own
    return usable & ~done


def _is_needed(grid: Grid, cells: RuleCells, digits: list[int], digit: int) -> bool:
    """Return whether no assignment lacks the digit."""
    try:
        others = [mask & ~(1 << digit) for mask in digits]
        return next(cells.assignments(others, check=grid.check_time), None) is None
    except TooLong:
        return False


def _describe_needed(step: Step, digits: tuple[int, ...]) -> str:
    t, mask = step.tables, step.pattern[0]
    rule = rules_of(step.board)[step.rules[0]]
    digit = digit_names(t, [(mask.bit_length() - 1) % t.side])
    why = f" {ways}, so it" if (ways := _few_ways(step, [*digits])) else ""
    needs = f"the {rule.noun} of {cell_names(t, rule.cells)}{why} needs the digit {digit}"
    return f"{needs}, which can only be in {cell_names(t, cells_of(t, mask), 'or')}: {conclusion(step)}"


def _few_ways(step: Step, digits: list[int]) -> str:
    """Describe all ways to fill a rule, a cage by its combinations; "" if that takes more than a few digits."""
    rule, cells = rules_of(step.board)[step.rules[0]], cells_of_rules(step.board)[step.rules[0]]
    try:
        ways = _sets(rule, cells, digits) if rule.sum else _ways(cells, digits)
    except TooLong:
        return ""
    if not 0 < len(ways) * len(rule.cells) <= MOST_REASON_DIGITS:
        return ""
    return _words_of_sets(step, ways) if rule.sum else _words_of_ways(step, ways)
