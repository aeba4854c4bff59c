# SPDX-License-Identifier: MIT
"""Sixteen threads query one problem at the same time in every way, while Python switches threads as often as it can.

    python -m tests.nightly.threads --minutes 10

Each round makes a new problem, so that all threads query it first while it makes the data kept for later queries. One
thread has listed all solutions before, in a problem of its own, and we compare the answers with the list. `make races`
runs this with ThreadSanitizer in the compiled modules, and ends if two threads touch the same memory without a lock and
one of them writes.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from random import Random
from threading import Barrier, Thread
from typing import Any

from dlx import OptionStatus, Problem
from dlx.engine.engine import KERNELS

from .known import any_known, questions, under
from .record import record

THREADS = 16
QUESTIONS = 4  # per thread in a round
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


def round_of(seed: int) -> tuple[int, list[str]]:
    """Run all threads on one problem; return the number of queries answered, and the faults."""
    random = Random(seed)
    p, known = any_known(random)
    costs = [random.randint(0, 9) for _ in range(p.n_options)]
    own = [Problem([p.option(k) for k in range(p.n_options)], p.primary, p.secondary, costs=costs) for _ in range(2)]
    found = [s.options for s in own[0].search()]
    if len(found) != known:
        return 0, [f"seed {seed}: {len(found)} solutions, not {known}"]
    start, wrong, answered = Barrier(THREADS), list[str](), list[int]()

    def ask(number: int) -> None:
        mine = Random(seed * THREADS + number)
        start.wait()
        for question in mine.choices(ASKED, k=QUESTIONS):
            try:
                if not question(own[1], found, mine):
                    wrong.append(f"seed {seed}: {question.__name__} is wrong")
                answered.append(number)
            except Exception:
                wrong.append(f"seed {seed}: {question.__name__}: {traceback.format_exc().splitlines()[-1]}")

    threads = [Thread(target=ask, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(answered), wrong


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
        what=f"{THREADS} threads ask one problem at once, and change as often as they can"
        + ", with ThreadSanitizer" * races,
        runs=answered,
        found=found,
        seconds=time.monotonic() - started,
        limits=vars(options),
        problems=seed - options.start,
    )
    print(*found[:20], f"{answered:,} answers of {seed - options.start:,} problems, {len(found)} wrong", sep="\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
