# SPDX-License-Identifier: MIT
"""Pictures as PNG: the pixels of what SVG shows."""

import struct
from io import BytesIO

import pytest

from dlx import Circle, Line, Picture, Rect, Text
from dlx.drawing.png import dashes
from tests.dlx.drawing.svg import SOME


def test_png(tmp_path):
    image_module = pytest.importorskip("PIL.Image")
    SOME.save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", data[16:24]) == (120, 80)
    image = image_module.open(tmp_path / "a.png").convert("RGB")
    assert image.getpixel((44, 14)) == (255, 0, 0) and image.getpixel((81, 30)) == (0, 0, 255)
    assert image.getpixel((110, 70)) == (255, 255, 255)
    assert struct.unpack(">II", SOME.png(scale=0.5)[16:24]) == (30, 20)
    for scale in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="scale"):
            SOME.png(scale)
    with pytest.raises(ValueError, match="too large"):
        SOME.png(1000)


def test_png_is_what_svg_shows():
    """Pixels inside, at the edge of and beyond each shape have the right colors."""
    image_module = pytest.importorskip("PIL.Image")
    shapes = (
        Rect(10, 10, 20, 20, "#ff0000", "#00ff00", 4, 8),
        Circle(60, 20, 10, "#0000ff", "#000000", 4),
        Line.of((10, 60), (40, 60), stroke="#123456", line=6, round=True),
        Line((((60, 50), (80, 50), (80, 70)),), None, fill="#00ffff"),
        Line((((10, 90), (90, 90)),), "#ff00ff", 4, dash=(10, 10)),
    )
    data = Picture("", "", 100, 100, shapes).png(1)
    pixel = image_module.open(BytesIO(data)).convert("RGB").getpixel
    white, black, red, green, blue = (255,) * 3, (0,) * 3, (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert [pixel(at) for at in ((20, 20), (9, 20), (30, 20), (20, 30), (6, 20))] == [red, green, green, green, white]
    assert pixel((9, 9)) == pixel((30, 30)) == white and pixel((11, 11)) != white  # a corner of radius 10
    assert [pixel(at) for at in ((60, 20), (60, 26), (49, 20), (70, 20), (60, 30))] == [blue, blue, *[black] * 3]
    assert pixel((60, 7)) == pixel((60, 33)) == pixel((69, 11)) == white
    assert pixel((8, 59)) == pixel((41, 60)) == (18, 52, 86) and pixel((6, 57)) == pixel((43, 62)) == white
    assert pixel((75, 55)) == (0, 255, 255) and pixel((65, 65)) == white
    assert [pixel((x, 90)) == white for x in range(15, 95, 10)] == [False, True] * 4


def test_png_has_texts_where_svg_has_them():
    image_module = pytest.importorskip("PIL.Image")

    def box(text):
        image = image_module.open(BytesIO(Picture("", "", 200, 200, (text,)).png(1))).convert("L")
        return image.point(lambda gray: 255 * (gray < 128)).getbbox()

    def near(found, wanted):
        return all(abs(a - b) <= 2 for a, b in zip(found, wanted, strict=True))

    left, top, right, bottom = box(Text(100, 100, "HHH", 30, "#000000"))
    wide = right - left
    assert abs((top + bottom) / 2 - 100) <= 2 and abs((left + right) / 2 - 100) <= 2 and 18 <= bottom - top <= 25
    for anchor, first in (("start", 102), ("end", 98 - wide)):  # a letter has a little room on both sides
        assert near(box(Text(100, 100, "HHH", 30, "#000000", anchor=anchor))[::2], (first, first + wide))
        x0, y0, x1, y1 = box(Text(100, 100, "HHH", 30, "#000000", anchor=anchor, turned=True))
        assert near((x0, x1), (top, bottom)) and near((200 - y1, 200 - y0), (first, first + wide))
    x0, y0, x1, y1 = box(Text(100, 100, "HHH", 30, "#000000", turned=True))
    assert near((x0, y0, x1, y1), (top, left, bottom, right))
    bold = box(Text(100, 100, "HHH", 30, "#000000", bold=True))
    assert near(bold, (left - 1, top - 1, right + 1, bottom + 1)) and bold[2] - bold[0] == wide + 2
    mono = box(Text(100, 100, "HHH", 30, "#000000", mono=True))
    assert 2 * 0.61 * 30 < mono[2] - mono[0] < 3 * 0.61 * 30


def test_dashes_go_around_corners():
    pieces = dashes(((0, 0), (10, 0), (10, 4)), 3, 1)
    assert sum(abs(x1 - x0) + abs(y1 - y0) for (x0, y0), (x1, y1) in pieces) == 3 * 3 + 2
    assert pieces[-2:] == [((10, 0), (10, 1)), ((10, 2), (10, 4))]
