# SPDX-License-Identifier: MIT
"""The errors for a missing module of ours: a source not compiled for this Python, or a file that pip installed.

This happens in a fresh checkout, even if the package is installed elsewhere, because a Python that starts in the
checkout takes the folder `dlx` there for the package. It also happens after an update that adds a module.

Finder is last in `sys.meta_path`, so it costs nothing if all is compiled, and covers every import of such a module.
"""

from __future__ import annotations

import sys

from .ownership import check_files


class UncompiledModule(ModuleNotFoundError):
    """A compiled module of ours is missing."""


class Finder:
    """An import finder that finds nothing, but raises an error for a module of ours that should be there."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        package, _, module = name.rpartition(".")
        if package.partition(".")[0] in ("dlx", "sudoku"):
            _explain(name, package, module)


def _explain(name: str, package: str, module: str) -> None:
    """Raise UncompiledModule if this module of ours is a compiled one, ForeignPackage if a file is missing."""
    import shlex
    from pathlib import Path

    folder, root = Path(str(sys.modules[package].__file__)).parent, Path(str(sys.modules[__package__].__file__))
    if any((folder / (module + end)).exists() for end in (".pyx", ".pyi")):
        root = root.parents[2]
        checkout = (root / "setup.py").exists()
        what = ["-e", str(root)] if checkout else ["--force-reinstall", "dlx-engine"]
        pip = shlex.join([sys.executable, "-m", "pip", "install", *what])
        raise UncompiledModule(f"{name} in {folder} is not compiled for this Python; run: {pip}", name=name)
    check_files()


sys.meta_path.append(Finder)
