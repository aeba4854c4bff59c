# SPDX-License-Identifier: MIT
"""All readers under test, by name."""

from __future__ import annotations

from . import dlx_readers, sudoku_readers, web_readers
from .reader import Reader

READERS: dict[str, Reader] = {
    reader.name: reader for module in (dlx_readers, sudoku_readers, web_readers) for reader in module.READERS
}
