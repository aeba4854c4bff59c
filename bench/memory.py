# SPDX-License-Identifier: MIT
"""Memory: what a problem of ten million nodes holds, model and links together, per node.

The bound is 24 bytes per node (an item in an option), 64 per item, and the option starts (4 bytes per option).
"""

from __future__ import annotations

import argparse
import resource
from pathlib import Path

import numpy as np

from dlx import Problem

from .arguments import number
from .measure import save
from .show import table

LEAST_ENTRIES = 10_000  # so that each of five kinds of items has some


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--entries", type=number(LEAST_ENTRIES), default=10_000_000, help="items in options, counted with repetition"
    )


def run(options: argparse.Namespace) -> None:
    """Measure random options of five items, with a color in half of the uses of secondary items."""
    length, n_options = 5, options.entries // 5
    n_items = n_options // 20
    rng = np.random.default_rng(0)
    indices = (rng.integers(0, n_items // length, (n_options, length)) * length + np.arange(length)).astype(np.int32)
    n_primary = n_items // 2 // length * length
    colors = ((indices >= n_primary) * rng.integers(0, 2, indices.shape)).astype(np.int32)
    indptr = np.arange(0, n_options * length + 1, length, dtype=np.int32)
    problem = Problem.from_csr(indptr, indices.ravel(), colors.ravel(), n_items=n_items, n_primary=n_primary)
    del indices, colors, indptr
    before = _resident()
    search = problem.search(node_limit=1_000)
    search.count()
    links = _resident() - before
    assert problem.colors is not None
    arrays = problem.indices.nbytes + problem.colors.nbytes
    promised = 24 * problem.indices.size + 64 * n_items
    rows = [
        ["model: entries and colors", f"{arrays:,}", f"{arrays / problem.indices.size:.1f}"],
        ["links (growth of the process)", f"{links:,}", f"{links / problem.indices.size:.1f}"],
        ["together", f"{arrays + links:,}", f"{(arrays + links) / problem.indices.size:.1f}"],
        ["promised at most", f"{promised:,}", f"{promised / problem.indices.size:.1f}"],
        ["option starts, beside", f"{problem.indptr.nbytes:,}", f"{problem.indptr.nbytes / problem.indices.size:.1f}"],
        ["peak of the whole process", f"{_peak():,}", f"{_peak() / problem.indices.size:.1f}"],
    ]
    title = f"{problem.indices.size:,} nodes, {n_items:,} items, {n_options:,} options"
    table(title, ["what", "bytes", "a node"], rows)
    assert arrays + links <= promised, "the bound is broken"
    save(options.json, {"question": "memory", "rows": rows, "title": title})


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
