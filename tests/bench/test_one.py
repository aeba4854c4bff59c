"""The benchmark of first solutions: its generators, its contenders against brute force, its checks and figures."""

import argparse
import json
import math
import sys
from collections import Counter
from functools import partial
from random import Random

import pytest

from bench import answer, one, planted, questions
from bench.instances import box, queens
from dlx import Colored, Problem
from tests import ROOT
from tests.processes import finished

EVERY = list(map(json.loads, (ROOT / "tests" / "data" / "semantics.jsonl").read_text().splitlines()))
SMALL = {  # generators with a hidden solution
    "quasigroup": partial(planted.quasigroup, 6, 0.5),
    "sudoku": partial(planted.sudoku, 2, 0.6),
    "packing": partial(planted.packing, 4, 5, 4),
    "triples": partial(planted.triples, 12, 20),
    "words": partial(planted.words, 2, 3, 10),
    "coloring": partial(planted.coloring, 10, 3, 3),
    "timetable": partial(planted.timetable, 3, 4, 0.3),
    "laboratories": partial(planted.timetable, 4, 4, 0.3, rooms=1),
    "shuffled": partial(questions.shuffled, partial(queens, 6)),
}


def solved(cover):
    p = one.problem(one.as_lists(cover))
    solution = p.solve()
    return solution is not None and p.verify(solution)


# ---- The generators ----


@pytest.mark.parametrize("name", SMALL)
def test_a_generator_hides_a_solution_and_follows_its_seed(name):
    made = [SMALL[name](seed=seed) for seed in range(20)]
    assert all(map(solved, made))
    assert made[3] == SMALL[name](seed=3)
    assert len({repr(cover) for cover in made}) > 10


def test_a_random_latin_square_is_any_of_the_squares_as_often():
    found = Counter(tuple(sorted(planted.latin_square(3, Random(seed)).items())) for seed in range(1200))
    assert len(found) == 12  # A002860
    assert min(found.values()) > 60 and max(found.values()) < 150
    for square in map(dict, found):
        assert all({square[r, c] for c in range(3)} == {square[c, r] for c in range(3)} == {0, 1, 2} for r in range(3))


@pytest.mark.parametrize("side", [2, 3])
def test_a_full_grid_has_every_digit_once_in_each_house(side):
    grid = planted.full_grid(side, Random(1))
    n = side * side
    rows, columns = [[[(r, c) for c in range(n)] for r in range(n)], [[(r, c) for r in range(n)] for c in range(n)]]
    boxes = [[(r + i, c + j) for i, j in box(side, side)] for r in range(0, n, side) for c in range(0, n, side)]
    assert all({grid[cell] for cell in house} == set(range(n)) for house in rows + columns + boxes)


def test_a_completion_has_as_many_solutions_as_the_square_with_its_givens():
    assert one.problem(one.as_lists(planted.completion(4, {}))).count() == 576
    assert one.problem(one.as_lists(planted.completion(4, {}, side=2))).count() == 288
    assert one.problem(one.as_lists(planted.completion(4, {(0, 0): 2}, side=2))).count() == 72


def test_a_cut_covers_the_rectangle_with_connected_pieces():
    pieces = planted.cut(7, 9, 5, Random(2))
    assert sorted(cell for piece in pieces for cell in piece) == sorted(box(7, 9))
    for piece in pieces:
        reached = {min(piece)}
        while (
            more := {(i + y, j + x) for i, j in reached for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))}
            & piece - reached
        ):
            reached |= more
        assert reached == piece and len(piece) > 1


def test_a_spoiled_square_lacks_one_right_option_and_the_wanted_share_of_the_wrong_ones():
    whole, spoiled = planted.quasigroup(10, 0.6, seed=1), planted.quasigroup(10, 0.6, seed=1, spoiled=0.5)
    assert set(spoiled.options) < set(whole.options) and spoiled.primary == whole.primary
    assert not solved(planted.quasigroup(10, 0.6, seed=1, spoiled=0.001))
    open_cells = sum(item[0] == "p" for item in whole.primary)
    assert len(planted.quasigroup(10, 0.6, seed=1, spoiled=1e-9).options) == open_cells - 1


