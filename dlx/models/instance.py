# SPDX-License-Identifier: MIT
"""The result of a model: a Problem that knows its title and its symmetries and can draw a solution.

Instance  =  Problem
             + title        "8 queens"
             + drawing      a function (instance, options) -> Picture at module level, for pickling
             + symmetries   generators of its group, as functions of an item; see dlx/workers/orbits.py
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Self

from numpy.typing import ArrayLike

from ..drawing.picture import Picture
from ..engine.limits import integer
from ..matrix.build import Fields
from ..matrix.named import Options
from ..matrix.solution import chosen_options
from ..problem import Problem
from ..structure.mappings import Symmetry
from ..system.public import public

Drawing = Callable[["Instance", Sequence[int]], Picture]
Number = int | tuple[int, int]  # a number, or the least and the greatest
MOST_ITEMS_SHOWN = 2_000  # by a picture in a notebook, which takes a second for as many
MOST_ENTRIES = 10_000_000  # entries of all options; more would take over a minute and a gigabyte to build


def check_size(title: str, entries: int) -> None:
    """Raise ValueError for a problem that is too large to build; `entries` is its size, or a lower bound."""
    if entries > MOST_ENTRIES:
        raise ValueError(f"{title}: too large; its options would have more than {MOST_ENTRIES:,} entries together")


def bounds_of(number: Number, name: str) -> tuple[int, int]:
    """Return a number, or a least and a greatest number, as a pair; raise ValueError if it is no such pair.

    >>> bounds_of(2, "copies"), bounds_of((0, 3), "copies"), bounds_of(0, "copies")
    ((2, 2), (0, 3), (0, 0))
    """
    low, high = (integer(end, name) for end in (number if isinstance(number, (tuple, list)) else (number, number)))
    if not 0 <= low <= high:
        raise ValueError(f"{name} is {number}; give a number, 0 or more, or a pair (least, greatest)")
    return low, high


def natural(value: object, name: str) -> int:
    """Return a whole number of things, which may be 0: there is nothing to do, or no way to do it.

    >>> natural(0, "n")
    0
    """
    number = integer(value, name)
    if number < 0:
        raise ValueError(f"{name} is {number}; it must be 0 or more")
    return number


def choices(n: int, k: int) -> int:
    """Return the number of k-subsets of n things, or some number above MOST_ENTRIES if there are more.

    >>> choices(5, 2), choices(2, 5), choices(10**9, 5 * 10**8) > MOST_ENTRIES
    (10, 0, True)
    """
    ways = int(k <= n)
    for j in range(min(k, n - k)):
        ways = ways * (n - j) // (j + 1)
        if ways > MOST_ENTRIES:
            break
    return ways


@public("dlx.models")
class Instance(Problem):
    """A problem created by a model. It has all methods of a :class:`dlx.Problem`, and draws its solutions.

    >>> from dlx import models
    >>> models.queens(6)
    <Instance: 12 + 22 secondary items, 36 options>
    >>> models.queens(6).title
    '6 queens'
    """

    __slots__ = ("_drawing", "_known", "title")

    title: str
    _drawing: Drawing
    _known: tuple[Symmetry, ...] | None

    def __init__(
        self,
        options: Iterable[Iterable[Hashable]],
        primary: Iterable[Hashable] | Mapping[Hashable, int | tuple[int, int]] | None = None,
        secondary: Iterable[Hashable] = (),
        costs: ArrayLike | None = None,
        *,
        title: str,
        drawing: Drawing,
        symmetries: Iterable[Symmetry] = (),
    ) -> None:
        super().__init__(options, primary, secondary, costs)
        self._know(title, drawing, tuple(symmetries))

    @classmethod
    def described(
        cls, fields: Fields, title: str, drawing: Drawing, symmetries: tuple[Symmetry, ...] | None = ()
    ) -> Self:
        """Return an instance from checked names and arrays."""
        instance = cls.from_fields(fields)
        instance._know(title, drawing, symmetries)
        return instance

    def _know(self, title: str, drawing: Drawing, symmetries: tuple[Symmetry, ...] | None) -> None:
        for name, value in (("title", title), ("_drawing", drawing), ("_known", symmetries)):
            object.__setattr__(self, name, value)

    def draw(self, solution: Options | None = ()) -> Picture:
        """Return a picture of a solution, or without one of the empty problem, as SVG, PNG, HTML or characters.

        A solution is a :class:`dlx.Solution`, or its options, named as for :meth:`search`.

        Raises ValueError for an option that does not exist, or for None, which :meth:`solve` returns if there is no
        solution.
        """
        return self._drawing(self, chosen_options(self, solution))

    def with_item(self, item: Hashable, options: Options, bounds: int | tuple[int, int] = 1) -> Instance:
        """Return the problem in which these options have one more item, as :meth:`dlx.Problem.with_item` does.

        It has no built-in symmetries, as the item may break them; ``orbits="auto"`` finds the others.
        """
        fields = super().with_item(item, options, bounds).fields()
        return Instance.described(fields, self.title, partial(_draw_as, self), None)

    def sheet(self, solutions: Iterable[Options | None], *, columns: int | None = None) -> Picture:
        """Return one picture of several solutions, in reading order.

        Args:
            solutions: for example, ``instance.best(6)``, ``instance.sample(6)`` or ``islice(instance.solutions(), 6)``.
            columns: the number of pictures in a row; None: the sheet is about square.

        Raises ValueError for no solutions, less than one column, or an option that does not exist.

        >>> from dlx import models
        >>> queens = models.queens(6)
        >>> queens.sheet(queens.solutions(), columns=2).width == 2 * queens.draw().width
        True
        """
        from ..drawing.picture import sheet

        return sheet([self.draw(solution) for solution in solutions], self.title, columns=columns)

    def thumbnail(self, solution: Iterable[int] = ()) -> str:
        """Return a picture as HTML, as a notebook shows it; "" for a large problem."""
        return self.draw(solution).svg if self.n_items <= MOST_ITEMS_SHOWN else ""

    @property
    def symmetries(self) -> Sequence[Symmetry] | None:
        """The symmetries that the model knows; None for a model with a further item."""
        return self._known

    def __getstate__(self) -> tuple[Any, ...]:
        return (*super().__getstate__(), self.title, self._drawing, self._known)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        super().__setstate__(state[:-3])
        self._know(*state[-3:])


def _draw_as(model: Instance, instance: Instance, options: Sequence[int]) -> Picture:
    """Draw the options of a problem that another one was made from; their numbers are the same."""
    return model.draw(options)
