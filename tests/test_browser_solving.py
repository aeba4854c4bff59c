# SPDX-License-Identifier: MIT
"""The page for someone who solves, in a real browser: marks, colors, hints, fast entry, paper, phones."""

import json
import re

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")
pytest.importorskip("selenium")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

import sudoku
import sudoku.logic
from sudoku.drawing.highlight import as_highlight
from sudoku.logic import solve_logically
from sudoku.logic.tables import bits
from sudoku.making.patterns import SYMMETRIES
from sudoku.web.demos import DEMOS
from tests.browser import address, browser, needs_browser, page
from tests.test_sudoku_logic import LADDER

__all__ = ["address", "browser", "page"]
pytestmark = needs_browser
EASY = DEMOS[0].puzzle
CHAINS = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"


def selected(page):
    return [page.number(cell) for cell in page.all("[aria-selected=true]")]


def marks(page, cell):
    """Return the marks of a cell by kind, as its name for a screen reader has them."""
    parts = page.label(cell).split(", ")
    return {kind: part.removeprefix(kind + " ") for part in parts for kind in ("notes", "corner marks") if kind in part}


# --- entering


def test_a_puzzle_is_typed_from_the_first_key_on(page):
    page.type("w", EASY)
    assert page.line() == EASY
    assert selected(page) == [0]  # the cursor has come round
    page.type(Keys.BACKSPACE)
    assert page.line() == EASY[:80] + "."
    page.type("w", "8")
    page.type("8")
    assert page.line() == EASY[:80] + "8" and selected(page) == [80]


@pytest.mark.parametrize("typed", ["all", "blanks", "around clues"])
def test_a_solution_is_typed_over_the_clues(page, typed):
    """From paper: with the digits of the clues, with an empty cell for each of them, or without them."""
    page.demo("9×9, easy")
    solution = sudoku.solve(EASY)
    keys = {
        "all": solution,
        "blanks": "".join(d if clue == "." else "0" for d, clue in zip(solution, EASY, strict=True)),
    }
    open_cells = [cell for cell in range(81) if EASY[cell] == "."]
    rows = keys.get(typed) or "".join(solution[cell] for cell in open_cells[:8])
    page.type("w", rows)
    if typed == "around clues":
        last = open_cells[7]
        assert page.line() == solution[: last + 1] + EASY[last + 1 :] and selected(page) == [last + 1]
    else:
        assert page.line() == solution and selected(page) == [0]
    clue = next(cell for cell in range(81) if EASY[cell] != ".")
    page.type("w")
    page.cell(clue).click()
    page.type("0")
    page.says("is a clue")


def finger(page, element):
    """Tap an element with a finger; on a phone it is scrolled there first."""
    page.browser.execute_script("arguments[0].scrollIntoView({ block: 'nearest' })", element)
    touch = ActionBuilder(page.browser, mouse=PointerInput("touch", "finger"))
    touch.pointer_action.move_to(element).pointer_down().pointer_up()
    touch.perform()


def entered(page, how, puzzle):
    """Enter a puzzle on an empty board, by keys or with a finger."""
    if how == "keys":
        page.type("w", puzzle)
        return {"hint": lambda: page.type("h"), "digit": page.type}
    page.emulate(width=390, height=844)
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    finger(page, page.get("advance"))
    buttons = {button.text: button for button in page.all("#pad button")}
    for character in puzzle:
        finger(page, buttons["⌫" if character == "." else character])
    return {"hint": lambda: finger(page, page.get("hint")), "digit": lambda digit: finger(page, buttons[digit])}


def find_the_mistake(page, digit, clues):
    """Enter a wrong digit in r1c3: it is no clue, the next hint names it, and Restart removes it."""
    page.cell(2).click()
    page.type(digit)
    assert page.label(2) == f"row 1 column 3, {digit}"
    page.type("h")
    page.says("r1c3 is not the digit of the solution.")
    page.click("restart")
    assert page.line() == clues


