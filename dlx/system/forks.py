# SPDX-License-Identifier: MIT
"""Forks that wait until other threads have imported our modules.

A fork copies one thread. If another thread is importing a module at that moment, the module stays locked in the child
forever, and a question there that needs it never returns. This is not rare, since each question imports the modules it
needs. If several threads run, we therefore import all our modules before a fork, so that no import is half done. That
takes 0.2 s, once.

 *  Python calls the last registered function first. logging and concurrent.futures hold their locks during a fork, and
    imports need these locks, so we import both first, and they register before us.
 *  Rejected: a lock around our imports. Python locks a module before any of our code runs, so a gap would remain.
"""

import concurrent.futures.thread  # noqa: F401
import os
import sys
from importlib import import_module
from pkgutil import iter_modules

from .ownership import DISTRIBUTION

SEPARATE = {"__main__", "cli", "commands", "terminal", "web"}  # programs, which do not fork during imports

_complete: set[str] = set()  # packages whose modules are all imported


def _complete_ours() -> None:
    """Import all modules of those packages of this distribution that are in use."""
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
        except ImportError:  # one of its dependencies is not installed
            continue
        waiting += [f"{name}.{module.name}" for module in iter_modules(path) if module.name not in SEPARATE]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_complete_ours)
