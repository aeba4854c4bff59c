/* SPDX-License-Identifier: MIT
   Singles, locked candidates, subsets and fish: the techniques of singles.py, locked.py, subsets.py, fish.py and
   finned.py. */

#ifndef SUDOKU_BASICS_H
#define SUDOKU_BASICS_H

#include "state.h"

/* ---- singles */

static bool hidden_singles(const board_tables *t, const grid_state *g, found_steps *f, bool region) {
    cellset any = 0;
    for (int h = 0; h < t->houses; h++) {
        if ((t->axis[h] == REGION) != region) continue;
        for (int d = 0; d < t->side; d++) {
            cellset places = g->open[d] & t->house[h];
            if (places && !several(places)) any |= f->put[d] |= places;
        }
    }
    return any != 0;
}

TECHNIQUE(hidden_single) { return hidden_singles(t, g, f, true); }

TECHNIQUE(hidden_single_in_line) {
    return hidden_singles(t, g, f, false);
}

TECHNIQUE(naked_single) {
    cellset one = 0, two = 0;
    for (int d = 0; d < t->side; d++) {
        two |= one & g->open[d];
        one |= g->open[d];
    }
    for (int d = 0; d < t->side; d++) f->put[d] = one & ~two & g->open[d];
    return (one & ~two) != 0;
}

/* ---- locked candidates */

static bool locked_candidates(const board_tables *t, const grid_state *g, found_steps *f, bool region) {
    bool any = false;
    for (int h = 0; h < t->houses; h++) {
        if ((t->axis[h] == REGION) != region) continue;
        for (int d = 0; d < t->side; d++) {
            cellset places = g->open[d] & t->house[h];
            if (places) any |= lose_seen(t, g, f, d, places, places, 0);
        }
    }
    return any;
}

TECHNIQUE(pointing) { return locked_candidates(t, g, f, true); }
TECHNIQUE(claiming) { return locked_candidates(t, g, f, false); }

/* ---- k sets with k elements in all */

typedef struct closed_search { /* sets of at most `size` elements; a visitor of any `size` of them with no more */
    const board_tables *t;
    const grid_state *g;
    found_steps *f;
    int n, size, names[MOST_LINES];
    unsigned sets[MOST_LINES];
    void (*visit)(struct closed_search *s, unsigned chosen, unsigned together); /* chosen: bits of names */
    int place, axis; /* for the visitor: its house or digit, and ROW or COLUMN */
    cellset roof;    /* for visit_naked: further cells of the subset */
    bool any;
} closed_search;

static inline void add_set(closed_search *s, int name, unsigned set) {
    if (set && count_of(set) <= s->size) {
        s->names[s->n] = name;
        s->sets[s->n++] = set;
    }
}

static void grow_closed(closed_search *s, int start, int missing, unsigned chosen, unsigned before) {
    for (int k = start; k <= s->n - missing; k++) {
        unsigned together = before | s->sets[k];
        if (count_of(together) > s->size) continue;
        if (missing > 1) grow_closed(s, k + 1, missing - 1, chosen | 1u << s->names[k], together);
        else if (count_of(together) == s->size) s->visit(s, chosen | 1u << s->names[k], together);
    }
}

static void visit_naked(closed_search *s, unsigned chosen, unsigned digits) {
    cellset own = s->roof;
    int k, d;
    EACH_BIT(k, chosen) own |= one_cell(s->t->house_cell[s->place][k]);
    EACH_BIT(d, digits) s->any |= lose(s->g, s->f, d, s->t->house[s->place] & ~own);
}

static bool naked_subset(const board_tables *t, const grid_state *g, found_steps *f, int size) {
    closed_search s = {.t = t, .g = g, .f = f, .size = size, .visit = visit_naked};
    for (s.place = 0; s.place < t->houses; s.place++) {
        int filled = 0;
        s.n = 0;
        for (int k = 0; k < t->side; k++) {
            unsigned digits = g->marks[t->house_cell[s.place][k]];
            filled += digits != 0;
            add_set(&s, k, digits);
        }
        if (filled > size) grow_closed(&s, 0, size, 0, 0);
    }
    return s.any;
}

TECHNIQUE(naked_pair) { return naked_subset(t, g, f, 2); }
TECHNIQUE(naked_triple) { return naked_subset(t, g, f, 3); }
TECHNIQUE(naked_quad) { return naked_subset(t, g, f, 4); }

static void visit_hidden(closed_search *s, unsigned digits, unsigned places) {
    unsigned others = ((1u << s->t->side) - 1) & ~digits;
    int k;
    EACH_BIT(k, places) s->any |= lose_digits(s->g, s->f, s->t->house_cell[s->place][k], others);
}

static bool hidden_subset(const board_tables *t, const grid_state *g, found_steps *f, int size) {
    closed_search s = {.t = t, .g = g, .f = f, .size = size, .visit = visit_hidden};
    for (s.place = 0; s.place < t->houses; s.place++) {
        unsigned places[MOST_DIGITS] = {0};
        int left = 0, d;
        for (int k = 0; k < t->side; k++)
            EACH_BIT(d, g->marks[t->house_cell[s.place][k]]) places[d] |= 1u << k;
        s.n = 0;
        for (d = 0; d < t->side; d++) {
            left += places[d] != 0;
            add_set(&s, d, places[d]);
        }
        if (left > size) grow_closed(&s, 0, size, 0, 0);
    }
    return s.any;
}

