# SPDX-License-Identifier: MIT
"""Measure whether questions with slow set-ups keep their time limits, in seconds of the processor.

    python -m tests.nightly.time_limits                     all set-ups, with limits of 0.2, 1 and 3 seconds
    python -m tests.nightly.time_limits --only "random, *" --limits 0.5

Each question has a process of its own, so that nothing is prepared before. It prepares a large problem or board, whose
time does not count, and then asks. The answer, or the word that the time is up, must come within the limit and GRACE,
the time of its threads and processes included. A process that does not end is killed.
"""

import argparse
import fnmatch
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

from tests.nightly.record import record

ROOT = Path(__file__).parent.parent.parent
GRACE = 0.5  # seconds of the processor beyond the limit
PATIENCE = 30  # seconds of the processor beyond the limit after which the process is killed
CALL_SECONDS = 0.05  # of a slow rule


# --- large problems


def random_options():
    """Return a million options of four items, drawn at random."""
    import numpy as np

    from dlx import Problem

    n, items = 1_000_000, 40_000
    part = items // 4
    drawn = np.random.default_rng(1).integers(0, part, (n, 4)) + np.arange(4) * part
    return Problem.from_csr(np.arange(n + 1) * 4, drawn.astype(np.int32).ravel(), n_items=items, n_primary=items)


def latin():
    """Return the Latin squares of order 100: a million options, and a group of 10^475 elements."""
    from dlx import models

    return models.latin_squares(100)


def wide():
    """Return dominoes on a board of 300 x 300 cells."""
    from dlx import Problem

    cells = [(row, column) for row in range(300) for column in range(300)]
    beside = [[(r, c), (r, c + 1)] for r, c in cells if c < 299]
    return Problem(beside + [[(r, c), (r + 1, c)] for r, c in cells if r < 299], cells)


def colored():
    """Return 200,000 options of two items and two colored ones."""
    from dlx import Colored, Problem

    chance, n = Random(1), 3000
    options = [
        [("a", chance.randrange(n)), ("b", chance.randrange(n))]
        + [Colored((word, chance.randrange(5000)), chance.randrange(50)) for word in "st"]
        for _ in range(200_000)
    ]
    return Problem(options, [(k, i) for k in "ab" for i in range(n)], [(k, i) for k in "st" for i in range(5000)])


def several():
    """Return 200,000 options of three items, each of which is in 1 to 5."""
    from dlx import Problem

    chance, n = Random(1), 3000
    options = [[(word, chance.randrange(n)) for word in "abc"] for _ in range(200_000)]
    return Problem(options, {(word, k): (1, 5) for word in "abc" for k in range(n)})


def priced():
    from dlx import Problem

    p = random_options()
    arrays = {"n_items": p.n_items, "n_primary": p.n_primary}
    return Problem.from_csr(p.indptr, p.indices, **arrays, costs=[1 + k % 7 for k in range(p.n_options)])


def large_group():
    """Return the perfect matchings of 18 points, whose group has 18!, that is 6 * 10^15, elements."""
    from dlx import models

    return models.perfect_matchings(18)


def in_a_file():
    """Return the name of a file with a large problem, whose reading counts."""
    from dlx import Problem

    p = several()
    name = Path(tempfile.mkdtemp()) / "large.dlx"
    whole = Problem([p.option(k) for k in range(60_000)], p.primary)
    whole.write(str(name), name=lambda item: "".join(map(str, item)))
    return str(name)


