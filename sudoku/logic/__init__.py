# SPDX-License-Identifier: MIT
"""Human solving techniques, one per file, with a solver, hints and difficulty ratings based on them."""

from typing import TYPE_CHECKING

from dlx.system.keywords import exported

from .grid import Grid
from .many import rate_batch
from .rating import Rating, rate
from .solver import LogicResult, LogicStatus, hint, hints, solve_logically
from .step import Step
from .techniques import TECHNIQUES, difficulty

__all__ = [
    "TECHNIQUES",
    "Grid",
    "LogicResult",
    "LogicStatus",
    "Rating",
    "Step",
    "difficulty",
    "hint",
    "hints",
    "rate",
    "rate_batch",
    "solve_logically",
]

if not TYPE_CHECKING:
    globals().update({name: exported(globals()[name], __name__) for name in __all__})
