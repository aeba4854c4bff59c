# SPDX-License-Identifier: MIT
"""Search one position of each of many puzzles with every technique, and compare all steps with the solution.

    python -m tests.nightly.techniques --puzzles 100000
    python -m tests.nightly.techniques --puzzles 100000 --jobs 8
    python -m tests.nightly.techniques --data puzzles.txt --quiet

The puzzles are minimal ones made here from the seeds 0, 1, 2, ..., or those of a file. We draw a position on the path
to the solution of each, before a step that is no single if there is any. `sudoku.rate` uses only the easiest technique
of each position; here all techniques search it. No step may remove a digit of the solution or place another, and
each must have words.

A finished block of 100 puzzles is a line of --state, so that a run continues after a kill. The record has the number of
steps by technique, and the CPU time of all blocks.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import sudoku
from sudoku import Board
from sudoku.logic import TECHNIQUES, Grid, solve_logically
from tests.nightly.record import record

BLOCK = 100  # puzzles
SINGLES = ("hidden single", "hidden single in a line", "naked single")
STATE = Path("build/techniques.jsonl")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.techniques", description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=100_000)
    parser.add_argument("--data", type=Path, help="a file with a puzzle on each line, instead of puzzles made here")
    parser.add_argument("--state", type=Path, default=STATE, help="finished blocks, from which a run continues")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quiet", action="store_true", help="record nothing")
    options = parser.parse_args(arguments)
    done = finished(options.state)
    blocks = [k for k in range(-(-options.puzzles // BLOCK)) if k not in done]
    options.state.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.jobs) as pool, options.state.open("a", encoding="utf-8") as stream:
        print(file=stream)  # ends a line that a kill cut off
        for facts in pool.map(audited, blocks, [options.data] * len(blocks)):
            done[facts["block"]] = facts
            print(json.dumps(facts), file=stream, flush=True)
    return told(options, list(done.values()))


def finished(state):
    """Return the blocks of an earlier run, by number; a line that a kill cut off does not count."""
    blocks = []
    for line in state.read_text(encoding="utf-8").splitlines() if state.exists() else ():
        try:
            blocks.append(json.loads(line))
        except ValueError:
            continue
    return {facts["block"]: facts for facts in blocks}


def told(options, blocks):
    steps, found = Counter(), []
    for facts in blocks:
        steps.update(facts["steps"])
        found += facts["found"]
    puzzles, names = sum(facts["puzzles"] for facts in blocks), [technique.name for technique in searched()]
    print(*found, f"{puzzles:,} puzzles, {steps.total():,} steps: {len(found)} wrong", sep="\n")
    print(", ".join(f"{name} {steps[name]:,}" for name in names))
    if not options.quiet:
        record(
            "techniques",
            what="every technique at one position of each puzzle; no step contradicts the solution",
            runs=puzzles,
            found=found,
            seconds=sum(facts["seconds"] for facts in blocks),
            limits=vars(options),
            steps={name: steps[name] for name in names},
        )
    return 1 if found else 0


def audited(block, data):
    """Return the counts and faults of a block of puzzles."""
    steps, found, puzzles, started = Counter(), [], 0, time.process_time()
    for number, puzzle in puzzles_of(block, data):
        puzzles += 1
        rng = random.Random(number)
        solution = as_set(sudoku.solve(puzzle))
        for step in steps_at(position(puzzle, rng)):
            steps[step.technique] += 1
            if step.removed & solution or step.placed & ~solution or not step.words:
                found.append(f"{puzzle}: {step.technique}: {step.words}")
    seconds = round(time.process_time() - started, 2)
    return {"block": block, "puzzles": puzzles, "steps": dict(steps), "found": found, "seconds": seconds}


def puzzles_of(block, data):
    """Yield the puzzles of a block, with their numbers."""
    numbers = range(block * BLOCK, (block + 1) * BLOCK)
    if data is None:
        return ((number, sudoku.generate(number, minimal=True).puzzle) for number in numbers)
    with data.open(encoding="utf-8") as stream:
        lines = [line.split(",")[0].strip() for line in islice(stream, numbers.start, numbers.stop)]
    return [(number, line) for number, line in zip(numbers, lines, strict=False) if len(line) == 81]


def as_set(grid):
    return sum(1 << 9 * cell + int(digit) - 1 for cell, digit in enumerate(grid))


def position(puzzle, rng):
    """Return a grid on the path to the solution, before a step that is no single if there is any."""
    steps = solve_logically(puzzle).steps
    hard = [k for k, step in enumerate(steps) if step.technique not in SINGLES]
    board = Board()
    grid = Grid(board, board.parse(puzzle), unique=True)
    for step in steps[: rng.choice(hard or range(len(steps)))]:
        grid.apply(step)
    return grid


def steps_at(grid):
    """Yield the steps of all techniques."""
    for technique in searched():
        yield from technique.find(grid)


def searched():
    return [technique for technique in TECHNIQUES if not technique.of_rules]


if __name__ == "__main__":
    sys.exit(main())
