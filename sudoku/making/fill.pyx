# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Numbered random streams, and the full grids and permutations drawn from them.

Every candidate of a generator has its own stream, which begins at its *key*, a hash of the seed and of the candidate's
number. So a candidate is the same in any block, on any worker and any machine:

    seed --(SeedSequence)--> root --(number k)--> key k --> grid k, order k

The streams are splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014): a counter, and
a mix of its bits.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

import numpy as np

cdef enum:
    FILL_SIDE = 16                  # digits of the largest board that we fill
    FILL_CELLS = FILL_SIDE * FILL_SIDE
    STEPS_PER_CELL = 4              # after this many steps per cell the grid is restarted

cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15u


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef inline int below(uint64_t* state, int n) noexcept nogil:
    """Return a number 0 .. n-1. Some are likelier than others by n / 2**32, which does no harm."""
    state[0] += GOLDEN
    return <int> (((mix(state[0]) >> 32) * <uint64_t> n) >> 32)


def keys(uint64_t root, uint64_t first, int64_t number) -> NDArray[np.uint64]:
    """Return the starts of the streams of candidates first, first + 1, ...

    >>> keys(1, 5, 2).tolist() == [keys(1, 5, 1)[0], keys(1, 6, 1)[0]]
    True
    """
    key_array = np.empty(number, np.uint64)
    cdef uint64_t[::1] key = key_array
    cdef int64_t k
    for k in range(number):
        key[k] = mix(mix(root ^ GOLDEN) + (first + <uint64_t> k) * GOLDEN)
    return key_array


def orders(const uint64_t[::1] key not None, int n) -> NDArray[np.int16]:
    """Return for each key a permutation of 0 .. n-1, all equally likely.

    >>> sorted(orders(keys(1, 0, 1), 5)[0].tolist())
    [0, 1, 2, 3, 4]
    """
    order_array = np.empty((key.shape[0], n), np.int16)
    cdef int16_t[:, ::1] order = order_array
    cdef uint64_t state
    cdef int64_t k
    cdef int i, other
    with nogil:
        for k in range(key.shape[0]):
            state = mix(key[k] + 1)
            for i in range(n):
                other = below(&state, i + 1)
                order[k, i] = order[k, other]
                order[k, other] = <int16_t> i
    return order_array


def between(const uint64_t[::1] key not None, int low, int high) -> NDArray[np.int32]:
    """Return for each key a number low .. high, all equally likely.

    >>> between(keys(1, 0, 3), 7, 7).tolist()
    [7, 7, 7]
    """
    drawn_array = np.empty(key.shape[0], np.int32)
    cdef int[::1] drawn = drawn_array
    cdef uint64_t state
    cdef int64_t k
    for k in range(key.shape[0]):
        state = mix(key[k] + 2)
        drawn[k] = low + below(&state, high - low + 1)
    return drawn_array


# ----------------------------------------------------------------------------------------------------------
# Full grids of boards with boxes

cdef struct Filling:
    int side                        # digits
    int cells
    int box_height
    int box_width
    uint64_t state                  # of the random stream
    uint8_t* grid                   # 0 for an empty cell
    uint32_t[3 * FILL_SIDE] lacking  # by house (rows, columns, boxes): its missing digits
    uint8_t[FILL_CELLS] column      # by cell: its houses, as indices into `lacking`
    uint8_t[FILL_CELLS] box
    uint8_t[FILL_CELLS] row
    int16_t[FILL_CELLS] empty       # [0, level): filled, in that order; [level, empties): still empty
    uint32_t[FILL_CELLS] untried    # by level: digits still to be tried in the cell
    int level
    int empties


cdef inline uint32_t candidates(const Filling* f, int cell) noexcept nogil:
    return f.lacking[f.row[cell]] & f.lacking[f.column[cell]] & f.lacking[f.box[cell]]


cdef inline void flip(Filling* f, int cell, uint32_t digit) noexcept nogil:
    f.lacking[f.row[cell]] ^= digit
    f.lacking[f.column[cell]] ^= digit
    f.lacking[f.box[cell]] ^= digit


cdef inline int size(uint32_t digits) noexcept nogil:
    cdef int n = 0
    while digits:
        digits &= digits - 1
        n += 1
    return n


