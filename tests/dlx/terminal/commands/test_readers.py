# SPDX-License-Identifier: MIT
"""Files of the models: edges with any separators, and the line that is none."""

import argparse

import pytest

from dlx.terminal.cli import main
from dlx.terminal.commands.readers import edges, fields, rows_of_names


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b\nb c\r\n", [["a", "b"], ["b", "c"]]),
        ("# a remark\n% one more\na,b\n\nb;c\nd\n", [["a", "b"], ["b", "c"], ["d"]]),
        ("# of networkx\n0 1 {}\n1 2 {'weight': 3}\n", [["0", "1"], ["1", "2"]]),
        ("c of DIMACS\np edge 3 1\ne 1 2\n", [["1"], ["2"], ["3"], ["1", "2"]]),
    ],
)
def test_files_of_edges(tmp_path, text, expected):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    assert edges(str(path)) == expected


def test_a_line_that_is_no_edge_is_named(tmp_path):
    path = tmp_path / "edges.txt"
    for line in ("a b 3", "a a"):
        path.write_text(f"a b\n{line}\n")
        with pytest.raises(argparse.ArgumentTypeError, match=f"'{line}' is no edge; write two different names a line"):
            edges(str(path))
    path.write_text("# a b\n")
    with pytest.raises(argparse.ArgumentTypeError, match="has no names, but comments"):
        rows_of_names(str(path))


def test_separators(tmp_path):
    (tmp_path / "crews.csv").write_text("legs;cost\na b;3\n")
    assert fields("crews.csv", ["legs;cost", "a b;3"]) == [["legs", "cost"], ["a b", "3"]]
    assert main(["model", "set-partitioning", str(tmp_path / "crews.csv"), "--items", "legs", "-q"]) == 0