def test_a_missing_hour_removes_options_only():
    whole, less = (planted.timetable(4, 5, 0.3, seed=1, missing=m) for m in (0, 2))
    assert set(less.options) < set(whole.options) and less.primary == whole.primary


# ---- The set ----


def test_the_set_has_thirty_solvable_problems_of_ten_families_and_twenty_others():
    titles = [case.title for case in questions.QUESTIONS]
    assert len(set(titles)) == len(titles)
    assert len(questions.SOLVABLE) >= 30 and all(case.solvable for case in questions.SOLVABLE)
    assert len({case.family for case in questions.SOLVABLE}) >= 10
    assert len(questions.UNSOLVABLE) >= 20 and not any(case.solvable for case in questions.UNSOLVABLE)
    assert not any(case.invariant for case in questions.SOLVABLE)


@pytest.mark.parametrize("make", [partial(questions.mutilated, 4), partial(questions.pigeons, 4)])
def test_small_problems_of_the_unsolvable_kinds_have_no_solution(make):
    assert not solved(make())


def test_the_hexominoes_fit_a_rectangle_in_as_many_places_as_the_issue_says():
    cover = questions.hexominoes(14, 15)
    assert (len(cover.primary), len(cover.options)) == (35 + 210, 31934)


# ---- The contenders ----


def in_lists(case):
    """Return a case of semantics.jsonl as a question, whose primary items have their multiplicities."""
    bounds = case["multiplicity"] or {}
    primary = [(item, *bounds.get(item, (1, 1))) for item in case["primary"]]
    options = [[(word.partition(":")[0], word.partition(":")[2] or None) for word in o] for o in case["options"]]
    return answer.Question(primary, case["secondary"], options)


