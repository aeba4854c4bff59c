# SPDX-License-Identifier: MIT
"""Groups of symmetries."""

from .questions.orbits.group import Group as Group
from .questions.orbits.group import Symmetry as Symmetry
