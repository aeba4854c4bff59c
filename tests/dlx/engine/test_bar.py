# SPDX-License-Identifier: MIT
"""progress=True: a bar in a terminal or a notebook, erased at the end, and no output anywhere else."""

import io
import os
import pty
import re
import subprocess
import sys
import threading

import pytest

from dlx import Problem, Unfinished, models
from dlx.engine import bar, drive
from dlx.engine.bar import Bar, Meter, PlainMeter, TerminalLine, how_far, reporter
from dlx.engine.status import Progress
from tests.problems import dominoes, hard_triples, queens

LONG = """
from dlx.engine import bar, drive
from dlx import models
bar.SECONDS_BEFORE_BAR = drive.REPORT_SECONDS = 0.0
p = models.queens(13)
QUESTIONS = {
    "search": lambda: p.search(progress=True).count(),
    "count": lambda: p.count(method="search", progress=True),
    "count to a limit": lambda: p.count(10**6, progress=True),
    "count, workers": lambda: p.count(method="search", workers=2, progress=True),
    "counting": lambda: p.counting(method="search", progress=True).run(),
}
import sys
for name in sys.argv[1:]:
    print(name, QUESTIONS[name]())
"""


def in_a_terminal(*names):
    """Return the program's standard output, and its standard error as a terminal received it."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", LONG, *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as run:
        os.close(theirs)
        shown = bytearray()
        while True:
            try:
                read = os.read(ours, 65536)
            except OSError:  # the program closed its end
                break
            if not read:
                break
            shown += read
        out, _ = run.communicate()
    os.close(ours)
    assert run.returncode == 0
    return out, shown.decode()


def test_a_bar_in_a_terminal():
    out, shown = in_a_terminal("count", "search", "counting")
    assert out == "count 73712\nsearch 73712\ncounting 73712\n"
    assert "nodes" in shown
    assert shown.endswith(bar.ERASED)


def test_nothing_elsewhere(capfd, monkeypatch):
    monkeypatch.setattr(bar, "SECONDS_BEFORE_BAR", 0.0)
    p = queens(11)
    assert p.count(method="search", progress=True) == p.search(progress=True).count() == 2680
    assert capfd.readouterr() == ("", "")


TWO = Problem([["a"], ["a", "b"], ["b"]], costs=[1, 2, 3])  # solutions
WHOLE = {
    "solutions": lambda progress: len(list(TWO.solutions(progress=progress))),
    "solutions, workers": lambda progress: len(list(TWO.solutions(workers=1, progress=progress))),
    "solutions, orbits": lambda progress: len(list(TWO.solutions(orbits=[{}], progress=progress))),
    "is_unique": lambda progress: 2 - TWO.is_unique(progress=progress),
    "option_status": lambda progress: TWO.option_status(progress=progress).n_solutions,
    "explain": lambda progress: 0 if TWO.explain(progress=progress) else 2,
    "reduce": lambda progress: TWO.reduce(progress=progress).count(),
    "info": lambda progress: TWO.info(progress=progress).solutions,
    "group": lambda progress: 2 * TWO.group("auto", progress=progress).order // 2,
    "group of a list": lambda progress: 1 + TWO.group([{}], progress=progress).order,
    "count_many": lambda progress: int(TWO.count_many([[]], progress=progress)[0]),
    "solve_many": lambda progress: int(TWO.solve_many([[]], progress=progress).counts[0]),
    "solve_many, workers": lambda progress: int(TWO.solve_many([[]], workers=1, progress=progress).counts[0]),
}


@pytest.mark.parametrize("question", ["search", "count", "counting", "estimate", "zdd", "sample", "best", *WHOLE])
def test_every_question_takes_true_and_false(question, monkeypatch):
    made = []

    class Shown:
        def show(self, share, text):
            made.append(text)

        def hide(self):
            made.append("hidden")

    monkeypatch.setattr(bar, "_display", Shown)
    monkeypatch.setattr(bar, "SECONDS_BEFORE_BAR", -1.0)
    p = Problem([["a"], ["a", "b"], ["b"]], costs=[1, 2, 3])
    ask = {
        "search": lambda progress: p.search(progress=progress).count(),
        "count": lambda progress: p.count(progress=progress),
        "counting": lambda progress: p.counting(progress=progress).run(),
        "estimate": lambda progress: p.estimate(progress=progress).solutions.value,
        "zdd": lambda progress: p.zdd(progress=progress).count(),
        "sample": lambda progress: len(p.sample(2, progress=progress)),
        "best": lambda progress: len(p.best(None, progress=progress)),
        **WHOLE,
    }[question]
    assert ask(False) == ask(None) == 2
    assert made == []
    assert ask(True) == 2
    assert made[-1] == "hidden"
    with pytest.raises(TypeError, match=r"progress is 'yes'; it must be True or a function of a dlx\.Progress"):
        ask("yes")


def test_bars_of_orbits_and_models(monkeypatch):
    monkeypatch.setattr(bar, "_display", lambda: None)
    assert models.queens(6).count(orbits=True, progress=True) == 1


def test_the_line_of_a_notebook(monkeypatch):
    shown = []

    class Handle:
        def update(self, data, raw):
            assert raw, "else it is a dict that is shown"
            shown.append(data["text/plain"])

    def display(data, raw, display_id):
        assert raw
        shown.append(data["text/plain"])
        return Handle()

    module = type(sys)("IPython.display")
    module.display = display
    package = type(sys)("IPython")
    package.get_ipython = lambda: type("Shell", (), {"config": {"IPKernelApp": {}}})
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    report = reporter(True)
    assert isinstance(report, Bar) and isinstance(report.display, TerminalLine)
    report(Progress(0.5, 10, 2, 0.5))  # too early
    report(Progress(0.5, 10, 2, 4.0))
    report(Progress(0.75, 20, 3, 6.0))
    bar.hide(report)
    assert [text[:34] for text in shown] == ["█" * 15 + "░" * 15 + " 50%", "█" * 22 + "░" * 8 + " 75%", ""]
    assert "20 nodes, 3 solutions" in shown[1]


def test_a_bar_appears_after_a_second(monkeypatch):
    shown = []
    report = Bar()
    report.display = TerminalLine()
    monkeypatch.setattr(report.display, "_put", shown.append)
    for seconds in (0.0, 0.99, 1.0):
        report(Progress(0.5, 10, 2, seconds))
    assert len(shown) == 1


def test_the_kind_of_a_display(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    assert isinstance(reporter(True).display, Meter)
    monkeypatch.setattr(bar, "find_spec", {}.get)  # nothing is installed
    assert isinstance(reporter(True).display, PlainMeter)
    monkeypatch.setattr(sys, "stderr", None)
    assert reporter(True).display is None


# --- texts and widths


def reports(ask):
    """Return all reports of a question, made at every slice."""
    seen = []
    ask(seen.append)
    return seen


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setattr(drive, "REPORT_SECONDS", -1.0)


def test_questions_of_many_searches_promise_no_time(often):
    stuck = Problem([[(r, c), (r + i, c + j)] for r in range(5) for c in range(5) for i, j in ((0, 1), (1, 0))])
    apart = Problem([[(b, *cell) for cell in pair] for b in "xy" for pair in (((0,), (1,)), ((0,),), ((1,),))])
    p = models.queens(10)
    asks = {
        "^[0-9]+ of 100 options decided$": lambda put: p.option_status(progress=put),
        "^[0-9]+ of 6 options decided$": lambda put: apart.option_status(limit=3, progress=put),
        "^(looking for a solution|trying [0-9]+ items?)$": lambda put: stuck.explain(progress=put),
        "^(looking for a solution|trying 2 given options)$": lambda put: p.explain(given=[0, 12], progress=put),
        "^(looking at the structure|looking for .*|counting|estimating .*)$": lambda put: p.info(progress=put),
        "^looking for symmetries$": lambda put: p.group("auto", progress=put),
        "^[0-9]+ of 100 questions answered$": lambda put: p.count_many([[k] for k in range(100)], None, progress=put),
        "^[0-9]+ of 99 questions answered$": lambda put: p.count_many(
            [[k] for k in range(99)], workers=2, progress=put
        ),
        "^round [0-9]+, [0-9]+ of 50 options removed$": lambda put: stuck.reduce(progress=put),
    }
    for text, ask in asks.items():
        seen = reports(ask)
        assert seen and all(re.fullmatch(text, report.detail) for report in seen)
        assert all(bar.share(report) is None for report in seen[:-1])
        assert all("left" not in how_far(report) for report in seen[:-1])
        assert [report.seconds for report in seen] == sorted(report.seconds for report in seen)
    for method in ("search", "sat"):
        assert reports(lambda put, method=method: stuck.explain(method=method, progress=put))[-1].fraction == 1


@pytest.mark.parametrize("method", ["auto", "search", "sat"])
def test_uniqueness_reports_progress(often, method):
    seen = []
    with pytest.raises(Unfinished):
        hard_triples().is_unique(time_limit=0.3, method=method, progress=seen.append)
    assert seen and all(bar.share(report) is None for report in seen)


def test_listed_solutions_report_their_number(often):
    p = models.queens(6)
    for how in ({}, {"workers": 2}, {"workers": 1, "ordered": False}, {"orbits": True}):
        seen = reports(lambda put, how=how: list(p.solutions(progress=put, **how)))
        assert seen[-1].fraction == 1 and seen[-1].solutions == 4, how
        with pytest.raises(TypeError, match="progress is 3; it must be True or a function"):
            p.solutions(progress=3, **how)


def test_a_dropped_list_hides_its_bar(monkeypatch):
    shown = []

    class Shown:
        show = staticmethod(lambda share, text: shown.append(text))
        hide = staticmethod(lambda: shown.append("hidden"))

    monkeypatch.setattr(bar, "_display", Shown)
    found = models.queens(6).solutions(workers=1, progress=True)
    next(found)
    assert "hidden" not in shown
    found.close()
    assert shown[-1] == "hidden"


def test_no_time_left_where_a_solution_ends_the_search(often):
    p = models.queens(11)
    for limit in (1, 2, 2_000):
        for report in reports(lambda put, limit=limit: p.search(limit=limit, node_limit=100_000, progress=put).count()):
            assert (report.seconds_left, bar.share(report)) == (float("inf"), None) or report.fraction == 1
            assert "left" not in how_far(report)
    seen = reports(lambda put: p.search(progress=put).count())
    assert any("left" in how_far(report) and bar.share(report) == report.fraction for report in seen)


def test_no_time_left_of_a_memory_until_its_end_can_be_foreseen(often):
    for ask in (
        lambda put: models.latin_squares(5).count(method="memo", progress=put),
        lambda put: dominoes(12, 12).count(progress=put),
        lambda put: dominoes(10, 10).zdd(progress=put),
    ):
        seen = reports(ask)
        assert seen
        assert all(("left" in how_far(report)) == bool(bar.share(report)) for report in seen)
        assert not all(bar.share(report) for report in seen)
    seen = reports(lambda put: models.queens(11).count(method="search", progress=put))
    assert any("left" in how_far(report) for report in seen)


LINES = [
    (0.0123, "12 parts, 897,252 nodes, 4,366 solutions, 7 s, about 26.5 days left", "26.5 days left"),
    (0.0123, how_far(Progress(1e-30, 10**12, 10**9, 1e5)), "1,000+ years left"),
    (0.5, "1,234,567 puzzles, 12,345/s, 3 s left", "3 s left"),
    (None, "897,252 nodes, 4,366 solutions, 71 s", "71 s"),
]


@pytest.mark.parametrize("kind", [Meter, PlainMeter])
@pytest.mark.parametrize(("share", "text", "wanted"), LINES)
def test_a_line_of_any_width(kind, share, text, wanted, monkeypatch):
    for width in range(20, 201):
        line = line_of(width, kind, share, text, monkeypatch)
        assert len(line) <= width
        assert line.endswith(wanted), "the most wanted is whole"
        assert "\N{HORIZONTAL ELLIPSIS}" not in line
        assert text in line or width < 100
        assert ("%" in line) == (share is not None) or width <= bar.LEAST_WIDTH
        if width >= 50 and share:
            assert any(unit in line for unit in (" s, ", "/s, ", "h, ")), "the time so far, or the speed"


def line_of(width, kind, share, text, monkeypatch):
    """Return the line that a terminal with that many columns shows by a kind of meter."""
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    meter = kind()
    meter.show(share, text)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.getvalue())
    meter.hide()
    assert terminal.getvalue().endswith(bar.ERASED)
    (line,) = {line.rstrip() for line in re.split(r"[\r\n]", shown) if line.strip()}
    return line


def test_a_bar_of_what_becomes_measured(monkeypatch):
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    meter, threads = Meter(), threading.active_count()
    meter.show(None, "5 nodes")
    assert threading.active_count() == threads, "it is moved by hand"
    assert "%" not in terminal.getvalue()
    meter.show(0.25, "7 nodes")
    assert "25%" in terminal.getvalue()
    meter.hide()
    assert meter.bar is None
