"""Time limits of queries and commands: an answer cut short never passes for a whole one."""

import json
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import dlx
import sudoku
from dlx.engine.unfinished import AtLeast, Unfinished
from dlx.questions import pilot
from sudoku import Board
from sudoku.engine import batch, engines
from sudoku.engine.cover import cover
from sudoku.engine.engines import ENGINES
from sudoku.reading import lines as text_lines
from sudoku.terminal.cli import main
from sudoku.variants import AntiKnight
from tests.processes import wait_for_work

ROOT = Path(__file__).parent.parent
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = "." * 81
CLASH = "55" + "." * 79
UNSOLVABLE = "12345678." + "........9" + "." * 63
BOARDS = [Board(), Board(2, 3), Board(5, 5)]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_no_time_at_all(name, board):
    how = {"board": board, "engine": name, "time_limit": 0}
    for empty in ("." * board.cells, np.zeros(board.cells, int), np.zeros((board.side, board.side), int).tolist()):
        for question, partial in ((sudoku.solve, None), (sudoku.count, 0), (sudoku.is_unique, 0)):
            with pytest.raises(dlx.Unfinished, match=r"^the time limit ended the ") as cut:
                question(empty, **how)
            assert cut.value.partial == partial
            assert type(cut.value.partial) in (type(None), AtLeast)
            assert cut.value.status is dlx.Status.TIME_LIMIT
            assert isinstance(cut.value, TimeoutError)
        found = sudoku.solutions(empty, **how)
        with pytest.raises(dlx.Unfinished, match="at least 0 solutions"):
            next(found)
        assert next(found, None) is None


@pytest.mark.parametrize("name", ENGINES)
def test_two_equal_digits_need_no_time(name):
    how = {"engine": name, "time_limit": 0}
    assert sudoku.solve(CLASH, **how) is None
    assert sudoku.count(CLASH, **how) == 0
    assert sudoku.is_unique(CLASH, **how) is False
    assert list(sudoku.solutions(CLASH, **how)) == []
    with pytest.raises(dlx.Unfinished):
        sudoku.solve(UNSOLVABLE, **how)


def test_no_time_on_a_board_with_rules():
    board = Board(variants=[AntiKnight()])
    for question in (sudoku.solve, sudoku.count, sudoku.is_unique, lambda *a, **k: list(sudoku.solutions(*a, **k))):
        with pytest.raises(dlx.Unfinished):
            question(EMPTY, board=board, time_limit=0)
    assert sudoku.solve_batch([EMPTY] * 2, board=board, time_limit=0).unfinished.tolist() == [True, True]


@pytest.mark.parametrize("name", ENGINES)
def test_what_was_found_by_then(name):
    with pytest.raises(dlx.Unfinished) as cut:
        sudoku.count(EMPTY, engine=name, time_limit=0.05)
    assert cut.value.partial > 2
    assert str(cut.value) == f"the time limit ended the count: {cut.value.partial} solutions"
    found, grids = sudoku.solutions(EMPTY, engine=name, time_limit=0.05), []
    with pytest.raises(dlx.Unfinished) as cut:
        grids.extend(found)  # the grids found before the error are kept
    grids += list(islice(sudoku.solutions(EMPTY, engine=name, time_limit=60), 5))
    assert len(set(grids[-5:])) == 5
    assert cut.value.partial > 0


@pytest.mark.parametrize("name", ENGINES)
def test_what_is_answered_in_time_is_as_without_a_limit(name):
    for limit in (60, 1e308, 10**400, float("inf"), None):
        how = {"engine": name, "time_limit": limit}
        assert sudoku.solve(INKALA, **how) == sudoku.solve(INKALA)
        assert sudoku.solve(UNSOLVABLE, **how) is sudoku.solve(CLASH, **how) is None
        assert sudoku.count("." * 16, **how) == 288
        assert sudoku.count("." * 16, 7, **how) == 7  # stopping at a requested limit of solutions is no failure
        assert sudoku.is_unique(INKALA, **how) is True
        assert sudoku.is_unique(EMPTY, **how) is False
        assert len(list(sudoku.solutions("." * 16, **how))) == 288
        assert sudoku.solve_batch([INKALA, EMPTY, CLASH], **how).counts.tolist() == [1, 2, 0]
        assert not sudoku.solve_batch([INKALA, EMPTY, CLASH], **how).unfinished.any()


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("bad", [-1, float("nan"), "1", []])
def test_limits_that_are_none(name, bad):
    error = TypeError if isinstance(bad, (str, list)) else ValueError
    one = (sudoku.solve, sudoku.count, sudoku.is_unique, sudoku.solutions)
    for question in (*(lambda q=q: q(INKALA, engine=name, time_limit=bad) for q in one),
                     lambda: sudoku.solve_batch([INKALA], engine=name, time_limit=bad),
                     lambda: sudoku.solve_batch([], engine=name, time_limit=bad),
                     lambda: sudoku.solve_batch([INKALA], engine=name, time_limit=bad, workers=2)):  # fmt: skip
        with pytest.raises(error, match=r"^time_limit is .*must be a number of seconds"):
            question()


