# SPDX-License-Identifier: MIT
"""Python and the command line take the same arguments under the same names, but for exceptions in options.py."""

import inspect

import pytest

from dlx import Problem, walk
from dlx.engine.support import ARGUMENTS, flag
from dlx.terminal.cli import COMMANDS
from dlx.terminal.options import (
    ASKS,
    ASSUMPTIONS_OF_ALL,
    COMMAND_ONLY,
    DECIDERS,
    OPTIONS,
    OTHER_NAMES,
    OWN,
    PYTHON_ONLY,
    WITHOUT_COMMAND,
    WITHOUT_OPTION,
    options_of,
    questions,
    refusal_of,
)

QUESTIONS = [name for name in ARGUMENTS if "=" not in name]
ASKING = [command for command in COMMANDS if command != "model"]
TAKEN = {option for command in ASKING for option in options_of(command)}


def option_for(question, argument):
    return OTHER_NAMES.get((question, argument), flag(argument))


def test_every_question_has_a_command_or_a_reason():
    asked = {question for command in ASKING for question in questions(command)}
    assert asked.isdisjoint(WITHOUT_COMMAND)
    assert asked | WITHOUT_COMMAND.keys() == set(QUESTIONS)
    assert ASKS.keys() <= set(ASKING)


@pytest.mark.parametrize("command", ASKING)
def test_every_argument_is_an_option(command):
    """Python -> command: an argument that neither is an option nor has a reason fails here."""
    for question in questions(command):
        for argument in set(ARGUMENTS[question]) - set(ASSUMPTIONS_OF_ALL) - set(PYTHON_ONLY):
            is_option = option_for(question, argument) in options_of(command)
            assert is_option != ((command, question, argument) in WITHOUT_OPTION), (question, argument)


@pytest.mark.parametrize("command", ASKING)
def test_every_option_is_an_argument(command):
    """Command -> Python: an option that no question has under its name fails here."""
    names = {option_for(question, argument) for question in questions(command) for argument in ARGUMENTS[question]}
    for option in options_of(command):
        assert (option in names) != (command in COMMAND_ONLY.get(option, ())), option


def test_the_exceptions_are_needed():
    arguments = {argument for question in QUESTIONS for argument in ARGUMENTS[question]}
    assert set(PYTHON_ONLY) <= arguments
    assert COMMAND_ONLY.keys() <= OPTIONS.keys() == TAKEN
    assert TAKEN.isdisjoint(map(flag, PYTHON_ONLY))


@pytest.mark.parametrize(
    ("question", "argument", "option"),
    [("sample", "n", "-n"), ("estimate", "samples", "--samples"), ("count", "method", "--method")],
)
def test_defaults_are_the_same(question, argument, option):
    default = inspect.signature(getattr(Problem, question)).parameters[argument].default
    assert OPTIONS[option]["default"] == default


def test_a_limit_by_default_is_that_of_python():
    """Where a command passes None, Python's default counts; those of info, explain and draw are in their help."""
    assert inspect.signature(walk).parameters["max_nodes"].default == 200
    for command, question in (("zdd", "zdd"), ("sample", "sample")):
        assert inspect.signature(getattr(Problem, question)).parameters["max_memory"].default == 1024 << 20, command


def test_choices_are_those_of_python():
    from dlx.engine.support import METHODS

    assert tuple(OPTIONS["--method"]["choices"]) == METHODS["count"]
    assert tuple(OWN["sample", "--method"]["choices"]) == METHODS["sample"]
    for command in DECIDERS:
        assert tuple(OWN[command, "--method"]["choices"]) == METHODS[command.replace("-", "_")]
    assert {(name, option) for name, option in OWN if option not in options_of(name)} == set()


@pytest.mark.parametrize("command", [name for name in ASKING if name != "prove"])
def test_an_option_of_another_command_is_refused_by_name(command, dlx, capsys):
    for option in TAKEN - options_of(command).keys() - {"-o --output", "-n"}:
        needed = ["--to", "cnf"] * (command == "export")
        word = f"{option}=1" if "action" not in OPTIONS[option] else option
        code, out, err = dlx(command, "examples/toy.dlx", *needed, word)
        assert (code, out) == (2, "")
        assert f"error: {command} does not take {option}" in err and " take" in err.rpartition("; ")[2]


def test_refusals_say_why():
    why = "as the answer does not depend on the order of the search"
    assert refusal_of("count", "--seed", ("list",)) == f"count does not take --seed, {why}; 'list' takes it"
    assert refusal_of("explain", "--orbits", ("count", "list")) == (
        "explain does not take --orbits; 'count' and 'list' take it"
    )
