# SPDX-License-Identifier: MIT
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Random descents into a search tree: a sample of its states, level by level, that represents the whole tree.

On each level we keep at most `width` states and count all their children. If there are more than `width`, an even
sample of them continues, and each represents (children / width) times as many nodes as before. With width 1 this is
the random dive of Knuth (Estimating the efficiency of backtrack programs, Math. Comp. 29, 1975); with a width that
holds the whole tree it is a breadth-first search. In between it is Chen's heterogeneous sampling (SIAM J. Comput. 21,
1992) with levels as strata, and Rubinstein's stochastic enumeration except for the way we draw the sample.

    level 0              o              1 state                    weight 1
    level 1         o    o    o         3 children, 3 continue     1 each
    level 2        ooo   -   oooo       7 children, 4 continue     7/4 each: 1 + 3 + 7 nodes so far
                   ^ ^       ^ ^        (width 4)

The tree is the tree of links.pyx: each tried option is a node. We branch on the last item left with a single option
if there is one, else on the first of the smallest items. (In links.pyx a sibling may have left that item so; this
makes no difference to the nodes of queens, tilings or Latin squares, 0.1 % in Langford pairs, 3 % in one of the
hardest Sudokus.)

A state has a bit per option that is still possible, and the sizes of the items. It is copied, never undone. An option
dies once on the way down, so a state and all its ancestors together cost no more than one pass over the problem's
entries, plus a pass over the bits for each copy.

With multiplicities, a child is the first of the options that the item still gets, in the order of its list, so each
solution is one node; the options before it die. An item that needs 3 of 5 options has 3 children, as two must come
after the first. Once no item needs an option, the state is a solution, and has a child for each option that still
fits, as the first of the following options. This is the tree of multi.pyx, which also leaves an item once the options
tried have left another with too few (3 % fewer nodes in random problems, none in queen domination or boxes of bricks).
A child for an item that gets no more of its options would make up to 18 times the nodes (queen domination 9x9).

