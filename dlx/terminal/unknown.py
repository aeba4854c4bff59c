# SPDX-License-Identifier: MIT
"""Unknown words of a command line, and the remedy: the nearest name, or a command in front.

    dlx slove a.dlx            no command 'slove'; the nearest is solve
    dlx a.dlx                  no command 'a.dlx'; a command comes first, as in 'dlx solve a.dlx'
    dlx count a.dlx --metod x  count has no option --metod; the nearest is --method
    sudoku solve P --limit 2   solve has no option --limit; 'count' and 'diagnose' have it

argparse lists all its names, or repeats the words.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

from ..system.wording import truncate

Commands = Mapping[str, argparse.ArgumentParser]


def check_command(parser: argparse.ArgumentParser, words: Sequence[str], commands: Collection[str]) -> None:
    """End with a usage error if the first word is no command, and no option of the program."""
    word = words[0] if words else "-"
    if word.startswith("-") or word in commands:
        return
    near = get_close_matches(word, commands, 1)
    if near:
        remedy = f"the nearest is {near[0]}"
    elif re.search(r"[\d./\\]", word):
        remedy = f"a command comes first, as in '{parser.prog} {next(iter(commands))} {truncate(word)}'"
    else:
        remedy = f"'{parser.prog} --help' lists them"
    parser.error(f"no command {truncate(word)!r}; {remedy}")


def unknown_words(command: str, unknown: Sequence[str], commands: Commands) -> str:
    """Return why a command does not take these words; `commands` have the options of all commands."""
    option = next((word.partition("=")[0] for word in unknown if re.match("--?[A-Za-z]", word)), None)
    if option is None:
        return f"unrecognized arguments: {' '.join(unknown)}"
    takers = [name for name, parser in commands.items() if option in _options(parser)]
    near = get_close_matches(option, _options(commands[command]), 1, 0.7)
    if takers and command not in takers:
        return f"{command} has no option {option}; {having(takers, 'have')}"
    if near and near[0] != option:
        return f"{command} has no option {option}; the nearest is {near[0]}"
    return f"{command} has no option {option}; '{commands[command].prog} --help' lists them"


def having(takers: Sequence[str], verb: str) -> str:
    """Return which commands have or take something.

    >>> having(["solve", "list"], "take"), having(["solve"], "have")
    ("'solve' and 'list' take it", "'solve' has it")
    """
    *names, last = map(repr, takers)
    if names:
        return f"{', '.join(names)} and {last} {verb} it"
    return f"{last} {'has' if verb == 'have' else f'{verb}s'} it"


def subcommands(parser: argparse.ArgumentParser) -> Commands:
    """Return the parsers of the commands of a parser."""
    return next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings]
