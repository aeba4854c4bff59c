# SPDX-License-Identifier: MIT
"""Pieces and regions of puzzles, from words, drawings and files.

A drawing has a character for each cell; a dot or a blank is no cell. In a drawing of pieces, each letter is a piece,
and you may use a letter again after an empty line. In a region, a + is a cell that may stay empty, and all other
characters mean the same. Layers of cubes are side by side, with blanks between:

    two pieces    AAB     a region    ####     a cube without a corner    ##  ##
                  ABB                 #..#                                ##  #.
                                      ##+#

Words are well-known sets ("pentominoes", "soma", "tetrahexes") and regions such as "6x10", "3x3x3", "hexagon3" and
"triangle7". We grow all shapes of n cells from the shapes of n - 1 cells, by adding a neighboring cell.
The letters of the twelve pentominoes are Golomb's (Polyominoes, 1965).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import product
from math import prod
from os import PathLike

from ..drawing.grid import letters
from ..system.texts import text_of
from ..system.wording import truncate
from .lattice import HEXAGONS, TRIANGLES, Cells, Lattice, Point, Transformation

MOST_DRAWING_BYTES = 1 << 20
Drawn = str | PathLike[str] | Iterable[str]  # a word or a drawing; the path of a file; the lines of a drawing

OPTIONAL_MARK = "+"  # in a region, a cell that may stay empty
MOST_REGION_CELLS = 10**5  # most cells of a region
BETWEEN_WORDS = re.compile(r"[\s,+&]+")
LIKE_A_WORD = 0.85  # of the letters of a word are in the name of a set, in the same order

PIECES_BY_SIZE = {  # the sets of all pieces of 1, 2, 3, ... cells
    "square": ["monominoes", "dominoes", "trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes"],
    "triangle": ["moniamonds", "diamonds", "triamonds", "tetriamonds", "pentiamonds", "hexiamonds", "heptiamonds"],
    "hexagon": ["monohexes", "dihexes", "trihexes", "tetrahexes", "pentahexes", "hexahexes"],
    "cube": ["monocubes", "dicubes", "tricubes", "tetracubes", "pentacubes", "hexacubes"],
}
TETROMINOES = """\
IIII.LLL.OO.SS..TTT
.....L...OO..SS..T.
"""
PENTOMINOES = """\
.FF.IIIII.L....NN...PP.TTT.U.U.V...W...X...Y...ZZ.
FF........LLLL..NNN.PP..T..UUU.V...WW.XXX.YYYY..Z.
.F..................P...T......VVV..WW.X........ZZ
"""
SOMA = """\
VV.LLL.TTT.ZZ..AA.BB.PP ...............A...B.P.
V..L....T...ZZ..A.B..P. .......................
"""
DRAWN_PIECES = {
    "square": {"tetrominoes": TETROMINOES, "pentominoes": PENTOMINOES},
    "cube": {"tetrominoes": TETROMINOES, "pentominoes": PENTOMINOES, "soma": SOMA},
}


def pieces_of(lattice: Lattice, what: Drawn, *, disconnected: bool = False) -> list[tuple[str, Cells]]:
    """Return the pieces of a word, a drawing, or a file with a drawing, with their names.

    Several words, with blanks, commas or plus signs between, are the pieces of all of them.

    Raises ValueError if a word is unknown, or the cells of a drawn piece are not joined.

    >>> from dlx.models.lattice import SQUARES
    >>> pieces_of(SQUARES, "AAB")
    [('A', ((0, 0), (0, 1))), ('B', ((0, 0),))]
    >>> [name for name, _ in pieces_of(SQUARES, "trominoes, dominoes")]
    ['A', 'B', 'A']
    """
    what = as_text(what)
    words = [] if is_path(what) else _words_in(lattice, str(what))
    if words:
        return [piece for word in words for piece in _named_pieces(lattice, word)]
    blocks = re.split(r"\n(?:[ \t]*\n)+", drawn_text(what))
    pieces = []
    for name, cells in (piece for block in blocks for piece in _cells_by_mark(lattice, block).items()):
        _check_cells(lattice, cells)
        if not disconnected:
            _check_connected(lattice, name, cells)
        pieces.append((name, lattice.normal(cells)))
    return pieces


def _words_in(lattice: Lattice, text: str) -> list[str]:
    """Return the words of a text that names sets of pieces, in lower case; none for a drawing.

    A word that is nearly the name of a set is misspelt, and no drawing.
    """
    words, names = [word for word in BETWEEN_WORDS.split(text) if word], _words(lattice)
    if not all(map(str.isalpha, words)):
        return []
    named = any(get_close_matches(word.lower(), names, cutoff=LIKE_A_WORD) for word in words)
    return [word.lower() for word in words] if named or (len(words) == 1 and text.strip().islower()) else []


def _check_connected(lattice: Lattice, name: str, cells: list[Point]) -> None:
    """Raise ValueError if the cells of a piece do not hang together."""
    missing, reached = {*cells[1:]}, [cells[0]]
    for cell in reached:  # the list grows meanwhile
        neighbors = missing.intersection(lattice.neighbors(cell))
        missing -= neighbors
        reached += neighbors
    if missing:
        stray = next(cell for cell in cells if cell in missing)
        what = f"the cells {lattice.name(cells[0])} and {lattice.name(stray)} of piece {name!r} are not joined"
        remedy = "join them, give each part a letter of its own, or allow this (disconnected=True)"
        raise ValueError(f"a drawing: {what}; {remedy}")


def _words(lattice: Lattice) -> list[str]:
    return list(dict.fromkeys([*PIECES_BY_SIZE[lattice.cell], *DRAWN_PIECES.get(lattice.cell, {})]))


def _named_pieces(lattice: Lattice, word: str) -> list[tuple[str, Cells]]:
    drawn, sizes = DRAWN_PIECES.get(lattice.cell, {}), PIECES_BY_SIZE[lattice.cell]
    if word in drawn:
        return sorted(pieces_of(lattice, drawn[word]))
    if word in sizes:
        flips = lattice.cell != "cube"  # no one can reflect pieces of cubes, so mirror images are two pieces
        shapes = grown(lattice, 1 + sizes.index(word), lattice.group(reflections=flips))
        return list(zip(letters(), shapes, strict=False))
    raise ValueError(f"pieces {word!r}: the words are {', '.join(_words(lattice))}; others can be drawn, as in 'AAB'")


def grown(lattice: Lattice, n: int, matrices: Sequence[Transformation]) -> list[Cells]:
    """Return all connected shapes of n cells, one of each class under the matrices.

    >>> from dlx.models.lattice import HEXAGONS, SQUARES
    >>> [len(grown(SQUARES, n, SQUARES.group())) for n in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    >>> [len(grown(HEXAGONS, n, HEXAGONS.group())) for n in range(1, 5)]
    [1, 1, 3, 7]
    """
    shapes = {min(lattice.images(lattice.normal([lattice.middle((0,) * len(lattice.axes))]), matrices))}
    for _ in range(n - 1):
        larger = {(*shape, cell) for shape in shapes for point in shape for cell in lattice.neighbors(point)}
        whole = (shape for shape in larger if len({*shape}) == len(shape))
        shapes = {min(lattice.images(lattice.normal(shape), matrices)) for shape in whole}
    return sorted(shapes)


def region_of(lattice: Lattice, what: Drawn) -> dict[Point, str]:
    """Return the cells of a word, a drawing, or a file with a drawing, in reading order, with their marks.

    Raises ValueError for an unknown word, and for more than 100,000 cells.

    >>> from dlx.models.lattice import SQUARES
    >>> region_of(SQUARES, "1x2"), region_of(SQUARES, "#+")
    ({(0, 0): '#', (0, 1): '#'}, {(0, 0): '#', (0, 1): '+'})
    """
    what = as_text(what)
    if isinstance(what, str) and "\n" not in what and {*what} - {*"#+. "} and not is_path(what):
        cells = dict.fromkeys(_word(lattice, what), "#")
    else:
        drawing = drawn_text(what)
        if not drawing and is_path(what):
            raise ValueError(f"{what}: the file has no drawing")
        cells = {cell: mark for mark, cells in _cells_by_mark(lattice, drawing).items() for cell in cells}
    if len(cells) > MOST_REGION_CELLS:
        raise ValueError(f"region {str(what)!r}: {len(cells):,} cells; there must be at most {MOST_REGION_CELLS:,}")
    _check_cells(lattice, cells)
    return {cell: cells[cell] for cell in sorted(cells, key=lattice.place)}


def _word(lattice: Lattice, word: str) -> list[Point]:
    """Return the cells of a region such as 6x10, which is a parallelogram for triangles and hexagons."""
    axes = len(lattice.axes)
    box = re.fullmatch(r"\s*[xX*×]\s*".join([r"(\d{1,18})"] * axes), word.strip())
    figure = re.fullmatch(r"(triangle|hexagon)(\d{1,18})", word) if lattice in (TRIANGLES, HEXAGONS) else None
    if not box and not figure:
        words = "x".join("6" * axes) + (", triangle6 or hexagon3" if lattice in (TRIANGLES, HEXAGONS) else "")
        raise ValueError(f"region {word!r}: write {words}, or draw it in several lines")
    sizes = [int(size) for size in box.groups()] if box else [int(figure[2])] if figure else []
    least = sizes[0] ** 2 if figure else prod(sizes)  # checked before we build them
    if least > MOST_REGION_CELLS:
        raise ValueError(f"region {word!r}: {least:,} cells or more; there must be at most {MOST_REGION_CELLS:,}")
    if lattice not in (TRIANGLES, HEXAGONS):
        return list(product(*map(range, sizes)))
    rows = (_triangles if lattice is TRIANGLES else _hexagons)(figure[1] if figure else "", *sizes)
    step = 1 if lattice is TRIANGLES else 2
    return [lattice.middle((r, start + step * k)) for r, (start, length) in enumerate(rows) for k in range(length)]


def _triangles(shape: str, n: int, columns: int = 0) -> list[tuple[int, int]]:
    """Return the first column and the number of cells of each row."""
    apex = n // 2 * 2  # even, so that the triangle at the top points up
    if shape == "triangle":
        return [(apex - r, 2 * r + 1) for r in range(n)]
    if shape == "hexagon":
        half = [(apex - r, 2 * (n + r) + 1) for r in range(n)]
        return half + half[::-1]
    return [(1 + r, 2 * columns) for r in range(n)]


def _hexagons(shape: str, n: int, columns: int = 0) -> list[tuple[int, int]]:
    """Return the first column and the number of cells of each row; adjacent cells are two columns apart."""
    if shape == "triangle":
        return [(n - 1 - r, r + 1) for r in range(n)]
    if shape == "hexagon":
        return [(abs(n - 1 - r), 2 * n - 1 - abs(n - 1 - r)) for r in range(2 * n - 1)]
    return [(r, columns) for r in range(n)]


def _check_cells(lattice: Lattice, cells: Iterable[Point]) -> None:
    if lattice is HEXAGONS and len({sum(cell) % 2 for cell in cells}) > 1:
        raise ValueError("a drawing: hexagons of a row must be two columns apart, those of the next row shifted by one")


def as_text(what: Drawn) -> str | PathLike[str]:
    """Return the lines of a drawing as one text; raise TypeError for anything else that is no text and no path."""
    if isinstance(what, (str, PathLike)):
        return what
    lines = [*what] if isinstance(what, Iterable) else [what]
    if not all(isinstance(line, str) for line in lines):
        raise TypeError(f"{truncate(repr(what))} is no drawing; give a text, its lines, or the path of a file")
    return "".join(f"{line}\n" for line in lines)


def is_path(what: str | PathLike[str]) -> bool:
    """Return whether this is the path of a file rather than a word or a drawing.

    >>> from pathlib import Path
    >>> is_path("board.txt"), is_path("AAB"), is_path(Path("board"))
    (True, False, True)
    """
    if not isinstance(what, str):
        return True
    named = "\n" not in what and ("/" in what or what.endswith(".txt"))
    return named or os.path.isfile(what)  # noqa: PTH113 (Path.is_file() raises an error for what is too long for a name)


def drawn_text(what: Drawn, max_bytes: int = MOST_DRAWING_BYTES) -> str:
    """Return a drawing without the empty lines around it; its file has at most a number of bytes."""
    what = as_text(what)
    try:
        text = text_of(what, max_bytes) if is_path(what) else str(what)
    except UnicodeDecodeError as error:
        raise ValueError(f"{what}: not UTF-8 text, see byte {error.start + 1}") from None
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    return re.sub(r"\A(?:[ \t]*\n)+", "", text).rstrip()


def _cells_by_mark(lattice: Lattice, drawing: str) -> dict[str, list[Point]]:
    """Return the middles of the cells of a drawing, by character."""
    cells: dict[str, list[Point]] = {}
    for r, line in enumerate(drawing.split("\n")):
        layers = line.split() if len(lattice.axes) == 3 else [line.rstrip()]
        for z, row in enumerate(layers):
            for c, mark in enumerate(row):
                if mark in "|:\t" or not mark.isprintable():
                    raise ValueError(f"a drawing, line {r + 1}: {mark!r} cannot be a cell; take a letter")
                if mark not in ". ":
                    cells.setdefault(mark, []).append(lattice.middle((z, r, c)[-len(lattice.axes) :]))
    return cells
