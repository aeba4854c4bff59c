# SPDX-License-Identifier: MIT
"""Pictures and their shapes."""

from .drawing.picture import Picture as Picture
from .drawing.shapes import Circle as Circle
from .drawing.shapes import Line as Line
from .drawing.shapes import Rect as Rect
from .drawing.shapes import Text as Text
