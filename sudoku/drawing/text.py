# SPDX-License-Identifier: MIT
"""A board in box-drawing characters, with heavy lines around regions and, if given, the candidates of each cell.

    ┏━━━┯━━━┳━━━┯━━━┓          ┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
    ┃ 1 │ 2 ┃ . │ . ┃          ┃     │     ┃     │     ┃
    ┠───┼───╂───┼───┨          ┃  1  │  2  ┃ 3 4 │ 3 4 ┃
    ┃ 3 │ . ┃ . │ . ┃          ...

A crossing is the character whose four arms are as thick as the lines that meet there. Unicode has one for every
combination of none, light and heavy. Rules have no characters; drawing.py names them below.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..board.board import Board
from .plan import PicturePlan, borders

# Indexed by the weights of the arms up, right, down, left, each none, light or heavy: 0000, 0001, 0002, 0010, ...
CROSSINGS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


def drawn_text(board: Board, digits: bytes, candidates: Sequence[Sequence[int]] | None = None) -> str:
    """Return the board as text; cells without a digit show `.`, or their candidates.

    >>> print(drawn_text(Board(1, 2), bytes([1, 0, 0, 0])))
    ┏━━━┯━━━┓
    ┃ 1 │ . ┃
    ┠───┼───┨
    ┃ . │ . ┃
    ┗━━━┷━━━┛
    """
    plan = PicturePlan(board)
    across, down = (plan.across, plan.down) if candidates else (1, 1)
    wide, high = 2 * across + 2, down + 1
    rows, columns = plan.board.height, plan.board.width
    page = [[" "] * (columns * wide + 1) for _ in range(rows * high + 1)]
    _draw_borders(board, page, wide, high)
    for cell, (row, column) in enumerate(plan.board.places):
        lines = _cell(board, digits[cell], candidates[cell] if candidates else None, across, down)
        for k, line in enumerate(lines):
            start = column * wide + 2
            page[row * high + 1 + k][start : start + len(line)] = line
    return "\n".join("".join(line).rstrip() for line in page)


def _cell(board: Board, value: int, marks: Sequence[int] | None, across: int, down: int) -> list[str]:
    """Return the lines of text in a cell."""
    if value or not marks:
        lines = [" " * (2 * across - 1)] * down
        symbol = board.signs[value - 1] if value else "."
        lines[(down - 1) // 2] = symbol.center(2 * across - 1)
        return lines
    shown = [board.signs[d - 1] if d in marks else " " for d in range(1, board.side + 1)]
    return [" ".join(shown[k * across : (k + 1) * across]) for k in range(down)]


def _draw_borders(board: Board, page: list[list[str]], wide: int, high: int) -> None:
    arms: dict[tuple[int, int], list[int]] = {}  # by crossing: weights up, right, down, left
    for weight, regions in ((1, False), (2, True)):
        for (row, column), (_, end) in borders(board, regions):
            row, column = int(row), int(column)
            other, out, back = ((row, column + 1), 1, 3) if end != column else ((row + 1, column), 2, 0)
            arms.setdefault((row, column), [0] * 4)[out] = weight
            arms.setdefault(other, [0] * 4)[back] = weight
            if out == 1:
                page[row * high][column * wide + 1 : (column + 1) * wide] = "─━"[weight - 1] * (wide - 1)
            else:
                for k in range(1, high):
                    page[row * high + k][column * wide] = "│┃"[weight - 1]
    for (row, column), (up, right, down, left) in arms.items():
        page[row * high][column * wide] = CROSSINGS[27 * up + 9 * right + 3 * down + left]
