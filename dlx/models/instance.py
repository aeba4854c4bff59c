# SPDX-License-Identifier: MIT
"""What a model returns: a Problem that knows its title, its symmetries, and how a solution looks.

    Instance  =  Problem
                 + title        "8 queens"
                 + drawing      a function (instance, options) -> Picture, of some module: instances can be pickled
                 + symmetries   generators of its group, as functions of an item; see dlx/orbits.py
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from ..problem import Problem

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..build import Parts
    from ..orbits import Symmetry
    from ..picture import Picture

    Drawing = Callable[["Instance", Sequence[int]], Picture]

MOST = 10_000_000  # entries of all options: with more, a minute and more than a gigabyte before anything is asked


def check_size(title: str, entries: int) -> None:
    """Refuse what is too large before any of it is made; `entries` is how many there are, or a bound."""
    if entries > MOST:
        raise ValueError(f"{title}: too large, its options would have more than {MOST:,} entries together")


def whole(value: object, name: str) -> int:
    """A whole number from the caller; TypeError that names it for anything else.

    >>> whole(3, "n")
    3
    """
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} is {value!r}: it must be a whole number") from None


def choices(n: int, k: int) -> int:
    """How many sets of k of n things there are; any number above MOST where there are more.

    >>> choices(5, 2), choices(10**9, 5 * 10**8) > MOST
    (10, True)
    """
    ways = 1
    for j in range(min(k, n - k)):
        ways = ways * (n - j) // (j + 1)
        if ways > MOST:
            break
    return ways


class Instance(Problem):
    """A problem that a model made. Everything that can be asked of a :class:`dlx.Problem` can be asked of it.

    >>> from dlx import models
    >>> models.queens(6)
    <Instance: 12 + 22 secondary items, 36 options>
    >>> models.queens(6).title
    '6 queens'
    """

    __slots__ = ("_drawing", "_known", "title")

    title: str
    _drawing: Drawing
    _known: tuple[Symmetry, ...]

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

    def _know(self, title: str, drawing: Drawing, symmetries: tuple[Symmetry, ...]) -> None:
        for name, value in (("title", title), ("_drawing", drawing), ("_known", symmetries)):
            object.__setattr__(self, name, value)

    def draw(self, solution: Iterable[int] | None = None) -> Picture:
        """A picture of a solution, or of what is to be filled where it is None; SVG, PNG, HTML or characters.

        Raises ValueError for an option that does not exist.
        """
        return self._drawing(self, self._numbers(() if solution is None else solution, "solution"))

    def _symmetries(self) -> Sequence[Symmetry]:
        return self._known

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restored, (type(self), self._parts(), self.title, self._drawing, self._known))


def _restored(
    cls: type[Instance], parts: Parts, title: str, drawing: Drawing, symmetries: tuple[Symmetry, ...]
) -> Instance:
    instance = cls._of(parts)
    instance._know(title, drawing, symmetries)
    return instance
