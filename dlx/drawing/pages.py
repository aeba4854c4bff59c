# SPDX-License-Identifier: MIT
"""Pictures on the pages of a document, each with a caption: PDF, or HTML that a browser prints.

    +---------------+
    | Title         |     a page has `rows` x `columns` fields of the same size
    | 1 easy  2 hard|     a caption stands above its picture, at its left edge
    | +----+  +----+|     the picture fills its field, as far as its shape allows
    | |    |  |    ||
    | +----+  +----+|
    |              1|     the number of the page, if there are several
    +---------------+

A page is itself a picture of the size of the paper, so everything that saves a picture saves a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from os import PathLike, fspath
from pathlib import Path

from ..system.files import replace_file
from ..system.public import public
from .letters import fitted, text_width
from .picture import FONT, Picture
from .shapes import INK, SOFT, DrawnShape, Text, moved, scaled

PIXELS_PER_MM = 96 / 25.4
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height in millimeters
MARGIN_MM = 15.0
GAP_MM = 8.0  # between two fields
TITLE_SIZE, LEAST_TITLE_SIZE = 22.0, 16.0  # in pixels; a longer title has two lines
TITLE_MM, CAPTION_MM, FOOT_MM = 12.0, 7.0, 6.0  # heights
PRINTED_PAGES = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ size: {width}mm {height}mm; margin: 0 }}
body {{ margin: 0; font-family: {font} }}
svg {{ display: block; width: {width}mm; height: {height}mm; max-width: none !important; break-after: page }}
</style>
</head>
<body>
{pages}</body>
</html>
"""

Captioned = tuple[str, Picture] | None  # a caption and its picture; None leaves a field empty


@public("dlx")
@dataclass(frozen=True, slots=True)
class Document:
    """Pages of pictures, as PDF or HTML."""

    title: str
    pages: tuple[Picture, ...]

    @property
    def html(self) -> str:
        """An HTML document that a browser prints page by page."""
        width, height = (f"{pixels / PIXELS_PER_MM:.1f}" for pixels in (self.pages[0].width, self.pages[0].height))
        pages = "".join(page.svg for page in self.pages)
        return PRINTED_PAGES.format(title=escape(self.title), width=width, height=height, pages=pages, font=FONT)

    def pdf(self) -> bytes:
        """Return a PDF file; ValueError for a letter that is not Western European, which PDF's own fonts lack."""
        from .pdf import pdf

        return pdf(((page.width, page.height, page.shapes) for page in self.pages), self.title)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file; its name ends with .pdf or .html. Raises ValueError for other names."""
        replace_file(path, self.pdf() if document_format(fspath(path)) == "pdf" else self.html)


def document_format(path: str) -> str:
    """Return the format that belongs to the name of a file; raise ValueError if there is none.

    >>> document_format("sheet.PDF"), document_format("sheet.htm")
    ('pdf', 'html')
    """
    formats = {".pdf": "pdf", ".html": "html", ".htm": "html"}
    ending = Path(path).suffix.lower()
    if ending not in formats:
        raise ValueError(f"{path}: the name of a document must end with .pdf or .html")
    return formats[ending]


@dataclass(frozen=True, slots=True)
class PageLayout:
    """The fields of a page: `columns` times `rows`, on a paper of PAPERS.

    >>> PageLayout(2, 3, "a4").fields
    6
    """

    columns: int
    rows: int
    paper: str = "a4"

    @property
    def fields(self) -> int:
        return self.columns * self.rows

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height of the paper in pixels."""
        width, height = PAPERS[self.paper]
        return width * PIXELS_PER_MM, height * PIXELS_PER_MM

    def pages(self, pictures: Iterable[Captioned], title: str) -> Iterator[list[DrawnShape]]:
        """Yield the shapes of each page, with its title."""
        queue = iter(pictures)
        while batch := list(islice(queue, self.fields)):
            yield list(self._page(batch, title))

    def _page(self, pictures: Sequence[Captioned], title: str) -> Iterator[DrawnShape]:
        margin, width = MARGIN_MM * PIXELS_PER_MM, self.size[0]
        yield from _title(title, margin, width - 2 * margin)
        for k, captioned in enumerate(pictures):
            if captioned is not None:
                yield from _field(*captioned, *self._box(k))

    def _box(self, k: int) -> tuple[float, float, float, float]:
        """Return left, top, width and height of a field."""
        row, column = divmod(k, self.columns)
        (width, height), margin, gap = self.size, MARGIN_MM * PIXELS_PER_MM, GAP_MM * PIXELS_PER_MM
        top, foot = margin + TITLE_MM * PIXELS_PER_MM, margin + FOOT_MM * PIXELS_PER_MM
        wide = (width - 2 * margin - (self.columns - 1) * gap) / self.columns
        high = (height - top - foot - (self.rows - 1) * gap) / self.rows
        return margin + column * (wide + gap), top + row * (high + gap), wide, high


def _title(title: str, margin: float, width: float) -> Iterator[Text]:
    """Yield the title on one line, or in a smaller size on two; what they have no room for is cut."""
    whole = fitted(Text(margin, margin + 9, title, TITLE_SIZE, INK, True, "start"), width)
    if whole.size >= LEAST_TITLE_SIZE:
        yield whole
        return
    small = replace(whole, size=LEAST_TITLE_SIZE)
    first = small
    for at in [k for k, letter in enumerate(title) if letter == " "]:
        begin = replace(small, text=title[:at])
        first = begin if text_width(begin) <= width else first
    first = _cut(first, width)  # a single word may be too long
    second_line = title[len(first.text) :].strip() if first.text == title[: len(first.text)] else ""
    yield replace(first, y=margin)
    if second_line:
        yield _cut(replace(small, y=margin + 1.2 * LEAST_TITLE_SIZE, text=second_line), width)


def _cut(text: Text, width: float) -> Text:
    """Return the text, with its end replaced by dots if it is wider than this."""
    if text_width(text) <= width:
        return text
    starts = (replace(text, text=f"{text.text[:size].rstrip()}...") for size in range(len(text.text), 0, -1))
    return next((start for start in starts if text_width(start) <= width), text)


def _field(caption: str, picture: Picture, left: float, top: float, wide: float, high: float) -> Iterator[DrawnShape]:
    """Yield a caption and its picture, which is centered between the sides of the field."""
    head = CAPTION_MM * PIXELS_PER_MM
    factor = min(wide / picture.width, (high - head) / picture.height)
    x = left + (wide - picture.width * factor) / 2
    yield fitted(Text(x + 4 * factor, top + head / 2, caption, 14, INK, anchor="start"), wide - 8 * factor)
    for shape in picture.shapes:
        yield moved(scaled(shape, factor), x, top + head)


def document(title: str, pages: Iterable[Sequence[DrawnShape]], layout: PageLayout) -> Document:
    """Return a document with these shapes on its pages, which get numbers if there are several."""
    contents, (width, height) = list(pages), layout.size
    margin = MARGIN_MM * PIXELS_PER_MM
    drawn = []
    for number, shapes in enumerate(contents, 1):
        foot = [Text(width - margin, height - margin, str(number), 11, SOFT, anchor="end")] if len(contents) > 1 else []
        about = f"{title}, page {number} of {len(contents)}"
        drawn.append(Picture(about, f"{about}.", width, height, (*shapes, *foot)))
    return Document(title, tuple(drawn))
