# SPDX-License-Identifier: MIT
"""Commands with a line for each puzzle: rate, candidates, canonical, convert; and their functions for many puzzles."""

import bz2
import csv
import gzip
import io
import json
import lzma
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import numpy as np
import pytest

import dlx
import sudoku
from dlx.system.files import GrowingFile
from sudoku import Board
from sudoku.logic import LogicStatus
from sudoku.reading.records import ReadingMeter
from sudoku.terminal.cli import main
from sudoku.terminal.commands import each, packed
from sudoku.terminal.commands import parquet as tables
from tests.processes import PATIENCE, wait_for_work

A = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
HARD = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........"
CLASH = "55" + A[2:]
NONE = "12345678." + "........9" + "." * 63
SEVERAL = SOLVED.replace("1", ".").replace("2", ".")
SHORT = A[:-1]
OTHER = A.translate(str.maketrans("123456789", "234567891"))
LINES = [A, CLASH, SHORT, NONE, SEVERAL, OTHER, A[::-1]]
WORDS = {  # the line of each of LINES
    "rate": ["1.2 easy", "no score: no solution", "invalid", "no score: no solution", "no score: several", "", "1.2"],
    "candidates": ["5 3 4 6", "none", "invalid", "none", "5 3 4 6 7 8 9 12", "6 4 5 7", "9 7"],
    "canonical": ["", "", "invalid", "", "", "", ""],
    "convert --to sdm": [line.replace(".", "0") if line != SHORT else "invalid" for line in LINES],
}


@pytest.fixture
def run(capsys):
    def run(*arguments):
        capsys.readouterr()
        code = main(list(map(str, arguments)))
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"{line}\n" for line in LINES))
    return path


@pytest.mark.parametrize("command", WORDS)
def test_a_line_for_each_puzzle(run, file, command):
    code, out, err = run(*command.split(), file)
    lines = [line.removeprefix(f"{file}:{k}: ") for k, line in enumerate(out.splitlines(), 1)]
    assert len(lines) == len(LINES)
    assert all(line.startswith(word) for line, word in zip(lines, WORDS[command], strict=True)), lines
    assert code == 2
    assert f"{file}:3: 80 cells where a 9x9 board has 81" in err
    assert err.splitlines()[-1].startswith(f"sudoku: {len(LINES)} puzzles, ")
    assert "1 invalid" in err
    assert run(*command.split(), "-q", file)[2].count("\n") == err.count("\n") - 1


@pytest.mark.parametrize("command", ["rate", "candidates", "canonical"])
def test_json_and_tables(run, file, command):
    _, out, _ = run(command, "--json", file)
    records = list(map(json.loads, out.splitlines()))
    assert [record["line"] for record in records] == list(range(1, len(LINES) + 1))
    assert [record.get("puzzle") for record in records] == [None if line == SHORT else line for line in LINES]
    for form, delimiter in (("csv", ","), ("tsv", "\t")):
        _, out, _ = run(command, "--format", form, file)
        rows = list(csv.DictReader(io.StringIO(out), delimiter=delimiter))
        assert [row["puzzle"] for row in rows] == LINES
        for row, record in zip(rows, records, strict=True):
            facts = {key: " ".join(own) if isinstance(own, list) else own for key, own in record.items()}
            assert all(str(facts.get(key) or 0) == (value or "0") for key, value in row.items() if key != "puzzle")


@pytest.mark.parametrize("command", WORDS)
def test_workers_change_nothing(run, tmp_path, command):
    path = tmp_path / "p.txt"
    path.write_text("".join(f"{line}\n" for line in LINES * 4))
    one, two = run(*command.split(), path), run(*command.split(), "--workers", "2", path)
    assert one[:2] == two[:2]
    assert one[2].rpartition(", ")[0] == two[2].rpartition(", ")[0]


@pytest.mark.parametrize("seconds, sizes", [(0.01, [4, 8, 16, 20, 20]), (1, [4, 2, 1, 1, 1])])
def test_jobs_grow_while_answers_come_quickly(monkeypatch, seconds, sizes):
    monkeypatch.setattr(each, "perf_counter", map(seconds.__mul__, count()).__next__)
    jobs = each._jobs(iter(range(1000)), ReadingMeter(), 20)
    assert [len(next(jobs).records) for _ in sizes] == sizes
    assert next(jobs).records[0] == sum(sizes)


