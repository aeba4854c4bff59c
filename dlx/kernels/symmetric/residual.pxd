"""The C interface of residual problems: what remains of a problem after some choices, and one more choice in it."""

from libc.stdint cimport int32_t, uint8_t

from cython cimport final

from .graph cimport Graph

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


@final
cdef class Room:
    cdef Residual r
    cdef list room

cdef void index_nodes(Residual* r) noexcept nogil
cdef void begin(Residual* r) noexcept nogil
cdef void kill(Residual* r, int32_t option) noexcept nogil
cdef void choose(Residual* r, int32_t option) noexcept nogil
cdef void settle(Residual* r) noexcept nogil
cdef void draw(Residual* r, Graph* g) noexcept nogil
