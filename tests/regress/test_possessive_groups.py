# SPDX-License-Identifier: MIT
"""Python 3.11.0 to 3.11.4 match a possessive group wrongly if it contains a choice (CPython issue 106052).

Debian 12 has 3.11.2, and the page without a server 3.11.3: neither read a text in quotes in a link of SudokuPad. The
nightly drive of that page found it. Possessive characters and classes, a*+ and [ab]*+, are right everywhere.
"""

import re
from pathlib import Path

import pytest

import sudoku
from sudoku.reading.columns import _OPEN_FIELD
from sudoku.reading.oneline import _LARGE
from sudoku.reading.titles import NAMED_TITLE
from sudoku.reading.zipped import unzip

ROOT = Path(__file__).parent.parent.parent
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{{1,2}\d*,?\d*\}{1,2})\+|\(\?>")


@pytest.mark.reads("sudoku", "dlx")
def test_no_expression_has_a_possessive_group():
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in (Path(sudoku.__file__).parent, ROOT / "dlx")
        for path in folder.rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\brf?['\"]", line) and POSSESSIVE_GROUP.search(line)
    ]
    assert found == []
    assert POSSESSIVE_GROUP.search(r"(?:a|b)*+") and POSSESSIVE_GROUP.search("(a{1,2}){{64,}}+")
    assert not POSSESSIVE_GROUP.search(r"[(a)]*+\)*+")


def test_the_expressions_match_as_before():
    assert unzip("""{id:'it\\'s',te:'say "a"',d:"it's",v:''}""") == {
        "id": "it's", "text": 'say "a"', "duration": "it's", "value": "",
    }  # fmt: skip
    with pytest.raises(ValueError, match="damaged"):
        unzip("{id:'x" + "a" * 100_000)
    open_fields = [bool(_OPEN_FIELD.search(text)) for text in ('a,"b', 'a,"b"', 'a,"b""c', '"b"",c')]
    assert open_fields == [True, False, True, True]
    assert _LARGE.fullmatch("12 . " * 80 + "2") and _LARGE.fullmatch("1, " * 80) and not _LARGE.fullmatch("1 " * 60)
    ends = [NAMED_TITLE.match(text).end() for text in ("Grid one, two (hard)", "Puzzle", "Grid A - b", "Grid,b")]
    assert ends == [20, 6, 10, 4]
