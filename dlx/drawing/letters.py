# SPDX-License-Identifier: MIT
"""The widths of texts, to center them in PDF and to fit them into a picture.

    "Wide"    944 222 556 556   thousandths of the font size, in Helvetica; other fonts without serifs are alike

Reference: the font metrics of Adobe's core 14 fonts.
"""

from __future__ import annotations

from dataclasses import replace
from unicodedata import normalize

from .shapes import Text

COURIER_WIDTH = 0.6  # of any letter, in font sizes
# The widths of the characters from the space to ~, in thousandths of the font size: Helvetica, Helvetica-Bold.
WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 "
    "278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 "
    "667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 "
    "556 333 500 278 556 500 722 500 500 500 334 260 334 584",
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 "
    "333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 "
    "667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 "
    "611 389 556 333 611 556 778 556 556 500 389 280 389 584",
)
_WIDTHS = tuple(tuple(map(int, widths.split())) for widths in WIDTHS)


def text_width(shape: Text) -> float:
    """Return the width of a text in the fonts of PDF.

    >>> text_width(Text(0, 0, "12", size=10)), text_width(Text(0, 0, "Ä", 10)) == text_width(Text(0, 0, "A", 10))
    (11.12, True)
    """
    if shape.mono:
        return len(shape.text) * COURIER_WIDTH * shape.size
    widths = _WIDTHS[shape.bold]
    places = (ord(normalize("NFD", letter)[0]) - 32 for letter in shape.text)  # ä is as wide as a
    return sum(widths[k] if 0 <= k < len(widths) else 556 for k in places) * shape.size / 1000


def fitted(text: Text, width: float) -> Text:
    """Return the text in a smaller size if it is wider than this.

    >>> fitted(Text(0, 0, "1234567890", size=10), 27.8).size, fitted(Text(0, 0, "12", size=10), 27.8).size
    (5.0, 10)
    """
    needed = text_width(text)
    return text if needed <= width else replace(text, size=text.size * width / needed)
