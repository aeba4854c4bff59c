"""Batches of puzzles on many workers: their kind and number do not change the output."""

import io
import os
import random
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dlx.questions.batch
import sudoku
from dlx.questions import pilot
from sudoku import Board
from sudoku.engine import batch
from sudoku.engine.batch import BatchTask
from sudoku.engine.engines import Stopped
from sudoku.engine.processes import processes as own_processes
from sudoku.reading import lines as text_lines
from sudoku.reading import reading, sources, stream
from sudoku.terminal import cli
from tests.processes import PATIENCE, finished, on_terminal, started, wait_for_work
from tests.test_lines import some_file, some_puzzles

ROOT = Path(__file__).parent.parent
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
HARD_FOR_BITS = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
ENDLESS = "." * 81  # endless to count
BOARDS = [Board(2, 2), Board(2, 3), Board(3, 2), Board(3, 3), Board(4, 4)]


@cache
def solved(board, seed):
    return np.frombuffer(board.parse(sudoku.solve("." * board.cells, board=board, seed=seed)), np.uint8)


def some_grids(board, n, seed):
    """Return puzzles with one solution, several, none, or conflicting clues."""
    rng = random.Random(seed)
    grids = np.zeros((n, board.cells), np.uint8)
    for grid in grids:
        kept = rng.sample(range(board.cells), int(board.cells * rng.uniform(0.45 if board.side < 16 else 0.6, 1)))
        grid[kept] = solved(board, rng.randrange(3))[kept]
        if rng.random() < 0.1:
            grid[rng.randrange(board.cells)] = rng.randint(1, board.side)
    return grids


def same(result, other):
    return all((getattr(result, name) == getattr(other, name)).all() for name in ("solutions", "counts", "guesses"))


# --- solve_batch


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2) as pool:
        yield pool


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(pilot, "WORK_PER_PART", 100_000)
    monkeypatch.setattr(stream, "MOST_PUZZLES_PER_JOB", 50)
    monkeypatch.setattr(text_lines, "LINES_PER_BLOCK", 150)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_workers(processes, data):
    board = data.draw(st.sampled_from(BOARDS))
    grids = some_grids(board, data.draw(st.sampled_from([0, 1, 2, 63, 64, 65, 300] if board.side < 16 else [3, 9])), 1)
    limit, engine = data.draw(st.sampled_from([1, 2, 3])), data.draw(st.sampled_from(["dlx", "bitset"]))
    worth = data.draw(st.sampled_from([10_000, 1_000_000, pilot.WORK_PER_PART]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pilot, "WORK_PER_PART", worth)
        plain = sudoku.solve_batch(grids, limit, board=board, engine=engine)
        assert plain.solutions.shape == grids.shape
        for workers in (1, 2, 3):
            assert same(plain, sudoku.solve_batch(grids, limit, board=board, engine=engine, workers=workers))
        assert same(plain, sudoku.solve_batch(grids, limit, board=board, engine=engine, executor=processes))


def test_parts_side_by_side(small_parts):
    grids = some_grids(Board(), 1000, 2)
    task = BatchTask.of(Board(), 2, "dlx")
    assert task.cuts(1000, 1) == [(0, 1000)]
    cuts = task.cuts(10_000, 7)
    assert len(cuts) == 19
    assert [first for first, _ in cuts] == [0, *(last for _, last in cuts[:-1])]
    plain = sudoku.solve_batch(grids)
    assert same(plain, sudoku.solve_batch(grids, workers=2))
    whole = batch.by_cover(Board(), grids, 2)
    assert (plain.counts == whole.counts).all()
    assert (plain.solutions == whole.solutions).all()


def test_what_was_asked_before_does_not_matter():
    board, grids = Board(2, 2), some_grids(Board(2, 2), 1000, 3)
    first = sudoku.solve_batch(grids[:100], board=board)
    sudoku.solve_batch(grids, board=board)
    sudoku.solve_batch(grids, board=board, workers=2)
    assert same(first, sudoku.solve_batch(grids[:100], board=board))


def test_too_much_for_the_lanes():
    """Searches too hard for the lanes are spread one by one."""
    grids = np.zeros((70, 81), np.uint8)
    task = BatchTask.of(Board(variants=["anti-knight"]), 10_000, None)
    assert len(task.cuts(70, 2)) == 32
    assert task.cuts(70, 1) == [(0, 70)]
    assert len(task.cuts(3, 2)) == 3
    plain = sudoku.solve_batch(grids, 10_000)
    assert set(plain.counts) == {10_000}
    assert same(plain, sudoku.solve_batch(grids, 10_000, workers=2))


def test_texts_and_an_executor_of_ones_own():
    texts = some_puzzles(300)
    with ThreadPoolExecutor(2) as pool:
        assert same(sudoku.solve_batch(texts), sudoku.solve_batch(iter(texts), executor=pool))
        assert pool.submit(int).result() == 0


def test_a_loky_pool():
    loky = pytest.importorskip("loky")
    pool = loky.get_reusable_executor(max_workers=2)
    grids = some_grids(Board(), 200, 4)
    assert same(sudoku.solve_batch(grids), sudoku.solve_batch(grids, executor=pool))
    pool.shutdown()


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"workers": 0}, ValueError, "workers is 0; it must be 1 or more"),
        ({"workers": 1.5}, TypeError, "workers is 1.5; it must be a whole number"),
        ({"executor": "threads"}, TypeError, "executor is 'threads'; it must be a concurrent.futures.Executor"),
        ({"workers": 2, "limit": 0}, ValueError, "limit is 0"),
        ({"workers": 2, "limit": 0, "engine": "bitset"}, ValueError, "limit is 0"),
        ({"workers": 2, "engine": "x"}, ValueError, "no engine 'x'"),
    ],
)
def test_refused(how, error, message):
    with pytest.raises(error, match=message):
        sudoku.solve_batch([INKALA] * 100, **how)
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="give workers or an executor, not both"):
        sudoku.solve_batch([INKALA], workers=2, executor=pool)


