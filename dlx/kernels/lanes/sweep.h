/* SPDX-License-Identifier: MIT
   The general program: propagation and branching for any problem, from the tables of its circuit. Included once for
   each instruction set, with the driver.

   A sweep is a few passes over all lists of a kind; each list is the OR of some vectors:

       items     -> single   items with one option left; none: the node is dead
       owners    -> forced   options that are the only live one of some item
       items     -> taken    items with a forced option
       killers   -> live     options die if another option takes one of their items

   If items share several options (in Sudoku a row and a box share three cells for a digit), do the same with these
   groups in place of options: if all options of an item are in one group, the other item of that group loses its
   other groups. Sudoku players call this locked candidates.

   Consecutive lists of the same length form a run, and for short lengths the loop over a list is unrolled. */

#include "dlx/kernels/lanes/drive.h"

typedef LANES(vector) LANES(v);

enum LANES(kind) { LANES(put), LANES(and), LANES(andn), LANES(kill_kind) }; /* the use of the OR of a list */

typedef struct { LANES(v) all, two; } LANES(sums); /* over lists: the AND of their ORs; lanes where any list has two */

LANES_INLINE void LANES(store)(LANES(v) *out, LANES(v) value, LANES(v) mask, enum LANES(kind) kind, LANES(v) *changed) {
    if (kind == LANES(put)) *out = value;
    if (kind == LANES(and)) *out = value & mask;
    if (kind == LANES(andn)) *out = value & ~mask;
    if (kind == LANES(kill_kind)) {
        LANES(v) dying = *out & value & ~mask;
        *out &= ~dying;
        *changed |= dying;
    }
}

LANES_INLINE void LANES(any_run)(LANES(v) *out, const LANES(v) *in, const LANES(v) *mask, const uint32_t *q, int32_t n,
                                 int32_t length, enum LANES(kind) kind, LANES(v) *changed) {
    for (int32_t k = 0; k < n; k++, q += length) {
        LANES(v) any = {0};
        for (int32_t j = 0; j < length; j++) any |= in[q[j]];
        LANES(store)(out + k, any, kind == LANES(put) ? any : mask[k], kind, changed);
    }
}

LANES_INLINE void LANES(two_run)(LANES(v) *out, const LANES(v) *in, const uint32_t *q, int32_t n, int32_t length,
                                 int single, LANES(sums) *sums) {
    for (int32_t k = 0; k < n; k++, q += length) {
        LANES(v) any = {0}, two = {0};
        for (int32_t j = 0; j < length; j++) {
            LANES(v) value = in[q[j]];
            two |= any & value;
            any |= value;
        }
        out[k] = any;
        if (single) out[k] &= ~two;
        sums->all &= any;
        sums->two |= two;
    }
}

#define LANES_LENGTHS(RUN)                                                                                            \
    switch (length) {                                                                                                 \
        case 1: RUN(1); break;                                                                                        \
        case 2: RUN(2); break;                                                                                        \
        case 3: RUN(3); break;                                                                                        \
        case 4: RUN(4); break;                                                                                        \
        case 5: RUN(5); break;                                                                                        \
        case 6: RUN(6); break;                                                                                        \
        case 8: RUN(8); break;                                                                                        \
        case 9: RUN(9); break;                                                                                        \
        default: RUN(length);                                                                                         \
    }

/* Update out[k] with the OR over list k. */
LANES_INLINE LANES(v) LANES(any_of)(LANES(v) *out, const LANES(v) *in, const LANES(v) *mask, const dlx_relation *r,
                                    enum LANES(kind) kind) {
    LANES(v) changed = {0};
    const uint32_t *q = r->member;
    for (int32_t run = 0; run < r->n_runs; run++) {
        int32_t n = r->runs[2 * run], length = r->runs[2 * run + 1];
#define LANES_ANY(d) LANES(any_run)(out, in, mask, q, n, d, kind, &changed)
        LANES_LENGTHS(LANES_ANY)
#undef LANES_ANY
        out += n, mask += n, q += (int64_t)n * length;
    }
    return changed;
}

