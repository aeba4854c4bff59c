# SPDX-License-Identifier: MIT
"""Wings: a pivot and two cells of two digits that it sees; whichever digit it takes, one of the three is z.

XY-Wing     xz - xy - yz      4.2
XYZ-Wing    xz - xyz - yz     4.4      the pivot may be z, too
"""

from __future__ import annotations

from itertools import combinations

from .marks import COUNT, PEERS, Hint, PencilMarks, in_common
from .sets import ExplainerRule


def wing(digits: int, tenths: int) -> ExplainerRule:
    """Return the rule for a pivot of two or three digits."""

    def rule(marks: PencilMarks) -> Hint | None:
        cells = marks.cells
        for pivot, here in enumerate(cells):
            if COUNT[here] != digits:
                continue
            able = [c for c in sorted(PEERS[pivot]) if COUNT[cells[c]] == 2 and COUNT[cells[c] & here] == digits - 1]
            for first, second in combinations(able, 2):
                z = cells[first] & cells[second]
                if COUNT[z] != 1 or cells[first] | cells[second] | here != here | z or (digits == 2) == bool(z & here):
                    continue
                if cells[first] == cells[second]:
                    continue
                ends = (first, second) if digits == 2 else (first, second, pivot)
                removed = marks.having(in_common(ends), z)
                if removed:
                    return Hint(tenths, "XY-Wing" if digits == 2 else "XYZ-Wing", removed)
        return None

    return rule
