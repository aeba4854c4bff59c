# SPDX-License-Identifier: MIT
"""The format of miniexact: its meaning by the same problem in Knuth's format, and its errors."""

import re

import pytest

from tests.dlx.formats.forms import fields_of, parsed

KNUTH = "a 2|b 0:3|c | x y\na x:red b\nb c y |5\nb c\n"
MINIEXACT = "< a b:2 c:0;3 > [ x y ]\na x:red b;\nb c y $5; b c;\n"


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
    ],
)
def test_errors_name_the_line_and_the_remedy(text, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        parsed(text)


def test_options_of_miniexact_on_one_line():
    fields = fields_of(b"< a b > [ x ] " + b"a x:1; b;" * 200_000)
    assert len(fields.indptr) == 400_001 and fields.indices[:3].tolist() == [0, 2, 1]
    with pytest.raises(ValueError, match=r"more than 500,000 options on a line; write each on a line"):
        fields_of(b"< a b >" + b"a;" * 500_001)
