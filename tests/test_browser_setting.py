# SPDX-License-Identifier: MIT
"""Setting a variant in a real browser: rules by mouse and by keyboard alone, the live check, links and files."""

import io
import json
import os

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")
pytest.importorskip("selenium")
pytest.importorskip("PIL")

from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from sudoku import Board, write_link
from sudoku.variants import XV, Indexing, Killer, Whispers
from tests.browser import PASTE, Page, address, browser, needs_browser, visited

__all__ = ["address", "browser"]
pytestmark = needs_browser
PHONE = {"width": 375, "height": 812}


class Setter(Page):
    """The page as a setter uses it."""

    def kind(self, name):
        Select(self.get("kind")).select_by_visible_text(name)

    def cells(self, *names):
        """Select cells in this order, with Ctrl from the second on."""
        chain = ActionChains(self.browser)
        side = round(len(self.all("[role=gridcell]")) ** 0.5)
        for k, name in enumerate(names):
            row, column = map(int, name[1:].split("c"))
            if k == 1:
                chain.key_down(Keys.CONTROL)
            chain.click(self.cell((row - 1) * side + column - 1))
        chain.key_up(Keys.CONTROL).perform()

    def rule(self, kind, *cells, value=""):
        """Add a rule and wait until it is in the list."""
        before = len(self.rules)
        self.kind(kind)
        self.cells(*cells)
        if value:
            self.get("rule-value").send_keys(value)
        self.click("rule-add")
        self.wait(lambda: len(self.rules) > before)

    @property
    def rules(self):
        return self.browser.execute_script(
            "return [...document.querySelectorAll('#rules > li')].map((item) => item.firstChild.textContent)"
        )

    @property
    def live(self):
        return self.get("live").text

    def lives(self, words):
        self.wait(lambda: words in self.live and "old" not in self.get("live").get_attribute("class"))

    def is_possible(self):
        """Wait until the live check has found no contradiction."""
        self.wait(lambda: self.get("live").get_attribute("data-status") in ("several", "found", "stopped"))

    def selected(self):
        cells = map(self.number, self.all("#board > div > [aria-selected=true]"))
        return [f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in cells]

    def layer(self):
        return self.all("#frame > .layer")


@pytest.fixture
def page(browser, address):
    yield from visited(Setter(browser, address))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_phone_shows_the_live_check_below_the_board(page, width, height):
    page.rule("killer", "r1c1", "r1c2", "r2c1", value="8")
    page.lives("Several solutions")
    assert not page.get("live-short").is_displayed()  # the panel is beside the board
    page.emulate(width=width, height=height)
    page.browser.execute_script("scrollTo(0, 0)")
    short = page.get("live-short")
    assert short.is_displayed() and short.text == page.live.split(". ")[0] and short.get_attribute("aria-hidden")
    (_, top, _, tall), (_, above, _, high) = page.boxes("#live-short")[0], page.boxes("#frame")[0]
    assert above + high <= top and top + tall <= height
    page.emulate(media="print", width=width, height=height)
    assert not short.is_displayed()
    page.emulate(width=width, height=height)
    page.click("live-check")
    page.wait(lambda: not short.is_displayed())


def test_rules_by_mouse(page):
    page.rule("killer", "r1c1", "r1c2", "r2c1", value="8")
    page.rule("thermometers", "r9c1", "r8c2", "r7c3")
    page.rule("whispers", "r1c9", "r2c8", "r3c9", "r4c8")
    page.rule("arrows", "r5c5", "r5c6", "r4c7", "r4c8")
    page.rule("white dots", "r9c8", "r9c9")
    page.rule("black dots", "r7c8", "r7c9")
    page.rule("ratios", "r8c4", "r8c5", value="3")
    page.rule("sandwich", "r1c4", "r2c4", value="12")
    page.rule("little killer", "r1c6", "r2c7", value="20")
    page.rule("anti-knight")
    assert page.rules == [
        "killer: 8 · r1c1 r1c2 r2c1",
        "thermometers: r9c1 r8c2 r7c3",
        "whispers: r1c9 r2c8 r3c9 r4c8",
        "arrows: r5c5 · r5c6 r4c7 r4c8",
        "white: r9c8 r9c9",
        "black: r7c8 r7c9",
        "ratios: 3 · r8c4 r8c5",
        "sandwich: 12 · r0c4",
        "little killer: 20 · r0c5 r1c6",
        "anti-knight",
    ]
    page.is_possible()
    page.wait(page.layer)
    page.wait(lambda: "In words: anti-knight" in page.get("unmarked").text)
    page.shot("setting")
    page.emulate(scheme="dark")
    page.shot("setting-dark")
    page.emulate(**PHONE)
    page.browser.execute_script("window.scrollTo(0, 0)")
    page.shot("setting-phone-board")
    page.browser.execute_script("document.getElementById('setting').scrollIntoView()")
    page.shot("setting-phone-panel")
    assert page.browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    page.emulate()


