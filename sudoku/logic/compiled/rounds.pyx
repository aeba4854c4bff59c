# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Rounds of techniques, compiled, for boards of up to 81 cells.

    candidates ── easiest technique with a step? ── all its steps at once ── candidates ── ...

A compiled technique finds what all steps of the Python technique of the same name place and remove together. That is
all that a rating needs. For a hint or an explanation, it chooses the technique, and the Python one finds the steps.

A round of a minimal 9x9 puzzle takes a few microseconds, where the Python techniques take a third of a millisecond.

With the rules of variants, candidates exclude others of any digit, some of them on some grids only: cages without many
combinations left. The tables of the board have the former, and `exclude` adds the latter. A killer without clues takes
0.3 to 0.5 seconds, where the Python techniques alone took 5 to 9.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from operator import index

cdef extern from "sudoku/logic/compiled/techniques.h":
    ctypedef unsigned long long cellset "cellset"  # 128 bits, where the compiler has them
    enum:
        MOST_CELLS
        MOST_DIGITS
        MOST_GROUPS
        MOST_HOUSES
        MOST_LINES
        REGION
        TECHNIQUES
    ctypedef struct weak_links:
        const cellset** same
    ctypedef struct board_tables:
        int side, cells, houses
        bint boxes
        weak_links weak
        cellset all
        cellset* house
        int8_t (*house_cell)[9]
        int8_t* axis
        cellset* peers
        uint64_t* houses_of
        uint64_t* crossing
        int* n_lines
        int8_t (*line)[16]
        uint16_t (*outside)[16][64]
        int n_pairs
        int16_t* pair_order
        int8_t* row
        int8_t* column
        int8_t (*at)[81]
        cellset* start
    struct set_links:
        pass
    ctypedef struct rule_links:
        pass
    ctypedef struct work_space:
        char* bytes
    ctypedef struct grid_state:
        cellset* open
        cellset* placed
        cellset clues
        bint unique, failed
        weak_links weak
        work_space space
        set_links* sets
    ctypedef struct found_steps:
        int length
    ctypedef struct compiled_technique:
        const char* name
        bint rules
    const compiled_technique* techniques
    cellset one_cell(int cell) noexcept nogil
    bint has(cellset cells, int cell) noexcept nogil
    void exclude_place(rule_links* x, int digit, int cell, int other, int place) noexcept nogil
    void read_links(weak_links* w, const rule_links* x) noexcept nogil
    void renew(const board_tables* t, grid_state* g) noexcept nogil
    void apply_found(const board_tables* t, grid_state* g, const found_steps* f) noexcept nogil
    int easiest(const board_tables* t, grid_state* g, found_steps* f, int first, int below) noexcept nogil
    void free_sets(set_links* s) noexcept nogil


NAMES: tuple[str, ...] = tuple([techniques[k].name.decode() for k in range(TECHNIQUES)])


