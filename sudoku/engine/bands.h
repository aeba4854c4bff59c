/* SPDX-License-Identifier: MIT
   The 9x9 board as 27 words: for each digit and each band (three rows), a bit for each cell that may hold the digit.
   Included once for each instruction set; see bands_sets.h.

       bit 9 * row + 3 * box + cell     0  1  2 | 3  4  5 | 6  7  8       a *triad*: the three cells that a row or
                                        9 10 11 |12 13 14 |15 16 17       a column shares with a box
                                       18 19 20 |21 22 23 |24 25 26

       vector k     bands 0, 1, 2 of digit 2k, a spare word; bands 0, 1, 2 of digit 2k + 1, a spare word

   The bits of spare words are set in all digits, so no rule ever changes one. The tenth digit has no other bits.

   A sweep applies to all digits at once:

       rows      Of a digit, the three rows of a band lie in three different boxes. There are six ways; a triad stays if
                 it is part of a way whose triads all have a candidate. This covers hidden singles in rows and boxes and
                 both kinds of locked candidates.
       columns   the same for the three columns of a stack and their bands
       cells     a cell with one candidate needs its triads; a digit whose triads in a box are both the last ones
                 excludes the others from the cell where they cross

   Three vectors of triads fit into one, because a word has 27 cells and 9 triads. With AVX2 a sweep takes 50 ns.

   The ideas that we started from: a board in vectors of candidates and triads, after which a search of 65 guesses does
   what others do in hundreds (tdoku); words of a digit and a band (fsss2, JCZSolve). */

enum {
    BANDS(vectors) = 5, /* two digits each */
    BANDS(cells) = 0x7ffffff,
    BANDS(first) = 0x1249249, /* of three adjacent cells */
    BANDS(row) = 0x1ff,
};

typedef struct { BANDS(vector) x[BANDS(vectors)]; } BANDS(board);

/* Move the triads of the rows below, or the boxes to the right, to this row and box; cyclic. `below` leaves bits 27 to
   31 undefined. */
BANDS_INLINE BANDS(vector) BANDS(below1)(BANDS(vector) t) { return t >> 9 | t << 18; }
BANDS_INLINE BANDS(vector) BANDS(below2)(BANDS(vector) t) { return t >> 18 | t << 9; }
BANDS_INLINE BANDS(vector) BANDS(right1)(BANDS(vector) t) { return (t >> 3 & 0xfc7e3f) | (t << 6 & 0x70381c0); }
BANDS_INLINE BANDS(vector) BANDS(right2)(BANDS(vector) t) { return (t >> 6 & 0x1c0e07) | (t << 3 & 0x7e3f1f8); }

/* Move the triads of the next columns of a box to this column; cyclic. */
BANDS_INLINE BANDS(vector) BANDS(column1)(BANDS(vector) t) {
    return (t >> 1 & 3 * BANDS(first)) | (t << 2 & 4 * BANDS(first));
}
BANDS_INLINE BANDS(vector) BANDS(column2)(BANDS(vector) t) {
    return (t >> 2 & BANDS(first)) | (t << 1 & 6 * BANDS(first));
}

/* From cells to the triads that have any, and from triads to their cells. */
BANDS_INLINE BANDS(vector) BANDS(row_triads)(BANDS(vector) x) { return (x | x >> 1 | x >> 2) & BANDS(first); }
BANDS_INLINE BANDS(vector) BANDS(column_triads)(BANDS(vector) x) { return (x | x >> 9 | x >> 18) & BANDS(row); }
BANDS_INLINE BANDS(vector) BANDS(row_cells)(BANDS(vector) t) { return (t << 3) - t; }
BANDS_INLINE BANDS(vector) BANDS(column_cells)(BANDS(vector) t) { return t | t << 9 | t << 18; }

/* Of row triads, those that are part of a way; `needed` ones are part of all ways. `last`: no other one of the box. */
BANDS_INLINE BANDS(vector) BANDS(rows)(BANDS(vector) t, BANDS(vector) needed, BANDS(vector) *last) {
    t &= ~(BANDS(below1)(needed) | BANDS(below2)(needed));
    BANDS(vector) a = BANDS(right1)(t), b = BANDS(right2)(t);
    t &= (BANDS(below1)(a) & BANDS(below2)(b)) | (BANDS(below1)(b) & BANDS(below2)(a));
    *last = t & ~(BANDS(below1)(t) | BANDS(below2)(t));
    return t;
}

