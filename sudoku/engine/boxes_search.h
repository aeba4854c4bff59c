/* SPDX-License-Identifier: MIT
   The search of bands_search.h on the vectors of boxes.h: the same guesses, in two puzzles at a time. */

static uint8_t boxes_cells[128];     /* by place, 9 * box + bit: the cell */
static uint8_t boxes_places[128];    /* by cell: the place */
static uint16_t boxes_number[9][32]; /* by bit and box: the place */

static void boxes_prepare(void) {
    boxes_prepare_moves();
    for (int cell = 0; cell < 81; cell++) {
        int box = cell / 27 * 3 + cell % 9 / 3, bit = cell / 9 % 3 * 3 + cell % 3;
        boxes_cells[9 * box + bit] = (uint8_t)cell;
        boxes_places[cell] = (uint8_t)(9 * box + bit);
        boxes_number[bit][box] = (uint16_t)(9 * box + bit);
    }
}

/* The cells to choose from: open cells with two candidates, else with three, else all. */
BOXES_INLINE boxes_vector boxes_kind(const boxes_vector *x) {
    boxes_vector odd = x[0] ^ x[1] ^ x[2], pair = boxes_twice(x[0], x[1], x[2]); /* the digits of each cell are added */
    boxes_vector odd1 = boxes_next1(odd, boxes_digit), odd2 = boxes_next2(odd, boxes_digit);
    boxes_vector pair1 = boxes_next1(pair, boxes_digit), pair2 = boxes_next2(pair, boxes_digit);
    boxes_vector carry = boxes_twice(odd, odd1, odd2), pairs = boxes_twice(pair, pair1, pair2);
    odd ^= odd1 ^ odd2;
    pair ^= pair1 ^ pair2;
    boxes_vector one_pair = (pair ^ carry) & ~pairs, of_board = boxes_only(BOXES_BOARD, one_pair);
    if (boxes_meet(of_board, ~odd)) return of_board & ~odd;
    if (boxes_meet(of_board, of_board)) return of_board;
    return boxes_only(BOXES_BOARD, pair | carry | pairs);
}

/* Return the place to guess: see bands_search.h. */
BOXES_INLINE uint32_t boxes_choose(const boxes_vector *x) {
    boxes_vector kind = boxes_kind(x), score[9] = {0}, best = {0};
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) {
        boxes_vector same = x[j] & kind, row[3], column[3]; /* candidates; cells of the kind count three times */
        DLX_UNROLL(3) for (int k = 0; k < 3; k++) {
            uint16_t r = BOXES_ROW << 3 * k, c = BOXES_COLUMN << k;
            row[k] = boxes_bits(boxes_join(same << 6, r << 6, boxes_join(same << 3, r << 3, x[j] & r)));
            column[k] = boxes_bits(boxes_join(same << 2, c << 2, boxes_join(same << 1, c << 1, x[j] & c)));
        }
        boxes_vector box = row[0] + row[1] + row[2] - 3; /* without the cell itself */
        DLX_UNROLL(3) for (int k = 0; k < 3; k++) {
            row[k] = boxes_next1(row[k], boxes_in_band) + boxes_next2(row[k], boxes_in_band) + box;
            column[k] = boxes_next1(column[k], boxes_in_stack) + boxes_next2(column[k], boxes_in_stack);
        }
        DLX_UNROLL(9) for (int bit = 0; bit < 9; bit++)
            score[bit] = boxes_plus(score[bit], boxes_meet(same, boxes_all(1 << bit)), row[bit / 3] + column[bit % 3]);
    }
    DLX_UNROLL(9) for (int bit = 0; bit < 9; bit++) {
        boxes_vector s = score[bit], number;
        memcpy(&number, boxes_number[bit], sizeof number);
        s = boxes_least(s + boxes_next1(s, boxes_digit) + boxes_next2(s, boxes_digit), boxes_all(511));
        best = boxes_most(best, s << 7 | number);
    }
    return boxes_largest(best) & 127;
}

/* Split a board by the first candidate of the chosen cell: n[1] gets the half with it, n[0] the half without. */
BOXES_INLINE void boxes_split(boxes_board *n) {
    uint32_t place = boxes_choose(n->x), lanes = 0x40201u << place / 9, has;
    boxes_vector cell = boxes_only(lanes, boxes_all(1 << place % 9));
    int j = 0;
    while (!(has = boxes_meet(n->x[j], cell))) j++;
    boxes_vector digit = boxes_only(has & -has, cell);
    DLX_UNROLL(3) for (int k = 0; k < 3; k++) n[1].x[k] = n[0].x[k] & ~cell;
    n[1].x[j] |= digit;
    n[0].x[j] &= ~digit;
}

#define BOXES_NINE_BITS 0x01ff01ff01ff01ff /* of four lanes */

