# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False
"""The contract of a kernel: the Python interface of the search loops, which are pure C.

A kernel is one search that can be restarted. It runs for a bounded amount of work and returns; clocks, signals and
threads are the caller's business. It trusts its arguments.

    setup(given, banned, rest)  start a new question
    node_stop, solution_stop    its limits, if any
    step(work)                  continue the search: DONE, SOLUTION, LIMIT or PAUSED
    frontier()                  split the rest of the search into questions
    run_many(...)               answer one question after another, without the GIL

Every machine that works in slices has such a step(): this kernel, branch and bound (best.pyx), descents (dive.pyx),
the reduction (reduce.pyx), the memoized search (memo.pyx), lanes (lanes.pyx). engine/drive.py runs them all.
Machines that take turns with others have these attributes besides, which step() alone changes:

    name        of the strategy: "links", "memo", "frontier", ...
    work        so far, in the unit of step(work). The caller limits a turn by it
    nodes       visited so far
    solutions   found so far
    fraction    of the tree, or of the work, behind us
    solution()  the options of the newest solution
    foreseen    the likely fraction of the work behind us, or 0 as long as nothing is known
    nbytes      held for the search, at most, without the arrays of the problem
    detail      text for a progress report: the numbers that move in place of nodes; empty if the nodes do
    full        true once the machine has given up for lack of memory; step() then returns LIMIT

CompiledMachine has the values of a machine that does not know them.

A subclass implements the C methods (see kernel.pxd); this file has the part that all kernels share. Calls through the
method table are made once per slice or question, never in a search loop.
"""

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free

from cython cimport final

from array import array


cdef enum:
    NODE_LIMIT = 3  # its value in dlx.Status
    BLOCK_HEAD = 16  # bytes before a block of memory

cdef Counters NOTHING  # the counters of a machine that counts nothing: 0


cdef bytearray numbers(options):
    """Return numbers of options in memory of ours; an array would take 0.3 us, two of them a tenth of a small question.
    """
    cdef tuple listed = tuple(options)
    cdef Py_ssize_t k
    cdef bytearray room = PyByteArray_FromStringAndSize(NULL, len(listed) * sizeof(int32_t))
    cdef int32_t* first = <int32_t*> PyByteArray_AS_STRING(room)
    for k in range(len(listed)):
        first[k] = listed[k]
    return room


cdef class CompiledMachine:
    """The attributes of a machine that takes turns, as described above. The class is abstract.

    >>> kernel = Kernel()
    >>> kernel.foreseen, kernel.detail, kernel.full
    (0.0, '', False)
    """

    name = detail = ""
    fraction = foreseen = 0.0
    full = False

    cdef void* take(self, int64_t n, size_t size) except NULL:
        """Return room for n things of this size and one more, all 0. It is freed with the machine."""
        cdef void** block = <void**> calloc(1, BLOCK_HEAD + (n + 1) * size)
        if block == NULL:
            raise MemoryError(f"no memory for {self.taken + n * <int64_t> size:,} bytes of a search")
        block[0] = self.newest
        self.newest = block
        self.taken += n * <int64_t> size
        return <uint8_t*> block + BLOCK_HEAD

    cdef int32_t* ints(self, int64_t n) except NULL:
        return <int32_t*> self.take(n, sizeof(int32_t))

    def __dealloc__(self):
        cdef void** block
        while self.newest != NULL:
            block = self.newest
            self.newest = <void**> block[0]
            free(block)

    def solution(self) -> list[int]:
        raise LookupError(f"{self.name} finds no solution")

    cdef Counters* counted(self) except NULL:
        """Return the counters."""
        return &NOTHING

    @property
    def nodes(self) -> int:
        return self.counted().nodes

    @property
    def updates(self) -> int:
        return self.counted().updates

    @property
    def guesses(self) -> int:
        return self.counted().guesses

    @property
    def solutions(self) -> int:
        return self.counted().solutions

    @property
    def max_level(self) -> int:
        return self.counted().max_level

    @property
    def nbytes(self) -> int:
        return self.taken