RESUMED = [
    *(*WORDS, "rate --json", "rate --format csv", "candidates --format tsv", "solve", "count", "check"),
    *("solve --format csv", "check --format tsv --workers 2", "count --engine bitset"),
]


@pytest.mark.parametrize("command", RESUMED)
def test_a_run_continues_after_a_kill(run, file, tmp_path, command):
    out = tmp_path / "out.txt"
    words = [*command.split(), "-o", out, file]
    assert run(*words)[:2] == (2, "")
    whole = out.read_bytes()
    assert whole.count(b"\n") == len(LINES) + ("csv" in command or "tsv" in command)
    for cut in (0, 3, len(whole) // 3, len(whole) // 2, len(whole) - 1, len(whole)):
        out.write_bytes(whole[:cut])
        code, shown, err = run(*words, "--resume")
        assert (shown, out.read_bytes()) == ("", whole)
        left = len(LINES) - max(whole[:cut].count(b"\n") - ("csv" in command or "tsv" in command), 0)
        assert code == (2 if left > 4 else 1 if left > 0 and "rate" in command and left != 2 and left != 1 else code)
        assert ("answered before" in err) == (left < len(LINES))
    assert run(*words)[1] == "" and out.read_bytes() == whole  # without --resume: again from the start
    out.write_bytes(whole + b"one more\n")
    assert "has more lines than the input has puzzles" in run(*words, "--resume")[2]


@pytest.mark.parametrize("command", ["solve", "rate --format csv"])
@pytest.mark.parametrize("suffix", [".txt", ".gz"])
def test_an_old_file_continues_in_its_part(run, file, tmp_path, command, suffix):
    """Without a part, the lines of the file are the answers so far; the file changes when the last one is there."""
    out, part, whole = tmp_path / f"out{suffix}", tmp_path / f"out{suffix}.part", tmp_path / f"whole{suffix}"
    words = [*command.split(), "-q", file, "--resume", "-o"]
    run(*words, out)
    old = out.read_bytes()
    file.write_text(file.read_text() * 2)
    run(*words, whole)
    code, _, err = run(*words, out, "--format", "json")
    assert code == 2 and f"{out} does not continue here" in err and not part.exists()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GrowingFile, "complete", lambda self: signal.raise_signal(signal.SIGINT))
        assert run(*words, out)[0] == 130
    assert out.read_bytes() == old and text_of(part) == text_of(whole)
    assert run(*words, out)[:2] == (0, "") and not part.exists()
    assert text_of(out) == text_of(whole)
    inode = out.stat().st_ino
    assert run(*words, out)[:2] == (0, "") and not part.exists()
    assert out.stat().st_ino == inode  # nothing was missing, and nothing is written


def text_of(path):
    return gzip.open(path, "rt").read() if ".gz" in path.name else path.read_text()


@pytest.mark.parametrize("command", ["solve", "count --format csv", "rate --workers 2", "convert --to sdm"])
def test_a_part_is_refused_without_resume(run, file, tmp_path, command):
    out, part = tmp_path / "out.txt", tmp_path / "out.txt.part"
    words = [*command.split(), "-q", "-o", out, file]
    run(*words)
    whole = out.read_bytes()
    half = b"".join(whole.splitlines(keepends=True)[:3]) + b"cut o"
    out.write_text("old\n")
    part.write_bytes(half)
    code, _, err = run(*words)
    assert code == 2 and err.endswith(
        f"{part} has the answers of an interrupted run; continue it with --resume, or remove it\n"
    )
    other = file.with_name("other.txt")
    other.write_text(f"{OTHER}\n" * 9)
    code, _, err = run(*words[:-1], other, "--resume")
    assert code == 2 and f"--output {part} does not continue here" in err
    assert (out.read_text(), part.read_bytes()) == ("old\n", half)
    run(*words, "--resume")
    assert out.read_bytes() == whole and not part.exists()
    part.write_bytes(half)
    for uncounted in (["canonical", "--distinct"], ["solve", "--format", "grid"], ["convert", "--to", "numbers"]):
        assert run(*uncounted, "-o", out, file)[2].endswith("of an interrupted run; remove it\n")
    part.write_bytes(b"")  # as a kill may leave it
    out.write_text("old\n")
    run(*words)
    assert out.read_bytes() == whole and not part.exists()


