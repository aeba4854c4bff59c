# SPDX-License-Identifier: MIT
"""HTML for notebooks: escaped texts, and tables that are cut."""

from dlx import Problem
from dlx.system.markup import CHARACTERS_SHOWN, ROWS_SHOWN, html_table, preformatted
from tests.dlx.test_notebook import Cells


def test_long_tables_are_cut():
    many = Cells(Problem([[k] for k in range(25)])._repr_html_())
    assert many.caption == "Problem: 25 items, 25 options"
    assert len(many.rows) == 22 and many.rows[-1] == ["and 5 more"] and many.rows[-2][0] == "19"
    assert len(Cells(Problem([[k] for k in range(20)])._repr_html_()).rows) == 21
    assert len(Cells(html_table({"a": ["x" * 201, "x" * 200]}, "")).rows[1][0]) == 200
    assert Cells(html_table({}, "none")).rows == [] and Cells(Problem([])._repr_html_()).rows == []


def test_texts_are_escaped():
    html = html_table({"<a>": ["<b>"]}, "<c>")
    assert "<caption>&lt;c&gt;</caption><tr><th>&lt;a&gt;</tr><tr><td>&lt;b&gt;</tr>" in html
    assert preformatted("<a>\n&") == "<pre>&lt;a&gt;\n&amp;</pre>"


def test_a_long_cell_is_cut():
    assert f"<td>{'a' * (CHARACTERS_SHOWN - 3)}...</tr>" in html_table({"a": ["a" * (CHARACTERS_SHOWN + 1)]}, "")
    assert f"<td>{'a' * CHARACTERS_SHOWN}</tr>" in html_table({"a": ["a" * CHARACTERS_SHOWN]}, "")


def test_rows_that_are_left_out_are_counted():
    columns = {"a": [*range(ROWS_SHOWN + 5)], "b": [0] * (ROWS_SHOWN + 5)}
    html = html_table(columns, "")
    assert html.count("<tr>") == ROWS_SHOWN + 2 and "<td colspan=2>and 5 more</tr>" in html
    assert "and 1,000 more" in html_table(columns, "", rows=ROWS_SHOWN + 1_000)
    assert html_table({}, "none") == "<table><caption>none</caption></table>"
