# SPDX-License-Identifier: MIT
"""The page as a person uses it: headless Chromium, driven by selenium, against `sudoku serve` in its own process.

The same tests drive the page without a server if `make live` has built it (build/live); a plain server of static files
sends it.

A module of tests imports the fixtures `address`, `browser` and `page`, and skips itself with `needs_browser`, without a
browser (Debian: chromium, chromium-driver) or without selenium. With SUDOKU_SHOTS=FOLDER, the tests leave pictures of
the page there for you to look at.
"""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("flask")
pytest.importorskip("waitress")
pytest.importorskip("selenium")

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from tests.processes import PATIENCE, started

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
needs_browser = [
    pytest.mark.long,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no chromium and chromedriver"),
]

ROOT = Path(__file__).parent.parent
LIVE = ROOT / "build/live/site"
SHOTS = os.environ.get("SUDOKU_SHOTS")
SERVE = (
    "import argparse, sys; from sudoku.terminal.commands import serve;"
    "parser = argparse.ArgumentParser(); serve.add(parser);"
    "sys.exit(serve.run(parser.parse_args(['--port', '0'])))"
)
LINE = """
return [...document.querySelectorAll("[role=gridcell]")]
  .map((cell) => cell.children.length ? "." : cell.textContent || ".").join("");
"""
BOXES = """
return [...document.querySelectorAll(arguments[0])].filter((e) => e.checkVisibility())
  .map((e) => e.getBoundingClientRect()).map(({ left, top, width, height }) => [left, top, width, height]);
"""
PASTE = """
const clipboardData = new DataTransfer();
clipboardData.setData("text/plain", arguments[0]);
document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
"""


@pytest.fixture(scope="module", params=["server", "alone"])
def address(request):
    """Yield the address of the page: of `sudoku serve`, then of the page without a server."""
    if request.param == "alone":
        with static_files() as (_, address):
            yield address
        return
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with started(sys.executable, "-c", SERVE, stderr=subprocess.DEVNULL, env=environment) as server:
        yield server.stdout.readline().strip()


@contextmanager
def static_files():
    """Yield a server of static files, and the address that the page without a server has there."""
    if not LIVE.is_dir():
        pytest.skip("no page without a server; `make live` builds it")
    serve = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(LIVE)]
    with started(*serve, stderr=subprocess.DEVNULL) as server:
        port = server.stdout.readline().split(" port ")[1].split()[0]
        yield server, f"http://127.0.0.1:{port}/live/"


@pytest.fixture(scope="module")
def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--window-size=1280,950",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


class Page:
    """The page as a person uses it."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

    def open(self, fragment=""):
        self.browser.get("about:blank")
        self.browser.get(self.address + fragment)
        self.wait(lambda: self.all("[role=gridcell]"))
        return self

    def wait(self, condition):
        return WebDriverWait(self.browser, PATIENCE, 0.05).until(lambda _: condition())

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def within(self, element, selector):
        return element.find_elements(By.CSS_SELECTOR, selector)

    def get(self, name):
        return self.browser.find_element(By.ID, name)

    def click(self, name):
        self.get(name).click()

    @property
    def words(self):
        return self.get("words").text

    def says(self, words):
        self.wait(lambda: words in self.words)

    def cell(self, number):
        return self.all("[role=gridcell]")[number]

    def number(self, cell):
        return int(cell.get_attribute("data-cell"))

    def label(self, number):
        return self.cell(number).get_attribute("aria-label")

    def classes(self, number):
        return set(self.cell(number).get_attribute("class").split())

    def boxes(self, selector):
        """Return left, top, width and height of the elements that are shown."""
        return self.browser.execute_script(BOXES, selector)

    def line(self):
        """Return the digits of the board as one line."""
        return self.browser.execute_script(LINE)

    def type(self, *keys):
        for key in keys:
            ActionChains(self.browser).send_keys(key).perform()

    def chord(self, *keys):
        chain = ActionChains(self.browser)
        for key in keys[:-1]:
            chain.key_down(key)
        chain.send_keys(keys[-1])
        for key in keys[:-1]:
            chain.key_up(key)
        chain.perform()

    def choose(self, name, text):
        Select(self.get(name)).select_by_visible_text(text)

    def demo(self, name):
        self.choose("demo", name)
        self.click("demo-load")
        self.says("Loaded: ")

    def emulate(self, **settings):
        """Emulate a phone's screen, dark colors or paper."""
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {
                "media": settings.get("media", ""),
                "features": [{"name": "prefers-color-scheme", "value": settings.get("scheme", "light")}],
            },
        )
        if "width" in settings:
            size = {"width": settings["width"], "height": settings["height"], "deviceScaleFactor": 2, "mobile": True}
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        else:
            self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def shot(self, name):
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            self.browser.save_screenshot(str(Path(SHOTS) / f"{name}.png"))

    def errors(self):
        """Return the browser's complaints, except network errors: the server may refuse a request."""
        return [entry for entry in self.browser.get_log("browser") if entry["source"] != "network"]


def visited(page):
    """Open a page for the first time; in the end, the browser must have had no complaint."""
    page.emulate()
    page.open()
    page.browser.execute_script("localStorage.clear()")
    page.open()
    page.errors()
    yield page
    assert page.errors() == []
    assert page.browser.title == "Sudoku"  # an injected script would have changed it


@pytest.fixture
def page(browser, address):
    yield from visited(Page(browser, address))
