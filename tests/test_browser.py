# SPDX-License-Identifier: MIT
"""The page in a real browser (tests/browser.py): typing, questions, links, appearance."""

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")
pytest.importorskip("selenium")

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import sudoku
from sudoku.web.body import BOARDS
from sudoku.web.demos import DEMOS
from tests.browser import PASTE, address, browser, needs_browser, page

__all__ = ["address", "browser", "page"]
pytestmark = needs_browser
EASY, TWO = DEMOS[0].puzzle, next(demo.puzzle for demo in DEMOS if "two" in demo.name)
XSS = '<img src=x onerror="document.title=\'hurt\'"><script>document.title="hurt"</script>'

NAMES = """
return [...document.querySelectorAll("button, select, input, [role=gridcell], [role=grid]")]
  .filter((e) => e.checkVisibility())
  .map((e) => [e.outerHTML, e.ariaLabel || e.labels?.[0]?.textContent.trim() || e.textContent.trim()])
"""
# For each visible element with its own text: the contrast between its ink and its background, and a few of its words.
CONTRAST = """
const parse = (color) => { const [r, g, b, a = 1] = color.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
const ground = (element) => {
  for (; element; element = element.parentElement) {
    const color = parse(getComputedStyle(element).backgroundColor);
    if (color[3] === 1) return color;
  }
  return [255, 255, 255, 1];
};
return [...document.querySelectorAll("body *")]
  .filter((e) => e.checkVisibility() && !e.classList.contains("hidden"))
  .filter((e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
  .map((e) => {
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(ground(e))];
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), `${e.className} ${e.textContent.trim().slice(0, 20)}`];
  });
"""


# --- typing


