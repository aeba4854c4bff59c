# SPDX-License-Identifier: MIT
# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: embedsignature=True, embedsignature.format=python
"""The search on candidates, for boards with rules: prune, choose a digit of a cell, and then all others of it.

    r5c5 is 3         prune ... dead end
    r5c5 is not 3     prune, choose again, perhaps another cell

The exact cover of a board knows a rule as items and options, and sees one forced option at a time. Here a rule sees all
candidates of its cells at once, and draws stronger conclusions (rule_pruning.pxd). Milliseconds for the proof that an
example puzzle of another solver has one solution:

                        the cover    here
    German whispers           5.9     0.3
    X-sums                     41     0.7
    counting circles           19     0.2
    long zippers              312      40
    little killers          1,290     410

We choose the cell with the largest weight for each candidate but one, after F. Boussemart, F. Hemery, C. Lecoutre and
L. Sais, "Boosting systematic search by weighting constraints" (2004). A cell has the weight FAILED_CHOICE for each of
its rules, as much for each dead end after a choice of this cell, and 1 for each dead end in a rule that left it open.
Milliseconds for other weights of the dead ends, when each rule counted 1 and we divided by all candidates:

    choice, open cell             0, 1    1, 1    4, 1    16, 1    1, 0
    long zippers                   290     143      77      248      56
    region sum lines                26       8       6        6       5
    unconnected counts              37      28      21       70   6,350

A search in a random order, for the first grid of a board, chooses the cell with the fewest candidates, and the largest
weight among these. On 9x9 boards with diagonals and no consecutive neighbors, first grids take 35 ms instead of 154 on
the mean of 40, and 3 of them more than 0.1 s instead of 17. A proof needs the weights: they lead it to the hard part.

On a board with unknown regions, hidden cells of pairs share the blame, and soon all weights look alike. There we halve
them after every AGING_FAILURES, so that they tell of the latest dead ends, and begin again with them (by_rules.py). An
example puzzle takes 0.6 s; without halving 5, and without restarts over 12.

Only houses of at least FEWEST_COMPARED cells follow the matchings of their cells and digits (different.h). On 25x25
boards with 50 to 60 % open cells, half as many searches take more than 50 million units of work, with a quarter of the
nodes. On 16x16 boards the time doubles, and the examples above take 1.15 times as long on the geometric mean.

A level is a copy of all candidates, 700 bytes on 9x9. A trail of changes would save nothing, as most cells change.
"""

cimport cython
from libc.stdint cimport INT64_MAX, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from dlx.kernels.kernel cimport DONE, LIMIT, Outcome, PAUSED, SOLUTION, enter, leave, popcount
from dlx.matrix.address cimport address

from .rule_pruning cimport propagate
from .rule_state cimport (
    Digits, MOST_REGION_CELLS, N_STACKS, Search, enqueue, forget_work, lowest, region_edges, stack_rule,
)

cdef enum:
    FAILED_CHOICE = 4  # weight of a dead end after a choice, for the cell
    AGING_FAILURES = 200  # choices that failed between two halvings of the weights
    FEWEST_COMPARED = 17  # cells of a house whose matchings we follow


cdef inline int32_t choose(Search* s) noexcept nogil:
    """Return the open cell with the largest weight for each candidate but one, or -1 if all are filled."""
    cdef int32_t cell, best = -1
    cdef double score, highest = 0
    s.work += s.cells
    for cell in range(s.cells):
        if s.now[cell] & (s.now[cell] - 1):
            score = <double> s.weight[cell] / (popcount(s.now[cell]) - 1)
            if score > highest:
                best, highest = cell, score
    return best


cdef inline int32_t choose_fewest(Search* s) noexcept nogil:
    """Return the open cell with the fewest candidates, and then the largest weight, or -1 if all are filled."""
    cdef int32_t cell, number, best = -1, fewest = 65
    s.work += s.cells
    for cell in range(s.cells):
        if s.now[cell] & (s.now[cell] - 1):
            number = popcount(s.now[cell])
            if number < fewest or (number == fewest and s.weight[cell] > s.weight[best]):
                best, fewest = cell, number
    return best


cdef inline Digits pick(Search* s, Digits digits) noexcept nogil:
    """Return the lowest of these digits, or a random one by xorshift64* (S. Vigna, 2016)."""
    cdef uint64_t skip
    if s.random:
        s.random ^= s.random >> 12
        s.random ^= s.random << 25
        s.random ^= s.random >> 27
        skip = (s.random * <uint64_t> 0x2545F4914F6CDD1D >> 32) % <uint64_t> popcount(digits)
        while skip:
            digits &= digits - 1
            skip -= 1
    return digits & (~digits + 1)


