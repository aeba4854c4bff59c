# SPDX-License-Identifier: MIT
"""Pictures as pages of a PDF file, with no other package.

    1 catalog   2 list of pages   3, 4, 5 fonts   6 title   7 page, 8 its shapes   9 page, 10 its shapes   ...   xref

Our shapes are rectangles, lines, circles and texts on white, which PDF has as well: one operator each, four curves for
a circle. Every reader has the fonts Helvetica and Courier, so we embed none; we need only the widths of their letters
(letters.py), to center a text. (reportlab takes 9 MB, and 32 MB with the packages that it needs; fpdf2 takes 55 MB.
Without a font file, both have the same letters as we, so neither would spare anyone a limit.)

The fonts have the letters of Windows code page 1252, that is, of Western Europe. Use HTML for others.

Reference: ISO 32000-1 (PDF 1.7), sections 7.5 (file), 8.4 and 8.5 (graphics), 9.4 (text), D.2 (letters).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from zlib import compress

from .letters import text_width
from .shapes import Circle, DrawnShape, Line, Rect, Text, number

POINTS_PER_PIXEL = 0.75  # 72 points, or 96 pixels, are an inch
CURVE = 0.5523  # distance of the control points of a quarter of a circle, in radii
FONTS = ("Helvetica", "Helvetica-Bold", "Courier")


Page = tuple[float, float, tuple[DrawnShape, ...]]  # width and height in pixels, shapes


def pdf(pages: Iterable[Page], title: str) -> bytes:
    """Return a PDF file with these pages.

    Raises ValueError for a letter that the fonts do not have.

    >>> file = pdf([(20, 20, (Circle(10, 10, 5, fill="#000000"),))], "a dot")
    >>> file[:8], file.count(b"/Type /Page ")
    (b'%PDF-1.7', 1)
    """
    name = ("\ufeff" + title).encode("utf-16-be", "replace").hex()
    fonts = [f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>" for font in FONTS]
    parts = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", *map(str.encode, fonts), f"<< /Title <{name}> >>".encode()]
    kids = []
    for wide, high, drawn in pages:
        kids.append(f"{len(parts) + 1} 0 R")
        width, height = number(wide * POINTS_PER_PIXEL), number(high * POINTS_PER_PIXEL)
        used = " ".join(f"/F{k} {k + 3} 0 R" for k in range(len(FONTS)))
        about = f"/MediaBox [0 0 {width} {height}] /Resources << /Font << {used} >> >> /Contents {len(parts) + 2} 0 R"
        parts.append(f"<< /Type /Page /Parent 2 0 R {about} >>".encode())
        shapes = compress("\n".join(_operators(high, drawn)).encode())
        parts.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(shapes), shapes))
    parts[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    return _file(parts)


def _file(parts: list[bytes]) -> bytes:
    """Return the file: its parts, and the table of their places."""
    file, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for k, part in enumerate(parts, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (k, part)
    start = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer << /Size %d /Root 1 0 R /Info 6 0 R >>\n" % (len(parts) + 1)
    return bytes(file + b"startxref\n%d\n%%%%EOF\n" % start)


def _operators(height: float, drawn: tuple[DrawnShape, ...]) -> Iterator[str]:
    """Yield the operators that draw a page; consecutive shapes of one style share its operators."""
    points = number(POINTS_PER_PIXEL)
    yield f"{points} 0 0 -{points} 0 {number(height * POINTS_PER_PIXEL)} cm"  # y grows downwards
    for _, shapes in groupby(drawn, lambda shape: shape.style()):
        for k, shape in enumerate(shapes):
            if k == 0:
                yield from _style(shape)
            yield _drawn(shape)


def _style(shape: DrawnShape) -> Iterator[str]:
    if shape.fill:
        yield f"{_color(shape.fill)} rg"
    if not isinstance(shape, Text) and shape.stroke:
        yield f"{_color(shape.stroke)} RG {number(shape.line)} w"
    if isinstance(shape, Line):
        cap = 1 if shape.round else 2 if shape.dash is None else 0
        yield f"{cap} J {int(shape.round)} j [{' '.join(map(number, shape.dash or ()))}] 0 d"
    elif not isinstance(shape, Text):
        yield "0 J 0 j [] 0 d"


def _drawn(shape: DrawnShape) -> str:
    if isinstance(shape, Text):
        return _text(shape)
    path = {Rect: _rect, Line: _line, Circle: _circle}[type(shape)](shape)  # type: ignore[operator]
    return f"{path} {'B' if shape.fill and shape.stroke else 'f' if shape.fill else 'S'}"


def _line(shape: Line) -> str:
    end = " h" if shape.fill else ""
    return " ".join(_way(part) + end for part in shape.parts)


def _way(points: Sequence[tuple[float, float]]) -> str:
    return f"{_numbers(*points[0])} m" + "".join(f" {_numbers(*point)} l" for point in points[1:])


def _circle(shape: Circle) -> str:
    return _rect(Rect(shape.x - shape.r, shape.y - shape.r, 2 * shape.r, 2 * shape.r, radius=shape.r))


def _rect(shape: Rect) -> str:
    """Return a rectangle, or one with round corners: four lines and four curves."""
    x, y, width, height, r = shape.x, shape.y, shape.width, shape.height, shape.radius
    if not r:
        return f"{_numbers(x, y, width, height)} re"
    right, bottom, c = x + width, y + height, r * (1 - CURVE)
    ways = [f"{_numbers(x + r, y)} m"]
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in (
        ((right - r, y), (right - c, y), (right, y + c), (right, y + r)),
        ((right, bottom - r), (right, bottom - c), (right - c, bottom), (right - r, bottom)),
        ((x + r, bottom), (x + c, bottom), (x, bottom - c), (x, bottom - r)),
        ((x, y + r), (x, y + c), (x + c, y), (x + r, y)),
    ):
        ways.append(f"{_numbers(x0, y0)} l {_numbers(x1, y1, x2, y2, x3, y3)} c")
    return " ".join(ways) + " h"


def _text(shape: Text) -> str:
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * text_width(shape)
    below = shape.size * 0.36  # as in SVG
    x, y = (shape.x + below, shape.y + shift) if shape.turned else (shape.x - shift, shape.y + below)
    way = "0 -1 -1 0" if shape.turned else "1 0 0 -1"
    font = 2 if shape.mono else int(shape.bold)
    return f"BT /F{font} {number(shape.size)} Tf {way} {_numbers(x, y)} Tm <{_letters(shape.text).hex()}> Tj ET"


def _letters(text: str) -> bytes:
    try:
        return text.encode("cp1252")
    except UnicodeEncodeError as error:
        raise ValueError(f"{text!r}: the fonts of PDF have no {text[error.start]!r}; use HTML") from None


def _color(color: str) -> str:
    return " ".join(f"{int(color[k : k + 2], 16) / 255:.3f}" for k in (1, 3, 5))


def _numbers(*lengths: float) -> str:
    return " ".join(map(number, lengths))
