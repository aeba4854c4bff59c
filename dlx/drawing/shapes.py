# SPDX-License-Identifier: MIT
"""Shapes of a picture: rectangles, lines, circles and texts, each with its SVG.

Lengths are pixels, from the upper left corner. A text is centered at its point; we compute its baseline, since programs
disagree on the attributes that would do so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..system.public import public

INK, SOFT, GROUND = "#111827", "#6b7280", "#ffffff"

MONO_FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # not allowed in XML


@public("dlx")
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
        corner = f' rx="{number(self.radius)}"' if self.radius else ""
        box = f'x="{number(self.x)}" y="{number(self.y)}" width="{number(self.width)}" height="{number(self.height)}"'
        return f"<rect {box}{corner}/>"

    def style(self) -> str:
        return _paint(self.fill, self.stroke, self.line)


@public("dlx")
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
        ways = ("M" + "L".join(f"{number(x)} {number(y)}" for x, y in part) + end for part in self.parts)
        return f'<path d="{"".join(ways)}"/>'

    def style(self) -> str:
        dash = "" if self.dash is None else f' stroke-dasharray="{number(self.dash[0])} {number(self.dash[1])}"'
        caps = "round" if self.round else "square" if self.dash is None else "butt"
        joins = ' stroke-linejoin="round"' if self.round else ""
        return f'{_paint(self.fill, self.stroke, self.line)} stroke-linecap="{caps}"{joins}{dash}'


@public("dlx")
@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    r: float
    fill: str | None = None
    stroke: str | None = None
    line: float = 1

    def svg(self) -> str:
        return f'<circle cx="{number(self.x)}" cy="{number(self.y)}" r="{number(self.r)}"/>'

    def style(self) -> str:
        return _paint(self.fill, self.stroke, self.line)


@public("dlx")
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
        turn = f' transform="rotate(-90 {number(self.x)} {number(self.y)})"' if self.turned else ""
        return f'<text x="{number(self.x)}" y="{number(y)}"{turn}>{escaped(self.text)}</text>'

    def style(self) -> str:
        weight = ' font-weight="700"' if self.bold else ""
        font = f' font-family="{MONO_FONTS}"' if self.mono else ""
        return f'font-size="{number(self.size)}" fill="{self.fill}" text-anchor="{self.anchor}"{weight}{font}'


DrawnShape = Rect | Line | Circle | Text


def moved(shape: DrawnShape, right: float, down: float) -> DrawnShape:
    """Return a shape in another place.

    >>> moved(Circle(1, 2, 3), 10, 20)
    Circle(x=11, y=22, r=3, fill=None, stroke=None, line=1)
    """
    if isinstance(shape, Line):
        return replace(shape, parts=tuple(tuple((x + right, y + down) for x, y in part) for part in shape.parts))
    return replace(shape, x=shape.x + right, y=shape.y + down)


def scaled(shape: DrawnShape, factor: float) -> DrawnShape:
    """Return a shape enlarged by a factor, seen from the upper left corner of the picture.

    >>> scaled(Circle(1, 2, 3), 10)
    Circle(x=10, y=20, r=30, fill=None, stroke=None, line=10)
    """
    if isinstance(shape, Text):
        return replace(shape, x=shape.x * factor, y=shape.y * factor, size=shape.size * factor)
    line = shape.line * factor
    if isinstance(shape, Line):
        parts = tuple(tuple((x * factor, y * factor) for x, y in part) for part in shape.parts)
        dash = None if shape.dash is None else (shape.dash[0] * factor, shape.dash[1] * factor)
        return replace(shape, parts=parts, line=line, dash=dash)
    x, y = shape.x * factor, shape.y * factor
    if isinstance(shape, Circle):
        return replace(shape, x=x, y=y, r=shape.r * factor, line=line)
    width, height = shape.width * factor, shape.height * factor
    return replace(shape, x=x, y=y, width=width, height=height, line=line, radius=shape.radius * factor)


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
    edge = f' stroke="{stroke}" stroke-width="{number(line)}"' if stroke else ""
    return f'fill="{fill or "none"}"{edge}'


def number(length: float) -> str:
    """Return a length as a number, as short as possible."""
    return f"{length:.2f}".rstrip("0").rstrip(".")
