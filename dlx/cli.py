# SPDX-License-Identifier: MIT
"""The command `dlx`: solve, count, list or describe an exact-cover problem in Knuth's text format.

Results go to standard output, everything else to standard error: what is wrong, how it went, and a progress bar where
somebody watches. NumPy, rich and the engine are imported when a command needs them: `dlx --help` starts at once.

    status of the search     solve        count                 list                   exit code
    -----------------------  -----------  --------------------  ---------------------  ---------
    complete                 no solution  the number            all of them            0, 1 if none
    solution limit           a solution   --limit               the first --limit      0
    time limit, node limit   nothing      counted so far        found so far           3
    interrupted              nothing      (standard error)      found so far           130
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

from ._help import ABOUT, DETAILS, EPILOG, EXPLAIN, SUMMARY
from .describe import SHOWN, cut, describe, left, many, table

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from .problem import Problem, Solution
    from .search import Progress, Search, Status

FOUND, NO_SOLUTION, BAD_INPUT, STOPPED, CTRL_C = 0, 1, 2, 3, 130
PATIENCE = 1.0  # seconds of searching before a progress bar appears

NUMBERS = re.compile(r"\s*-?[0-9]{1,18}\s*(,\s*-?[0-9]{1,18}\s*)*")

def main(argv: list[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process); returns its exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy would start threads that nobody needs: 50 ms
    try:
        code = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return _complain("interrupted", CTRL_C)
    except BrokenPipeError:  # the reader of our output has enough
        _let_go()
        return FOUND
    except MemoryError as error:
        return _complain(f"out of memory: {error}" if str(error) else "out of memory")
    except OSError as error:
        if error.filename is None:
            _let_go()
        where = "" if error.filename is None else f"{error.filename}: "
        return _complain(f"{where}{error.strerror or error}")
    except (ValueError, OverflowError) as error:
        return _complain(str(error))


def _run(argv: list[str] | None) -> int:
    for stream in (sys.stdout, sys.stderr):  # a name that the terminal cannot show is no reason to stop
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        args = _parser().parse_args(argv)
    except SystemExit as stop:  # of argparse: --help, --version, bad usage
        return int(stop.code or 0)
    return COMMANDS[args.command](args)


def _complain(message: str, code: int = BAD_INPUT) -> int:
    with suppress(OSError):
        _say(message)
    return code


def _say(message: str) -> None:
    if sys.stderr is not None:
        print(f"dlx: {message}", file=sys.stderr)


def _let_go() -> None:
    """Point the output at nothing: what is still in its buffer must not fail once more when Python ends."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
            continue
        with suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


# --- the command line


def _parser() -> argparse.ArgumentParser:
    from dlx import __version__

    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="dlx", description=ABOUT, epilog=EPILOG, formatter_class=raw, allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"dlx (dlx-engine {__version__})")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, summary in SUMMARY.items():
        about = f"{summary[0].upper()}{summary[1:]}."
        command = commands.add_parser(
            name, help=summary, description=about, epilog=DETAILS[name], formatter_class=raw, allow_abbrev=False
        )
        _add_options(command)
    for name in ("count", "list"):
        commands.choices[name].add_argument("--limit", type=_at_least_1, metavar="N", help="stop at N solutions")
    for name in ("solve", "list"):
        commands.choices[name].add_argument(
            "--seed", type=int, metavar="N", help="try options in an order shuffled by this number"
        )
    return parser


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", help="a problem in Knuth's format, as in 'dlx --help'; - is standard input"
    )
    for name in ("given", "banned"):
        about = f"{EXPLAIN[name]}: {EXPLAIN['numbers']}"
        parser.add_argument(f"--{name}", action="append", default=[], metavar="OPTIONS", help=about)
    parser.add_argument("--time-limit", type=_seconds, metavar="SECONDS", help="stop after so long")
    parser.add_argument("--node-limit", type=_at_least_1, metavar="N", help="stop after N nodes of the search tree")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")


