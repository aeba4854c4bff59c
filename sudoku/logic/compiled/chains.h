/* SPDX-License-Identifier: MIT
   Chains and forcing chains: the techniques of chains.py and forcing.py, on the graph of links.py.

   A set of nodes is a row of words: first the open candidates, digit by digit, then the groups: overlaps of houses, and
   the places of a digit in an almost locked set. */

#ifndef SUDOKU_CHAINS_H
#define SUDOKU_CHAINS_H

#include "als.h"

enum { LONGEST_CHAIN = 24, MOST_GROUPS = 2048 };

typedef struct {
    cellset cells;
    int digit, next; /* the next group of the digit; -1: none */
} node_group;

typedef struct {
    int candidates, nodes, words;
    int16_t node[MOST_DIGITS][MOST_CELLS]; /* of a candidate */
    int n_groups, last[MOST_DIGITS];       /* the latest group of a digit */
    node_group *group;
    word *sees, *then, *step; /* by node: see links.py; `then` are the strong links */
    word *able;               /* the nodes with a strong link */
    word *fresh, *next, *reached; /* by candidate */
} link_graph;

typedef struct { /* the links that a graph has */
    bool cells, houses, groups, sets;
} link_kinds;

/* ---- the graph */

/* Return the node of some places of a digit, a new one unless it is among the groups from this one on. */
static int node_of_group(link_graph *x, int digit, cellset cells, int from) {
    if (!several(cells)) return x->node[digit][lowest(cells)];
    for (int k = from; k >= 0; k = x->group[k].next)
        if (x->group[k].cells == cells) return x->candidates + k;
    x->group[x->n_groups] = (node_group){cells, digit, x->last[digit]};
    x->last[digit] = x->n_groups;
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
                link[n][0] = (int16_t)node_of_group(x, d, parts[k], x->last[d]);
                link[n++][1] = (int16_t)node_of_group(x, d, rest, x->last[d]);
            }
        }
    return n;
}

static void link_nodes(link_graph *x, int a, int b) {
    set_bit(x->then + a * x->words, b);
    set_bit(x->then + b * x->words, a);
    set_bit(x->able, a);
    set_bit(x->able, b);
}

static inline bool joins_chains(const grid_state *g, const set_group *x) {
    return x->seen || g->weak.all || !several(x->places);
}

/* Number the groups of the almost locked sets, after the overlaps of houses. */
static void add_sets(const grid_state *g, set_links *s, link_graph *x) {
    int overlaps[MOST_DIGITS];
    memcpy(overlaps, x->last, sizeof overlaps); /* the groups of sets differ from each other */
    for (set_group *k = s->group; k < s->group + s->n_groups; k++)
        k->node = joins_chains(g, k) ? node_of_group(x, k->digit, k->places, overlaps[k->digit]) : -1;
    x->nodes = x->candidates + x->n_groups;
}

static void link_sets(const set_links *s, link_graph *x) {
    int d, e;
    for (const locked_set *one = s->set; one < s->set + s->n; one++)
        EACH_BIT(d, one->digits)
            EACH_BIT(e, one->digits & ~((2u << d) - 1)) {
                int a = s->group[one->group[d]].node, b = s->group[one->group[e]].node;
                if (a >= 0 && b >= 0) link_nodes(x, a, b);
            }
}

/* Add the nodes of a digit with no other places than these. */
static inline void see_places(const link_graph *x, word *row, int digit, cellset places) {
    int c;
    EACH_CELL(c, places) set_bit(row, x->node[digit][c]);
    for (int k = x->last[digit]; k >= 0; k = x->group[k].next)
        if (!(x->group[k].cells & ~places)) set_bit(row, x->candidates + k);
}

/* The nodes that are false if a node is true. */
static void see_nodes(const board_tables *t, const grid_state *g, link_graph *x, bool same_digit) {
    int c, e;
    for (int d = 0; d < t->side; d++)
        EACH_CELL(c, g->open[d]) {
            word *row = x->sees + x->node[d][c] * x->words;
            see_places(x, row, d, g->weak.same[d][c] & g->open[d]);
            if (!same_digit && !g->weak.all) EACH_BIT(e, g->marks[c] & ~(1u << d)) set_bit(row, x->node[e][c]);
            for (e = 0; !same_digit && g->weak.all && e < t->side; e++)
                if (e != d) see_places(x, row, e, g->weak.all[d][c][e] & g->open[e]);
        }
    for (int k = 0; k < x->n_groups; k++) {
        word *row = x->sees + (x->candidates + k) * x->words;
        int d = x->group[k].digit;
        see_places(x, row, d, seen_by_all(&g->weak, d, x->group[k].cells, g->open[d]));
        for (e = 0; g->weak.all && e < t->side; e++)
            if (e != d) see_places(x, row, e, excluded_by_all(&g->weak, d, x->group[k].cells, e, g->open[e]));
    }
}

