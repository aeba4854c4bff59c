# SPDX-License-Identifier: MIT
"""The formats of miniexact and of DIMACS: their meaning by the same problem in Knuth's format, and their errors."""

import io
import re
from random import Random

import pytest

from dlx import Colored, Problem, option_words

KNUTH = "a 2|b 0:3|c | x y\na x:red b\nb c y |5\nb c\n"
MINIEXACT = "< a b:2 c:0;3 > [ x y ]\na x:red b;\nb c y $5; b c;\n"


def parsed(text):
    return Problem.parse(io.StringIO(text), "f")


@pytest.mark.parametrize(
    "text",
    [
        MINIEXACT,
        "\ufeff\n \n" + MINIEXACT,
        MINIEXACT.replace("\n", "\r\n"),
        MINIEXACT.replace("0;3", "0:3"),
        " ".join(MINIEXACT.split()),
        "\n".join(MINIEXACT.split()),  # a word a line
        re.sub(r"([<>\[\]:;$])", r" \1 ", MINIEXACT),
        re.sub(r"\s*([<>\[\]:;$])\s*", r"\1", MINIEXACT),
        MINIEXACT.rstrip().rstrip(";"),  # the last option may end with the file
    ],
)
def test_miniexact_means_the_same(text):
    assert parsed(text) == parsed(KNUTH)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("p xcc 2 1\n1 3 -7 0\n2 3 -7 0\n1 2 3 0\n", "1 2 | 3\n1 3:7\n2 3:7\n1 2 3\n"),
        ("p xcc 2 1\n1 3\n-7 0 2 3 -7 0\t1 2 3 0", "1 2 | 3\n1 3:7\n2 3:7\n1 2 3\n"),
        ("\n p  xc 2 0\r\n1 0\r\n$3 2 0\r\n1 2 $0 0\r\n", "1 2\n1\n2 |3\n1 2 |0\n"),
        ("p xc 1 0\n", "1\n"),
        ("p xc 1 1\n2 0", "1 | 2\n2\n"),
    ],
)
def test_dimacs_means_the_same(text, same):
    assert parsed(text) == parsed(same)


@pytest.mark.parametrize(("text", "n"), [("< a >", 0), ("< a:0;1 >", 1), ("<a>[]a;", 1), ("< >", 1), ("p xc 0 0\n", 1)])
def test_small_files(text, n):
    assert parsed(text).count() == n


