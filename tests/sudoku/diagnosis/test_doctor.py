# SPDX-License-Identifier: MIT
"""The doctor, against all 288 grids of 4x4 and all subsets of clues, and against the bitset engine on larger boards."""

import argparse
import json
import sys
from functools import cache
from itertools import combinations, count, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Status
from sudoku import Board, solutions, solve
from sudoku import count as count_solutions
from sudoku.board.variants import Letters
from sudoku.diagnosis.conflict import conflict
from sudoku.diagnosis.doctor import diagnose
from sudoku.diagnosis.hitting import smallest_hitting_set
from sudoku.diagnosis.repair import repair
from sudoku.engine.bitset import count as count_with_bits
from sudoku.engine.queries import ClueQueries
from sudoku.terminal.commands import diagnose as command

FOUR, NINE = Board(2, 2), Board()
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@cache
def grids():
    return sorted(tuple(map(int, line)) for line in solutions("." * 16))


def fitting(puzzle):
    return [grid for grid in grids() if all(clue in (0, value) for clue, value in zip(puzzle, grid, strict=True))]


def without(puzzle, cells):
    return [0 if cell in cells else value for cell, value in enumerate(puzzle)]


@st.composite
def puzzles(draw):
    """Draw clues of a grid, and perhaps a few others."""
    grid = draw(st.sampled_from(grids()))
    puzzle = [value if draw(st.booleans()) else 0 for value in grid]
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        puzzle[draw(st.integers(0, 15))] = draw(st.integers(1, 4))
    return puzzle


def with_several(number, low, high):
    """Return puzzles with `low` to `high` solutions."""
    random, found = Random(number), []
    while len(found) < number:
        grid, part = random.choice(grids()), random.uniform(0.15, 0.5)
        puzzle = [value if random.random() < part else 0 for value in grid]
        if low <= len(fitting(puzzle)) <= high:
            found.append(puzzle)
    return found


def fewest_extra(found):
    """Return the number of clues that leave only one of these grids, by trying all sets of clues."""
    held = sorted({(cell, value) for grid in found for cell, value in enumerate(grid)})
    for size in count(1):
        for clues in combinations(held, size):
            if sum(all(grid[cell] == value for cell, value in clues) for grid in found) == 1:
                return size
    raise AssertionError


def fewest_conflicting(puzzle):
    cells = [cell for cell, value in enumerate(puzzle) if value]
    for size in range(1, len(cells) + 1):
        for part in combinations(cells, size):
            if not fitting(without(puzzle, set(cells) - set(part))):
                return size
    raise AssertionError


@settings(max_examples=80, deadline=None)
@given(puzzles())
def test_small_puzzles_by_all_grids(puzzle):
    found, d = fitting(puzzle), diagnose(puzzle, FOUR)
    assert d.status is Status.COMPLETE and d.exact and d.count == len(found)
    assert sorted(map(tuple, d.solutions)) == found
    assert d.unique == (len(found) == 1)
    assert d.candidates == tuple(tuple(sorted({grid[cell] for grid in found})) for cell in range(16))
    assert d.differing == tuple(c for c in range(16) if len({grid[c] for grid in found}) > 1)
    if not found:
        assert d.conflict.kind == "smallest"
        assert len(d.conflict.cells) == d.conflict.at_least == fewest_conflicting(puzzle)
        assert not fitting(without(puzzle, set(range(16)) - set(d.conflict.cells)))
    if len(found) == 1:
        redundant = [c for c in range(16) if puzzle[c] and len(fitting(without(puzzle, {c}))) == 1]
        assert list(d.redundant) == redundant and d.minimal == (not redundant)
    else:
        assert d.redundant is None and d.minimal is None
    assert str(d) and json.dumps(d.as_json())


@pytest.mark.parametrize("puzzle", with_several(40, 2, 40))
def test_fewest_extra_clues(puzzle):
    found, d = fitting(puzzle), diagnose(puzzle, FOUR)
    least = fewest_extra(found)
    assert d.repair.smallest and len(d.repair.clues) == d.repair.at_least == least
    mended = list(puzzle)
    for cell, digit in d.repair.clues:
        assert not mended[cell]
        mended[cell] = digit
    assert len(fitting(mended)) == 1


