# SPDX-License-Identifier: MIT
"""Saves diagrams to files and loads them: NumPy archives (npz), checked before use.

    problem   the digest of the problem; the problem itself is not in the file
    root      the number of the first node
    nodes     (3, n) int32: option, low and high of each node, as in zdd.py

We check sizes before we read anything, so a small file cannot claim much memory. Then every path to the terminal 1 must
be a solution, and no two paths the same one. There are too many paths to visit, but rules for the nodes suffice:

    items      all paths from a node cover the same primary items, each of them once; paths from the root cover all
    bounds     with a multiplicity, all paths from the root have so many options with the item
    colors     no option below the high branch gives a secondary item a color that contradicts the node's option
    options    the node's option does not occur below its low branch, or one solution would have two paths

Each walk over all nodes checks 64 items, colors or options. The check does not notice missing solutions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZipFile

import numpy as np
from numpy.lib import format as npy

from ..kernels.diagram import extremes, holds
from ..matrix.incidence import entry_options, item_bounds, options_with_primary
from ..system.files import replacing

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

    from ..matrix.matrix import Matrix

    Masks = NDArray[np.uint64]

BITS = 64  # bits of a set
WRONG = "not all its ways are solutions, each another one"
SCALAR_BYTES = 1024  # most bytes of a digest or a number


def save(problem: Matrix, root: int, nodes: NDArray[np.int32], file: str | PathLike[str]) -> None:
    """Write a diagram to a file; see :meth:`ZDD.save`."""
    with replacing(file, "wb") as stream:
        parts = {"nodes": nodes, "root": root, "problem": problem.digest()}
        np.savez_compressed(stream, **parts)  # type: ignore[arg-type]


def load(file: str | PathLike[str], problem: Matrix) -> tuple[int, NDArray[np.int32]]:
    """Read the root and the nodes of a diagram of this problem; see :meth:`ZDD.load`."""
    if Path(file).exists() and not Path(file).is_file():  # /dev/zero, whose end we would look for
        raise ValueError(f"{file} is not a diagram: it is no regular file")
    with Path(file).open("rb") as stream:
        try:
            with ZipFile(stream) as archive:
                digest = str(_scalar(archive, "problem", "U"))
                root = int(_scalar(archive, "root", "iu"))
                nodes = _nodes(archive, os.fstat(stream.fileno()).st_size) if digest == problem.digest() else None
            if nodes is not None:
                _check(problem, root, nodes)
        except MemoryError:
            raise ValueError(f"{file} is not a diagram, or too large for the memory") from None
        except Exception as error:  # a damaged archive: zip, zlib, directory or array headers
            raise ValueError(f"{file} is not a diagram: {error}") from None
    if nodes is None:
        raise ValueError(f"{file} is a diagram of another problem")
    return root, nodes


# --- the arrays


def _scalar(archive: ZipFile, name: str, kinds: str) -> Any:
    shape, dtype = _header(archive, name)
    if shape or dtype.kind not in kinds or dtype.itemsize > SCALAR_BYTES:
        raise ValueError(f"{name} is an array of shape {shape} and type {dtype}")
    return _read(archive, name)[()]


def _nodes(archive: ZipFile, file_bytes: int) -> NDArray[np.int32]:
    """Return the nodes. A node takes at least three bytes of the file, since its number occurs as another's branch."""
    shape, dtype = _header(archive, "nodes")
    if dtype != np.int32 or len(shape) != 2 or shape[0] != 3 or shape[1] < 2:
        raise ValueError("its nodes do not form a diagram")
    if shape[1] > file_bytes:
        raise ValueError(f"{shape[1]:,} nodes in {file_bytes:,} bytes")
    return np.ascontiguousarray(_read(archive, "nodes"))


