"""What remains of a problem after some choices: a smaller problem, drawn as a graph without names.

    node        an item with what it needs and may have     exactly one: 1, 1    secondary: 0, 1    two or three: 2, 3
    color       a node below its item                       one option or one color of the item, not both
    option      the nodes that it still has

    items a b c, option a b chosen                          a and b are complete, and the options with them are gone
    item with one option left                               that option is forced
    secondary item with one option left                     constrains nothing: it is no node any more
    item with a color given to it                           likewise, and options with other colors are gone
    option without nodes                                    free: the count doubles

So two sets of choices that leave the same graph leave the same number of solutions.
"""

from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memcpy, memset

from .graph cimport NONE, Graph

cdef enum:
    COLORED = 0  # kinds of vertices: an item with colors,
    COLOR = 1  # a color,
    PLAIN = 2  # PLAIN + need * MOST_BOUND + spare: another item,
    OPTION = 2147483647
    MOST_BOUND = 32768


cdef struct Residual:
    # what remains: nodes are items, and the colors of items
    int32_t n_nodes, n_options
    int32_t* low  # node -> how many options it still needs
    int32_t* high  # node -> how many it may have
    int32_t* parent  # node -> the item whose color it is, or NONE
    int32_t* starts  # option -> its first entry
    int32_t* entries  # nodes
    int32_t* node_starts  # node -> its first option
    int32_t* node_options
    int32_t* first_color  # item -> one of its colors, or NONE
    int32_t* next_color  # color -> another one of its item, or NONE
    # after a choice
    int32_t* need
    int32_t* spare  # node -> how many options it may still have
    int32_t* live  # node -> options that can still be chosen
    uint8_t* gone  # node -> is it complete?
    uint8_t* alive  # option -> can it still be chosen?
    uint8_t* chosen  # option -> is it?
    int32_t* forced  # nodes that need all their live options
    int32_t n_forced
    bint dead
    # the child: what remains then
    int32_t* kept  # vertex of its graph -> node
    int32_t* vertex  # node -> vertex
    int32_t n_free  # options that nothing constrains any more


cdef inline void index_nodes(Residual* r) noexcept nogil:
    """Fill the lists of each node's options and colors."""
    cdef int32_t o, e, v
    memset(r.node_starts, 0, (r.n_nodes + 2) * sizeof(int32_t))
    for v in range(r.n_nodes):
        r.first_color[v] = NONE
    for e in range(r.starts[r.n_options]):
        r.node_starts[r.entries[e] + 2] += 1
    for v in range(r.n_nodes):
        r.node_starts[v + 2] += r.node_starts[v + 1]
        if r.parent[v] != NONE:
            r.next_color[v], r.first_color[r.parent[v]] = r.first_color[r.parent[v]], v
    for o in range(r.n_options):
        for e in range(r.starts[o], r.starts[o + 1]):
            v = r.entries[e]
            r.node_options[r.node_starts[v + 1]] = o
            r.node_starts[v + 1] += 1


cdef inline void begin(Residual* r) noexcept nogil:
    """Undo all choices."""
    cdef int32_t v
    memcpy(r.need, r.low, r.n_nodes * sizeof(int32_t))
    memcpy(r.spare, r.high, r.n_nodes * sizeof(int32_t))
    memset(r.gone, 0, r.n_nodes)
    memset(r.alive, 1, r.n_options)
    memset(r.chosen, 0, r.n_options)
    r.n_forced = 0
    r.dead = False
    for v in range(r.n_nodes):
        r.live[v] = r.node_starts[v + 1] - r.node_starts[v]
        watch(r, v)


cdef inline void watch(Residual* r, int32_t v) noexcept nogil:
    """See whether a node lacks options or needs all that are left."""
    if r.live[v] < r.need[v]:
        r.dead = True
    elif r.live[v] == r.need[v] and r.need[v] > 0:
        r.forced[r.n_forced] = v  # at most once for each value of its need
        r.n_forced += 1


cdef inline void kill(Residual* r, int32_t option) noexcept nogil:
    """Exclude an option."""
    cdef int32_t e, v
    r.alive[option] = False
    for e in range(r.starts[option], r.starts[option + 1]):
        v = r.entries[e]
        if not r.gone[v]:
            r.live[v] -= 1
            watch(r, v)


cdef inline void kill_all(Residual* r, int32_t node) noexcept nogil:
    cdef int32_t k
    for k in range(r.node_starts[node], r.node_starts[node + 1]):
        if r.alive[r.node_options[k]]:
            kill(r, r.node_options[k])


cdef inline void close(Residual* r, int32_t item, int32_t color) noexcept nogil:
    """Complete an item, with a color or with NONE; exclude what contradicts."""
    cdef int32_t v = r.first_color[item]
    r.gone[item] = True
    while v != NONE:
        r.gone[v] = True
        v = r.next_color[v]
    v = r.first_color[item]
    while v != NONE:
        if v != color:
            kill_all(r, v)
        v = r.next_color[v]
    kill_all(r, item)