def test_rules_with_a_number_of_their_own_and_all_marks(page):
    page.rule("xv", "r1c1", "r1c2", value="v")
    page.rule("all X and V")
    page.rule("differences", "r5c1", "r5c2", value="3")
    page.rule("all differences")
    page.rule("rising diagonal")
    page.rule("row indexing", "r9c9")
    page.kind("whispers")
    assert page.get("value-label").text == "Least"
    assert page.get("rule-value").get_attribute("placeholder") == "5, or another"
    page.rule("whispers", "r3c3", "r4c4", value="3")
    page.rule("whispers", "r3c5", "r4c5")
    page.rule("modular", "r6c5", "r6c6", "r6c7", value="4")
    page.rule("arrows", "r7c1", "r7c2", "r8c2", "r8c3", value="2")
    assert page.rules == [
        "xv: V · r1c1 r1c2",
        "all X and V",
        "all differences",
        "differences: 3 · r5c1 r5c2",
        "rising diagonal",
        "row indexing: r9c9",
        "whispers: 3 · r3c3 r4c4",
        "whispers: r3c5 r4c5",
        "modular: 4 · r6c5 r6c6 r6c7",
        "arrows: r7c1 r7c2 · r8c2 r8c3",
    ]
    page.shot("setting-numbers")


def test_a_link_with_such_rules_is_a_list_of_parts(page):
    variants = [XV([("X", "r1c1 r1c2"), ("V", "r3c3 r3c4")], complete=True), Whispers(["r5c5 r6c6"], 3)]
    link = write_link("." * 81, Board(variants=[*variants, Indexing("r9c1 r9c2", "row"), Killer([(15, "r7c7 r7c8")])]))
    page.browser.execute_script(PASTE, link)
    page.says("7 rules")
    assert set(page.rules) == {
        *("killer: 15 · r7c7 r7c8", "row indexing: r9c1", "row indexing: r9c2", "whispers: 3 · r5c5 r6c6"),
        *("xv: 10 · r1c1 r1c2", "xv: 5 · r3c3 r3c4", "all X and V"),
    }
    page.rule("xv", "r9c8", "r9c9", value="V")
    page.rule("whispers", "r1c5", "r2c6", value="4")
    page.rule("row indexing", "r9c3")
    before = page.rules
    at = before.index("xv: 10 · r1c1 r1c2")
    page.all("#rules > li")[at].find_element("css selector", "button[title=Delete]").click()
    assert page.rules == before[:at] + before[at + 1 :]
    page.is_possible()


