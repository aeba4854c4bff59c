# SPDX-License-Identifier: MIT
"""A plugin of pytest for the tests of a mutant: it sets their selection, their order and their time limits.

It reads the file that MUTANTS_JOB names:  {"do": "collect" | "map" | "run", "report": FILE, "tests": {ID: SECONDS}}
and appends lines to the report: all tests (collect), the calls of each (map), the failing test (run).
"""

import faulthandler
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.nightly import mutants_trace

JOB, passed = {}, {}


def pytest_configure(config):
    JOB.update(json.loads(Path(os.environ["MUTANTS_JOB"]).read_text()))
    JOB["trace"] = JOB["report"] + ".trace"
    JOB["late"] = os.open(JOB["report"] + ".late", os.O_WRONLY | os.O_CREAT)  # only the clock writes it
    limit(60)  # until the first test begins


def report(**line):
    with Path(JOB["report"]).open("a") as file:
        file.write(json.dumps(line) + "\n")


def used():
    """Return seconds of processor time, including finished child processes."""
    return sum(os.times()[:4])


def pytest_collection_modifyitems(session, config, items):
    if JOB["do"] == "collect":
        for item in items:
            report(id=item.nodeid)
        items.clear()
    else:
        known = {item.nodeid: item for item in items}
        items[:] = [known[name] for name in JOB["tests"] if name in known]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    seconds = JOB["tests"][item.nodeid]
    limit(10 + 5 * seconds)
    if JOB["do"] == "map":
        report(began=item.nodeid)
    before, began = used(), time.monotonic()
    passed.clear()
    if JOB["do"] == "map":
        os.environ["MUTANTS_TRACE"] = JOB["trace"]
        mutants_trace.seen.clear()
        mutants_trace.start()
    done = yield
    sys.setprofile(None)
    limit(60)
    if JOB["do"] == "map" and passed.get("call") and all(passed.values()):
        trace = Path(JOB["trace"])
        calls = sorted(set(trace.read_text().splitlines())) if trace.exists() else []
        report(id=item.nodeid, seconds=round(max(used() - before, (time.monotonic() - began) / 2), 3), calls=calls)
    Path(JOB["trace"]).unlink(missing_ok=True)
    return done


def limit(seconds):
    """End the process if a test takes that much processor time, or four times as much and a minute by the clock."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    now = resource.getrusage(resource.RUSAGE_SELF)
    resource.setrlimit(resource.RLIMIT_CPU, (int(now.ru_utime + now.ru_stime + seconds) + 1, hard))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    faulthandler.dump_traceback_later(60 + 4 * seconds, exit=True, file=JOB["late"])


def pytest_runtest_logreport(report: pytest.TestReport):
    passed[report.when] = report.passed
    if report.failed and JOB["do"] == "run":
        globals()["report"](failed=report.nodeid)
