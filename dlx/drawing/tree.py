# SPDX-License-Identifier: MIT
"""The search tree of a small problem as a picture: the walk of Algorithm X.

    a (2) ─┬─ 1: a d g ── c (1) ── 3: b c f ... solution 1
           └─ 3: a d f ── b: no option left

A box is a partial solution. It shows the item that we branch on, which has the fewest remaining options, and their
number. Each option leads to the next box, from top to bottom in the order of the search. Green boxes are solutions, red
boxes are dead ends. With multiplicities, we show the number of branches, and options may extend a solution.

The walk follows kernels/reference.py. (The compiled kernels differ in one respect: they take the first item that has at
most one option, without looking for an item that has none.)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from time import perf_counter

from ..engine.limits import seconds, whole
from ..engine.status import Status, outer_status
from ..engine.unfinished import limited
from ..kernels.reference import branch, choose, colored, wants
from ..matrix.matrix import Matrix
from ..matrix.named import Options, named_options
from ..matrix.solution import option_words
from ..system.calloff import Cancel, canceled
from ..system.public import public
from ..system.wording import plural
from .matrix import FONT_PX, LETTER_PX, truncate_label
from .picture import Picture
from .shapes import INK, SOFT, DrawnShape, Line, Rect, Text

MAX_NODES = 200
ROW_PX, BOX_PX, TRUNK_GAP_PX = 28.0, 20.0, 16.0
BOX_FILLS = {"open": "#eff6ff", "solution": "#dcfce7", "dead": "#fee2e2", "unseen": "#f3f4f6"}
BOX_STROKES = {"open": "#3b82f6", "solution": "#15803d", "dead": "#b91c1c", "unseen": "#9ca3af"}


@public("dlx")
@dataclass(slots=True)
class Node:
    """A partial solution."""

    option: int | None  # the newest choice
    kind: str = "unseen"  # "open", "solution", "dead"; "unseen" beyond a limit
    item: Hashable = None  # that we branch on, or that has no option left
    number: int = 0  # of its branches, or of the options of a dead end, or the number of the solution, from 1
    children: list[Node] = field(default_factory=list)
    row: float = 0  # in the picture
    x: float = 0

    @property
    def words(self) -> str:
        if self.kind == "open":
            return f"{truncate_label(str(self.item))} ({self.number})"
        if self.kind == "dead":
            return f"{truncate_label(str(self.item))}: {'too few options' if self.number else 'no option'}"
        return f"solution {self.number}" if self.kind == "solution" else "not visited"


@public("dlx")
@dataclass(frozen=True, slots=True)
class Tree:
    """A search tree: its root, the numbers of visited nodes and of solutions, and the status of the walk."""

    problem: Matrix
    root: Node
    nodes: int
    solutions: int
    status: Status

    @property
    def complete(self) -> bool:
        return self.status is Status.COMPLETE

    def label(self, node: Node) -> str:
        """Return the option that leads to a node."""
        if node.option is None:
            return ""
        return truncate_label(f"{node.option}: {' '.join(option_words(self.problem, node.option))}")


@limited("walk", "")
def walk(
    problem: Matrix,
    *,
    given: Options = (),
    banned: Options = (),
    max_nodes: int = MAX_NODES,
    time_limit: float | None = 10,
    cancel: Cancel | None = None,
) -> Tree:
    """Return the tree of Algorithm X, in the order of its walk, up to `max_nodes`, the time limit, or `cancel`.

    Raises ValueError for an option that does not exist.

    >>> from dlx import Problem
    >>> tree = walk(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]]))
    >>> tree.nodes, tree.solutions, tree.root.item, [node.option for node in tree.root.children]
    (5, 2, 'a', [0, 2])
    """
    stop, limit = perf_counter() + seconds(time_limit), whole(max_nodes, "max_nodes", 1)
    options = [colored(problem, k) for k in range(problem.n_options)]
    out, items = set(named_options(problem, banned, "banned")), wants(problem)
    live = [k for k, option in enumerate(options) if k not in out and not items.keys().isdisjoint(option)]
    root, chosen, nodes, solutions = Node(None), list[int](), 0, 0
    for k in dict.fromkeys(named_options(problem, given, "given")):
        if k not in live:
            root.kind, root.item = "dead", "given options that contradict each other"
            return Tree(problem, root, 0, 0, Status.COMPLETE)
        chosen, items, live = choose(options, k, chosen, items, live)
    stack = [(root, chosen, items, live)]
    while stack:
        if nodes >= limit or perf_counter() > stop or canceled():
            cut = Status.NODE_LIMIT if nodes >= limit else outer_status(Status.TIME_LIMIT)
            return Tree(problem, root, nodes, solutions, cut)
        node, chosen, items, live = stack.pop()
        if node.option is not None:
            chosen, items, live = choose(options, node.option, chosen, items, live)
        nodes += 1
        node.item, branches = branch(options, items, live)
        if all(need <= 0 for need, _ in items.values()):
            solutions += 1
            node.kind, node.number = "solution", solutions
        elif branches:
            node.kind, node.number = "open", len(branches)
        else:
            node.kind, node.number = "dead", sum(node.item in options[k] for k in live)
        node.children = [Node(k) for k in branches]
        below = []
        for child in node.children:  # each leaves out the options of those before it
            below.append((child, chosen, items, live))
            live = [k for k in live if k != child.option]
        stack += reversed(below)
    return Tree(problem, root, nodes, solutions, Status.COMPLETE)


def draw_tree(tree: Tree, *, title: str = "search tree") -> Picture:
    """Return a picture of a tree.

    >>> from dlx import Problem
    >>> print(draw_tree(walk(Problem([["a", "b"], ["c"], ["a"], ["b", "c"]]))).text)
    a (2)
    ├─ 0: a b ─ c (1)
    │  └─ 1: c ─ solution 1
    └─ 2: a ─ b (1)
       └─ 3: b c ─ solution 2
    5 nodes, 2 solutions
    """
    rows, levels = _place_nodes(tree)
    summary = summary_of(tree)
    width = max(max(x for x, _ in levels) + max(w for _, w in levels), 8 + LETTER_PX * len(summary)) + 8
    shapes = [*_edges(tree), *_boxes(tree), Text(8, ROW_PX * (rows + 0.7), summary, FONT_PX, SOFT, anchor="start")]
    text = "\n".join([*_lines(tree), summary])
    description = f"{summary}. {text.replace(chr(10), '; ')}"
    return Picture(title, description, width, ROW_PX * (rows + 1.4), tuple(shapes), text)


def summary_of(tree: Tree) -> str:
    """Return a phrase with the size of a tree, and whether the search was cut."""
    counted = f"{plural(tree.nodes, 'node')}, {plural(tree.solutions, 'solution')}"
    return counted if tree.complete else f"{counted}; stopped there, the tree continues"


def _descendants(node: Node) -> Iterator[tuple[Node, int]]:
    """Yield a node and its descendants with their levels, in the order of the walk."""
    stack = [(node, 0)]
    while stack:
        node, level = stack.pop()
        yield node, level
        stack += [(child, level + 1) for child in reversed(node.children)]


def _place_nodes(tree: Tree) -> tuple[int, list[tuple[float, float]]]:
    """Place all nodes, leaves in rows of their own and a parent amid its children; return the rows and the levels."""
    rows, wide = 0, list[tuple[float, float]]()  # by level: the widest label, the widest box
    order = list(_descendants(tree.root))
    for node, level in order:
        if not node.children:
            node.row, rows = rows, rows + 1
        wide += [(0.0, 0.0)] * (level + 1 - len(wide))
        label, box = wide[level]
        wide[level] = max(label, LETTER_PX * len(tree.label(node))), max(box, _width(node))
    for node, _ in reversed(order):
        if node.children:
            node.row = (node.children[0].row + node.children[-1].row) / 2
    levels, x = list[tuple[float, float]](), 8.0
    for level, (label, box) in enumerate(wide):
        x += label + 2 * TRUNK_GAP_PX if level else 0
        levels.append((x, box))
        x += box
    for node, level in order:
        node.x = levels[level][0]
    return rows, levels


def _width(node: Node) -> float:
    return LETTER_PX * len(node.words) + 12


def _y(node: Node) -> float:
    return ROW_PX * (node.row + 0.7)


def _edges(tree: Tree) -> Iterator[DrawnShape]:
    """Yield a line from each box to a vertical line and on to each child, with the option above it."""
    parts: list[tuple[tuple[float, float], ...]] = []
    labels: list[DrawnShape] = []
    for node, _ in _descendants(tree.root):
        if not node.children:
            continue
        trunk = node.children[0].x - TRUNK_GAP_PX - max(LETTER_PX * len(tree.label(child)) for child in node.children)
        parts.append(((node.x + _width(node), _y(node)), (trunk, _y(node))))
        parts.append(((trunk, _y(node.children[0])), (trunk, _y(node.children[-1]))))
        for child in node.children:
            y = _y(child)
            parts.append(((trunk, y), (child.x, y)))
            labels.append(Text(trunk + 5, y - 7, tree.label(child), FONT_PX - 1.5, INK, anchor="start", mono=True))
    if parts:
        yield Line(tuple(parts), "#9ca3af", 1.2)
    yield from labels


def _boxes(tree: Tree) -> Iterator[DrawnShape]:
    for node, _ in _descendants(tree.root):
        y = _y(node)
        yield Rect(node.x, y - BOX_PX / 2, _width(node), BOX_PX, BOX_FILLS[node.kind], BOX_STROKES[node.kind], 1.2, 4)
        yield Text(node.x + 6, y, node.words, FONT_PX, INK, anchor="start", mono=True)


def _lines(tree: Tree) -> Iterator[str]:
    """Yield the tree as lines of text."""
    yield tree.root.words
    stack = [(child, "", child is tree.root.children[-1]) for child in reversed(tree.root.children)]
    while stack:
        node, before, last = stack.pop()
        yield f"{before}{'└' if last else '├'}─ {tree.label(node)} ─ {node.words}"
        below = before + ("   " if last else "│  ")
        stack += [(child, below, child is node.children[-1]) for child in reversed(node.children)]
