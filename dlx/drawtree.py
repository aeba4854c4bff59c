# SPDX-License-Identifier: MIT
"""The search tree of a small problem as a picture."""

from .drawing.tree import Node as Node
from .drawing.tree import Tree as Tree
from .drawing.tree import draw_tree as draw_tree
from .drawing.tree import walk as walk
