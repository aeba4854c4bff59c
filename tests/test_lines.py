"""Puzzles in bulk: the compiled readers and printers agree with those written in Python."""

import io
import random
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku
from sudoku import Board
from sudoku.engine.cover import clues
from sudoku.engine.lines import givens, lines, numbered, plain, run_of
from sudoku.reading import lines as text_lines
from sudoku.reading import reading, sources, stream
from sudoku.terminal import cli

BOARD = Board()
SOLVED = sudoku.solve("." * 81)


def some_puzzles(n, seed=1):
    """Return puzzles with one solution, several, none, or clues that contradict each other."""
    rng = random.Random(seed)
    puzzles = []
    for _ in range(n):
        kept = rng.sample(range(81), rng.choice([25, 40, 60]))
        cells = [digit if cell in kept else rng.choice(".0") for cell, digit in enumerate(SOLVED)]
        if rng.random() < 0.1:
            cells[rng.randrange(81)] = rng.choice("123456789")
        puzzles.append("".join(cells))
    return puzzles


def some_file(seed=1):
    rng = random.Random(seed)
    text = []
    for puzzle in some_puzzles(400, seed):
        remark = rng.choice(["", "", "", " easy", ",1234", "\t# hard", ";x", '"'])
        text.append(puzzle + remark + rng.choice(["\n", "\n", "\n", "\r\n"]))
        if rng.random() < 0.02:
            text.append(rng.choice(["# a comment\n", "\n", puzzle[:80] + "\n", "?" + puzzle[1:] + "\n", "12\n\n"]))
        if rng.random() < 0.01:
            text.append(BOARD.grid(BOARD.parse(puzzle)) + "\n")
    return "".join(text)


@pytest.mark.parametrize("chunk", [100, 5_000, sources.CHUNK_BYTES])
def test_the_same_records(chunk, monkeypatch):
    text = some_file(2)
    monkeypatch.setattr(sources, "CHUNK_BYTES", chunk)
    monkeypatch.setattr(text_lines, "CHUNK_BYTES", chunk)
    parts = list(reading._blocks(io.BytesIO(text.encode()), "t", None))
    assert sum(isinstance(part, reading.Block) for part in parts) > 5
    records = list(reading._records(iter(parts)))
    monkeypatch.setattr(text_lines.LineReader, "block", lambda *_: None)
    assert records == list(sudoku.read_puzzles(io.BytesIO(text.encode()), "t"))
    assert len(records) > 400


@pytest.mark.parametrize("command", [["solve"], ["check"], ["count"], ["count", "--limit", "3"], ["check", "-q"]])
@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_the_same_answers(command, engine, tmp_path, monkeypatch, capsys):
    path = tmp_path / "mixed.txt"
    path.write_text(some_file(3), newline="")
    arguments = [command[0], str(path), "--engine", engine, *command[1:]]
    if command == ["count"]:
        path.write_text("".join(f"{line}\n" for line in some_puzzles(300, 4) if line.count(".") + line.count("0") < 50))
    said = []
    for least in (1, 10**9):
        monkeypatch.setattr(stream, "LEAST_LINES_IN_BULK", least)
        code = cli.main(arguments)
        out, err = capsys.readouterr()
        complaints = [line for line in err.splitlines() if "puzzles," not in line]
        summary = re.sub(r", [0-9.]+ m?s$", "", err.strip()).splitlines()[-1:]
        said.append((code, out, sorted(complaints), summary))
    assert said[0] == said[1]
    assert len(said[0][1]) > 300


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.integers(0, 5))
def test_plain_lines(noise, start):
    """A line is plain only if the reader in Python takes it for a puzzle with these cells."""
    board = Board(1, 2)
    text = noise.replace(b"a", b"12.1\n").replace(b"b", b"0021 x\r\n")
    puzzles, end = plain(text, min(start, len(text)), board.values, board.cells, 100)
    taken = text[min(start, len(text)) : end]
    found = taken.removesuffix(b"\n").split(b"\n") if taken else []
    assert len(puzzles) == 4 * len(found)
    for k, line in enumerate(found):
        assert board.parse(line[:4].decode()) == puzzles[4 * k : 4 * k + 4]
        assert b"\r" not in line[:-1]


def test_plain_stops_where_a_closer_look_is_needed():
    board = Board(1, 2)
    good = b"12.1\n"
    for other in (
        b"12.13\n",
        b"12.\n",
        b"# 12.1\n",
        b" 12.1\n",
        b"12.1",
        b"12.1\rx\n",
        b"12.1 \0\n",
        b'12.1"\n',
        b"12.1" + b" " * 70_000 + b"\n",
    ):
        assert plain(good + other, 0, board.values, 4, 9) == (b"\1\2\0\1", 5), other[:20]
    assert plain(good * 5, 0, board.values, 4, 3) == (b"\1\2\0\1" * 3, 15)
    for remark in (b",x", b" # x", b"#x", b";", b" " * 60_000):
        assert plain(b"12.1" + remark + b"\n", 0, board.values, 4, 9) == (b"\1\2\0\1", 5 + len(remark))


def test_givens_and_lines():
    puzzles = some_puzzles(50)
    grids = np.frombuffer(b"".join(map(BOARD.parse, puzzles)), np.uint8).reshape(-1, 81)
    indptr, options = givens(grids, 9)
    for k, grid in enumerate(grids):
        assert options[indptr[k] : indptr[k + 1]].tolist() == clues(BOARD, grid.tobytes())
    assert len(options) == indptr[-1] + 1
    spelt = "".join(f"{BOARD.line(grid.tobytes())}\n" for grid in grids[10:20])
    assert lines(grids, 10, 20, BOARD.characters).decode() == spelt
    assert givens(grids[:0], 9)[0].tolist() == [0]
    assert numbered(b"a:", 1, 1_234, b"!").decode() == "".join(f"a:{k}!\n" for k in range(1, 1_234))
    assert numbered(b"", 0, 1, b"") == b"0\n"
    assert numbered(b"x", 5, 5, b"y") == b""
    assert numbered(b"\xff:", 5, 6, b"") == b"\xff:5\n"  # a file whose name is not UTF-8
    assert run_of(np.array([1, 1, 2, 1], np.int64), 0, 1, 1) == 2
    assert run_of(np.array([1, 1, 2, 1], np.int64), 3, 1, 1) == 4
