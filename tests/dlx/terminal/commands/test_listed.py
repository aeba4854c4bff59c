# SPDX-License-Identifier: MIT
"""The formats of `dlx list`: all hold the same solutions, and none can pass for complete if it was cut short."""

import csv
import io
import json

import pytest

from dlx import Problem, models, records
from dlx.questions.search import Search
from tests.dlx.terminal.runs import QUEENS

PRICED = "a b c\na b |4\nc |1\na |1\nb |1\nb c |5\n"


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "p.dlx"
        path.write_text(text)
        return path

    return write


def rows(text):
    return list(csv.reader(io.StringIO(text)))


def test_csv_holds_the_records_of_python(dlx, file):
    """A row for each option, with the columns of dlx.records(); items in columns of their own."""
    name = file(PRICED)
    head, *body = rows(dlx("list", name, "--format", "csv")[1])
    assert head == ["solution", "option", "cost", "item 1", "item 2"]
    wanted = records(Problem.read(name).solutions())
    assert [[int(x) for x in row[:3]] for row in body] == [[r["solution"], r["option"], r["cost"]] for r in wanted]
    assert [tuple(x for x in row[3:] if x) for row in body] == [r["items"] for r in wanted]


WAYS = [(), ("--workers", 2), ("--orbits", "auto"), ("--limit", 1), ("--seed", 3), ("--given", "1"), ("--limit", 9)]


@pytest.mark.parametrize("words", WAYS)
def test_the_formats_agree(dlx, words):
    texts = {form: dlx("list", QUEENS, *words, "--format", form) for form in ("text", "csv", "jsonl")}
    assert {code for code, _, _ in texts.values()} == {0}
    *lines, last = map(json.loads, texts["jsonl"][1].splitlines())
    status = "solution limit" if words == ("--limit", 1) else "complete"
    assert (last["solutions"], last["status"]) == (len(lines), status)
    assert texts["text"][1] == "\n\n".join("\n".join(map(" ".join, line["items"])) for line in lines) + "\n"
    _, *body = rows(texts["csv"][1])
    pairs = [(n, k, v) for n, line in enumerate(lines) for k, v in zip(line["options"], line["items"], strict=True)]
    assert body == [[str(n), str(k), *items] for n, k, items in pairs]
    assert dlx("list", QUEENS, *words, "--json")[1].splitlines()[:-1] == texts["jsonl"][1].splitlines()[:-1]


def test_texts_that_a_table_must_quote(dlx, file):
    name = file('a"b x,y |é z\na"b é:r,1\nx,y é:r,1\n')
    assert rows(dlx("list", name, "--format", "csv")[1])[1:] == [["0", "0", 'a"b', "é:r,1"], ["0", "1", "x,y", "é:r,1"]]
    assert dlx("list", file("a b\na\n"), "--format", "csv", "-q") == (1, "solution,option,item 1\n", "")


def test_what_gave_way_in_a_table(dlx, file):
    """The costs of a solution's rows add up to its cost."""
    name = file("a b\na |3\n")
    code, out, _ = dlx("list", name, "--slack", "b=5", "--format", "csv")
    assert (code, rows(out)) == (
        0,
        [["solution", "option", "cost", "gave way", "item 1"], ["0", "0", "3", "", "a"], ["0", "", "5", "-1", "b"]],
    )
    code, out, _ = dlx("list", file("a b\na\n"), "--slack", "b=5", "--format", "csv")
    assert [row[2] for row in rows(out)[1:]] == ["0", "5"]


def test_samples_take_a_format(dlx):
    code, out, _ = dlx("sample", QUEENS, "-n", 3, "--seed", 1, "--format", "csv")
    assert (code, [row[0] for row in rows(out)[1:]]) == (0, [*"000000111111222222"])
    plain = dlx("sample", QUEENS, "-n", 3, "--seed", 1, "--method", "zdd", "--max-memory", 5)[1]
    assert plain == dlx("sample", QUEENS, "-n", 3, "--seed", 1, "--max-nodes", 1000)[1]


def test_one_format_at_a_time(dlx):
    assert dlx("list", QUEENS, "--json", "--format", "csv") == (
        2,
        "",
        "dlx: --json cannot be combined with --format csv; use --format jsonl\n",
    )


# --- cut short


CUTS = [("--node-limit", 900), *(("--time-limit", 0, *more) for more in ((), ("--workers", 2), ("--orbits", "auto")))]


@pytest.mark.parametrize("words", CUTS)
def test_a_list_that_is_cut_short(dlx, words, tmp_path):
    """Every format ends with a mark, standard error says so, and the exit code is 3, with and without --quiet."""
    limit, large = "node limit" if "--node-limit" in words else "time limit", tmp_path / "large.dlx"
    models.queens(12).write(large)
    for quiet in ((), ("-q",)):
        code, text, err = dlx("list", large, *words, *quiet)
        assert code == 3 and text.splitlines()[-1].startswith(f"| stopped by the {limit}: at least ")
        assert (f"stopped by the {limit}" in err) == (not quiet)
        code, table, _ = dlx("list", large, *words, *quiet, "--format", "csv")
        assert code == 3 and rows(table)[-1][0].startswith(f"stopped by the {limit}: at least ")
        with pytest.raises(ValueError, match="invalid literal"):  # so a program that reads numbers fails
            [int(row[0]) for row in rows(table)[1:]]
        code, lines, _ = dlx("list", large, *words, *quiet, "--format", "jsonl")
        assert code == 3 and json.loads(lines.splitlines()[-1])["status"] == limit


@pytest.mark.parametrize("form", ["text", "csv", "jsonl"])
def test_a_list_that_is_interrupted(dlx, form, monkeypatch):
    ahead = Search.__next__

    def interrupted(search):
        if search.stats.solutions == 2:
            raise KeyboardInterrupt
        return ahead(search)

    monkeypatch.setattr(Search, "__next__", interrupted)
    code, out, err = dlx("list", QUEENS, "--format", form)
    marks = {"text": "| interrupted: at least 2 solutions", "csv": "interrupted: at least 2 solutions"}
    assert code == 130 and "interrupted: at least 2 solutions" in err
    last = out.splitlines()[-1]
    assert last == marks[form] if form in marks else json.loads(last)["status"] == "interrupted"


def test_a_cut_text_is_still_a_list(dlx, tmp_path):
    """The mark is a comment of the text format."""
    out = dlx("list", QUEENS, "--node-limit", 60)[1]
    cut = tmp_path / "cut.dlx"
    p = models.queens(6)
    p.write(cut)
    cut.write_text(cut.read_text() + "| stopped by the node limit: at least 1 solution\n")
    assert Problem.read(cut).n_options == p.n_options and out.splitlines()[-1] in cut.read_text()