cdef inline uint8_t* level_memory(Search* s) noexcept nogil:
    return s.saved + s.level * s.level_bytes


cdef inline void forget_old_failures(Search* s) noexcept nogil:
    cdef int32_t cell
    s.failures += 1
    if s.failures == AGING_FAILURES:
        s.failures = 0
        for cell in range(s.cells):
            s.weight[cell] = (s.weight[cell] + 1) // 2


cdef inline bint try_digit(Search* s, int32_t cell) noexcept nogil:
    """Save the candidates without a digit of a cell, and place this digit; return false at a dead end."""
    cdef Digits digit = pick(s, s.now[cell])
    cdef int32_t number = lowest(digit)
    cdef uint8_t* level = level_memory(s)
    s.now[cell] ^= digit
    memcpy(level, &cell, sizeof(int32_t))
    memcpy(level + sizeof(int32_t), &number, sizeof(int32_t))
    memcpy(level + sizeof(int64_t), s.now, s.cells * sizeof(Digits))
    memcpy(level + sizeof(int64_t) + s.cells * sizeof(Digits), s.alive, s.n_sets + s.n_diagrams)
    s.level += 1
    s.nodes += 1
    s.now[cell] = digit
    enqueue(s, cell)
    if propagate(s):
        return True
    s.weight[cell] += FAILED_CHOICE
    if s.regions.n_pairs:
        forget_old_failures(s)
    return False


cdef inline int32_t load_level(Search* s) noexcept nogil:
    """Load the candidates of a level, without the digit tried there; return its cell."""
    cdef int32_t cell
    cdef uint8_t* level = level_memory(s)
    memcpy(&cell, level, sizeof(int32_t))
    memcpy(s.now, level + sizeof(int64_t), s.cells * sizeof(Digits))
    memcpy(s.alive, level + sizeof(int64_t) + s.cells * sizeof(Digits), s.n_sets + s.n_diagrams)
    return cell


cdef inline bint return_to_level(Search* s) noexcept nogil:
    """Return to the last level, without the digit tried there; return false at a dead end."""
    s.level -= 1
    enqueue(s, load_level(s))
    return propagate(s)


cdef inline void return_to_root(Search* s) noexcept nogil:
    """Return to the first level, where the digits without a solution are gone, with the digit tried there."""
    cdef int32_t cell, number
    if s.level:
        s.level = 0
        cell = load_level(s)
        memcpy(&number, level_memory(s) + sizeof(int32_t), sizeof(int32_t))
        s.now[cell] |= <Digits> 1 << number
        s.descends = True


cdef Outcome search(Search* s, int64_t work) noexcept nogil:
    """Continue to the next solution, for about this much work.

    Before: as begin() or an earlier search() left it. After SOLUTION: each cell has one candidate. After DONE: the
    tree is exhausted, and every later search is DONE too. Slices do not change the course of the search.
    """
    cdef int64_t stop = s.work + work
    cdef int32_t cell
    while s.work < stop and s.nodes < s.node_stop:
        if s.descends:
            cell = choose_fewest(s) if s.random else choose(s)
            s.descends = cell >= 0 and try_digit(s, cell)
            if cell < 0:
                s.solutions += 1
                return SOLUTION
        elif s.level == 0:
            return DONE
        else:
            s.descends = return_to_level(s)
    return PAUSED


cdef void begin(Search* s) noexcept nogil:
    """Draw the first conclusions from the candidates."""
    cdef int32_t k
    cdef bint empty = False
    s.level = 0
    s.work = s.nodes = s.solutions = 0
    s.failures = 0
    forget_work(s)
    memset(s.alive, 1, s.n_sets + s.n_diagrams)
    for k in range(s.cells):
        s.weight[k] = FAILED_CHOICE * (1 + s.rule_at[k + 1] - s.rule_at[k])
        empty |= s.now[k] == 0
        enqueue(s, k)
    for k in range(s.n_rules):
        stack_rule(s, k)
    s.descends = not empty and propagate(s)


# --- the Python class ---------------------------------------------------------------------------------------------


cdef bint excludes_same(const Search* s, int32_t table) noexcept nogil:
    """Return whether a digit always excludes itself."""
    cdef int32_t d
    for d in range(s.side):
        if not s.forbidden[table * s.side + d] >> d & 1:
            return False
    return True


