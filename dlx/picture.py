# SPDX-License-Identifier: MIT
"""Pictures, their shapes, and documents of pictures."""

from .drawing.pages import Document as Document
from .drawing.picture import Picture as Picture
from .drawing.shapes import Circle as Circle
from .drawing.shapes import Line as Line
from .drawing.shapes import Rect as Rect
from .drawing.shapes import Text as Text
