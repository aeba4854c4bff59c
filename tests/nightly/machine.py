# SPDX-License-Identifier: MIT
"""Run the machine of tests/dlx/test_problem_stateful.py for long: problems and searches in any order, 50 steps a story.

    python -m tests.nightly.machine --steps 100000

It counts the steps actually made. Hypothesis shortens a failing story, which is printed and ends the run.
"""

import argparse
import sys
import time
import traceback
from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from tests.dlx.test_problem_stateful import Machine
from tests.nightly.record import record

STORIES = 250  # in one run of hypothesis, which remembers all stories
LENGTH = 50
MADE = Counter()  # steps and stories


class Counted(Machine):
    """A machine that counts its steps by an invariant, which hypothesis checks once after each."""

    @invariant()
    def another(self):
        MADE["steps"] += 1

    def teardown(self):
        MADE["stories"] += 1
        super().teardown()


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.machine", description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--quiet", action="store_true", help="record nothing")
    options = parser.parse_args(arguments)
    started, made, found = time.monotonic(), MADE, []
    made.clear()
    while made["steps"] < options.steps and not found:
        stories = min(STORIES, 1 + (options.steps - made["steps"]) // LENGTH)
        found += failed(stories)
        print(f"{made['steps']:,} steps, {time.monotonic() - started:,.0f} s, {len(found)} found", flush=True)
    if not options.quiet:
        record(
            "machine",
            what="a state machine over Problem and Search, against brute force",
            runs=made["steps"],
            found=found,
            seconds=time.monotonic() - started,
            limits=vars(options),
            stories=made["stories"],
        )
    return 1 if found else 0


def failed(stories):
    """Run that many stories; return a failing one as text."""
    often = settings(
        max_examples=stories,
        stateful_step_count=LENGTH,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )
    try:
        run_state_machine_as_test(Counted, settings=often)
    except Exception:
        text = traceback.format_exc()
        print(text, flush=True)
        return [text]
    return []


if __name__ == "__main__":
    sys.exit(main())