@pytest.mark.parametrize("command", ["solve", "check --format json", "rate", "convert --to csv", "canonical"])
def test_an_input_without_a_puzzle_is_no_answer(run, tmp_path, command):
    """Another file by mistake, or another board: each line is refused, and the old answers stay."""
    file, out = tmp_path / "p.txt", tmp_path / "out.txt"
    for text, words in ((f"{SHORT}\n" * 70, []), (f"{A}\n" * 70, ["--box", "2x3"]), ("# nothing\n", [])):
        file.write_text(text)
        for old in (None, "old\n"):
            if old:
                out.write_text(old)
            code, _, err = run(*command.split(), *words, "-o", out, file)
            assert code == 2 and ("is not written: the input has no valid puzzle" in err or "no puzzle in" in err)
            assert out.exists() == bool(old) and not (tmp_path / "out.txt.part").exists()
            assert not old or out.read_text() == old
            out.unlink(missing_ok=True)
    file.write_text(f"{SHORT}\n{A}\n")
    assert run(*command.split(), "-o", out, file)[0] == 2 and text_of(out).count("\n") >= 2


def test_all_sources_are_looked_at_first(run, tmp_path):
    good, table, empty = tmp_path / "good.txt", tmp_path / "table.csv", tmp_path / "empty.txt"
    good.write_text(f"{A}\n")
    table.write_text(f"a,b\n1,{A}\n")
    empty.write_text("")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\0" * 99)
    for words, why in (
        ([good, tmp_path / "none.txt"], "no such file"),
        ([good, tmp_path], "Is a directory"),
        ([good, binary], "binary"),
        ([good, "12.4"], "neither a file nor a puzzle"),
        ([good, A[:-1]], "80 cells"),
        (["--column", "b", table, good], "no column 'b'"),
        (["--rules", tmp_path / "none.json", good, good], "none.json"),
        (["--regions", tmp_path / "none.txt", good, good], "none.txt"),
    ):
        for command in ("solve", "check", "rate", "convert --to line", "hint", "explain"):
            code, out, err = run(*command.split(), *words)
            assert (code, out) == (2, "") and why in err, (command, words, err)
    assert run("solve", "-q", good, empty, good)[:2] == (0, f"{SOLVED}\n" * 2)


def test_a_stream_is_not_continued(run, file):
    assert (
        "--resume continues a file; --output /dev/stdout is none"
        in run("solve", "-o", "/dev/stdout", "--resume", file)[2]
    )


def test_a_block_of_lines_continues_at_any_line(run, tmp_path):
    """Plain lines are read in blocks, which a run that continues enters anywhere."""
    file, out = tmp_path / "p.txt", tmp_path / "out.txt"
    file.write_text("".join(f"{line}\n" for line in [A, OTHER, HARD] * 100 + [SHORT] + [A[::-1], A] * 100))
    for command in ("solve", "check", "count --format csv", "canonical"):
        words = [*command.split(), "-q", "-o", out, file]
        run(*words)
        whole = out.read_text().splitlines(keepends=True)
        for lines in (1, 63, 150, 299, 300, 301, 302, 340, 500, 501):
            out.write_text("".join(whole[:lines]) + "cut o")
            assert run(*words, "--resume")[1] == ""
            assert out.read_text() == "".join(whole)


