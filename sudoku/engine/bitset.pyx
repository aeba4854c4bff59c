# SPDX-License-Identifier: MIT
# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: embedsignature=True, embedsignature.format=python
"""The bitset backtracker: plain backtracking over 27 candidate sets, the fair baseline of the benchmark.

Each house keeps the set of its missing digits, one bit per digit: on the 9x9 board 9 rows, 9 columns
and 9 boxes of 9 bits. A cell's candidates are the intersection of its three houses, and placing a digit or
taking it back flips one bit in each of the three:

    digit      987654321
    row 1      010110011      lacks 1, 2, 5, 6 and 8
    column 3   110100010
    box 1      110010111
    r1c3       010000010  =  row 1 & column 3 & box 1: 2 or 8

There is no other propagation and no memory of dead ends: a node costs three loads and two ANDs for each cell
scanned, in all some 20 ns (fewest) or 6 ns (reading). The search is one resumable loop, `run`, over one C
struct; a thin class and three functions form the interface to Python.
"""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport INT64_MAX, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from dlx.kernels.kernel cimport DONE, Outcome, PAUSED, SOLUTION, enter, leave

cdef enum:
    BITSET_SIDE = 64                # digits of the largest board, one bit each
    BITSET_CELLS = BITSET_SIDE * BITSET_SIDE
    STEPS_PER_CHECK = 20_000        # steps between two checks for Ctrl-C: 0.4 ms on the 9x9 board

ctypedef uint64_t Mask              # a set of digits: bit d - 1 is digit d. 32 bits would be no faster


cdef struct Empty:                  # an empty cell, in 6 bytes: padding them to 8 costs 10 %
    uint16_t cell                   # its number in reading order
    uint8_t row                     # its three houses, as indices into `lacking`
    uint8_t column
    uint8_t box


cdef struct State:
    int side                        # cells in a house = number of digits
    int cells                       # side * side
    int box_height
    int box_width                   # side = box_height * box_width
    bint fewest                     # branch on the cell with the fewest candidates, not the next in reading order
    Mask[3 * BITSET_SIDE] lacking   # by house (rows, columns, boxes): its missing digits
    Empty[BITSET_CELLS] empty       # [0, level): branched on, in that order; [level, empties): still empty
    int empties                     # number of cells empty at the start
    Mask[BITSET_CELLS] placed       # by level < `level`: the digit placed in its cell
    Mask[BITSET_CELLS] untried      # by level < `level`: untried candidates of its cell
    int level                       # number of digits placed
    bint forward                    # `level` is a new node to branch on; else it is finished: backtrack
    uint8_t[BITSET_CELLS] clues     # the puzzle, 0 = empty
    int64_t steps                   # digits tried
    int64_t guesses                 # cells branched on with two candidates or more
    int64_t solutions               # solutions found


cdef struct Batch:
    const uint8_t* puzzles          # `number` puzzles of `cells` values, one after the other
    uint8_t* solutions              # of the same shape
    int64_t* counts                 # by puzzle: its solutions, capped at `limit`
    int64_t* guesses                # by puzzle
    Py_ssize_t number
    Py_ssize_t at                   # the puzzle in the State; all earlier ones are finished
    int64_t limit                   # >= 1


# ----------------------------------------------------------------------------------------------------------
# The search

cdef inline Mask candidates(const State* s, Empty e) noexcept nogil:
    return s.lacking[e.row] & s.lacking[e.column] & s.lacking[e.box]


cdef inline void flip(State* s, Empty e, Mask digit) noexcept nogil:
    s.lacking[e.row] ^= digit
    s.lacking[e.column] ^= digit
    s.lacking[e.box] ^= digit


cdef inline int size(Mask digits, int enough) noexcept nogil:
    """Return the number of digits, or `enough` if there are as many or more."""
    cdef int n = 0
    while digits and n < enough:
        digits &= digits - 1
        n += 1
    return n


cdef inline void to_front(State* s, int k) noexcept nogil:
    # We do not undo this when backtracking: the cells of the latest failures stay in front and win ties, which costs
    # nothing and saves much. With ties in reading order the hardest puzzles take 2.2 times as long, and puzzles with
    # 17 clues 10 times. Swapping instead of shifting costs 7 %, memmove for these few cells 8 %.
    cdef Empty e = s.empty[k]
    while k > s.level:
        s.empty[k] = s.empty[k - 1]
        k -= 1
    s.empty[k] = e


