# SPDX-License-Identifier: MIT
"""Sudoku: puzzles proved unique in bulk, by every kernel, by backtracking on bit sets, and by tdoku.

Every contender proves every puzzle unique (counting stops at 2), with one thread, through the Python API; tdoku runs in
its own program (bench/tdoku.cc), and the time to read the file does not count. "solve_batch, text" gets a list of
lines, as tdoku does; all other contenders of ours get an array. The kernel for 9x9 puzzles (bands) runs next to the
generic ones, which know nothing of Sudoku. Without a FILE, we use our own sets: minimal puzzles made here from a seed,
and examples/hardest.txt repeated.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import sudoku
from sudoku.engine.batch import BANDS, BatchTask, by_cover
from sudoku.engine.bitset import solve_batch as bitset_batch
from sudoku.engine.cover import clues, cover
from sudoku.engine.lines import givens, lines

from .arguments import number, program, refuse
from .labels import set_label
from .measure import Timed, cpu, ratio, save, take_turns
from .show import curves, table

Grids = NDArray[np.uint8]
BOARD = sudoku.Board()
HARDEST = Path(__file__).parent.parent / "examples" / "hardest.txt"
OURS = "text"
TDOKU_SECONDS = 10  # at most, and as much again for each thousand puzzles
# Slow contenders get only a part of a set; the lanes, which are fast, need many puzzles to be busy.
MOST = {"bits": 5_000, "links": 2_000, "bitset": 2_000, "naive": 50}
NAMES = {
    "text": "solve_batch, text",
    "array": "solve_batch, array",
    "tdoku": "tdoku",
    "bands": "the kernel for 9x9",
    "lanes": "bit-sliced, side by side",
    "bits": "bit-parallel, one by one",
    "links": "dancing links, one by one",
    "bitset": "bit sets, fewest candidates first",
    "naive": "bit sets, cell after cell",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="*", type=puzzle_set, metavar="FILE", help="9x9 puzzles, one a line; default: our own sets"
    )
    parser.add_argument("--most", type=number(1), default=20_000, metavar="N", help="puzzles of a set; default 20,000")
    parser.add_argument("--tdoku", type=tdoku, metavar="PROGRAM", help="bench/tdoku.cc, built")
    parser.add_argument("--no-naive", action="store_true", help="leave the slowest contender out")


def puzzle_set(path: str) -> tuple[str, Grids]:
    """Return the name of a file and its puzzles, each with one solution."""
    try:
        grids = _read(path)
    except (OSError, ValueError) as problem:
        refuse(str(problem))
    if not len(grids):
        refuse(f"{path} has no 9x9 puzzle")
    several = np.flatnonzero(sudoku.solve_batch(grids).counts != 1)
    if len(several):
        line = BOARD.line(grids[several[0]].tobytes())
        refuse(f"{path}: {len(several):,} of {len(grids):,} puzzles do not have one solution; the first is {line}")
    return Path(path).stem, grids


def tdoku(name: str) -> str:
    """Return the path of the program, which has answered a puzzle."""
    path, puzzle = program(name), _read(str(HARDEST))[:1]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.txt"
        file.write_bytes(lines(puzzle, 0, 1, BOARD.characters))
        try:
            right, _ = _tdoku(path, file, 1, {})
        except (OSError, subprocess.SubprocessError, ValueError, IndexError):
            right = False
    if not right:
        refuse(
            f"{name} does not answer as bench/tdoku.cc does: CPU seconds, puzzles with one solution, guesses a puzzle"
        )
    return path


def run(options: argparse.Namespace) -> None:
    sets = {name: grids[: options.most] for name, grids in options.file} or _own_sets(options.most)
    rows = [_measure(name, grids, options) for name, grids in sets.items()]
    shown = [name for name in NAMES if name in rows[0]["puzzles/s"]]
    body = [
        [
            set_label(row["set"]),
            f"{row['puzzles']:,}",
            f"{row['our guesses']:.1f}",
            *(_shown(row["puzzles/s"][name]) for name in shown),
        ]
        for row in rows
    ]
    table(
        "Puzzles proved unique a second, one thread, CPU time",
        ["set", "puzzles", "guesses each", *(NAMES[name] for name in shown)],
        body,
    )
    if options.tdoku:
        table(
            "tdoku's CPU time by ours, median of the rounds",
            ["set", "ratio", "its guesses"],
            [[set_label(row["set"]), f"{row['ratio']['tdoku']:.2f}", f"{row['guesses']:.1f}"] for row in rows],
        )
    calls = [row for name, grids in sets.items() for row in _calls(name, grids, options.rounds)]
    table(
        "One puzzle from Python, and batches (microseconds for a puzzle, mean)",
        ["set", "question", "all included", "in the search", "around it"],
        [[str(cell) for cell in row.values()] for row in calls],
    )
    save(options.json, {"question": "sudoku", "rows": rows, "calls": calls})
    if options.picture:
        draw(options.picture, rows)


def draw(path: str, rows: list[dict[str, Any]]) -> None:
    """Draw the speed of each contender over the sets."""
    shown = [name for name in NAMES if name in rows[0]["puzzles/s"]]
    points = {NAMES[name]: [row["puzzles/s"][name] for row in rows] for name in shown}
    names = [f"{set_label(row['set'])}\n{row['our guesses']:.3g} guesses each" for row in rows]
    curves(path, "Sudokus proved unique a second, one thread", names, points)


def _shown(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 10 else f"{speed:.2g}"


def _read(path: str) -> Grids:
    puzzles = [record.puzzle for record in sudoku.read_file(path, BOARD) if record.puzzle is not None]
    return np.frombuffer(b"".join(puzzles), np.uint8).reshape(-1, BOARD.cells)


def _own_sets(most: int) -> dict[str, Grids]:
    return {
        "minimal": minimal(most, 1),
        "examples/hardest": np.resize(_read(str(HARDEST)), (min(most, 4_000), BOARD.cells)),
    }


def minimal(number: int, seed: int) -> Grids:
    """Make minimal puzzles: remove clues from random full grids, in random order, as long as they stay unique."""
    rng = np.random.default_rng(seed)
    empty = "." * BOARD.cells
    full = [BOARD.parse(sudoku.solve(empty, seed=seed * 1_000_003 + k) or "") for k in range(number)]
    grids = np.frombuffer(b"".join(full), np.uint8).reshape(-1, BOARD.cells).copy()
    every = np.arange(number)
    for cell in rng.permuted(np.tile(np.arange(BOARD.cells), (number, 1)), axis=1).T:
        digit = grids[every, cell]
        grids[every, cell] = 0
        several = cover(BOARD).count_many(_questions(grids)) > 1
        grids[every[several], cell[several]] = digit[several]
    return grids


def _questions(grids: Grids) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    indptr, options = givens(grids, BOARD.side)
    return indptr, options[:-1]


def _by_kernel(name: str, grids: Grids) -> sudoku.BatchResult:
    return by_cover(BOARD, grids, 2, name, name == "lanes")


def _by_bitset(order: str, grids: Grids) -> sudoku.BatchResult:
    return sudoku.BatchResult(*bitset_batch(BOARD, grids, order=order), np.zeros(len(grids), np.uint8))


def _measure(name: str, grids: Grids, options: argparse.Namespace) -> dict[str, Any]:
    texts = [BOARD.line(grid.tobytes()) for grid in grids]
    batches: dict[str, Callable[[Grids], sudoku.BatchResult]] = {
        OURS: lambda part: sudoku.solve_batch(texts),
        "array": sudoku.solve_batch,
        "bands": BatchTask(BOARD, 2, BANDS).by_bands,
        "lanes": partial(_by_kernel, "lanes"),
        "bits": partial(_by_kernel, "bits"),
        "links": partial(_by_kernel, "links"),
        "bitset": partial(_by_bitset, "fewest"),
        "naive": partial(_by_bitset, "reading"),
    }
    if options.no_naive:
        del batches["naive"]
    guesses: dict[str, float] = {}

    def timed(contender: str) -> Timed:
        def answer() -> tuple[bool, float]:
            part = grids[: MOST.get(contender)]
            result, spent = cpu(lambda: batches[contender](part))
            guesses[contender] = float(result.guesses.mean())
            return bool((result.counts == 1).all()) and _solve(part, result.solutions), spent / len(part)

        return answer

    contenders = {contender: timed(contender) for contender in batches}
    with tempfile.TemporaryDirectory() as folder:
        if options.tdoku:
            file = Path(folder) / "puzzles.txt"
            file.write_bytes(lines(grids, 0, len(grids), BOARD.characters))
            contenders["tdoku"] = partial(_tdoku, options.tdoku, file, len(grids), guesses)
        seconds = take_turns(contenders, True, options.rounds, OURS, 1e-2)
    return {
        "set": name,
        "puzzles": len(grids),
        "our guesses": guesses[OURS],
        "guesses": guesses.get("tdoku"),
        "puzzles/s": {contender: 1 / statistics.median(spent) for contender, spent in seconds.items()},
        "ratio": {contender: ratio(spent, seconds[OURS]) for contender, spent in seconds.items()},
    }


def _tdoku(program: str, file: Path, puzzles: int, guesses: dict[str, float]) -> tuple[bool, float]:
    run = partial(subprocess.run, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    said = run([program, str(file)], timeout=TDOKU_SECONDS * (1 + puzzles / 1_000)).stdout.split()
    guesses["tdoku"] = float(said[2])
    return int(said[1]) == puzzles, float(said[0]) / puzzles


def _solve(puzzles: Grids, solutions: Grids) -> bool:
    """Return whether these are solutions of the puzzles, checked against the rules by sorting."""
    kept = ((puzzles == 0) | (puzzles == solutions)).all()
    digits = np.arange(1, BOARD.side + 1)
    return bool(kept) and all((np.sort(solutions[:, list(house)]) == digits).all() for house in BOARD.houses)


def _calls(name_of_set: str, grids: Grids, rounds: int) -> list[dict[str, str]]:
    """Measure calls from Python after the first, with one puzzle or a few, and the share of the search in them."""
    grids = np.resize(grids, (1_000, BOARD.cells))  # repeats a small set
    puzzles = [BOARD.line(grid.tobytes()) for grid in grids]
    problem, questions_ = cover(BOARD), _questions(grids)
    nine = statistics.median(cpu(lambda: BatchTask(BOARD, 2, BANDS).by_bands(grids))[1] for _ in range(rounds))
    batch = statistics.median(cpu(lambda: problem.solve_many(questions_, 1, kernel="bits"))[1] for _ in range(rounds))
    proof = statistics.median(cpu(lambda: problem.solve_many(questions_, 2, kernel="bits"))[1] for _ in range(rounds))
    given = [clues(BOARD, grid.tobytes()) for grid in grids]
    questions: list[tuple[str, Callable[[Any], Any], Sequence[Any], float]] = [
        ("sudoku.solve(text)", sudoku.solve, puzzles, nine),
        ("sudoku.is_unique(text)", sudoku.is_unique, puzzles, nine),
        ('sudoku.solve(text, engine="dlx")', partial(sudoku.solve, engine="dlx"), puzzles, batch),
        ('sudoku.is_unique(text, engine="dlx")', partial(sudoku.is_unique, engine="dlx"), puzzles, proof),
        ("Problem.count(2, given=clues)", lambda given: problem.count(2, given=given), given, proof),
    ]
    for size in (2, 8, 50):
        parts = [puzzles[k : k + size] for k in range(0, len(puzzles), size)]
        questions.append((f"sudoku.solve_batch({size} texts)", sudoku.solve_batch, parts, nine))
    rows = []
    for name, question, asked, search in questions:
        spent = statistics.median(cpu(partial(list, map(question, asked)))[1] for _ in range(rounds))
        each, inside = 1e6 * spent / len(puzzles), 1e6 * search / len(puzzles)
        rows.append(
            {
                "set": name_of_set,
                "question": name,
                "all": f"{each:.1f}",
                "search": f"{inside:.1f}",
                "around": f"{each - inside:.1f}",
            }
        )
    return rows
