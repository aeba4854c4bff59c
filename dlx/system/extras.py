# SPDX-License-Identifier: MIT
"""Packages that only some features need: imported on use, with the remedy in the error if one is missing.

The remedy names the package, not our extra that requires it: pip finds the package wherever ours was installed from.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError, ValueError):
    """A feature needs a package that is not installed, or that fails to load. A ValueError as well, which the commands
    report in one line."""


def import_extra(module: str, feature: str, package: str) -> Any:
    """Import a module of an optional package.

    >>> import_extra("no_such_module", "a dream", "sleep")
    Traceback (most recent call last):
    ...
    dlx.system.extras.MissingExtra: a dream needs sleep; pip install sleep
    """
    try:
        return import_module(module)
    except Exception as error:  # of a package that is installed, anything
        needs = f"{feature} needs {package}"
        name = getattr(error, "name", None) or ""
        if isinstance(error, ModuleNotFoundError) and name.partition(".")[0] == module.partition(".")[0]:
            raise MissingExtra(f"{needs}; pip install {package}", name=name) from None
        why = f"{needs}, which fails to load: {error or type(error).__name__}"
        raise MissingExtra(f"{why}; pip install --force-reinstall {package}", name=module) from error
