# SPDX-License-Identifier: MIT
"""Long calls to interrupt, and their checks afterwards.

Each function here sets a call up and returns two others: the call, which lasts long, and a check of the same objects
after an interruption. A check expects an answer found before, or a known count.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import sudoku
from dlx import Problem, draw_matrix
from sudoku import Board
from tests.problems import counted, hard_triples, queens

from .known import QUEENS, dominoes, langford, tilings

Call = Callable[[], object]
Pair = tuple[Call, Call]
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARDEST = (Path(__file__).parents[2] / "examples" / "hardest.txt").read_text().split()


def costly(p: Problem, most: int = 10**6) -> Problem:
    random = Random(1)
    costs = [random.randint(0, most) for _ in range(p.n_options)]
    return Problem([p.option(k) for k in range(p.n_options)], p.primary, p.secondary, costs=costs)


def same(ask: Call) -> Call:
    """Return a check that a query has its earlier answer."""
    before = ask()

    def check() -> None:
        assert ask() == before

    return check


def plain_python() -> Pair:
    """Loop in plain Python, to compare how soon Python itself notices a signal on this machine."""

    def work() -> None:
        while True:
            pass

    return work, same(lambda: 1)


# --- searches


def _searched(p: Problem, kernel: str, listing: bool) -> Pair:
    now: list[Any] = []

    def work() -> None:
        now[:] = [p.search(kernel=kernel)]
        if listing:
            for _ in now[0]:
                pass
        else:
            now[0].count()

    def check() -> None:
        """Check that it went as far as a search with this limit, and that both continue in the same way."""
        search, stats = now[0], now[0].stats
        fresh = p.search(kernel=kernel, node_limit=stats.nodes)
        fresh.count()
        for one in (search, fresh):
            one.resume(node_limit=5000).count()
        ours, theirs = search.stats, fresh.stats
        assert (ours.nodes, ours.updates, ours.solutions) == (theirs.nodes, theirs.updates, theirs.solutions)

    return work, check


def count_none_links() -> Pair:
    return _searched(langford(17), "links", False)


def count_none_bits() -> Pair:
    return _searched(langford(17), "bits", False)


def count_none_multi() -> Pair:
    return _searched(langford(17), "multi", False)


def iterate_links() -> Pair:
    return _searched(queens(15), "links", True)


def iterate_bits() -> Pair:
    return _searched(queens(15), "bits", True)


def iterate_large() -> Pair:
    """Iterate over a problem with many options, whose nodes take long."""
    return _searched(queens(150), "links", True)


def count_by_memo() -> Pair:
    p, small = dominoes(18, 18), dominoes(9, 10)

    def check() -> None:
        assert p.count(method="memo", given=range(0, 150, 30), banned=range(1, 500, 2)) == few
        assert small.count(method="memo") == tilings(9, 10)

    few = p.count(method="memo", given=range(0, 150, 30), banned=range(1, 500, 2))
    return lambda: (small.count(method="memo"), p.count(method="memo")), check


def count_auto() -> Pair:
    p, now = dominoes(16, 17), []

    def work() -> None:
        now[:] = [p.counting()]
        now[0].run()

    def check() -> None:
        assert now[0].run() == tilings(16, 17) or now[0].count == p.count()

    return work, check


def race() -> Pair:
    p = queens(16)
    return p.count, same(lambda: p.count(given=[0, 18, 36]))


def workers() -> Pair:
    p = queens(17)
    return lambda: p.count(workers=2, method="search"), same(lambda: p.count(workers=2, method="search", given=[0, 19]))


def workers_listing() -> Pair:
    p = queens(17)
    listed = same(lambda: sum(1 for _ in p.solutions(workers=2, given=[0, 19, 38])))
    return lambda: sum(1 for _ in p.solutions(workers=2)), listed


def checkpoint() -> Pair:
    """Count with a checkpoint in memory, because a busy disk takes 100 ms to confirm a write."""
    p, file = queens(13), Path(tempfile.mkdtemp(dir=MEMORY)) / "run.db"
    long_one = queens(17)

    def work() -> None:
        file.unlink(missing_ok=True)
        long_one.count(workers=2, checkpoint=file)

    def check() -> None:
        file.unlink()
        counted(p, workers=2, checkpoint=file, time_limit=0.01)
        assert p.count(workers=2, checkpoint=file) == QUEENS[13]

    return work, check


OPEN: list[Callable[[], object]] = []  # closes the clusters that the calls of this process opened


@cache
def pool() -> Executor:
    made = ProcessPoolExecutor(2, get_context("spawn"))
    OPEN.append(made.shutdown)
    return made


def processes() -> Pair:
    p = queens(17)
    ask = {"method": "search", "executor": pool()}
    return lambda: p.count(**ask), same(lambda: p.count(**ask, given=[0, 19, 38]))


def count_many() -> Pair:
    p = queens(13)
    givens = [[a, b] for a in range(169) for b in range(169)]
    return lambda: p.count_many(givens * 3, None), same(lambda: p.count_many(givens[:1000], 5).tolist())


def count_many_hard() -> Pair:
    """Count few queries, each a long search."""
    p, few = queens(16), [[0, 18, 36]]
    return lambda: p.count_many([[k] for k in range(256)], None), same(lambda: p.count_many(few, None).tolist())


# --- diagrams, costs, estimates, reasons


def zdd() -> Pair:
    p = queens(15)
    return p.zdd, same(lambda: p.zdd(given=[0, 17]).count())


def zdd_used() -> Pair:
    z, file = queens(13).zdd(), Path(tempfile.mkdtemp()) / "z"

    def work() -> None:
        for _ in range(100):
            z.count_per_option()
            z.sample(2000, seed=1)
            z.best(2000, costs=range(169))
            z.restrict([0], [18])
            z.to_dot()
            z.save(file)

    def check() -> None:
        assert z.count() == QUEENS[13]

    return work, check


def reduce() -> Pair:
    p = queens(60)
    return lambda: [p.reduce(given=[k]) for k in range(3600)], same(lambda: p.reduce(rounds=1).problem.n_options)


def holes(n: int) -> Problem:
    """Return the problem of pigeons and one hole too few: no solution, and a long search."""
    pigeons, holes = [f"p{k}" for k in range(n)], [f"h{j}" for j in range(n - 1)]
    return Problem([[p, h] for p in pigeons for h in holes], pigeons, holes)


def best() -> Pair:
    p = costly(dominoes(8, 9), 3)
    return lambda: p.best(100_000), same(lambda: [s.cost for s in p.best(5, given=[0])])


def best_workers() -> Pair:
    p = costly(queens(16), 3)
    return lambda: p.best(2000, workers=2), same(lambda: [s.cost for s in p.best(5, given=[0, 18], workers=2)])


def estimate() -> Pair:
    p = queens(30)
    return lambda: p.estimate(10**6), same(lambda: p.estimate(50).nodes)


def explain() -> Pair:
    p = hard_triples()
    small = holes(6)
    return lambda: p.explain(time_limit=None), same(small.explain)


def option_status() -> Pair:
    p = queens(15)
    return lambda: p.option_status(limit=None), same(lambda: p.option_status(given=[0])[20])


def split() -> Pair:
    p = queens(14)
    return lambda: p.split(20_000), same(lambda: p.split(50))


# --- large input and output


def _text() -> str:
    names = (" ".join(f"{letter}{k}" for k in range(1000)) for letter in "ps")
    lines = ["| a million options", " | ".join(names)]
    for k in range(10**6):
        s = k * 7919 % 1000
        lines.append(f"p{k % 1000} s{s}:{k % 9} s{(s + 1 + k // 1000 % 999) % 1000}")
    return "\n".join(lines) + "\n"


def read() -> Pair:
    file = Path(tempfile.mkdtemp()) / "large.dlx"
    file.write_text(_text())
    small = io.BytesIO(b"a b\na b\na\nb\n")

    def check() -> None:
        small.seek(0)
        assert Problem.read(small).count() == 2

    return lambda: Problem.read(file), check


def build() -> Pair:
    options = [[f"p{k % 1000}", f"s{k * 7919 % 1000}", f"t{k // 1000}"] for k in range(500_000)]
    return lambda: Problem(options), same(lambda: Problem(options[:1000]).n_items)


def from_csr() -> Pair:
    n = 5_000_000
    indptr, indices = np.arange(0, 3 * n + 1, 3), np.empty(3 * n, np.int64)
    for k in range(3):
        indices[k::3] = (np.arange(n) * (7919 + k)) % 1000 + 1000 * k
    return (
        lambda: Problem.from_csr(indptr, indices, n_items=3000, n_primary=1000).digest(),
        same(lambda: Problem.from_csr(indptr[:11], indices[:30], n_items=3000, n_primary=1000).n_options),
    )


def large_first_question() -> Pair:
    """Make the tables of a kernel for a million options, and the first node."""
    p = Problem.read(io.StringIO(_text()))
    return lambda: [p.search(kernel="links", node_limit=3).count() for _ in range(20)], same(lambda: p.option(7))


def large_reduce() -> Pair:
    options = [[f"p{k % 300}", f"s{k * 7919 % 3000}", f"t{k % 2999}"] for k in range(60_000)]
    p = Problem(options, [f"p{k}" for k in range(300)], [f"s{k}" for k in range(3000)] + [f"t{k}" for k in range(2999)])
    return lambda: [p.reduce(given=[k]) for k in range(20)], same(lambda: p.option(7))


def large_written() -> Pair:
    """Write 50,000 options: with more of them, Python's garbage collector alone takes 100 ms at times."""
    p = Problem.read(io.StringIO("\n".join(_text().split("\n")[:50_000])))

    def work() -> None:
        for _ in range(100):
            p.write(io.StringIO())
            p.to_cnf(encoding="sequential").text()
            p.to_lp().text()
            hash(p)

    return work, same(lambda: p.option(7))