cdef class Kernel(CompiledMachine):
    """The part of a kernel that does not depend on the search method. The class is abstract.

    >>> Kernel().step(1)
    Traceback (most recent call last):
        ...
    NotImplementedError: Kernel has no search; use Links, Bits or Multi
    """

    # --- methods that a subclass supplies. They cannot raise: counters() marks a class without a search, and the shared
    # methods check it first.

    cdef Counters* counters(self) noexcept nogil:
        """Return a pointer to the kernel's counters; NULL in a class that has no search."""
        return NULL

    cdef bint start(self, const int32_t* given, int64_t n_given, const int32_t* banned,
                    int64_t n_banned) noexcept nogil:
        """Start a new question with these options given and banned; return false if the given options contradict each
        other, in which case there is nothing to search."""
        return False

    cdef bint resume_at(self, int32_t item, int32_t branches) noexcept nogil:
        """Make the root, not searched yet, a node that was counted before: branch on this item and try only its
        first `branches` options. Return false if there is no such node. We check because parts of a search may come
        from a file or another process."""
        return True

    cdef Outcome search(self, uint64_t node_stop, uint64_t solution_stop, uint64_t work) noexcept nogil:
        """Continue until the tree is exhausted, the node or solution limit is reached, or the work is spent."""
        return DONE

    cdef int32_t collect(self, int32_t* options) noexcept nogil:
        """Write the options of the newest solution; return their number."""
        return 0

    cdef int32_t max_solution_length(self) noexcept nogil:
        """Return the largest number of options that a solution may have."""
        return 0

    cdef uint64_t work_to_start(self) noexcept nogil:
        """Return the cost of start(), in units of work."""
        return 1

    cdef uint64_t work_done(self) noexcept nogil:
        """Return the cost of the search so far, in units of work."""
        return 0

    cdef double fraction_done(self) noexcept nogil:
        """Return the fraction of the tree already searched, taking all branches of a node as equal; it never falls."""
        return 0.0

    # --- methods that all kernels share

    cdef Counters* counted(self) except NULL:
        """Return the counters; raise NotImplementedError in a class that has no search."""
        cdef Counters* c = self.counters()
        if c == NULL:
            raise NotImplementedError(f"{type(self).__name__} has no search; use Links, Bits or Multi")
        return c

    cdef _enter(self):
        self.counted()
        if not enter(&self.busy):
            raise RuntimeError("this search is running in another thread; a search belongs to one thread at a time")

    def setup(self, given: Iterable[int], banned: Iterable[int] = (), rest: tuple[int, int] | None = None) -> bool:
        """Start a new question with these options given and banned; return false if the given options contradict each
        other.

        With a ``rest``, continue at a node that ``frontier`` returned; raise ValueError if it cannot have returned it.
        """
        cdef int32_t item = -1, branches = -1
        cdef bytearray chosen = numbers(given), out = numbers(banned)
        cdef int64_t n_chosen = len(chosen) // sizeof(int32_t), n_out = len(out) // sizeof(int32_t)
        cdef const int32_t* first_chosen = <const int32_t*> PyByteArray_AS_STRING(chosen)
        cdef const int32_t* first_out = <const int32_t*> PyByteArray_AS_STRING(out)
        cdef bint possible, good = True
        if rest is not None:
            item, branches = rest
        self._enter()
        self.started = True
        self.half_done = False
        self.node_stop = self.solution_stop = UNLIMITED
        with nogil:
            possible = self.start(first_chosen, n_chosen, first_out, n_out)
        if rest is not None and possible:
            good = self.resume_at(item, branches)
        leave(&self.busy)
        if not good:
            raise ValueError(f"rest {rest}: these given and banned options have no such branches left")
        return possible

    def step(self, uint64_t work) -> int:
        """Continue for about this much work. Return DONE if the tree is exhausted, SOLUTION after ``solution_stop``
        solutions, LIMIT after ``node_stop`` nodes, PAUSED if the work is done.

        The last node is always finished, so no counter depends on the place where a slice ends.
        """
        cdef Outcome outcome
        cdef int32_t none = 0
        self._enter()
        with nogil:
            if not self.started:  # search the whole problem
                self.started = True
                self.node_stop = self.node_stop or UNLIMITED
                self.solution_stop = self.solution_stop or UNLIMITED
                self.start(&none, 0, &none, 0)
            outcome = self.search(self.node_stop, self.solution_stop, work)
            if outcome == PAUSED and self.counters().nodes >= self.node_stop:
                outcome = self.search(self.node_stop, self.solution_stop, UNLIMITED)
                outcome = LIMIT if outcome == PAUSED else outcome
        leave(&self.busy)
        return <int> outcome

    def solution(self) -> list[int]:
        """Return the options of the newest solution, the given ones included, in the order they were chosen."""
        self.counted()
        cdef bytearray room = bytearray(4 * self.max_solution_length() + 4)
        cdef int32_t* options = <int32_t*> <char*> room  # an array("i") and its tolist() took 0.2 us longer
        cdef Py_ssize_t k
        return [options[k] for k in range(self.collect(options))]

    def run_many(self, const int64_t[::1] indptr not None, const int32_t[::1] givens not None, int64_t question,
                 uint64_t limit, uint64_t node_limit, uint64_t stretch, int64_t[::1] counts not None,
                 int64_t[::1] nodes not None, int64_t[::1] guesses not None, int32_t[::1] lengths not None,
                 uint8_t[::1] statuses not None, int32_t[::1] found not None, uint64_t work) -> tuple[int, int]:
        """Answer one question after another: count the solutions that contain the given options.

        Question k gives the options ``givens[indptr[k]:indptr[k+1]]``. Continue at ``question`` until all questions are
        answered, ``found`` has no room for another solution, or ``work`` is spent. Write counts (up to ``limit``),
        nodes and guesses; write the options of each first solution into ``found``, one solution after another, and
        their number into ``lengths``. Write the status: 0, complete, or 3 if the question stopped after ``node_limit``
        nodes. If it has searched the ``stretch``-th part of its tree by then, it stops after ``stretch`` times as many.

        Return the question to continue with and the room used. That question may be half done; then the same kernel
        must continue it.
        """
        cdef Counters* c = self.counted()
        cdef int64_t end = indptr.shape[0] - 1
        cdef int64_t filled = 0
        cdef int64_t room = found.shape[0] - self.max_solution_length()
        cdef int32_t length
        cdef uint64_t before = self.work_done()  # work of the current question already accounted for
        cdef Outcome outcome
        self._enter()
        self.started = True
        with nogil:
            while question < end and filled <= room and work > 0:
                if not self.half_done:
                    counts[question] = nodes[question] = guesses[question] = 0
                    lengths[question] = statuses[question] = 0
                    self.half_done = self.start(&givens[indptr[question]], indptr[question + 1] - indptr[question],
                                                NULL, 0)
                    before = 0
                    self.node_stop = node_limit
                    work -= min(work, self.work_to_start())
                if self.half_done:
                    outcome = self.search(self.node_stop, 1 if c.solutions == 0 else limit, work)
                    if outcome == SOLUTION and c.solutions == 1:
                        length = self.collect(&found[filled])
                        lengths[question] = length
                        filled += length
                        if limit > 1:
                            outcome = self.search(self.node_stop, limit, work)
                    if c.nodes >= node_limit == self.node_stop and stretch * self.fraction_done() >= 1:
                        self.node_stop *= stretch
                    counts[question] = c.solutions
                    nodes[question] = c.nodes
                    guesses[question] = c.guesses
                    self.half_done = outcome == PAUSED and c.nodes < self.node_stop
                    if outcome == PAUSED and not self.half_done:
                        statuses[question] = NODE_LIMIT
                question += not self.half_done
                work = 0 if self.half_done else work - min(work, self.work_done() - before)
                before = self.work_done()
        leave(&self.busy)
        return question, filled

    def frontier(self) -> list[tuple[list[int], list[int], tuple[int, int] | None, Fraction]]:
        """Split the rest of a paused search into parts, in search order. This ends the search itself.

        Each part has four fields: the options chosen on the way to it, the given ones included; the options banned on
        that way; None for the whole subtree, or the item and the number of untried branches of a node that is counted
        already; its share of the tree, a Fraction, taking all branches of a node as equal.

        Do not call this while ``midway``.
        """
        raise NotImplementedError(f"{type(self).__name__} cannot split a search")

    @property
    def midway(self) -> bool:
        """Return whether the search is at a node already counted, or at a forced move, which belongs to the previous
        node."""
        self.counted()
        return False

    @property
    def work(self) -> int:
        """Return the cost of the setup and of the search so far, in units of a few nanoseconds."""
        self.counted()
        return self.work_to_start() + self.work_done()

    @property
    def fraction(self) -> float:
        self.counted()
        return self.fraction_done()


