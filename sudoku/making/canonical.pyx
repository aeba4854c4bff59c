# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""One form for all puzzles that differ only in the names of digits and by symmetries of the board.

We sort the bands, the rows of a band, the stacks and the columns of a stack, in an order that does not depend on how
the puzzle was written down. Each gets a number: a hash of its content, then a hash of these hashes, and so on, until
refinement separates no more of them. If two are still alike, we mark each of them in turn and refine again. This
gives a tree, as in McKay's nauty.

    refine ── all distinct? ── the board in the order of the numbers, digits renamed in order of appearance
       └───── two bands alike: mark the one ── refine ──  ...
                               mark the other ── refine ── ...

The form is the leaf with the least numbers on its path and, among these, the least board. We prune paths that are
already behind; usually only one is followed to its end. Different things may get the same number; that does no harm,
because numbers only guide the search.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

import numpy as np

cdef enum:
    CANONICAL_SIDE = 64             # digits of the largest board
    CANONICAL_CELLS = CANONICAL_SIDE * CANONICAL_SIDE
    CANONICAL_DEPTH = 2 * 2 * CANONICAL_SIDE  # marks on a path: at most all rows, columns, bands and stacks

cdef uint64_t ONE = 0x9E3779B97F4A7C15u
cdef uint64_t TWO = 0xC2B2AE3D27D4EB4Fu
cdef uint64_t THREE = 0x165667B19E3779F9u
cdef uint64_t FOUR = 0xD6E8FEB86659FD93u


cdef struct Lines:                  # rows with their bands, or columns with their stacks
    uint64_t[CANONICAL_SIDE] line   # by row: its number
    uint64_t[CANONICAL_SIDE] block  # by band: its number


cdef struct Frame:                  # a node of the tree
    Lines[2] of                     # rows, columns
    uint64_t[CANONICAL_SIDE] digit  # by digit: its number
    uint64_t trace                  # invariant: the same for equivalent puzzles
    bint ahead                      # the path so far is less than the best one
    int direction                   # of the class to mark: 0 for rows, 1 for columns
    bint blocks                     # bands or stacks, not single lines
    int[CANONICAL_SIDE] member      # members of the class, still to be marked
    int members


cdef struct Form:
    int side
    int[2] together                 # rows of a band, columns of a stack
    int clues
    int[2][CANONICAL_CELLS] at      # by direction and clue: row, column
    int[CANONICAL_CELLS] box        # by clue
    int[CANONICAL_CELLS] value      # by clue: its digit, from 0
    int[2][CANONICAL_SIDE] number   # by direction and line: number of clues
    Frame[CANONICAL_DEPTH] frame
    int depth
    bint known                      # there is a best leaf, in the next two fields
    uint64_t[CANONICAL_DEPTH] best_trace
    uint8_t[CANONICAL_CELLS] best
    uint8_t[CANONICAL_CELLS] grid   # scratch space for a leaf


