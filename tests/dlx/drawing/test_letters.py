# SPDX-License-Identifier: MIT
"""The widths of texts, and texts that shrink into a room."""

import pytest

from dlx import Text
from dlx.drawing.letters import fitted, text_width


def test_fitted_texts_are_as_wide_as_the_room():
    for text in (Text(0, 0, "Wide words in bold", 20, bold=True), Text(0, 0, "mono", 20, mono=True)):
        assert text_width(fitted(text, 30)) == pytest.approx(30)
        assert fitted(text, 300) is text