def test_a_rule_is_picked_in_the_list_and_changed_in_its_place(page):
    page.rule("killer", "r5c5", "r5c6", value="17")
    page.rule("killer", "r1c1", "r1c2", value="8")
    page.rule("sandwich", "r1c9", "r2c9", value="12")
    page.rule("arrows", "r7c1", "r7c2", "r8c2", "r8c3", value="2")
    page.rule("x")
    names = page.all("#rules > li > button:first-child")
    names[0].click()
    assert page.selected() == ["r5c5", "r5c6"]
    assert page.get("rule-value").get_attribute("value") == "17"
    assert names[0].get_attribute("aria-pressed") == "true"
    page.shot("setting-picked")
    page.browser.switch_to.active_element.send_keys("16", Keys.ENTER)
    page.wait(lambda: page.rules[0] == "killer: 16 · r5c5 r5c6")
    assert page.rules[1:] == [
        "killer: 8 · r1c1 r1c2",
        "sandwich: 12 · r0c9",
        "arrows: r7c1 r7c2 · r8c2 r8c3",
        "x",
    ]
    page.says("Changed: killer: 16 · r5c5 r5c6.")
    assert not page.get("rule-change").is_displayed()
    page.all("#rules > li > button:first-child")[2].send_keys(Keys.ENTER)
    assert page.selected() == ["r1c9", "r2c9"]
    page.browser.switch_to.active_element.send_keys("9")
    page.click("rule-change")
    page.wait(lambda: page.rules[2] == "sandwich: 9 · r0c9")
    page.all("#rules > li > button:first-child")[3].click()
    assert page.selected() == ["r7c1", "r7c2", "r8c2", "r8c3"]
    page.browser.switch_to.active_element.send_keys(Keys.BACKSPACE)
    page.click("rule-change")
    page.wait(lambda: page.rules[3] == "arrows: r7c1 · r7c2 r8c2 r8c3")
    page.all("#rules > li > button:first-child")[1].click()
    page.cells("r2c1", "r2c2", "r2c3")
    page.click("rule-change")
    page.wait(lambda: page.rules[1] == "killer: 8 · r2c1 r2c2 r2c3")
    page.all("#rules > li > button:first-child")[4].click()
    assert not page.get("rule-change").is_displayed()
    page.all("#rules > li > button:first-child")[1].click()
    page.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not page.get("rule-change").is_displayed()
    assert page.get("rule-value").get_attribute("value") == ""
    page.cells("r9c1", "r9c2")
    page.get("rule-value").send_keys("4", Keys.ENTER)
    page.wait(lambda: len(page.rules) == 6)
    page.type(Keys.ESCAPE)


def test_digits_above_9_in_a_rule(page):
    Select(page.get("size")).select_by_value("4x4")
    page.click("empty-board")
    page.wait(lambda: len(page.all("[role=gridcell]")) == 256)
    page.rule("quadruples", "r1c1", "r1c2", "r2c1", "r2c2", value="1g")
    page.rule("quadruples", "r3c1", "r3c2", "r4c1", "r4c2", value="1, 10 16")
    page.rule("look and say", "r9c1", "r9c2", value="1G")
    page.rule("quadruples", "r5c1", "r5c2", "r6c1", "r6c2", value="16")
    assert page.rules == [
        "quadruples: 1G · r1c1 r1c2 r2c1 r2c2",
        "quadruples: 1AG · r3c1 r3c2 r4c1 r4c2",
        "quadruples: 16 · r5c1 r5c2 r6c1 r6c2",
        "look and say: 1G · r9c1 r9c2",
    ]
    page.wait(lambda: "1AG" in page.browser.execute_script("return document.querySelector('.over')?.textContent ?? ''"))
    page.shot("setting-large")
    page.get("rule-value").send_keys("H")
    page.click("rule-add")
    page.says("The value must be digits of the board, such as 12G, or numbers, such as 1 2 16.")


def test_marks_keep_their_meaning_in_the_dark_and_on_paper(page):
    page.rule("white dots", "r2c1", "r2c2")
    page.rule("black dots", "r2c4", "r2c5")
    page.rule("differences", "r4c1", "r4c2", value="3")
    page.rule("ratios", "r4c4", "r4c5", value="3")
    page.rule("xv", "r6c1", "r6c2", value="X")
    page.rule("quadruples", "r7c4", "r7c5", "r8c4", "r8c5", value="12")
    page.wait(lambda: len(page.all("#frame > .dots circle")) == 4 and len(page.all("#frame > .over circle")) == 2)

    def seen(**how):
        page.emulate(**how)
        return Image.open(io.BytesIO(page.browser.get_screenshot_as_png())).convert("L")

    def marks(picture, selector):
        """Return the darkest and the lightest grey inside each circle, row by row."""
        for x, y, width, height in sorted(page.boxes(selector), key=lambda box: (round(box[1]), box[0])):
            inside = (x + width / 4, y + height / 4, x + width * 3 / 4, y + height * 3 / 4)
            yield picture.crop(tuple(map(round, inside))).getextrema()

    for how in ({}, {"scheme": "dark"}):
        white, black, difference, ratio = marks(seen(**how), "#frame > .dots circle")
        assert min(white) > 240 and max(black) < 60
        assert max(difference) > 240 and max(ratio) > 150 and min(ratio) < 60  # the number is in the other color
        for dark, light in marks(seen(**how), "#frame > .over circle"):
            assert dark < 70 and light > 170  # X and 12 can be read
    page.shot("setting-marks-dark")
    page.choose("theme", "dark")
    assert next(marks(seen(), "#frame > .dots circle")) == white
    paper = {scheme: seen(media="print", scheme=scheme) for scheme in ("light", "dark")}
    page.emulate()
    page.choose("theme", "light")
    assert paper["dark"].tobytes() == paper["light"].tobytes() == seen(media="print").tobytes()
    page.emulate()
    page.choose("theme", "system")


