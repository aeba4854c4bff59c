/* SPDX-License-Identifier: MIT
   The program of the 9x9 board: the sweep of dlx/kernels/lanes/sweep.h, unrolled for its cells, rows, columns and boxes.
   Included once for each vector width, after dlx/kernels/lanes/vector.h.

   The vectors of a digit are adjacent: its candidates in the 81 cells. A *triad* is the three cells that a row (or
   column) and a box share.

       digits   for each digit: houses with one place left, triads that a house needs, and the candidates they exclude
       cells    a placed digit excludes the others from its cell; a cell with one candidate left is known */

typedef LANES(vector) LANES(v9);

typedef struct {
    LANES(v9) placed[9][81]; /* forced into this cell */
    LANES(v9) known[81];     /* cells with one candidate */
} LANES(found);

/* Three candidates or triads side by side: is there at least one, are there at least two? */
LANES_INLINE LANES(v9) LANES(any3)(LANES(v9) a, LANES(v9) b, LANES(v9) c) { return a | b | c; }
LANES_INLINE LANES(v9) LANES(two3)(LANES(v9) a, LANES(v9) b, LANES(v9) c) { return (a & b) | (c & (a | b)); }

/* Three lines by three boxes of one digit: `x` cell (line, box, k) at x[line * across + (3 * box + k) * along].

   single_line[3], single_box[3]: the house has one place left. out[line][box]: no place in the triad is possible,
   because one of its houses needs another triad. */
LANES_INLINE void LANES(triads)(const LANES(v9) *x, int across, int along, LANES(v9) *single_line, LANES(v9) *single_box,
                               LANES(v9) *out, LANES(v9) *dead) {
    LANES(v9) any[3][3], two[3][3], only_line[3][3], only_box[3][3];
    DLX_UNROLL(9) for (int l = 0; l < 3; l++) {
        DLX_UNROLL(9) for (int b = 0; b < 3; b++) {
            const LANES(v9) *at = x + l * across + 3 * b * along;
            LANES(v9) a0 = at[0], a1 = at[along], a2 = at[2 * along];
            any[l][b] = LANES(any3)(a0, a1, a2);
            two[l][b] = LANES(two3)(a0, a1, a2);
        }
    }
    DLX_UNROLL(9) for (int l = 0; l < 3; l++) {
        LANES(v9) some = LANES(any3)(any[l][0], any[l][1], any[l][2]);
        LANES(v9) several = LANES(two3)(any[l][0], any[l][1], any[l][2]);
        single_line[l] = some & ~(several | LANES(any3)(two[l][0], two[l][1], two[l][2]));
        *dead |= ~some;
        DLX_UNROLL(9) for (int b = 0; b < 3; b++) only_line[l][b] = any[l][b] & ~several;
    }
    DLX_UNROLL(9) for (int b = 0; b < 3; b++) {
        LANES(v9) some = LANES(any3)(any[0][b], any[1][b], any[2][b]);
        LANES(v9) several = LANES(two3)(any[0][b], any[1][b], any[2][b]);
        if (single_box) {
            single_box[b] = some & ~(several | LANES(any3)(two[0][b], two[1][b], two[2][b]));
            *dead |= ~some;
        }
        DLX_UNROLL(9) for (int l = 0; l < 3; l++) only_box[l][b] = any[l][b] & ~several;
    }
    DLX_UNROLL(9) for (int l = 0; l < 3; l++)
        DLX_UNROLL(9) for (int b = 0; b < 3; b++)
            out[3 * l + b] = only_box[l][(b + 1) % 3] | only_box[l][(b + 2) % 3]       /* another box needs this line */
                             | only_line[(l + 1) % 3][b] | only_line[(l + 2) % 3][b];  /* another line needs this box */
}