cdef void find_seen(Search* s) noexcept nogil:
    cdef int32_t cell, e
    for cell in range(s.cells):
        for e in range(s.peer_at[cell], s.peer_at[cell + 1]):
            if s.table[e] == 0 or excludes_same(s, s.table[e]):
                s.sees[<int64_t> cell * s.words + s.peer[e] // 64] |= <uint64_t> 1 << (s.peer[e] % 64)


cdef void find_relations(Search* s) noexcept nogil:
    cdef int32_t cell, e
    memset(s.relation, -1, <size_t> s.cells * s.cells * sizeof(int32_t))
    for cell in range(s.cells):
        for e in range(s.peer_at[cell], s.peer_at[cell + 1]):
            s.relation[<int64_t> s.cells * cell + s.peer[e]] = s.table[e]


cdef void find_exempt(Search* s) noexcept nogil:
    """Exempt the houses that are small, need not have all digits, or may repeat one."""
    cdef int32_t house, n, i, j
    cdef const int32_t* cells
    for house in range(s.n_houses):
        cells, n = s.house + s.house_at[house], s.house_at[house + 1] - s.house_at[house]
        s.exempt[house] = n < FEWEST_COMPARED or n != popcount(s.wanted[house])
        for i in range(n):
            for j in range(i):
                s.exempt[house] |= not s.sees[<int64_t> cells[i] * s.words + cells[j] // 64] >> (cells[j] % 64) & 1


@cython.final
cdef class RuleSearch:
    """The search for the grids that obey the rules of a board, in slices.

    `setup` begins with a list of given candidates, ``cell * side + digit - 1``; with a `seed`, digits are tried in a
    random order. Then call `step` as often as you like. At `work_stop` work or `node_stop` nodes it returns LIMIT, and
    `restart` begins again with the weights of the cells. It trusts its caller.

    >>> from dlx.engine.drive import DONE, SOLUTION
    >>> from sudoku import Board
    >>> from sudoku.engine.rule_tables import rule_tables
    >>> search = RuleSearch(rule_tables(Board(2, 2, variants=["x"])))
    >>> search.setup([0, 5])
    >>> search.step(10_000) == SOLUTION, list(search.solution())[:4]
    (True, [1, 2, 4, 3])
    >>> while search.step(10_000) != DONE:
    ...     pass
    >>> search.solutions
    4
    """

    cdef Search s
    cdef list arrays  # that s points into
    cdef int32_t hidden  # the last cells, which are not on the board
    cdef bint busy  # a thread is inside; only enter() and leave() touch it
    cdef public int64_t work_stop

    def __cinit__(self, tables not None: RuleTables):
        self.arrays = list(tables)
        self._point_to_rules(tables)
        self._make_space(tables)
        find_seen(&self.s)
        find_exempt(&self.s)
        if self.s.relation != NULL:
            find_relations(&self.s)
        self.setup([])

    cdef int _point_to_rules(self, tables) except -1:
        cdef Search* s = &self.s
        self.hidden = tables.hidden
        s.cells, s.side, s.n_sets = tables.cells, tables.side, len(tables.sets)
        s.n_houses, s.n_cages = len(tables.house_at) - 1, len(tables.cage_at) - 1
        s.n_diagrams = len(tables.layer_at) - 1
        s.n_rules = s.n_houses + s.n_cages + s.n_diagrams + (len(tables.shared) > 0)
        s.regions.cells, s.regions.width, s.regions.size = tables.cells - tables.hidden, tables.width, tables.side
        s.regions.n_pairs, s.regions.pair = len(tables.shared) // 3, <int32_t*> address(tables.shared)
        if s.regions.n_pairs:
            if s.regions.cells > MOST_REGION_CELLS:
                raise ValueError(f"a board with unknown regions has at most {MOST_REGION_CELLS} cells on this machine")
            region_edges(&s.regions)
        s.shape_at = <int32_t*> address(tables.shape_at)
        s.n_states = len(tables.arc_at)
        s.allowed, s.forbidden = <Digits*> address(tables.allowed), <Digits*> address(tables.forbidden)
        s.peer_at, s.related_at = <int32_t*> address(tables.peer_at), <int32_t*> address(tables.related_at)
        s.peer, s.table = <int32_t*> address(tables.peer), <int32_t*> address(tables.table)
        s.house_at, s.house = <int32_t*> address(tables.house_at), <int32_t*> address(tables.house)
        s.wanted, s.sets = <Digits*> address(tables.wanted), <Digits*> address(tables.sets)
        s.cage_at, s.cage = <int32_t*> address(tables.cage_at), <int32_t*> address(tables.cage)
        s.set_at, s.sum_of = <int32_t*> address(tables.set_at), <Digits*> address(tables.sum_of)
        s.reader, s.layer_at = <int32_t*> address(tables.reader), <int32_t*> address(tables.layer_at)
        s.settles = <uint8_t*> address(tables.settles)
        s.reads, s.state_at = <int32_t*> address(tables.reads), <int32_t*> address(tables.state_at)
        s.after_at, s.arc_at = <int32_t*> address(tables.after_at), <int32_t*> address(tables.arc_at)
        s.arc_reads, s.arc_to = <Digits*> address(tables.arc_reads), <int32_t*> address(tables.arc_to)
        s.rule_at, s.rule = <int32_t*> address(tables.rule_at), <int32_t*> address(tables.rule)
        return 0

    cdef int _make_space(self, tables) except -1:
        cdef Search* s = &self.s
        cdef int k
        s.words = (s.cells + 63) // 64
        s.level_bytes = 8 * (s.cells + 2 + (s.n_sets + s.n_diagrams) // 8)
        s.now, s.alive = <Digits*> self._room(8 * s.cells), <uint8_t*> self._room(s.n_sets + s.n_diagrams)
        s.open = s.alive + s.n_sets
        s.sees = <uint64_t*> self._room(8 * <int64_t> s.cells * s.words)
        if len(tables.forbidden) > s.side:
            s.relation = <int32_t*> self._room(4 * <int64_t> s.cells * s.cells)
        s.queue, s.queued = <int32_t*> self._room(4 * s.cells), <uint8_t*> self._room(s.cells)
        s.source = <int32_t*> self._room(4 * s.cells)
        for k in range(N_STACKS):
            s.stack[k] = <int32_t*> self._room(4 * s.n_rules)
        s.stacked, s.unlocked = <uint8_t*> self._room(s.n_rules), <uint8_t*> self._room(s.n_rules)
        s.compared, s.exempt = <uint8_t*> self._room(s.n_houses), <uint8_t*> self._room(s.n_houses)
        s.mate = <uint8_t*> self._room(len(tables.house))
        s.reached, s.live = <uint8_t*> self._room(s.n_states), <Digits*> self._room(8 * len(tables.reads))
        s.weight = <int64_t*> self._room(8 * s.cells)
        s.shares = <uint8_t*> self._room(s.regions.n_pairs)
        s.saved = <uint8_t*> self._room((s.cells + 1) * s.level_bytes)
        return 0

    cdef void* _room(self, int64_t n) except NULL:
        """Return this many zeros, which live as long as this object."""
        self.arrays.append(bytearray(n + 1))
        return address(self.arrays[len(self.arrays) - 1])

    cdef int _claim(self) except -1:
        if not enter(&self.busy):
            raise RuntimeError("this RuleSearch is running in another thread")
        return 0

    def setup(self, given: Iterable[int], seed: int | None = None) -> None:
        """Begin a new search for the grids with these candidates."""
        cdef int32_t cell, candidate
        cdef list candidates = list(given)
        self._claim()
        try:
            memcpy(self.s.now, self.s.allowed, self.s.cells * sizeof(Digits))
            for candidate in candidates:
                cell = candidate // self.s.side
                self.s.now[cell] &= <Digits> 1 << (candidate - cell * self.s.side)
            self.work_stop = self.s.node_stop = INT64_MAX
            self.s.random = 0 if seed is None else 2 * (seed & 0x7FFFFFFFFFFFFFFF) + 1
            begin(&self.s)
        finally:
            leave(&self.busy)

    def restart(self) -> None:
        """Return to the first choice, for a search that has found nothing yet."""
        self._claim()
        return_to_root(&self.s)
        leave(&self.busy)

    def step(self, int64_t work) -> int:
        """Continue for about this much work; return SOLUTION, DONE, PAUSED, or LIMIT at a stop."""
        cdef Outcome outcome = LIMIT
        self._claim()
        if self.s.work < self.work_stop and self.s.nodes < self.s.node_stop:
            with nogil:
                outcome = search(&self.s, min(work, self.work_stop - self.s.work))
        leave(&self.busy)
        return <int> outcome

    def solution(self, bint hidden=False) -> bytes:
        """Return the digits of all cells of the board, or also of the hidden ones; only after SOLUTION."""
        cdef int32_t cell
        cdef int32_t cells = self.s.cells if hidden else self.s.cells - self.hidden
        cdef bytearray grid = bytearray(cells)
        self._claim()
        try:
            for cell in range(cells):
                if self.s.now[cell] == 0:
                    raise RuntimeError("the search has found no solution")
                grid[cell] = lowest(self.s.now[cell]) + 1
        finally:
            leave(&self.busy)
        return bytes(grid)

    @property
    def node_stop(self) -> int:
        """Nodes at which `step` returns LIMIT."""
        return self.s.node_stop

    @node_stop.setter
    def node_stop(self, int64_t nodes) -> None:
        self.s.node_stop = nodes

    @property
    def work(self) -> int:
        """Work since `setup`; a unit is some 3 ns."""
        return self.s.work

    @property
    def nodes(self) -> int:
        """Digits tried."""
        return self.s.nodes

    @property
    def solutions(self) -> int:
        """Solutions found."""
        return self.s.solutions
