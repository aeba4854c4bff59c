# SPDX-License-Identifier: MIT
"""Arguments of a function on the command line: descriptions, forms and defaults."""

from __future__ import annotations

from inspect import signature

import pytest

from dlx.terminal.signatures import (
    PLAIN_FORMS,
    TextForm,
    argument,
    description,
    examples,
    has_form,
    meaning,
    sentence,
    summary,
)


def walls(
    height: int,
    width: int | None = None,
    *,
    bricks: str = "long",
    holes: bool = False,
    doors: bool = True,
    of: dict | None = None,
):
    """Build walls of `bricks`; see :func:`bridges`.

    Args:
        height, width: the size, in bricks: a whole number. None is a wall without end.
        bricks: the kind of bricks, "long" or
            "short". Long ones are red.
        holes: as for :func:`bridges`.

    Raises:
        ValueError: no bricks.

    >>> walls(3)

    On the command line::

        dlx wall 3
        dlx wall 3 4 | dlx count -
    """


def bridges(holes: bool, doors: bool):
    """Build bridges.

    Args:
        holes: leave holes for :class:`windows <dlx.Window>`, or ``none=True``; None: leave a hole.
        doors: leave room for doors, 5 % of the wall
    """


RELATED = {"bridges": bridges}


def built(name, forms=PLAIN_FORMS, **how):
    return argument(signature(walls).parameters[name], description(walls, name, RELATED), forms, **how)


def test_summary_and_examples():
    assert summary(walls) == "build walls of bricks; see bridges"
    assert examples(walls) == ["dlx wall 3", "dlx wall 3 4 | dlx count -"]
    assert summary(built) == "" and examples(bridges) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("height", "the size, in bricks: a whole number. None is a wall without end."),
        ("width", "the size, in bricks: a whole number. None is a wall without end."),
        ("bricks", 'the kind of bricks, "long" or "short". Long ones are red.'),
        ("holes", "leave holes for :class:`windows <dlx.Window>`, or ``none=True``; None: leave a hole."),
        ("doors", "leave room for doors, 5 % of the wall"),
        ("of", ""),
    ],
)
def test_descriptions(name, text):
    assert description(walls, name, RELATED) == text


def test_sentences_and_meanings():
    assert sentence("from 1 ... to 3. The rest") == "from 1 ... to 3"
    assert sentence("a file .txt; None: no file") == "a file .txt; without it, no file"
    assert sentence("the classes that ``orbits=True`` uses") == "the classes that --orbits uses"
    assert meaning("the size: rows, then columns.") == "the size"
    assert meaning("a size of 3.5 bricks") == "a size of 3.5 bricks"


def test_arguments():
    number = {"type": int, "nargs": None, "help": "the size, in bricks: a whole number"}
    assert built("height", by_place=True) == ("height", number | {"metavar": "HEIGHT"})
    assert built("height") == ("--height", number | {"metavar": "N", "required": True})
    assert built("width", by_place=True) == ("width", number | {"metavar": "WIDTH", "nargs": "?", "default": None})
    name, how = built("bricks")
    assert (name, how["metavar"], how["default"], how["required"]) == ("--bricks", "BRICKS", "long", False)
    assert how["help"] == 'the kind of bricks, "long" or "short" (default: long)'
    assert built("holes")[1]["action"] == "store_true"
    assert built("doors") == (
        "--doors",
        {"action": built("doors")[1]["action"], "default": True, "help": "leave room for doors, 5 %% of the wall"},
    )


def test_forms():
    forms = {"int": TextForm(float, "as 3 or 4", "SIZE", "+")}
    name, how = built("height", forms, by_place=True)
    assert (name, how["metavar"], how["nargs"], how["help"]) == ("height", "SIZE", "+", "the size, as 3 or 4")
    parameters = signature(walls).parameters
    assert has_form(parameters["width"], forms) and has_form(parameters["holes"], {})
    assert not has_form(parameters["of"], PLAIN_FORMS) and not has_form(parameters["bricks"], forms)
