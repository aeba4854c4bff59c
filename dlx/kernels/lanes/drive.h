/* SPDX-License-Identifier: MIT
   The driver of the lanes. Included once for each width of vectors.

   An epoch: find dead and solved lanes; give idle lanes a waiting node from a plane, or a new question; branch in the
   lanes where propagation has stopped; then do a few sweeps.

       lanes    A B . C A . B B      A, B, C: nodes of these questions;  . no node
       plane    . A . . . B . .      a waiting node goes to a lane at its place, or at its place after a rotation
       plane    . . . A . . . .

   Lanes are independent, and a sweep's effect on a lane depends on that lane alone: the tree of a question is the same
   whatever else is in work, and for any number of lanes. */

static int LANES(size)(const uint64_t *mask) {
    int n = 0;
    for (int w = 0; w < LANES_WORDS; w++) n += __builtin_popcountll(mask[w]);
    return n;
}

typedef struct { int words, bits; } LANES(turn); /* lane (w, b) to lane (w + words, b + bits) */

enum {
    LANES(sweeps) = 3,                  /* per epoch; with 2 or 4 the time is 5 to 8 % longer */
    LANES(recalls) = 3,                 /* planes searched for idle lanes; with 1, half of the lanes may be idle */
    LANES(harvest) = 5 * LANES_WORDS,   /* lanes with a solution at which solutions are written */
    LANES(patient) = 128 * LANES_WORDS, /* waiting nodes above which no question begins */
};

static int LANES(over)(const dlx_lanes *s, int32_t question) { /* needs no more search */
    return s->state[question] == DLX_HANDED || s->counts[question] >= s->limit;
}

static void LANES(drop)(dlx_lanes *s, int32_t question) { /* one of its nodes is finished */
    if (--s->pending[question]) return;
    if (s->state[question] == DLX_ASKED) s->state[question] = DLX_ANSWERED;
    s->finished++;
    s->finished_nodes += s->nodes[question];
}

/* --- the lanes after a sweep --- */

/* Return the bits of x selected by the mask, packed together. */
static inline __attribute__((always_inline)) uint64_t LANES(pick)(uint64_t x, uint64_t mask) {
#ifdef __BMI2__
    return __builtin_ia32_pext_di(x, mask);
#else
    uint64_t picked = 0;
    for (int k = 0; mask; k++) picked |= (x >> LANES(next)(&mask) & 1) << k;
    return picked;
#endif
}

/* Write the ranks of the live options as binary numbers: bit b of coded item c's rank in vector c * rank_bits + b. */
static void LANES(rank)(dlx_lanes *s) {
    const LANES(vector) *live = (const LANES(vector) *)s->live;
    LANES(vector) *digits = (LANES(vector) *)s->digits;
    for (int32_t c = 0; c < s->n_coded; c++, digits += s->rank_bits) {
        for (int32_t b = 0; b < s->rank_bits; b++) digits[b] = (LANES(vector)){0};
        for (int32_t q = s->coded_start[c], rank = 1; q < s->coded_start[c + 1]; q++, rank++)
            for (int32_t rest = rank; rest; rest &= rest - 1) digits[__builtin_ctz((unsigned)rest)] |= live[s->coded[q]];
    }
}

/* Write the first solutions in up to 8 lanes of a word. Each lane has a byte of `low` and of `high`. */
static void LANES(write)(dlx_lanes *s, int w, uint64_t lanes) {
    const uint64_t *digits = s->digits + w;
    int64_t place[8];
    int n = 0;
    for (uint64_t rest = lanes; rest;) place[n++] = (int64_t)s->question[64 * w + LANES(next)(&rest)] * s->n_coded;
    for (int32_t c = 0; c < s->n_coded; c++) {
        uint64_t low = 0, high = 0;
        for (int32_t b = 0; b < s->rank_bits; b++, digits += LANES_WORDS) {
            uint64_t set = LANES(pick)(*digits, lanes);
            uint64_t bytes = ((set & 0x7f) * 0x0002040810204081u & 0x0101010101010101u) | (set & 0x80) << 49;
            if (b < 8) low |= bytes << b;
            else high |= bytes << (b - 8); /* limit: rank */
        }
        if (s->rank_bits <= 8)
            for (int k = 0; k < n; k++) ((uint8_t *)s->ranks)[place[k] + c] = (uint8_t)(low >> 8 * k);
        else
            for (int k = 0; k < n; k++)
                ((uint16_t *)s->ranks)[place[k] + c] = (uint16_t)((low >> 8 * k & 255) | (high >> 8 * k & 255) << 8);
    }
}