DLX = {  # a question, of which each takes a problem and a limit
    "solve": lambda p, limit: p.solve(time_limit=limit),
    "solve, sat": lambda p, limit: p.solve(method="sat", time_limit=limit),
    "solve, workers": lambda p, limit: p.solve(workers=2, time_limit=limit),
    "is_unique": lambda p, limit: p.is_unique(time_limit=limit),
    "count": lambda p, limit: p.count(time_limit=limit),
    "count to 2": lambda p, limit: p.count(2, time_limit=limit),
    "count, frontier": lambda p, limit: p.count(method="frontier", time_limit=limit),
    "count, workers": lambda p, limit: p.count(workers=2, time_limit=limit),
    "count, orbits": lambda p, limit: p.count(orbits="auto", time_limit=limit),
    "solutions": lambda p, limit: next(p.solutions(time_limit=limit)),
    "search": lambda p, limit: next(p.search(time_limit=limit), None),
    "sample": lambda p, limit: p.sample(method="approximate", error=0.5, time_limit=limit),
    "zdd": lambda p, limit: p.zdd(time_limit=limit),
    "estimate": lambda p, limit: p.estimate(10**6, time_limit=limit),
    "option_status": lambda p, limit: p.option_status(time_limit=limit),
    "option_status, sat": lambda p, limit: p.option_status(method="sat", time_limit=limit),
    "explain": lambda p, limit: p.explain(time_limit=limit),
    "explain, sat": lambda p, limit: p.explain(method="sat", time_limit=limit),
    "reduce": lambda p, limit: p.reduce(time_limit=limit),
    "info": lambda p, limit: p.info(time_limit=limit),
    "group": lambda p, limit: p.group("auto", time_limit=limit),
    "count_many": lambda p, limit: p.count_many([[k] for k in range(100)], time_limit=limit),
}
ON_EACH = ("solve", "count", "count to 2", "count, orbits", "sample", "option_status", "explain", "reduce", "info")


# --- slow boards


def slow_rule():
    """Return a board with a rule in Python that is slow to read."""
    from sudoku import Board
    from sudoku.variants import Function

    def is_even(digits):
        end = time.process_time() + CALL_SECONDS
        while time.process_time() < end:
            pass
        return sum(digits) % 2 == 0

    return Board(variants=[Function(is_even, ["r1c1 r2c2 r3c3", "r1c9 r2c8 r3c7"])])


def cages():
    """Return a board of 64 x 64 cells with cages of two cells all over."""
    from sudoku import Board
    from sudoku.variants import Killer

    chance = Random(1)
    pairs = [f"r{r}c{c} r{r}c{c + 1}" for r in range(1, 65) for c in range(1, 65, 2)]
    return Board(8, 8, variants=[Killer([(chance.randrange(20, 100), pair) for pair in pairs])])


def knights():
    """Return a board of 64 x 64 cells with rules for all of them."""
    from sudoku import Board

    return Board(8, 8, variants=["anti-knight", "anti-king"])


def plain():
    from sudoku import Board

    return Board(8, 8)


def first_clue(board):
    return [1, *[0] * (board.cells - 1)]


def asked(name):
    """Return a question of `sudoku` by its name; it takes a board and a limit."""

    def ask(board, limit):
        import sudoku

        return getattr(sudoku, name)(first_clue(board), board=board, time_limit=limit)

    return ask


def batch(board, limit):
    import sudoku

    return sudoku.solve_batch([first_clue(board)] * 3, board=board, time_limit=limit)


def generate(board, limit):
    import sudoku

    return sudoku.generate(1, board=board, time_limit=limit)


def first_solution(board, limit):
    import sudoku

    return next(sudoku.solutions(first_clue(board), board=board, time_limit=limit))


SUDOKU = {
    **{name: asked(name) for name in ("solve", "count", "is_unique", "candidates", "hint", "rate", "solve_logically")},
    "diagnose": asked("diagnose"),
    "solutions": first_solution,
    "solve_batch": batch,
    "generate": generate,
}


# --- commands


def command(package, *words):
    """Return a question that runs a command in this process; it takes a file and a limit."""

    def ask(file, limit):
        from importlib import import_module

        main = import_module(f"{package}.terminal.cli").main
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as err:
            code = main([words[0], *([file] if file else []), *words[1:], "--time-limit", str(limit)])
        return f"exit code {code}: {err.getvalue().strip()[-60:]}"

    return ask


