# SPDX-License-Identifier: MIT
"""Groups of symmetries."""

from .questions.orbits import Group as Group
from .questions.orbits import Symmetry as Symmetry
