# SPDX-License-Identifier: MIT
"""Search positions of many puzzles with every technique, and compare all that they remove and place with the solution.

    python -m tests.nightly.techniques --puzzles 100000
    python -m tests.nightly.techniques --puzzles 100000 --jobs 8
    python -m tests.nightly.techniques --first 100000 --puzzles 50000 --state build/others.jsonl
    python -m tests.nightly.techniques --data puzzles.txt --every 1 --quiet

The puzzles are minimal ones made here from the seeds 0, 1, 2, ..., or those of a file, each with one solution. With
--first, the seeds or lines begin there.
`sudoku.rate` uses only the easiest technique of a position; here all techniques search it. None may remove a digit of
the solution or place another.

The compiled techniques search the start of each puzzle, and every position on the path to its solution where no single
is left: some 8 ms a puzzle. They find the effect of all steps of a technique at once. Their twins in Python find the
steps one by one, with words, in 120 ms a position. They search one of these positions of every 20th puzzle; each step
is checked, and all together must have the compiled effect.

A finished block of 100 puzzles is a line of --state, so that a run continues after a kill. The record has the number of
positions with an effect of each technique, and of steps, and the CPU time of all blocks.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path

import sudoku
from sudoku import Board
from sudoku.logic import TECHNIQUES, Grid
from sudoku.logic.compiled.rounds import NAMES, CompiledTables, Rounds
from sudoku.logic.tables import tables
from tests.nightly.record import record

BOARD = Board()
TABLES = CompiledTables(tables(BOARD))
BLOCK = 100  # puzzles
SINGLES = ("hidden single", "hidden single in a line", "naked single")
STATE = Path("build/audit.jsonl")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.techniques", description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first puzzle, or its line; whole hundreds")
    parser.add_argument("--data", type=Path, help="a file with a puzzle on each line, instead of puzzles made here")
    parser.add_argument("--every", type=int, default=20, help="puzzles for one that Python searches")
    parser.add_argument("--state", type=Path, default=STATE, help="finished blocks, from which a run continues")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--quiet", action="store_true", help="record nothing")
    options = parser.parse_args(arguments)
    wanted = range(options.first // BLOCK, -(-(options.first + options.puzzles) // BLOCK))
    done = {number: facts for number, facts in finished(options.state).items() if number in wanted}
    blocks = [number for number in wanted if number not in done]
    options.state.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(options.jobs) as pool, options.state.open("a", encoding="utf-8") as stream:
        print(file=stream)  # ends a line that a kill cut off
        for facts in pool.map(partial(audited, data=options.data, every=options.every), blocks):
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
    steps, effects, found = Counter(), Counter(), []
    for facts in blocks:
        steps.update(facts["steps"])
        effects.update(facts["effects"])
        found += facts["found"]
    puzzles, positions = (sum(facts[key] for facts in blocks) for key in ("puzzles", "positions"))
    counts = f"{puzzles:,} puzzles, {positions:,} positions, {effects.total():,} effects, {steps.total():,} steps"
    print(*found, f"{counts}: {len(found)} wrong", sep="\n")
    names = [technique.name for technique in searched()]
    print(", ".join(f"{name} {effects[name]:,} {steps[name]:,}" for name in names))
    if not options.quiet:
        record(
            "techniques",
            what="every technique at positions of each puzzle; no effect, no step contradicts the solution",
            runs=puzzles,
            positions=positions,
            found=found,
            seconds=sum(facts["seconds"] for facts in blocks),
            limits=vars(options),
            effects={name: effects[name] for name in names},
            steps={name: steps[name] for name in names},
        )
    return 1 if found else 0


def audited(block, data, every):
    """Return the counts and faults of a block of puzzles."""
    steps, effects, found, puzzles, visited, started = Counter(), Counter(), [], 0, 0, time.process_time()
    for number, puzzle in puzzles_of(block, data):
        puzzles += 1
        solution = as_set(sudoku.solve(puzzle))
        grids = list(positions(puzzle))
        visited += len(grids)
        for grid in grids:
            for name, left, placed in effects_at(grid):
                effects[name] += 1
                if is_wrong(solution, ~left, placed):
                    found.append(f"{puzzle}: {name}, compiled")
        if number % every == 0:
            some, wrong = steps_audited(random.Random(number).choice(grids[1:] or grids), solution)
            steps.update(some)
            found += [f"{puzzle}: {fault}" for fault in wrong]
    seconds = round(time.process_time() - started, 2)
    counts = {"steps": dict(steps), "effects": dict(effects)}
    return {"block": block, "puzzles": puzzles, "positions": visited, **counts, "found": found, "seconds": seconds}


def is_wrong(solution, removed, placed):
    return removed & solution or placed & ~solution


def steps_audited(grid, solution):
    """Return the number of steps by technique, and their faults."""
    counts, found = Counter(), []
    compiled = {name: left for name, left, _ in effects_at(grid)}
    without_singles = compiled.keys().isdisjoint(SINGLES)  # with singles, harder techniques may differ
    before = grid.alive, grid.placed
    for name, some in groupby(list(steps_at(grid)), key=attrgetter("technique")):
        for step in some:
            counts[name] += 1
            grid.apply(step)
            if is_wrong(solution, step.removed, step.placed) or not step.words:
                found.append(f"{name}: {step.words}")
        if without_singles and grid.alive != compiled.pop(name, None):
            found.append(f"{name}: another effect than compiled")
        grid.alive, grid.placed = before
    return counts, found + [f"{name}: compiled only" for name in compiled if without_singles]


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


def positions(puzzle):
    """Yield the grid of a puzzle, and each grid on the path to its solution without a single, up to a guess."""
    path, grid = Rounds(TABLES), start(puzzle)
    path.set(grid.alive, grid.placed, grid.clues, True)
    while not path.solved:
        grid = start(puzzle)
        grid.alive, grid.placed = path.open | path.placed, path.placed
        yield grid
        if path.easiest() < 0:
            return
        path.apply()
        path.apply_below(len(SINGLES))


def start(puzzle):
    return Grid(BOARD, BOARD.parse(puzzle), unique=True)


def effects_at(grid):
    """Yield each compiled technique with a step, the candidates that all its steps leave, and those placed then."""
    rounds, number = Rounds(TABLES), 0
    while True:
        rounds.set(grid.alive, grid.placed, grid.clues, True)
        number = rounds.easiest(number)
        if number < 0:
            return
        rounds.apply()
        yield NAMES[number], rounds.open | rounds.placed, rounds.placed
        number += 1


def steps_at(grid):
    """Yield the steps of all techniques."""
    for technique in searched():
        yield from technique.find(grid)


def searched():
    return [technique for technique in TECHNIQUES if not technique.of_rules]


if __name__ == "__main__":
    sys.exit(main())
