# SPDX-License-Identifier: MIT
"""Each function of dlx.models is a command, with the names, defaults and descriptions of its arguments."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Sequence

import pytest

from dlx import Problem, models
from dlx.models import Instance
from dlx.terminal.cli import main
from dlx.terminal.commands.gallery import OPTIONAL_BY_PLACE, add_models, arguments
from dlx.terminal.commands.gallery import models as functions
from dlx.terminal.signatures import examples


@pytest.fixture(scope="module")
def actions():
    """Return the arguments of the commands of all models, as argparse has them."""
    parser = argparse.ArgumentParser()
    add_models(parser)
    commands = next(action.choices for action in parser._actions if action.dest == "model")
    return {name: {action.dest: action for action in command._actions} for name, command in commands.items()}


def test_every_model_is_on_the_command_line():
    exported = {name for name in models.__all__ if inspect.isfunction(getattr(models, name))}
    assert {name.replace("-", "_") for name in functions()} == exported - {"crossword_grid", "placements"}


@pytest.mark.parametrize("name", functions())
def test_arguments_are_those_of_the_function(name, actions, capsys):
    parameters = inspect.signature(getattr(models, name.replace("-", "_"))).parameters
    assert len(examples(functions()[name])) > 0
    for argument, parameter in parameters.items():
        action = actions[name][argument]
        assert action.required == (parameter.default is parameter.empty)
        assert action.required or action.default == parameter.default
        by_place = parameter.kind is not parameter.KEYWORD_ONLY and OPTIONAL_BY_PLACE.get(name) != argument
        assert by_place != bool(action.option_strings)
        assert len(action.help) > 9 and not re.search(r"[`:]\w+:|`|None|\bas for\b", action.help)
        shown = re.search(r"\(default: (.+)\)$", action.help)
        assert shown is None or shown[1] == str(parameter.default)
    if any(parameter.default is parameter.empty for parameter in parameters.values()):
        assert main(["model", name]) == 2
        assert "required: " in capsys.readouterr().err


def test_command_lines_of_models_stay():
    """Python takes these arguments by place, and a command by name, or the other way round."""
    names = {name: [argument for argument, _ in arguments(name)] for name in functions()}
    assert names["bin-packing"] == ["capacity", "--bins", "sizes"]
    assert names["block-designs"] == ["v", "k", "--multiplicity", "--t", "--reduced", "--symmetry"]
    assert names["schoolgirls"] == ["--girls", "--size", "--days", "--reduced"]
    assert names["timetable"] == ["lessons", "--slots", "--rooms", "--costs"]
    assert names["macmahon"] == ["rows", "columns", "--colors", "--border"]
    assert names["crossword"][2:] == ["--blocks", "--seed", "--repeated", "--min-score", "--required"]


def stairs(steps: int, *, both: bool = False, names: Sequence[str] = ()) -> Instance:
    """Climb stairs, one or two steps at a time.

    Args:
        steps: the number of steps, as a whole number.
        both: climb with both feet.
        names: the names of the climbers, as a list; see :func:`queens`.

    On the command line::

        dlx model stairs 3 --both
    """
    climbs = [[f"s{k}", *([f"s{k + 1}"] * both)] for k in range(1, steps + 1 - both)]
    return Instance.from_fields(Problem([*climbs, *([name] for name in names)]).fields())


def test_a_function_with_a_docstring_is_a_command(monkeypatch, capsys):
    """A new model is its function, and its name in dlx.models."""
    monkeypatch.setattr(models, "stairs", stairs, raising=False)
    monkeypatch.setattr(models, "__all__", [*models.__all__, "stairs"])
    assert main(["model", "--help"]) == 0
    assert "stairs           climb stairs, one or two steps at a time\n" in capsys.readouterr().out
    assert main(["model", "stairs", "--help"]) == 0
    text = capsys.readouterr().out
    for line in (
        "Climb stairs, one or two steps at a time.",
        "  STEPS                 the number of steps, as a whole number",
        "  --both                climb with both feet",
        "  --names NAME,...      the names of the climbers, with commas between",
        "examples:\n  dlx model stairs 3 --both\n",
    ):
        assert line in text
    assert main(["model", "stairs", "3", "--both", "--names", "s4,s5", "-q"]) == 0
    assert capsys.readouterr().out == "s1 s2 s3 s4 s5\ns1 s2\ns2 s3\ns4\ns5\n"
    assert main(["model", "stairs", "x"]) == 2
    assert "argument STEPS: invalid int value: 'x'" in capsys.readouterr().err
