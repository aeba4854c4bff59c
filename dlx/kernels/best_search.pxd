"""The search for a solution that costs less than ``stop``: the item to branch on, its branches, and the main loop.

We branch on the item with the fewest options left, and try its options cheapest first. An item that needs k of n
options has n - k + 1 branches. Each option tried is hidden from the branches after it, so we visit a set of options
once. A soft item has one more branch, without further options. When no item needs an option, the options chosen are a
solution, and each other live option is a branch:

    a in 2 of   j1 j2 j3 j4      branches  j1 | j2, not j1 | j3, not j1 j2        bound of the second: + -r(j1) if r < 0
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport qsort, realloc

from ..matrix.limits cimport LEVELS, MOST_COST
from .best_bound cimport compute_bound, hide_costly, smallest, sweep
from .best_state cimport (
    BRANCH, ENTER, HARD, NEXT, NO_OPTION, SWEEP, Branch, Level, Price, State, choose, hide, restore,
)
from .kernel cimport DONE, PAUSED, SOLUTION

cdef enum:
    FAILED = -1  # no memory; the other results of search() are a kernel's

cdef enum:
    SWEEPS = 2  # sweeps of a node, before the last one
    SWEEPS_AT_ROOT = 100


cdef inline bint is_hard(State* s, int32_t i) noexcept nogil:
    """Return whether primary item i must have all options that it needs."""
    return not s.soft or s.under[i] == HARD


cdef inline bint is_dead(State* s) noexcept nogil:
    """Return whether a primary item has fewer options left than it needs."""
    cdef int32_t k
    for k in range(s.n_open):
        if s.size[s.open[k]] < s.need[s.open[k]] and is_hard(s, s.open[k]):
            return True
    return False


cdef inline bint is_solved(State* s) noexcept nogil:
    """Return whether no item needs an option, except soft ones without further options."""
    cdef int32_t k, i
    if s.n_needy == 0 or not s.soft:
        return s.n_needy == 0
    for k in range(s.n_open):
        i = s.open[k]
        if s.need[i] > 0 and (s.size[i] > 0 or is_hard(s, i)):
            return False
    return True


cdef inline int64_t shortfall(State* s) noexcept nogil:
    """Return the price of the options that soft items lack."""
    cdef int64_t price = 0
    cdef int32_t i
    if s.soft:
        for i in range(s.n_primary):
            if s.need[i] > 0:
                price += s.need[i] * s.under[i]
    return price


cdef inline int32_t best_item(State* s) noexcept nogil:
    """Return the open primary item with the fewest branches; among these, the item that loses most without its cheapest
    options; -1 if no item needs an option."""
    cdef int32_t k, i, n, fewest = 0, best = -1
    cdef int64_t next_one, dearest = 0
    for k in range(s.n_open):
        i = s.open[k]
        n = n_branches(s, i)
        if s.need[i] <= 0 or s.size[i] == 0 or (best >= 0 and n > fewest):
            continue
        next_one = reduced_after(s, i, s.need[i])
        s.work += s.size[i]
        if best < 0 or n < fewest or next_one > dearest or (next_one == dearest and i < best):
            best, fewest, dearest = i, n, next_one
    return best


cdef inline int32_t n_branches(State* s, int32_t i) noexcept nogil:
    """Return the number of branches of an item that needs an option; see above."""
    return s.size[i] - s.need[i] + 1 if is_hard(s, i) else s.size[i] + 1


cdef inline int64_t reduced_after(State* s, int32_t i, int32_t need) noexcept nogil:
    """Return the smallest reduced cost of item i's options, without the `need` cheapest of them."""
    cdef int64_t r, low = MOST_COST, second = MOST_COST
    cdef int32_t p
    if need > 1:
        for p in range(s.size[i]):
            s.scratch[p] = s.reduced[s.option_at[s.head[i] + p]]
        return smallest(s.scratch, s.size[i], need + 1) if need < s.size[i] else MOST_COST
    for p in range(s.head[i], s.head[i] + s.size[i]):
        r = s.reduced[s.option_at[p]]
        second = min(second, max(low, r))
        low = min(low, r)
    return second


cdef inline int by_bound(const void* a, const void* b) noexcept nogil:
    cdef const Branch* x = <const Branch*> a
    cdef const Branch* y = <const Branch*> b
    if x.bound != y.bound:
        return -1 if x.bound < y.bound else 1
    return -1 if x.option < y.option else 1


cdef inline Level* new_level(State* s) noexcept nogil:
    """Add a level with the current state of the node; return NULL if memory runs out."""
    cdef Level* above = &s.levels[s.level] if s.level >= 0 else NULL
    cdef int64_t prices = above.prices + above.n_open if above != NULL else 0
    cdef int64_t first = above.end if above != NULL else 0
    cdef Level* levels
    cdef Price* kept
    cdef int32_t k
    if s.level + 1 >= s.n_levels:
        levels = <Level*> realloc(s.levels, (2 * s.n_levels + LEVELS) * sizeof(Level))  # limit: levels
        if levels == NULL:
            return NULL
        s.levels, s.n_levels = levels, 2 * s.n_levels + LEVELS
    if prices + s.n_open > s.n_kept:
        kept = <Price*> realloc(s.kept, 2 * (prices + s.n_open) * sizeof(Price))  # limit: prices kept
        if kept == NULL:
            return NULL
        s.kept, s.n_kept = kept, 2 * (prices + s.n_open)
    for k in range(s.n_open):
        s.kept[prices + k].item, s.kept[prices + k].price = s.open[k], s.price[s.open[k]]
    s.level += 1
    s.levels[s.level] = Level(first, first, first, prices, s.paid, s.n_live, s.n_open, s.n_needy, s.n_chosen, False)
    return &s.levels[s.level]


