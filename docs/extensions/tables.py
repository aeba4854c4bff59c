# SPDX-License-Identifier: MIT
"""Tables on pages, from files of results: pages that quote figures cannot differ from what was measured.

A cell of a page says `table(heads, rows)`; MyST-NB shows the Markdown. Columns of numbers stand to the right.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from IPython.display import Markdown

ROOT = Path(os.environ["DLX_ROOT"])
sys.path.append(str(ROOT))  # for the labels of bench, behind the installed packages


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Markdown:
    body = [[_cell(value) for value in row] for row in rows]
    rules = ["---:" if all(map(_is_number, column)) else "---" for column in zip(*body, strict=True)]
    return Markdown("\n".join("| " + " | ".join(line) + " |" for line in [heads, rules, *body]))


def _is_number(text: str) -> bool:
    plain = text.removeprefix("> ").removesuffix(" %").replace(",", "")
    return text in ("", "ok") or plain.replace(".", "", 1).replace("e+", "", 1).isdigit()


def _cell(value: object) -> str:
    text = figure(value) if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
    return text.replace("|", "\\|").replace("\n", " ")


def figure(value: float) -> str:
    """A measured number with as many digits as it deserves: two, three from 1,000 on.

    >>> [figure(x) for x in (0.000470310, 0.46, 3.14159, 15.01, 1234.5, 1361959.4)]
    ['0.00047', '0.46', '3.1', '15', '1,230', '1,360,000']
    """
    digits = 3 if value >= 1000 else 2
    return f"{float(f'{value:.{digits - 1}e}'):,.10f}".rstrip("0").rstrip(".")


def result(name: str) -> dict[str, Any]:
    """What a benchmark wrote into bench/results."""
    return json.loads((ROOT / "bench" / "results" / name).read_text())  # type: ignore[no-any-return]


def _instructions(found: dict[str, Any]) -> list[str]:
    """The instruction set of the kernels; older records have none."""
    return [found["instructions"]] if "instructions" in found else []


def origin(*results: dict[str, Any]) -> Markdown:
    """By which commands, and on what."""
    commands = "".join(f"    {found['command']}\n" for found in results)
    machine = {", ".join([found["machine"], *_instructions(found), f"Python {found['python']}"]) for found in results}
    return Markdown(f"Made by, on {' and '.join(sorted(machine))}:\n\n{commands}")
