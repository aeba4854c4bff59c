# SPDX-License-Identifier: MIT
"""Unknown words of a command line: the nearest name, or the remedy."""

import argparse
import re

import pytest

from dlx.terminal.unknown import check_command, having, subcommands, unknown_words


@pytest.fixture
def parser():
    """Return the parser of a program with three commands."""
    program = argparse.ArgumentParser("prog")
    commands = program.add_subparsers()
    for name, options in {"solve": ["--seed"], "count": ["--method", "--limit"], "list": ["--limit", "-n"]}.items():
        command = commands.add_parser(name)
        for option in options:
            command.add_argument(option)
    return program


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("slove", "no command 'slove'; the nearest is solve"),
        ("a.dlx", "no command 'a.dlx'; a command comes first, as in 'prog solve a.dlx'"),
        ("53..7", "no command '53..7'; a command comes first, as in 'prog solve 53..7'"),
        ("xyz", "no command 'xyz'; 'prog --help' lists them"),
    ],
)
def test_a_word_that_is_no_command(parser, word, remedy, capsys):
    with pytest.raises(SystemExit) as ended:
        check_command(parser, [word, "more"], ["solve", "count", "list"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(f"prog: error: {remedy}\n")


@pytest.mark.parametrize("words", [[], ["solve"], ["--version"], ["-h", "slove"]])
def test_words_that_are_no_mistake(parser, words):
    assert check_command(parser, words, ["solve", "count", "list"]) is None


@pytest.mark.parametrize(
    ("command", "words", "reason"),
    [
        ("count", ["--metod", "x"], "count has no option --metod; the nearest is --method"),
        ("count", ["--metod=x"], "count has no option --metod; the nearest is --method"),
        ("solve", ["--limit", "2"], "solve has no option --limit; 'count' and 'list' have it"),
        ("solve", ["--method", "x"], "solve has no option --method; 'count' has it"),
        ("solve", ["--color"], "solve has no option --color; 'prog solve --help' lists them"),
        ("solve", ["a", "b"], "unrecognized arguments: a b"),
        ("solve", ["-5"], "unrecognized arguments: -5"),
    ],
)
def test_options_that_a_command_does_not_have(parser, command, words, reason):
    assert unknown_words(command, words, subcommands(parser)) == reason


def test_lists_of_commands():
    assert [having([*"abc"[:n]], "take") for n in (1, 2, 3)] == [
        "'a' takes it",
        "'a' and 'b' take it",
        "'a', 'b' and 'c' take it",
    ]
    assert having(["a"], "have") == "'a' has it"


def test_subcommands(parser):
    found = subcommands(parser)
    assert list(found) == ["solve", "count", "list"]
    assert all(re.fullmatch(f"prog {name}", command.prog) for name, command in found.items())
