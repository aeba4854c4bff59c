# SPDX-License-Identifier: MIT
"""A problem in the formats of miniexact and of DIMACS, and random problems for them."""

import io

from dlx import Colored, Problem, option_words
from dlx.formats import reading


def parsed(text):
    return Problem.parse(io.StringIO(text), "f")


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


def fields_of(data):
    """Return the arrays of a file with these bytes."""
    return reading.parse(io.BytesIO(data), "t")
