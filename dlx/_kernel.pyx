# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The contract of a kernel: how the search loops, which know C alone, are asked from Python.

A kernel is one search that can be started anew. It runs for a bounded amount of work and returns; clocks, signals and
threads are its caller's. It trusts what it is told.

    setup(given, banned, rest)           a new question
    run(node_stop, solution_stop, work)  search on: DONE, SOLUTION or PAUSED
    frontier()                           what is left of it, as questions
    run_many(...)                        question after question, without the GIL

A subclass says how in C (see _kernel.pxd); here is what all of them share. Calls through the table of methods are made
once a slice or a question, never in a search loop.
"""

from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free

from . cimport _limits

from array import array


cdef enum:
    NODE_LIMIT = 3  # its place among the members of dlx.Status

#: Bits of the numbers of nodes, items and options, and of costs; see _limits.h.
INDEX_BITS = _limits.INDEX_BITS
COST_BITS = _limits.COST_BITS


cdef Counters nothing  # of a kernel that is none: all stay 0


cdef class Kernel:
    """The part of a kernel that does not depend on how it searches. By itself it finds nothing."""

    name = ""

    # --- what a subclass supplies

    cdef Counters* counters(self) noexcept nogil:
        """Where it counts."""
        return &nothing

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        """Start anew with these options chosen and those left out; false if the given ones contradict each other:
        nothing can be searched then."""
        return False

    cdef bint go_on_at(self, int32_t item, int32_t branches) noexcept nogil:
        """The root, not searched yet, is a node that was counted before: try so many branches, on this item. False if
        it is no such node: parts come from files and other processes."""
        return True

    cdef Outcome go(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        """Search on until all is searched, the nodes or solutions met reach their stop or the work is done."""
        return DONE

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        """Write the options of the solution just met; returns how many they are."""
        return 0

    cdef int32_t longest(self) noexcept nogil:
        """Room that a solution may need."""
        return 0

    cdef uint64_t work_to_start(self) noexcept nogil:
        """What start() costs, in units of work."""
        return 1

    cdef uint64_t work_done(self) noexcept nogil:
        """What the search has cost so far, in units of work."""
        return 0

    cdef double fraction_done(self) noexcept nogil:
        """The part of the tree that is behind us if all branches of a node weigh the same; never falls."""
        return 0.0

    # --- what they share

    cdef _enter(self):
        if self.busy:
            raise RuntimeError("this search is running in another thread; a search belongs to one thread at a time")
        self.busy = True

    def setup(self, given, banned=(), rest=None):
        """Start anew with these options chosen and those left out; false if the given ones contradict each other.

        With a ``rest`` it goes on at a node that ``frontier`` told of; ValueError where it cannot have told of that.
        """
        cdef int32_t item = -1, branches = -1
        cdef const int32_t[::1] chosen = array("i", [*given, 0])
        cdef const int32_t[::1] out = array("i", [*banned, 0])
        cdef bint possible, good = True
        if rest is not None:
            item, branches = rest
        self._enter()
        self.started = True
        self.half_done = False
        with nogil:
            possible = self.start(&chosen[0], chosen.shape[0] - 1, &out[0], out.shape[0] - 1)
        if rest is not None and possible:
            good = self.go_on_at(item, branches)
        self.busy = False
        if not good:
            raise ValueError(f"rest {rest}: these given and banned options have no such branches left")
        return possible

    def run(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work):
        """Search on until nodes or solutions reach their stop or `work` is done: 0 done, 1 solution, 2 paused."""
        cdef Outcome outcome
        if not self.started:
            self.setup(())
        self._enter()
        with nogil:
            outcome = self.go(node_stop, solution_stop, work)
        self.busy = False
        return <int> outcome

    def solution(self):
        """The options of the solution just met, the given ones included, in the order they were chosen."""
        options = array("i", bytes(4 * self.longest() + 4))
        cdef int32_t[::1] view = options
        return options[:self.collect(&view[0])].tolist()  # list(view[:n]), item by item, took 0.8 us longer

    def run_many(self, const int64_t[::1] indptr not None, const int32_t[::1] givens not None, int64_t question,
                 uint64_t limit, uint64_t node_limit, int64_t[::1] counts not None, int64_t[::1] nodes not None,
                 int32_t[::1] lengths not None, uint8_t[::1] statuses not None, int32_t[::1] found not None,
                 uint64_t work):
        """Answer question after question: how many solutions are there with these options given?

        Question k has the options ``givens[indptr[k]:indptr[k+1]]``. Goes on at ``question`` until all are answered,
        ``found`` has no room for another solution or ``work`` is done. Writes counts (up to ``limit``), nodes, and the
        options of each first solution into ``found``, one after the other, their numbers into ``lengths``; and the
        status 0, complete, or 3 where a question was stopped after ``node_limit`` nodes.

        Returns the question to go on with (it may be half done: then the same kernel must go on) and the room used.
        """
        cdef Counters* c = self.counters()
        cdef int64_t end = indptr.shape[0] - 1
        cdef int64_t filled = 0
        cdef int64_t room = found.shape[0] - self.longest()
        cdef int32_t length
        cdef uint64_t before = self.work_done()  # of the question under way
        cdef Outcome outcome
        self._enter()
        self.started = True
        with nogil:
            while question < end and filled <= room and work > 0:
                if not self.half_done:
                    counts[question] = nodes[question] = lengths[question] = statuses[question] = 0
                    self.half_done = self.start(&givens[indptr[question]], indptr[question + 1] - indptr[question],
                                                NULL, 0)
                    before = 0
                    work -= min(work, self.work_to_start())
                if self.half_done:
                    outcome = self.go(node_limit, 1 if c.solutions == 0 else limit, work)
                    if outcome == SOLUTION and c.solutions == 1:
                        length = self.collect(&found[filled])
                        lengths[question] = length
                        filled += length
                        if limit > 1:
                            outcome = self.go(node_limit, limit, work)
                    counts[question] = c.solutions
                    nodes[question] = c.nodes
                    self.half_done = outcome == PAUSED and c.nodes < node_limit
                    if outcome == PAUSED and not self.half_done:
                        statuses[question] = NODE_LIMIT
                question += not self.half_done
                work = 0 if self.half_done else work - min(work, self.work_done() - before)
                before = self.work_done()
        self.busy = False
        return question, filled

    def frontier(self):
        """What is left of a paused search, in the order that it would go on. The search itself is over then.

        For each part: the options chosen on the way there, the given ones included; those banned on that way; None for
        all of that, or the item and the number of the branches that are to be tried of a node that is counted already;
        and its share of the tree, a Fraction, if branches of a node weigh the same. Not to be asked while ``midway``.
        """
        return []

    @property
    def midway(self):
        """Is the search at a node that is counted already, or at a forced move, which belongs to the node before it?"""
        return False

    @property
    def nodes(self):
        return self.counters().nodes

    @property
    def updates(self):
        return self.counters().updates

    @property
    def work(self):
        """What the search has cost so far and setting it up, in units of some nanoseconds."""
        return self.work_to_start() + self.work_done()

    @property
    def guesses(self):
        return self.counters().guesses

    @property
    def solutions(self):
        return self.counters().solutions

    @property
    def max_level(self):
        return self.counters().max_level

    @property
    def fraction(self):
        return self.fraction_done()

    @property
    def nbytes(self):
        """Bytes held for a search, the arrays of the problem not counted."""
        return 0


def shuffled(int32_t n, seed):
    """The numbers 0 .. n-1 in an order that the seed decides, the same on every machine, as an array of int32.

    Fisher and Yates with splitmix64 (Steele, Lea and Flood 2014).

    >>> list(shuffled(6, seed=1)), list(shuffled(6, seed=2))
    ([0, 1, 3, 2, 4, 5], [2, 5, 0, 3, 1, 4])
    """
    cdef int32_t[::1] order = array("i", range(n))
    cdef uint64_t state = seed & 0xFFFFFFFFFFFFFFFF
    cdef uint64_t z
    cdef int32_t k, j
    for k in range(n - 1, 0, -1):
        state += 0x9E3779B97F4A7C15ULL
        z = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ULL
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
        j = <int32_t> ((z ^ (z >> 31)) % <uint64_t> (k + 1))
        order[k], order[j] = order[j], order[k]
    return order.base


def first_repeat(const int32_t[::1] indptr not None, const int32_t[::1] indices not None, int32_t n_items):
    """The first entry whose item stands in its option already, or -1: the model's check of arrays, in linear time."""
    cdef int32_t* seen = <int32_t*> calloc(n_items + 1, sizeof(int32_t))  # item -> 1 + the last option that has it
    cdef int32_t k, e, found = -1
    if seen == NULL:
        raise MemoryError(f"no memory for {n_items:,} items")
    with nogil:
        for k in range(<int32_t> (indptr.shape[0] - 1)):
            for e in range(indptr[k], indptr[k + 1]):
                if found < 0 and seen[indices[e]] == k + 1:
                    found = e
                seen[indices[e]] = k + 1
            if found >= 0:
                break
    free(seen)
    return found


