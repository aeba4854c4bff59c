"""The guesses of a puzzle: decisions with more than one candidate, the same next to any others and in every output."""

import csv
import io
import json
import random
from functools import cache

import numpy as np
import pytest

import sudoku
from dlx.questions.batch import Answers
from dlx.questions.pilot import SIDE_BY_SIDE
from sudoku import Board
from sudoku.engine import bands, batch
from sudoku.engine.cover import cover
from sudoku.engine.lines import givens
from sudoku.terminal.cli import main
from sudoku.variants import Killer

from .variant_puzzles import CAGES, JIGSAW

pytestmark = pytest.mark.reads("dlx", "sudoku")
BOARDS = {  # with the share of the clues that are kept, at least, and the way in which puzzles are answered
    "bands": (Board(), 0.3),
    "lanes": (Board(variants=["x"]), 0.25),
    "lanes 6x6": (Board(2, 3), 0.2),
    "lanes 10x10": (Board(2, 5), 0.45),
    "alone": (Board(variants=["anti-king"]), 0.2),
    "alone jigsaw": (Board(regions="".join(JIGSAW)), 0.35),
    "any": (Board(variants=[Killer(CAGES[:9])]), 0.3),
    "any 16x16": (Board(4, 4), 0.6),
}
FIELDS = "solutions", "counts", "guesses", "statuses"
SIZES = (1, 2, 9, 10, 11, 31, 63, 64, 65, 100, 128, 199)


@cache
def some_grids(name, number):
    """Return puzzles of a board; some have several solutions, and some have none."""
    board, least = BOARDS[name]
    rng, random_ = np.random.default_rng(1), random.Random(1)
    solved = [board.parse(sudoku.solve("." * board.cells, board=board, seed=seed)) for seed in (1, 2)]
    grids = np.stack([np.frombuffer(solved[k % 2], np.uint8) for k in range(number)])
    grids[rng.random(grids.shape) > rng.uniform(least, 0.6, (number, 1))] = 0
    for grid in grids[::7]:
        grid[random_.randrange(board.cells)] = random_.randint(1, board.side)
    return grids


def same(one, other):
    return all((getattr(one, name) == getattr(other, name)).all() for name in FIELDS)


@pytest.mark.parametrize("name", BOARDS)
def test_a_batch_of_any_size(name):
    board = BOARDS[name][0]
    number = 200 if "any" not in name else 20
    grids = some_grids(name, number)
    assert batch.BatchTask.of(board, 2, None).way == name.split()[0]
    for limit in (1, 2, 30):
        whole = sudoku.solve_batch(grids, limit, board=board)
        assert whole.guesses.max() > 0 and set(whole.counts.tolist()) >= {0, 1}
        for size in SIZES:
            part = sudoku.solve_batch(grids[:size], limit, board=board)
            assert same(part, batch.BatchResult(*(getattr(whole, field)[:size] for field in FIELDS)))
        order = np.random.default_rng(2).permutation(number)
        mixed = sudoku.solve_batch(grids[order], limit, board=board, workers=2)
        assert same(mixed, batch.BatchResult(*(getattr(whole, field)[order] for field in FIELDS)))


@pytest.mark.parametrize("engine", [None, "dlx", "bitset"])
def test_every_size_from_1_to_200(engine):
    grids = some_grids("bands", 200)
    whole = sudoku.solve_batch(grids, engine=engine)
    for size in range(1, 201):
        assert (sudoku.solve_batch(grids[:size], engine=engine).guesses == whole.guesses[:size]).all()


def test_what_a_guess_is():
    """The kernel for 9x9 and its batch agree, and a puzzle of singles needs no guess."""
    grids = some_grids("bands", 100)
    result = sudoku.solve_batch(grids)
    for grid, count, guesses in zip(grids, result.counts, result.guesses, strict=True):
        assert count > 1 or guesses == bands.search(grid, 2, 10**6)[2]
    full = np.frombuffer(Board().parse(sudoku.solve("." * 81)), np.uint8).copy()
    full[::9] = 0
    for engine in (None, "dlx", "bitset"):
        assert sudoku.solve_batch(full[None], engine=engine).guesses.tolist() == [0]
    assert not hasattr(result, "nodes")
    assert set(result.as_json()["answers"][0]) == {"solution", "count", "guesses", "status"}


@pytest.mark.parametrize("count", [None, 10_000])
def test_a_hard_puzzle_has_the_same_guesses(count, monkeypatch):
    """A puzzle that plain search leaves to any strategy, alone and in a batch."""
    monkeypatch.setattr(batch, "HARD_NODES", 10)
    grids = some_grids("lanes 6x6", 200)
    board = BOARDS["lanes 6x6"][0]
    whole = sudoku.solve_batch(grids, count, board=board)
    for k in range(0, 200, 20):
        assert sudoku.solve_batch(grids[k : k + 1], count, board=board).guesses[0] == whole.guesses[k]
    monkeypatch.undo()
    assert (sudoku.solve_batch(grids, count, board=board).counts == whole.counts).all()


