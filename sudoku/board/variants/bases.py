# SPDX-License-Identifier: MIT
"""The shapes of rules: lines, clues with a value, marked cells. A rule is one short class on a shape.

    class        given as                                  its method
    Flag         "anti-king"                               add(rules, board)
    Lines        ["r1c1 r1c2 r1c3", ...]                   line(rules, cells)
    Clues        [(10, "r1c1 r1c2"), ...]                  clue(rules, value, cells)
    Outside      [(10, "r0c1"), (17, "r0c4 r1c3"), ...]    clue(rules, value, cells)
    Marked       "r1c1 r2c2 ..."                           mark(rules, cell, board)

A clue outside the board is named by its place, r0c1 above column 1, r1c10 to the right of row 1 of a 9x9 board. It sees
the cells from there to the other edge. If a second place follows, it is the first cell on the way, so "r0c4 r1c3"
points down to the left.

A class of the package carries its row of all tables (`BoardRule`): a new file in this folder with one class is a rule
of JSON, links, pictures, legends, hints and of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import Field, dataclass, fields
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..words import cell_count, short
from .places import CellNames, Named, lines_of, named, ray

if TYPE_CHECKING:
    from ..blocks import Rules
    from ..geometry import Geometry


Briefs = dict[str, tuple[dict[str, Any], str]]  # by key: the arguments that it stands for, and its sentence
Needs = tuple[tuple[str, str], ...]  # names of attributes, each with its meaning
TYPED = ("", "number", "optional", "usual", "mark", "digits", "text")  # values of entries on the page


class PenShape(NamedTuple):
    """The look of marks in words, for legends."""

    family: str = ""  # of marks that look alike; empty for marks like no others, and for rules without marks
    look: str = ""  # in place of the color
    end: str = ""  # after the color


PEN_SHAPES = {  # by name; sudoku/drawing/pens.py draws them
    "": PenShape("line"),
    "sum": PenShape("line", end="with numbers"),
    "arrow": PenShape("line", "arrows"),
    "cage": PenShape("cage"),
    "dot": PenShape("dot"),
    "dots": PenShape("dot", "without numbers"),
    "outside": PenShape("outside"),
    "windows": PenShape("shade"),
    "shade": PenShape("shade"),
    "square": PenShape("shade", "squares"),
    "disc": PenShape("shade", "disks"),
    "minimum": PenShape("shade", "wedges inward"),
    "maximum": PenShape("shade", "wedges outward"),
    "circle": PenShape("circle", end="with circles"),
    **dict.fromkeys(("none", "diagonals", "diagonal", "letter", "digits"), PenShape()),
}


class Pen(NamedTuple):
    """The drawing of a rule: a line through cells, or marks; sudoku/drawing/pens.py draws all shapes."""

    color: str = "#d1d5db"
    word: str = ""  # the color in a legend; its number if empty
    width: float = 0.16  # of a line, in cells
    ends: str = ""  # shape at both ends of a line: "circle" or "diamond"; "bulb" at its start only
    shape: str = ""  # one of PEN_SHAPES; empty for a line


class Mark(NamedTuple):
    """A mark of a rule in a picture."""

    value: Any  # written at the mark; None if nothing is
    names: Named  # of its cells, or of its place outside the board
    pen: Pen


HEADINGS = {  # of the page, by the form of an entry
    "flag": "Whole board",
    "region": "Whole board",
    "clue": "Cages, dots and cells",
    "beside": "Cages, dots and cells",
    "cells": "Cages, dots and cells",
    "halves": "Cages, dots and cells",
    "group": "Cages, dots and cells",
    "line": "Lines",
    "pair": "Lines",
    "outside": "Outside the board",
    "diagonal": "Outside the board",
}


class RuleKind(NamedTuple):
    """A kind of entries that the page offers; sudoku/web/kinds.py lists the forms."""

    key: str  # in the JSON
    form: str  # of an entry
    value: str  # of an entry: one of TYPED; of a flag: the entry
    name: str
    words: str  # for the visitor
    label: str = ""  # of a value that can be left out: its name
    usual: str = ""  # and its usual number

    @property
    def heading(self) -> str:
        return HEADINGS[self.form]


class BoardRule:
    """A rule of the package, with its row of the tables of other rooms."""

    needs: ClassVar[Needs] = (("add", "its method"),)  # from each class of this shape
    noun: ClassVar[str]  # the name of one of its parts, if it has some
    plural: ClassVar[str] = ""  # its name, if that is not the noun with an s
    words: ClassVar[str]  # its sentence on the page
    json: ClassVar[str] = ""  # its key in JSON: the name of the class in words, if a class gives no other; or none
    key: ClassVar[str] = ""  # in f-puzzles; empty if it has none
    parts: ClassVar[tuple[str, ...]] = ()  # of an entry in f-puzzles, in the order of the arguments
    form: ClassVar[str] = ""  # of an entry on the page; empty if the page does not offer the rule
    typed: ClassVar[str] = ""  # the value of an entry on the page, one of TYPED
    usual: ClassVar[tuple[str, str]] = "", ""  # name and usual number of a value that can be left out
    briefs: ClassVar[Briefs] = {}  # more keys in JSON
    pen: ClassVar[Pen] = Pen(shape="none")
    familiar: ClassVar[bool] = False  # whether its marks need no words in a legend
    listed: ClassVar[bool] = True  # whether it is a list of marks, and says nothing without them
    splits: ClassVar[bool] = True  # whether its marks do not depend on each other
    symmetric: ClassVar[bool] = False  # whether it holds for mirror images, and with 9 for 1, 8 for 2, ...

    def __init_subclass__(cls) -> None:
        if "json" not in vars(cls) and cls.json:
            cls.json = re.sub("(?<=.)(?=[A-Z])", " ", cls.__name__).lower()

    def __str__(self) -> str:
        return self.plural or f"{self.noun}s"

    def add(self, rules: Rules, board: Geometry) -> None:
        raise NotImplementedError

    @classmethod
    def number(cls) -> Field[Any] | None:
        """Return the argument that each entry may have for itself, or None."""
        return None

    @classmethod
    def kinds(cls) -> Iterator[RuleKind]:
        """Yield the kinds of its entries on the page."""
        if cls.form:
            yield RuleKind(cls.json, cls.form, cls.typed, cls.json, cls.words, *cls.usual)
            for key, (_, words) in cls.briefs.items():
                yield RuleKind(key, cls.form, "", key, words)

    def pen_at(self, number: int) -> Pen:
        """Return the pen of a mark, numbered from 0."""
        return self.pen

    def marks(self) -> Iterable[Mark]:
        """Return the marks in a picture."""
        return ()

    def titles(self, side: int) -> Iterator[tuple[str, list[Mark]]]:
        """Yield names for the legend of a board with this many digits, each with its marks."""
        marks = list(self.marks())
        if marks or not self.listed:
            yield self.title(side), marks

    def title(self, side: int) -> str:
        """Return its name, with an argument that is not the usual one."""
        return str(self)

    def is_familiar(self) -> bool:
        return self.familiar

    def is_symmetric(self) -> bool:
        return self.symmetric

    def given_words(self) -> Iterator[str]:
        """Yield the marks of which all are given, for the legend."""
        return iter(())


def checked_rule(cls: type[BoardRule]) -> type[BoardRule]:
    """Return a class of the package; raise TypeError, naming the attribute, if it lacks a part of its row.

    >>> class ParityLines(Lines):
    ...     noun = "parity line"
    >>> checked_rule(ParityLines)
    Traceback (most recent call last):
    ...
    TypeError: ParityLines has no `words`, its sentence on the page; give it in the class
    """
    needed = [(BoardRule, "words", "its sentence on the page")] if cls.form else []
    needed += [(BoardRule, "usual", "the name and the usual number of its value")] if cls.typed == "usual" else []
    needed += [(shape, *need) for shape in cls.__mro__ for need in vars(shape).get("needs", ())]
    if cls.__str__ is BoardRule.__str__ and not hasattr(cls, "noun"):
        needed.append((BoardRule, "plural", "its name"))
    for shape, name, meaning in needed:
        given = getattr(cls, name, None)
        if given is getattr(shape, name, None) and not (callable(given) and cls.add is not shape.add):
            raise TypeError(f"{cls.__name__} has no `{name}`, {meaning}; give it in the class")
    forms = "", *HEADINGS
    values = ("form", cls.form, forms), ("typed", cls.typed, TYPED), ("pen.shape", cls.pen.shape, PEN_SHAPES)
    for name, value, choices in values:
        if value not in choices:
            raise TypeError(f"{cls.__name__} has the `{name}` {value!r}; choose one of {', '.join(map(repr, choices))}")
    return cls


@contextmanager
def located(place: str) -> Iterator[None]:
    """Name the place in errors."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error.__cause__


