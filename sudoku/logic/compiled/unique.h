/* SPDX-License-Identifier: MIT
   Patterns that would give a second solution: the techniques of rectangle.py, avoidable.py and bug.py, with the deadly
   patterns of deadly.py. */

#ifndef SUDOKU_UNIQUE_H
#define SUDOKU_UNIQUE_H

#include "basics.h"

enum { SHORTEST_LOOP = 6, LONGEST_LOOP = 12, LARGEST_SUBSET = 4, MOST_FURTHER = 4 };

/* Whether houses link all cells, half to half, so that one digit decides all. */
static bool is_linked(const board_tables *t, cellset one, cellset two) {
    cellset reached = one_cell(lowest(one)), before;
    int c;
    do {
        before = reached;
        EACH_CELL(c, before) reached |= t->peers[c] & (has(one, c) ? two : one);
    } while (reached != before);
    return reached == (one | two);
}

/* Whether two digits could fill the two halves in two ways that exclude the same candidates elsewhere. */
static bool is_deadly(const board_tables *t, cellset one, cellset two, int x, int y) {
    if (~(t->start[x] & t->start[y]) & (one | two)) return false;
    cellset first = seen_by_any(t, one), second = seen_by_any(t, two);
    if (first & one || second & two) return false;
    return !((first ^ second) & (t->start[x] | t->start[y]) & ~(one | two)) && is_linked(t, one, two);
}

/* ---- rectangles and loops by their roof, the cells with further digits */

/* Type 3: the further digits of the roof and other cells of a house form a naked subset. */
static bool naked_roof(const board_tables *t, const grid_state *g, found_steps *f, cellset roof, unsigned extra,
                       int house) {
    bool any = false;
    for (int size = 2; size <= LARGEST_SUBSET; size++) {
        closed_search s = {.t = t, .g = g, .f = f, .size = size, .visit = visit_naked, .place = house, .roof = roof};
        int others = 0;
        for (int k = 0; k < t->side; k++) {
            int cell = t->house_cell[house][k];
            if (has(roof, cell)) continue;
            others += g->marks[cell] != 0;
            add_set(&s, k, g->marks[cell]);
        }
        if (size <= others && count_of(extra) <= size) grow_closed(&s, 0, size - 1, 0, extra);
        any |= s.any;
    }
    return any;
}

/* Type 4: a house of both roof cells has one of the digits nowhere else, so they lose the other. */
static bool locked_digit(const board_tables *t, const grid_state *g, found_steps *f, cellset roof, uint64_t houses,
                         int x, int y) {
    int h;
    EACH_BIT(h, houses) if ((g->open[x] & t->house[h]) == roof) return lose(g, f, y, roof);
    return false;
}

/* The steps of types 1 to 5. */
static bool roof_steps(const board_tables *t, const grid_state *g, found_steps *f, cellset cells, int x, int y) {
    unsigned pair = 1u << x | 1u << y, extra = 0;
    cellset roof = 0;
    bool any = false;
    int c, h;
    EACH_CELL(c, cells) {
        if (g->marks[c] == pair) continue;
        roof |= one_cell(c);
        extra |= g->marks[c] & ~pair;
    }
    if (!roof) return false;
    if (!several(roof)) return lose(g, f, x, roof) | lose(g, f, y, roof);
    if (count_of(extra) == 1) {
        int d = __builtin_ctz(extra);
        any |= lose(g, f, d, seen_by_all(&t->weak, d, roof, g->open[d] & ~roof));
    }
    if (size_of(roof) == 2) {
        uint64_t houses = t->houses_of[lowest(roof)] & t->houses_of[lowest(roof & (roof - 1))];
        EACH_BIT(h, houses) any |= naked_roof(t, g, f, roof, extra, h);
        any |= locked_digit(t, g, f, roof, houses, x, y) | locked_digit(t, g, f, roof, houses, y, x);
    }
    return any;
}

/* ---- rectangles */

typedef bool visit_rectangle(const board_tables *t, const grid_state *g, found_steps *f, const int *cell, int x, int y);

/* Whether the cells still allow one of the two ways: cells 0 and 1 lie across, as do 2 and 3. */
static bool can_hold(const grid_state *g, cellset one, cellset two, int x, int y) {
    return (!(one & ~g->open[x]) && !(two & ~g->open[y])) || (!(one & ~g->open[y]) && !(two & ~g->open[x]));
}

/* Visit the deadly rectangles of which some cell has only the two digits. */
static bool rectangles(const board_tables *t, const grid_state *g, found_steps *f, visit_rectangle *visit) {
    bool any = false;
    if (!g->unique) return false;
    for (int a = 0; a < t->cells; a++) {
        if (count_of(g->marks[a]) != 2) continue;
        int x = __builtin_ctz(g->marks[a]), y = __builtin_ctz(g->marks[a] & (g->marks[a] - 1)), below, beside;
        cellset fits = (g->open[x] | g->open[y]) & ~one_cell(a);
        EACH_CELL(below, fits) {
            if (t->column[below] != t->column[a]) continue;
            EACH_CELL(beside, fits) {
                if (t->row[beside] != t->row[a]) continue;
                int across = t->at[t->row[below]][t->column[beside]];
                if (across < 0 || !has(fits, across)) continue;
                cellset one = one_cell(a) | one_cell(across), two = one_cell(beside) | one_cell(below);
                int cell[4] = {a, across, beside, below};
                if (can_hold(g, one, two, x, y) && is_deadly(t, one, two, x, y)) any |= visit(t, g, f, cell, x, y);
            }
        }
    }
    return any;
}

