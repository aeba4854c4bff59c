# SPDX-License-Identifier: MIT
"""Shared parts of the commands: reading the problem and its options, the progress bar, JSON."""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict
from typing import Any, Self

from ...engine.bar import SECONDS_BEFORE_BAR, how_far, meter, share
from ...engine.status import Progress, Status
from ...engine.support import ARGUMENTS
from ...matrix.colored import Colored
from ...matrix.entries import never_chosen
from ...matrix.named import Names
from ...matrix.never import NeverChosenWarning, never_chosen_words
from ...matrix.numbers import option_numbers
from ...matrix.slack import Price
from ...problem import Problem
from ...system.digits import to_json
from ...system.wording import truncate
from ..exit_codes import ExitCode

# `info` does it itself
WARNED_COMMANDS = {"solve", "count", "list", "sample", "zdd", "estimate", "option-status", "explain", "prove"}

NUMBERS = re.compile(r"\s*-?[0-9]{1,18}\s*(,\s*-?[0-9]{1,18}\s*)*", re.ASCII)


def say(message: str) -> None:
    if sys.stderr is not None:
        print(f"dlx: {message}", file=sys.stderr)


def read(args: argparse.Namespace) -> Problem:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NeverChosenWarning)  # a line of ours replaces it
        problem = _read(args)
    if not args.quiet and args.command in WARNED_COMMANDS:
        warn_of_useless_options(problem)
    return problem


def _read(args: argparse.Namespace) -> Problem:
    if args.file != "-":
        return Problem.read(args.file)
    if sys.stdin is None:
        raise ValueError("there is no standard input")
    if sys.stdin.isatty() and not args.quiet:
        say("reading a problem from the terminal; end with Ctrl-D")
    return Problem.parse(getattr(sys.stdin, "buffer", sys.stdin), "<stdin>")


def warn_of_useless_options(problem: Problem) -> None:
    """Print a line about options that are never chosen, since you may have forgotten a primary item."""
    number, first = never_chosen(problem.indptr, problem.indices, problem.n_primary)
    if number:
        say(f"warning: {never_chosen_words(number, first)}")


def numbers(problem: Problem, texts: Iterable[str], name: str) -> list[int]:
    """Return the option numbers that --given or --banned name."""
    numbers: list[int] = []
    for text in texts:
        words = text.split()
        if len(words) > 1 and all(map(str.isdecimal, words)) and not {*words} & {*problem.items}:
            example = truncate(",".join(words))
            raise ValueError(f"--{name} {truncate(text)!r}: separate numbers by commas, as in {example}")
        if NUMBERS.fullmatch(text):
            numbers += option_numbers(problem.n_options, map(int, text.split(",")), name)
        else:
            numbers.append(_option_with_items(problem, text, name))
    return numbers


def passed(args: argparse.Namespace, problem: Problem, question: str) -> dict[str, Any]:
    """Return the arguments of a question that the options of a command give."""
    from ..options import OTHER_NAMES

    how: dict[str, Any] = {}
    for name in ARGUMENTS[question]:
        option = OTHER_NAMES.get((question, name), name).lstrip("-").replace("-", "_")
        value = getattr(args, option, None)
        if value is not None:
            how[name] = _value(problem, name, value)
    return how


def _value(problem: Problem, name: str, value: Any) -> Any:
    """Return the value of an argument, for an option with another form."""
    if name in ("given", "banned", "start"):
        return numbers(problem, value, name)
    if name == "slack":
        return slack_of(value)
    return value << 20 if name == "max_memory" else value


PRICE = re.compile(r"[0-9]{1,18}(\.[0-9]{0,18})?", re.ASCII)


