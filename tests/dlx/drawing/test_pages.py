# SPDX-License-Identifier: MIT
"""Pages of captioned pictures: pictures of any size within their fields; and files of documents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dlx.drawing.pages import MARGIN_MM, PAPERS, PIXELS_PER_MM, Document, PageLayout, document, document_format
from dlx.drawing.picture import Picture
from dlx.drawing.shapes import Rect, Text
from tests import pdf


def filled(width, height):
    return Picture("t", "d", width, height, (Rect(0, 0, width, height),))


@given(
    st.lists(st.none() | st.tuples(st.integers(1, 3000), st.integers(1, 3000)), min_size=1),
    st.integers(1, 4),
    st.integers(1, 4),
    st.sampled_from(sorted(PAPERS)),
)
def test_every_picture_is_in_a_field_of_its_own(sizes, columns, rows, paper):
    layout = PageLayout(columns, rows, paper)
    captioned = [None if size is None else (f"c{k}", filled(*size)) for k, size in enumerate(sizes)]
    pages = list(layout.pages(captioned, "title"))
    assert len(pages) == -(-len(sizes) // layout.fields)
    boxes = [[shape for shape in page if isinstance(shape, Rect)] for page in pages]
    assert sum(map(len, boxes)) == sum(size is not None for size in sizes)
    margin = MARGIN_MM * PIXELS_PER_MM - 1e-6
    for page in boxes:
        for k, box in enumerate(page):
            assert margin <= box.x and box.x + box.width <= layout.size[0] - margin
            assert margin <= box.y and box.y + box.height <= layout.size[1] - margin
            for other in page[:k]:
                apart = box.x >= other.x + other.width - 1e-6, box.y >= other.y + other.height - 1e-6
                assert any(apart)


def test_a_picture_keeps_its_shape():
    (page,) = PageLayout(1, 1).pages([("c", filled(100, 50))], "t")
    (box,) = [shape for shape in page if isinstance(shape, Rect)]
    assert box.width == pytest.approx(2 * box.height)


def test_pages_have_numbers_if_there_are_several():
    layout = PageLayout(1, 1)
    for n in (1, 2, 3):
        made = document("T", layout.pages([("c", filled(9, 9))] * n, "T"), layout)
        numbers = [shape.text for page in made.pages for shape in page.shapes if isinstance(shape, Text)]
        assert [word for word in numbers if word.isdigit()] == ([str(k) for k in range(1, n + 1)] if n > 1 else [])
        assert [page.title for page in made.pages] == [f"T, page {k} of {n}" for k in range(1, n + 1)]


def test_a_document_is_saved_by_the_ending_of_its_name(tmp_path):
    made = Document("a <title>", (filled(10, 20), filled(10, 20)))
    made.save(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text()
    assert "<title>a &lt;title&gt;</title>" in page and page.count("<svg") == 2
    made.save(tmp_path / "a.pdf")
    _, contents = pdf.parsed((tmp_path / "a.pdf").read_bytes())
    assert len(contents) == 2
    for name in ("a", "a.svg", "pdf"):
        with pytest.raises(ValueError, match=r"the name of a document must end with .pdf or .html"):
            made.save(tmp_path / name)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.html", "a.pdf"]
    assert document_format("A.PDF") == "pdf"