/* Type 6: the roof lies across, and the roof's rows, or its columns, have one of the digits only in the rectangle. */
static bool crossed_roof(const board_tables *t, const grid_state *g, found_steps *f, const int *roof, const int *floor,
                         cellset cells, unsigned pair, int digit) {
    if (g->marks[roof[0]] == pair || g->marks[roof[1]] == pair) return false;
    if (g->marks[floor[0]] != pair || g->marks[floor[1]] != pair) return false;
    for (int axis = 0; axis < 2; axis++) {
        cellset others = 0;
        for (int k = 0; k < t->n_lines[axis]; k++) {
            cellset line = t->house[t->line[axis][k]];
            if (has(line, roof[0]) || has(line, roof[1])) others |= (g->open[digit] | g->placed[digit]) & line & ~cells;
        }
        if (!others) return lose(g, f, digit, one_cell(roof[0]) | one_cell(roof[1]));
    }
    return false;
}

static bool rectangle_steps(const board_tables *t, const grid_state *g, found_steps *f, const int *cell, int x, int y) {
    cellset cells = 0;
    for (int k = 0; k < 4; k++) cells |= one_cell(cell[k]);
    bool any = roof_steps(t, g, f, cells, x, y);
    for (int k = 0; k < 2; k++) {
        const int *roof = cell + 2 * k, *floor = cell + 2 - 2 * k;
        any |= crossed_roof(t, g, f, roof, floor, cells, 1u << x | 1u << y, x);
        any |= crossed_roof(t, g, f, roof, floor, cells, 1u << x | 1u << y, y);
    }
    return any;
}

TECHNIQUE(unique_rectangle) {
    return rectangles(t, g, f, rectangle_steps);
}

/* The lines of the last cell have a digit only in the rectangle: the cell loses the other one. */
static bool hidden_corner(const board_tables *t, const grid_state *g, found_steps *f, int last, cellset cells, int x,
                          int y) {
    int h;
    EACH_BIT(h, t->houses_of[last])
        if (t->axis[h] != REGION && (g->open[x] | g->placed[x]) & t->house[h] & ~cells) return false;
    return lose(g, f, y, one_cell(last));
}

static bool hidden_corners(const board_tables *t, const grid_state *g, found_steps *f, const int *cell, int x, int y) {
    unsigned pair = 1u << x | 1u << y;
    bool any = false;
    for (int k = 0; k < 4; k++) {
        int first = cell[k ^ 1], last = cell[k];
        const int *others = k < 2 ? cell + 2 : cell;
        cellset cells = one_cell(last) | one_cell(others[0]) | one_cell(others[1]);
        if (g->marks[first] != pair) continue;
        any |= hidden_corner(t, g, f, last, cells, x, y) | hidden_corner(t, g, f, last, cells, y, x);
    }
    return any;
}

TECHNIQUE(hidden_rectangle) {
    return rectangles(t, g, f, hidden_corners);
}

/* ---- loops */

typedef struct {
    const board_tables *t;
    const grid_state *g;
    found_steps *f;
    int x, y, length;
    int8_t path[LONGEST_LOOP];
    cellset fits; /* cells that have both digits and may be in the loop */
    bool any;
} loop_search;

static void close_loop(loop_search *s) {
    cellset half[2] = {0, 0};
    for (int k = 0; k < s->length; k++) half[k & 1] |= one_cell(s->path[k]);
    if (!is_deadly(s->t, half[0], half[1], s->x, s->y)) return;
    s->any |= roof_steps(s->t, s->g, s->f, half[0] | half[1], s->x, s->y);
}

/* Extend a path whose cells have `extra` further digits, in `further` cells; each house has two of its cells. */
static void grow_loop(loop_search *s, cellset cells, uint64_t used, unsigned extra, int further) {
    unsigned pair = 1u << s->x | 1u << s->y;
    int h, c;
    EACH_BIT(h, s->t->houses_of[s->path[s->length - 1]] & ~used) {
        if (s->length >= SHORTEST_LOOP && s->length % 2 == 0 && has(s->t->house[h], s->path[0])) close_loop(s);
        if (s->length == LONGEST_LOOP) continue;
        EACH_CELL(c, s->fits & s->t->house[h] & ~cells) {
            unsigned more = s->g->marks[c] & ~pair;
            int roof = further + (more != 0);
            if (roof > 2 && count_of(extra | more) != 1) continue;
            s->path[s->length++] = (int8_t)c;
            grow_loop(s, cells | one_cell(c), used | 1ull << h, extra | more, roof);
            s->length--;
        }
    }
}

