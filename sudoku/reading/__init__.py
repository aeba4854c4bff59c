# SPDX-License-Identifier: MIT
"""Sources of puzzles: files, streams, links and files of rules."""


def __getattr__(name: str) -> object:
    """Return a name of the module `reading` here, where earlier pages of the API named it, for one more release."""
    from importlib import import_module

    return getattr(import_module(".reading", __name__), name)  # `from . import reading` would ask here again
