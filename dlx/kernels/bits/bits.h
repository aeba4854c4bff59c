/* SPDX-License-Identifier: MIT
   The C interface of the bit-parallel kernel: the tables of a problem, a search in them, the choice of machine code.

   A state of the search is a few words of bits. Choosing an option is one AND with its row.

       state   | open: a bit per primary item not yet covered | slots | live: a bit per option still possible        |
       row     | 0 where this option covers the item          | ...   | 0 where the other option clashes with this   |

   A problem with multiplicities has counters after `live`, to which an option adds; see bits/bounds.h.

   Slots, in problems of small items, hold the live options in another order: bit i of slot s is set while the s-th
   option of item i is live. A few additions of whole words then yield the sizes of all items (see bits/search.h).

   The search is written once, in bits/search.h, and compiled for several instruction sets (bits/sets.h); at run time
   we pick the best one that the processor has. The code is C with the vectors of gcc and clang; processors other
   than x86-64 get only the first set. */

#ifndef DLX_BITS_H
#define DLX_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "dlx/kernels/kernel.h"
#include "dlx/kernels/sets.h"

enum { DLX_MANY_ITEMS = 16 }; /* with more primary items, wide states call smallest_of_many() of bits/state.h */
enum { DLX_DONE = 0, DLX_SOLUTION = 1, DLX_PAUSED = 2 };

enum { /* the position of a search between two calls */
    DLX_START = 0,    /* nothing searched yet */
    DLX_FORCED = 1,   /* items with one option, those in `pending`, are to be covered */
    DLX_UP = 2,       /* the state is finished: continue with the next option of the last level */
    DLX_FINISHED = 3, /* nothing left to search */
    DLX_EXTEND = 4,   /* the state is a solution: find its extensions, too */
};

typedef struct { /* everything compiled once for a problem and shared by all its searches */
    uint64_t *rows;     /* option bit -> the part of a state that remains when it is chosen; `stride` words each */
    uint64_t *masks;    /* primary item -> its options, `words` words each */
    uint64_t *root;     /* the state with nothing chosen */
    int32_t *low;       /* primary item -> the first nonzero word of its mask */
    int32_t *high;      /* ... and the word after the last; the range is not empty */
    int32_t *option;    /* bit -> number of the option */
    int32_t *bit;       /* number of the option -> bit, -1 if it has no primary item and is never chosen */
    int32_t *starts;    /* bit -> the first of its nodes; one extra entry at the end */
    int32_t *nodes;     /* the primary items of each option, by bit */
    int32_t *ranks;     /* node -> number of its item's options with smaller bits: the slot that it is in */
    int32_t n_bits;     /* number of options that have a bit */
    int32_t n_primary;
    int32_t words;      /* words of `live`; from 8 on a multiple of 8 */
    int32_t item_words; /* words of `open`, and of each slot */
    int32_t slots;      /* 0: sizes are counted from the masks */
    int32_t head;       /* words of a state before `live` */
    int32_t ranged;     /* is an item's range of words small compared with `words`? */
    int32_t stride;     /* words of a state, the padding included */
    int32_t variant;    /* index of the search function made for these sizes */
    int32_t longest;    /* no solution has more options */
    /* The rest is for problems with multiplicities. There, the item n_primary means any option. */
    int32_t *least;     /* item -> options that it needs; NULL: the problem has no multiplicities */
    int32_t *most;      /* item -> options that it may have */
    int32_t *field;     /* item -> its counter: number of the 16-bit field in a state; of a field that stays 0, if none */
    int32_t *counted_starts; /* option bit -> the first of its items with counters; one extra entry at the end */
    int32_t *counted;   /* the items with counters of each option, by bit */
    int32_t *counted_items; /* the items with counters */
    int32_t n_counted;
    int32_t common;     /* the item with a counter that is in all options, the one with least room; -1 if there is none */
    int32_t extends;    /* may a solution have all options of another solution, and more? */
} dlx_tables;

typedef struct {
    uint64_t rest;  /* untried options of the item in the current word */
    int32_t word;   /* index of the word in `live` */
    int32_t item;   /* the item branched on */
    int32_t length; /* length of the trail before an option of this item is chosen */
} dlx_level;

typedef struct { /* one search */
    const dlx_tables *t;
    uint64_t *states;     /* one per level, as before the choice of the level's option; then the current one */
    dlx_level *levels;    /* the items branched on that have untried options */
    uint64_t *first;      /* the state at the start of the question, and room for one more */
    int32_t *trail;       /* the bits of the chosen options, the given ones first */
    int32_t *killer;      /* bit -> the item that died when the option was last chosen */
    uint64_t pending[8];  /* DLX_FORCED: items with one option that are not yet covered */
    int32_t item;         /* DLX_FORCED, where sizes are counted: the one such item */
    int32_t level;        /* levels in use */
    int32_t length;       /* number of options on the trail */
    int32_t base;         /* number of given options among them */
    int32_t phase;
    dlx_counters count;   /* updates are reads of one item's size, or of all sizes at once */
} dlx_bits;

/* --- the variants --------------------------------------------------------------------------------------------------

   (words of live, words of open, slots), each with a search function compiled for it; layout.py has the same order.
   0 words: any number, a multiple of 8 for live. Without slots, sizes are counted. The number of slots is fixed, too:
   with a number read from the tables, Sudoku takes 1.15 times the time, 4x4 Latin squares 1.3, dominoes 6x6 1.4. */

#define DLX_SMALL_VARIANTS(F)                                                                                   \
    F(1, 1, 0) F(1, 2, 0) F(1, 0, 0) F(2, 1, 0) F(2, 2, 0) F(2, 0, 0) F(3, 1, 0) F(3, 2, 0) F(3, 0, 0)          \
    F(4, 1, 0) F(4, 2, 0) F(4, 0, 0) F(6, 1, 0) F(6, 2, 0) F(6, 0, 0)                                           \
    F(4, 1, 3) F(4, 1, 4) F(4, 1, 6) F(4, 1, 8) F(4, 1, 12) F(4, 1, 16) F(4, 1, 24)                             \
    F(4, 2, 3) F(4, 2, 4) F(4, 2, 6) F(4, 2, 8) F(4, 2, 12) F(4, 2, 16) F(4, 2, 24)                             \
    F(6, 3, 4) F(6, 3, 6) F(6, 3, 8) F(6, 3, 12) F(6, 3, 16) F(6, 3, 24)                                        \
    F(8, 4, 4) F(8, 4, 6) F(8, 4, 8) F(8, 4, 12) F(8, 4, 16) F(8, 4, 24)
#define DLX_WIDE_VARIANTS(F)                                                                                    \
    F(8, 1, 0) F(8, 2, 0) F(8, 0, 0) F(16, 1, 0) F(16, 2, 0) F(24, 1, 0) F(24, 2, 0) F(32, 1, 0) F(32, 2, 0)    \
    F(40, 1, 0) F(40, 2, 0) F(0, 1, 0) F(0, 2, 0) F(0, 0, 0) F(16, 8, 4) F(16, 8, 9) F(16, 8, 16) F(16, 8, 25)

/* (words of live, words of open) for problems with multiplicities, whose sizes are always counted */
#define DLX_BOUNDED_VARIANTS(F) F(1, 1) F(2, 1) F(4, 1) F(4, 0) F(8, 0) F(0, 0)

#define DLX_GLUE2(a, b) a##_##b
#define DLX_GLUE(a, b) DLX_GLUE2(a, b)
#define DLX_NAME(name) DLX_GLUE(name, DLX_SET)

#endif
