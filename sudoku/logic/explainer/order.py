# SPDX-License-Identifier: MIT
"""The rules in the order of Sudoku Explainer: the first rule that finds anything gives the next step.

The order is not that of the ratings throughout: a naked quad (5.0) is looked for before a Jellyfish (5.2), but after a
unique loop (4.5 to 5.0).
"""

from __future__ import annotations

from .aligned import aligned
from .chains import chain
from .grave import grave
from .locked import direct_locked, locked
from .loops import unique_loop
from .marks import Hint, Marks
from .nets import forcing, nishio
from .sets import Rule, direct_hidden_set, fish, hidden_set, naked_set
from .singles import hidden_single, naked_single
from .wings import wing

RULES: tuple[Rule, ...] = (
    hidden_single,
    direct_locked,
    direct_hidden_set(2, 20),
    naked_single,
    direct_hidden_set(3, 25),
    locked,
    naked_set(2, 30),
    fish(2, 32),
    hidden_set(2, 34),
    naked_set(3, 36),
    fish(3, 38),
    hidden_set(3, 40),
    wing(2, 42),
    wing(3, 44),
    unique_loop,
    naked_set(4, 50),
    fish(4, 52),
    hidden_set(4, 54),
    grave,
    aligned(2, 62),
    chain,
    aligned(3, 75),
    nishio,
    forcing(dynamic=False),
    forcing(dynamic=True),
)


def step(marks: Marks, most: int = 999) -> Hint | None:
    for rule in RULES:
        hint = rule(marks)
        if hint is not None:
            return hint
    return None
