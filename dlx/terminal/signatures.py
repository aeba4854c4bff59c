# SPDX-License-Identifier: MIT
"""A function of Python on the command line: its arguments, as its signature and its docstring describe them.

    def coloring(edges: Iterable[Sequence[str]], colors: int):
        \"""Color a graph, so that the ends of each edge differ.          the summary

        Args:
            edges: the edges, as pairs of names. Repeated edges ...      the meaning: the edges
            colors: the number of colors.

        On the command line::

            dlx model coloring examples/usa.txt 4 | dlx count -          the examples

An argument without a description has that of a function to which the docstring refers, as :func:`coloring`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import getdoc
from typing import Any

REFERENCE = re.compile(r":(?:func|meth|class):`~?(?:\w+\.)*(\w+)`")
DESCRIPTIONS = re.compile(r"^    (\w+(?:, \w+)*): (.+(?:\n {5,}.+)*)", re.MULTILINE)  # of arguments
EXAMPLES = re.compile(r"^On the command line::\n\n((?:    .+\n?)+)", re.MULTILINE)
SENTENCE = re.compile(r"(.+?)(?<!\.)\.(?= [A-Z\"`:]|$)")
MEANING = re.compile(r"(.+?)[.,:;](?= |$)")


def summary(function: Callable[..., Any]) -> str:
    """Return what a function does, as the help of a command has it.

    >>> summary(summary)
    'return what a function does, as the help of a command has it'
    """
    first = plain(" ".join((getdoc(function) or "").partition("\n\n")[0].split())).removesuffix(".")
    return f"{first[:1].lower()}{first[1:]}"


def examples(function: Callable[..., Any]) -> list[str]:
    """Return the command lines in a docstring."""
    section = EXAMPLES.search(getdoc(function) or "")
    return [line.strip() for line in section[1].splitlines()] if section else []


def description(function: Callable[..., Any], argument: str, related: Mapping[str, Any]) -> str:
    """Return the description of an argument, or that of the same argument of a related function; empty without one."""
    text = descriptions(function).get(argument, "")
    if text and not text.startswith("as for :"):
        return text
    names = REFERENCE.findall(text or getdoc(function) or "")
    texts = [descriptions(related[name]).get(argument) for name in names if name in related]
    return next(filter(None, texts), "")


def descriptions(function: Callable[..., Any]) -> dict[str, str]:
    """Return the descriptions of the arguments of a function."""
    texts = DESCRIPTIONS.findall(getdoc(function) or "")
    return {name: " ".join(text.split()) for names, text in texts for name in names.split(", ")}


def sentence(description: str) -> str:
    """Return the first sentence, for an argument that has the same form in Python and on the command line.

    >>> sentence("the number of ``days``; None: 7. Each has ...")
    'the number of days; without it, 7'
    """
    return plain(_first(SENTENCE, description))


def meaning(description: str) -> str:
    """Return the meaning of an argument without its form.

    >>> meaning("the number of days, as a whole number or as :class:`datetime.timedelta`.")
    'the number of days'
    """
    return plain(_first(MEANING, description))


def _first(part: re.Pattern[str], description: str) -> str:
    match = part.match(description)
    return match[1] if match else description


def plain(text: str) -> str:
    """Return a text without its markup, with options in place of arguments."""
    text = re.sub(r"``?([^`]+)``?", r"\1", REFERENCE.sub(r"\1", text))
    return re.sub(r"\b(\w+)=True\b", r"--\1", text).replace("None: ", "without it, ")
