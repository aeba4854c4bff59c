# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Takes clues out of many grids at once: chooses which ones to try, and draws conclusions from the answers.

Each grid has its own random order of *groups* of cells (single cells, or cells tied together by symmetry). In this
order each group is taken out if the puzzle without it still has one solution, and stays otherwise. The result depends
on the grid and the order alone; we reach it with fewer queries than groups:

    order     7 30 2 66 | 5 41 | 8 | 19 ...      while clues abound, several are taken out together: one query for all
              out        kept?                   if that is too many, they come back, and we try half of them
    swaps     1 . . 2      2 and 1 of these two rows can change places, so at least one clue must stay in this set of
              2 . . 1      cells. The last clue of a set needs no query; this covers half of the clues that stay

A clue that had to stay once has to stay for good, because with fewer clues there are only more solutions. So the final
puzzle is minimal: no group can be taken out. We use the unavoidable sets of two digits, of two rows of a band and of
two columns of a stack; any other unavoidable set would do.
"""

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t

import numpy as np

cdef enum:
    MOST_SIDE = 16                  # digits of the largest board with swaps
    KNOWN = 8                       # bytes per cell: its number of sets, then the sets
    MOST_SETS = 256                 # per grid; a 9x9 grid has some 60
    LARGEST_SET = 10                # cells; larger sets hardly ever come down to one clue
    PRIOR = 20                      # weight of the initial estimates, in answers


cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int bits) noexcept nogil


cdef double RISK = 0.3              # accepted chance that a query fails


cdef struct Shape:
    int side                        # digits
    int cells
    int groups                      # groups of cells that may be taken out
    int box_height                  # 0: swaps are not used
    int box_width


cdef inline bint take_from(const uint8_t* sets, uint8_t* left) noexcept nogil:
    """Remove a clue from its sets; return False if one of them has no clue left."""
    cdef int t, n = sets[0]
    cdef bint some = True
    for t in range(1, n + 1):
        left[sets[t]] -= 1
        some &= left[sets[t]] != 0
    return some


cdef inline void give_to(const uint8_t* sets, uint8_t* left) noexcept nogil:
    cdef int t, n = sets[0]
    for t in range(1, n + 1):
        left[sets[t]] += 1


@cython.final
cdef class Digger:
    """Grids of one board from which clues are taken.

    Args:
        grids: (N, cells) uint8, full; they are not changed.
        clues: (cells,) uint8, 1 where a clue may be; the caller knows that these alone leave one solution.
        order: (N, groups) int16, for each grid a permutation of the groups.
        indptr, members: int32, the cells of group g are members[indptr[g] : indptr[g + 1]].
        least: (N,) int32, minimum number of clues to keep.
        side: digits.
        box: height and width of the boxes of a board that has no other rules, else None.
        learn: adapt the size of the queries to the answers. Pass False if "not known" is a possible answer, because
            then the queries for a grid must not depend on its neighbors.

    ``puzzles`` holds the current state of the grids; each has one solution.
    """

    cdef Shape shape
    cdef readonly object puzzles  # type: NDArray[np.uint8]
    cdef uint8_t[:, ::1] puzzle
    cdef const uint8_t[:, ::1] grid
    cdef const int16_t[:, ::1] order
    cdef const int32_t[::1] indptr, members, least
    cdef int32_t[::1] number        # by grid: clues left
    cdef int32_t[::1] at            # by grid: number of groups decided, all at the start of its order
    cdef int32_t[::1] end           # by grid: end of the groups in the current query
    cdef int32_t[::1] wanted        # by grid: number of groups to take out at once
    cdef uint8_t[:, ::1] out        # by grid and place in its order: taken out for the current query
    cdef uint8_t[:, :, ::1] sets    # by grid and cell: its sets
    cdef uint8_t[:, ::1] left       # by grid and set: number of clues in it
    cdef int64_t[::1] asked         # by query: its grid
    cdef int64_t n_asked
    cdef int64_t[::1] starts        # the queries, as CSR arrays
    cdef int32_t[::1] option
    cdef int64_t[::1] tried, failed  # by number of clues: groups tried, and groups that had to stay
    cdef bint learn
    cdef int32_t[::1] batch         # by number of clues: groups to take out at once
    cdef readonly int64_t questions  # queries so far

    def __cinit__(self, const uint8_t[:, ::1] grids not None, clues: NDArray[np.uint8],
                  const int16_t[:, ::1] order not None, const int32_t[::1] indptr not None,
                  const int32_t[::1] members not None, const int32_t[::1] least not None, int side,
                  box: tuple[int, int] | None = None, bint learn=True):
        cdef int64_t n = grids.shape[0], k
        cdef int cells = grids.shape[1], some
        self.shape.side, self.shape.cells, self.shape.groups = side, cells, len(indptr) - 1
        self.grid, self.order, self.indptr, self.members, self.least = grids, order, indptr, members, least
        self.puzzles = np.asarray(grids) * clues
        self.puzzle, self.learn = self.puzzles, learn
        some = int(clues.sum())
        self.number, self.at = np.full(n, some, np.int32), np.zeros(n, np.int32)
        self.end = np.zeros(n, np.int32)
        self.asked, self.starts = np.empty(n, np.int64), np.zeros(n + 1, np.int64)
        self.option = np.empty(n * cells + 1, np.int32)
        self.out = np.zeros((n, self.shape.groups + 1), np.uint8)
        self.tried, self.failed = np.full(cells + 1, PRIOR, np.int64), np.zeros(cells + 1, np.int64)
        self.batch = np.zeros(cells + 1, np.int32)
        for k in range(cells + 1):
            self.failed[k] = 0 if 3 * k > 2 * cells else 1 if 2 * k > cells else 3 if 5 * k > 2 * cells else 15
        self.plan()
        self.wanted = np.full(n, self.batch[some], np.int32)
        if box is not None:
            self.know_swaps(box[0], box[1])

    cdef void know_swaps(self, int height, int width):
        cdef Shape* s = &self.shape
        cdef int64_t k, n = self.grid.shape[0]
        if s.side > MOST_SIDE:
            return
        s.box_height, s.box_width = height, width
        self.sets = np.zeros((n, s.cells, KNOWN), np.uint8)
        self.left = np.zeros((n, MOST_SETS), np.uint8)
        with nogil:
            for k in range(n):
                find_swaps(s, &self.grid[k, 0], &self.puzzle[k, 0], &self.sets[k, 0, 0], &self.left[k, 0])

    def ask(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return the next query for each unfinished grid: puzzles as CSR arrays of options, empty if all are done.

        Option c * side + v - 1 is digit v in cell c. The next call overwrites the arrays.
        """
        cdef int64_t n = self.grid.shape[0], k, filled = 0, some = 0
        cdef int cell, cells = self.shape.cells, side = self.shape.side
        cdef const uint8_t* puzzle
        cdef int32_t* option = &self.option[0]
        with nogil:
            if self.learn:
                self.plan()
            for k in range(n):
                if self.at[k] == self.shape.groups or not self.take(k):
                    continue
                puzzle = &self.puzzle[k, 0]
                for cell in range(cells):
                    option[filled] = cell * side + puzzle[cell] - 1
                    filled += puzzle[cell] != 0
                self.asked[some] = k
                some += 1
                self.starts[some] = filled
            option[filled] = 0  # so that there is always a valid element to point at
        self.n_asked = some
        self.questions += some
        return self.starts.base[:some + 1], self.option.base[:filled + 1]

    def tell(self, const int64_t[::1] counts not None) -> None:
        """Take the answers: the number of solutions of each queried puzzle, counted up to 2."""
        cdef int64_t j
        with nogil:
            for j in range(self.n_asked):
                if counts[j] == 1:
                    self.settle(self.asked[j])
                else:
                    self.put_back(self.asked[j])

    cdef void plan(self) noexcept nogil:
        """Set the batch size for each number of clues: as many groups as can all go more often than not.

        This affects only the speed, so we may learn it from the answers so far.
        """
        cdef int clues, most, cells = self.shape.cells
        cdef double stays
        for clues in range(cells + 1):
            most, stays = 0, 0
            while stays < RISK and most < clues:
                stays += <double> self.failed[clues - most] / self.tried[clues - most]
                most += 1
            self.batch[clues] = max(most - 1, 1)

    cdef bint take(self, int64_t k) noexcept nogil:
        """Take out the next groups of a grid; return False if there is nothing to query."""
        cdef int32_t place = self.at[k], most = self.wanted[k], some = 0, first = -1
        while place < self.shape.groups and some < most:
            self.out[k, place] = self.can_go(k, self.order[k, place])
            if self.out[k, place]:
                some += 1
                first = place if first < 0 else first
            place += 1
        self.end[k] = place
        if some == 0:
            self.at[k] = place  # and all of them stay
            return False
        self.wanted[k] = some
        return True

    cdef bint can_go(self, int64_t k, int group) noexcept nogil:
        """Take a group out, unless it obviously has to stay."""
        cdef int32_t j, first = self.indptr[group], last = self.indptr[group + 1]
        cdef uint8_t* puzzle = &self.puzzle[k, 0]
        cdef bint may = self.number[k] - (last - first) >= self.least[k]
        if not may:
            return False
        for j in range(first, last):
            puzzle[self.members[j]] = 0
            may &= self.shape.box_height == 0 or take_from(self.sets_of(k, self.members[j]), &self.left[k, 0])
        self.number[k] -= last - first
        if not may:
            self.come_back(k, group)
        return may

    cdef void come_back(self, int64_t k, int group) noexcept nogil:
        cdef int32_t j, first = self.indptr[group], last = self.indptr[group + 1]
        for j in range(first, last):
            self.puzzle[k, self.members[j]] = self.grid[k, self.members[j]]
            if self.shape.box_height:
                give_to(self.sets_of(k, self.members[j]), &self.left[k, 0])
        self.number[k] += last - first

    cdef inline const uint8_t* sets_of(self, int64_t k, int cell) noexcept nogil:
        return &self.sets[k, cell, 0]

    cdef void settle(self, int64_t k) noexcept nogil:
        """Confirm the groups taken out."""
        cdef int32_t j
        for j in range(1, self.wanted[k] + 1):
            self.tried[self.number[k] + j] += 1
        self.at[k] = self.end[k]
        self.wanted[k] = self.batch[self.number[k]]

    cdef void put_back(self, int64_t k) noexcept nogil:
        """Put all groups of a failed query back."""
        cdef int32_t place, some = self.wanted[k], first = self.at[k]
        while not self.out[k, first]:
            first += 1
        for place in range(first, self.end[k]):
            if self.out[k, place]:
                self.come_back(k, self.order[k, place])
        if some > 1:
            self.at[k] = first  # groups before it stay in any case
            self.wanted[k] = some // 2
            return
        self.tried[self.number[k]] += 1
        self.failed[self.number[k]] += 1
        self.at[k] = first + 1  # this group has to stay
        self.wanted[k] = self.batch[self.number[k]]


