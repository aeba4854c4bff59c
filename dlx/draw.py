# SPDX-License-Identifier: MIT
"""The matrix of a problem as a picture."""

from .drawing.matrix import draw_matrix as draw_matrix
