# SPDX-License-Identifier: MIT
"""The report of the tests: what was skipped and why, in one line a reason (conftest.py)."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SKIPPING = """
import pytest

@pytest.mark.parametrize("way", ["server", "alone", "paper"])
def test_in_its_body(way):
    if way != "server":
        pytest.skip("no page without a server; `make live` builds it")

@pytest.fixture
def page():
    pytest.skip("no page without a server; `make live` builds it")

def test_by_a_fixture(page):
    pass

@pytest.mark.skipif(True, reason="no browser")
def test_by_a_mark():
    pass
"""


def report_of(folder, *options):
    """Return what pytest prints of the tests in a folder."""
    (folder / "none.ini").write_text("[pytest]\n")
    plugins = ("-p", "tests.conftest", "-p", "no:cacheprovider", "-c", "none.ini")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", *plugins, *options, "."]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True).stdout


def test_skips_are_reported_by_reason(tmp_path):
    (tmp_path / "test_one.py").write_text(SKIPPING)
    (tmp_path / "test_two.py").write_text("import pytest\npytest.importorskip('nowhere_to_be_found')\n")
    for options in ([], ["-q"], ["-n", "2"]):
        lines = [line for line in report_of(tmp_path, *options).splitlines() if line]
        start = next(number for number, line in enumerate(lines) if "what was skipped, and why" in line)
        assert lines[start + 1 : start + 4] == [
            "3 skipped: no page without a server; `make live` builds it",
            "1 skipped: could not import 'nowhere_to_be_found': No module named 'nowhere_to_be_found'",
            "1 skipped: no browser",
        ]


def test_nothing_is_reported_where_nothing_was_skipped(tmp_path):
    (tmp_path / "test_one.py").write_text("def test_one():\n    pass\n")
    report = report_of(tmp_path)
    assert "1 passed" in report and "skipped" not in report
