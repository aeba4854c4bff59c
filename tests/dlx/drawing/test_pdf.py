# SPDX-License-Identifier: MIT
"""Pictures as PDF: every shape, texts in their places, and letters that its fonts lack."""

import pytest

from dlx import Picture, Text
from dlx.drawing.pdf import pdf
from tests.dlx.drawing.test_exact_pictures import shapes
from tests.pdf import parsed, texts


def test_pdf_has_every_shape():
    picture = shapes()
    objects, (page,) = parsed(picture.pdf())
    assert b"/MediaBox [0 0 15.38 7.5]" in objects[6] and "all kinds".encode("utf-16-be").hex().encode() in objects[5]
    paths = [line for line in page.splitlines() if line.endswith((" S", " f", " B"))]
    assert len(paths) == sum(not isinstance(shape, Text) for shape in picture.shapes)
    assert [path[-1] for path in paths] == [*"SBSSBSSfSSS"] and page.count(" Tj ET") == 2
    assert "1 0 0 RG" not in page and "1.000 0.000 0.000 rg" in page  # colors with three decimals
    assert "[4 3] 0 d" in page and "1 J 1 j" in page and "0 -1 -1 0 " in page
    assert page.count(" c ") == 4 * 4  # one rectangle with round corners, three circles


def test_pdf_centers_texts():
    shown = [Text(100, 50, "12", 10, anchor=anchor) for anchor in ("start", "middle", "end")]
    _, (page,) = parsed(pdf([(200, 100, tuple(shown))], "t"))
    assert [(x, y) for _, x, y in texts(page)] == [(100, 53.6), (94.44, 53.6), (88.88, 53.6)]


def test_pdf_refuses_letters_that_its_fonts_lack():
    page = Picture("t", "", 9, 9, (Text(1, 1, "Zażółć"),))
    with pytest.raises(ValueError, match="no 'ż'; use HTML"):
        page.pdf()
    assert page.svg.count("Zażółć") == 1
