/* SPDX-License-Identifier: MIT
   Patterns of one or two digits, without uniqueness: the techniques of turbot.py, empty_rectangle.py, wings.py,
   remote_pairs.py, coloring.py and sue_de_coq.py. */

#ifndef SUDOKU_PATTERNS_H
#define SUDOKU_PATTERNS_H

#include "state.h"

/* ---- two links of a digit */

enum { SKYSCRAPER, KITE, TURBOT };

static int turbot_kind(int one, int two) {
    if (one == REGION || two == REGION) return TURBOT;
    return one == two ? SKYSCRAPER : KITE;
}

/* a and d are the ends, b and c see each other. */
static bool join_links(const board_tables *t, const grid_state *g, found_steps *f, int digit, int a, int b, int c,
                       int d) {
    if (a == c || a == d || b == c || b == d || !has(t->weak.same[digit][b], c)) return false;
    return lose_seen(t, g, f, digit, one_cell(a) | one_cell(d), one_cell(b) | one_cell(c), 0);
}

static bool turbot(const board_tables *t, grid_state *g, found_steps *f, int kind) {
    bool any = false;
    find_links(t, g);
    for (int digit = 0; digit < t->side; digit++)
        for (int k = 0; k < g->n_links[digit]; k++)
            for (int j = k + 1; j < g->n_links[digit]; j++) {
                house_link x = g->links[digit][k], y = g->links[digit][j];
                if (turbot_kind(t->axis[x.house], t->axis[y.house]) != kind) continue;
                any |= join_links(t, g, f, digit, x.a, x.b, y.a, y.b) | join_links(t, g, f, digit, x.a, x.b, y.b, y.a);
                any |= join_links(t, g, f, digit, x.b, x.a, y.a, y.b) | join_links(t, g, f, digit, x.b, x.a, y.b, y.a);
            }
    return any;
}

TECHNIQUE(skyscraper) { return turbot(t, g, f, SKYSCRAPER); }
TECHNIQUE(two_string_kite) { return turbot(t, g, f, KITE); }
TECHNIQUE(turbot_fish) { return turbot(t, g, f, TURBOT); }

/* ---- empty rectangle */

/* The near end of a link sees one arm of a cross: the far end or the rest of the cross is true. */
static bool join_cross(const board_tables *t, const grid_state *g, found_steps *f, int digit, cellset arm, cellset rest,
                       int near, int far) {
    cellset ends = one_cell(near) | one_cell(far);
    if ((arm | rest) & ends || arm & ~t->weak.same[digit][near]) return false;
    return lose_seen(t, g, f, digit, one_cell(far) | (rest & ~arm), arm | rest | ends, 0);
}

static bool cross(const board_tables *t, const grid_state *g, found_steps *f, int digit, cellset arm, cellset rest) {
    bool any = false;
    for (int k = 0; k < g->n_links[digit]; k++) {
        house_link x = g->links[digit][k];
        if (t->axis[x.house] == REGION) continue;
        any |= join_cross(t, g, f, digit, arm, rest, x.a, x.b) | join_cross(t, g, f, digit, arm, rest, x.b, x.a);
    }
    return any;
}

TECHNIQUE(empty_rectangle) {
    bool any = false;
    find_links(t, g);
    for (int digit = 0; digit < t->side; digit++) {
        if (!g->n_links[digit]) continue;
        for (int h = 0; h < t->houses; h++) {
            cellset places = g->open[digit] & t->house[h];
            if (t->axis[h] != REGION || size_of(places) < 3) continue;
            for (int r = 0; r < t->n_lines[ROW]; r++) {
                cellset row = places & t->house[t->line[ROW][r]];
                if (!row || row == places || !(t->crossing[h] >> t->line[ROW][r] & 1)) continue;
                for (int c = 0; c < t->n_lines[COLUMN]; c++) {
                    cellset column = places & t->house[t->line[COLUMN][c]];
                    if ((row | column) != places || column == places) continue;
                    if (!(t->crossing[h] >> t->line[COLUMN][c] & 1)) continue;
                    any |= cross(t, g, f, digit, row, column) | cross(t, g, f, digit, column, row);
                }
            }
        }
    }
    return any;
}

/* ---- wings */

/* Whether two cells of two digits leave the pivot only their common digit or, for XY, nothing at all. */
static bool wings_fit(unsigned pivot, unsigned a, unsigned b, unsigned shared, int size) {
    return size == 3 ? (a | b) == pivot : (a ^ b) == pivot && !(pivot & shared);
}

static bool wings(const board_tables *t, const grid_state *g, found_steps *f, int size) {
    bool any = false;
    cellset two = 0;
    for (int c = 0; c < t->cells; c++) two |= (cellset)(count_of(g->marks[c]) == 2) << c;
    for (int pivot = 0; pivot < t->cells; pivot++) {
        unsigned digits = g->marks[pivot];
        if (count_of(digits) != size) continue;
        cellset near = t->peers[pivot] & two;
        int a, b;
        EACH_CELL(a, near) {
            EACH_CELL(b, near & ~(one_cell(a) | (one_cell(a) - 1))) {
                unsigned shared = g->marks[a] & g->marks[b];
                if (count_of(shared) != 1 || !wings_fit(digits, g->marks[a], g->marks[b], shared, size)) continue;
                cellset ends = one_cell(a) | one_cell(b) | (size == 3 ? one_cell(pivot) : 0);
                any |= lose_seen(t, g, f, __builtin_ctz(shared), ends, ends, 0);
            }
        }
    }
    return any;
}

