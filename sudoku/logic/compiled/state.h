/* SPDX-License-Identifier: MIT
   The tables of a small board, and a partly solved grid on it, for the compiled techniques.

   A grid has a set of cells for each digit: its open candidates. Where such a set has 64 bits, larger boards are left to
   the Python techniques. Each technique is a function (tables, grid, found) that adds to `found` what all of its steps
   place and remove together. The Python technique of the same name explains the steps one by one; see
   sudoku/logic/techniques.py. */

#ifndef SUDOKU_STATE_H
#define SUDOKU_STATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sudoku/engine/cellset.h"

enum {
    MOST_DIGITS = 9,
    MOST_CELLS = sizeof(cellset) == 8 ? 64 : 81,
    MOST_HOUSES = 64,
    MOST_LINES = 16, /* rows, or columns */
    ROW = 0,
    COLUMN = 1,
    REGION = 2
};

typedef cellset excluded_places[MOST_CELLS][MOST_DIGITS]; /* by cell and digit */

typedef struct { /* what each candidate excludes */
    const cellset *same[MOST_DIGITS]; /* by digit and cell: other places of the digit; the same list where no rules are */
    const excluded_places *all;       /* by digit: all places; NULL on a board without rules */
} weak_links;

typedef struct { /* memory for the weak links of a board with rules */
    cellset same[MOST_DIGITS][MOST_CELLS];
    excluded_places all[MOST_DIGITS];
} rule_links;

typedef struct {
    int side, cells, houses;
    weak_links weak;                              /* excluded on every grid of the board */
    cellset all;                                  /* every cell */
    cellset house[MOST_HOUSES];                   /* cells of each house */
    int8_t house_cell[MOST_HOUSES][MOST_DIGITS];  /* the same as a list, ascending; each house has `side` cells */
    int8_t axis[MOST_HOUSES];                     /* ROW, COLUMN or REGION */
    cellset peers[MOST_CELLS];                    /* cells that share a house with a cell, without itself */
    uint64_t houses_of[MOST_CELLS];               /* bit h: house h has this cell */
    uint64_t crossing[MOST_HOUSES];               /* bit h: shares at least two cells with house h, but not all */
    int n_lines[2];                               /* number of rows, of columns */
    int8_t line[2][MOST_LINES];                   /* their houses, which have no cell in common */
    uint16_t outside[2][MOST_LINES][MOST_HOUSES]; /* by row (column) and region: columns (rows) of its other cells */
    int n_pairs;                                  /* number of digits in houses */
    int16_t pair_order[MOST_HOUSES * MOST_DIGITS]; /* house * side + digit, in the order of Grid.pairs() */
    int8_t row[MOST_CELLS], column[MOST_CELLS];   /* place of a cell */
    int8_t at[MOST_CELLS][MOST_CELLS];            /* cell at a row and a column; -1: none */
    cellset start[MOST_DIGITS];                   /* candidates before any clue */
    bool boxes;                                   /* whether the nine blocks of 3x3 cells are houses */
} board_tables;

typedef struct { /* a strong link: a house with two places for a digit */
    int house, a, b;
} house_link;

typedef struct { /* memory that techniques share, one after the other; it only grows */
    char *bytes;
    size_t size;
} work_space;

struct set_links; /* als.h */

typedef struct {
    cellset open[MOST_DIGITS];   /* candidates neither placed nor removed */
    cellset placed[MOST_DIGITS]; /* candidates known to be true */
    cellset clues;               /* cells with a clue */
    uint16_t marks[MOST_CELLS];  /* the same as `open`, by cell: bit d is digit d */
    weak_links weak;             /* what candidates exclude, by the rules and their candidates left as well */
    bool unique;                 /* whether the puzzle is known to have one solution */
    bool linked, crossed, allied, templated; /* whether `links`, `crossings`, `sets` and `unused` are up to date */
    bool failed;                 /* out of memory */
    work_space space;
    struct set_links *sets;      /* almost locked sets */
    cellset unused[MOST_DIGITS]; /* places of a digit that no way of filling its houses uses */
    int n_links[MOST_DIGITS];
    house_link links[MOST_DIGITS][MOST_HOUSES];       /* by digit, in the order of Grid.pairs() */
    uint16_t crossings[MOST_DIGITS][2][MOST_LINES];   /* by row (column): the columns (rows) of its places, as bits */
} grid_state;

typedef struct {
    cellset gone[MOST_DIGITS]; /* open candidates that the steps remove */
    cellset put[MOST_DIGITS];  /* candidates that the steps place */
    int length;                /* number of links or rounds, for chains and nets */
} found_steps;

typedef bool technique(const board_tables *t, grid_state *g, found_steps *f); /* whether there are steps */
#define TECHNIQUE(name) static bool name(const board_tables *t, grid_state *g, found_steps *f)

/* ---- sets */

static inline int count_of(unsigned digits) { return __builtin_popcount(digits); }

