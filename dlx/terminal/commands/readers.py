# SPDX-License-Identifier: MIT
"""Arguments of models as texts on the command line: names, ranges, files of words, edges, lessons and records.

Ann,Bob,Eve        names
0:2                the least and the greatest number
early=2:3,night=1  a number for each name
words.txt          a file, whose lines we read
"""

from __future__ import annotations

import argparse
import csv
import re

from ...system.texts import text_of
from ...system.wording import plural
from ..frame import is_file

MOST_LINES = 200_000  # of a file of names, edges, lessons or records
LONGEST_RECORD_CHARACTERS = 100_000  # characters of one


def lines(path: str) -> list[str]:
    """Return the nonempty lines of a file."""
    return [*numbered(path).values()]


def numbered(path: str) -> dict[int, str]:
    """Return the nonempty lines of a file by their numbers, from 1."""
    try:
        text = text_of(path)
    except UnicodeDecodeError as error:
        raise argparse.ArgumentTypeError(f"{path} is not UTF-8 text: see byte {error.start + 1}") from None
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{path}: {error}") from None
    if text.count("\n") > MOST_LINES:
        raise argparse.ArgumentTypeError(f"{path} has more than {MOST_LINES:,} lines")
    stripped = [line.strip() for line in text.split("\n")]
    if max(map(len, stripped)) > LONGEST_RECORD_CHARACTERS:
        raise argparse.ArgumentTypeError(f"{path} has a line of more than {LONGEST_RECORD_CHARACTERS:,} characters")
    if not any(stripped):
        raise argparse.ArgumentTypeError(f"{path} is empty")
    return {number: line for number, line in enumerate(stripped, 1) if line}


def rows_of_names(path: str) -> list[list[str]]:
    """Return the names in each line, separated by blanks, commas or semicolons; a comment begins with # or %."""
    rows = [re.sub("[,;]", " ", line).split() for line in lines(path) if line[0] not in "#%"]
    if not any(rows):
        raise argparse.ArgumentTypeError(f"{path} has no names, but comments")
    return list(filter(None, rows))


def edges(path: str) -> list[list[str]]:
    """Read the edges of a graph: two names a line, or the edges of DIMACS (e 1 2), or lines of networkx (0 1 {}).

    A single name is a vertex without edges.
    """
    rows = rows_of_names(path)
    header = next((row for row in rows if row[:2] in (["p", "edge"], ["p", "col"]) and len(row) > 2), None)
    if header:
        vertices = [[str(vertex)] for vertex in range(1, int(header[2]) + 1)] if header[2].isdecimal() else []
        rows = vertices + [row[1:] for row in rows if row[0] == "e"]
    rows = [row[:2] if row[2:] and row[2][0] == "{" else row for row in rows]
    for row in rows:
        if len(row) > 2 or len(set(row)) < len(row):
            raise argparse.ArgumentTypeError(f"{path}: {' '.join(row)!r} is no edge; write two different names a line")
    return rows


def lessons(path: str) -> list[tuple[str, list[str], int]]:
    """Read lines such as: Latin Ann 7a 2 (a lesson, its people, and its hours if there are several)."""
    week = []
    for name, *people in rows_of_names(path):
        hours = people.pop() if people and people[-1].isdecimal() else "1"
        week.append((name, people, int(hours)))
    return week


def graph(text: str) -> str | list[list[str]]:
    """Return the edges in the file of this name, or the text, for the model to read, if there is no such file."""
    if "-" not in text and re.search(r"[./\\]", text):
        return edges(text)  # the error names a missing file
    return edges(text) if is_file(text) else text


def names(text: str) -> list[str]:
    """Read a text such as Ann,Bob,Eve or Mon1,Mon2,Tue1."""
    stripped = [name.strip() for name in text.split(",")]
    if not all(stripped):
        raise argparse.ArgumentTypeError(f"{text!r} is not like Mon1,Mon2,Tue1")
    return stripped


def shifts(text: str) -> dict[str, int | tuple[int, int]]:
    """Read a text such as early=2:3,night=1."""
    pairs = pairs_in(text, "=", "early=2:3,night=1")
    check_different([name for name, _ in pairs])
    return {name: bounds(number) for name, number in pairs}


