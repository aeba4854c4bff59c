# SPDX-License-Identifier: MIT
"""The rules for a reader under test: it reads an input, or refuses it in its own words, at once and in little room.

    data  ──>  Reader.read(data)  ──>  returns             read, and the same if written and read again;
                                                           or refused by a documented error, with its line
                                       raises anything     a find: AssertionError, Slow, MemoryError, IndexError, ...

Every reader takes bytes, and makes of them all the data it needs (numbers, a board, words). So libFuzzer (fuzz.py) and
hypothesis (tests/test_fuzz_readers.py) feed the same readers.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

SLOW = 1.0  # seconds of CPU time that no input may take, even on a busy machine


class Refused(str):
    """The message of an error that a reader raises on purpose."""


class Slow(Exception):
    """An input took longer than SLOW."""


@dataclass(frozen=True)
class Reader:
    """A reader under test."""

    name: str
    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    longest: int  # bytes of an input
    repeats: bool  # whether inputs are also tried many times over, which shows quadratic time

    def __call__(self, data: bytes) -> None:
        """Read an input within the time; any error raised is a find."""
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
    """Return a decorator that makes a reader of a function of the bytes of an input."""
    inputs = tuple(seed.encode("utf-8", "surrogatepass") if isinstance(seed, str) else seed for seed in seeds)
    return lambda read: Reader(name, read, inputs, longest, repeats)


def attempt(call: Callable[..., Any], *args: Any, says: str = "", errors: Any = ValueError, **more: Any) -> Any:
    """Return the value of the call, or the message of one of these errors, which must begin with `says`.

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
    """Return a number below `choices`, from the first byte."""
    return data[0] % choices if data else 0


def words(data: bytes) -> list[str]:
    """Return the lines of an input as text, with bytes outside UTF-8 replaced."""
    return data.decode("utf-8", "replace").split("\n")
