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
} compiled_technique;

static const compiled_technique techniques[] = {
    {"hidden single", hidden_single},
    {"hidden single in a line", hidden_single_in_line},
    {"naked single", naked_single},
    {"pointing", pointing},
    {"claiming", claiming},
    {"naked pair", naked_pair},
    {"X-Wing", x_wing},
    {"hidden pair", hidden_pair},
    {"naked triple", naked_triple},
    {"Swordfish", swordfish},
    {"hidden triple", hidden_triple},
    {"skyscraper", skyscraper},
    {"two-string kite", two_string_kite},
    {"finned X-Wing", finned_x_wing},
    {"empty rectangle", empty_rectangle},
    {"XY-Wing", xy_wing},
    {"XYZ-Wing", xyz_wing},
    {"W-Wing", w_wing},
    {"unique rectangle", unique_rectangle},
    {"hidden rectangle", hidden_rectangle},
    {"avoidable rectangle", avoidable_rectangle},
    {"turbot fish", turbot_fish},
    {"unique loop", unique_loop},
    {"naked quad", naked_quad},
    {"finned Swordfish", finned_swordfish},
    {"Jellyfish", jellyfish},
    {"hidden quad", hidden_quad},
    {"remote pairs", remote_pairs},
    {"simple coloring", simple_coloring},
    {"multi-coloring", multi_coloring},
    {"BUG+1", bug_plus_one},
    {"BUG+n", bug_plus_n},
    {"finned Jellyfish", finned_jellyfish},
    {"Sue de Coq", sue_de_coq},
    {"X-chain", x_chain},
    {"XY-chain", xy_chain},
    {"AIC", aic},
    {"ALS-XZ", als_xz},
    {"grouped AIC", grouped_aic},
    {"Franken X-Wing", franken_x_wing},
    {"mutant X-Wing", mutant_x_wing},
    {"Franken Swordfish", franken_swordfish},
    {"mutant Swordfish", mutant_swordfish},
    {"Franken Jellyfish", franken_jellyfish},
    {"mutant Jellyfish", mutant_jellyfish},
    {"ALS-XY-Wing", als_xy_wing},
    {"death blossom", death_blossom},
    {"ALS chain", als_chain},
    {"tridagon", tridagon},
    {"exocet", exocet},
    {"template", template},
    {"AIC with ALS", aic_with_als},
    {"forcing chain", forcing_chain},
    {"forcing chain with ALS", forcing_chain_with_als},
    {"double template", double_template},
    {"forcing net", forcing_net},
    {"forcing net with ALS", forcing_net_with_als},
};

enum { TECHNIQUES = sizeof techniques / sizeof *techniques };

/* Find the first technique from `first` on that has steps, and all of these; `below` if none before that one has any. */
static int easiest(const board_tables *t, grid_state *g, found_steps *f, int first, int below) {
    for (int k = first; k < below; k++) {
        memset(f, 0, sizeof *f);
        if (techniques[k].find(t, g, f) || g->failed) return k;
    }
    return below;
}

#endif
