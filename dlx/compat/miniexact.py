# SPDX-License-Identifier: MIT
"""The Python classes of miniexact: items first, then options, then one solution after the other.

    s = miniexacts_c()
    a, x = s.primary("a"), s.secondary("x")      numbers of items, from 1; names do as well
    s.add([a])                                   an option at once; returns its number, from 1
    s.add(a), s.add(x, s.color("red"))           ... or item by item
    s.add(0)                                     ... until 0 ends it
    s.solve(), s.selected_options()              10 and the options of a solution, or 20 if there are no more

``miniexacts_x``, ``_c`` and ``_m`` are one class, because a :class:`dlx.Problem` takes everything at once.

Reference: M. Heisinger, miniexact, https://github.com/miniexact/miniexact.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from ..matrix.colored import Colored
from ..problem import Problem
from ..questions.search import Search
from ..system.keywords import spell_methods

FOUND, EXHAUSTED = 10, 20  # what solve() returns, as SAT solvers do


@spell_methods
class Miniexacts:
    """A problem under construction, and the search of its solutions.

    >>> s = miniexacts_c()
    >>> a, b, x = s.primary("a"), s.primary("b"), s.secondary("x")
    >>> s.add([a]), s.add("a"), s.add("x", "red"), s.add(0), s.add([b, x])
    (1, 0, 0, 2, 3)
    >>> while s.solve() == 10:
    ...     s.selected_options()
    (1, 3)
    """

    def __init__(self) -> None:
        """Begin without items."""
        self._items: list[str] = []
        self._bounds: dict[str, tuple[int, int]] = {}  # of the primary items
        self._colors: list[str] = []
        self._options: list[list[str | Colored]] = []
        self._option: list[str | Colored] = []  # the open option, which add(0) ends
        self._search: Search | None = None
        self._selected: tuple[int, ...] | None = None

    def primary(self, name: str, u: int = 1, v: int = 1) -> int:
        """Add a primary item that is in u to v options of a solution; return its number."""
        self._bounds[name] = (u, v)
        return self.secondary(name)

    def secondary(self, name: str) -> int:
        """Add a secondary item; return its number."""
        if name in self._items:
            raise ValueError(f"item {name!r} is there already")
        self._items.append(name)
        return len(self._items)

    def color(self, name: str) -> int:
        """Return the number of a color, which may be new."""
        if name not in self._colors:
            self._colors.append(name)
        return self._colors.index(name) + 1

    def add(self, item: int | str | Sequence[int | str], color: int | str = 0) -> int:
        """Add an option, a list, and return its number; or add an item to an option and return 0.

        0 for the item ends the option and returns its number. An item given twice with the same color counts once.
        """
        if isinstance(item, Sequence) and not isinstance(item, str):
            for member in item:
                self.add(member)
            return self.add(0)
        if item == 0:
            self._options.append(self._option)
            self._option, self._search = [], None
            return len(self._options)
        name = self._items[item - 1] if isinstance(item, int) else item
        paint = self._colors[color - 1] if isinstance(color, int) and color else color
        use = Colored(name, paint) if paint else name
        if use not in self._option:
            self._option.append(use)
        return 0

    def problem(self) -> Problem:
        """Return the problem so far. Raises ValueError as :class:`dlx.Problem` does."""
        secondary = [name for name in self._items if name not in self._bounds]
        return Problem(self._options, self._bounds, secondary)

    def solve(self) -> int:
        """Find the next solution: return 10 if there is one, 20 if not."""
        if self._search is None:
            self._search = self.problem().search()
        solution = next(self._search, None)
        self._selected = None if solution is None else tuple(k + 1 for k in solution)
        return EXHAUSTED if solution is None else FOUND

    def selected_options(self) -> tuple[int, ...]:
        """Return the numbers of the options of the newest solution. Raises ValueError if there is none."""
        if self._selected is None:
            raise ValueError("there is no solution; solve() must have returned 10")
        return self._selected

    def write_to_dlx(self, path: str | PathLike[str]) -> None:
        """Write the problem in Knuth's format."""
        self.problem().write(path)


miniexacts_x = miniexacts_c = miniexacts_m = Miniexacts