def pairs_in(text: str, sign: str, example: str) -> list[tuple[str, str]]:
    """Return the pairs of words with this sign between, separated by commas."""
    parts = [part.partition(sign) for part in text.split(",")]
    if not all(first and second for first, _, second in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not like {example}")
    return [(first, second) for first, _, second in parts]


def check_different(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"the name {name!r} is used twice")


def rest(text: str) -> list[tuple[str, str]]:
    """Read a text such as night-early,late-early."""
    return pairs_in(text, "-", "night-early")


WISH = ["person", "day", "shift", "cost"]


def shift_costs(path: str) -> dict[tuple[str, str, str], float]:
    """Read lines such as: Ann Mon night 3 (a person, a day, a shift, and the cost), or CSV with or without a head."""
    numbered_lines = numbered(path)
    rows = fields(path, [*numbered_lines.values()], blanks=True)
    head = [word.lower() for word in rows[0]]
    columns = head if sorted(head) == sorted(WISH) else WISH
    costs: dict[tuple[str, str, str], float] = {}
    for k, words in zip(numbered_lines, rows, strict=False):
        if words is rows[0] and columns is head:
            continue
        wish = dict(zip(columns, words, strict=False))
        if len(words) != 4 or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", wish["cost"]):
            form = "write a person, a day, a shift and a cost, as Ann Mon night 3"
            raise argparse.ArgumentTypeError(f"{path}:{k}: {form}; a first line may be {','.join(WISH)}")
        shift = wish["person"], wish["day"], wish["shift"]
        if shift in costs:
            raise argparse.ArgumentTypeError(f"{path}:{k}: a second cost for {' '.join(shift)}; keep one of them")
        costs[shift] = score(wish["cost"])
    return costs


def slot_costs(text: str) -> dict[str, int]:
    """Read a text such as Mon1=3,Fri6=10."""
    pairs = [re.fullmatch(r"(.+)=([0-9]{1,9})", pair) for pair in text.split(",")]
    if not all(pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not like Mon1=3,Fri6=10")
    check_different([pair[1] for pair in pairs if pair])
    return {pair[1]: int(pair[2]) for pair in pairs if pair}


def fields(path: str, records: list[str], *, blanks: bool = False) -> list[list[str]]:
    """Return the fields of each line of CSV, between commas, semicolons or tabs, or between blanks if there is none."""
    sign = max(",;\t", key=records[0].count)
    if blanks and sign not in records[0]:
        return [record.split() for record in records]
    try:
        return [[field.strip() for field in row] for row in csv.reader(records, delimiter=sign, strict=True)]
    except csv.Error as error:
        raise argparse.ArgumentTypeError(f"{path} is not CSV: {error}") from None


def table(path: str) -> list[dict[str, str]]:
    """Return the records of a file in CSV, whose first line names the columns."""
    heads, *rows = fields(path, lines(path))
    check_different(heads)
    for k, row in enumerate(rows):
        if len(row) != len(heads):
            raise argparse.ArgumentTypeError(f"{path}: row {k} has {plural(len(row), 'field')}, the head {len(heads)}")
    return [dict(zip(heads, row, strict=True)) for row in rows]


def drawn_or_size(text: str) -> list[str] | str:
    """Return the lines in the file of this name, or the text if it is a size such as 11x11."""
    if is_file(text) or not re.fullmatch(r"[0-9]+([xX*][0-9]+)*", text):
        return lines(text)
    if not re.fullmatch(r"[0-9]{1,6}x[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no file, and no size such as 11x11")
    return text


def score(text: str) -> float:
    """Read a number."""
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def bounds(text: str) -> int | tuple[int, int]:
    """Read a number, or a least and a greatest number such as 0:2."""
    ends = re.fullmatch(r"(\d{1,9})(?::(\d{1,9}))?", text)
    if not ends:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor like 0:2")
    return (int(ends[1]), int(ends[2])) if ends[2] else int(ends[1])


def copies(text: str) -> int | tuple[int, int] | dict[str, int | tuple[int, int]]:
    """Read the number of copies of each piece, as 2 or 0:1, or of some of them, as F=0:1,I=2."""
    if "=" not in text:
        return bounds(text)
    pairs = [part.partition("=") for part in text.split(",")]
    check_different([name for name, _, _ in pairs])
    return {name: bounds(number) for name, _, number in pairs}