TECHNIQUE(xy_wing) { return wings(t, g, f, 2); }
TECHNIQUE(xyz_wing) { return wings(t, g, f, 3); }

/* Whether a house has two places for the digit, one seen from a and one from b. */
static bool links_cells(const board_tables *t, const grid_state *g, int digit, int a, int b) {
    cellset from_a = t->weak.same[digit][a], from_b = t->weak.same[digit][b];
    for (int k = 0; k < g->n_links[digit]; k++) {
        house_link x = g->links[digit][k];
        if (has(from_a, x.a) && has(from_b, x.b)) return true;
        if (has(from_a, x.b) && has(from_b, x.a)) return true;
    }
    return false;
}

TECHNIQUE(w_wing) {
    bool any = false;
    find_links(t, g);
    for (int a = 0; a < t->cells; a++) {
        unsigned digits = g->marks[a];
        if (count_of(digits) != 2) continue;
        for (int b = a + 1; b < t->cells; b++) {
            if (g->marks[b] != digits) continue;
            int z;
            EACH_BIT(z, digits) {
                int linked = __builtin_ctz(digits & ~(1u << z));
                if (!t->weak.all && !(t->peers[a] & t->peers[b] & g->open[z])) continue;
                if (links_cells(t, g, linked, a, b)) any |= lose_seen(t, g, f, z, one_cell(a) | one_cell(b), 0, 0);
            }
        }
    }
    return any;
}

/* ---- coloring */

/* Color the cells that links connect with the first one, by turns. */
static void color_cells(const board_tables *t, cellset cells, cellset *colors) {
    cellset fresh = cells & -cells;
    int turn = 0;
    colors[0] = fresh;
    colors[1] = 0;
    while (fresh) {
        turn = 1 - turn;
        fresh = seen_by_any(t, fresh) & cells & ~colors[0] & ~colors[1];
        colors[turn] |= fresh;
    }
}

TECHNIQUE(remote_pairs) {
    enum { LEAST_CELLS = 4 };
    bool any = false;
    cellset done = 0;
    for (int c = 0; c < t->cells; c++) {
        if (count_of(g->marks[c]) != 2 || has(done, c)) continue;
        cellset colors[2], cells = cells_with(t, g, g->marks[c]);
        for (; cells; cells &= ~(colors[0] | colors[1])) {
            color_cells(t, cells, colors);
            cellset both = seen_by_any(t, colors[0]) & seen_by_any(t, colors[1]) & ~(colors[0] | colors[1]);
            done |= colors[0] | colors[1];
            if (size_of(colors[0] | colors[1]) < LEAST_CELLS) continue;
            int d;
            EACH_BIT(d, g->marks[c]) any |= lose(g, f, d, both);
        }
    }
    return any;
}

typedef struct {
    cellset color[2], sees[2];
    int unit; /* house * side + digit of the first link */
} color_component;

/* The components of a digit's links, in the order of Grid.pairs(); return their number. */
static int color_components(const board_tables *t, const grid_state *g, int digit, color_component *found) {
    cellset seen = 0;
    int n = 0;
    for (int k = 0; k < g->n_links[digit]; k++) {
        int start = g->links[digit][k].a;
        if (has(seen, start)) continue;
        color_component *x = &found[n++];
        x->color[0] = one_cell(start);
        x->color[1] = 0;
        x->unit = g->links[digit][k].house * t->side + digit;
        for (bool more = true; more;) {
            more = false;
            for (int j = 0; j < g->n_links[digit]; j++) {
                cellset a = one_cell(g->links[digit][j].a), b = one_cell(g->links[digit][j].b);
                cellset both = x->color[0] | x->color[1];
                if (!(a & both) == !(b & both)) continue;
                more = true;
                if ((a | b) & x->color[0]) x->color[1] |= (a | b) & ~both;
                else x->color[0] |= (a | b) & ~both;
            }
        }
        seen |= x->color[0] | x->color[1];
        for (int c = 0; c < 2; c++) x->sees[c] = seen_by_any(t, x->color[c]);
    }
    return n;
}

TECHNIQUE(simple_coloring) {
    bool any = false;
    find_links(t, g);
    for (int digit = 0; digit < t->side; digit++) {
        color_component parts[MOST_HOUSES];
        int n = color_components(t, g, digit, parts);
        for (int k = 0; k < n; k++) {
            const color_component *x = &parts[k];
            bool wrapped = false;
            for (int c = 0; c < 2; c++)
                if (x->color[c] & x->sees[c]) wrapped |= lose(g, f, digit, x->color[c]);
            any |= wrapped;
            if (!wrapped) any |= lose(g, f, digit, x->sees[0] & x->sees[1] & ~(x->color[0] | x->color[1]));
        }
    }
    return any;
}

