# SPDX-License-Identifier: MIT
"""The options that describe a board, and the board they describe.

--box 2x3 | --board samurai | --regions FILE      its shape; default: the board the puzzle is written for
--size 6x8                                        rows and columns, if it is not square
--variant x --variant anti-knight                 variants that need only a name
--rules FILE                                      variants that name cells, and any of the above, as JSON or a link
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...board.board import Board

MOST_REGIONS_BYTES = 1 << 20


class VariantNames(Iterable[str]):
    """The names in sudoku.variants.NAMED, imported once they are needed, because the import takes a while."""

    def __iter__(self) -> Iterator[str]:
        from ...board.variants import NAMED

        return iter(NAMED)


VARIANT_NAMES = VariantNames()


def add_board_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    shapes = parser.add_argument_group("the board (default: the board the puzzle is written for)")
    shapes.add_argument("--box", type=_box, metavar="HxW", help="height and width of a box, such as 3x3")
    shapes.add_argument("--board", choices=("samurai",), help="five overlapping grids")
    shapes.add_argument(
        "--regions", metavar="FILE", help="jigsaw: a file with a character per cell; equal ones are a region"
    )
    shapes.add_argument(
        "--size", type=_size, metavar="RxC", help="rows and columns of a board that is not square, such as 6x8"
    )
    shapes.add_argument(
        "--variant",
        action="append",
        type=_variant,
        choices=VARIANT_NAMES,
        metavar="NAME",
        help="one of %(choices)s; repeatable",
    )
    shapes.add_argument(
        "--rules", metavar="FILE", help="cages, thermometers, dots, ...: JSON, or a link of f-puzzles or SudokuPad"
    )


def _variant(name: str) -> str:
    if name not in VARIANT_NAMES:
        known = ", ".join(VARIANT_NAMES)
        remedy = f"choose one of {known}, or describe rules that name cells in --rules FILE"
        raise argparse.ArgumentTypeError(f"no variant {name!r}; {remedy}")
    return name


def has_shape(args: argparse.Namespace) -> bool:
    """Return whether the options give the shape of the board."""
    return bool(args.box or args.board or args.regions or args.size)


def board_of(args: argparse.Namespace, written: Board | None = None) -> Board | None:
    """Return the board of the options; None if they leave it to the puzzle.

    With variants but no shape, it is the board that the puzzle is `written` for, or 9x9 if that is unknown. Raises
    ValueError, naming the file, for regions and rules that cannot be read.
    """
    from ...board.board import Board

    shape = _shape(args)
    if not (args.variant or args.rules):
        return shape
    board = shape or written or Board()
    names = args.variant or ()
    if "doppelganger" in names and board.plain:
        board = Board(board.box_height, board.box_width, digits=board.side + 1, first_digit=0)
    board = board.with_variants(*names)
    if args.rules:
        from ...reading.rulesfile import board_in

        board = board_in(args.rules, board)
    return board


def _shape(args: argparse.Namespace) -> Board | None:
    from ...board.board import Board

    given = [f"--{name}" for name in ("box", "board", "regions") if getattr(args, name)]
    if len(given) > 1:
        raise ValueError(f"{' and '.join(given)} cannot be combined; a board has one shape")
    if args.board:
        if args.size:
            raise ValueError("--size and --board cannot be combined; grids that overlap are square")
        return Board.samurai()
    if args.regions:
        return _jigsaw(args.regions, args.size)
    if args.size:
        base = args.box or Board.of_side(max(args.size))
        return Board(base.box_height, base.box_width, size=args.size)
    box: Board | None = args.box
    return box


def _jigsaw(path: str, size: tuple[int, int] | None) -> Board:
    """Return the board with the regions in a file."""
    from dlx.system.texts import text_of

    from ...board.board import Board

    try:
        return Board(regions=text_of(path, MOST_REGIONS_BYTES), size=size)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _size(text: str) -> tuple[int, int]:
    from ...reading.rulesfile import numbers_named

    try:
        return numbers_named(text, "rows and columns, such as 6x8")
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _box(text: str) -> Board:
    from ...reading.rulesfile import board_named

    try:
        return board_named(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