def test_lanes_without_a_place_for_all_nodes(monkeypatch):
    """Many hard puzzles fill the planes; the lanes hand some over, and then answer them a few at a time."""
    board, asked = Board(variants=["anti-knight"]), []
    answer_crowded = Answers._answer_crowded
    monkeypatch.setattr(Answers, "_answer_crowded", lambda *args: asked.append(args[3] == 2) or answer_crowded(*args))
    grids = np.zeros((800, 81), np.uint8)
    solved = np.frombuffer(board.parse(sudoku.solve("." * 81, board=board, seed=1)), np.uint8)
    rng = np.random.default_rng(1)
    for grid in grids:
        kept = rng.permutation(81)[:9]
        grid[kept] = solved[kept]

    def answers(part):
        return Answers(cover(board).engine, givens(part, 9), 2, True, 10**5, plan=SIDE_BY_SIDE)

    whole = answers(grids)
    assert asked[0].any()
    for k in [*np.flatnonzero(asked[0])[:10], *range(0, 800, 100)]:
        alone = answers(grids[k : k + 1])
        assert (alone.guesses[0], alone.counts[0]) == (whole.guesses[k], whole.counts[k])


# --- commands


def answered(capsys, *arguments):
    main([*map(str, arguments)])
    captured = capsys.readouterr()
    return captured.out, captured.err


@pytest.mark.parametrize("name", ["bands", "lanes", "lanes 6x6", "any"])
def test_every_output_has_the_guesses_of_python(name, capsys, tmp_path):
    board = BOARDS[name][0]
    number = 200 if name != "any" else 12
    grids = some_grids(name, number)
    guesses = sudoku.solve_batch(grids, board=board).guesses.tolist()
    file, rules = tmp_path / "puzzles.txt", []
    if name == "lanes":
        rules = ["--variant", "x"]
    if name == "any":
        rules = ["--rules", tmp_path / "rules.json"]
        rules[1].write_text(json.dumps({"killer": CAGES[:9]}))
    for size in (1, 9, 10, 64, 65, 200):
        file.write_text("".join(board.line(grid.tobytes()) + "\n" for grid in grids[:size]))
        expected = guesses[:size]
        for command in ("solve", "check"):
            out, err = answered(capsys, command, "--format", "json", file, *rules)
            facts = [json.loads(line) for line in out.splitlines()]
            assert [fact["guesses"] for fact in facts] == expected
            assert not {"nodes", "steps"} & facts[0].keys()
            total = f"{sum(expected):,} guess{'es' * (sum(expected) != 1)}, "
            assert total in err.splitlines()[-1]
            assert total in answered(capsys, command, file, *rules)[1].splitlines()[-1]
            assert total in answered(capsys, command, file, "--workers", "2", *rules)[1].splitlines()[-1]
        out, _ = answered(capsys, "solve", "--format", "csv", file, *rules)
        assert [int(row["guesses"]) for row in csv.DictReader(io.StringIO(out))] == expected
        _, err = answered(capsys, "solve", "--stats", file, *rules)
        lines = [line for line in err.splitlines() if " guess" in line]
        assert [int(line.split(": ")[-1].split()[0].replace(",", "")) for line in lines[:-1]] == expected


def test_a_table_in_parquet(capsys, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    grids = some_grids("bands", 30)
    file, table = tmp_path / "puzzles.txt", tmp_path / "answers.parquet"
    file.write_text("".join(Board().line(grid.tobytes()) + "\n" for grid in grids) + "12\n")
    for command, column in (("solve", "solution"), ("count", "solutions"), ("check", "status")):
        limit = ["--limit", "2"] if command == "count" else []
        answered(capsys, command, *limit, "--format", "parquet", "-o", table, file)
        rows = parquet.read_table(table)
        assert rows.column_names == ["puzzle", column, "guesses"]
        assert str(rows.schema.field("guesses").type) == "int64"
        assert rows["guesses"].to_pylist() == [*sudoku.solve_batch(grids).guesses.tolist(), None]
        assert rows[column].to_pylist()[-1] == "invalid"


def test_a_count_of_all_solutions(capsys, tmp_path):
    """Counts without a limit have guesses too, the same for one puzzle and for many."""
    grids = some_grids("lanes 6x6", 80)
    guesses = sudoku.solve_batch(grids, None, board=BOARDS["lanes 6x6"][0]).guesses.tolist()
    lines = [BOARDS["lanes 6x6"][0].line(grid.tobytes()) for grid in grids]
    file = tmp_path / "puzzles.txt"
    for size in (1, 9, 80):
        file.write_text("\n".join(lines[:size]))
        out, _ = answered(capsys, "count", "--format", "json", file)
        assert [json.loads(line)["guesses"] for line in out.splitlines()] == guesses[:size]
