/* SPDX-License-Identifier: MIT
   The consequences of different digits in n cells that need all of n digits.

       1 2 .  1 2 .  1 2 3      A way to give each cell its digit is a matching. From each digit we draw an arrow to the
       cell a cell b cell c     other candidates of its cell. A candidate is part of some matching if its arrow stays
                                in one strongly connected component: 1 and 2 form one here, so c is 3.
       1 <-> 2      3 -> 1, 2

   Naked and hidden subsets of all sizes are special cases. After J.-C. Regin, "A filtering algorithm for constraints of
   difference in CSPs" (1994); the components after R. Tarjan (1972), with sets of digits as machine words. */
#ifndef SUDOKU_DIFFERENT_H
#define SUDOKU_DIFFERENT_H

#include <stdint.h>

enum { MOST_DIFFERENT = 64 };

typedef struct {
    int n;
    const uint64_t *digits;              /* cell -> candidates */
    uint64_t seen;                       /* digits visited by the search for a place, or by that for components */
    int cell_of[MOST_DIFFERENT];         /* digit -> its cell in the matching, -1 without one */
    int order[MOST_DIFFERENT];           /* digit -> its number among the digits seen, from 1 */
    int number;                          /* of the digits seen */
    uint64_t open;                       /* digits seen that belong to no component yet */
    uint64_t component[MOST_DIFFERENT];  /* digit -> the digits of its component */
} Different;

/* Give a cell a digit, perhaps from another cell, which takes another one; return 0 if there is no way. */
static int different_place(Different *d, int cell, uint8_t *mate) {
    uint64_t left = d->digits[cell] & ~d->seen;
    for (; left; left &= d->digits[cell] & ~d->seen) {
        int digit = __builtin_ctzll(left);
        d->seen |= (uint64_t)1 << digit;
        if (d->cell_of[digit] < 0 || different_place(d, d->cell_of[digit], mate)) {
            d->cell_of[digit] = cell;
            mate[cell] = (uint8_t)digit;
            return 1;
        }
    }
    return 0;
}

/* Find the components that a digit leads to; return the smallest number of an open digit among them. */
static int different_visit(Different *d, int digit) {
    uint64_t own = (uint64_t)1 << digit, arrows = d->digits[d->cell_of[digit]], before = d->open, left;
    int lowest = d->order[digit] = ++d->number;
    d->seen |= own;
    d->open |= own;
    for (left = arrows & ~d->seen; left; left = arrows & ~d->seen) {
        int other = different_visit(d, __builtin_ctzll(left));
        lowest = other < lowest ? other : lowest;
    }
    for (left = arrows & d->open; left; left &= left - 1) {
        int other = d->order[__builtin_ctzll(left)];
        lowest = other < lowest ? other : lowest;
    }
    if (lowest == d->order[digit]) {
        uint64_t component = d->open & ~before;
        for (left = component; left; left &= left - 1)
            d->component[__builtin_ctzll(left)] = component;
        d->open = before;
    }
    return lowest;
}

/* Drop the candidates that are part of no matching; return 0 if there is none. `mate` holds a digit for each cell, any
   one at first and then that of the last matching, which shortens the search for the next one. */
static int keep_different(int n, uint64_t *digits, uint8_t *mate) {
    Different d = {n, digits};
    uint64_t taken = 0, waiting = 0;
    for (int digit = 0; digit < MOST_DIFFERENT; digit++)
        d.cell_of[digit] = -1;
    for (int k = 0; k < n; k++) {
        uint64_t own = (uint64_t)1 << mate[k];
        if (digits[k] & own & ~taken) {
            taken |= own;
            d.cell_of[mate[k]] = k;
        } else
            waiting |= (uint64_t)1 << k;
    }
    for (; waiting; waiting &= waiting - 1) {
        d.seen = 0;
        if (!different_place(&d, __builtin_ctzll(waiting), mate))
            return 0;
    }
    d.seen = 0;
    for (int k = 0; k < n; k++)
        if (digits[k] & (digits[k] - 1) && !(d.seen >> mate[k] & 1))
            different_visit(&d, mate[k]);
    for (int k = 0; k < n; k++)
        if (digits[k] & (digits[k] - 1))
            digits[k] &= d.component[mate[k]];
    return 1;
}

#endif
