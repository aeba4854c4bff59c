# SPDX-License-Identifier: MIT
"""A problem under construction: the words of a file, from which every reader builds the same arrays.

    {"a": (1, 1), "b": (1, 1)}, ["x"]        the items, primary ones with their multiplicities
    ["a", "x:red"]                           add(): an option, a word for each item
            |
            v    a word is parsed once, at its first lookup
    Fields(items, n_primary, indptr, indices, colors, ...)

The readers differ in their signs and lines alone (dlxfile.py, miniexact.py, dimacs.py), so the names, the colors, the
errors about them and the limits are here.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import Protocol

import numpy as np

from ..matrix.build import MOST_COSTS, Fields, check_nodes, with_numbers
from ..system.wording import truncate

SHOWN_CHARACTERS = 40  # characters of a name in an error
OTHER_COMMENT = re.compile(r"#|//|%|;")  # the sign of a comment in many formats, but not in ours
LONG_LINE = 1 << 16  # characters, from which on a line may have many equal words
MOST_OPTION_WORDS = 2_000_000  # of a line or an option
DIMACS_HEADER = re.compile(r"p\s+xcc?\s+[0-9]+\s+[0-9]+")


class Reader(Protocol):
    """A reader of one format: it takes a file line by line, and gives the problem at the end."""

    def feed(self, line: str) -> None:
        """Read the next line. Raises ValueError: what is wrong with it."""

    def end(self) -> Fields:
        """Return the problem. Raises ValueError: what the file lacks."""

    def hint(self) -> str:
        """Return what an error adds about the wrong line, or nothing."""


class Table(dict[str, int]):
    """The options so far, and the numbers of their words."""

    def __init__(self, primary: dict[str, tuple[int, int]], secondary: Sequence[str], where: str) -> None:
        """Begin a problem with these items; errors call their list `where`."""
        self.numbers = {word: k for k, word in enumerate([*primary, *secondary])}  # item -> its number
        self.bounds = list(primary.values())
        self.n_primary = len(primary)
        self.where = where
        self.item: list[int] = []  # word number -> item number
        self.color: list[int] = []  # word number -> color number, 0 for none
        self.colors: dict[str, int] = {}  # color -> color number, from 1
        self.indptr = array("q", [0])  # the words of option k are uses[indptr[k]:indptr[k+1]]
        self.uses = array("i")  # word numbers
        self.costs: list[int | float] = []  # of the first options; later ones cost 0

    def add(self, words: Sequence[str], cost: float | None = None) -> None:
        """Add an option: a word for each item, ``item`` or ``item:color``."""
        if cost is not None:
            if cost >= MOST_COSTS:
                raise ValueError("the costs of all options must be less than 2^62 together")
            self.costs += [0] * (len(self.indptr) - 1 - len(self.costs)) + [cost]
        option = [self[word] for word in words]
        if len({self.item[use] for use in option}) < len(option):
            raise ValueError(f"the option has item {_repeated_item(words)} twice")
        self.uses.extend(option)
        self.indptr.append(len(self.uses))

    def __missing__(self, word: str) -> int:
        name, colon, color = word.partition(":")
        if "|" in name or ("|" in color and color != "|"):
            raise ValueError(f"{shown(word)}: a cost is a word of its own, behind the items of an option")
        number = self.number(name)
        if number is None:
            raise ValueError(f"there is no item {shown(name)} in {self.where}")
        if colon and number < self.n_primary:
            raise ValueError(f"{shown(word)}: item {shown(name)} is primary and cannot have a color")
        if colon and not color:
            raise ValueError(f"{shown(word)}: there is no color after the colon")
        self.item.append(number)
        self.color.append(self.colors.setdefault(color, len(self.colors) + 1) if colon else 0)
        self[word] = len(self.item) - 1
        return self[word]

    def number(self, name: str) -> int | None:
        """Return the number of an item, or None if there is no such item."""
        return self.numbers.get(name)

    def fields(self) -> Fields:
        """Return the problem."""
        check_nodes(len(self.uses), len(self.numbers))
        words = np.array(self.uses, dtype=np.int32)
        indices = np.array(self.item, dtype=np.int32)[words]
        colors = np.array(self.color, dtype=np.int32)[words] if self.colors else None
        starts = np.array(self.indptr, dtype=np.int32)
        fields = Fields(tuple(self.numbers), self.n_primary, starts, indices, colors, tuple(self.colors))
        every = self.costs + [0] * (len(self.indptr) - 1 - len(self.costs)) if self.costs else None
        return with_numbers(fields, self.bounds or None, every)


def words_in(line: str) -> list[str]:
    """Return the words of a line; of a long line, equal words are one object. Raises ValueError for too many words."""
    if len(line) <= LONG_LINE:
        return line.split()
    interned: dict[str, str] = {}
    every = (match[0] for match in re.finditer(r"\S+", line))
    words = [interned.setdefault(word, word) for word in islice(every, MOST_OPTION_WORDS + 1)]
    check_words(len(words))
    return words


def check_words(number: int) -> None:
    """Raise ValueError for a number of words that no line or option has."""
    if number > MOST_OPTION_WORDS:
        raise ValueError(f"more than {MOST_OPTION_WORDS:,} words in a line or an option")


def _repeated_item(words: Sequence[str]) -> str:
    """Return the first item that appears twice in an option."""
    seen: set[str] = set()
    for word in words:
        item = word.partition(":")[0]
        if item in seen:
            return shown(item)
        seen.add(item)
    raise AssertionError("no item is repeated")


def shown(value: Hashable) -> str:
    """Return a name as errors show it."""
    if isinstance(value, str):
        return repr(truncate(value, SHOWN_CHARACTERS))
    return truncate(repr(value), SHOWN_CHARACTERS)


def is_foreign(line: str) -> bool:
    """Return whether a file that begins with this line is not read in Knuth's format."""
    return is_miniexact(line) or is_dimacs(line) or is_comment(line.split())


def is_comment(words: Sequence[str]) -> bool:
    """Return whether these words of a line look like a comment as other formats write it.

    >>> is_comment(["#", "a", "toy"]), is_comment(["#1", "#2"]), is_comment(["a", "#"])
    (True, False, False)
    """
    return [k for k, word in enumerate(words) if OTHER_COMMENT.match(word)] == [0]


def is_miniexact(line: str) -> bool:
    """Return whether a file that begins with this line is in miniexact's format.

    >>> is_miniexact(" < a b > [ x ]"), is_miniexact("a < b")
    (True, False)
    """
    return line.lstrip().startswith("<")


def is_dimacs(line: str) -> bool:
    """Return whether this is the first line of a DIMACS file of an exact-cover problem.

    >>> is_dimacs("p xcc 7 0"), is_dimacs("p xc 7")
    (True, False)
    """
    return DIMACS_HEADER.fullmatch(line.strip()) is not None
