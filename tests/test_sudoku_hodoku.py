# SPDX-License-Identifier: MIT
"""The scale of HoDoKu: levels and scores beside those that HoDoKu 2.2.0 (build 116) printed for our own puzzles."""

import json
import re
from pathlib import Path
from statistics import median

import pytest

import sudoku
from sudoku import Board
from sudoku.logic import TECHNIQUES, Grid, LogicStatus
from sudoku.logic.chains import grow
from sudoku.logic.hodoku import PRICED, hodoku_level, next_priced
from sudoku.logic.links import LinkGraph
from sudoku.logic.step import Step
from sudoku.logic.tables import bits
from sudoku.terminal.commands import rate as rate_command
from tests.test_sudoku_logic import INKALA, LADDER, called, position

# by puzzle of LADDER: what `java -jar hodoku.jar /bs FILE` prints
PRINTED = """
hidden single: easy 196             hidden single in a line: easy 354   naked single: easy 318
pointing: medium 598                claiming: medium 704                naked pair: medium 524
hidden pair: medium 384             skyscraper: hard 654                finned X-Wing: hard 714
empty rectangle: hard 1314          XY-Wing: hard 624                   W-Wing: hard 594
unique rectangle: hard 724          hidden rectangle: hard 1328         unique loop: unfair 1530
finned Swordfish: unfair 1068       BUG+1: hard 572                     BUG+n: unfair 714
XY-chain: extreme 1910              AIC: extreme 2360                   grouped AIC: extreme 2384
ALS-XY-Wing: extreme 6132           death blossom: extreme 3970         ALS chain: extreme 4150
AIC with ALS: extreme 4928          forcing chain: extreme 1928         guess: extreme 21342
"""


def printed():
    words = PRINTED.replace(":", " :").split()
    colons = [k for k, word in enumerate(words) if word == ":"]
    starts = [0, *(k + 3 for k in colons[:-1])]
    return {" ".join(words[a:k]): (words[k + 1], int(words[k + 2])) for a, k in zip(starts, colons, strict=True)}


def test_levels_and_scores_beside_those_of_hodoku():
    ratings = {name: sudoku.rate(LADDER[name], scale="hodoku") for name in printed()}
    assert printed().keys() == LADDER.keys()
    assert [ratings[name].level for name in printed()] == [level for level, _ in printed().values()]
    differences = [abs(ratings[name].score / score - 1) for name, (_, score) in printed().items()]
    assert sum(d == 0 for d in differences) >= 7 and median(differences) < 0.03
    assert sum(d > 0.15 for d in differences) <= 6  # extreme ones, and one of 354 in which a few singles differ


def test_the_score_is_the_sum_of_the_prices():
    rating = sudoku.rate(LADDER["hidden rectangle"], scale="hodoku")
    prices = {technique.name: technique.price for technique in PRICED}
    assert rating.score == rating.effort == sum(prices[name] * n for name, n in rating.rounds.items()) == 1328
    assert rating.status is LogicStatus.SOLVED and rating.scale == "hodoku"
    assert (rating.pearl, rating.diamond) == (None, None) and "pearl" not in rating.as_json()
    assert list(rating.rounds)[-1] == rating.hardest == "W-Wing"


def test_guesses_cost_most():
    rating = sudoku.rate(INKALA, scale="hodoku")
    assert (rating.status, rating.level, rating.hardest) == (LogicStatus.STUCK, "extreme", "guess")
    assert rating.score > 10_000 * rating.rounds["guess"]


def test_no_priced_step_is_wrong():
    for name in ("hidden rectangle", "finned Swordfish", "grouped AIC", "ALS chain"):
        grid, solution = Grid(Board(), Board().parse(LADDER[name]), unique=True), sudoku.solve(LADDER[name])
        true = sum(1 << 9 * cell + int(digit) - 1 for cell, digit in enumerate(solution))
        while not grid.solved:
            technique, step = next_priced(grid)
            assert not step.removed & true and not step.placed & ~true, step.words
            assert grid.apply(step) or step.placed, technique


