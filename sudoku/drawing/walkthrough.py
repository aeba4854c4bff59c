# SPDX-License-Identifier: MIT
"""A page that explains a solution: each step in words, with a picture of the board before it.

The picture has the candidates that the steps so far have left, and marks what the step finds: its cells and houses, the
pattern, the digit it places and the candidates it removes. Only steps that the end needs are shown, and the candidates
are those that these steps leave.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from ..logic.tables import bits
from .drawing import draw

if TYPE_CHECKING:
    from dlx.drawing.picture import Picture

    from ..logic.solver import LogicResult
    from ..logic.step import Step

PAGE_OF_STEPS = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ margin: 1.5em auto; max-width: 60em; padding: 0 1em; background: #fff; color: #111; font-family: sans-serif }}
ol {{ padding: 0; list-style: none; counter-reset: step }}
li {{ margin: 0 0 2em; counter-increment: step; break-inside: avoid }}
li p::before {{ content: counter(step) ". " }}
svg {{ width: 30em; height: auto }}
</style>
</head>
<body>
<h1>{title}</h1>
{start}<ol>
{steps}
</ol>
<p>{end}</p>
{last}</body>
</html>
"""


def walkthrough(result: LogicResult, *, title: str = "Sudoku, step by step", all_steps: bool = False) -> str:
    """Return an HTML page with the steps of a solution, each with a picture.

    Args:
        result: from :func:`sudoku.solve_logically`.
        title: the heading of the page.
        all_steps: include steps that no later step needs.

    >>> import sudoku
    >>> page = walkthrough(sudoku.solve_logically("12.. 3... ..4. ...1"))
    >>> page.count("<svg"), page.count("<li>"), "the 4 of box 1 can only be in r2c2" in page
    (13, 11, True)
    """
    steps = [
        f"<li>\n<p><strong>{escape(step.title)}</strong>: {escape(step.words)}</p>\n{picture.svg}</li>"
        for step, picture in pictures(result, all_steps=all_steps)
    ]
    return PAGE_OF_STEPS.format(
        title=escape(title),
        start=draw(result.puzzle, board=result.board).svg,
        steps="\n".join(steps),
        end=escape(str(result.status.value)),
        last=draw(result.puzzle, result.values, result.board).svg,
    )


def pictures(result: LogicResult, *, all_steps: bool = False) -> Iterator[tuple[Step, Picture]]:
    """Yield each step with a picture of it."""
    side, digits = result.board.side, bytearray(result.puzzle)
    shown = result if all_steps else replace(result, steps=result.proof())
    for step, alive, _ in shown.replay():
        yield step, draw(result.puzzle, bytes(digits), result.board, candidates=alive, highlight=step, labels=True)
        for candidate in bits(step.placed):
            digits[candidate // side] = candidate % side + 1
