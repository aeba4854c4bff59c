# SPDX-License-Identifier: MIT
"""A problem in numbers, for `dlx info`: items, options, sizes, uncovered items.

With given and banned options, these numbers describe the remaining problem: the items not covered yet, and the options
that can still be chosen. There is no search. We import NumPy only when a problem is described.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .problem import Problem

LONGEST = 60  # characters of a name
UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3_600), ("min", 60))  # in seconds
SHOWN = 10  # names in a list; a count replaces the others


def left(
    problem: Problem, given: list[int], banned: list[int]
) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64]] | None:
    """Return the remaining problem, or None if the given options contradict each other or are banned.

    The three arrays give: for option k, whether it can still be chosen; for item i, its state, free (0), used up (-1)
    or the color that it was given; for primary item i, the number of options that it still needs.
    """
    import numpy as np

    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    live = np.ones(problem.n_options, dtype=bool)
    live[banned] = False
    chosen = np.zeros_like(live)
    chosen[given] = True
    if not (live & problem._with_primary())[given].all():
        return None
    own = np.repeat(chosen, np.diff(problem.indptr))
    items, color = problem.indices[own], np.where(colors[own] > 0, colors[own], -1)
    low, high = problem._limits()
    uses = np.bincount(items, minlength=problem.n_items)
    state = np.zeros(problem.n_items, dtype=np.int64)
    state[items] = color
    if (state[items] != color).any() or (uses > high)[state < 0].any():
        return None
    state[: problem.n_primary][(uses < high)[: problem.n_primary]] = 0
    live &= ~chosen
    need = (low - uses)[: problem.n_primary]
    now = state[problem.indices]
    fits = (now == 0) | ((now > 0) & (now == colors))
    return live & ~problem._having(~fits), state, need


def describe(
    problem: Problem, live: NDArray[np.bool_], state: NDArray[np.int64], need: NDArray[np.int64]
) -> dict[str, Any]:
    """Return the facts about the remaining problem."""
    import numpy as np

    lengths = np.diff(problem.indptr)
    indices = problem.indices[np.repeat(live, lengths)]
    sizes = np.bincount(indices, minlength=problem.n_items)
    open_items = state >= 0
    primary = np.arange(problem.n_items) < problem.n_primary
    free = primary & (state == 0)
    short = np.flatnonzero(free[: problem.n_primary] & (sizes[: problem.n_primary] < need))
    arrays = [problem.indptr, problem.indices, *([] if problem.colors is None else [problem.colors])]
    kernel = problem._kernels.take(problem, "auto", None)
    problem._kernels.give_back(kernel)
    colors = np.zeros(0) if problem.colors is None else problem.colors[np.repeat(live, lengths)]
    return {
        "primary": int(free.sum()),
        "secondary": int((open_items & ~primary).sum()),
        "options": int(live.sum()),
        "entries": len(indices),
        "nodes": len(indices) + int(open_items.sum()),
        "option_lengths": spread(lengths[live]),
        "primary_sizes": spread(sizes[free]),
        "secondary_sizes": spread(sizes[open_items & ~primary]),
        "colors": len(np.unique(colors[colors > 0])),
        "never_chosen": int((live & ~problem._with_primary()).sum()),
        "multiplicities": 0 if problem.bounds is None else int((problem.bounds != 1).any(axis=1).sum()),
        "uncovered": [str(problem.items[int(i)]) for i in short],
        "unused": [str(problem.items[int(i)]) for i in np.flatnonzero(open_items & ~primary & (sizes == 0))],
        "kernel": kernel.name,
        "memory": kernel.nbytes + sum(array.nbytes for array in arrays),
    }


def spread(values: NDArray[Any]) -> list[int] | None:
    """Return the smallest and the largest value."""
    return [int(values.min()), int(values.max())] if len(values) else None


def table(facts: dict[str, Any]) -> Iterator[str]:
    """Yield the facts as lines of text."""
    if facts["given"] or facts["banned"]:
        yield f"left under {len(facts['given']):,} given and {many(len(facts['banned']), 'banned option')}:"
    if facts["contradiction"]:
        yield "nothing: the given options contradict each other, there is no solution"
        return
    yield f"items      {facts['primary']:,} primary, {facts['secondary']:,} secondary"
    lengths = f", of {span(facts['option_lengths'], 'item')}" if facts["options"] else ""
    yield f"options    {facts['options']:,}{lengths}"
    yield f"nodes      {facts['nodes']:,} (entries: {facts['entries']:,}; and a list head for each item)"
    if facts["primary_sizes"]:
        yield f"sizes      a primary item is in {span(facts['primary_sizes'], 'option')}"
    if facts["secondary_sizes"]:
        yield f"           a secondary item is in {span(facts['secondary_sizes'], 'option')}"
    yield f"colors     {facts['colors']:,}"
    if facts["multiplicities"]:
        yield f"multiplicities  {many(facts['multiplicities'], 'item')} wanted other than in exactly one option"
    yield f"kernel     {facts['kernel']}"
    yield f"memory     {facts['memory'] / 1e6:,.3f} MB for a search in the whole problem"
    if facts["never_chosen"]:
        yield f"useless    {many(facts['never_chosen'], 'option')} without a primary item, never chosen"
    if facts["unused"]:
        yield f"unused     {some(facts['unused'])}: secondary, in no option"
    if facts["uncovered"]:
        how = "in too few options" if facts["multiplicities"] else "in no option"
        yield f"uncovered  {some(facts['uncovered'])}: {how}, so there is no solution"


def span(sizes: list[int], what: str) -> str:
    low, high = sizes
    return many(high, what) if low == high else f"{low:,} to {many(high, what)}"


def some(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN:,} more" if len(names) > SHOWN else ""
    return " ".join(map(cut, names[:SHOWN])) + more


def many(n: int, what: str, ending: str = "s") -> str:
    return f"{n:,} {what}{ending * (n != 1)}"


def cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def duration(seconds: float) -> str:
    """Return a number of seconds in a unit that people would use."""
    if seconds >= 1_000 * UNITS[0][1]:
        return "1,000+ years"
    for unit, length in UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.0f} s"