def test_typing_with_keys_alone(page):
    page.cell(0).click()
    page.type("5", Keys.ARROW_RIGHT, "3", Keys.ARROW_DOWN, "7", Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert page.line()[:11] == "53........7"[:11]
    assert page.label(0) == "row 1 column 1, 5, clue"
    assert page.label(2) == "row 1 column 3, empty"
    focus = page.browser.switch_to.active_element
    assert focus.get_attribute("aria-label") == "row 1 column 9, empty"  # the row before
    page.type(Keys.HOME)
    assert page.browser.switch_to.active_element.get_attribute("data-cell") == "0"
    page.chord(Keys.CONTROL, Keys.END)
    assert page.browser.switch_to.active_element.get_attribute("data-cell") == "80"
    page.chord(Keys.CONTROL, Keys.HOME)
    for key in (Keys.DELETE, Keys.BACKSPACE, "0", "."):
        page.type("4", key)
        assert page.line()[0] == "."
    page.type("x")
    assert page.line()[0] == "."


def test_clashes_are_marked_and_refused_by_name(page):
    page.cell(0).click()
    page.type("5", Keys.ARROW_RIGHT, "5")
    assert "clash" in page.classes(0) & page.classes(1)
    assert page.label(1) == "row 1 column 2, 5, clue, clashes"
    page.type("s")
    page.says("Row 1 has digit 5 twice, at r1c1 and r1c2")
    assert page.get("words").get_attribute("role") == "alert"
    page.shot("clash")
    page.type("k")
    page.says("No solution.")
    assert "Row 1 has digit 5 twice, at r1c1 and r1c2." in page.words
    page.type("6")
    assert "clash" not in page.classes(0) | page.classes(1)
    assert page.words == ""


def test_clues_are_fixed_and_notes_are_written(page):
    page.demo("9×9, easy")
    page.cell(0).click()
    page.type("9")
    assert "is a clue" in page.words and page.line()[0] == "5"
    page.cell(2).click()
    page.type("n", "1", "2", "4", "1")
    assert page.label(2) == "row 1 column 3, empty, notes 2 4"
    page.type("n", "4")
    assert page.label(2) == "row 1 column 3, 4"
    page.type(Keys.DELETE)
    page.chord(Keys.CONTROL, "8")
    assert page.label(2) == "row 1 column 3, empty, notes 2 4 8"
    page.cell(3).click()
    page.type("2")  # row 1 has its 2 now
    assert page.label(2) == "row 1 column 3, empty, notes 4 8"


def test_letters_on_a_large_board(page):
    page.choose("size", "16×16")
    page.click("empty-board")
    assert len(page.all("[role=gridcell]")) == 256
    page.cell(0).click()
    page.type("g", Keys.ARROW_RIGHT, "A", Keys.ARROW_RIGHT, "7")
    assert page.line()[:4] == "GA7."
    page.demo("16×16")
    page.type("p")
    page.says("The notes are the")
    page.shot("16x16")
    page.type("s")
    page.says("this is the only solution")
    assert "." not in page.line()


@pytest.mark.parametrize("demo", [demo for demo in DEMOS if demo.board != "3x3"], ids=lambda demo: demo.board)
def test_every_size_is_solved(page, demo):
    page.demo(demo.name)
    page.click("solve")
    page.says("this is the only solution")
    assert page.line() == sudoku.solve(demo.puzzle, board=BOARDS[demo.board])
    assert "no two digits clash" not in page.words


# --- questions


def test_solve_undo_redo(page):
    page.demo("9×9, easy")
    page.click("solve")
    page.says("this is the only solution")
    assert page.line() == sudoku.solve(EASY)
    page.click("undo")
    assert page.line() == EASY
    page.chord(Keys.CONTROL, "y")
    assert page.line() == sudoku.solve(EASY)
    page.chord(Keys.CONTROL, "z")
    page.chord(Keys.CONTROL, "z")
    assert page.line() == "." * 81
    page.chord(Keys.CONTROL, "z")
    assert page.words == "There is nothing to undo."
    page.chord(Keys.CONTROL, Keys.SHIFT, "z")
    assert page.line() == EASY


def test_a_phone_on_its_side_shows_the_buttons_of_two_solutions(page):
    page.emulate(width=844, height=390)
    page.choose("size", "9×9")
    page.click("empty-board")
    page.click("check")
    page.says("Not unique")
    (left, top, width, height), *_ = page.boxes("#message")
    for x, y, w, h in page.boxes("#two button"):
        assert left <= x and x + w <= left + width and top <= y and y + h <= top + height
    page.shot("two-on-its-side")


def test_a_large_board_is_scrolled_to_the_cells_that_differ(page):
    page.emulate(width=390, height=844)
    page.choose("size", "16×16")
    page.click("empty-board")
    page.click("check")
    page.says("Not unique")
    (left, top, width, height), *_ = page.boxes("#play")
    x, y, w, h = page.boxes("#board .differs")[0]
    assert left <= x and x + w <= left + width and top - 1 <= y and y + h <= top + height + 1


def test_two_solutions_are_shown(page):
    page.demo("9×9, with two solutions")
    page.click("check")
    page.says("Not unique: 2 solutions.")
    one, two = sudoku.solutions(TWO)
    differ = [cell for cell in range(81) if one[cell] != two[cell]]
    assert [cell for cell in range(81) if "differs" in page.classes(cell)] == differ
    pairs = [page.cell(cell).text.split() for cell in differ]
    assert all(sorted(pair) == sorted({one[cell], two[cell]}) for pair, cell in zip(pairs, differ, strict=True))
    assert page.label(differ[0]).endswith(f", {pairs[0][0]} in the first solution, {pairs[0][1]} in the second")
    page.shot("two")
    page.click("two-first")
    first = "".join(cell.text for cell in page.all("[role=gridcell]"))
    assert page.label(differ[0]).endswith("in the first solution")
    assert page.get("two-first").get_attribute("aria-pressed") == "true"
    page.type("k")  # the next of them, without a question
    second = "".join(cell.text for cell in page.all("[role=gridcell]"))
    assert {first, second} == {one, two} and [pair[0] for pair in pairs] == [first[cell] for cell in differ]
    assert page.get("two-words").get_attribute("textContent") == "The board shows the second solution."
    page.type("k")
    assert page.cell(differ[0]).text.split() == pairs[0]
    page.get("check").send_keys(Keys.ESCAPE)
    assert not page.get("two").is_displayed() and not page.all("#board .differs") and page.line() == TWO
    page.click("check")
    page.says("Not unique")
    page.cell(differ[0]).click()
    assert page.get("two").is_displayed()  # moving the cursor keeps them
    page.type("1")
    assert not page.get("two").is_displayed() and page.cell(differ[0]).text == "1"


def test_one_solution(page):
    page.demo("9×9, easy")
    page.click("check")
    page.says("One solution.")
    assert not page.all("table")


def test_hints_are_highlighted_and_done(page):
    page.demo("9×9, easy")
    page.chord(Keys.SHIFT, "h")
    page.says("Hidden single: the ")
    (place,) = page.all("#board .place")
    cell = page.number(place)
    solution = sudoku.solve(EASY)
    assert f"is to be {solution[cell]}" in page.label(cell)
    assert place.find_element(By.CSS_SELECTOR, ".put").text == solution[cell]
    assert len(page.all("#board .house")) >= 9
    assert page.get("more").is_displayed()
    page.shot("hint")
    page.type(Keys.ENTER)
    assert page.line() == EASY[:cell] + solution[cell] + EASY[cell + 1 :]
    assert not page.all("#board .house, #board .place") and not page.get("more").is_displayed()
    page.click("hint")
    page.says("Look for this: hidden single.")
    page.type(Keys.ESCAPE)
    assert not page.all("#board .house") and page.words == ""


def test_hints_that_strike_candidates_out(page):
    page.demo("10×10")
    solution = sudoku.solve(DEMOS[9].puzzle, board=BOARDS["2x5"])
    page.cell(0).click()
    for _ in range(100):
        page.chord(Keys.SHIFT, "h")
        page.wait(lambda: page.get("more").is_displayed())
        if page.all("#board .strike"):
            break
        page.type(Keys.ENTER)
        page.wait(lambda: not page.get("more").is_displayed())
    gone = [(page.number(cell), cell.find_element(By.CSS_SELECTOR, ".gone").text) for cell in page.all(".strike")]
    assert gone and all(solution[cell] != digit for cell, digit in gone)
    assert all(f"loses {digit}" in page.label(cell) for cell, digit in gone)
    page.shot("strike")
    page.type(Keys.ENTER)
    for cell, digit in gone:
        assert digit not in page.label(cell).rpartition("notes")[2].split()


def test_a_wrong_digit_is_named(page):
    page.demo("9×9, easy")
    page.cell(2).click()
    page.type("1", "h")
    page.says("r1c3 is not the digit of the solution.")
    assert "bad" in page.classes(2) and page.label(2) == "row 1 column 3, 1, wrong"


def test_candidates(page):
    page.demo("9×9, easy")
    page.click("simple")
    page.says("candidates that no digit excludes.")
    assert page.label(2) == "row 1 column 3, empty, notes 1 2 4"
    page.click("true")
    page.says("The notes are the 51 candidates that at least one solution of the puzzle has.")
    assert page.label(2) == "row 1 column 3, empty, notes 4"
    page.click("solve")
    page.says("Solved")
    page.click("true")
    page.says("Every cell has a digit; candidates stand in empty cells.")


def test_how_hard(page):
    page.demo("9×9, by Arto Inkala, 2012")
    page.click("rate")
    page.says("For people this is extreme")


def test_generate(page):
    page.choose("size", "9×9")
    page.choose("level", "medium")
    page.click("generate")
    page.says("medium")
    assert sudoku.is_unique(page.line())
    page.shot("generated")


@pytest.fixture
def served(page):
    """Return the page of a server."""
    if "/live/" in page.address:
        pytest.skip("there is no server")
    return page


def test_without_the_server(served):
    page = served
    page.browser.execute_cdp_cmd("Network.enable", {})
    page.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*api/*"]})
    try:
        page.click("solve")
        page.says("The server does not answer.")
    finally:
        page.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
    page.demo("4×4")
    page.click("solve")
    page.says("this is the only solution")


BUSY = """
const real = window.fetch;
let left = arguments[0];
window.fetch = (...question) => left-- > 0
  ? Promise.resolve(new Response('{"error": "the server is busy"}', { status: 503, headers: { "Retry-After": "1" } }))
  : real(...question);
"""


def test_a_busy_server_is_asked_again_until_it_is_this_page_s_turn(served):
    page = served
    page.demo("4×4")
    page.browser.execute_script(BUSY, 2)
    page.click("solve")
    page.says("this question has place 1 in the line …")
    page.shot("busy")
    page.says("this is the only solution")


def test_escape_leaves_the_line_of_a_busy_server(served):
    page = served
    page.demo("4×4")
    page.browser.execute_script(BUSY, 1000)
    page.click("solve")
    page.says("place 1 in the line")
    page.type(Keys.ESCAPE)
    assert page.words == ""


def test_five_presses_lock_no_one_out(page):
    page.choose("size", "16×16")
    page.click("empty-board")
    for _ in range(5):
        page.click("check")
    page.says("at least 100 solutions.")
    page.demo("4×4")
    page.click("solve")
    page.says("this is the only solution")


# --- links, pasting


def test_a_link_holds_the_puzzle(page):
    page.demo("6×6")
    page.cell(0).click()
    page.type("1")
    line = page.line()
    page.click("share")
    page.says("link")
    link = page.get("link").get_attribute("value")
    assert page.get("link").is_displayed() and link.startswith(page.address + "#board=2x3&clues=")
    page.shot("link")
    page.browser.execute_script("localStorage.clear()")
    page.browser.get("about:blank")
    page.browser.get(link)
    page.says("The puzzle of the link is loaded.")
    assert page.line() == line
    assert page.label(0) == "row 1 column 1, 1" and page.label(1) == "row 1 column 2, 6, clue"
    page.browser.refresh()
    page.says("Here you stopped the last time.")
    assert page.line() == line


@pytest.mark.parametrize(
    "fragment",
    [
        "#board=3x3&clues=123",
        "#board=7x7&clues=123",
        "#clues=" + "." * 81,
        "#board=2x2&clues=5...............",
        "#board=2x2&clues=................&digits=x",
        "#board=constructor&clues=1",
        "#%E0%A4%A",
        "#" + XSS,
        "#board=2x2&clues=<b>.............",
        "#" + "x" * 100_000,
    ],
    ids=range(10),
)
def test_links_that_are_none(page, fragment):
    page.open(fragment)
    assert page.words.startswith("The link ")
    assert set(page.line()) == {"."}


def test_pasting(page):
    page.click("paste-open")
    text = page.get("paste-text")
    assert page.browser.switch_to.active_element == text
    text.send_keys(XSS)
    page.click("paste-load")
    page.wait(lambda: "is neither a digit" in page.get("paste-error").text)
    page.shot("paste")
    text.clear()
    text.send_keys(BOARDS["3x3"].grid(BOARDS["3x3"].parse(EASY)))
    page.click("paste-load")
    page.says("A puzzle of 30 clues is loaded.")
    assert page.line() == EASY and not text.is_displayed()
    assert page.browser.switch_to.active_element == page.cell(0)  # on the button, Enter would open the dialog again
    for button in ("restart", "empty-board"):
        page.click(button)
        assert page.browser.switch_to.active_element == page.cell(0)


@pytest.mark.parametrize("text", [XSS, "1234", "<b>" * 9])
def test_pasting_on_the_page(page, text):
    page.browser.execute_script(PASTE, text)
    page.wait(lambda: page.get("message").get_attribute("class") == "error")
    assert not page.all("#message b, #message img")
    page.browser.execute_script(PASTE, TWO)
    page.says("A puzzle of 26 clues is loaded.")
    assert page.line() == TWO


def test_letters_of_a_word(page):
    """Clues, keys and the answer are letters; another puzzle has digits again."""
    letters = str.maketrans("123456789", "DEKNORSUW")
    page.browser.execute_script(PASTE, EASY.translate(letters))
    page.says("A puzzle of 30 clues and 1 rule is loaded.")
    assert page.line() == EASY.translate(letters)
    page.cell(EASY.index(".")).click()
    page.type("n")
    assert page.label(EASY.index(".")).endswith(", N")
    page.click("solve")
    page.wait(lambda: page.line() == sudoku.solve(EASY).translate(letters))
    page.browser.execute_script(PASTE, TWO)
    page.says("A puzzle of 26 clues is loaded.")
    assert page.line() == TWO


# --- appearance and accessibility


def background(page):
    return page.browser.execute_script("return getComputedStyle(document.body).backgroundColor")


def test_dark_by_system_and_by_choice(page):
    light = background(page)
    page.emulate(scheme="dark")
    dark = background(page)
    assert dark != light
    page.demo("9×9, easy")
    page.chord(Keys.SHIFT, "h")
    page.says("Hidden single")
    page.shot("dark")
    page.choose("theme", "light")
    assert background(page) == light
    page.emulate()
    page.choose("theme", "dark")
    assert background(page) == dark
    page.open()
    assert background(page) == dark


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(page, scheme):
    page.emulate(scheme=scheme)
    page.demo("9×9, with two solutions")
    page.type("p")
    page.says("The notes")
    page.type("k")
    page.says("2 solutions")
    found = page.browser.execute_script(CONTRAST)
    page.demo("9×9, AI Escargot (Arto Inkala, 2006)")
    page.type("p")
    page.says("The notes")
    page.chord(Keys.SHIFT, "h")
    page.says("Hidden single")
    found += page.browser.execute_script(CONTRAST)
    page.type("v")
    for color in "12345678":  # on candidates, and on digits
        page.type(color, Keys.ARROW_RIGHT)
    page.type("z")
    page.cell(80).click()
    page.type("1", Keys.ARROW_LEFT, "3", "s")  # clashes
    found += page.browser.execute_script(CONTRAST)
    assert len(found) > 300
    assert [what for ratio, what in found if ratio < 4.5] == []


@pytest.mark.parametrize("demo", ["9×9, easy", "16×16"])
def test_on_a_phone(page, demo):
    page.emulate(width=375, height=760)
    page.open()
    page.demo(demo)
    width = page.browser.execute_script("return document.documentElement.scrollWidth")
    assert width <= 375
    first = page.all("#pad button")[0]
    cell = next(k for k, digit in enumerate(page.line()) if digit == ".")
    page.cell(cell).click()
    first.click()
    assert page.line()[cell] == "1"
    page.click("erase")
    assert page.line()[cell] == "."
    boxes = page.boxes("button, select")
    assert all(width >= 40 and height >= 40 for _, _, width, height in boxes)
    for k, (left, top, width, height) in enumerate(boxes):
        for x, y, across, down in boxes[:k]:
            apart = left > x + across - 0.1 or x > left + width - 0.1
            assert apart or top > y + down - 0.1 or y > top + height - 0.1
    page.click("hint")
    page.says(": ")
    page.wait(
        lambda: page.browser.execute_script(
            "return document.getElementById('message').getBoundingClientRect().top >= 0"
        )
    )
    page.shot(f"phone-{demo[:2].strip('×')}")
    page.browser.execute_script("scrollTo(0, 1000)")
    page.shot(f"phone-{demo[:2].strip('×')}-below")


def test_on_paper(page):
    page.demo("9×9, easy")
    page.chord(Keys.SHIFT, "h")
    page.says("Hidden single")
    page.emulate(media="print", scheme="dark")
    shown = {element.get_attribute("id") for element in page.all("[id]") if element.is_displayed()}
    assert shown - {"board-help"} == {"play", "frame", "board", "arrows", "title"}
    assert background(page) == "rgb(255, 255, 255)"
    page.shot("print")


def test_everything_is_reached_and_named(page):
    page.demo("9×9, easy")
    names = page.browser.execute_script(NAMES)
    assert [key for key, name in names if not name] == []
    wanted = {element.get_attribute("id") for element in page.all("button[id], select") if element.is_displayed()}
    reached, outlines = set(), set()
    page.browser.execute_script("document.activeElement.blur()")
    for _ in range(70):
        page.type(Keys.TAB)
        focus = page.browser.switch_to.active_element
        reached.add(focus.get_attribute("id"))
        outlines.add(focus.value_of_css_property("outline-style"))
    assert wanted <= reached
    assert outlines <= {"solid", "none"} and "solid" in outlines
    cells = page.all("[role=grid] > [role=row] > [role=gridcell]")
    assert len(cells) == 81
    assert [cell.get_attribute("tabindex") for cell in cells].count("0") == 1


def test_keys_are_explained(page):
    page.cell(0).click()
    page.type("?")
    assert page.get("keys").is_displayed()
    page.shot("keys")
    page.type(Keys.ESCAPE)
    assert not page.get("keys").is_displayed()
    assert page.browser.switch_to.active_element.get_attribute("data-cell") == "0"