def test_rules_without_marks_are_named_on_paper(page):
    page.rule("all black dots")
    page.rule("anti-knight")
    words = "anti-knight; all black dots are given"
    page.wait(lambda: page.get("unmarked").text == f"In words: {words}")
    assert not page.get("legend").is_displayed()
    page.emulate(media="print")
    assert page.get("legend").text == words and page.get("legend").is_displayed()
    page.shot("setting-print")
    page.emulate()


def test_a_new_puzzle_has_the_rules(page):
    page.rule("x")
    page.rule("even", "r1c1")
    page.choose("level", "any")
    page.click("generate")
    page.says("clues with these rules")
    assert page.rules == ["x", "even: r1c1"]
    made = page.line()
    page.click("check")
    page.says("One solution.")
    Select(page.get("size")).select_by_value("2x2")
    page.click("generate")
    page.says("It is without the rules")
    assert page.rules == []
    page.click("undo")
    assert page.line() == made and page.rules == ["x", "even: r1c1"]


def test_a_corner_is_at_two_edges(page):
    page.rule("little killer", "r1c1", value="20")
    page.kind("sandwich")
    page.cells("r1c9")
    page.get("rule-value").send_keys("12")
    page.click("rule-add")
    page.wait(lambda: "A corner is at two edges" in page.words)
    page.kind("little killer")
    page.cells("r1c5")
    page.click("rule-add")
    page.says("Select the next cell on the diagonal, too.")
    page.rule("sandwich", "r1c9", "r1c8", value="")
    page.rule("quadruples", "r1c1", "r1c2", "r2c1", "r2c2", value="1 2, 3")
    assert page.rules == [
        "little killer: 20 · r0c0 r1c1",
        "sandwich: 12 · r1c10",
        "quadruples: 123 · r1c1 r1c2 r2c1 r2c2",
    ]


def test_keyboard_alone(page):
    page.get("kind").send_keys("killer")
    page.get("rule-value").send_keys("15")
    page.cell(0).click()
    page.chord(Keys.SHIFT, Keys.ARROW_RIGHT)
    page.chord(Keys.SHIFT, Keys.ARROW_DOWN)
    page.type("i")
    page.wait(lambda: page.rules == ["killer: 15 · r1c1 r1c2 r2c2"])
    assert page.get("rule-value").get_attribute("value") == ""
    page.type("5")
    assert page.cell(10).text == "5"
    page.chord(Keys.CONTROL, "z")
    page.chord(Keys.CONTROL, "z")
    assert page.rules == []
    page.wait(lambda: not page.layer())
    page.chord(Keys.CONTROL, "y")
    assert page.rules == ["killer: 15 · r1c1 r1c2 r2c2"]
    page.all("#rules [title=Delete]")[0].send_keys(Keys.ENTER)
    assert page.rules == [] and "Deleted" in page.words
    assert page.browser.switch_to.active_element.get_attribute("id") == "rules-title"


@pytest.mark.parametrize("how", ["button", "key"])
def test_select_many_begins_with_no_cell(page, how):
    """The cell that was selected before is no bulb; nor is the last cell of the rule before."""
    page.kind("thermometers")
    page.cell(40).click()
    page.click("many") if how == "button" else page.type("m")
    assert page.selected() == []
    for number, cells in enumerate([(0, 1, 10), (8, 7)], 1):
        for cell in cells:
            page.cell(cell).click()
        page.click("rule-add")
        page.wait(lambda number=number: len(page.rules) == number)
        assert page.selected() == []
    assert page.rules == ["thermometers: r1c1 r1c2 r2c2", "thermometers: r1c9 r1c8"]
    page.cell(3).click()
    page.type(Keys.ESCAPE)
    assert page.selected() == []
    page.click("many")
    page.cell(3).click()
    page.cell(4).click()
    assert page.selected() == ["r1c5"]


