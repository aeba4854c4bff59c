# SPDX-License-Identifier: MIT
"""The words that tables and pictures show for the short keys of problems, contenders and sets of puzzles.

Command lines and records (bench/results) keep the keys, because they are quick to type and never change:

    python -m bench cover loz444          lozenges 4x4x4          a key without a label is shown as it is
"""

from __future__ import annotations

PROBLEMS = {
    "queens8": "8 queens",
    "queens10": "10 queens",
    "queens12": "12 queens",
    "queens13": "13 queens",
    "queens15": "15 queens",
    "queens16": "16 queens",
    "queens12o": "12 queens, middle first",
    "queens14o": "14 queens, middle first",
    "langford8": "Langford pairs of 8 numbers",
    "langford11": "Langford pairs of 11 numbers",
    "langford12": "Langford pairs of 12 numbers",
    "langford8both": "Langford pairs of 8, both ways",
    "langford11both": "Langford pairs of 11, both ways",
    "langford12both": "Langford pairs of 12, both ways",
    "langford15": "Langford pairs of 15 numbers",
    "costas7": "Costas arrays of order 7",
    "costas8": "Costas arrays of order 8",
    "costas9": "Costas arrays of order 9",
    "domino6x6": "dominoes 6x6",
    "domino6x8": "dominoes 6x8",
    "domino8x8": "dominoes 8x8",
    "domino10x10": "dominoes 10x10",
    "domino12x12": "dominoes 12x12",
    "domino16x16": "dominoes 16x16",
    "domino20x20": "dominoes 20x20",
    "domino24x24": "dominoes 24x24",
    "aztec4": "dominoes, Aztec diamond 4",
    "aztec5": "dominoes, Aztec diamond 5",
    "aztec8": "dominoes, Aztec diamond 8",
    "pent3x20": "pentominoes 3x20",
    "pent4x15": "pentominoes 4x15",
    "pent5x12": "pentominoes 5x12",
    "pent6x10": "pentominoes 6x10",
    "pent8x8hole": "pentominoes 8x8 with a hole",
    "ypent5x10": "Y pentominoes 5x10",
    "ypent10x10": "Y pentominoes 10x10",
    "ypent15x15": "Y pentominoes 15x15",
    "ltrom6x9": "L trominoes 6x9",
    "ltrom9x12": "L trominoes 9x12",
    "tetroT8x8": "T tetrominoes 8x8",
    "tetro6x6free": "tetrominoes of all kinds 6x6",
    "soma": "Soma cube",
    "rods4x4x4": "rods 1x1x4 in a cube 4x4x4",
    "domino3d3x3x4": "bricks 1x1x2 in a box 3x3x4",
    "domino3d4x4x4": "bricks 1x1x2 in a cube 4x4x4",
    "rects4x4": "rectangles in a square 4x4",
    "rects4x5": "rectangles in a rectangle 4x5",
    "rects5x5": "rectangles in a square 5x5",
    "loz333": "lozenges 3x3x3",
    "loz444": "lozenges 4x4x4",
    "loz555": "lozenges 5x5x5",
    "loz888": "lozenges 8x8x8",
    "macmahon4x6w": "MacMahon squares 4x6",
    "macmahonHexW": "MacMahon triangles, hexagon",
    "latin4": "Latin squares of order 4",
    "latin5": "Latin squares of order 5",
    "latin6": "Latin squares of order 6",
    "latin7": "Latin squares of order 7",
    "latin8": "Latin squares of order 8",
    "latin6red": "Latin squares of order 6, reduced",
    "latin7red": "Latin squares of order 7, reduced",
    "transvZ9": "transversals modulo 9",
    "transvZ11": "transversals modulo 11",
    "transvZ13": "transversals modulo 13",
    "matchK12": "pairings of 12 people",
    "matchK14": "pairings of 14 people",
    "matchK16": "pairings of 16 people",
    "matchK20": "pairings of 20 people",
    "matchK40": "pairings of 40 people",
    "coins10000": "10,000 coins",
    "matchK6x1000": "1,000 times 6 people in pairs",
    "queens8x400": "400 boards of 8 queens",
    "bell9": "partitions of 9 elements",
    "bell11": "partitions of 11 elements",
    "sts7": "Steiner triples of 7 points",
    "sts9": "Steiner triples of 9 points",
    "sts13fix": "Steiner triples of 13, one point fixed",
    "sts13": "Steiner triples of 13 points",
    "sts15": "Steiner triples of 15 points",
    "factorsK8": "tournaments of 8 in 7 rounds",
    "factorsK10": "tournaments of 10 in 9 rounds",
    "golf3x3x4": "9 golfers, 4 rounds",
    "petersen5col": "Petersen graph in 5 colors",
    "sudoku17hard": "Sudoku of 17 clues",
    "sudokuInkala": "Sudoku by Inkala",
    "shidoku": "Sudoku grids 4x4",
    "sudoku6x6": "Sudoku grids 6x6",
    "sudoku8x8": "Sudoku grids 8x8",
}
CONTENDERS = {
    "reference": "our Algorithm X in plain Python",
    "links": "our dancing links",
    "search": "our plain search",
    "Knuth, fastest": "fastest of Knuth's programs",
    "Python, fastest": "fastest Python package",
    "dlx1": "Knuth's DLX1",
    "dlx2": "Knuth's DLX2",
    "ssxcc": "Knuth's SSXCC",
    "dlx6": "Knuth's DLX6",
    "Ganak": "Ganak, a model counter",
}
KERNELS = {"links": "dancing links", "bits": "bit-parallel", "multi": "multiplicities", "lanes": "bit-sliced"}
METHODS = {
    "search": "plain search",
    "memo fixed": "memory, items in order",
    "memo mrv": "memory, fewest options first",
    "frontier fixed": "layers, items in order",
    "cases": "plain search by cases",
    "symmetric": "up to symmetry",
    "components": "components, one by one",
    "zdd": "diagram",
}
SETS = {
    "clue17": "17 clues each",
    "top1465": "magictour's top 1465",
    "hardest": "hardest known",
    "rated": "nearly unbiased",
    "minimal": "minimal, made at random",
    "examples/hardest": "hardest of our examples",
}


def labeled(labels: dict[str, str], key: str) -> str:
    """Return the label of a key, or the key.

    >>> labeled(PROBLEMS, "loz444"), labeled(PROBLEMS, "mine")
    ('lozenges 4x4x4', 'mine')
    """
    return labels.get(key, key)


def set_label(name: str) -> str:
    """Return the label of a set of puzzles, given by its name or its file.

    >>> set_label("clue17.txt"), set_label("made, 2x3")
    ('17 clues each', 'made, boxes 2x3')
    """
    return SETS.get(name.rpartition(".")[0] or name, name.replace("made, ", "made, boxes "))
