# SPDX-License-Identifier: MIT
"""A use of an item with a color."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ..system.public import public


@public("dlx")
@dataclass(frozen=True, slots=True)
class Colored:
    """A secondary item used with a color: options agree on the item if they give it the same color.

    >>> from dlx import Colored, Problem
    >>> Problem([["a", Colored("x", "red")], ["b", Colored("x", "red")]], secondary=["x"]).count()
    1
    """

    item: Hashable
    color: Hashable