/* Visit each digit (house) of bits, ascending. */
#define EACH_BIT(k, bits) \
    for (uint64_t k##_rest = (bits); k##_rest && ((k = __builtin_ctzll(k##_rest)), true); k##_rest &= k##_rest - 1)

/* The cells of `within` that lose a digit wherever it is among these. */
static inline cellset seen_by_all(const weak_links *w, int digit, cellset cells, cellset within) {
    while (cells && within) {
        within &= w->same[digit][lowest(cells)];
        cells &= cells - 1;
    }
    return within;
}

/* The cells that lose another digit if a cell has this one. */
static inline cellset excluded(const weak_links *w, int digit, int cell, int other) {
    if (digit == other) return w->same[digit][cell];
    return w->all ? w->all[digit][cell][other] : one_cell(cell);
}

/* The same for a digit that is in one of these cells. */
static inline cellset excluded_by_all(const weak_links *w, int digit, cellset cells, int other, cellset within) {
    while (cells && within) {
        within &= excluded(w, digit, lowest(cells), other);
        cells &= cells - 1;
    }
    return within;
}

/* The cells that share a house with one of these. */
static inline cellset seen_by_any(const board_tables *t, cellset cells) {
    cellset seen = 0;
    int c;
    EACH_CELL(c, cells) seen |= t->peers[c];
    return seen;
}

/* Add removed candidates of a digit, and return whether there are any. */
static inline bool lose(const grid_state *g, found_steps *f, int digit, cellset cells) {
    cells &= g->open[digit];
    f->gone[digit] |= cells;
    return cells != 0;
}

/* Add removed digits of a cell. */
static inline bool lose_digits(const grid_state *g, found_steps *f, int cell, unsigned digits) {
    bool any = false;
    int d;
    EACH_BIT(d, digits) any |= lose(g, f, d, one_cell(cell));
    return any;
}

/* A digit is in one of these cells: remove what it excludes, except in some cells for itself and for other digits. */
static inline bool lose_seen(const board_tables *t, const grid_state *g, found_steps *f, int digit, cellset cells,
                             cellset except, cellset except_others) {
    bool any = lose(g, f, digit, seen_by_all(&t->weak, digit, cells, g->open[digit] & ~except));
    for (int e = 0; t->weak.all && e < t->side; e++)
        if (e != digit) any |= lose(g, f, e, excluded_by_all(&t->weak, digit, cells, e, g->open[e] & ~except_others));
    return any;
}

/* Remove what all of these candidates exclude. */
static bool lose_excluded(const board_tables *t, const grid_state *g, found_steps *f, const cellset *by_digit) {
    bool any = false;
    int c;
    for (int d = 0; d < t->side; d++) {
        cellset left = g->open[d] & ~by_digit[d];
        for (int e = 0; e < t->side; e++) EACH_CELL(c, by_digit[e]) left &= excluded(&t->weak, e, c, d);
        any |= lose(g, f, d, left);
    }
    return any;
}

/* The open cells with exactly these digits, among some. */
static inline cellset cells_with(const board_tables *t, const grid_state *g, unsigned digits) {
    cellset cells = 0;
    for (int c = 0; c < t->cells; c++) cells |= (cellset)(g->marks[c] == digits) << c;
    return cells;
}

static inline void exclude_place(rule_links *x, int digit, int cell, int other, int place) {
    x->all[digit][cell][other] |= one_cell(place);
    if (digit == other) x->same[digit][cell] |= one_cell(place);
}

static inline void read_links(weak_links *w, const rule_links *x) {
    for (int d = 0; d < MOST_DIGITS; d++) w->same[d] = x->same[d];
    w->all = x->all;
}

/* ---- a grid */

static void renew(const board_tables *t, grid_state *g) {
    memset(g->marks, 0, sizeof g->marks);
    for (int d = 0; d < t->side; d++) {
        int c;
        EACH_CELL(c, g->open[d]) g->marks[c] |= 1 << d;
    }
    g->linked = g->crossed = g->allied = g->templated = false;
}

/* Return this much zeroed memory, valid until the next call; NULL, with `failed` set, if there is not enough. */
static void *space_for(grid_state *g, size_t size) {
    if (size > g->space.size) {
        char *more = realloc(g->space.bytes, size);
        if (!more) {
            g->failed = true;
            return NULL;
        }
        g->space.bytes = more;
        g->space.size = size;
    }
    return memset(g->space.bytes, 0, size);
}

/* Remove and place what was found. */
static void apply_found(const board_tables *t, grid_state *g, const found_steps *f) {
    cellset filled = 0;
    int c;
    for (int d = 0; d < t->side; d++) {
        g->open[d] &= ~f->gone[d];
        g->placed[d] |= f->put[d];
        filled |= f->put[d];
        EACH_CELL(c, f->put[d]) g->open[d] &= ~t->weak.same[d][c];
        if (t->weak.all)
            EACH_CELL(c, f->put[d])
                for (int e = 0; e < t->side; e++) g->open[e] &= ~excluded(&t->weak, d, c, e);
    }
    for (int d = 0; d < t->side; d++) g->open[d] &= ~filled;
    renew(t, g);
}

/* Find the houses with two places for a digit. */
static void find_links(const board_tables *t, grid_state *g) {
    if (g->linked) return;
    g->linked = true;
    memset(g->n_links, 0, sizeof g->n_links);
    for (int k = 0; k < t->n_pairs; k++) {
        int house = t->pair_order[k] / t->side, digit = t->pair_order[k] % t->side;
        cellset places = g->open[digit] & t->house[house], rest = places & (places - 1);
        if (rest && !several(rest))
            g->links[digit][g->n_links[digit]++] = (house_link){house, lowest(places), lowest(rest)};
    }
}

/* Find the columns of each digit's places in the rows, and the reverse. */
static void find_crossings(const board_tables *t, grid_state *g) {
    if (g->crossed) return;
    g->crossed = true;
    for (int digit = 0; digit < t->side; digit++)
        for (int axis = 0; axis < 2; axis++)
            for (int k = 0; k < t->n_lines[axis]; k++) {
                cellset places = g->open[digit] & t->house[t->line[axis][k]];
                unsigned crossed = 0;
                for (int j = 0; places && j < t->n_lines[1 - axis]; j++)
                    crossed |= (unsigned)((places & t->house[t->line[1 - axis][j]]) != 0) << j;
                g->crossings[digit][axis][k] = (uint16_t)crossed;
            }
}

#endif