The root is the only child of level 0, so that it may be a solution as well. The solution that a descent draws
(``drawn``) is on each level one of the solutions found there, all equally likely. The caller chooses the level, as a
level's weight has any size.
"""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

cimport cython

from .kernel cimport CompiledMachine, DONE, PAUSED, popcount, splitmix
from ..matrix.address cimport address, ints

import numpy as np

from ..matrix.incidence import entry_options

cdef uint32_t COVERED = 1 << 30  # added to the size of an item that needs no option
cdef int32_t FREE = -1  # in place of an item to branch on: no item needs an option


cdef struct State:
    uint64_t* live  # a bit per option: possible, and not chosen
    uint32_t* size  # primary item -> number of its children: live options, less need - 1; COVERED and more: needs none
    int32_t* need  # primary item -> options that it still needs; NULL in a problem without multiplicities
    int32_t* room  # ... and may still have
    int32_t open  # primary items that need an option
    int32_t forced  # the last item left with a single option (it may have lost that, or be covered, since)
    int32_t item  # the item to branch on, or FREE


cdef struct Descent:
    const int32_t* starts  # option -> its first entry (CSR)
    const int32_t* items  # entry -> item
    const int32_t* colors  # entry -> color, 0 for none; NULL in a problem without colors
    const int32_t* list_starts  # item -> the first of its options in `options`
    const int32_t* options  # all items' options, ascending
    const int32_t* list_colors  # parallel to options: the color that the option gives the item; NULL without colors
    const int32_t* covers  # option -> number of its primary items
    State* here  # the states of this level, n_here in number
    State* below  # the states of the next level, so far
    State* root  # the state that the descents begin with
    int64_t row  # words of a state: live, sizes, needs and rooms
    int32_t n_primary, n_options
    int32_t words  # words of `live`
    int32_t width  # largest number of states on a level
    int32_t n_here, n_below
    int32_t level
    int64_t children  # number of children of all states of this level
    int64_t taken  # number of these that continue
    int64_t next  # number of children of the next level's states so far
    int64_t solutions  # number of solutions among the children taken
    int32_t parent  # the state whose children are being drawn
    int32_t place  # index in `options` of the first option not looked at; with FREE, the option
    int32_t end  # ... and where the children of this parent end
    int32_t rival  # an undecided child: its state, its place,
    int32_t rival_place
    int64_t chance  # ... and its current chance, in parts of `children`; 0: no such child
    int64_t* degrees  # level -> children
    int64_t* hits  # level -> solutions among those taken
    int32_t* path  # level -> the last option taken; with a width of 1, the path of the descent
    int32_t* above  # level, state -> its parent's number on the level before; NULL if no solution is drawn
    int32_t* taken_by  # level, state -> the option that led to it, -1 for none
    int32_t* found_at  # level -> the parent of the solution drawn among those found on the level,
    int32_t* found_by  # ... and its last option
    int32_t room  # states a level of `above` and `taken_by` has room for
    uint64_t random
    uint64_t updates  # options read, sizes changed, words copied: steps of about a nanosecond


cdef inline int64_t below(uint64_t* random, int64_t n) noexcept nogil:
    """Return a random number below n."""
    return <int64_t> (splitmix(random) % <uint64_t> n)


cdef inline bint has(const uint64_t* words, int32_t place) noexcept nogil:
    return words[place >> 6] >> (place & 63) & 1


cdef inline bint kill(Descent* s, State* x, int32_t option) noexcept nogil:
    """Mark an option as no longer possible; return true if an item died."""
    cdef int32_t e, item
    cdef bint dead = False
    x.live[option >> 6] &= ~(<uint64_t> 1 << (option & 63))
    for e in range(s.starts[option], s.starts[option + 1]):
        item = s.items[e]
        if item < s.n_primary:
            x.size[item] -= 1
            dead |= x.size[item] == 0
            x.forced = item if x.size[item] == 1 else x.forced
            s.updates += 1
    return dead


cdef bint settle(Descent* s, State* x, int32_t e) noexcept nogil:
    """Cover the item of entry e, or give it its color: kill the conflicting options. Return false if an item died."""
    cdef int32_t item = s.items[e]
    cdef int32_t color = 0 if s.colors == NULL else s.colors[e]
    cdef int32_t k, option
    s.updates += s.list_starts[item + 1] - s.list_starts[item]
    for k in range(s.list_starts[item], s.list_starts[item + 1]):
        option = s.options[k]
        if has(x.live, option) and (color == 0 or s.list_colors[k] != color) and kill(s, x, option):
            return False
    return True


cdef bint choose(Descent* s, State* x, int32_t option, int32_t item) noexcept nogil:
    """Choose an option; return false if an item died. Branching `item` settles its list first, as in links.pyx."""
    cdef int32_t first = s.starts[option], end = s.starts[option + 1]
    cdef int32_t e, pivot = first
    for e in range(first, end):
        if s.items[e] < s.n_primary:
            x.size[s.items[e]] += COVERED
        pivot = e if s.items[e] == item else pivot
    x.open -= s.covers[option]
    for e in range(pivot, end):
        if not settle(s, x, e):
            return False
    for e in range(first, pivot):
        if not settle(s, x, e):
            return False
    return True


cdef bint kill_range(Descent* s, State* x, int32_t first, int32_t end) noexcept nogil:
    """Kill the live options at these places of the lists; return false if an item died."""
    cdef int32_t k
    s.updates += end - first
    for k in range(first, end):
        if has(x.live, s.options[k]) and kill(s, x, s.options[k]):
            return False
    return True


cdef void kill_before(Descent* s, State* x, int32_t option) noexcept nogil:
    """Mark the options before this one as no longer possible; no item needs them."""
    cdef int32_t k, word = option >> 6
    for k in range(word):
        x.live[k] = 0
    x.live[word] &= ~(((<uint64_t> 1) << (option & 63)) - 1)
    s.updates += word >> 2


cdef void use(State* x, int32_t item) noexcept nogil:
    """Count an option as chosen for an item. While the item needs more, its number of children stays the same."""
    if x.need[item] == 1:
        x.size[item] += COVERED
        x.open -= 1
    x.need[item] -= 1
    x.room[item] -= 1


cdef bint choose_several(Descent* s, State* x, int32_t option) noexcept nogil:
    """Choose an option in a problem with multiplicities; return false if an item died."""
    cdef int32_t e
    x.live[option >> 6] &= ~(<uint64_t> 1 << (option & 63))
    for e in range(s.starts[option], s.starts[option + 1]):
        if s.items[e] < s.n_primary:
            use(x, s.items[e])
    for e in range(s.starts[option], s.starts[option + 1]):
        if (s.items[e] >= s.n_primary or x.room[s.items[e]] == 0) and not settle(s, x, e):
            return False
    return True


cdef bint choose_next(Descent* s, State* x, int32_t option, int32_t item, int32_t place) noexcept nogil:
    """Choose an option as the first further option of the branching item; return false if an item died."""
    if item == FREE:
        kill_before(s, x, option)
    elif not kill_range(s, x, s.list_starts[item], place):
        return False
    return choose_several(s, x, option)


cdef int64_t n_live(Descent* s, const State* x) noexcept nogil:
    cdef int64_t n = 0
    cdef int32_t k
    for k in range(s.words):
        n += popcount(x.live[k])
    s.updates += s.words >> 2
    return n


cdef int64_t branch(Descent* s, State* x) noexcept nogil:
    """Choose the item to branch on; return the number of its children."""
    cdef uint32_t smallest = x.size[0]
    cdef int32_t i
    if x.open == 0:
        x.item = FREE
        return n_live(s, x)
    if x.size[x.forced] == 1:
        x.item = x.forced
        return 1
    for i in range(s.n_primary):
        smallest = x.size[i] if x.size[i] < smallest else smallest
    i = 0
    while x.size[i] != smallest:
        i += 1
    s.updates += s.n_primary >> 2
    x.item = i
    return smallest


cdef inline void copy(Descent* s, State* y, const State* x) noexcept nogil:
    memcpy(y.live, x.live, s.row * sizeof(uint64_t))
    y.open, y.forced = x.open, x.forced


cdef inline int32_t option_at(Descent* s, const State* x, int32_t place) noexcept nogil:
    return place if x.item == FREE else s.options[place]


cdef int32_t children_end(Descent* s, const State* x) noexcept nogil:
    """Return the place where the children of a state end."""
    cdef int32_t k
    cdef uint32_t n = 0
    if x.item == FREE:
        return s.n_options
    if x.need == NULL:
        return s.list_starts[x.item + 1]
    k = s.list_starts[x.item]
    while n < x.size[x.item]:
        n += has(x.live, s.options[k])
        k += 1
    s.updates += k - s.list_starts[x.item]
    return k


cdef void turn_to(Descent* s, int32_t parent) noexcept nogil:
    """Make this state of the level the parent whose children are drawn."""
    cdef const State* x = s.here + parent
    s.parent = parent
    if parent < s.n_here:
        s.place = 0 if x.item == FREE else s.list_starts[x.item]
        s.end = children_end(s, x)


cdef void enter(Descent* s) noexcept nogil:
    """Begin a level."""
    s.children, s.next = s.next, 0
    s.taken = min(s.children, <int64_t> s.width)
    s.chance = s.solutions = 0
    s.n_below = 0
    if s.children > 0:
        turn_to(s, 0)


cdef void leave(Descent* s) noexcept nogil:
    s.degrees[s.level] = s.children
    s.hits[s.level] = s.solutions
    s.here, s.below = s.below, s.here
    s.n_here = s.n_below
    s.level += 1


cdef inline void solved(Descent* s, int32_t parent, int32_t option) noexcept nogil:
    """Count a solution, and draw it with the chance that all found on this level so far have."""
    s.solutions += 1
    if s.above != NULL and below(&s.random, s.solutions) == 0:
        s.found_at[s.level], s.found_by[s.level] = parent, option


cdef inline void arrive(Descent* s, State* y, int32_t parent, int32_t option) noexcept nogil:
    """Count the state below as a solution, if it is one, and keep it if it has children."""
    cdef int64_t children
    if y.open == 0:
        solved(s, parent, option)
        if y.need == NULL:
            return
    children = branch(s, y)
    if children > 0:
        s.next += children
        if s.above != NULL:
            s.above[<int64_t> (s.level + 1) * s.room + s.n_below] = parent
            s.taken_by[<int64_t> (s.level + 1) * s.room + s.n_below] = option
        s.n_below += 1


cdef inline void visit(Descent* s, int32_t parent, int32_t place) noexcept nogil:
    """Process a child that continues: a solution, a dead end, or a state of the next level."""
    cdef const State* x = s.here + parent
    cdef State* y = s.below + s.n_below
    cdef int32_t option = option_at(s, x, place)
    s.path[s.level] = option
    if x.need == NULL and x.open == s.covers[option]:
        solved(s, parent, option)
        return
    copy(s, y, x)
    s.updates += s.row >> 2
    if choose(s, y, option, x.item) if x.need == NULL else choose_next(s, y, option, x.item, place):
        arrive(s, y, parent, option)


cdef void draw(Descent* s) noexcept nogil:
    """Take or drop the child at `place`: each has the chance taken/children, and neighbors rarely continue together.

    Ordered pivotal sampling (Deville and Tille 1998, Chauvet 2012): the child and the previous undecided one play for
    their chances. If these add up to less than 1, the loser is out and the winner continues with the sum; else the
    winner is taken and the loser keeps the excess over 1. Compared with every (children / taken)-th child from a random
    start, the error is the same, except where the tree is so regular that the step matches its rhythm (Latin squares:
    half). Compared with a simple random sample it is up to 40 % less (rectangles, Y-pentominoes).
    """
    cdef int64_t total = s.chance + s.taken
    if s.taken == s.children:
        visit(s, s.parent, s.place)
    elif total < s.children:
        if s.chance == 0 or below(&s.random, total) >= s.chance:
            s.rival, s.rival_place = s.parent, s.place
        s.chance = total
    else:
        s.chance = total - s.children
        if below(&s.random, 2 * s.children - total) < s.children - s.taken:
            visit(s, s.rival, s.rival_place)
            s.rival, s.rival_place = s.parent, s.place
        else:
            visit(s, s.parent, s.place)


cdef bint descend(Descent* s, uint64_t work) noexcept nogil:
    """Continue until the descent ends (true) or about `work` updates are done (false)."""
    cdef uint64_t stop = s.updates + work
    cdef const State* x
    while s.children > 0:
        while s.parent < s.n_here:
            x = s.here + s.parent
            while s.place < s.end:
                if s.updates >= stop:
                    return False
                s.updates += 1
                if has(x.live, option_at(s, x, s.place)):
                    draw(s)
                s.place += 1
            turn_to(s, s.parent + 1)
        leave(s)
        enter(s)
    return True


# --- the Python class ---------------------------------------------------------------------------------------------


def row_words(problem: Matrix) -> int:
    """Return the number of 64-bit words in a state."""
    return bits_and_sizes(problem) + (0 if problem.bounds is None else problem.n_primary)


cdef int64_t bits_and_sizes(problem) except -1:
    return problem.n_options // 64 + 1 + problem.n_primary // 2 + 1


def most_levels(problem: Matrix) -> int:
    """Return a number of levels that no descent exceeds: the root's, and one for each option taken."""
    if problem.bounds is None:
        return problem.n_primary + 3
    limits = np.minimum(problem.bounds[:, 1], problem.n_options, dtype=np.int64)
    return min(problem.n_options, int(limits.sum())) + 3