def _header(archive: ZipFile, name: str) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return the shape and type of an array, checked against the size of its file."""
    with archive.open(f"{name}.npy") as member:
        if npy.read_magic(member) != (1, 0):
            raise ValueError(f"{name} has a header of another version")
        shape, _, dtype = npy.read_array_header_1_0(member)
        n_bytes = archive.getinfo(f"{name}.npy").file_size - member.tell()
    if dtype.hasobject or prod(shape) * dtype.itemsize != n_bytes:
        raise ValueError(f"{name} has {n_bytes:,} bytes for shape {shape} and type {dtype}")
    return shape, dtype


def _read(archive: ZipFile, name: str) -> NDArray[Any]:
    with archive.open(f"{name}.npy") as member:
        return npy.read_array(member, allow_pickle=False)


# --- the check


class ItemRule(NamedTuple):
    """A rule for 64 bits of the sets below each node; see diagram.pyx."""

    own: Masks
    barred_high: Masks
    barred_low: Masks
    all: int | None = None  # the root's set, if the two branches of a node must have equal sets


def _check(problem: Matrix, root: int, nodes: NDArray[np.int32]) -> None:
    """Raise ValueError unless the paths of a diagram are solutions, all different."""
    if not _hang_together(problem, root, nodes):
        raise ValueError("its nodes do not form a diagram")
    below = np.zeros(nodes.shape[1], np.uint64)
    for rule in _rules(problem):
        good = holds(nodes, rule.own, rule.barred_high, rule.barred_low, rule.all is not None, below)
        if not good or (root and rule.all is not None and int(below[root]) != rule.all):
            raise ValueError(WRONG)
    if root and not _within_bounds(problem, root, nodes):
        raise ValueError(WRONG)


def _hang_together(problem: Matrix, root: int, nodes: NDArray[np.int32]) -> bool:
    """Return whether all options can be chosen, all branches lead to earlier nodes, and the root reaches all nodes."""
    option, low, high = nodes[:, 2:]
    number = np.arange(2, nodes.shape[1], dtype=np.int32)
    good = (option >= 0) & (option < problem.n_options) & (low >= 0) & (low < number) & (high > 0) & (high < number)
    if not good.all() or not options_with_primary(problem)[option].all() or not 0 <= root < nodes.shape[1]:
        return False
    reached = np.zeros(nodes.shape[1], np.bool_)
    reached[low] = reached[high] = reached[root] = True  # if every node is a branch, the root reaches all
    return bool(reached[2:].all())


def _within_bounds(problem: Matrix, root: int, nodes: NDArray[np.int32]) -> bool:
    """Return whether all paths from the root have as many options with each primary item as its bounds allow."""
    if problem.bounds is None:
        return True
    below, owner = np.zeros(nodes[1:].shape, np.int32), entry_options(problem)
    for item, (low, high) in enumerate(problem.bounds.tolist()):
        if (low, high) == (1, 1):
            continue  # the rules say so
        has = np.zeros(problem.n_options, np.uint8)
        has[owner[problem.indices == item]] = 1
        lower, upper = extremes(nodes, has, root, below)
        if not low <= lower <= upper <= high:
            return False
    return True


def _rules(problem: Matrix) -> Iterator[ItemRule]:
    colors = np.zeros_like(problem.indices) if problem.colors is None else problem.colors
    low, high = item_bounds(problem)
    once = (low == 1) & (high == 1)
    order = np.argsort(problem.indices, kind="stable")
    items, owner, colors = problem.indices[order], entry_options(problem)[order], colors[order]
    none = np.zeros(problem.n_options, np.uint64)

    def entries(first: int, last: int) -> tuple[NDArray[Any], ...]:
        """Return the options, the items counted from ``first``, and the colors."""
        part = slice(*np.searchsorted(items, (first, last)))
        return owner[part], items[part] - first, colors[part]

    for first in range(0, problem.n_primary, BITS):
        last = min(first + BITS, problem.n_primary)
        options, bits, _ = entries(first, last)
        wanted = once[first + bits]
        masks = _masks(problem, options[wanted], bits[wanted])
        yield ItemRule(masks, masks, none, sum(1 << k for k in range(last - first) if once[first + k]))
    for first in range(0, problem.n_options, BITS):
        chunk = np.arange(first, min(first + BITS, problem.n_options))
        masks = _masks(problem, chunk, chunk - first)
        yield ItemRule(masks, none, masks)
    # Two colors differ in some binary digit. For each digit an item has two bits in a set: a color below has 0 there,
    # a color below has 1 there. A use without a color counts as color 0 and conflicts with every other use.
    for first in range(problem.n_primary, len(problem.items), BITS // 2):
        options, places, color = entries(first, min(first + BITS // 2, len(problem.items)))
        for digit in range(max(int(colors.max(initial=0)).bit_length(), 1)):
            bits = 2 * places + (color >> digit & 1)
            masks = _masks(problem, options, bits)
            plain = _masks(problem, options[color == 0], bits[color == 0])
            yield ItemRule(masks, _masks(problem, options, bits ^ 1) | plain, none)


def _masks(problem: Matrix, options: NDArray[Any], bits: NDArray[Any]) -> Masks:
    """Return the set of bits of each option."""
    masks = np.zeros(problem.n_options, np.uint64)
    np.bitwise_or.at(masks, options, np.uint64(1) << bits.astype(np.uint64))
    return masks