MATRIX = "; this looks like a 0/1 matrix; Problem.from_matrix(numpy.loadtxt(FILE)) reads it in Python"
JSON = "; this looks like JSON; read it in Python, and pass its lists of items to Problem"
HINT = "; if this is a file of Knuth's format, begin it with a comment line '|'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("< a b\n a; b;\n", "f:2: the list of items has no end; write '>' after its last item" + HINT),
        ("< a > [ b\n", "f:1: the list of items has no end; write ']' after its last item" + HINT),
        ("< a\n a >\n", "f:2: item 'a' is listed twice" + HINT),
        ("< a > [ b a ]\n", "f:1: item 'a' is listed twice" + HINT),
        ("< a:x >", "f:1: 'x': a multiplicity is a number of up to 10 digits" + HINT),
        ("< a:1;99999999999 >", "f:1: '99999999999': a multiplicity is a number of up to 10 digits" + HINT),
        ("< a:2;1 >", "f:1: item 'a' is in 2 to 1 options; write least and most, at least 1" + HINT),
        ("< a:0 >", "f:1: item 'a' is in 0 to 0 options; write least and most, at least 1" + HINT),
        ("< a [ b ] >", "f:1: '[' in the wrong place, in 'a [ b ]'" + HINT),
        ("< a > [ x:1 ]", "f:1: ':' in the wrong place, in 'x:1'" + HINT),
        ("< a b >\na\nb a;", "f:3: the option has item 'a' twice"),
        ("< a b >\na; c;", "f:2: there is no item 'c' in the lists of items"),
        ("< a > a:red;", "f:1: 'a:red': item 'a' is primary and cannot have a color"),
        ("< a > [x] a x:;", "f:1: ':' in the wrong place, in 'a x:'"),
        ("< a > a;;", "f:1: an option without items; remove a semicolon"),
        ("< a > a $x;", "f:1: 'x': a cost is '$' and a whole number, 0 or more"),
        ("< a b > a $1 b $2;", "f:1: the option has two costs"),
        (f"< a > a ${2**62};", "f:1: the costs of all options must be less than 2^62 together"),
        ("< a > | a;", "f:1: '|' in the wrong place, in '| a'"),
        ("p xc 2 0\n1 3 0\n", "f:2: there is no item '3' in the 2 items of the header"),
        ("p xc 2 0\n1 -3 0\n", "f:2: '1:3': item '1' is primary and cannot have a color"),
        ("p xcc 1 1\n1 2 -3 -4 0\n", "f:2: '-4': a color follows a secondary item"),
        ("p xcc 1 1\n-1 0\n", "f:2: '-1': a color follows a secondary item"),
        ("p xcc 1 1\n1 2 -0 0\n", "f:2: '-0': a color is a negative number"),
        ("p xc 2 0\n1 1 0\n", "f:2: the option has item '1' twice"),
        ("p xc 2 0\n1 0\n0\n", "f:3: an option without items; remove a 0"),
        ("p xc 2 0\n1 0\n2\n", "f:3: the last option has no end; write 0 after its last item"),
        ("p xc 2 0\n1 $-1 0\n", "f:2: '$-1': a cost is '$' and a whole number, 0 or more"),
        ("p xc 2 0\n$1 1 $1 0\n", "f:2: the option has two costs"),
        ("p xc 10000 2\n1 0", "f:2: the header has 10,002 items, and the options hold 1; correct the header"),
        ("p xc 99999999999 0\n", "f:1: '99999999999': a number of items has 10 digits at most"),
        ("1 0 1\n0 1 0\n", "f:1: item '1' is listed twice" + MATRIX),
        ("A,B\n1,0\n0,1\n", "f:2: there is no item '1,0' in the line of items" + MATRIX),
        (
            "course,room\nyoga,hall\n",
            "f:2: there is no item 'yoga,hall' in the line of items; names are separated by spaces, not by commas; "
            "Problem.of reads a table in Python",
        ),
        ("[[1,0],[0,1]]", "f:1: there are no options" + JSON),
        (
            '{"options": [["a"]]}',
            "f:1: '{\"options\":': items have their colors in the options, not in the line of items" + JSON,
        ),
        ("p xc 2 0\n01 0\n", "f:2: there is no item '01' in the 2 items of the header"),
    ],
)
def test_errors_name_the_line_and_the_remedy(text, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        parsed(text)


def in_miniexact(problem, random):
    """Return a problem as a file of miniexact, with any white space between its words."""
    bounds = problem.bounds.tolist() if problem.bounds is not None else [[1, 1]] * problem.n_primary
    ranges = [f":{low}{random.choice(';:')}{high}" for low, high in bounds]

    def space():
        return random.choice([" ", "\n", "  ", "\t"])

    text = "<" + space() + space().join(map("".join, zip(problem.primary, ranges, strict=True))) + space() + ">"
    if problem.secondary or random.random() < 0.5:
        text += "[" + space().join(problem.secondary) + "]"
    for k in range(problem.n_options):
        text += space() + space().join(option_words(problem, k))
        text += f" ${problem.costs[k]};" if problem.costs is not None else ";"
    return text


def in_dimacs(problem):
    """Return a problem without multiplicities as a DIMACS file."""
    number = {item: k for k, item in enumerate(problem.items, 1)}
    lines = [f"p xcc {len(problem.primary)} {len(problem.secondary)}"]
    for k in range(problem.n_options):
        words = []
        for use in problem.option(k):
            item, color = (use.item, use.color) if isinstance(use, Colored) else (use, None)
            words += [str(number[item])] + ([str(-"_rgb".index(color))] if color else [])
        lines.append(" ".join([*words, "0"]))
    return "\n".join(lines) + "\n"


def random_problem(random):
    """Return a small problem with all features: secondary items, colors, multiplicities, costs, equal options."""
    primary = {f"p{k}": random.choice([(1, 1), (1, 1), (0, 2), (2, 3)]) for k in range(random.randint(1, 4))}
    secondary = [f"s{k}" for k in range(random.randint(0, 3))]
    options = []
    for _ in range(random.randint(0, 8)):
        items = random.sample([*primary, *secondary], random.randint(1, min(3, len(primary) + len(secondary))))
        options.append(
            [Colored(i, random.choice("rgb")) if i in secondary and random.random() < 0.5 else i for i in items]
        )
    costs = [random.randint(0, 9) for _ in options] if options and random.random() < 0.3 else None
    return Problem(options, primary if random.random() < 0.5 else list(primary), secondary, costs=costs)


def test_random_problems_mean_the_same_in_every_format():
    random = Random(4)
    for _ in range(300):
        problem = random_problem(random)
        assert parsed(in_miniexact(problem, random)) == problem
        if problem.bounds is None:
            again = parsed(in_dimacs(problem))
            assert again.count() == problem.count(method="search")
            assert [s.options for s in again.solutions()] == [s.options for s in problem.solutions()]
