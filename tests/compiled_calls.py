# SPDX-License-Identifier: MIT
"""Calls of a compiled module's classes, methods and functions, each with one argument after the other replaced by None.

    python -m tests.compiled_calls dlx.kernels.links.links

A crash ends this process and not the tests (tests/test_compiled.py). The exit code is 1 if an argument with an array, a
buffer or an object of ours may be None that should not be, or if we know no arguments for something in the module.
"""

import faulthandler
import sys
from array import array
from contextlib import suppress
from importlib import import_module

import numpy as np

from dlx import Problem
from dlx.kernels.bits.layout import lay_out
from dlx.kernels.lanes.circuit import circuit
from sudoku import Board
from sudoku.engine.rule_tables import rule_tables
from sudoku.logic.tables import tables

PROBLEM = Problem([["a"], ["b"], ["a", "b"]], costs=[1, 2, 3])
CSR = PROBLEM.indptr, PROBLEM.indices
BOARD = Board(2, 2)
GRID = np.array([[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]], np.uint8)
ONES = np.ones(1, np.int64)


def int32(*values):
    return np.array(values, np.int32)


QUESTIONS = np.array([0, 1, 1], np.int64), int32(0, 0)
ANSWERS = *(np.zeros(2, np.int64) for _ in range(3)), int32(0, 0), np.zeros(2, np.uint8), int32(*[0] * 9)
SEARCH = {"setup": ((), ()), "step": (9,), "run_many": (*QUESTIONS, 0, 2, 100, 1, *ANSWERS, 1000)}


def _compiled(kind):
    """Return whether a class is of a compiled module."""
    return str(getattr(sys.modules[kind.__module__], "__file__", "")).endswith((".so", ".pyd"))


class Calls:
    """The calls of one module, and the faults found."""

    def __init__(self, name):
        self.module = import_module(name)
        self.called = set()
        self.faults = []

    def call(self, name, *args, of=None, **named):
        """Call with one argument after the other replaced by None, and then as intended; return the result."""
        function = getattr(of or self.module, name)
        where = f"{type(of).__name__ + '.' if of is not None else ''}{name}"
        self.called.add(where)
        for k, value in enumerate(args):
            if value is not None:
                self.without(where, k, value, function, *args[:k], None, *args[k + 1 :], **named)
        print(where, file=sys.stderr, flush=True)
        return function(*args, **named)

    def without(self, where, k, value, function, *args, **named):
        print(where, "without argument", k, file=sys.stderr, flush=True)
        typed = isinstance(value, np.ndarray | array | bytes | dict | int) or _compiled(type(value))
        if isinstance(value, bool):
            return  # None is false
        try:
            function(*args, **named)
        except TypeError:
            return
        except (AttributeError, ValueError) as error:
            if not typed:
                return
            self.faults.append(f"{where}: argument {k}, None: {error!r}")
        else:
            self.faults.append(f"{where}: argument {k} may be None")

    def methods(self, one, **known):
        """Call all methods and read all properties, twice: some answers depend on what was called before."""
        for name in [name for name in dir(type(one)) if not name.startswith("_")] * 2:
            if name in known:
                self.call(name, *known[name], of=one)
                continue
            print(type(one).__name__, name, file=sys.stderr, flush=True)
            attribute = getattr(one, name)
            if callable(attribute):
                with suppress(Exception):
                    attribute()
        return one

    def unknown(self):
        """Yield the classes and functions of the module without a call."""
        for name, thing in vars(self.module).items():
            own = getattr(thing, "__module__", None) == self.module.__name__ and callable(thing)
            number = isinstance(thing, type) and issubclass(thing, int)
            if own and not number and not name.startswith("__") and name not in self.called:
                yield name


def best(calls):
    prices = np.zeros(2, np.int64)
    cheapest = calls.call("Cheapest", *CSR, None, 2, 2, np.ones(3, np.int64))
    calls.methods(cheapest, setup=((), ()), step=(9,), start=((), (), (), prices, False), price=(prices,))


def bits(calls):
    tables = calls.methods(calls.call("Tables", lay_out(PROBLEM)))
    calls.methods(calls.call("Bits", tables), **SEARCH)
    calls.call("use", calls.call("instruction_sets")[-1])