@pytest.fixture
def by_mouse(page):
    """Take the emulated fingers away in the end."""
    yield
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize("how", ["keys", "finger"])
def test_the_last_cell_ends_the_entry(page, by_mouse, how):
    does = entered(page, how, EASY)
    page.says("The puzzle has 30 clues. Digits are your own now")
    assert page.line() == EASY and page.get("clues").get_attribute("aria-pressed") == "false"
    assert ("(Q)" in page.words) is (how == "keys")
    page.shot(f"entry-ends-{how}")
    does["hint"]()
    page.says("Look for this: ")
    cell = EASY.index(".")
    page.cell(cell).click()
    solution = sudoku.solve(EASY)
    wrong = next(digit for digit in "123456789" if digit != solution[cell] and digit not in EASY[:9])
    does["digit"](wrong)
    assert page.label(cell) == f"row 1 column {cell + 1}, {wrong}"
    does["hint"]()
    page.says(f"r1c{cell + 1} is not the digit of the solution.")
    assert "bad" in page.classes(cell)
    page.click("restart")
    assert page.line() == EASY


def test_the_first_hint_ends_the_entry(page):
    for cell, digit in enumerate(EASY):
        if digit != ".":
            page.browser.execute_script("document.querySelectorAll('[role=gridcell]')[arguments[0]].focus()", cell)
            page.type(digit)
    page.type("h")
    page.says("Look for this: ")
    page.open()  # the page continues, and so do the digits
    page.says("Here you stopped the last time.")
    find_the_mistake(page, "1", EASY)


@pytest.mark.parametrize("size", ["4×4", "6×6", "16×16"])
def test_the_last_cell_of_every_size_ends_the_entry(page, size):
    page.choose("size", size)
    page.click("empty-board")
    count = len(page.all("[role=gridcell]"))
    page.cell(3).click()  # from any cell on
    page.type("w", "1" + "." * (count - 2))
    assert page.get("clues").get_attribute("aria-pressed") == "true"
    page.type(".")
    page.says("The puzzle has 1 clue.")
    assert page.get("clues").get_attribute("aria-pressed") == "false"


def test_a_wrong_clue_is_corrected_before_the_entry_ends(page):
    page.type("w", "12345678")
    page.cell(17).click()
    page.type("9", "h")
    page.says("The puzzle has no solution.")
    page.cell(17).click()
    page.type("1")
    assert page.label(17) == "row 2 column 9, 1, clue"


def test_undo_takes_the_end_of_the_entry_back(page):
    page.type("w", EASY)
    page.chord(Keys.CONTROL, "z")
    page.cell(80).click()
    page.type("8")
    assert page.label(80) == "row 9 column 9, 8, clue, clashes"
    page.chord(Keys.CONTROL, "z")
    page.chord(Keys.CONTROL, "y")
    page.type("h")
    page.says("Row 9 has digit 8 twice")
    page.chord(Keys.CONTROL, "z")
    page.cell(80).click()
    page.type("9", "h")
    page.says("Look for this: ")
    page.chord(Keys.CONTROL, "z")
    page.chord(Keys.CONTROL, "y")
    page.cell(2).click()
    page.type("4")
    assert page.label(2) == "row 1 column 3, 4"


def test_digits_in_a_puzzle_of_rules_alone_are_no_clues(page):
    solution = "1234341221434321"
    cages = [[int(digit), f"r{k // 4 + 1}c{k % 4 + 1}"] for k, digit in enumerate(solution) if k % 3 != 2]
    page.open(f"#board=2x2&clues={'.' * 16}&rules={json.dumps({'killer': cages})}")
    page.says("The puzzle of the link is loaded.")
    find_the_mistake(page, "4", "." * 16)


def test_arrows_wrap(page):
    for key, cell in ((Keys.ARROW_LEFT, 80), (Keys.ARROW_RIGHT, 0), (Keys.ARROW_UP, 72), (Keys.ARROW_DOWN, 0)):
        page.type(key)
        assert selected(page) == [cell]


def test_keys_work_where_the_focus_is_on_a_button(page):
    page.get("rate").send_keys("5")
    assert page.line()[0] == "5"
    page.get("rate").send_keys("?")
    assert page.get("keys").is_displayed()
    page.type(Keys.ESCAPE)
    page.get("demo").send_keys("8")  # a choice keeps its keys
    assert page.line()[0] == "5"


def test_marks_of_several_cells(page):
    page.demo("9×9, easy")
    page.cell(2).click()
    page.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    assert selected(page) == [2, 3]
    page.type("x", "2", "4")
    page.chord(Keys.ALT, "1")
    page.chord(Keys.SHIFT, "6")
    both = {"notes": "1", "corner marks": "2 4 6"}
    assert marks(page, 2) == marks(page, 3) == both
    page.shot("marks")
    page.type(Keys.ARROW_LEFT, "6")  # from one cell alone ...
    page.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    page.type("6")  # ... so it comes back in both
    assert marks(page, 2) == marks(page, 3) == both
    page.type("6", Keys.DELETE)  # corner marks alone: they are entered now
    assert marks(page, 2) == {"notes": "1"}
    page.chord(Keys.CONTROL, "z")
    assert marks(page, 2) == {"notes": "1", "corner marks": "2 4"}
    page.type("z")
    page.cell(11).click()
    page.type("2")
    assert marks(page, 2) == {"notes": "1", "corner marks": "4"}


