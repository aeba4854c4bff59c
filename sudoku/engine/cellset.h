/* SPDX-License-Identifier: MIT
   A set of cells: bit c of an integer stands for cell c. It has 128 bits, or 64 on processors without such integers. */
#ifndef SUDOKU_CELLSET_H
#define SUDOKU_CELLSET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 cellset;
#else
typedef uint64_t cellset;
#endif

static inline uint64_t high_word(cellset set) { return (uint64_t)(set >> 32 >> 32); }

static inline int lowest(cellset set) {
    uint64_t low = (uint64_t)set;
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high_word(set));
}

static inline int size_of(cellset set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll(high_word(set));
}

static inline bool several(cellset set) { return (set & (set - 1)) != 0; }
static inline cellset one_cell(int cell) { return (cellset)1 << cell; }
static inline bool has(cellset set, int cell) { return set >> cell & 1; }

/* Visit each cell c of a set, ascending. */
#define EACH_CELL(c, set) \
    for (cellset c##_rest = (set); c##_rest && ((c = lowest(c##_rest)), true); c##_rest &= c##_rest - 1)

#endif
