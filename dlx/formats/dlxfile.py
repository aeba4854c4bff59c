# SPDX-License-Identifier: MIT
"""Reads and writes Knuth's text format for exact-cover problems.

    | comment lines start with a bar; these and blank lines may be anywhere
    a b 1:3|c | x y        primary items, a bar, secondary items; c is in 1 to 3 options of a solution
    a x:red                an option: its items; a secondary item may have a color
    b c y |5               another option, which costs 5 (options are numbered from 0, in file order)

We read everything that Knuth's programs read, with the same meaning. A line of a single bar is a comment wherever it
is, so the bar that separates the items must be on their line, as a separate word or attached to the next name. A
color is everything after the first colon. A multiplicity (DLX3) is ``2:3|a`` or ``2|a``. A cost (DLX5) is a word
``|5``, ``|0.25`` or ``|-3`` after the items of an option; several costs add up, and an option without one costs
nothing. Names may be longer than 8 characters and colors longer than one; text is UTF-8. Errors have the form
``FILE:LINE: what is wrong``.

Reference: Knuth, the programs DLX1, DLX2, DLX3 and DLX5, https://cs.stanford.edu/~knuth/programs.html.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import pairwise
from os import PathLike
from typing import IO, Any

import numpy as np

from ..matrix.build import MOST_COSTS, Fields
from ..matrix.matrix import Matrix
from ..matrix.solution import option_words
from ..system.files import written
from .words import OTHER_COMMENT, Table, is_comment, is_foreign, shown, words_in

RENAME = "pass name=, a function that makes a word of an item, to Problem.write()"
OPTIONS_PER_WRITE = 1 << 14  # options converted to text at a time

MULTIPLICITY = re.compile(r"(?:([0-9]{1,10}):)?([0-9]{1,10})\|")
NEARLY = re.compile(r"[-+]?[0-9][-+.:0-9]*\|")  # the text before the bar is no name
HUGE = re.compile(r"([0-9]+:)?[0-9]+\|")
MATRIX = re.compile(r"[01](?:[ ,;][01])+")
JSON = re.compile(r"\[\[|\[?\{\"")
COMMENT_BAR = "a comment begins with a bar '|'"
FOREIGN = {  # formats that we do not read, and what to do
    "ec": "; this looks like a file of DXD; read it in Python, and pass the numbers of each line 's' to Problem",
    "cnf": "; this looks like clauses (DIMACS CNF), which are for SAT solvers; an exact cover has items and options",
    "or": "; this looks like a file of OR-Library (rows and columns; then cost, size and rows of each column); read it"
    " in Python: Problem([line[2:] for line in lines], costs=[int(line[0]) for line in lines])",
}
# any float from write(): at most 324 decimals
COST = re.compile(r"\|([-+]?[0-9]{1,19}|[-+]?[0-9]{1,19}\.[0-9]{0,400})")


def write(problem: Matrix, file: str | PathLike[str] | IO[str], *, name: Callable[[Any], object] = str) -> None:
    """Write a problem to a path or an open text stream; see :meth:`dlx.Problem.write`."""
    names, tails = _names(problem, name), _tails(problem, name)
    if not problem.n_primary:
        raise ValueError("the text format cannot hold a problem without primary items")
    with written(file) as stream:
        _write(problem, names, tails, stream)


def check_writable(problem: Matrix) -> None:
    """Raise ValueError if the format cannot hold a name of an item or a color."""
    _names(problem, str), _tails(problem, str)


def format_option(problem: Matrix, k: int) -> str:
    """Return option k as a line of a file.

    >>> from dlx import Problem
    >>> format_option(Problem([["c", "e"], ["a", "d", "g"]]), 1)
    'a d g'
    """
    return " ".join(option_words(problem, k))


# --- reading


class KnuthReader:
    """A reader that takes a line of items, then an option a line."""

    def __init__(self) -> None:
        self.table: Table | None = None  # from the line of items on
        self.words: list[str] = []  # of the newest line
        self.begun = False  # there was a line with a word

    def feed(self, line: str) -> None:
        """Read the next line."""
        self.words = words = words_in(line)
        first, self.begun = not self.begun, self.begun or bool(words)
        if not words or words[0][0] == "|":
            return
        if first and is_comment(words):
            what = f"{COMMENT_BAR}; if these are items, put a line with a bar before them"
            raise ValueError(f"{shown(words[0])} begins the line of items; {what}")
        if self.table is None:
            self.table = Table(*_items(words), "the line of items")
            return
        cost = _cost(words) if words[-1][0] == "|" else None
        self.table.add(words, cost)

    def end(self) -> Fields:
        """Return the problem."""
        if self.table is None:
            raise ValueError("there is no line of items")
        fields = self.table.fields()
        if len(fields.indptr) == 1 and JSON.match(next(iter(self.table.numbers), "")):
            raise ValueError("there are no options")
        return fields

    def hint(self) -> str:
        """Name another format, if the first line or the wrong line looks like it."""
        items = [] if self.table is None else list(self.table.numbers)
        for line in (items, self.words):
            if line[:1] == ["p"] and line[1:2] in (["xc"], ["xcc"]) and "".join(line[2:4]).isdecimal():
                return "; this looks like a DIMACS file; begin it with 'p xc PRIMARY SECONDARY', without comments"
            if line and line[0][0] == "<":
                return "; this looks like a file of miniexact; remove the lines before '<'"
            if line[:2] in (["p", "ec"], ["p", "cnf"]):
                return FOREIGN[line[1]]
        if _is_column(items, self.words):
            return FOREIGN["or"]
        if self.table is None and self.words[:1] == ["c"]:
            return f"; {COMMENT_BAR}"
        if any(OTHER_COMMENT.match(line[0]) for line in (items, self.words) if line and items):
            return f"; {COMMENT_BAR}"
        if items and any(map(OTHER_COMMENT.match, self.words)):
            return f"; {COMMENT_BAR}, on a line of its own"
        if JSON.match(next(iter(self.table.numbers if self.table else self.words), "")):
            return "; this looks like JSON; read it in Python, and pass its lists of items to Problem"
        if MATRIX.fullmatch(" ".join(self.words)):
            return "; this looks like a 0/1 matrix; Problem.from_matrix(numpy.loadtxt(FILE)) reads it in Python"
        if len(self.words) == 1 and "," in self.words[0]:
            return "; names are separated by spaces, not by commas; Problem.of reads a table in Python"
        return ""


def _is_column(items: list[str], words: list[str]) -> bool:
    """Return whether lines have the form of OR-Library: two numbers, and a cost, a number of rows and these rows."""
    return len(items) == 2 and all(map(str.isdecimal, [*items, *words])) and not {*items} & {*words}


def _cost(words: list[str]) -> int | float:
    """Remove the costs from the end of an option's words, and return their sum."""
    cost: int | float = 0
    size: int | float = 0
    while words[-1][0] == "|":
        word = words.pop()
        match = COST.fullmatch(word)
        if match is None:
            raise ValueError(f"{shown(word)}: a cost is a bar and a number, such as |5 or |-0.25")
        amount = float(match[1]) if "." in match[1] else int(match[1])
        cost, size = cost + amount, size + abs(amount)
        if size >= MOST_COSTS:
            raise ValueError(f"{shown(word)}: the costs of all options must be less than 2^62 together")
    return cost


