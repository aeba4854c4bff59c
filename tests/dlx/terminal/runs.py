# SPDX-License-Identifier: MIT
"""Problems as files and as texts, and the command `dlx` in another process."""

import sys

from tests import ROOT, processes

TOY = str(ROOT / "examples" / "toy.dlx")
COLORS = str(ROOT / "examples" / "colors.dlx")
QUEENS = str(ROOT / "examples" / "queens6.dlx")


def queens(n):
    rows = [f"r{k} c{k}" for k in range(n)]
    diagonals = [f"u{k} d{k}" for k in range(2 * n)]
    squares = [f"r{i} c{j} u{i + j} d{i - j + n}" for i in range(n) for j in range(n)]
    return "\n".join([" ".join([*rows, "|", *diagonals]), *squares, ""])


DLX = (sys.executable, "-m", "dlx")


def finished(*args, **options):
    done = processes.finished(*DLX, *args, **options)
    return done.returncode, done.stdout, done.stderr


def dominoes(rows, columns):
    def cell(r, c):
        return f"{r},{c}"

    across = [f"{cell(r, c)} {cell(r, c + 1)}" for r in range(rows) for c in range(columns - 1)]
    down = [f"{cell(r, c)} {cell(r + 1, c)}" for r in range(rows - 1) for c in range(columns)]
    items = " ".join(cell(r, c) for r in range(rows) for c in range(columns))
    return "\n".join([items, *across, *down, ""])
