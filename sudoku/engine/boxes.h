/* SPDX-License-Identifier: MIT
   The 9x9 board in three vectors of 512 bits, for processors with AVX-512: a lane for each digit and box, and in it a
   bit for each cell that may hold the digit.

       lane 9 * i + 3 * band + stack of vector j     digit 3 * j + i; lanes 27 to 31 are spare: all bits are set
       bit 3 * row + column                          of the box

   bands.h has the same rules. Here a lane is a box, so one comparison finds the boxes where a digit has a single cell.
   In a sweep,

       a cell with a single candidate     excludes the digit from the rest of its box
       rows, then columns                 keep the triads that are part of a way (bands.h); the triads of the three
                                          vectors fit into one
       a digit's single cell in a box     excludes the other digits from the cell

   A sweep takes 25 ns, and sweeps of two boards 42 ns if the rules of both take turns: each rule waits for the
   result of another. Products or matrices of bits (GFNI) in place of the shifts from triads to cells bring no gain. */

enum {
    BOXES_CELLS = 0777,
    BOXES_ROW = 07,        /* the first */
    BOXES_COLUMN = 0111,
    BOXES_LANES = 27,
    BOXES_BOARD = (1 << BOXES_LANES) - 1, /* the set of these lanes */
};

typedef union {
    boxes_vector x[3];
    uint16_t lane[3][32];
} boxes_board;

/* For boxes_move: the next digit of the vector, the next box of the band, the next of the stack; cyclic. */
typedef enum { boxes_digit, boxes_in_band, boxes_in_stack } boxes_direction;
static uint8_t boxes_next[3][2][64];

static void boxes_prepare_moves(void) {
    static const int steps[3] = {9, 1, 3};
    for (int direction = 0; direction < 3; direction++)
        for (int by = 1; by < 3; by++)
            for (int byte = 0; byte < 64; byte++) {
                int lane = byte / 2, step = steps[direction], place = lane / step % 3;
                int from = lane < BOXES_LANES ? lane + step * ((place + by) % 3 - place) : lane;
                boxes_next[direction][by - 1][byte] = (uint8_t)(2 * from + byte % 2);
            }
}

BOXES_INLINE boxes_vector boxes_next1(boxes_vector v, boxes_direction d) { return boxes_move(v, boxes_next[d][0]); }
BOXES_INLINE boxes_vector boxes_next2(boxes_vector v, boxes_direction d) { return boxes_move(v, boxes_next[d][1]); }

/* Move the next rows or columns to this one; cyclic. For columns, higher bits are undefined. */
BOXES_INLINE boxes_vector boxes_row1(boxes_vector t) { return boxes_join(t << 6, 0700, t >> 3); }
BOXES_INLINE boxes_vector boxes_row2(boxes_vector t) { return boxes_join(t << 3, 0770, t >> 6); }
BOXES_INLINE boxes_vector boxes_column1(boxes_vector t) { return boxes_pick(0333, t >> 1, t << 2); }
BOXES_INLINE boxes_vector boxes_column2(boxes_vector t) { return boxes_pick(0111, t >> 2, t << 1); }

/* The triads that have a candidate. Rows: bit 3 * row + j for vector j. */
BOXES_INLINE boxes_vector boxes_rows(const boxes_vector *x) {
    boxes_vector last[3]; /* columns of triads */
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) last[j] = (((x[j] & 0333) + 0333) | x[j]) & 0444;
    return last[2] | last[1] >> 1 | last[0] >> 2;
}

/* Columns: bit 3 * j + column. Rows change places between the vectors first: four shifts are enough, not eight. */
BOXES_INLINE boxes_vector boxes_columns(const boxes_vector *x) {
    boxes_vector same = boxes_pick(07, x[0], boxes_pick(070, x[1], x[2]));
    boxes_vector below = boxes_pick(07, x[2], boxes_pick(070, x[0], x[1]));
    boxes_vector above = boxes_pick(07, x[1], boxes_pick(070, x[2], x[0]));
    return same | boxes_row1(below) | boxes_row2(above);
}

/* The triads that are part of a way; `next` and `last` are the triads of the other two rows, or columns. */
BOXES_INLINE boxes_vector boxes_ways(boxes_vector next, boxes_vector last, boxes_direction direction) {
    return (boxes_next1(next, direction) & boxes_next2(last, direction)) |
           (boxes_next1(last, direction) & boxes_next2(next, direction));
}

/* A board in a sweep, and the lanes where it leaves contradictions, cells without a digit, changes. */
typedef struct {
    boxes_vector x[3], before[3], wrong;
    uint32_t dead, open, changed;
} boxes_work;

