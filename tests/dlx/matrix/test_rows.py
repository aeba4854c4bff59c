# SPDX-License-Identifier: MIT
"""Options made of the caller's rows: they build the same problems as lists, and every answer gives the rows back."""

import copy
import pickle
import re
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from scipy import sparse

import dlx
from dlx import Colored, Problem
from dlx.matrix.assumptions import Assumptions
from dlx.workers import cheapest
from tests.problems import problems

Lesson = namedtuple("Lesson", "course room hour price")


@dataclass
class Booking:
    course: str
    room: str
    hour: int
    price: int


LESSONS = [
    Lesson("yoga", "hall", 10, 3),
    Lesson("yoga", "hall", 11, 1),
    Lesson("chess", "hall", 10, 2),
    Lesson("chess", "kitchen", 11, 5),
]
RECORDS = [lesson._asdict() for lesson in LESSONS]
COLUMNS = {name: [record[name] for record in RECORDS] for name in Lesson._fields}
OPTIONS = [[("course", x.course), (("room", "hour"), (x.room, x.hour))] for x in LESSONS]
PLACES = [option[1] for option in OPTIONS]
BY_COLUMNS = {"items": ["course"], "secondary": [("room", "hour")], "cost": "price"}


def lessons(rows=LESSONS):
    return Problem.of(rows, **BY_COLUMNS)


class Pandas:
    """A stand-in for a table: the attributes and the method that pandas has."""

    columns, shape = [*COLUMNS], (4, 4)

    def to_dict(self, orient):
        assert orient == "records"
        return RECORDS


class Polars:
    columns, shape = [*COLUMNS], (4, 4)

    def to_dict(self):
        raise AssertionError  # it means columns here

    def iter_rows(self, *, named):
        assert named
        return iter(RECORDS)


class PyArrow:
    column_names, columns, shape = [*COLUMNS], [], (4, 4)

    def to_pylist(self):
        return RECORDS


@pytest.mark.parametrize("table", [Pandas(), Polars(), PyArrow(), RECORDS, iter(RECORDS), LESSONS])
def test_tables_by_columns(table):
    p = lessons(table)
    assert p == Problem(OPTIONS, secondary=PLACES[:2] + PLACES[3:], costs=[3, 1, 2, 5])
    cheapest_lessons = p.best()[0]
    assert cheapest_lessons.rows == [p.rows[1], p.rows[2]] and cheapest_lessons.cost == 3
    assert dict(p.rows[0]._asdict() if table is LESSONS else p.rows[0]) == RECORDS[0]


@pytest.mark.parametrize(("library", "make"), [("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")])
def test_tables_of_the_libraries(library, make):
    make = getattr(pytest.importorskip(library), make)
    p = lessons(make(COLUMNS))
    assert p == lessons() and list(p.rows) == RECORDS
    assert list(lessons(make(dlx.table(p.solutions()))).rows) == dlx.records(p.solutions())
    with pytest.raises(ValueError, match=r"^row 1 has (nan|None) in column 'a'; fill it, or leave the row out$"):
        Problem.of(make({"a": [1, None]}), ["a"])


ONES = {"x": [1, 0, 0, 1], "y": [0, 1, 0, 1], "z": [1, 0, 0, 0]}


@pytest.mark.parametrize("kind", [list, np.array, sparse.csr_matrix, lambda rows: np.array(rows, object)])
def test_blank_rows(kind):
    """A problem without its blank rows has the other rows, and the numbers of the rows stay."""
    chance = np.random.default_rng(1)
    for _ in range(30):
        ones = (chance.random((7, 4)) < 0.35).astype(int)
        costs = chance.integers(0, 9, 7)
        kept = np.flatnonzero(ones.any(axis=1))
        p = Problem.from_matrix(kind(ones.tolist()), [3], skip_blank=True, costs=costs)
        assert p == Problem.from_matrix(ones[kept], [3], costs=costs[kept]) and p.rows == tuple(kept.tolist())
        assert all((ones[s.rows][:, :3].sum(axis=0) == 1).all() for s in p.solutions())
    with pytest.raises(ValueError, match=r"^costs must be 2 numbers"):
        Problem.from_matrix([[1], [0]], skip_blank=True, costs=[1])
    assert Problem.from_matrix([[0, 0]], skip_blank=True).count() == 0


