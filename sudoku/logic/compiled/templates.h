/* SPDX-License-Identifier: MIT
   Templates, and Franken and mutant fish, as in template.py and franken.py. */

#ifndef SUDOKU_TEMPLATES_H
#define SUDOKU_TEMPLATES_H

#include "state.h"

enum { PLAIN, FRANKEN, MUTANT };

/* ---- templates */

/* The houses in which a digit is not placed. */
static uint64_t houses_without(const board_tables *t, const grid_state *g, int digit) {
    uint64_t houses = 0;
    for (int h = 0; h < t->houses; h++) houses |= (uint64_t)!(g->placed[digit] & t->house[h]) << h;
    return houses;
}

/* Return places, one for each of these houses and no two in conflict, or 0. */
static cellset way_to_fill(const board_tables *t, int digit, cellset places, uint64_t houses) {
    int best = 0, fewest = MOST_CELLS + 1, h, c;
    if (!houses) return places;
    EACH_BIT(h, houses) {
        int n = size_of(places & t->house[h]);
        if (n < fewest) {
            fewest = n;
            best = h;
        }
    }
    EACH_CELL(c, places & t->house[best]) {
        cellset way = way_to_fill(t, digit, places & ~t->weak.same[digit][c], houses & ~(1ull << best));
        if (way) return way;
    }
    return 0;
}

/* Find the places of each digit that no way of filling its houses uses. */
static void find_unused(const board_tables *t, grid_state *g) {
    if (g->templated) return;
    g->templated = true;
    for (int d = 0; d < t->side; d++) {
        uint64_t houses = houses_without(t, g, d);
        g->unused[d] = 0;
        for (cellset left = g->open[d]; left;) {
            cellset first = left & -left;
            cellset way = way_to_fill(t, d, g->open[d] & ~t->weak.same[d][lowest(first)], houses);
            if (!way) g->unused[d] |= first;
            left &= ~(first | way);
        }
    }
}

TECHNIQUE(template) {
    bool any = false;
    find_unused(t, g);
    for (int d = 0; d < t->side; d++) any |= lose(g, f, d, g->unused[d]);
    return any;
}

/* ---- two digits */

enum { MOST_WAYS = 1000 };

/* List the ways of filling these houses; false if there are too many. */
static bool list_ways(const board_tables *t, int digit, cellset places, uint64_t houses, cellset chosen, cellset *way,
                      int *n) {
    int c;
    if (!houses) {
        if (*n == MOST_WAYS) return false;
        way[(*n)++] = chosen;
        return true;
    }
    EACH_CELL(c, places & t->house[__builtin_ctzll(houses)]) {
        cellset rest = places & ~(t->weak.same[digit][c] | one_cell(c));
        if (!list_ways(t, digit, rest, houses & ~t->houses_of[c], chosen | one_cell(c), way, n)) return false;
    }
    return true;
}

/* Return the places of the ways in `one` that have no cell in common with some way in `two`; `used`: all places. */
static cellset fitting_places(const cellset *one, int n, const cellset *two, int m, cellset used) {
    cellset fits = 0;
    for (int k = 0; k < n && fits != used; k++)
        for (int j = 0; one[k] & ~fits && j < m; j++)
            if (!(one[k] & two[j])) fits |= one[k];
    return fits;
}

TECHNIQUE(double_template) {
    cellset *way = space_for(g, (size_t)t->side * MOST_WAYS * sizeof(cellset)), used[MOST_DIGITS] = {0};
    int n[MOST_DIGITS] = {0};
    bool any = false;
    if (!way) return false;
    for (int d = 0; d < t->side; d++) {
        cellset *own = way + d * MOST_WAYS;
        if (!g->open[d] || !list_ways(t, d, g->open[d], houses_without(t, g, d), 0, own, &n[d])) n[d] = 0;
        for (int k = 0; k < n[d]; k++) used[d] |= own[k];
    }
    for (int d = 0; d < t->side; d++)
        for (int e = 0; e < t->side; e++)
            if (d != e && n[d] && n[e]) {
                cellset fits = fitting_places(way + d * MOST_WAYS, n[d], way + e * MOST_WAYS, n[e], used[d]);
                any |= lose(g, f, d, used[d] & ~fits);
            }
    return any;
}

/* ---- Franken and mutant fish, from a place that they show to be false */

typedef struct {
    const board_tables *t;
    const grid_state *g;
    int digit, place, size, kind;
    cellset here; /* places that the place leaves */
    int n_inside, inside[MOST_HOUSES];
    uint64_t base, cover; /* houses */
    int fewest;      /* fins of the best fish so far */
    cellset removed; /* what it removes */
} fish_search;