cdef inline Mask choose(State* s) noexcept nogil:
    """Move the cell to branch on to `empty[level]` and return its candidates."""
    # After a cell with two candidates, only a cell with fewer can win, and that test needs no popcount. So the
    # scan is as fast without the POPCNT instruction, which a portable wheel may not use, as with it.
    cdef int k, n, best = s.level, fewest = BITSET_SIDE + 1
    cdef Mask digits, chosen = 0
    for k in range(s.level, s.empties):
        digits = candidates(s, s.empty[k])
        if digits & (digits - 1) == 0:
            best = k
            chosen = digits
            break
        if fewest > 2:
            n = size(digits, fewest)
            if n < fewest:
                fewest = n
                best = k
                chosen = digits
    to_front(s, best)
    return chosen


cdef Outcome run(State* s, int64_t budget) noexcept nogil:
    """Continue to the next solution, trying at most `budget` digits.

    Before: `s` as `load` or an earlier `run` left it. After SOLUTION: `placed[0..empties)` is a new solution.
    After PAUSED: as before, further on. After DONE: no more solutions; `lacking` is as `load` made it, and every
    later run is DONE too. Slicing does not change the course of the search or the counters.
    """
    cdef int64_t stop = s.steps + budget
    cdef Mask digits, digit
    while True:
        if s.forward:
            if s.level == s.empties:
                s.forward = False
                s.solutions += 1
                return SOLUTION
            if s.steps >= stop:
                return PAUSED
            digits = choose(s) if s.fewest else candidates(s, s.empty[s.level])
            s.guesses += digits & (digits - 1) != 0
        else:
            if s.level == 0:
                return DONE
            s.level -= 1
            flip(s, s.empty[s.level], s.placed[s.level])
            digits = s.untried[s.level]
        s.forward = digits != 0
        if s.forward:
            digit = digits & (~digits + 1)
            s.placed[s.level] = digit
            s.untried[s.level] = digits ^ digit
            flip(s, s.empty[s.level], digit)
            s.level += 1
            s.steps += 1


cdef Outcome run_until(State* s, int64_t limit, int64_t budget) noexcept nogil:
    """Run past the solutions before number `limit` (>= 1)."""
    cdef int64_t stop = s.steps + budget
    cdef Outcome outcome = run(s, budget)
    while outcome == SOLUTION and s.solutions < limit:
        outcome = run(s, stop - s.steps)
    return outcome


# ----------------------------------------------------------------------------------------------------------
# Puzzles in, solutions out

cdef void load(State* s, const uint8_t* puzzle) noexcept nogil:
    """Set up the search of a puzzle with values up to `side`; contradictory clues make it DONE at once."""
    cdef int cell
    memcpy(s.clues, puzzle, s.cells)
    for cell in range(3 * s.side):
        s.lacking[cell] = ~<Mask> 0 >> (BITSET_SIDE - s.side)
    s.empties = s.level = 0
    s.steps = s.guesses = s.solutions = 0
    s.forward = True
    for cell in range(s.cells):
        load_cell(s, cell, puzzle[cell])


cdef inline void load_cell(State* s, int cell, uint8_t value) noexcept nogil:
    cdef Empty e
    cdef int row = cell // s.side, column = cell % s.side
    e.cell = cell
    e.row = row
    e.column = s.side + column
    e.box = 2 * s.side + row // s.box_height * s.box_height + column // s.box_width
    if value == 0:
        s.empty[s.empties] = e
        s.empties += 1
    elif candidates(s, e) >> (value - 1) & 1:
        flip(s, e, <Mask> 1 << (value - 1))
    else:
        s.forward = False


cdef void write_solution(const State* s, uint8_t* grid) noexcept nogil:
    """Write the solution that `run` has just found to `grid`, which has room for `cells` values."""
    cdef int k
    cdef uint8_t value
    memcpy(grid, s.clues, s.cells)
    for k in range(s.empties):
        value = 1
        while s.placed[k] >> (value - 1) != 1:
            value += 1
        grid[s.empty[k].cell] = value


cdef bint run_batch(State* s, Batch* b, int64_t budget) noexcept nogil:
    """Continue, trying at most `budget` digits; return True when all puzzles are finished. `s` holds puzzle `at`."""
    cdef Outcome outcome
    cdef int64_t before
    while b.at < b.number and budget > 0:
        before = s.steps
        outcome = run(s, budget)
        budget -= s.steps - before + 1  # the 1 also ends slices of puzzles that need no step
        if outcome == SOLUTION and s.solutions == 1:
            write_solution(s, b.solutions + b.at * s.cells)
        if outcome == DONE or s.solutions == b.limit:
            finish(s, b)
    return b.at == b.number


cdef void finish(State* s, Batch* b) noexcept nogil:
    b.counts[b.at] = s.solutions
    b.guesses[b.at] = s.guesses
    b.at += 1
    if b.at < b.number:
        load(s, b.puzzles + b.at * s.cells)