@dataclass(frozen=True)
class Flag(BoardRule):
    """A rule on the whole board, with a name only."""

    flag: ClassVar[str]  # its name among the variants of a board

    needs = (("flag", "its name among the variants of a board"),)
    form, listed, splits = "flag", False, False

    def __str__(self) -> str:
        return self.plural or self.flag

    @classmethod
    def kinds(cls) -> Iterator[RuleKind]:
        if cls.form:
            yield RuleKind("variants", "flag", cls.flag, cls.flag, cls.words)


class PartedRule(BoardRule):
    """A rule with a list of parts, its first argument; an error names the part by its number."""

    needs: ClassVar[Needs] = (("noun", "the name of one of its parts"), ("add_part", "the method for one of its parts"))

    def add(self, rules: Rules, board: Geometry) -> None:
        for number, part in enumerate(getattr(self, fields(self)[0].name), 1):  # type: ignore[arg-type]
            with located(f"{self.noun} {number}"):
                self.add_part(rules, board, part)

    def add_part(self, rules: Rules, board: Geometry, part: Any) -> None:
        raise NotImplementedError


@dataclass(frozen=True)
class Lines(PartedRule):
    """Lines, each as the names of its cells in order."""

    lines: Iterable[CellNames]

    fewest: ClassVar[int] = 2  # cells of a line
    needs: ClassVar[Needs] = (("line", "the method for one of its lines"),)
    json, form, pen = "lines", "line", Pen("#d1d5db", "gray")

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", lines_of(self.lines, "lines"))
        for field in fields(self)[1:]:  # such as the least difference
            value = getattr(self, field.name)
            try:
                index(value)
            except TypeError:
                raise TypeError(f"{field.name} is {short(value)}; give a whole number") from None

    def add_part(self, rules: Rules, board: Geometry, part: Named) -> None:
        cells = [board.cell(name) for name in part]
        if len(cells) < self.fewest:
            raise ValueError(f"{cell_count(len(cells))}; a line has at least {self.fewest}")
        self.line(rules, cells)

    def line(self, rules: Rules, cells: list[int]) -> None:
        raise NotImplementedError

    @staticmethod
    def usual_number(size: int) -> int:
        """Return the number of a line in f-puzzles without one, by the side of the board; 0 if no line has a number."""
        return 0

    @classmethod
    def number(cls) -> Field[Any] | None:
        return next(iter(fields(cls)[1:]), None)

    @classmethod
    def kinds(cls) -> Iterator[RuleKind]:
        number = cls.number()
        for kind in super().kinds():
            if number and kind.key == cls.json:
                kind = kind._replace(value="usual", label=number.name, usual=str(number.default))
            yield kind

    def marks(self) -> Iterable[Mark]:
        return (Mark(None, named(names), self.pen_at(number)) for number, names in enumerate(self.lines))


