# SPDX-License-Identifier: MIT
"""Puzzles of BurrTools, the program for burrs and packings in space: its files become problems.

    puzzle.xmpuzzle      gzip, XML
    <gridType type="0"/>                                     what cells are: cubes, prisms, spheres, parts of cubes
    <voxel x="4" y="1" z="1">##+_</voxel>                    a shape: # a cell, + one that may stay empty, _ none;
                                                             a number after it is its color
    <problem><shape id="1" min="0" max="2"/><result id="0"/> copies of shape 1, to fill shape 0
             <pair piece="0" result="1"/></problem>          a cell of color 1 may go into a cell of color 2

BurrTools counts assemblies up to the symmetries of the result, and so does ``count(orbits=True)``. It then tries to
take each assembly apart, which we do not.

Colors are a last coordinate of each point, which rotations keep. Rhombic pieces and tetrahedra with octahedra are sets
of cells of a finer grid of cubes, so they have lattices of cubes with fewer translations.

Reference: Andreas Röver, Burr Tools User Guide, https://burrtools.sourceforge.net.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import product
from os import PathLike, fspath
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element
from xml.parsers.expat import ExpatError

from ..drawing.grid import letters
from ..engine.limits import integer
from ..system.elements import XML_CHUNK_BYTES, XmlReader
from ..system.unpacking import gunzipped
from ..system.wording import plural
from .filling import Bounds, fill
from .instance import Instance
from .lattice import COLORED_SPHERES, GRIDS_BY_TYPE, Cells, Lattice, Point
from .tiles import Piece

MOST_BYTES = 1 << 26  # of a file, unpacked
MOST_ELEMENTS = 1_000_000  # of a file, the solutions that BurrTools found among them
MOST_KEPT_ELEMENTS = 50_000  # of a file, without these
NEUTRAL = 0  # the color of cells that fit everywhere


class Voxel(NamedTuple):
    """A cell of a shape."""

    place: Point  # layer, row, column
    color: int
    variable: bool  # it may stay empty


def burrtools(file: str | PathLike[str], *, problem: int = 1, reflections: bool = True) -> Instance:
    """Assemble the pieces of a puzzle that was drawn with BurrTools, as it was drawn: ranges, holes, colors.

    ``count(orbits=True)`` is the number of assemblies that BurrTools finds. A picture shows the layers of a solution
    side by side. The problem does not ask if the pieces can be moved into place.

    Args:
        file: the path of a file ``.xmpuzzle``. Its cells may be cubes, triangular prisms, spheres, or the parts of
            cubes that form rhombic dodecahedra, or tetrahedra and octahedra. Pieces of spheres lie in all ways, but the
            symmetries of their result are a cube's.
        problem: the number of the problem in the file, from 1.
        reflections: count an assembly and its mirror image once, if the mirror image of each piece is a piece, too.

    Raises:
        ValueError: the file is not a puzzle, or has no such problem.
        OSError: the file cannot be read.

    On the command line::

        dlx model burrtools examples/soma.xmpuzzle --orbits
        dlx model burrtools examples/soma.xmpuzzle --draw -
    """
    root, name = read_puzzle(file), fspath(file)
    kind = root.find("gridType")
    grid = 0 if kind is None else _number(kind, "type", name)
    if grid >= len(GRIDS_BY_TYPE):
        raise ValueError(f"{name}: its cells are of an unknown kind {grid}; the kinds are 0 to 4")
    lattice = GRIDS_BY_TYPE[grid]
    shapes = [_voxels(shape, f"{name}: shape {k}") for k, shape in enumerate(root.iterfind("shapes/voxel"), 1)]
    problems = root.findall("problems/problem")
    if not 0 < integer(problem, "problem") <= len(problems):
        raise ValueError(f"{name}: no problem {problem}; it has {len(problems)}")
    if lattice is COLORED_SPHERES:
        _check_spheres(shapes, name)
    return _assembly(lattice, problems[problem - 1], shapes, f"{name}: problem {problem}", reflections)


def read_puzzle(file: str | PathLike[str]) -> Element:
    """Return the XML of a file, without solutions; raise ValueError if it is none, or too large."""
    try:
        with Path(file).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        try:
            return _parsed(data)
        except ExpatError:  # many a comment in a file is Latin-1, though nothing says so
            return _parsed(data, "iso-8859-1")
    except (ExpatError, ValueError) as error:
        raise ValueError(f"{fspath(file)}: not a puzzle of BurrTools ({error})") from None


def _parsed(data: bytes, encoding: str | None = None) -> Element:
    """Return the root of the XML in the bytes of a file, packed or not."""
    stream = BytesIO(data)
    tree, text, taken = _Tree(), gunzipped(stream) if data[:2] == b"\x1f\x8b" else stream, 0
    reader = XmlReader(tree.start, tree.end, encoding)
    while piece := text.read(XML_CHUNK_BYTES):
        reader.feed(piece)
        taken += len(piece)
        if taken > MOST_BYTES:
            raise ValueError(f"more than {MOST_BYTES >> 20} MiB; too large")
    reader.feed(b"")
    return tree.open[0][0]


class _Tree:
    """The elements of a file, without the solutions."""

    def __init__(self) -> None:
        self.open = [Element("")]  # the document and the open elements
        self.number = self.kept = 0  # of elements so far
        self.left_out = 0  # open elements of solutions

    def start(self, name: str, about: dict[str, str], line: int) -> None:
        """Begin an element."""
        self.left_out += bool(self.left_out or name == "solutions")
        self.number += 1
        self.kept += not self.left_out
        if self.number > MOST_ELEMENTS or self.kept > MOST_KEPT_ELEMENTS:
            limits = f"{MOST_KEPT_ELEMENTS:,} elements, or {MOST_ELEMENTS:,} with its solutions"
            raise ValueError(f"more than {limits}; too large")
        if not self.left_out:
            self.open.append(Element(name, about))

    def end(self, name: str, text: str) -> None:
        """End an element, and keep it in the one around it."""
        if self.left_out:
            self.left_out -= 1
        else:
            element = self.open.pop()
            element.text = text
            self.open[-1].append(element)


def _number(element: Element, name: str, place: str, otherwise: str = "") -> int:
    """Return a number from an attribute."""
    text = element.get(name, otherwise)
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError(f"{place}: {name} is {text!r}; it must be a number")
    return int(text)


def _voxels(shape: Element, place: str) -> list[Voxel]:
    """Return the cells of a shape; x counts fastest in the text, then y, then z."""
    wide, deep, high = (_number(shape, axis, place) for axis in "xyz")
    text = shape.text or ""
    strange = re.search(r"[^#+_0-9]|(?<![#+_0-9])[0-9]", text)
    if strange:
        raise ValueError(f"{place}: {strange[0]!r} is no cell; cells are #, + and _, with a color behind, as in #2")
    marks = re.findall(r"([#+_])([0-9]*)", text)
    if len(marks) != wide * deep * high:
        raise ValueError(f"{place}: {plural(len(marks), 'cell')} for a size of {wide} x {deep} x {high}")
    places = product(range(high), range(deep), range(wide))
    return [
        Voxel(at, int(color or NEUTRAL), mark == "+")
        for at, (mark, color) in zip(places, marks, strict=True)
        if mark != "_"
    ]


def _check_spheres(shapes: list[list[Voxel]], place: str) -> None:
    for k, shape in enumerate(shapes, 1):
        for voxel in shape:
            if sum(voxel.place) % 2:
                z, y, x = voxel.place
                raise ValueError(f"{place}: shape {k}: no sphere fits at {x}, {y}, {z}, whose sum is odd")


def _assembly(lattice: Lattice, problem: Element, shapes: list[list[Voxel]], place: str, reflections: bool) -> Instance:
    """Return one problem of a file."""
    result = _shape(problem.find("result"), shapes, place)
    cells = {lattice.middle((*voxel.place, voxel.color)): voxel.variable for voxel in result}
    pieces = [*_pieces(lattice, problem, shapes, place)]
    pairs = {  # of colors, which the file counts from 0 here, without the neutral one
        (_number(pair, "piece", place) + 1, _number(pair, "result", place) + 1)
        for pair in problem.iterfind("bitmap/pair")
    }
    colors = {point[-1] for piece in pieces for point in min(piece.turned)}
    holding = {
        (*cell[:-1], color): cell
        for cell in cells
        for color in colors
        if NEUTRAL in (color, cell[-1]) or (color, cell[-1]) in pairs
    }
    return fill(
        lattice,
        (*sorted(cells, key=lattice.place),),
        pieces,
        optional=frozenset(cell for cell, variable in cells.items() if variable),
        total=_total(problem, len(cells), pieces, place),
        holding=holding,
        reflections=reflections,
        title=problem.get("name") or place,
    )


def _shape(element: Element | None, shapes: list[list[Voxel]], place: str) -> list[Voxel]:
    """Return the shape with the number in an element."""
    if element is None:
        raise ValueError(f"{place}: it has no result to assemble")
    number = _number(element, "id", place)
    if number >= len(shapes):
        raise ValueError(f"{place}: no shape {number + 1}; there are {len(shapes)}")
    return shapes[number]


def _pieces(lattice: Lattice, problem: Element, shapes: list[list[Voxel]], place: str) -> Iterator[Piece]:
    """Yield the pieces of a problem, with equal ones merged."""
    rotations = lattice.group(reflections=False)
    copies: dict[frozenset[Cells], list[tuple[int, int, int]]] = {}
    for element in problem.iterfind("shapes/shape"):
        voxels = _shape(element, shapes, place)
        number = element.get("count", "1")
        lower, upper = (_number(element, name, place, number) for name in ("min", "max"))
        if lower > upper:
            raise ValueError(f"{place}: at least {lower} and at most {upper} copies of a shape; exchange the numbers")
        if any(voxel.variable for voxel in voxels) or not voxels:
            raise ValueError(f"{place}: a piece has no cells, or some that may stay empty, as only the result may have")
        normal = lattice.normal([lattice.middle((*voxel.place, voxel.color)) for voxel in voxels])
        if upper:
            turned = frozenset(lattice.images(normal, rotations))
            copies.setdefault(turned, []).append((int(element.get("id", "0")), lower, upper))
    for (turned, parts), letter in zip(copies.items(), letters(), strict=False):
        low, high = (sum(part[end] for part in parts) for end in (1, 2))
        yield Piece(f"S{parts[0][0] + 1}", turned, (letter,) * high, (low, high))


def _total(problem: Element, n_cells: int, pieces: Sequence[Piece], place: str) -> Bounds | None:
    """Return the bounds of the number of pieces, if the problem limits the number of empty cells."""
    bounds = (piece.bounds or (0, 1) for piece in pieces)
    if "maxHoles" not in problem.attrib or all(low == high for low, high in bounds):
        return None
    sizes = {piece.size for piece in pieces}
    if len(sizes) > 1:
        raise ValueError(f"{place}: a limit of empty cells (maxHoles) is supported for pieces of one size only")
    size = min(sizes)
    least = max(0, -(-(n_cells - _number(problem, "maxHoles", place)) // size))
    return least, max(least, n_cells // size)