def setups():
    """Return the set-ups by name: what prepares, and the question."""
    found = {f"random, {name}": (random_options, ask) for name, ask in DLX.items()}
    for large in (latin, wide, colored, several):
        found |= {f"{large.__name__}, {name}": (large, DLX[name]) for name in ON_EACH}
    found |= {
        "priced, best": (priced, lambda p, limit: p.best(time_limit=limit)),
        "priced, best, slack": (priced, lambda p, limit: p.best(slack=3, time_limit=limit)),
        "priced, best, workers": (priced, lambda p, limit: p.best(workers=2, time_limit=limit)),
        "large group, orbits": (large_group, DLX["count, orbits"]),
        "large group, group": (large_group, DLX["group"]),
        "large group, count": (large_group, DLX["count"]),
    }
    for board in (slow_rule, cages, knights, plain):
        found |= {f"{board.__name__}, {name}": (board, ask) for name, ask in SUDOKU.items()}
    found["slow_rule, board and solve"] = (None, lambda _, limit: asked("solve")(slow_rule(), limit))
    found["cages, board and solve"] = (None, lambda _, limit: asked("solve")(cages(), limit))
    for word in ("solve", "count", "check", "candidates", "rate", "hint", "explain", "diagnose"):
        ask = command("sudoku", word, "--box", "8x8", "--variant", "anti-king")
        found[f"sudoku {word}"] = (lambda: "." * 4096, ask)
    for words in (("solve",), ("count",), ("count", "--limit", "2"), ("option-status",), ("info",), ("estimate",)):
        found[f"dlx {' '.join(words)}"] = (in_a_file, command("dlx", *words))
    return found


# --- measuring


def measure(name, limit):
    """Ask in this process; return the outcome and the seconds of the processor."""
    from dlx import Unfinished

    prepare, ask = setups()[name]
    prepared = prepare and prepare()
    before = seconds()
    try:
        found = ask(prepared, limit)
        status = getattr(found, "status", None)
        outcome = found if isinstance(found, str) else "answered" if status is None or callable(status) else str(status)
    except (Unfinished, ValueError, OverflowError, StopIteration) as error:  # refusals, too, come in time
        outcome = f"{type(error).__name__}: {error}"
    return {"outcome": outcome[:100], "seconds": round(seconds() - before, 2)}


def seconds():
    """Return the seconds of the processor of this process and its children."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def in_a_process(name, limit):
    """Return the outcome and the seconds of a set-up in a new process."""
    most = int(limit) + PATIENCE + 60  # which includes the preparation
    command = [sys.executable, "-m", "tests.nightly.time_limits", "--ask", name, "--limits", str(limit)]
    end = lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most))  # noqa: E731
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=end)
    if done.returncode:
        last = (done.stderr.strip() or f"killed after {most} seconds").splitlines()[-1]
        return {"outcome": f"exit code {done.returncode}: {last}", "seconds": float("inf")}
    return json.loads(done.stdout)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.time_limits", description=__doc__.splitlines()[0])
    parser.add_argument("--limits", type=float, nargs="+", default=[0.2, 1, 3])
    parser.add_argument("--only", default="*", help="set-ups whose names match this pattern")
    parser.add_argument("--quiet", action="store_true", help="record nothing")
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.ask:
        print(json.dumps(measure(options.ask, options.limits[0])))
        return 0
    started, found, runs = time.monotonic(), [], 0
    for name in (name for name in setups() if fnmatch.fnmatch(name, options.only)):
        for limit in options.limits:
            done = in_a_process(name, limit)
            late = done["seconds"] > limit + GRACE
            line = f"{name}, limit {limit:g}: {done['seconds']:.2f} s, {done['outcome']}"
            print(f"{'LATE' if late else 'ok  '} {line}", flush=True)
            found += [line] * late
            runs += 1
    print(f"{runs} runs, {len(found)} late")
    if not options.quiet:
        record(
            "time_limits",
            what="questions with slow set-ups keep their time limits, within half a second of the processor",
            runs=runs,
            found=found,
            seconds=time.monotonic() - started,
            limits={"limits": options.limits, "only": options.only, "grace": GRACE},
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