@pytest.mark.long
@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_a_process_that_dies(engine):
    with ProcessPoolExecutor(2) as pool:
        pool.submit(int).result()
        victim = next(iter(pool._processes))
        threading.Timer(0.3, os.kill, (victim, signal.SIGKILL)).start()
        with pytest.raises(RuntimeError, match="a worker process died and broke the pool; a script"):
            sudoku.solve_batch([ENDLESS] * 8, None, executor=pool, engine=engine)
        with pytest.raises(RuntimeError, match="a worker process died"):
            sudoku.solve_batch([INKALA] * 8, executor=pool)


@pytest.mark.parametrize("engine", ["dlx", "bitset"])
@pytest.mark.parametrize("n", [4, 200])
def test_threads_are_told_to_stop(engine, n, monkeypatch):
    """An exception that ends the caller ends its threads; otherwise this would count forever."""

    class Ended(Exception):
        pass

    def in_order(pool, run, jobs):
        task = pool.submit(run, next(iter(jobs)))
        with pytest.raises(TimeoutError):
            task.result(0.1)
        raise Ended

    monkeypatch.setattr("dlx.workers.executors.in_order", in_order)
    with pytest.raises(Ended):
        sudoku.solve_batch([ENDLESS] * n, None, engine=engine, workers=2)


def test_threads_are_told_to_stop_in_the_lanes(monkeypatch):
    grids = some_grids(Board(), 2_000, 5)
    task = BatchTask.of(Board(), 2, "dlx")
    monkeypatch.setattr(dlx.questions.batch, "WORK_PER_CHECK", 1)
    stopped = iter([False, False, True])
    with pytest.raises(Stopped):
        task(grids, lambda: next(stopped, True))
    assert next(stopped, None) is None
    assert (task(grids).counts == sudoku.solve_batch(grids).counts).all()


INTERRUPTED = """
import sudoku, sys
print("go", flush=True)
sudoku.solve_batch(["." * 81] * 100, None, workers=2, engine=sys.argv[1])
"""


