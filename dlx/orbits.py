# SPDX-License-Identifier: MIT
"""Groups of symmetries."""

from .structure.mappings import Symmetry as Symmetry
from .workers.orbits import Group as Group
