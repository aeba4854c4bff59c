# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""9x9 puzzles, without a board or a cover: counts and single solutions, straight from text.

    text --81 cells--> bands_search.h --within MOST_GUESSES--> the answer
                                      --longer--------------> no answer: the exact cover has limits and strategies

The answers agree with the exact cover, whose kernels know nothing of Sudoku. Where a puzzle has several solutions, we
leave the choice of the first one to it as well.
"""

from libc.stdint cimport int64_t, uint8_t

cdef extern from *:
    """
    #include "sudoku/engine/bands_sets.h"

    /* By character: a digit's value, the sign of an empty cell, or neither. */
    enum { BANDS_SIGN = 0x10, BANDS_ZERO = 0x20, BANDS_OTHER = 0x40 };
    static uint8_t bands_value[256];

    static void bands_prepare_values(void) {
        memset(bands_value, BANDS_OTHER, sizeof bands_value);
        for (int d = 1; d <= 9; d++) bands_value['0' + d] = (uint8_t)d;
        bands_value['.'] = bands_value['*'] = bands_value['_'] = BANDS_SIGN;
        bands_value['0'] = BANDS_ZERO;
    }

    /* Read 81 characters. Return 0 if a character is no cell, or if a 0 next to other empty cells may be a digit. */
    static int bands_cells(const uint8_t *text, uint8_t *cells) {
        unsigned seen = 0;
        for (int c = 0; c < 81; c++) {
            seen |= bands_value[text[c]];
            cells[c] = bands_value[text[c]] & 15;
        }
        return !(seen & BANDS_OTHER) && (seen & (BANDS_SIGN | BANDS_ZERO)) != (BANDS_SIGN | BANDS_ZERO);
    }
    """
    ctypedef struct Task "bands_task":
        const uint8_t* cells
        int64_t number, limit, most, work
        uint8_t* first
        int64_t* counts
        int64_t* guesses
    ctypedef int64_t (*Counter "bands_counter *")(const Task* task) noexcept nogil
    const Counter* counters "bands_count"
    const char* const* set_names "dlx_set_names"
    int best_set "dlx_best_set"()
    void prepare "bands_prepare"()
    void prepare_values "bands_prepare_values"()
    int read_cells "bands_cells"(const uint8_t* text, uint8_t* cells) noexcept nogil

cdef extern from "Python.h":
    bint PyUnicode_CheckExact(object text)
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    uint8_t* PyUnicode_1BYTE_DATA(object text)
    object PyUnicode_New(Py_ssize_t size, Py_UCS4 largest)

cdef enum:
    CELLS = 81
    MOST_GUESSES = 1 << 14  # some 7 ms, after which Ctrl-C and limits of time must be heeded

prepare()
prepare_values()
cdef Counter counter = counters[best_set()]


cdef int64_t one(Counter chosen, const uint8_t* cells, int64_t limit, int64_t most, uint8_t* first,
                 int64_t* guesses) noexcept nogil:
    """Search one puzzle: return the number of solutions, at most `limit`; -1 after more than `most` guesses."""
    cdef int64_t found = 0
    cdef Task task = Task(cells, 1, limit, most, 1, first, &found, guesses)
    chosen(&task)
    return found


cdef inline bint read(object text, uint8_t* cells) except -1:
    """Read a puzzle in the plainest text; return whether it is one."""
    if text is None:
        raise TypeError("a puzzle is text or whole numbers, not None")
    if not (PyUnicode_CheckExact(text) and PyUnicode_GET_LENGTH(text) == CELLS and PyUnicode_IS_COMPACT_ASCII(text)):
        return False
    return read_cells(PyUnicode_1BYTE_DATA(text), cells)


def count(text: object, int64_t limit) -> int:
    """Return the number of solutions, `limit` at most; -1 if the text needs a closer look or the search is long.

    >>> count("." * 81, 5), count("9" * 81, 5), count("." * 80, 5), count("." * 81, 10**6)
    (5, 0, -1, -1)
    """
    cdef uint8_t[CELLS] cells
    cdef uint8_t[CELLS] first
    cdef int64_t found, guesses
    if limit < 1 or not read(text, cells):
        return -1
    with nogil:
        found = one(counter, cells, limit, MOST_GUESSES, first, &guesses)
    return found


def solution(text: object) -> str | None:
    """Return the only solution, an empty text if there is none; None if there are several, the text needs a closer
    look or the search is long.

    >>> solution("12345678." + "." * 71 + "9")
    ''
    >>> solution("." * 81), solution("." * 80)
    (None, None)
    """
    cdef uint8_t[CELLS] cells
    cdef uint8_t[CELLS] first
    cdef int64_t found, guesses
    cdef int c
    cdef uint8_t* characters
    if not read(text, cells):
        return None
    with nogil:
        found = one(counter, cells, 2, MOST_GUESSES, first, &guesses)
    if found != 1:
        return "" if found == 0 else None
    line = PyUnicode_New(CELLS, 127)
    characters = PyUnicode_1BYTE_DATA(line)
    for c in range(CELLS):
        characters[c] = 48 + first[c]
    return line


def search(const uint8_t[::1] puzzle not None: bytes | NDArray[np.uint8], int64_t limit, int64_t most_guesses,
           instruction_set: str | None = None) -> tuple[int, bytes, int]:
    """Return the number of solutions (-1 if it takes more guesses), the first one, and the number of guesses.

    `puzzle` has 81 values, 0 for an empty cell. `instruction_set` is one of `instruction_sets()`; None: the best.

    >>> found, first, guesses = search(bytes(81), 2, 100)
    >>> found, len(set(first)), guesses < 81
    (2, 9, True)
    """
    cdef Counter chosen = counter
    cdef uint8_t[CELLS] first
    cdef int64_t found, guesses = 0
    if instruction_set is not None:
        chosen = counters[<int> instruction_sets().index(instruction_set)]
    if puzzle.shape[0] != CELLS or max(puzzle) > 9 or limit < 1:
        raise ValueError("a puzzle has 81 values from 0 to 9, and the limit is at least 1")
    with nogil:
        found = one(chosen, &puzzle[0], limit, most_guesses, first, &guesses)
    return found, first[:CELLS] if found > 0 else b"", guesses


def search_many(const uint8_t[:, ::1] grids not None, int64_t start, int64_t work, uint8_t[:, ::1] solutions not None,
                int64_t[::1] counts not None, int64_t[::1] guesses not None) -> tuple[int, int]:
    """Search the puzzles from `start` on for up to two solutions, and return after about `work` nodes: two for a guess,
    and one for a puzzle.

    `grids` and `solutions` have 81 columns, with values from 0 to 9. The arrays get the count of each puzzle (-1 if the
    search is long), its first solution and its guesses. Returns the number of the next puzzle, and how many puzzles had
    neither one solution nor none.

    >>> import numpy as np
    >>> solutions, counts, guesses = np.zeros((2, 81), np.uint8), np.zeros(2, np.int64), np.zeros(2, np.int64)
    >>> search_many(np.array([[0] * 81, [1] * 81], np.uint8), 0, 1000, solutions, counts, guesses)
    (2, 1)
    >>> counts.tolist()
    [2, 0]
    """
    cdef int64_t k, n = grids.shape[0], end = start, others = 0
    cdef Task task
    if grids.shape[1] != CELLS or solutions.shape[1] != CELLS:
        raise ValueError("the arrays must have 81 columns")
    if solutions.shape[0] != n or counts.shape[0] != n or guesses.shape[0] != n or start < 0:
        raise ValueError("the arrays must have a row for each puzzle")
    if start < n:
        task = Task(&grids[start, 0], n - start, 2, MOST_GUESSES, work, &solutions[start, 0], &counts[start],
                    &guesses[start])
        with nogil:
            end = start + counter(&task)
            for k in range(start, end):
                others += counts[k] < 0 or counts[k] > 1
    return end, others


def search_texts(list texts not None: list[str], uint8_t[:, ::1] solutions not None,
                 int64_t[:, ::1] counters not None) -> bool:
    """Search puzzles in the plainest text. Return false if a text needs a closer look, or a search is long, or finds
    two solutions: their first one is that of the exact cover.

    The arrays get the solution of each puzzle, if it has one, and a row of the counts and one of the guesses.

    >>> import numpy as np
    >>> solutions, counters = np.zeros((1, 81), np.uint8), np.zeros((2, 1), np.int64)
    >>> search_texts(["." * 81], solutions, counters), search_texts(["1" * 81], solutions, counters)
    (False, True)
    """
    cdef uint8_t[CELLS] cells
    cdef int64_t k, found, n = len(texts)
    if solutions.shape[0] != n or solutions.shape[1] != CELLS or counters.shape[0] != 2 or counters.shape[1] != n:
        raise ValueError("the arrays must have a row, or a column, for each puzzle")
    for k in range(n):
        text = texts[k]
        if not PyUnicode_CheckExact(text) or not read(text, cells):
            return False
        with nogil:
            found = one(counter, cells, 2, MOST_GUESSES, &solutions[k, 0], &counters[1, k])
        if not 0 <= found <= 1:
            return False
        counters[0, k] = found
    return True


def instruction_sets() -> list[str]:
    """Return the names of the instruction sets that this processor can run the search with, the best one last."""
    return [set_names[k].decode() for k in range(best_set() + 1)]