TECHNIQUE(hidden_pair) { return hidden_subset(t, g, f, 2); }
TECHNIQUE(hidden_triple) { return hidden_subset(t, g, f, 3); }
TECHNIQUE(hidden_quad) { return hidden_subset(t, g, f, 4); }

/* ---- fish */

static void visit_fish(closed_search *s, unsigned base, unsigned cover) {
    cellset here = s->g->open[s->place], own = 0, covered = 0;
    int k;
    EACH_BIT(k, base) own |= here & s->t->house[s->t->line[s->axis][k]];
    EACH_BIT(k, cover) covered |= s->t->house[s->t->line[1 - s->axis][k]];
    if (!(own & ~covered)) s->any |= lose(s->g, s->f, s->place, covered & ~own);
}

static bool fish(const board_tables *t, grid_state *g, found_steps *f, int size) {
    closed_search s = {.t = t, .g = g, .f = f, .size = size, .visit = visit_fish};
    find_crossings(t, g);
    for (s.place = 0; s.place < t->side; s.place++)
        for (s.axis = 0; s.axis < 2; s.axis++) {
            s.n = 0;
            for (int k = 0; k < t->n_lines[s.axis]; k++) add_set(&s, k, g->crossings[s.place][s.axis][k]);
            grow_closed(&s, 0, size, 0, 0);
        }
    return s.any;
}

TECHNIQUE(x_wing) { return fish(t, g, f, 2); }
TECHNIQUE(swordfish) { return fish(t, g, f, 3); }
TECHNIQUE(jellyfish) { return fish(t, g, f, 4); }

/* ---- finned fish */

typedef struct {
    const board_tables *t;
    const grid_state *g;
    found_steps *f;
    int digit, axis, size, chosen[4];
    bool any;
} finned_search;

/* The fish with these cover lines: a cell that sees all fins is no place. */
static void cover_fins(finned_search *s, cellset own, unsigned cover) {
    cellset covered = 0;
    int k;
    EACH_BIT(k, cover) covered |= s->t->house[s->t->line[1 - s->axis][k]];
    cellset fins = own & ~covered, here = s->g->open[s->digit];
    if (fins) s->any |= lose(s->g, s->f, s->digit, seen_by_all(&s->t->weak, s->digit, fins, covered & ~own & here));
}

/* Choose `missing` more cover lines of `rest`. */
static void choose_cover(finned_search *s, cellset own, unsigned cover, unsigned rest, int missing) {
    if (!missing) {
        cover_fins(s, own, cover);
        return;
    }
    for (; count_of(rest) >= missing; rest &= rest - 1) {
        unsigned line = rest & -rest;
        choose_cover(s, own, cover | line, rest & ~line, missing - 1);
    }
}

/* The finned fish of these base lines: all places outside one region are covered, so the fins lie in the region. */
static void with_base(finned_search *s, unsigned lines) {
    const board_tables *t = s->t;
    if (count_of(lines) <= s->size) return;
    cellset own = 0;
    for (int k = 0; k < s->size; k++) own |= t->house[t->line[s->axis][s->chosen[k]]];
    own &= s->g->open[s->digit];
    for (int h = 0; h < t->houses; h++) {
        if (t->axis[h] != REGION) continue;
        unsigned needed = 0;
        for (int k = 0; k < s->size; k++)
            needed |= s->g->crossings[s->digit][s->axis][s->chosen[k]] & t->outside[s->axis][s->chosen[k]][h];
        int missing = s->size - count_of(needed);
        if (missing >= 0) choose_cover(s, own, needed, lines & ~needed, missing);
    }
}

static void choose_base(finned_search *s, int start, int taken, unsigned lines) {
    if (taken == s->size) {
        with_base(s, lines);
        return;
    }
    for (int k = start; k < s->t->n_lines[s->axis]; k++) {
        unsigned own = s->g->crossings[s->digit][s->axis][k];
        if (!(own & (own - 1))) continue;
        s->chosen[taken] = k;
        choose_base(s, k + 1, taken + 1, lines | own);
    }
}

static bool finned_fish(const board_tables *t, grid_state *g, found_steps *f, int size) {
    finned_search s = {.t = t, .g = g, .f = f, .size = size};
    find_crossings(t, g);
    for (s.digit = 0; s.digit < t->side; s.digit++)
        for (s.axis = 0; s.axis < 2; s.axis++) choose_base(&s, 0, 0, 0);
    return s.any;
}

TECHNIQUE(finned_x_wing) { return finned_fish(t, g, f, 2); }
TECHNIQUE(finned_swordfish) { return finned_fish(t, g, f, 3); }
TECHNIQUE(finned_jellyfish) { return finned_fish(t, g, f, 4); }

#endif
