# SPDX-License-Identifier: MIT
"""What every kernel that runs a page does first (conf.py names this file in PYTHONSTARTUP).

It gives pages a way to show a terminal: in a cell with the tag `remove-input`,

    %%session
    dlx count examples/toy.dlx

shows each command behind a `$` and what it writes, errors included, as a terminal would. A command that ends with
another code than 0 ends the build, unless the line says `; true` at its end. (`%%bash` shows its output in pieces, cut
where the machine was busy.) The variable `screen` then holds what was shown, for a hidden cell that checks it.
"""

import os
import subprocess
import sys
from pathlib import Path

from IPython import get_ipython
from IPython.core.magic import register_cell_magic


@register_cell_magic
def session(line: str, cell: str) -> None:
    told = []
    for command in filter(str.strip, cell.splitlines()):
        shown = command.removesuffix("; true")
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        told.append(f"$ {shown}\n{done.stdout}")
        if done.returncode and shown == command:
            raise RuntimeError("".join(told) + f"exit code {done.returncode}")
    screen = "\n".join(told)
    get_ipython().user_ns["screen"] = screen
    print(screen, end="")


sys.stdout.flush_interval = 1e6  # what a cell prints comes in one piece, at its end
sys.path.insert(0, str(Path(os.environ["DLX_ROOT"]) / "docs" / "extensions"))