@pytest.mark.long
@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_ctrl_c_of_a_batch(engine):
    command = [sys.executable, "-c", INTERRUPTED, engine]
    with started(*command) as process:
        assert process.stdout.readline() == "go\n"
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert err.endswith("KeyboardInterrupt\n")


# --- the command


def said(capsys, *arguments):
    """Return exit code, output and messages, without times."""
    code = cli.main(list(arguments))
    out, err = capsys.readouterr()
    return code, re.sub(r'"seconds": [-+.e0-9]+', "", out), re.sub(r", [0-9.]+ m?s( of work in [0-9.]+ m?s)?", "", err)


@pytest.fixture
def mixed(tmp_path):
    path = tmp_path / "mixed.txt"
    path.write_text(some_file(6), newline="")
    return str(path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["check"],
        ["count", "--limit", "3"],
        ["solve", "--engine", "bitset"],
        ["solve", "--format", "grid"],
        ["check", "--format", "json"],
        ["solve", "--stats"],
        ["solve", "--seed", "5", "--format", "json"],
        ["solve", "-q"],
    ],
)
def test_any_workers_say_the_same(arguments, mixed, small_parts, capsys):
    plain = said(capsys, *arguments, mixed)
    assert plain[0] == 2
    assert len(plain[1]) > 700
    for workers in "123":
        assert said(capsys, *arguments, mixed, "--workers", workers) == plain


@pytest.mark.parametrize("board", [Board(2, 2), Board(2, 3), Board(4, 4)], ids=str)
def test_other_boards(board, tmp_path, small_parts, capsys):
    path = tmp_path / "puzzles.csv"
    lines = [board.line(grid.tobytes()) for grid in some_grids(board, 700 if board.side < 16 else 70, 8)]
    path.write_text("puzzle,solution\n" + "".join(f"{line},{line}\n" for line in lines))
    arguments = ["check", str(path), "--box", f"{board.box_height}x{board.box_width}"]
    assert said(capsys, *arguments) == said(capsys, *arguments, "--workers", "2")


def test_messages_keep_their_places(mixed):
    """Output and messages, in one pipe, follow each other in the order of the puzzles."""
    outputs = []
    for workers in "12":
        command = [sys.executable, "-m", "sudoku", "solve", mixed, "-q", "--workers", workers]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        outputs.append((done.returncode, done.stdout))
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("piece", [777, 1 << 20])
def test_a_pipe(piece, mixed, small_parts, capsys, monkeypatch):
    """The pieces in which a pipe delivers the text do not matter, nor does the number of workers."""
    text = Path(mixed).read_bytes()
    results = set()
    for workers in ("1", "2"):
        source, sink = os.pipe()

        def write(sink=sink):
            with open(sink, "wb", buffering=0) as stream:  # noqa: PTH123
                for k in range(0, len(text), piece):
                    stream.write(text[k : k + piece])

        writer = threading.Thread(target=write)
        writer.start()
        with open(source) as stream:  # noqa: PTH123
            monkeypatch.setattr("sys.stdin", stream)
            results.add(said(capsys, "solve", "-", "--workers", workers))
        writer.join()
    assert len(results) == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert results == {said(capsys, "solve", "-")}


def test_a_pipe_that_pauses(monkeypatch):
    """Lines that have arrived are passed on before the rest is there."""
    monkeypatch.setattr(sources, "PAUSE_SECONDS", 0.01)
    source, sink = os.pipe()
    lines = "".join(f"{line}\n" for line in some_puzzles(100)).replace("0", ".").encode()
    with open(source, "rb") as stream:  # noqa: PTH123
        os.write(sink, lines)
        blocks = reading._blocks(stream, "pipe", None)
        assert isinstance(next(blocks), reading.Record)
        assert len(next(blocks).puzzles) == 99 * 81
        os.write(sink, lines)
        os.close(sink)
        assert sum(len(block.puzzles) if isinstance(block, reading.Block) else 81 for block in blocks) == 100 * 81