static bool join_colors(const grid_state *g, found_steps *f, int digit, const color_component *one,
                        const color_component *two) {
    bool any = false;
    for (int red = 0; red < 2; red++) {
        int blue = 1 - red;
        if (one->sees[red] & two->color[0] && one->sees[red] & two->color[1]) {
            any |= lose(g, f, digit, one->color[red]);
        } else if (one->unit < two->unit) {
            for (int green = 0; green < 2; green++) {
                cellset both = one->sees[blue] & two->sees[1 - green];
                if (one->sees[red] & two->color[green])
                    any |= lose(g, f, digit, both & ~(one->color[0] | one->color[1] | two->color[0] | two->color[1]));
            }
        }
    }
    return any;
}

TECHNIQUE(multi_coloring) {
    bool any = false;
    find_links(t, g);
    for (int digit = 0; digit < t->side; digit++) {
        color_component parts[MOST_HOUSES];
        int n = color_components(t, g, digit, parts);
        for (int k = 0; k < n; k++)
            for (int j = k + 1; j < n; j++)
                any |= join_colors(g, f, digit, &parts[k], &parts[j]) | join_colors(g, f, digit, &parts[j], &parts[k]);
    }
    return any;
}

/* ---- Sue de Coq */

enum { MOST_SIDE_CELLS = 4, MOST_SIDES = 256 };

typedef struct { /* cells outside the crossing, which take `gain` digits more from it than they add */
    cellset cells;
    unsigned digits;
    int gain;
} side_cells;

typedef struct {
    const grid_state *g;
    side_cells sides[MOST_SIDES];
    int n, spare;
    unsigned crossing; /* its digits */
} side_search;

static void grow_sides(side_search *s, cellset rest, side_cells before, int size) {
    int c;
    EACH_CELL(c, rest) {
        side_cells now = {before.cells | one_cell(c), before.digits | s->g->marks[c], 0};
        now.gain = size + 1 - count_of(now.digits & ~s->crossing);
        if (now.digits & s->crossing && now.gain >= 1 && now.gain < s->spare) s->sides[s->n++] = now;
        if (size + 1 < MOST_SIDE_CELLS) grow_sides(s, rest & ~(one_cell(c) | (one_cell(c) - 1)), now, size + 1);
    }
}

/* Each digit of the cells is in just one of them: a cell that sees all its places there loses it. */
static bool each_once(const board_tables *t, const grid_state *g, found_steps *f, cellset cells, unsigned digits) {
    bool any = false;
    int d;
    EACH_BIT(d, digits) any |= lose_seen(t, g, f, d, cells & g->open[d], cells, cells);
    return any;
}

static bool with_crossing(const board_tables *t, const grid_state *g, found_steps *f, cellset crossing, cellset in_line,
                          cellset in_region) {
    static const side_cells nothing = {0, 0, 0};
    side_search lines, regions;
    unsigned digits = 0;
    bool any = false;
    int c;
    EACH_CELL(c, crossing) digits |= g->marks[c];
    lines.g = regions.g = g;
    lines.n = regions.n = 0;
    lines.crossing = regions.crossing = digits;
    lines.spare = regions.spare = count_of(digits) - size_of(crossing);
    if (lines.spare < 2) return false;
    grow_sides(&lines, in_line, nothing, 0);
    if (lines.n) grow_sides(&regions, in_region, nothing, 0);
    for (int k = 0; k < lines.n; k++)
        for (int j = 0; j < regions.n; j++) {
            side_cells one = lines.sides[k], two = regions.sides[j];
            if (one.gain + two.gain == lines.spare && !(one.digits & two.digits))
                any |= each_once(t, g, f, crossing | one.cells | two.cells, digits | one.digits | two.digits);
        }
    return any;
}

static bool choose_crossing(const board_tables *t, const grid_state *g, found_steps *f, cellset chosen, cellset rest,
                            cellset in_line, cellset in_region) {
    bool any = false;
    if (several(chosen)) any |= with_crossing(t, g, f, chosen, in_line, in_region);
    int c;
    EACH_CELL(c, rest) {
        rest &= rest - 1;
        any |= choose_crossing(t, g, f, chosen | one_cell(c), rest, in_line, in_region);
    }
    return any;
}

TECHNIQUE(sue_de_coq) {
    bool any = false;
    cellset left = 0;
    for (int d = 0; d < t->side; d++) left |= g->open[d];
    for (int region = 0; region < t->houses; region++) {
        int line;
        if (t->axis[region] != REGION) continue;
        EACH_BIT(line, t->crossing[region]) {
            if (t->axis[line] == REGION) continue;
            cellset shared = t->house[region] & t->house[line] & left;
            cellset in_line = t->house[line] & left & ~shared, in_region = t->house[region] & left & ~shared;
            any |= choose_crossing(t, g, f, 0, shared, in_line, in_region);
        }
    }
    return any;
}

#endif