@cython.final
cdef class CompiledTables:
    """The tables of a board for the compiled techniques; raises ValueError for a board that they do not know.

    They know boards of up to 81 cells and 9 digits. `rules` means that there are rules besides houses; a few techniques
    then remain to those in Python (`known` has the numbers of the others).
    """

    cdef board_tables t
    cdef rule_links* links  # of a board with rules

    def __cinit__(self, tables: BoardTables, bint rules=False):
        board = tables.board
        places = [place for both in board.places for place in both]
        lines = tables.rows, tables.columns
        crossings = sum(map(len, tables.crossing))
        apart = all(len({cell for h in axis for cell in board.houses[h]}) == len(axis) * board.side for axis in lines)
        if (board.side > MOST_DIGITS or board.cells > MOST_CELLS or max(places) >= MOST_CELLS
                or len(board.houses) > MOST_HOUSES or max(map(len, lines)) > MOST_LINES
                or crossings * board.side > MOST_GROUPS or not apart
                or any(len(house) != board.side for house in board.houses)):
            raise ValueError(f"no compiled techniques for a {board}")
        self._set_cells(tables)
        self._set_houses(tables)
        self._set_links(tables, rules or tables.exclusions or tables.sums)

    def __dealloc__(self):
        free(self.links)

    @property
    def known(self) -> tuple[int, ...]:
        """The numbers of the techniques that know the rules of the board."""
        return tuple([k for k in range(TECHNIQUES) if techniques[k].rules or self.links == NULL])

    def _set_links(self, tables, bint rules):
        cdef int digit
        if not rules:
            for digit in range(MOST_DIGITS):
                self.t.weak.same[digit] = self.t.peers
            return
        self.links = <rule_links*> calloc(1, sizeof(rule_links))
        if self.links == NULL:
            raise MemoryError("there is not enough memory for the rules of the board")
        for candidate in range(tables.size):
            _exclude(self.links, self.t.side, candidate, tables.conflicts[candidate])
        read_links(&self.t.weak, self.links)

    def _set_cells(self, tables):
        cdef board_tables* t = &self.t
        cdef int cell, other, digit, row, column
        board = tables.board
        t.side, t.cells = board.side, board.cells
        memset(t.at, -1, sizeof(int8_t) * MOST_CELLS * MOST_CELLS)
        for cell, (row, column) in enumerate(board.places):
            t.all |= one_cell(cell)
            t.row[cell], t.column[cell] = row, column
            t.at[row][column] = cell
            for house in board.houses_of[cell]:
                t.houses_of[cell] |= (<uint64_t> 1) << <int> house
                for other in board.houses[house]:
                    if other != cell:
                        t.peers[cell] |= one_cell(other)
            for digit in range(t.side):
                if tables.start >> (cell * board.side + digit) & 1:
                    t.start[digit] |= one_cell(cell)

    def _set_houses(self, tables):
        cdef board_tables* t = &self.t
        cdef int h, k, j, axis, cell, other, region
        board = tables.board
        t.houses = len(board.houses)
        for h, house in enumerate(board.houses):
            t.axis[h] = 0 if h in tables.rows else 1 if h in tables.columns else REGION
            for k, cell in enumerate(house):
                t.house_cell[h][k] = cell
                t.house[h] |= one_cell(cell)
            for other in tables.crossing[h]:
                t.crossing[h] |= (<uint64_t> 1) << other
        for axis, (lines, across) in enumerate(((tables.rows, tables.columns), (tables.columns, tables.rows))):
            t.n_lines[axis] = len(lines)
            for k, h in enumerate(lines):
                t.line[axis][k] = h
                for region in range(t.houses):
                    for j, other in enumerate(across):
                        if tables.houses[h] & tables.houses[other] & ~tables.houses[region]:
                            t.outside[axis][k][region] |= 1 << j
        for family in tables.families[1:]:
            for anchor in sorted(family.units):
                t.pair_order[t.n_pairs] = family.units[anchor] - board.cells
                t.n_pairs += 1
        known = {tuple(house) for house in board.houses}
        blocks = [[board.cell_at.get((r + k // 3, c + k % 3)) for k in range(9)] for r in (0, 3, 6) for c in (0, 3, 6)]
        t.boxes = board.side == 9 and all(tuple(block) in known for block in blocks)


cdef int _exclude(rule_links* links, int side, int candidate, others) except -1:
    """Add the candidates, a set as in a Grid, that a candidate excludes."""
    cdef bytes some = index(others).to_bytes(MOST_CELLS * MOST_DIGITS // 8 + 1, "little")
    cdef const uint8_t* bits = <const uint8_t*> PyBytes_AS_STRING(some)
    cdef int other, cell = candidate // side, digit = candidate % side
    for other in range(MOST_CELLS * MOST_DIGITS):
        if bits[other >> 3] >> (other & 7) & 1:
            exclude_place(links, digit, cell, other % side, other // side)
    return 0


@cython.final
cdef class Rounds:
    """A partly solved grid, to which the compiled techniques apply round by round."""

    cdef CompiledTables tables
    cdef grid_state g
    cdef found_steps found
    cdef rule_links* links  # of a grid with rules

    def __cinit__(self, CompiledTables tables not None):
        self.tables = tables
        self.g.weak = tables.t.weak
        if tables.links != NULL:
            self.links = <rule_links*> malloc(sizeof(rule_links))
            if self.links == NULL:
                raise MemoryError("there is not enough memory for the rules of the grid")
            self.exclude(())

    def __dealloc__(self):
        free(self.links)
        free_sets(self.g.sets)
        free(self.g.space.bytes)

    def set(self, alive: int, placed: int, clues: int, bint unique) -> None:
        """Set the candidates that no step has removed, those known to be true, and the clues: sets as in a Grid."""
        cdef const board_tables* t = &self.tables.t
        cdef grid_state* g = &self.g
        cdef int size = (t.cells * t.side + 7) // 8, candidate, cell, digit
        cdef bytes sets = b"".join([index(some).to_bytes(size, "little") for some in (alive, placed, clues)])
        cdef const uint8_t* left = <const uint8_t*> PyBytes_AS_STRING(sets)
        cdef const uint8_t* known = left + size
        cdef const uint8_t* given = known + size
        memset(g.open, 0, sizeof(cellset) * MOST_DIGITS)
        memset(g.placed, 0, sizeof(cellset) * MOST_DIGITS)
        g.clues, g.unique = 0, unique
        for candidate in range(t.cells * t.side):
            cell, digit = candidate // t.side, candidate % t.side
            if known[candidate >> 3] >> (candidate & 7) & 1:
                g.placed[digit] |= one_cell(cell)
            elif left[candidate >> 3] >> (candidate & 7) & 1:
                g.open[digit] |= one_cell(cell)
            if given[candidate >> 3] >> (candidate & 7) & 1:
                g.clues |= one_cell(cell)
        renew(t, g)

    def exclude(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Set what candidates exclude on this grid, besides the tables: (candidate, set of candidates as in a Grid).

        Only chains and nets follow these.
        """
        cdef int side = self.tables.t.side, size = self.tables.t.cells * side
        if self.links == NULL:
            raise ValueError("the tables of the board are for no rules")
        memcpy(self.links, self.tables.links, sizeof(rule_links))
        for candidate, others in pairs:
            if not 0 <= candidate < size or others >> size:
                raise ValueError(f"candidates {candidate} and {others}: the board has {size}, from 0")
            _exclude(self.links, side, candidate, others)
        read_links(&self.g.weak, self.links)

    def easiest(self, uint8_t first=0, uint8_t below=TECHNIQUES) -> int:
        """Return the easiest technique with a step, of those from `first` and below `below`; -1 if there is none."""
        cdef int k
        with nogil:
            k = easiest(&self.tables.t, &self.g, &self.found, first, min(below, <uint8_t> TECHNIQUES))
        self._check_memory()
        return k if k < min(below, <uint8_t> TECHNIQUES) else -1

    def apply(self) -> None:
        """Apply all steps of the technique that `easiest` returned last."""
        apply_found(&self.tables.t, &self.g, &self.found)
        memset(&self.found, 0, sizeof(found_steps))

    def apply_below(self, uint8_t below) -> bytes:
        """Apply rounds as long as a technique with a number below this one has a step; return their techniques.

        A call for each round took a third of the time of a rating.
        """
        cdef uint8_t[MOST_CELLS * MOST_DIGITS] numbers  # a round removes or places at least one candidate
        cdef int n = 0, k
        with nogil:
            while n < MOST_CELLS * MOST_DIGITS and not self._solved():
                k = easiest(&self.tables.t, &self.g, &self.found, 0, below)
                if k == below or self.g.failed:
                    break
                apply_found(&self.tables.t, &self.g, &self.found)
                numbers[n] = k
                n += 1
        memset(&self.found, 0, sizeof(found_steps))
        self._check_memory()
        return numbers[:n]

    cdef int _check_memory(self) except -1:
        if self.g.failed:
            raise MemoryError("there is not enough memory for the links of the candidates")
        return 0

    @property
    def length(self) -> int:
        """The links or rounds of the chains or nets that were found last; 0 for other techniques."""
        return self.found.length

    @property
    def open(self) -> int:
        """The candidates that are neither placed nor removed, a set as in a Grid."""
        return self._set(self.g.open)

    @property
    def placed(self) -> int:
        """The candidates known to be true."""
        return self._set(self.g.placed)

    cdef object _set(self, const cellset* by_digit):
        """Return candidates as a set as in a Grid."""
        cdef int cell, digit, side = self.tables.t.side, candidate
        cdef bytes sets = bytes((self.tables.t.cells * side + 7) // 8)
        cdef uint8_t* to = <uint8_t*> PyBytes_AS_STRING(sets)
        for cell in range(self.tables.t.cells):
            for digit in range(side):
                candidate = cell * side + digit
                to[candidate >> 3] |= has(by_digit[digit], cell) << (candidate & 7)
        return int.from_bytes(sets, "little")

    @property
    def solved(self) -> bool:
        """Whether no candidate is open."""
        return self._solved()

    cdef bint _solved(self) noexcept nogil:
        cdef int digit
        for digit in range(self.tables.t.side):
            if self.g.open[digit]:
                return False
        return True
