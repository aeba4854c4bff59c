/* SPDX-License-Identifier: MIT
   The compiled techniques, in the order of sudoku/logic/techniques.py, which also has some for the rules of
   variants. */

#ifndef SUDOKU_TECHNIQUES_H
#define SUDOKU_TECHNIQUES_H

#include "als.h"
#include "basics.h"
#include "chains.h"
#include "exocet.h"
#include "nets.h"
#include "patterns.h"
#include "templates.h"
#include "tridagon.h"
#include "unique.h"

typedef struct {
    const char *name;
    technique *find;
    bool rules; /* whether it knows what rules exclude */
} compiled_technique;

static const compiled_technique techniques[] = {
    {"hidden single", hidden_single, true},
    {"hidden single in a line", hidden_single_in_line, true},
    {"naked single", naked_single, true},
    {"pointing", pointing, true},
    {"claiming", claiming, true},
    {"naked pair", naked_pair, true},
    {"X-Wing", x_wing, true},
    {"hidden pair", hidden_pair, true},
    {"naked triple", naked_triple, true},
    {"Swordfish", swordfish, true},
    {"hidden triple", hidden_triple, true},
    {"skyscraper", skyscraper, true},
    {"two-string kite", two_string_kite, true},
    {"finned X-Wing", finned_x_wing, true},
    {"empty rectangle", empty_rectangle, true},
    {"XY-Wing", xy_wing, true},
    {"XYZ-Wing", xyz_wing, true},
    {"W-Wing", w_wing, true},
    {"unique rectangle", unique_rectangle, false},
    {"hidden rectangle", hidden_rectangle, false},
    {"avoidable rectangle", avoidable_rectangle, false},
    {"turbot fish", turbot_fish, true},
    {"unique loop", unique_loop, false},
    {"naked quad", naked_quad, true},
    {"finned Swordfish", finned_swordfish, true},
    {"Jellyfish", jellyfish, true},
    {"hidden quad", hidden_quad, true},
    {"remote pairs", remote_pairs, true},
    {"simple coloring", simple_coloring, false},
    {"multi-coloring", multi_coloring, false},
    {"BUG+1", bug_plus_one, false},
    {"BUG+n", bug_plus_n, false},
    {"finned Jellyfish", finned_jellyfish, true},
    {"Sue de Coq", sue_de_coq, true},
    {"X-chain", x_chain, true},
    {"XY-chain", xy_chain, true},
    {"AIC", aic, true},
    {"ALS-XZ", als_xz, true},
    {"grouped AIC", grouped_aic, true},
    {"Franken X-Wing", franken_x_wing, true},
    {"mutant X-Wing", mutant_x_wing, true},
    {"Franken Swordfish", franken_swordfish, true},
    {"mutant Swordfish", mutant_swordfish, true},
    {"Franken Jellyfish", franken_jellyfish, true},
    {"mutant Jellyfish", mutant_jellyfish, true},
    {"ALS-XY-Wing", als_xy_wing, true},
    {"death blossom", death_blossom, true},
    {"ALS chain", als_chain, true},
    {"tridagon", tridagon, true},
    {"exocet", exocet, true},
    {"template", template, true},
    {"AIC with ALS", aic_with_als, true},
    {"forcing chain", forcing_chain, true},
    {"forcing chain with ALS", forcing_chain_with_als, true},
    {"double template", double_template, true},
    {"forcing net", forcing_net, true},
    {"forcing net with ALS", forcing_net_with_als, true},
};

enum { TECHNIQUES = sizeof techniques / sizeof *techniques };

/* Find the first technique from `first` on that has steps, and all of these; `below` if none before that one has any. */
static int easiest(const board_tables *t, grid_state *g, found_steps *f, int first, int below) {
    for (int k = first; k < below; k++) {
        if (t->weak.all && !techniques[k].rules) continue;
        memset(f, 0, sizeof *f);
        if (techniques[k].find(t, g, f) || g->failed) return k;
    }
    return below;
}

#endif
