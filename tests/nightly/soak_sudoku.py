# SPDX-License-Identifier: MIT
"""Soak operations for `sudoku`: random puzzles, each checked by definition or by a second engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np

import sudoku
from sudoku import Board
from sudoku.logic import LogicStatus
from sudoku.making.isomorphs import isomorph
from sudoku.making.patterns import SYMMETRIES
from sudoku.reading.fpuzzles import read_link
from sudoku.terminal import cli
from tests import definitions as d
from tests.variant_puzzles import UNIQUE

from .soak_dlx import cut, run

EXAMPLES = Path(__file__).parents[2] / "examples" / "hardest.txt"
NINE = Board()
RULES = [d.lines(9), d.boxes(3, 3)]
TOY = Board(2, 2)


def puzzle(random: Random) -> str:
    """Return a puzzle with one solution: an isomorph of a hard one, or a new one of any difficulty."""
    if random.random() < 0.5:
        return str(sudoku.generate(random.randrange(10**6), clues=(24, 40)))
    hard = [line for line in EXAMPLES.read_text().split() if len(line) == 81]
    return NINE.line(isomorph(NINE, NINE.parse(random.choice(hard)), random))


def without(random: Random, line: str, number: int) -> str:
    """Return the puzzle with fewer clues."""
    gone = set(random.sample([k for k, c in enumerate(line) if c != "."], number))
    return "".join("." if k in gone else c for k, c in enumerate(line))


def proper(line: str, solved: str) -> bool:
    grid = {divmod(k, 9): int(c) for k, c in enumerate(solved)}
    return d.right(RULES, grid) and all(a in (".", b) for a, b in zip(line, solved, strict=True))


def solves(random: Random, _: Path) -> None:
    line = puzzle(random)
    solved = sudoku.solve(line)
    assert solved and proper(line, solved) and sudoku.solve(line, engine="bitset") == solved
    assert sudoku.is_unique(line) and sudoku.count(line) == 1
    more = without(random, line, random.randint(1, 4))
    limit = random.choice([2, 10, 500])
    number = sudoku.count(more, limit=limit)
    assert number == sudoku.count(more, limit=limit, engine="bitset") >= 1
    assert len({one for one, _k in zip(sudoku.solutions(more), range(limit), strict=False)}) == number


def batches(random: Random, _: Path) -> None:
    lines = [puzzle(random) for _ in range(random.choice([3, 20]))] * random.choice([1, 30])
    lines = [without(random, line, random.randint(0, 3)) for line in lines]
    limit = random.choice([1, 2, 50])
    r = sudoku.solve_batch(lines, limit=limit, workers=random.choice([None, 1, 2, 3]))
    again = sudoku.solve_batch(lines, limit=limit, engine="bitset")
    assert (r.counts == again.counts).all() and (r.counts >= 1).all()
    k = random.randrange(len(lines))
    assert proper(lines[k], NINE.line(r.solutions[k].tobytes()))


def generates(random: Random, _: Path) -> None:
    board = random.choice([NINE, TOY, Board(2, 3), Board(3, 2), Board(variants=["x"]), Board(variants=["windoku"])])
    symmetry = random.choice(["none", *SYMMETRIES]) if board.side == 9 and board.plain else "none"
    made = sudoku.generate(random.randrange(10**6), board=board, symmetry=symmetry, time_limit=20)
    if made.puzzle is None:
        return
    assert sudoku.is_unique(made.puzzle, board=board)
    assert sudoku.solve(made.puzzle, board=board) == made.solution
    if symmetry == "none" and board is not TOY:  # minimal: every clue is needed
        assert sudoku.count(without(random, made.puzzle, 1), limit=2, board=board) == 2


def series(random: Random, _: Path) -> None:
    seed, clues = random.randrange(10**6), random.choice([None, (24, 30)])
    made = [one.puzzle for one in sudoku.generate_batch(8, seed, clues=clues)]
    assert [one.puzzle for one in sudoku.generate_batch(8, seed, clues=clues, workers=2)] == made
    assert len({sudoku.canonical(one) for one in made}) == 8
    half = sudoku.generate_batch(None, seed)
    next(half)
    half.close()


def canon(random: Random, _: Path) -> None:
    line = puzzle(random)
    twin = NINE.line(isomorph(NINE, NINE.parse(line), random))
    assert sudoku.canonical(line) == sudoku.canonical(twin) == sudoku.canonical(sudoku.canonical(twin))
    fewer = without(random, twin, 1)
    assert sudoku.canonical(fewer) != sudoku.canonical(twin)


def reasons(random: Random, _: Path) -> None:
    line = puzzle(random)
    solved = sudoku.solve(line)
    result = sudoku.solve_logically(line, time_limit=60)
    assert result.status in (LogicStatus.SOLVED, LogicStatus.TIME_LIMIT)
    if result.status is LogicStatus.SOLVED:
        assert result.line == solved
    hint = sudoku.hint(line)
    assert hint is not None and hint.words
    rating = sudoku.rate(line, time_limit=60)
    twin = sudoku.rate(NINE.line(isomorph(NINE, NINE.parse(line), random)), time_limit=60)
    if LogicStatus.TIME_LIMIT not in (rating.status, twin.status):
        assert rating == twin


def doctors(random: Random, _: Path) -> None:
    line = puzzle(random)
    assert sudoku.diagnose(line, time_limit=5).unique is True
    fewer = without(random, line, random.randint(1, 3))
    found, number = sudoku.diagnose(fewer, time_limit=5, limit=20), sudoku.count(fewer, limit=20)
    assert found.count == number
    if found.repair is not None:
        clues = dict(found.repair.clues)
        mended = "".join(str(clues.get(k, c)) for k, c in enumerate(fewer))
        assert sudoku.is_unique(mended)
    solved = sudoku.solve(line)
    assert solved is not None
    k = random.choice([k for k, c in enumerate(line) if c == "."])
    wrong = line[:k] + str(int(solved[k]) % 9 + 1) + line[k + 1 :]
    conflict = sudoku.diagnose(wrong, time_limit=5).conflict
    assert conflict is not None
    assert sudoku.count(wrong, limit=1) == 0
    only = "".join(c if k in conflict.cells else "." for k, c in enumerate(wrong))
    assert sudoku.count(only, limit=1) == 0


def drawings(random: Random, folder: Path) -> None:
    line = puzzle(random)
    picture = sudoku.draw(line, random.choice([None, sudoku.solve(line)]), candidates=random.choice([None, "auto"]))
    assert ElementTree.fromstring(picture.svg).tag.endswith("svg")
    for name in ("p.svg", "p.png", "p.html", "p.txt"):
        picture.save(folder / name)
        assert (folder / name).stat().st_size > 80


def variants(random: Random, _: Path) -> None:
    name = random.choice(list(UNIQUE))
    board, rules, line = UNIQUE[name]
    solved = sudoku.solve(line, board=board)
    assert solved is not None and sudoku.is_unique(line, board=board)
    grid = dict(zip(board.places, map(int, solved), strict=True))
    assert d.right(rules, grid)
    assert sudoku.draw(line, board=board).svg.startswith("<svg")


def links(random: Random, _: Path) -> None:
    line = puzzle(random)
    cells = [[{"value": int(c), "given": True} if c != "." else {} for c in line[r : r + 9]] for r in range(0, 81, 9)]
    rules = dict.fromkeys(random.sample(["antiknight", "antiking", "diagonal+", "nonconsecutive"], 2), True)
    found = read_link(json.dumps({"size": 9, "grid": cells} | rules))
    assert found.board.line(found.puzzle) == line and len(found.board.variants) == 2
    for bad in ("{", "https://f-puzzles.com/?load=N4Ig", json.dumps({"size": 9, "grid": cells, "arrow": [1]})):
        with suppress(ValueError):
            read_link(bad)
            raise AssertionError(bad)


def small_counts(random: Random, _: Path) -> None:
    clues: dict[Any, int] = {}
    full = next(iter(sudoku.solutions("." * 16)))
    for k in random.sample(range(16), random.randint(2, 6)):
        clues[divmod(k, 4)] = int(full[k]) if random.random() < 0.9 else random.randint(1, 4)
    line = "".join(str(clues.get(divmod(k, 4), ".")) for k in range(16))
    known = sum(1 for _ in d.solutions([divmod(k, 4) for k in range(16)], 4, [d.lines(4), d.boxes(2, 2)], clues))
    assert sudoku.count(line) == known == sudoku.count(line, engine="bitset")


def hard(random: Random, _: Path) -> None:
    line, seed = puzzle(random), random.randrange(100)
    found, again = (sudoku.hardness(line, 5, seed, time_limit=60) for _ in range(2))
    assert found.steps == again.steps or found.n < 5


def interrupted(random: Random, _: Path) -> None:
    """Send a signal at a random moment of a long call: the next answers are right."""
    line = puzzle(random)
    empty = without(random, line, min(12, sum(c != "." for c in line)))
    lines = [line] * 20_000
    long_ones: list[Callable[[], object]] = [
        lambda: sudoku.count(empty),
        lambda: sudoku.count(empty, engine="bitset"),
        lambda: sudoku.solve_batch(lines, workers=random.choice([None, 2])),
        lambda: sudoku.solve_batch(lines, engine="bitset"),
        lambda: sudoku.generate(1, board=Board(variants=["x"]), clues=(17, 18), time_limit=3),
        lambda: list(sudoku.generate_batch(50, workers=2)),
        lambda: sudoku.rate(line, time_limit=3),
        lambda: sudoku.diagnose(empty, time_limit=3),
        lambda: sudoku.canonical(np.tile(np.arange(1, 10, dtype=np.uint8), 9)),
        lambda: sudoku.hardness(line, 100, time_limit=3),
    ]
    cut(random.choice(long_ones), random.random() * 0.3)
    solves(random, _)


def commands(random: Random, folder: Path) -> None:
    lines = [puzzle(random) for _ in range(random.choice([1, 5, 30]))]
    file = folder / "puzzles.txt"
    file.write_text("\n".join(lines) + "\n")
    how = ["--workers", "2"] if random.random() < 0.5 else []
    code, out = run(cli.main, "solve", file, "-q", *how)
    if len(lines) > 1:
        assert out.split() == [sudoku.solve(line) for line in lines] and code == 0
    code, out = run(cli.main, "count", file, *how)
    assert code == 0
    assert run(cli.main, random.choice(["diagnose", "draw", "hint", "rate"]), lines[0])[0] == 0
    file.write_text("\n".join([*lines, "this is no puzzle"]) + "\n")
    assert run(cli.main, "check", file, *how)[0] == 2


OPERATIONS: list[tuple[Callable[[Random, Path], None], int]] = [
    (solves, 8),
    (batches, 6),
    (generates, 6),
    (series, 2),
    (canon, 6),
    (reasons, 4),
    (doctors, 4),
    (drawings, 4),
    (variants, 6),
    (links, 4),
    (small_counts, 6),
    (hard, 2),
    (interrupted, 6),
    (commands, 3),
]
