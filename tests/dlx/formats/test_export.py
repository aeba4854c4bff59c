"""Exports to other solvers: solved and counted there, every model converted back into a verified solution."""

import io
import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import Cnf, Colored, Lp, Opb, Problem
from tests.problems import brute_force, dominoes, everything, langford, queens, questions

ENCODINGS = ["auto", "pairwise", "sequential"]


# --- CNF


def models(clauses, n):
    """Return all models as a list of sets of true variables, by plain backtracking with unit propagation."""
    found = []

    def extend(clauses, true, left):
        while True:
            if not all(clauses):
                return
            unit = next((clause[0] for clause in clauses if len(clause) == 1), None)
            if unit is None:
                break
            clauses = [[x for x in clause if x != -unit] for clause in clauses if unit not in clause]
            true, left = (true | {unit} if unit > 0 else true), left - {abs(unit)}
        if not left:
            found.append(true)
            return
        v = min(left)
        extend([*clauses, [v]], true, left)
        extend([*clauses, [-v]], true, left)

    extend(clauses, frozenset(), frozenset(range(1, n + 1)))
    return found


def dimacs(text):
    lines = [line.split() for line in text.splitlines() if not line.startswith("c ")]
    (p, cnf, n, m), *clauses = lines
    assert (p, cnf, int(m)) == ("p", "cnf", len(clauses))
    assert all(clause[-1] == "0" for clause in clauses)
    clauses = [[int(x) for x in clause[:-1]] for clause in clauses]
    assert all(len(set(map(abs, clause))) == len(clause) > 0 for clause in clauses)
    assert max((abs(x) for clause in clauses for x in clause), default=0) <= int(n)
    return clauses, int(n)


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_clauses_have_a_model_for_each_solution(data):
    p = data.draw(everything())
    given_options, banned = data.draw(questions(p))
    expected = brute_force(p, given_options, banned)
    for encoding in ENCODINGS:
        cnf = p.to_cnf(encoding=encoding, given=given_options, banned=banned)
        clauses, n = dimacs(cnf.text())
        assert (clauses, n) == (cnf.clauses, cnf.n_variables)
        assert sorted(cnf.solution(model).options for model in models(clauses, n)) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("n", range(1, 8))
def test_every_bound_of_a_few_options(n, encoding):
    """The counters alone are right for one item in n options, with all bounds 0 <= low <= high."""
    for low in range(n + 2):
        for high in range(max(low, 1), n + 2):
            cnf = Problem([["a"]] * n, {"a": (low, high)}).to_cnf(encoding=encoding)
            sizes = sorted(len(cnf.solution(model)) for model in models(*dimacs(cnf.text())))
            assert sizes == sorted(sum(bits) for bits in product([0, 1], repeat=n) if low <= sum(bits) <= high)


def sat(cnf):
    """Return the solutions of all models that python-sat finds."""
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name="glucose4", bootstrap_with=cnf.clauses) as solver:
        return [cnf.solution(model) for model in solver.enum_models()]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "p", [queens(6), queens(7), langford(3), langford(4), langford(5), langford(7), dominoes(4, 5), dominoes(3, 3)]
)
def test_python_sat_counts_the_same(p, encoding):
    found = sat(p.to_cnf(encoding=encoding))
    assert len(found) == len(set(found)) == p.count()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_python_sat_solves_a_sudoku(encoding):
    from sudoku import Board
    from sudoku.engine.cover import clues, cover

    board = Board()
    puzzle = bytes(int(c) for c in "000000010400000000020000000000050407008000300001090000300400200050100000000806000")
    p = cover(board)
    given_options = clues(board, puzzle)
    (found,) = sat(p.to_cnf(encoding=encoding, given=given_options))
    assert found == p.solve(given=given_options)
    assert not sat(p.to_cnf(encoding=encoding, given=given_options, banned=[found.options[40]]))


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(everything(12))
def test_python_sat_agrees_on_random_problems(p):
    solvers = pytest.importorskip("pysat.solvers")
    expected = brute_force(p) if p.n_options <= 8 or p.bounds is not None else [s.options for s in p.solutions()]
    for encoding in ENCODINGS:
        cnf = p.to_cnf(encoding=encoding)
        with solvers.Solver(name="cadical153", bootstrap_with=cnf.clauses) as solver:
            assert solver.solve() == bool(expected)
            if expected:
                assert cnf.solution(solver.get_model()).options in expected


