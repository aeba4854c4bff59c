# SPDX-License-Identifier: MIT
"""The refusal of a second interpreter in a process, which NumPy and our compiled modules cannot serve.

Their C data exist once in a process. The first interpreter that imports them has them; NumPy refuses the second one
with "cannot load module more than once per process", and from Python 3.12 on every one but the main interpreter.
"""

from __future__ import annotations

import sys
from importlib import import_module


def check_interpreter() -> None:
    """Raise ImportError if this is not the main interpreter."""
    interpreters = import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
    if interpreters.get_current() != interpreters.get_main():
        raise ImportError(
            "dlx cannot be loaded in this sub-interpreter, since NumPy and our modules serve one of a process; "
            "use threads (the searches release the lock) or processes, and under mod_wsgi "
            "WSGIApplicationGroup %{GLOBAL}"
        )