def drawn() -> Pair:
    """Draw without PNG: Pillow packs a large picture in one call, a third of a second for 400 options."""
    p = queens(20)

    def work() -> None:
        for _ in range(200):
            assert draw_matrix(p, p.solve() or ()).svg

    return work, same(lambda: draw_matrix(queens(5)).svg)


# --- Sudoku


def _lines(number: int) -> list[str]:
    random, board = Random(1), Board()
    from sudoku.making.isomorphs import isomorph

    hard = [board.parse(line) for line in HARDEST if len(line) == 81]
    return [board.line(isomorph(board, random.choice(hard), random)) for _ in range(number)]


def solve_batch() -> Pair:
    lines = _lines(2000) * 50
    return lambda: sudoku.solve_batch(lines), same(lambda: sudoku.solve_batch(lines[:100]).counts.tolist())


def solve_batch_workers() -> Pair:
    lines = _lines(2000) * 50
    return lambda: sudoku.solve_batch(lines, workers=2), same(lambda: sudoku.solve_batch(lines[:100]).counts.tolist())


def solve_batch_bitset() -> Pair:
    lines = _lines(2000) * 5
    ask = {"engine": "bitset"}
    return lambda: sudoku.solve_batch(lines, **ask), same(lambda: sudoku.solve_batch(lines[:50], **ask).counts.tolist())


