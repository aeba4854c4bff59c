"""The rules of setters, defined a second time on full grids, and random instances of each.

A definition is a function of the digits of a full grid, in reading order; it uses nothing of the package. `RULES` maps
the name of a rule to a function (random, side) -> (variant, definition).
"""

import re
from collections import Counter
from itertools import combinations, pairwise

from sudoku import variants as v


def name(cell, side):
    return f"r{cell // side + 1}c{cell % side + 1}"


def names(cells, side):
    return [name(cell, side) for cell in cells]


def line(random, side, least=2, most=5):
    """Return a walk over neighboring cells, diagonals included, that visits no cell twice."""
    while True:
        cells = [random.randrange(side * side)]
        length = random.randint(least, most)
        while len(cells) < length:
            row, column = divmod(cells[-1], side)
            steps = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            free = [r * side + c for r, c in steps if 0 <= r < side and 0 <= c < side and r * side + c not in cells]
            if not free:
                break
            cells.append(random.choice(free))
        else:
            return cells


def edge(random, side):
    """Return the place of a clue at the border, and the cells that it sees."""
    at, which = random.randrange(side), random.randrange(4)
    row, column = [at * side + k for k in range(side)], [k * side + at for k in range(side)]
    place, cells = [
        (f"r0c{at + 1}", column),
        (f"r{side + 1}c{at + 1}", column[::-1]),
        (f"r{at + 1}c0", row),
        (f"r{at + 1}c{side + 1}", row[::-1]),
    ][which]
    return place, cells


def of_lines(make, holds, least=2, most=5):
    def rule(random, side):
        cells = line(random, side, least, min(most, side + 1))
        return make([names(cells, side)]), lambda grid: holds([grid[cell] for cell in cells], cells, side)

    return rule


def outside(make, values, holds):
    def rule(random, side):
        place, cells = edge(random, side)
        value = random.choice(values(side))
        return make([(value, place)]), lambda grid: holds([grid[cell] for cell in cells], value, side)

    return rule


def neighbors(cell, side):
    row, column = divmod(cell, side)
    steps = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    return [r * side + c for r, c in steps if 0 <= r < side and 0 <= c < side]


def box(cell, side):
    height = 2 if side in (4, 6) else 1
    width = side // height
    return cell // side // height * height + cell % side // width


