# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""A search that records a reason for every dead end, and never fails twice for the same one.

Plain search forgets why it failed. Where a choice near the root is wrong, and the dead ends it causes lie hundreds of
levels below, it never comes back. Here every variable that follows from others keeps the reason, so a dead end leads
back to the choices that caused it. They become a clause, "not all of these", and search returns to the level where the
clause leaves one of them no choice. The data are in solver.pxd.

References: Eén and Sörensson, An extensible SAT-solver (2003), for the whole; Luby, Sinclair and Zuckerman, Optimal
speedup of Las Vegas algorithms (1993), for the lengths of searches.
"""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from cython cimport final

import numpy as np

from ..kernel cimport CompiledMachine, DONE, LIMIT, PAUSED, SOLUTION
from .activity cimport insert
from .analysis cimport analyze, count_levels
from .choice cimport CHOSEN, COMPLETE, REFUTED, decide
from .clauses cimport add, has_room, reduce, watch_clause
from .solver cimport BY_CLAUSE, NO_CONFLICT, NONE, Solver, Tables
from .supports cimport propagate_all
from .tables cimport lowest, touch
from .trail cimport assign, fill, undo
from ...matrix.address cimport address

cdef enum:
    FULL = 100  # no room for another clause
    RESTART_CONFLICTS = 64  # times Luby's sequence: conflicts between restarts
    FIRST_DROP = 2000  # learned clauses before the first half of them is dropped
    MORE_CLAUSES = 500  # in addition, after each drop
    COPIES = 16  # of all tables, in the first room for them
    LEAST_LITERALS = 1 << 16  # of the first room for clauses
    LITERAL_BYTES = 10  # with a quarter of a clause, its watches included
    MOST_BYTES = 640 << 20  # of clauses

cdef double DECAY = 0.95  # of the activities of all variables, at each conflict


cdef bint learn(Solver* s, int32_t conflict) noexcept nogil:
    """Learn from a dead end; return false if there is no solution."""
    cdef int32_t back, glue
    s.conflicts += 1
    if s.n_levels == 0:
        return False
    back = analyze(s, conflict)
    glue = count_levels(s)
    undo(s, back)
    if s.n_clause == 1:
        assign(s, s.clause[0], NONE)
    else:
        assign(s, s.clause[0], 8 * add(s, glue) + BY_CLAUSE)
    s.bump /= DECAY
    return True


cpdef uint64_t luby(uint64_t k) noexcept nogil:
    """Return the k-th number of Luby's sequence, k from 1.

    >>> [luby(k) for k in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    cdef uint64_t size
    while k & (k + 1):
        size = 1
        while 2 * size - 1 < k:
            size *= 2
        k -= size - 1
    return (k + 1) >> 1


cdef void restart(Solver* s) noexcept nogil:
    undo(s, s.n_assumed)
    s.restarts += 1
    s.restart_stop = s.conflicts + RESTART_CONFLICTS * luby(s.restarts)
    if s.n_learned >= s.learned_stop:
        undo(s, 0)
        reduce(s)
        s.learned_stop += MORE_CLAUSES


cdef inline bint has_room_for_copies(Solver* s) noexcept nogil:
    """Return whether a level can copy all tables."""
    return (
        s.tables.n_saves + s.tables.n <= s.tables.most_saves
        and s.tables.n_copied + s.tables.first_word[s.tables.n] <= s.tables.most_copied
    ) if s.tables.n else True


cdef int search(Solver* s, uint64_t work) noexcept nogil:
    """Search until a solution, the end, about so much work, or until there is no room.

    Before and after, the counters of rows contain the trail up to `head`, and every clause watches two literals that
    are not false, unless one that is true makes up for it.
    """
    cdef uint64_t stop = s.work + work
    cdef int32_t conflict
    cdef int choice
    while s.work < stop:
        if not has_room(s) or not has_room_for_copies(s):
            return FULL
        conflict = propagate_all(s)
        if conflict != NO_CONFLICT:
            if not learn(s, conflict):
                return DONE
        elif s.conflicts >= s.restart_stop:
            restart(s)
        else:
            choice = decide(s)
            if choice != CHOSEN:
                return SOLUTION if choice == COMPLETE else REFUTED
    return PAUSED


# --- the Python class ---------------------------------------------------------------------------------------------


cdef _starts(keys, n):
    """Return where the entries of each of n keys start, once they are sorted by key."""
    return np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=n))])