@dataclass(frozen=True)
class Clues(PartedRule):
    """Clues, each a pair of its value and its cells."""

    clues: Iterable[tuple[Any, CellNames]]

    valued: ClassVar[str] = "a whole number"  # the value in words

    needs: ClassVar[Needs] = (("clue", "the method for one of its clues"),)
    json, form, typed, pen = "clues", "clue", "number", Pen("#d1d5db", "gray")

    def __post_init__(self) -> None:
        object.__setattr__(self, "clues", tuple(map(self._pair, self.clues)))

    def _pair(self, clue: Any) -> tuple[Any, Named]:
        try:
            value, cells = clue
            return self.value(value), named(cells)
        except (KeyError, TypeError, ValueError):
            raise TypeError(f"{self.noun} {short(clue)} must be a pair of {self.valued} and cells") from None

    @staticmethod
    def value(value: Any) -> Any:
        """Return a checked value."""
        return index(value)

    def cells(self, board: Geometry, names: CellNames) -> list[int]:
        return [board.cell(name) for name in names]

    def add_part(self, rules: Rules, board: Geometry, part: tuple[Any, Named]) -> None:
        self.clue(rules, part[0], self.cells(board, part[1]))

    def clue(self, rules: Rules, value: Any, cells: list[int]) -> None:
        raise NotImplementedError

    def marks(self) -> Iterable[Mark]:
        return (Mark(value, named(names), self.pen_at(number)) for number, (value, names) in enumerate(self.clues))


class Outside(Clues):
    """Clues outside the board, which see the cells from there to the other edge."""

    form, pen = "outside", Pen(shape="outside")

    def cells(self, board: Geometry, names: CellNames) -> list[int]:
        return ray(board, named(names))


@dataclass(frozen=True)
class Marked(BoardRule):
    """Cells with a mark, by name."""

    cells: CellNames

    needs: ClassVar[Needs] = (("noun", "the name of one of its parts"), ("mark", "the method for one of its cells"))
    json, form, parts, pen, splits = "cells", "cells", ("cell",), Pen("#d1d5db", "gray"), False

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", named(self.cells))

    def add(self, rules: Rules, board: Geometry) -> None:
        for name in self.cells:
            self.mark(rules, board.cell(name), board)

    def mark(self, rules: Rules, cell: int, board: Geometry) -> None:
        raise NotImplementedError

    def marks(self) -> Iterable[Mark]:
        return (Mark(None, (cell,), self.pen_at(number)) for number, cell in enumerate(self.cells))
