/* SPDX-License-Identifier: MIT
   Chains and forcing chains: the techniques of chains.py and forcing.py, on the graph of links.py.

   A set of nodes is a row of words: first the open candidates, digit by digit, then the groups. */

#ifndef SUDOKU_CHAINS_H
#define SUDOKU_CHAINS_H

#include "state.h"

enum { LONGEST_CHAIN = 24, MOST_GROUPS = 2048 };

typedef uint64_t word;

typedef struct {
    int candidates, nodes, words;
    int16_t node[MOST_DIGITS][MOST_CELLS]; /* of a candidate */
    int n_groups;
    struct {
        int digit;
        cellset cells;
    } group[MOST_GROUPS];
    word *sees, *then, *step; /* by node: see links.py; `then` are the strong links */
    word *fresh, *next, *reached;
} link_graph;

static inline void set_bit(word *row, int k) { row[k >> 6] |= (word)1 << (k & 63); }
static inline bool bit_of(const word *row, int k) { return row[k >> 6] >> (k & 63) & 1; }

static inline bool merge(word *row, const word *other, int words) {
    word any = 0;
    for (int k = 0; k < words; k++) any |= row[k] |= other[k];
    return any != 0;
}

static inline bool meet(const word *row, const word *other, int words) {
    for (int k = 0; k < words; k++)
        if (row[k] & other[k]) return true;
    return false;
}

