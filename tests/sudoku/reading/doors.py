# SPDX-License-Identifier: MIT
"""Every door that takes the text of a puzzle, and random puzzles to pass through them."""

from functools import cache
from random import Random

import sudoku
from sudoku import Board
from sudoku.board.text import RULES_LINE, cells_of
from sudoku.terminal.cli import main
from sudoku.web.answers import ANSWERS
from sudoku.web.body import Body


@cache
def unique_lines(number, side=9):
    """Return different puzzles with one solution each, as lines."""
    rng, lines = Random(side), []
    height, board = round(side**0.5), Board.of_side(side)
    while len(lines) < number:
        digits, rows, columns = (rng.sample(range(side), side) for _ in range(3))
        rows.sort(key=lambda row: row // height)
        columns.sort(key=lambda column: column // (side // height))
        grid = [1 + digits[(side // height * (r % height) + r // height + c) % side] for r in rows for c in columns]
        line = board.line(bytes(value if rng.random() < (0.45 if side < 16 else 0.6) else 0 for value in grid))
        if sudoku.is_unique(line):
            lines.append(line)
    return lines


class Doors:
    """The doors: `Board.read`, `solve`, a file, the command with an argument and with a file, and the page."""

    def __init__(self, folder, capsys):
        self.file = folder / "puzzle.txt"
        self.capsys = capsys

    def agree(self, text, board, puzzle):
        """Assert that each of them reads the same puzzle in a text, and answers it alike."""
        solution = sudoku.solve(board.line(puzzle), board=board)
        assert Board.read(text) == (board, puzzle)
        assert sudoku.solve(text) == solution
        self.file.write_text(f"{text}\n")
        (record,) = sudoku.read_file(self.file)
        assert (record.error, record.board, record.puzzle) == (None, board, puzzle)
        for source in (text, str(self.file)):
            assert self.command(source) == (0, solution)
        assert self.shown(text) == (board, puzzle)

    def command(self, source):
        """Return the exit code and the answer of `sudoku solve`, which is drawn if the puzzle is."""
        code = main(["solve", "-q", "--", source])
        return code, cells_of(self.capsys.readouterr().out.partition(RULES_LINE)[0])

    def shown(self, text):
        """Return the board and the digits that the page shows."""
        body = Body(ANSWERS["read"](Body({"text": text})))
        return body.board(), body.digits()