def test_a_digit_in_several_cells_leaves_the_clues(page):
    page.demo("9×9, easy")
    page.chord(Keys.CONTROL, "a")
    assert len(selected(page)) == 81
    page.type("7")
    assert page.line() == "".join("7" if digit == "." else digit for digit in EASY)
    page.type(Keys.DELETE)
    assert page.line() == EASY
    page.click("undo")
    page.click("undo")
    assert page.line() == EASY and page.words == "Undone."


def test_colors(page):
    page.demo("9×9, easy")
    page.cell(0).click()
    page.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    page.type("v", "4")
    assert page.label(0) == "row 1 column 1, 5, clue, green" and "green" in page.label(1)
    assert [button.get_attribute("aria-label") for button in page.all("#pad button")][3] == "green"
    page.cell(2).click()
    page.type("4", "=")
    assert selected(page) == [0, 1, 2]
    page.shot("colors")
    page.type(Keys.DELETE)
    assert not page.all("#board .dyed") and page.line() == EASY
    page.cell(0).click()
    page.type("=")
    assert selected(page) == [cell for cell, digit in enumerate(EASY) if digit == "5"]


def test_cells_are_collected(page):
    page.cell(0).click()
    page.chord(Keys.CONTROL, Keys.ARROW_RIGHT)
    page.chord(Keys.CONTROL, Keys.ARROW_RIGHT)
    assert selected(page) == [0]
    page.chord(Keys.CONTROL, Keys.SPACE)
    assert selected(page) == [0, 2]
    ActionChains(page.browser).key_down(Keys.CONTROL).click(page.cell(40)).click(page.cell(0)).key_up(
        Keys.CONTROL
    ).perform()
    assert selected(page) == [2, 40]
    page.type("9")
    assert page.line()[2] == page.line()[40] == "9"
    page.type(Keys.ESCAPE, "m")
    page.cell(5).click()
    page.cell(7).click()
    assert selected(page) == [5, 7]  # without the cell of the cursor, where it was by chance
    page.type(Keys.ESCAPE)
    page.cell(5).click()
    assert selected(page) == [5]
    page.type("m")
    page.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    page.type("m")
    page.cell(8).click()
    assert selected(page) == [5, 6, 8]  # cells selected on purpose stay


def test_a_drag_selects(page):
    chain = ActionChains(page.browser, duration=10).click_and_hold(page.cell(10))
    chain.move_to_element(page.cell(11)).move_to_element(page.cell(20)).release().move_to_element(
        page.cell(40)
    ).perform()
    assert selected(page) == [10, 11, 20]


# --- hints


def test_a_hint_in_stages(page):
    page.demo("9×9, easy")
    page.type("h")
    page.says("Look for this: hidden single.")
    assert not page.all("#board .house") and page.get("more").text == "Where?"
    page.type("h")
    page.says("Hidden single, in the marked cells.")
    assert len(page.all("#board .house")) == 9 and not page.all("#board .put, #board .pattern")
    page.type("h", "h")
    page.says("Hidden single: the ")
    empty = [cell for cell in page.all("#board .house") if "empty" in cell.get_attribute("aria-label")]
    assert empty and all("candidates" in cell.get_attribute("aria-label") for cell in empty)
    assert page.line() == EASY
    page.type(Keys.ENTER)
    assert page.line() != EASY and not page.get("more").is_displayed()