@cython.final
cdef class Dive(CompiledMachine):
    """Descents in one problem, one after another. Knows no names and trusts its caller.

    The ``given`` options are chosen; they must not contradict each other. The ``banned`` ones are not possible.
    ``width`` is the largest number of states on a level in any of the descents; we keep 2 * width + 1 states of
    ``row_words(problem)`` words. With ``draws``, ``drawn`` returns a solution; we keep two numbers for each state of
    all ``most_levels(problem)``.

    After a descent, ``degrees[l]`` is the number of nodes on level l, from the root (1) on, as far as the states kept
    have such children, and ``hits[l]`` the number of solutions among the nodes that continued; ``path[l]`` is the last
    option chosen on level l + 1.
    """

    name = "dive"

    cdef Descent s
    cdef object kept  # the arrays that s points into
    cdef object records  # degrees, hits, path
    cdef bint dead  # did an item die when the given options were chosen?

    def __cinit__(self, problem: Matrix, given: Sequence[int], banned: Sequence[int], int32_t width, seed: int,
                  bint draws=False):
        cdef Descent* s = &self.s
        cdef State* x
        cdef int64_t k
        cdef int64_t levels = most_levels(problem)
        rows = np.zeros((2 * width + 1, row_words(problem)), np.uint64)
        self.records = np.zeros(levels, np.int64), np.zeros(levels, np.int64), np.zeros(levels, np.int32)
        degrees, hits, path = self.records
        s.degrees, s.hits = <int64_t*> address(degrees), <int64_t*> address(hits)
        s.path = ints(path)
        s.n_primary, s.n_options = problem.n_primary, problem.n_options
        s.words, s.row = problem.n_options // 64 + 1, rows.shape[1]
        s.here = <State*> self.take(2 * width + 1, sizeof(State))
        s.below, s.root = s.here + width, s.here + 2 * width
        for k in range(2 * width + 1):
            x = s.here + k
            x.live = <uint64_t*> address(rows) + k * s.row
            x.size = <uint32_t*> (x.live + s.words)
            x.need = x.room = NULL
            if problem.bounds is not None:
                x.need = <int32_t*> (x.live + bits_and_sizes(problem))
                x.room = x.need + s.n_primary
        s.random = seed & 0xFFFFFFFFFFFFFFFF
        if draws:
            s.above, s.taken_by = self.ints(levels * <int64_t> width), self.ints(levels * <int64_t> width)
            s.found_at, s.found_by, s.room = self.ints(levels), self.ints(levels), width
        self.kept = self._read(problem), rows
        self._plant(problem, given, banned, rows[2 * width])

    def _read(self, problem):
        """Point into the problem's arrays and into new arrays of each item's options."""
        cdef Descent* s = &self.s
        items, colors = problem.indices, problem.colors
        owner = entry_options(problem)
        order = np.argsort(items, kind="stable")
        options = owner[order]
        starts = np.zeros(problem.n_items + 1, np.int32)
        np.cumsum(np.bincount(items, minlength=problem.n_items), out=starts[1:])
        covers = np.bincount(owner.compress(items < problem.n_primary), minlength=problem.n_options).astype(np.int32)
        s.starts, s.items, s.covers = ints(problem.indptr), ints(items), ints(covers)
        s.list_starts, s.options = ints(starts), ints(options)
        s.colors = s.list_colors = NULL
        if colors is not None:
            painted = colors[order]
            s.colors, s.list_colors = ints(colors), ints(painted)
            colors = colors, painted
        return problem.indptr, items, covers, starts, options, colors

    def _plant(self, problem, given, banned, row):
        """Set up the root: every option with a primary item is live unless banned; then choose the given options."""
        cdef Descent* s = &self.s
        items, covers = self.kept[0][1:3]
        live = covers > 0
        live[list(banned)] = False
        bits = np.packbits(live, bitorder="little")
        row.view(np.uint8)[:len(bits)] = bits
        counted = np.repeat(live, np.diff(problem.indptr)) & (items < s.n_primary)
        sizes = np.bincount(items.compress(counted), minlength=s.n_primary)
        alive, s.root.open = True, s.n_primary
        if problem.bounds is not None:
            low, high = problem.bounds.T
            row[bits_and_sizes(problem):].view(np.int32)[:] = np.concatenate((low, high))
            alive, s.root.open = bool((low <= sizes).all()), np.count_nonzero(low)
            sizes = np.where(low > 0, np.maximum(sizes - low + 1, 0), sizes + COVERED)
        row[s.words:].view(np.uint32)[:s.n_primary] = sizes
        self.dead = not alive or not all([self._choose(option) for option in dict.fromkeys(given)])
        s.root.forced = 0

    def _choose(self, int32_t option):
        """Choose a given option; return false if an item died."""
        cdef Descent* s = &self.s
        return choose(s, s.root, option, -1) if s.root.need == NULL else choose_several(s, s.root, option)

    def begin(self, int32_t width) -> None:
        """Start again at the root. The sequence of random numbers continues."""
        cdef Descent* s = &self.s
        s.width, s.level, s.children = width, 0, 1
        s.solutions = s.n_below = s.next = 0
        copy(s, s.below, s.root)
        if not self.dead:
            arrive(s, s.below, 0, -1)
        leave(s)
        enter(s)

    def step(self, uint64_t work) -> int:
        """Continue for about this many operations of a nanosecond; return DONE if the descent has ended, or PAUSED."""
        cdef bint ended
        with nogil:
            ended = descend(&self.s, work)
        return <int> DONE if ended else <int> PAUSED

    def drawn(self, int32_t level) -> list[int]:
        """Return the options of a solution found on this level, all of them equally likely; needs ``draws``."""
        cdef Descent* s = &self.s
        cdef int64_t state
        cdef int32_t k = level, parent
        assert s.above != NULL and 0 <= level < len(self.records[0])
        parent, options = s.found_at[level], [s.found_by[level]]
        while k > 0:
            state = <int64_t> k * s.room + parent
            options.append(s.taken_by[state])
            parent = s.above[state]
            k -= 1
        return [option for option in options if option >= 0]

    @property
    def work(self) -> int:
        """Return the number of steps in all descents so far."""
        return self.s.updates

    @property
    def nbytes(self) -> int:
        return self.taken + self.kept[1].nbytes

    @property
    def degrees(self) -> NDArray[np.int64]:
        return self.records[0][:self.s.level]

    @property
    def hits(self) -> NDArray[np.int64]:
        return self.records[1][:self.s.level]

    @property
    def path(self) -> NDArray[np.int32]:
        return self.records[2][1:self.s.level]