static int kind_of_fish(const fish_search *s) {
    bool box = false, of_base[2] = {false, false}, of_cover[2] = {false, false};
    int h;
    EACH_BIT(h, s->base | s->cover) {
        int axis = s->t->axis[h];
        box |= axis == REGION;
        if (axis != REGION && s->base >> h & 1) of_base[axis] = true;
        if (axis != REGION && s->cover >> h & 1) of_cover[axis] = true;
    }
    if ((!of_base[COLUMN] && !of_cover[ROW]) || (!of_base[ROW] && !of_cover[COLUMN])) return box ? FRANKEN : PLAIN;
    return MUTANT;
}

/* Whether a place leaves too few of the cover houses to the base houses. */
static bool is_false(const fish_search *s, int place) {
    const board_tables *t = s->t;
    cellset here = s->g->open[s->digit] & ~t->weak.same[s->digit][place], rest = 0, own = 0;
    int n = 0, h;
    if (t->houses_of[place] & s->base) return false;
    EACH_BIT(h, s->cover & ~t->houses_of[place]) rest |= t->house[h];
    EACH_BIT(h, s->base) {
        own |= here & t->house[h];
        n += size_of(here & t->house[h]);
    }
    return !(own & ~rest) && size_of(own) == n;
}

/* Keep a fish if it has fewer fins than those before it. */
static void compare_fish(fish_search *s) {
    const board_tables *t = s->t;
    cellset once = 0, twice = 0, covered = 0, here = s->g->open[s->digit];
    int c, h;
    if (kind_of_fish(s) != s->kind) return;
    EACH_BIT(h, s->base) {
        twice |= once & t->house[h];
        once |= t->house[h];
    }
    EACH_BIT(h, s->cover) covered |= t->house[h];
    int fins = size_of(here & ((once & ~covered) | twice));
    if (fins >= s->fewest) return;
    s->fewest = fins;
    s->removed = 0;
    EACH_CELL(c, here & covered)
        if (is_false(s, c)) s->removed |= one_cell(c);
}

/* Choose disjoint base houses of those inside the cover houses, and one more cover house through the place. */
static void choose_disjoint(fish_search *s, int start, int missing, uint64_t base, uint64_t cover, cellset own) {
    int h;
    if (!missing) {
        EACH_BIT(h, s->t->houses_of[s->place]) {
            s->base = base;
            s->cover = cover | 1ull << h;
            compare_fish(s);
        }
        return;
    }
    for (int k = start; k < s->n_inside; k++) {
        cellset more = s->here & s->t->house[s->inside[k]];
        if (own & more) continue;
        choose_disjoint(s, k + 1, missing - 1, base | 1ull << s->inside[k], cover, own | more);
    }
}

/* Choose all cover houses but one, which do not have the place. */
static void choose_covers(fish_search *s, uint64_t rest, int missing, uint64_t chosen, cellset covered) {
    int h;
    if (missing) {
        EACH_BIT(h, rest) {
            rest &= rest - 1;
            choose_covers(s, rest, missing - 1, chosen | 1ull << h, covered | s->t->house[h]);
        }
        return;
    }
    s->n_inside = 0;
    for (h = 0; h < s->t->houses; h++) {
        cellset own = s->here & s->t->house[h];
        bool possible = own && !(own & ~covered) && !has(s->t->house[h], s->place) && !(chosen >> h & 1);
        if (possible) s->inside[s->n_inside++] = h;
    }
    choose_disjoint(s, 0, s->size, 0, chosen, 0);
}

static bool boxed_fish(const board_tables *t, grid_state *g, found_steps *f, int size, int kind) {
    bool any = false;
    find_unused(t, g);
    for (int d = 0; d < t->side; d++)
        for (cellset left = g->unused[d]; left; left &= left - 1) {
            fish_search s = {.t = t, .g = g, .digit = d, .place = lowest(left), .size = size, .kind = kind};
            uint64_t houses = 0;
            s.fewest = MOST_CELLS + 1;
            s.here = g->open[d] & ~t->weak.same[d][s.place] & ~one_cell(s.place);
            for (int h = 0; h < t->houses; h++)
                houses |= (uint64_t)(!has(t->house[h], s.place) && (s.here & t->house[h])) << h;
            choose_covers(&s, houses, size - 1, 0, 0);
            any |= lose(g, f, d, s.removed);
            left &= ~s.removed | one_cell(s.place); /* the loop removes the place */
        }
    return any;
}

TECHNIQUE(franken_x_wing) { return boxed_fish(t, g, f, 2, FRANKEN); }
TECHNIQUE(mutant_x_wing) { return boxed_fish(t, g, f, 2, MUTANT); }
TECHNIQUE(franken_swordfish) { return boxed_fish(t, g, f, 3, FRANKEN); }
TECHNIQUE(mutant_swordfish) { return boxed_fish(t, g, f, 3, MUTANT); }
TECHNIQUE(franken_jellyfish) { return boxed_fish(t, g, f, 4, FRANKEN); }
TECHNIQUE(mutant_jellyfish) { return boxed_fish(t, g, f, 4, MUTANT); }

#endif