/* Count the solutions that lanes hold. */
static void LANES(collect)(dlx_lanes *s) {
    int ranked = 0;
    for (int w = 0; w < LANES_WORDS; w++) {
        uint64_t first = 0;
        for (uint64_t rest = s->done[w]; rest;) {
            int lane = LANES(next)(&rest);
            int32_t question = s->question[64 * w + lane];
            if (s->counts[question] == 0) first |= (uint64_t)1 << lane;
            if (!LANES(over)(s, question)) s->counts[question]++;
            LANES(drop)(s, question);
        }
        s->done[w] = 0;
        while (s->ranks && first) {
            uint64_t lanes = 0;
            for (int k = 0; k < 8 && first; k++) lanes |= (uint64_t)1 << LANES(next)(&first);
            if (!ranked++) LANES(rank)(s);
            LANES(write)(s, w, lanes);
        }
    }
}

static void LANES(sort)(dlx_lanes *s, int w) {
    uint64_t dead = s->dead[w] & s->active[w];
    uint64_t solved = s->active[w] & ~dead & ~s->unsolved[w];
    s->active[w] &= ~(dead | solved);
    s->done[w] |= solved;
    while (dead) LANES(drop)(s, s->question[64 * w + LANES(next)(&dead)]);
}

/* Find the stalled lanes, which are to be split; empty those whose question needs no more search. */
static void LANES(stall)(dlx_lanes *s, int w) {
    s->split[w] = s->active[w] & ~s->changed[w];
    for (uint64_t rest = s->split[w]; rest;) {
        int lane = LANES(next)(&rest);
        int32_t question = s->question[64 * w + lane];
        if (s->nodes[question] > s->most && s->counts[question] < s->limit) s->state[question] = DLX_HANDED;
        if (LANES(over)(s, question)) {
            s->active[w] &= ~((uint64_t)1 << lane);
            s->split[w] &= ~((uint64_t)1 << lane);
            LANES(drop)(s, question);
        }
    }
}

/* --- nodes for idle lanes --- */

/* Choose the best turn: lanes rotate within their words, and words among each other. */
static LANES(turn) LANES(choose_turn)(const dlx_lanes *s, int plane, const uint64_t *idle) {
    LANES(turn) best = {0, 0};
    int most = 0;
    for (int words = 0; words < LANES_WORDS; words++)
        for (int k = 0; k < 4; k++) { /* over the epochs, every rotation gets used */
            LANES(turn) turn = {words, (int)(16 * k + 5 * s->epochs) & 63};
            uint64_t taken[LANES_WORDS];
            for (int w = 0; w < LANES_WORDS; w++)
                taken[w] = LANES(rotated)(s->waiting[plane][(w - words) & (LANES_WORDS - 1)], turn.bits) & idle[w];
            int n = LANES(size)(taken);
            if (n > most) most = n, best = turn;
        }
    return best;
}

/* Assign nodes of the fullest plane to idle lanes, by one turn of the plane; `taken` gets the lanes. Return the plane,
   or -1 if no node waits. */