def price_of(grid):
    technique, step = next_priced(grid)
    return technique.name, step


def test_techniques_that_hodoku_divides_in_other_ways():
    both = position([("r1c1 r1c2", "37")])  # candidates of the row and of the box go
    assert price_of(both)[0] == "locked pair" and price_of(both)[1].removed.bit_count() == 2 * (7 + 6)
    row_only = position([("r1c1 r1c2", "37"), ("r1c3 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3", "1245689")])
    assert price_of(row_only)[0] == "pointing"
    fins = [(4, "row 2", "r2c3 r2c8 r2c9"), (4, "row 5", "r5c3 r5c8")]
    assert price_of(position(places=fins))[0] == "finned X-Wing"
    sashimi = [(4, "row 2", "r2c3 r2c7 r2c9"), (4, "row 5", "r5c3 r5c8")]
    assert price_of(position(places=sashimi))[0] == "sashimi X-Wing"
    full = Grid(Board(), Board().parse(sudoku.solve(INKALA)[:-1] + "."))
    assert price_of(full)[0] == "full house"
    chain = [("r1c1", "15"), ("r1c9", "56"), ("r6c9", "67"), ("r6c4", "17")]
    name, step = price_of(position(chain))
    assert (name, step.words) == (
        "XY-chain",
        "by a chain of 4 strong links, r1c1 is 1, or r6c4 is 1: r1c4 and r6c1 lose 1",
    )


@pytest.mark.parametrize(
    ("score", "hardest", "level"),
    [(0, 0, "easy"), (800, 0, "easy"), (801, 0, "medium"), (1601, 1, "unfair"), (1801, 2, "extreme"), (4, 3, "unfair")],
)
def test_hodoku_level(score, hardest, level):
    assert hodoku_level(score, hardest) == level


def test_puzzles_without_a_score():
    for puzzle, status in (("." * 81, LogicStatus.SEVERAL), ("11" + "." * 79, LogicStatus.NO_SOLUTION)):
        rating = sudoku.rate(puzzle, scale="hodoku")
        assert (rating.status, rating.score, rating.level) == (status, None, None)
    assert sudoku.rate(INKALA, scale="hodoku", time_limit=0).status is LogicStatus.TIME_LIMIT
    solved = sudoku.rate(sudoku.solve(INKALA), scale="hodoku")
    assert (solved.score, solved.level, solved.hardest) == (0, "easy", None)
    with pytest.raises(ValueError, match="scale 'hodoku' rates classic 9x9 puzzles, not those of a 4x4 board"):
        sudoku.rate("12.. 3... ..4. ...1", scale="hodoku")


def test_batch_and_command(capsys):
    puzzles = [LADDER[name] for name in ("pointing", "XY-Wing")]
    assert sudoku.rate_batch(puzzles, scale="hodoku") == [sudoku.rate(puzzle, scale="hodoku") for puzzle in puzzles]
    assert called(rate_command, "--scale", "hodoku", puzzles[1]) == 0
    assert capsys.readouterr().out == "624 hard, XY-Wing\n"
    assert called(rate_command, "--scale", "hodoku", "--json", puzzles[1]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["score"], facts["level"], facts["scale"]) == (624, "hard", "hodoku")


def test_the_table_of_hodokus_techniques():
    """Each row names techniques of ours, and those without a row are named below the table."""
    page = (Path(__file__).parent.parent / "docs" / "techniques.md").read_text(encoding="utf-8")
    table = page.partition("## For readers of HoDoKu")[2]
    rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", table, re.MULTILINE))
    del rows["HoDoKu"], rows["---"]
    names = {technique.name for technique in TECHNIQUES if not technique.of_rules} | {"guess"}
    named = set()
    for row, here in rows.items():
        own = {name for name in names if re.search(rf"(^|[ ,]){re.escape(name)}($|[ ,;])", re.sub(r"\(.*\)", "", here))}
        assert own, row
        named |= own
    assert len(rows) == int(page.partition("HoDoKu 2.2 lists these ")[2].partition(" ")[0]) == 101
    below = page.partition("HoDoKu has no ")[2]
    assert all(name in below for name in names - named)


