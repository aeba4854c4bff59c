# SPDX-License-Identifier: MIT
"""Pictures as PNG, painted with Pillow (the extra `png`).

Pillow draws without smoothing, so we paint a picture three times as large and shrink it. Pillow has its own font, so
the result does not depend on the installed fonts, unless there are letters beyond ASCII. (We tried two programs that
turn SVG into PNG, resvg_py and CairoSVG. Their output is right, but they need the system's fonts, and draw no digits if
there are none. matplotlib has fonts, but takes ten times as long to install and to import.)
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

from ..system.extras import import_extra
from .shapes import GROUND, Circle, DrawnShape, Line, Rect, Text

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SMOOTHING_FACTOR = 3  # factor by which we paint larger
SMOOTHED_PIXELS = 60_000_000  # pixels of the large image; beyond that, we smooth less
MOST_PIXELS = 200_000_000

Polyline = tuple[tuple[float, float], ...]


def png(width: float, height: float, shapes: tuple[DrawnShape, ...], scale: float) -> bytes:
    """Paint shapes on white; see :meth:`Picture.png`."""
    import_extra("PIL", "PNG", "pillow")
    from PIL import Image, ImageDraw

    if not scale > 0:
        raise ValueError(f"scale is {scale}; it must be above 0")
    width, height = max(round(width * scale), 1), max(round(height * scale), 1)
    if width * height > MOST_PIXELS:
        raise ValueError(f"a picture of {width} x {height} pixels is too large; take a smaller scale")
    smooth = SMOOTHING_FACTOR
    while smooth > 1 and width * height * smooth**2 > SMOOTHED_PIXELS:
        smooth -= 1
    image = Image.new("RGB", (width * smooth, height * smooth), GROUND)
    brush = Brush(ImageDraw.Draw(image), scale * smooth)
    for shape in shapes:
        brush.paint(shape)
    out = BytesIO()
    image.resize((width, height), Image.Resampling.BOX).save(out, "PNG", optimize=True)
    return out.getvalue()


class Brush:
    """Paints shapes, with `scale` pixels for each pixel of theirs."""

    def __init__(self, draw: ImageDraw, scale: float) -> None:
        self.draw, self.scale = draw, scale

    def paint(self, shape: Rect | Line | Circle | Text) -> None:
        getattr(self, "_" + type(shape).__name__.lower())(shape)

    def _rect(self, shape: Rect) -> None:
        s, half = self.scale, (shape.line / 2 if shape.stroke else 0)
        box = (shape.x - half, shape.y - half, shape.x + shape.width + half, shape.y + shape.height + half)
        edges = [round(edge * s) for edge in box]
        self.draw.rounded_rectangle(
            (edges[0], edges[1], edges[2] - 1, edges[3] - 1),
            radius=(shape.radius + half) * s if shape.radius else 0,
            fill=shape.fill,
            outline=shape.stroke,
            width=max(round(shape.line * s), 1) if shape.stroke else 0,
        )

    def _circle(self, shape: Circle) -> None:
        r = (shape.r + (shape.line / 2 if shape.stroke else 0)) * self.scale
        x, y = shape.x * self.scale, shape.y * self.scale
        width = max(round(shape.line * self.scale), 1) if shape.stroke else 0
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=shape.fill, outline=shape.stroke, width=width)

    def _line(self, shape: Line) -> None:
        for points in shape.parts:
            if shape.fill:
                self.draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill=shape.fill)
                points = (*points, points[0])
            if shape.stroke:
                for part in [points] if shape.dash is None else dashes(points, *shape.dash):
                    self._stroke(part, shape)

    def _stroke(self, points: Polyline, shape: Line) -> None:
        """Paint each segment; round corners and ends get a circle, square ends half a width more."""
        assert shape.stroke is not None
        half = shape.line / 2
        extension = half if shape.dash is None and not shape.round else 0
        for (x0, y0), (x1, y1) in pairwise(points):
            length = hypot(x1 - x0, y1 - y0) or 1
            dx, dy = (x1 - x0) / length, (y1 - y0) / length
            x0, y0, x1, y1 = x0 - dx * extension, y0 - dy * extension, x1 + dx * extension, y1 + dy * extension
            nx, ny = -dy * half, dx * half
            corners = [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]
            self._polygon(corners, shape.stroke)
        for x, y in points if shape.round else ():
            self._circle(Circle(x, y, half, fill=shape.stroke))

    def _polygon(self, corners: list[tuple[float, float]], fill: str) -> None:
        """Paint a polygon, an upright rectangle in whole pixels: a thin line spread over two pixels would be pale."""
        xs, ys = [x * self.scale for x, _ in corners], [y * self.scale for _, y in corners]
        left, right, top, bottom = round(min(xs)), round(max(xs)), round(min(ys)), round(max(ys))
        if len({round(x, 3) for x in xs}) == 2 and len({round(y, 3) for y in ys}) == 2:
            self.draw.rectangle((left, top, max(right - 1, left), max(bottom - 1, top)), fill=fill)
        else:
            self.draw.polygon(list(zip(xs, ys, strict=True)), fill=fill)

    def _text(self, shape: Text) -> None:
        size = max(round(shape.size * self.scale), 1)
        if shape.turned:
            self._turned(shape, size)
            return
        x, y = shape.x * self.scale, shape.y * self.scale + size * CAPITAL_HEIGHT / 2
        bold = round(size * 0.035) if shape.bold else 0
        if shape.mono:
            x -= MONO_WIDTH * size * len(shape.text) * {"middle": 0.5, "start": 0, "end": 1}[shape.anchor]
            letters = [(x + MONO_WIDTH * size * (k + 0.5), letter, "ms") for k, letter in enumerate(shape.text)]
        else:
            letters = [(x, shape.text, {"middle": "ms", "start": "ls", "end": "rs"}[shape.anchor])]
        for x, text, anchor in letters:
            self.draw.text((x, y), text, shape.fill, _font(size, text.isascii()), anchor=anchor, stroke_width=bold)

    def _turned(self, shape: Text, size: int) -> None:
        """Paint a text separately, turn it, and put it in its place."""
        from PIL import Image, ImageDraw

        font = _font(size, shape.text.isascii())
        left, _, right, _ = font.getbbox(shape.text, anchor="ls")
        mask = Image.new("L", (max(int(right - left), 1), size * 2), 0)
        ImageDraw.Draw(mask).text((-left, size * 1.5), shape.text, 255, font, anchor="ls")
        mask = mask.rotate(90, expand=True)
        x = shape.x * self.scale - size * (1.5 - CAPITAL_HEIGHT / 2)
        shift = {"middle": mask.height / 2, "start": mask.height, "end": 0}[shape.anchor]
        self.draw.bitmap((round(x), round(shape.y * self.scale - shift)), mask, fill=shape.fill)


MONO_WIDTH = 0.61  # the width of a monospaced letter, in font sizes; Pillow's only font is proportional
CAPITAL_HEIGHT = 0.71  # the height of a digit, in font sizes
SYSTEM_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial Unicode.ttf", "Arial.ttf")  # common system fonts


@cache
def _font(size: int, plain: bool) -> Any:
    """Return Pillow's own font, which has only ASCII; for other letters a system font if there is one."""
    from PIL import ImageFont

    for name in () if plain else SYSTEM_FONTS:
        with suppress(OSError):
            return ImageFont.truetype(name, size)
    return ImageFont.load_default(size)


def dashes(points: Polyline, drawn: float, left_out: float) -> list[Polyline]:
    """Return the dashes of a line; they continue around its corners.

    >>> dashes(((0, 0), (5, 0), (5, 2)), 2, 1)
    [((0.0, 0.0), (2.0, 0.0)), ((3.0, 0.0), (5.0, 0.0)), ((5.0, 1.0), (5.0, 2.0))]
    """
    pieces: list[Polyline] = []
    period, before = drawn + left_out, 0.0  # length of the line up to this corner
    for (x0, y0), (x1, y1) in pairwise(points):
        length = hypot(x1 - x0, y1 - y0)
        at = -(before % period)  # the start of the current dash
        while at < length:
            start, end = max(at, 0.0), min(at + drawn, length)
            if end > start:
                ends = [(x0 + (x1 - x0) * part / length, y0 + (y1 - y0) * part / length) for part in (start, end)]
                pieces.append(tuple(ends))
            at += period
        before += length
    return pieces
