# SPDX-License-Identifier: MIT
"""Modules that earlier pages of the API named: `from sudoku.doctor import Diagnosis` still works for one release.

Their classes are now names of the package itself, such as `sudoku.Diagnosis`.
"""

import sys
from types import ModuleType

CLASSES = {  # by former module: name there, and name in the package
    "conflict": {"Conflict": "Conflict"},
    "doctor": {"Diagnosis": "Diagnosis"},
    "effort": {"Hardness": "Hardness", "Spread": "Spread"},
    "fpuzzles": {"Imported": "Imported"},
    "generator": {"Generated": "Generated", "Series": "Series"},
    "highlight": {"Highlight": "Highlight"},
    "patterns": {"Pattern": "Pattern"},
    "repair": {"Repair": "Repair"},
    "wishes": {"Wish": "Requirements"},
}


class FormerModule(ModuleType):
    """A module whose names are names of the package."""

    def __getattr__(self, name: str) -> object:
        package, _, module = self.__name__.partition(".")
        if name not in CLASSES[module]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(sys.modules[package], CLASSES[module][name])


def open_former_modules(package: str) -> None:
    """Make the former modules of a package importable, without importing anything now."""
    for module in CLASSES:
        name = f"{package}.{module}"
        sys.modules[name] = FormerModule(name)
        setattr(sys.modules[package], module, sys.modules[name])