# ---- steps that HoDoKu prints, beside the rows of the table

FINDERS = {technique.name: technique.find for technique in TECHNIQUES}
FINDERS |= {technique.name: technique.find for technique in PRICED if technique.name.endswith(("chain", "AIC"))}
FINDERS["AIC with ALS"] = lambda grid: refuted(LinkGraph(grid, groups=True, sets=True))
TABLE = Path(__file__).parent.parent / "docs" / "techniques.md"
STEPS = Path(__file__).parent / "data" / "hodoku_steps.txt"


def refuted(links):
    """Yield a step for each candidate that refutes itself by a chain of any length."""
    fresh = {node: links.step[node] for node in bits(links.grid.open)}
    reached = dict(fresh)
    while fresh := grow(fresh, reached, links.step):
        pass
    for candidate, nodes in reached.items():
        if nodes & links.sees[candidate]:
            yield Step("", Board(), str, removed=1 << candidate)


def hodokus_steps():
    """Return the steps of the file: a technique of HoDoKu, the cells' marks, and the conclusion."""
    lines = [line for line in STEPS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(*first.split(": "), second) for first, second in zip(lines[::2], lines[1::2], strict=True)]


def grid_of(marks):
    """Return a grid from candidates by cell: `=5` is a clue, `+5` a digit placed by an earlier step."""
    cells = marks.split()
    grid = Grid(Board(), bytes(81), unique=True)
    for cell, own in enumerate(cells):
        if own[0] in "=+":
            grid.place(9 * cell + int(own[1]) - 1)
            grid.clues |= (own[0] == "=") << 9 * cell + int(own[1]) - 1
    grid.alive &= sum(1 << 9 * cell + int(d) - 1 for cell, own in enumerate(cells) for d in own if d not in "=+")
    return grid


def test_chains_with_almost_locked_sets():
    """Nothing but such a chain finds the steps of HoDoKu's library."""
    library = STEPS.read_text(encoding="utf-8").partition("# From its library")[2].splitlines()
    steps = [step for step in hodokus_steps() if f"{step[0]}: {step[1]}" in library and step[0].startswith("Grouped")]
    assert len(steps) == 5
    for _, conclusion, marks in steps:
        links = LinkGraph(grid_of(marks), groups=True)
        found = {links.tables.name(*bits(step.removed)) for step in refuted(links)}
        assert not {text.replace("<>", "=") for text in conclusion.split()} <= found


@pytest.mark.parametrize(("name", "conclusion", "marks"), hodokus_steps())
def test_a_step_that_hodoku_prints(name, conclusion, marks):
    """The techniques that the table names for it find all of it in the same position."""
    here = re.search(rf"^\| {re.escape(name)} \| (.+?) \|$", TABLE.read_text(encoding="utf-8"), re.MULTILINE)[1]
    names = [own for own in FINDERS if re.search(rf"(^|[ ,]){re.escape(own)}($|[ ,;])", re.sub(r"\(.*\)", "", here))]
    grid = grid_of(marks)
    t, found = grid.tables, 0
    for step in (step for own in names for step in FINDERS[own](grid)):
        found |= step.removed
        for candidate in bits(step.placed):
            found |= t.conflicts[candidate] & grid.alive
    for cell, sign, digit in re.findall(r"(r\dc\d)(<>|=)(\d)", conclusion):
        candidate = 1 << t.board.cell(cell) * 9 + int(digit) - 1
        gone = candidate if sign == "<>" else grid.alive & t.units[t.board.cell(cell)] & ~candidate
        assert not gone & ~found, (cell, sign, digit)
