# SPDX-License-Identifier: MIT
"""The soak of the nightly tier: its reports on growing samples and on a failing operation."""

import json
import os
import subprocess
import sys

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("the soak reads /proc", allow_module_level=True)

from tests.nightly import soak

HELD = dict.fromkeys(soak.HELD, 3)
STEADY = {"rss": 80_000, "bytes": 10**7, "blocks": 500_000}


def samples(hours=2.0, start=0.0, **growth):
    """Yield a sample each minute, with the given growth per hour; memory also rises and falls by 4 MiB."""
    for minute in range(int(60 * hours)):
        hill = {"rss": 4096, "bytes": 4 << 20, "blocks": 9000}
        told = {what: n + hill[what] * (minute % 7) // 6 for what, n in STEADY.items()} | HELD
        grown = {what: told[what] + round(more * minute / 60) for what, more in growth.items()}
        done = {"x": minute} if minute else {}
        yield {"kind": "sample", "time": start + 60.0 * minute, "done": done} | told | grown


def found(lines):
    return soak.grown("p", soak.summary(list(lines)))


def test_what_goes_up_and_down_is_no_growth():
    assert found(samples()) == []


def test_one_low_sample_is_no_growth():
    lines = list(samples())
    lines[40]["bytes"] -= 4 << 20
    assert found(lines) == []


@pytest.mark.parametrize(("what", "more"), [("rss", 9_000), ("bytes", 400_000), ("blocks", 3_000), ("fds", 3)])
def test_what_grows_is_found(what, more):
    assert [word.split()[1] for word in found(samples(**{what: more}))] == [what]


LEAK = """
import ctypes, json, threading
from tests.nightly import soak
C = ctypes.CDLL(None)
C.malloc.restype, C.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
blocks = [0] * 4096
def lose():
    for k in range(4096):
        blocks[k] = C.malloc(4000)
        ctypes.memset(blocks[k], 1, 4000)
def free():
    for block in blocks:
        C.free(block)
soak.sample(".")  # loads what it needs
told = [soak.sample(".")]
for work in (lose, free):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    told.append(soak.sample("."))
print(json.dumps([[one["bytes"] / 2**20, one["rss"] / 2**10] for one in told]))
"""


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer replaces malloc")
def test_a_leak_of_malloc_in_a_thread_is_seen_and_freed_memory_is_not():
    """16 MiB in blocks of 4,000 bytes."""
    command, environment = [sys.executable, "-c", LEAK], os.environ | soak.ONE_ARENA
    before, lost, freed = json.loads(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
    assert all(15 < b - a < 20 for a, b in zip(before, lost, strict=True))
    assert all(-1 < b - a < 2 for a, b in zip(before, freed, strict=True))


def test_a_process_that_was_started_again_is_judged_from_there():
    first = list(samples(0.5, rss=100_000, fds=50))
    lines = [*first, {"kind": "failure"}, *samples(start=first[-1]["time"] + 5)]
    assert found(lines) == []
    assert soak.summary(lines)["samples"] == 120


def test_an_operation_that_fails_is_told_with_its_traceback():
    def wrong(random, folder):
        raise AssertionError(f"{random.random()} {folder.is_dir()}")

    name, error = soak.do(5, [("kind", wrong, 1)])
    assert name == "kind" and "AssertionError: 0." in error and "True" in error
    assert soak.do(5, [("kind", wrong, 1)])[1] == error  # its seed reproduces it
    assert soak.do(5, [("kind", lambda random, folder: None, 1)]) == ("kind", None)
