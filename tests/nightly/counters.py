# SPDX-License-Identifier: MIT
"""The counters of many questions, in a file, and the comparison of two such files.

    python -m tests.nightly.counters write now.json                        this version
    PYTHONPATH=OLD python tests/nightly/counters.py write old.json         another version, in the folder OLD
    python -m tests.nightly.counters compare old.json now.json             exit code 1 if a number differs

A change that only moves or rewrites code leaves every node, update, guess, level, choice of a kernel, count and order
of solutions as it was. We ask the public Python names alone, so the program runs on every version since 0.1. The
questions are the problems of the benchmark (from the version that runs), 1,000 random problems with secondary items,
colors, multiplicities, costs, given and banned options (a seed for each), and Sudoku puzzles.

    {"version": "0.2.0", "instances": {"queens8": {"links": {"nodes": 1195, "updates": 15930, ...}, ...}, ...}}
"""

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

import dlx
import sudoku
from dlx import Colored, Problem, models

Facts = dict[str, Any]
Question = tuple[str, Callable[[], Facts]]

FULL_NODES = 2_000_000  # a search is complete within so many nodes,
CUT_NODES = 200_000  # or else is cut at so many
BEST_NODES = 20_000
ORDERED = 1_000  # solutions in the digest of their order
MOST_MEMORY = 1 << 26  # bytes for remembered states
MOST_IN_DIAGRAM = 200_000  # nodes
MOST_SHOWN = 60  # differences
KERNELS = ("auto", "links", "bits", "multi")
HARD = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "." * 81,
)


# --- questions


def search(problem: Problem, kernel: str, node_limit: int, **under: Any) -> Facts:
    """Return the counters of a search and a digest of its first solutions, in order."""
    found = problem.search(kernel=kernel, node_limit=node_limit, **under)
    first = [solution.options for solution in islice(found, ORDERED)]
    count = found.count()
    if word(found.status) == "node limit":  # a slice may have ended, by the clock, just before the last node was left
        count = found.resume(node_limit=0).count()
    stats = found.stats
    numbers = {name: getattr(stats, name) for name in ("nodes", "updates", "guesses", "max_level", "kernel")}
    return {**numbers, "count": count, "status": word(found.status), "order": digest(first)}


def count(problem: Problem, method: str, **under: Any) -> Facts:
    memory = {} if method == "search" else {"max_memory": MOST_MEMORY}
    counting = problem.counting(method=method, **memory, **under)
    number, stats = counting.run(), counting.stats
    numbers = {name: getattr(stats, name) for name in ("method", "order", "nodes", "lookups", "hits", "memory")}
    return {**numbers, "count": number}


def best(problem: Problem, k: int, **under: Any) -> Facts:
    """Return the cheapest solutions and the counters; after a node limit, some depend on the last slice of time."""
    found = problem.best(k, node_limit=BEST_NODES, **under)
    numbers = {name: getattr(found.stats, name) for name in ("nodes", "updates", "guesses", "max_level", "solutions")}
    cheapest = [(solution.cost, solution.options) for solution in found]
    if word(found.status) == "node limit":
        del numbers["updates"], numbers["guesses"]
    else:
        numbers["bound"] = repr(found.bound)
    return {
        **numbers,
        "costs": [repr(cost) for cost, _ in cheapest],
        "status": word(found.status),
        "order": digest(cheapest),
    }


def zdd(problem: Problem, **under: Any) -> Facts:
    diagram = problem.zdd(max_nodes=MOST_IN_DIAGRAM, max_memory=MOST_MEMORY, **under)
    number = diagram.count()
    sample = [solution.options for solution in diagram.sample(5, seed=1)] if number else []
    return {"count": number, "nodes": len(diagram), "diagram": digest(diagram.nodes.tolist()), "sample": digest(sample)}


def reduced(problem: Problem, **under: Any) -> Facts:
    smaller = problem.reduce(**under)
    sizes = {"options": len(smaller.options), "items": smaller.problem.n_items, "forced": len(smaller.forced)}
    ways = smaller.options.tolist(), smaller.forced.tolist(), smaller.removed.tolist()
    solvable = smaller.unsolvable is None
    return {
        **sizes,
        "rounds": smaller.rounds,
        "status": word(smaller.status),
        "solvable": solvable,
        "digest": digest(ways),
    }


def estimated(problem: Problem, **under: Any) -> Facts:
    guess = problem.estimate(200, seed=1, **under)
    nodes, solutions = guess.nodes, guess.solutions
    return {
        "nodes": [repr(end) for end in (nodes.value, nodes.low, nodes.high)],
        "solutions": [repr(end) for end in (solutions.value, solutions.low, solutions.high)],
        "samples": guess.samples,
        "status": word(guess.status),
    }


def split(problem: Problem, **under: Any) -> Facts:
    parts = [(part.given, part.banned, str(part.weight)) for part in problem.split(7, **under)]
    return {"parts": len(parts), "digest": digest(parts)}


def option_status(problem: Problem, **under: Any) -> Facts:
    found = problem.option_status(**under)
    return {"searches": found.n_searches, "statuses": digest(found.statuses.tolist())}