/* Set out[k] to the lanes where exactly one (or any, if not `single`) of list k is set. */
LANES_INLINE LANES(sums) LANES(two_of)(LANES(v) *out, const LANES(v) *in, const dlx_relation *r, int single) {
    LANES(sums) sums = {.all = ~(LANES(v)){0}};
    const uint32_t *q = r->member;
    for (int32_t run = 0; run < r->n_runs; run++) {
        int32_t n = r->runs[2 * run], length = r->runs[2 * run + 1];
#define LANES_TWO(d) LANES(two_run)(out, in, q, n, d, single, &sums)
        LANES_LENGTHS(LANES_TWO)
#undef LANES_TWO
        out += n, q += (int64_t)n * length;
    }
    return sums;
}

/* Places of the program's vectors. `taken`, `spent` and `lost` are contiguous: `killers` refers to all of them. */
typedef struct {
    LANES(v) *live, *forced, *single;
    LANES(v) *some, *held, *lone;    /* groups with an option left; ... that an item needs; items that need one */
    LANES(v) *taken, *spent, *lost;  /* items, extras with a forced option; groups without a possible option */
    LANES(v) *worn;                  /* colored items whose color is known */
} LANES(places);

static LANES(places) LANES(placed)(const dlx_lanes *s) {
    const dlx_circuit *c = s->circuit;
    int32_t n_groups = c->n_shared + c->n_colors;
    LANES(places) p;
    p.live = (LANES(v) *)s->live;
    p.forced = (LANES(v) *)s->room;
    p.single = p.forced + s->n_options;
    p.some = p.single + c->n_primary;
    p.held = p.some + c->n_shared;
    p.lone = p.held + n_groups;
    p.worn = p.lone + c->n_families;
    p.taken = p.worn + c->n_palettes;
    p.spent = p.taken + c->n_primary;
    p.lost = p.spent + c->n_extras;
    return p;
}

/* Find groups that hold the option of one of their items; the other groups of their other items are lost. */
static void LANES(hold)(const dlx_circuit *c, const LANES(places) *p) {
    LANES(any_of)(p->some, p->live, p->live, &c->shared, LANES(put));
    LANES(two_of)(p->lone, p->some, &c->families, 1);
    LANES(any_of)(p->held, p->lone, p->some, &c->members, LANES(and));
    LANES(any_of)(p->lone, p->held, p->held, &c->families, LANES(put));
    LANES(any_of)(p->lost, p->lone, p->held, &c->members, LANES(andn));
}

/* Do this for colors: an item with a forced option has its color, and loses all others. Return the contradictions. */
static LANES(v) LANES(wear)(const dlx_circuit *c, const LANES(places) *p, const LANES(v) *forced) {
    LANES(v) *held = p->held + c->n_shared;
    LANES(any_of)(held, forced, forced, &c->colors, LANES(put));
    LANES(v) two = LANES(two_of)(p->worn, held, &c->palettes, 0).two;
    LANES(any_of)(p->lost + c->n_shared, p->worn, held, &c->wearers, LANES(andn));
    return two;
}

/* Kill options that have an item in common with a `forced` option. */
static void LANES(kill)(dlx_lanes *s, const LANES(places) *p, const LANES(v) *forced, LANES(v) dead) {
    const dlx_circuit *c = s->circuit;
    dead |= LANES(two_of)(p->spent, forced, &c->extras, 0).two;
    LANES(v) changed = LANES(any_of)(p->live, p->taken, forced, &c->killers, LANES(kill_kind));
    memcpy(s->changed, &changed, sizeof changed);
    memcpy(s->dead, &dead, sizeof dead);
}

/* Two forced options in one primary item need no check: each is single in another item, so in the end some item is
   empty. */
