# SPDX-License-Identifier: MIT
"""Bin packing: things of given sizes in as few bins of a given capacity as possible.

    primary     thing1 thing2 ...    every thing is in one bin
                bins                 with `bins=k`: in at most k options of a solution, a multiplicity 0:k
    an option   thing1 thing4 bins   a bin: any set of things that fits; costs 1 without `bins=`

All sets that fit are options, so this is for bins that hold a few things each, as in the cutting-stock problem.
Reference: Gilmore and Gomory, A linear programming approach to the cutting-stock problem (1961).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise

from ..drawing.grid import tint
from ..drawing.picture import Picture
from ..drawing.shapes import INK, DrawnShape, Rect, Text
from ..engine.limits import integer
from .instance import Instance, natural

MOST_FITTING_SETS = 10**6  # most sets of things that fit
BIN_WIDTH_PX, BIN_HEIGHT_PX, BIN_GAP_PX = 480.0, 30.0, 10.0  # of a bin; between bins
LEAST_LETTER_PX, MOST_LETTER_PX = 6.0, 16.0  # of the letters; smaller ones are omitted
MOST_BIN_CHARACTERS = 72  # most characters of a bin; larger bins are drawn to scale


def bin_packing(sizes: Sequence[int], capacity: int, *, bins: int | None = None) -> Instance:
    """Pack things into bins, so that the sizes in each bin add up to at most its capacity.

    Args:
        sizes: the sizes of the things, whole numbers.
        capacity: the capacity of every bin.
        bins: the number of bins; None: any number, each of which costs 1. Then ``best()`` takes as few as
            possible.

    The symmetries are the exchanges of things of one size. A thing that is larger than a bin is in no option, so there
    is no solution.

    Raises:
        ValueError: a size below 1, a negative capacity or number of bins, or more than 10^6 ways to fill a bin.

    >>> packing = bin_packing([4, 8, 1, 4, 2, 1], 10)
    >>> fewest = packing.best()[0]
    >>> print(packing.draw(fewest))
    ████████▒█ 8 1 1
    ████▒▒▒▒██ 4 4 2
    >>> bin_packing([4, 8, 1, 4, 2, 1], 10, bins=2).count()
    2
    >>> bin_packing([1] * 5, 5).count()  # all partitions of a set of five
    52

    On the command line::

        dlx model bin-packing 10 4 8 1 4 2 1 | dlx solve --min-cost -
        dlx model bin-packing 10 4 8 1 4 2 1 --bins 2 | dlx count -
    """
    capacity = natural(capacity, "capacity")
    for k, size in enumerate(sizes):
        if integer(size, f"the size of thing {k + 1}") < 1:
            raise ValueError(f"thing {k + 1} has size {size}: it must be at least 1")
    bins = None if bins is None else natural(bins, "bins")
    things = [f"thing{k + 1}" for k in range(len(sizes))]
    primary: dict[str, int | tuple[int, int]] = dict.fromkeys(things, 1)
    alike = defaultdict(list)
    for thing, size in zip(things, sizes, strict=True):
        alike[size].append(thing)
    _check_number(sizes, capacity)
    fillings = [] if bins == 0 else list(_fillings(sizes, capacity))
    limited = ["bins"] if bins else []
    return Instance(
        [[*(things[k] for k in filling), *limited] for filling in fillings],
        primary=primary | {"bins": (0, bins)} if bins else things,
        costs=[1] * len(fillings) if bins is None else None,
        title=f"{len(sizes)} things in bins of {capacity}",
        drawing=partial(_draw, tuple(sizes), max([1, capacity, *sizes])),  # a thing may be larger than a bin
        symmetries=[move for group in alike.values() if len(group) > 1 for move in _exchanges(group)],
    )


def _check_number(sizes: Sequence[int], capacity: int) -> None:
    """Count the sets that fit before listing them, by their sums and thing by thing; raise ValueError for too many."""
    sums = Counter({0: 1})
    for size in sizes:
        for total, ways in list(sums.items()):
            if total + size <= capacity:
                sums[total + size] += ways
        if sums.total() > MOST_FITTING_SETS:
            what = f"there are more than {MOST_FITTING_SETS:,} ways to fill a bin of {capacity}"
            raise ValueError(f"{what}: too many for this model")


def _fillings(sizes: Sequence[int], capacity: int) -> Iterator[tuple[int, ...]]:
    """Yield all sets of things that fit into a bin, by their numbers, in lexicographic order."""
    stack: list[tuple[int, ...]] = [(k,) for k in reversed(range(len(sizes))) if sizes[k] <= capacity]
    while stack:
        filling = stack.pop()
        yield filling
        space = capacity - sum(sizes[k] for k in filling)
        stack += [(*filling, k) for k in reversed(range(filling[-1] + 1, len(sizes))) if sizes[k] <= space]


def _exchanges(things: list[str]) -> list[dict[str, str]]:
    return [dict(zip(things, [*things[1:], things[0]], strict=True)), {things[0]: things[1], things[1]: things[0]}]


def _draw(sizes: tuple[int, ...], capacity: int, instance: Instance, options: Sequence[int]) -> Picture:
    names = {f"thing{k + 1}": k for k in range(len(sizes))}
    bins = [[names[str(item)] for item in instance.option(k) if item in names] for k in options]
    bins.sort(key=lambda filling: [-sizes[k] for k in filling])
    shown = bins or [[k] for k in names.values()]  # without a packing, every thing separately
    shapes: list[DrawnShape] = []
    for row, filling in enumerate(shown):
        y, x = BIN_GAP_PX + row * (BIN_HEIGHT_PX + BIN_GAP_PX), BIN_GAP_PX
        shapes.append(Rect(x, y, BIN_WIDTH_PX if bins else 0, BIN_HEIGHT_PX, None, INK, 1.5))
        for k in sorted(filling, key=lambda k: -sizes[k]):
            width = BIN_WIDTH_PX * sizes[k] / capacity
            size = min(MOST_LETTER_PX, 1.5 * width / len(str(sizes[k])))
            shapes.append(Rect(x, y, width, BIN_HEIGHT_PX, tint(k), INK, min(1.5, width / 3)))
            shapes += [Text(x + width / 2, y + BIN_HEIGHT_PX / 2, str(sizes[k]), size)] * (size >= LEAST_LETTER_PX)
            x += width
    ordered = [sorted((sizes[k] for k in filling), reverse=True) for filling in shown]
    words = [" ".join(map(str, filling)) for filling in ordered]
    description = f"{'Bins' if bins else 'Things to be packed'}: {'; '.join(words)}."
    width, height = BIN_WIDTH_PX + 2 * BIN_GAP_PX, BIN_GAP_PX + len(shown) * (BIN_HEIGHT_PX + BIN_GAP_PX)
    text = "\n".join(map("{} {}".format, (_blocks(filling, capacity) for filling in ordered), words))
    return Picture(instance.title, description, width, height, tuple(shapes), text)


def _blocks(sizes: list[int], capacity: int) -> str:
    """Return a bin in characters: dark and light things in turn, and a dot for free space."""
    width = min(capacity, MOST_BIN_CHARACTERS)
    ends = [end * width // capacity for end in accumulate(sizes, initial=0)]
    return "".join("█▒"[k % 2] * (b - a) for k, (a, b) in enumerate(pairwise(ends))).ljust(width, "·")