def diagram(calls):
    nodes, set_, empty = int32(-1, -1, 0, 0, 1, 0, 0, 1, 1).reshape(3, 3), np.ones(3, np.uint64), np.zeros(3, np.uint64)
    calls.call("holds", nodes, set_, empty, empty, True, empty.copy())
    calls.call("extremes", nodes, np.zeros(3, np.uint8), 2, np.zeros((2, 3), np.int32))


def dive(calls):
    calls.call("row_words", PROBLEM)
    calls.call("most_levels", PROBLEM)
    calls.methods(calls.call("Dive", PROBLEM, (), (), 2, 1, True), begin=(1,), step=(9,), drawn=(0,))


def dual(calls):
    calls.methods(calls.call("Dual", *CSR, np.ones(3), *np.ones((4, 2))), step=(9,))


def elimination(calls):
    calls.methods(calls.call("Elimination", *CSR, np.ones(2, np.uint8), 2, 3), step=(9,))


def learner(calls):
    calls.call("luby", 3)
    none = int32()
    machine = calls.call("Learner", 3, int32(0, 2, 4), int32(0, 1, 1, 2), int32(1, 1), int32(1, 1), none, none)
    calls.methods(machine, step=(9,), assume=([1],), forbid=([1],), fix=([4],))


def graph(calls):
    calls.call("GraphRoom", 3, 4)


def labeling(calls):
    graph = int32(0, 1, 2, 4), int32(2, 2, 0, 1), int32(0, 0, 1), 2
    calls.methods(calls.call("Labeling", *graph), step=(9,))


PLANNED = *CSR, int32(0, 0, 0, 0), int32(0, 0), int32(1, 1), int32(1, 1), int32(0, 1)


def plan(calls):
    calls.methods(calls.call("LayerPlan", *PLANNED), draw=(9999,))


def frontier(calls):
    from dlx.kernels.frontier.plan import LayerPlan

    drawn = LayerPlan(*PLANNED)
    drawn.draw(9999)
    calls.methods(calls.call("Frontier", drawn, 9999), step=(9,))


def layers(calls):
    calls.call("LayeredMachine")


def places(calls):
    calls.call("ranks", CSR[1])
    calls.methods(calls.call("Layout", *CSR, None, None, 2, 2))  # not arranged yet
    calls.methods(calls.call("Layout", *CSR, None, None, 2, 2), arrange=(lay_out(PROBLEM).shape,))


def sorting(calls):
    calls.call("places_by", int32(1, 0, 1), 2)


def classes(calls):
    nodes = int32(1, 1), int32(1, 1), int32(-1, -1)
    kinds = int32(0, 0), int32(0, 0, 0)
    machine = calls.call("Classes", *nodes, *CSR, *kinds, int32(), np.zeros(3, np.uint8), 9999)
    calls.methods(machine, step=(9,))


def symmetric(calls):
    machine = calls.call("Symmetric", int32(1, 1), int32(1, 1), int32(-1, -1), *CSR, 9, 9999)
    calls.methods(machine, step=(9,))


def ranks(calls):
    from dlx.kernels.symmetric.symmetric import Symmetric

    count = Symmetric(int32(1, 1), int32(1, 1), int32(-1, -1), *CSR, 9, 9999, True)
    count.step(9999)
    calls.methods(calls.call("Ranks", count), edges=(-1, -1))


def builder(calls):
    calls.call("numbered", ["a"], "primary")
    calls.methods(calls.call("Builder", [["a", "b"]], {"a": 0}, {"b": 0}, True))


def entries(calls):
    calls.call("first_repeat", *CSR, 2)
    calls.call("never_chosen", *CSR, 2)
    calls.call("hold", Problem.__new__(Problem), ("items", "n_primary"), (("a",), 1))


def kernel(calls):
    from dlx.kernels.links.links import Links

    calls.call("Lease", {}, Links(*CSR, None, 2, 2))
    calls.call("shuffled", 3, 1)
    calls.call("shuffle", int32(0, 1, 2), 1)
    calls.methods(calls.call("Guard"))
    calls.call("Kernel")
    calls.call("CompiledMachine")


def counting(calls):
    calls.call("CountingMachine")