def test_a_drag_selects_a_path(page):
    page.kind("renban")
    drag = ActionChains(page.browser).move_to_element(page.cell(0)).click_and_hold()
    for cell in (1, 10, 19):
        drag.move_to_element(page.cell(cell))
    drag.release().perform()
    page.click("rule-add")
    page.wait(lambda: page.rules == ["renban: r1c1 r1c2 r2c2 r3c2"])


def test_the_live_check_follows_the_puzzle(page):
    page.click("live-check")
    page.lives("Several solutions: 81 cells are open.")
    page.rule("killer", "r1c1", "r1c2", value="3")
    page.rule("killer", "r1c3", "r1c4", value="4")
    page.lives("No solution: cage 3 at r1c1 r1c2 and cage 4 at r1c3 r1c4 contradict each other.")
    assert len(page.all("#rules > .clash")) == 2
    page.shot("setting-clash")
    page.all("#rules [title=Delete]")[1].click()
    page.lives("Several solutions")
    page.click("live-candidates")
    page.wait(lambda: "candidates 1 2" in page.label(0))
    page.shot("setting-candidates")
    page.cell(2).click()
    page.type("1")
    page.lives("No solution: cage 3 at r1c1 r1c2 and r1c3=1 contradict each other.")
    page.wait(lambda: "bad" in page.classes(2))


def test_the_live_check_names_a_line_that_jumps(page):
    page.rule("thermometers", "r3c2", "r3c5")
    page.lives("Several solutions")
    page.lives("Note: thermometer 1 jumps from r3c2 to r3c5.")


def test_an_error_names_what_is_missing(page):
    page.kind("killer")
    page.cells("r1c1")
    page.get("rule-value").send_keys("99")
    page.click("rule-add")
    page.says("the sum of r1c1 is 99")
    assert page.rules == []
    page.kind("sandwich")
    page.cells("r5c5")
    page.get("rule-value").send_keys(Keys.CONTROL, "a")
    page.get("rule-value").send_keys("7")
    page.click("rule-add")
    page.says("at the edge")


@pytest.mark.parametrize("kind, value", [("xv", "X"), ("white dots", ""), ("ratios", "2")])
def test_a_mark_is_between_two_cells_side_by_side(page, kind, value):
    for cells in (["r1c9", "r2c1"], ["r1c1", "r2c2"], ["r1c5"], ["r1c1", "r1c2", "r1c3"]):
        page.kind(kind)
        page.cells(*cells)
        if value:
            page.get("rule-value").send_keys(value)
        page.browser.execute_script("document.getElementById('words').textContent = ''")
        page.click("rule-add")
        page.says("Select two cells side by side.")
        assert page.rules == []
        if value:
            page.get("rule-value").clear()
    page.rule(kind, "r2c4", "r1c4", value=value)


def test_redundant_clues_are_counted_and_marked(page):
    page.browser.execute_script(PASTE, "1234341221434321")
    page.says("16 clues")
    page.click("check")
    page.says("Not minimal: 16 clues, the marked ones, are redundant (each of them can go, not all at once).")
    assert all("redundant" in page.classes(cell) for cell in range(16))
    assert page.label(0) == "row 1 column 1, 1, clue, redundant"
    page.shot("redundant")


