/* SPDX-License-Identifier: MIT
   Rows of words: sets of numbers without a bound, such as the nodes of a graph. */

#ifndef SUDOKU_ROWS_H
#define SUDOKU_ROWS_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t word;

static inline void set_bit(word *row, int k) { row[k >> 6] |= (word)1 << (k & 63); }
static inline bool bit_of(const word *row, int k) { return row[k >> 6] >> (k & 63) & 1; }

static inline bool merge(word *row, const word *other, int words) {
    word any = 0;
    for (int k = 0; k < words; k++) any |= row[k] |= other[k];
    return any != 0;
}

static inline bool meet(const word *row, const word *other, int words) {
    for (int k = 0; k < words; k++)
        if (row[k] & other[k]) return true;
    return false;
}

#define EACH_NODE(k, row, words) \
    for (int k##_word = 0; k##_word < (words); k##_word++) \
        for (word k##_rest = (row)[k##_word]; \
             k##_rest && ((k = 64 * k##_word + __builtin_ctzll(k##_rest)), true); k##_rest &= k##_rest - 1)

#endif
