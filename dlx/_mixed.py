# SPDX-License-Identifier: MIT
"""A check that `dlx` and `sudoku` are the packages of this distribution.

The package index has other distributions that install packages with these names (`dlx`, `py-sudoku`). pip lets one
distribution overwrite the `__init__.py` of the other, or remove it on uninstalling:

    site-packages/dlx/__init__.py     theirs, or none       `import dlx` runs this, and none of our code
    site-packages/dlx/cli.py, ...     ours                  the commands run this, and report the problem

So the commands check, and `sudoku` checks `dlx`. The check reads one attribute and no file (docs/installing.md).
"""

import sys

DISTRIBUTION = "dlx-engine"
MEND = "pip uninstall dlx py-sudoku dlx-engine, then pip install dlx-engine"


class Mixed(ImportError):
    """A package with one of our names is not ours."""


def insist_on_ours(*names: str) -> None:
    """Raise Mixed if an imported package with one of these names is not ours.

    >>> insist_on_ours("dlx")
    >>> insist_on_ours("os")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    dlx._mixed.Mixed: ...os.py is of another distribution that has a package of the same name; to fix it: pip ...
    """
    for name in names:
        package = sys.modules[name]
        if getattr(package, "__distribution__", None) != DISTRIBUTION:
            file = getattr(package, "__file__", None)
            what = f"{file} is of" if file else f"{next(iter(package.__path__))}/__init__.py was uninstalled with"
            raise Mixed(f"{what} another distribution that has a package of the same name; to fix it: {MEND}")