@pytest.mark.parametrize("contender", ["ours", "CaDiCaL", "CaDiCaL pairs", "CP-SAT"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_contender_finds_a_solution_exactly_where_a_brute_force_counts_one(contender):
    pytest.importorskip("ortools" if contender == "CP-SAT" else "pysat")
    for case in EVERY:
        question = in_lists(case)
        found = answer.CONTENDERS[contender](question)()
        assert (found is not None) == (case["count"] > 0), case
        if found is not None:
            needed = {item for item, _, _ in question.primary}  # a rival may add options without a primary item
            options = getattr(found, "options", found)
            kept = [k for k in options if needed.intersection(item for item, _ in question.options[k])]
            assert one.problem(question).verify(kept), case


def test_a_long_row_has_a_counter_and_a_row_of_millions_of_pairs_is_not_tried():
    pytest.importorskip("pysat")
    wide = answer.Question([("a", 1, 1), ("b", 2, 3)], [], [[(item, None)] for item in "ab" for _ in range(30)])
    found = answer.cadical(wide)()
    assert len(found) in (3, 4) and one.problem(wide).verify(found)
    assert answer.cadical(answer.Question([("a", 31, 31)], [], [[("a", None)]] * 30))() is None
    with pytest.raises(SystemExit) as refused:
        answer.cadical(answer.Question([("a", 1, 1)], [], [[("a", None)]] * 2002), pairs=True)
    assert refused.value.code == answer.NOT_TRIED


def test_a_question_runs_in_a_process_of_its_own_until_the_limit():
    text = json.dumps(one.as_lists(queens(6))._asdict())
    found = one.ask(sys.executable, "ours", text, 60)
    assert one.problem(one.as_lists(queens(6))).verify(found["options"])
    assert found["build"] >= 0 and found["solve"] >= 0
    assert one.ask(sys.executable, "without sat", json.dumps(one.as_lists(queens(3))._asdict()), 60)["options"] is None
    with pytest.raises(RuntimeError, match="ours failed"):
        one.ask(sys.executable, "ours", "{}", 60)


@pytest.mark.long
def test_a_process_that_reaches_its_limit_or_does_not_try_has_no_answer():
    pytest.importorskip("pysat")
    endless = json.dumps(one.as_lists(queens(150))._asdict())
    with_two_million = answer.Question([("a", 1, 1)], [], [[("a", None)]] * 2002)
    assert one.ask(sys.executable, "CaDiCaL pairs", json.dumps(with_two_million._asdict()), 60) is None
    assert one.ask(sys.executable, "ours", endless, 0) is None


# ---- Checks and figures ----

CASE = questions.Case("family", "title", partial(queens, 4))


def test_a_wrong_solution_or_claim_is_an_error():
    p = one.problem(one.as_lists(queens(4)))
    good = list(p.solve().options)
    one.check(CASE, p, {"ours": [{"options": good}], "CP-SAT": []})
    with pytest.raises(AssertionError, match=r"ours answers .*: no solution"):
        one.check(CASE, p, {"ours": [{"options": good[1:]}]})
    with pytest.raises(AssertionError, match="CP-SAT says that there is none"):
        one.check(CASE, p, {"ours": [{"options": good}], "CP-SAT": [{"options": None}]})
    with pytest.raises(AssertionError, match="says that there is one"):
        one.check(questions.Case("f", "t", partial(queens, 4), solvable=False), p, {"ours": [{"options": good}]})


def test_multiplicities_and_colors_of_a_cover_reach_the_problem():
    cover = planted.timetable(4, 4, 0.3, seed=1, rooms=1)
    assert ("s0", 0, 3) in one.as_lists(cover).primary or ("s0", 0, 2) in one.as_lists(cover).primary
    lists = answer.Question([("a", 1, 1), ("b", 0, 2)], ["s"], [[("a", None), ("s", "x")], [("b", None), ("s", "y")]])
    assert one.problem(lists) == Problem(
        [["a", Colored("s", "x")], ["b", Colored("s", "y")]], {"a": (1, 1), "b": (0, 2)}, ["s"]
    )


def row(ours, cadical, cp, **more):
    times = {"ours": ours, "CaDiCaL": cadical, "CaDiCaL pairs": None, "CP-SAT": cp}
    return {"family": "f", "title": "t", "solvable": True, "invariant": False, "limit": 20, "seconds": times} | more


def test_a_ratio_compares_the_better_rival_and_counts_none_as_the_limit():
    assert one.ratio(row(1.0, 4.0, 2.0)) == 2
    assert one.ratio(row(None, 2.0, None)) == 0.1
    assert one.ratio(row(0.5, None, None)) == 40
    assert math.isnan(one.ratio(row(None, None, None)))
    assert one.ratio(row(0.0001, 0.0005, 1.0)) == 1  # both below a millisecond
    assert one.mean_ratio([row(1.0, 4.0, None), row(4.0, 4.0, None), row(None, None, None)]) == 2


def test_the_summary_names_the_problems_without_an_answer_of_ours():
    proofs = [row(0.05, 1.0, None, solvable=False, invariant=True), row(0.5, 1.0, 1.0, solvable=False, invariant=True)]
    missing = row(None, 3.0, None, title="queens")
    lines = one.summary([row(1.0, 2.0, None), missing, row(None, 12.0, 11.0), *proofs])
    assert "faster on 1 of 3" in lines[0]
    assert "10 s: 1 (queens)" in lines[1]
    assert lines[2:] == [
        "proofs by an invariant: 1 of 2 within 0.1 s",
        "    none of ours where a rival needs less than 10 s: 0",
    ]


def test_an_unknown_family_is_an_error_that_lists_the_families(capsys):
    assert [case.title for case in one.chosen(["pigeons", "queens 40"])] == ["queens 40", "11 pigeons in 10 holes"]
    parser = argparse.ArgumentParser()
    one.add_options(parser)
    with pytest.raises(SystemExit):
        parser.parse_args(["--only", "chess"])
    assert "no family or problem 'chess'; choose one of " in capsys.readouterr().err


@pytest.mark.long
def test_the_command_prints_a_table_and_writes_a_record(tmp_path):
    file = tmp_path / "one.json"
    words = ["-m", "bench", "one", "--rounds", "1", "--limit", "3", "--only", "queens 40", "--only", "pigeons"]
    done = finished(sys.executable, *words, "--json", str(file))
    assert done.returncode == 0, done.stderr
    record = json.loads(file.read_text())
    assert [row["title"] for row in record["rows"]] == ["queens 40", "11 pigeons in 10 holes"]
    assert "queens 40" in done.stdout and "first solutions, ours" in done.stdout
    assert all(row["seconds"]["ours"] is not None for row in record["rows"])
