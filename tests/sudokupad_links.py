# SPDX-License-Identifier: MIT
"""Puzzles of SudokuPad for tests: their JSON, the notation of its links, and links."""

import json
import re

from sudoku.reading.zipped import LONG_NAMES

from .lzpack import pack

SHORT_NAMES = {name: key for key, name in LONG_NAMES.items()}


def zipped(value, key=False):
    """Return a value in the notation of links: the inverse of sudoku.reading.zipped."""
    if isinstance(value, dict):
        kept = {name: inner for name, inner in value.items() if inner != []}
        return "{" + ",".join(f"{_key(name)}:{zipped(inner, True)}" for name, inner in kept.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join("" if inner == {} else zipped(inner) for inner in value) + "]"
    if isinstance(value, bool):
        return "tf"[not value] if key else json.dumps(value)
    if isinstance(value, str):
        if re.fullmatch("[1-9][0-9]*", value):
            return value
        if key and value in ("#000000", "#FFFFFF"):
            return value[:2]
        if key and re.fullmatch("#[0-9A-Fa-f]{6}", value):
            return value[1:]
        return "'" + json.dumps(value, ensure_ascii=False)[1:-1].replace("'", r"\'") + "'"
    return json.dumps(value)


def _key(name):
    name = SHORT_NAMES.get(name, name)
    return name if re.fullmatch("[a-zA-Z0-9]+", name) else f"'{name}'"


def packed(puzzle):
    return "scl" + pack(zipped(puzzle))


def boxes(height, width, top=0, left=0):
    side = height * width
    return [
        [[top + r * height + i, left + c * width + j] for i in range(height) for j in range(width)]
        for r in range(side // height)
        for c in range(side // width)
    ]


def drawing(height=2, width=2, givens="", words="Normal sudoku rules apply.", **parts):
    """Return the JSON of a puzzle as SudokuPad has it, with `givens` as a line of digits and dots."""
    side = height * width
    signs = givens.ljust(side * side, ".")
    rows = [signs[at : at + side] for at in range(0, side * side, side)]
    cells = [[{} if sign == "." else {"value": sign} for sign in row] for row in rows]
    cages = [{"value": f"rules: {words}"}] if words else []
    own = {"id": "sxsm_1", "cellSize": 50, "cells": cells, "regions": boxes(height, width)}
    return own | parts | {"cages": [*cages, *parts.get("cages", ())]}
