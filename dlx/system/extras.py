# SPDX-License-Identifier: MIT
"""Packages that only some features need: imported on use, with the remedy in the error if one is missing.

The remedy names the package, not our extra that requires it: pip finds the package wherever ours was installed from.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError, ValueError):
    """A feature needs a package that is not installed. A ValueError as well, which the commands report in one line."""


def import_extra(module: str, feature: str, package: str) -> Any:
    """Import a module of an optional package.

    >>> import_extra("no_such_module", "a dream", "sleep")
    Traceback (most recent call last):
    ...
    dlx.system.extras.MissingExtra: a dream needs sleep; pip install sleep
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise  # the package is installed, and lacks something itself
        raise MissingExtra(f"{feature} needs {package}; pip install {package}", name=error.name) from None
