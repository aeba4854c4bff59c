# SPDX-License-Identifier: MIT
"""A check that `dlx` and `sudoku` are the packages of this distribution.

The package index has other distributions that install packages with these names (`dlx`, `py-sudoku`). pip lets one
distribution overwrite the `__init__.py` of the other, or remove it on uninstalling:

    site-packages/dlx/__init__.py     theirs, or none       `import dlx` runs this, and none of our code
    site-packages/dlx/cli.py, ...     ours                  the commands run this, and report the problem

So the commands check, and `sudoku` checks `dlx`. The check reads one attribute and no file (docs/installing.md). Other
files are compared with pip's list of them only after an import or a command failed.
"""

from __future__ import annotations

from importlib import import_module

DISTRIBUTION = "dlx-engine"
REMEDY = "pip uninstall dlx py-sudoku dlx-engine, then pip install dlx-engine"


class ForeignPackage(ImportError):
    """A package with one of our names is not ours."""


def check_ownership(*names: str) -> None:
    """Raise ForeignPackage if an imported package with one of these names is not ours.

    >>> check_ownership("dlx")
    >>> check_ownership("os")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    dlx.system.ownership.ForeignPackage: ...os.py is of another distribution with a package of the same name; ...
    """
    for name in names:
        package = import_module(name)  # imported already, unless that failed
        if getattr(package, "__distribution__", None) != DISTRIBUTION:
            file = getattr(package, "__file__", None)
            what = f"{file} is of" if file else f"{next(iter(package.__path__))}/__init__.py was uninstalled with"
            raise ForeignPackage(f"{what} another distribution with a package of the same name; to fix it: {REMEDY}")


def check_files() -> None:
    """Raise ForeignPackage if a file that pip installed is missing, or has another size than pip recorded."""
    from csv import reader
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path

    try:
        ours = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        return
    # From Python 3.12 on, `files` of importlib.metadata leaves out the missing ones.
    for row in filter(None, reader((ours.read_text("RECORD") or "").splitlines())):
        path, size = Path(str(ours.locate_file(row[0]))).absolute(), row[-1]
        if size.isdecimal() and not (path.exists() and path.stat().st_size == int(size)):
            what = "was overwritten" if path.exists() else "is missing"
            raise ForeignPackage(f"{path} {what}, perhaps by another distribution; to fix it: {REMEDY}")
