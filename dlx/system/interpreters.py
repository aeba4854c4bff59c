# SPDX-License-Identifier: MIT
"""The refusal of a second interpreter in a process, which NumPy and our compiled modules cannot serve.

Their C data exist once in a process. The first interpreter that imports them has them, and they refuse the second one,
even if that is the main interpreter. From Python 3.12 on, NumPy refuses every one but the main interpreter.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

REFUSAL_WORDS = ("cannot load module more than once per process", "Interpreter change detected")  # of NumPy, of Cython


def claim_interpreter() -> None:
    """Raise ImportError if another interpreter imported `dlx` or NumPy before, or if NumPy refuses this one.

    Every compiled module of ours imports dlx.system.views. Importing it here takes 0.3 ms, and without it, the
    refusal would come from any of our imports, in Cython's words. NumPy, which we otherwise import on first use, takes
    80 ms, so we import it here only if there is another interpreter, which may have it.
    """
    if sys.version_info >= (3, 12):
        check_interpreter()
    try:
        import_module(".views", __package__)
        if sys.version_info < (3, 12) and len(_interpreters().list_all()) > 1:
            import_module("numpy")
    except ModuleNotFoundError:  # nothing is compiled, which the first import of a compiled module reports
        return
    except ImportError as error:
        check_interpreter(error)
        raise


def check_interpreter(error: Exception | None = None) -> None:
    """Raise ImportError if this is not the main interpreter, or if this error says that another one came first."""
    second = any(refusal in str(error) for refusal in REFUSAL_WORDS)
    if second or not _is_main():
        raise ImportError(
            "dlx cannot be loaded in this interpreter, since NumPy and our modules serve one of a process; "
            "use threads (the searches release the lock) or processes, and under mod_wsgi "
            "WSGIApplicationGroup %{GLOBAL}"
        )


def _is_main() -> bool:
    try:
        interpreters = _interpreters()
    except ModuleNotFoundError:  # a Python without sub-interpreters
        return True
    return bool(interpreters.get_current() == interpreters.get_main())


def _interpreters() -> ModuleType:
    return import_module("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")