cdef inline bint take_branches(State* s, int64_t n) noexcept nogil:
    """Allocate n branches; return false if memory runs out."""
    cdef Branch* branches
    if n > s.n_branches:
        branches = <Branch*> realloc(s.branches, 2 * n * sizeof(Branch))
        if branches == NULL:
            return False
        s.branches, s.n_branches = branches, 2 * n
    return True


cdef inline bint branch(State* s, int32_t i) noexcept nogil:
    """Add a level with the options of item i, or all options if i is -1, the cheapest first; return false if memory
    runs out."""
    cdef Level* level = new_level(s)
    cdef int32_t p, n = s.size[i] if i >= 0 else s.n_live
    cdef const int32_t* options = &s.option_at[s.head[i]] if i >= 0 else s.live
    if level == NULL or not take_branches(s, level.first + n + 1):
        return False
    for p in range(n):
        s.branches[level.first + p] = Branch(s.reduced[options[p]], options[p])
    qsort(&s.branches[level.first], n, sizeof(Branch), by_bound)
    bound_branches(s, level, n)
    if i < 0:
        level.end += not s.solved  # no option is left for the soft items that needed one
        level.again = True
    elif not is_hard(s, i):
        level.end += 1  # the branch without further options
        level.again = True
    else:
        level.end -= s.need[i] - 1
        level.again = s.need[i] != 1 or s.room[i] != 1 or (s.soft and s.over[i] != HARD)
    s.count.guesses += level.end - level.first > 1
    s.work += s.n_open + n
    return True


cdef inline void bound_branches(State* s, Level* level, int32_t n) noexcept nogil:
    """Turn the reduced costs of branches into their bounds; each branch is without the options before it."""
    cdef int64_t bound = s.base + s.below, r
    cdef int32_t p
    for p in range(n):
        r = s.branches[level.first + p].bound
        s.branches[level.first + p].bound = bound + max(r, 0)
        bound -= min(r, 0)
    s.branches[level.first + n] = Branch(bound, NO_OPTION)
    level.end = level.first + n


cdef inline void skip_costly(State* s, Level* level) noexcept nogil:
    """Skip branches that reach the stop. The one without further options may cost less than those before it."""
    cdef Branch* last = &s.branches[level.end - 1]
    if last.option != NO_OPTION or last.bound >= s.stop:
        level.at = level.end
        return
    while level.at < level.end - 1:
        hide(s, s.branches[level.at].option)
        level.at += 1
    level.n_live = s.n_live


cdef inline int64_t least_left(State* s, Level* level) noexcept nogil:
    """Return the lowest bound of a level's untried branches; the stop if there are none."""
    if level.at == level.end:
        return s.stop
    return min(s.branches[level.at].bound, s.branches[level.end - 1].bound)


cdef inline int search(State* s, uint64_t node_stop, uint64_t work) noexcept nogil:
    """Continue until we find a solution that costs less than the stop (SOLUTION; `chosen` has it), exhaust the tree
    (DONE), or reach node_stop nodes or spend the work (PAUSED). The stop may fall between two calls."""
    cdef uint64_t work_stop = s.work + work
    cdef Level* level
    while s.work < work_stop:
        if s.phase == ENTER:
            if s.count.nodes >= node_stop:
                return PAUSED
            s.count.nodes += 1
            s.work += s.n_open + 1
            s.count.max_level = max(s.count.max_level, s.n_chosen - s.n_given)
            s.phase = NEXT
            s.solved = is_solved(s)
            if s.n_live > 0 if s.solved else not is_dead(s):
                compute_bound(s)
                s.phase = SWEEP
                s.sweeps = SWEEPS if s.level >= 0 else SWEEPS_AT_ROOT
            if s.solved:
                s.total = s.paid + shortfall(s)
                if s.total < s.stop:
                    s.count.solutions += 1
                    return SOLUTION
        elif s.phase == SWEEP:
            s.sweeps -= 1
            if not sweep(s, False):
                s.phase = NEXT
            elif s.sweeps == 0:
                s.phase = BRANCH
        elif s.phase == BRANCH:
            s.phase = NEXT
            if sweep(s, True):
                hide_costly(s)
                if not is_dead(s) and not branch(s, best_item(s)):
                    return FAILED
        elif s.level < 0:
            return DONE
        else:
            level = &s.levels[s.level]
            restore(s, level)
            if level.at < level.end and s.branches[level.at].bound >= s.stop:
                skip_costly(s, level)
            if level.at == level.end:
                s.level -= 1
            else:
                level.at += 1
                if s.branches[level.at - 1].option != NO_OPTION:
                    choose(s, s.branches[level.at - 1].option)
                s.phase = ENTER
    return PAUSED
