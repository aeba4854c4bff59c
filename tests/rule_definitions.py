"""The rules of setters, defined a second time on full grids, and random instances of each.

A definition is a function of the digits of a full grid, in reading order; it uses nothing of the package. `RULES` maps
the name of a rule to a function (random, side) -> (variant, definition), `RULES_FROM_0` on boards with digits from 0.
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


def full_rank(random, side):
    place, cells = edge(random, side)
    rank = random.randint(1, 4 * side)

    def holds(grid):
        rows = [tuple(grid[k * side : (k + 1) * side]) for k in range(side)]
        lines = [line[::way] for line in (*rows, *zip(*rows, strict=True)) for way in (1, -1)]
        own = tuple(grid[cell] for cell in cells)
        return sum(line < own for line in lines) == rank - 1 and lines.count(own) == 1

    return v.FullRank([(rank, place)]), holds


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
    a, b = sorted((digits.index(min(digits)), digits.index(max(digits))))
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


def quadruple(first):
    def rule(random, side):
        row, column = random.randrange(side - 1), random.randrange(side - 1)
        cells = [(row + i) * side + column + j for i in (0, 1) for j in (0, 1)]
        wanted = [random.randrange(side) + first for _ in range(random.randint(1, 3))]
        return v.Quadruples([(wanted, names(cells, side))]), lambda g: Counter(wanted) <= Counter(g[c] for c in cells)

    return rule


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
    cells = random.sample(range(side * side), random.randint(1, 2))

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
            if not 1 <= g[cell] <= side or g[group[g[cell] - 1]] != own + 1:
                return False
        return True

    return v.Indexing(names(cells, side), by), holds


def circles(random, side):
    cells = random.sample(range(side * side), random.randint(1, 2 * side))

    def holds(g):
        return all(number == digit for digit, number in Counter(g[c] for c in cells).items())

    return v.CountingCircles(names(cells, side)), holds


PATTERNS = ["1.*|.*2", "[^12]*(12|21)?.*", "(.[1-3])*.?", "1?2?3?4?.*", ".{1,2}[2-4]+", "[13]*[24]{2,}.*"]
PATTERNS_FROM_0 = ["0.*|.*2", "[^01]*(01|10)?.*", "(.[0-2])*.?", "0?1?2?3?.*"]


def regex(patterns):
    def rule(random, side):
        cells, pattern = line(random, side, 2, 4), random.choice(patterns)
        found = [(pattern, names(cells, side))]
        return v.Regex(found), lambda g: re.fullmatch(pattern, "".join(str(g[c]) for c in cells))

    return rule


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
    return sum(digit > max(digits[:k], default=-1) for k, digit in enumerate(digits))


def subsets(digits):
    return (part for size in range(1, len(digits) + 1) for part in combinations(digits, size))


def between(digits):
    low, high = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return low + 1, high


def is_equality(first):
    def holds(digits, _, side):
        middle = first + (side - 1) / 2
        tests = (lambda d: d % 2 == 0), (lambda d: d < middle), (lambda d: d > middle)
        even, low, high = (sum(map(test, digits)) for test in tests)
        return len(set(digits)) == len(digits) == 2 * even == 2 * low == 2 * high

    return holds


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


def look_and_say(first):
    def rule(random, side):
        cells, digits = line(random, side, 2, 6), random.sample(range(first, side + first), 2)
        numbers = [random.randint(0, 2) for _ in digits]
        text = "".join(f"{number}{digit}" for number, digit in zip(numbers, digits, strict=True))
        return v.LookAndSay([(text, names(cells, side))]), lambda grid: all(
            [grid[cell] for cell in cells].count(digit) == number for number, digit in zip(numbers, digits, strict=True)
        )

    return rule


def marked(make, holds):
    def rule(random, side):
        cells = random.sample(range(side * side), 2)
        return make(names(cells, side)), lambda g: all(holds(g[c]) for c in cells)

    return rule


def kropki(random, side):
    """Return white and black dots, of which some are all that there are."""
    pairs = sorted({(c, n) for c in range(side * side) for n in neighbors(c, side) if c < n})
    white, black = random.sample(pairs, random.randint(1, 2)), random.sample(pairs, random.randint(0, 1))
    complete = random.random() < 0.3, random.random() < 0.3

    def is_white(g, pair):
        return abs(g[pair[0]] - g[pair[1]]) == 1

    def is_black(g, pair):
        a, b = sorted((g[pair[0]], g[pair[1]]))
        return b == 2 * a

    def holds(g):
        bare = [pair for pair in pairs if pair not in white and pair not in black]
        absent = not (complete[0] and any(is_white(g, pair) for pair in bare))
        absent = absent and not (complete[1] and any(is_black(g, pair) for pair in bare))
        return absent and all(is_white(g, p) for p in white) and all(is_black(g, p) for p in black)

    return v.Kropki([names(p, side) for p in white], [names(p, side) for p in black], *complete), holds


def everywhere(make, steps, holds):
    """Return a rule on any two cells that are one of these steps apart."""

    def rule(random, side):
        cells = range(side * side)
        pairs = [
            (a, b)
            for a in cells
            for b in cells
            for i, j in steps
            if (b // side - a // side, b % side - a % side) == (i, j)
        ]
        return make(), lambda g: all(holds(g[a], g[b]) for a, b in pairs)

    return rule


def diagonals(random, side):
    falling, rising = random.choice([(True, False), (False, True), (True, True)])
    one, other = [k * (side + 1) for k in range(side)], [(k + 1) * (side - 1) for k in range(side)]

    def holds(g):
        return all(len({g[c] for c in cells}) == side for cells, on in ((one, falling), (other, rising)) if on)

    return v.Diagonals(falling, rising), holds


KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))


def squares(make, kind):
    def rule(random, side):
        corners = [r * side + c for r in range(side - 1) for c in range(side - 1)]
        groups = [(at, at + 1, at + side, at + side + 1) for at in corners]
        return make(), lambda grid: all(len({kind(grid[cell], side) for cell in group}) == 3 for group in groups)

    return rule


ENTROPY = {4: "abbc", 6: "aabbcc"}
NAMED = ("diagonals", "anti-knight", "anti-king", "non-consecutive")  # rules for a whole board


def rules(first):
    """Return the rules for boards whose lowest digit is `first`."""
    return {
        "palindrome": of_lines(v.Palindromes, lambda d, *_: d == d[::-1]),
        "renban": of_lines(v.Renban, lambda d, *_: sorted(d) == list(range(min(d), min(d) + len(d))), most=4),
        "whisper": of_lines(lambda n: v.Whispers(n, 2), lambda d, *_: all(abs(a - b) >= 2 for a, b in pairwise(d))),
        "slow thermometer": of_lines(v.SlowThermometers, lambda d, *_: d == sorted(d)),
        "between": of_lines(
            v.BetweenLines, lambda d, *_: all(min(d[0], d[-1]) < x < max(d[0], d[-1]) for x in d[1:-1]), 3
        ),
        "lockout": of_lines(
            lambda n: v.Lockout(n, 2),
            lambda d, *_: (
                abs(d[0] - d[-1]) >= 2 and not any(min(d[0], d[-1]) <= x <= max(d[0], d[-1]) for x in d[1:-1])
            ),
        ),
        "entropic": of_lines(v.Entropic, lambda d, _, side: in_turns(lambda x: ENTROPY[side][x - first], 3)(d)),
        "modular": of_lines(v.Modular, in_turns(lambda x: x % 3, 3)),
        "modular 2": of_lines(lambda n: v.Modular(n, 2), in_turns(lambda x: x % 2, 2)),
        "nabner": of_lines(v.Nabner, lambda d, *_: all(b - a > 1 for a, b in pairwise(sorted(d))), most=3),
        "zipper": of_lines(v.Zippers, lambda d, *_: is_zipper(d)),
        "region sums": of_lines(v.RegionSums, lambda d, cells, side: len(set(parts_of_boxes(d, cells, side))) == 1),
        "double arrow": of_lines(v.DoubleArrows, lambda d, *_: d[0] + d[-1] == sum(d[1:-1]), 3),
        "sandwich": outside(v.Sandwich, lambda side: range(side + 2), sandwich),
        "X-sum": outside(v.XSums, lambda side: range(1, 2 * side + 2), lambda d, x, _: sum(d[: d[0]]) == x),
        "skyscraper": outside(v.Skyscrapers, lambda side: range(1, side + 1), lambda d, x, _: seen(d) == x),
        "numbered room": outside(
            v.NumberedRooms, lambda side: range(1, side + 1), lambda d, x, _: d[0] > 0 and d[d[0] - 1] == x
        ),
        "full rank": full_rank,
        "arrow": arrow,
        "little killer": little_killer,
        "sum": sums,
        "quadruple": quadruple(first),
        "clone": clone,
        "minima": extreme(v.Minima, lambda a, b: a < b),
        "maxima": extreme(v.Maxima, lambda a, b: a > b),
        "XV": dots(v.XV, 5, lambda x, a, b: a + b == x, (5, 10)),
        "difference": dots(v.Differences, 2, lambda x, a, b: abs(a - b) == x, ()),
        "ratio": dots(v.Ratios, 3, lambda x, a, b: a == x * b or b == x * a, ()),
        "indexing": indexing,
        "circles": circles,
        "look and say": look_and_say(first),
        "lunchbox": cage(v.Lunchboxes, range(12), lambda d, x, _: sum(d[slice(*between(d))]) == x, least=2),
        "rellik": cage(v.Relliks, range(2, 9), lambda d, x, _: x not in map(sum, subsets(d))),
        "equality": of_lines(v.EqualityCages, is_equality(first)),
        "sum line": cage(v.SumLines, range(3, 8), lambda d, x, _: has_parts(d, x), different=False),
        "entropy": squares(v.GlobalEntropy, lambda digit, side: ENTROPY[side][digit - first]),
        "global modular": squares(v.GlobalModular, lambda digit, side: digit % 3),
        "regex": regex(PATTERNS if first else PATTERNS_FROM_0),
        "function": function,
        "extra region": extra_region,
        "cages": cages,
        "thermometer": of_lines(v.Thermometers, lambda d, *_: d == sorted(set(d)), 1, 4),
        "kropki": kropki,
        "even": marked(v.Even, lambda digit: digit % 2 == 0),
        "odd": marked(v.Odd, lambda digit: digit % 2 == 1),
        "diagonals": diagonals,
        "anti-knight": everywhere(v.AntiKnight, KNIGHT, lambda a, b: a != b),
        "anti-king": everywhere(v.AntiKing, ((1, 1), (1, -1)), lambda a, b: a != b),
        "non-consecutive": everywhere(v.NonConsecutive, ((0, 1), (1, 0)), lambda a, b: abs(a - b) != 1),
    }


RULES, RULES_FROM_0 = rules(1), rules(0)
