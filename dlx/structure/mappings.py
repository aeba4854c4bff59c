# SPDX-License-Identifier: MIT
"""A symmetry that a user describes as a mapping of items, checked and read as a permutation of options and items.

items 1 2 3 4, options [1 2] [2 3] [3 4]     1 -> 4, 2 -> 3, 3 -> 2, 4 -> 1
options 0 1 2, items 3 4 5 6                 images 2 1 0, 6 5 4 3
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

import numpy as np

from ..matrix.assumptions import Assumptions
from ..matrix.build import Int64
from ..matrix.colored import Colored
from ..matrix.matrix import Matrix
from ..system.digits import printable
from .permutations import Chain

Symmetry = Mapping[Any, Hashable] | Callable[[Any], Hashable]

MOST_BUILT_IN_ENTRIES = 50_000  # of all built-in symmetries of a model, which are checked in a tenth of a second


def permutations(problem: Matrix, symmetries: str | Iterable[Symmetry]) -> list[Int64]:
    """Return a user's symmetries as permutations of the options and the items."""
    if isinstance(symmetries, Mapping) or callable(symmetries):
        raise TypeError(f"symmetries must be a list, even if there is only one: [{symmetries!r}], or 'auto'")
    if isinstance(symmetries, str) or not isinstance(symmetries, Iterable):
        raise TypeError(f"no symmetries {symmetries!r}; choose 'auto', or give a list of mappings between items")
    return [permutation(problem, symmetry) for symmetry in symmetries]


def built_in_order(problem: Matrix) -> int | None:
    """Return the order of the group of a model's built-in symmetries; None if it has none, or is too large to look.

    A problem may have more symmetries than the board that the model means.

    >>> from dlx import models
    >>> built_in_order(models.polycubes("2x2x2", pieces="monocubes", any_number=True))
    48
    """
    if not problem.symmetries or len(problem.indices) * len(problem.symmetries) > MOST_BUILT_IN_ENTRIES:
        return None
    rows = [row[: problem.n_options] for row in permutations(problem, problem.symmetries)]
    return printable(Chain(rows, problem.n_options).order)


def permutation(problem: Matrix, symmetry: Symmetry) -> Int64:
    """Return a symmetry as the images of the options, then the images of the items (numbered after the options).

    Raises:
        TypeError: it is neither a mapping nor a function.
        ValueError: it is not a symmetry.
    """
    image = _function(symmetry)
    numbers = {item: k for k, item in enumerate(problem.items)}
    items = np.array([_item(problem, numbers, item, image(item)) for item in problem.items], np.int64)
    copies: dict[frozenset[Hashable], list[int]] = {}  # equal options map in order: first to first, and so on
    for k in range(problem.n_options):
        copies.setdefault(frozenset(problem.option(k)), []).append(k)
    options = np.empty(problem.n_options, np.int64)
    for uses, equal in copies.items():
        _check_colored(image, uses)
        images = copies.get(frozenset(map(image, uses)), [])
        if len(images) != len(equal):
            raise ValueError(f"not a symmetry: option {equal[0]} has no image, or another number of copies")
        options[equal] = images
    if problem.bounds is not None and (problem.bounds != problem.bounds[items[: problem.n_primary]]).any():
        raise ValueError("not a symmetry: it changes multiplicities")
    _check_one_to_one(items, "item")
    _check_one_to_one(options, "option")
    return np.concatenate([options, items + problem.n_options])


def first_moved(symmetries: Int64, assumed: Assumptions) -> str:
    """Return an error if a symmetry, a row, maps a given or a banned option to one that is not; else an empty text."""
    for word, options in zip(("given", "banned"), assumed, strict=True):
        images = symmetries[:, list(options)] if len(symmetries) else np.zeros((0, 0), np.int64)
        moved = np.argwhere(~np.isin(images, options))
        if len(moved):
            row, place = moved[0].tolist()
            return (
                f"not a symmetry of the problem with {word} options: the image of option {options[place]}, which is "
                f"{word}, is option {images[row, place]}, which is not; pass 'auto', or symmetries that preserve them"
            )
    return ""


def _function(symmetry: Symmetry) -> Callable[[Any], Hashable]:
    if not isinstance(symmetry, Mapping):
        if not callable(symmetry):
            raise TypeError(f"the symmetry {symmetry!r} is neither a mapping of items nor a function")
        return symmetry
    mapping: Mapping[Any, Hashable] = symmetry

    def image(use: Hashable) -> Hashable:
        return Colored(image(use.item), use.color) if isinstance(use, Colored) else mapping.get(use, use)

    return image


def _item(problem: Matrix, numbers: dict[Hashable, int], item: Hashable, image: Hashable) -> int:
    number = numbers.get(image)
    if number is None:
        raise ValueError(f"not a symmetry: the image of item {item!r} is {image!r}, which is not an item")
    if (number < problem.n_primary) != (numbers[item] < problem.n_primary):
        raise ValueError(f"not a symmetry: one of the items {item!r} and {image!r} is primary, the other secondary")
    return number


def _check_colored(image: Callable[[Any], Hashable], uses: Iterable[Hashable]) -> None:
    """Raise ValueError unless a function maps an item to the same image with a color and without."""
    for use in uses:
        if isinstance(use, Colored):
            moved = image(use)
            if not isinstance(moved, Colored) or moved.item != image(use.item):
                raise ValueError(f"not a symmetry: the image of {use!r} is {moved!r}, which is not on the item's image")


def _check_one_to_one(images: Int64, what: str) -> None:
    if len(np.unique(images)) != len(images):
        raise ValueError(f"not a symmetry: two {what}s have the same image")
