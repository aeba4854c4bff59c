"""Sudoku and its variants, written a second time, cell by cell, from their definitions; and plain backtracking.

This module uses nothing of the package. A rule is a function `fits(grid, row, column, digit)`: may the digit enter that
place, given the digits in `grid`, a mapping of places to digits? A filled grid is right if every digit fits.
"""

from itertools import product


def fits_all(rules, grid, row, column, digit):
    return all(fits(grid, row, column, digit) for fits in rules)


def right(rules, grid):
    """Return whether a filled grid obeys the rules."""
    return all(
        fits_all(rules, {p: d for p, d in grid.items() if p != place}, *place, digit) for place, digit in grid.items()
    )


def solutions(places, digits, rules, clues):
    """Yield all solutions as mappings, filling the cell with the fewest fitting digits first."""
    grid = {}
    for place, digit in clues.items():
        if not fits_all(rules, grid, *place, digit):
            return
        grid[place] = digit
    yield from _filled(grid, [place for place in places if place not in clues], digits, rules)


def _filled(grid, empty, digits, rules):
    if not empty:
        yield dict(grid)
        return
    best, choices = None, [0] * (digits + 1)
    for place in empty:
        fitting = [digit for digit in range(1, digits + 1) if fits_all(rules, grid, *place, digit)]
        if len(fitting) < len(choices):
            best, choices = place, fitting
        if len(choices) < 2:
            break
    rest = [place for place in empty if place != best]
    for digit in choices:
        grid[best] = digit
        yield from _filled(grid, rest, digits, rules)
        del grid[best]


# ---- grids


def group(places):
    """Return the rule that no digit occurs twice among these places."""
    places = set(places)

    def fits(grid, row, column, digit):
        place = row, column
        return place not in places or all(grid.get(other) != digit for other in places if other != place)

    return fits


def lines(side, top=0, left=0):
    across, down = range(left, left + side), range(top, top + side)

    def fits(grid, row, column, digit):
        if row not in down or column not in across:
            return True
        return all(grid.get((row, c)) != digit for c in across if c != column) and all(
            grid.get((r, column)) != digit for r in down if r != row
        )

    return fits


def boxes(height, width, top=0, left=0):
    side = height * width

    def fits(grid, row, column, digit):
        r, c = row - top, column - left
        if not (0 <= r < side and 0 <= c < side):
            return True
        first = top + r // height * height, left + c // width * width
        inside = ((first[0] + i, first[1] + j) for i, j in product(range(height), range(width)))
        return all(grid.get(place) != digit for place in inside if place != (row, column))

    return fits


def regions(rows):
    of = {(r, c): name for r, row in enumerate(rows) for c, name in enumerate(row)}
    return lambda grid, row, column, digit: all(
        grid.get(place) != digit for place, name in of.items() if name == of[row, column] and place != (row, column)
    )


# ---- variants


def x(side):
    def fits(grid, row, column, digit):
        for on in (lambda r, c: r == c, lambda r, c: r + c == side - 1):
            if on(row, column):
                for i, j in product(range(side), repeat=2):
                    if on(i, j) and (i, j) != (row, column) and grid.get((i, j)) == digit:
                        return False
        return True

    return fits


def windoku(*corners, height=3, width=3):
    windows = [group(product(range(r, r + height), range(c, c + width))) for r, c in corners]
    return lambda *asked: fits_all(windows, *asked)


def disjoint(height, width):
    side = height * width

    def fits(grid, row, column, digit):
        return all(
            grid.get((r, c)) != digit
            for r, c in product(range(row % height, side, height), range(column % width, side, width))
            if (r, c) != (row, column)
        )

    return fits


def apart(moves):
    return lambda grid, row, column, digit: all(grid.get((row + i, column + j)) != digit for i, j in moves)


knight = apart([(i, j) for i, j in product((-2, -1, 1, 2), repeat=2) if abs(i) != abs(j)])
king = apart([(i, j) for i, j in product((-1, 0, 1), repeat=2) if i or j])


def beside(row, column):
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def nonconsecutive(grid, row, column, digit):
    return all(abs(grid[place] - digit) != 1 for place in beside(row, column) if place in grid)


def parity(places, odd):
    return lambda grid, row, column, digit: (row, column) not in places or digit % 2 == odd


def cage(total, places):
    def fits(grid, row, column, digit):
        if (row, column) not in places:
            return True
        others = [grid[place] for place in places if place in grid and place != (row, column)]
        filled = len(others) + 1 == len(places)
        most = total is None or (sum(others) + digit == total if filled else sum(others) + digit < total)
        return digit not in others and most

    return fits


def thermometer(places):
    def fits(grid, row, column, digit):
        if (row, column) not in places:
            return True
        at = places.index((row, column))
        return all(grid.get(place, 0) < digit for place in places[:at]) and all(
            grid.get(place, 99) > digit for place in places[at + 1 :]
        )

    return fits


def dots(white, black, all_white=False, all_black=False):
    def fits(grid, row, column, digit):
        for place in beside(row, column):
            if place in grid:
                pair, other = frozenset([place, (row, column)]), grid[place]
                consecutive, double = abs(other - digit) == 1, other == 2 * digit or digit == 2 * other
                dotted = pair in white or pair in black
                if (pair in white and not consecutive) or (pair in black and not double):
                    return False
                if not dotted and ((all_white and consecutive) or (all_black and double)):
                    return False
        return True

    return fits


def marks(allowed):
    return lambda grid, row, column, digit: digit in allowed[row, column]