def test_a_source_that_breaks_off(small_parts, capsys, monkeypatch):
    """Puzzles read before the error are answered before it is reported."""

    class Broken(io.BytesIO):
        def read1(self, size=-1):
            if self.tell():
                raise OSError(5, "Input/output error")
            return super().read1(size)

    plain = "".join(f"{line}\n" for line in some_puzzles(400)).encode()
    results = []
    for workers in ("1", "2"):
        monkeypatch.setattr("sys.stdin", Broken(plain))
        results.append(said(capsys, "solve", "-", "--workers", workers))
    assert results[0] == results[1]
    assert results[0][0] == 2
    assert results[0][1].count("\n") > 200
    assert results[0][2].endswith("sudoku: standard input: Input/output error\n")


@pytest.mark.parametrize("value", ["0", "-1", "two", "1.5", ""])
def test_bad_numbers_of_workers(value, capsys):
    with pytest.raises(SystemExit) as stopped:
        cli.main(["solve", INKALA, f"--workers={value}"])
    assert stopped.value.code == 2
    assert f"argument --workers: {value!r} is not a whole number of 1 or more" in capsys.readouterr().err


def test_a_summary_of_two_workers(capsys, tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text((INKALA + "\n") * 100)
    assert cli.main(["solve", str(path), "--workers", "2"]) == 0
    assert re.search(r"guesses, [0-9.]+ m?s of work in [0-9.]+ m?s\n$", capsys.readouterr().err)
    assert cli.main(["solve", INKALA, "--workers", "2"]) == 0
    assert "guesses" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "drawn"),
    [
        ([], False),
        ([], True),
        (["--engine", "bitset"], False),
        (["--stats"], False),
        (["--engine", "bitset", "--stats"], True),
    ],
)
def test_ctrl_c(arguments, drawn, tmp_path):
    path = tmp_path / "endless.txt"
    puzzle = Board().grid(bytes(81)) if drawn else ENDLESS
    path.write_text(f"{puzzle}\n\n" * 100)
    command = [sys.executable, "-m", "sudoku", "count", str(path), "--workers", "2", *arguments]
    with started(*command) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert re.fullmatch(r"(sudoku: stopped after [0-9,]+ solutions\n)?sudoku: interrupted\n", err)


@pytest.mark.long
def test_ctrl_c_of_a_single_puzzle(tmp_path):
    """With one job there is no work for a second thread, and the number found so far is printed."""
    path = tmp_path / "endless.txt"
    path.write_text(ENDLESS)
    command = [sys.executable, "-m", "sudoku", "count", str(path), "--workers", "2"]
    with started(*command) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert re.fullmatch(r"sudoku: stopped after [0-9,]+ solutions\nsudoku: interrupted\n", err)