static int LANES(recall)(dlx_lanes *s, uint64_t *taken, LANES(turn) *turn) {
    uint64_t idle[LANES_WORDS];
    int most = 0, plane = -1;
    for (int p = 0; p < s->n_planes; p++) {
        int n = LANES(size)(s->waiting[p]);
        if (n > most) most = n, plane = p;
    }
    if (plane < 0) return -1;
    for (int w = 0; w < LANES_WORDS; w++) idle[w] = ~(s->active[w] | s->done[w]);
    *turn = LANES(choose_turn)(s, plane, idle);
    for (int w = 0; w < LANES_WORDS; w++) {
        int from = (w - turn->words) & (LANES_WORDS - 1);
        taken[w] = LANES(rotated)(s->waiting[plane][from], turn->bits) & idle[w];
        s->waiting[plane][from] &= ~LANES(rotated)(taken[w], -turn->bits & 63);
        for (uint64_t rest = taken[w]; rest;) {
            int lane = LANES(next)(&rest);
            int32_t question = s->waiter[plane][64 * from + ((lane - turn->bits) & 63)];
            s->n_waiting--;
            s->question[64 * w + lane] = (dlx_index)question;
            if (LANES(over)(s, question)) {
                taken[w] &= ~((uint64_t)1 << lane);
                LANES(drop)(s, question);
            }
        }
        s->active[w] |= taken[w];
    }
    return plane;
}

/* Put the given options into `given` in its lane. Return false if one can never be chosen: there is no solution. */
static int LANES(begin)(dlx_lanes *s, int lane, int64_t question) {
    for (int64_t q = s->indptr[question]; q < s->indptr[question + 1]; q++)
        if (s->row[s->givens[q]] < 0) {
            s->state[question] = DLX_ANSWERED;
            s->finished++;
            return 0;
        }
    s->question[lane] = (dlx_index)question;
    s->pending[question] = 1;
    s->nodes[question] = 1;
    for (int64_t q = s->indptr[question]; q < s->indptr[question + 1]; q++)
        s->given[(int64_t)s->row[s->givens[q]] * LANES_WORDS + lane / 64] |= (uint64_t)1 << (lane & 63);
    return 1;
}

/* Return the number of questions that may begin: few if each takes many nodes, since all the nodes may have to wait. */
static int64_t LANES(welcome)(const dlx_lanes *s) {
    uint64_t mean = (16 * 200 + s->finished_nodes) / (16 + s->finished);
    uint64_t each = 1 + (mean < 240 ? mean / 16 : 15);
    if (s->n_waiting >= LANES(patient)) return 0;
    return s->n_planes * 16 * LANES_WORDS / (int64_t)each - (s->next - (int64_t)s->finished);
}

static int LANES(refill)(dlx_lanes *s) { /* returns whether any question began */
    int64_t most = LANES(welcome)(s), some = 0;
    for (int w = 0; w < LANES_WORDS; w++) {
        uint64_t idle = ~(s->active[w] | s->done[w]);
        s->fresh[w] = 0;
        while (idle && s->next < s->n_questions && some < most) {
            int lane = __builtin_ctzll(idle);
            if (LANES(begin)(s, 64 * w + lane, s->next++)) {
                s->fresh[w] |= (uint64_t)1 << lane;
                idle &= idle - 1;
                some++;
            }
        }
        s->active[w] |= s->fresh[w];
    }
    return some > 0;
}

static void LANES(move)(dlx_lanes *s, int plane, const uint64_t *taken, LANES(turn) turn) {
    LANES(vector) *live = (LANES(vector) *)s->live;
    LANES(vector) in, order;
    memcpy(&in, taken, sizeof in);
    for (int w = 0; w < LANES_WORDS; w++) order[w] = (w - turn.words) & (LANES_WORDS - 1);
    const LANES(vector) *waiting = (LANES(vector) *)s->planes + (int64_t)plane * s->n_options;
    for (int32_t o = 0; o < s->n_options; o++) {
        LANES(vector) from = LANES(shuffled)(waiting[o], order);
        from = from << turn.bits | from >> (-turn.bits & 63);
        live[o] = (live[o] & ~in) | (from & in);
    }
}

