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
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.progress import Progress as Bar

    from .problem import Problem, Solution
    from .search import Progress, Search, Status

FOUND, NO_SOLUTION, BAD_INPUT, STOPPED, CTRL_C = 0, 1, 2, 3, 130
PATIENCE = 1.0  # seconds of searching before a progress bar appears
LONGEST = 60  # characters of a name or argument that a message repeats
SHOWN = 10  # names that `info` prints before it says how many more there are

NUMBERS = re.compile(r"\s*-?[0-9]{1,18}\s*(,\s*-?[0-9]{1,18}\s*)*")

ABOUT = """Solve exact-cover problems.

An exact-cover problem is a list of options, each of them a set of items; a solution is a choice of options that has
every item exactly once. Tilings, timetables, Sudoku and many other puzzles are such problems: items are the things
that must be done (fill this cell, use this piece), options the ways to do some of them at once."""

FORMAT = """A FILE is text in Knuth's format. This is examples/toy.dlx:

  | comment lines start with a bar
  a b c d e f g
  c e
  a d g
  b c f
  a d f
  b g
  d e g

The first line that is no comment lists the items, every further line is an option. Items after a bar in the first
line (a b c | x y) are secondary: in at most one option of a solution, or in several that all give the item the same
color (x:red)."""

EPILOG = (
    FORMAT
    + """

examples:
  dlx solve examples/toy.dlx             print a solution, an option a line
  dlx count --time-limit 60 FILE         how many solutions are there?
  dlx list --limit 10 FILE               print the first ten
  dlx list FILE --given "a d f"          those that have this option
  zcat FILE.gz | dlx count --json -      standard input; the answer as JSON

'dlx COMMAND --help' tells more. Exit codes: 0 found or done; 1 no solution; 2 bad usage or input; 3 stopped by
--time-limit or --node-limit; 130 Ctrl-C."""
)

SUMMARY = {
    "solve": "print one solution",
    "count": "print the number of solutions",
    "list": "print all solutions",
    "info": "describe the problem: items, options, sizes",
}

DETAILS = {
    "solve": """Prints the options of one solution, one a line. Exit code 1 if there is none,
3 if a limit stopped the search before one was found.

JSON: {"command", "status", "solution": {"options": [numbers], "items": [[words]]} or null, "stats"}

examples:
  dlx solve examples/toy.dlx
  dlx solve examples/toy.dlx --banned 3          without option 3, the fourth in the file
  dlx solve --seed 7 FILE                        another one, perhaps""",
    "count": """Prints the number of solutions. Stopped by a limit it prints those counted so far, a lower bound:
standard error says so (JSON: "exact": false). Exit code 0 if --limit was reached, which is the answer asked for;
3 if time or nodes ran out; 1 if there is no solution. After Ctrl-C the number is on standard error (or in the JSON).

JSON: {"command", "status", "count", "exact", "stats"}

examples:
  dlx count examples/toy.dlx
  dlx count --limit 2 FILE                       1 says that the solution is unique
  dlx count --given 3,4 --time-limit 10 FILE     those with options 3 and 4, in ten seconds at most""",
    "list": """Prints every solution as it is found: its options, one a line, and a blank line between two solutions.
Exit code 0 if --limit was reached, 3 if time or nodes ran out, 1 if there is no solution.

JSON: a line for each solution {"options": [numbers], "items": [[words]]}, then a last line
{"command", "status", "solutions": how many, "stats"}

examples:
  dlx list examples/toy.dlx
  dlx list --limit 100 --json FILE
  dlx list FILE | head -20""",
    "info": """Prints what the problem is made of; nothing is searched (limits are accepted, and have nothing
to stop). With --given and --banned it describes what is left of the problem: items not covered yet, options that can
still be chosen. A primary item that no option is left for means that there is no solution. Exit code 0.

examples:
  dlx info examples/toy.dlx
  dlx info examples/toy.dlx --given "a d f" --json""",
}
EXPLAIN = {
    "given": "only solutions with these options",
    "banned": "only solutions without these options",
    "numbers": "numbers such as 3,17 (from 0, in file order), or one option as text ('a d g'); repeatable",
}


