# SPDX-License-Identifier: MIT
"""An exact-cover problem and the questions it answers.

A problem is a matrix (matrix/) that answers questions. This file is the roof of the package: nothing below models/
imports it. Each method checks its arguments, asks one module of questions/ or workers/, and imports that module then,
so that a command that only reads and searches starts without the others.

    Problem  --search()-->  Search  --run-->  kernel      one question: solve, list, count, with limits
             --solve_many()-------Answers--->  lanes       many questions side by side
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import IO, TYPE_CHECKING, Any, Self

from .engine.arguments import refusing
from .engine.bar import Report, Reporting
from .engine.engine import MAX_MEMORY, Engine, Stock
from .engine.limits import first_of_all, integer
from .engine.support import check, known_method
from .matrix.assumptions import Assumptions
from .matrix.build import Fields
from .matrix.matrix import Matrix
from .matrix.named import Options
from .matrix.never import RANGE_BY_WORD, warned
from .matrix.solution import Solution
from .questions.decide import first_solution, unique
from .questions.listing import Listing
from .questions.search import Search, each
from .system import forks as forks  # registers itself
from .system.public import public
from .workers import answers

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray

    from .formats.cnf import Cnf
    from .formats.cpsat import CpSat
    from .formats.lp import Lp
    from .formats.opb import Opb
    from .kernels.lanes.lanes import Program
    from .matrix.slack import Price
    from .questions.batch import Batch
    from .questions.best.best import Best
    from .questions.count import Count
    from .questions.estimate import Estimate
    from .questions.explain import Explanation
    from .questions.info import Info
    from .questions.option_status import OptionStatuses
    from .questions.reduce import Reduced
    from .questions.sample import Samples
    from .questions.zdd import ZDD
    from .structure.mappings import Symmetry
    from .system.calloff import Cancel
    from .workers.orbits import Group
    from .workers.parts import Part, PartOutcome


@public("dlx")
@refusing
class Problem(Matrix):
    """An exact-cover problem: choose options so that each primary item is in exactly one, each secondary item in at
    most one (or in several that give it the same color).

    Args:
        options: an iterable of options, each an iterable of items. Items are any hashable values, or :class:`Colored`.
            The order of the items decides between solutions that come at the same time; a set is sorted, so that the
            order of the solutions is the same in each run.
        primary: the items to cover exactly once. Their order breaks ties: among the items with fewest options, the
            search branches on the first. None: all items that are not secondary, in first-seen order. A mapping gives
            multiplicities: with ``{"a": 2, "b": (1, 3)}``, a is in exactly 2 options and b in 1 to 3. (A mapping to
            mappings, such as the ``nodes`` of a NetworkX graph, counts as a list of items.)
        secondary: the items to cover at most once. An option of secondary items alone is never chosen, as no primary
            item needs it (Knuth's rule), and a :class:`NeverChosenWarning` reports it. In a packing, every item is
            covered at most once and no one needs any: give its items the range (0, 1) as ``primary``, not
            ``secondary``.
        costs: a number for each option, of any sign; see :meth:`best`.

    Raises:
        ValueError: an empty option, an item twice in one option, an item that is neither primary nor secondary, a color
            on a primary item. The message names the option and the item.
        TypeError: an item that cannot be hashed, an option that is a string.

    A problem is an immutable value: you can share it between threads, pickle it, compare it and hash it.

    >>> p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
    >>> [s.options for s in p.solutions()]
    [(0, 1), (2, 3)]
    >>> p.count(given=[2])
    1

    A packing of the heaviest options that share no item:

    >>> packing = Problem([["a", "b"], ["b", "c"], ["d"]], dict.fromkeys("abcd", (0, 1)), costs=[-5, -3, -1])
    >>> packing.best()[0].cost, packing.best()[0].options
    (-6, (0, 2))
    """

    __slots__ = ("_stock",)
    _stock: Stock  # of the first question on

    @classmethod
    def from_fields(cls, fields: Fields, program: Callable[[], Program] | None = None) -> Self:
        """Build a problem from checked names and arrays; `program` makes the code for lanes, written for it alone."""
        problem = super().from_fields(fields)
        if program is not None:
            problem.engine.stock.program = program
        return problem

    @property
    def engine(self) -> Engine:
        """The kernels of this problem, for the modules that ask questions."""
        stock = getattr(self, "_stock", None)  # four times as fast as a caught AttributeError
        if stock is None:
            stock = Stock()
            object.__setattr__(self, "_stock", stock)
        return Engine(self, stock)

    def derived(self, fields: Fields) -> Problem:
        """Return a problem made from this one."""
        return Problem.from_fields(fields)

    def _repr_html_(self) -> str:
        """Return the problem as a notebook shows it: the picture of a model, or a table of its first options."""
        from .matrix.solution import columns, option_columns
        from .system.markup import ROWS_SHOWN, html_table, preformatted

        caption, picture = repr(self).strip("<>"), self.thumbnail()
        if picture:
            return picture + preformatted(caption)
        first = columns([option_columns(self, k) for k in range(min(self.n_options, ROWS_SHOWN))])
        return html_table(first, caption, self.n_options)

    # --- files

    @classmethod
    def read(cls, file: str | PathLike[str] | IO[str] | IO[bytes]) -> Problem:
        """Read a problem from a path or an open stream of text or UTF-8 bytes, which stays open.

        The text is in Knuth's format, in miniexact's or in the DIMACS one; its first line tells. Every item is a
        string; options are numbered from 0 in file order.

        Raises:
            ValueError: the first wrong line; the message begins with ``FILE:LINE:``.
            OSError: the file cannot be opened or read, because it is missing, a directory, ...

        >>> import io
        >>> p = Problem.read(io.StringIO("| a toy\\na b | x\\na x:red\\nb x:red\\na b x\\n"))
        >>> p, p.count()
        (<Problem: 2 + 1 secondary items, 3 options>, 2)
        >>> Problem.read(io.StringIO("< a b > [ x ]  a x:red; b x:red; a b x;")) == p
        True
        >>> Problem.read(io.StringIO("p xcc 2 1\\n1 3 -1 0\\n2 3 -1 0\\n1 2 3 0\\n")).count()
        2
        """
        from .formats.reading import read

        return cls.from_fields(warned(read(file), RANGE_BY_WORD))

    @classmethod
    def parse(cls, lines: Iterable[str | bytes], name: str) -> Problem:
        """Return the problem in lines of text or UTF-8 bytes; see :meth:`read`. Errors use ``name`` for the file.

        >>> Problem.parse(["a b", "a c"], "toy.dlx")
        Traceback (most recent call last):
            ...
        ValueError: toy.dlx:2: there is no item 'c' in the line of items
        """
        from .formats.reading import parse

        return cls.from_fields(warned(parse(lines, name), RANGE_BY_WORD))

    def write(self, file: str | PathLike[str] | IO[str], *, name: Callable[[Any], object] = str) -> None:
        """Write the problem in Knuth's text format to a path or an open text stream.

        Items and colors are written as the words that ``name`` makes of them. If all names are strings, reading the
        text gives an equal problem, except that a problem without options loses its costs, which belong to options. We
        check every name before we open the file.

        Raises:
            ValueError: a name does not fit the format (empty, or with white space or one of the format's signs), two
                names have the same text, or the problem lacks primary items (the first line would be a comment).

        >>> import sys
        >>> from dlx import Colored
        >>> Problem([[1, Colored("x", "red")], [2]], secondary=["x"]).write(sys.stdout)
        1 2 | x
        1 x:red
        2
        >>> cells = Problem([[(0, 1), (0, 2)], [frozenset("b")]])
        >>> cells.write(sys.stdout, name=lambda item: "-".join(map(str, item)))
        0-1 0-2 b
        0-1 0-2
        b
        """
        from .formats.dlxfile import write

        write(self, file, name=name)

    # --- for other solvers

    def to_cnf(self, *, encoding: str = "auto", given: Options = (), banned: Options = ()) -> Cnf:
        """Return the problem as clauses for SAT solvers (DIMACS CNF), with one model for each solution.

        Args:
            encoding: how to write "at most one of n": as n(n-1)/2 pairs ("pairwise") or with a counter of n-2 extra
                variables ("sequential"). "auto" uses pairs unless they take more clauses. Multiplicities always use
                counters.
            given: options assumed chosen, as for :meth:`search`, as unit clauses.
            banned: options assumed not chosen, as for :meth:`search`.

        Returns:
            A :class:`dlx.Cnf` with ``clauses``, ``n_variables``, ``text()`` and ``write(file)``. Its
            ``solution(model)`` translates a model back. Costs are left out.

        >>> p = Problem([["a"], ["a", "b"], ["b"]])
        >>> print(p.to_cnf(given=[1]).text(), end="")
        c 1: a
        c 2: a b
        c 3: b
        p cnf 3 5
        1 2 0
        -1 -2 0
        2 3 0
        -2 -3 0
        2 0
        """
        from .formats.cnf import Cnf

        return Cnf(self, encoding, Assumptions.of(self, given, banned))

    def to_opb(
        self, *, given: Options = (), banned: Options = (), slack: Mapping[Hashable, Price] | Price | None = None
    ) -> Opb:
        """Return the problem as pseudo-Boolean constraints (OPB), with costs, if any, as the objective to minimize.

        Variable x1 is option 0; see :meth:`to_cnf`. With ``slack`` (see :meth:`best`), further variables are options
        too few or too many of an item, at their prices.

        Raises:
            ValueError: a cost or a slack that is not a whole number.

        >>> opb = Problem([["a"], ["a", "b"], ["b"]], costs=[2, 5, 2]).to_opb()
        >>> print(opb.text(), end="")
        * #variable= 3 #constraint= 2
        * x1: a
        * x2: a b
        * x3: b
        min: +2 x1 +5 x2 +2 x3 ;
        +1 x1 +1 x2 = 1 ;
        +1 x2 +1 x3 = 1 ;
        >>> opb.solution(["x1", "-x2", "x3"]).cost
        4
        """
        from .formats.opb import Opb
        from .matrix.slack import Slack

        return Opb(self, Assumptions.of(self, given, banned), Slack.of(self, slack))

    def to_lp(
        self, *, given: Options = (), banned: Options = (), slack: Mapping[Hashable, Price] | Price | None = None
    ) -> Lp:
        """Return the problem as an LP file for MIP solvers, with costs, if any, as the objective to minimize.

        Variable x0 is option 0; see :meth:`to_cnf`, and :meth:`to_opb` for ``slack``.

        >>> print(Problem([["a"], ["a", "b"], ["b"]]).to_lp().text(), end="")
        \\ x0: a
        \\ x1: a b
        \\ x2: b
        Minimize
         obj:
        Subject To
         item0: + x0 + x1 = 1
         item1: + x1 + x2 = 1
        Binaries
         x0 x1 x2
        End
        """
        from .formats.lp import Lp
        from .matrix.slack import Slack

        return Lp(self, Assumptions.of(self, given, banned), Slack.of(self, slack))

    def to_cpsat(
        self, *, given: Options = (), banned: Options = (), slack: Mapping[Hashable, Price] | Price | None = None
    ) -> CpSat:
        """Return the problem as a model for CP-SAT of OR-tools, with costs, if any, as the objective to minimize.

        Returns:
            A :class:`dlx.CpSat` with ``model``, to which you may add constraints of your own, and ``variables``, one
            for each option. Its ``solution(solver)`` translates the answer back. See :meth:`to_opb` for ``slack``.

        Raises:
            ImportError: OR-tools is not installed: ``pip install ortools``.

        >>> from ortools.sat.python.cp_model import CpSolver  # doctest: +SKIP
        >>> cpsat = Problem([["a"], ["a", "b"], ["b"]], costs=[2, 5, 2]).to_cpsat()  # doctest: +SKIP
        >>> solver = CpSolver()  # doctest: +SKIP
        >>> solver.status_name(solver.solve(cpsat.model))  # doctest: +SKIP
        'OPTIMAL'
        >>> cpsat.solution(solver).cost  # doctest: +SKIP
        4
        """
        from .formats.cpsat import CpSat
        from .matrix.slack import Slack

        return CpSat(self, Assumptions.of(self, given, banned), Slack.of(self, slack))

    # --- questions

    def search(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        node_limit: int | None = None,
        kernel: str = "auto",
        seed: int | None = None,
        progress: bool | Report | None = None,
    ) -> Search:
        """Return a search that you can limit, watch, stop and resume; see :class:`dlx.Search`.

        Args:
            given: options assumed chosen, each by its number, by a collection of its items in any order, if no other
                option has exactly these, or by a function of its items (or of its row, see :meth:`of`), which may stand
                alone. All options for which it holds are assumed chosen; for one of them, see :meth:`with_item`. If
                they contradict each other, there is no solution.
            banned: options assumed not chosen, named in the same ways.
            limit: stop after this many solutions.
            time_limit: stop after this many seconds of search; your own time between two solutions does not count.
            cancel: a ``threading.Event``, or anything with ``is_set()``. Soon after another thread sets it, the search
                stops, and its status is INTERRUPTED. Every question that takes ``cancel`` does the same; in place of a
                bare answer it raises :class:`dlx.Unfinished`.
            node_limit: stop after this many nodes (partial solutions visited).
            kernel: "links" (dancing links), "bits" (bit-parallel), "multi" (links with multiplicities) or "auto",
                the kernel that is likely to be fastest (links or multi if there is a seed).
            seed: shuffle the order in which options are tried; the same seed gives the same order on every machine.
            progress: True shows a bar in a terminal or notebook; a function is called with a :class:`dlx.Progress`
                about every 0.1 s.

        Raises:
            ValueError: an option that does not exist, items that no option or several options have, an unknown kernel.
            TypeError: an option that is neither a number, nor a collection of items, nor a function.

        >>> p = Problem([["a"], ["a"], ["a"]])
        >>> s = p.search(limit=2)
        >>> len(list(s)), s.status.value
        (2, 'solution limit')
        >>> tiles = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]])
        >>> [s.options for s in tiles.search(given=[("b", "a")])]
        [(0, 1)]
        >>> [s.options for s in tiles.search(banned=lambda items: "a" in items and len(items) > 1)]
        [(2, 3)]
        """
        limits: dict[str, Any] = {"limit": limit, "time_limit": time_limit, "node_limit": node_limit, "cancel": cancel}
        assumed = Assumptions.of(self, given, banned)
        return Search(self.engine, assumed, kernel=kernel, seed=seed, progress=progress, **limits)

    def solve(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        node_limit: int | None = None,
        method: str = "auto",
        seed: int | None = None,
        workers: int | None = None,
        progress: bool | Report | None = None,
    ) -> Solution | None:
        """Return the first solution, or None if there is none.

        Args:
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            time_limit: seconds.
            cancel: as for :meth:`search`.
            node_limit: stop after this many nodes of plain search, which is then the only method.
            method: "search" finds the first solution in the order of :meth:`solutions`. "sat" finds any solution, by a
                SAT solver that learns from its failures; it needs python-sat: ``pip install python-sat``.
                "auto" chooses.
            seed: shuffle the order in which options are tried, for another solution; the same seed finds the same
                solution on every machine.
            workers: use this many threads: one proceeds as without workers, the others search in random orders. The
                same number finds the same solution on every run.
            progress: as for :meth:`search`.

        Raises:
            Unfinished: a limit came before a solution, or the proof that there is none.
            ImportError: method "sat" without python-sat.
            ValueError: an option that does not exist, workers below 1, or an argument for a method without it.

        >>> p = Problem([["a", "b"], ["c"], ["a"]])
        >>> p.solve(), p.solve(banned=[1])
        (Solution((0, 1)), None)
        """
        assumed = Assumptions.of(self, given, banned)
        plain = seed is None and workers is None and node_limit is None and progress is None
        if known_method(method, "solve") != "sat" and plain:
            engine = self.engine
            answer = answers.solve(engine, assumed, method, time_limit)
            return first_solution(engine, answer)  # the rest would add 2 us to small questions
        check("solve", method=method, seed=seed, workers=workers, node_limit=node_limit)
        seed = seed if seed is None else integer(seed, "seed")
        with Reporting(progress) as report:
            how: dict[str, Any] = {"seed": seed, "node_limit": node_limit, "workers": workers, "progress": report}
            return first_solution(self.engine, answers.solve(self.engine, assumed, method, time_limit, **how))

    def solutions(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        limit: int | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        ordered: bool = True,
        orbits: bool | str | Iterable[Symmetry] = False,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        node_limit: int | None = None,
        progress: bool | Report | None = None,
    ) -> Iterator[Solution]:
        """Yield all solutions, one by one, as they are found, or the first ``limit`` of them.

        In one thread and without a ``node_limit``, the list begins with the reasoning of :meth:`is_unique`: all
        strategies search for the first two solutions, or for ``limit`` up to 1,000, or prove that there are fewer.
        Plain search lists all others.

        On many workers (see :meth:`count`) the order does not depend on the number of workers; with ``ordered=False``
        solutions are yielded as they arrive. With ``orbits`` (see :meth:`group`) only one solution of each orbit is
        yielded, so no two are images of each other, under the symmetries that preserve the set of the given options and
        that of the banned ones. Your own time between two solutions does not count toward the ``time_limit``, except on
        many workers, which keep searching meanwhile. ``cancel``, ``node_limit`` and ``progress`` are those of
        :meth:`search`.

        Raises:
            Unfinished: after the last solution within the limits, if there may be more.
        """
        check("solutions", node_limit=node_limit, workers=workers, executor=executor, orbits=orbits)
        many: dict[str, Any] = {"workers": workers, "executor": executor, "ordered": ordered}
        if orbits:
            with Reporting(progress) as report:
                group, time_limit = self._group_in_time(orbits, time_limit, report, given=given, banned=banned)
            return first_of_all(group.solutions(time_limit=time_limit, progress=progress, **many), limit)
        limits: dict[str, Any] = {"node_limit": node_limit, "time_limit": time_limit, "progress": progress}
        listing = answers.solutions(self.engine, Assumptions.of(self, given, banned), limit, **limits, **many)
        return each(listing) if isinstance(listing, Listing) else listing

    def split(self, parts: int = 256, *, given: Options = (), banned: Options = ()) -> list[Part]:
        """Cut the search into about ``parts`` parts, each a :class:`dlx.Part`: options given and banned, and a weight.

        Every solution is in exactly one part. The weights are shares of the search tree and sum to exactly 1. There
        are fewer parts if the search cannot be cut further. :func:`dlx.run_part` searches a part, or a piece of it.

        >>> queens = Problem([["a", "b"], ["a", "c"], ["b"], ["c"]])
        >>> [(part.given, str(part.weight)) for part in queens.split(2)]
        [((0,), '1/2'), ((1,), '1/2')]
        """
        from .workers.parts import split

        return split(self.engine, Assumptions.of(self, given, banned), parts)

    def count(
        self,
        limit: int | None = None,
        *,
        given: Options = (),
        banned: Options = (),
        method: str = "auto",
        max_memory: int | None = None,
        order: str | Sequence[Hashable] | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        checkpoint: str | PathLike[str] | None = None,
        progress: bool | Report | None = None,
        orbits: bool | str | Iterable[Symmetry] = False,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        node_limit: int | None = None,
    ) -> int:
        """Return the exact number of solutions, or ``limit`` if there are at least that many.

        Args:
            limit: stop at this many solutions. With method "auto", all strategies of :meth:`is_unique` search for them,
                or prove that there are fewer.
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            method: "search" visits every solution. "memo" searches every state once and remembers its count, and so
                counts more solutions than could ever be visited. "frontier" does so layer by layer, item after item
                in one order. "symmetric" takes situations that differ only in names for
                one (for problems with many symmetries; it finds them). "zdd" builds a diagram of the solutions. "auto"
                finds out which method pays.
            max_memory: bytes for remembered states, 1 GiB if None; with less memory, more states are searched twice.
                For a large problem, up to a quarter of it holds tables.
            order: the item to branch on with a memory, as for :meth:`zdd`: "leftmost", "mrv", or a sequence of primary
                items. It may decide whether a count ends at all: a strip of 4 x 300 cells counts well column by column.
                None, or "auto": we try the given order, an order of our own, and "mrv".
            workers: search on this many threads. The methods "memo", "frontier", "symmetric" and "zdd" use one.
            executor: search on a ``concurrent.futures.Executor``: threads, processes, Dask's, mpi4py's.
            checkpoint: a file that saves the progress of a long search; a search that was killed continues from it. A
                count with a checkpoint always uses the method "search".
            progress: True shows a bar in a terminal or notebook; a function is called with a :class:`dlx.Progress`
                about every 0.1 s.
            orbits: count solutions that are images of each other once. Pass symmetries, or "auto" for all symmetries of
                the problem, which we find, or True for the built-in ones of a problem of :mod:`dlx.models`; see
                :meth:`group`. The problem may have more symmetries than the board that you mean (the 4x4 torus has 128,
                its cells and dominoes 384), and "auto" then counts fewer orbits; compare ``group("auto").order`` with
                the order that you know. With given or banned options, the symmetries that preserve the set of the
                given options and that of the banned ones count.
            time_limit: seconds.
            cancel: as for :meth:`search`.
            node_limit: stop after this many nodes of plain search, which is then the only method.

        Raises:
            Unfinished: a limit came before the end; ``partial`` is a lower bound of the count. A ``checkpoint`` keeps
                the finished work.
            OverflowError: with method "zdd", the diagram would take more than ``max_memory``; with "frontier", two
                layers; with "symmetric", what remains to be counted.
            ValueError: "frontier" with the order "mrv"; "memo", "zdd" or "symmetric" for a problem that is too large
                for them.

        A problem whose parts share no item is counted part by part, and the counts multiply.

        >>> across = [[(r, c), (r, c + 1)] for r in range(8) for c in range(7)]
        >>> down = [[(r, c), (r + 1, c)] for r in range(7) for c in range(8)]
        >>> Problem(across + down).count()  # dominoes on a chessboard
        12988816
        """
        how: dict[str, Any] = {"method": known_method(method), "max_memory": max_memory}
        how |= {"workers": workers, "executor": executor}
        told: dict[str, Any] = {"limit": limit, "node_limit": node_limit, "order": order, "checkpoint": checkpoint}
        check("count", **told, **how, orbits=orbits)
        with Reporting(progress) as report:
            if orbits:
                group, time_limit = self._group_in_time(orbits, time_limit, report, given=given, banned=banned)
                return group.count(time_limit=time_limit, progress=report, **how)
            assumed = Assumptions.of(self, given, banned)
            return answers.number(
                answers.count(self.engine, assumed, **told, **how, time_limit=time_limit, progress=report)
            )

    def counting(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        method: str = "auto",
        max_memory: int | None = None,
        order: str | Sequence[Hashable] | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        checkpoint: str | PathLike[str] | None = None,
        progress: bool | Report | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
    ) -> Count:
        """Return a count of all solutions that you can limit in time, watch and resume, and that keeps statistics.

        Takes the same arguments as :meth:`count`; see :class:`dlx.Count`. ``time_limit`` and ``cancel`` hold for each
        run.

        >>> c = Problem([["a"], ["a", "b"], ["b"]]).counting(method="memo")
        >>> c.run(), c.stats.method, c.stats.hits
        (2, 'memo', 0)
        """
        assumed = Assumptions.of(self, given, banned)
        how: dict[str, Any] = {"method": method, "max_memory": max_memory, "order": order}
        limits: dict[str, Any] = {"time_limit": time_limit, "cancel": cancel, "progress": progress}
        if workers is None and executor is None and checkpoint is None:
            from .questions.count import StrategyCount

            return StrategyCount(self.engine, assumed, **how, **limits)
        from .workers.counting import PartsCount

        pool: dict[str, Any] = {"workers": workers, "executor": executor, "checkpoint": checkpoint}
        known_method(method, "counting")
        check("counting", **how, **pool)
        return PartsCount(self.engine, assumed, **how, **limits, **pool)

    def zdd(
        self,
        *,
        order: str | Sequence[Hashable] = "auto",
        given: Options = (),
        banned: Options = (),
        max_nodes: int | None = None,
        max_memory: int = MAX_MEMORY,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
    ) -> ZDD:
        """Return all solutions in one diagram, a :class:`dlx.ZDD`, which counts, samples and optimizes instantly.

        Args:
            order: the item to branch on: "leftmost", the first open item; "mrv", the item with fewest options; a
                sequence of primary items, the first of these that is open; "auto" tries the first two, and an order of
                our own if it is clearly better than the given one. The order decides the size of the diagram.
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            max_nodes: the most nodes the diagram may have.
            max_memory: bytes for remembered states during construction, not counting the diagram itself. For a large
                problem, up to a quarter of it holds tables.
            time_limit: seconds.
            cancel: as for :meth:`search`.
            progress: True shows a bar in a terminal or notebook; a function is called with a :class:`dlx.Progress`
                about every 0.1 s.

        Raises:
            OverflowError: the diagram has more nodes than ``max_nodes``.
            Unfinished: the time limit expired.
            ValueError: a problem with more options than fit in the tables.

        >>> z = Problem([["a", "b"], ["a"], ["b"]]).zdd()
        >>> z.count(), z.count_per_option()
        (2, [1, 1, 1])
        """
        from .questions.zdd import zdd

        with Reporting(progress) as report:
            assumed = Assumptions.of(self, given, banned)
            return zdd(self.engine, assumed, order, max_nodes, max_memory, time_limit, report)

    def sample(
        self,
        n: int = 1,
        *,
        seed: int | None = None,
        given: Options = (),
        banned: Options = (),
        method: str = "auto",
        error: float | None = None,
        max_memory: int = MAX_MEMORY,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
    ) -> Samples:
        """Draw ``n`` solutions with replacement, independently, all with exactly or nearly the same probability.

        We never list the solutions. We draw whole numbers below their exact number, and find the solution of each. If
        you allow an error, and the number is not found in about a second, we draw from random descents instead (see
        ``dlx.engine.strategies.approximate``).

        Args:
            n: the number of solutions; most of the time goes into the preparation, whatever their number.
            seed: the same seed draws the same solutions on every machine; None draws others each time.
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            method: "zdd" draws from a diagram of all solutions (see :meth:`zdd`), "symmetric" from the layers of a
                count up to symmetry. "approximate" draws from descents at once, with an error of 0.05 if you pass no
                other. "auto" lets the first two race, and falls back on the third if you allow an error. Another method
                draws other solutions for the same seed.
            error: None for exact samples. A number from 0.0001 to 1 allows any set of solutions to be drawn more or
                less often than it should by this (the distance in total variation). An error of 0.05 takes 200 test
                runs of each width, one of 0.001 takes 10,000.
            max_memory: bytes for states, layers and descents, not counting a diagram itself.
            time_limit: seconds for the preparation and the draws.
            cancel: as for :meth:`search`.
            progress: True shows a bar in a terminal or notebook; a function is called with a :class:`dlx.Progress`
                about every 0.1 s.

        Returns a list with two attributes. ``error`` is 0 for exact samples, else the stated error: the upper end of a
        95 % interval that the spread of the test runs determines. It rests on these runs. Parts of the search tree so
        rare and so full of solutions that no run visited them cannot be excluded. ``solutions`` is the number of all
        solutions, an :class:`Interval`.

        Raises:
            ValueError: there is no solution, or the problem does not suit the method.
            OverflowError: the layers exceed ``max_memory``, and there is no diagram; or no descents that it allows are
                even enough for the error.
            Unfinished: the time limit expired.

        >>> [s.options for s in Problem([["a"], ["a"], ["a"]]).sample(5, seed=1)]
        [(0,), (2,), (0,), (1,), (0,)]
        >>> from dlx import models
        >>> squares = models.latin_squares(10).sample(2, error=0.05, method="approximate", seed=1)
        >>> print(len(squares), squares.error <= 0.05, squares.solutions)
        2 True about 1.0e37 (9.9e36 to 1.1e37)
        """
        from .questions.sample import sample

        known_method(method, "sample")
        check("sample", method=method, error=error)
        with Reporting(progress) as report:
            assumed = Assumptions.of(self, given, banned)
            return sample(self.engine, assumed, n, seed, method, error, max_memory, time_limit, report)

    def is_unique(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        method: str = "auto",
        progress: bool | Report | None = None,
    ) -> bool:
        """Return whether there is exactly one solution; takes the same arguments as :meth:`solve`.

        Raises:
            Unfinished: the time limit expired before a second solution, or the proof that there is none, was found.
        """
        assumed = Assumptions.of(self, given, banned)
        if known_method(method, "is_unique") and progress is None:
            return unique(self.engine, assumed, time_limit, method)
        with Reporting(progress) as report:
            return unique(self.engine, assumed, time_limit, method, report)

    def option_status(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        limit: int | None = 1,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        method: str = "auto",
        progress: bool | Report | None = None,
    ) -> OptionStatuses:
        """Find out for every option whether it is in all, in some or in no solutions, with a witness for each.

        Args:
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            limit: count each option's solutions up to this number; None: count them all, by listing all solutions.
            time_limit: stop after this many seconds; options undecided by then are UNKNOWN.
            cancel: as for :meth:`search`.
            method: "search" or "sat", as for :meth:`solve`; "auto" chooses.
            progress: as for :meth:`search`; it shows the number of options decided so far.

        >>> found = Problem([["a"], ["b"], ["b", "c"], ["a", "b"], ["a"]]).option_status()
        >>> found
        <OptionStatuses: 2 NONE, 2 SOME, 1 ALL; complete>
        >>> found[2].name, found.witness(4), found.without(4), found.witness(1)
        ('ALL', Solution((2, 4)), Solution((0, 2)), None)
        """
        from .questions.option_status import OptionStatuses

        assumed = Assumptions.of(self, given, banned)
        known_method(method, "option_status")
        with Reporting(progress) as report:
            return OptionStatuses(self.engine, assumed, limit, time_limit, method, report)

    def explain(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = 10,
        cancel: Cancel | None = None,
        method: str = "auto",
        progress: bool | Report | None = None,
    ) -> Explanation:
        """Explain why there is no solution. If there is one, the explanation is false, and prints as such.

        The explanation names items that no option covers, or given options that contradict each other, or weights of
        items that every option respects and the whole problem does not (a :class:`dlx.Certificate`), or a small set of
        given options or of primary items that has no solution by itself. Such a set is minimal if time sufficed; see
        :class:`dlx.Explanation`.

        Args:
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            time_limit: seconds for all searches together; None: as long as it takes.
            cancel: as for :meth:`search`.
            method: "search" or "sat", as for :meth:`solve`; "auto" chooses.
            progress: as for :meth:`search`; it shows the size of the set that is tried.

        >>> p = Problem([["a", "b"], ["b", "c"], ["a", "c"], ["d"], ["d", "e"], ["e"]])
        >>> print(p.explain())
        these items cannot all be covered at once (leave out any one of them, and the others can): 'a', 'b', 'c'
        give weights to items: 1 to 'a', 'b', 'c'
        every option weighs a multiple of 2, but the items to cover weigh 3
        >>> print(Problem([["a"], ["a", "b"]], ["a", "b", "c"]).explain())
        item 'c' is in no option
        >>> print(Problem([["a"]]).explain())
        there is a solution
        """
        from .questions.explain import explain

        assumed = Assumptions.of(self, given, banned)
        known_method(method, "explain")
        with Reporting(progress) as report:
            return explain(self.engine, assumed, time_limit, method, report)

    def estimate(
        self,
        samples: int = 1000,
        seed: int = 0,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
    ) -> Estimate:
        """Estimate the number of nodes and solutions of the search and its time; return a :class:`dlx.Estimate`.

        The time of an estimate does not grow with the search: we visit a few thousand nodes and make ``samples`` random
        descents. If a descent has thousands of levels, we limit the work as well and take fewer samples; the ``status``
        is then WORK_LIMIT. If the search ends within 5,000 nodes, or two for each primary item, its numbers are exact.

        Args:
            samples: number of partial solutions to follow downwards; four times as many halve the error.
            seed: the same seed gives the same estimate on every machine, except for the seconds.
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            time_limit: stop after this many seconds, with the samples so far; ``status`` reports it.
            cancel: as for :meth:`search`.
            progress: as for :meth:`search`; it reports the finished share of the samples, and the nodes and solutions
                they found.

        Raises:
            ValueError: samples below 1, or an option that does not exist.

        >>> e = Problem([["a"], ["b"], ["a", "b"]]).estimate()
        >>> e.nodes.value, e.solutions.value, str(e.solutions)
        (4, 2, '2')
        """
        from .questions.estimate import estimate

        with Reporting(progress) as report:
            return estimate(self.engine, Assumptions.of(self, given, banned), samples, seed, time_limit, report)

    def info(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = 3.0,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
    ) -> Info:
        """Return what the engine sees of the problem, a :class:`dlx.Info` that prints as a table.

        It shows the components, the options that are never chosen, the number of symmetries, the window of a count by
        layers, weights that prove that there is no solution, and the strategy that leads :meth:`count`, with the time
        that the rest is likely to take and the likely peak of its memory, if they can be foreseen. No formula tells
        which strategy wins, so :meth:`count` itself begins.

        Args:
            given: options assumed chosen, as for :meth:`search`.
            banned: options assumed not chosen, as for :meth:`search`.
            time_limit: seconds: a third for the symmetries, a third for the count, and a sixth each for a proof if the
                count found no solution and for an estimate if it cannot foresee its end. The components and the window
                take some milliseconds more, up to a second for a million entries. None: no limit, so count to the end.
            cancel: as for :meth:`search`; the answer has what is known then.
            progress: as for :meth:`search`; it shows the part of the structure that we look at.

        Raises:
            ValueError: an option that does not exist, or a negative time limit.

        >>> seen = Problem([["a", "b"], ["a"], ["b"], ["c", "d"], ["c"], ["d"]]).info()
        >>> seen.components, seen.largest, seen.symmetries, seen.solutions, seen.stats.method
        (2, 3, 8, 4, 'search')
        """
        from .questions.info import info

        with Reporting(progress) as report:
            return info(self.engine, Assumptions.of(self, given, banned), time_limit, report)

    def best(
        self,
        k: int | None = 1,
        *,
        max_cost: float | None = None,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        node_limit: int | None = None,
        progress: bool | Report | None = None,
        workers: int | None = None,
        executor: Executor | None = None,
        start: Options | None = None,
        on_better: Callable[[Solution], object] | None = None,
        slack: Mapping[Hashable, Price] | Price | None = None,
    ) -> Best:
        """Return the k cheapest solutions, cheapest first, found by branch and bound: a :class:`dlx.Best`, a sequence.

        Args:
            k: the number of solutions; None: all of them, in order.
            max_cost: the highest cost a solution may have.
            given, banned, time_limit, cancel, node_limit, progress: as for :meth:`search`. After a limit the result has
                the cheapest solutions found so far, ``status`` names the limit, and every other solution costs at least
                ``bound``.
            workers: search on this many threads. The costs are the same as without workers, but of the solutions that
                tie for the last place, others may be kept. The result, nodes included, is the same for any number of
                workers and any executor.
            executor: search on any concurrent.futures.Executor instead, as for :meth:`count`.
            start: a known solution, as its options, named as for :meth:`search`: we look for cheaper ones only, and it
                is among the result if it is one of the k cheapest. If others tie with it, it is kept.
            on_better: a function that receives each :class:`dlx.Solution` that is cheaper than all before, when it is
                found. If the problem falls apart, the cheapest one comes at the end.
            slack: prices of items that may give way: a mapping from primary items to the price of each option too few
                or too many, or to a pair (too few, too many) in which None forbids a direction; one price is for all
                items. Solutions are then :class:`dlx.Compromise`; their cost includes these prices, and ``gave_way``
                lists the items. Options without a cost cost nothing.

        If branch and bound finds no solution early, all strategies of :meth:`solve` look for one, at any cost, to begin
        with, so that a limit in which :meth:`solve` answers early leaves one. Their proof that there is none ends all.

        Solutions of equal cost are in the order of their options. If several tie for the last place, we keep the first
        ones found, the same on every run; finding all of them could cost as much as listing all solutions.

        Raises:
            ValueError: a problem with neither costs nor slack, k below 1, a node_limit for many workers, a `start` that
                is no solution, or contradicts `given`, `banned` or `max_cost`; slack of an item that is not primary,
                or below 0.
            TypeError: slack that is no number or pair of numbers.
            OverflowError: slack that adds up to 2^62 or more.
            RuntimeError: a worker process died.

        >>> p = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]], costs=[5, 2, 1, 3])
        >>> best = p.best(2)
        >>> [(s.cost, s.options) for s in best], best.status.value
        ([(4, (2, 3)), (7, (0, 1))], 'complete')

        Two people cannot fill three chairs, but nearly, and this is the price:

        >>> chairs = Problem([["Ann", 1], ["Ann", 2], ["Bob", 2], ["Bob", 3]])
        >>> chairs.solve() is None
        True
        >>> nearly = chairs.best(slack={1: 5, 2: 8, 3: 9})[0]
        >>> nearly.cost, nearly.items(), nearly.gave_way
        (5, [('Ann', 2), ('Bob', 3)], (GaveWay(item=1, by=-1, price=5),))

        Source: Lagrangian bounds and branch and bound; see kernels/best.pyx.
        """
        from .questions.best.best import best, wanted

        assumed = Assumptions.of(self, given, banned)
        heap = wanted(self, assumed, k, max_cost, start, on_better, slack)
        with Reporting(progress) as report:
            if workers is None and executor is None:
                return best(assumed, heap, time_limit, node_limit, report)
            from .workers.cheapest import best_of_parts

            check("best", node_limit=node_limit, workers=workers, executor=executor)
            return best_of_parts(assumed, heap, time_limit, report, (workers, executor))

    def count_many(
        self,
        givens: Any,
        limit: int | None = 2,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        kernel: str = "auto",
        workers: int | None = None,
        executor: Executor | None = None,
        progress: bool | Report | None = None,
    ) -> NDArray[np.int64]:
        """Count the solutions under each of many sets of given options; return int64 counts, each at most ``limit``.

        Args:
            givens: a list of collections of options, each named as for :meth:`search`, a boolean or uint8 matrix (N,
                options), or a pair of arrays ``(indptr, options)`` in CSR form. Each set of given options is one
                question.
            limit: stop counting a question's solutions at this number; None: count all, up to 2^63 - 1. Hard questions
                then use all methods of :meth:`count`.
            node_limit: stop each question after this many nodes.
            time_limit: stop the whole batch after this many seconds.
            cancel: as for :meth:`search`; the other questions then have the status INTERRUPTED.
            kernel: "lanes" (side by side, bit-sliced), "bits", "links" or "multi" (one by one), or "auto".
            workers: answer on this many threads. The counts are the same as without workers.
            executor: answer on any concurrent.futures.Executor instead, as for :meth:`count`.
            progress: as for :meth:`search`; it shows the number of answered questions.

        Raises:
            ValueError, TypeError: an option that does not exist (the message names the question), a limit below 1.
            Unfinished: the time limit or the node limit cut a count short; ``partial`` is the array of lower
                bounds (:meth:`solve_many` has a status for each).

        >>> Problem([["a", "b"], ["a"], ["b"]]).count_many([[], [0], [0, 1]]).tolist()
        [2, 1, 0]
        """
        from .questions.batch import finished_counts

        limits: dict[str, Any] = {"node_limit": node_limit, "time_limit": time_limit}
        pool: dict[str, Any] = {"workers": workers, "executor": executor}
        batch = self._batch(givens, limit, False, kernel, progress, limits, pool)
        whole = node_limit is None and time_limit is None and cancel is None
        return batch.counts if whole else finished_counts(batch)

    def solve_many(
        self,
        givens: Any,
        limit: int | None = 2,
        *,
        node_limit: int | None = None,
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        kernel: str = "auto",
        workers: int | None = None,
        executor: Executor | None = None,
        progress: bool | Report | None = None,
    ) -> Batch:
        """Answer each question with count, first solution, nodes and status: a :class:`dlx.Batch`.

        Takes the same arguments as :meth:`count_many`. The solutions are the same for any number of workers, and so are
        the nodes, which may differ without workers.
        """
        limits: dict[str, Any] = {"node_limit": node_limit, "time_limit": time_limit}
        pool: dict[str, Any] = {"workers": workers, "executor": executor}
        return self._batch(givens, limit, True, kernel, progress, limits, pool)

    def _batch(
        self,
        sets: Any,
        limit: int | None,
        solutions: bool,
        kernel: str,
        progress: bool | Report | None,
        limits: dict[str, Any],
        pool: dict[str, Any],
    ) -> Batch:
        """Return the answers to many questions, sets of given options."""
        from .matrix.givens import csr
        from .questions.batch import Answers

        questions = csr(self, sets)
        check("solve_many", kernel=kernel, **limits, **pool)
        with Reporting(progress) as report:
            how: dict[str, Any] = {"kernel": kernel, "report": report, **limits}
            if pool["workers"] is None and pool["executor"] is None:
                return Answers(self.engine, questions, limit, solutions, **how).batch()
            from .workers.many import answers_of_workers

            return answers_of_workers(self.engine, questions, limit, solutions, **how, **pool)

    # --- another problem

    def with_item(self, item: Hashable, options: Options, bounds: int | tuple[int, int] = 1) -> Problem:
        """Return the problem in which these options have one more primary item, so that a solution has one of them.

        Options given to a question are assumed chosen, all of them. With an item of their own, you ask for one of them,
        or for a number of them. The options keep their numbers, and a model still draws its solutions.

        Args:
            item: a new name.
            options: named as for :meth:`search`: a function selects all options for which it holds.
            bounds: how many of them a solution has: a number, or the least and the greatest.

        Raises:
            ValueError: an item that the problem has, an option that does not exist, or a function that holds for none.
            TypeError: an item that cannot be hashed; options or bounds of another type.

        >>> from dlx import models
        >>> week = models.roster(["Ann", "Bob", "Eve"], ["Mon", "Tue"], {"early": 1, "night": 1}, work=(1, 2))
        >>> monday = week.with_item("Ann works on Monday", lambda items: "Ann@Mon" in items)
        >>> week.count(), monday.count()
        (24, 16)
        >>> nights = week.with_item("nights of Ann", lambda items: "Ann" in items and "night" in items[0], (0, 1))
        >>> nights.count()
        22
        """
        from .matrix.named import with_item

        return self.derived(with_item(self, item, options, bounds))

    def reduce(
        self,
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        rounds: int | None = None,
        progress: bool | Report | None = None,
    ) -> Reduced[Problem]:
        """Return a smaller problem with the same solutions, and the way back to this one: a :class:`dlx.Reduced`.

        Args:
            given: options assumed chosen, as for :meth:`search`; only solutions that contain them are kept.
            banned: options assumed not chosen, as for :meth:`search`.
            time_limit: stop after this many seconds; the reduction so far is valid.
            cancel: as for :meth:`search`.
            rounds: stop after this many rounds.
            progress: as for :meth:`search`.

        Raises:
            ValueError: an option that does not exist.

        >>> r = Problem([["a", "b"], ["c"], ["b", "c"], ["a", "b", "d"], ["d"]]).reduce()
        >>> print(r)
        5 options -> 3; 4 items -> 2; 1 forced; 1 round
        >>> [s.options for s in r.solutions()]
        [(0, 1, 4), (1, 3)]
        """
        from .questions.reduce import reduce

        with Reporting(progress) as report:
            return reduce(self, Problem.count, Assumptions.of(self, given, banned), time_limit, rounds, report)

    def group(
        self,
        symmetries: bool | str | Iterable[Symmetry],
        *,
        given: Options = (),
        banned: Options = (),
        time_limit: float | None = None,
        cancel: Cancel | None = None,
        progress: bool | Report | None = None,
    ) -> Group:
        """Return the group that symmetries generate, as permutations of the options: a :class:`dlx.Group`.

        Args:
            symmetries: an iterable of symmetries, each a mapping of items or a function of an item (or of a
                :class:`Colored` one) that maps options to options. "auto" finds all symmetries of the problem. True
                uses its built-in symmetries; problems of :mod:`dlx.models` have them. If "auto" finds more than these,
                the group prints both numbers, and so does :meth:`info`.
            given: options assumed chosen, as for :meth:`search`. Only the symmetries that preserve the set of these
                options are left, and the group counts and lists only solutions with these options.
            banned: options assumed not chosen, as for :meth:`search`; their set is preserved, too.
            time_limit: seconds for finding symmetries.
            cancel: as for :meth:`search`.
            progress: as for :meth:`search`, while we look for symmetries.

        Raises:
            ValueError: one of them is not a symmetry, or True for a problem without built-in symmetries, or an option
                that does not exist. Or symmetries that move given or banned options, if they generate a group of
                millions of elements that are not all symmetries that preserve its orbits.
            Unfinished: the time limit expired.
            OverflowError: with "auto", so many options and symmetries that their generators do not fit 64 MiB.

        >>> tiles = Problem([[1, 2], [2, 3], [3, 4], [1], [2], [3], [4]])
        >>> mirror = {1: 4, 2: 3, 3: 2, 4: 1}
        >>> tiles.count(), tiles.count(orbits=[mirror]), len(tiles.group([mirror])), len(tiles.group("auto"))
        (5, 4, 2, 2)
        >>> triples = Problem([[(a, b), (a, c), (b, c)] for c in range(9) for b in range(c) for a in range(b)])
        >>> triples.count(), triples.count(orbits="auto"), triples.group("auto").order  # affine planes of 9 points
        (840, 1, 362880)
        >>> triples.count(given=[0, 13]), triples.count(orbits="auto", given=[0, 13])
        (24, 1)
        """
        from .workers.orbits import Group

        known = self.symmetries if isinstance(symmetries, bool) else symmetries
        if known is None:
            raise ValueError("this problem has no built-in symmetries; pass 'auto', or mappings between items")
        how: dict[str, Any] = {"given": given, "banned": banned, "time_limit": time_limit}
        with Reporting(progress) as report:
            return Group(self.engine, known, **how, progress=report)

    def _group_in_time(
        self,
        symmetries: bool | str | Iterable[Symmetry],
        time_limit: float | None,
        report: Report | None,
        **assumed: Any,
    ) -> tuple[Group, float | None]:
        """Return a group, and the rest of the time limit for a question that begins with it."""
        from .questions.orbits.representatives import looking

        started = perf_counter()
        group = self.group(symmetries, **assumed, time_limit=time_limit, progress=looking(report).report)
        return group, None if time_limit is None else max(time_limit - (perf_counter() - started), 0)


def run_part(
    problem: Problem,
    part: Part,
    node_limit: int | None = None,
    *,
    work: int | None = None,
    solutions: int = 0,
    stopped: Callable[[], bool] = lambda: False,
) -> PartOutcome:
    """Search a part of :meth:`Problem.split`, as far as the limits allow; for schedulers of your own.

    Args:
        problem: the problem that the part is of.
        part: the part.
        node_limit: stop after about this many nodes.
        work: the same limit in units of the kernel's work, a few nanoseconds each.
        solutions: collect up to this many solutions; 0: count them, without a limit.
        stopped: called every few milliseconds; the search stops if it returns true.

    Return the results and the rest of the part, as parts in search order. If you run these in any order until no part
    is left, you find each solution of the part once; sorted by key, the solutions are in search order.

    Raises:
        ValueError, TypeError: a given or banned option does not exist, or a limit is below 1.

    >>> from fractions import Fraction
    >>> from dlx import Part
    >>> p = Problem([["a"], ["a"], ["a"]], {"a": 2})
    >>> outcome = run_part(p, Part((), (), Fraction(1)), node_limit=3, solutions=9)
    >>> outcome.solutions, outcome.nodes
    ([[1, 0]], 3)
    >>> for part in outcome.left:
    ...     print(part.given, part.banned, part.weight, part.rest, run_part(p, part, solutions=9).solutions)
    () () 1/2 (-1, 1) [[2, 0], [2, 1]]
    """
    from .workers.parts import run

    return run(problem.engine, part, node_limit, work=work, solutions=solutions, stopped=stopped)