def slack_of(texts: Sequence[str] | None) -> dict[Hashable, Price] | Price | None:
    """Return the slack that --slack gives to items, or to all of them; None if there is none.

    >>> slack_of(["night=10", "early=5:"]), slack_of(["1:0.5"])
    ({'night': 10, 'early': (5, None)}, (1, 0.5))
    """
    prices: dict[Hashable, Price] = {}
    for text in texts or ():
        item, sign, price = text.rpartition("=")
        sides = price.split(":")
        if len(sides) > 2 or not any(sides) or not all(PRICE.fullmatch(side) for side in sides if side):
            raise ValueError(f"--slack {truncate(text)!r}: a price is a number, 0 or more, or two of them, such as 5:2")
        under, *over = (None if not side else float(side) if "." in side else int(side) for side in sides)
        value = (under, over[0]) if over else under
        if not sign:
            if texts is not None and len(texts) > 1:
                raise ValueError(f"--slack {truncate(text)!r} is for all items; give it alone")
            return value
        if item in prices:
            raise ValueError(f"--slack gives item {truncate(item)!r} a second price; keep one of them")
        prices[item] = value  # type: ignore[assignment]
    return prices or None


def _option_with_items(problem: Problem, text: str, name: str) -> int:
    """Return the number of the only option that has exactly these items."""
    words = [word.partition(":") for word in text.split() or [""]]
    uses = [Colored(item, color) if colon else item for item, colon, color in words]
    return Names(problem, name).with_items(uses, f"--{name} {truncate(text)!r}")


class Watch:
    """An observer of a search: flushes the solutions listed so far, and shows a bar if the search takes long."""

    def __init__(self, args: argparse.Namespace) -> None:
        in_the_way = args.command == "list" and sys.stdout is not None and sys.stdout.isatty()
        self.wanted = not args.quiet and not in_the_way and sys.stderr is not None and sys.stderr.isatty()
        self.meter = meter()

    def __call__(self, progress: Progress) -> None:
        if sys.stdout is not None:
            sys.stdout.flush()
        if self.wanted and progress.seconds >= SECONDS_BEFORE_BAR:
            self.meter.show(share(progress), how_far(progress))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.meter.hide()


def memory(args: argparse.Namespace) -> int | None:
    return None if args.max_memory is None else args.max_memory << 20


def asked(args: argparse.Namespace, question: str) -> tuple[Problem, Any]:
    """Return the problem of a command, and the answer to its question."""
    problem = read(args)
    with Watch(args) as watch:
        return problem, getattr(problem, question)(**passed(args, problem, question), progress=watch)


def show(picture: Any, out: str | None) -> None:
    """Write a picture to a file, or its characters to standard output."""
    if out in (None, "-"):
        print(picture.text)
    else:
        picture.save(out)


def print_json(args: argparse.Namespace, stats: Any, status: Status, **answer: Any) -> None:
    """Print the answer, the status and the counters (a dataclass) as a line of JSON."""
    counters = {key: value for key, value in asdict(stats).items() if key not in ("count", "status")}
    if not counters.get("failed"):
        counters.pop("failed", None)  # only where there is something to report
    counters["seconds"] = round(counters["seconds"], 6)
    print(to_json({"command": args.command, "status": status.value, **answer, "stats": counters}))


def finish(args: argparse.Namespace, status: Status, success: bool, summary: str) -> int:
    """Print the summary; return the exit code."""
    if sys.stdout is not None:
        sys.stdout.flush()
    if not args.quiet:
        say(summary)
    if status is Status.INTERRUPTED:
        return ExitCode.INTERRUPTED
    if status in (Status.TIME_LIMIT, Status.NODE_LIMIT):
        return ExitCode.STOPPED
    return ExitCode.DONE if success else ExitCode.NOT_FOUND


def report_stopped(args: argparse.Namespace, error: Exception) -> int:
    """Report a diagram that was not finished and says nothing about the solutions; return the exit code."""
    from ..options import in_options

    say(f"stopped: {in_options(str(error), args.options)}")
    if args.json:
        print(json.dumps({"command": args.command, "status": "stopped"}))
    return ExitCode.STOPPED
