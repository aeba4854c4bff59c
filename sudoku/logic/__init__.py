# SPDX-License-Identifier: MIT
"""Reasoning like a person: techniques, one a file; solving by them, hints, and how hard a puzzle is."""

from .grid import Grid
from .rating import Rating, rate
from .solver import LogicResult, Status, hint, hints, solve_logically
from .step import Step
from .techniques import TECHNIQUES, difficulty

__all__ = [
    "TECHNIQUES",
    "Grid",
    "LogicResult",
    "Rating",
    "Status",
    "Step",
    "difficulty",
    "hint",
    "hints",
    "rate",
    "solve_logically",
]
