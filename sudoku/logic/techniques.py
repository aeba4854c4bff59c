# SPDX-License-Identifier: MIT
"""The techniques, from easiest to hardest, with their difficulties.

The scale is Sudoku Explainer's, familiar to the solving community: 1 to 2 for techniques that need only the eye, 6 and
more for chains. Techniques of Sudoku Explainer have its numbers; the others lie between their neighbors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from .als import als_chain, als_xy_wing, als_xz, death_blossom
from .avoidable import avoidable_rectangle
from .bug import bug_plus_n, bug_plus_one
from .chains import LONGEST_CHAIN, aic, aic_with_als, grouped_aic, x_chain, xy_chain
from .coloring import multi_coloring, simple_coloring
from .empty_rectangle import empty_rectangle
from .exclusions import exclusion_by_rules, related_cells
from .exocet import exocet
from .finned import finned_fish
from .fish import fish
from .forcing import forcing_chain, forcing_chain_with_als
from .franken import franken_fish, mutant_fish
from .grid import Grid
from .house_rules import rules_of_house
from .innies import innie, innies
from .locked import claiming, pointing
from .nets import MOST_NET_ROUNDS, forcing_net, forcing_net_with_als
from .one_rule import MOST_SMALL, cage_combinations, needed_digit, one_rule
from .rectangle import hidden_rectangle, unique_loop, unique_rectangle
from .remote_pairs import remote_pairs
from .singles import hidden_single, hidden_single_in_line, naked_single
from .step import Step
from .subsets import hidden_subset, naked_subset
from .sue_de_coq import sue_de_coq
from .template import double_template, template
from .tridagon import tridagon
from .turbot import skyscraper, turbot_fish, two_string_kite
from .wings import w_wing, xy_wing, xyz_wing


class Technique(NamedTuple):
    """A technique: its name, its difficulty (plus `link` for each link of a chain), and its search for steps."""

    name: str
    difficulty: float
    link: float
    find: Callable[[Grid], Iterator[Step]]
    longest: int = 0  # links of the longest chain searched for; of rules.py, the most open cells that it grows with
    of_rules: bool = False  # whether it needs a board with variants

    def hard(self, length: int) -> float:
        """Return the difficulty of a step of that length."""
        return round(self.difficulty + self.link * length, 2)


SMALL, LARGE = range(1, MOST_SMALL + 1), range(MOST_SMALL + 1, 129)  # open cells of a cage or rule

TECHNIQUES = (
    Technique("hidden single", 1.2, 0, hidden_single),
    Technique("hidden single in a line", 1.5, 0, hidden_single_in_line),
    Technique("innie or outie", 1.9, 0.1, innie, 3, True),
    Technique("cage combinations", 2.0, 0.1, partial(cage_combinations, sizes=SMALL), MOST_SMALL, True),
    Technique("rule", 2.0, 0.1, partial(one_rule, sizes=SMALL), MOST_SMALL, True),
    Technique("naked single", 2.3, 0, naked_single),
    Technique("pointing", 2.6, 0, pointing),
    Technique("claiming", 2.8, 0, claiming),
    Technique("large cage combinations", 2.8, 0.2, partial(cage_combinations, sizes=LARGE), 7, True),
    Technique("needed digit", 2.85, 0, needed_digit, 0, True),
    Technique("related cells", 2.85, 0, related_cells, 0, True),
    Technique("innies and outies", 2.9, 0.05, innies, 6, True),
    Technique("long rule", 2.9, 0.2, partial(one_rule, sizes=LARGE), 10, True),
    Technique("naked pair", 3.0, 0, partial(naked_subset, size=2)),
    Technique("X-Wing", 3.2, 0, partial(fish, size=2)),
    Technique("hidden pair", 3.4, 0, partial(hidden_subset, size=2)),
    Technique("naked triple", 3.6, 0, partial(naked_subset, size=3)),
    Technique("Swordfish", 3.8, 0, partial(fish, size=3)),
    Technique("hidden triple", 4.0, 0, partial(hidden_subset, size=3)),
    Technique("exclusion by rules", 4.05, 0, exclusion_by_rules, 0, True),
    Technique("skyscraper", 4.1, 0, skyscraper),
    Technique("two-string kite", 4.1, 0, two_string_kite),
    Technique("finned X-Wing", 4.15, 0, partial(finned_fish, size=2)),
    Technique("empty rectangle", 4.15, 0, empty_rectangle),
    Technique("XY-Wing", 4.2, 0, xy_wing),
    Technique("XYZ-Wing", 4.4, 0, xyz_wing),
    Technique("W-Wing", 4.4, 0, w_wing),
    Technique("rules of a house", 4.45, 0, rules_of_house, 0, True),
    Technique("unique rectangle", 4.5, 0, unique_rectangle),
    Technique("hidden rectangle", 4.55, 0, hidden_rectangle),
    Technique("avoidable rectangle", 4.55, 0, avoidable_rectangle),
    Technique("turbot fish", 4.6, 0, turbot_fish),
    Technique("unique loop", 4.7, 0, unique_loop),
    Technique("naked quad", 5.0, 0, partial(naked_subset, size=4)),
    Technique("finned Swordfish", 5.1, 0, partial(finned_fish, size=3)),
    Technique("Jellyfish", 5.2, 0, partial(fish, size=4)),
    Technique("hidden quad", 5.4, 0, partial(hidden_subset, size=4)),
    Technique("remote pairs", 5.45, 0, remote_pairs),
    Technique("simple coloring", 5.5, 0, simple_coloring),
    Technique("multi-coloring", 5.55, 0, multi_coloring),
    Technique("BUG+1", 5.6, 0, bug_plus_one),
    Technique("BUG+n", 5.7, 0, bug_plus_n),
    Technique("finned Jellyfish", 6.0, 0, partial(finned_fish, size=4)),
    Technique("Sue de Coq", 6.2, 0, sue_de_coq),
    Technique("X-chain", 6.5, 0.02, x_chain, LONGEST_CHAIN),
    Technique("XY-chain", 6.6, 0.05, xy_chain, LONGEST_CHAIN),
    Technique("AIC", 6.8, 0.05, aic, LONGEST_CHAIN),
    Technique("ALS-XZ", 7.0, 0, als_xz),
    Technique("grouped AIC", 7.2, 0.05, grouped_aic, LONGEST_CHAIN),
    Technique("Franken X-Wing", 7.91, 0, partial(franken_fish, size=2)),
    Technique("mutant X-Wing", 7.91, 0, partial(mutant_fish, size=2)),
    Technique("Franken Swordfish", 7.92, 0, partial(franken_fish, size=3)),
    Technique("mutant Swordfish", 7.92, 0, partial(mutant_fish, size=3)),
    Technique("Franken Jellyfish", 7.93, 0, partial(franken_fish, size=4)),
    Technique("mutant Jellyfish", 7.93, 0, partial(mutant_fish, size=4)),
    Technique("ALS-XY-Wing", 7.95, 0, als_xy_wing),
    Technique("death blossom", 7.96, 0, death_blossom),
    Technique("ALS chain", 7.97, 0, als_chain),
    Technique("tridagon", 7.98, 0, tridagon),
    Technique("exocet", 7.99, 0, exocet),
    Technique("template", 7.99, 0, template),
    Technique("AIC with ALS", 7.99, 0.05, aic_with_als, LONGEST_CHAIN),
    Technique("forcing chain", 8.0, 0.05, forcing_chain, LONGEST_CHAIN),
    Technique("forcing chain with ALS", 8.2, 0.05, forcing_chain_with_als, LONGEST_CHAIN),
    Technique("double template", 8.45, 0, double_template),
    Technique("forcing net", 8.5, 0.05, forcing_net, MOST_NET_ROUNDS),
    Technique("forcing net with ALS", 9.0, 0.02, forcing_net_with_als, MOST_NET_ROUNDS),
)
GUESS = Technique("guess", 10.0, 0, lambda grid: iter(()))
CONTRADICTION = Technique("contradiction", 0, 0, lambda grid: iter(()))
BY_NAME = {technique.name: technique for technique in (*TECHNIQUES, GUESS, CONTRADICTION)}


def difficulty(step: Step) -> float:
    """Return the difficulty of a step.

    >>> from sudoku.logic import hint
    >>> difficulty(hint("12.. 3... ..4. ...1"))
    1.2
    """
    return BY_NAME[step.technique].hard(step.length)