def explained(problem: Problem, **under: Any) -> Facts:
    return {"solvable": problem.explain(**under, time_limit=None) is None}


def many(problem: Problem, kernel: str) -> Facts:
    """Return the answers to a question for each option, five times."""
    answers = problem.solve_many([[k] for k in range(problem.n_options)] * 5, kernel=kernel)
    totals = {"counts": int(answers.counts.sum()), "nodes": int(answers.nodes.sum())}
    return {**totals, "digest": digest([getattr(answers, name).tolist() for name in ("counts", "nodes", "options")])}


def batch(puzzles: list[str], **how: Any) -> Facts:
    solved = sudoku.solve_batch(puzzles, limit=2, **how)
    effort = "guesses" if hasattr(solved, "guesses") else "nodes"  # up to version 0.2
    parts = solved.solutions, solved.counts, getattr(solved, effort)
    totals = {"counts": int(solved.counts.sum()), effort: int(parts[2].sum())}
    return {**totals, "digest": digest([part.tolist() for part in parts])}


def puzzle(line: str) -> Facts:
    rated = sudoku.rate(line)
    solutions = list(islice(sudoku.solutions(line), 5))
    return {"canonical": sudoku.canonical(line), "rating": digest(str(rated)), "solutions": digest(solutions)}


def options_of(problem: Problem) -> Facts:
    return digested([problem.option(k) for k in range(problem.n_options)])


def digested(value: Any) -> Facts:
    return {"digest": digest(value)}


def word(status: Any) -> str:
    return "" if status is None else str(status.value)


def digest(value: Any) -> str:
    """Return a digest of numbers, strings, lists and tuples: the same on every run and machine."""
    return sha256(repr(value).encode()).hexdigest()[:16]


# --- instances


def benchmark() -> Iterator[tuple[str, Iterable[Question]]]:
    """Yield the problems of the benchmark and their questions."""
    from bench.instances import INSTANCES
    from bench.peers import problem as problem_of

    for name, instance in INSTANCES.items():
        yield name, of_benchmark(problem_of(instance), instance.effort.name)


def of_benchmark(problem: Problem, effort: str) -> Iterator[Question]:
    whole = effort in ("INSTANT", "SECONDS") and word(_limited(problem).status) == "complete"
    node_limit = FULL_NODES * 10 if whole else CUT_NODES  # some kernels visit more nodes than others
    for kernel in KERNELS:
        yield kernel, partial(search, problem, kernel, node_limit)
    if whole:
        yield "count search", partial(count, problem, "search")
    if whole or effort == "MEMO":
        yield "count auto", partial(count, problem, "auto")
        yield "count memo", partial(count, problem, "memo")
        yield "zdd", partial(zdd, problem)
    yield "reduce", partial(reduced, problem)
    yield "estimate", partial(estimated, problem)
    yield "split", partial(split, problem)
    priced = Problem(
        [problem.option(k) for k in range(problem.n_options)],
        problem.primary,
        problem.secondary,
        [k * 7919 % 101 for k in range(problem.n_options)],
    )
    yield "best", partial(best, priced, 3)


def _limited(problem: Problem) -> Any:
    search = problem.search(node_limit=FULL_NODES)
    search.count()
    return search