cdef inline uint64_t mix(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu
    return z ^ (z >> 31)


# ----------------------------------------------------------------------------------------------------------
# Numbers

cdef void step(const Form* f, Frame* s) noexcept nogil:
    """Recompute all numbers from the numbers of adjacent objects."""
    cdef uint64_t[CANONICAL_CELLS] here
    cdef uint64_t[CANONICAL_SIDE] in_box, in_digit
    cdef uint64_t[2][CANONICAL_SIDE] on
    cdef uint64_t e
    cdef int k, side = f.side
    memset(in_box, 0, side * sizeof(uint64_t))
    memset(in_digit, 0, side * sizeof(uint64_t))
    memset(on[0], 0, side * sizeof(uint64_t))
    memset(on[1], 0, side * sizeof(uint64_t))
    for k in range(f.clues):
        e = s.of[0].line[f.at[0][k]] * ONE + s.of[1].line[f.at[1][k]] * TWO + s.digit[f.value[k]] * THREE
        here[k] = mix(e)
        in_box[f.box[k]] += here[k]
    for k in range(f.clues):
        e = mix(here[k] + in_box[f.box[k]] * FOUR)
        on[0][f.at[0][k]] += e
        on[1][f.at[1][k]] += e
        in_digit[f.value[k]] += e
    for k in range(side):
        s.digit[k] = mix(s.digit[k] * ONE + in_digit[k])
    gather(f, s, 0, on[0])
    gather(f, s, 1, on[1])


cdef void gather(const Form* f, Frame* s, int direction, const uint64_t* on) noexcept nogil:
    """Update the numbers of lines and blocks from the hashes of clues on the lines."""
    cdef Lines* x = &s.of[direction]
    cdef int k, block, together = f.together[direction]
    cdef uint64_t all
    for block in range(f.side // together):
        all = 0
        for k in range(block * together, (block + 1) * together):
            x.line[k] = mix(x.line[k] * ONE + on[k])
            all += x.line[k]
        x.block[block] = mix(x.block[block] * TWO + all)
        for k in range(block * together, (block + 1) * together):
            x.line[k] += x.block[block] * THREE


cdef int alike(const uint64_t* number, int n) noexcept nogil:
    cdef int i, j, pairs = 0
    for i in range(n):
        for j in range(i):
            pairs += number[i] == number[j]
    return pairs


cdef int all_alike(const Form* f, const Frame* s) noexcept nogil:
    """Count pairs not yet distinguished: of bands, of rows in a band, of stacks, of columns in a stack."""
    cdef int direction, block, together, pairs = 0
    for direction in range(2):
        together = f.together[direction]
        pairs += alike(s.of[direction].block, f.side // together)
        for block in range(f.side // together):
            pairs += alike(s.of[direction].line + block * together, together)
    return pairs


cdef void refine(const Form* f, Frame* s) noexcept nogil:
    """Repeat `step` until two in a row have distinguished nothing more."""
    cdef int left = all_alike(f, s) + 1, idle = 0, now, k
    while idle < 2 and left:
        step(f, s)
        now = all_alike(f, s)
        idle = idle + 1 if now == left else 0
        left = now
    s.trace = <uint64_t> left
    for k in range(f.side):
        s.trace += mix(s.of[0].line[k]) + mix(s.of[1].line[k] + 1) + mix(s.digit[k] + 2)
    s.trace = (s.trace << 1) | (left == 0)


cdef inline const uint64_t* numbers(const Frame* s, int direction, bint blocks) noexcept nogil:
    if blocks:
        return s.of[direction].block
    return s.of[direction].line


cdef void choose(const Form* f, Frame* s) noexcept nogil:
    """Choose the class whose members to mark in turn.

    Marking a row and a column also marks a digit, and then hardly anything is alike, so the directions alternate. If we
    took the smallest class, all rows of a Latin square would be marked before any column: n! leaves.
    """
    cdef int last = s.direction
    s.members = 0
    if not (find_class(f, s, 1 - last, True) or find_class(f, s, 1 - last, False) or find_class(f, s, last, True)):
        find_class(f, s, last, False)
    if empty(f, s, s.member[0]):
        s.members = 1  # they are interchangeable: swapping them changes nothing visible


cdef bint find_class(const Form* f, Frame* s, int direction, bint blocks) noexcept nogil:
    """Find the smallest class of blocks or lines, ties to the least number; return False if there is none."""
    cdef const uint64_t* number = numbers(s, direction, blocks)
    cdef int k, other, size, best = CANONICAL_SIDE + 1, n = f.side // f.together[direction] if blocks else f.side
    cdef uint64_t least = 0
    for k in range(n):
        size = 0
        for other in range(n):
            size += number[other] == number[k]
        if size > 1 and (size < best or (size == best and number[k] < least)):
            best, least = size, number[k]
    if best > CANONICAL_SIDE:
        return False
    for k in range(n):
        if number[k] == least:
            s.member[s.members] = k
            s.members += 1
    s.direction, s.blocks = direction, blocks
    return True


cdef bint empty(const Form* f, const Frame* s, int member) noexcept nogil:
    cdef int k, some = 0, together = f.together[s.direction]
    if not s.blocks:
        return f.number[s.direction][member] == 0
    for k in range(member * together, (member + 1) * together):
        some += f.number[s.direction][k]
    return some == 0


# ----------------------------------------------------------------------------------------------------------
# The tree

cdef void order_of(const uint64_t* number, int first, int n, int* order) noexcept nogil:
    """Sort first .. first+n-1 by their numbers."""
    cdef int i, j, x
    for i in range(n):
        x = first + i
        j = i
        while j and number[order[j - 1]] > number[x]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = x


cdef void lines_in_order(const Form* f, const Frame* s, int direction, int* place) noexcept nogil:
    """Compute the final place of each line."""
    cdef int[CANONICAL_SIDE] blocks, lines
    cdef int b, k, together = f.together[direction]
    order_of(s.of[direction].block, 0, f.side // together, blocks)
    for b in range(f.side // together):
        order_of(s.of[direction].line, blocks[b] * together, together, lines)
        for k in range(together):
            place[lines[k]] = b * together + k


cdef void draw(Form* f, const Frame* s) noexcept nogil:
    """Write the board of a leaf to `grid`."""
    cdef int[CANONICAL_SIDE] row, column
    cdef uint8_t[CANONICAL_SIDE] name
    cdef uint8_t names = 0
    cdef int k, cells = f.side * f.side
    lines_in_order(f, s, 0, row)
    lines_in_order(f, s, 1, column)
    memset(f.grid, 0, cells)
    memset(name, 0, CANONICAL_SIDE)
    for k in range(f.clues):
        f.grid[row[f.at[0][k]] * f.side + column[f.at[1][k]]] = <uint8_t> (f.value[k] + 1)
    for k in range(cells):
        if f.grid[k]:
            if name[f.grid[k] - 1] == 0:
                names += 1
                name[f.grid[k] - 1] = names
            f.grid[k] = name[f.grid[k] - 1]


cdef bint enter(Form* f) noexcept nogil:
    """Enter the refined node at `depth`; return False if it is behind the best one or a leaf."""
    cdef Frame* s = &f.frame[f.depth]
    cdef int k
    if f.known and not s.ahead:
        if s.trace > f.best_trace[f.depth]:
            return False
        s.ahead = s.trace < f.best_trace[f.depth]
    if not s.trace & 1:
        choose(f, s)
        return True
    draw(f, s)
    if not f.known or s.ahead or memcmp(f.grid, f.best, f.side * f.side) < 0:
        memcpy(f.best, f.grid, f.side * f.side)
        f.known = True
        for k in range(f.depth + 1):
            f.best_trace[k] = f.frame[k].trace
            f.frame[k].ahead = False
    return False


cdef void start(Form* f) noexcept nogil:
    """Set up the root for the loaded board."""
    cdef Frame* s = &f.frame[0]
    cdef int k
    for k in range(f.side):
        s.of[0].line[k] = s.of[1].line[k] = s.of[0].block[k] = s.of[1].block[k] = s.digit[k] = 1
    s.ahead, s.direction, s.members, f.depth = not f.known, 0, 0, 0
    refine(f, s)
    if not enter(f):
        s.members = 0


cdef bint walk(Form* f, int64_t nodes) noexcept nogil:
    """Continue in the tree for that many nodes; return True at its end."""
    cdef Frame* s
    cdef Frame* below
    while nodes > 0:
        s = &f.frame[f.depth]
        if s.members == 0:
            if f.depth == 0:
                return True
            f.depth -= 1
            continue
        s.members -= 1
        below = s + 1
        memcpy(below, s, sizeof(Frame))
        below.members = 0
        if s.blocks:
            below.of[s.direction].block[s.member[s.members]] ^= FOUR
        else:
            below.of[s.direction].line[s.member[s.members]] ^= FOUR
        f.depth += 1
        refine(f, below)
        if not enter(f):
            f.depth -= 1
        nodes -= 1
    return False


cdef void load(Form* f, const uint8_t* grid, bint turned) noexcept nogil:
    """Load the clues of a board, as given or transposed."""
    cdef int cell, k = 0, row, column
    memset(f.number[0], 0, CANONICAL_SIDE * sizeof(int))
    memset(f.number[1], 0, CANONICAL_SIDE * sizeof(int))
    for cell in range(f.side * f.side):
        if grid[cell] == 0:
            continue
        row, column = cell // f.side, cell % f.side
        if turned:
            row, column = column, row
        f.box[k] = row // f.together[0] * f.together[0] + column // f.together[1]
        f.value[k] = grid[cell] - 1
        f.at[0][k], f.at[1][k] = row, column
        f.number[0][row] += 1
        f.number[1][column] += 1
        k += 1
    f.clues = k


def marks(const uint8_t[:, ::1] grids not None) -> NDArray[np.uint64]:
    """Return a hash of each board: 64 bits, the same on every machine.

    >>> len(set(marks(np.array([[1, 2], [2, 1], [1, 2]], np.uint8)).tolist()))
    2
    """
    mark_array = np.empty(grids.shape[0], np.uint64)
    cdef uint64_t[::1] mark = mark_array
    cdef uint64_t h
    cdef int64_t k, cell
    with nogil:
        for k in range(grids.shape[0]):
            h = ONE
            for cell in range(grids.shape[1]):
                h = (h ^ grids[k, cell]) * TWO
                h ^= h >> 29
            mark[k] = mix(h)
    return mark_array


cdef enum:
    NODES_PER_CHECK = 2_000         # nodes between two checks for Ctrl-C: some milliseconds


def forms(const uint8_t[:, ::1] grids not None, int box_height, int box_width) -> NDArray[np.uint8]:
    """Return the form of each board, an array (N, cells), in the order given. Trusts its caller.

    >>> boards = np.array([[0, 0, 1, 2], [2, 0, 1, 0]], np.uint8)
    >>> forms(boards, 1, 2).tolist()
    [[0, 0, 1, 2], [0, 0, 1, 2]]
    """
    cdef int side = box_height * box_width
    cdef int64_t k, n = grids.shape[0]
    cdef bint turned, done, may_turn = box_height == box_width or min(box_height, box_width) == 1
    found_array = np.zeros((n, side * side), np.uint8)
    room = np.zeros(sizeof(Form), np.uint8)
    cdef uint8_t[:, ::1] found = found_array
    cdef uint8_t[::1] bytes_ = room
    cdef Form* f = <Form*> &bytes_[0]
    f.side, f.together[0], f.together[1] = side, box_height, box_width
    for k in range(n):
        f.known = False
        for turned in range(2 if may_turn else 1):
            with nogil:
                load(f, &grids[k, 0], turned)
                start(f)
                done = walk(f, NODES_PER_CHECK)
            while not done:
                PyErr_CheckSignals()
                with nogil:
                    done = walk(f, NODES_PER_CHECK)
        with nogil:
            memcpy(&found[k, 0], f.best, side * side)
        if k & 255 == 255:
            PyErr_CheckSignals()
    return found_array
