# SPDX-License-Identifier: MIT
"""Check random problems in every way that the package offers, against brute force and against each other.

    python -m tests.nightly.differential --problems 100000 --seed 1
    python -m tests.nightly.differential --only decided --only methods

Every problem goes through all kernels, all methods of counting and a batch. Each of the other checks (tests/nightly/
checks.py) takes a share of the problems, and every 50th problem comes with a Sudoku board. Problem number k depends on
the seed and k alone, so ``--first k --problems 1`` repeats it. A failing problem is minimized and printed as a test.
"""

import argparse
import faulthandler
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext

from tests.nightly import boards, cases
from tests.nightly.checks import ALWAYS, CHECKS, OTHERS
from tests.nightly.record import record

LARGE = 10  # every tenth problem is a large one
BLOCK = 500  # problems between two lines of progress, and in one message to a process
BOARD = 50  # every 50th problem comes with a Sudoku board
COSTLY = {"checkpoint": 0.1, "pickled": 0.3}  # of the share of the others; these wait for the disk, or copy


def main(arguments=None):
    options = parsed(arguments)
    started, runs, found = time.monotonic(), Counter(), []
    last = options.first + options.problems
    blocks = [(options, k, min(k + BLOCK, last)) for k in range(options.first, last, BLOCK)]
    with ProcessPoolExecutor(options.jobs) if options.jobs > 1 else nullcontext() as pool:
        for asked, failed in (pool.map if pool else map)(block, *zip(*blocks, strict=True)):
            runs += asked
            found += failed
            print(f"{runs['problems']:,} problems, {time.monotonic() - started:,.0f} s, {len(found)} found", flush=True)
    seconds = time.monotonic() - started
    print(f"{runs['problems']:,} problems, {sum(runs[name] for name in CHECKS):,} checks: {len(found)} found")
    if not options.quiet:
        record(
            "differential",
            what="random problems: kernels, methods and options against brute force and each other",
            runs=runs["problems"],
            found=found,
            seconds=seconds,
            limits=vars(options),
            checks=dict(runs),
        )
    return 1 if found else 0


def parsed(arguments):
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.differential", description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first problem")
    parser.add_argument("--share", type=float, default=0.4, help="of the problems that each of the other checks takes")
    parser.add_argument("--only", action="append", choices=CHECKS, help="this check for every problem, no others")
    parser.add_argument("--jobs", type=int, default=1, help="processes; should one die, so does the program")
    parser.add_argument("--quiet", action="store_true", help="record nothing")
    return parser.parse_args(arguments)


def block(options, first, last):
    """Check these problems; return the number of runs of each check, and the failures."""
    runs = Counter()
    found = [text for k in range(first, last) for text in failures(options.seed, k, options.share, options.only, runs)]
    return runs, found


def failures(seed, k, share, only, runs):
    """Check problem number k; yield the failures as text."""
    case = cases.at_random(f"{seed} {k}", large=k % LARGE == LARGE - 1)
    try:
        case.problem  # noqa: B018 (it is made here)
    except Exception:
        yield shown(f"problem {k} cannot be made: {case!r}", lambda: case.problem)
        return
    chance = case.random("which")
    some = ALWAYS + tuple(c for c in OTHERS if chance.random() < share * COSTLY.get(c.__name__, 1))
    for check in some if only is None else map(CHECKS.get, only):
        runs[check.__name__] += 1
        if fails(check, case):
            yield told(check, case)
    runs["problems"] += 1
    if k % BOARD == BOARD - 1 and only is None:
        runs["boards"] += 1
        board = boards.at_random(f"{seed} {k}")
        if fails_on(board):
            small = shrunk(board, boards.smaller, fails_on)
            yield shown(f"boards, problem {k}: {small}", lambda: boards.check(small))


def fails(check, case):
    """Return whether the check fails. A case cut so far that it is no longer a problem does not count."""
    try:
        case.problem  # noqa: B018 (it is made here)
    except ValueError:
        return False
    try:
        check(case, case.random(check.__name__))
    except Exception:
        return True
    return False


def fails_on(board):
    try:
        boards.check(board)
    except Exception:
        return True
    return False


def told(check, case):
    """Minimize a failing case, and return it as a test to keep."""
    small = shrunk(case, cases.smaller, lambda other: fails(check, other))
    name = check.__name__
    text = f"def test_{name}():\n    case = {small!r}\n    {name}(case, case.random({name!r}))"
    return shown(text, lambda: check(small, small.random(name)))


def shrunk(case, smaller, failing):
    """Remove one thing after the other while the case still fails."""
    while True:
        less = next((other for other in smaller(case) if failing(other)), None)
        if less is None:
            return case
        case = less


def shown(text, run):
    """Print a text with its error."""
    print(text, flush=True)
    try:
        run()
    except Exception:
        traceback.print_exc(limit=-3)
    return text


if __name__ == "__main__":
    faulthandler.enable()
    sys.exit(main())