/* The nodes that are true if a node is, by a weak link and a strong one. */
static void find_steps(link_graph *x) {
    word *false_nodes = x->next; /* free until the search */
    int a;
    for (int k = 0; k < x->nodes; k++) {
        for (int j = 0; j < x->words; j++) false_nodes[j] = x->sees[k * x->words + j] & x->able[j];
        EACH_NODE(a, false_nodes, x->words) merge(x->step + k * x->words, x->then + a * x->words, x->words);
    }
}

/* Take memory for the graph, with room for as many more groups. */
static bool make_room_for_graph(grid_state *g, link_graph *x, int more) {
    int groups = x->n_groups + more, nodes = x->candidates + groups;
    const node_group *known = x->group;
    x->words = (nodes + 63) / 64;
    size_t by_node = (size_t)nodes * x->words, by_candidate = (size_t)(x->candidates + 1) * x->words;
    size_t words = 3 * by_node + 3 * by_candidate + x->words;
    char *memory = space_for(g, groups * sizeof(node_group) + words * sizeof(word));
    if (!memory) return false;
    x->nodes = x->candidates + x->n_groups;
    x->group = memcpy(memory, known, x->n_groups * sizeof(node_group));
    x->sees = (word *)(x->group + groups);
    x->then = x->sees + by_node;
    x->step = x->then + by_node;
    x->fresh = x->step + by_node;
    x->next = x->fresh + by_candidate;
    x->reached = x->next + by_candidate;
    x->able = x->reached + by_candidate;
    return true;
}

/* Build the graph with some kinds of links; false if memory fails. */
static bool build_graph(const board_tables *t, grid_state *g, link_graph *x, link_kinds kinds) {
    set_links *s = kinds.sets ? links_of_sets(t, g) : NULL;
    int16_t linked[MOST_GROUPS][2];
    node_group overlaps[MOST_GROUPS];
    int n = 0, more = 0, c;
    if (kinds.sets && !s) return false;
    find_links(t, g);
    x->candidates = x->n_groups = 0;
    x->group = overlaps;
    for (int d = 0; d < t->side; d++) {
        x->last[d] = -1;
        EACH_CELL(c, g->open[d]) x->node[d][c] = (int16_t)x->candidates++;
    }
    if (kinds.groups) n = group_links(t, g, x, linked);
    for (int k = 0; s && k < s->n_groups; k++) more += several(s->group[k].places) && joins_chains(g, &s->group[k]);
    if (!make_room_for_graph(g, x, more)) return false;
    if (s) add_sets(g, s, x);
    for (int k = 0; k < n; k++) link_nodes(x, linked[k][0], linked[k][1]);
    for (int d = 0; kinds.houses && d < t->side; d++)
        for (int k = 0; k < g->n_links[d]; k++)
            link_nodes(x, x->node[d][g->links[d][k].a], x->node[d][g->links[d][k].b]);
    for (c = 0; kinds.cells && c < t->cells; c++) {
        unsigned digits = g->marks[c];
        if (count_of(digits) == 2)
            link_nodes(x, x->node[__builtin_ctz(digits)][c], x->node[__builtin_ctz(digits & (digits - 1))][c]);
    }
    if (s) link_sets(s, x);
    see_nodes(t, g, x, !kinds.cells);
    find_steps(x);
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
static bool refute(const board_tables *t, grid_state *g, found_steps *f, link_kinds kinds) {
    link_graph x;
    if (!build_graph(t, g, &x, kinds)) return false;
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

TECHNIQUE(x_chain) { return refute(t, g, f, (link_kinds){.houses = true}); }
TECHNIQUE(xy_chain) { return refute(t, g, f, (link_kinds){.cells = true}); }
TECHNIQUE(aic) { return refute(t, g, f, (link_kinds){.cells = true, .houses = true}); }
TECHNIQUE(grouped_aic) { return refute(t, g, f, (link_kinds){.cells = true, .houses = true, .groups = true}); }
TECHNIQUE(aic_with_als) { return refute(t, g, f, (link_kinds){true, true, true, true}); }

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

/* Remove the candidates that all those of some unit make false by the fewest links. */
static bool force(const board_tables *t, grid_state *g, found_steps *f, link_kinds kinds) {
    link_graph x;
    if (!build_graph(t, g, &x, kinds)) return false;
    word *agreed = x.able, *gone = x.sees, *sees = x.then; /* `able` and `then` are used up */
    bool more = true;
    memset(agreed, 0, x.words * sizeof(word));
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

TECHNIQUE(forcing_chain) { return force(t, g, f, (link_kinds){.cells = true, .houses = true}); }
TECHNIQUE(forcing_chain_with_als) { return force(t, g, f, (link_kinds){true, true, true, true}); }

#endif