@pytest.mark.parametrize("puzzle", with_several(25, 6, 60))
def test_too_many_solutions_to_list(puzzle):
    """Even with a small limit, a repair called smallest is smallest, and the bounds hold."""
    d = diagnose(puzzle, FOUR, limit=3)
    assert d.count == 3 and not d.exact and d.unique is False and d.status is Status.COMPLETE
    found = fitting(puzzle)
    assert d.candidates == tuple(tuple(sorted({grid[cell] for grid in found})) for cell in range(16))
    least = fewest_extra(found)
    assert d.repair.at_least <= least <= len(d.repair.clues)
    assert d.repair.smallest == (d.repair.at_least == len(d.repair.clues))
    assert not d.repair.smallest or len(d.repair.clues) == least
    assert d.repair.smallest or least > 2  # a repair of one or two clues is always found
    mended = list(puzzle)
    for cell, digit in d.repair.clues:
        mended[cell] = digit
    assert len(fitting(mended)) == 1
    assert "or more" in str(d)


@pytest.mark.parametrize("seed", range(6))
def test_six_by_six(seed):
    random, board = Random(seed), Board(2, 3)
    grid = solve("." * 36, board=board, seed=seed)
    puzzle = "".join(value if random.random() < 0.42 else "." for value in grid)
    found, d = list(solutions(puzzle, board=board, engine="bitset")), diagnose(puzzle, board)
    assert d.exact and sorted(map(board.line, d.solutions)) == sorted(found)
    assert d.candidates == tuple(tuple(sorted(set(map(int, column)))) for column in zip(*found, strict=True))
    if len(found) > 1:
        assert d.repair.smallest
        line = list(puzzle)
        for cell, digit in d.repair.clues:
            line[cell] = str(digit)
        assert count_solutions("".join(line), 3, board=board, engine="bitset") == 1
        if len(found) < 60:
            assert len(d.repair.clues) == fewest_extra(found)


def test_hard_nine_by_nine():
    puzzle, d = NINE.parse(HARD), diagnose(HARD)
    assert d.unique and d.exact and d.repair is None and d.conflict is None and d.minimal
    assert str(d) == "one solution\nminimal: without any one of its 21 clues there are more"
    for cell in range(81):
        if puzzle[cell]:
            assert count_with_bits(NINE, bytes(without(puzzle, {cell})), 2) == 2
    more = bytes(d.solutions[0][cell] if cell in (1, 40) else value for cell, value in enumerate(puzzle))
    d = diagnose(list(more))
    assert d.unique and d.minimal is False and 1 in d.redundant
    for cell in range(81):
        if more[cell]:
            assert (cell in d.redundant) == (count_with_bits(NINE, bytes(without(more, {cell})), 2) == 1)
    assert "not minimal" in str(d) and "r1c2=1" in str(d)


def test_nine_by_nine_with_many_solutions():
    puzzle = bytes(without(NINE.parse(HARD), {0, 11, 12}))
    d = diagnose(list(puzzle), time_limit=None)
    assert d.count == 1000 and not d.exact and d.unique is False
    for cell, digit in product(range(0, 81, 5), range(1, 10)):
        if not puzzle[cell]:
            asked = bytes(digit if c == cell else value for c, value in enumerate(puzzle))
            assert (digit in d.candidates[cell]) == (count_with_bits(NINE, asked, 1) == 1)
    mended = bytearray(puzzle)
    for cell, digit in d.repair.clues:
        mended[cell] = digit
    assert count_with_bits(NINE, bytes(mended), 2) == 1
    for cell, _ in d.repair.clues:  # none of them is redundant
        assert count_with_bits(NINE, bytes(without(mended, {cell})), 2) == 2