def test_links_and_files(page, tmp_path):
    page.rule("killer", "r1c1", "r1c2", value="8")
    page.rule("x")
    link = {}
    for program, site in (
        ("this page", page.address),
        ("SudokuPad", "https://sudokupad"),
        ("f-puzzles", "https://www.f-p"),
    ):
        page.choose("link-to", program)
        page.click("share")
        page.wait(lambda site=site: page.get("link").get_attribute("value").startswith(site))
        link[program] = page.get("link").get_attribute("value")
    page.browser.execute_script("localStorage.clear()")
    page.open(link["this page"].removeprefix(page.address))
    page.wait(lambda: page.rules == ["killer: 8 · r1c1 r1c2", "x"])
    for program in ("SudokuPad", "f-puzzles"):
        page.browser.execute_script("localStorage.clear()")
        page.open()
        page.wait(lambda: page.rules == [])
        page.browser.execute_script(PASTE, link[program])
        page.says("2 rules")
        assert set(page.rules) == {"x", "killer: 8 · r1c1 r1c2"}
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps({"board": "2x3", "puzzle": "1" + "." * 35, "rules": {"even": "r2c2 r3c3"}}))
    page.get("rules-file").send_keys(os.fspath(file))
    page.wait(lambda: page.rules == ["even: r2c2", "even: r3c3"])
    assert len(page.all("[role=gridcell]")) == 36
    rules = {"killer": [[8, "r1c1 r1c2"]], "xv": {"clues": [["X", "r3c3 r3c4"]], "complete": True}}
    file.write_text(json.dumps(rules))
    page.get("rules-file").send_keys(os.fspath(file))
    page.wait(lambda: set(page.rules) == {"killer: 8 · r1c1 r1c2", "xv: 10 · r3c3 r3c4", "all X and V"})
    assert page.line() == "." * 81
    file.write_text(json.dumps({"rows": 3}))
    page.get("rules-file").send_keys(os.fspath(file))
    page.says("no puzzle under a usual name (puzzle, board, ...).")


def test_a_jigsaw_region_by_region(page):
    Select(page.get("size")).select_by_value("2x2")
    page.click("empty-board")
    page.wait(lambda: len(page.all("[role=gridcell]")) == 16)
    page.kind("region of a jigsaw")
    page.cells("r1c1", "r1c2")
    page.click("rule-add")
    page.says("A region has 4 cells; 2 are selected.")
    page.rule("region of a jigsaw", "r1c1", "r1c2", "r1c3", "r2c1")
    assert page.rules == ["region: r1c1 r1c2 r1c3 r2c1"]
    page.lives("Several")
    assert len(page.all("#board [data-right], #board [data-under]")) == 3  # the region has borders, the boxes are gone
    page.shot("setting-region")
    page.rule("region of a jigsaw", "r1c4", "r2c4", "r3c4", "r2c3")
    page.rule("region of a jigsaw", "r2c2", "r3c1", "r3c2", "r3c3")
    assert len(page.rules) == 4  # the last cells are a region by themselves
    page.wait(lambda: len(page.all("#board [data-right], #board [data-under]")) == 9)
    page.shot("setting-regions")
    page.browser.execute_script("document.querySelector('#rules [title=Delete]').click()")
    page.wait(lambda: len(page.rules) == 3)


def test_a_jigsaw_has_its_borders(page, tmp_path):
    file = tmp_path / "jigsaw.json"
    regions = "111112333111222233122252333444555663444555666477558666477778699478888999778889999"
    file.write_text(json.dumps({"board": "3x3", "puzzle": "1" + "." * 80, "rules": {"regions": regions}}))
    page.get("rules-file").send_keys(os.fspath(file))
    page.wait(lambda: page.all("[data-cell='4'][data-right]") and not page.all("[data-cell='2'][data-right]"))
    page.cell(9 * 2).click()
    page.type("1")
    page.wait(lambda: "clash" in page.classes(18))  # in region 1, and not in the box of r1c1's row
    page.shot("setting-jigsaw")


def test_a_hint_of_a_thermometer_names_the_bound(page):
    none, marks = [0] * 81, [0] * 81
    marks[20], marks[21] = 0b110011, 0b101100
    lists = {"given": [False] * 81, "values": none, "marks": marks, "corners": none, "colors": none}
    state = {"board": "3x3", "rules": {"thermometers": ["r3c3 r3c4"]}, "places": True, **lists}
    script = "localStorage['sudoku-puzzle'] = arguments[0]"
    page.browser.execute_script(script, json.dumps({"state": state, "title": "", "clues": False}))
    page.open()
    page.says("Here you stopped the last time.")
    page.chord(Keys.SHIFT, "h")
    page.says("Thermometer r3c3-r3c4: r3c4 is at most 6, so r3c3 is at most 5: r3c3 loses 6.")