@pytest.mark.parametrize(("library", "make"), [("pandas", "DataFrame"), ("polars", "DataFrame"), ("pyarrow", "table")])
def test_matrices_of_the_libraries(library, make):
    make = getattr(pytest.importorskip(library), make)
    p = Problem.from_matrix(make(ONES), ["z"], skip_blank=True)
    assert p.items == ("x", "y", "z") and p.n_primary == 2 and p.rows == (0, 1, 3)
    assert sorted(s.rows for s in p.solutions()) == [[0, 1], [3]]
    with pytest.raises(ValueError, match=r"^the matrix has (nan|None|<NA>) in row 1, column 'b'; it must be 0 or 1$"):
        Problem.from_matrix(make({"a": [1, 1], "b": [1, None]}))
    with pytest.raises(TypeError, match=r"^options is a table \(of type \w+\); Problem.from_matrix takes 0/1"):
        Problem(make(ONES))


def test_a_mapping_as_options():
    with pytest.raises(TypeError, match=r"^options is a mapping; Problem\.of takes a mapping of names to items$"):
        Problem({"left": ["a"]})
    assert Problem(dict.fromkeys([("a", "b"), ("c",)])).count() == 1  # a set of options in order


def test_rows_of_any_kind():
    bookings = [Booking(*lesson) for lesson in LESSONS]
    for rows in (bookings, np.array([1, 2, 3, 4]), list("abcd"), [object() for _ in range(4)]):
        taken = iter(OPTIONS)
        p = Problem.of(rows, lambda _, taken=taken: next(taken), secondary=lambda item: item[0] != "course")
        assert p == Problem(OPTIONS, secondary=dict.fromkeys(PLACES).keys())
        assert all(s.rows == [p.rows[k] for k in s] for s in p.solutions())
    assert lessons(bookings) == lessons() and lessons(bookings).solve().records()[0]["course"] == "yoga"


def test_a_mapping_of_names():
    options = {"left": ["a"], "right": iter(["b", Colored("x", 1)]), "both": ("a", "b")}
    p = Problem.of(options, primary={"a": 1, "b": (1, 2)}, secondary=lambda item: item == "x", cost=len)
    assert p.items == ("a", "b", "x") and p.option(1) == ("b", Colored("x", 1)) and p.costs.tolist() == [4, 5, 4]
    assert sorted(s.rows for s in p.solutions()) == [["both"], ["left", "right"], ["right", "both"]]
    assert p.count(given=["left"]) == p.count(given=[0]) and p.count(banned=lambda row: row < "c") == p.count(
        banned=[2]
    )


def test_records_and_tables():
    p = lessons()
    assert p.solve().records() == [{"option": k, "cost": p.costs[k]} | RECORDS[k] for k in (0, 3)]
    assert p.solve().table()["room"] == ["hall", "kitchen"]
    found = dlx.table(p.solutions())
    assert found["solution"] == [0, 0, 1, 1, 2, 2] and found["option"] == [k for s in p.solutions() for k in s]
    assert dlx.records([]) == [] and dlx.table([]) == {}
    plain = Problem([["a", Colored("x", "red")], [("b", 2)]], ["a", ("b", 2)], ["x"])
    assert plain.solve().records()[0] == {"option": 0, "items": ("a", Colored("x", "red"))}
    assert plain.solve().table() == {"option": [0, 1], "items": ["a x:red", "('b', 2)"]}
    assert plain.solve().rows == plain.solve().items()
    own = Problem.of([{"option": "mine", "n": 1}, {"m": 2}], lambda row: list(row))
    assert own.solve().table() == {"option": ["mine", 1], "n": [1, None], "m": [None, 2]}


@drawn(problems(), st.data())
def test_every_answer_has_rows(plain, data):
    rows = tuple(data.draw(st.lists(st.sampled_from("pqrs"), min_size=plain.n_options, max_size=plain.n_options)))
    options = [plain.option(k) for k in range(plain.n_options)]
    taken = iter(options)
    p = Problem.of(rows, lambda _: next(taken), primary=plain.primary, secondary=plain.secondary, cost=lambda _: 1)
    assert p.rows == rows and p.option_status().problem is p
    reduced = p.reduce()
    found = [*p.solutions(), *p.search(), *p.best(None), *reduced.solutions(), *p.zdd(), *p.solutions(orbits="auto")]
    found += [*p.solutions(workers=1), *(p.sample(2, seed=1) if p.solve() else []), *filter(None, [p.solve()])]
    found += [s for s in (p.option_status().witness(k) for k in range(p.n_options)) if s]
    found += [s for s in [p.solve_many([[]]).solution(0)] if s]
    assert all(s.rows == [rows[k] for k in s.options] and p.verify(s) for s in found)
    assert all(
        sorted([*s.rows, *(rows[k] for k in reduced.forced)]) == sorted(reduced.solution(s).rows)
        for s in reduced.problem.solutions()
    )
    wanted = data.draw(st.sampled_from("pqrs"))
    fitting = [k for k in range(p.n_options) if rows[k] == wanted]
    assert p.count(banned=lambda row: row == wanted) == plain.count(banned=fitting)
    if fitting:
        assert p.count(given=lambda row: row == wanted) == plain.count(given=fitting)
    else:
        with pytest.raises(ValueError, match="given: the function holds for no option; is a name misspelt"):
            p.count(given=lambda row: row == wanted)
    if len(fitting) == 1:
        assert Assumptions.of(p, [wanted]).given == tuple(fitting)
    elif fitting:
        with pytest.raises(
            ValueError, match=f"^given option {wanted!r}: {len(fitting)} options have this row; give one"
        ):
            p.count(given=[wanted])


