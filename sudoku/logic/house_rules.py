# SPDX-License-Identifier: MIT
"""A house together with the rules inside it: digits that no way to fill both has.

    row 3     (9 . . sum 8 . .) (. sum 17 .) 4 . . .     the second cage is 8 and 9, so the first one has no 8 or 9,
              and all nine cells hold different digits    and what the two cages leave is for the other cells

Cage by cage (one_rule.py), and digit by digit in the house, nothing may follow: two cages may need the same digit. Here
a search (supports.py) fills the whole house. People do it with pencil and paper, so the step comes after the wings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..board.board import Board
from ..board.kept import kept
from .grid import Grid
from .rules import LogicRule, RuleBlock, rules_of
from .step import Step, listed, losses
from .supports import RuleCells, TooLong
from .tables import tables

MOST_HOUSE_FILLS = 6_000  # digits tried for a house; some 30 ms


def rules_of_house(grid: Grid) -> Iterator[Step]:
    """Yield steps from each house that has rules inside."""
    t = grid.tables
    for house, numbers, cells in houses_with_rules(t.board) if t.board.variants else ():
        state = grid.alive & cells.whole
        if grid.idle.get(("house", house)) == state:
            continue
        grid.check_time()
        grid.idle["house", house] = state
        try:
            removed = state & ~cells.candidates(cells.supported(cells.digits(state), MOST_HOUSE_FILLS, grid.check_time))
        except TooLong:
            continue
        if removed:
            pattern = state & ~removed & ~grid.placed
            yield Step("rules of a house", t.board, _describe, 0, removed, (pattern,), also=(house,), rules=numbers)


def _describe(step: Step) -> str:
    names = listed([f"the {name}" for name in step.rule_names])
    return f"no way to fill {step.board.house_name(step.also[0])} with {names} has these: {losses(step)}"


@kept(32)
def houses_with_rules(board: Board) -> tuple[tuple[int, tuple[int, ...], RuleCells], ...]:
    """Return the houses that have rules inside: house, rules, and the cells with the blocks of the rules."""
    found = []
    for number, house in enumerate(board.houses):
        inside = tuple(k for k, rule in enumerate(rules_of(board)) if {*rule.cells} < {*house})
        if inside:
            blocks = [block for k in inside for block in _moved(rules_of(board)[k], house)]
            found.append((number, inside, RuleCells(tables(board), house, blocks)))
    return tuple(found)


def _moved(rule: LogicRule, house: Sequence[int]) -> Iterator[RuleBlock]:
    """Yield the blocks of a rule for the digits of a house."""
    at = [house.index(cell) for cell in rule.cells]
    for block in rule.blocks:
        yield partial(_fits, block, at)


def _fits(block: RuleBlock, at: list[int], digits: Sequence[int]) -> bool:
    return block([digits[k] for k in at])