def shuffled(int32_t n, seed: int) -> array[int]:
    """Return the numbers 0 .. n-1 as an array of int32, in an order that depends on the seed alone, not the machine.

    >>> list(shuffled(6, seed=1)), list(shuffled(6, seed=2))
    ([0, 1, 3, 2, 4, 5], [2, 5, 0, 3, 1, 4])
    """
    order = array("i", range(n))
    shuffle(order, seed)
    return order


def shuffle(int32_t[::1] order not None: array[int], seed: int) -> None:
    """Shuffle an array in place, the same way on every machine.

    The method is the Fisher-Yates shuffle with splitmix64.
    """
    cdef uint64_t state = seed & 0xFFFFFFFFFFFFFFFF
    cdef int32_t k, j
    with nogil:
        for k in range(<int32_t> order.shape[0] - 1, 0, -1):
            j = <int32_t> (splitmix(&state) % <uint64_t> (k + 1))
            order[k], order[j] = order[j], order[k]


@final
cdef class Guard:
    """``with guard:`` admits one caller at a time and raises RuntimeError for a second.

    Compiled, because a signal can end a Python function between taking a lock and entering the block that releases
    it. Compiled code leaves no such gap.

    >>> guard = Guard()
    >>> with guard, guard:
    ...     pass
    Traceback (most recent call last):
        ...
    RuntimeError: this search is running already; a search belongs to one thread at a time
    """

    cdef bint taken

    def __enter__(self) -> None:
        if not enter(&self.taken):
            raise RuntimeError("this search is running already; a search belongs to one thread at a time")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        leave(&self.taken)


@final
cdef class Lease:
    """A kernel in use. The end of a context (``with lease as kernel:``), or dropping the lease, returns it to the idle
    ones.

    After an exception inside the context the kernel is dropped, because it may be in the middle of a question.

    Compiled, because Python handles signals where a function begins: a Ctrl-C that arrives inside a Python `__del__`
    is reported as ignored, and is lost. Of 20 sent at random during short searches on a million options, one was lost.

    >>> from dlx.kernels.links.links import Links
    >>> idle, kernel = {}, Links(array("i", [0, 1]), array("i", [0]), None, 1, 1)  # one option, one item
    >>> with Lease(idle, kernel):
    ...     assert not idle
    >>> idle["links"] is kernel
    True
    """

    cdef dict idle
    cdef readonly Kernel kernel

    def __init__(self, dict idle not None: dict[str, Kernel], Kernel kernel not None):
        self.idle = idle
        self.kernel = kernel

    def __enter__(self) -> Kernel:
        return self.kernel

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if kind is not None:
            self.kernel = None
        self._give_back()

    def __del__(self):
        self._give_back()

    cdef _give_back(self):
        if self.kernel is not None and not self.kernel.half_done:
            self.idle.setdefault(self.kernel.name, self.kernel)
        self.kernel = None
