# SPDX-License-Identifier: MIT
"""Waiting for another process until it is at work, however busy the machine is."""

import time
from subprocess import Popen


def wait_for_work(process: Popen, seconds: float = 0.8) -> None:
    """Until it has used so many seconds of CPU time: Python's start and the imports take about 0.2 of them."""
    import psutil

    child = psutil.Process(process.pid)
    while sum(child.cpu_times()[:2]) < seconds:
        assert process.poll() is None, "it ended before it was interrupted"
        time.sleep(0.01)
