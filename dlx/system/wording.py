# SPDX-License-Identifier: MIT
"""Numbers, names and durations in words, as messages, tables and progress bars show them."""

from collections.abc import Iterable

from .digits import digits

NAME_CHARACTERS = 60  # the longest name that we show whole
SHOWN_NAMES = 10  # in a list; a count replaces the others
UNITS = (("years", 31_557_600), ("days", 86_400), ("h", 3_600), ("min", 60))  # in seconds


def plural(n: int, what: str, ending: str = "s") -> str:
    return f"{digits(n, ',')} {what}{ending * (n != 1)}"


def shortlist(names: list[str]) -> str:
    ending = f" and {len(names) - SHOWN_NAMES:,} more" if len(names) > SHOWN_NAMES else ""
    return " ".join(map(truncate, names[:SHOWN_NAMES])) + ending


def truncate(text: str, most: int = NAME_CHARACTERS) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


def unknown_name(problem: str, name: object, choices: Iterable[str], otherwise: str = "") -> str:
    """Return the error for a name that is none of the choices.

    >>> unknown_name("no kernel", "cells", ["auto", "links"])
    "no kernel 'cells'; choose one of auto, links"
    """
    return f"{problem} {name!r}; choose one of {', '.join(choices)}{otherwise}"


def duration(seconds: float) -> str:
    """Return a number of seconds in a unit that people would use."""
    if seconds >= 1_000 * UNITS[0][1]:
        return "1,000+ years"
    for unit, length in UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.0f} s"