def _items(words: list[str]) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """Return the primary items, each with the least and most number of its options, and the secondary items."""
    primary: dict[str, tuple[int, int]] = {}
    secondary: list[str] | None = None
    seen = set()
    for word in words:
        if word[0] == "|":
            if secondary is not None:
                raise ValueError("the line of items has two bars '|'; one separates primary from secondary items")
            secondary, word = [], word[1:]
            if not word:
                continue
        name, bounds = _split_multiplicity(word)
        _check_item(name)
        if name in seen:
            raise ValueError(f"item {shown(name)} is listed twice")
        seen.add(name)
        if secondary is None:
            primary[name] = bounds
        elif name == word:
            secondary.append(name)
        else:
            raise ValueError(f"{shown(word)}: only primary items have multiplicities")
    return primary, secondary or []


def _split_multiplicity(word: str) -> tuple[str, tuple[int, int]]:
    """Return the item of a word and its multiplicity, 1 by default."""
    match = MULTIPLICITY.match(word)
    if match is None and NEARLY.match(word):
        what = "has 10 digits at most" if HUGE.match(word) else "is LEAST:MOST or a number, 1 or more"
        raise ValueError(f"{shown(word)}: a multiplicity {what}")
    if match is None:
        return word, (1, 1)
    low, high = int(match[1] or match[2]), int(match[2])
    if not 0 <= low <= high or high == 0:
        raise ValueError(f"{shown(word)}: a multiplicity is LEAST:MOST or a number, 1 or more")
    if match.end() == len(word):
        raise ValueError(f"{shown(word)}: there is no item after the multiplicity")
    return word[match.end() :], (low, high)


