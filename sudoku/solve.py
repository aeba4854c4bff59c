# SPDX-License-Identifier: MIT
"""Questions about Sudoku puzzles: solve, list, count, prove unique; one puzzle or a batch.

A puzzle is text (a line or a drawn grid; the answer is then a line), or whole numbers, 0 for an empty cell, flat or in
rows (the answer is then a uint8 array of the same shape). Its size tells the board, unless `board` does.

Two equal digits in a house are refused with a ValueError that names both cells; a puzzle that is consistent but has no
solution is answered with None, 0 or False. In a batch both count 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, overload

from .board import Board
from .cover import cover
from .engines import ENGINES, Engine, engine, only_plain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Grid = NDArray[np.uint8]


@overload
def solve(puzzle: str, *, board: Board | None = None, engine: str = "dlx", seed: int | None = None) -> str | None: ...
@overload
def solve(puzzle: Any, *, board: Board | None = None, engine: str = "dlx", seed: int | None = None) -> Grid | None: ...
def solve(puzzle: Any, *, board: Board | None = None, engine: str = "dlx", seed: int | None = None) -> Any:
    """The first solution found, or None if there is none. With `seed`, digits are tried in a shuffled order.

    >>> solve("12.. .... ..4. ....", board=Board(2, 2))
    '1234341221434321'
    >>> solve([[0, 2], [0, 0]], board=Board(1, 2)).tolist()
    [[1, 2], [2, 1]]
    """
    asked = _Question(puzzle, board)
    return asked.answer(next(asked.search(engine, seed), None))


@overload
def solutions(
    puzzle: str, *, board: Board | None = None, engine: str = "dlx", seed: int | None = None
) -> Iterator[str]: ...
@overload
def solutions(
    puzzle: Any, *, board: Board | None = None, engine: str = "dlx", seed: int | None = None
) -> Iterator[Grid]: ...
def solutions(
    puzzle: Any, *, board: Board | None = None, engine: str = "dlx", seed: int | None = None
) -> Iterator[Any]:
    """All solutions, one by one, as they are found.

    >>> sum(1 for solution in solutions("." * 16))
    288
    """
    asked = _Question(puzzle, board)
    return map(asked.answer, asked.search(engine, seed))


def count(puzzle: Any, limit: int | None = None, *, board: Board | None = None, engine: str = "dlx") -> int:
    """The number of solutions, exact; with `limit`, counting stops there.

    >>> count("." * 16), count("." * 16, limit=2)
    (288, 2)
    """
    asked = _Question(puzzle, board)
    if limit is not None and index(limit) < 0:
        raise ValueError(f"limit is {limit}; it must be 0 or more")
    return asked.checked(asked.search(engine).count(limit))


def is_unique(puzzle: Any, *, board: Board | None = None, engine: str = "dlx") -> bool:
    """Is there exactly one solution? The proof is a full search for a second one.

    >>> is_unique("12.. 3... ..4. ...1"), is_unique("1... .... ..4. ....")
    (True, False)
    """
    return count(puzzle, 2, board=board, engine=engine) == 1


class _Question:
    """A puzzle as it came, and the answer in the same form."""

    def __init__(self, puzzle: Any, board: Board | None) -> None:
        self.text = isinstance(puzzle, str)
        if self.text:
            self.board, self.puzzle = Board.read(puzzle, board)
            return
        size = len(puzzle)
        self.rows = size > 0 and hasattr(puzzle[0], "__len__")
        self.board = board or Board.of_cells(size * size if self.rows else size)
        self.puzzle = self.board.from_array(puzzle)

    def search(self, name: str, seed: int | None = None) -> Engine:
        return engine(name, self.board, self.puzzle, seed)

    def checked(self, found: int) -> int:
        """The number found, once it is known that none is not for clues that contradict each other."""
        if not found:
            self.board.check(self.puzzle)
        return found

    def answer(self, grid: bytes | None) -> Any:
        if grid is None:
            self.board.check(self.puzzle)
            return None
        if self.text:
            return self.board.line(grid)
        import numpy as np

        flat = np.frombuffer(grid, np.uint8).copy()
        if not self.rows:
            return flat
        drawn = np.zeros((self.board.height, self.board.width), np.uint8)
        drawn[*np.transpose(self.board.places)] = flat
        return drawn


@dataclass(frozen=True, slots=True, eq=False)
class BatchResult:
    """The answers to N puzzles, in the order given."""

    solutions: Grid  # (N, cells): the first solution, zeros if there is none
    counts: NDArray[np.int64]  # (N,): solutions, at most the limit
    nodes: NDArray[np.int64]  # (N,): nodes of the search tree ("bitset": digits tried)

    def __len__(self) -> int:
        return len(self.counts)


def solve_batch(
    puzzles: Sequence[str] | Iterable[str] | NDArray[Any],
    limit: int | None = 2,
    *,
    board: Board | None = None,
    engine: str = "dlx",
) -> BatchResult:
    """Solve many puzzles of one board; the loop over them is compiled and holds no GIL.

    Args:
        puzzles: texts, or an array (N, cells) of uint8 values, 0 for an empty cell.
        limit: stop counting a puzzle's solutions there: 1 to solve, 2 to prove unique, None to count all.
        board: the board of all of them; None: what the first one is written for.

    Raises:
        ValueError: a malformed puzzle (the message gives its number, from 0), a limit below 1.

    >>> r = solve_batch(["12.. 3... ..4. ...1", "1... .... ..4. ....", "11.. .... .... ...."])
    >>> r.counts.tolist(), r.solutions[0].tolist()
    ([1, 2, 0], [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    """

    import numpy as np

    if engine not in ENGINES:
        raise ValueError(f"no engine {engine!r}; choose one of {', '.join(ENGINES)}")
    boards, grids = _grids(puzzles, board)
    if len(boards) == 1:
        return _of_one_board(boards[0], grids, limit, engine)
    parts = [_of_one_board(own, grids[k : k + 1], limit, engine) for k, own in enumerate(boards)]
    return BatchResult(
        np.concatenate([part.solutions for part in parts]),
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.nodes for part in parts]),
    )


def _of_one_board(board: Board, grids: Grid, limit: int | None, engine: str) -> BatchResult:
    if engine == "bitset":
        from .bitset import solve_batch as solve_with_bits

        only_plain(board)
        return BatchResult(*solve_with_bits(board, grids, limit))
    return by_cover(board, grids, limit)


def by_cover(board: Board, grids: Grid, limit: int | None, kernel: str = "auto") -> BatchResult:
    """Puzzles, an array (N, cells) that has been checked, by the exact cover of their board."""
    import numpy as np

    from dlx.batch import Answers

    from ._lines import givens

    answers = Answers(cover(board), givens(grids, board.side), limit, True, kernel=kernel)
    if not board.plain:
        return BatchResult(_placed(board, *answers.solutions()), answers.counts, answers.nodes)
    solved = answers.ranks  # the coded items are the cells, in their order, and the ranks are the digits
    if solved is None:
        solved = np.zeros(grids.shape, np.uint8)
    solved[answers.rest] = 0
    puzzle = np.repeat(answers.rest, answers.lengths)
    solved[puzzle, answers.found // board.side] = answers.found % board.side + 1
    return BatchResult(solved, answers.counts, answers.nodes)


def _placed(board: Board, indptr: NDArray[np.int64], options: NDArray[np.int32]) -> Grid:
    """Solutions in CSR form, as grids; the options beyond the candidates say nothing."""
    import numpy as np

    solved = np.zeros((len(indptr) - 1, board.cells), np.uint8)
    puzzle = np.repeat(np.arange(len(solved)), np.diff(indptr))
    placed = options < board.cells * board.side
    solved[puzzle[placed], options[placed] // board.side] = options[placed] % board.side + 1
    return solved


def _grids(puzzles: Any, board: Board | None) -> tuple[list[Board], Grid]:
    """The puzzles as an array (N, cells), checked, and their board; or that of each, where they are not all the same.

    They differ where puzzles are given by pencilmarks, which belong to the board.
    """
    import numpy as np

    if isinstance(puzzles, np.ndarray):
        board, grids = _array(puzzles, board)
        return [board], grids
    if isinstance(puzzles, str):
        raise TypeError("a batch is a list of puzzles; for a single one there is solve()")
    own: dict[int, Board] = {}
    lines: list[bytes] = []
    for k, text in enumerate(puzzles):
        try:
            if board is None or type(text) is not str or len(text) != board.cells:
                own[k], line = Board.read(text, board)
                board = board or (own[k] if own[k].plain else own[k].base)
            else:
                line = board.parse(text)
        except (TypeError, ValueError) as error:
            raise type(error)(f"puzzle {k}: {error}") from None
        lines.append(line)
    board = board or Board()
    grids = np.frombuffer(b"".join(lines), np.uint8).reshape(len(lines), board.cells)
    if all(of_text is board for of_text in own.values()):
        return [board], grids
    return [own.get(k, board) for k in range(len(lines))], grids


def _array(grids: NDArray[Any], board: Board | None) -> tuple[Board, Grid]:
    import numpy as np

    if grids.ndim != 2:
        raise ValueError(f"an array of puzzles has the shape (N, cells); this one has the shape {grids.shape}")
    board = board or Board.of_cells(grids.shape[1])
    if grids.shape[1] != board.cells:
        raise ValueError(f"puzzles of {grids.shape[1]} cells where a {board} has {board.cells}")
    if grids.dtype.kind not in "iu":
        raise TypeError(f"an array of puzzles holds whole numbers; this one holds {grids.dtype}")
    if grids.size and not 0 <= grids.min() <= grids.max() <= board.side:
        k, cell = np.argwhere((grids < 0) | (grids > board.side))[0]
        value = f"puzzle {k}: {board.cell_name(int(cell))} holds {grids[k, cell]}"
        raise ValueError(f"{value}: out of range for a {board} (0-{board.side})")
    return board, np.ascontiguousarray(grids, np.uint8)