/* Cells to boards, and solutions to cells. The cells change places first, so that a box is a row of nine. */
BOXES_INLINE void boxes_read(boxes_board *n, const uint8_t *cells) {
    __m512i low = _mm512_loadu_si512(cells), high = _mm512_maskz_loadu_epi8(0x1ffff, cells + 64);
    __m512i head = _mm512_permutex2var_epi8(low, _mm512_loadu_si512(boxes_cells), high);
    __m512i tail = _mm512_permutex2var_epi8(low, _mm512_loadu_si512(boxes_cells + 64), high);
    uint64_t empty_head = _mm512_testn_epi8_mask(head, head), empty_tail = _mm512_testn_epi8_mask(tail, tail);
    DLX_UNROLL(3) for (int j = 0; j < 3; j++) n->x[j] = boxes_all(BOXES_CELLS);
    DLX_UNROLL(9) for (int d = 0; d < 9; d++) {
        __m512i digit = _mm512_set1_epi8((char)(d + 1));
        uint64_t a = empty_head | _mm512_cmpeq_epi8_mask(head, digit);
        uint64_t b = empty_tail | _mm512_cmpeq_epi8_mask(tail, digit);
        uint64_t lanes[2] = {_pdep_u64(a, BOXES_NINE_BITS), _pdep_u64(a >> 36 | b << 28, BOXES_NINE_BITS)};
        uint16_t *to = n->lane[d / 3] + d % 3 * 9;
        memcpy(to, lanes, sizeof lanes);
        to[8] = b >> 8 & BOXES_CELLS;
    }
}

BOXES_INLINE void boxes_write(const boxes_board *n, uint8_t *cells) {
    __m512i head = _mm512_setzero_si512(), tail = head;
    DLX_UNROLL(9) for (int d = 0; d < 9; d++) {
        __m512i digit = _mm512_set1_epi8((char)(d + 1));
        const uint16_t *from = n->lane[d / 3] + d % 3 * 9;
        uint64_t lanes[2];
        memcpy(lanes, from, sizeof lanes);
        uint64_t a = _pext_u64(lanes[0], BOXES_NINE_BITS), b = _pext_u64(lanes[1], BOXES_NINE_BITS);
        head = _mm512_mask_mov_epi8(head, a | b << 36, digit);
        tail = _mm512_mask_mov_epi8(tail, b >> 28 | (uint64_t)from[8] << 8, digit);
    }
    __m512i low = _mm512_permutex2var_epi8(head, _mm512_loadu_si512(boxes_places), tail);
    __m512i high = _mm512_permutex2var_epi8(head, _mm512_loadu_si512(boxes_places + 64), tail);
    _mm512_storeu_si512(cells, low);
    _mm512_mask_storeu_epi8(cells + 64, 0x1ffff, high);
}

/* The search of one puzzle, whose next board is stack[top]. */
typedef struct {
    boxes_board stack[81 + 1]; /* a guess fills a cell */
    int64_t top, puzzle, found, guesses;
} boxes_search;

static void boxes_begin(boxes_search *s, const bands_task *task, int64_t puzzle) {
    boxes_read(s->stack, task->cells + 81 * puzzle);
    s->top = s->found = s->guesses = 0;
    s->puzzle = puzzle;
}

/* Take what the next board has reached. Return whether the search goes on. */
static int boxes_follow(boxes_search *s, const bands_task *task, boxes_outcome outcome) {
    if (outcome == boxes_ongoing) return 1;
    if (outcome == boxes_open && s->guesses < task->most) {
        s->guesses++;
        boxes_split(s->stack + s->top++);
        return 1;
    }
    if (outcome == boxes_solved && !s->found++) boxes_write(s->stack + s->top, task->first + 81 * s->puzzle);
    if (outcome != boxes_open && s->found < task->limit && s->top-- > 0) return 1;
    task->counts[s->puzzle] = outcome == boxes_open ? -1 : s->found;
    task->guesses[s->puzzle] = s->guesses;
    return 0;
}

static int64_t boxes_count(const bands_task *task) {
    boxes_search searches[2], *search[2] = {searches, searches + 1};
    int64_t next = 0, work = task->work;
    int running = 0;
    for (;;) {
        for (; running < 2 && next < task->number && work > 0; work--) boxes_begin(search[running++], task, next++);
        boxes_outcome outcome[2];
        if (running == 2)
            boxes_propagate_two(search[0]->stack + search[0]->top, search[1]->stack + search[1]->top, outcome);
        else if (running == 1)
            outcome[0] = boxes_propagate(search[0]->stack + search[0]->top);
        else
            return next;
        for (int k = running; k--;) {
            boxes_search *s = search[k];
            if (boxes_follow(s, task, outcome[k])) continue;
            work -= 2 * s->guesses;
            search[k] = search[--running];
            search[running] = s;
        }
    }
}
