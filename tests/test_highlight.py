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
NET = ".......8.7..9....6..52..7......2..6....74.3..34.6.......4....2.8.1.....9.524.16.."
PUZZLES = (
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "1.......5.....5...9..4.3...48.7...2.........9..76.2..4......97..79.6......28...5.",
    "..34....7...5.6.1..1.....5...6.....31.7....49.........5...8..7.9...73.......5.8.2",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".26....1.1.8.....7.......5..1.8.7.....45..36.5...2......51...9.3.......6.6..3..81",
    ".8......391....4.....25.87.756.2...8...4...2......7.....3.6.......1...........536",
    NET,
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
    """Return whether some of `true` is in these cells if all of `gone` is false: they need each digit that is left."""
    left = {c for c in alive - gone if c // 9 in cells}
    (digit,) = {c % 9 for c in true}
    return len({c % 9 for c in left}) <= len(cells) and {c for c in left if c % 9 == digit} <= true


def holds(part, place, gone, alive):
    """Return whether this locked set of a net has the digit of a place if all of `gone` is false."""
    if place not in part or len(part) == 1:
        return False
    cells, left = {c // 9 for c in part}, alive - gone
    if len({c % 9 for c in part}) == 1:
        return any(unit & left <= part for unit in units_of(place) if unit > part)
    return len({c % 9 for c in left if c // 9 in cells}) <= len(cells)


def implies(units, gone, true, alive):
    """Return whether some of `true` is true if all of `gone` is false, by a unit or by an almost locked set."""
    if len(units) > 1:
        return fills(units, gone, true, alive)
    return any(true <= unit and unit & alive <= true | gone for c in true for unit in units_of(c))


def strong_links(step, units):
    """Yield the units of each strong link."""
    units = iter(units)
    for n in step.link_sizes:
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
    assert {
        "forcing net",
        "forcing chain",
        "XY-chain",
        "AIC",
        "grouped AIC",
        "AIC with ALS",
        "forcing chain with ALS",
        "forcing net with ALS",
    } <= names
    nets = [step for step, _ in steps if step.technique == "forcing net"]
    assert any(step.arms for step in nets) and any(not step.arms for step in nets)


def test_every_line_of_a_picture_is_an_implication(steps):
    drawn = 0
    for step, alive in steps:
        shown = as_highlight(NINE, step)
        drawn += len(shown.links) + len(shown.weak)
        assert len({*shown.links}) == len(shown.links) and len({*shown.weak}) == len(shown.weak)
        if not step.implications:
            continue
        assert shown.weak
        for a, b in shown.weak:
            assert excludes(a, b), step
        for a, b in shown.links:
            gone = {x for x, y in shown.links if y == b}
            if not any(holds(part, b, gone, alive) for part in map(set, map(bits, step.pattern))):
                assert any(a in unit and b in unit for unit in units_of(b)), step
                assert forces(gone, b, alive), step
    assert drawn > 500


def test_chains_link_nodes_that_imply_each_other(steps):
    chains = sets = 0
    for step, alive in steps:
        if step.technique not in CHAINS:
            continue
        chains += 1
        nodes = [set(bits(node)) for node in step.pattern[: 2 * step.length]]
        for false, true, units in zip(nodes[::2], nodes[1::2], strong_links(step, step.units), strict=True):
            sets += len(units) > 1
            assert implies(units, false, true, alive), step
        for true, false in zip(nodes[1::2], nodes[2::2], strict=False):
            assert all(excludes(a, b) for a in true for b in false), step
        shown = as_highlight(NINE, step)
        assert set(shown.pattern[0]) == set().union(*nodes[::2])
        assert set(shown.pattern[1]) == set().union(*nodes[1::2])
        cells = {cell for units in strong_links(step, step.units) if len(units) > 1 for cell in units}
        rest = set().union(*shown.pattern[2:])  # `alive` lacks what other steps of the same round have removed
        assert rest >= {c for c in alive if c // 9 in cells}.difference(*nodes) and {c // 9 for c in rest} <= cells
    assert chains > 5 and sets > 1


def test_arms_through_groups_lead_to_the_same_end(steps):
    """Each strong and weak link holds, from each candidate of a unit to the removed one, and is drawn."""
    sets = 0
    for step, alive in steps:
        if step.technique != "forcing chain with ALS":
            continue
        parts, links, at = [set(bits(part)) for part in step.pattern], strong_links(step, step.units[1:]), 1
        shown = as_highlight(NINE, step)
        for size, start in zip(step.arms, sorted(parts[0]), strict=True):
            arm, at = [*parts[at : at + size], {*bits(step.removed)}], at + size
            assert arm[0] == {start}
            for true, false in zip(arm[::2], arm[1::2], strict=True):
                assert all(excludes(a, b) for a in true for b in false), step
                assert step.implications or (min(true), min(false)) in shown.weak
            for false, true in zip(arm[1::2], arm[2::2], strict=False):
                units = next(links)
                sets += len(units) > 1
                assert implies(units, false, true, alive), step
                assert step.implications or (min(false), min(true)) in shown.links
        assert {c // 9 for part in shown.pattern for c in part} >= {c // 9 for part in parts[1:] for c in part}
        assert not [*links]
    assert sets > 1


def test_implications_lead_from_the_assumption_to_the_end(steps):
    """A step assumes each candidate of a unit in turn, or the removed candidate, and nothing else."""
    for step, alive in steps:
        if not step.implications:
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
        if step.implications:
            off, on, both, *rest = (set(role) for role in as_highlight(NINE, step).pattern)
            parts = {c for part in step.pattern for c in bits(part)}
            assert set().union(*rest) == parts - (off | on | both) and bool(rest) <= any(
                part & (part - 1) for part in step.pattern
            )
            links = [link for arm in step.implications for link in arm]
            true = {b for _, b, z in links if z} | {a for a, _, z in links if not z}
            false = {b for _, b, z in links if not z}
            assert (off, on, both) == (false - true, true - false, true & false)


def test_a_net_in_words():
    replay = solve_logically(NET).replay()
    step, alive, _ = next(found for found in replay if len(found[0].implications) == 1)
    assert step.words == (
        "if r1c7 is 1: r3c8 is 9 (box 3), r4c4 is 1 (column 4, from r1c7), r7c9 is 1 (row 7, from r1c7), r6c8 is 1 "
        "(row 6, from r4c4), r7c4 is 8 (column 4, from r4c4), r5c8 is 5, r9c9 is 8 (row 9, from r7c4), and r5c9 has no "
        "digit left: r1c7 loses 1"
    )
    shown = as_highlight(NINE, step)
    name = step.tables.name
    assert {(name(a), name(b)) for a, b in shown.links if name(b) == "r5c8=5"} == {
        ("r5c8=1", "r5c8=5"),
        ("r5c8=9", "r5c8=5"),
    }
    assert not any("r1c7=1" in (name(a), name(b)) for a, b in shown.links)
    picture = draw(NET, candidates=alive, highlight=step)
    assert step.words in picture.description