def _at_least_1(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if float(text) >= 0:  # false for nan, too
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")


def _read(args: argparse.Namespace) -> Problem:
    from .dlxfile import parse, read

    if args.file != "-":
        return read(args.file)
    if sys.stdin is None:
        raise ValueError("there is no standard input")
    if sys.stdin.isatty() and not args.quiet:
        _say("reading a problem from the terminal; end with Ctrl-D")
    return parse(getattr(sys.stdin, "buffer", sys.stdin), "<stdin>")


def _numbers(problem: Problem, texts: Iterable[str], name: str) -> list[int]:
    """The option numbers that --given or --banned name."""
    numbers: list[int] = []
    for text in texts:
        if NUMBERS.fullmatch(text):
            numbers += problem._numbers(map(int, text.split(",")), name)
        else:
            numbers.append(_named(problem, text, name))
    return numbers


def _named(problem: Problem, text: str, name: str) -> int:
    """The number of the one option that has exactly these items."""
    import numpy as np

    from .dlxfile import option_words

    words, shown = text.split(), f"--{name} {cut(text)!r}"
    first = words[0].partition(":")[0] if words else ""
    if first not in problem.items:
        raise ValueError(f"{shown}: there is no item {cut(first)!r}; give option numbers or the items of one")
    entries = np.flatnonzero(problem.indices == problem.items.index(first))
    options = np.searchsorted(problem.indptr, entries, side="right") - 1
    sizes = np.diff(problem.indptr)[options]
    found = [int(k) for k in options[sizes == len(words)] if set(option_words(problem, int(k))) == set(words)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValueError(f"{shown}: no option has exactly these items")
    more = ", ..." if len(found) > SHOWN else ""
    which = ", ".join(map(str, found[:SHOWN])) + more
    raise ValueError(f"{shown}: {len(found)} options have exactly these items; give one number of {which}")


# --- searching


class Watch:
    """What looks on while a search runs: it brings out what is listed so far, and shows a bar if that takes long."""

    def __init__(self, args: argparse.Namespace) -> None:
        in_the_way = args.command == "list" and sys.stdout is not None and sys.stdout.isatty()
        self.wanted = not args.quiet and not in_the_way and sys.stderr is not None and sys.stderr.isatty()
        self.bar: Bar | None = None

    def __call__(self, progress: Progress) -> None:
        if sys.stdout is not None:
            sys.stdout.flush()
        if not self.wanted or progress.seconds < PATIENCE:
            return
        bar = self.bar = self.bar or self._start()
        text = f"{progress.nodes:,} nodes, {many(progress.solutions, 'solution')}, {progress.seconds:.0f} s"
        bar.update(bar.task_ids[0], completed=progress.fraction, description=text)
        bar.refresh()

    def _start(self) -> Bar:
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn
        from rich.progress import Progress as Bar

        bar = Bar(
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,  # what is listed stays on standard output
            redirect_stderr=False,
        )
        bar.start()
        bar.add_task("", total=1.0)
        return bar

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()


def _search(args: argparse.Namespace, problem: Problem, watch: Watch, limit: int | None) -> Search:
    return problem.search(
        given=_numbers(problem, args.given, "given"),
        banned=_numbers(problem, args.banned, "banned"),
        limit=limit,
        time_limit=args.time_limit,
        node_limit=args.node_limit,
        seed=getattr(args, "seed", None),
        progress=watch,
    )


def _solve(args: argparse.Namespace) -> int:
    from .search import Status

    problem, solution = _read(args), None
    with Watch(args) as watch:
        search = _search(args, problem, watch, 1)
        try:
            solution = next(search, None)
            status = search.status or Status.COMPLETE
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    if args.json:
        _print_json(args, search, status, solution=None if solution is None else _spelt(solution))
    elif solution is not None:
        print("\n".join(map(" ".join, _spelt(solution)["items"])))
    headline = "found a solution" if solution is not None else _headline(status, 0)
    return _end(args, search, status, headline)


def _count(args: argparse.Namespace) -> int:
    from .search import Status

    problem = _read(args)
    with Watch(args) as watch:
        search = _search(args, problem, watch, args.limit)
        try:
            search.count()
            status = search.status or Status.COMPLETE
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    n = search.stats.solutions
    if args.json:
        _print_json(args, search, status, count=n, exact=status is Status.COMPLETE)
    elif status is not Status.INTERRUPTED:
        print(n)
    return _end(args, search, status, _headline(status, n))


def _list(args: argparse.Namespace) -> int:
    from .search import Status

    problem = _read(args)
    with Watch(args) as watch:
        search = _search(args, problem, watch, args.limit)
        try:
            _print_all(args, search)
            status = search.status or Status.TIME_LIMIT
        except KeyboardInterrupt:
            status = Status.INTERRUPTED
    if args.json:
        _print_json(args, search, status, solutions=search.stats.solutions)
    return _end(args, search, status, _headline(status, search.stats.solutions))


def _print_all(args: argparse.Namespace, search: Search) -> None:
    """Print solution after solution, until the search stops or its time is over."""
    from .dlxfile import format_option

    text = cache(lambda k: format_option(search.problem, k))
    deadline = perf_counter() + (inf if args.time_limit is None else args.time_limit)
    for n, solution in enumerate(search):
        if args.json:
            print(json.dumps(_spelt(solution)))
        else:
            print("\n" * (n > 0) + "\n".join(map(text, solution)))
        if search.status is None and perf_counter() > deadline:  # the search's own clock stands still while we print
            return


def _spelt(solution: Solution) -> dict[str, Any]:
    from .dlxfile import option_words

    return {
        "options": list(solution.options),
        "items": [option_words(solution.problem, k) for k in solution],
    }


def _print_json(args: argparse.Namespace, search: Search, status: Status, **answer: Any) -> None:
    stats = asdict(search.stats)
    stats["seconds"] = round(stats["seconds"], 6)
    print(json.dumps({"command": args.command, "status": status.value, **answer, "stats": stats}))


def _headline(status: Status, n: int) -> str:
    """What a search that met n solutions has shown."""
    from .search import Status

    if status is Status.COMPLETE:
        return f"{many(n, 'solution')}, and no more" if n else "no solution"
    if status is Status.SOLUTION_LIMIT:
        return f"{many(n, 'solution')}, as many as asked for; there may be more"
    why = "interrupted" if status is Status.INTERRUPTED else f"stopped by the {status.value}"
    return f"{why}: at least {many(n, 'solution')}" if n else f"{why} before a solution was found"


def _end(args: argparse.Namespace, search: Search, status: Status, headline: str) -> int:
    """Say how it went; returns the exit code."""
    from .search import Status

    if sys.stdout is not None:
        sys.stdout.flush()
    stats = search.stats
    if not args.quiet:
        guesses = f"{stats.guesses:,} guess{'es' * (stats.guesses != 1)}"
        work = f"{many(stats.nodes, 'node')}, {guesses}, {many(stats.updates, 'update')}, {stats.seconds:.3f} s"
        _say(f"{headline} ({work})")
    if status is Status.INTERRUPTED:
        return CTRL_C
    if status in (Status.TIME_LIMIT, Status.NODE_LIMIT):
        return STOPPED
    return FOUND if stats.solutions else NO_SOLUTION


# --- describing


def _info(args: argparse.Namespace) -> int:
    problem = _read(args)
    given, banned = _numbers(problem, args.given, "given"), _numbers(problem, args.banned, "banned")
    rest = left(problem, given, banned)
    facts: dict[str, Any] = {"command": "info", "given": sorted(set(given)), "banned": sorted(set(banned))}
    facts["contradiction"] = rest is None
    if rest is not None:
        facts |= describe(problem, *rest)
    print(json.dumps(facts) if args.json else "\n".join(table(facts)))
    return FOUND


COMMANDS = {"solve": _solve, "count": _count, "list": _list, "info": _info}
