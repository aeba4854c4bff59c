# SPDX-License-Identifier: MIT
"""Rows of a matrix, their covers by definition, and the covers of a diagram in the shape of xcover.

tests/nightly/doors.py runs the doctests and test suites of the other packages through the doors.
"""


def random_rows(random):
    """Return rows with empty ones, and with columns that are in no row."""
    n = random.randint(1, 6)
    return [random.sample(range(n), random.randint(0, min(n, 3))) for _ in range(random.randint(0, 9))]


def covers_by_definition(rows, n):
    """Return the sets of non-empty rows that have each column exactly once."""
    found = []
    for chosen in range(1 << len(rows)):
        picked = [k for k in range(len(rows)) if chosen >> k & 1]
        columns = sorted(column for k in picked for column in rows[k])
        if columns == list(range(n)) and all(rows[k] for k in picked):
            found.append(picked)
    return sorted(found)


def in_diagram(nodes):
    """Return the solutions of a diagram, given as xcover gives its nodes."""
    below = {0: [], 1: [()]}
    root = 0
    for root, option, low, high in nodes:
        below[root] = below[low] + [(option, *rest) for rest in below[high]]
    return below[root]
