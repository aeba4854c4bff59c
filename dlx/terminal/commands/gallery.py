# SPDX-License-Identifier: MIT
"""The models of `dlx model`: the functions of dlx.models and their arguments, listed without importing them.

The arguments of an entry are the function's, by name: a positional one as `n`, an optional one as `--name`.
"""

from __future__ import annotations

import argparse
import csv
import re
from typing import Any, NamedTuple

from ...system.texts import text_of
from ...system.wording import plural
from ..frame import is_file, seconds

MOST_LINES = 200_000  # of a file of names, edges, lessons or records
LONGEST_RECORD_CHARACTERS = 100_000  # characters of one
Argument = tuple[str, dict[str, Any]]


class Entry(NamedTuple):
    """A model on the command line."""

    summary: str  # in the list of 'dlx model --help'
    arguments: tuple[Argument, ...]  # for add_argument()
    examples: tuple[str, ...]  # command lines


def number(name: str, help: str) -> Argument:
    return name, {"type": int, "metavar": name.lstrip("-").upper(), "help": help}


def switch(name: str, help: str) -> Argument:
    return name, {"action": "store_true", "help": help}


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
    found = [line.strip() for line in text.split("\n")]
    if max(map(len, found)) > LONGEST_RECORD_CHARACTERS:
        raise argparse.ArgumentTypeError(f"{path} has a line of more than {LONGEST_RECORD_CHARACTERS:,} characters")
    if not any(found):
        raise argparse.ArgumentTypeError(f"{path} is empty")
    return {number: line for number, line in enumerate(found, 1) if line}


def rows_of_names(path: str) -> list[list[str]]:
    """Return the names in each line, separated by blanks, commas or semicolons; a comment begins with # or %."""
    found = [re.sub("[,;]", " ", line).split() for line in lines(path) if line[0] not in "#%"]
    if not any(found):
        raise argparse.ArgumentTypeError(f"{path} has no names, but comments")
    return list(filter(None, found))


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
    found = []
    for name, *people in rows_of_names(path):
        hours = people.pop() if people and people[-1].isdecimal() else "1"
        found.append((name, people, int(hours)))
    return found


def graph(text: str) -> str | list[list[str]]:
    """Return the edges in the file of this name, or the text, for the model to read, if there is no such file."""
    if "-" not in text and re.search(r"[./\\]", text):
        return edges(text)  # the error names a missing file
    return edges(text) if is_file(text) else text


def slots(text: str) -> list[str]:
    """Read a text such as Mon1,Mon2,Tue1."""
    found = [slot.strip() for slot in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"{text!r} is not like Mon1,Mon2,Tue1")
    return found


def names(text: str) -> list[str]:
    """Read a text such as Ann,Bob,Eve."""
    found = [name.strip() for name in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"{text!r} is not like Ann,Bob,Eve")
    return found


