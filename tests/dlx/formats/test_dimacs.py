# SPDX-License-Identifier: MIT
"""The format of DIMACS: its meaning by the same problem in Knuth's format, and its errors."""

import re

import pytest

from tests.dlx.formats.forms import parsed


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
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
        ("p xc 2 0\n01 0\n", "f:2: there is no item '01' in the 2 items of the header"),
    ],
)
def test_errors_name_the_line_and_the_remedy(text, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        parsed(text)