def is_zipper(digits):
    size = len(digits)
    sums = {digits[k] + digits[-1 - k] for k in range(size // 2)}
    return len(sums) == 1 and (size % 2 == 0 or sums == {digits[size // 2]})


def in_turns(kind, number):
    return lambda d, *_: all(len(set(part)) == len(part) for part in windows([kind(x) for x in d], number))


def windows(values, size):
    return [values[k : k + size] for k in range(max(len(values) - size, 0) + 1)]


def parts_of_boxes(digits, cells, side):
    sums = [digits[0]]
    for (a, b), digit in zip(pairwise(cells), digits[1:], strict=True):
        if box(a, side) == box(b, side):
            sums[-1] += digit
        else:
            sums.append(digit)
    return sums


def sandwich(digits, value, side):
    a, b = sorted((digits.index(1), digits.index(side)))
    return sum(digits[a + 1 : b]) == value


def arrow(random, side):
    cells = line(random, side, 3, 4)
    pill = random.random() < 0.3
    circle, rest = (sorted(cells[:2]), cells[2:]) if pill else (cells[:1], cells[1:])

    def holds(grid):
        number = int("".join(str(grid[cell]) for cell in circle))
        return number == sum(grid[cell] for cell in rest)

    return v.Arrows([(names(circle[::-1], side), names(rest, side))]), holds


def little_killer(random, side):
    start = random.randrange(1, side)
    cells = [k * side + start + k for k in range(side - start)]
    value = random.randint(len(cells), len(cells) * side)
    return v.LittleKiller([(value, f"r0c{start} r1c{start + 1}")]), lambda g: sum(g[c] for c in cells) == value


def sums(random, side):
    cells = random.sample(range(side * side), 3)
    value = random.randint(4, 3 * side - 1)
    return v.Sums([(value, names(cells, side))]), lambda g: sum(g[c] for c in cells) == value


def quadruple(random, side):
    row, column = random.randrange(side - 1), random.randrange(side - 1)
    cells = [(row + i) * side + column + j for i in (0, 1) for j in (0, 1)]
    wanted = [random.randint(1, side) for _ in range(random.randint(1, 3))]
    return v.Quadruples([(wanted, names(cells, side))]), lambda g: Counter(wanted) <= Counter(g[c] for c in cells)


def clone(random, side):
    cells = random.sample(range(side * side), 4)
    return (
        v.Clones([(names(cells[:2], side), names(cells[2:], side))]),
        lambda g: (
            (g[cells[0]], g[cells[1]])
            == (
                g[cells[2]],
                g[cells[3]],
            )
        ),
    )


def extreme(make, better):
    def rule(random, side):
        marked = random.sample(range(side * side), 2)
        pairs = [(c, n) for c in marked for n in neighbors(c, side) if n not in marked]
        return make(names(marked, side)), lambda g: all(better(g[c], g[n]) for c, n in pairs)

    return rule


def dots(make, value, related, absent):
    def rule(random, side):
        pairs = {(c, n) for c in range(side * side) for n in neighbors(c, side) if c < n}
        marked = random.sample(sorted(pairs), 1)
        complete = random.random() < 0.2
        values = {*absent, value} if complete else set()

        def holds(g):
            bare = all(not related(x, g[a], g[b]) for a, b in pairs - set(marked) for x in values)
            return all(related(value, g[a], g[b]) for a, b in marked) and bare

        return make([(value, names(pair, side)) for pair in marked], complete), holds

    return rule


def indexing(random, side):
    by = random.choice(["column", "row", "box"])
    cells = random.sample(range(side * side), 2)

    def holds(g):
        for cell in cells:
            row, column = divmod(cell, side)
            if by == "column":
                group, own = [row * side + k for k in range(side)], column
            elif by == "row":
                group, own = [k * side + column for k in range(side)], row
            else:
                group = [c for c in range(side * side) if box(c, side) == box(cell, side)]
                own = group.index(cell)
            if g[group[g[cell] - 1]] != own + 1:
                return False
        return True

    return v.Indexing(names(cells, side), by), holds


def circles(random, side):
    cells = random.sample(range(side * side), random.randint(1, 2 * side))

    def holds(g):
        return all(number == digit for digit, number in Counter(g[c] for c in cells).items())

    return v.CountingCircles(names(cells, side)), holds


PATTERNS = ["1.*|.*2", "[^12]*(12|21)?.*", "(.[1-3])*.?", "1?2?3?4?.*", ".{1,2}[2-4]+", "[13]*[24]{2,}.*"]


def regex(random, side):
    cells, pattern = line(random, side, 2, 4), random.choice(PATTERNS)
    return v.Regex([(pattern, names(cells, side))]), lambda g: re.fullmatch(pattern, "".join(str(g[c]) for c in cells))


def function(random, side):
    cells = random.sample(range(side * side), 3)

    def product_is_even(digits):
        return digits[0] * digits[1] * digits[2] % 2 == 0

    return v.Function(product_is_even, [names(cells, side)]), lambda g: any(g[c] % 2 == 0 for c in cells)


def extra_region(random, side):
    cells = random.sample(range(side * side), 3)
    return v.ExtraRegions([names(cells, side)]), lambda g: len({g[c] for c in cells}) == 3


def cages(random, side):
    """Return two cages that may share cells."""
    cells, others = line(random, side, 2, 3), line(random, side, 2, 3)
    low, high = 3, 2 * side - 1
    one, two = (random.randint(low, high) if len(c) == 2 else random.randint(6, 3 * side - 3) for c in (cells, others))

    def holds(g):
        several = ([g[c] for c in cells], one), ([g[c] for c in others], two)
        return all(len(set(d)) == len(d) and sum(d) == total for d, total in several)

    return v.Killer([(one, names(cells, side)), (two, names(others, side))]), holds


def seen(digits):
    return sum(digit > max(digits[:k], default=0) for k, digit in enumerate(digits))


def subsets(digits):
    return (part for size in range(1, len(digits) + 1) for part in combinations(digits, size))


def between(digits):
    low, high = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return low + 1, high


def is_equality(digits, _, side):
    even, low, high = (
        sum(map(test, digits)) for test in (lambda d: d % 2 == 0, lambda d: 2 * d <= side, lambda d: 2 * d > side + 1)
    )
    return len(set(digits)) == len(digits) == 2 * even == 2 * low == 2 * high


def has_parts(digits, value):
    part = 0
    for digit in digits:
        part += digit
        if part > value:
            return False
        part %= value
    return part == 0


def cage(make, values, holds, different=True, least=1):
    def rule(random, side):
        cells, value = line(random, side, least, min(5, side)), random.choice(values)

        def fits(grid):
            digits = [grid[cell] for cell in cells]
            return (not different or len(set(digits)) == len(digits)) and holds(digits, value, side)

        return make([(value, names(cells, side))]), fits

    return rule


def look_and_say(random, side):
    cells, digits = line(random, side, 2, 6), random.sample(range(1, side + 1), 2)
    numbers = [random.randint(0, 2) for _ in digits]
    text = "".join(f"{number}{digit}" for number, digit in zip(numbers, digits, strict=True))
    return v.LookAndSay([(text, names(cells, side))]), lambda grid: all(
        [grid[cell] for cell in cells].count(digit) == number for number, digit in zip(numbers, digits, strict=True)
    )


def squares(make, kind):
    def rule(random, side):
        corners = [r * side + c for r in range(side - 1) for c in range(side - 1)]
        groups = [(at, at + 1, at + side, at + side + 1) for at in corners]
        return make(), lambda grid: all(len({kind(grid[cell], side) for cell in group}) == 3 for group in groups)

    return rule


ENTROPY = {4: "abbc", 6: "aabbcc"}
RULES = {
    "palindrome": of_lines(v.Palindromes, lambda d, *_: d == d[::-1]),
    "renban": of_lines(v.Renban, lambda d, *_: sorted(d) == list(range(min(d), min(d) + len(d))), most=4),
    "whisper": of_lines(lambda n: v.Whispers(n, 2), lambda d, *_: all(abs(a - b) >= 2 for a, b in pairwise(d))),
    "slow thermometer": of_lines(v.SlowThermometers, lambda d, *_: d == sorted(d)),
    "between": of_lines(v.BetweenLines, lambda d, *_: all(min(d[0], d[-1]) < x < max(d[0], d[-1]) for x in d[1:-1]), 3),
    "lockout": of_lines(
        lambda n: v.Lockout(n, 2),
        lambda d, *_: abs(d[0] - d[-1]) >= 2 and not any(min(d[0], d[-1]) <= x <= max(d[0], d[-1]) for x in d[1:-1]),
    ),
    "entropic": of_lines(v.Entropic, lambda d, _, side: in_turns(lambda x: ENTROPY[side][x - 1], 3)(d)),
    "modular": of_lines(v.Modular, in_turns(lambda x: x % 3, 3)),
    "modular 2": of_lines(lambda n: v.Modular(n, 2), in_turns(lambda x: x % 2, 2)),
    "nabner": of_lines(v.Nabner, lambda d, *_: all(b - a > 1 for a, b in pairwise(sorted(d))), most=3),
    "zipper": of_lines(v.Zippers, lambda d, *_: is_zipper(d)),
    "region sums": of_lines(v.RegionSums, lambda d, cells, side: len(set(parts_of_boxes(d, cells, side))) == 1),
    "double arrow": of_lines(v.DoubleArrows, lambda d, *_: d[0] + d[-1] == sum(d[1:-1]), 3),
    "sandwich": outside(v.Sandwich, lambda side: range(side + 2), sandwich),
    "X-sum": outside(v.XSums, lambda side: range(1, 2 * side + 2), lambda d, x, _: sum(d[: d[0]]) == x),
    "skyscraper": outside(v.Skyscrapers, lambda side: range(1, side + 1), lambda d, x, _: seen(d) == x),
    "numbered room": outside(v.NumberedRooms, lambda side: range(1, side + 1), lambda d, x, _: d[d[0] - 1] == x),
    "arrow": arrow,
    "little killer": little_killer,
    "sum": sums,
    "quadruple": quadruple,
    "clone": clone,
    "minima": extreme(v.Minima, lambda a, b: a < b),
    "maxima": extreme(v.Maxima, lambda a, b: a > b),
    "XV": dots(v.XV, 5, lambda x, a, b: a + b == x, (5, 10)),
    "difference": dots(v.Differences, 2, lambda x, a, b: abs(a - b) == x, ()),
    "ratio": dots(v.Ratios, 3, lambda x, a, b: a == x * b or b == x * a, ()),
    "indexing": indexing,
    "circles": circles,
    "look and say": look_and_say,
    "lunchbox": cage(v.Lunchboxes, range(12), lambda d, x, _: sum(d[slice(*between(d))]) == x, least=2),
    "rellik": cage(v.Relliks, range(2, 9), lambda d, x, _: x not in map(sum, subsets(d))),
    "equality": of_lines(v.EqualityCages, is_equality),
    "sum line": cage(v.SumLines, range(3, 8), lambda d, x, _: has_parts(d, x), different=False),
    "entropy": squares(v.GlobalEntropy, lambda digit, side: ENTROPY[side][digit - 1]),
    "global modular": squares(v.GlobalModular, lambda digit, side: digit % 3),
    "regex": regex,
    "function": function,
    "extra region": extra_region,
    "cages": cages,
}
