# SPDX-License-Identifier: MIT
"""Fixed bugs of readers, found by tests/nightly/fuzz.py, by its seeds, or by hand while we wrote that program."""

import io
import random
from dataclasses import dataclass
from fractions import Fraction
from zipfile import ZipFile

import numpy as np
import pytest

from dlx import ZDD, Part, Problem, run_part
from dlx.terminal.commands.shared import numbers
from sudoku import Board
from sudoku.reading import lines
from sudoku.reading.sources import source_of
from sudoku.variants import NAMED, Kropki, Thermometers
from tests.problems import counted

AB = Problem([["a"], ["b"], ["a", "b"]])
TWO = Problem([["a"], ["a"], ["a"]], {"a": 2})


@pytest.mark.parametrize("cost", ["4611686018427387904", "9999999999999999999 |9999999999999999999"])
def test_a_cost_too_large_is_told_with_its_line(cost):
    with pytest.raises(ValueError, match=r"f:2: .* the costs of all options must be less than 2\^62 together"):
        Problem.parse(["a", f"a |{cost}"], "f")


def test_costs_too_large_together_are_told_with_a_line():
    with pytest.raises(ValueError, match=r"f:3: the costs of all options, without their signs, add up to 2.62 or more"):
        Problem.parse(["a", f"a |{2**61}", f"a |{2**61}"], "f")


def test_a_separator_that_is_no_white_space_to_int():
    with pytest.raises(ValueError, match=r"--given .0.x1d.: there is no item .0."):
        numbers(AB, ["0\x1d"], "given")


@pytest.mark.parametrize("word", ["x", "xx1", "٣", "", "1" * 19])
def test_a_word_that_is_no_variable(word):
    with pytest.raises(ValueError, match="is not a variable of a model, such as x3 or -x4"):
        AB.to_opb().solution([word])


@pytest.mark.parametrize("rest", [(99, 1), (0, 1), (-2, 1), (-1, 0), (-1, -1), (-1, 3)])
def test_a_part_whose_rest_is_no_node(rest):
    """Such parts read and wrote beyond the kernel's arrays."""
    with pytest.raises(ValueError, match="these given and banned options have no such branches left"):
        run_part(TWO, Part((), (), Fraction(1), (), rest))
    assert run_part(TWO, Part((), (), Fraction(1), (), (-1, 2))).count == 3
    assert TWO.count() == 3


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_checkpoint_is_refused(seed, tmp_path):
    """A bit flipped in a number changed the total; elsewhere it raised errors of SQLite, JSON and fractions."""
    file, rng = tmp_path / "run", random.Random(seed)
    problem = Problem([[row, 4 + column] for row in range(4) for column in range(4)])
    counted(problem, workers=1, checkpoint=file)
    whole = file.read_bytes()
    places = [k for k, byte in enumerate(whole) if byte]
    for _ in range(40):
        damaged = bytearray(whole)
        damaged[rng.choice(places)] ^= 1 << rng.randrange(8)
        file.write_bytes(damaged)
        try:
            assert problem.count(checkpoint=file) == 24
        except ValueError as error:
            assert str(error).startswith(f"{file} is ")
        for left in tmp_path.glob("run-*"):
            left.unlink()


def test_a_damaged_diagram_is_refused(tmp_path):
    file, z = tmp_path / "z", AB.zdd()
    z.save(file)
    whole = file.read_bytes()
    assert ZDD.load(file, AB).count() == 2
    for place in range(0, len(whole), 5):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            assert isinstance(ZDD.load(file, AB).count(), int)
        except ValueError as error:
            assert str(error).startswith(f"{file} is ")


class Counted(bytes):
    """Bytes that count how many of them, at most, are searched for line ends."""

    looked = 0

    def find(self, what, start=0, end=None):
        found = super().find(what, start, len(self) if end is None else end)
        Counted.looked += (found if found >= 0 else len(self) if end is None else end) - start + 1
        return found


def test_lines_that_end_with_carriage_returns_alone():
    """Each line searched for the next line feed, up to 4 MB ahead, so the time grew with the square of the lines."""
    text = lines.LineReader(source_of(io.BytesIO()))
    text.data = Counted(b"#\r" * 5_000)
    assert [text.line() for _ in range(5_000)] == ["#\r"] * 5_000
    assert Counted.looked < 100_000


def test_a_variant_that_is_given_again_says_nothing_more():
    """Thirty times anti-knight on a 36x36 board took more than 6 s, because we expanded every repetition."""
    calls = []

    @dataclass(frozen=True)
    class Marked:
        name: str

        def add(self, rules, board):
            calls.append(self.name)

    board = Board(2, 2, variants=[Marked("a"), Marked("b"), *[Marked("a")] * 9])
    assert calls == ["a", "b"] and len(board.variants) == 11


def test_a_large_board_is_made_before_its_exclusions_are():
    """On 36x36, all named variants took 2.3 s to read and all dots 2.8 s, most of it work that only a search needs."""
    named = [name for name in NAMED if name not in ("doppelganger", "chaos-construction")]  # of smaller boards
    board = Board(6, 6, variants=[*named, Kropki(all_white=True, all_black=True)])
    assert "_needed" not in vars(board.rules)
    assert len(board.rules.said) < 200_000


def test_marks_that_are_given_again_say_nothing_more():
    """100,000 dots between the same two cells of a 36x36 board took minutes."""
    board = Board(6, 6, variants=[Kropki(["r1c1 r1c2"] * 1000), Thermometers(["r3c3 r4c4"] * 1000)])
    once = Board(6, 6, variants=[Kropki(["r1c1 r1c2"]), Thermometers(["r3c3 r4c4"])])
    assert board.rules.said == once.rules.said


def test_a_diagram_said_to_be_enormous(tmp_path):
    file, header = tmp_path / "z.npz", io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<i4", "fortran_order": False, "shape": (3, 10**12)})
    arrays = {"nodes": header.getvalue(), "root": npy(1), "problem": npy(AB.digest())}
    with ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            archive.writestr(f"{name}.npy", array)
    with pytest.raises(ValueError, match="is not a diagram: nodes has 0 bytes for shape"):
        ZDD.load(file, AB)


def npy(value):
    stream = io.BytesIO()
    np.save(stream, value)
    return stream.getvalue()


def test_the_largest_multiplicities_can_be_read_again():
    """2^30 has ten digits, and we read only nine."""
    problem = Problem([["a", "b"], ["a", "c"]], primary={"a": (0, 10**12), "b": 1, "c": 1})
    text = io.StringIO()
    problem.write(text)
    assert Problem.read(io.StringIO(text.getvalue())) == problem
