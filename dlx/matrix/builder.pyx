# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""Turns options of named items into numbers: most of the work of building a problem from lists.

    items       p q | x                    primary ones are numbered 0, 1, ..., secondary ones -1, -2, ...
    options     [p, x:red], [q]            because the number of primary items is known only at the end
    indices     0 -1 1
    indptr      0 2 3
    colors      0 1 0
    users       p: 1, q: 2, x: 1           the last option with the item, counted from 1: no option has it twice
"""

from array import array as new_array

from cpython cimport array
from cpython.dict cimport PyDict_GetItemWithError
from cpython.ref cimport PyObject

from cython cimport final

from .colored import Colored
from .sets import in_order

cdef object COLORED = Colored
COPIES = "give each copy an item of its own, such as ({0!r}, 1) and ({0!r}, 2), as models.bin_packing does for patterns"


@final
cdef class Builder:
    """Collects options one at a time.

    With ``fixed``, the primary items are those listed; without, every item that is not secondary is primary.
    """

    cdef readonly dict primary, secondary, color_numbers  # type: dict[Hashable, int]
    cdef bint fixed
    cdef readonly array.array indptr, indices, colors  # type: array[int]
    cdef array.array users, second_users

    def __init__(self, list primary not None: list[Hashable], list secondary not None: list[Hashable], bint fixed):
        self.fixed = fixed
        self.primary = {item: k for k, item in enumerate(primary)}
        self.secondary = {item: -1 - k for k, item in enumerate(secondary)}
        both = next((item for item in secondary if item in self.primary), None)
        if both is not None:
            raise ValueError(f"item {both!r} is both primary and secondary")
        self.color_numbers = {}
        self.indptr, self.indices, self.colors = new_array("q", [0]), new_array("i"), new_array("i")
        self.users, self.second_users = new_array("q", [0]) * len(primary), new_array("q", [0]) * len(secondary)

    def add(self, option: Iterable[Hashable]) -> None:
        """Add an option.

        Raises:
            TypeError: not a list of items, or an item that cannot be hashed.
            ValueError: an empty option, an unknown item, an item twice, or a color for a primary item.
        """
        cdef Py_ssize_t k = len(self.indptr) - 1, n = len(self.indices), before = n
        if type(option) is not tuple and type(option) is not list:
            option = opened(k, option)
        for use in option:
            array.resize_smart(self.indices, n + 1)
            array.resize_smart(self.colors, n + 1)
            self.colors.data.as_ints[n] = 0
            if type(use) is not str and type(use) is not int and isinstance(use, COLORED):
                self.indices.data.as_ints[n] = self.number(k, use.item, option)
                self.colors.data.as_ints[n] = self.color(k, use, self.indices.data.as_ints[n])
            else:
                self.indices.data.as_ints[n] = self.number(k, use, option)
            n += 1
        if n == before:
            raise ValueError(f"option {k} is empty")
        self.indptr.append(n)

    cdef int number(self, Py_ssize_t k, object item, object option) except? -1:
        """Return the number of an item of option k, whose items are here for an error."""
        cdef PyObject* found
        cdef int number
        cdef long long* last
        try:
            found = PyDict_GetItemWithError(self.secondary, item) if self.second_users.ob_size else NULL
            if found == NULL:
                found = PyDict_GetItemWithError(self.primary, item)
        except TypeError:
            raise TypeError(f"option {k}: item {item!r} cannot be hashed") from None
        if found != NULL:
            number = <object> found
        elif self.fixed:
            raise ValueError(f"option {k} has item {item!r}, which is neither primary nor secondary")
        else:
            number = len(self.primary)
            self.primary[item] = number
            self.users.append(0)
        if number >= 0:
            last = &self.users.data.as_longlongs[number]
        else:
            last = &self.second_users.data.as_longlongs[-1 - number]
        if last[0] == k + 1:
            bits = type(option) in (list, tuple) and all(use in (0, 1) for use in option)
            hint = "Problem.from_matrix takes 0/1 matrices" if bits else COPIES.format(item)
            raise ValueError(f"option {k} has item {item!r} twice; {hint}")
        last[0] = k + 1
        return number

    cdef int color(self, Py_ssize_t k, object use, int number) except? -1:
        """Return the number of a color that option k gives to an item."""
        if number >= 0:
            raise ValueError(f"option {k}: item {use.item!r} is primary and cannot have a color; list it in secondary=")
        try:
            return self.color_numbers.setdefault(use.color, len(self.color_numbers) + 1)
        except TypeError:
            raise TypeError(f"option {k}: color {use.color!r} of item {use.item!r} cannot be hashed") from None


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