def test_what_an_encoding_costs():
    p = Problem([["a"]] * 20)
    pairs, counter = p.to_cnf(encoding="pairwise"), p.to_cnf(encoding="sequential")
    assert (len(pairs.clauses), pairs.n_variables) == (1 + 190, 20)
    assert (len(counter.clauses), counter.n_variables) == (1 + 3 * 18 + 19, 20 + 18)
    assert p.to_cnf().clauses == counter.clauses
    few = Problem([["a"]] * 7)
    assert few.to_cnf().clauses == few.to_cnf(encoding="pairwise").clauses
    assert len(few.to_cnf().clauses) == len(few.to_cnf(encoding="sequential").clauses)


# --- OPB and LP: parsed here, then counted over all 0/1 vectors or solved by HiGHS


class Linear:
    """Rows low <= a x <= high over 0/1 variables."""

    def __init__(self):
        self.n = 0
        self.cost, self.rows = {}, []

    def add(self, terms, sign, right):
        self.rows.append((terms, right if sign in ("=", ">=") else -np.inf, right if sign in ("=", "<=") else np.inf))

    def vector(self, terms):
        row = np.zeros(self.n)
        for v, factor in terms.items():
            row[v] = factor
        return row

    def arrays(self):
        matrix = np.array([self.vector(terms) for terms, _, _ in self.rows]).reshape(len(self.rows), self.n)
        return matrix, np.array([low for _, low, _ in self.rows]), np.array([high for _, _, high in self.rows])

    def models(self):
        """Return all 0/1 vectors that satisfy every row, and their costs."""
        assert self.n <= 16
        matrix, low, high = self.arrays()
        vectors = np.array(list(product([0, 1], repeat=self.n))).reshape(2**self.n, self.n)
        sums = vectors @ matrix.T
        kept = vectors[((sums >= low) & (sums <= high)).all(axis=1)]
        return kept, kept @ self.vector(self.cost)

    def solve(self):
        optimize = pytest.importorskip("scipy.optimize")
        constraints = optimize.LinearConstraint(*self.arrays()) if self.rows else None
        return optimize.milp(
            self.vector(self.cost), integrality=np.ones(self.n), bounds=(0, 1), constraints=constraints
        )


def read_opb(text):
    header, *lines = text.splitlines()
    n, m = map(int, re.fullmatch(r"\* #variable= (\d+) #constraint= (\d+)", header).groups())
    linear = Linear()
    linear.n = n
    lines = [line for line in lines if not line.startswith("*")]
    for line in lines:
        *words, end = line.split()
        assert end == ";"
        if words[0] == "min:":
            linear.cost = {int(x[1:]) - 1: int(c) for c, x in zip(words[1::2], words[2::2], strict=True)}
            continue
        *words, sign, right = words
        assert sign in ("=", ">=")
        terms = {int(x[1:]) - 1: int(c) for c, x in zip(words[::2], words[1::2], strict=True)}
        assert terms
        assert len(terms) * 2 == len(words)
        linear.add(terms, sign, int(right))
    assert len(linear.rows) == m
    return linear


def read_lp(text):
    assert all(len(line) <= 255 for line in text.splitlines())
    text = "\n".join(line for line in text.splitlines() if not line.startswith("\\"))
    objective, rows, binaries = re.fullmatch(
        r"Minimize\n obj:(.*)Subject To\n(.*)Binaries\n(.*)End", text, re.DOTALL
    ).groups()
    names = binaries.split()
    linear = Linear()
    linear.n = len(names)

    def terms(text):
        found = re.findall(r"(?:([+-])\s+)?([0-9.e+-]+\s+)?(x\d+)", text)
        return {names.index(x): float(f"{sign}{factor.strip() or 1}") for sign, factor, x in found}

    linear.cost = terms(objective)
    titles = re.findall(r"([a-z]\w*):", rows)
    assert len(set(titles)) == len(titles)
    for row in re.split(r"[a-z]\w*:", rows)[1:]:
        left, sign, right = re.fullmatch(r"(.*?)([<>]?=)(.*)", row, re.DOTALL).groups()
        linear.add(terms(left), sign, int(right))
    return linear


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_sums_have_a_model_for_each_solution(data):
    p = data.draw(everything(7))
    given_options, banned = data.draw(questions(p))
    expected = brute_force(p, given_options, banned)
    opb = p.to_opb(given=given_options, banned=banned)
    lp = p.to_lp(given=given_options, banned=banned)
    for linear in (read_opb(opb.text()), read_lp(lp.text())):
        vectors, costs = linear.models()
        assert sorted(tuple(np.flatnonzero(v[: p.n_options]).tolist()) for v in vectors) == expected
        for vector, cost in zip(vectors, costs, strict=True):
            solution = lp.solution({f"x{k}": float(value) for k, value in enumerate(vector)})
            assert solution == opb.solution([k + 1 if value else -1 - k for k, value in enumerate(vector)])
            assert solution.cost == cost


