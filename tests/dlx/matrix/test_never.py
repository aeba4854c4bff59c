# SPDX-License-Identifier: MIT
"""Options without a primary item are never chosen: Problem says so where a caller builds one, and only there."""

import copy
import io
import pickle
import warnings
from collections.abc import Callable

import pytest

import sudoku
from dlx import Colored, NeverChosenWarning, Problem, models
from dlx.compat import exact_cover, sage

ITEMS = ["a", "b", "c", "d"]
PACKING = [["a", "b"], ["b", "c"], ["d"]]
TEXT = "p | a b\np\na b\n"

DOORS: dict[str, tuple[Callable[[], Problem], str, str]] = {  # how it is built; what the warning says, and the remedy
    "constructor": (lambda: Problem(PACKING, [], ITEMS), "3 options have no primary item", "primary={'a': (0, 1)"),
    "one option": (lambda: Problem([["a"], ["x"]], ["a"], ["x"]), "option 1 has no primary", "primary={'x': (0, 1)"),
    "colors": (lambda: Problem([["a"], [Colored("x", 1)]], ["a"], ["x"]), "option 1 has no", "primary={'x': (0, 1)"),
    "matrix": (lambda: Problem.from_matrix([[1, 0], [0, 1]], [1]), "option 1 has no primary item", "bounds="),
    "arrays": (lambda: Problem.from_csr([0, 1, 2], [0, 1], n_items=2, n_primary=1), "option 1 has no", "bounds="),
    "rows": (lambda: Problem.of({"r": ["x"]}, secondary=["x"]), "option 0 has no primary item", "primary={'x': (0, 1)"),
    "columns": (lambda: Problem.of([{"x": 1}], [], secondary=["x"]), "option 0 has no", "primary={('x', 1): (0, 1)"),
    "file": (lambda: Problem.read(io.StringIO(TEXT)), "option 1 has no primary item", "0:1|a in the line of items"),
    "text": (lambda: Problem.parse(TEXT.splitlines(), "f"), "option 1 has no primary item", "0:1|a"),
    "open file": (lambda: Problem.read(io.StringIO(TEXT)), "option 1 has no primary item", "0:1|a"),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_door_warns_once_at_the_line_of_the_caller(door):
    build, what, remedy = DOORS[door]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        build()
    (warning,) = caught
    assert warning.category is NeverChosenWarning and issubclass(NeverChosenWarning, UserWarning)
    assert what in str(warning.message) and "never chosen" in str(warning.message) and remedy in str(warning.message)
    assert warning.filename == __file__


def test_the_number_and_the_first_option():
    options = [["p"], ["x"], ["p", "x"], ["y"], ["x", "y"]]
    with pytest.warns(NeverChosenWarning, match="^3 options have no primary item .* first option 1;"):
        Problem(options, ["p"], ["x", "y"])


def test_the_remedy_of_the_warning_is_a_packing():
    with pytest.warns(NeverChosenWarning):
        nothing = Problem(PACKING, [], ITEMS, costs=[-5, -3, -1])
    packing = Problem(PACKING, dict.fromkeys(ITEMS, (0, 1)), costs=[-5, -3, -1])
    assert (nothing.count(), nothing.best()[0].cost) == (1, 0)
    assert (packing.count(), packing.best()[0].cost) == (6, -6)


def silent_problem() -> Problem:
    """Return a problem with options that are never chosen, built without a warning."""
    with pytest.warns(NeverChosenWarning):
        return Problem([["p", "x"], ["x"], ["p", "y"], ["q"]], ["p", "q"], ["x", "y"], costs=[1, 2, 3, 4])


DERIVED: dict[str, Callable[[Problem], object]] = {
    "pickle": lambda p: pickle.loads(pickle.dumps(p)),
    "copy": lambda p: copy.deepcopy(p),
    "reduce": lambda p: p.reduce().problem,
    "with_item": lambda p: p.with_item("r", [0, 2]),
    "split": lambda p: p.split(4),
    "zdd": lambda p: p.zdd().count(),
    "count": lambda p: [p.count(method=how) for how in ("auto", "search", "memo", "frontier", "symmetric", "zdd")],
    "orbits": lambda p: p.count(orbits="auto"),
    "workers": lambda p: p.count(workers=2),
    "best": lambda p: [p.best(), p.best(slack=1), p.best(workers=2)],
    "sample": lambda p: p.sample(2),
    "explain": lambda p: p.explain(given=[1]),
    "option_status": lambda p: p.option_status(),
    "estimate": lambda p: p.estimate(),
    "info": lambda p: p.info(),
    "exports": lambda p: [p.to_cnf(), p.to_opb(), p.to_lp()],
    "batch": lambda p: p.count_many([[0], [2]]),
}


@pytest.mark.parametrize("name", DERIVED)
def test_nothing_derived_warns_again(name):
    problem = silent_problem()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DERIVED[name](problem)


def test_models_and_other_interfaces_are_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        models.polyominoes("3x3", pieces="dominoes", any_number=True, optional=True)
        models.queens(4).with_item("corner", [0]).count()
        assert exact_cover.get_solution_count([[1, 0], [0, 1], [0, 0]]) == 1
        assert sage.dlx_solver([[0], [], [1]]).number_of_solutions() == 1
        assert sudoku.count("1" + "." * 15) == 72


def test_info_reports_them():
    problem = silent_problem()
    seen = problem.info()
    assert seen.never_chosen == 1
    assert "useless    1 option without a primary item, never chosen" in str(seen).splitlines()
    assert problem.info(banned=[1]).never_chosen == 0 and Problem([["a"]]).info().never_chosen == 0
