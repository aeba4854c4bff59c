# SPDX-License-Identifier: MIT
"""Tables on the terminal (drawn by rich if it is installed) and pictures (matplotlib, extra `bench`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import fill
from typing import Any

from .labels import CONTENDERS, labeled

HEAD_CHARACTERS = 16  # of a line of a column's head


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, with the first column aligned left and the others right."""
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        print("\n" + plain(title, heads, rows))
        return
    drawn = Table(title=title, title_justify="left")
    for k, head in enumerate(heads):
        lines = fill(head, HEAD_CHARACTERS, break_long_words=False, break_on_hyphens=False)
        drawn.add_column(lines, justify="right" if k else "left", no_wrap=True)
    for row in rows:
        drawn.add_row(*row)
    console = Console()
    console.width = max(console.width, 150)
    console.print(drawn)


def plain(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in plain text.

    >>> print(plain("Counts", ["problem", "solutions"], [["queens 8", "92"], ["queens 12", "14,200"]]))
    Counts
    problem    solutions
    queens 8          92
    queens 12     14,200
    """
    lines = [[*map(str, row)] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [
        "  ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
    return "\n".join([title, *shown])


def ratios(
    title: str,
    facts: Mapping[str, str],
    rows: Sequence[Mapping[str, Any]],
    means: Mapping[str, float],
    cell: Callable[[Mapping[str, Any], str], str],
    form: str,
) -> None:
    """Print a row per instance, with its facts (as formats) and a cell for each peer, and last the geometric means."""
    body = [[*(fact.format_map(row) for fact in facts.values()), *(cell(row, peer) for peer in means)] for row in rows]
    last = ["geometric mean", *[""] * (len(facts) - 1), *(format(mean, form) for mean in means.values())]
    table(title, [*facts, *(labeled(CONTENDERS, peer) for peer in means)], [*body, last])


def bars(path: str, title: str, means: Mapping[str, float], rows: Sequence[Mapping[str, Any]]) -> None:
    """Draw each contender's ratios on a logarithmic scale: a dot per instance, a bar for the geometric mean."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter

    names = sorted(means, key=means.__getitem__)
    figure, axes = pyplot.subplots(figsize=(8, 0.6 * len(names) + 1.6), layout="constrained")
    labels = [labeled(CONTENDERS, name) for name in names]
    axes.barh(labels, [means[name] - 1 for name in names], left=1, color="#9ecae1", height=0.6, zorder=2)
    for k, name in enumerate(names):
        ratios = [row["ratio"][name] for row in rows if name in row["ratio"]]
        axes.plot(ratios, [k] * len(ratios), "o", color="#08519c", alpha=0.5, markersize=4, zorder=3)
        axes.annotate(f"  mean {means[name]:.3g}x", (max([means[name], *ratios]), k), va="center", zorder=4)
    axes.axvline(1, color="black", linewidth=1, zorder=4)
    axes.set_xscale("log")
    axes.set_xlim(right=6 * axes.get_xlim()[1])
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}x"))
    axes.set_xlabel("their CPU time by ours: a dot for each problem, a bar for the geometric mean")
    axes.set_title(title, loc="left")
    axes.grid(axis="x", alpha=0.3, zorder=0)
    figure.savefig(path)
    pyplot.close(figure)


def curves(path: str, title: str, names: Sequence[str], points: Mapping[str, Sequence[float]]) -> None:
    """Draw throughput over sets of puzzles, easiest first, on a logarithmic scale: a line per contender."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter

    figure, axes = pyplot.subplots(figsize=(8, 4.5), layout="constrained")
    places = range(len(names))
    every = [speed for speeds in points.values() for speed in speeds]
    gap = (max(every) / min(every)) ** 0.05  # so that no label covers another
    above = float("inf")
    for contender, speeds in sorted(points.items(), key=lambda point: -point[1][-1]):
        line = axes.plot(places, speeds, "o-", linewidth=2.5 if contender == next(iter(points)) else 1.2, zorder=3)[0]
        above = min(speeds[-1], above / gap)
        axes.annotate(f"  {contender}", (places[-1], above), va="center", color=line.get_color())
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:,.0f}"))
    axes.set_xticks(places, names)
    axes.set_xlim(-0.2, len(names) - 1 + 0.75 * max(len(names) - 1, 1))
    axes.set_ylabel("puzzles a second")
    axes.set_title(title, loc="left")
    axes.grid(alpha=0.3, zorder=0)
    figure.savefig(path)
    pyplot.close(figure)


def progress(path: str, title: str, curves: Mapping[str, Sequence[tuple[float, float]]]) -> None:
    """Draw reported progress over time: a line per problem, and the diagonal of even progress."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    figure, axes = pyplot.subplots(figsize=(6, 5.2), layout="constrained")
    axes.plot([0, 1], [0, 1], color="gray", linestyle="--", linewidth=1, label="even")
    for name, curve in curves.items():
        axes.plot(*zip(*curve, strict=True), label=name)
    for axis, label in ((axes.xaxis, "time"), (axes.yaxis, "Progress.fraction")):
        axis.set_major_formatter(PercentFormatter(1))
        axis.set_label_text(label)
    axes.set_title(title, loc="left")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path)
    pyplot.close(figure)


def efficiency(path: str, shares: Mapping[int, float]) -> None:
    """Draw the share of their time that workers work, by their number."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter, StrMethodFormatter

    figure, axes = pyplot.subplots(figsize=(6, 3.6), layout="constrained")
    axes.plot(*zip(*shares.items(), strict=True), marker="o")
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("workers")
    axes.set_title("Share of the time that simulated workers work", loc="left")
    axes.grid(alpha=0.3)
    figure.savefig(path)
    pyplot.close(figure)
