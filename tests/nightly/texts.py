# SPDX-License-Identifier: MIT
"""Texts of puzzles in all forms, mixed and damaged, read by two versions of this package: no answer may differ.

    python -m tests.nightly.texts --texts 100000 --write new.txt
    PYTHONPATH=/path/to/old python tests/nightly/texts.py --texts 100000 --write old.txt
    python -m tests.nightly.texts --compare old.txt new.txt          the numbers of the texts that differ
    python -m tests.nightly.texts --show 4711                        a text, and each answer to it

A text is a few puzzles of 4x4 to 25x25, each in a form of FORMS; most texts are damaged in some places. Each one is
read as a source and by `Board.read`, without a board and with one. `--corpus` names a JSON list of further texts.
A text that takes longer than SLOW_SECONDS has the answer "slow", which is equal to every other one.
"""

from __future__ import annotations

import argparse
import io
import json
import signal
import sys
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from sudoku import Board
from sudoku.reading.reading import SourceError, read_puzzles

SIDES = (9, 9, 9, 9, 4, 6, 6, 8, 10, 12, 16, 16, 25)
SIGNS = ".0*_?-#x 1239AaGz,;:|+=[](){}<>\"'`~/\\&@$!%\t\r\n\xb7\u2460\u2502\u2500\uff11\u0663\u2b1c"
NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
SLOW_SECONDS = 2
SLOW = "slow"
Rows = list[list[int]]


