"""Tiny turns: each strategy of a search by cost has its turn on the smallest problems."""

import random

CHOICES = {
    "dlx.questions.best.best.FIRST_WORK": [1, 50],
    "dlx.questions.best.best.TIMED_SLICE_WORK": [1, 100],
    "dlx.engine.table.OPENING_WORK": [1, 50],
    "dlx.engine.task.Goal.round_work": [1, 100, 10_000],
    "dlx.engine.independent.COMPONENT_WORK": [1, 100],
    "dlx.engine.table.QUICK_NODES": [1, 2, 3, 10_000],
    "dlx.engine.table.QUICK_WORK": [1, 200, 2**22],
    "dlx.engine.table.START_WORK": [1, 1_000, 2**20],
    "dlx.engine.table.START_SHARE": [1 / 32, 1.0, 8.0],
    "dlx.engine.table.LATE_START_WORK": [1, 1_000],
    "dlx.engine.strategies.prices.RISE_DIVISOR": [-1, 1_000],
    "dlx.engine.strategies.prices.FIRST_GAP_DIVISOR": [1, 1_000, 2**60],
}


def tiny_turns(patch, seed):
    """Draw the constants of work and nodes."""
    chance = random.Random(seed)
    for name, values in CHOICES.items():
        patch.setattr(name, chance.choice(values))