def labels(calls):
    calls.call("labels", *CSR, 2)


def lanes(calls):
    calls.methods(calls.call("Lanes", circuit(PROBLEM), None), ask=(*QUESTIONS, 2, 9, True), step=(9,))
    calls.methods(calls.call("Program"))


def links(calls):
    calls.methods(calls.call("Links", *CSR, None, 2, 2, None), **SEARCH)
    calls.methods(calls.module.Links(*CSR, int32(0, 0, 0, 0), 2, 2, array("i", range(3))), **SEARCH)


def memo(calls):
    from dlx.kernels.bits.bits import Tables

    for draws in (False, True):
        memo = calls.call("Memo", Tables(lay_out(PROBLEM)), by_items=True, draws=draws)
        calls.methods(memo, setup=((), ()), step=(9,))


def multi(calls):
    bounds = int32(1, 2, 1, 2).reshape(2, 2)
    calls.methods(calls.call("Multi", *CSR, None, None, 2, 2, None), **SEARCH)
    calls.methods(calls.module.Multi(*CSR, None, bounds, 2, 2), **SEARCH)


def reduce(calls):
    reducer = calls.call("Reducer", *CSR, None, 2, 2)
    calls.methods(reducer, remove=((), -2), take=(0, -2), step=(9,), holders=(0,), uses=(0,))


def rings(calls):
    calls.call("Linked")


def canonical(calls):
    calls.call("marks", GRID)
    calls.call("forms", GRID, 2, 2)


def dig(calls):
    order, ends = np.arange(16, dtype=np.int16).reshape(1, 16), np.arange(17, dtype=np.int32)
    parts = np.ones(16, np.uint8), order, ends, int32(*range(16), 0), int32(0)
    calls.methods(calls.call("Digger", GRID, *parts, 4), tell=(ONES,))


def fill(calls):
    key = calls.call("keys", 1, 0, 3)
    calls.call("orders", key, 5)
    calls.call("between", key, 1, 5)
    calls.call("fill", 2, 2, key)


def lines(calls):
    values = np.full(256, 255, np.uint8)
    calls.call("givens", GRID, 4)
    calls.call("plain", np.frombuffer(b"1234" * 4 + b"\n", np.uint8), 0, values, 16, 9)
    calls.call("cells", ["1234" * 4], 0, values, GRID.copy())
    calls.call("lines", GRID, 0, 1, b".1234")
    calls.call("numbered", b"a", 1, 3, b"b")
    calls.call("run_of", ONES, 0, 1, 1)


def nine(calls):
    calls.call("program")


def bands(calls):
    calls.call("count", "." * 81, 2)
    calls.call("solution", "." * 81)
    calls.call("search", bytes(81), 2, 100)
    nine = np.zeros((1, 81), np.uint8)
    calls.call("search_many", nine, 0, 9, nine.copy(), ONES.copy(), ONES.copy())
    calls.call("search_texts", ["." * 81], nine.copy(), np.zeros((2, 1), np.int64))
    calls.call("instruction_sets")


def bitset(calls):
    calls.methods(calls.call("Backtracker", BOARD, GRID[0], "fewest"), step=(9,))
    calls.call("solve", BOARD, GRID[0])
    calls.call("count", BOARD, GRID[0])
    calls.call("solve_batch", BOARD, GRID)


def rule_search(calls):
    tables = rule_tables(Board(2, 2, variants=["anti-knight"]))
    calls.methods(calls.call("RuleSearch", tables), setup=([0, 5],), step=(9,))


def nested(calls):
    calls.methods(calls.call("NestedNets", [511] * 81, [511] * 243, 1), step=())


def rounds(calls):
    known = calls.call("CompiledTables", tables(BOARD), True)
    calls.methods(known)
    calls.methods(calls.call("Rounds", known), set=(0, 0, 0, True), easiest=(0, 9), exclude=([(0, 2)],))


def main(name):
    faulthandler.enable()
    calls = Calls(name)
    globals()[name.rpartition(".")[2].removeprefix("_")](calls)
    calls.faults += [f"{name}: no arguments are known" for name in calls.unknown()]
    print(*calls.faults, sep="\n")
    return 1 if calls.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
