# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Turns options of named items into numbers: most of the work of building a problem from lists.

    items       p q | x                    in an option, primary ones are numbered 0, 1, ..., secondary ones -1, -2, ...
    options     [p, x:red], [q]            because the number of primary items is known only at the end
    indices     0 -1 1
    indptr      0 2 3
    colors      0 1 0
    users       p: 1, q: 2, x: 1           the last option with the item, counted from 1: no option has it twice

One pass reads the options into memory of ours; the arrays of NumPy are made at the end, once each. An entry costs some
25 ns, most of it the look-up of its item.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_Clear, PyErr_ExceptionMatches, PyErr_Occurred
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t

from cython cimport final

import numpy as np

from .limits cimport INDEX_BITS
from .colored import Colored
from .sets import in_order

cdef extern from *:
    PyObject* look_up "PyDict_GetItemWithError"(object, object)  # of which number() handles the error

cdef object COLORED = Colored
cdef object INT32 = np.dtype(np.int32)
cdef object frombuffer = np.frombuffer
COPIES = "give each copy an item of its own, such as ({0!r}, 1) and ({0!r}, 2), as models.bin_packing does for patterns"


cdef struct Numbers:  # a list of numbers that grows
    int32_t* first
    Py_ssize_t n
    Py_ssize_t room


cdef inline int append(Numbers* numbers, int32_t value) except -1:
    if numbers.n == numbers.room:
        grow(numbers, numbers.n + 1)
    numbers.first[numbers.n] = value
    numbers.n += 1
    return 0


cdef int fill(Numbers* numbers, Py_ssize_t n) except -1:
    """Append zeros, up to n numbers."""
    while numbers.n < n:
        append(numbers, 0)
    return 0


cdef int grow(Numbers* numbers, Py_ssize_t least) except -1:
    """Make room for `least` numbers or more."""
    cdef Py_ssize_t room = max(least, 2 * numbers.room, 64)
    cdef void* block
    if least > <Py_ssize_t> 1 << (INDEX_BITS - 1):
        raise OverflowError(f"{least:,} entries are more than 2^{INDEX_BITS - 1} nodes")  # limit: nodes
    block = PyMem_Realloc(numbers.first, room * sizeof(int32_t))
    if block == NULL:
        raise MemoryError(f"no memory for {least:,} entries")
    numbers.first, numbers.room = <int32_t*> block, room
    return 0


cdef array_of(const Numbers* numbers):
    """Return a copy of these numbers as an array that no one can change."""
    return frombuffer(PyBytes_FromStringAndSize(<const char*> numbers.first, numbers.n * sizeof(int32_t)), INT32)


def numbered(items not None: Iterable[Hashable], str name not None) -> dict[Hashable, int]:
    """Return the items of a list with their places.

    Raises:
        TypeError: an item that cannot be hashed; `name` begins the message.
        ValueError: an item with a color, or listed twice.
    """
    cdef dict numbers = {}
    cdef Py_ssize_t n = 0
    for item in items:
        if isinstance(item, COLORED):
            raise ValueError(f"{name} item {item.item!r} has a color; colors belong to its uses in options")
        try:
            numbers[item] = n
        except TypeError:
            raise TypeError(f"{name} item {item!r} cannot be hashed") from None
        n += 1
        if len(numbers) < n:
            raise ValueError(f"{name} item {item!r} is listed twice")
    return numbers


