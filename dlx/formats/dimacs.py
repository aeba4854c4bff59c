# SPDX-License-Identifier: MIT
"""Reads the DIMACS-like format of exact-cover problems, which miniexact introduced and programs write.

    p xcc 2 1          2 primary items, which are 1 and 2, and 1 secondary item, which is 3
    1 3 -1 0           an option ends with 0; a negative number is the color of the secondary item before it
    2 3 -1 0           ``p xc`` has no colors
    1 $5 0             an option that costs 5

The numbers become names: item ``"3"``, color ``"1"``, as if the problem had been written in Knuth's format. White space
of any kind separates numbers.

Reference: M. Heisinger, miniexact, https://github.com/miniexact/miniexact.
"""

from __future__ import annotations

import re

from ..matrix.build import Fields
from .words import Table, check_words, shown, words_in

COLOR = re.compile(r"-[1-9][0-9]*")
COST_WORD = re.compile(r"\$[0-9]{1,19}")
ITEM = re.compile(r"[1-9][0-9]{,9}")
DIGITS_OF_COUNT = 10
MOST_SPARE = 10_000  # items beyond the numbers in the options; a header alone must not fill the memory


class NumberedTable(Table):
    """A problem whose items are 1, 2, ..., named at the end, so that a long list of them costs no memory before."""

    def __init__(self, n_primary: int, n_secondary: int) -> None:
        self.n_items = n_primary + n_secondary
        super().__init__({}, [], f"the {self.n_items:,} items of the header")
        self.n_primary = n_primary

    def number(self, name: str) -> int | None:
        """Return the number of an item, from 0, or None if there is no such item."""
        return int(name) - 1 if ITEM.fullmatch(name) and int(name) <= self.n_items else None

    def fields(self) -> Fields:
        """Return the problem."""
        if self.n_items > len(self.uses) + MOST_SPARE:
            what = f"the header has {self.n_items:,} items, and the options hold {len(self.uses):,}"
            raise ValueError(f"{what}; correct the header")
        self.numbers = {str(k + 1): k for k in range(self.n_items)}
        return super().fields()


class DimacsReader:
    """A reader that collects the numbers of an option until its 0."""

    def __init__(self) -> None:
        self.table: NumberedTable | None = None  # from the header on
        self.words: list[str] = []  # of the option we are in, each an item or item:color
        self.cost: int | None = None  # of that option

    def feed(self, line: str) -> None:
        """Read the next line, the header first."""
        words = words_in(line)
        check_words(len(self.words))
        if self.table is None:
            self.table = NumberedTable(*map(_count, words[2:]))
            return
        for word in words:
            if word == "0":
                self._complete(self.table)
            elif word[0] == "-":
                self._paint(self.table, word)
            elif word[0] == "$":
                self._price(word)
            else:
                self.words.append(word)

    def _complete(self, table: Table) -> None:
        """Add the option that has just ended."""
        if not self.words:
            raise ValueError("an option without items; remove a 0")
        table.add(self.words, self.cost)
        self.words.clear()
        self.cost = None

    def _paint(self, table: Table, word: str) -> None:
        """Give the newest item of the option a color."""
        if not COLOR.fullmatch(word):
            raise ValueError(f"{shown(word)}: a color is a negative number")
        if not self.words or ":" in self.words[-1]:
            raise ValueError(f"{shown(word)}: a color follows a secondary item")
        self.words[-1] += ":" + word[1:]

    def _price(self, word: str) -> None:
        """Give the option a cost."""
        if not COST_WORD.fullmatch(word):
            raise ValueError(f"{shown(word)}: a cost is '$' and a whole number, 0 or more")
        if self.cost is not None:
            raise ValueError("the option has two costs")
        self.cost = int(word[1:])

    def end(self) -> Fields:
        """Return the problem."""
        if self.words or self.cost is not None:
            raise ValueError("the last option has no end; write 0 after its last item")
        assert self.table is not None
        return self.table.fields()

    def hint(self) -> str:
        """Return nothing: the header leaves no doubt about the format."""
        return ""


def _count(word: str) -> int:
    """Return a number of items."""
    if len(word) > DIGITS_OF_COUNT:
        raise ValueError(f"{shown(word)}: a number of items has {DIGITS_OF_COUNT} digits at most")
    return int(word)