def puzzle(random: Random) -> Rows:
    """Return the rows of a puzzle: a solved square with some cells emptied, 0 for an empty cell."""
    side = random.choice(SIDES)
    width = next(k for k in range(int(side**0.5), 0, -1) if side % k == 0)
    digits = random.sample(range(1, side + 1), side)
    kept = random.choice((0.1, 0.35, 0.35, 0.35, 0.6, 1))
    rows = [[digits[(width * r + r * width // side + c) % side] for c in range(side)] for r in range(side)]
    return [[digit if random.random() < kept else 0 for digit in row] for row in rows]


# ---- forms


def signs(row: list[int], empty: str = ".", letters: str = "123456789ABCDEFGHIJKLMNOP") -> str:
    return "".join(letters[digit - 1] if digit else empty for digit in row)


def whole(rows: Rows, empty: str = ".") -> str:
    return "".join(signs(row, empty) for row in rows)


def lines(rows: Rows, random: Random) -> str:
    empty, between = random.choice(".0.0*_?-#x "), random.choice(("", "", "", " ", ",", "|", ";", "\t", "  "))
    letters = random.choice(
        ("123456789ABCDEFGHIJKLMNOP",) * 4 + ("ABCDEFGHIJKLMNOPQRSTUVWXY", "0123456789abcdefghijklmno")
    )
    return "\n".join(between.join(signs(row, empty, letters)) for row in rows) + "\n"


def line(rows: Rows, random: Random) -> str:
    between = random.choice(("", "", "", "", ",", " ", "\n", "/", ";", "|", "\\n", "<br>", " | "))
    remark = random.choice(("", "", "", "  # hard", ",9.1", " easy", ";" + whole(rows, "1"), "\t7"))
    before = random.choice(("", "", "", "7,", "0a  ", "> ", '"', "grid = ", "S9B"))
    return (
        before + between.join(signs(row, random.choice(".0") if len(rows) < 9 else ".") for row in rows) + remark + "\n"
    )


def numbers(rows: Rows, random: Random) -> str:
    empty, width = random.choice((".", "0", "-", "_", "--", "-1", "nan", "")), random.choice((1, 2, 3, 3))
    between = random.choice((" ", "", ",", ", ", ";", "\t"))
    return "\n".join(between.join(f"{digit or empty:>{width}}" for digit in row) for row in rows) + "\n"


def drawing(rows: Rows, random: Random) -> str:
    return frame(rows, random, random.choice(".0*. -"))


def usual(rows: Rows, random: Random) -> str:
    """Write the usual drawing: signs apart with bars and borders, or rows of points and digits."""
    rows = [[min(digit, 9) if random.random() < 0.6 else 0 for digit in row] for row in rows]
    if random.random() < 0.3:
        return "\n".join(map(signs, rows)) + "\n"
    side = len(rows)
    height = next(k for k in range(int(side**0.5), 0, -1) if side % k == 0)
    width, framed = side // height, random.random() < 0.7
    border = "+".join(["-" * (2 * width + 1)] * height)
    border = f"+{border}+" if framed else border
    drawn = [border] if framed else []
    for k, row in enumerate(rows, 1):
        text = " | ".join(" ".join(signs(row[at : at + width])) for at in range(0, side, width))
        drawn += [f"| {text} |" if framed else text]
        drawn += [border] if k % height == 0 and (framed or k < side) and random.random() < 0.97 else []
    return "\n".join(drawn) + "\n"


def blanks(rows: Rows, random: Random) -> str:
    return frame(rows, random, " ")


def frame(rows: Rows, random: Random, empty: str) -> str:
    side = len(rows)
    height = next(k for k in range(int(side**0.5), 0, -1) if side % k == 0)
    width, bar = side // height, random.choice("||||\u2502!")
    pad, between = random.choice((" ", "")), random.choice((" ", " ", ""))
    box = len(pad) * 2 + width + len(between) * (width - 1)
    corner, dash = random.choice(("+-", "+-", "*-", "+=", "|-", "\u253c\u2500", ".-", "--"))
    border = random.choice((bar, corner, "")) and corner + (dash * box + corner) * height
    heads = random.choice((None, None, None, "ABCDEFGHIJKLMNOPQRSTUVWXY"))
    drawn = [border] if border and random.random() < 0.8 else []
    for k, row in enumerate(rows):
        cells = list(signs(row, empty))
        boxes = (between.join(cells[at : at + width]) for at in range(0, side, width))
        text = f"{pad}{bar}{pad}".join(boxes)
        text = f"{bar}{pad}{text}{pad}{bar}" if border else text
        drawn.append(f"{heads[k]} {text}" if heads else text)
        drawn += [border] if (k + 1) % height == 0 and (border or random.random() < 0.5) else []
    return "\n".join(drawn) + "\n"


def candidates(rows: Rows, random: Random) -> str:
    side, between = len(rows), random.choice((" ", "  ", " | "))
    marks = random.choice(("{}", "{}", "{{{}}}", "({})"))

    def cell(digit: int) -> str:
        possible = sorted({*random.sample(range(1, side + 1), random.randint(1, min(side, 5)))})
        return signs([digit]) if digit else marks.format(signs(possible))

    return "\n".join(between.join(map(cell, row)) for row in rows) + "\n"


def sukaku(rows: Rows, random: Random) -> str:
    side = len(rows)
    cells = (f"{signs([k + 1])}" if random.random() < 0.6 else "." for _ in range(side * side) for k in range(side))
    return "".join(cells) + "\n" if side < 10 else line(rows, random)


def listing(rows: Rows, random: Random) -> str:
    """Write the rows as a list of a programming language."""
    empty = random.choice(("0", "None", "null", "'.'", "-1", "nan", "0.0", '""'))
    begin, end = random.choice((("[", "]"), ("{", "}"), ("(", ")"), ("c(", ")"), ("- [", "]")))
    quote = random.choice(("", "", '"', "'"))
    body = [begin + ", ".join(f"{quote}{digit}{quote}" if digit else empty for digit in row) + end for row in rows]
    name = random.choice(("", "", "grid = ", "int[][] board = ", "let g = ", "puzzle: "))
    return (
        name + random.choice(("[", "{", "[\n", "")) + ",\n ".join(body) + random.choice(("]", "};", "\n]", "")) + "\n"
    )


def quoted(rows: Rows, random: Random) -> str:
    quote, between = random.choice("\"'"), random.choice((",\n", "\n", " +\n", "\\n\n", ", "))
    return random.choice(("[", "(", "")) + between.join(f"{quote}{signs(row)}{quote}" for row in rows) + "\n"


def numpy(rows: Rows, random: Random) -> str:
    return "[" + "\n ".join(f"[{' '.join(map(str, row))}]" for row in rows) + "]\n"


def floats(rows: Rows, random: Random) -> str:
    form = random.choice(("{:.18e}", "{:.1f}", "{}."))
    return "\n".join(random.choice((" ", ",")).join(form.format(digit) for digit in row) for row in rows) + "\n"


def table(rows: Rows, random: Random) -> str:
    """Write a table of LaTeX, Markdown, MediaWiki or a forum."""
    form = random.randrange(5)
    cells = [[signs([digit], random.choice((" ", " ", ".", ""))) for digit in row] for row in rows]
    if form == 0:
        return "".join(" & ".join(row) + r" \\ \hline" + "\n" for row in cells)
    if form == 1:
        return "".join(f"| {' | '.join(row)} |\n" for row in [cells[0], ["-"] * len(rows), *cells])
    if form == 2:
        return "{|\n" + "".join(f"|-\n| {' || '.join(row)}\n" for row in cells) + "|}\n"
    if form == 3:
        return "".join("[tr]" + "".join(f"[td]{cell}[/td]" for cell in row) + "[/tr]\n" for row in cells)
    return "".join("".join(f"[{cell}]" for cell in row) + "\n" for row in cells)


def facts(rows: Rows, random: Random) -> str:
    form = random.choice(("initial({},{},{}).", "r{}c{}={}", "x[{}][{}] = {};", "({}, {}): {},"))
    first = random.choice((0, 1))
    found = [form.format(r + first, c + first, d) for r, row in enumerate(rows) for c, d in enumerate(row) if d]
    return random.choice(("\n", " ")).join(found) + "\n"


def words(rows: Rows, random: Random) -> str:
    """Write emoji by name, digits of other scripts, or words for empty cells."""
    form = random.randrange(3)
    if form == 0 and len(rows) <= 9:
        return (
            "\n".join("".join(f":{NAMES[digit]}:" if digit else ":white_square:" for digit in row) for row in rows)
            + "\n"
        )
    if form == 1 and len(rows) <= 9:
        return "\n".join("".join(chr(0x660 + d) if d else "\u00b7" for d in row) for row in rows) + "\n"
    empty = random.choice(("blank", "empty", "nil"))
    return "\n".join(" ".join(str(digit or empty) for digit in row) for row in rows) + "\n"


def labeled(rows: Rows, random: Random) -> str:
    form = random.choice(("Row {}: {}", "{}) {}", "- {1}", "R{}: {}", "{},{}", "> {1}", "    {1}"))
    return "\n".join(form.format(k, signs(row)) for k, row in enumerate(rows, 1)) + "\n"


def columns(rows: Rows, random: Random) -> str:
    between, name = random.choice(",;\t"), random.choice(("puzzle", "quizzes", "sudoku", "q"))
    cells = whole(rows)
    text = between.join(("id", name, "solution")) + "\n"
    return text + "".join(f"{between.join((str(k), cells, whole(rows, '5')))}\n" for k in range(2))


def data_frame(rows: Rows, random: Random) -> str:
    empty, width = random.choice(("NaN", "0", ".")), random.choice((3, 4, 5))
    head = " " + "".join(f"{k:>{width}}" for k in range(len(rows)))
    body = [f"{k}" + "".join(f"{digit or empty:>{width}}" for digit in row) for k, row in enumerate(rows)]
    return "\n".join([head, *body]) + "\n"


def hodoku(rows: Rows, random: Random) -> str:
    deleted = " ".join(f"{random.randint(1, 9)}{random.randint(1, 9)}{random.randint(1, 9)}" for _ in range(2))
    return f":0000:x:{whole(rows)}:{random.choice(('', deleted))}::\n"


def sections(rows: Rows, random: Random) -> str:
    body = "\n".join(map(signs, rows))
    return f"[Puzzle]\n{body}\n[State]\n{body}\n[PencilMarks]\n12,3,4\n"


def sized(rows: Rows, random: Random) -> str:
    size = random.choice((str(len(rows)), f"{len(rows)} {len(rows)}", f"{len(rows)}x{len(rows)}", "3 3"))
    return f"{size}\n{lines(rows, random)}"


def square(rows: Rows, random: Random) -> str:
    between, apart = random.choice(("; ", ";", "/", ",", ":")), random.choice(("", " "))
    return "A = [" + between.join(apart.join(signs(row, "0")) for row in rows) + "];\n"


Form = Callable[[Rows, Random], str]
FORMS: tuple[Form, ...] = (
    *(usual, usual, usual, usual, usual, usual, usual, usual),
    *(lines, lines, lines, line, line, line, numbers, numbers, drawing, drawing, drawing, blanks, blanks),
    *(candidates, sukaku, listing, quoted, numpy, floats, table, table, facts, words, labeled, columns, data_frame),
    *(hodoku, sections, sized, square),
)

# ---- texts


def damaged(text: str, random: Random) -> str:
    """Return a text with a few changes of signs, lines or blocks of signs."""
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        at, sign = random.randrange(len(text) + 1), random.choice(SIGNS)
        rows = text.split("\n")
        k = random.randrange(len(rows))
        match random.randrange(9):
            case 0 | 1:
                text = text[:at] + sign + text[at + 1 :]
            case 2:
                text = text[:at] + sign + text[at:]
            case 3:
                text = text[:at] + text[at + random.choice((1, 1, 2, 9)) :]
            case 4:
                text = "\n".join(rows[:k] + rows[k + 1 :])
            case 5:
                text = "\n".join([*rows[:k], rows[k], *rows[k:]])
            case 6:
                text = "\n".join([*rows[:k], random.choice(("", "", "# x", "Grid 2", "9", "---", sign * 9)), *rows[k:]])
            case 7:
                text = text.replace(random.choice(SIGNS), sign, random.choice((1, -1)))
            case _:
                text = "\n".join([*rows[:k], rows[k].rstrip() + random.choice((" ", ",", " x", "|")), *rows[k + 1 :]])
    return text


TITLES = (
    "",
    "",
    "",
    "\n",
    "\n\n",
    "# remark\n",
    "Grid 01\n",
    "*** 2 ***\n",
    "9\n",
    "I am stuck on this one:\n",
    "[1]\n",
)


def own_text(random: Random) -> str:
    """Return some puzzles, most of them in one form and of one size."""
    form, rows, parts = random.choice(FORMS), puzzle(random), []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        parts.append(random.choice(TITLES) + damaged(form(rows, random), random))
        form = random.choice(FORMS) if random.random() < 0.3 else form
        rows = puzzle(random) if random.random() < 0.3 else rows
    return "".join(parts)


@cache
def boards() -> tuple[Board | None, ...]:
    odd = Board(regions="1112 1332 4322 4443"), Board(first_digit=0), Board(2, 4, size=(6, 8)), Board.samurai(2, 2)
    return (None, None, None, Board(), Board(2, 2), Board(2, 3), Board(4, 4), Board(3, 4), *odd)


def texts(number: int, corpus: list[str]) -> Iterator[tuple[int, str]]:
    """Yield numbered texts: those of the corpus as they are, then our own and damaged ones of the corpus."""
    yield from enumerate(corpus)
    for k in range(len(corpus), number):
        random = Random(k)
        yield k, damaged(random.choice(corpus), random) if corpus and random.random() < 0.4 else own_text(random)


# ---- answers


def answers(number: int, text: str) -> Iterator[Any]:
    """Yield each answer to a text: its records, and the puzzle or the error by `Board.read` and `Board.parse`."""
    board = boards()[number % len(boards())]
    for given in (None, board) if board else (None,):
        found: list[Any] = []
        try:
            stream = io.BytesIO(text.encode("utf-8", "surrogatepass"))
            found.extend(map(told, read_puzzles(stream, "s", given)))
        except SourceError as error:
            found.append(str(error))
        yield found
        yield attempt(Board.read, text, given)
    yield attempt(Board.of_text, text)
    yield attempt((board or Board()).parse, text)


def told(record: Any) -> tuple[Any, ...]:
    return (*record[:3], repr(record.board), *record[4:])


def attempt(read: Callable[..., Any], *values: Any) -> str:
    try:
        return repr(read(*values))
    except (ValueError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


class SlowText(BaseException):
    """Raised in the reader of a text that takes too long."""


def answer(number: int, text: str) -> str:
    """Return the answers to a text in a few characters."""

    def stop(*_: object) -> None:
        raise SlowText

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SLOW_SECONDS)
    try:
        found = repr(list(answers(number, text)))
    except SlowText:
        return SLOW
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return blake2b(found.encode("utf-8", "replace"), digest_size=8).hexdigest()


def main(argv: list[str] | None = None) -> int:
    """Write the answers to texts, compare two files of them, or show one text."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--texts", type=int, default=100_000)
    parser.add_argument("--corpus", type=Path, help="a JSON list of texts")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--compare", type=Path, nargs=2)
    parser.add_argument("--show", type=int)
    args = parser.parse_args(argv)
    if args.compare:
        pairs = zip(*(path.read_text().splitlines() for path in args.compare), strict=False)
        different = [k for k, pair in enumerate(pairs) if pair[0] != pair[1] and SLOW not in pair]
        print(f"{len(different)} texts differ: {different[:20]}")
        return bool(different)
    found = texts(args.texts, json.loads(args.corpus.read_text()) if args.corpus else [])
    if args.show is not None:
        text = next(text for number, text in found if number == args.show)
        print(text, *answers(args.show, text), sep="\n====\n")
        return 0
    with (args.write or Path("/dev/null")).open("w") as file:
        for number, text in found:
            file.write(f"{answer(number, text)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