def test_rows_name_options_whatever_they_are():
    arrays = [np.array([1, 2]), np.array([3, 4])]
    for rows in (RECORDS[:2], [["x"], ["y"]], arrays, [frozenset("a"), frozenset("b")]):
        p = Problem.of(rows, lambda row: [str(row)])
        assert p.count(given=[rows[1]]) == 1 and p.count(banned=[rows[0]]) == 0
    p = Problem.of({("a",): ["b"], "x": ["a"]})
    assert p.solve(banned=[("b",)]) is None and Assumptions.of(p, [("a",), ["a"]]).given == (0, 1)
    with pytest.raises(TypeError, match=r"^banned option 'y' is not an option number"):
        p.count(banned=["y"])
    with pytest.raises(ValueError, match=r"^given option 7 is out of range"):
        Problem.of([7], lambda row: [row]).count(given=[7])


def test_rows_are_no_part_of_the_problem():
    """Problems of different rows are equal; copies keep the rows; workers need none, so rows need no pickle."""
    p, q = lessons(), Problem.of(range(4), OPTIONS.__getitem__, secondary=lessons().secondary, cost=[3, 1, 2, 5])
    assert p == q and hash(p) == hash(q) and p.digest() == q.digest() and p.solve() == q.solve()
    for again in (pickle.loads(pickle.dumps(p)), copy.deepcopy(p), copy.copy(p)):
        assert again == p and again.rows == p.rows
    assert pickle.loads(pickle.dumps(p.solve())).rows == p.solve().rows
    assert pickle.loads(pickle.dumps(p.engine)).matrix.rows is None
    assert Problem(OPTIONS).engine.matrix.without_rows().rows is None


class Pickling(ThreadPoolExecutor):
    """An executor that sends its tasks as processes would."""

    def submit(self, run, *args):
        return super().submit(run, *pickle.loads(pickle.dumps(args)))


def test_workers_need_no_rows(monkeypatch):
    monkeypatch.setattr(cheapest, "SERIAL_NODES", 1)
    options = [[("r", r), ("c", c)] for r in range(5) for c in range(5)]
    rows = [lambda: None for _ in options]  # cannot be pickled
    taken = iter(options)
    p = Problem.of(rows, lambda _: next(taken), cost=[(7 * k) % 5 for k in range(25)])
    with Pickling(2) as pool:
        assert p.count(executor=pool) == 120
        assert [s.rows for s in p.solutions(executor=pool)] == [s.rows for s in p.solutions()]
        best = p.best(executor=pool)
    assert best[0].cost == p.best()[0].cost and best[0].rows == [rows[k] for k in best[0]]


@pytest.mark.parametrize(
    ("rows", "how", "error", "message"),
    [
        (LESSONS, {}, TypeError, "rows is a list, which needs items=; only a mapping has items of its own"),
        ({"x": ["a"]}, {"items": len}, TypeError, "rows is a dict, which needs no items=; only a mapping has items"),
        (LESSONS, {"items": "course"}, TypeError, "items is 'course'; with columns, it must be a list of columns"),
        (LESSONS, {"items": ["course"], "secondary": "room"}, TypeError, "secondary is 'room'; with columns"),
        (
            LESSONS,
            {"items": ["subject"]},
            ValueError,
            "row 0 has no column 'subject'; its columns are 'course', 'room', ",
        ),
        ([3], {"items": ["course"]}, ValueError, "row 0 has no column 'course'; it is no record"),
        (
            [{"a": 1}, {"a": float("nan")}],
            {"items": ["a"]},
            ValueError,
            "row 1 has nan in column 'a'; fill it, or leave",
        ),
        ([{"a": 1}], {"items": ["a"], "cost": "b"}, ValueError, "row 0 has no column 'b'"),
        ({"x": ["a"], "y": ["b"]}, {"cost": {"x": 3}}, ValueError, "cost has no number for 'y'; a mapping needs one"),
        ({"x": "a"}, {}, TypeError, "option 0 is the string 'a'; an option is a list of items"),
        (["x"], {"items": lambda row: []}, ValueError, "option 0 is empty"),
        (
            "text",
            {"items": lambda row: [row]},
            TypeError,
            "rows is 'text'; it must be a list of rows, a table, or a map",
        ),
        (5, {"items": lambda row: [row]}, TypeError, "rows is 5; it must be a list of rows"),
        ([1, 2], {"items": lambda row: [row], "cost": [1]}, ValueError, "costs must be 2 numbers"),
    ],
)
def test_wrong_rows(rows, how, error, message):
    with pytest.raises(error, match=f"^{message}"):
        Problem.of(rows, **how)