/* Move waiting nodes to idle lanes, until few of either remain. */
static void LANES(recall_all)(dlx_lanes *s) {
    uint64_t taken[LANES_WORDS];
    memset(s->other, 0, sizeof s->other);
    for (int k = 0; k < LANES(recalls); k++) {
        LANES(turn) turn;
        int busy = LANES(size)(s->active) + LANES(size)(s->done);
        int plane = 64 * LANES_WORDS - busy > (k ? 4 * LANES_WORDS : 0) ? LANES(recall)(s, taken, &turn) : -1;
        if (plane < 0) return;
        LANES(move)(s, plane, taken, turn);
        for (int w = 0; w < LANES_WORDS; w++) s->other[w] |= taken[w];
    }
}

static void LANES(welcome_all)(dlx_lanes *s) { /* begin new questions, if any may begin */
    if (!LANES(refill)(s)) return;
    LANES(vector) *live = (LANES(vector) *)s->live;
    LANES(vector) fresh;
    memcpy(&fresh, s->fresh, sizeof fresh);
    for (int32_t o = 0; o < s->n_options; o++) live[o] |= fresh;
    s->program->enter(s);
    memset(s->given, 0, (size_t)s->n_options * 8 * LANES_WORDS);
    for (int w = 0; w < LANES_WORDS; w++) s->other[w] |= s->fresh[w];
}

/* --- branching --- */

/* Split the stalled lanes that find a free place in one plane, the best one; the others wait. We use more than 8 planes
   only if the first have no place for half of the lanes: nodes in full planes find idle lanes sooner. */
static int LANES(part)(dlx_lanes *s) {
    int most = 0, plane = 0, wanted = LANES(size)(s->split);
    for (int p = 0; p < s->n_planes; p++) {
        uint64_t places[LANES_WORDS];
        if (p % 8 == 0 && most > wanted / 2) break;
        for (int w = 0; w < LANES_WORDS; w++) places[w] = s->split[w] & ~s->waiting[p][w];
        int n = LANES(size)(places);
        if (n > most) most = n, plane = p;
    }
    for (int w = 0; w < LANES_WORDS; w++) {
        s->split[w] &= ~s->waiting[plane][w];
        s->waiting[plane][w] |= s->split[w];
        for (uint64_t rest = s->split[w]; rest;) {
            int lane = 64 * w + LANES(next)(&rest);
            int32_t question = s->waiter[plane][lane] = s->question[lane];
            s->pending[question]++;
            s->nodes[question] += 2;
        }
    }
    s->n_waiting += most;
    s->plane = s->planes + (int64_t)plane * s->n_options * LANES_WORDS;
    return most > 0;
}

/* If all lanes wait for a place and none is free, hand over the questions in one word of them. */
static void LANES(give_up)(dlx_lanes *s) {
    int w = s->epochs % LANES_WORDS; /* limit: planes */
    for (uint64_t rest = s->active[w]; rest;) s->state[s->question[64 * w + LANES(next)(&rest)]] = DLX_HANDED;
}

/* --- the loop: until all questions are answered or handed over (true), or `epochs` have passed --- */

static int LANES(drive)(dlx_lanes *s, int64_t epochs) {
    while (epochs--) {
        int stalled = 0;
        for (int w = 0; w < LANES_WORDS; w++) LANES(sort)(s, w);
        if (LANES(size)(s->done) >= LANES(harvest) || s->epochs % 4 == 0 || s->next == s->n_questions) LANES(collect)(s);
        for (int w = 0; w < LANES_WORDS; w++) {
            LANES(stall)(s, w);
            stalled += __builtin_popcountll(s->split[w]);
        }
        memset(s->dead, 0, sizeof s->dead);
        LANES(recall_all)(s);
        LANES(welcome_all)(s);
        int busy = LANES(size)(s->active) + LANES(size)(s->done);
        if (!busy && !s->n_waiting && s->next == s->n_questions) return 1;
        if (stalled) {
            if (LANES(part)(s)) s->program->branch(s);
            else if (stalled == LANES(size)(s->active)) LANES(give_up)(s);
        }
        s->program->sweep(s, LANES(sweeps));
        s->sweeps += LANES(sweeps);
        s->epochs++;
    }
    return 0;
}