/* A cell with a single candidate excludes the digit from the rest of its box. */
BOXES_INLINE void boxes_by_cell(boxes_work *w) {
    boxes_vector *x = w->x;
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) w->before[j] = x[j];
    boxes_vector two = x[0] | x[1], any = two | x[2];
    boxes_vector far = boxes_next1(any, boxes_digit) | boxes_next2(any, boxes_digit), not_two = x[2] | far;
    boxes_vector known[3] = {x[0] & ~x[1] & ~not_two, x[1] & ~x[0] & ~not_two, x[2] & ~two & ~far};
    w->wrong = ~(any | far) & BOXES_CELLS;
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) {
        w->wrong |= known[j] & (known[j] - 1);
        x[j] = boxes_merge(boxes_meet(known[j], known[j]), known[j], x[j]);
    }
}

BOXES_INLINE void boxes_by_row(boxes_work *w) {
    boxes_vector *x = w->x, rows = boxes_rows(x);
    rows = boxes_ways(boxes_row1(rows), boxes_row2(rows), boxes_in_band);
    x[0] &= boxes_pick(0111, rows, boxes_pick(0222, rows << 1, rows << 2));
    x[1] &= boxes_pick(0111, rows >> 1, boxes_pick(0222, rows, rows << 1));
    x[2] &= boxes_pick(0111, rows >> 2, boxes_pick(0222, rows >> 1, rows));
}

BOXES_INLINE void boxes_by_column(boxes_work *w) {
    boxes_vector *x = w->x, columns = boxes_columns(x);
    columns &= boxes_ways(boxes_column1(columns), boxes_column2(columns), boxes_in_stack);
    boxes_vector below = boxes_row1(columns), above = boxes_row2(columns);
    x[0] &= boxes_pick(07, columns, boxes_pick(070, above, below));
    x[1] &= boxes_pick(070, columns, boxes_pick(07, below, above));
    x[2] &= boxes_pick(07, above, boxes_pick(070, below, columns));
}

/* A digit's single cell in a box excludes the other digits from the cell. */
BOXES_INLINE void boxes_by_box(boxes_work *w) {
    boxes_vector *x = w->x, placed[3];
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) placed[j] = boxes_only(boxes_apart(x[j], x[j] - 1), x[j]);
    boxes_vector held = placed[0] | placed[1] | placed[2];
    boxes_vector held1 = boxes_next1(held, boxes_digit), held2 = boxes_next2(held, boxes_digit);
    w->wrong |= boxes_twice(placed[0], placed[1], placed[2]) | boxes_twice(held, held1, held2);
    held |= held1 | held2;
    boxes_vector changed = {0}, least = boxes_least(boxes_least(x[0], x[1]), x[2]);
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) {
        x[j] &= ~held | placed[j];
        changed |= x[j] ^ w->before[j];
    }
    w->dead = boxes_meet(w->wrong, w->wrong) | boxes_apart(least, least);
    w->open = boxes_meet(~held, boxes_all(BOXES_CELLS)) & BOXES_BOARD;
    w->changed = boxes_meet(changed, changed);
}

BOXES_INLINE int boxes_ended(const boxes_work *w) { return (w->dead != 0) | (w->open == 0) | (w->changed == 0); }

/* `ongoing`: a sweep may change more. */
typedef enum { boxes_dead, boxes_open, boxes_solved, boxes_ongoing } boxes_outcome;

BOXES_INLINE void boxes_enter(boxes_work *w, const boxes_board *board) {
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) w->x[j] = board->x[j];
}

/* If each cell holds a digit, we ask whether each digit is in all rows and columns: the last sweep could not know. */
BOXES_INLINE boxes_outcome boxes_leave(const boxes_work *w, boxes_board *board) {
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) board->x[j] = w->x[j];
    if (w->dead) return boxes_dead;
    if (w->open) return w->changed ? boxes_ongoing : boxes_open;
    boxes_vector r = boxes_rows(w->x), c = boxes_columns(w->x);
    r |= boxes_next1(r, boxes_in_band) | boxes_next2(r, boxes_in_band);
    c |= boxes_next1(c, boxes_in_stack) | boxes_next2(c, boxes_in_stack);
    return boxes_meet(~(r & c), boxes_all(BOXES_CELLS)) ? boxes_dead : boxes_solved;
}

/* Sweep until the board, or one of two boards, reaches an outcome. */
BOXES_INLINE boxes_outcome boxes_propagate(boxes_board *board) {
    boxes_work w;
    boxes_enter(&w, board);
    do boxes_by_cell(&w), boxes_by_row(&w), boxes_by_column(&w), boxes_by_box(&w);
    while (!boxes_ended(&w));
    return boxes_leave(&w, board);
}

BOXES_INLINE void boxes_propagate_two(boxes_board *a, boxes_board *b, boxes_outcome *outcomes) {
    boxes_work v, w;
    boxes_enter(&v, a), boxes_enter(&w, b);
    do {
        boxes_by_cell(&v), boxes_by_cell(&w);
        boxes_by_row(&v), boxes_by_row(&w);
        boxes_by_column(&v), boxes_by_column(&w);
        boxes_by_box(&v), boxes_by_box(&w);
    } while (!(boxes_ended(&v) | boxes_ended(&w)));
    outcomes[0] = boxes_leave(&v, a), outcomes[1] = boxes_leave(&w, b);
}