# --- ranges of some items


BEDS = [{"guest": guest, "room": room} for guest in ("Ann", "Bob", "Eve") for room in ("R1", "R2")]


@pytest.mark.parametrize(
    "primary",
    [
        {"R1": (0, 2), "R2": (0, 1)},
        {("room", "R1"): (0, 2), "R2": (0, 1)},
        {("room", "R1"): (0, 2), ("room", "R2"): (0, 1)},
        {"Ann": 1, "R1": (0, 2), "R2": (0, 1)},
    ],
)
def test_a_value_names_its_item_and_the_others_are_covered_once(primary):
    p = Problem.of(BEDS, ["guest", "room"], primary=primary)
    assert p.count() == 3
    assert {item[0] for item in p.primary} == {"guest", "room"} and len(p.primary) == 5
    low, high = p.bounds[p.primary.index(("room", "R1"))]
    assert (low, high) == (0, 2) and p.bounds[p.primary.index(("guest", "Ann"))].tolist() == [1, 1]


def test_one_bound_of_a_table():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([*BEDS, {"guest": "Finn", "room": "R2"}])
    p = Problem.of(frame, ["guest", "room"], primary={"R1": (0, 3)})
    assert [sorted(row["guest"] for row in s.rows if row["room"] == "R1") for s in p.solutions()] == [
        ["Ann", "Bob", "Eve"]
    ]


def test_some_ranges_without_columns():
    lessons = [("Latin", "Mon"), ("Latin", "Tue"), ("Greek", "Mon")]
    p = Problem.of(lessons, lambda row: list(row), primary={"Mon": (0, 2)}, secondary=iter(["Tue"]))
    assert (p.count(), p.primary, p.secondary) == (2, ("Mon", "Latin", "Greek"), ("Tue",))
    named = Problem.of({"one": ["a", "b"], "two": ["a"]}, primary={"a": 2})
    assert named.primary == ("a", "b") and named.solve().rows == ["one", "two"]


def test_columns_name_items_of_a_list_too():
    p = Problem.of(BEDS, ["guest"], primary=["Eve", ("guest", "Bob"), "Ann"])
    assert [value for _, value in p.primary] == ["Eve", "Bob", "Ann"] and p.count() == 8
    extra = Problem.of(BEDS, ["guest"], primary={("guest", "Finn"): (0, 1)})  # a guest without a row
    assert extra.count() == 8 and Problem.of(BEDS, ["guest"], primary={("guest", "Finn"): 1}).count() == 0


@pytest.mark.parametrize(
    ("primary", "message"),
    [
        (
            {"R9": (0, 2)},
            "primary has 'R9', which no column has; an item is a column and its value, as in ('guest', 'Ann')",
        ),
        ({"R1": 1, ("room", "R1"): 2}, "primary has the item ('room', 'R1') twice, by two names"),
        ({"x": (0, 2)}, "primary has 'x', which is in several columns; write ('guest', 'x') or ('room', 'x')"),
    ],
)
def test_names_that_are_no_items(primary, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Problem.of([*BEDS, {"guest": "x", "room": "x"}], ["guest", "room"], primary=primary)


def test_faulty_options_with_ranges_are_described_as_ever():
    for options, message in (([["a"], 3], "option 1 is 3"), ([[[]]], "cannot be hashed"), (["ab"], "is the string")):
        with pytest.raises(TypeError, match=message):
            Problem.of(options, lambda row: row, primary={"a": (0, 1)})
    with pytest.raises(TypeError, match="cannot be hashed"):
        Problem.of([{"x": []}], ["x"], primary={"a": (0, 1)})