def test_a_search_that_is_done_is_never_unfinished(monkeypatch):
    """By a clock that ticks a second per reading, the backtracker takes one to find the solution and one to finish."""
    for limit, unfinished in ((1, True), (2, False), (3, False)):
        monkeypatch.setattr("dlx.engine.drive.perf_counter", iter(range(100)).__next__)
        search = engines.engine("bitset", Board(), Board().parse(INKALA), time_limit=limit)
        assert search.count(None) == search.count(None) == 1
        assert search.unfinished is unfinished


# --- batches


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("workers", [{}, {"workers": 2}, {"executor": ThreadPoolExecutor}])
def test_a_batch_says_what_is_not_finished(name, workers):
    if "executor" in workers:
        workers = {"executor": ThreadPoolExecutor(2)}
    texts = [INKALA, *[EMPTY] * 5, INKALA]
    result = sudoku.solve_batch(texts, None, engine=name, time_limit=0.2, **workers)
    assert len(result) == 7
    assert result.statuses.dtype == np.uint8
    assert result.unfinished[1:6].all()
    for k in range(7):
        status = dlx.Status.TIME_LIMIT if result.unfinished[k] else dlx.Status.COMPLETE
        assert result.status(k) is status
        assert result.unfinished[k] or result.counts[k] == 1
    assert sudoku.solve_batch(texts, None, engine=name, time_limit=0, **workers).unfinished.all()


def test_statuses_of_a_batch_in_the_lanes():
    texts = [INKALA, EMPTY, CLASH] * 100
    for name in ENGINES:
        result = sudoku.solve_batch(texts, 2, engine=name, time_limit=600)
        assert [result.status(k).name for k in range(3)] == ["COMPLETE", "SOLUTION_LIMIT", "COMPLETE"]
        assert result.statuses.tolist() == result.statuses[:3].tolist() * 100
        assert sudoku.solve_batch(texts, 2, engine=name, time_limit=0).unfinished.all()


def test_parts_that_come_too_late(monkeypatch):
    """Each part gets the remaining time; without any, it does not even build a board of its own."""
    monkeypatch.setattr(pilot, "WORK_PER_PART", 1000)
    texts = [INKALA] * 2000
    assert sudoku.solve_batch(texts, time_limit=1e-9, workers=2).unfinished.all()
    assert not sudoku.solve_batch(texts, time_limit=600, workers=2).unfinished.any()
    built, marks = [], "123456789" * 81
    monkeypatch.setattr(batch, "cover", lambda board: built.append(board) or cover(board))
    assert sudoku.solve_batch([marks] * 3, time_limit=0).unfinished.tolist() == [True] * 3
    assert not built


@pytest.mark.long
def test_processes_have_the_same_time():
    with ProcessPoolExecutor(2) as pool:
        result = sudoku.solve_batch([EMPTY] * 40, None, executor=pool, time_limit=0.3)
    assert result.unfinished.all()


# --- commands


@pytest.fixture
def run(capsys):
    def runner(*arguments):
        code = main([*map(str, arguments)])
        return code, *capsys.readouterr()

    return runner


@pytest.mark.parametrize("more", [[], ["--engine", "bitset"], ["--stats"], ["--format", "grid"]])
def test_a_puzzle_without_time(run, more):
    for command in ("solve", "count", "check"):
        code, out, err = run(command, EMPTY, "--time-limit", "0", *more)
        assert (code, out) == (3, "unfinished\n")
        assert "sudoku: the time limit ended the search: at least 0 solutions\n" in err
        assert "1 puzzle, 1 unfinished" in err
        code, out, _ = run(command, EMPTY, "--time-limit", "0", "--format", "json")
        answer = json.loads(out)
        assert (code, answer["status"], answer["count"], answer["unique"]) == (3, "unfinished", None, None)
        assert answer["at_least"] == 0


