/* SPDX-License-Identifier: MIT
   The search for solutions of a 9x9 puzzle on the words of bands.h. Included once for each instruction set.

   A guess splits a board in two: in one the cell holds a digit, in the other the digit is excluded. The second half takes
   the place of the board on the stack, and the first half is searched next. */

typedef union {
    BANDS(board) board;
    uint32_t word[2 * BANDS(vectors)][4]; /* by digit and band */
    uint64_t pair[2 * BANDS(vectors)][2]; /* two words each, in the order of the machine: for counting bits */
} BANDS(node);

/* Return the digits whose candidates include the cell. */
BANDS_INLINE uint32_t BANDS(digits)(const BANDS(node) *n, uint32_t cell) {
    uint32_t digits = 0;
    DLX_UNROLL(9) for (int d = 0; d < 9; d++) digits |= (n->word[d][cell / 32] >> cell % 32 & 1) << d;
    return digits;
}

/* Return the cell to guess, as 32 * band + bit. We prefer cells with two candidates, then with three. Among them, we
   choose the one whose candidates occur most often in its peers; peers of the same kind count three times. On the
   hardest puzzles this takes 68 guesses, and 148 with the first cell. */
BANDS_INLINE uint32_t BANDS(choose)(const BANDS(node) *n) {
    const BANDS(vector) *x = n->board.x, none = {0}, spare = {0, 0, 0, ~0u, 0, 0, 0, ~0u};
    BANDS(vector) any = none, two = none, three = none, four = none;
    DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) {
        four |= three & x[k];
        three |= two & x[k];
        two |= any & x[k];
        any |= x[k];
    }
    BANDS(vector) any2 = BANDS(halves)(any), two2 = BANDS(halves)(two), three2 = BANDS(halves)(three);
    four |= BANDS(halves)(four) | (three & any2) | (two & two2) | (any & three2);
    three |= three2 | (two & any2) | (any & two2);
    two |= two2 | (any & any2);
    BANDS(vector) kind = two & ~three;
    if (BANDS(zero)(kind)) kind = three & ~four;
    if (BANDS(zero)(kind)) kind = two & ~spare;
    BANDS(node) of_kind;
    DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) of_kind.board.x[k] = x[k] & kind;
    uint32_t cells[8], best = 0;
    memcpy(cells, &kind, sizeof cells);
    for (int band = 0; band < 3; band++)
        for (uint32_t rest = cells[band]; rest; rest &= rest - 1) {
            uint32_t cell = (uint32_t)(32 * band + __builtin_ctz(rest)), score = 0;
            uint64_t peers0 = bands_peers[cell][0], peers1 = bands_peers[cell][1];
            for (uint32_t digits = BANDS(digits)(&of_kind, cell); digits; digits &= digits - 1) {
                const uint64_t *all = n->pair[__builtin_ctz(digits)], *same = of_kind.pair[__builtin_ctz(digits)];
                score += (uint32_t)(__builtin_popcountll(all[0] & peers0) + __builtin_popcountll(all[1] & peers1) +
                                    2 * __builtin_popcountll(same[0] & peers0) +
                                    2 * __builtin_popcountll(same[1] & peers1));
            }
            score = (score < 511 ? score : 511) << 7 | cell;
            if (score > best) best = score;
        }
    return best & 127;
}

/* Split a board by the first candidate of the chosen cell: n[1] gets the half with it, n[0] the half without. */
BANDS_INLINE void BANDS(split)(BANDS(node) *n) {
    uint32_t cell = BANDS(choose)(n);
    int digit = __builtin_ctz(BANDS(digits)(n, cell));
    BANDS(vector) here;
    memcpy(&here, bands_vectors[cell][0], sizeof here);
    DLX_UNROLL(9) for (int k = 0; k < BANDS(vectors); k++) n[1].board.x[k] = n[0].board.x[k] & ~here;
    memcpy(&here, bands_vectors[cell][1 + digit % 2], sizeof here);
    n[1].board.x[digit / 2] |= here;
    n[0].board.x[digit / 2] &= ~here;
}

static void BANDS(read)(BANDS(node) *n, const uint8_t *cells) {
    memset(n, 0, sizeof *n);
    for (int band = 0; band < 3; band++, cells += 27) {
        uint32_t given = 0, empty = BANDS(cells);
        for (int c = 0; c < 27; c++) given |= (uint32_t)(cells[c] != 0) << c;
        for (uint32_t rest = given; rest; rest &= rest - 1) empty &= ~(1u << bands_bit[__builtin_ctz(rest)]);
        for (int d = 0; d < 9; d++) n->word[d][band] = empty;
        for (; given; given &= given - 1) {
            int c = __builtin_ctz(given);
            n->word[cells[c] - 1][band] |= 1u << bands_bit[c];
        }
    }
    for (int d = 0; d < 10; d++) n->word[d][3] = BANDS(cells);
}

static void BANDS(write)(const BANDS(node) *n, uint8_t *cells) {
    for (int d = 0; d < 9; d++)
        for (int band = 0; band < 3; band++)
            for (uint32_t rest = n->word[d][band]; rest; rest &= rest - 1)
                cells[27 * band + bands_cell[__builtin_ctz(rest)]] = (uint8_t)(d + 1);
}

/* Search one puzzle. */
static void BANDS(search)(const bands_task *task, int64_t puzzle) {
    BANDS(node) stack[81 + 1]; /* a guess fills a cell */
    BANDS(node) *n = stack;
    int64_t found = 0, guesses = 0;
    BANDS(read)(n, task->cells + 81 * puzzle);
    for (;;) {
        BANDS(outcome) outcome = BANDS(sweep)(&n->board);
        if (outcome == BANDS(open)) {
            if (guesses == task->most) {
                found = -1;
                break;
            }
            guesses++;
            BANDS(split)(n++);
            continue;
        }
        if (outcome == BANDS(solved)) {
            if (!found) BANDS(write)(n, task->first + 81 * puzzle);
            if (++found == task->limit) break;
        }
        if (n == stack) break;
        n--;
    }
    task->counts[puzzle] = found;
    task->guesses[puzzle] = guesses;
}

static int64_t BANDS(count)(const bands_task *task) {
    int64_t next = 0;
    for (int64_t work = task->work; next < task->number && work > 0; next++) {
        BANDS(search)(task, next);
        work -= 1 + 2 * task->guesses[next];
    }
    return next;
}