static __attribute__((noinline)) void LANES(digit)(LANES(v9) *x, LANES(v9) *placed, const LANES(v9) *known, LANES(v9) *dead_out,
                               LANES(v9) *changed_out) {
    LANES(v9) row[9], column[9], box[9], out_rows[27], out_columns[27], dead = *dead_out, changed = *changed_out;
    DLX_UNROLL(9) for (int g = 0; g < 3; g++)
        LANES(triads)(x + 27 * g, 9, 1, row + 3 * g, box + 3 * g, out_rows + 9 * g, &dead);
    DLX_UNROLL(9) for (int g = 0; g < 3; g++)
        LANES(triads)(x + 3 * g, 1, 9, column + 3 * g, 0, out_columns + 9 * g, &dead);
    LANES(v9) in_column[9] = {{0}}, in_row[9], in_box[9];
    DLX_UNROLL(9) for (int g = 0; g < 3; g++) {
        LANES(v9) boxes[3] = {{0}};
        DLX_UNROLL(9) for (int r = 3 * g; r < 3 * g + 3; r++) {
            LANES(v9) whole = {0};
            DLX_UNROLL(9) for (int c = 0; c < 9; c++) {
                LANES(v9) here = x[9 * r + c] & (row[r] | column[c] | box[3 * g + c / 3] | known[9 * r + c]);
                placed[9 * r + c] = here;
                whole |= here;
                boxes[c / 3] |= here;
                in_column[c] |= here;
            }
            in_row[r] = whole;
        }
        DLX_UNROLL(9) for (int b = 0; b < 3; b++) in_box[3 * g + b] = boxes[b];
    }
    DLX_UNROLL(9) for (int r = 0; r < 9; r++)
        DLX_UNROLL(9) for (int b = 0; b < 3; b++) {
            LANES(v9) house = in_row[r] | in_box[r / 3 * 3 + b], triad = out_rows[3 * r + b];
            DLX_UNROLL(9) for (int c = 3 * b; c < 3 * b + 3; c++) {
                LANES(v9) here = x[9 * r + c];
                LANES(v9) dying = here & (((house | in_column[c]) & ~placed[9 * r + c]) | triad | out_columns[9 * b + c % 3 * 3 + r / 3]);
                x[9 * r + c] = here & ~dying;
                changed |= dying;
            }
        }
    *dead_out = dead;
    *changed_out = changed;
}

/* A placed digit excludes the other digits from its cell. */
static __attribute__((noinline)) void LANES(cells)(LANES(v9) (*x)[81], LANES(found) *f, LANES(v9) *dead,
                                                   LANES(v9) *unsolved, LANES(v9) *changed) {
    LANES(v9) empty = {0}, open = {0}, moved = {0};
    for (int c = 0; c < 81; c++) {
        LANES(v9) found = {0}, any = {0}, two = {0};
        DLX_UNROLL(9) for (int d = 0; d < 9; d++) found |= f->placed[d][c];
        DLX_UNROLL(9) for (int d = 0; d < 9; d++) {
            LANES(v9) here = x[d][c], kept = here & (f->placed[d][c] | ~found);
            moved |= here ^ kept;
            x[d][c] = kept;
            two |= any & kept;
            any |= kept;
        }
        f->known[c] = any & ~two;
        open |= two;
        empty |= ~any;
    }
    *dead |= empty;
    *unsolved = open;
    *changed |= moved;
}

/* In a lane that has just loaded another node from a plane, no cell is known yet. A board is solved if all its cells
   were known before the last sweep, and that sweep found no digit missing in a house. */
static void LANES(nine_sweep)(dlx_lanes *s, int n) {
    LANES(v9) (*x)[81] = (LANES(v9) (*)[81])s->live;
    LANES(found) *f = (LANES(found) *)s->room;
    LANES(v9) dead, unsolved = {0}, open = ~(LANES(v9)){0}, changed = {0}, other, fresh;
    memcpy(&dead, s->dead, sizeof dead);
    memcpy(&other, s->other, sizeof other);
    memcpy(&fresh, s->fresh, sizeof fresh);
    other &= ~fresh;
    for (int c = 0; c < 81; c++) f->known[c] &= ~other;
    while (n--) {
        unsolved = open;
        changed = (LANES(v9)){0};
        for (int d = 0; d < 9; d++) LANES(digit)(x[d], f->placed[d], f->known, &dead, &changed);
        LANES(cells)(x, f, &dead, &open, &changed);
    }
    memcpy(s->dead, &dead, sizeof dead);
    memcpy(s->unsolved, &unsolved, sizeof unsolved);
    memcpy(s->changed, &changed, sizeof changed);
}