@pytest.mark.parametrize(
    "p", [queens(6), queens(3), langford(4), langford(5), dominoes(4, 4), dominoes(3, 3), Problem([["a"]], ["a", "b"])]
)
def test_highs_solves_the_same(p):
    costs = [k * k % 7 for k in range(p.n_options)]
    p = Problem.from_csr(p.indptr, p.indices, n_items=p.n_items, n_primary=p.n_primary, costs=costs)
    best = min((s.cost for s in p.solutions()), default=None)
    for export, read in ((p.to_opb(), read_opb), (p.to_lp(), read_lp)):
        result = read(export.text()).solve()
        assert (result.status == 0) == (best is not None)
        if best is not None:
            assert result.fun == pytest.approx(best)
            chosen = np.flatnonzero(result.x > 0.5).tolist()
            solution = p.to_lp().solution({f"x{k}": 1.0 for k in chosen})
            assert solution.cost == best


def test_highs_reads_the_file(tmp_path):
    highspy = pytest.importorskip("highspy", exc_type=ImportError)  # OR-tools in this process excludes it
    red, green = Colored("q", "red"), Colored("q", "green")
    p = Problem(
        [["a", red], ["a", green], ["b", red], ["b", green], ["b", "q"], ["c", "a"], ["c"], ["c"]],
        {"a": 1, "b": 1, "c": (1, 2)},
        ["q"],
        [0.5, 1, 0, 1, 9, 4, 2, 3],
    )
    p.to_lp(banned=[2]).write(tmp_path / "p.lp")
    solver = highspy.Highs()
    solver.silent()
    assert solver.readModel(str(tmp_path / "p.lp")) == highspy.HighsStatus.kOk
    solver.run()
    names = solver.allVariableNames() if hasattr(solver, "allVariableNames") else solver.getLp().col_names_
    solution = p.to_lp(banned=[2]).solution(dict(zip(names, solver.getSolution().col_value, strict=True)))
    assert solution.options == min((o for o in brute_force(p, banned=[2])), key=lambda o: sum(p.costs[list(o)]))
    assert solver.getInfo().objective_function_value == pytest.approx(solution.cost)


# --- odd cases


def test_no_options_and_no_items():
    assert p_models(Problem([])) == [()]
    assert p_models(Problem([], primary=["a"])) == []
    assert p_models(Problem([], primary={"a": (0, 2)})) == [()]
    assert p_models(Problem([["x"], ["y"]], [], ["x", "y"])) == [()]


def p_models(p, **assumed):
    """Return the solutions, on which all three formats must agree."""
    found = [sorted(cnf.solution(m).options for m in models(*dimacs(cnf.text()))) for cnf in [p.to_cnf(**assumed)]]
    for linear in (read_opb(p.to_opb(**assumed).text()), read_lp(p.to_lp(**assumed).text())):
        vectors, _ = linear.models()
        found.append(sorted(tuple(np.flatnonzero(v[: p.n_options]).tolist()) for v in vectors))
    assert found[0] == found[1] == found[2] == brute_force(p, assumed.get("given", ()), assumed.get("banned", ()))
    return found[0]


def test_odd_options():
    p = Problem([["a"], ["x"], ["a", "x"]], ["a"], ["x"])
    assert p_models(p) == [(0,), (2,)]
    assert p_models(p, given=[1]) == []  # never chosen
    assert p_models(p, given=[0, 2]) == []
    assert p_models(p, given=[0], banned=[0]) == []
    assert p_models(p, given=[2, 2], banned=[1, 1]) == [(2,)]
    assert p_models(Problem([["a"]], ["a", "b"])) == []
    assert p_models(Problem([["a"]] * 2, {"a": 3})) == []


def test_colors():
    red, green = Colored("q", "red"), Colored("q", "green")
    p = Problem([["a", red], ["b", red], ["a", green], ["b", green], ["b", "q"]], ["a", "b"], ["q"])
    assert p_models(p) == [(0, 1), (2, 3)]
    assert p.to_cnf().n_variables == 7  # 5 options, red and green; a use without a color needs no variable of its own
    assert "c 6: q:red" in p.to_cnf().text().splitlines()
    same = Problem([["a", red], ["b", red]], ["a", "b"], ["q"])
    assert same.to_cnf().clauses == [[1], [2]]
    assert same.to_opb().n_variables == 2


