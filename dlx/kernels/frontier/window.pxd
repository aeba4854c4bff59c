"""The C interface of stages and windows."""

from libc.stdint cimport int32_t, uint8_t

cdef enum:
    NONE = -1
    UNSHARED = -1  # the color of a use that excludes all others
    FREE = 0  # kinds of items: nothing to remember,
    COVERED = 1  # exactly one option,
    COUNTED = 2  # another number of options,
    COLORED = 3  # a color


cdef struct Sketch:
    # the caller's: option k has the items entries[starts[k] : starts[k + 1]], with these colors
    int32_t n_items, n_primary, n_options
    const int32_t* starts
    const int32_t* entries
    const int32_t* colors  # entry -> color, from 1; 0: its item has none; UNSHARED: this use excludes all others
    const int32_t* n_colors  # item -> its colors, an unshared use counted as one more; 0 if it has none
    # items
    uint8_t* kind
    int32_t* low
    int32_t* high  # no more than its options
    int32_t* place  # primary item -> its place in the order
    int32_t* first  # item -> the first stage that has it in an option
    int32_t* last
    int32_t* shift  # item -> lowest bit of its field; NONE without a field
    int32_t* width  # ... and how many bits
    uint8_t* forgotten  # is the value of its field unknown after its last stage?
    int32_t* entry  # item -> its entry in the option that is drawn, or NONE
    # stages
    int32_t n_stages
    int32_t* stage  # option -> the stage that decides it, or NONE
    int32_t* own  # stage -> the item that it covers, or NONE
    int32_t* option_starts  # stage -> its first place in `options`
    int32_t* options
    int32_t* first_starting  # stage -> an item whose first stage it is, or NONE
    int32_t* next_starting  # item -> another one
    int32_t* first_ending
    int32_t* next_ending


cdef void count_uses(Sketch* s, int32_t* uses, const uint8_t* usable) noexcept
cdef bint can_be_chosen(const Sketch* s, int32_t option) noexcept
cdef bint classify(Sketch* s, const int32_t* uses) noexcept
cdef void make_stages(Sketch* s, const int32_t* order, const uint8_t* usable, int32_t* first, int32_t* chain) noexcept
cdef void find_lives(Sketch* s) noexcept
cdef int32_t field_width(const Sketch* s, int32_t i) noexcept
cdef int32_t allot(Sketch* s, uint8_t* used, double* open) noexcept


cdef inline bint has_field(const Sketch* s, int32_t i) noexcept:
    """Return whether something about an item must be remembered between two stages."""
    return s.first[i] < s.last[i]
