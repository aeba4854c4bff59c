# SPDX-License-Identifier: MIT
"""Pictures: lists of shapes, which this module writes as SVG or HTML and dlx/png.py paints as PNG.

    Picture  =  width x height, a title, and a description for people who cannot see it;
                shapes, from the lowest layer to the highest:   Rect   Line   Circle   Text

Lengths are pixels, from the upper left corner. Colors are opaque and the ground is white, so a picture looks the same
on every page, light or dark. A text is centered at its point; we compute its baseline, since programs disagree on the
attributes that would do so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from os import PathLike, fspath
from pathlib import Path
from zlib import crc32

from .files import replacing

INK, SOFT, GROUND = "#111827", "#6b7280", "#ffffff"
FORMATS = ("svg", "html", "png", "txt")
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
MONO = "DejaVu Sans Mono, Menlo, Consolas, monospace"
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
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # not allowed in XML


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    stroke: str | None = None
    line: float = 1  # width of the stroke
    radius: float = 0  # of the corners

    def svg(self) -> str:
        corner = f' rx="{_n(self.radius)}"' if self.radius else ""
        box = f'x="{_n(self.x)}" y="{_n(self.y)}" width="{_n(self.width)}" height="{_n(self.height)}"'
        return f"<rect {box}{corner}/>"

    def style(self) -> str:
        return _paint(self.fill, self.stroke, self.line)


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, or several separate lines; a `fill` closes and fills them."""

    parts: tuple[tuple[tuple[float, float], ...], ...]
    stroke: str | None = INK
    line: float = 1
    fill: str | None = None
    dash: tuple[float, float] | None = None  # lengths of a dash and a gap
    round: bool = False  # the ends and corners are round

    @classmethod
    def of(cls, *points: tuple[float, float], stroke: str | None = INK, line: float = 1, round: bool = False) -> Line:
        """Return one line through these points."""
        return cls((points,), stroke, line, round=round)

    def svg(self) -> str:
        end = "Z" if self.fill else ""
        ways = ("M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in part) + end for part in self.parts)
        return f'<path d="{"".join(ways)}"/>'

    def style(self) -> str:
        dash = "" if self.dash is None else f' stroke-dasharray="{_n(self.dash[0])} {_n(self.dash[1])}"'
        caps = "round" if self.round else "square" if self.dash is None else "butt"
        joins = ' stroke-linejoin="round"' if self.round else ""
        return f'{_paint(self.fill, self.stroke, self.line)} stroke-linecap="{caps}"{joins}{dash}'


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    r: float
    fill: str | None = None
    stroke: str | None = None
    line: float = 1

    def svg(self) -> str:
        return f'<circle cx="{_n(self.x)}" cy="{_n(self.y)}" r="{_n(self.r)}"/>'

    def style(self) -> str:
        return _paint(self.fill, self.stroke, self.line)


@dataclass(frozen=True, slots=True)
class Text:
    x: float
    y: float  # of the middle of a capital letter
    text: str
    size: float = 16
    fill: str = INK
    bold: bool = False
    anchor: str = "middle"  # or "start", "end"
    turned: bool = False  # by 90 degrees, to read upwards
    mono: bool = False  # monospaced

    def svg(self) -> str:
        y = self.y + self.size * 0.36  # half the height of capitals and digits
        turn = f' transform="rotate(-90 {_n(self.x)} {_n(self.y)})"' if self.turned else ""
        return f'<text x="{_n(self.x)}" y="{_n(y)}"{turn}>{escaped(self.text)}</text>'

    def style(self) -> str:
        weight = ' font-weight="700"' if self.bold else ""
        font = f' font-family="{MONO}"' if self.mono else ""
        return f'font-size="{_n(self.size)}" fill="{self.fill}" text-anchor="{self.anchor}"{weight}{font}'


Shape = Rect | Line | Circle | Text


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on white, as SVG, HTML, PNG or text; notebooks display it directly.

    >>> picture = Picture("a dot", "A black dot.", 20, 20, (Circle(10, 10, 5, fill="#000000"),), "o")
    >>> picture.svg[:30], picture.text
    ('<svg xmlns="http://www.w3.org/', 'o')
    """

    title: str
    description: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    text: str = field(default="", repr=False)  # the picture in characters

    @property
    def svg(self) -> str:
        """An SVG document."""
        body = "\n".join(self._groups())
        name = f"p{crc32(body.encode()):08x}"  # distinguishes pictures on one page
        size = f'width="{_n(self.width)}" height="{_n(self.height)}" viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="{name}t {name}d"'
        return "\n".join(
            [
                f'{head} font-family="{FONT}" style="max-width:100%;height:auto">',
                f'<title id="{name}t">{escaped(self.title)}</title>',
                f'<desc id="{name}d">{escaped(self.description)}</desc>',
                body,
                "</svg>\n",
            ]
        )

    def _groups(self) -> Iterator[str]:
        """Yield the shapes; consecutive shapes of one style share a group."""
        yield Rect(0, 0, self.width, self.height, GROUND).svg().replace("/>", f' fill="{GROUND}"/>')
        for style, shapes in groupby(self.shapes, lambda shape: shape.style()):
            yield f"<g {style}>{''.join(shape.svg() for shape in shapes)}</g>"

    @property
    def html(self) -> str:
        """An HTML page with the picture."""
        title = escaped(self.title)
        return PAGE.format(title=title, svg=self.svg)

    def png(self, scale: float = 2) -> bytes:
        """Return a PNG image, enlarged by the factor `scale`; this needs Pillow: pip install 'dlx-engine[png]'."""
        from .png import png

        return png(self, scale)

    def render(self, format: str) -> str | bytes:
        """Return the picture in one of the formats svg, html, png, txt.

        Raises ValueError for any other format.
        """
        if format not in FORMATS:
            raise ValueError(f"no format {format!r}; choose one of {', '.join(FORMATS)}")
        if format == "png":
            return self.png()
        return {"svg": self.svg, "html": self.html, "txt": self.text + "\n"}[format]

    def save(self, path: str | PathLike[str], format: str | None = None) -> None:
        """Write the picture to a file, in `format` or in the format of the file name."""
        content = self.render(format or format_of(fspath(path)))
        with replacing(path, "wb" if isinstance(content, bytes) else "w") as stream:
            stream.write(content)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


def format_of(path: str) -> str:
    """Return the format that belongs to the name of a file; raise ValueError if there is none.

    >>> format_of("a/b.SVG"), format_of("b.htm")
    ('svg', 'html')
    """
    ending = Path(path).suffix[1:].lower()
    ending = {"htm": "html", "text": "txt"}.get(ending, ending)
    if ending not in FORMATS:
        raise ValueError(f"{path}: the name of a picture ends with {', '.join('.' + name for name in FORMATS)}")
    return ending


def escaped(text: str) -> str:
    """Return text for XML: markup characters are escaped, and characters that XML forbids are replaced.

    >>> escaped("a<b & 'c'")
    'a&lt;b &amp; &#39;c&#39;'
    """
    text = _CONTROL.sub("\ufffd", text)
    for mark, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(mark, name)
    return text


def _paint(fill: str | None, stroke: str | None, line: float) -> str:
    edge = f' stroke="{stroke}" stroke-width="{_n(line)}"' if stroke else ""
    return f'fill="{fill or "none"}"{edge}'


def _n(number: float) -> str:
    """Return a length as a number, as short as possible."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
