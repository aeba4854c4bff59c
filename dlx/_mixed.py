# SPDX-License-Identifier: MIT
"""Are `dlx` and `sudoku` the packages of this distribution?

The package index has other distributions that install packages of these names (`dlx`, `py-sudoku`), and pip lets one
overwrite the `__init__.py` of the other, or take it away with itself when it is uninstalled:

    site-packages/dlx/__init__.py     theirs, or none       `import dlx` runs this, and nothing of ours
    site-packages/dlx/cli.py, ...     ours                  the commands run this, and say what is the matter

So the commands ask, and `sudoku` asks about `dlx`: one attribute, no file is looked at (docs/installing.md).
"""

import sys

DISTRIBUTION = "dlx-engine"
MEND = "pip uninstall dlx py-sudoku dlx-engine, then pip install dlx-engine"


class Mixed(ImportError):
    """A package of this name is not ours."""


def insist_on_ours(*names: str) -> None:
    """Raise Mixed where the package of such a name, which is imported already, is not ours.

    >>> insist_on_ours("dlx")
    >>> insist_on_ours("os")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    dlx._mixed.Mixed: ...os.py is of another distribution that has a package of the same name; to mend it: pip ...
    """
    for name in names:
        package = sys.modules[name]
        if getattr(package, "__distribution__", None) != DISTRIBUTION:
            file = getattr(package, "__file__", None)
            what = f"{file} is of" if file else f"{next(iter(package.__path__))}/__init__.py was uninstalled with"
            raise Mixed(f"{what} another distribution that has a package of the same name; to mend it: {MEND}")
