# SPDX-License-Identifier: MIT
"""The nightly program that interrupts commands: an answer that was complete before the signal is no fault."""

import os
from random import Random

import pytest

from tests.nightly import interrupts

if not hasattr(os, "pidfd_open"):
    pytest.skip("the program waits for processes as Linux alone can", allow_module_level=True)

COMMAND = """
import signal, sys, time
from pathlib import Path

first = not Path(sys.argv[1], "before").exists()
try:
    if first:
        Path(sys.argv[1], "before").touch()
        signal.signal(signal.SIGINT, signal.{handler})
    print("go", flush=True)
    time.sleep({seconds} if first else 600)
except KeyboardInterrupt:
    pass
sys.exit(0 if first else 130)
"""


@pytest.mark.parametrize(
    ("handler", "seconds", "faults"),
    [
        ("SIG_IGN", 2, []),  # the answer is complete, and Python shuts down
        ("default_int_handler", 600, ["it: exit code 0; "]),  # the exception was lost
    ],
)
def test_a_signal_that_changes_nothing_is_late_or_lost(monkeypatch, handler, seconds, faults):
    monkeypatch.setattr(interrupts, "SPAN", 0.0)
    program = COMMAND.format(handler=handler, seconds=seconds)
    monkeypatch.setitem(interrupts.COMMANDS, "it", (program, lambda folder: [folder]))
    times, found = interrupts.commands("it", 1, Random(1))
    assert (len(times), found) == (1, faults)
