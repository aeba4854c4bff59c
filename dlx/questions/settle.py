# SPDX-License-Identifier: MIT
"""The end of a reduction: options that are forced, and items that say nothing any more.

    left        0: a b    3: a b d    4: d    1: c         1 has no rivals, so it is forced, and c is needless
                                                           b is in the same options as a: needless, too

With multiplicities, the reducer has chosen the forced options already, and knows the need and the room of each item.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..matrix.incidence import entry_options

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.drive import Drive
    from ..kernels.reduce import Reducer
    from ..matrix.matrix import Matrix

    Int32 = NDArray[np.int32]
    Bools = NDArray[np.bool_]

ALIVE, FORCED = -1, -2  # fates of an option; see reduce.py


def settle(problem: Matrix, reducer: Reducer, fates: Int32) -> Bools:
    """Mark the forced options; return a mask of the items that are then needless.

    An item is light if no two live options conflict in it. An option with only light items is in every solution, since
    each option has a primary item. After the last round this holds for every option that is alone in a primary item.
    Before it, some of these options still have rivals in other items, and stay.
    """
    indices, owners, n_primary = problem.indices, entry_options(problem), problem.n_primary
    alive = fates[owners] == ALIVE
    light = _light(problem, reducer, alive)
    rivals = np.bincount(owners[alive & ~light[indices]], minlength=problem.n_options)
    fates[(fates == ALIVE) & (rivals == 0)] = FORCED
    light[:n_primary] = False
    light[indices[(fates[owners] == FORCED) & (indices < n_primary)]] = True
    return light


def drop_twins(problem: Matrix, reducer: Reducer, needless: Bools, drive: Drive) -> bool:
    """Mark each item that another item makes needless; return False if time runs out before all are checked."""
    sizes, n_primary = reducer.sizes, problem.n_primary
    for item in np.flatnonzero(~needless)[::-1].tolist():  # backwards, which keeps the first of twins
        if drive.late():
            return False
        for host in reducer.holders(item):
            if needless[host]:
                continue
            if (host < n_primary and sizes[host] == sizes[item]) if item < n_primary else _says(reducer, host, item):
                needless[item] = True
                break
    return True


def _says(reducer: Reducer, host: int, item: int) -> bool:
    """Return whether options that conflict in the secondary `item` always conflict in `host`, which they all have.

    They do if `host` has no color, or if options that agree on a color in `host` agree on one in `item` as well.
    """
    there, agreed = dict(reducer.uses(host)), dict[int, int]()
    for option, color in reducer.uses(item):
        shared, value = there[option], color or ~option  # without a color it agrees with no other option
        if shared and agreed.setdefault(shared, value) != value:
            return False
    return True


def _light(problem: Matrix, reducer: Reducer, alive: Bools) -> Bools:
    """Return a mask of the items in which no two live options conflict; ``alive`` is the mask of live entries."""
    indices = problem.indices
    light: Bools = reducer.sizes <= 1
    if problem.colors is not None:
        low, high = np.full(problem.n_items, 2**31 - 1, np.int32), np.zeros(problem.n_items, np.int32)
        np.minimum.at(low, indices[alive], problem.colors[alive])
        np.maximum.at(high, indices[alive], problem.colors[alive])
        light |= (low == high) & (low > 0)
    return light


# --- multiplicities


def idle(problem: Matrix, reducer: Reducer) -> Bools:
    """Return a mask of the items, of a problem with multiplicities, that say nothing about the live options.

    A primary item says nothing if it needs no option and has room for all; but each option keeps a primary item.
    """
    owners, n_primary = entry_options(problem), problem.n_primary
    alive = reducer.fate[owners] == ALIVE
    idle = _light(problem, reducer, alive)
    free = (reducer.need <= 0) & (reducer.room >= reducer.sizes)
    primary = problem.indices < n_primary
    held = np.bincount(owners[primary & ~free[problem.indices]], minlength=problem.n_options) > 0
    wanted = np.zeros(problem.n_items, np.bool_)
    wanted[problem.indices[alive & primary & ~held[owners]]] = True
    idle[:n_primary] = (free & ~wanted)[:n_primary]
    return idle


def remaining(problem: Matrix, reducer: Reducer, items: Bools) -> Int32 | None:
    """Return the bounds of these items for the live options, None if each needs exactly one."""
    primary = items[: problem.n_primary]
    bounds = np.stack([reducer.need, reducer.room], axis=1)[: problem.n_primary][primary].clip(0)
    return None if (bounds == 1).all() else bounds