def shifts(text: str) -> dict[str, int | tuple[int, int]]:
    """Read a text such as early=2:3,night=1."""
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(name and number for name, _, number in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not like early=2:3,night=1")
    check_different([name for name, _, _ in pairs])
    return {name: bounds(number) for name, _, number in pairs}


def check_different(names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"the name {name!r} is used twice")


def rest(text: str) -> list[tuple[str, str]]:
    """Read a text such as night-early,late-early."""
    pairs = [part.partition("-") for part in text.split(",")]
    if not all(first and second for first, _, second in pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not like night-early")
    return [(first, second) for first, _, second in pairs]


WISH = ["person", "day", "shift", "cost"]


def shift_costs(path: str) -> dict[tuple[str, str, str], float]:
    """Read lines such as: Ann Mon night 3 (a person, a day, a shift, and the cost), or CSV with or without a head."""
    numbered_lines = numbered(path)
    rows = fields(path, [*numbered_lines.values()], blanks=True)
    head = [word.lower() for word in rows[0]]
    columns = head if sorted(head) == sorted(WISH) else WISH
    found: dict[tuple[str, str, str], float] = {}
    for k, words in zip(numbered_lines, rows, strict=False):
        if words is rows[0] and columns is head:
            continue
        wish = dict(zip(columns, words, strict=False))
        if len(words) != 4 or not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", wish["cost"]):
            form = "write a person, a day, a shift and a cost, as Ann Mon night 3"
            raise argparse.ArgumentTypeError(f"{path}:{k}: {form}; a first line may be {','.join(WISH)}")
        shift = wish["person"], wish["day"], wish["shift"]
        if shift in found:
            raise argparse.ArgumentTypeError(f"{path}:{k}: a second cost for {' '.join(shift)}; keep one of them")
        found[shift] = score(wish["cost"])
    return found


def slot_costs(text: str) -> dict[str, int]:
    """Read a text such as Mon1=3,Fri6=10."""
    pairs = [re.fullmatch(r"(.+)=([0-9]{1,9})", pair) for pair in text.split(",")]
    if not all(pairs):
        raise argparse.ArgumentTypeError(f"{text!r} is not like Mon1=3,Fri6=10")
    check_different([pair[1] for pair in pairs if pair])
    return {pair[1]: int(pair[2]) for pair in pairs if pair}


def fields(path: str, found: list[str], *, blanks: bool = False) -> list[list[str]]:
    """Return the fields of each line of CSV, between commas, semicolons or tabs, or between blanks if there is none."""
    sign = max(",;\t", key=found[0].count)
    if blanks and sign not in found[0]:
        return [line.split() for line in found]
    try:
        return [[field.strip() for field in row] for row in csv.reader(found, delimiter=sign, strict=True)]
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


WORDS_FILE: Argument = (
    "words",
    {"type": lines, "metavar": "WORDS", "help": "a file of words, one a line, as ore or, with a score, ore;80"},
)
LEAST_SCORE: Argument = (
    "--min-score",
    {"type": score, "metavar": "N", "help": "leave out the words with a lower score"},
)
REPEATED_WORDS = switch("--repeated", "a word may be used twice")


def bounds(text: str) -> int | tuple[int, int]:
    """Read a number, or a least and a greatest number such as 0:2."""
    found = re.fullmatch(r"(\d{1,9})(?::(\d{1,9}))?", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a number nor like 0:2")
    return (int(found[1]), int(found[2])) if found[2] else int(found[1])


def copies(text: str) -> int | tuple[int, int] | dict[str, int | tuple[int, int]]:
    """Read the number of copies of each piece, as 2 or 0:1, or of some of them, as F=0:1,I=2."""
    if "=" not in text:
        return bounds(text)
    pairs = [part.partition("=") for part in text.split(",")]
    check_different([name for name, _, _ in pairs])
    return {name: bounds(number) for name, _, number in pairs}


def tiling(region: str, pieces: str, word: str) -> tuple[Argument, ...]:
    """Return the common arguments of all puzzles that fill a region with pieces."""
    return (
        ("region", {"metavar": "REGION", "help": f"{region}, or a file with a drawing"}),
        (
            "--pieces",
            {
                "default": word,
                "help": f"a word, {pieces}, or a file with a drawing (default: {word})",
            },
        ),
        ("--rotations", {"action": argparse.BooleanOptionalAction, "default": True, "help": "may they be rotated?"}),
        switch("--any-number", "each piece any number of times, or never"),
        (
            "--copies",
            {"type": copies, "default": 1, "metavar": "N", "help": "otherwise: of each, as 2 or 0:1, or F=0:1,I=2"},
        ),
        ("--total", {"type": bounds, "metavar": "N", "help": "the number of pieces together, as 10 or 8:10"}),
        switch("--optional", "cells may stay empty (as a + in a drawing may)"),
        switch("--disconnected", "the cells of a drawn piece need not be joined"),
    )


REFLECTION_ARGUMENTS: tuple[Argument, ...] = (
    ("--reflections", {"action": argparse.BooleanOptionalAction, "default": True, "help": "may they be turned over?"}),
    switch("--one-sided", "they may not, but their mirror images are pieces as well"),
)


def size(name: str, default: int, help: str) -> Argument:
    """Return an optional positional number."""
    how = {"type": int, "nargs": "?", "default": default, "metavar": name.upper()}
    return name, how | {"help": f"{help} (default: {default})"}


LATIN_SQUARE: Argument = (
    "square",
    {"metavar": "SQUARE", "help": "rows, as 1234/2143/3412/4321 (A follows 9), or N for the cyclic square of order N"},
)


DESIGN_SYMMETRY: Argument = (
    "--symmetry",
    {"default": "points", "metavar": "KIND", "help": "for --orbits: points (all relabelings, the default) or cyclic"},
)


MODELS: dict[str, Entry] = {
    "bin-packing": Entry(
        "things into bins, as few as possible",
        (
            number("capacity", "of each bin"),
            ("sizes", {"type": int, "nargs": "+", "metavar": "SIZE", "help": "of each thing"}),
            number("--bins", "how many there are (without: each costs 1, see 'dlx solve --min-cost')"),
        ),
        (
            "dlx model bin-packing 10 4 8 1 4 2 1 | dlx solve --min-cost -",
            "dlx model bin-packing 10 4 8 1 4 2 1 --bins 2 | dlx count -",
        ),
    ),
    "block-designs": Entry(
        "blocks of K of V points, each pair of points in as many",
        (
            number("v", "the points"),
            number("k", "the points of a block"),
            ("--multiplicity", {"type": int, "default": 1, "metavar": "N", "help": "blocks that have a pair (1)"}),
            ("--t", {"type": int, "default": 2, "metavar": "T", "help": "not pairs but sets of T points (2)"}),
            switch("--reduced", "fix the blocks of point 1"),
            DESIGN_SYMMETRY,
        ),
        ("dlx model block-designs 13 4 | dlx count -", "dlx model block-designs 8 4 --t 3 --draw steiner.svg"),
    ),
    "burrtools": Entry(
        "a puzzle in space that was drawn with BurrTools",
        (
            ("file", {"metavar": "FILE", "help": "a file .xmpuzzle"}),
            ("--problem", {"type": int, "default": 1, "metavar": "N", "help": "which problem of the file (1)"}),
            (
                "--reflections",
                {
                    "action": argparse.BooleanOptionalAction,
                    "default": True,
                    "help": "for --orbits: count mirror images once?",
                },
            ),
        ),
        ("dlx model burrtools examples/soma.xmpuzzle --orbits", "dlx model burrtools examples/soma.xmpuzzle --draw -"),
    ),
    "calendar": Entry(
        "pieces that cover a calendar, but not today's date",
        (
            ("shown", {"nargs": "+", "metavar": "WORD", "help": "the words that stay visible, such as Nov 24"}),
            ("--board", {"metavar": "FILE", "help": "a file of words in rows"}),
            ("--pieces", {"metavar": "FILE", "help": "a file with a drawing of pieces"}),
        ),
        ("dlx model calendar Oct 6 | dlx count -", "dlx model calendar Nov 24 --draw today.svg"),
    ),
    "coloring": Entry(
        "colors for the vertices of a graph, different at the ends of every edge",
        (
            ("edges", {"type": edges, "metavar": "EDGES", "help": "a file of edges: two names a line, or DIMACS"}),
            number("colors", "how many"),
        ),
        (
            "dlx model coloring examples/usa.txt 4 | dlx count -",
            "dlx model coloring examples/usa.txt 4 --draw usa.svg",
        ),
    ),
    "costas": Entry(
        "dots, one in each row and column, with different vectors between them",
        (number("n", "how many, on a board of N x N"),),
        ("dlx model costas 8 | dlx count -", "dlx model costas 6 --orbits"),
    ),
    "crossword": Entry(
        "words for a crossword",
        (
            (
                "grid",
                {
                    "type": drawn_or_size,
                    "metavar": "GRID",
                    "help": "a file of rows: . open, # a block, or a letter; or a size, as 11x11, for a random grid",
                },
            ),
            WORDS_FILE,
            ("--blocks", {"type": int, "metavar": "N", "help": "of a random grid (a sixth of its cells)"}),
            ("--seed", {"type": int, "default": 0, "metavar": "N", "help": "of a random grid (0)"}),
            LEAST_SCORE,
            REPEATED_WORDS,
            ("--required", {"nargs": "+", "default": (), "metavar": "WORD", "help": "words that must appear"}),
        ),
        (
            "dlx model crossword examples/crossword.txt examples/words.txt --draw -",
            "dlx model crossword 4x4 examples/words.txt --blocks 2 --draw puzzle.ipuz",
        ),
    ),
    "langford": Entry(
        "two of each number in a row, k others between two k's",
        (
            number("n", "numbers 1 to N"),
            ("--copies", {"type": int, "default": 2, "metavar": "N", "help": "copies of each number (2)"}),
            switch("--hooked", "leave the last place but one empty"),
        ),
        ("dlx model langford 8 | dlx count -", "dlx model langford 12 --draw langford.svg"),
    ),
    "latin-squares": Entry(
        "each symbol once in every row and every column",
        (
            number("n", "the order"),
            ("--given", {"metavar": "ROWS", "help": "cells that are filled, as 12../..../..../...4"}),
            switch("--reduced", "the first row and column are in order"),
            (
                "--symmetry",
                {
                    "default": "square",
                    "metavar": "KIND",
                    "help": "for --orbits: square, structure, conjugacy, isomorphism, isotopy, paratopy",
                },
            ),
        ),
        ("dlx model latin-squares 5 | dlx count -", "dlx model latin-squares 4 --given 12../..../..../...4 --draw -"),
    ),
    "macmahon": Entry(
        "MacMahon's squares with colored sides in a rectangle",
        (
            size("rows", 4, "of the rectangle"),
            size("columns", 6, "of the rectangle"),
            ("--colors", {"type": int, "default": 3, "metavar": "N", "help": "of the sides (default: 3)"}),
            ("--border", {"action": argparse.BooleanOptionalAction, "default": True, "help": "all of one color?"}),
        ),
        ("dlx model macmahon --draw squares.svg", "dlx model macmahon 2 3 --colors 2 --no-border --orbits"),
    ),
    "orthogonal-mates": Entry(
        "a second Latin square, each pair of symbols in one cell",
        (LATIN_SQUARE,),
        ("dlx model orthogonal-mates 7 | dlx count -", "dlx model orthogonal-mates 1234/2143/3412/4321 --draw -"),
    ),
    "partridge": Entry(
        "one square of side 1, two of side 2, ... in one square",
        (size("n", 8, "of the largest squares"),),
        ("dlx model partridge 8 | dlx info -",),
    ),
    "perfect-matchings": Entry(
        "the vertices of a graph in pairs, along its edges",
        (
            (
                "graph",
                {
                    "type": graph,
                    "metavar": "GRAPH",
                    "help": "its edges, as a-b,b-c,c-d, or a file with two names a line; or N for a complete graph",
                },
            ),
        ),
        ("dlx model perfect-matchings 16 | dlx count -", "dlx model perfect-matchings a-b,b-c,c-d,d-a --draw p.svg"),
    ),
    "polycubes": Entry(
        "pieces of cubes that fill a region",
        tiling("layers x rows x columns, as 3x3x3", "soma or tetracubes", "soma"),
        ("dlx model polycubes 3x3x3 --orbits", "dlx model polycubes 2x4x4 --pieces tetracubes --draw tetracubes.svg"),
    ),
    "polyhexes": Entry(
        "pieces of hexagons that fill a region",
        (*tiling("4x7, hexagon3 or triangle7", "trihexes or tetrahexes", "tetrahexes"), *REFLECTION_ARGUMENTS),
        ("dlx model polyhexes 4x7 --draw -",),
    ),
    "polyiamonds": Entry(
        "pieces of triangles that fill a region",
        (*tiling("4x9, hexagon3 or triangle6", "diamonds or hexiamonds", "hexiamonds"), *REFLECTION_ARGUMENTS),
        (
            "dlx model polyiamonds 6x6 --draw rhombus.svg",
            "dlx model polyiamonds hexagon4 --pieces diamonds --any-number | dlx count -",
        ),
    ),
    "polyominoes": Entry(
        "pieces of squares that fill a region",
        (*tiling("rows x columns, as 6x10", "dominoes or pentominoes", "pentominoes"), *REFLECTION_ARGUMENTS),
        (
            "dlx model polyominoes 6x10 --orbits",
            "dlx model polyominoes 8x8 --pieces dominoes --any-number | dlx count -",
            "dlx model polyominoes examples/region.txt --draw -",
        ),
    ),
    "queens": Entry(
        "queens on a board, none attacking another",
        (number("n", "how many, on a board of N x N"),),
        ("dlx model queens 12 | dlx count -", "dlx model queens 8 --draw queens.svg"),
    ),
    "roster": Entry(
        "people who work shifts on days",
        (
            ("people", {"type": names, "metavar": "NAME,...", "help": "who works"}),
            ("days", {"type": names, "metavar": "DAY,...", "help": "in order"}),
            ("shifts", {"type": shifts, "metavar": "SHIFT=N,...", "help": "how many each needs: early=2:3,night=1"}),
            ("--work", {"type": bounds, "required": True, "metavar": "N", "help": "shifts of a person, as 5 or 3:5"}),
            (
                "--rest",
                {"type": rest, "default": (), "metavar": "SHIFT-SHIFT,...", "help": "not on days in turn: night-early"},
            ),
            (
                "--costs",
                {"type": shift_costs, "metavar": "FILE", "help": "a file; a line: person, day, shift, cost; or CSV"},
            ),
        ),
        (
            "dlx model roster Ann,Bob,Eve Mon,Tue early=1,night=1 --work 1:2 --rest night-early --draw -",
            "dlx model roster Ann,Bob,Eve,Joe Mon,Tue,Wed early=1:2,night=1 --work 1:2 | dlx count -",
        ),
    ),
    "schoolgirls": Entry(
        "girls walk in groups, no two of them together twice",
        (
            ("--girls", {"type": int, "default": 15, "metavar": "N", "help": "how many (15)"}),
            ("--size", {"type": int, "default": 3, "metavar": "N", "help": "of a group (3)"}),
            ("--days", {"type": int, "metavar": "N", "help": "how many (as many as can be)"}),
            switch("--reduced", "fix the groups of girl 1"),
        ),
        ("dlx model schoolgirls --draw week.svg", "dlx model schoolgirls --girls 8 --size 2 --reduced | dlx count -"),
    ),
    "set-partitioning": Entry(
        "the cheapest rows of a table that have each item once",
        (
            ("table", {"type": table, "metavar": "TABLE", "help": "a file in CSV; the first line names the columns"}),
            ("--cost", {"default": "cost", "metavar": "COLUMN", "help": "the column of the costs (cost)"}),
            (
                "--items",
                {"metavar": "COLUMN", "help": "the column that lists the items of a row (the columns of 0 and 1)"},
            ),
        ),
        (
            "dlx model set-partitioning examples/crews.csv --items legs --draw -",
            "dlx model set-partitioning examples/crews.csv --items legs | dlx solve --min-cost -",
        ),
    ),
    "skolem": Entry(
        "two of each number in a row, the k's k places apart",
        (number("n", "numbers 1 to N"), switch("--hooked", "leave the last place but one empty")),
        ("dlx model skolem 8 | dlx count -", "dlx model skolem 6 --hooked --draw -"),
    ),
    "squared": Entry(
        "squares of given sizes that fill a rectangle",
        (
            number("rows", "of the rectangle"),
            number("columns", "of the rectangle"),
            ("sizes", {"type": int, "nargs": "+", "metavar": "SIZE", "help": "the side of a square"}),
        ),
        ("dlx model squared 32 33 1 4 7 8 9 10 14 15 18 --draw moron.svg",),
    ),
    "steiner-triples": Entry(
        "triples of points, each pair of points in one",
        (
            number("v", "the points"),
            switch("--reduced", "fix the triples of point 1"),
            DESIGN_SYMMETRY,
        ),
        ("dlx model steiner-triples 9 | dlx count -", "dlx model steiner-triples 13 --draw triples.svg"),
    ),
    "timetable": Entry(
        "lessons into time slots, no one in two places at once",
        (
            ("lessons", {"type": lessons, "metavar": "LESSONS", "help": "a file; a line: name, people, hours"}),
            (
                "--slots",
                {"type": slots, "required": True, "metavar": "SLOT,...", "help": "names of the hours of the week"},
            ),
            number("--rooms", "how many lessons there can be at a time"),
            ("--costs", {"type": slot_costs, "metavar": "SLOT=COST,...", "help": "the cost of using a slot"}),
        ),
        ("dlx model timetable examples/lessons.txt --slots Mon1,Mon2,Mon3,Tue1,Tue2,Tue3 --draw -",),
    ),
    "transversals": Entry(
        "cells of a Latin square with no row, column or symbol in common",
        (LATIN_SQUARE,),
        ("dlx model transversals 9 | dlx count -", "dlx model transversals 123/231/312 --draw -"),
    ),
    "word-rectangle": Entry(
        "a rectangle of letters whose rows and columns are words",
        (
            number("rows", "how many words across"),
            number("columns", "how many words down"),
            WORDS_FILE,
            ("--down", {"type": lines, "metavar": "WORDS", "help": "another file for the words down"}),
            LEAST_SCORE,
            REPEATED_WORDS,
        ),
        ("dlx model word-rectangle 3 4 examples/words.txt --draw -",),
    ),
    "word-square": Entry(
        "a square of letters that reads the same across and down",
        (number("n", "how many words, and letters of each"), WORDS_FILE, LEAST_SCORE),
        ("dlx model word-square 4 examples/words.txt --draw -",),
    ),
}


def add_models(command: argparse.ArgumentParser) -> None:
    """Add a sub-command for each model."""
    raw = argparse.RawDescriptionHelpFormatter
    models = command.add_subparsers(dest="model", required=True, metavar="NAME")
    for name, entry in MODELS.items():
        about = f"{entry.summary[0].upper()}{entry.summary[1:]}."
        examples = "\n".join(["examples:", *(f"  {line}" for line in entry.examples)])
        model = models.add_parser(
            name, help=entry.summary, description=about, epilog=examples, formatter_class=raw, allow_abbrev=False
        )
        for argument, how in entry.arguments:
            model.add_argument(argument, **how)
        doing = model.add_mutually_exclusive_group()
        doing.add_argument(
            "-o", "--output", metavar="OUT", help="the file to write, or to replace (standard output without)"
        )
        doing.add_argument(
            "--draw", metavar="OUT", help="draw a solution into a file (svg, pdf, png, html, txt; - prints characters)"
        )
        doing.add_argument("--sheet", metavar="OUT", help="draw several solutions on one sheet (see --limit)")
        counting = "count the solutions up to symmetry; with --sheet, draw one of each kind"
        model.add_argument("--orbits", action="store_true", help=counting)
        model.add_argument("--limit", type=int, metavar="N", help="most solutions on a --sheet (12)")
        limit = "stop --draw, --sheet or --orbits after so long"
        model.add_argument("--time-limit", type=seconds, metavar="SECONDS", help=limit)
        model.add_argument("-q", "--quiet", action="store_true", help="nothing on standard error but errors")
