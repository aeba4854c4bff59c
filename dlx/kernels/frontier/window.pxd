"""Stages of a count by layers, and the window of a key: which option is decided when, and which bits remember what.

An option is decided at the stage of its first item, in the order of the plan. An item has a field of bits in the key
from the first stage that may settle something about it to the last one; then other items use these bits, as registers
do.

    dominoes 2x3, by columns     stage of   1     2     3     4     5     6
      1 3 5                      bit 0      . 2 2 2 2 5 5 5 5 5 5      covered in advance, or not?
      2 4 6                      bit 1      . 3 3 3 3 3 . 6 6 6 6
                                 bit 2      . . . 4 4 4 4 4 .

A stage covers an item that must be covered once: by one of its options, or not at all if its bit is set. Options
without such an item have a stage each, take it or leave it.
"""

from libc.math cimport log2
from libc.stdint cimport int32_t, uint8_t
from libc.string cimport memset, strlen

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


cdef inline bint has_field(const Sketch* s, int32_t i) noexcept:
    """Return whether something about an item must be remembered between two stages."""
    return s.first[i] < s.last[i]


# --- what items need, and when options are decided


cdef inline void count_uses(Sketch* s, int32_t* uses, const uint8_t* usable) noexcept:
    cdef int32_t k, e
    for k in range(s.n_options):
        for e in range(s.starts[k], s.starts[k + 1] if usable[k] else s.starts[k]):
            uses[s.entries[e]] += 1


cdef inline bint can_be_chosen(const Sketch* s, int32_t option) noexcept:
    """Return whether an option has a primary item, and none that may not be chosen."""
    cdef int32_t e
    cdef bint primary = False
    for e in range(s.starts[option], s.starts[option + 1]):
        if s.high[s.entries[e]] < 1:
            return False
        primary |= s.entries[e] < s.n_primary
    return primary


cdef inline bint classify(Sketch* s, const int32_t* uses) noexcept:
    """Find the kinds of the items; return false if one needs more options than it has."""
    cdef int32_t i
    for i in range(s.n_items):
        if s.n_colors[i]:
            s.kind[i] = COLORED if s.n_colors[i] > 1 else FREE
            continue
        s.low[i], s.high[i] = max(s.low[i], 0), min(s.high[i], uses[i])
        if s.low[i] > s.high[i]:
            return False
        if s.low[i] == 0 and s.high[i] == uses[i]:
            s.kind[i] = FREE
        else:
            s.kind[i] = COVERED if s.low[i] == 1 and s.high[i] == 1 and i < s.n_primary else COUNTED
    return True


cdef inline int32_t deciding(const Sketch* s, int32_t option) noexcept:
    """Return the item at whose place an option is decided: the first that is covered, else the first primary one."""
    cdef int32_t e, i, best = NONE
    for e in range(s.starts[option], s.starts[option + 1]):
        i = s.entries[e]
        if i < s.n_primary and (best == NONE or (
            s.place[i] < s.place[best] if (s.kind[i] == COVERED) == (s.kind[best] == COVERED) else s.kind[i] == COVERED
        )):
            best = i
    return best


cdef inline void make_stages(Sketch* s, const int32_t* order, const uint8_t* usable, int32_t* first,
                             int32_t* chain) noexcept:
    """Number the stages; `first` and `chain` list the options of each item that decides some."""
    cdef int32_t k, p, item, n = 0
    for k in range(s.n_options - 1, -1, -1):
        if usable[k]:
            item = deciding(s, k)
            chain[k], first[item] = first[item], k
    s.n_stages = 0
    for p in range(s.n_primary):
        item = order[p]
        k = first[item]
        while k != NONE:
            s.own[s.n_stages] = item if s.kind[item] == COVERED else NONE
            s.option_starts[s.n_stages] = n
            while k != NONE:
                s.options[n], s.stage[k] = k, s.n_stages
                n += 1
                k = chain[k]
                if s.kind[item] != COVERED:
                    break
            s.n_stages += 1
    s.option_starts[s.n_stages] = n


cdef inline void find_lives(Sketch* s) noexcept:
    """Find the first and the last stage of each item, and list the items by both."""
    cdef int32_t t, k, e, i
    for t in range(s.n_stages):
        for k in range(s.option_starts[t], s.option_starts[t + 1]):
            for e in range(s.starts[s.options[k]], s.starts[s.options[k] + 1]):
                i = s.entries[e]
                if s.first[i] == NONE:
                    s.first[i] = t
                s.last[i] = t
    for i in range(s.n_items - 1, -1, -1):
        t = s.first[i]
        if t != NONE and s.kind[i] != FREE:
            s.next_starting[i], s.first_starting[t] = s.first_starting[t], i
            t = s.last[i]
            s.next_ending[i], s.first_ending[t] = s.first_ending[t], i


# --- the window


cdef inline int32_t bits_of(int32_t n) noexcept:
    """Return the number of bits that n needs."""
    cdef int32_t bits = 0
    while n >> bits:
        bits += 1
    return bits


cdef inline int32_t field_width(const Sketch* s, int32_t i) noexcept:
    return bits_of(s.n_colors[i]) if s.kind[i] == COLORED else bits_of(s.high[i] - 1) + 1


cdef inline double values(const Sketch* s, int32_t i) noexcept:
    """Return log2 of the number of values of a field."""
    return log2(1.0 + (s.n_colors[i] if s.kind[i] == COLORED else s.high[i]))


cdef inline int32_t free_place(uint8_t* used, int32_t width) noexcept:
    """Take the first ``width`` free bits next to each other."""
    cdef int32_t p = 0, n = 0
    while n < width:
        if used[p]:
            n, p = 0, p + <int32_t> strlen(<char*> used + p)  # at the next 0; byte by byte, 60,000 bits took 0.9 s
        n += 1
        p += 1
    memset(used + p - width, 1, width)
    return p - width


cdef inline int32_t allot(Sketch* s, uint8_t* used, double* open) noexcept:
    """Give each item its bits; return the bits of the window."""
    cdef int32_t t, i, n_bits = 0
    cdef double states = 0
    for t in range(s.n_stages):
        i = s.first_starting[t]
        while i != NONE:
            if has_field(s, i):
                s.width[i] = field_width(s, i)
                s.shift[i] = free_place(used, s.width[i])
                n_bits = max(n_bits, s.shift[i] + s.width[i])
                states += values(s, i)
            i = s.next_starting[i]
        i = s.first_ending[t]
        while i != NONE:
            if has_field(s, i):
                memset(used + s.shift[i], 0, s.width[i])
                states -= values(s, i)
            i = s.next_ending[i]
        open[t] = states
    return n_bits