# ----------------------------------------------------------------------------------------------------------
# Unavoidable sets: cells whose digits can change places

cdef struct Sets:
    uint8_t* of_cell                # by cell: its number of sets, then the sets
    uint8_t* left                   # by set: number of clues in it
    const uint8_t* puzzle
    int n                           # number of sets


cdef inline void enter(Sets* s, int cell) noexcept nogil:
    """Add a cell to the newest set."""
    cdef uint8_t* known = s.of_cell + cell * KNOWN
    s.left[s.n] += s.puzzle[cell] != 0
    if known[0] < KNOWN - 1:  # else the set never seems to run out of clues, which does no harm
        known[0] += 1
        known[known[0]] = <uint8_t> s.n


cdef void find_swaps(const Shape* b, const uint8_t* grid, const uint8_t* puzzle, uint8_t* of_cell,
                     uint8_t* left) noexcept nogil:
    cdef Sets s
    s.of_cell, s.left, s.puzzle, s.n = of_cell, left, puzzle, 0
    find_digit_swaps(b, grid, &s)
    find_line_swaps(b, grid, &s, b.side, 1, b.box_height)
    find_line_swaps(b, grid, &s, 1, b.side, b.box_width)


cdef void find_digit_swaps(const Shape* b, const uint8_t* grid, Sets* s) noexcept nogil:
    """Find swaps of two digits: rows are joined if one digit and the other share a column or a box."""
    cdef int[MOST_SIDE * MOST_SIDE] in_row, by_column, by_box  # by digit and row, column, box: the cell, or its row
    cdef int[MOST_SIDE] box_at      # by row: box of the first digit
    cdef uint32_t[MOST_SIDE] joined
    cdef uint32_t rows, part, grown, rest
    cdef int side = b.side, cell, row, column, value, second, k, j
    for cell in range(b.cells):
        value, row, column = (grid[cell] - 1) * side, cell // side, cell % side
        in_row[value + row] = cell
        by_column[value + column] = row
        by_box[value + row // b.box_height * b.box_height + column // b.box_width] = row
    for value in range(side):
        for k in range(side):
            box_at[k] = k // b.box_height * b.box_height + in_row[value * side + k] % side // b.box_width
        for second in range(value + 1, side):
            for k in range(side):
                joined[k] = <uint32_t> 1 << k
            for k in range(side):
                j = by_column[second * side + in_row[value * side + k] % side]
                joined[k] |= <uint32_t> 1 << j
                joined[j] |= <uint32_t> 1 << k
                j = by_box[second * side + box_at[k]]
                joined[k] |= <uint32_t> 1 << j
                joined[j] |= <uint32_t> 1 << k
            rows = (<uint32_t> 1 << side) - 1
            while rows:
                part, grown = 0, rows & (~rows + 1)
                while part != grown:
                    rest, part = grown & ~part, grown
                    while rest:
                        grown |= joined[lowest(&rest)]
                rows &= ~part
                if 2 * size(part) > LARGEST_SET or s.n == MOST_SETS:
                    continue
                while part:
                    k = lowest(&part)
                    enter(s, in_row[value * side + k])
                    enter(s, in_row[second * side + k])
                s.n += 1


cdef void find_line_swaps(const Shape* b, const uint8_t* grid, Sets* s, int across, int along,
                          int together) noexcept nogil:
    """Find swaps of two lines in the same boxes, such as rows of a band; cell k of line l is l * across + k * along."""
    cdef int[MOST_SIDE] place
    cdef uint32_t rest, part
    cdef int line, second, k, side = b.side
    for line in range(side):
        for second in range(line + 1, (line // together + 1) * together):
            for k in range(side):
                place[grid[line * across + k * along] - 1] = k
            rest = (<uint32_t> 1 << side) - 1
            while rest:
                part, k = 0, lowest(&rest)
                while not part >> k & 1:
                    part |= <uint32_t> 1 << k
                    k = place[grid[second * across + k * along] - 1]
                rest &= ~part
                if 2 * size(part) > LARGEST_SET or s.n == MOST_SETS:
                    continue
                while part:
                    k = lowest(&part)
                    enter(s, line * across + k * along)
                    enter(s, second * across + k * along)
                s.n += 1


cdef inline int lowest(uint32_t* bits) noexcept nogil:
    """Remove the lowest bit and return its index."""
    cdef int k = ctz(bits[0])
    bits[0] &= bits[0] - 1
    return k


cdef inline int size(uint32_t bits) noexcept nogil:
    cdef int n = 0
    while bits:
        bits &= bits - 1
        n += 1
    return n
