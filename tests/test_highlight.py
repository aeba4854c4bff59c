# SPDX-License-Identifier: MIT
"""Pictures of chains and nets: every line is an implication that exists."""

from itertools import islice

import pytest

from sudoku import Board
from sudoku.drawing.drawing import draw
from sudoku.drawing.highlight import as_highlight
from sudoku.logic import solve_logically
from sudoku.logic.tables import bits

NINE = Board()
CHAINS = ("X-chain", "XY-chain", "AIC", "grouped AIC", "AIC with ALS")
PUZZLES = (
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "1.......5.....5...9..4.3...48.7...2.........9..76.2..4......97..79.6......28...5.",
    "..34....7...5.6.1..1.....5...6.....31.7....49.........5...8..7.9...73.......5.8.2",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".26....1.1.8.....7.......5..1.8.7.....45..36.5...2......51...9.3.......6.6..3..81",
)


@pytest.fixture(scope="module")
def steps():
    """Return pairs of a step and the candidates before it."""
    return [(step, set(bits(alive))) for puzzle in PUZZLES for step, alive, _ in solve_logically(puzzle).replay()]


def units_of(candidate):
    """Yield the units of a candidate, each as the set of its candidates, from the rules of the game alone."""
    cell, digit = divmod(candidate, 9)
    yield {cell * 9 + d for d in range(9)}
    for house in NINE.houses:
        if cell in house:
            yield {other * 9 + digit for other in house}


def excludes(a, b):
    return a != b and any(b in unit for unit in units_of(a))


def forces(gone, candidate, alive):
    """Return whether some unit makes this candidate true if all of `gone` is false."""
    return any(unit & alive - gone <= {candidate} for unit in units_of(candidate))


def fills(cells, gone, true, alive):
    """Return whether some of `true` is in these cells if all of `gone` is false: each digit left has to be."""
    left = [{c for c in alive - gone if c // 9 == cell} for cell in cells]
    digits = {c % 9 for own in left for c in own}
    (digit,) = {c % 9 for c in true}
    return len(digits) == len(cells) and true == {c for own in left for c in own if c % 9 == digit}


def strong_links(step):
    """Yield the units of each strong link."""
    units = iter(step.units)
    for n in step.arms or (1,) * step.length:
        yield [*islice(units, n)]


def derived(assumed, arm):
    """Return the candidates that an assumption makes false by these implications alone, each of which must apply."""
    true, false = {assumed}, set()
    waiting = set(arm)
    while waiting:
        ready = {(a, b, on) for a, b, on in waiting if (not on and a in true)}
        ready |= {(a, b, on) for a, b, on in waiting if on and {x for x, y, z in arm if z and y == b} <= false}
        assert ready, "an implication rests on what does not follow"
        true |= {b for _, b, on in ready if on}
        false |= {b for _, b, on in ready if not on}
        waiting -= ready
    return false


def test_there_are_such_steps(steps):
    names = {step.technique for step, _ in steps}
    assert {"forcing net", "forcing chain", "XY-chain", "AIC", "grouped AIC", "AIC with ALS"} <= names
    nets = [step for step, _ in steps if step.technique == "forcing net"]
    assert any(step.arms for step in nets) and any(not step.arms for step in nets)


def test_every_line_of_a_picture_is_an_implication(steps):
    drawn = 0
    for step, alive in steps:
        shown = as_highlight(NINE, step)
        drawn += len(shown.links) + len(shown.weak)
        assert len({*shown.links}) == len(shown.links) and len({*shown.weak}) == len(shown.weak)
        if not step.technique.startswith("forcing"):
            continue
        assert shown.weak
        for a, b in shown.weak:
            assert excludes(a, b), step
        for a, b in shown.links:
            assert any(a in unit and b in unit for unit in units_of(b)), step
            assert forces({x for x, y in shown.links if y == b}, b, alive), step
    assert drawn > 500


def test_chains_link_nodes_that_imply_each_other(steps):
    chains = sets = 0
    for step, alive in steps:
        if step.technique not in CHAINS:
            continue
        chains += 1
        nodes = [set(bits(node)) for node in step.pattern[: 2 * step.length]]
        for false, true, units in zip(nodes[::2], nodes[1::2], strong_links(step), strict=True):
            if len(units) > 1:
                sets += 1
                assert fills(units, false, true, alive), step
                continue
            assert any(true <= unit and unit & alive <= true | false for c in true for unit in units_of(c)), step
        for true, false in zip(nodes[1::2], nodes[2::2], strict=False):
            assert all(excludes(a, b) for a in true for b in false), step
        shown = as_highlight(NINE, step)
        assert set(shown.pattern[0]) == set().union(*nodes[::2])
        assert set(shown.pattern[1]) == set().union(*nodes[1::2])
        cells = {cell for units in strong_links(step) if len(units) > 1 for cell in units}
        rest = set().union(*shown.pattern[2:])  # `alive` lacks what other steps of the same round have removed
        assert rest >= {c for c in alive if c // 9 in cells}.difference(*nodes) and {c // 9 for c in rest} <= cells
    assert chains > 5 and sets > 1


def test_implications_lead_from_the_assumption_to_the_end(steps):
    """A step assumes each candidate of a unit in turn, or the removed candidate, and nothing else."""
    for step, alive in steps:
        if not step.technique.startswith("forcing"):
            continue
        (goal,) = bits(step.removed)
        assumed = list(bits(step.pattern[0]))
        assert len(assumed) == len(step.implications)
        for start, arm in zip(assumed, step.implications, strict=True):
            false = derived(start, arm)
            if step.arms:
                assert goal in false
            else:
                assert start == goal
                assert any(unit & alive <= false for c in false for unit in units_of(c)), step


def test_roles_are_those_of_the_implications(steps):
    for step, _ in steps:
        if step.technique.startswith("forcing"):
            off, on, both = (set(role) for role in as_highlight(NINE, step).pattern)
            links = [link for arm in step.implications for link in arm]
            true = {b for _, b, z in links if z} | {a for a, _, z in links if not z}
            false = {b for _, b, z in links if not z}
            assert (off, on, both) == (false - true, true - false, true & false)


def test_a_net_in_words():
    puzzle = "1.82...3.3.....1...4......5...8...91.9.1.65......4.....7......48.....2.3...5.276."
    step, alive, _ = next(found for found in solve_logically(puzzle).replay() if len(found[0].implications) == 1)
    assert step.words == (
        "if r3c8 is 7: r2c3 is 7 (box 1), r2c9 is 2 (box 3, from r3c8), r3c3 is 2 (row 3, from r3c8), r6c4 is 7 "
        "(row 6, from r3c8), r2c2 is 6, r4c1 is 7 (row 4, from r2c3 and r6c4), r6c9 is 6, r7c1 is 2 (row 7, from "
        "r3c3), and column 1 has no place for 6: r3c8 loses 7"
    )
    shown = as_highlight(NINE, step)
    name = step.tables.name
    assert {(name(a), name(b)) for a, b in shown.links if name(b) == "r4c1=7"} == {
        ("r4c3=7", "r4c1=7"),
        ("r4c6=7", "r4c1=7"),
    }
    assert not any("r3c8=7" in (name(a), name(b)) for a, b in shown.links)
    picture = draw(puzzle, candidates=alive, highlight=step)
    assert step.words in picture.description
