# SPDX-License-Identifier: MIT
"""All text: puzzles, sources of puzzles, links and files of rules. A form of writing has one place:

    characters of a line that mean the same          a row of HABITS, habits.py
    several lines that are a grid only together      a row of RUN_FORMS, runs.py
    a puzzle by itself on a line, or its writer      a row of FORMATS, formats.py
    a line that the state of a source explains       a row of WAYS_OF_WRITING, sorter.py
    bytes that are no text                           a row of MAGIC, sources.py

The board is below this room. So the roof, solve.py, passes `boards` to it, which reads the texts of `Board.read`.
"""


def __getattr__(name: str) -> object:
    """Return a name of the module `reading` here, where earlier pages of the API named it, for one more release."""
    from importlib import import_module

    return getattr(import_module(".reading", __name__), name)  # `from . import reading` would ask here again
