# SPDX-License-Identifier: MIT
"""The options of a command are the arguments of its questions, and a new argument is an option."""

from __future__ import annotations

import pytest

from dlx import Problem
from dlx.engine.arguments import named_arguments
from dlx.engine.support import ARGUMENTS
from dlx.terminal import cli
from dlx.terminal.options import options_of, takers

TAKEN = {  # the options of each command since version 0.2.0, besides --given, --banned and --quiet
    "solve": "time-limit json node-limit min-cost max-cost start slack method workers seed",
    "count": "time-limit json node-limit limit orbits method max-memory workers checkpoint order",
    "list": "time-limit json node-limit format limit orbits min-cost max-cost start slack workers seed",
    "sample": "time-limit json format method max-memory seed n error max-nodes",
    "zdd": "time-limit json max-memory order max-nodes dot output",
    "estimate": "time-limit json seed samples",
    "option-status": "time-limit json limit method",
    "explain": "time-limit json method draw",
    "prove": "time-limit json output",
    "reduce": "time-limit json rounds output",
    "export": "slack to encoding output",
    "info": "time-limit json",
    "draw": "time-limit max-nodes tree output",
}


@pytest.mark.parametrize("command", TAKEN)
def test_options_and_their_order(command):
    assert [option.split()[-1].lstrip("-") for option in options_of(command)] == TAKEN[command].split()


PLAIN = Problem.explain


@pytest.fixture
def depths(monkeypatch):
    """Give Problem.explain three more arguments; return the list of their values."""
    passed = []

    def explain(self, *, time_limit=10, depth: int | None = 3, exact: bool = False, hook: object = None, **how):
        """Explain.

        Args:
            depth: the depth of the search, in levels. The root has depth 0.
            exact: leave nothing out; see :meth:`count`.
            hook: a function.
        """
        passed.append({"given": how["given"], "time_limit": time_limit, "depth": depth, "exact": exact})
        return PLAIN(self, **how)

    monkeypatch.setattr(Problem, "explain", explain)
    monkeypatch.setitem(ARGUMENTS, "explain", [*named_arguments(explain.__code__), "given", "banned", "method"])
    return passed


def test_a_new_argument_is_an_option(depths, dlx):
    assert dlx("explain", "examples/toy.dlx", "--depth", "5", "--exact", "--given", "1")[0] == 1
    assert dlx("explain", "examples/toy.dlx", "--time-limit", "2")[0] == 0
    assert depths == [
        {"given": [1], "time_limit": 10, "depth": 5, "exact": True},
        {"given": [], "time_limit": 2.0, "depth": 3, "exact": False},
    ]


def test_its_help_is_that_of_python(depths, capsys):
    assert cli.main(["explain", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "--depth N the depth of the search, in levels (default: 3)" in text
    assert "--exact leave nothing out; see count" in text
    assert "--hook" not in text  # no text is a function


def test_other_commands_refuse_it_by_name(depths, dlx, capsys):
    assert takers("--depth") == ("explain",)
    code, _, err = dlx("count", "examples/toy.dlx", "--depth", "5")
    assert code == 2 and err.endswith("error: count does not take --depth; 'explain' takes it\n")
    code, _, err = dlx("explain", "examples/toy.dlx", "--dept", "5")
    assert code == 2 and err.endswith("error: explain has no option --dept; the nearest is --depth\n")
