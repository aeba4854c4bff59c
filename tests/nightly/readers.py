# SPDX-License-Identifier: MIT
"""All readers under test, by name."""

from __future__ import annotations

from . import dlx_readers, model_readers, sudoku_readers, web_readers
from .reader import Reader

MODULES = (dlx_readers, model_readers, sudoku_readers, web_readers)
READERS: dict[str, Reader] = {reader.name: reader for module in MODULES for reader in module.READERS}
