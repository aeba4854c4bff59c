# SPDX-License-Identifier: MIT
"""The page without a server, where it differs: offline, and when its Python is busy."""

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")
pytest.importorskip("selenium")

import sudoku
from sudoku.web.demos import DEMOS
from tests.browser import Page, browser, needs_browser, static_files

__all__ = ["browser"]
pytestmark = needs_browser
READY = """
const done = arguments[0];
navigator.serviceWorker.ready.then(() => done(true));
"""
RECORD = """
const real = Response;
window.statuses = [];
window.Response = function (text, { status }) {
  statuses.push(status);
  return new real(text, { status });
};
"""


@pytest.fixture
def kept(browser):
    """Yield the page after its first visit, and its server of static files, whose address no other test has."""
    with static_files() as (server, address):
        page = Page(browser, address)
        page.emulate()
        page.open()
        browser.execute_script("localStorage.clear()")
        browser.set_script_timeout(300)
        assert browser.execute_async_script(READY)
        yield page, server


def test_it_works_offline_after_the_first_visit(kept):
    page, server = kept
    server.kill()
    server.wait()
    page.open()
    page.demo("9×9, easy")
    page.click("solve")
    page.says("this is the only solution")
    assert page.line() == sudoku.solve(DEMOS[0].puzzle)
    assert page.errors() == []


def test_a_dropped_question_makes_room_at_once(kept):
    page, _ = kept
    page.open()
    assert page.browser.execute_script("return crossOriginIsolated")
    page.demo("4×4")
    page.click("solve")
    page.says("this is the only solution")  # Python has started
    page.choose("size", "16×16")
    page.choose("level", "extreme")
    page.click("generate")
    page.says("Working …")
    page.browser.execute_script(RECORD)
    page.demo("4×4")
    page.click("solve")
    page.says("this is the only solution")
    assert page.browser.execute_script("return statuses") == [409, 200]
    assert page.errors() == []
