# SPDX-License-Identifier: MIT
"""Fixed bugs of counting and listing up to symmetry, found by using it and reduced."""

import numpy as np
import pytest

from dlx import Problem, models
from dlx.engine import table
from dlx.engine.strategies import orbits
from dlx.structure.permutations import conjugates
from dlx.terminal.cli import main
from dlx.terminal.commands.shared import Watch

STRIP = Problem([[1, 2], [2, 3], [3, 4], [1], [2], [3], [4]])


def mirror(cell):
    return 5 - cell


@pytest.mark.parametrize("question", [{"given": [0]}, {"limit": 1}, {"banned": [0]}])
def test_a_group_takes_no_assumptions(question):
    """Assumptions went to the problem of the cycles, which gave wrong counts or an AssertionError."""
    group = STRIP.group([mirror])
    with pytest.raises(TypeError, match=next(iter(question))):
        group.count(**question)
    if "limit" not in question:
        with pytest.raises(TypeError, match=next(iter(question))):
            group.solutions(**question)


@pytest.mark.parametrize("none", [[], (), np.zeros(0, int)])
def test_no_assumptions_are_none(none):
    """An empty list was refused."""
    assert STRIP.count(orbits=[mirror], given=none, banned=none) == 4
    assert len(list(STRIP.solutions(orbits=[mirror], given=none))) == 4


@pytest.mark.parametrize("option", [7, -1])
def test_options_that_do_not_exist(option):
    """Option 7 raised an IndexError of NumPy, and -1 was the last option."""
    with pytest.raises(ValueError, match=f"solution option {option} is out of range"):
        STRIP.group([mirror]).size([0, option])


@pytest.mark.parametrize("wrong", [mirror, {1: 4, 2: 3, 3: 2, 4: 1}, "r", 3])
def test_symmetries_that_are_no_list(wrong):
    """The errors were 'not iterable' and 'not callable'."""
    with pytest.raises(TypeError, match=r"symmetries must be a list, even if .* only one|no symmetries .*; choose"):
        STRIP.count(orbits=wrong)
    with pytest.raises(TypeError, match="neither a mapping of items nor a function"):
        STRIP.count(orbits=[3])


def test_conjugate_elements_are_looked_at_once(monkeypatch):
    """We checked each of the 5,040 relabelings of seven points: four seconds for the one Fano plane."""
    asked = []
    monkeypatch.setattr(table, "EARLY_ORBITS_WORK", 0)
    monkeypatch.setattr(table, "LATE_ORBITS_SHARE", 0)
    fixed_by = orbits.fixed_by
    monkeypatch.setattr(orbits, "fixed_by", lambda *what: asked.append(1) or fixed_by(*what))
    assert models.block_designs(7, 3).count(orbits=True) == 1
    assert 1 < len(asked) <= 15


@pytest.mark.parametrize(
    ("group", "sizes"),
    [
        (models.queens(4).group(True), [1, 1, 2, 2, 2]),  # the symmetries of the square
        (models.bin_packing([1] * 4, 2).group(True), [1, 3, 6, 6, 8]),  # all permutations of four
        (Problem([[k] for k in range(5)]).group([lambda k: (k + 1) % 5]), [1] * 5),  # cyclic: each element is a class
    ],
)
def test_conjugacy_classes(group, sizes):
    assert sorted(size for _, size in conjugates(group._elements, group._generators)) == sizes


def test_symmetries_that_others_make_cost_nothing():
    """We multiplied each of the 82,944 symmetries of main classes by 13 generators, and counted each."""
    squares = models.latin_squares(3, symmetry="paratopy")
    group = squares.group(True)
    assert len(group) == 6**4 and len(group._generators) < len(squares.symmetries)
    assert group.count() == 1
    assert len(STRIP.group([mirror, mirror, {}])._generators) == 1


def test_multiplicities_on_the_command_line(capsys):
    """Their orbits can be listed but not counted; the command reported this and gave no number."""
    assert main(["model", "squared", "5", "6", "2", "2", "2", "3", "3", "--orbits"]) == 0
    assert capsys.readouterr().out == "1\n"


@pytest.mark.parametrize(("switch", "method"), [(["--orbits"], "count"), (["--draw", "-"], "solve")])
def test_a_long_model_is_watched(switch, method, monkeypatch, capsys):
    """'dlx model langford 40 --draw -' searched without a progress report."""
    asked, real = [], getattr(Problem, method)
    monkeypatch.setattr(Problem, method, lambda *what, **how: asked.append(how) or real(*what, **how))
    assert main(["model", "queens", "5", *switch]) == 0
    assert any(isinstance(how.get("progress"), Watch) for how in asked)
