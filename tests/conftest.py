"""Fixtures and settings shared by several test files."""

import gc
import signal
import sys
from collections import Counter
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from dlx.engine.engine import KERNELS, Engine
from dlx.engine.support import ARGUMENTS, exclusive
from dlx.terminal import cli

ROOT = Path(__file__).parent.parent

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as from a script or cron; interrupt tests would hang
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("patient", settings(), deadline=None)  # no test asserts a time
settings.load_profile("patient")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Return None, for all cores, if the whole suite runs; 0, for one process, if tests are named or coverage measures.

    Coverage sees no other process.
    """
    whole = config.args_source is config.ArgsSource.TESTPATHS and not config.option.keyword
    return None if whole and config.option.markexpr == "not nightly" and "coverage" not in sys.modules else 0


def pytest_runtest_setup(item):
    """Skip a test that reads files of the repository where we do not ship them; in a checkout it fails instead."""
    missing = [path for marker in item.iter_markers("reads") for path in marker.args if not (ROOT / path).exists()]
    if missing:
        (pytest.fail if (ROOT / ".git").exists() else pytest.skip)(f"only in a checkout: {', '.join(missing)}")


def pytest_terminal_summary(terminalreporter):
    """Report the skipped tests, in one line a reason; -rs of pytest has a line for each place in the code."""
    reasons = skips_by_reason(terminalreporter.stats.get("skipped", ()))
    if reasons:
        terminalreporter.section("what was skipped, and why")
        for reason, number in reasons:
            terminalreporter.write_line(f"{number} skipped: {reason}")


def skips_by_reason(reports):
    """Return each reason of skipped tests or modules, with their number, the largest first."""
    counts = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reports)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def pytest_collection_finish():
    """Leave modules and tests out of each later search for garbage: some tests collect garbage thousands of times."""
    gc.freeze()


@pytest.fixture(scope="module", params=KERNELS)
def every_kernel(request):
    """Make "auto" choose each kernel in turn."""
    lend = Engine.lend

    def chosen(self, name="auto", seed=None):
        return lend(self, request.param if name == "auto" else name, seed)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Engine, "lend", chosen)
        yield request.param


@pytest.fixture
def permit(monkeypatch):
    """Return a function that makes the table of support permit an argument with a method or a kernel."""

    def add(way, argument):
        monkeypatch.setitem(ARGUMENTS, way, [*ARGUMENTS[way], argument])
        exclusive.cache_clear()

    yield add
    monkeypatch.undo()
    exclusive.cache_clear()


@pytest.fixture
def clock(monkeypatch):
    """Return a function that makes the search clock advance that many seconds at each reading, on any machine."""

    def tick(seconds):
        monkeypatch.setattr("dlx.engine.drive.perf_counter", count(0.0, seconds).__next__)

    return tick


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a problem to a file and returns its path."""

    def make(text, name="problem.dlx"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return make


@pytest.fixture
def dlx(capsys):
    """Return a function that runs the command `dlx` in this process: (exit code, standard output, standard error)."""

    def run(*args):
        code = cli.main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run