def solve_batch_large_boards() -> Pair:
    board = Board.of_side(16)
    lines = ["." * 256] * 2000
    return lambda: sudoku.solve_batch(lines, board=board), same(lambda: sudoku.is_unique(HARD))


def sudoku_count() -> Pair:
    empty = "1" + "." * 80
    return lambda: sudoku.count(empty), same(lambda: sudoku.count(HARD.replace("8", "."), limit=5000))


def sudoku_count_bitset() -> Pair:
    empty = "1" + "." * 80
    return lambda: sudoku.count(empty, engine="bitset"), same(lambda: sudoku.count(HARD, engine="bitset"))


def generate() -> Pair:
    return lambda: sudoku.generate(1, clues=18, tries=None, time_limit=60), same(lambda: sudoku.generate(7).puzzle)


def generate_rated() -> Pair:
    return (
        lambda: sudoku.generate(1, difficulty=(8.5, 8.6), clues=(24, 24), time_limit=60),
        same(lambda: sudoku.generate(7, difficulty="easy").puzzle),
    )


def generate_large() -> Pair:
    return lambda: sudoku.generate(1, board=Board.of_side(25), time_limit=60), same(lambda: sudoku.generate(7).puzzle)


def generate_series() -> Pair:
    return (
        lambda: [made.puzzle for made in sudoku.generate_batch(100_000, 1, workers=2)],
        same(lambda: [made.puzzle for made in sudoku.generate_batch(5, 1, workers=2)]),
    )


def generate_variant() -> Pair:
    board = Board(variants=["x", "anti-knight"])
    return (
        lambda: [made.puzzle for made in sudoku.generate_batch(1000, 1, board=board, clues=(8, 9))],
        same(lambda: sudoku.generate(2, board=board).puzzle),
    )


def rate() -> Pair:
    lines, easy = _lines(10) * 10, str(sudoku.generate(1, difficulty="easy"))
    return lambda: [sudoku.rate(line) for line in lines], same(lambda: sudoku.rate(easy))