# ----------------------------------------------------------------------------------------------------------
# The interface to Python

cdef int set_up(State* s, board, order) except -1:
    cdef int height = board.box_height, width = board.box_width
    if height < 1 or width < 1 or height > BITSET_SIDE or width > BITSET_SIDE or height * width > BITSET_SIDE:
        raise ValueError(f"boxes of {height}x{width} cells: a board has at most {BITSET_SIDE} digits")
    if order not in ("fewest", "reading"):
        raise ValueError(f"order {order!r}: must be 'fewest' or 'reading'")
    memset(s, 0, sizeof(State))
    s.box_height = height
    s.box_width = width
    s.side = height * width
    s.cells = s.side * s.side
    s.fewest = order == "fewest"
    return 0


cdef int check_values(const State* s, const uint8_t* values, Py_ssize_t n, str name) except -1:
    """Refuse values that `load` must not see; `name` is the array's name for messages, empty for a single puzzle."""
    cdef Py_ssize_t k
    cdef uint8_t largest = 0
    with nogil:
        for k in range(n):              # no early exit, so that the compiler can vectorize the loop
            largest = max(largest, values[k])
    if largest <= s.side:
        return 0
    k = 0
    while values[k] <= s.side:
        k += 1
    where = f"{name}[{k // s.cells}], " if name else ""
    place = f"r{k % s.cells // s.side + 1}c{k % s.side + 1}"
    raise ValueError(f"{where}{place}: {values[k]} is too large for a {s.side}x{s.side} board (0-{s.side})")


cdef int64_t checked_limit(limit) except -1:
    if limit is None:
        return INT64_MAX
    if limit < 1:
        raise ValueError(f"limit {limit}: must be at least 1")
    return min(limit, INT64_MAX)


@cython.final
cdef class Backtracker:
    """The search of one puzzle, in slices: call `step` as often as you like.

    `board` has `box_height` and `box_width`; `puzzle` is a buffer of `cells` bytes in reading order, 0 for an
    empty cell; `order` is the cell to branch on: "fewest" (candidates; ties go to the cell branched on most
    recently) or "reading" (the next one). Digits are tried in ascending order. With contradictory clues there is
    no solution.

    Raises ValueError for a wrong number of cells, a value beyond the board's side or an unknown order, and
    RuntimeError if two threads use the same search at once.

    >>> from dlx.engine.drive import DONE, SOLUTION
    >>> from sudoku import Board
    >>> search = Backtracker(Board(2, 2), bytes([1, 2, 3, 4] + [0] * 12))
    >>> search.step(1000) == SOLUTION
    True
    >>> list(search.solution())
    [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    >>> while search.step(1) != DONE:
    ...     pass
    >>> search.solutions, search.steps, search.guesses
    (12, 92, 11)
    """

    cdef State state
    cdef Outcome last                   # the result of the last step, PAUSED before the first
    cdef bint busy                      # a thread is inside; only enter() and leave() touch it

    def __cinit__(self, board: Board, const uint8_t[::1] puzzle not None: Buffer,
                  order: Literal["fewest", "reading"] = "fewest"):
        set_up(&self.state, board, order)
        if puzzle.shape[0] != self.state.cells:
            side = self.state.side
            raise ValueError(f"{puzzle.shape[0]} cells where a {side}x{side} board has {self.state.cells}")
        check_values(&self.state, &puzzle[0], puzzle.shape[0], "")
        load(&self.state, &puzzle[0])
        self.last = PAUSED

    cdef int claim(self) except -1:
        if not enter(&self.busy):
            raise RuntimeError("this Backtracker is running in another thread")
        return 0

    def step(self, int64_t work) -> int:
        """Continue, trying at most `work` digits (at least 1), and return the outcome, as a kernel of dlx does.

        `SOLUTION`: `solution()` has the next one. `DONE`: there are no more. `PAUSED`: the work is done.
        The slices do not affect the solutions or the counters.
        """
        cdef Outcome outcome
        if work < 1:
            raise ValueError(f"work {work}: must be at least 1")
        self.claim()
        with nogil:
            outcome = self.last = run(&self.state, min(work, INT64_MAX - self.state.steps))
        leave(&self.busy)
        return <int> outcome

    def solution(self) -> bytes:
        """Return the solution that the last `step` found, as bytes; ValueError if it found none."""
        cdef uint8_t[BITSET_CELLS] grid
        cdef bint found
        self.claim()
        found = self.last == SOLUTION
        if found:
            write_solution(&self.state, grid)
        leave(&self.busy)
        if not found:
            raise ValueError("there is no solution at hand: the last step did not find one")
        return (<char*> grid)[:self.state.cells]

    @property
    def steps(self) -> int:
        """Digits tried so far."""
        return self.state.steps

    @property
    def guesses(self) -> int:
        """Cells branched on so far that had two candidates or more."""
        return self.state.guesses

    @property
    def solutions(self) -> int:
        """Solutions found so far."""
        return self.state.solutions