cdef inline void choose(Residual* r, int32_t option) noexcept nogil:
    """Choose an option; exclude the options that contradict it."""
    cdef int32_t e, v
    r.alive[option], r.chosen[option] = False, True
    for e in range(r.starts[option], r.starts[option + 1]):
        v = r.entries[e]
        if r.gone[v]:
            continue
        r.live[v] -= 1
        if r.parent[v] != NONE:
            close(r, r.parent[v], v)
            continue
        r.need[v] = max(r.need[v] - 1, 0)
        r.spare[v] -= 1
        if r.spare[v] == 0:
            close(r, v, NONE)
        else:
            watch(r, v)


cdef inline void settle(Residual* r) noexcept nogil:
    """Choose the options that are forced."""
    cdef int32_t v, k
    while r.n_forced and not r.dead:
        r.n_forced -= 1
        v = r.forced[r.n_forced]
        if r.gone[v] or r.need[v] == 0 or r.live[v] != r.need[v]:
            continue
        for k in range(r.node_starts[v], r.node_starts[v + 1]):
            if r.alive[r.node_options[k]] and not r.dead:
                choose(r, r.node_options[k])


# --- the graph of what remains


cdef inline int32_t kind_of(Residual* r, Graph* g, int32_t v) noexcept nogil:
    """Return the kind of a node's vertex, or NONE if the node constrains nothing. Items come before their colors."""
    cdef int32_t k, colors = 0
    if r.gone[v] or (r.live[v] == 0 and r.first_color[v] == NONE):
        return NONE
    if r.parent[v] != NONE:
        k = r.vertex[r.parent[v]]
        return COLOR if k != NONE and g.kinds[k] == COLORED else NONE
    k = r.first_color[v]
    while k != NONE:
        colors += r.live[k] > 0
        k = r.next_color[k]
    if colors > 1 or (colors and r.live[v]):
        return COLORED
    if r.need[v] == 0 and r.spare[v] >= r.live[v]:
        return NONE
    return PLAIN + r.need[v] * MOST_BOUND + min(r.spare[v], r.live[v])


cdef inline void draw(Residual* r, Graph* g) noexcept nogil:
    """Draw the graph of what remains. Vertices of options follow in their order; ``kept`` has their numbers too."""
    cdef int32_t v, e, o, k, kind
    g.n_named = r.n_free = 0
    for v in range(r.n_nodes):
        kind = kind_of(r, g, v)
        r.vertex[v] = NONE
        if kind != NONE:
            g.kinds[g.n_named], r.kept[g.n_named], r.vertex[v] = kind, v, g.n_named
            g.n_named += 1
    g.n = g.n_named
    memset(g.starts, 0, (g.n_named + 2) * sizeof(int32_t))
    for k in range(g.n_named):
        if g.kinds[k] == COLOR:
            g.starts[k + 2] += 1
            g.starts[r.vertex[r.parent[r.kept[k]]] + 2] += 1
    for o in range(r.n_options):
        if r.alive[o]:
            e = r.starts[o]
            while e < r.starts[o + 1] and r.vertex[r.entries[e]] == NONE:
                e += 1
            if e == r.starts[o + 1]:
                r.n_free += 1
                continue
            g.kinds[g.n], r.kept[g.n] = OPTION, o
            g.n += 1
            for e in range(e, r.starts[o + 1]):
                if r.vertex[r.entries[e]] != NONE:
                    g.starts[r.vertex[r.entries[e]] + 2] += 1
    link(r, g)


cdef inline void link(Residual* r, Graph* g) noexcept nogil:
    """Fill the lists of neighbors; starts[v + 2] holds the number of neighbors of a named vertex."""
    cdef int32_t k, e, v, o, parent, at
    for k in range(g.n_named):
        g.starts[k + 2] += g.starts[k + 1]
    for k in range(g.n_named):
        if g.kinds[k] == COLOR:
            parent = r.vertex[r.parent[r.kept[k]]]
            g.neighbors[g.starts[k + 1]], g.neighbors[g.starts[parent + 1]] = parent, k
            g.starts[k + 1] += 1
            g.starts[parent + 1] += 1
    at = g.starts[g.n_named + 1]
    for k in range(g.n_named, g.n):
        o = r.kept[k]
        for e in range(r.starts[o], r.starts[o + 1]):
            v = r.vertex[r.entries[e]]
            if v != NONE:
                g.neighbors[g.starts[v + 1]] = k
                g.starts[v + 1] += 1
                g.neighbors[at] = v
                at += 1
        g.starts[k + 1] = at
