# SPDX-License-Identifier: MIT
"""Forks that wait for imports of ours in other threads.

A fork copies one thread. A module that another thread is just importing stays locked in the child for good, and a
question there that needs it never returns; each question imports what answers it, so that is not rare. Where several
threads run, all our modules are imported before a fork: then none of them is half imported. That takes 0.2 s, once.

 *  Python calls what was registered last first. logging and concurrent.futures hold their locks during a fork, and
    imports need these locks: so both are imported, and registered, before us.
 *  Rejected: a lock around our imports. Python locks the module before any code of ours runs, so a gap would remain.
"""

import concurrent.futures.thread  # noqa: F401
import os
import sys
from importlib import import_module
from pkgutil import iter_modules

from ._mixed import DISTRIBUTION

SEPARATE = {"__main__", "cli", "commands", "web"}  # programs: they do not fork while they import

_complete: set[str] = set()  # packages


def _complete_ours() -> None:
    """Import all modules of the packages of this distribution that are in use."""
    if len(sys._current_frames()) == 1:
        return
    for name, module in list(sys.modules.items()):
        if name not in _complete and getattr(module, "__dict__", {}).get("__distribution__") == DISTRIBUTION:
            _import_all(name)
            _complete.add(name)


def _import_all(package: str) -> None:
    waiting = [package]
    while waiting:
        name = waiting.pop()
        try:
            path = getattr(import_module(name), "__path__", ())
        except ImportError:  # it needs what is not installed
            continue
        waiting += [f"{name}.{module.name}" for module in iter_modules(path) if module.name not in SEPARATE]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_complete_ours)
