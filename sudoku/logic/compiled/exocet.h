/* SPDX-License-Identifier: MIT
   Exocets, as in exocet.py. */

#ifndef SUDOKU_EXOCET_H
#define SUDOKU_EXOCET_H

#include "state.h"

enum { MOST_BASE_DIGITS = 4, MOST_EXOCET_UNITS = 2 + 5 * MOST_BASE_DIGITS };

typedef struct { /* exactly one of these is true: any of the base digits in a cell, or one digit in some cells */
    cellset cells;
    int first, last; /* base digits, by number */
} exocet_unit;

typedef struct {
    const board_tables *t;
    const grid_state *g;
    found_steps *f;
    int axis, line, region, other[2]; /* the band: its line, and the regions that this crosses */
    cellset base;
    unsigned digits;
    int n, digit[MOST_BASE_DIGITS];
} exocet_search;

/* The other line through a cell. */
static int cross_line(const exocet_search *s, int cell) {
    int h;
    EACH_BIT(h, s->t->houses_of[cell])
        if (s->t->axis[h] == 1 - s->axis) return h;
    return -1;
}

/* Whether at most two lines have all places of a digit in the cross lines outside the band. */
static bool is_covered(const exocet_search *s, const int *cross, int digit) {
    const board_tables *t = s->t;
    cellset band = t->house[s->region] | t->house[s->other[0]] | t->house[s->other[1]];
    unsigned own[3] = {0, 0, 0}; /* by cross line: the lines along the band with places, as bits */
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < t->n_lines[s->axis]; j++) {
            cellset places = (s->g->open[digit] | s->g->placed[digit]) & t->house[cross[k]] & ~band;
            own[k] |= (unsigned)((places & t->house[t->line[s->axis][j]]) != 0) << j;
        }
    for (int k = 0; k < 3; k++)
        if (!own[k] || count_of(own[(k + 1) % 3] | own[(k + 2) % 3]) <= 1) return true;
    return count_of(own[0] | own[1] | own[2]) <= 2;
}

/* Place a digit in a cell. */
static void exclude(const exocet_search *s, const cellset *before, cellset *after, int digit, int cell) {
    for (int k = 0; k < s->n; k++) after[k] = before[k] & ~excluded(&s->t->weak, digit, cell, s->digit[k]);
}

/* Whether each of these units can have one candidate, no two of them in conflict. */
static bool units_hold(const exocet_search *s, const cellset *alive, exocet_unit *unit, int n) {
    int best = 0, fewest = MOST_CELLS + 1, c;
    if (!n) return true;
    for (int j = 0; j < n; j++) {
        int places = 0;
        for (int k = unit[j].first; k <= unit[j].last; k++) places += size_of(alive[k] & unit[j].cells);
        if (places < fewest) {
            fewest = places;
            best = j;
        }
    }
    exocet_unit chosen = unit[best], others[MOST_EXOCET_UNITS];
    memcpy(others, unit, n * sizeof *unit);
    others[best] = others[n - 1];
    for (int k = chosen.first; k <= chosen.last; k++)
        EACH_CELL(c, alive[k] & chosen.cells) {
            cellset after[MOST_BASE_DIGITS];
            exclude(s, alive, after, s->digit[k], c);
            if (units_hold(s, after, others, n - 1)) return true;
        }
    return false;
}

/* Try each candidate of the band, and each base digit elsewhere. */
static bool try_exocet(const exocet_search *s, const int *cross) {
    const board_tables *t = s->t;
    const int houses[5] = {cross[0], cross[1], cross[2], s->other[0], s->other[1]};
    cellset band = t->house[s->region] | t->house[s->other[0]] | t->house[s->other[1]], alive[MOST_BASE_DIGITS];
    exocet_unit unit[MOST_EXOCET_UNITS];
    int n = 0, c;
    bool any = false;
    EACH_CELL(c, s->base) unit[n++] = (exocet_unit){one_cell(c), 0, s->n - 1};
    for (int k = 0; k < s->n; k++) {
        alive[k] = s->g->open[s->digit[k]] | s->g->placed[s->digit[k]];
        for (int j = 0; j < 5; j++) unit[n++] = (exocet_unit){t->house[houses[j]], k, k};
    }
    for (int d = 0; d < t->side; d++) {
        bool of_base = s->digits >> d & 1;
        EACH_CELL(c, s->g->open[d] & (of_base ? t->all : band)) {
            cellset after[MOST_BASE_DIGITS];
            exclude(s, alive, after, d, c);
            if (!units_hold(s, after, unit, n)) any |= lose(s->g, s->f, d, one_cell(c));
        }
    }
    return any;
}

/* The cells of a region that can be a target: their companions have none of the digits. */
static cellset targets_in(const exocet_search *s, int region) {
    const board_tables *t = s->t;
    cellset rest = t->house[region] & ~t->house[s->line], targets = 0, held = 0;
    int c, d;
    EACH_BIT(d, s->digits) held |= s->g->open[d] | s->g->placed[d];
    EACH_CELL(c, rest) {
        int cross = cross_line(s, c);
        bool open = (s->g->marks[c] & s->digits) != 0;
        if (open && cross >= 0 && !(held & rest & t->house[cross] & ~one_cell(c))) targets |= one_cell(c);
    }
    return targets;
}

static bool with_exocet_base(exocet_search *s, int third) {
    int cross[3] = {cross_line(s, third), -1, -1}, one, two, d;
    bool any = false;
    s->n = 0;
    EACH_BIT(d, s->digits) s->digit[s->n++] = d;
    cellset ones = targets_in(s, s->other[0]), twos = targets_in(s, s->other[1]);
    EACH_CELL(one, ones)
        EACH_CELL(two, twos) {
            bool covered = cross[0] >= 0;
            cross[1] = cross_line(s, one);
            cross[2] = cross_line(s, two);
            for (int k = 0; covered && k < s->n; k++) covered = is_covered(s, cross, s->digit[k]);
            if (covered) any |= try_exocet(s, cross);
        }
    return any;
}

static bool exocet_in_band(exocet_search *s) {
    const board_tables *t = s->t;
    cellset three = t->house[s->line] & t->house[s->region];
    bool any = false;
    int third, c;
    EACH_CELL(third, three) {
        bool open = true;
        s->base = three & ~one_cell(third);
        s->digits = 0;
        EACH_CELL(c, s->base) {
            open &= count_of(s->g->marks[c]) > 1;
            s->digits |= s->g->marks[c];
        }
        int n = count_of(s->digits);
        if (open && (n == MOST_BASE_DIGITS - 1 || n == MOST_BASE_DIGITS)) any |= with_exocet_base(s, third);
    }
    return any;
}

TECHNIQUE(exocet) {
    exocet_search s = {.t = t, .g = g, .f = f};
    bool any = false;
    for (s.line = 0; s.line < t->houses; s.line++) {
        int region[3], n = 0, h;
        s.axis = t->axis[s.line];
        if (s.axis == REGION) continue;
        EACH_BIT(h, t->crossing[s.line]) {
            if (t->axis[h] != REGION) continue;
            if (n < 3 && size_of(t->house[s.line] & t->house[h]) == 3) region[n] = h;
            else n = 3; /* too many, or no box */
            n++;
        }
        for (int k = 0; n == 3 && k < 3; k++) {
            s.region = region[k];
            s.other[0] = region[(k + 1) % 3];
            s.other[1] = region[(k + 2) % 3];
            any |= exocet_in_band(&s);
        }
    }
    return any;
}

#endif
