# SPDX-License-Identifier: MIT
"""Building: modules compiled and CPU time, in a fresh clone and after an edit.

the first command of the README     a new environment, NumPy, and every module from zero
nothing changed                     what pip takes to find that out
FILE                                after a touch of this file: the modules that read it
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from statistics import median

from .arguments import refuse
from .measure import cpu, save
from .show import table

ROOT = Path(__file__).parent.parent
INSTALL = ".venv/bin/pip install -v -e ."
EDITED = ("dlx/kernels/frontier/merge.h", "dlx/kernels/learner/trail.pxd", "dlx/kernels/kernel.h")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edit", type=_source, nargs="+", default=EDITED, metavar="FILE", help="files to touch")


def run(options: argparse.Namespace) -> None:
    """Build in a clone of the checkout, which has its committed files only."""
    seconds: dict[str, list[float]] = {}
    modules: dict[str, int] = {}
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "clone", "-q", ROOT, folder], check=True)
            for step, command in _steps(options.edit).items():
                text, spent = cpu(partial(_output, command, folder))
                seconds.setdefault(step, []).append(spent)
                modules[step] = max(map(int, re.findall(r"\[\d+/(\d+)\] (?:dlx|sudoku)\.", text)), default=0)
    rows = [[step, f"{modules[step]}", f"{median(spent):.1f}"] for step, spent in seconds.items()]
    table("Building, on two cores or more", ["step", "modules", "CPU seconds"], rows)
    facts = [{"step": step, "modules": modules[step], "seconds": spent} for step, spent in seconds.items()]
    save(options.json, {"question": "build", "rounds": options.rounds, "rows": facts})


def _steps(edited: list[str]) -> dict[str, str]:
    """Return the commands by their names, in order. The first one is the README's, with -v, which shows the modules."""
    first = re.search(r"^ {4}(python3 -m venv .*sudoku solve .*)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert first is not None
    readme = first[1].replace("install -e", "install -v -e")
    return {
        "the first command of the README": readme,
        "nothing changed": INSTALL,
        **{file: f"touch {file} && {INSTALL}" for file in edited},
    }


def _output(command: str, folder: str) -> str:
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(["bash", "-c", command], cwd=folder, text=True, check=True, **both).stdout


def _source(text: str) -> str:
    if not (ROOT / text).is_file():
        refuse(f"{text!r} is not a file of the checkout")
    return text
