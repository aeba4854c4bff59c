# SPDX-License-Identifier: MIT
"""Crosswords as constructors make them: random grids, lists with scores, the best fill, entries, and files."""

import json
import pickle
from itertools import product
from random import Random

import pytest

from dlx import Status, models
from dlx.models import refill
from dlx.models.slots import numbered_slots
from dlx.models.word_list import word_list
from dlx.terminal.cli import main

ROWS = [3, 4, 5, 7, 10, 11, 15]


# --- grids


def checked(text, rows, columns, blocks):
    """Check a grid by its text alone."""
    lines = text.split("\n")
    assert len(lines) == rows and {len(line) for line in lines} == {columns} and text.count("#") == blocks
    assert text == text[::-1]
    for line in (*lines, *map("".join, zip(*lines, strict=True))):
        assert all(len(word) >= 3 for word in line.split("#") if word)
    seen, border = set(), [(lines[0].index("."), 0)] if "." in lines[0] else [(columns // 2, rows // 2)]
    while border:
        c, r = border.pop()
        if 0 <= r < rows and 0 <= c < columns and lines[r][c] == "." and (c, r) not in seen:
            seen.add((c, r))
            border += [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)]
    assert len(seen) == text.count(".")


@pytest.mark.parametrize("rows", ROWS)
def test_random_grids(rows):
    for seed, columns in enumerate(ROWS):
        default = models.crossword_grid(rows, columns, seed=seed)
        checked(default, rows, columns, default.count("#"))
        assert min(rows, columns) < 5 or default.count("#") == 2 * (rows * columns // 12)
        assert models.crossword_grid(rows, columns, seed=seed) == default
        for blocks in range(rows * columns // 5):
            try:
                checked(models.crossword_grid(rows, columns, blocks=blocks, seed=seed), rows, columns, blocks)
            except ValueError as error:
                assert "try another number" in str(error) or "has an even number" in str(error)
                assert blocks % 2 or min(rows, columns) < 5


def test_grids_differ():
    assert len({models.crossword_grid(11, blocks=18, seed=seed) for seed in range(30)}) > 25


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rows": 2}, "rows is 2; a grid has from 3 to 50"),
        ({"rows": 3, "columns": 51}, "columns is 51"),
        ({"rows": 10, "blocks": 7}, "blocks is 7; a symmetric grid of 10 x 10 has an even number"),
        ({"rows": 5, "blocks": -2}, "blocks is -2; a grid has"),
        ({"rows": 5, "blocks": 24}, "no grid of 5 x 5 with 24 blocks was found"),
        ({"rows": 5, "blocks": 25}, "less than its 25 cells"),
        ({"rows": 3, "blocks": 10**9}, "blocks is 1000000000; a grid has"),
    ],
)
def test_grids_that_do_not_exist(arguments, message):
    with pytest.raises(ValueError, match=message):
        models.crossword_grid(**arguments)


# --- lists with scores


def test_lists():
    found = word_list([" Ore;80 ", "ore;60", "o'clock;3", "", "ash", "elk;1.5", "oak;-2"])
    assert found.scores == {"ore": 80, "ash": 0, "elk": 1.5, "oak": -2} and found.scored and found.skipped == 1
    assert word_list({"Ore": 80, "x-y": 1}).scores == {"ore": 80} and word_list("ore ash").scored is False
    assert word_list("ore;80 ash;20", 50, required=["ash", "new"]).scores == {"ore": 80, "ash": 20, "new": 0}


@pytest.mark.parametrize(
    ("words", "least", "message"),
    [
        (["ore;x"], None, "the word 'ore' has the score 'x'; write a number, as in ore;80"),
        (["ore;"], None, "has the score ''"),
        ({"ore": "80"}, None, "the word 'ore' has the score '80'; it must be a number"),
        ({"ore": float("nan")}, None, "it must be a number"),
        (["ore"], 50, "min_score is for a list with scores"),
        (["ore;40"], 50, "no word has a score of at least 50; the highest is 40"),
        (["x-y;40"], None, "'x-y' is not made of letters"),
        ([";40"], None, "'' is not made of letters"),
    ],
)
def test_bad_lists(words, least, message):
    for make in (models.crossword, models.word_square):
        with pytest.raises(ValueError, match=message):
            make("..." if make is models.crossword else 3, words, min_score=least)


def random_case(rng):
    """Return a small grid, and words with scores over few letters."""
    grid = rng.choice(["..\n..", "...\n.#.\n...", "...\n...", "#..\n...\n..#", "..#..\n....."])
    words = {"".join(rng.choices("ab", k=rng.randint(2, 5))): rng.randint(-5, 9) for _ in range(40)}
    return grid, words


def fills(grid, words):
    """Return the total of each fill with different words, by trying all letters."""
    rows = grid.split("\n")
    cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
    for letters in product("ab", repeat=len(cells)):
        at = dict(zip(cells, letters, strict=True))
        entries = ["".join(at[cell] for cell in slot) for slot in numbered_slots(cells).values()]
        if len({*entries}) == len(entries) and all(entry in words for entry in entries):
            yield sum(words[entry] for entry in entries)


def test_the_highest_total_by_trying_all_letters(monkeypatch):
    rng, solved = Random(3), 0
    for trial in range(60):
        grid, words = random_case(rng)
        totals = sorted(fills(grid, words), reverse=True)
        puzzle = models.crossword(grid, words)
        assert puzzle.count() == len(totals)
        assert [-solution.cost for solution in puzzle.best(3)] == totals[:3]
        monkeypatch.setattr(refill, "PLAIN_WORK", 10**9 if trial % 2 else 0)  # 0: a large grid
        found = puzzle.best_fill(seed=trial)
        assert [-solution.cost for solution in found] == totals[:1] and found.status is Status.COMPLETE
        solved += bool(totals)
        least = rng.randint(-5, 9)
        high = {word: score for word, score in words.items() if score >= least}
        if high:
            assert models.crossword(grid, words, min_score=least).count() == len([*fills(grid, high)])
    assert 20 < solved < 60


def test_limits_of_the_best_fill(monkeypatch):
    words = {"".join(letters): k % 7 for k, letters in enumerate(product("abc", repeat=3))}
    puzzle = models.crossword("...\n...\n...", words)
    seen = []
    best = puzzle.best_fill(on_better=seen.append)
    monkeypatch.setattr(refill, "PLAIN_WORK", 0)
    monkeypatch.setattr(refill, "PROOF_NODES", 1)
    large = puzzle.best_fill(on_better=seen.append)
    assert large.status is Status.NODE_LIMIT and -6 * 6 <= large.bound <= best[0].cost <= large[0].cost
    assert seen[-1].cost == large[0].cost and puzzle.verify(large[0])
    assert puzzle.best_fill(time_limit=0).status is Status.TIME_LIMIT
    with pytest.raises(ValueError, match="best_fill needs a list of words with scores"):
        models.crossword("...", ["abc"]).best_fill()


def test_required_words_need_no_score():
    puzzle = models.crossword("...\n.#.\n...", {"ape": 9, "ash": 9, "eve": 9, "hoe": 1}, min_score=5, required=["hoe"])
    (best,) = puzzle.best_fill()
    assert sorted(puzzle.entries(best).values()) == ["ape", "ash", "eve", "hoe"] and best.cost == -28


# --- files and pictures


def test_files_and_entries():
    puzzle = models.crossword("#..\n...\nt..", ["at", "pre", "toe", "pt", "aro", "tee"])
    solution = puzzle.solve()
    assert pickle.loads(pickle.dumps(puzzle)).entries(solution) == puzzle.entries(solution)
    data = json.loads(puzzle.ipuz(solution))
    assert data["puzzle"] == [["#", 1, 2], [3, 0, 0], [4, 0, 0]]
    rows = ["".join(row) for row in data["solution"]]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    assert puzzle.entries(solution) == {
        "across1": rows[0][1:].lower(),
        "across3": rows[1].lower(),
        "across4": rows[2].lower(),
        "down1": columns[1].lower(),
        "down2": columns[2].lower(),
        "down3": columns[0][1:].lower(),
    }
    assert data["clues"] == {"Across": [[1, ""], [3, ""], [4, ""]], "Down": [[1, ""], [2, ""], [3, ""]]}
    assert "solution" not in json.loads(puzzle.ipuz())
    assert puzzle.entries()["across4"] == "t.."
    picture = puzzle.draw(solution)
    assert picture.text.split("\n\n")[1].split() == ["across", "down"] + [
        word
        for left, right in zip(("across1", "across3", "across4"), ("down1", "down2", "down3"), strict=True)
        for name in (left, right)
        for word in (name.lstrip("acrosdwn"), puzzle.entries(solution)[name])
    ]
    square = models.word_square(3, ["bit", "ice", "ten"])
    assert json.loads(square.ipuz(square.solve()))["solution"] == [[*"BIT"], [*"ICE"], [*"TEN"]]
    with pytest.raises(ValueError, match="solution option 99 is out of range"):
        puzzle.entries([99])


def test_random_grids_on_the_command_line(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_text("\n".join(f"{''.join(letters)};{k}" for k, letters in enumerate(product("abcd", repeat=3))))
    out = tmp_path / "puzzle.ipuz"
    assert main(["model", "crossword", "3x3", str(words), "--draw", str(out)]) == 0
    assert "crossword of 3 rows: the words score " in capsys.readouterr().err
    assert json.loads(out.read_text())["dimensions"] == {"width": 3, "height": 3}
    for arguments, message in [
        (["3x3", "--seed", "-1", "--blocks", "1"], "try another number"),
        (["2x3"], "rows is 2; a grid has from 3 to 50"),
        (["3x3", "--min-score", "high"], "'high' is not a number"),
        (["3x3", "--min-score", "99"], "no word has a score of at least 99; the highest is 63"),
        ([str(words)], "of the grid has"),
        (["9by9"], "9by9: No such file"),
    ]:
        assert main(["model", "crossword", arguments[0], str(words), *arguments[1:]]) == 2
        assert message in capsys.readouterr().err


# --- tables


def test_set_partitioning_by_trying_all_rows(tmp_path, capsys):
    rng = Random(5)
    for _ in range(40):
        rows = [
            {"cost": rng.choice([rng.randint(1, 9), 1.5, "2", "2.25"]), **{c: rng.randint(0, 1) for c in "abcd"}}
            for _ in range(rng.randint(3, 9))
        ]
        rows = [row for row in rows if any(row[c] for c in "abcd")] + [{"cost": 40, "a": 1, "b": 1, "c": 1, "d": 1}]
        costs = [
            sum(float(row["cost"]) for row in chosen)
            for marks in product([0, 1], repeat=len(rows))
            for chosen in [[row for row, mark in zip(rows, marks, strict=True) if mark]]
            if all(sum(row[c] for row in chosen) == 1 for c in "abcd")
        ]
        listed = [{"cost": row["cost"], "of": ", ".join(c for c in "abcd" if row[c])} for row in rows]
        for problem in (models.set_partitioning(rows), models.set_partitioning(listed, items="of")):
            (best,) = problem.best()
            assert best.cost == min(costs) and problem.count() == len(costs)
            assert problem.draw(best).text.count("\n") == len(best)
        assert sum(float(row["cost"]) for row in best.rows) == best.cost
        assert models.set_partitioning(rows, cost=None).costs is None


@pytest.mark.parametrize(
    ("rows", "how", "message"),
    [
        ([{"a": 1}], {}, "row 0 has no column 'cost'; its columns are 'a'"),
        ([{"cost": "x", "a": 1}], {}, "row 0 has 'x' in column 'cost'; it must be a number"),
        ([{"cost": 1, "a": 2}], {}, "no column has only 0 and 1"),
        ([{"cost": 1, "a": 1}, {"cost": 1, "a": 0}], {}, "row 1 has no items"),
        ([{"cost": 1, "a": " , "}], {"items": "a"}, "row 0 has no items"),
        ([{"cost": 1, "a": "x x"}], {"items": "a"}, "x"),
        ([{"cost": 1, "a": 7}], {"items": "a"}, "row 0 has 7 in column 'a'; it must be a list of items"),
    ],
)
def test_bad_tables(rows, how, message):
    with pytest.raises(ValueError, match=message):
        models.set_partitioning(rows, **how)


def test_tables_on_the_command_line(tmp_path, capsys):
    table = tmp_path / "crews.csv"
    table.write_text("name,cost,a,b\nx,3,1,0\ny,2,0,1\nz,6,1,1\n")
    assert main(["model", "set-partitioning", str(table), "--draw", "-"]) == 0
    assert capsys.readouterr() == (
        "name,cost,a,b\nx,3,1,0\ny,2,0,1\n",
        "dlx: set partitioning of 3 rows: 1 solution of cost 5, none is cheaper\n",
    )
    table.write_text("name,cost,a,b\nx,3,1\n")
    assert main(["model", "set-partitioning", str(table)]) == 2
    assert "row 0 has 3 fields, the head 4" in capsys.readouterr().err
    for text, message in [('"name,cost\n', "is not CSV: unexpected end"), ("a,a\n1,1\n", "the name 'a' is used twice")]:
        table.write_text(text)
        assert main(["model", "set-partitioning", str(table)]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("crossword 5 words.txt", "'5' is no file, and no size such as 11x11"),
        ("crossword 3x3x3 words.txt", "'3x3x3' is no file, and no size"),
        ("crossword 3x3 blanks.txt", "write a score behind a semicolon, as in ore;80"),
        ("word-rectangle 2 3 words.txt --draw -", "2x3 word rectangle: there is no solution"),
        ("roster Ann Mon early=1,early=2 --work 1", "the name 'early' is used twice"),
        ("polyominoes 6x10 --copies F=1,F=2", "the name 'F' is used twice"),
        ("calendar Nov", "the board without Nov 42; show 1 more word"),
        ("calendar Nov 24 Mar", "the board without Nov 24 Mar 40; show 1 fewer"),
    ],
)
def test_mistakes_of_new_users(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.txt").write_text("APE;80\r\nASH;70\r\n")
    (tmp_path / "blanks.txt").write_text("ape 80\nash 70\n")
    assert main(["model", *arguments.split()]) in (1, 2)
    assert message in capsys.readouterr().err


def test_a_date_in_quotes(capsys):
    assert main(["model", "calendar", "Nov 24", "-q"]) == 0
    quoted = capsys.readouterr().out
    assert main(["model", "calendar", "Nov", "24", "-q"]) == 0
    assert capsys.readouterr().out == quoted