@final
cdef class Builder:
    """The options of a problem, as numbers.

    With ``fixed``, the primary items are those listed; without, every item that is not secondary is primary.

    Raises:
        TypeError: an option that is no list of items, or an item that cannot be hashed.
        ValueError: an empty option, an unknown item, an item twice in an option, or a color for a primary item.
    """

    cdef dict primary, secondary, color_numbers
    cdef bint fixed
    cdef Numbers indptr, indices, users, second_users
    cdef Numbers colors  # as long as indices; empty before the first color

    def __init__(self, options not None: Iterable[Iterable[Hashable]], dict primary not None: dict[Hashable, int],
                 dict secondary not None: dict[Hashable, int], bint fixed):
        self.fixed = fixed
        self.primary, self.secondary, self.color_numbers = primary, secondary, {}
        for item in secondary if primary else ():
            if item in primary:
                raise ValueError(f"item {item!r} is both primary and secondary")
        fill(&self.users, len(primary))
        fill(&self.second_users, len(secondary))
        append(&self.indptr, 0)
        for option in options:
            self.add(option)
            append(&self.indptr, <int32_t> self.indices.n)

    def __dealloc__(self):
        PyMem_Free(self.indptr.first)
        PyMem_Free(self.indices.first)
        PyMem_Free(self.users.first)
        PyMem_Free(self.second_users.first)
        PyMem_Free(self.colors.first)

    def parts(self) -> tuple[tuple[Hashable, ...], int, NDArray[np.int32], NDArray[np.int32],
                             NDArray[np.int32] | None, tuple[Hashable, ...]]:
        """Return the first fields of a matrix: items, n_primary, indptr, indices, colors, color_names."""
        cdef Py_ssize_t e
        cdef int32_t last = <int32_t> len(self.primary) - 1
        for e in range(self.indices.n if self.second_users.n else 0):
            if self.indices.first[e] < 0:
                self.indices.first[e] = last - self.indices.first[e]
        items = (*self.primary, *self.secondary) if self.second_users.n else tuple(self.primary)
        colors = array_of(&self.colors) if self.colors.n else None
        return items, last + 1, array_of(&self.indptr), array_of(&self.indices), colors, tuple(self.color_numbers)

    cdef int add(self, object option) except -1:
        cdef Py_ssize_t k = self.indptr.n - 1, before = self.indices.n
        if type(option) is not tuple and type(option) is not list:
            option = opened(k, option)
        for use in option:
            kind = type(use)
            if kind is not str and kind is not int and kind is not tuple and isinstance(use, COLORED):
                append(&self.indices, self.number(k, use.item, option))
                self.paint(self.color(k, use, self.indices.first[self.indices.n - 1]))
            else:
                append(&self.indices, self.number(k, use, option))
                if self.colors.n:
                    append(&self.colors, 0)
        if self.indices.n == before:
            raise ValueError(f"option {k} is empty")
        return 0

    cdef int32_t number(self, Py_ssize_t k, object item, object option) except? -1:
        """Return the number of an item of option k, whose items are here for an error."""
        cdef PyObject* second = look_up(self.secondary, item) if self.second_users.n else NULL
        cdef PyObject* first = look_up(self.primary, item) if second == NULL and not PyErr_Occurred() else NULL
        cdef int32_t number
        cdef int32_t* last
        if first != NULL:
            number = <object> first
        elif second != NULL:
            number = -1 - <int32_t> <object> second
        elif PyErr_Occurred():
            if PyErr_ExceptionMatches(TypeError):
                PyErr_Clear()
                raise TypeError(f"option {k}: item {item!r} cannot be hashed")
            return -1  # with the error of the item's own code
        elif self.fixed:
            raise ValueError(f"option {k} has item {item!r}, which is neither primary nor secondary")
        else:
            number = <int32_t> self.users.n
            self.primary[item] = number
            append(&self.users, 0)
        last = &self.users.first[number] if number >= 0 else &self.second_users.first[-1 - number]
        if last[0] == k + 1:
            bits = type(option) in (list, tuple) and all(use in (0, 1) for use in option)
            hint = "Problem.from_matrix takes 0/1 matrices" if bits else COPIES.format(item)
            raise ValueError(f"option {k} has item {item!r} twice; {hint}")
        last[0] = <int32_t> (k + 1)
        return number

    cdef int32_t color(self, Py_ssize_t k, object use, int32_t number) except? -1:
        """Return the number of a color that option k gives to an item."""
        if number >= 0:
            raise ValueError(f"option {k}: item {use.item!r} is primary and cannot have a color; list it in secondary=")
        try:
            return self.color_numbers.setdefault(use.color, len(self.color_numbers) + 1)
        except TypeError:
            raise TypeError(f"option {k}: color {use.color!r} of item {use.item!r} cannot be hashed") from None

    cdef int paint(self, int32_t color) except -1:
        """Give the newest entry a color; the entries before the first color have none."""
        fill(&self.colors, self.indices.n - 1)
        return append(&self.colors, color)


cdef opened(Py_ssize_t k, object option):
    """Return an iterator of an option; a set is read in order."""
    if isinstance(option, (str, bytes)):
        raise TypeError(f"option {k} is the string {option!r}; an option is a list of items")
    if isinstance(option, (set, frozenset)):
        return iter(in_order(option, f"option {k}"))
    try:
        return iter(option)
    except TypeError:
        raise TypeError(f"option {k} is {option!r}; an option is a list of items") from None