#define EACH_NODE(k, row, words) \
    for (int k##_word = 0; k##_word < (words); k##_word++) \
        for (word k##_rest = (row)[k##_word]; \
             k##_rest && ((k = 64 * k##_word + __builtin_ctzll(k##_rest)), true); k##_rest &= k##_rest - 1)

/* ---- the graph */

static int node_of_group(link_graph *x, int digit, cellset cells) {
    if (!several(cells)) return x->node[digit][lowest(cells)];
    for (int k = 0; k < x->n_groups; k++)
        if (x->group[k].cells == cells && x->group[k].digit == digit) return x->candidates + k;
    x->group[x->n_groups].digit = digit;
    x->group[x->n_groups].cells = cells;
    return x->candidates + x->n_groups++;
}

static bool is_part(cellset part, const cellset *parts, int n) {
    if (!several(part)) return true;
    for (int k = 0; k < n; k++)
        if (parts[k] == part) return true;
    return false;
}

/* The links between two overlaps of a house with others; `link` gets pairs of nodes. Return their number.

   Each link has a group, and MOST_GROUPS is the number of overlaps on the largest board. */
static int group_links(const board_tables *t, const grid_state *g, link_graph *x, int16_t (*link)[2]) {
    int n = 0;
    for (int h = 0; h < t->houses; h++)
        for (int d = 0; d < t->side; d++) {
            cellset here = g->open[d] & t->house[h], parts[MOST_HOUSES];
            int n_parts = 0, other;
            if (size_of(here) < 3) continue;
            EACH_BIT(other, t->crossing[h]) parts[n_parts++] = here & t->house[other];
            for (int k = 0; k < n_parts; k++) {
                cellset rest = here & ~parts[k];
                if (!rest || parts[k] <= rest || !is_part(rest, parts, n_parts)) continue;
                link[n][0] = (int16_t)node_of_group(x, d, parts[k]);
                link[n++][1] = (int16_t)node_of_group(x, d, rest);
            }
        }
    return n;
}

static void link_nodes(link_graph *x, int a, int b) {
    set_bit(x->then + a * x->words, b);
    set_bit(x->then + b * x->words, a);
}

/* The nodes that are false if a node is true. */
static void see_nodes(const board_tables *t, const grid_state *g, link_graph *x, bool same_digit) {
    int c, e, near;
    for (int d = 0; d < t->side; d++)
        EACH_CELL(c, g->open[d]) {
            word *row = x->sees + x->node[d][c] * x->words;
            EACH_CELL(near, t->peers[c] & g->open[d]) set_bit(row, x->node[d][near]);
            if (!same_digit) EACH_BIT(e, g->marks[c] & ~(1u << d)) set_bit(row, x->node[e][c]);
            for (int k = 0; k < x->n_groups; k++)
                if (x->group[k].digit == d && !(x->group[k].cells & ~t->peers[c])) set_bit(row, x->candidates + k);
        }
    for (int k = 0; k < x->n_groups; k++) {
        word *row = x->sees + (x->candidates + k) * x->words;
        int d = x->group[k].digit;
        cellset seen = seen_by_all(t, x->group[k].cells, g->open[d]);
        EACH_CELL(near, seen) set_bit(row, x->node[d][near]);
        for (int j = 0; j < x->n_groups; j++)
            if (x->group[j].digit == d && !(x->group[j].cells & ~seen)) set_bit(row, x->candidates + j);
    }
}

/* Build the graph with links in cells, in houses, and between groups; false if memory fails. */
static bool build_graph(const board_tables *t, grid_state *g, link_graph *x, bool in_cells, bool in_houses,
                        bool groups) {
    static const int MATRICES = 6;
    int16_t linked[MOST_GROUPS][2];
    int n = 0, c, a;
    find_links(t, g);
    x->candidates = x->n_groups = 0;
    for (int d = 0; d < t->side; d++) EACH_CELL(c, g->open[d]) x->node[d][c] = (int16_t)x->candidates++;
    if (groups) n = group_links(t, g, x, linked);
    x->nodes = x->candidates + x->n_groups;
    x->words = (x->nodes + 63) / 64;
    size_t size = (size_t)x->nodes * x->words;
    word *memory = space_for(g, MATRICES * size * sizeof(word));
    if (!memory) return false;
    x->sees = memory;
    x->then = memory + size;
    x->step = memory + 2 * size;
    x->fresh = memory + 3 * size;
    x->next = memory + 4 * size;
    x->reached = memory + 5 * size;
    for (int k = 0; k < n; k++) link_nodes(x, linked[k][0], linked[k][1]);
    for (int d = 0; in_houses && d < t->side; d++)
        for (int k = 0; k < g->n_links[d]; k++)
            link_nodes(x, x->node[d][g->links[d][k].a], x->node[d][g->links[d][k].b]);
    for (c = 0; in_cells && c < t->cells; c++) {
        unsigned digits = g->marks[c];
        if (count_of(digits) == 2)
            link_nodes(x, x->node[__builtin_ctz(digits)][c], x->node[__builtin_ctz(digits & (digits - 1))][c]);
    }
    see_nodes(t, g, x, !in_cells);
    for (int k = 0; k < x->nodes; k++)
        EACH_NODE(a, x->sees + k * x->words, x->words) merge(x->step + k * x->words, x->then + a * x->words, x->words);
    return true;
}

/* ---- the search */

/* Extend the chains of the candidates by a link; `fresh` becomes the nodes first reached by it, if there are any. */
static bool grow_chains(link_graph *x) {
    bool any = false;
    int a;
    for (int k = 0; k < x->candidates; k++) {
        word *next = x->next + k * x->words, *fresh = x->fresh + k * x->words, *reached = x->reached + k * x->words;
        word more = 0;
        memset(next, 0, x->words * sizeof(word));
        EACH_NODE(a, fresh, x->words) merge(next, x->step + a * x->words, x->words);
        for (int j = 0; j < x->words; j++) {
            more |= fresh[j] = next[j] & ~reached[j];
            reached[j] |= fresh[j];
        }
        any |= more != 0;
    }
    return any;
}

static bool start_chains(link_graph *x) {
    size_t size = (size_t)x->candidates * x->words * sizeof(word);
    memcpy(x->fresh, x->step, size);
    memcpy(x->reached, x->step, size);
    for (int k = 0; k < x->candidates * x->words; k++)
        if (x->fresh[k]) return true;
    return false;
}

/* Remove the candidates that refute themselves by the fewest links. */
static bool refute(const board_tables *t, grid_state *g, found_steps *f, bool in_cells, bool in_houses, bool groups) {
    link_graph x;
    if (!build_graph(t, g, &x, in_cells, in_houses, groups)) return false;
    bool more = start_chains(&x);
    for (f->length = 1; more && f->length <= LONGEST_CHAIN; f->length++) {
        bool any = false;
        int c;
        for (int d = 0; d < t->side; d++)
            EACH_CELL(c, g->open[d]) {
                int row = x.node[d][c] * x.words;
                if (meet(x.fresh + row, x.sees + row, x.words)) any |= lose(g, f, d, one_cell(c));
            }
        if (any) return true;
        more = grow_chains(&x);
    }
    return false;
}

TECHNIQUE(x_chain) { return refute(t, g, f, false, true, false); }
TECHNIQUE(xy_chain) { return refute(t, g, f, true, false, false); }
TECHNIQUE(aic) { return refute(t, g, f, true, true, false); }
TECHNIQUE(grouped_aic) { return refute(t, g, f, true, true, true); }

/* ---- agreement */

/* Add to `agreed` the nodes that all candidates of a unit make false: `rows` has a row of words for each node. */
static void agree_in(const grid_state *g, const int16_t (*node)[MOST_CELLS], const word *rows, int words, word *agreed,
                     cellset cells, unsigned digits) {
    const word *row[MOST_CELLS];
    int n = 0, d, c;
    EACH_BIT(d, digits) EACH_CELL(c, cells & g->open[d]) row[n++] = rows + node[d][c] * words;
    for (int j = 0; n && j < words; j++) {
        word all = row[0][j];
        for (int k = 1; k < n; k++) all &= row[k][j];
        agreed[j] |= all;
    }
}

static void agree(const board_tables *t, const grid_state *g, const int16_t (*node)[MOST_CELLS], const word *rows,
                  int words, word *agreed) {
    for (int c = 0; c < t->cells; c++) agree_in(g, node, rows, words, agreed, one_cell(c), g->marks[c]);
    for (int h = 0; h < t->houses; h++)
        for (int d = 0; d < t->side; d++) agree_in(g, node, rows, words, agreed, t->house[h], 1u << d);
}

TECHNIQUE(forcing_chain) {
    link_graph x;
    if (!build_graph(t, g, &x, true, true, false)) return false;
    word agreed[(MOST_DIGITS * MOST_CELLS + 63) / 64] = {0}, *gone = x.sees, *sees = x.then; /* `then` is used up */
    bool more = true;
    memcpy(sees, x.sees, (size_t)x.nodes * x.words * sizeof(word));
    start_chains(&x);
    for (f->length = 1; more && f->length <= LONGEST_CHAIN; f->length++) {
        bool any = false;
        int a, c;
        for (int k = 0; k < x.candidates; k++)
            EACH_NODE(a, x.fresh + k * x.words, x.words) merge(gone + k * x.words, sees + a * x.words, x.words);
        agree(t, g, x.node, gone, x.words, agreed);
        for (int d = 0; d < t->side; d++)
            EACH_CELL(c, g->open[d])
                if (bit_of(agreed, x.node[d][c])) any |= lose(g, f, d, one_cell(c));
        if (any) return true;
        more = grow_chains(&x);
    }
    return false;
}

#endif
