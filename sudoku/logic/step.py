# SPDX-License-Identifier: MIT
"""A step: the pattern found, the units it rests on, and the conclusion, as data and in words.

The data of a step prove it. In each of its `units` (a cell, or a digit in a house) exactly one candidate is true. If a
`removed` candidate were true, the remaining candidates of the units could not satisfy this. The `pattern` has the
candidates to look at:

    naked pair      units r4c5, r4c8      pattern r4c5=3 r4c5=7 r4c8=3 r4c8=7      removed r4c1=3

Forcing chains and nets list their `implications` by assumption. If a is true, a candidate b that it excludes is false:
(a, b, False). If all other candidates of a unit are false, the last one, b, is true: (a, b, True) for each a of the
others, and only all of them together imply b. Of a locked set in a net, b is the first place of a digit and stands for
all places of the digit in the set, one of which is true.

A step may also rest on `rules` of the variants (rules.py): an assignment of its units and of the cells of these rules
satisfies them too.

The unique rectangle is the one exception: it also assumes that the puzzle has one solution (`assumes_unique`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from dlx.system.public import public

from ..board.board import Board
from ..board.json_form import CANDIDATE, CELL, TEXT, TRUTH, WHOLE, Fact, JsonForm, many
from ..board.words import short
from .rules import rules_of
from .tables import BoardTables, bits, tables, union

Kind = Literal["logic", "guess", "contradiction"]
Implication = tuple[int, int, bool]  # from, to, and whether the latter is then true; see above


@public("sudoku.logic")
@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof. Sets of candidates are the bits of integers; see `sudoku/logic/tables.py`.

    >>> from sudoku.logic import hint
    >>> step = hint("12.. 3... ..4. ...1")
    >>> step.technique, step.words
    ('hidden single', 'the 4 of box 1 can only be in r2c2: r2c2 is 4')
    >>> step.as_json()["placed"]
    ['r2c2=4']
    """

    technique: str
    board: Board
    tell: Callable[[Step], str] = field(repr=False, compare=False)
    placed: int = field(default=0, repr=False)  # not in the repr: too long on large boards
    removed: int = field(default=0, repr=False)
    pattern: tuple[int, ...] = field(default=(), repr=False)  # sets of candidates to show, by role
    units: tuple[int, ...] = ()  # units the step rests on
    also: tuple[int, ...] = ()  # further houses it mentions
    arms: tuple[int, ...] = ()  # pattern parts per arm of forcing chains and nets; number of sets in an ALS chain
    link_sizes: tuple[int, ...] = ()  # units per strong link, if almost locked sets are links; these end the pattern
    length: int = 0  # of chains and nets: links or rounds, which add difficulty
    implications: tuple[tuple[Implication, ...], ...] = field(default=(), repr=False)  # by assumption
    kind: Kind = "logic"
    assumes_unique: bool = False
    rules: tuple[int, ...] = ()  # rules of the variants it rests on, with all their cells; see rules.py

    @property
    def tables(self) -> BoardTables:
        return tables(self.board)

    @property
    def words(self) -> str:
        """Return the step as a sentence."""
        return self.tell(self)

    @property
    def houses(self) -> tuple[int, ...]:
        """Return the houses that the step mentions."""
        found = [self.tables.house_of(unit) for unit in self.units]
        return tuple(dict.fromkeys([*(house for house in found if house is not None), *self.also]))

    @property
    def cells(self) -> tuple[int, ...]:
        """Return the cells of the pattern and of the rules, ascending."""
        own = cells_of(self.tables, self.whole)
        several = (rules_of(self.board)[number].cells for number in self.rules)
        return tuple(sorted({*own}.union(*several))) if self.rules else own

    @property
    def whole(self) -> int:
        """Return the pattern as one set of candidates."""
        return union(self.pattern)

    @property
    def rule_names(self) -> list[str]:
        """Return the rules that the step rests on, each with its cells: `cage of r1c1 and r1c2`."""
        rules = [rules_of(self.board)[number] for number in self.rules]
        return [f"{rule.noun} of {cell_names(self.tables, rule.cells)}" for rule in rules]

    @property
    def title(self) -> str:
        """Return the technique; a step from one rule has the name of the rule."""
        of_rule = self.technique in ("rule", "long rule")
        return rules_of(self.board)[self.rules[0]].noun if of_rule else self.technique

    @property
    def where(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return where to look: up to three houses, or the cells of a rule, or the first cell of the pattern."""
        if len(self.rules) == 1 and not self.houses:
            return (), rules_of(self.board)[self.rules[0]].cells
        return (self.houses, ()) if 0 < len(self.houses) <= 3 else ((), self.cells[:1])

    @property
    def place(self) -> str:
        """Return the names of the houses or cells where to look."""
        houses, cells = self.where
        if houses:
            return house_names(self.tables, houses)
        return cell_names(self.tables, cells) if cells else "the whole board"

    form = JsonForm(
        "a step of a proof",
        technique=TEXT,
        kind={"enum": [*get_args(Kind)]},
        assumes_unique=TRUTH,
        placed=Fact(many(CANDIDATE), lambda step: step.tables.names(step.placed)),
        removed=Fact(many(CANDIDATE), lambda step: step.tables.names(step.removed)),
        pattern=Fact(many(many(CANDIDATE)), lambda step: [*map(step.tables.names, step.pattern)]),
        cells=Fact(many(CELL), lambda step: [*map(step.board.cell_name, step.cells)]),
        houses=Fact(many(TEXT), lambda step: [*map(step.board.house_name, step.houses)]),
        rules=Fact(many(TEXT), lambda step: step.rule_names),
        length=WHOLE,
        words=TEXT,
    )

    def stage(self, number: int) -> str:
        """Return the step in words: 1 the technique alone, 2 the technique and the place, 3 all of it.

        Raises ValueError for another number.

        >>> from sudoku.logic import hint
        >>> step = hint("12.. 3... ..4. ...1")
        >>> [step.stage(number) for number in (1, 2)]
        ['hidden single', 'hidden single in box 1']
        """
        if number not in (1, 2, 3):
            raise ValueError(f"stage {short(number)}: it must be 1, 2 or 3")
        if number == 1:
            return self.title
        return f"{self.title} in {self.place}" if number == 2 else f"{self.title}: {self.words}"

    def as_json(self) -> dict[str, Any]:
        """Return the step as lists and strings: candidates as `r4c5=7`, houses and cells by name."""
        return self.form.of(self)


def with_effect(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps that remove something that none before them does; a few of hundreds."""
    gone = 0
    for step in steps:
        if step.removed & ~gone:
            gone |= step.removed
            yield step


# ---- words


def cells_of(t: BoardTables, mask: int) -> tuple[int, ...]:
    """Return the cells with a candidate in this set, ascending."""
    return tuple(dict.fromkeys(candidate // t.side for candidate in bits(mask)))


def digits_of(t: BoardTables, mask: int) -> tuple[int, ...]:
    """Return the digits (from 0) of this set, ascending."""
    return tuple(sorted({candidate % t.side for candidate in bits(mask)}))


def listed(names: Iterable[str], word: str = "and") -> str:
    """
    >>> listed(["3"]), listed("37"), listed("379", "or")
    ('3', '3 and 7', '3, 7 or 9')
    """
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


def cell_names(t: BoardTables, cells: Iterable[int], word: str = "and") -> str:
    return listed([t.board.cell_name(cell) for cell in cells], word)


def digit_names(t: BoardTables, digits: Iterable[int], word: str = "and") -> str:
    return listed([t.board.signs[digit] for digit in digits], word)


def house_names(t: BoardTables, houses: Iterable[int]) -> str:
    """
    >>> house_names(tables(Board()), [1, 4]), house_names(tables(Board()), [1, 12])
    ('rows 2 and 5', 'row 2 and column 4')
    """
    names = [t.board.house_name(house) for house in houses]
    kinds = {name.rpartition(" ")[0] for name in names}
    if len(names) > 1 and len(kinds) == 1:
        return f"{kinds.pop()}{'es' if names[0].startswith('box') else 's'} " + listed(
            [name.rpartition(" ")[2] for name in names]
        )
    return listed(names)


def conclusion(step: Step) -> str:
    """Describe the digit that a step places, or else the removed candidates."""
    return node_name(step.tables, step.placed) if step.placed else losses(step)


def losses(step: Step) -> str:
    """Describe the removed candidates, grouping cells that lose the same digits.

    >>> losses(Step("", Board(), lambda step: "", removed=1 << 2 | 1 << 9 | 1 << 11 | 1 << 18 | 1 << 20))
    'r1c1 loses 3; r1c2 and r1c3 lose 1 and 3'
    """
    t = step.tables
    by_cell: dict[int, list[int]] = {}
    for candidate in bits(step.removed):
        by_cell.setdefault(candidate // t.side, []).append(candidate % t.side)
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in by_cell.items():
        groups.setdefault(tuple(digits), []).append(cell)
    return "; ".join(
        f"{cell_names(t, cells)} {'loses' if len(cells) == 1 else 'lose'} {digit_names(t, digits)}"
        for digits, cells in groups.items()
    )


def node_name(t: BoardTables, mask: int) -> str:
    """Describe a true node of a chain: `r1c1 is 5`, or `r1c1 or r1c2 is 5`."""
    return f"{cell_names(t, cells_of(t, mask), 'or')} is {digit_names(t, digits_of(t, mask))}"


def choice(t: BoardTables, unit: int, mask: int) -> str:
    """Describe the candidates of a unit, of which one is true.

    >>> t = tables(Board())
    >>> choice(t, 0, 0b11), choice(t, 81, 1 | 1 << 18)
    ('r1c1 is 1 or 2', 'the 1 of row 1 is in r1c1 or r1c3')
    """
    if unit < t.cells:
        return f"{t.unit_name(unit)} is {digit_names(t, digits_of(t, mask), 'or')}"
    digit, places = t.board.signs[t.digit_of(unit)], cell_names(t, cells_of(t, mask), "or")
    return f"the {digit} of {t.unit_name(unit)} is in {places}"


def negated(t: BoardTables, mask: int) -> str:
    """Describe a false node of a chain: `r1c1 is not 5`, or `neither r1c1 nor r1c2 is 5`."""
    cells, digit = cells_of(t, mask), digit_names(t, digits_of(t, mask))
    if len(cells) == 1:
        return f"{t.board.cell_name(cells[0])} is not {digit}"
    if len(cells) == 2:
        return f"neither {cell_names(t, cells, 'nor')} is {digit}"
    return f"none of {cell_names(t, cells)} is {digit}"
