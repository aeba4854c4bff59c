# SPDX-License-Identifier: MIT
"""A problem in numbers, for `dlx info`: items, options, sizes, uncovered items.

With given and banned options, these numbers describe the remaining problem: the items not covered yet, and the options
that can still be chosen. There is no search. We import NumPy only when a problem is described.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..system.wording import plural, shortlist

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..engine.engine import Engine


def describe(
    engine: Engine, live: NDArray[np.bool_], state: NDArray[np.int64], need: NDArray[np.int64]
) -> dict[str, Any]:
    """Return the facts about the remaining problem."""
    import numpy as np

    problem = engine.matrix

    lengths = np.diff(problem.indptr)
    indices = problem.indices[np.repeat(live, lengths)]
    sizes = np.bincount(indices, minlength=problem.n_items)
    open_items = state >= 0
    primary = np.arange(problem.n_items) < problem.n_primary
    free = primary & (state == 0)
    short = np.flatnonzero(free[: problem.n_primary] & (sizes[: problem.n_primary] < need))
    arrays = [problem.indptr, problem.indices, *([] if problem.colors is None else [problem.colors])]
    with engine.lend() as kernel:
        name, nbytes = kernel.name, kernel.nbytes
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
        "multiplicities": 0 if problem.bounds is None else int((problem.bounds != 1).any(axis=1).sum()),
        "uncovered": [str(problem.items[int(i)]) for i in short],
        "unused": [str(problem.items[int(i)]) for i in np.flatnonzero(open_items & ~primary & (sizes == 0))],
        "kernel": name,
        "memory": nbytes + sum(array.nbytes for array in arrays),
    }


def spread(values: NDArray[Any]) -> list[int] | None:
    """Return the smallest and the largest value."""
    return [int(values.min()), int(values.max())] if len(values) else None


def table(facts: dict[str, Any]) -> Iterator[str]:
    """Yield the facts as lines of text."""
    if facts["given"] or facts["banned"]:
        yield f"left under {len(facts['given']):,} given and {plural(len(facts['banned']), 'banned option')}:"
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
        yield f"multiplicities  {plural(facts['multiplicities'], 'item')} wanted other than in exactly one option"
    yield f"kernel     {facts['kernel']}"
    yield f"memory     {facts['memory'] / 1e6:,.3f} MB for a search in the whole problem"
    if facts["unused"]:
        yield f"unused     {shortlist(facts['unused'])}: secondary, in no option"
    if facts["uncovered"]:
        how = "in too few options" if facts["multiplicities"] else "in no option"
        yield f"uncovered  {shortlist(facts['uncovered'])}: {how}, so there is no solution"


def span(sizes: list[int], what: str) -> str:
    low, high = sizes
    return plural(high, what) if low == high else f"{low:,} to {plural(high, what)}"