def test_a_file_of_another_run_is_not_continued(run, file, tmp_path):
    out = tmp_path / "out.txt"
    out.write_text("other.txt:1: 1.2 easy, hidden single\n")
    code, _, err = run("rate", "-o", out, "--resume", file)
    assert code == 2 and "its last line is not of" in err
    assert "name it with --output" in run("rate", "--resume", file)[2]
    assert "--distinct leaves out" in run("canonical", "--distinct", "-o", out, "--resume", file)[2]
    row = f"puzzle,status,guesses\n{OTHER},unique,0"
    for form, start in (("json", '{"source": "other.txt", "line": 1, '), ("csv", row)):
        out.write_text(f"{start}\n")
        code, _, err = run("check", "--format", form, "-o", out, "--resume", file)
        assert code == 2 and f"its last line is not of {file}:1" in err
    for line in ("notes", SOLVED[::-1]):
        out.write_text(f"{line}\n")
        code, _, err = run("solve", "-o", out, "--resume", file)
        assert code == 2 and f"its last line is not of {file}:1" in err and out.read_text() == f"{line}\n"
    for form in ("line", "csv", "json"):
        assert run("rate", "-q", "--format", form, "-o", out, file)[0] == 2
        before = "".join(out.read_text().splitlines(keepends=True)[: 2 if form == "csv" else 1])
        out.write_text(before)
        code, _, err = run("rate", "--scale", "se", "--format", form, "-o", out, "--resume", file)
        why = "its first line is not 'puzzle," if form == "csv" else "with these options its last line would differ"
        assert code == 2 and why in err and out.read_text() == before
    puzzles = "".join(f"{A}\n" for _ in range(3))
    file.write_text(puzzles)
    for form, other in (("csv", "tsv"), ("tsv", "csv"), ("csv", "line")):
        for command in ("solve", "rate"):
            run(command, "-q", "--format", other, "-o", out, file)
            before = out.read_text()
            out.write_text(before[:-10])
            code, _, err = run(command, "--format", form, "-o", out, "--resume", file)
            assert code == 2 and "does not continue here: its first line is not 'puzzle" in err
            assert out.read_text() == before[:-10]
    for command, text in (("solve", puzzles), ("count", puzzles), ("count", f"{SOLVED}\n"), ("solve", "1\n")):
        out.write_text(text)
        code, _, err = run(command, "-o", out, "--resume", file)
        assert code == 2 and f"its last line is not of {file}" in err and out.read_text() == text
    assert "--format grid prints several" in run("solve", "--format", "grid", "-o", out, "--resume", file)[2]
    assert "both read and written" in run("solve", "-o", file, file)[2] and file.read_text() == puzzles
    assert "--to grid writes several" in run("convert", "--to", "grid", "-o", out, "--resume", file)[2]
    assert run("rate", "-o", tmp_path / "no" / "out", file)[2].startswith("sudoku: --output ")