def large() -> Iterator[tuple[str, Iterable[Question]]]:
    """Yield problems for which the kernels that take every size are chosen, after a trial or at once."""
    problems = {"queens90": models.queens(90), "matchK220": models.perfect_matchings(220)}
    problems["latin18"] = models.latin_squares(18)
    for name, problem in problems.items():
        kernels = ((kernel, partial(search, problem, kernel, CUT_NODES // 10)) for kernel in KERNELS)
        yield name, (*kernels, ("reduce", partial(reduced, problem)), ("estimate", partial(estimated, problem)))


def at_random(n: int) -> Iterator[tuple[str, Iterable[Question]]]:
    """Yield n random problems and their questions."""
    for k in range(n):
        yield f"random {k}", of_random(*_random(random.Random(f"counters {k}")))


def of_random(problem: Problem, under: Mapping[str, list[int]]) -> Iterator[Question]:
    yield "problem", partial(options_of, problem)
    for kernel in KERNELS:
        yield kernel, partial(search, problem, kernel, BEST_NODES, **under)
    yield "links shuffled", partial(search, problem, "links", BEST_NODES, seed=3, **under)
    for method in ("auto", "search", "memo"):
        yield f"count {method}", partial(count, problem, method, **under)
    yield "best", partial(best, problem, 4, **under)
    yield "zdd", partial(zdd, problem, **under)
    yield "reduce", partial(reduced, problem, **under)
    yield "estimate", partial(estimated, problem, **under)
    yield "split", partial(split, problem, **under)
    yield "option status", partial(option_status, problem, **under)
    yield "explain", partial(explained, problem, **under)
    for kernel in ("links", "multi", "lanes"):
        yield f"many {kernel}", partial(many, problem, kernel)


def _random(chance: random.Random) -> tuple[Problem, dict[str, list[int]]]:
    """Return a problem of 1 to 60 options, and the options given and banned in its questions."""
    large, multiplied = chance.random() < 0.4, chance.random() < 0.25
    primary = [f"p{k}" for k in range(chance.randint(5, 12) if large else chance.randint(1, 6))]
    secondary = [f"s{k}" for k in range(chance.choice([0, 0, 1, 3, 5]))]
    n_options = chance.randint(16, 24 if multiplied else 60) if large else chance.randint(1, 15)
    colored = chance.choice([0.0, 0.5, 0.9])
    widest = min(chance.choice([2, 3, 4]), len(primary) + len(secondary))
    options = []
    for _ in range(n_options):
        items = chance.sample(primary + secondary, chance.randint(1, widest))
        options.append([_painted(chance, item, colored) for item in items])
    if chance.random() < 0.5:  # plant a solution, so that not most problems have none
        left = chance.sample(primary, len(primary))
        while left:
            options.insert(chance.randint(0, len(options)), [left.pop() for _ in range(min(len(left), 2))])
    cost = chance.choice([lambda: chance.randint(0, 9), lambda: chance.randint(0, 10**12), lambda: chance.random()])
    costs = [cost() for _ in options] if chance.random() < 0.5 else None
    bounds = {item: _bounds(chance) for item in primary}
    problem = Problem(options, bounds if multiplied else primary, secondary, costs)
    given, banned = ([chance.randrange(len(options)) for _ in range(chance.choice([0, 0, 1, 2]))] for _ in range(2))
    return problem, {"given": given, "banned": banned}


def _painted(chance: random.Random, item: str, colored: float) -> Any:
    return Colored(item, chance.choice("rgb")) if item[0] == "s" and chance.random() < colored else item


def _bounds(chance: random.Random) -> tuple[int, int]:
    low = chance.choice([0, 1, 1, 2])
    return low, max(low, 1) + chance.choice([0, 0, 1, 3])


def of_sudoku() -> Iterator[tuple[str, Iterable[Question]]]:
    """Yield Sudoku puzzles and their questions."""
    made = [one.puzzle for one in sudoku.generate_batch(200, seed=7)]
    boards = {"4x4": sudoku.Board(2, 2), "6x6": sudoku.Board(2, 3), "diagonals": sudoku.Board(variants=["x"])}
    yield "sudoku made", [("puzzles", partial(digested, made))]
    for engine in ("dlx", "bitset"):
        how = {"engine": engine}
        yield f"sudoku {engine}", [("made", partial(batch, made * 2, **how))]
        yield f"sudoku hard {engine}", [("batch", partial(batch, list(HARD), **how))]
    for name, board in boards.items():
        few = [one.puzzle for one in sudoku.generate_batch(20, 5, board=board)]
        yield f"sudoku {name}", [("batch", partial(batch, few, board=board))]
    for k, line in enumerate((*HARD[:3], *made[:20])):
        yield f"sudoku puzzle {k}", [("puzzle", partial(puzzle, line))]


def answer(question: Callable[[], Facts]) -> Facts:
    """Return the facts, or the name of the error of a problem that the question does not take."""
    try:
        return question()
    except (ValueError, TypeError, OverflowError) as error:
        return {"error": type(error).__name__}


# --- files


def write(file: Path, n_random: int, names: Iterable[str] = ()) -> None:
    """Write the facts of all instances, or of those with these names."""
    chosen = set(names)
    found: dict[str, dict[str, Facts]] = {}
    for name, questions in chain(benchmark(), large(), at_random(n_random), of_sudoku()):
        if not chosen or name in chosen:
            found[name] = {what: answer(question) for what, question in questions}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(facts)}" for name, facts in found.items())
    about = f'"version": {json.dumps(dlx.__version__)}'
    file.write_text(f'{{{about}, "instances": {{\n{lines}\n}}}}\n', encoding="utf-8")
    print(f"{len(found):,} instances, {sum(map(len, found.values())):,} answers: {file}")


def compare(one: Path, other: Path) -> list[str]:
    """Return the differences between two files, a line for each."""
    old, new = (dict(_flat(json.loads(file.read_text(encoding="utf-8"))["instances"])) for file in (one, other))
    return [
        f"{name}: {old.get(name, 'absent')} -> {new.get(name, 'absent')}"
        for name in {**old, **new}
        if name not in old or name not in new or old[name] != new[name]
    ]


def _flat(facts: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(facts, dict):
        yield name, facts
        return
    for key, value in facts.items():
        yield from _flat(value, f"{name} / {key}" if name else key)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.counters", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="answer the questions, and write the facts")
    writing.add_argument("file", type=Path)
    writing.add_argument("--only", action="append", default=[], metavar="NAME", help="these instances only")
    writing.add_argument("--random", type=int, default=1_000, metavar="N", help="random problems")
    comparing = commands.add_parser("compare", help="print what differs between two files")
    comparing.add_argument("file", type=Path)
    comparing.add_argument("other", type=Path)
    options = parser.parse_args(arguments)
    if options.command == "write":
        write(options.file, options.random, options.only)
        return 0
    differences = compare(options.file, options.other)
    print(*differences[:MOST_SHOWN], sep="\n" if differences else "")
    print(f"{len(differences):,} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