static void LANES(sweep_once)(dlx_lanes *s) {
    const dlx_circuit *c = s->circuit;
    LANES(places) p = LANES(placed)(s);
    LANES(v) dead;
    memcpy(&dead, s->dead, sizeof dead);
    LANES(sums) sums = LANES(two_of)(p.single, p.live, &c->items, 1);
    memcpy(s->unsolved, &sums.two, sizeof sums.two);
    dead |= ~sums.all;
    LANES(any_of)(p.forced, p.single, p.live, &c->owners, LANES(and));
    LANES(any_of)(p.taken, p.forced, p.forced, &c->items, LANES(put));
    if (c->n_shared) LANES(hold)(c, &p);
    if (c->n_colors) dead |= LANES(wear)(c, &p, p.forced);
    LANES(kill)(s, &p, p.forced, dead);
}

static void LANES(sweep)(dlx_lanes *s, int n) {
    while (n--) LANES(sweep_once)(s);
}

/* Only fresh lanes have given options, and only they may be changed: a node's fate must not depend on the time when
   other questions begin. Given options need a check: nothing makes them single. */
static void LANES(enter)(dlx_lanes *s) {
    const dlx_circuit *c = s->circuit;
    LANES(places) p = LANES(placed)(s);
    const LANES(v) *given = (const LANES(v) *)s->given;
    LANES(v) dead;
    memcpy(&dead, s->dead, sizeof dead);
    dead |= LANES(two_of)(p.taken, given, &c->items, 0).two;
    memset(p.lost, 0, (size_t)(c->n_shared + c->n_colors) * sizeof *p.lost);
    LANES(kill)(s, &p, given, dead);
}

/* --- branching: on the first option of the first item with two options left, else with three, else with more --- */

LANES_INLINE void LANES(part_on)(dlx_lanes *s, const uint32_t *q, int32_t length, LANES(v) here) {
    LANES(v) *live = (LANES(v) *)s->live, *plane = (LANES(v) *)s->plane;
    LANES(v) first = here;
    for (int32_t j = 0; j < length; j++) {
        LANES(v) value = live[q[j]], chosen = value & first;
        first &= ~chosen;
        live[q[j]] = (value & ~here) | chosen;
        plane[q[j]] &= ~chosen;
    }
}

static int LANES(part_where)(dlx_lanes *s, LANES(v) *rest, int most) {
    const dlx_relation *r = &s->circuit->items;
    const LANES(v) *live = (const LANES(v) *)s->live;
    const uint32_t *q = r->member;
    for (int32_t run = 0; run < r->n_runs; run++)
        for (int32_t k = 0, length = r->runs[2 * run + 1]; k < r->runs[2 * run]; k++, q += length) {
            LANES(v) any = {0}, two = {0}, three = {0}, four = {0};
            for (int32_t j = 0; j < length; j++) {
                LANES(v) value = live[q[j]];
                four |= three & value;
                three |= two & value;
                two |= any & value;
                any |= value;
            }
            LANES(v) here = *rest & two;
            if (most == 2) here &= ~three;
            if (most == 3) here &= ~four;
            if (!LANES(none)(here)) {
                *rest &= ~here;
                LANES(part_on)(s, q, length, here);
                if (LANES(none)(*rest)) return 1;
            }
        }
    return 0;
}

static void LANES(branch)(dlx_lanes *s) {
    LANES(v) *live = (LANES(v) *)s->live, *plane = (LANES(v) *)s->plane;
    LANES(v) rest;
    memcpy(&rest, s->split, sizeof rest);
    for (int32_t o = 0; o < s->n_options; o++) plane[o] = (plane[o] & ~rest) | (live[o] & rest);
    for (int most = 2; most <= 4; most++)
        if (LANES(part_where)(s, &rest, most)) return;
}

static const dlx_program LANES(general) = {LANES(enter), LANES(sweep), LANES(branch)};
