# SPDX-License-Identifier: MIT
"""A function of Python on the command line: its arguments, as its signature and its docstring describe them.

    def coloring(edges: Iterable[Sequence[str]], colors: int):
        \"""Color a graph, so that the ends of each edge differ.          the summary

        Args:
            edges: the edges, as pairs of names. Repeated edges ...      the meaning: the edges
            colors: the number of colors.

        On the command line::

            dlx model coloring examples/usa.txt 4 | dlx count -          the examples

If an argument has no description, a function to which the docstring refers (:func:`coloring`) may describe it. A text
on the command line becomes a value by the type of the argument: a TextForm.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping
from inspect import Parameter, getdoc
from typing import Any, NamedTuple

from ..engine.support import flag

Argument = tuple[str, dict[str, Any]]  # for add_argument()


class TextForm(NamedTuple):
    """The form on the command line of the values of a type."""

    read: Callable[[str], Any]  # returns the value, or raises ArgumentTypeError
    words: str = ""  # describe the form where Python has another one
    metavar: str = ""  # the name of an argument, if it is an option
    nargs: str | None = None


PLAIN_FORMS = {  # "bool" has no text, but a switch
    "int": TextForm(int, metavar="N"),
    "float": TextForm(float, metavar="X"),
    "str": TextForm(str),
}
REFERENCE = re.compile(r":(?:func|meth|class):`~?(?:\w+\.)*(\w+)`")
DESCRIPTIONS = re.compile(r"^    (\w+(?:, \w+)*): (.+(?:\n {5,}.+)*)", re.MULTILINE)  # of arguments
EXAMPLES = re.compile(r"^On the command line::\n\n((?:    .+\n?)+)", re.MULTILINE)
SENTENCE = re.compile(r"(.+?)(?<!\.)\.(?= [A-Z\"`:]|$)")
MEANING = re.compile(r"(.+?)[.,:;](?= |$)")


def has_form(parameter: Parameter, forms: Mapping[str, TextForm]) -> bool:
    """Return whether an argument can be passed on the command line."""
    return _type_of(parameter) in ("bool", *forms)


def argument(parameter: Parameter, text: str, forms: Mapping[str, TextForm], *, by_place: bool = False) -> Argument:
    """Return an argument as a command has it: an option, or without a name at its place."""
    default = parameter.default
    if _type_of(parameter) == "bool":
        action = argparse.BooleanOptionalAction if default else "store_true"
        return flag(parameter.name), {"action": action, "default": default, "help": _escaped(sentence(text))}
    form = forms[_type_of(parameter)]
    words = f"{meaning(text)}, {form.words}" if form.words else sentence(text)
    metavar = form.metavar if form.nargs or not by_place else ""
    how: dict[str, Any] = {"type": form.read, "nargs": form.nargs, "metavar": metavar or parameter.name.upper()}
    if default is not Parameter.empty:
        how["default"] = default
        words += f" (default: {default})" if default not in (None, ()) else ""
    how["help"] = _escaped(words)
    if by_place:
        return parameter.name, how | {"nargs": "?"} if "default" in how else how
    return flag(parameter.name), how | {"required": "default" not in how}


def _escaped(help: str) -> str:
    return help.replace("%", "%%")  # argparse fills in what a % names


def _type_of(parameter: Parameter) -> str:
    return str(parameter.annotation).removesuffix(" | None")


def summary(function: Callable[..., Any]) -> str:
    """Return the first sentence of a docstring, in the form for a list of commands.

    >>> summary(summary)
    'return the first sentence of a docstring, in the form for a list of commands'
    """
    first = _plain(" ".join((getdoc(function) or "").partition("\n\n")[0].split())).removesuffix(".")
    return f"{first[:1].lower()}{first[1:]}"


def examples(function: Callable[..., Any]) -> list[str]:
    """Return the command lines in a docstring."""
    section = EXAMPLES.search(getdoc(function) or "")
    return [line.strip() for line in section[1].splitlines()] if section else []


def description(function: Callable[..., Any], argument: str, related: Mapping[str, Any]) -> str:
    """Return the description of an argument, if need be from a related function; empty if no one describes it."""
    text = _descriptions(function).get(argument, "")
    if text and not text.startswith("as for :"):
        return text
    names = REFERENCE.findall(text or getdoc(function) or "")
    texts = [_descriptions(related[name]).get(argument) for name in names if name in related]
    return next(filter(None, texts), "")


def _descriptions(function: Callable[..., Any]) -> dict[str, str]:
    """Return the descriptions of the arguments of a function."""
    texts = DESCRIPTIONS.findall(getdoc(function) or "")
    return {name: " ".join(text.split()) for names, text in texts for name in names.split(", ")}


def sentence(description: str) -> str:
    """Return the first sentence, for an argument that has the same form in Python and on the command line.

    >>> sentence("the number of ``days``; None: 7. Each has ...")
    'the number of days; without it, 7'
    """
    return _plain(_first(SENTENCE, description))


def meaning(description: str) -> str:
    """Return the meaning of an argument without its form.

    >>> meaning("the number of days, as a whole number or as :class:`datetime.timedelta`.")
    'the number of days'
    """
    return _plain(_first(MEANING, description))


def _first(part: re.Pattern[str], description: str) -> str:
    match = part.match(description)
    return match[1] if match else description


def _plain(text: str) -> str:
    """Return a text without its markup, with options in place of arguments."""
    text = re.sub(r"``?([^`]+)``?", r"\1", REFERENCE.sub(r"\1", text))
    return re.sub(r"\b(\w+)=True\b", r"--\1", text).replace("None: ", "without it, ")