@pytest.mark.parametrize("command", ["rate", "check --seed 1", "candidates --workers 2"])
def test_killed_and_continued(tmp_path, command):
    """The process is killed once it has written lines; the next run writes the others."""
    path, out = tmp_path / "p.txt", tmp_path / "out.txt"
    path.write_text(f"{A}\n{A[::-1]}\n" * 5000)
    words = [sys.executable, "-m", "sudoku", *command.split(), "-q", "-o", str(out), str(path)]
    part = tmp_path / "out.txt.part"
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        while not (part.exists() and part.stat().st_size) and process.poll() is None:
            pass
        process.kill()
        process.communicate(timeout=PATIENCE)  # the pipe ends when the last worker has ended
    before = part.read_bytes()
    assert not out.exists()
    assert 0 < before.count(b"\n") < 10000
    path.write_text(f"{A}\n{A[::-1]}\n" * (before.count(b"\n") // 2 + 3))
    assert subprocess.run([*words, "--resume"], check=False, timeout=PATIENCE).returncode == 0
    lines = out.read_text().splitlines()
    assert len(lines) == before.count(b"\n") // 2 * 2 + 6
    if "candidates" in command:
        assert lines == [" ".join(SOLVED), " ".join(SOLVED[::-1])] * (len(lines) // 2)
    else:
        assert [int(line.split(":")[1]) for line in lines] == list(range(1, len(lines) + 1))


def test_hints_in_stages(run, file):
    words = [run("hint", "--stage", stage, HARD)[1].strip() for stage in (1, 2, 3)]
    assert words[:2] == ["hidden single", "hidden single in box 7"]
    assert words[2] == run("hint", HARD)[1].strip() == f"hidden single: {sudoku.hint(HARD).words}"
    steps = sudoku.solve_logically(HARD).steps
    assert all(step.stage(2) == f"{step.stage(1)} in {step.place}" for step in steps)
    extreme = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    chain = next(step for step in sudoku.solve_logically(extreme).steps if len(step.houses) > 3)
    assert chain.place == sudoku.Board().cell_name(chain.cells[0])


def test_a_hint_reports_that_a_clue_may_be_wrong(run):
    assert run("hint", A)[2] == ""
    code, out, err = run("hint", A.replace("6", ".", 1))  # still one solution
    assert (code, err) == (0, "")
    code, out, err = run("hint", SEVERAL[:-1] + ".")
    assert (code, bool(out)) == (0, True) and "several solutions: a clue may be missing or wrong" in err
    code, out, err = run("hint", A[:2] + "1" + A[3:])
    assert (code, out) == (1, "no step is found: no solution\n") and "'sudoku diagnose' names clues" in err
    assert run("hint", CLASH)[2].count("no solution") == 1
    for command in ("hint", "explain"):
        for puzzle in (SEVERAL[:-1] + ".", A[:2] + "1" + A[3:], CLASH):
            told, quiet = run(command, puzzle), run(command, "-q", puzzle)
            assert quiet == (*told[:2], "") and (told[2] or command == "explain")
        assert "invalid" not in run(command, "--quiet", "x" * 81)[1] and run(command, "--quiet", "x" * 81)[2]


def test_a_single_puzzle_has_no_summary(run):
    assert run("rate", A) == (0, "1.2 easy, hidden single\n", "")
    assert run("candidates", A)[1:] == (" ".join(SOLVED) + "\n", "")


def test_candidates_out_of_time(run):
    code, out, _ = run("candidates", "--time-limit", "0", "." * 81)
    assert (code, out) == (3, "unfinished\n")
    with pytest.raises(dlx.Unfinished) as cut:
        sudoku.candidates("." * 81, time_limit=0)
    assert cut.value.status is dlx.Status.TIME_LIMIT and len(cut.value.partial) == 81
    assert sudoku.candidates_batch(["." * 81, CLASH], time_limit=0)[0] is None


@pytest.mark.parametrize("board", [Board(2, 2), Board(2, 2, variants=["x"]), Board(2, 3), Board(1, 4)], ids=str)
def test_candidates_are_those_of_all_solutions(board):
    rng = random.Random(3)
    every = list(map(str, sudoku.solutions("." * board.cells, board=board))) if board.cells == 16 else None
    texts, wanted = [], []
    for _ in range(30):
        full = rng.choice(every) if every else sudoku.solve("." * 36, board=board, seed=rng.randrange(99))
        cells = [sign if rng.random() < (0.35 if every else 0.6) else "." for sign in full]
        if rng.random() < 0.2:
            cells[rng.randrange(board.cells)] = str(rng.randint(1, board.side))
        texts.append("".join(cells))
        solutions = [list(map(int, found)) for found in sudoku.solutions(texts[-1], board=board)]
        columns = zip(*solutions, strict=True)
        wanted.append(tuple(tuple(sorted(set(column))) for column in columns) or ((),) * board.cells)
    assert [sudoku.candidates(text, board=board) for text in texts] == wanted
    assert sudoku.candidates_batch(texts, board=board) == wanted
    assert len({len(found[0]) for found in wanted}) > 1


def test_ratings_of_many():
    lines = [A, CLASH, SEVERAL, A[::-1]] * 5
    wanted = [sudoku.rate(line) for line in lines]
    assert sudoku.rate_batch(lines) == wanted
    assert sudoku.rate_batch(np.array([list(Board().parse(line)) for line in lines])) == wanted
    with ThreadPoolExecutor(2) as pool:
        assert sudoku.rate_batch(iter(lines), executor=pool) == wanted
    assert sudoku.rate_batch(lines[:2] * 20, workers=2) == wanted[:2] * 20
    assert [rating.status for rating in sudoku.rate_batch([HARD], time_limit=0)] == [LogicStatus.TIME_LIMIT]
    assert sudoku.rate_batch([]) == []
    assert [rating.status for rating in sudoku.rate_batch([A, SHORT])] == [LogicStatus.SOLVED, LogicStatus.INVALID]
    with pytest.raises(TypeError, match=r"rate_batch\(\) takes a list of puzzles; use rate\(\)"):
        sudoku.rate_batch(A)


def turned(puzzle, rng):
    """Return the puzzle with other names for the digits, transposed, and with bands and rows exchanged."""
    grid = np.array(list(puzzle)).reshape(9, 9)
    names = dict(zip("123456789.", [*rng.sample("123456789", 9), "."], strict=True))
    grid = grid.T if rng.random() < 0.5 else grid
    for _ in range(2):
        order = [3 * band + row for band in rng.sample(range(3), 3) for row in rng.sample(range(3), 3)]
        grid = grid[order].T
    return "".join(names[sign] for sign in grid.ravel())


def test_canonical_forms_of_many(run, tmp_path):
    rng = random.Random(1)
    lines = [line for puzzle in (A, HARD, SEVERAL) for line in (puzzle, *(turned(puzzle, rng) for _ in range(4)))]
    forms = sudoku.canonical_batch(lines)
    assert forms == [sudoku.canonical(line) for line in lines]
    assert len(set(forms)) == 3
    array = sudoku.canonical_batch(np.array([list(Board().parse(line)) for line in lines]))
    assert [Board().line(form.tobytes()) for form in array] == forms
    with pytest.raises(ValueError, match="has no canonical form"):
        sudoku.canonical_batch(["." * 81], board=Board(variants=["x"]))
    path = tmp_path / "p.txt"
    path.write_text("\n".join([*lines[:7], SHORT, *lines[7:]]))
    code, out, err = run("canonical", "--distinct", path)
    assert (code, out.splitlines()) == (2, [A, HARD, SEVERAL])
    assert "3 distinct" in err and "12 left out as the same" in err
    assert run("canonical", "--variant", "x", A)[0] == 2
    known = tmp_path / "known.txt"
    known.write_text(f"{turned(HARD, rng)}\n{SHORT}\n")
    code, out, err = run("canonical", "--distinct", "--except", known, path)
    assert (code, out.splitlines()) == (2, [A, SEVERAL])
    assert "2 distinct" in err and "13 left out as the same" in err and f"{known}:2: 80 cells" in err
    assert "add --distinct" in run("canonical", "--except", known, path)[2]


def test_tables_beside_the_answers(run, file):
    answers = {"solve": [SOLVED, "none"], "count": ["1", "0"], "check": ["unique", "none"]}
    for command, words in answers.items():
        for form, delimiter in (("csv", ","), ("tsv", "\t")):
            _, out, _ = run(command, "-q", "--format", form, file)
            rows = list(csv.reader(io.StringIO(out), delimiter=delimiter))[1:]
            assert [puzzle for puzzle, _, _ in rows] == LINES
            assert [answer for _, answer, _ in rows][:4] == [*words, "invalid", words[1]]


def test_parquet(run, file, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "p.parquet"
    code, _, err = run("convert", "--to", "parquet", "--solution", "-o", path, file)
    assert code == 2 and "7 puzzles" in err
    table = parquet.read_table(path).to_pydict()
    assert table["puzzle"] == [None if line == SHORT else line for line in LINES]
    assert table["solution"][:2] == [SOLVED, ""]
    assert run("solve", "-q", path)[1].splitlines()[0] == SOLVED
    assert "name it with --output" in run("convert", "--to", "parquet", file)[2]
    assert run("rate", "--format", "parquet", "-o", path, file)[0] == 2
    table = parquet.read_table(path)
    assert [str(kind) for kind in table.schema.types] == ["string", "string", "double", "string", "string", "double"]
    found = table.to_pydict()
    assert found["puzzle"] == [None if line == SHORT else line for line in LINES]
    assert found["score"][:3] == [1.2, None, None] and found["status"][2] == "invalid"
    assert run("rate", "--format", "parquet", "-o", tmp_path / "no" / "p", file)[2].startswith("sudoku: --output ")
    assert "--solution is for tables" in run("convert", "--to", "sdm", "--solution", file)[2]


@pytest.mark.parametrize("command", ["rate --format parquet", "convert --to parquet", "candidates --format parquet"])
def test_an_interrupted_parquet_file_has_the_rows_so_far(tmp_path, command):
    parquet = pytest.importorskip("pyarrow.parquet")
    path, out = tmp_path / "p.txt", tmp_path / "out.parquet"
    path.write_text(f"{A}\n" * 1_000_000)
    words = [sys.executable, "-m", "sudoku", *command.split(), "-o", str(out), str(path)]
    part = tmp_path / "out.parquet.part"
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        while not part.exists() and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
    assert f"sudoku: the answers so far are in {part}\n" in err and not out.exists()
    rows = parquet.read_table(part).to_pydict()["puzzle"]
    assert 0 < len(rows) < 1_000_000 and set(rows) == {A}
    code = subprocess.run(words, check=False, timeout=PATIENCE, capture_output=True, text=True)
    assert code.returncode == 2 and f"{part} has the answers of an interrupted run; remove it\n" in code.stderr


def test_ctrl_c_waits_until_rows_are_written(tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(tables, "ROWS_PER_GROUP", 3)
    write = parquet.ParquetWriter.write_table

    def write_table(self, rows):
        write(self, rows)
        if rows.num_rows == 3 and rows.to_pydict()["k"][0] == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(parquet.ParquetWriter, "write_table", write_table)
    path = tmp_path / "out.parquet"
    with pytest.raises(KeyboardInterrupt), GrowingFile(path) as file, tables.ParquetTable(file, {"k": int}) as table:
        for k in range(9):
            table.add([k])
        file.complete()
    assert [name.name for name in tmp_path.iterdir()] == ["out.parquet.part"]
    assert parquet.read_table(tmp_path / "out.parquet.part").to_pydict() == {"k": [0, 1, 2, 3, 4, 5]}


RULED = [Board(variants=["x"]), Board(regions="".join(map(str, [1, 2, 3, 4, 5, 6, 7, 8, 9] * 9))), Board()]


def test_a_form_without_rules_says_so(run, tmp_path):
    """Lines and tables have the digits of a puzzle alone: one note a run, and the same exit code."""
    links = tmp_path / "links.txt"
    links.write_text("".join(f"{sudoku.write_link('.' * 80 + '1', board)}\n" for board in RULED))
    note = "sudoku: the rules of 2 puzzles are not in the output ({}); sudoku convert --to f-puzzles keeps them"
    for form in ("line", "sdm", "grid", "numbers", "hodoku", "csv", "tsv"):
        code, out, err = run("convert", "--to", form, links)
        assert code == 0 and "1" in out and err.splitlines()[0] == note.format(form)
        assert run("convert", "-q", "--to", form, links)[1:] == (out, "")
    for form in ("f-puzzles", "sudokupad"):
        assert "rules" not in run("convert", "--to", form, links)[2]
    assert "rules" not in run("convert", "--to", "sudokuwiki", links)[2].splitlines()[-1]  # they are refused
    for command in ("solve", "count --limit 2", "candidates"):
        for form in ("csv", "tsv"):
            assert note.format(form) in run(*command.split(), "--format", form, links)[2].splitlines()
        assert "are not in the output" not in run(*command.split(), links)[2]
    assert "the rules of 1 puzzle are not" in run("convert", "--to", "line", "--variant", "x", A)[2]
    assert run("convert", "--to", "line", A)[2] == ""


@pytest.mark.parametrize("command", ["solve", "rate", "convert --to hodoku"])
@pytest.mark.parametrize(("suffix", "module"), [(".gz", gzip), (".xz", lzma), (".bz2", bz2)])
def test_a_compressed_output(run, file, tmp_path, command, suffix, module):
    plain, compressed = tmp_path / "plain.txt", tmp_path / f"compressed.txt{suffix}"
    answered = [run(*command.split(), "-q", "-o", path, file)[0] for path in (plain, compressed)]
    assert answered == [2, 2]
    assert module.open(compressed, "rt").read() == plain.read_text() != ""


@pytest.mark.parametrize(
    "command", ["rate", "convert --to csv", "candidates --format tsv", "solve --workers 2", "check"]
)
@pytest.mark.parametrize(("suffix", "module"), [(".gz", gzip), (".xz", lzma), (".bz2", bz2)])
def test_a_compressed_output_continues_after_a_kill(run, file, tmp_path, monkeypatch, command, suffix, module):
    """Wherever a kill cuts it off: with a member for each job, or a single member as other programs write it."""
    monkeypatch.setattr(packed, "MEMBER_BYTES", 1)
    monkeypatch.setattr(each, "FIRST_JOB", 2)
    out = tmp_path / f"out.txt{suffix}"
    words = [*command.split(), "-q", "-o", out, file]
    assert run(*words)[:2] == (2, "")
    whole = module.open(out).read()
    assert whole.count(b"\n") == len(LINES) + ("csv" in command or "tsv" in command)
    for data in (out.read_bytes(), module.compress(whole), module.compress(whole[:100]) + module.compress(whole[100:])):
        for cut in (0, 3, 25, len(data) // 3, len(data) // 2, len(data) - 30, len(data) - 1, len(data)):
            out.write_bytes(data[:cut])
            code, shown, _ = run(*words, "--resume")
            assert (code in (0, 1, 2), shown, module.open(out).read()) == (True, "", whole)
    out.write_bytes(module.compress(whole + b"one more\n"))
    assert "has more lines than the input has puzzles" in run(*words, "--resume")[2]
    notes = b"notes of another\n"
    for other in (notes * 9, module.compress(notes), module.compress(whole) + notes, b"\0" * 99):
        out.write_bytes(other)
        code, _, err = run(*words, "--resume")
        assert code == 2 and "does not continue here" in err and out.read_bytes() == other


@pytest.mark.parametrize(("suffix", "module"), [(".gz", gzip), (".xz", lzma), (".bz2", bz2)])
def test_a_compressed_output_waits_with_ctrl_c_until_its_lines_are_written(tmp_path, monkeypatch, suffix, module):
    path, make = tmp_path / f"out{suffix}", packed.PACKED[suffix]
    packing = make()

    def compress(data):
        if b"3" in data:
            signal.raise_signal(signal.SIGINT)
        return packing.compress(data)

    monkeypatch.setitem(packed.PACKED, suffix, lambda: packing._replace(compress=compress))
    monkeypatch.setattr(packed, "MEMBER_BYTES", 3)
    part = tmp_path / f"out{suffix}.part"
    with pytest.raises(KeyboardInterrupt), GrowingFile(path) as file, packed.PackedOutput(file, False) as out:
        for k in range(9):
            out.write(f"{k}\nx")
            out.flush()
        file.complete()
    assert module.open(part, "rt").read() == "0\nx1\nx2\nx3\n" and not path.exists()
    with GrowingFile(path) as file, packed.PackedOutput(file, True) as out:
        assert (out.done, out.begun.first, out.begun.last) == (4, "0", "x3")
    assert module.open(part, "rt").read() == "0\nx1\nx2\nx3\n"
    with GrowingFile(path) as file, packed.PackedOutput(file, True) as out:
        file.complete()
    assert module.open(path, "rt").read() == "0\nx1\nx2\nx3\n" and not part.exists()


@pytest.mark.parametrize(
    ("command", "suffix"),
    [("candidates --workers 2", ".gz"), ("convert --to csv --solution", ".bz2"), ("solve --stats", ".xz")],
)
def test_an_interrupted_compressed_output_opens(tmp_path, command, suffix):
    path, out = tmp_path / "p.txt", tmp_path / f"out{suffix}"
    path.write_text("".join(f"{line}\n" for line in (A, HARD)) * 200_000)
    words = [sys.executable, "-m", "sudoku", *command.split(), "-o", str(out), str(path)]
    part = tmp_path / f"out{suffix}.part"
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
        while not (part.exists() and part.stat().st_size) and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        process.wait(timeout=PATIENCE)
    assert process.returncode == 130 and not out.exists()
    text = {".gz": gzip, ".xz": lzma, ".bz2": bz2}[suffix].open(part, "rt").read()
    assert text.endswith("\n") and 0 < text.count("\n") < 400_000


def test_outputs_that_the_name_alone_does_not_make(run, file, tmp_path):
    for suffix, words in ((".zst", "choose .gz or .xz"), (".parquet", "needs --format parquet")):
        code, out, errors = run("solve", "-o", tmp_path / f"o{suffix}", file)
        assert (code, out) == (2, "") and words in errors and not (tmp_path / f"o{suffix}").exists()


def test_a_column_of_a_command(run, tmp_path):
    path = tmp_path / "p.csv"
    path.write_text(f"a,b\n{SOLVED},{A}\n")
    for command in ("solve", "candidates", "rate", "hint", "check", "explain"):
        assert run(command, "--column", "b", path)[0] == 0
    assert "no column 'c'; the columns are a, b" in run("solve", "--column", "c", path)[2]
    assert "--column is for files" in run("solve", "--column", "1", A)[2]


def test_a_line_of_hodoku_as_an_argument(run):
    assert run("solve", "-q", f":0000:x:{A}:::") == (0, f"{SOLVED}\n", "")
    assert run("convert", "--to", "hodoku", A) == (0, f":0000:x:{A}:::\n", "")
    assert "80 cells" in run("solve", f":0000:x:{A[1:]}:::")[2]


def test_interrupted(tmp_path):
    path, out, part = tmp_path / "p.txt", tmp_path / "out.txt", tmp_path / "out.txt.part"
    path.write_text(f"{A}\n" * 5000)
    words = [sys.executable, "-m", "sudoku", "rate", "--workers", "2", "-o", str(out), str(path)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        while not (part.exists() and part.stat().st_size) and process.poll() is None:
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
    assert err.endswith(f"sudoku: the answers so far are in {part}; --resume continues them\nsudoku: interrupted\n")


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no groups of processes")
@pytest.mark.parametrize("seconds", [0.25, 0.35, 0.45])
def test_the_keyboard_interrupts_workers_as_they_start(tmp_path, seconds):
    path, out = tmp_path / "p.txt", tmp_path / "out.txt"
    path.write_text(f"{A}\n" * 50_000)
    words = [sys.executable, "-m", "sudoku", "rate", "--workers", "2", "-o", str(out), str(path)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        wait_for_work(process, seconds)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
