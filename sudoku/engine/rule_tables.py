# SPDX-License-Identifier: MIT
"""The rules of a board as flat arrays, for the search on candidates (rule_search.pyx).

    peers       by cell: the cells it excludes digits from, and for each of them a table
    forbidden   by table and digit: the digits of the other cell that it excludes; table 0 is "different digits"
    houses      by house: its cells, which hold each digit once
    cages       by cage: its cells, which hold one of its sets of digits
    diagrams    by diagram: its layers, with the arcs of an automaton that reads cells, or the set of a cage

    r1c1 and r1c2, a white dot      table 7     1: 1 3 4 5 6 7 8 9     2: 2 4 5 6 7 8 9     3: 1 3 5 6 7 8 9     ...

A list of lists is two arrays: `peer_at[c] .. peer_at[c + 1]` is the part of `peer` that belongs to cell c.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from dlx.system import calloff

if TYPE_CHECKING:
    from ..board.board import Board
    from ..board.diagrams import Diagram, Layer
    from .symmetry import Narrowing

MOST_CELLS = 1_296  # the candidates of all levels then take 13 MB
MOST_ENTRIES = 2_000_000  # of sets and arcs together


class RuleTables(NamedTuple):
    """The arrays; "i" holds 32 bits, "Q" sets of digits."""

    cells: int
    hidden: int  # the last of these cells, which are not on the board
    side: int
    allowed: array[int]  # Q, by cell: the digits that no rule bans
    peer_at: array[int]
    related_at: array[int]  # by cell: its first peer in `peer` with another table than 0
    peer: array[int]
    table: array[int]  # by peer
    forbidden: array[int]  # Q, by table and digit
    house_at: array[int]
    house: array[int]  # cells
    wanted: array[int]  # Q, by house: the digits that occur in it
    cage_at: array[int]
    cage: array[int]  # cells
    set_at: array[int]  # by cage: its first set
    sets: array[int]  # Q
    sum_of: array[int]  # Q, by set: one bit, for its sum among those that the layer distinguishes; 37 at most
    reader: array[int]  # by cage: the diagram that reads it, or -1
    layer_at: array[int]  # by diagram: its first layer
    settles: bytes  # by diagram: whether it reads each cell once
    reads: array[int]  # by layer: its cell, or -1 - its cage
    shape_at: array[int]  # by diagram: the first layer of its shape, which equal automata share
    state_at: array[int]  # by layer of a shape: its first state
    after_at: array[int]  # by layer of a shape: the first state after it
    arc_at: array[int]  # by state: its first arc
    arc_reads: array[int]  # Q, by arc: its digits, or the bits of its sums
    arc_to: array[int]  # by arc: the state after it
    rule_at: array[int]
    rule: array[int]  # by cell: its houses, then its cages and its diagrams, numbered on
    width: int  # columns of the board, of which unknown regions are parts
    shared: array[int]  # three for each pair of cells: both, and the hidden cell that says whether they share a region


def rule_tables(board: Board, innies: bool = False, narrowing: Narrowing | None = None) -> RuleTables | None:
    """Return the tables of a board, or None if it is too large for them.

    With `innies`, they have the sums that follow from its cages; with a `narrowing`, only its grids obey them.

    >>> from sudoku import Board
    >>> tables = rule_tables(Board(2, 2, variants=["anti-king"]))
    >>> list(tables.peer[: tables.peer_at[1]])  # r1c1 excludes its digit from these cells
    [1, 2, 3, 4, 5, 8, 12]
    """
    rules = board.rules
    if innies:
        from ..board.innies import with_innies

        rules = with_innies(board)
    grouped = [(cells, list(sets)) for cells, sets in calloff.checked((*rules.cages, *rules.unions))]
    arcs = sum(len(layer.arcs) for layers in rules.diagrams for layer in layers)
    cells = board.cells + len(rules.hidden)
    if cells > MOST_CELLS or arcs + sum(len(sets) for _, sets in grouped) > MOST_ENTRIES:
        return None
    all_digits, houses = (1 << board.side) - 1, [*board.houses, *rules.hidden_houses]
    allowed = array("Q", [all_digits]) * board.cells
    for candidate in rules.banned:
        allowed[candidate // board.side] &= ~(1 << candidate % board.side)
    for cell, digits in narrowing.banned if narrowing else ():
        allowed[cell] &= ~digits
    allowed.extend(map(_mask, rules.hidden))
    wanted = array("Q", [all_digits]) * len(houses)
    houses += [cells for cells, _ in rules.required]
    wanted.extend(_mask(digits) for _, digits in rules.required)
    diagrams = _Diagrams(len(rules.sums), [sets for _, sets in grouped])
    read = [diagrams.add(layers) for layers in rules.diagrams]
    regions = [[*range(board.cells), *(hidden for *_, hidden in rules.shared)]] if rules.shared else []
    using = _lists(_users(cells, [*houses, *(cells for cells, _ in grouped), *read, *regions]))
    shared = array("i", chain.from_iterable(rules.shared))
    caged = _lists(cells for cells, _ in grouped)
    arrays = [*_peers(board, cells, narrowing), *_lists(houses), wanted, *caged, *diagrams.arrays()]
    fields: list[Any] = [cells, len(rules.hidden), board.side, allowed, *arrays, *using, board.width, shared]
    return RuleTables(*fields)


class _Diagrams:
    """The sets of the cages, and the diagrams, of which some read a set by its sum."""

    def __init__(self, first_set: int, families: list[list[tuple[int, ...]]]) -> None:
        self._first_set, self._families = first_set, families  # the cages of sums come before the sets of the Rulebook
        self._set_at = array("i", accumulate(map(len, families), initial=0))
        self._sum_of = array("Q", [0]) * self._set_at[-1]
        self._reader = array("i", [-1]) * len(families)
        self._layer_at, self._arc_at = array("i", [0]), array("i", [0])
        self._reads, self._state_at, self._after_at, self._arc_to = (array("i") for _ in range(4))
        self._shape_at, self._shapes = array("i"), dict[Any, int]()
        self._arc_reads = array("Q")
        self._settles = bytearray()

    def add(self, layers: Diagram) -> list[int]:
        """Add a diagram; return the cells that it reads itself."""
        calloff.check()
        cells = [layer.cell for layer in layers if not layer.of_sum]
        key = tuple([(id(layer.arcs), layer.groups, layer.of_sum) for layer in layers])  # equal automata share the arcs
        shape = self._shapes.setdefault(key, len(self._state_at))
        if shape == len(self._state_at):
            self._add_shape(layers)
        for layer in layers:
            if layer.of_sum:
                self._read_cage(layer)
            else:
                self._reads.append(layer.cell)
        self._shape_at.append(shape)
        self._layer_at.append(len(self._reads))
        self._settles.append(len(set(cells)) == len(cells))
        return cells

    def _read_cage(self, layer: Layer) -> None:
        cage = self._first_set + layer.cell
        self._reads.append(-1 - cage)
        self._reader[cage] = len(self._settles)
        group = {total: k for k, totals in enumerate(layer.groups) for total in totals}
        for k, digits in enumerate(self._families[cage], self._set_at[cage]):
            self._sum_of[k] = 1 << group[sum(digits)]

    def _add_shape(self, layers: Diagram) -> None:
        for layer in layers:
            self._add_arcs(layer)
        self._arc_at.append(self._arc_at[-1])  # of the state at the end

    def _add_arcs(self, layer: Layer) -> None:
        """Add the states and the arcs of a layer, one for each pair of states."""
        masks = [1 << k if layer.of_sum else _mask(digits) for k, digits in enumerate(layer.groups)]
        state = len(self._arc_at) - 1
        after = state + layer.states
        self._state_at.append(state)
        self._after_at.append(after)
        reads: dict[tuple[int, int], int] = {}
        for p, k, q in layer.arcs:
            reads[p, q] = reads.get((p, q), 0) | masks[k]
        self._arc_reads.extend(reads.values())
        self._arc_to.extend([after + q for _, q in reads])
        number = Counter(p for p, _ in reads)
        self._arc_at.extend(list(accumulate((number[p] for p in range(layer.states)), initial=self._arc_at[-1]))[1:])

    def arrays(self) -> tuple[Any, ...]:
        """Return the arrays in the order of RuleTables."""
        sets = array("Q", (_mask(digits) for family in self._families for digits in family))
        layers = self._layer_at, bytes(self._settles), self._reads, self._shape_at, self._state_at, self._after_at
        arcs = self._arc_at, self._arc_reads, self._arc_to
        return self._set_at, sets, self._sum_of, self._reader, *layers, *arcs


def _mask(digits: Iterable[int]) -> int:
    mask = 0
    for digit in digits:
        mask |= 1 << digit - 1
    return mask


def _lists(lists: Iterable[Sequence[int]]) -> tuple[array[int], array[int]]:
    """Return several lists in two arrays."""
    kept = list(lists)
    return array("i", accumulate(map(len, kept), initial=0)), array("i", chain.from_iterable(kept))


def _users(cells: int, rules: Iterable[Iterable[int]]) -> list[list[int]]:
    """Return by cell the numbers of the rules that have it."""
    users: list[list[int]] = [[] for _ in range(cells)]
    for number, members in calloff.checked(enumerate(rules)):
        for cell in dict.fromkeys(members):
            users[cell].append(number)
    return users


# --- peers


def _peers(board: Board, cells: int, narrowing: Narrowing | None) -> tuple[array[int], ...]:
    """Return the arrays of the peers, in the order of RuleTables."""
    different, excluded = _different(board, cells), _excluded(board)
    for a, b, lacked in narrowing.excluded if narrowing else ():
        own = excluded.get((a, b), [0] * board.side)
        excluded[a, b] = [mask | more for mask, more in zip(own, lacked, strict=True)]
    same = tuple(1 << digit for digit in range(board.side))
    tables = {same: 0}
    related: list[dict[int, int]] = [{} for _ in range(cells)]
    for (a, b), masks in calloff.checked(excluded.items()):
        if b in different[a]:
            masks = [mask | own for mask, own in zip(masks, same, strict=True)]
        related[a][b] = tables.setdefault(tuple(masks), len(tables))
    peer_at, related_at, peer, table = array("i", [0]), array("i"), array("i"), array("i")
    for cell in calloff.checked(range(cells)):
        others = {other: number for other, number in related[cell].items() if number}
        plain = sorted({*different[cell], *related[cell]}.difference(others, [cell]))
        peer.extend((*plain, *others))
        table.extend([0] * len(plain) + [*others.values()])
        related_at.append(peer_at[-1] + len(plain))
        peer_at.append(len(peer))
    return peer_at, related_at, peer, table, array("Q", chain.from_iterable(tables))


def _different(board: Board, n_cells: int) -> list[set[int]]:
    """Return by cell the cells in one house, or one group of different digits, with it."""
    different: list[set[int]] = [set() for _ in range(n_cells)]
    groups = (
        tuple(candidate // board.side for candidate in candidates)
        for (candidates, digits), _ in board.rules.said
        if digits == board.side
    )
    for cells in calloff.checked(chain(board.houses, board.rules.hidden_houses, groups)):
        for cell in cells:
            different[cell].update(cells)
    return different


def _excluded(board: Board) -> dict[tuple[int, int], list[int]]:
    """Return by pair of cells, and by digit of the first one, the digits that it excludes from the second one."""
    side = board.side
    excluded: dict[tuple[int, int], list[int]] = {}
    for (candidates, digits), _ in calloff.checked(board.rules.said):
        for repeat in range(digits if digits < side else 0):
            members: dict[int, list[int]] = {}
            for candidate in candidates:
                members.setdefault(candidate // side, []).append(candidate % side + repeat)
            for a, b in permutations(members, 2):
                by_digit = excluded.setdefault((a, b), [0] * side)
                mask = sum(1 << digit for digit in members[b])
                for digit in members[a]:
                    by_digit[digit] |= mask
    return excluded