@final
cdef class Learner(CompiledMachine):
    """A machine that finds a solution, another one after ``forbid``, or proves that it was the last (DONE).

    Row r has the literals ``literals[starts[r]:starts[r+1]]``, of which ``low[r]`` to ``high[r]`` are true. If
    variable ``options[k]`` is true, so is ``colors[k]``. At ``first_drop`` learned clauses, half of them are dropped
    for the first time. Clauses take ``max_bytes`` at most, but room for two of the longest ones. Of variables in rows
    of equal size, the first in ``order``, a permutation, are chosen first. With ``tables`` (strategies/tables.py), all
    variables are colors, the rows are items, and a ``seed`` varies the choices. It trusts its caller.

    >>> from dlx.engine.drive import DONE, SOLUTION
    >>> starts, literals = np.array([0, 2, 4], np.int32), np.array([0, 2, 2, 4], np.int32)
    >>> ones, none = np.ones(2, np.int32), np.empty(0, np.int32)
    >>> machine = Learner(3, starts, literals, ones, ones, none, none)
    >>> machine.step(1000) == SOLUTION, machine.true_variables()
    (True, [0, 2])
    >>> machine.forbid([0, 4])
    >>> machine.step(1000) == SOLUTION, machine.true_variables()
    (True, [1])
    """

    name = "learning"

    cdef readonly uint64_t solutions  # times that step() returned SOLUTION
    cdef readonly bint full
    cdef Solver s
    cdef bint dead  # all solutions are known
    cdef int64_t max_literals  # of all clauses
    cdef dict arrays  # the arrays that s points into, by the names of the fields

    def __cinit__(self, int32_t n_variables, const int32_t[::1] starts not None, const int32_t[::1] literals not None,
                  const int32_t[::1] low not None, const int32_t[::1] high not None,
                  const int32_t[::1] options not None, const int32_t[::1] colors not None, first_drop: int = FIRST_DROP,
                  int64_t max_bytes=MOST_BYTES, order: NDArray[np.int32] | None = None,
                  tables: Mapping[str, NDArray[np.generic]] | None = None, seed: int = 0):
        self.s.n_variables, self.s.n_rows = n_variables, <int32_t> low.shape[0]
        self.arrays = {}
        self.max_literals = min(max_bytes, MOST_BYTES) // LITERAL_BYTES
        self._point_to_problem(*map(np.asarray, (starts, literals, low, high, options, colors)))
        self._make_space(n_variables)
        if not self._make_room(n_variables + 1):
            raise MemoryError("clauses of so many variables take too much memory")
        self._add_clauses_of_rows(np.asarray(starts), np.asarray(literals))
        self.s.learned_stop = first_drop
        if tables is not None:
            self.s.tables.random = seed
            self._point_to_tables(tables)
        self._begin(np.arange(n_variables, dtype=np.int32) if order is None else order)

    cdef void* _keep(self, str name, array) except NULL:
        """Keep an array for as long as this object; return where its data are."""
        self.arrays[name] = np.concatenate([array, np.zeros(1, array.dtype)])  # never empty
        return <void*> address(self.arrays[name])

    cdef int32_t* _ints(self, str name, array) except NULL:
        return <int32_t*> self._keep(name, array.astype(np.int32, copy=False))

    cdef int32_t* _table(self, tables, str name) except NULL:
        return self._ints(name, tables[name])

    def _point_to_problem(self, starts, literals, low, high, options, colors):
        cdef Solver* s = &self.s
        rows = np.repeat(np.arange(s.n_rows, dtype=np.int32), np.diff(starts))
        sources, follow = np.concatenate([2 * options, 2 * colors + 1]), np.concatenate([2 * colors, 2 * options + 1])
        s.row_starts, s.row_literals = self._ints("row_starts", starts), self._ints("row_literals", literals)
        s.low, s.high = self._ints("low", low), self._ints("high", high)
        counted = high[rows] < np.diff(starts)[rows]
        s.most_starts = self._ints("most_starts", _starts(literals[counted], 2 * s.n_variables))
        s.most_rows = self._ints("most_rows", rows[counted][np.argsort(literals[counted], kind="stable")])
        counted = low[rows] > 1
        s.least_starts = self._ints("least_starts", _starts(literals[counted], 2 * s.n_variables))
        s.least_rows = self._ints("least_rows", rows[counted][np.argsort(literals[counted], kind="stable")])
        s.implied_starts = self._ints("implied_starts", _starts(sources, 2 * s.n_variables))
        s.implied = self._ints("implied", follow[np.argsort(sources, kind="stable")])
        fixed = (low == 1) & (np.diff(starts) > 1)
        s.row_clause = self._ints("row_clause", np.where(fixed, np.cumsum(fixed) - 1, NONE))
        s.n_fixed, s.n_fixed_literals = <int32_t> fixed.sum(), <int32_t> np.diff(starts)[fixed].sum()
        channeled = np.zeros(s.n_variables, np.uint8)
        channeled[literals[literals & 1 == 1] >> 1] = 1
        s.channeled = <uint8_t*> self._keep("channeled", channeled)
        s.chosen, s.open = self.ints(s.n_rows), self._ints("open", np.diff(starts))

    def _make_space(self, int32_t n):
        cdef Solver* s = &self.s
        none = np.full(n + 1, NONE)
        s.value = <int8_t*> self.take(2 * n, sizeof(int8_t))
        s.phase, s.seen = <uint8_t*> self.take(n, sizeof(uint8_t)), <uint8_t*> self.take(n, sizeof(uint8_t))
        s.level, s.place, s.trail, s.heap = self.ints(n + 1), self.ints(n + 1), self.ints(n + 1), self.ints(n + 1)
        s.clause, s.because, s.effects = self.ints(n + 1), self.ints(n + 1), self.ints(n + 1)
        s.level_starts, s.open_at = self.ints(2 * n + 1), self.ints(2 * n + 1)  # with assumptions
        s.stamp = <int64_t*> self.take(2 * n + 1, sizeof(int64_t))
        s.activity = <double*> self.take(n, sizeof(double))
        s.reason, s.heap_place = self._ints("reason", none), self._ints("heap_place", none)
        s.watch_heads = self._ints("watch_heads", np.full(2 * n, NONE))

    def _make_room(self, longest):
        """Double the room for clauses, on level 0; return false if there is as much as there may be."""
        cdef Solver* s = &self.s
        old = dict(self.arrays)
        least, learned = max(LEAST_LITERALS, 2 * longest), s.most_literals - s.n_fixed_literals
        literals = max(min(2 * learned, self.max_literals), least)
        if literals <= learned or literals * LITERAL_BYTES > MOST_BYTES:
            return False
        clauses = s.n_fixed + literals // 4
        literals += s.n_fixed_literals
        s.literals = self._ints("literals", np.zeros(literals, np.int32))
        s.starts = self._ints("starts", np.zeros(clauses, np.int32))
        s.found = self._ints("found", np.zeros(clauses, np.int32))
        s.glue = <uint8_t*> self._keep("glue", np.zeros(clauses, np.uint8))
        s.used = <uint8_t*> self._keep("used", np.zeros(clauses, np.uint8))
        s.watch_next = self._ints("watch_next", np.zeros(2 * clauses, np.int32))
        s.watch_other = self._ints("watch_other", np.zeros(2 * clauses, np.int32))
        for name in ("literals", "starts", "found", "glue", "used", "watch_next", "watch_other"):
            if name in old:
                self.arrays[name][:len(old[name])] = old[name]
        s.most_clauses, s.most_literals = clauses, literals
        return True

    def _add_clauses_of_rows(self, starts, literals):
        cdef Solver* s = &self.s
        cdef int32_t c
        fixed, sizes = self.arrays["row_clause"][:s.n_rows] != NONE, np.diff(starts)
        self.arrays["literals"][:s.n_fixed_literals] = literals[np.repeat(fixed, sizes)]
        self.arrays["starts"][1:s.n_fixed + 1] = np.cumsum(sizes[fixed])
        self.arrays["found"][:s.n_fixed] = 2
        s.n_clauses = s.n_fixed
        for c in range(s.n_fixed):
            watch_clause(s, c)

    def _point_to_tables(self, tables):
        """Use tables, a mapping of the names of fields to arrays, and make space for a search in them."""
        cdef Tables* t = &self.s.tables
        cdef int32_t k
        t.first_row, t.n_columns = self._table(tables, "first_row"), self._table(tables, "n_columns")
        t.first_color = <int64_t*> self._keep("first_color", tables["first_color"])
        t.colors = self._table(tables, "colors")
        t.first_item, t.items = self._table(tables, "first_item"), self._table(tables, "items")
        t.first_user, t.user_table = self._table(tables, "first_user"), self._table(tables, "user_table")
        t.user_row, t.first_pair = self._table(tables, "user_row"), self._table(tables, "first_pair")
        t.pairs, t.pair_table = self._table(tables, "pairs"), self._table(tables, "pair_table")
        t.pair_color, t.first_color_pair = self._table(tables, "pair_color"), self._table(tables, "first_color_pair")
        t.first_bits = <int64_t*> self._keep("first_bits", tables["first_bits"])
        t.bits = <uint64_t*> self._keep("bits", tables["bits"])
        t.alive = <uint64_t*> self._keep("alive", tables["alive"])
        t.first_word = self._table(tables, "first_word")
        t.n = <int32_t> len(tables["n_columns"])
        self._make_space_for_tables(tables["alive"], len(tables["pairs"]), len(tables["first_user"]) - 1)
        for k in range(t.n):
            touch(&self.s, k)

    def _make_space_for_tables(self, alive, int64_t n_pairs, int64_t n_items):
        cdef Tables* t = &self.s.tables
        cdef int32_t n_variables = self.s.n_variables
        t.base, t.work = <uint64_t*> self._keep("base", alive), <uint64_t*> self.take(len(alive), sizeof(uint64_t))
        t.full, t.witness, t.since = self.ints(len(alive)), self.ints(n_pairs), self.ints(n_variables)
        t.queue, t.saved_at, t.claimed, t.claimed_at = self.ints(t.n), self.ints(t.n), self.ints(t.n), self.ints(t.n)
        t.changed = <uint8_t*> self.take(t.n, sizeof(uint8_t))
        t.owner = self._ints("owner", np.full(n_items, NONE))
        t.claims, t.claim_level = self.ints(n_items), self.ints(n_items)
        t.message = <double*> self._keep("message", np.ones(n_pairs))
        t.heard = <double*> self.take(n_variables, sizeof(double))
        t.weight = <double*> self.take(n_variables, sizeof(double))
        t.total = <double*> self.take(self.s.n_rows, sizeof(double))
        sizes = np.diff(self.arrays["row_starts"][:self.s.n_rows + 1])
        t.item = self._ints("item", np.repeat(np.arange(self.s.n_rows), sizes))
        self.arrays["channeled"][:] = 1
        self._make_room_for_copies()

    def _make_room_for_copies(self):
        """Double the room for copies of tables, on level 0; return false if there is as much as there may be."""
        cdef Tables* t = &self.s.tables
        words = max(2 * t.most_copied, COPIES * t.first_word[t.n])
        if words > MOST_BYTES // 8:
            return False
        t.most_copied, t.most_saves = words, max(2 * t.most_saves, COPIES * t.n)
        t.copies = <uint64_t*> self._keep("copies", np.zeros(t.most_copied, np.uint64))
        t.save_table = self._ints("save_table", np.zeros(t.most_saves))
        t.save_level = self._ints("save_level", np.zeros(t.most_saves))
        return True

    def _begin(self, const int32_t[::1] order not None):
        """Assign the variables that single rows determine, and order the others by the size of their rows, then so."""
        cdef Solver* s = &self.s
        cdef int32_t row, e, v, n
        s.bump = 1.0
        s.restarts, s.restart_stop = 1, RESTART_CONFLICTS
        for row in range(s.n_rows):
            n = s.open[row]
            self.dead |= n < s.low[row]
            if n <= s.low[row]:
                fill(s, row, 0, NONE)
            elif s.high[row] <= 0:
                fill(s, row, 1, NONE)
            for e in range(s.row_starts[row], s.row_starts[row + 1]):
                v = s.row_literals[e] >> 1
                if s.low[row] and not s.row_literals[s.row_starts[row + 1] - 1] & 1:  # a rare color is a bad choice
                    s.activity[v] = max(s.activity[v], 1.0 / n)
        for n in range(s.n_variables):
            insert(s, order[n])

    def step(self, uint64_t work) -> int:
        """Continue for about this much work; return SOLUTION, DONE, PAUSED, or LIMIT if memory does not suffice."""
        cdef int outcome = FULL
        if self.dead:
            return <int> DONE
        while outcome == FULL:
            with nogil:
                outcome = search(&self.s, work)
            if outcome == FULL and not self._drop_or_grow():
                self.full = True
                return <int> LIMIT
        self.solutions += outcome == SOLUTION
        self.dead = outcome == DONE
        return <int> (DONE if outcome == REFUTED else outcome)

    def _drop_or_grow(self):
        """Drop learned clauses; if that does not empty half of the room, make more."""
        cdef Solver* s = &self.s
        undo(s, 0)
        if has_room(s):
            return self._make_room_for_copies()
        reduce(s)
        clauses, literals = s.n_clauses - s.n_fixed, s.starts[s.n_clauses] - s.n_fixed_literals
        enough = 2 * clauses < s.most_clauses - s.n_fixed and 2 * literals < s.most_literals - s.n_fixed_literals
        return enough or self._make_room(s.n_variables + 1)

    def assume(self, literals: Sequence[int]) -> None:
        """Begin a query: these literals, all different, are true until the next one. What was learned stays."""
        undo(&self.s, 0)
        self.s.assumed = <int32_t*> self._keep("assumed", np.array(literals, np.int32))
        self.s.n_assumed = <int32_t> len(literals)

    def forbid(self, literals: Iterable[int]) -> None:
        """Exclude all assignments in which these literals are true together."""
        self._add([x ^ 1 for x in literals])

    def fix(self, literals: Iterable[int]) -> None:
        """Let these literals be true from now on."""
        for x in literals:
            self._add([x])

    def _add(self, literals):
        """Add a clause: one of these literals is true."""
        cdef Solver* s = &self.s
        cdef int32_t x
        undo(s, 0)
        if any(s.value[x] > 0 for x in literals):
            return
        literals = [x for x in literals if s.value[x] == 0]
        if len(literals) < 2:
            self.dead |= not literals
            for x in literals:
                assign(s, x, NONE)
            return
        while not has_room(s):
            if not self._drop_or_grow():
                raise MemoryError("the clauses take too much memory")
        s.n_clause = <int32_t> len(literals)
        for k in range(s.n_clause):
            s.clause[k] = literals[k]
        add(s, 0)

    def true_variables(self) -> list[int]:
        """Return the true variables, ascending."""
        cdef int32_t v
        return [v for v in range(self.s.n_variables) if self.s.value[2 * v] > 0]

    def rows(self) -> list[int]:
        """Return the first row of each table that is alive, among the rows of all; after a solution, it is the last."""
        cdef Tables* t = &self.s.tables
        cdef int32_t k, word
        numbers = []
        for k in range(t.n):
            word = t.first_word[k]
            while t.alive[word] == 0:
                word += 1
            numbers.append(t.first_row[k] + 64 * (word - t.first_word[k]) + lowest(t.alive[word]))
        return numbers

    @property
    def work(self) -> int:
        """The number of entries and literals read."""
        return self.s.work

    @property
    def nbytes(self) -> int:
        return self.taken + sum([array.nbytes for array in self.arrays.values()])

    @property
    def conflicts(self) -> int:
        """The number of dead ends."""
        return self.s.conflicts

    @property
    def nodes(self) -> int:
        """The number of choices."""
        return self.s.decisions
