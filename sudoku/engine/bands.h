/* SPDX-License-Identifier: MIT
   The 9x9 board as 27 words: for each digit and each band (three rows), a bit for each cell that may hold the digit.
   Included once for each instruction set; see bands_sets.h.

       bit 10 * box + 3 * row + column      0  1  2 | 10 11 12 | 20 21 22      a *triad*: the three cells that a row or
                                            3  4  5 | 13 14 15 | 23 24 25      a column shares with a box
                                            6  7  8 | 16 17 18 | 26 27 28

       vector k     bands 0, 1, 2 of digit 2k, a spare word; bands 0, 1, 2 of digit 2k + 1, a spare word

   The cells of spare words are set in all digits, so no rule ever changes one. The tenth digit has no other bits. Bits 9,
   19 and 29 take the carry of a sum that tells whether a box has any cell.

   A sweep applies four rules to all digits at once:

       cells     a cell with a single candidate excludes the digit from the rest of its box
       rows      Of a digit, the three rows of a band lie in three different boxes. There are six ways; a triad stays if
                 it is part of a way whose triads all have a candidate. This covers hidden singles in rows and boxes and
                 both kinds of locked candidates.
       columns   the same for the three columns of a stack and their bands
       boxes     a digit's single cell in a box excludes the other digits from the cell

   Three vectors of triads fit into one, because a box has nine cells and three triads. With AVX2 a sweep takes 40 ns.

   The ideas that we started from: a board in vectors of candidates and triads, after which a search of 65 guesses does
   what others do in hundreds (tdoku); words of a digit and a band (fsss2, JCZSolve). */

enum {
    BANDS(vectors) = 5,        /* two digits each */
    BANDS(first) = 0x00100401, /* the first cell of each box */
    BANDS(cells) = 0777 * BANDS(first),
    BANDS(carries) = 0x20080200,
};

typedef struct { BANDS(vector) x[BANDS(vectors)]; } BANDS(board);

/* A mask for one box, in all boxes. */
#define BANDS_BOXES(mask) ((uint32_t)(mask) * BANDS(first))

BANDS_INLINE BANDS(vector) BANDS(pick)(uint32_t mask, BANDS(vector) a, BANDS(vector) b) {
    return (a & mask) | (b & ~mask);
}

/* Move the next rows, columns or boxes to this one; cyclic. Bits outside of cells are undefined. */
BANDS_INLINE BANDS(vector) BANDS(row1)(BANDS(vector) t) { return BANDS(pick)(BANDS_BOXES(077), t >> 3, t << 6); }
BANDS_INLINE BANDS(vector) BANDS(row2)(BANDS(vector) t) { return BANDS(pick)(BANDS_BOXES(07), t >> 6, t << 3); }
BANDS_INLINE BANDS(vector) BANDS(column1)(BANDS(vector) t) { return BANDS(pick)(BANDS_BOXES(0333), t >> 1, t << 2); }
BANDS_INLINE BANDS(vector) BANDS(column2)(BANDS(vector) t) { return BANDS(pick)(BANDS_BOXES(0111), t >> 2, t << 1); }
BANDS_INLINE BANDS(vector) BANDS(box1)(BANDS(vector) t) { return t >> 10 | t << 20; }
BANDS_INLINE BANDS(vector) BANDS(box2)(BANDS(vector) t) { return t >> 20 | t << 10; }

/* The triads that have a candidate: in the last column, or in the first row. */
BANDS_INLINE BANDS(vector) BANDS(row_triads)(BANDS(vector) x) {
    return (((x & BANDS_BOXES(0333)) + BANDS_BOXES(0333)) | x) & BANDS_BOXES(0444);
}
BANDS_INLINE BANDS(vector) BANDS(column_triads)(BANDS(vector) x) { return (x | x >> 3 | x >> 6) & BANDS_BOXES(07); }

/* The triads that are part of a way. */
BANDS_INLINE BANDS(vector) BANDS(rows)(BANDS(vector) t) {
    BANDS(vector) a = BANDS(row1)(t) & BANDS(cells), b = BANDS(row2)(t) & BANDS(cells);
    return t & ((BANDS(box1)(a) & BANDS(box2)(b)) | (BANDS(box1)(b) & BANDS(box2)(a)));
}
BANDS_INLINE BANDS(vector) BANDS(columns)(BANDS(vector) t) {
    BANDS(vector) a = BANDS(column1)(t), b = BANDS(column2)(t);
    return t & ((BANDS(band1)(a) & BANDS(band2)(b)) | (BANDS(band1)(b) & BANDS(band2)(a)));
}

