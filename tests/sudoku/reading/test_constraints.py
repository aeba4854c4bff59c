# SPDX-License-Identifier: MIT
"""Constraint strings: rules that hold for a solution, written as Interactive Sudoku Solver does, and as our classes."""

from itertools import pairwise
from random import Random
from urllib.parse import quote

import pytest

import sudoku
from sudoku import Board, read_link
from sudoku import variants as v
from sudoku.board.variants.parts import merged
from sudoku.reading.constraints import is_constraints, read_constraints
from tests.sudoku.reading.doors import Doors, unique_lines

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def path(rng, length):
    """Return cells that touch, as pairs of row and column."""
    cells = [(rng.randint(1, 9), rng.randint(1, 9))]
    while len(cells) < length:
        row, column = cells[-1]
        cell = row + rng.randint(-1, 1), column + rng.randint(-1, 1)
        cells.append(cell) if cell not in cells and min(cell) > 0 and max(cell) < 10 else cells.pop()
        cells = cells or [(rng.randint(1, 9), rng.randint(1, 9))]
    return cells


def rises(digits):
    return all(a < b for a, b in pairwise(digits))


def is_renban(digits):
    return sorted(digits) == list(range(min(digits), min(digits) + len(digits)))


def is_between(digits):
    return all(min(digits[0], digits[-1]) < digit < max(digits[0], digits[-1]) for digit in digits[1:-1])


def jump(digits):
    return min(abs(a - b) for a, b in pairwise(digits))


# Each row: the name, the arguments before the cells, our class, and when the rule holds.
LINES = {
    "Thermo": (v.Thermometers, rises),
    "Renban": (v.Renban, is_renban),
    "Palindrome": (v.Palindromes, lambda digits: digits == digits[::-1]),
    "Between": (v.BetweenLines, lambda digits: len(digits) > 2 and is_between(digits)),
    "Zipper": (v.Zippers, lambda digits: len(digits) == 3 and digits[0] + digits[2] == digits[1]),
    "DoubleArrow": (v.DoubleArrows, lambda digits: len(digits) > 2 and digits[0] + digits[-1] == sum(digits[1:-1])),
    "AllDifferent": (v.ExtraRegions, lambda digits: len(set(digits)) == len(digits)),
}


def any_rule(rng, digit):
    """Return a rule that a solution keeps, as a constraint and as a variant; None if a guess was wrong."""
    cells = path(rng, rng.randint(2, 4))
    digits, names = [digit[cell] for cell in cells], [f"r{r}c{c}" for r, c in cells]
    word = "~".join(f"R{r}C{c}" for r, c in cells)
    kind = rng.choice(
        [
            *LINES,
            "Whisper",
            "Cage",
            "Sum",
            "Arrow",
            "WhiteDot",
            "V",
            "Quad",
            "LookAndSay",
            "Greater",
            "Sandwich",
            "LittleKiller",
        ]
    )
    if kind in LINES:
        rule, holds = LINES[kind]
        return (f".{kind}~{word}", rule([names])) if holds(digits) else None
    if kind == "Whisper" and jump(digits):
        return f".Whisper~{jump(digits)}~{word}", v.Whispers([names], jump(digits))
    if kind == "Cage" and len(set(digits)) == len(digits):
        return f".Cage~{sum(digits)}~{word}", v.Killer([(sum(digits), names)])
    if kind == "Sum":
        return f".Sum~{sum(digits)}~{word}", v.Sums([(sum(digits), names)])
    if kind == "Arrow" and digits[0] == sum(digits[1:]):
        return f".Arrow~{word}", v.Arrows([(names[:1], names[1:])])
    if kind == "LookAndSay":
        number = digits.count(digits[0])
        return f".LookAndSay~{number}{digits[0]}~{word}", v.LookAndSay([(f"{number}{digits[0]}", names)])
    row, column = (min(part, 8) for part in cells[0])
    if kind == "Quad":
        square = [(row + r, column + c) for r in (0, 1) for c in (0, 1)]
        some = [digit[cell] for cell in rng.sample(square, 2)]
        return f".Quad~R{row}C{column}~{some[0]}~{some[1]}", v.Quadruples([(some, [f"r{r}c{c}" for r, c in square])])
    a, b = digit[row, column], digit[row, column + 1]
    pair, two = f"R{row}C{column}~R{row}C{column + 1}", [f"r{row}c{column}", f"r{row}c{column + 1}"]
    if kind == "WhiteDot" and abs(a - b) == 1:
        return f".WhiteDot~{pair}", v.Kropki(white=[two])
    if kind == "V" and a + b == 5:
        return f".V~{pair}", v.XV([("V", two)])
    if kind == "Greater" and a > b:
        return f".GreaterThan~{pair}", v.Thermometers([two[::-1]])
    if kind == "Sandwich":
        own = [digit[r, column] for r in range(1, 10)]
        first, last = sorted((own.index(1), own.index(9)))
        return f".Sandwich~{sum(own[first + 1 : last])}~C{column}", v.Sandwich(
            [(sum(own[first + 1 : last]), f"r0c{column}")]
        )
    if kind == "LittleKiller":
        total = sum(digit[r, 1 + r - row] for r in range(row, 10))
        return f".LittleKiller~{total}~R{row}C1", v.LittleKiller([(total, f"r{row - 1}c0 r{row}c1")])
    return None


