# SPDX-License-Identifier: MIT
"""`sudoku draw`: a picture of a puzzle, in the format that the name of the file tells."""

from __future__ import annotations

import argparse
import sys
from itertools import islice
from typing import TYPE_CHECKING

from .asked import DONE, add_puzzle, records
from .asked import NOT_FOUND as NONE

if TYPE_CHECKING:
    from dlx.picture import Picture

    from ..reading import Record

EPILOG = """examples:
  sudoku draw PUZZLE -o puzzle.svg
  sudoku draw PUZZLE -o puzzle.png --candidates --labels
  sudoku draw PUZZLE --solution                    characters, on the terminal
  sudoku draw PUZZLE -o answer.html --diagnose     redundant clues, or clues that contradict each other, are marked

exit codes: 0 done; 1 --solution, and there is none; 2 bad usage or input; 130 Ctrl-C. PNG needs Pillow:
pip install 'dlx-engine[png]'"""


def add(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.description = "Draw a puzzle: SVG, HTML or PNG into a file, or characters."
    parser.epilog = EPILOG
    add_puzzle(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="FILE.svg, .html, .png or .txt; left out: characters")
    parser.add_argument("--candidates", action="store_true", help="the digits that no clue excludes at once")
    parser.add_argument("--solution", action="store_true", help="the solution, or one of them")
    parser.add_argument("--diagnose", action="store_true", help="mark what 'sudoku diagnose' finds")
    parser.add_argument("--labels", action="store_true", help="number the rows and columns")


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    from dlx.picture import format_of

    if args.output:
        format_of(args.output)  # a name that tells no format is refused before anything is done
    found = list(islice(records(args), 2))
    if len(found) != 1:
        raise ValueError(f"{args.puzzle}: {'several puzzles' if found else 'no puzzle'}; a picture is of one")
    picture, code = _picture(found[0], args)
    if args.output:
        try:
            picture.save(args.output)
        except ImportError as error:
            raise ValueError(str(error)) from None
    else:
        print(picture.text)
    return code


def _picture(record: Record, args: argparse.Namespace) -> tuple[Picture, int]:
    from ..doctor import diagnose
    from ..drawing import draw
    from ..solve import solve

    if record.error is not None:
        raise ValueError(record.error)
    board, puzzle = record.board, list(record.puzzle or b"")
    found = diagnose(puzzle, board) if args.diagnose else None
    solution = solve(puzzle, board=board) if args.solution and (found is None or found.count) else None
    picture = draw(
        puzzle,
        solution,
        board,
        candidates="auto" if args.candidates else None,
        highlight=found,
        labels=args.labels,
    )
    if found is not None:
        print(found, file=sys.stderr)
    if args.solution and solution is None:
        print("sudoku: no solution", file=sys.stderr)
        return picture, NONE
    return picture, DONE