BANDS_INLINE BANDS(vector) BANDS(columns)(BANDS(vector) t, BANDS(vector) needed, BANDS(vector) *last) {
    t &= ~(BANDS(column1)(needed) | BANDS(column2)(needed));
    BANDS(vector) a = BANDS(column1)(t), b = BANDS(column2)(t);
    t &= (BANDS(band1)(a) & BANDS(band2)(b)) | (BANDS(band1)(b) & BANDS(band2)(a));
    *last = t & ~(BANDS(column1)(t) | BANDS(column2)(t));
    return t;
}

/* The vectors of triads: number, and place in the word. */
#define BANDS_PACK(k) ((k) / 3)
#define BANDS_AT(k) ((k) % 3)

typedef enum { BANDS(dead), BANDS(open), BANDS(solved) } BANDS(outcome);

/* Sweep until nothing changes: the board is then `open`. It is `dead` if a cell or a digit in a band has no place, or a
   cell holds two digits. It is `solved` as soon as each cell holds a digit, since a digit's triads agree then; `x` is
   the solution. */
BANDS_INLINE BANDS(outcome) BANDS(sweep)(BANDS(board) *board) {
    const BANDS(vector) none = {0}, full = {BANDS(cells), BANDS(cells), BANDS(cells), 0,
                                            BANDS(cells), BANDS(cells), BANDS(cells), 0};
    const BANDS(vector) tenth = {0, 0, 0, 0, 1, 1, 1, 1};
    BANDS(vector) x[BANDS(vectors)], bad = none, changed = full;
    DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) x[k] = board->x[k];
    for (;;) {
        BANDS(vector) any = none, two = none;
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) two |= any & x[k], any |= x[k];
        BANDS(vector) others = BANDS(halves)(any);
        two |= BANDS(halves)(two) | (any & others);
        if (!BANDS(zero)(bad | ((any | others) ^ BANDS(cells)))) return BANDS(dead);
        if (BANDS(zero)(changed)) {
            DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) board->x[k] = x[k];
            return BANDS(open);
        }

        BANDS(vector) rows[2] = {none, none}, columns[2] = {none, none}; /* triads with a candidate */
        BANDS(vector) rows_needed[2] = {none, none}, columns_needed[2] = {none, none};
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            BANDS(vector) known = x[k] & ~two;
            rows[BANDS_PACK(k)] |= BANDS(row_triads)(x[k]) << BANDS_AT(k);
            rows_needed[BANDS_PACK(k)] |= BANDS(row_triads)(known) << BANDS_AT(k);
            columns_needed[BANDS_PACK(k)] |= BANDS(column_triads)(known) << 9 * BANDS_AT(k);
        }
        BANDS(vector) rows_last[2], columns_last[2];
        DLX_UNROLL(9) for (int p = 0; p < 2; p++) rows[p] = BANDS(rows)(rows[p], rows_needed[p], &rows_last[p]);
        BANDS(vector) kept[BANDS(vectors)];
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            kept[k] = x[k] & BANDS(row_cells)(rows[BANDS_PACK(k)] >> BANDS_AT(k) & BANDS(first));
            columns[BANDS_PACK(k)] |= BANDS(column_triads)(kept[k]) << 9 * BANDS_AT(k);
        }
        DLX_UNROLL(9) for (int p = 0; p < 2; p++)
            columns[p] = BANDS(columns)(columns[p], columns_needed[p], &columns_last[p]);

        BANDS(vector) placed[BANDS(vectors)], held = none, twice = none; /* held: the cells of placed digits */
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            kept[k] &= BANDS(column_cells)(columns[BANDS_PACK(k)] >> 9 * BANDS_AT(k) & BANDS(row));
            placed[k] = kept[k] & BANDS(row_cells)(rows_last[BANDS_PACK(k)] >> BANDS_AT(k) & BANDS(first)) &
                        BANDS(column_cells)(columns_last[BANDS_PACK(k)] >> 9 * BANDS_AT(k) & BANDS(row));
            twice |= held & placed[k];
            held |= placed[k];
        }
        others = BANDS(halves)(held);
        bad = twice | (held & others);
        held |= others;
        changed = none;
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            kept[k] &= ~held | placed[k];
            changed |= x[k] ^ kept[k];
            BANDS(vector) present = kept[k];
            if (k == BANDS(vectors) - 1) present |= tenth;
            bad |= (BANDS(vector))(present == 0);
            x[k] = kept[k];
        }
        if (BANDS(zero)(held ^ full)) {
            if (!BANDS(zero)(bad)) return BANDS(dead);
            DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) board->x[k] = placed[k];
            return BANDS(solved);
        }
    }
}
