# SPDX-License-Identifier: MIT
"""Sources of puzzles: files, streams, links and files of rules."""


def __getattr__(name: str) -> object:
    """Return a name of the module `reading` in this package, which version 0.1 had in its place."""
    from importlib import import_module

    return getattr(import_module(".reading", __name__), name)  # `from . import reading` would ask here again