def _check_item(word: str) -> None:
    if "|" in word:
        raise ValueError(f"{shown(word)}: the name of an item cannot have a bar '|' in it")
    if ":" in word:
        raise ValueError(f"{shown(word)}: items have their colors in the options, not in the line of items")


# --- writing


def _names(problem: Matrix, name: Callable[[Any], object]) -> list[str]:
    """Return the text of the items' names, by number."""
    return _to_words(problem.items, name, "item", "|:")


def _tails(problem: Matrix, name: Callable[[Any], object]) -> list[str]:
    """Return the text that follows an item's name, by color number."""
    if problem.colors is None:
        return [""]
    names: Sequence[Hashable] | None = problem.color_names
    colors = _to_words(range(1, int(problem.colors.max()) + 1) if names is None else names, name, "color", "|")
    return ["", *(":" + color for color in colors)]


def _to_words(values: Sequence[Hashable], name: Callable[[Any], object], what: str, signs: str) -> list[str]:
    """Return the values as words, or raise ValueError if two words are equal or one has one of these signs."""
    words: dict[str, Hashable] = {}
    for value in values:
        word = str(name(value))
        unfit = _name_fault(word, signs)
        if unfit:
            raise ValueError(f"{what} {shown(value)}: the text format cannot hold a name {unfit}; {RENAME}")
        if word in words:
            clash = f"{what}s {shown(words[word])} and {shown(value)} would both be written {shown(word)}"
            raise ValueError(f"{clash}; {RENAME}")
        words[word] = value
    return list(words)


def _name_fault(word: str, signs: str) -> str | None:
    if not word:
        return "of no characters"
    if word.split() != [word]:
        return "with white space in it"
    if "\0" in word or word[0] == "\ufeff":
        return "with a NUL or a byte order mark in it"
    if any(sign in word for sign in signs) and (word != "|" or ":" in signs):  # a color may be a bar, as in DLX2
        return f"with {' or '.join(map(repr, signs))} in it"
    try:
        word.encode()
    except UnicodeEncodeError:
        return "that is not Unicode text"
    return None


def _write(problem: Matrix, names: list[str], tails: list[str], stream: IO[str]) -> None:
    primary, secondary = names[: problem.n_primary], names[problem.n_primary :]
    if problem.bounds is not None:
        limits = problem.bounds.tolist()
        primary = [_multiplicity(*bound) + name for bound, name in zip(limits, primary, strict=True)]
    items = " ".join([*primary, *(["|", *secondary] if secondary else [])]) + "\n"
    stream.write("| items\n" + items if is_foreign(items) else items)
    for start in range(0, problem.n_options, OPTIONS_PER_WRITE):
        stream.write("".join(_lines(problem, names, tails, start, min(start + OPTIONS_PER_WRITE, problem.n_options))))


def _lines(problem: Matrix, names: list[str], tails: list[str], start: int, stop: int) -> Iterator[str]:
    """Yield options start .. stop-1 as lines."""
    first, last = int(problem.indptr[start]), int(problem.indptr[stop])
    words = [names[k] for k in problem.indices[first:last].tolist()]
    if problem.colors is not None:
        words = [word + tails[k] for word, k in zip(words, problem.colors[first:last].tolist(), strict=True)]
    ends = (problem.indptr[start : stop + 1] - first).tolist()
    costs = [0] * (stop - start) if problem.costs is None else problem.costs[start:stop].tolist()
    silent = start > 0 or problem.costs is None or problem.costs.any()  # if false, the first option gets a cost
    for (begin, end), cost in zip(pairwise(ends), costs, strict=True):
        yield " ".join(words[begin:end]) + (f" |{_number(cost)}\n" if cost or not silent else "\n")
        silent = True


def _multiplicity(low: int, high: int) -> str:
    if low == high:
        return "" if low == 1 else f"{low}|"
    return f"{low}:{high}|"


def _number(cost: float) -> str:
    """Return a cost without an exponent, which the format does not allow."""
    return str(cost) if isinstance(cost, int) else np.format_float_positional(cost, trim="0")
