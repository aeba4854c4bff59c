# SPDX-License-Identifier: MIT
"""What a fuzzer asks of a reader: an input is read, or refused in the reader's own words; at once, in little room.

    data  ──>  Reader.read(data)  ──>  returns             read, and written out and read again it is the same;
                                                           or refused by a documented error, with its line
                                       anything is raised  a find: AssertionError, Slow, MemoryError, IndexError, ...

A reader takes bytes whatever it reads: what else it needs (numbers, a board, words) it makes of them. So libFuzzer
(fuzz.py) and hypothesis (tests/test_fuzz_readers.py) feed the same readers.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

SLOW = 1.0  # seconds of CPU time that no input may take: others work on the machine too


class Refused(str):
    """The message of an error that a reader is meant to raise."""


class Slow(Exception):
    """An input took longer than SLOW."""


@dataclass(frozen=True)
class Reader:
    """A reader under test."""

    name: str
    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    longest: int  # bytes of an input
    repeats: bool  # are inputs also tried many times over, where something quadratic would show?

    def __call__(self, data: bytes) -> None:
        """Read an input within the time; whatever is raised is a find."""
        signal.signal(signal.SIGPROF, _too_slow)
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        try:
            self.read(data)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _too_slow(*_: object) -> None:
    raise Slow(f"more than {SLOW:g} s")


def reader(
    name: str, seeds: Iterable[str | bytes], longest: int = 2048, repeats: bool = False
) -> Callable[[Callable[[bytes], object]], Reader]:
    """A decorator: the function, which takes the bytes of an input, becomes a reader."""
    inputs = tuple(seed.encode("utf-8", "surrogatepass") if isinstance(seed, str) else seed for seed in seeds)
    return lambda read: Reader(name, read, inputs, longest, repeats)


def attempt(call: Callable[..., Any], *args: Any, says: str = "", errors: Any = ValueError, **more: Any) -> Any:
    """What the call returns, or the message of one of these errors; `says` is how that must begin.

    >>> attempt(int, "x", says="invalid")
    "invalid literal for int() with base 10: 'x'"
    >>> attempt(int, "7")
    7
    """
    try:
        return call(*args, **more)
    except errors as error:
        message = str(error)
        assert message, f"{type(error).__name__} without a word"
        assert re.match(says, message), f"{message!r} does not begin with {says!r}"
        return Refused(message)


def number(data: bytes, choices: int) -> int:
    """A number below `choices`, of the first byte."""
    return data[0] % choices if data else 0


def words(data: bytes) -> list[str]:
    """The lines of an input as text; what is not UTF-8 is replaced."""
    return data.decode("utf-8", "replace").split("\n")
