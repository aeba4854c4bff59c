# SPDX-License-Identifier: MIT
"""Time measurement: CPU time, with contenders taking turns, and every answer checked.

Wall time on a shared machine doubles under a neighbor's load. The contenders for one question therefore run one after
the other, round after round; only the ratios within a round count, and we report their median.

    round 1   ours  theirs          ratio theirs/ours
    round 2   theirs  ours          ratio                ->  median
    round 3   ours  theirs          ratio
"""

from __future__ import annotations

import gc
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dlx.kernels.bits.bits import instruction_sets
from dlx.system.files import replacing

Timed = Callable[[], tuple[Any, float]]  # returns the answer to a question, and the seconds of CPU time it took


def cpu(work: Callable[[], Any]) -> tuple[Any, float]:
    """Return the result of some Python work and its CPU time, including child processes."""
    gc.collect()
    before = _clock()
    answer = work()
    return answer, _clock() - before


def _clock() -> float:
    import resource  # not on Windows and in browsers, where tests use the problems of bench alone

    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + child.ru_utime + child.ru_stime


def take_turns(
    contenders: Mapping[str, Timed], expected: Any, rounds: int, ours: str, once_above: float = 3.0
) -> dict[str, list[float]]:
    """Return the seconds of each contender in each round; raise AssertionError if an answer is not `expected`.

    A contender that takes longer than `once_above` seconds runs in the first round only, unless it is `ours`.
    """
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(rounds):
        order = list(contenders) if turn % 2 == 0 else list(contenders)[::-1]
        for name in order:
            if seconds[name] and seconds[name][0] > once_above and name != ours:
                continue
            answer, spent = contenders[name]()
            assert answer == expected, f"{name} answers {answer}, not {expected}"
            seconds[name].append(spent)
    return seconds


def ratio(theirs: list[float], ours: list[float]) -> float:
    """Return the median over the rounds of their time divided by ours."""
    return statistics.median(t / o for t, o in zip(theirs, ours, strict=False))


def geometric_means(rows: Sequence[Mapping[str, Any]], peers: Iterable[str]) -> dict[str, float]:
    """Return the geometric mean of each peer's ratios, NaN if it has none."""
    ratios = {peer: [row["ratio"][peer] for row in rows if peer in row["ratio"]] for peer in peers}
    return {peer: statistics.geometric_mean(own) if own else float("nan") for peer, own in ratios.items()}


def save(path: str | None, result: dict[str, Any]) -> None:
    """Write a result as JSON, with the command, the machine and its instruction set that produced it."""
    if path is None:
        return
    about = {
        "command": "python -m bench " + " ".join(Path(word).name if "/" in word else word for word in sys.argv[1:]),
        "machine": _processor(),
        "instructions": os.environ.get("DLX_INSTRUCTIONS", instruction_sets()[-1]),
        "python": platform.python_version(),
        "system": platform.platform(),
    }
    with replacing(path) as stream:
        stream.write(json.dumps(about | result, indent=1) + "\n")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")
