# SPDX-License-Identifier: MIT
"""The package's answers to a few hundred queries, as lines of text, for tests/nightly/determinism.py.

    python -m tests.nightly.answers 60

Orders of solutions, counters of the kernels, diagrams, samples, texts, generated puzzles: everything that we promise to
be equal on every run and machine. No times and no hypothesis, so that any Python can run it.
"""

import io
import sys
from hashlib import sha256
from itertools import product

import sudoku
from dlx import Colored, Problem
from dlx.engine.engine import KERNELS
from sudoku import Board
from tests.nightly.cases import at_random

PUZZLES = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)
BOARDS = {"4x4": Board(2, 2), "6x6": Board(2, 3), "x": Board(variants=["x"]), "knight": Board(variants=["anti-knight"])}
WORDS = ("spare", "shape", "panel", "paper", "ample", "place", "alley", "needs")


def main(cases=60):
    for name, answer in answers(int(cases)):
        print(name, sha256(repr(answer).encode()).hexdigest()[:16])


def answers(cases):
    for k in range(cases):
        case = at_random(f"determinism {k}", large=k % 3 == 0)
        for name, answer in of_problem(case.problem, case.ask):
            yield f"case {k} {name}", answer
    for name, p in (("queens", queens(7)), ("words", words(WORDS))):
        for what, answer in of_problem(p, {}):
            yield f"{name} {what}", answer
    yield from of_sudoku()


def of_problem(p, ask):
    for kernel, seed in product(KERNELS if p.bounds is None else ("multi",), (None, 3)):
        search = p.search(**ask, kernel=kernel, seed=seed)
        order, s = [solution.items() for solution in search], search.stats
        yield f"{kernel} {seed}", (order, s.nodes, s.updates, s.guesses, s.max_level)
    yield "kernel", p.search().stats.kernel
    yield "workers", [s.options for s in p.solutions(**ask, workers=3)]
    yield "split", [(part.given, part.banned, part.weight, part.key) for part in p.split(7, **ask)]
    batch = p.solve_many([[k] for k in range(p.n_options)] * 5)
    yield "batch", [getattr(batch, name).tolist() for name in ("counts", "nodes", "statuses", "indptr", "options")]
    count = p.counting(**ask)
    count.run()
    yield "count", (count.count, count.stats.method, count.stats.order, count.stats.nodes, count.stats.lookups)
    yield "explain", str(p.explain(**ask, time_limit=None))
    yield "status", (p.option_status(**ask).statuses.tolist(), p.option_status(**ask).n_searches)
    for form in (p.to_cnf(**ask), p.to_opb(**ask) if p.costs is None else None, p.to_lp(**ask)):
        yield f"export {type(form).__name__}", form and form.text()
    if p.n_primary:
        stream = io.StringIO()
        p.write(stream)
        yield "text", stream.getvalue()
    if p.bounds is None:
        z, r, e = p.zdd(**ask), p.reduce(**ask), p.estimate(20, **ask)
        yield "zdd", (z.root, z.nodes.tolist(), z.sample(5, seed=1) if z.count() else None)
        yield "reduce", (str(r), r.options.tolist(), r.forced.tolist(), [r.why(k) for k in range(p.n_options)])
        yield "estimate", (e.nodes, e.solutions, e.samples)
        if p.costs is not None:
            yield "best", [[(s.cost, s.options) for s in p.best(4, **ask, workers=w)] for w in (None, 2)]


def of_sudoku():
    made = sudoku.generate_batch(100, seed=7)
    yield "made 9x9", [(one.puzzle, one.solution, one.tries) for one in made]
    yield "made rated", [str(one) for one in sudoku.generate_batch(3, seed=7, difficulty="medium")]
    for name, board in BOARDS.items():
        made = sudoku.generate_batch(3, 5, board=board, symmetry="rotate180")
        yield f"made {name}", [(one.puzzle, one.tries) for one in made]
    batch = sudoku.solve_batch(PUZZLES)
    yield "batch", [found.tolist() for found in (batch.solutions, batch.counts, batch.guesses)]
    for k, puzzle in enumerate(PUZZLES):
        way = sudoku.solve_logically(puzzle)
        yield f"puzzle {k} way", list(map(str, way.steps))
        told = (sudoku.rate(puzzle), str(sudoku.hardness(puzzle, 5)), str(sudoku.diagnose(puzzle)))
        yield f"puzzle {k}", (*told, sudoku.canonical(puzzle), [sudoku.solve(puzzle, seed=n) for n in range(3)])


def queens(n):
    options = [[f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}"] for r, c in product(range(n), repeat=2)]
    lines = [f"{line}{k}" for k in range(n) for line in "rc"]
    return Problem(options, lines, [f"u{k}" for k in range(2 * n - 1)] + [f"d{k}" for k in range(1 - n, n)])


def words(dictionary):
    """Return a crossword of five words across and down; the letters at crossings are colors, as strings."""
    across = [[f"r{r}c{c}" for c in range(5)] for r in (0, 2)]
    places = across + [[f"r{r}c{c}" for r in range(5)] for c in (0, 2, 4)]
    options = [
        [f"place{k}", *(Colored(cell, letter) for cell, letter in zip(place, word, strict=True))]
        for k, place in enumerate(places)
        for word in dictionary
    ]
    cells = sorted({cell for place in places for cell in place})
    return Problem(options, [f"place{k}" for k in range(len(places))], cells)


if __name__ == "__main__":
    main(*sys.argv[1:])