cdef class Guard:
    """``with guard:`` lets one in at a time, and raises RuntimeError for a second one.

    Compiled, because a signal can end a Python function between taking a lock and entering the block that gives it
    back; here nothing comes between.

    >>> guard = Guard()
    >>> with guard, guard:
    ...     pass
    Traceback (most recent call last):
        ...
    RuntimeError: this search is running already; a search belongs to one thread at a time
    """

    cdef bint taken

    def __enter__(self):
        if self.taken:
            raise RuntimeError("this search is running already; a search belongs to one thread at a time")
        self.taken = True

    def __exit__(self, kind, error, trace):
        self.taken = False


cdef class Lease:
    """A kernel in use; when this is dropped, it goes to those that are idle.

    Compiled, because Python hears signals where a function begins: in a `__del__` it tells that it ignores Ctrl-C, and
    does. Of 20 at random moments of short searches on a million options, one was lost.

    >>> idle, kernel = {}, Kernel()
    >>> lease = Lease(idle, kernel)
    >>> del lease
    >>> idle[""] is kernel
    True
    """

    cdef dict idle
    cdef Kernel kernel

    def __init__(self, dict idle not None, Kernel kernel not None):
        self.idle = idle
        self.kernel = kernel

    def __del__(self):
        if self.kernel is not None:
            self.idle.setdefault(self.kernel.name, self.kernel)