def explain_logic() -> Pair:
    lines = _lines(10)
    return lambda: [sudoku.solve_logically(line).proof() for line in lines], same(lambda: sudoku.hint(HARD).words)


def canonical() -> Pair:
    from sudoku.making.canon import canonical_batch

    board = Board.of_side(16)
    full = np.frombuffer(board.parse(str(sudoku.solve("." * 256))), np.uint8)
    grids = np.tile(full, (200, 1))
    return lambda: canonical_batch(grids, board=board), same(lambda: sudoku.canonical(HARD))


def canonical_regular() -> Pair:
    """Rename a fully symmetric grid on the largest board, whose form takes longest."""
    side, size = 36, 6
    rows = [[(size * (r % size) + r // size + c) % side + 1 for c in range(side)] for r in range(side)]
    return lambda: sudoku.canonical(np.array(rows, np.uint8).ravel()), same(lambda: sudoku.canonical(HARD))


def diagnose() -> Pair:
    line = "1" + "." * 255
    return lambda: sudoku.diagnose(line, time_limit=None), same(lambda: str(sudoku.diagnose(HARD)))


def diagnose_repair() -> Pair:
    line = "".join(c if k % 3 else "." for k, c in enumerate(HARD))
    return lambda: sudoku.diagnose(line, limit=5000, time_limit=None), same(lambda: str(sudoku.diagnose(HARD)))


def diagnose_conflict() -> Pair:
    board, size = Board.of_side(16), 4
    full = list(sudoku.solve("." * 256) or "")
    first = next(k for k in range(1, 256) if full[k] != full[0])
    line = "".join(full[k] if k % 3 else "." for k in range(256))
    line = full[first] + line[1:first] + full[0] + line[first + 1 :]
    assert board.side == size * size
    return lambda: sudoku.diagnose(line, time_limit=None), same(lambda: str(sudoku.diagnose(HARD)))


def hardness() -> Pair:
    return lambda: sudoku.hardness(HARD, 100_000, time_limit=None), same(lambda: sudoku.hardness(HARD, 2).steps)


def read_puzzles() -> Pair:
    file = Path(tempfile.mkdtemp()) / "puzzles.txt"
    file.write_text("\n".join(_lines(1000) * 500))
    return lambda: sum(1 for _ in sudoku.read_file(file)), same(lambda: len(list(islice(sudoku.read_file(file), 3))))


# --- many workers of every kind


@cache
def cluster() -> Executor:
    from distributed import Client, LocalCluster

    local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    client = Client(local)
    OPEN.extend((local.close, client.close))
    return client.get_executor(pure=False)  # type: ignore[no-any-return]


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "threads": lambda: {"workers": 2},
    "processes": lambda: {"executor": pool()},
    "dask": lambda: {"executor": cluster()},
}


def _count(kind: str) -> Pair:
    p, ask = queens(17), {"method": "search", **KINDS[kind]()}
    return lambda: p.count(**ask), same(lambda: p.count(**ask, given=[0, 19, 38]))


def _list(kind: str) -> Pair:
    p, ask = queens(17), KINDS[kind]()
    listed = same(lambda: sum(1 for _ in p.solutions(**ask, given=[0, 19, 38])))
    return lambda: sum(1 for _ in p.solutions(**ask)), listed


def _best(kind: str) -> Pair:
    p, ask = costly(queens(14), 3), KINDS[kind]()
    return lambda: p.best(5000, **ask), same(lambda: [s.cost for s in p.best(5, given=[0, 16], **ask)])


def _batch(kind: str) -> Pair:
    lines, ask = _lines(2000) * 25, KINDS[kind]()
    few = same(lambda: sudoku.solve_batch(lines[:300], **ask).counts.tolist())
    return lambda: sudoku.solve_batch(lines, **ask), few


def _generate(kind: str) -> Pair:
    ask = KINDS[kind]()

    def make(n: int) -> list[str | None]:
        return [made.puzzle for made in sudoku.generate_batch(n, 1, **ask)]

    return lambda: make(100_000), same(lambda: make(5))


ON_WORKERS: dict[str, Callable[[], Pair]] = {
    f"{question.__name__[1:]}, {kind}": partial(question, kind)
    for kind in KINDS
    for question in (_count, _list, _best, _batch, _generate)
} | {"checkpoint, threads": checkpoint}

CALLS: dict[str, Callable[[], Pair]] = {
    function.__name__: function
    for function in (
        plain_python, count_none_links, count_none_bits, count_none_multi, iterate_links, iterate_bits, iterate_large,
        count_by_memo, count_auto, race, workers, workers_listing, checkpoint, processes, count_many, count_many_hard,
        zdd, zdd_used, reduce, best, best_workers, estimate, explain, option_status, split, read, build, from_csr,
        large_first_question, large_reduce, large_written, drawn, solve_batch, solve_batch_workers, solve_batch_bitset,
        solve_batch_large_boards, sudoku_count, sudoku_count_bitset, generate, generate_rated, generate_large,
        generate_series, generate_variant, rate, explain_logic, canonical, canonical_regular, diagnose, diagnose_repair,
        diagnose_conflict, hardness, read_puzzles,
    )
}  # fmt: skip


PLAIN = """
import sys
try:
    print("go", flush=True)
    import numpy
    while True:
        pass
except KeyboardInterrupt:
    sys.exit(130)
"""


def _dlx(command: str, p: Callable[[], Problem], *more: str) -> tuple[str, Callable[[Path], list[Any]]]:
    def make(folder: Path) -> list[Any]:
        p().write(folder / "problem.dlx")
        return [command, folder / "problem.dlx", *[word.format(folder) for word in more]]

    return "dlx", make


def _large(folder: Path) -> list[Any]:
    (folder / "large.dlx").write_text(_text())
    return ["info", folder / "large.dlx"]


def _sudoku(command: str, *more: str) -> tuple[str, Callable[[Path], list[Any]]]:
    def make(folder: Path) -> list[Any]:
        (folder / "puzzles.txt").write_text("\n".join(_lines(1000) * 200) + "\n")
        return [command, folder / "puzzles.txt", *more]

    return "sudoku", make


COMMANDS: dict[str, tuple[str, Callable[[Path], list[Any]]]] = {
    "a program of plain Python": (PLAIN, lambda _: []),
    "a program of plain Python, starting": (PLAIN, lambda _: []),
    "dlx, starting": _dlx("count", lambda: queens(18)),
    "sudoku, starting": _sudoku("solve"),
    "dlx count": _dlx("count", lambda: queens(18)),
    "dlx count --method memo": _dlx("count", lambda: dominoes(18, 18), "--method", "memo"),
    "dlx count --workers": _dlx("count", lambda: queens(18), "--workers", "2", "--checkpoint", "{}/run.db"),
    "dlx solve": _dlx("solve", hard_triples),
    "dlx solve --min-cost": _dlx("solve", lambda: costly(queens(40)), "--min-cost"),
    "dlx list": _dlx("list", lambda: queens(16)),
    "dlx list --min-cost --workers": _dlx("list", lambda: costly(queens(14), 3), "--min-cost", "--workers", "2"),
    "dlx zdd": _dlx("zdd", lambda: queens(15)),
    "dlx estimate": _dlx("estimate", lambda: queens(40), "--samples", "10000000"),
    "dlx explain": _dlx("explain", hard_triples),
    "dlx info, large": ("dlx", _large),
    "sudoku solve": _sudoku("solve"),
    "sudoku solve --workers": _sudoku("solve", "--workers", "2"),
    "sudoku check": _sudoku("check", "--engine", "bitset"),
    "sudoku rate": _sudoku("rate"),
    "sudoku explain": _sudoku("explain"),
    "sudoku diagnose": ("sudoku", lambda _: ["diagnose", "1" + "." * 255]),
    "sudoku count": ("sudoku", lambda _: ["count", "1" + "." * 80]),
    "sudoku generate": ("sudoku", lambda _: ["generate", "-n", "100000"]),
    "sudoku generate --workers": ("sudoku", lambda _: ["generate", "-n", "100000", "--workers", "2"]),
    "sudoku generate, rated": (
        "sudoku",
        lambda _: ["generate", "-n", "100", "--difficulty", "diabolical", "--workers", "2"],
    ),
}
COMMANDS_ON_WORKERS = (
    "dlx count --workers",
    "dlx list --min-cost --workers",
    "sudoku solve --workers",
    "sudoku generate --workers",
)
SPANS = {  # seconds: the range of the moments, if not one
    "read": 4.0,
    "build": 3.0,
    "large_written": 2.0,
    "large_first_question": 2.0,
    "read_puzzles": 2.0,
    "dlx info, large": 3.0,
    "a program of plain Python, starting": 0.3,
    "dlx, starting": 0.3,
    "sudoku, starting": 0.3,
}


def close() -> None:
    for one in reversed(OPEN):
        one()
