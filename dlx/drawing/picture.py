# SPDX-License-Identifier: MIT
"""Pictures: lists of shapes, which this module writes as SVG or HTML, dlx/drawing/pdf.py as PDF; png.py paints PNG.

    Picture  =  width x height, a title, and a description for people who cannot see it;
                shapes, from the lowest layer to the highest:   Rect   Line   Circle   Text

Colors are opaque and the ground is white, so a picture looks the same on every page, light or dark.

A sheet of pictures in rows, as one picture.

+---+---+---+     as many columns as make the sheet about square, or as many as the caller wants
| 1 | 2 | 3 |     every picture gets a field of the same size, in reading order
+---+---+---+
| 4 | 5 |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, sqrt
from os import PathLike, fspath
from pathlib import Path
from zlib import crc32

from ..system.files import replace_file
from ..system.public import public
from ..system.wording import unknown_name
from .shapes import GROUND, DrawnShape, Rect, escaped, moved, number

FORMATS = ("svg", "html", "pdf", "png", "txt")
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body {{ margin: 1.5em; background: #fff; color: #111; font-family: sans-serif }} figure {{ margin: 0 }}</style>
</head>
<body>
<figure>
{svg}<figcaption>{title}</figcaption>
</figure>
</body>
</html>
"""


@public("dlx")
@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on white, as SVG, HTML, PDF, PNG or text; notebooks display it directly.

    >>> from dlx.drawing.shapes import Circle
    >>> picture = Picture("a dot", "A black dot.", 20, 20, (Circle(10, 10, 5, fill="#000000"),), "o")
    >>> picture.svg[:30], picture.text
    ('<svg xmlns="http://www.w3.org/', 'o')
    """

    title: str
    description: str
    width: float
    height: float
    shapes: tuple[DrawnShape, ...] = field(repr=False)
    text: str = field(default="", repr=False)  # the picture in characters

    @property
    def svg(self) -> str:
        """An SVG document."""
        body = "\n".join(self._groups())
        name = f"p{crc32(body.encode()):08x}"  # distinguishes pictures on one page
        width, height = number(self.width), number(self.height)
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="{name}t {name}d"'
        style = f'font-family="{FONT}" style="max-width:100%;height:auto"'
        title, about = escaped(self.title), escaped(self.description)
        names = f'<title id="{name}t">{title}</title>\n<desc id="{name}d">{about}</desc>'
        return f"{head} {style}>\n{names}\n{body}\n</svg>\n"

    def _groups(self) -> Iterator[str]:
        yield Rect(0, 0, self.width, self.height, GROUND).svg().replace("/>", f' fill="{GROUND}"/>')
        yield from groups(self.shapes)

    @property
    def html(self) -> str:
        """An HTML page with the picture."""
        title = escaped(self.title)
        return PAGE.format(title=title, svg=self.svg)

    def png(self, scale: float = 2) -> bytes:
        """Return a PNG image, enlarged by the factor `scale`; this needs Pillow: pip install pillow."""
        from .png import png

        return png(self.width, self.height, self.shapes, scale)

    def pdf(self) -> bytes:
        """Return a PDF file with one page, of the picture's size.

        Raises ValueError for a letter that is not Western European: PDF's own fonts lack it.
        """
        from .pdf import pdf

        return pdf([(self.width, self.height, self.shapes)], self.title)

    def render(self, format: str) -> str | bytes:
        """Return the picture in one of the formats svg, html, pdf, png, txt.

        Raises ValueError for any other format.
        """
        if format not in FORMATS:
            raise ValueError(unknown_name("no format", format, FORMATS))
        if format in ("pdf", "png"):
            return self.pdf() if format == "pdf" else self.png()
        return {"svg": self.svg, "html": self.html, "txt": self.text + "\n"}[format]

    def save(self, path: str | PathLike[str], format: str | None = None) -> None:
        """Write the picture to a file, in `format` or in the format of the file name."""
        replace_file(path, self.render(format or format_of(fspath(path))))

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


def groups(shapes: Iterable[DrawnShape]) -> Iterator[str]:
    """Yield shapes as SVG; consecutive shapes of one style share a group."""
    for style, members in groupby(shapes, lambda shape: shape.style()):
        yield f"<g {style}>{''.join(shape.svg() for shape in members)}</g>"


def format_of(path: str) -> str:
    """Return the format that belongs to the name of a file; raise ValueError if there is none.

    >>> format_of("a/b.SVG"), format_of("b.htm")
    ('svg', 'html')
    """
    ending = Path(path).suffix[1:].lower()
    ending = {"htm": "html", "text": "txt"}.get(ending, ending)
    if ending not in FORMATS:
        raise ValueError(f"{path}: the name of a picture must end with {', '.join('.' + name for name in FORMATS)}")
    return ending


# --- several pictures on one sheet


def sheet(pictures: Sequence[Picture], title: str, *, columns: int | None = None) -> Picture:
    """Return one picture with all of these.

    Raises ValueError if there are none, or less than one column.

    >>> from dlx.drawing.shapes import Circle
    >>> dot = Picture("a dot", "A black dot.", 20, 20, (Circle(10, 10, 5, fill="#000000"),), "o")
    >>> four = sheet([dot] * 4, "four dots")
    >>> four.width, four.height, [(circle.x, circle.y) for circle in four.shapes]
    (40, 40, [(10, 10), (30, 10), (10, 30), (30, 30)])
    """
    if not pictures:
        raise ValueError("a sheet of no pictures; give at least one solution")
    wide, high = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    if columns is None:
        columns = min(len(pictures), max(1, round(sqrt(len(pictures) * high / wide))))
    if columns < 1:
        raise ValueError(f"columns is {columns}; there must be at least 1")
    shapes: list[DrawnShape] = []
    for k, picture in enumerate(pictures):
        row, column = divmod(k, columns)
        shapes += [moved(shape, column * wide, row * high) for shape in picture.shapes]
    description = " ".join(f"{k}: {picture.description}" for k, picture in enumerate(pictures, 1))
    text = "\n\n".join(picture.text for picture in pictures)
    return Picture(title, description, columns * wide, ceil(len(pictures) / columns) * high, tuple(shapes), text)