def main(argv: list[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process); returns its exit code."""
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

    words, shown = text.split(), f"--{name} {_cut(text)!r}"
    first = words[0].partition(":")[0] if words else ""
    if first not in problem.items:
        raise ValueError(f"{shown}: there is no item {_cut(first)!r}; give option numbers or the items of one")
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


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


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
        text = f"{progress.nodes:,} nodes, {_many(progress.solutions, 'solution')}, {progress.seconds:.0f} s"
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


def _many(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' * (n != 1)}"


def _headline(status: Status, n: int) -> str:
    """What a search that met n solutions has shown."""
    from .search import Status

    if status is Status.COMPLETE:
        return f"{_many(n, 'solution')}, and no more" if n else "no solution"
    if status is Status.SOLUTION_LIMIT:
        return f"{_many(n, 'solution')}, as many as asked for; there may be more"
    why = "interrupted" if status is Status.INTERRUPTED else f"stopped by the {status.value}"
    return f"{why}: at least {_many(n, 'solution')}" if n else f"{why} before a solution was found"


def _end(args: argparse.Namespace, search: Search, status: Status, headline: str) -> int:
    """Say how it went; returns the exit code."""
    from .search import Status

    if sys.stdout is not None:
        sys.stdout.flush()
    stats = search.stats
    if not args.quiet:
        guesses = f"{stats.guesses:,} guess{'es' * (stats.guesses != 1)}"
        work = f"{_many(stats.nodes, 'node')}, {guesses}, {_many(stats.updates, 'update')}, {stats.seconds:.3f} s"
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
    left = _left(problem, given, banned)
    facts: dict[str, Any] = {"command": "info", "given": sorted(set(given)), "banned": sorted(set(banned))}
    facts["contradiction"] = left is None
    if left is not None:
        facts |= _describe(problem, *left)
    print(json.dumps(facts) if args.json else "\n".join(_table(facts)))
    return FOUND


def _left(problem: Problem, given: list[int], banned: list[int]) -> tuple[NDArray[np.bool_], NDArray[np.int64]] | None:
    """What is left under these assumptions, or None if the given options contradict each other or are banned.

    Two arrays: may option k still be chosen? and is item i free (0), used up (-1), or of a color that it was given?
    """
    import numpy as np

    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    state = np.zeros(problem.n_items, dtype=np.int64)
    live = np.ones(problem.n_options, dtype=bool)
    live[banned] = False
    for k in dict.fromkeys(given):
        own = slice(problem.indptr[k], problem.indptr[k + 1])
        items, color, before = problem.indices[own], colors[own], state[problem.indices[own]]
        agrees = (before == 0) | ((before > 0) & (before == color))
        if not live[k] or items.min() >= problem.n_primary or not agrees.all():
            return None
        live[k] = False
        state[items] = np.where(color > 0, color, -1)
    now = state[problem.indices]
    fits = (now == 0) | ((now > 0) & (now == colors))
    if problem.n_options:
        live &= np.logical_and.reduceat(fits, problem.indptr[:-1])
    return live, state


def _describe(problem: Problem, live: NDArray[np.bool_], state: NDArray[np.int64]) -> dict[str, Any]:
    """The facts about what is left of a problem."""
    import numpy as np

    lengths = np.diff(problem.indptr)
    indices = problem.indices[np.repeat(live, lengths)]
    sizes = np.bincount(indices, minlength=problem.n_items)
    open_items = state >= 0
    primary = np.arange(problem.n_items) < problem.n_primary
    with_primary = np.zeros(problem.n_options, dtype=bool)
    if problem.n_options:
        with_primary = np.logical_or.reduceat(primary[problem.indices], problem.indptr[:-1])
    free = primary & (state == 0)
    arrays = [problem.indptr, problem.indices, *([] if problem.colors is None else [problem.colors])]
    links = problem._take_links()
    problem._give_back(links)
    colors = np.zeros(0) if problem.colors is None else problem.colors[np.repeat(live, lengths)]
    return {
        "primary": int(free.sum()),
        "secondary": int((open_items & ~primary).sum()),
        "options": int(live.sum()),
        "entries": len(indices),
        "nodes": len(indices) + int(open_items.sum()),
        "option_lengths": _range(lengths[live]),
        "primary_sizes": _range(sizes[free]),
        "secondary_sizes": _range(sizes[open_items & ~primary]),
        "colors": len(np.unique(colors[colors > 0])),
        "never_chosen": int((live & ~with_primary).sum()),
        "uncovered": [str(problem.items[int(i)]) for i in np.flatnonzero(free & (sizes == 0))],
        "unused": [str(problem.items[int(i)]) for i in np.flatnonzero(open_items & ~primary & (sizes == 0))],
        "memory": links.nbytes + sum(array.nbytes for array in arrays),
    }


def _range(values: NDArray[Any]) -> list[int] | None:
    """The smallest and the largest value."""
    return [int(values.min()), int(values.max())] if len(values) else None


def _table(facts: dict[str, Any]) -> Iterator[str]:
    """The facts as lines for people."""
    if facts["given"] or facts["banned"]:
        yield f"left under {len(facts['given']):,} given and {_many(len(facts['banned']), 'banned option')}:"
    if facts["contradiction"]:
        yield "nothing: the given options contradict each other, there is no solution"
        return
    yield f"items      {facts['primary']:,} primary, {facts['secondary']:,} secondary"
    lengths = f", of {_span(facts['option_lengths'], 'item')}" if facts["options"] else ""
    yield f"options    {facts['options']:,}{lengths}"
    yield f"nodes      {facts['nodes']:,} (entries: {facts['entries']:,}; and a list head for each item)"
    if facts["primary_sizes"]:
        yield f"sizes      a primary item is in {_span(facts['primary_sizes'], 'option')}"
    if facts["secondary_sizes"]:
        yield f"           a secondary item is in {_span(facts['secondary_sizes'], 'option')}"
    yield f"colors     {facts['colors']:,}"
    yield f"memory     {facts['memory'] / 1e6:,.3f} MB for a search in the whole problem"
    if facts["never_chosen"]:
        yield f"useless    {_many(facts['never_chosen'], 'option')} without a primary item, never chosen"
    if facts["unused"]:
        yield f"unused     {_some(facts['unused'])}: secondary, in no option"
    if facts["uncovered"]:
        yield f"uncovered  {_some(facts['uncovered'])}: in no option, so there is no solution"


def _span(span: list[int], what: str) -> str:
    low, high = span
    return _many(high, what) if low == high else f"{low:,} to {_many(high, what)}"


def _some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    return " ".join(map(_cut, names[:SHOWN])) + more


COMMANDS = {"solve": _solve, "count": _count, "list": _list, "info": _info}
