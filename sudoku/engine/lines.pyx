# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Processes puzzles by the million: from lines of a file to cells, to given options, and back to lines, all compiled.

This module handles plain lines only. The readers and printers in Python, which know all forms, take every other line
and every answer that needs words.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memchr, memcpy

import numpy as np


def givens(const uint8_t[:, ::1] grids not None, int side) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the options of each puzzle's clues, as CSR arrays: digit v in cell c is option c * side + v - 1.

    >>> indptr, options = givens(np.array([[0, 2, 0, 0], [0, 0, 0, 1]], np.uint8), 2)
    >>> indptr.tolist(), options[:2].tolist()
    ([0, 1, 2], [3, 6])
    """
    cdef int64_t n = grids.shape[0], cells = grids.shape[1], k, c, filled = 0
    cdef uint8_t value
    indptr_array, option_array = np.zeros(n + 1, np.int64), np.empty(n * cells + 1, np.int32)
    cdef int64_t[::1] indptr = indptr_array
    cdef int32_t[::1] option = option_array
    with nogil:
        for k in range(n):
            for c in range(cells):
                value = grids[k, c]
                option[filled] = <int32_t> (c * side + value - 1)
                filled += value != 0
            indptr[k + 1] = filled
        option[filled] = 0  # so that there is always a valid element to point at
    return indptr_array, option_array[:filled + 1]


cdef enum:
    LONGEST_PLAIN_BYTES = 65_000  # bytes of a line that needs no closer look
    EMPTY_MARK = 0x40  # in the table of marks: an empty cell not written as 0
    NO_MARK = 0x80  # a character that is not a cell
    ABSENT_VALUE = 255  # its value

# The mark of a digit is its value less 1, so that 64 of them are below EMPTY_MARK. The mark of the character 0 is 0.


cdef int set_marks(const uint8_t[::1] values, uint8_t* marks) noexcept:
    """Set the mark of each of the 256 characters; return the mark of the largest digit."""
    cdef int c, largest = 0
    for c in range(256):
        marks[c] = NO_MARK if values[c] == ABSENT_VALUE else max(values[c], 1) - 1
        if values[c] == 0 and c != 48:
            marks[c] = EMPTY_MARK
        if marks[c] < EMPTY_MARK:
            largest = max(largest, marks[c])
    return largest


cdef inline bint ends_cells(uint8_t c) noexcept nogil:
    """Return whether this character may follow a puzzle: a line end, or a separator before a remark."""
    return c == 10 or c == 32 or c == 9 or c == 44 or c == 59 or c == 35


cdef inline bint ends(uint8_t c, uint8_t separator) noexcept nogil:
    """Return whether this character may follow a puzzle in a column with this separator (0: any)."""
    return ends_cells(c) if separator == 0 else c == 10 or c == separator


cdef bint may_have_zeros(const uint8_t* text, int64_t cells, const uint8_t* marks, int largest) noexcept nogil:
    """Return whether a 0 among these cells, of which some are empty, may be a digit: the largest one does not occur."""
    cdef int64_t c
    if memchr(text, 48, cells) == NULL:
        return False
    for c in range(cells):
        if marks[text[c]] == largest:
            return False
    return True


cdef inline int64_t field(const uint8_t[::1] text, int64_t at, int place, uint8_t separator) noexcept nogil:
    """Return the start of a field of the line at this place; -1 if the line has fewer fields, or quotes before it.

    Blanks separate fields in any number; other separators one by one.
    """
    cdef int64_t size = text.shape[0]
    while separator == 32 and at < size and text[at] == 32:
        at += 1
    while place > 0:
        while at < size and text[at] != separator:
            if text[at] == 10 or text[at] == 13 or text[at] == 34 or text[at] == 35:
                return -1
            at += 1
        at += 1
        while separator == 32 and at < size and text[at] == 32:
            at += 1
        place -= 1
    return at if at < size else -1


cdef int64_t after(
    const uint8_t[::1] text, int64_t at, const uint8_t* marks, int64_t cells, int largest, uint8_t separator
) noexcept nogil:
    """Return the start of the line after the plain puzzle at this place; -1 if there is none, or it is cut off.

    A 0 next to another empty cell may be a digit, unless the largest digit occurs as well.
    """
    cdef int64_t size = text.shape[0], c
    cdef uint8_t seen = 0
    if at < 0 or at + cells >= size:
        return -1
    for c in range(at, at + cells):
        seen |= marks[text[c]]
    c = at + cells
    if seen & NO_MARK or not (text[c] == 13 or ends(text[c], separator)):
        return -1
    if seen & EMPTY_MARK and may_have_zeros(&text[at], cells, marks, largest):
        return -1
    while c < size and text[c] != 10 and text[c] != 13 and text[c] != 0 and c - at < LONGEST_PLAIN_BYTES:
        c += 1
    if c + 1 < size and text[c] == 13:
        c += 1
    return c + 1 if c < size and text[c] == 10 else -1


def plain(const uint8_t[::1] text not None: bytes, int64_t start, const uint8_t[::1] values not None: bytes,
          int64_t cells, int64_t most, int place=0, uint8_t separator=0) -> tuple[bytes, int]:
    """Return the plain puzzles at the head of ``text[start:]``: lines that begin with that many cells, then end or
    continue with a remark after a blank, comma, semicolon or ``#``; a carriage return only at the end. With ``place``,
    the cells begin after that many separators.

    ``values`` has the value of each character, or 255 if it is not a cell. A line is not plain either if a 0 may be a
    digit: if another sign marks an empty cell and the largest digit does not occur.

    Returns the cells as bytes, and the start of the first line that is not plain or is cut off by the end of the text.

    >>> values = bytearray(b"\\xff" * 256)
    >>> values[48:53] = bytes(range(5))
    >>> plain(b"1234\\n0001,x\\n12\\n", 0, values, 4, 10)
    (b'\\x01\\x02\\x03\\x04\\x00\\x00\\x00\\x01', 12)
    >>> plain(b"7,1234,x\\n8,0001\\n9\\n", 0, values, 4, 10, 1, ord(","))
    (b'\\x01\\x02\\x03\\x04\\x00\\x00\\x00\\x01', 16)
    """
    cdef int64_t end = start, following = start, n = 0, c, at
    cdef uint8_t[256] marks
    cdef int largest = set_marks(values, marks)
    with nogil:
        while n < most:
            following = after(text, field(text, end, place, separator), marks, cells, largest, separator)
            if following < 0:
                break
            end = following
            n += 1
    cdef bytes puzzles = PyBytes_FromStringAndSize(NULL, n * cells)
    cdef uint8_t* grids = <uint8_t*> PyBytes_AS_STRING(puzzles)
    at = start
    with nogil:
        while at < end:
            at = field(text, at, place, separator)
            for c in range(cells):
                grids[c] = values[text[at + c]]
            grids += cells
            at += cells
            while text[at] != 10:
                at += 1
            at += 1
    return puzzles, end


cdef extern from "Python.h":
    bint PyUnicode_CheckExact(object text)
    bint PyUnicode_IS_COMPACT_ASCII(object text)
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    const uint8_t* PyUnicode_1BYTE_DATA(object text)


cdef inline int common_cells(const uint8_t* text, int64_t size, uint8_t* to) noexcept nogil:
    """Read digits and dots, many at a time; return their marks, or NO_MARK if there are other characters."""
    cdef int64_t c
    cdef uint8_t other = 0, dots = 0, digit, dot
    for c in range(size):
        digit = <uint8_t> (text[c] - 48)
        dot = text[c] == 46
        dots |= dot
        other |= (digit > 9) & (dot ^ 1)
        to[c] = digit if digit <= 9 else 0
    return NO_MARK if other else dots * EMPTY_MARK


def cells(list texts not None: list[str], int64_t first, const uint8_t[::1] values not None: bytes,
          uint8_t[:, ::1] grids not None) -> int:
    """Read texts, from the one at index ``first`` on, into rows of ``grids``; return the index of the first text that
    needs a closer look. A text needs none if it has one character per cell and each of them is a cell.

    ``values`` is as in :func:`plain`, and a 0 that may be a digit needs a closer look here as well.

    >>> values = bytearray(b"\\xff" * 256)
    >>> values[48:53] = bytes(range(5))
    >>> grids = np.zeros((3, 4), np.uint8)
    >>> cells(["1234", "0001", "1 2 3 4"], 0, bytes(values), grids), grids[:2].tolist()
    (2, [[1, 2, 3, 4], [0, 0, 0, 1]])
    """
    cdef int64_t k = first, n = len(texts), c, size = grids.shape[1]
    cdef uint8_t[256] marks
    cdef const uint8_t* text
    cdef uint8_t seen
    cdef int largest = set_marks(values, marks)
    cdef uint8_t* to
    cdef bint common = values[46] == 0
    for c in range(10):
        common = common and values[48 + c] == c
    if grids.shape[0] != n or first < 0:
        raise ValueError("grids must have a row for each text")
    while k < n:
        line = texts[k]
        if not (PyUnicode_CheckExact(line) and PyUnicode_GET_LENGTH(line) == size and PyUnicode_IS_COMPACT_ASCII(line)):
            break
        text = PyUnicode_1BYTE_DATA(line)
        to = &grids[k, 0]
        seen = common_cells(text, size, to) if common else NO_MARK
        if seen & NO_MARK:
            seen = 0
            for c in range(size):
                seen |= marks[text[c]]
                to[c] = values[text[c]]
        if seen & NO_MARK:
            break
        if seen & EMPTY_MARK and may_have_zeros(text, size, marks, largest):
            break
        k += 1
    return k


def lines(const uint8_t[:, ::1] grids not None, int64_t first, int64_t last, bytes digits not None) -> bytearray:
    """Return the puzzles first .. last-1 as lines of text; ``digits`` has the character of each value.

    >>> lines(np.array([[1, 2], [0, 1]], np.uint8), 0, 2, b".12")
    bytearray(b'12\\n.1\\n')
    """
    cdef int64_t cells = grids.shape[1], k, c, at = 0
    cdef bytearray room = bytearray(<Py_ssize_t> ((last - first) * (cells + 1)))
    cdef uint8_t[::1] text = room
    cdef const uint8_t* digit = digits
    with nogil:
        for k in range(first, last):
            for c in range(cells):
                text[at + c] = digit[grids[k, c]]
            text[at + cells] = 10
            at += cells + 1
    return room  # making a string and bytes again would take a sixth of the time for solving


def numbered(bytes before not None, int64_t first, int64_t last, bytes after not None) -> bytearray:
    """Return a line for each number from first to last - 1, with the same text before and after it.

    >>> numbered(b"a.txt:", 9, 11, b": unique")
    bytearray(b'a.txt:9: unique\\na.txt:10: unique\\n')
    """
    cdef int64_t size = len(before) + 20 + len(after) + 1, k, rest, place, at = 0
    cdef bytearray room = bytearray(<Py_ssize_t> (max(last - first, 0) * size))
    cdef uint8_t* text = <uint8_t*> PyByteArray_AS_STRING(room)
    cdef const char* head = before
    cdef const char* tail = after
    cdef size_t n_head = len(before), n_tail = len(after)
    with nogil:
        for k in range(first, last):
            memcpy(text + at, head, n_head)
            at += n_head
            rest = k
            while rest >= 10:
                rest //= 10
                at += 1
            at += 1
            rest = k
            place = at
            while True:
                place -= 1
                text[place] = <uint8_t> (48 + rest % 10)
                rest //= 10
                if rest == 0:
                    break
            memcpy(text + at, tail, n_tail)
            at += n_tail
            text[at] = 10
            at += 1
    del room[at:]
    return room


def run_of(const int64_t[::1] counts not None, int64_t first, int64_t low, int64_t high) -> int:
    """Return the first index from ``first`` on at which the count is not in ``low .. high``.

    >>> run_of(np.array([1, 1, 2, 1]), 0, 1, 1)
    2
    """
    cdef int64_t k = first
    with nogil:
        while k < counts.shape[0] and low <= counts[k] <= high:
            k += 1
    return k
