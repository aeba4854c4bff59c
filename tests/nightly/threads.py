# SPDX-License-Identifier: MIT
"""Sixteen threads query one problem or board at once in every way, while Python switches threads as often as it can.

    python -m tests.nightly.threads --minutes 10

Each round makes a new problem, so that all threads query it first while it makes the data kept for later queries. One
thread has listed all solutions before, in a problem of its own, and we compare the answers with the list. Every other
round makes a new Sudoku board instead, and one thread gives the same answers afterwards. Every third round also shares
one search, one count and one kernel, which must refuse all threads but one. Every fourth round solves, rates and counts
9x9 puzzles, by the kernel of boxes, the techniques, and the kernels of the exact cover; they share the kernels' tables.
`make races` runs this with ThreadSanitizer in the compiled modules, and ends if two threads touch the same memory
without a lock and one of them writes.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from threading import Barrier, Thread
from typing import Any

import sudoku
from dlx import OptionStatus, Problem
from dlx.engine.drive import DONE, SOLUTION
from dlx.engine.engine import KERNELS
from sudoku.engine import bands
from sudoku.engine.engines import ENGINES

from .boards import at_random
from .known import any_known, questions, under
from .record import record

THREADS = 16
QUESTIONS = 4  # per thread in a round
SETS = bands.instruction_sets()
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."  # Escargot: every technique
SWITCH = 1e-6  # seconds
Found = list[tuple[int, ...]]


def counts(p: Problem, found: Found, random: Random) -> bool:
    asked = questions(random, p)
    return p.count(method=random.choice(["auto", "search", "memo", "frontier", "symmetric", "zdd"]), **asked) == len(
        under(found, **asked)
    )


def lists(p: Problem, found: Found, random: Random) -> bool:
    asked = questions(random, p)
    search = p.search(kernel=random.choice(["auto", *KERNELS]), seed=random.choice([None, 3]), **asked)
    return sorted(s.options for s in search) == sorted(under(found, **asked))


def workers(p: Problem, found: Found, random: Random) -> bool:
    return p.count(workers=2, method="search") == len(found)


def diagrams(p: Problem, found: Found, random: Random) -> bool:
    often, asked = Counter(k for options in found for k in options), questions(random, p)
    z = p.zdd()
    right = z.count_per_option() == [often[k] for k in range(p.n_options)]
    return right and z.restrict(**asked).count() == len(under(found, **asked))


def many(p: Problem, found: Found, random: Random) -> bool:
    givens = [questions(random, p)["given"] for _ in range(20)]
    kernel = random.choice(["auto", "lanes", *KERNELS])
    return p.count_many(givens, None, kernel=kernel).tolist() == [len(under(found, one, [])) for one in givens]


def cheapest(p: Problem, found: Found, random: Random) -> bool:
    costs = p.costs
    return [s.cost for s in p.best(2)] == sorted(sum(costs[k] for k in options) for options in found)[:2]


def statuses(p: Problem, found: Found, random: Random) -> bool:
    often = Counter(k for options in found for k in options)
    some = {0: OptionStatus.NONE, len(found): OptionStatus.ALL}
    status = p.option_status()
    return all(status[k] is some.get(often[k], OptionStatus.SOME) or not found for k in range(p.n_options))


def reduced(p: Problem, found: Found, random: Random) -> bool:
    asked = questions(random, p)
    return sorted(s.options for s in p.reduce(**asked).solutions()) == sorted(under(found, **asked))


def copied(p: Problem, found: Found, random: Random) -> bool:
    return pickle.loads(pickle.dumps(p)) == p


ASKED: list[Callable[[Problem, Found, Random], bool]] = [
    *(counts, lists, workers, diagrams, many, cheapest, statuses, reduced, copied)
]


def on_all_threads(seed: int, ask: Callable[[int, list[str]], int]) -> tuple[int, list[str]]:
    """Call `ask` with a number and a list for faults, on all threads at once; return the sum of its results and the
    faults."""
    start, wrong, answered = Barrier(THREADS), list[str](), list[int]()

    def run(number: int) -> None:
        start.wait()
        try:
            answered.append(ask(number, wrong))
        except Exception:
            wrong.append(f"seed {seed}: {traceback.format_exc().splitlines()[-1]}")

    threads = [Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(answered), wrong


def problem_round(seed: int) -> tuple[int, list[str]]:
    """Run all threads on one problem; return the number of queries answered, and the faults."""
    random = Random(seed)
    p, known = any_known(random)
    costs = [random.randint(0, 9) for _ in range(p.n_options)]
    own = [Problem([p.option(k) for k in range(p.n_options)], p.primary, p.secondary, costs=costs) for _ in range(2)]
    found = [s.options for s in own[0].search()]
    if len(found) != known:
        return 0, [f"seed {seed}: {len(found)} solutions, not {known}"]

    def ask(number: int, wrong: list[str]) -> int:
        mine = Random(seed * THREADS + number)
        asked = mine.choices(ASKED, k=QUESTIONS)
        wrong += [f"seed {seed}: {one.__name__} is wrong" for one in asked if not one(own[1], found, mine)]
        return len(asked)

    return on_all_threads(seed, ask)


# --- one Sudoku board


def _steps(puzzle: str, board: sudoku.Board) -> Any:
    return [str(step) for step in sudoku.solve_logically(puzzle, board=board).steps]


OF_BOARDS: list[Callable[..., Any]] = [
    sudoku.solve,
    sudoku.count,
    sudoku.is_unique,
    lambda puzzle, board: list(sudoku.solutions(puzzle, board=board)),
    sudoku.candidates,
    _steps,
    lambda puzzle, board: sudoku.draw(puzzle, board=board).svg,
    lambda puzzle, board: pickle.loads(pickle.dumps(board)) == board,
]


def board_round(seed: int) -> tuple[int, list[str]]:
    """Run all threads on one board; return the number of queries answered, and the faults."""
    case = at_random(f"threads {seed}")
    board, puzzle = case.board, case.board.line(case.puzzle)
    answers = list[tuple[int, object]]()

    def ask(number: int, wrong: list[str]) -> int:
        for k in Random(seed * THREADS + number).choices(range(len(OF_BOARDS)), k=QUESTIONS):
            answers.append((k, _answer(k, puzzle, board)))
        return QUESTIONS

    answered, wrong = on_all_threads(seed, ask)
    right = [_answer(k, puzzle, board) for k in range(len(OF_BOARDS))]
    if right[1] != len(case.right()):
        wrong.append(f"seed {seed}: {right[1]} solutions of {case}")
    return answered, wrong + [f"seed {seed}: question {k}: {one} of {case}" for k, one in answers if one != right[k]]


def _answer(k: int, puzzle: str, board: sudoku.Board) -> object:
    try:
        return OF_BOARDS[k](puzzle, board=board)
    except ValueError as error:  # no solution, for example
        return repr(error)


# --- 9x9 puzzles


OF_PUZZLES: list[Callable[[list[str]], Any]] = [
    lambda puzzles: [sudoku.solve_batch(puzzles, workers=workers).solutions.tolist() for workers in (None, 2)],
    lambda puzzles: [bands.search(_cells(puzzle), 2, 10**6, kind)[:2] for puzzle in puzzles for kind in SETS],
    lambda puzzles: [bands.count(puzzle[:-4] + "....", 1000) for puzzle in puzzles],
    lambda puzzles: [sudoku.count(puzzle, engine=engine) for puzzle in puzzles for engine in ENGINES],
    lambda puzzles: [[str(step) for step in sudoku.solve_logically(puzzle).steps] for puzzle in puzzles],
    lambda puzzles: [str(sudoku.rate(puzzle)) for puzzle in [*puzzles, HARD]],
    lambda puzzles: [str(sudoku.hint(puzzle)) for puzzle in puzzles],
    lambda puzzles: list(sudoku.canonical_batch(puzzles)),
    lambda puzzles: [list(found or ()) for found in sudoku.candidates_batch(puzzles)],
]


def _cells(puzzle: str) -> bytes:
    return bytes(int(cell) if cell.isdigit() else 0 for cell in puzzle)


def puzzle_round(seed: int) -> tuple[int, list[str]]:
    """Run all threads on two 9x9 puzzles; return the number of queries answered, and the faults."""
    puzzles = [made.puzzle for made in sudoku.generate_batch(2, seed=seed)]
    answers = list[tuple[int, object]]()

    def ask(number: int, wrong: list[str]) -> int:
        for k in Random(seed * THREADS + number).choices(range(len(OF_PUZZLES)), k=QUESTIONS):
            answers.append((k, OF_PUZZLES[k](puzzles)))
        return QUESTIONS

    answered, wrong = on_all_threads(seed, ask)
    right = [one(puzzles) for one in OF_PUZZLES]
    if right[3] != [1] * len(right[3]):
        wrong.append(f"seed {seed}: {right[3]} solutions of {puzzles}")
    return answered, wrong + [f"seed {seed}: question {k}: {one} of {puzzles}" for k, one in answers if one != right[k]]


# --- one machine, which one thread uses at a time


def shared_round(seed: int) -> tuple[int, list[str]]:
    """Share a search, a count and a kernel; return the number of calls let in, and the faults.

    The threads together find each solution once.
    """
    random = Random(seed)
    p, known = any_known(random)
    search, count, found = p.search(kernel=random.choice(["auto", *KERNELS])), p.counting(), list[tuple[int, ...]]()
    kernel, outcomes = p.engine.lend(random.choice(KERNELS)).kernel, list[int]()
    kernel.setup(())
    kernel.solution_stop = 1 << 40

    def ask(number: int, wrong: list[str]) -> int:
        # A list that extends itself holds its lock on a Python without the global one, so each thread has its own.
        mine = [solution.options for solution in _let_in(search.__next__)]
        found.extend(mine)
        counted = next(_let_in(count.run))
        if counted != known:
            wrong.append(f"seed {seed}: a count of {counted}, not {known}")
        steps = list(_let_in(lambda: _step(kernel.step)))
        outcomes.extend(steps)
        return 1

    answered, wrong = on_all_threads(seed, ask)
    if sorted(found) != sorted(s.options for s in p.search()):
        wrong.append(f"seed {seed}: {len(found)} solutions of one search, not {known}")
    if kernel.solutions != known:
        wrong.append(f"seed {seed}: {kernel.solutions} solutions of one kernel, not {known}")
    return answered + len(found) + len(outcomes), wrong


def _step(step: Callable[[int], int]) -> int:
    outcome = step(100)
    if outcome in (DONE, SOLUTION):
        raise StopIteration
    return outcome


def _let_in(call: Callable[[], Any]) -> Iterator[Any]:
    """Yield the results of calls until the iteration ends; repeat a call that found another thread inside."""
    while True:
        try:
            answer = call()
        except StopIteration:
            return
        except RuntimeError as error:
            if "one thread at a time" not in str(error):
                raise
        else:
            yield answer


def round_of(seed: int) -> tuple[int, list[str]]:
    """Run the rounds of a seed; return the number of queries answered, and the faults."""
    answered, wrong = (board_round if seed % 2 else problem_round)(seed)
    if seed % 3 == 0:
        more, faults = shared_round(seed)
        answered, wrong = answered + more, wrong + faults
    if seed % 4 == 0:
        more, faults = puzzle_round(seed)
        answered, wrong = answered + more, wrong + faults
    return answered, wrong


def main(arguments: Any = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.threads", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--start", type=int, default=1, help="the first seed")
    options = parser.parse_args(arguments)
    sys.setswitchinterval(SWITCH)
    started, seed, answered, found = time.monotonic(), options.start, 0, list[str]()
    while time.monotonic() - started < 60 * options.minutes:
        number, wrong = round_of(seed)
        answered, seed, found = answered + number, seed + 1, found + wrong
    races = "libtsan" in os.environ.get("LD_PRELOAD", "")
    record(
        "races" if races else "threads",
        what=f"{THREADS} threads ask one problem or one board at once, and change as often as they can"
        + ", with ThreadSanitizer" * races,
        runs=answered,
        found=found,
        seconds=time.monotonic() - started,
        limits=vars(options),
        problems=seed - options.start,
        locked=getattr(sys, "_is_gil_enabled", lambda: True)(),
    )
    print(*found[:20], f"{answered:,} answers of {seed - options.start:,} problems, {len(found)} wrong", sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
