# SPDX-License-Identifier: MIT
"""A picture with every shape, and the elements and texts of a picture's SVG."""

from xml.etree import ElementTree

from dlx import Circle, Line, Picture, Rect, Text

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture):
    root = ElementTree.fromstring(picture.svg)
    assert root.tag == SVG + "svg" and root.get("role") == "img"
    assert root[0].tag == SVG + "title" and root[1].tag == SVG + "desc"
    assert root.get("aria-labelledby").split() == [root[0].get("id"), root[1].get("id")]
    return root


def texts(picture):
    return [element.text for element in parsed(picture).iter(SVG + "text")]


SOME = Picture(
    'a "title" <&>',
    "what it shows",
    60,
    40,
    (
        Rect(5, 5, 20, 10, "#ff0000", "#00ff00", 2, 3),
        Circle(40, 20, 8, "#0000ff", "#000000"),
        Line.of((0, 0), (60, 40), stroke="#123456", line=2, round=True),
        Line((((0, 30), (60, 30)),), dash=(4, 3)),
        Line((((50, 5), (55, 5), (55, 10)),), None, fill="#00ffff"),
        Text(10, 30, "<b>&'", 8, bold=True),
        Text(20, 30, "up", 8, turned=True, anchor="start"),
        Text(30, 30, "abc", 8, mono=True, anchor="end"),
    ),
    "as text",
)