def test_a_closed_pipe_is_no_error(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text((INKALA + "\n") * 20_000)
    line = f"{sys.executable} -m sudoku solve {path} -q --workers 2 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert len(done.stdout) == 82
    assert done.stderr == ""


# --- a bar


@pytest.mark.long
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bar(workers, tmp_path):
    path = tmp_path / "hard.txt"
    path.write_text((f"{HARD_FOR_BITS}\n" * 200 + "x\n") * 100)
    command = [sys.executable, "-m", "sudoku", "count", "--engine", "bitset", str(path), "--workers", workers]
    environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
    with on_terminal(*command, stdout=subprocess.DEVNULL, env=environment) as (process, screen):
        screen.wait(" puzzles, ", " left")
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        seen = screen.text()
    assert "%" in seen
    assert re.search("[0-9,]+ puzzles, [0-9,]+/s, [0-9]+ s left", seen)
    rest = seen.rpartition("\x1b[2K")[2]  # after the last erasure of the bar
    assert " puzzles, " not in rest
    assert rest.endswith("sudoku: interrupted\r\n")


def test_what_a_bar_says(monkeypatch):
    from sudoku.terminal import watch

    said = []

    class Meter:
        def show(self, share, text):
            said.append((share, text))

        def hide(self):
            said.append("hide")

    now = iter([0.0, 0.5, 2.0, 2.0625, 2.125, 4.0, 6.0, 8.0])
    monkeypatch.setattr(watch, "meter", Meter)
    monkeypatch.setattr(watch, "perf_counter", lambda: next(now))
    with watch.PuzzleBar(True) as look:
        look(10, 10, 100)  # too early
        look(1_000, 25, 100)
        look(1_001, 26, 100)  # too soon after the last one
        look(1_063, 26, 100)
        look.hide()
        look(4_000, 50, 100)
        look.hide()
        look(6_000, 50, None)
        look(8_000, 150, 100)  # the file has grown
    assert said == [
        (0.25, "1,000 puzzles, 500/s, 6 s left"),
        (0.26, "1,063 puzzles, 500/s, 6 s left"), "hide",
        (0.5, "4,000 puzzles, 1,000/s, 4 s left"), "hide",
        (None, "6,000 puzzles, 1,000/s"),
        (1.0, "8,000 puzzles, 1,000/s, 0 s left"), "hide",
    ]  # fmt: skip


@pytest.mark.parametrize("workers", [1, 2])
def test_the_share_that_is_done(workers, mixed, small_parts):
    """It never falls, and at the end it is the whole source."""
    meter = reading.ReadingMeter()
    options = stream.QueryOptions("solve", "dlx", 2, seed=None, singly=False, in_bulk=True, time_limit=None)
    done = [job.taken for job in stream.answer_all(reading.read_blocks(mixed, None, meter), meter, options, workers)]
    assert len(done) > 5
    assert done == sorted(done)
    assert done[-1] == meter.size == meter.taken == Path(mixed).stat().st_size


# --- memory


MEASURED = """
import sys
from pathlib import Path
from sudoku.terminal.cli import main
assert main(["solve", sys.argv[1], "-q", "--workers", "2"]) == 0
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc: nobody tells the peak of memory")
def test_memory_stays_flat(tmp_path):
    """A larger file, of 82 MB, takes no more memory than the window of parts in work."""
    line, path, most = sudoku.solve(INKALA)[:-3] + "...\n", tmp_path / "many.txt", []
    for number in (400_000, 1_000_000):
        path.write_text(line * number)
        command = [sys.executable, "-c", MEASURED, path]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
        most.append(int(done.stderr) / 1024)
    assert most[1] < most[0] + 30, "MiB"


# --- Dask

CLUSTER = """
import sys
import dask.array, dask.bag
import numpy as np
from distributed import Client, LocalCluster
import sudoku
if __name__ == "__main__":
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        texts = open(sys.argv[1]).read().split()
        grids = np.frombuffer(b"".join(map(sudoku.Board().parse, texts)), np.uint8).reshape(-1, 81)
        plain = sudoku.solve_batch(grids)

        array = dask.array.from_array(grids, chunks=(100, 81))
        counts = array.map_blocks(lambda block: sudoku.solve_batch(block).counts, drop_axis=1, dtype=np.int64)
        print((counts.compute() == plain.counts).all())
        solved = array.map_blocks(lambda block: sudoku.solve_batch(block, 1).solutions, dtype=np.uint8)
        print((solved.compute() == sudoku.solve_batch(grids, 1).solutions).all())

        bag = dask.bag.from_sequence(texts, npartitions=4)
        counts = bag.map_partitions(lambda part: sudoku.solve_batch(part).counts.tolist())
        print(counts.compute() == plain.counts.tolist())

        result = sudoku.solve_batch(grids, executor=client.get_executor(pure=False))
        print((result.solutions == plain.solutions).all() and (result.guesses == plain.guesses).all())
"""


@pytest.mark.long
def test_dask(tmp_path):
    pytest.importorskip("dask.array")
    pytest.importorskip("distributed")
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(some_puzzles(350)))
    done = finished(sys.executable, "-c", CLUSTER, str(path))
    assert done.stdout.split() == ["True"] * 4, done.stderr


def test_no_thread_of_a_pool_outlives_its_block():
    """Python would wake the thread at exit, without a lock, and print a traceback if it was just closing its pipe."""
    before = {*threading.enumerate()}
    with own_processes(2) as pool:
        assert pool.submit(pow, 2, 10).result(PATIENCE) == 1024
    assert {*threading.enumerate()} <= before
