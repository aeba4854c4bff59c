# SPDX-License-Identifier: MIT
"""The public names of the package, each from the file that defines it.

Type checkers read these imports. A program runs one of them when it first uses the name: system/lazy.py.
"""

from . import compat as compat
from . import models as models
from .drawing.matrix import draw_matrix as draw_matrix
from .drawing.pages import Document as Document
from .drawing.picture import Picture as Picture
from .drawing.shapes import Circle as Circle
from .drawing.shapes import Line as Line
from .drawing.shapes import Rect as Rect
from .drawing.shapes import Text as Text
from .drawing.tree import Node as Node
from .drawing.tree import Tree as Tree
from .drawing.tree import draw_tree as draw_tree
from .drawing.tree import walk as walk
from .engine.interval import Interval as Interval
from .engine.status import Progress as Progress
from .engine.status import Stats as Stats
from .engine.status import Status as Status
from .engine.unfinished import Unfinished as Unfinished
from .formats.cnf import Cnf as Cnf
from .formats.cpsat import CpSat as CpSat
from .formats.dlxfile import format_option as format_option
from .formats.lp import Lp as Lp
from .formats.opb import Opb as Opb
from .matrix.colored import Colored as Colored
from .matrix.never import NeverChosenWarning as NeverChosenWarning
from .matrix.slack import Compromise as Compromise
from .matrix.solution import GaveWay as GaveWay
from .matrix.solution import Solution as Solution
from .matrix.solution import option_words as option_words
from .matrix.solution import records as records
from .matrix.solution import table as table
from .problem import Problem as Problem
from .problem import run_part as run_part
from .questions.batch import Batch as Batch
from .questions.best.best import Best as Best
from .questions.count import Count as Count
from .questions.count import CountStats as CountStats
from .questions.estimate import Estimate as Estimate
from .questions.explain import Explanation as Explanation
from .questions.info import Info as Info
from .questions.option_status import OptionStatus as OptionStatus
from .questions.option_status import OptionStatuses as OptionStatuses
from .questions.reduce import Reduced as Reduced
from .questions.sample import Samples as Samples
from .questions.search import Search as Search
from .questions.zdd import ZDD as ZDD
from .structure.invariants import Certificate as Certificate
from .structure.mappings import Symmetry as Symmetry
from .workers.orbits import Group as Group
from .workers.parts import Part as Part
from .workers.parts import PartOutcome as PartOutcome
