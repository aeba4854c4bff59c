# SPDX-License-Identifier: MIT
"""The readers of the models: users' drawings and texts for `dlx model`.

cells        words and drawings of a region                        drawn as a picture, and read again
pieces       words and drawings of pieces
squares      Latin squares, filled in part or whole, graphs        a model of the squares or the graph
slots        the costs of a timetable's slots, a file of its lessons
crosswords   the grid of a crossword, then words with scores       a solution, drawn and as ipuz, and the best
tables       a table in CSV for set partitioning                   is there a solution, and a cheapest one?
"""

from __future__ import annotations

import json
from argparse import ArgumentTypeError

from dlx import models
from dlx.models.latin import read_square
from dlx.models.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES
from dlx.models.shapes import pieces_of, region_of
from dlx.models.tiles import draw_tiles
from dlx.terminal.commands.readers import lessons, slot_costs, table

from .dlx_readers import folder
from .reader import Reader, Refused, attempt, number, reader, words

LATTICES = (SQUARES, TRIANGLES, HEXAGONS, CUBES)
DRAWINGS = ["##\n#.\n", "..\n\n  #\n##", "# #\n # #\n", "##  ##\n#.  .#\n", "\n \t\n#\n", "é\r\n#|"]
REGIONS = [*DRAWINGS, "6x10", "4x7", "triangle7", "hexagon3", "3x3x3", "9x9x9999", "٣x3", "hexagon999", "0x0"]
PIECES = [*DRAWINGS, "AAB\nABB\n \nA", "AA B\nA. .", "dominoes", "soma", "tetracubes", "diamonds", "trihexes"]


def _of_each(texts: list[str]) -> list[str]:
    return [chr(k) + text for k in range(len(LATTICES)) for text in texts]


@reader("cells", _of_each(REGIONS), repeats=True)
def cells(data: bytes) -> None:
    lattice, text = LATTICES[number(data, 4)], data[1:].decode("utf-8", "replace")
    found = attempt(region_of, lattice, text, says="region|a drawing")
    if not isinstance(found, Refused) and 0 < len(found) < 300:
        assert len({*map(lattice.name, found)}) == len(found)
        empty = models.queens(1)  # a picture without pieces is the region
        again = region_of(lattice, draw_tiles(lattice, found, empty, ()).text + "\n")
        assert lattice.normal(again) == lattice.normal(found)


@reader("pieces", _of_each(PIECES), repeats=True)
def pieces(data: bytes) -> None:
    lattice, text = LATTICES[number(data, 4)], data[1:].decode("utf-8", "replace")
    found = attempt(pieces_of, lattice, text, says="pieces|a drawing")
    if not isinstance(found, Refused):
        assert all(lattice.normal(shape) == shape for _, shape in found)


@reader("squares", ["12/21", "1234/2143/3412/4321", "1.\n.1", "3", "0", "9" * 5000, "٣", "a-b b-c,c-a", "a-b a-b"], 512)
def squares(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    cells = attempt(read_square, text, says="row|'|\"|[0-9]+ rows")
    n = len(text.replace("/", " ").split())
    if not isinstance(cells, Refused) and n:
        assert models.latin_squares(n, given=text).n_primary == 3 * n * n
    if text.isdecimal() and 1 < len(text.lstrip("0")) < 5:
        return  # a large order or number of vertices, as intended
    attempt(models.transversals, text)
    edges = attempt(models.perfect_matchings, text)
    assert isinstance(edges, Refused) or edges.n_primary <= max(len(text), 99)


@reader("slots", ["Mon=3,Tue=10\nLatin Ann 7a 2\nGreek", "a=1,a=2\nx 1", "=1", "a=x", "٣=1\nx y ٣"], 512)
def slots(data: bytes) -> None:
    first, *_ = words(data)
    costs = attempt(slot_costs, first, errors=ArgumentTypeError)
    path = folder() / "lessons"
    path.write_bytes(data[len(first.encode()) :])
    found = attempt(lessons, str(path), errors=(ArgumentTypeError, ValueError))
    if not isinstance(found, Refused):
        names = ["s1", "s2", "s3"] if isinstance(costs, Refused) else [*costs][:4]
        attempt(models.timetable, found, names, costs=None if isinstance(costs, Refused) else costs)


@reader(
    "crosswords",
    ["...\n.#.\na..\nape\nate", "..\n..", "\nword\nß", "#.#\n.é.", "...\n..", "3x4\napes;80\nate;-2.5", "...\nape;x"],
    256,
)
def crosswords(data: bytes) -> None:
    lines = words(data)
    half = len(lines) // 2
    grid, says = "\n".join(lines[:half]), "row|r[0-9]+c[0-9]+ of|the word|columns is"
    made = attempt(models.crossword, grid, lines[half:], says=says)
    if not isinstance(made, Refused):
        solution = made.solve()
        if solution is not None:
            made.draw(solution)
            json.loads(made.ipuz(solution))
        if made.costs is not None:
            assert len(made.best_fill()) == (solution is not None)


@reader("tables", ["cost,a,b\n1,1,0\n2,0,1\n", "cost,of\n1,a b\n", 'cost,"a\n', "cost,a,a\n1,1,1", "cost,a\nx,1"], 256)
def tables(data: bytes) -> None:
    path = folder() / "table"
    path.write_bytes(data)
    rows = attempt(table, str(path), errors=(ArgumentTypeError, ValueError))
    if not isinstance(rows, Refused):
        for items in (None, "of"):
            made = attempt(models.set_partitioning, rows, items=items, says="row|no column|the table")
            if not isinstance(made, Refused):
                assert (made.solve() is None) == (len(made.best()) == 0)


READERS: tuple[Reader, ...] = (cells, pieces, squares, slots, crosswords, tables)