cdef Outcome drive(Backtracker search, int64_t limit) except *:
    cdef Outcome outcome = PAUSED
    while outcome == PAUSED:
        PyErr_CheckSignals()
        with nogil:
            outcome = run_until(&search.state, limit, STEPS_PER_CHECK)
    return outcome


def solve(board: Board, puzzle: Buffer, *, order: Literal["fewest", "reading"] = "fewest") -> bytes | None:
    """Return the first solution of a puzzle as bytes, or None. Arguments and errors as for `Backtracker`.

    >>> from sudoku import Board
    >>> board = Board(2, 2)
    >>> board.line(solve(board, board.parse("1234 34.. 2... ....")))
    '1234341221434321'
    >>> solve(board, board.parse("11.. .... .... ....")) is None
    True
    """
    cdef Backtracker search = Backtracker(board, puzzle, order)
    search.last = drive(search, 1)
    return search.solution() if search.last == SOLUTION else None


def count(board: Board, puzzle: Buffer, limit: int | None = None, *,
          order: Literal["fewest", "reading"] = "fewest") -> int:
    """Return the exact number of solutions of a puzzle; with `limit` (at least 1), stop there.

    Arguments and errors as for `Backtracker`. Ctrl-C ends it at once with KeyboardInterrupt.

    >>> from sudoku import Board
    >>> count(Board(2, 2), bytes(16)), count(Board(2, 2), bytes(16), limit=2)
    (288, 2)
    """
    cdef Backtracker search = Backtracker(board, puzzle, order)
    drive(search, checked_limit(limit))
    return search.state.solutions


def solve_batch(board: Board, const uint8_t[:, ::1] puzzles not None, limit: int | None = 2, *,
                order: Literal["fewest", "reading"] = "fewest",
                stopped: Callable[[], bool] | None = None) -> tuple[
                    NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]]:
    """Solve many puzzles in compiled code, without the GIL; Ctrl-C ends it at once with KeyboardInterrupt.

    `stopped` is queried every 20,000 steps; once it returns true, the remaining puzzles get a count of -1.

    `puzzles` is a C-contiguous (N, cells) array of uint8, 0 = empty. Returns three arrays: solutions
    (N, cells) uint8, the first solution of each or zeros; counts (N,) int64, its number of solutions, up to
    `limit` (at least 1; None: no limit); guesses (N,) int64, the cells branched on with two candidates or more.

    Raises ValueError for another shape or a value beyond the board's side, naming puzzle and cell.

    >>> import numpy as np
    >>> from sudoku import Board
    >>> puzzles = np.zeros((2, 16), dtype=np.uint8)
    >>> puzzles[0, :4] = 1, 2, 3, 4
    >>> solutions, counts, guesses = solve_batch(Board(2, 2), puzzles, limit=100)
    >>> counts.tolist(), int(guesses[0])
    ([12, 100], 11)
    """
    import numpy as np

    cdef State state
    cdef Batch batch
    cdef Py_ssize_t number = puzzles.shape[0], cells = puzzles.shape[1]
    set_up(&state, board, order)
    batch.limit = checked_limit(limit)
    if cells != state.cells:
        raise ValueError(f"{cells} cells a puzzle where a {state.side}x{state.side} board has {state.cells}")
    solutions = np.zeros((number, cells), dtype=np.uint8)
    counts = np.full(number, -1, dtype=np.int64)
    guesses = np.zeros(number, dtype=np.int64)
    if number:
        check_values(&state, &puzzles[0, 0], number * cells, "puzzles")
        drive_batch(&state, &batch, puzzles, solutions, counts, guesses, stopped)
    return solutions, counts, guesses


cdef int drive_batch(
    State* state, Batch* batch, const uint8_t[:, ::1] puzzles,
    uint8_t[:, ::1] solutions, int64_t[::1] counts, int64_t[::1] guesses, stopped,
) except -1:
    cdef bint done = False
    batch.puzzles = &puzzles[0, 0]
    batch.solutions = &solutions[0, 0]
    batch.counts = &counts[0]
    batch.guesses = &guesses[0]
    batch.number = puzzles.shape[0]
    batch.at = 0
    load(state, batch.puzzles)
    while not done and not (stopped is not None and stopped()):
        PyErr_CheckSignals()
        with nogil:
            done = run_batch(state, batch, STEPS_PER_CHECK)
    return 0