def state_before(puzzle, wanted):
    """Return the first wanted step of a proof, and the state of the page before it, with all candidates as notes."""
    values = [int(digit) for digit in puzzle.replace(".", "0")]
    given = [value > 0 for value in values]
    steps = solve_logically(puzzle).replay()
    number = next(number for number, (step, _, _) in enumerate(steps) if wanted(step))
    for candidate in (candidate for step, _, _ in steps[:number] for candidate in bits(step.placed)):
        values[candidate // 9] = candidate % 9 + 1
    step, alive, _ = steps[number]
    marks = [0 if value else alive >> 9 * cell & 511 for cell, value in enumerate(values)]
    none = [0] * 81
    lists = {"given": given, "values": values, "marks": marks, "corners": none, "colors": none}
    return step, {"board": "3x3", "rules": {}, "places": True, **lists}


@pytest.mark.parametrize(("wanted", "puzzle"), [("length", CHAINS), ("implications", LADDER["forcing chain"])])
def test_arrows_of_chains_and_of_what_follows(page, wanted, puzzle):
    step, state = state_before(puzzle, lambda step: getattr(step, wanted))
    script = "localStorage['sudoku-puzzle'] = arguments[0]"
    page.browser.execute_script(script, json.dumps({"state": state, "title": "", "clues": False}))
    page.open()
    page.says("Here you stopped the last time.")
    page.chord(Keys.SHIFT, "h")
    page.wait(lambda: page.get("more").is_displayed())
    assert step.words in page.words
    drawn = as_highlight(sudoku.Board(), step)
    assert len(page.all("#arrows .link")) == len(page.all("#arrows .head")) == len(drawn.links) + len(drawn.weak)
    assert len(page.all("#arrows .dashed")) == len(drawn.weak) > 0
    empty = [cell for cell in page.all("#board .house") if "empty" in cell.get_attribute("aria-label")]
    assert empty and all("candidates" in cell.get_attribute("aria-label") for cell in empty)
    page.shot(f"arrows-{wanted}")
    page.type(Keys.ESCAPE)
    assert not page.all("#arrows .link")


def test_candidates_that_are_gone_stay_gone(page):
    page.open("#board=3x3&clues=" + CHAINS)
    words = []
    while not page.all("#board .strike"):
        page.type(Keys.ENTER)
        page.chord(Keys.SHIFT, "h")
        page.wait(lambda: page.words not in ("", *words) and page.get("more").is_displayed())
        words.append(page.words)
    gone = [(page.number(cell), mark.text) for cell in page.all(".strike") for mark in page.within(cell, ".gone")]
    page.type(Keys.ENTER)
    assert all(marks(page, cell) for cell in range(81) if page.line()[cell] == ".")  # all notes are there now
    before = [page.label(cell) for cell in range(81)]
    page.type("p")
    page.says("without those already gone")
    assert [page.label(cell) for cell in range(81)] == before
    assert all(digit not in marks(page, cell)["notes"].split() for cell, digit in gone)
    page.chord(Keys.SHIFT, "h")
    page.wait(lambda: page.get("more").is_displayed())
    assert page.words not in words


# --- puzzles that come and go


def test_clashes_are_loaded_and_marked(page):
    page.open("#board=3x3&clues=55" + EASY[2:])
    page.says("It has a mistake: 2 cells with equal digits")
    assert [page.number(cell) for cell in page.all(".clash")] == [0, 1]
    page.shot("mistake")
    page.type("q", Keys.ARROW_RIGHT, "3")
    assert not page.all(".clash") and page.line() == EASY


def test_the_page_continues_where_it_was_left(page):
    page.demo("9×9, easy")
    page.cell(2).click()
    page.type("4", Keys.ARROW_RIGHT)
    page.chord(Keys.SHIFT, "2")
    page.type("v", "3")
    page.open()
    page.says("Here you stopped the last time.")
    assert page.label(2) == "row 1 column 3, 4"
    assert page.label(3) == "row 1 column 4, empty, corner marks 2, yellow"
    page.click("restart")
    assert page.line() == EASY and page.label(3) == "row 1 column 4, empty"
    page.open("#board=2x2&clues=1234............")
    page.says("The puzzle of the link is loaded.")
    page.browser.execute_script("localStorage['sudoku-puzzle'] = arguments[0]", json.dumps({"state": {"board": "3x3"}}))
    page.open()
    assert set(page.line()) == {"."} and page.words.startswith("Type the clues")


def test_generate_with_symmetry_and_clues(page):
    page.choose("symmetry", "rotate180")
    page.get("count").send_keys("30-32")
    page.choose("level", "any")
    page.click("generate")
    page.says("A new puzzle of ")
    line = page.line()
    assert sudoku.is_unique(line) and 30 <= 81 - line.count(".") <= 32
    assert [digit == "." for digit in line] == [digit == "." for digit in reversed(line)]
    level = page.words.partition("clues, ")[2].partition(" (")[0]
    assert level == sudoku.logic.rate(line).level
    page.get("count").send_keys(Keys.BACKSPACE * 5, "99")
    page.click("generate")
    page.wait(lambda: page.get("message").get_attribute("class") == "error")
    assert page.line() == line
    offered = [option.get_attribute("value") for option in page.all("#symmetry option")]
    assert offered == list(SYMMETRIES)


# --- paper, phones


def test_paper_with_title_and_solution(page):
    page.demo("9×9, easy")
    page.cell(2).click()
    page.type("4")
    page.browser.execute_script("window.print = () => { window.printed = true; }")
    page.get("print").send_keys(Keys.ENTER)
    title = page.get("paper-name")
    assert title.get_attribute("value") == "9×9, easy"
    title.send_keys(", for Sunday")
    page.get("paper-solution").send_keys(Keys.SPACE)
    page.get("paper-print").send_keys(Keys.ENTER)
    page.wait(lambda: page.browser.execute_script("return window.printed"))
    page.emulate(media="print")
    assert page.get("title").text == "9×9, easy, for Sunday"
    solution = "".join(cell.text for cell in page.all("#solution td"))
    assert solution == sudoku.solve(EASY)
    assert page.cell(2).value_of_css_property("color") == "rgba(0, 0, 0, 0)"  # the puzzle alone
    assert page.cell(0).value_of_css_property("color") == "rgba(0, 0, 0, 1)"
    assert page.boxes("#frame")[0][2] > 600 and not page.get("hint").is_displayed()
    page.shot("print-solution")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)], ids=str)