cdef inline uint32_t pick(Filling* f, uint32_t digits) noexcept nogil:
    """Return one of these digits at random."""
    cdef int skip = below(&f.state, size(digits))
    while skip:
        digits &= digits - 1
        skip -= 1
    return digits & (~digits + 1)


cdef inline void put(Filling* f, int cell, uint32_t digit) noexcept nogil:
    cdef uint8_t value = 1
    while digit >> value:
        value += 1
    f.grid[cell] = value
    flip(f, cell, digit)


cdef void empty_board(Filling* f) noexcept nogil:
    """Empty the board but for its diagonal boxes, which share no house: any filling of them can be completed."""
    cdef int cell, other, k, house
    cdef uint32_t every = (<uint32_t> 1 << f.side) - 1
    for house in range(3 * f.side):
        f.lacking[house] = every
    f.level = f.empties = 0
    for cell in range(f.cells):
        f.grid[cell] = 0
        # true if its box, counted down and across, is on the diagonal
        if cell // f.side // f.box_height == cell % f.side // f.box_width:
            put(f, cell, pick(f, f.lacking[f.box[cell]]))
        else:
            f.empty[f.empties] = <int16_t> cell
            f.empties += 1
    for k in range(f.empties - 1, 0, -1):
        other = below(&f.state, k + 1)
        cell = f.empty[k]
        f.empty[k] = f.empty[other]
        f.empty[other] = <int16_t> cell


cdef uint32_t choose(Filling* f) noexcept nogil:
    """Move the cell with the fewest candidates to `empty[level]` and return its candidates."""
    cdef int k, n, best = f.level, fewest = FILL_SIDE + 1
    cdef int16_t cell
    cdef uint32_t digits, chosen = 0
    for k in range(f.level, f.empties):
        digits = candidates(f, f.empty[k])
        if digits & (digits - 1) == 0:
            best = k
            chosen = digits
            break
        if fewest > 2:
            n = size(digits)
            if n < fewest:
                fewest = n
                best = k
                chosen = digits
    cell = f.empty[best]
    f.empty[best] = f.empty[f.level]
    f.empty[f.level] = cell
    return chosen


cdef bint attempt(Filling* f) noexcept nogil:
    """Fill the board by backtracking, digits in random order; return False if that takes longer than a restart."""
    cdef int steps = STEPS_PER_CELL * f.cells, cell
    cdef uint32_t digits, digit, last
    cdef bint forward = True
    empty_board(f)
    while steps:
        if forward:
            if f.level == f.empties:
                return True
            digits = choose(f)
        else:
            if f.level == 0:
                return False
            f.level -= 1
            cell = f.empty[f.level]
            last = <uint32_t> 1 << (f.grid[cell] - 1)
            flip(f, cell, last)
            digits = f.untried[f.level]
        forward = digits != 0
        if forward:
            digit = pick(f, digits)
            f.untried[f.level] = digits ^ digit
            put(f, f.empty[f.level], digit)
            f.level += 1
            steps -= 1
    return False


def fill(int box_height, int box_width, const uint64_t[::1] key not None) -> NDArray[np.uint8]:
    """Return for each key a full grid of the board with such boxes, of at most 16 digits: an array (N, cells).

    Every grid is possible, but not all are equally likely. In each cell, the possible digits are equally likely,
    regardless of the number of grids that each leads to.

    >>> grid = fill(2, 2, keys(1, 0, 1))
    >>> np.sort(grid.reshape(4, 4)).tolist() == [[1, 2, 3, 4]] * 4
    True
    """
    cdef Filling f
    cdef int64_t k
    cdef int cell, side = box_height * box_width
    if not 1 <= side <= FILL_SIDE:
        raise ValueError(f"boxes of {box_height}x{box_width} cells: at most {FILL_SIDE} digits are filled in here")
    f.side, f.cells, f.box_height, f.box_width = side, side * side, box_height, box_width
    for cell in range(f.cells):
        f.row[cell] = <uint8_t> (cell // side)
        f.column[cell] = <uint8_t> (side + cell % side)
        f.box[cell] = <uint8_t> (2 * side + cell // side // box_height * box_height + cell % side // box_width)
    grid_array = np.empty((key.shape[0], f.cells), np.uint8)
    cdef uint8_t[:, ::1] grid = grid_array
    with nogil:
        for k in range(key.shape[0]):
            f.state = mix(key[k])
            f.grid = &grid[k, 0]
            while not attempt(&f):
                pass
    return grid_array