@pytest.mark.parametrize("more", [[], ["--workers", "2"], ["--stats"], ["--engine", "bitset"], ["--seed", "1"]])
def test_each_puzzle_of_a_file_has_its_time(run, more, tmp_path, monkeypatch):
    """An endless puzzle takes no time from the others, and a refused line decides the exit code."""
    monkeypatch.setattr(text_lines, "LINES_PER_BLOCK", 100)
    path = tmp_path / "puzzles.txt"
    for lines in ([INKALA, EMPTY, INKALA, INKALA], [*[INKALA] * 150, EMPTY, *[INKALA] * 150, CLASH]):
        path.write_text("\n".join(lines))
        code, out, err = run("count", path, "--time-limit", "0.5", *more)
        expected = {INKALA: "1", EMPTY: "unfinished", CLASH: "0"}
        assert (code, out.split()) == (3, [expected[line] for line in lines])
        assert f"{path}:{lines.index(EMPTY) + 1}: the time limit ended the search: at least " in err
        assert ", 1 unfinished, " in err
    path.write_text(f"{EMPTY}\n{INKALA[:-1]}\n")
    assert run("count", path, "--time-limit", "0", *more)[:2] == (2, "unfinished\ninvalid\n")


@pytest.mark.parametrize("command", [["solve"], ["count", "--limit", "5"], ["check"]])
def test_a_short_time_changes_no_answer(run, command, tmp_path, monkeypatch):
    """Each puzzle that the compiled batch leaves is searched alone, with the whole time."""
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join([INKALA, CLASH, *[INKALA] * 90, "." * 27 + INKALA[27:], UNSOLVABLE, *[INKALA] * 30]))
    plain = run(*command, path)
    assert run(*command, path, "--time-limit", "600")[:2] == plain[:2]
    easy = batch.BatchTask.answer_easy
    monkeypatch.setattr(batch.BatchTask, "answer_easy", lambda task, grids, stopped, _: easy(task, grids, stopped, 0))
    assert run(*command, path, "--time-limit", "600")[:2] == plain[:2]


def test_a_solution_whose_uniqueness_is_not_known(run, monkeypatch):
    """Such a solution is the answer of `solve`, and the exit code reports an unfinished search."""
    whole = engines.Decided.run

    def run_short(decided):
        whole(decided)
        decided.unfinished = True

    monkeypatch.setattr(engines.Decided, "run", run_short)
    large = sudoku.solve("." * 256)  # of a size that any strategy answers
    code, out, err = run("solve", large)
    assert (code, len(out)) == (3, 257)
    assert "at least 1 solution\n" in err
    answer = json.loads(run("solve", large, "--format", "json")[1])
    assert (answer["status"], answer["count"], answer["at_least"], answer["unique"]) == ("unfinished", None, 1, None)
    assert run("check", large)[1] == "unfinished\n"


def test_a_picture_without_time(run):
    code, out, err = run("draw", EMPTY, "--solution", "--time-limit", "0")
    assert code == 3
    assert "sudoku: the time limit ended the search\n" in err
    assert out == run("draw", EMPTY)[1]
    assert run("draw", EMPTY, "--diagnose", "--time-limit", "0")[0] == 3
    assert run("draw", INKALA, "--diagnose", "--solution")[0] == 0
    assert run("draw", CLASH, "--solution")[::2] == (1, "sudoku: no solution\n")


@pytest.mark.parametrize("value", ["-1", "nan", "soon", ""])
@pytest.mark.parametrize("command", ["solve", "count", "check", "draw"])
def test_bad_limits_of_a_command(command, value, capsys):
    with pytest.raises(SystemExit) as stopped:
        main([command, INKALA, f"--time-limit={value}"])
    assert stopped.value.code == 2
    assert f"argument --time-limit: {value!r} is not a number of seconds, 0 or more" in capsys.readouterr().err


def test_all_commands_that_search_take_a_limit(capsys):
    for command in ("solve", "count", "check", "diagnose", "hint", "explain", "rate", "generate", "draw"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "--time-limit SECONDS" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_under_a_limit(engine):
    command = [sys.executable, "-m", "sudoku", "count", "--engine", engine, "--time-limit", "600", EMPTY]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert (process.returncode, out) == (130, "")
    assert "stopped after" in err


def test_a_list_that_was_interrupted_continues(monkeypatch):
    """Ctrl-C between two solutions does not end the iterator."""
    found = sudoku.solutions("." * 16)
    first = next(found)
    search = engines.Dlx.__next__
    monkeypatch.setattr(engines.Dlx, "__next__", lambda engine: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        next(found)
    monkeypatch.setattr(engines.Dlx, "__next__", search)
    assert len({first, *found}) == 288


def test_the_error_is_the_one_of_dlx():
    assert dlx.Unfinished is Unfinished