@pytest.mark.parametrize("seed", range(4))
def test_nine_by_nine_without_solution(seed):
    random, puzzle = Random(seed), list(NINE.parse(HARD))
    answer = NINE.parse(solve(HARD))
    cells = [c for c in range(81) if not puzzle[c]]
    cell = random.choice(cells)
    puzzle[cell] = answer[cell] % 9 + 1
    for c in random.sample(cells, seed * 5):
        puzzle[c] = puzzle[c] or answer[c]
    d = diagnose(puzzle)
    assert d.count == 0 and d.unique is False and d.minimal is None and d.differing == ()
    assert d.conflict.kind == "smallest" and cell in d.conflict.cells
    part = without(puzzle, set(range(81)) - set(d.conflict.cells))
    assert count_with_bits(NINE, bytes(part), 1) == 0
    for c in d.conflict.cells:
        assert count_with_bits(NINE, bytes(without(part, {c})), 1) == 1


def test_two_equal_digits_are_what_is_wrong():
    d = diagnose("11.. .... .... ....")
    assert d.conflict.cells == (0, 1)
    assert str(d) == "no solution\nrow 1 has digit 1 twice, at r1c1 and r1c2"
    large = Board(4, 4)
    d = diagnose([7, 0, 7, *([0] * 253)], large)
    assert d.conflict.cells == (0, 2) and d.conflict.kind == "smallest"


def test_no_clues():
    d = diagnose("." * 16)
    assert d.count == 288 and d.repair.smallest and len(d.repair.clues) == 4  # 4x4 puzzles need four clues
    assert diagnose([1], Board(1, 1)).redundant == (0,)
    assert str(diagnose([0], Board(1, 1))) == "one solution"


def test_no_time():
    for puzzle in (HARD, "." * 81, "." + HARD[1:]):
        d = diagnose(puzzle, time_limit=0)
        assert d.status is Status.TIME_LIMIT and d.unique is None and d.redundant is d.repair is d.conflict is None
        assert str(d).startswith("time ran out") and json.loads(json.dumps(d.as_json()))["unique"] is None
    with pytest.raises(ValueError, match="limit is 1"):
        diagnose(HARD, limit=1)


class LateQuestions(ClueQueries):
    """Queries that run out of time after a number of searches."""

    searches = 0

    def solve(self, clues, *, node_limit=None, share=1):
        LateQuestions.searches -= 1
        if LateQuestions.searches < 0:
            raise TimeoutError
        return super().solve(clues, node_limit=node_limit, share=share)


@pytest.mark.parametrize("searches", [0, 3, 10, 30])
def test_conflict_cut_short(searches):
    puzzle = [1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 1]
    clues = [cell * 4 + value - 1 for cell, value in enumerate(puzzle) if value]
    LateQuestions.searches = searches
    found = conflict(LateQuestions(FOUR, None), clues)
    assert not fitting(without(puzzle, set(range(16)) - set(found.cells)))
    assert found.at_least <= fewest_conflicting(puzzle) <= len(found.cells)
    assert found.kind in ("smallest", "irredundant", "found")
    if found.kind == "smallest":
        assert len(found.cells) == fewest_conflicting(puzzle)


def test_conflict_of_clues_with_a_solution():
    with pytest.raises(ValueError, match="have a solution"):
        conflict(ClueQueries(FOUR, 10), [0, 5])


def test_repair_out_of_time():
    ask = ClueQueries(FOUR, 0)
    some = [bytes(grid) for grid in grids()[:5]]
    assert repair(ask, [], some, False) is None
    found = repair(ask, [], [bytes(grid) for grid in grids()], True)  # no time to find the smallest
    assert found.at_least <= 4 <= len(found.clues)
    assert len(fitting([dict(found.clues).get(cell, 0) for cell in range(16)])) == 1


class Patience(ClueQueries):
    """Queries that run out of time at the n-th check of the time or of counts."""

    def __init__(self, questions):
        super().__init__(FOUR, None)
        self.questions = questions

    def over(self):
        self.questions -= 1
        return self.questions < 0

    def first(self, clues, limit):
        found, status = super().first(clues, limit)
        return (found[:1], Status.TIME_LIMIT) if self.questions < 0 else (found, status)

    def counts(self, sets, limit):
        counts, known = super().counts(sets, limit)
        return counts, known & (not self.over())


