# SPDX-License-Identifier: MIT
"""Exports, read back and solved by hand: the models of clauses and of rows of sums."""

import re
from itertools import product

import numpy as np
import pytest


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