static void LANES(nine_enter)(dlx_lanes *s) {
    LANES(v9) (*x)[81] = (LANES(v9) (*)[81])s->live;
    const LANES(v9) (*given)[81] = (const LANES(v9) (*)[81])s->given;
    LANES(found) *f = (LANES(found) *)s->room;
    LANES(v9) dead, fresh;
    memcpy(&dead, s->dead, sizeof dead);
    memcpy(&fresh, s->fresh, sizeof fresh);
    for (int c = 0; c < 81; c++) {
        LANES(v9) any = {0}, two = {0};
        DLX_UNROLL(9) for (int d = 0; d < 9; d++) {
            two |= any & given[d][c];
            any |= given[d][c];
        }
        dead |= two;
        f->known[c] = (f->known[c] & ~fresh) | any;
        DLX_UNROLL(9) for (int d = 0; d < 9; d++) x[d][c] &= given[d][c] | ~any;
    }
    memcpy(s->dead, &dead, sizeof dead);
}

/* --- branching: on a cell with two candidates that shares many houses with others of its kind, else on the first with
   more. On the hardest puzzles, the first cell with two candidates takes a fifth more sweeps. --- */

/* Split the lanes `here` on this cell: they keep its first candidate, and the plane gets the others. */
static void LANES(split_on)(LANES(v9) (*x)[81], LANES(v9) (*plane)[81], int c, LANES(v9) here) {
    LANES(v9) first = here;
    DLX_UNROLL(9) for (int d = 0; d < 9; d++) {
        LANES(v9) chosen = x[d][c] & first;
        first &= ~chosen;
        x[d][c] = (x[d][c] & ~here) | chosen;
        plane[d][c] &= ~chosen;
    }
}

static void LANES(nine_branch)(dlx_lanes *s) {
    LANES(v9) (*x)[81] = (LANES(v9) (*)[81])s->live, (*plane)[81] = (LANES(v9) (*)[81])s->plane;
    LANES(v9) rest, pair[81], more[81], one[27] = {{0}}, several[27] = {{0}}; /* of houses: pairs among their cells */
    memcpy(&rest, s->split, sizeof rest);
    for (int d = 0; d < 9; d++)
        for (int c = 0; c < 81; c++) plane[d][c] = (plane[d][c] & ~rest) | (x[d][c] & rest);
    for (int c = 0; c < 81; c++) {
        LANES(v9) any = {0}, two = {0}, three = {0};
        DLX_UNROLL(9) for (int d = 0; d < 9; d++) {
            three |= two & x[d][c];
            two |= any & x[d][c];
            any |= x[d][c];
        }
        pair[c] = two & ~three & rest;
        more[c] = three & rest;
        const int houses[3] = {c / 9, 9 + c % 9, 18 + c / 27 * 3 + c % 9 / 3};
        DLX_UNROLL(9) for (int k = 0; k < 3; k++) {
            several[houses[k]] |= one[houses[k]] & pair[c];
            one[houses[k]] |= pair[c];
        }
    }
    for (int shared = 3; shared >= 0; shared--) /* houses that the cell shares with other pairs, at least */
        for (int c = 0; c < 81 && !LANES(none)(rest); c++) {
            LANES(v9) row = several[c / 9], column = several[9 + c % 9], box = several[18 + c / 27 * 3 + c % 9 / 3];
            LANES(v9) here = pair[c] & rest;
            if (shared == 3) here &= row & column & box;
            if (shared == 2) here &= LANES(two3)(row, column, box);
            if (shared == 1) here &= LANES(any3)(row, column, box);
            if (LANES(none)(here)) continue;
            rest &= ~here;
            LANES(split_on)(x, plane, c, here);
        }
    for (int c = 0; c < 81 && !LANES(none)(rest); c++) {
        LANES(v9) here = more[c] & rest;
        if (LANES(none)(here)) continue;
        rest &= ~here;
        LANES(split_on)(x, plane, c, here);
    }
}

static const dlx_program LANES(nine) = {LANES(nine_enter), LANES(nine_sweep), LANES(nine_branch)};
