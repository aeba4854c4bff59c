# SPDX-License-Identifier: MIT
"""Links of other programs, pasted on the page and copied from it, in a real browser (tests/browser.py)."""

import json

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")
pytest.importorskip("selenium")

from selenium.webdriver.common.keys import Keys

import sudoku
from sudoku.web.demos import DEMOS
from tests.browser import PASTE, address, browser, needs_browser, page
from tests.sudokupad_links import drawing, packed

__all__ = ["address", "browser", "page"]
pytestmark = needs_browser
EASY = DEMOS[0].puzzle


@pytest.mark.parametrize("form", ["f-puzzles", "sudokupad", "sudokuwiki"])
def test_pasted_links(page, form):
    page.browser.execute_script(PASTE, sudoku.write_puzzle(EASY, form))
    page.says("A puzzle of 30 clues")
    assert page.line() == EASY


def test_a_pasted_link_of_sudokupad_names_what_is_only_drawn(page):
    puzzle = drawing(3, 3, givens=EASY, words="Digits increase along the line.", lines=[{"thickness": 9}])
    page.browser.execute_script(PASTE, "https://sudokupad.app/" + packed(puzzle))
    page.says("Digits increase along the line.")
    page.says("only drawn, without a rule: lines")
    assert page.line() == EASY


def test_digits_entered_in_a_pasted_puzzle_are_no_clues(page):
    """Restart removes them."""
    solution = sudoku.solve(EASY)
    open_cell = EASY.index(".")
    cells = [{"value": int(sign), "given": True} if sign != "." else {} for sign in EASY]
    cells[open_cell] = {"value": int(solution[open_cell])}
    page.browser.execute_script(PASTE, json.dumps({"size": 9, "grid": [cells[at : at + 9] for at in range(0, 81, 9)]}))
    page.says("A puzzle of 30 clues, 1 digit entered, is loaded.")
    assert page.line() == EASY[:open_cell] + solution[open_cell] + EASY[open_cell + 1 :]
    assert "clue" in page.label(EASY.index(EASY.strip(".")[0]))
    assert "clue" not in page.label(open_cell)
    page.click("restart")
    assert page.line() == EASY


def test_pasted_clashes_are_marked(page):
    page.browser.execute_script(PASTE, "55" + EASY[2:])
    page.says("It has a mistake: 2 cells with equal digits")
    assert [page.number(cell) for cell in page.all(".clash")] == [0, 1]


@pytest.mark.parametrize("to", ["f-puzzles", "SudokuPad"])
def test_copied_links(page, to):
    page.demo("9×9, easy")
    page.choose("link-to", to)
    page.get("share").send_keys(Keys.ENTER)
    page.says("ink")
    page.wait(lambda: page.get("link").is_displayed())
    found = sudoku.read_link(page.get("link").get_attribute("value"))
    assert found.board.line(found.puzzle) == EASY