def test_a_bound_that_cannot_be_exceeded_needs_no_row():
    text = Problem([["a"], ["a"], ["b"], ["b"]], {"a": (1, 2), "b": (0, 1)}).to_lp().text()
    assert re.findall(r"\w+_(least|most)", text) == ["least", "most"]


def test_models_that_are_no_solutions():
    p = Problem([["a"], ["a", "b"], ["b"]])
    for export, right, wrong in (
        (p.to_cnf(), [-1, 2, -3], [1, 2]),
        (p.to_opb(), ["-x1", "x2", "-x3"], ["x1", "x2"]),
        (p.to_lp(), {"x1": 0.9999999}, {"x0": 1, "x1": 1}),
    ):
        assert export.solution(right).options == (1,)
        with pytest.raises(ValueError, match=r"^item 'a' is in option 0 and in option 1$"):
            export.solution(wrong)
        with pytest.raises(ValueError, match=r"^item 'a' is not covered$"):
            export.solution({} if isinstance(export, Lp) else [])
        assert list(export.variables) == [0, 1, 2]
    with pytest.raises(ValueError, match=r"^option 1 is banned, but in the model$"):
        p.to_cnf(banned=[1]).solution([2])
    with pytest.raises(ValueError, match=r"^option 1 is given, but not in the model$"):
        p.to_cnf(given=[1]).solution([1, 3])


def test_bad_arguments():
    p = Problem([["a"]], costs=[0.5])
    with pytest.raises(ValueError, match=r"^no encoding 'ladder'; choose 'auto', 'pairwise', 'sequential'$"):
        p.to_cnf(encoding="ladder")
    with pytest.raises(
        ValueError, match=r"^option 0 has the cost 0\.5; the format OPB takes whole numbers only; use to_lp\(\)$"
    ):
        p.to_opb()
    for export in (p.to_cnf, p.to_lp, Problem([["a"]]).to_opb):
        with pytest.raises(ValueError, match="given option 1 is out of range"):
            export(given=[1])
        with pytest.raises(ValueError, match="banned option -1 is out of range"):
            export(banned=[-1])
    assert "+ 0.5 x0" in p.to_lp().text()
    assert "c the costs of the options are left out" in p.to_cnf().text().splitlines()
    assert "min: +2 x1 ;" in Problem([["a"]], costs=[2.0]).to_opb().text().splitlines()


def test_names_that_would_break_a_comment():
    p = Problem([["a\nb", "\x00", "ü" * 500, (1, "\r\n")]])
    for export in (p.to_cnf(), p.to_opb(), p.to_lp()):
        (line,) = (line for line in export.text().splitlines() if "a b" in line)
        assert len(line) < 200
    assert len(dimacs(p.to_cnf().text())[0]) == 4


def test_write(tmp_path):
    p = Problem([["ä"], ["ä", "b"], ["b"]])
    for export, kind in ((p.to_cnf(), Cnf), (p.to_opb(), Opb), (p.to_lp(), Lp)):
        assert type(export) is kind
        export.write(tmp_path / "file")
        assert (tmp_path / "file").read_bytes().decode() == export.text()
        stream = io.StringIO()
        export.write(stream)
        assert stream.getvalue() == export.text()
        assert repr(export) == f"<{kind.__name__} of <Problem: 2 items, 3 options>: 3 variables>"


def test_long_rows_are_broken():
    p = Problem([["a"]] * 200)
    assert len(read_lp(p.to_lp().text()).rows[0][0]) == 200


def test_how_large_a_cnf_is():
    """Bounds on five options cost the variables and clauses of the smaller of two counters, or of none."""
    wanted = {
        1: {1: (5, 11), 2: (11, 24), 3: (13, 30), 4: (14, 32), 5: (5, 1)},
        2: {2: (11, 25), 3: (13, 31), 4: (13, 30), 5: (11, 22)},
        3: {3: (11, 25), 4: (11, 24), 5: (11, 23)},
        4: {4: (5, 11), 5: (5, 10)},
        5: {5: (5, 5)},
    }
    for low, sizes in wanted.items():
        for high, size in sizes.items():
            cnf = Problem([["a"]] * 5, {"a": (low, high)}).to_cnf()
            assert (cnf.n_variables, len(cnf.clauses)) == size, (low, high)
    pairs, counter = ([["a"]] * n for n in (7, 8))
    assert len(Problem(pairs).to_cnf().clauses) == 1 + 21 and Problem(pairs).to_cnf().n_variables == 7
    assert Problem(counter).to_cnf().n_variables > 8  # more than 7 options take a counter, not pairs
