# SPDX-License-Identifier: MIT
"""The reason of a failed import of ours that Python's own message does not give: an interpreter, or a foreign file.

try:
    from .board.board import Board
except ImportError as error:
    explain(error)      raises an ImportError with a remedy, if it finds the reason
    raise
"""

from __future__ import annotations

from .interpreters import check_interpreter
from .ownership import ForeignPackage, check_files


def explain(error: Exception) -> None:
    """Raise an ImportError that names the remedy, if a second interpreter or a foreign file is the reason."""
    if not isinstance(error, ForeignPackage):  # which names one already
        check_interpreter(error)
        check_files()