/* The carries of the boxes that have any of these cells; and from carries to all cells of the boxes. */
BANDS_INLINE BANDS(vector) BANDS(boxes)(BANDS(vector) x) { return (x + BANDS(cells)) & BANDS(carries); }
BANDS_INLINE BANDS(vector) BANDS(whole)(BANDS(vector) carries) { return carries - (carries >> 9); }

/* The vectors of triads: number, and place in the word. */
#define BANDS_PACK(k) ((k) / 3)
#define BANDS_AT(k) ((k) % 3)

typedef enum { BANDS(dead), BANDS(open), BANDS(solved) } BANDS(outcome);

/* The tenth digit as it is, or as if it had all cells. */
BANDS_INLINE BANDS(vector) BANDS(present)(BANDS(vector) x, int k) {
    const BANDS(vector) tenth = {0, 0, 0, 0, BANDS(cells), BANDS(cells), BANDS(cells), BANDS(cells)};
    if (k == BANDS(vectors) - 1) x |= tenth;
    return x;
}

/* Return whether digits that have a single cell in each box have one in each row and column too. */
BANDS_INLINE int BANDS(agree)(const BANDS(vector) *x) {
    BANDS(vector) rows = ~(BANDS(vector)){0}, columns = rows;
    DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
        BANDS(vector) v = BANDS(present)(x[k], k);
        rows &= BANDS(row_triads)((v | v >> 10 | v >> 20) & 0777);
        columns &= BANDS(column_triads)(v | BANDS(band1)(v) | BANDS(band2)(v));
    }
    return BANDS(zero)((rows ^ 0444) | (columns ^ BANDS_BOXES(07)));
}

/* Sweep until nothing changes: the board is then `open`. It is `dead` if a cell or a digit in a band has no place, or a
   cell holds two digits, or a box two cells of a digit. It is `solved` as soon as each cell holds a digit, if the digits
   agree; `x` is the solution. */
BANDS_INLINE BANDS(outcome) BANDS(sweep)(BANDS(board) *board) {
    const BANDS(vector) none = {0}, full = {BANDS(cells), BANDS(cells), BANDS(cells), 0,
                                            BANDS(cells), BANDS(cells), BANDS(cells), 0};
    BANDS(vector) x[BANDS(vectors)];
    DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) x[k] = board->x[k];
    for (;;) {
        BANDS(vector) before[BANDS(vectors)], any = none, two = none;
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) before[k] = x[k], two |= any & x[k], any |= x[k];
        BANDS(vector) others = BANDS(halves)(any), bad = (any | others) ^ BANDS(cells);
        two |= BANDS(halves)(two) | (any & others);

        BANDS(vector) rows[2] = {none, none}, columns[2] = {none, none}; /* triads with a candidate */
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            BANDS(vector) known = x[k] & ~two, boxes = BANDS(boxes)(known);
            bad |= known & (known - (boxes >> 9));
            x[k] &= known | ~BANDS(whole)(boxes);
            rows[BANDS_PACK(k)] |= BANDS(row_triads)(x[k]) >> (2 - BANDS_AT(k));
        }
        DLX_UNROLL(9) for (int p = 0; p < 2; p++) rows[p] = BANDS(rows)(rows[p]);
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            BANDS(vector) triads = rows[BANDS_PACK(k)] & BANDS_BOXES(0111) << BANDS_AT(k);
            x[k] &= (triads << (3 - BANDS_AT(k))) - (triads >> BANDS_AT(k));
            columns[BANDS_PACK(k)] |= BANDS(column_triads)(x[k]) << 3 * BANDS_AT(k);
        }
        DLX_UNROLL(9) for (int p = 0; p < 2; p++) columns[p] = BANDS(columns)(columns[p]);

        BANDS(vector) placed[BANDS(vectors)], held = none, least = ~none; /* held: the cells of placed digits */
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            BANDS(vector) triads = columns[BANDS_PACK(k)] >> 3 * BANDS_AT(k) & BANDS_BOXES(07);
            x[k] &= triads | triads << 3 | triads << 6;
            placed[k] = x[k] & ~BANDS(whole)(BANDS(boxes)(x[k] & (x[k] - BANDS(first))));
            bad |= held & placed[k];
            held |= placed[k];
            least = BANDS(least)(least, BANDS(present)(x[k], k));
        }
        others = BANDS(halves)(held);
        bad |= (held & others) | (BANDS(vector))(least == 0);
        held |= others;
        BANDS(vector) changed = none;
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
            x[k] &= ~held | placed[k];
            changed |= x[k] ^ before[k];
        }
        if (!BANDS(zero)(bad)) return BANDS(dead);
        int filled = BANDS(zero)(held ^ full);
        if (!filled && !BANDS(zero)(changed)) continue;
        DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) board->x[k] = x[k];
        return !filled ? BANDS(open) : BANDS(agree)(x) ? BANDS(solved) : BANDS(dead);
    }
}