def test_a_phone_is_told_of_buttons_and_not_of_keys(page, by_mouse, width, height):
    page.emulate(width=width, height=height)
    page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.open()
    page.demo("9×9, easy")
    said = []

    def tap(name, words):
        finger(page, page.get(name))
        page.says(words)
        said.append(page.words)
        page.shot(f"touch-{width}-{len(said)}")

    tap("hint", "“Where?” shows its place.")
    assert page.get("more").text == "Where?"
    tap("more", "“Explain” explains it.")
    assert page.get("more").text == "Explain"
    tap("more", "Hidden single: the ")
    tap("more", "Done. “Hint” is the next hint.")
    tap("restart", "“Undo” brings the rest back.")
    tap("advance", "⌫ leaves a cell empty.")
    finger(page, page.get("advance"))
    finger(page, page.cell(0))
    finger(page, page.all("#pad button")[0])
    page.says("“Set clues” changes clues.")
    said.append(page.words)
    page.choose("kind", "anti-king")
    tap("rule-add", "Added: anti-king.")
    page.within(page.get("rules"), "button")[1].click()
    page.says("“Undo” brings it back.")
    said.append(page.words)
    keys = re.compile(r"\b(Ctrl|Shift|Escape|Enter|Space|Delete|key)\b|\([A-Z]\)|\b[B-Z] (shows|explains|is)\b")
    assert [words for words in said if keys.search(words)] == []
    assert not page.get("keys-open").is_displayed()
    help_text = page.browser.execute_script("return document.getElementById('board-help').innerText")
    assert "tap" in help_text and not keys.search(help_text)


@pytest.mark.parametrize(("width", "height"), [(375, 667), (375, 812), (812, 375)], ids=str)
@pytest.mark.parametrize("demo", ["9×9, easy", "16×16"])
def test_a_hint_leaves_the_pad_in_its_place(page, width, height, demo):
    page.emulate(width=width, height=height)
    page.open()
    page.demo(demo)
    page.browser.execute_script("scrollTo(0, 0)")
    cells = page.boxes("[role=gridcell]")
    assert min(size for _, _, *both in cells for size in both) >= 24
    for rows in (cells[k : k + round(len(cells) ** 0.5)] for k in range(0, len(cells), round(len(cells) ** 0.5))):
        assert len({(top, high) for _, top, _, high in rows}) == 1  # lines are straight
    pad = page.boxes("#pad button")
    assert all(left >= 0 and left + wide <= width and top + high <= height for left, top, wide, high in pad)
    page.chord(Keys.SHIFT, "h")
    page.wait(lambda: page.get("more").is_displayed())
    page.browser.execute_script("scrollTo(0, 0)")
    assert page.boxes("#pad button") == pad
    ((left, top, wide, high),) = page.boxes("#more")
    assert left >= 0 and top >= 0 and left + wide <= width and top + high <= height
    page.shot(f"hint-{width}x{height}-{len(cells)}")
