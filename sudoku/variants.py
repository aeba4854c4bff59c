# SPDX-License-Identifier: MIT
"""The variants of boards, by their public path; see sudoku/board/variants."""

from .board.variants import *  # noqa: F403
from .board.variants import __all__ as __all__