TECHNIQUE(unique_loop) {
    loop_search s = {.t = t, .g = g, .f = f};
    if (!g->unique) return false;
    for (int start = 0; start < t->cells; start++) {
        unsigned pair = g->marks[start];
        if (count_of(pair) != 2) continue;
        s.x = __builtin_ctz(pair);
        s.y = __builtin_ctz(pair & (pair - 1));
        s.fits = g->open[s.x] & g->open[s.y] & ~(cells_with(t, g, pair) & (one_cell(start) - 1));
        s.path[0] = (int8_t)start;
        s.length = 1;
        if (size_of(s.fits) >= SHORTEST_LOOP) grow_loop(&s, one_cell(start), 0, 0, 0);
    }
    return s.any;
}

/* ---- avoidable rectangles */

static int placed_digit(const board_tables *t, const grid_state *g, int cell) {
    for (int d = 0; d < t->side; d++)
        if (has(g->placed[d], cell)) return d;
    return -1;
}

/* a and b are solved, x and y in this order; no other cell is a clue. */
static bool avoid(const board_tables *t, const grid_state *g, found_steps *f, int a, int b, int across, int below,
                  int x, int y) {
    cellset one = one_cell(a) | one_cell(across), two = one_cell(b) | one_cell(below);
    cellset ends = one_cell(across) | one_cell(below);
    unsigned of_across = g->marks[across], of_below = g->marks[below];
    if (!has(g->open[x] | g->placed[x], across) || !has(g->open[y] | g->placed[y], below)) return false;
    if (!(of_across | of_below) || !is_deadly(t, one, two, x, y)) return false;
    if (!of_below) return lose(g, f, x, one_cell(across));
    if (!of_across) return lose(g, f, y, one_cell(below));
    unsigned further = of_across & ~(1u << x);
    if (count_of(further) != 1 || further != (of_below & ~(1u << y))) return false;
    int d = __builtin_ctz(further);
    return lose(g, f, d, seen_by_all(&t->weak, d, ends, g->open[d] & ~ends));
}

TECHNIQUE(avoidable_rectangle) {
    bool any = false;
    int8_t digit[MOST_CELLS];
    int a, b, below;
    cellset solved = 0, free = t->all & ~g->clues;
    if (!g->unique) return false;
    for (int d = 0; d < t->side; d++) solved |= g->placed[d];
    solved &= free;
    EACH_CELL(a, solved) digit[a] = (int8_t)placed_digit(t, g, a);
    EACH_CELL(a, solved) {
        EACH_CELL(b, solved & ~(one_cell(a) | (one_cell(a) - 1))) {
            bool in_row = t->row[a] == t->row[b];
            if (!in_row && t->column[a] != t->column[b]) continue;
            EACH_CELL(below, free & ~one_cell(a)) {
                if (in_row ? t->column[below] != t->column[a] : t->row[below] != t->row[a]) continue;
                int across = in_row ? t->at[t->row[below]][t->column[b]] : t->at[t->row[b]][t->column[below]];
                if (across >= 0 && has(free, across)) any |= avoid(t, g, f, a, b, across, below, digit[a], digit[b]);
            }
        }
    }
    return any;
}

/* ---- bivalue universal grave */

/* The candidates without which every unit has two candidates or none; false if there are none or too many. */
static bool further_candidates(const board_tables *t, const grid_state *g, cellset *further) {
    int excess = 0, number = 0, d, h;
    if (!g->unique) return false;
    for (int c = 0; c < t->cells; c++) excess += count_of(g->marks[c]) > 2 ? count_of(g->marks[c]) - 2 : 0;
    if (excess < 1 || excess > MOST_FURTHER) return false;
    memset(further, 0, sizeof(cellset) * MOST_DIGITS);
    for (int c = 0; c < t->cells; c++) {
        int left = count_of(g->marks[c]);
        if (left > 2)
            EACH_BIT(d, g->marks[c]) {
                bool crowded = true;
                EACH_BIT(h, t->houses_of[c]) crowded &= size_of(g->open[d] & t->house[h]) > 2;
                if (!crowded) continue;
                further[d] |= one_cell(c);
                number++;
                left--;
            }
        if (left != 2 && left != 0) return false;
    }
    for (h = 0; h < t->houses; h++)
        for (d = 0; d < t->side; d++) {
            int places = size_of(g->open[d] & ~further[d] & t->house[h]);
            if (places != 2 && places != 0) return false;
        }
    return number > 0;
}

static bool bug(const board_tables *t, const grid_state *g, found_steps *f, bool single) {
    cellset further[MOST_DIGITS];
    if (!further_candidates(t, g, further)) return false;
    int number = 0;
    for (int d = 0; d < t->side; d++) number += size_of(further[d]);
    if ((number == 1) != single) return false;
    if (!single) return lose_excluded(t, g, f, further);
    memcpy(f->put, further, sizeof further);
    return true;
}

TECHNIQUE(bug_plus_one) { return bug(t, g, f, true); }
TECHNIQUE(bug_plus_n) { return bug(t, g, f, false); }

#endif