def hitting_set_in_time(sets, least, *, over, **bounds):
    """Run smallest_hitting_set(), but check the time at once, not every 256 nodes."""
    if over():
        raise TimeoutError
    return smallest_hitting_set(sets, least, **bounds)


@pytest.mark.parametrize("listed", [None, 3, 20])
@pytest.mark.parametrize("puzzle", with_several(6, 6, 60) + with_several(2, 2, 5))
def test_a_repair_cut_short_anywhere_claims_no_more_than_is_known(puzzle, listed, monkeypatch):
    monkeypatch.setattr(sys.modules[repair.__module__], "smallest_hitting_set", hitting_set_in_time)
    found = fitting(puzzle)
    least, clues = fewest_extra(found), [4 * cell + value - 1 for cell, value in enumerate(puzzle) if value]
    for questions in count():
        ask = Patience(questions)
        repaired = repair(ask, clues, [bytes(grid) for grid in found[:listed]], listed is None or len(found) <= listed)
        if repaired is not None:
            assert repaired.at_least <= least <= len(repaired.clues)
            assert repaired.smallest == (repaired.at_least == len(repaired.clues))
            filled = [dict(repaired.clues).get(cell, value) for cell, value in enumerate(puzzle)]
            assert len(fitting(filled)) == 1
        if ask.questions >= 0:
            assert repaired.at_least == least or (least > 2 and listed is not None)
            break


@pytest.mark.parametrize(("puzzle", "shown"), [("1234" + "." * 12, None), ("." * 16, "and 4 more")])
def test_a_line_of_words_names_twelve_cells(puzzle, shown):
    line = next(line for line in str(diagnose(puzzle)).splitlines() if " cells differ: " in line)
    number, cells = line.split(" cells differ: ")
    parts = cells.split(", ")
    assert len(parts) == min(int(number), 12) + (shown is not None)
    assert shown is None or parts[-1] == shown


# --- the command


def run(*arguments):
    parser = argparse.ArgumentParser()
    command.add(parser)
    return command.run(parser.parse_args(list(arguments)))


def test_command(capsys, tmp_path):
    assert run(HARD) == 0
    assert "minimal" in capsys.readouterr().out
    assert run("12..3.....4.....") == 1
    assert "one more clue leaves one solution: r4c4=1" in capsys.readouterr().out
    file = tmp_path / "puzzles.txt"
    file.write_text("12..3.....4....1\n11..3.....4....1\n12x..\n")
    assert run(str(file), "--json") == 2
    out, err = capsys.readouterr()
    facts = [json.loads(line) for line in out.splitlines()]
    assert [(f["line"], f.get("unique")) for f in facts] == [(1, True), (2, False), (3, None)]
    assert facts[2]["status"] == "invalid"
    assert facts[1]["conflict"]["clues"] == {"r1c1": "1", "r1c2": "1"}
    assert "puzzles.txt:3" in err
    assert run(HARD, "--hardness", "3", "--seed", "1") == 0
    assert "3 isomorphs" in capsys.readouterr().out
    assert run(HARD, "--time-limit", "0") == 3
    assert run("12..3.....4....1", "--box", "2x2", "--json", "--hardness", "2") == 0
    assert '"hardness"' in capsys.readouterr().out
    with pytest.raises(ValueError, match="--limit is 1"):
        run(HARD, "--limit", "1")
    with pytest.raises(SystemExit):
        run(HARD, "--time-limit", "soon")


def test_letters_are_no_superfluous_rule():
    """They restrict no cell, and leave as many solutions when they go."""
    found = diagnose("WORDRD.ODR..O...", Board(2, 2, variants=[Letters("DORW")]))
    assert found.unique and found.superfluous == ()
    assert not any("rule" in line for line in str(found).splitlines())