def test_every_door_reads_a_string_with_rules(tmp_path, capsys):
    doors, names = Doors(tmp_path, capsys), set()
    for number, line in enumerate(unique_lines(100)):
        rng, solution = Random(number), sudoku.solve(line)
        digit = {(at // 9 + 1, at % 9 + 1): int(sign) for at, sign in enumerate(solution)}
        made = filter(None, (any_rule(rng, digit) for _ in range(12)))
        rules = {type(rule) if isinstance(rule, v.Kropki) else rule: (text, rule) for text, rule in made}.values()
        givens = [f"R{at // 9 + 1}C{at % 9 + 1}_{sign}" for at, sign in enumerate(line) if sign != "."]
        parts = [text for text, _ in rules]
        parts.insert(rng.randint(0, len(parts)), ".~" + "~".join(givens))
        names |= {text.split("~")[0] for text, _ in rules}
        board, puzzle = Board.read("".join(parts))
        assert board == Board(variants=merged([rule for _, rule in rules])) and board.line(puzzle) == line
        doors.agree("".join(parts), board, puzzle)
        link = f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(''.join(parts))}"
        assert read_link(link)[:2] == (board, puzzle)
    assert len(names) > 15


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (".Shape~6x6.AntiKnight", Board(2, 3, variants=["anti-knight"])),
        (".Shape~6x8.AntiKing", Board(2, 4, size=(6, 8), variants=["anti-king"])),
        (".Shape~9x9~0-8.AntiConsecutive", Board(first_digit=0, variants=["non-consecutive"])),
        (".NoBoxes.AntiKing", Board(1, 9, variants=["anti-king"])),
        (".Shape~4x4.NoBoxes.Jigsaw~1112133243224443", Board(regions="1112133243224443")),
        (".Shape~4x4.Jigsaw~4x4~1112133243224443", None),
        (".Diagonal~1.Diagonal~-1", Board(variants=[v.Diagonals(False, True), v.Diagonals(True, False)])),
        (
            ".DisjointSets.GlobalEntropy.GlobalMod..",
            Board(variants=["disjoint-groups", "global-entropy", "global-modular"]),
        ),
        (
            ".StrictKropki.BlackDot~R1C1~R1C2~R1C3",
            Board(variants=[v.Kropki((), ["r1c1 r1c2", "r1c2 r1c3"], True, True)]),
        ),
        (".StrictXV.X~R1C1~R2C1", Board(variants=[v.XV([("X", "r1c1 r2c1")], True)])),
        (".XSum~R2~8~7.XSum~C1~~12", Board(variants=[v.XSums([(8, "r2c0"), (7, "r2c10"), (12, "r10c1")])])),
        (".LittleKiller~62~R1C9", Board(variants=[v.LittleKiller([(62, "r0c10 r1c9")])])),
        (".LittleKiller~8~R5C9", Board(variants=[v.LittleKiller([(8, "r6c10 r5c9")])])),
        (".LittleKiller~8~R9C5", Board(variants=[v.LittleKiller([(8, "r10c4 r9c5")])])),
        (".Indexing~C~R1C1.PillArrow~2~R1C3~R1C4~R2C4~R3C4", None),
        (".Cage~~R1C1~R1C2.Cage~0~R2C1~R2C2", Board(variants=[v.Killer([(None, "r1c1 r1c2"), (None, "r2c1 r2c2")])])),
        (".Shape~16x16.Thermo~RAC1~RGC2", Board(4, 4, variants=[v.Thermometers(["r10c1 r16c2"])])),
        (".~R1C1_1_2~R1C1_2_3.SearchPriority~5~R1C1", Board()),
    ],
)
def test_boards_and_rules(text, board):
    found, puzzle = read_constraints(text)
    assert board is None or found == board
    assert any(puzzle) == ("_2_3" in text)


def test_candidates_of_a_cell():
    board, puzzle = Board.read(".~R1C1_1_2~R1C2_3")
    assert sorted(board.rules.banned) == list(range(2, 9)) and board.line(puzzle)[:3] == ".3."


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (".AntiTaxicab.AntiKnight~", "the constraint string has AntiTaxicab, a rule that we do not have"),
        (".Or.Cage~3~R1C1~R1C2.End", "the constraint string has Or, a rule that we do not have"),
        (".Shape~9x9~10.Cage~3~R1C1~R1C2", "the Shape '9x9~10', a board that we do not have"),
        (".Cage~x~R1C1~R1C2", "'.Cage~x~R1C1~R1C2' in the constraint string: "),
        (".Thermo~R1C1~VAR1", "'VAR1' in the constraint string is no cell"),
        (".~R1C1_12", "R1C1_12 in the constraint string: the digits are 1-9"),
    ],
)
def test_the_reason_of_a_refusal_names_the_constraint(text, error):
    with pytest.raises(ValueError, match=error):
        Board.read(text)


def test_another_board_is_refused_and_plain_text_is_none():
    with pytest.raises(ValueError, match="has a 9x9 board where a 4x4 board is expected"):
        Board.read(".Thermo~R1C1~R1C2", Board(2, 2))
    assert Board.read(".Thermo~R1C1~R1C2", Board(variants=["x"]))[0].variants[1:] == Board(variants=["x"]).variants
    assert not any(map(is_constraints, ("." * 81, ".X..V.X.", ".ABC.DEF", ".5.~.3.", ".A..B")))
