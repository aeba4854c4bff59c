# SPDX-License-Identifier: MIT
"""The figures in README and on the pages: each is counted by the code, or measured by a program that wrote a record.

    COUNTED     how many rules, techniques, packages, ... there are, and limits, by the code
    MEASURED    what a benchmark or a nightly program found, by its record (figures.py)
    STATED      examples, and times that a reader takes: nothing measures them

Any other figure with a unit, and any other number of rules or techniques, is a fault. The exception are the tables of
docs/how-it-works.md, which says that they are from trials. Code on the pages writes most figures.
"""

import re
from decimal import Decimal
from statistics import geometric_mean

import pytest

import dlx
from bench import counting, cover
from bench.measure import take_turns
from bench.peers import PACKAGES
from dlx.engine import drive, engine, race
from dlx.kernels.bits import layout
from sudoku import variants
from sudoku.board import board
from sudoku.logic import TECHNIQUES
from sudoku.terminal.commands import packed
from sudoku.web import setting, turns
from sudoku.web.kinds import KINDS

from . import figures as f
from .nightly import time_limits
from .test_sudoku_hodoku import hodokus_steps

pytestmark = pytest.mark.reads("docs", "bench/results", "CONTRIBUTING.md", "dlx/kernels/reference.py")

TRIALS = "docs/how-it-works.md"
PAGES = ["README.md", *sorted(path.relative_to(f.ROOT).as_posix() for path in (f.ROOT / "docs").rglob("*.md"))]
NUMBER = r"\d[\d,]*(?:\.\d+)?"
WORDS = "half a|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand"
MARKED = re.compile(r"`[^`\n]*`|\]\([^)]*\)")  # code, and the ends of links
UNIT = (
    r"(?<= )s|ms|us|ns|%|[KMG]i?B|(?:milli|micro|nano)?seconds?|minutes?|hours?|times|a second|per second"
    r"|rules|variants|techniques|kinds"
)
FIGURE = re.compile(
    rf"(?<![\w.=/-])(?:{NUMBER} ?|(?:{WORDS}) )(?:{UNIT})(?![\w=])|\bfactors? of|\b(?:twice|half) as|\bhalf the time"
    r"|\ba (?:minute|twentieth|tenth|quarter)\b"
)


def kinds_of_rules():
    classes = [name for name in dir(variants) if isinstance(getattr(variants, name), type)]
    return len(set(classes) - {"Variant", "Letters"})


def release():
    return ".".join(dlx.__version__.split(".")[:2])


def patience():
    return pytest.importorskip("sudoku.web.server", exc_type=ImportError).PATIENCE_SECONDS


COUNTED = {  # page -> text with {} for each figure, and the figures
    "README.md": [
        ("[{} kinds of rules](docs/sudoku-rules.md)", kinds_of_rules),
        ("is the algorithm in {} lines of plain Python", lambda: f.lines_of_code("dlx/kernels/reference.py")),
        ("the fastest of four Python packages,", lambda: [] if len(PACKAGES) == 4 else None),
    ],
    "docs/benchmarks.md": [
        ("A run that takes longer than {} seconds is not repeated.", lambda: take_turns.__defaults__),
        ("If neither side takes {} milliseconds,", lambda: 1000 * cover.SHORTEST),
        ("stopped after {} seconds.", lambda: counting.PATIENCE),
    ],
    "docs/comparison.md": [
        ("| | dlx-engine {} | Knuth's programs |", release),
        ("| | dlx-engine {} | tdoku (2023) |", release),
        ("| variants | {} kinds |", kinds_of_rules),
        ("We have {} kinds of rules, regular expressions", kinds_of_rules),
        ("| steps as people solve them | {} techniques |", lambda: len(TECHNIQUES)),
    ],
    "docs/how-to/big-counts.md": [
        ("(by less than {} %)", lambda: 100 * (race.MOST_GROWTH - 1)),
        ("is {} GiB by default", lambda: engine.MAX_MEMORY // 2**30),
    ],
    "docs/how-it-works.md": [
        ("runs it in slices of {} ms", lambda: 1000 * drive.SLICE_SECONDS),
        ("between two slices of about {} ms", lambda: 1000 * drive.SLICE_SECONDS),
        ("take at most {} MiB. A larger problem", lambda: layout.MOST_TABLE_BYTES >> 20),
        ("The table is bounded** (`max_memory`, {} GiB)", lambda: engine.MAX_MEMORY // 2**30),
    ],
    "docs/sudoku-rules.md": [("We have {} kinds of rules", kinds_of_rules)],
    "docs/sudoku.md": [
        ("Choose one of {} kinds of rules", lambda: len(KINDS)),
        ("the word comes within {} s of it", lambda: time_limits.GRACE),
        ("functions of your own take longer than {} s", lambda: board.READING_SECONDS),
        ("the lines of the last {} seconds", lambda: packed.MEMBER_SECONDS),
        ("A query has {} s of processor time", lambda: turns.TRIAL_SECONDS),
        ("its request within {} seconds", patience),
        ("of rules and clues, in {} s;", lambda: setting.FEEDBACK_SECONDS),
    ],
    "docs/support.md": [
        ("a diagram needs tables of at most {} MiB", lambda: layout.MOST_TABLE_BYTES >> 20),
        ("`bits` needs tables of at most {} MiB", lambda: layout.MOST_TABLE_BYTES >> 20),
        ("`lanes` takes up to {} options", lambda: engine.MOST_IN_LANES),
    ],
    "docs/techniques.md": [
        ("For {} of them, the tests have a step", lambda: len({name for name, *_ in hodokus_steps()})),
    ],
}

MEASURED = {
    "README.md": [
        ("(C), visiting every solution | {} | {} | {} | {} |", lambda: f.spread(f.ratios("cover", "Knuth, fastest"))),
        (
            "packages, visiting every solution | {} | {} | {} | {} |",
            lambda: f.spread(f.ratios("cover", "Python, fastest")),
        ),
        ("dlx6, memoized counting | {} | {} | {} | {} |", lambda: f.spread(f.ratios("dlx6", "dlx6"))),
        ("and CP-SAT, the first solution | {} | {} | {} | {} |", lambda: f.spread(f.first_solutions(True))),
        ("proving that there is none | {} | {} | {} | > {} |", lambda: f.spread(f.first_solutions(False))),
        ("the cheapest solution (on an AMD EPYC) | {} | {} | {} | {} |", lambda: f.spread(f.cheapest())),
        ("unique, from a list of texts: {} a second against our {} | {} | {} |", lambda: f.in_bulk("clue17")),
        ("known, from a list of texts: {} against our {} | {} | {} |", lambda: f.in_bulk("hardest")),
        ("at a time: {} microseconds against our {} from Python | 1,000 | {} |", f.of_the_hardest),
        ("squares of order 8 take {} seconds", lambda: f.seconds_of("symmetry", "latin8")),
        ("Steiner triple systems of 15 points {}.", lambda: f.seconds_of("symmetry", "sts15")),
        ("Either one compiles {} modules first, in {} seconds of CPU time on an AMD EPYC.", lambda: f.build()[0]),
    ],
    "CONTRIBUTING.md": [
        ("| the first command of the README, from zero | {} | {} |", lambda: f.build()[0]),
        ("| `make build`, nothing changed | {} | {} |", lambda: f.build()[1]),
        ("| ... after an edit of `dlx/kernels/frontier/merge.h` | {} | {} |", lambda: f.build()[2]),
        ("| ... after an edit of `dlx/kernels/learner/trail.pxd` | {} | {} |", lambda: f.build()[3]),
        ("| ... after an edit of `dlx/kernels/kernel.h` | {} | {} |", lambda: f.build()[4]),
    ],
    "docs/installing.md": [("in some {} seconds of CPU time", lambda: f.build()[0][1])],
    "docs/benchmarks.md": [
        ('"none" is no answer within {} seconds.', lambda: f.record("one")["limit"]),
        ('"No proof" after {} seconds', lambda: f.record("best")["limit"]),
        ("has a geometric mean of {}: [dlx6.json]", lambda: geometric_mean(f.ratios("dlx6", "dlx6"))),
        ("A SAT solver alone is up to {} times as fast on", lambda: f.slowest(*f.SAT)),
        ("which had one strategy, is up to {} times as fast on", lambda: f.slowest("old")),
    ],
    "docs/beyond-one-machine.md": [
        ("| queens 15 | {} | {} | {} | {} | {} |", lambda: f.speeds("queens15")),
        ("| pentominoes 6x10 | {} | {} | {} | {} | {} |", lambda: f.speeds("pent6x10")),
        ("each of them has {} seconds to work", lambda: f.record("crew")["seconds"]),
        ("{} workers finish {} tasks a second.", f.most_workers),
        ("`nice 19`, {} of them died by SIGKILL", lambda: f.nightly("kills-crowd")["kills"]),
    ],
    "docs/comparison.md": [
        (
            "it is {} times as fast as the fastest of Knuth's",
            lambda: geometric_mean(f.ratios("cover", "Knuth, fastest")),
        ),
        (
            "{} times as fast as the fastest Python package",
            lambda: geometric_mean(f.ratios("cover", "Python, fastest")),
        ),
        ("{} to {} times as fast as dlx6", lambda: f.least_and_most(f.ratios("dlx6", "dlx6"))),
        ("{} times as fast as Ganak or more", lambda: min(f.ratios("counting", "Ganak"))),
        ("a count takes up to {} times the time of our own plain search", f.slowest_count),
        ("{} to {} times as many per second as tdoku", f.bulk_ratios),
        ("takes {} to {} of the time of tdoku from C++", f.call_ratios),
        ("on the geometric mean of {} questions, {} times as fast", f.first_of_all),
        ("and {} times for proofs.", lambda: geometric_mean(f.first_solutions(False))),
        ("SAT solver alone is up to {} times as fast:", lambda: f.slowest(*f.SAT)),
        ("{} times as fast as the faster of HiGHS and CP-SAT, up to {} times", lambda: f.spread(f.cheapest())[1::2]),
        ("and {} times on dominoes 30x30", lambda: min(f.cheapest())),
    ],
    "docs/how-it-works.md": [
        ("Latin squares of order 7 leave {} different problems", lambda: f.problems_of("latin7")),
        ("different problems, those of order 8 {}.", lambda: f.problems_of("latin8")),
        ("pairings takes {} remaining problems", lambda: f.problems_of("matchK40")),
    ],
    "docs/how-to/costs.md": [('"No proof" after {} seconds', lambda: f.record("rosters")["limit"])],
    "docs/sudoku.md": [
        ("audits the techniques: {} steps over {} puzzles", lambda: f.audit()[:2]),
        ("do some need a guess: {} of {}.", lambda: f.audit()[2:]),
        ("Over {} unbiased minimal puzzles, the rank", lambda: f.record("logic")["ranks"]["puzzles"]),
        ("correlation with Sudoku Explainer's rating is {}.", lambda: f.record("logic")["ranks"]["all"]),
    ],
    "docs/techniques.md": [
        ("on the paths of {} puzzles with every technique", lambda: f.nightly("techniques")["runs"]),
        ("with the solution: {} positions, none wrong.", lambda: f.nightly("techniques")["positions"]),
    ],
}

STATED = {
    "README.md": ["of 15 minutes"],
    "docs/beyond-one-machine.md": [
        "95 times out of 100",
        "12%, 897,252 nodes, 4,366 solutions, 7 s, about 51 s left",
        "43% seen before, 4,366 solutions, 1 s, end unknown",
        "48%, 271,290 states, 50% seen before, about 10^19 solutions, 2 s, about 2 s left",
        "37%, layer 211 of 343, 58 problems left, 8,071 solutions, 5 s, about 9 s left",
        "2 of 3 kinds of components, 8,071 solutions, 5 s, end unknown",
        *("a tenth of a second of work for each worker", "tasks of about half a second", "costs half a second of work"),
        *("10,000 core hours are 157 hours of a machine", "tasks of half a second each"),
    ],
    "docs/comparison.md": ["about 75 kinds", "understand it in a minute"],
    "docs/gallery.md": ["exchange these three kinds"],
    "docs/how-it-works.md": [
        *("takes 1 to 3 ns", "all numbers twice as many words"),
        *("in a quarter of the work", "counted three times where"),
        *("a one-sided 95 % interval", "twice as heavy as the heaviest", "a quarter of the runs", "four times as wide"),
    ],
    "docs/how-to/big-counts.md": ["about three seconds at most", "raises after ten seconds"],
    "docs/how-to/crosswords.md": ["an answer within a minute"],
    "docs/how-to/impossible.md": ["only three hours"],
    "docs/how-to/sampling.md": ["a 95 % interval"],
    "docs/index.md": ["in 15 minutes"],
    "docs/sudoku-rules.md": ["one to three of eight rules"],
    "docs/techniques.md": ["HoDoKu 2.2 lists these 101 techniques."],
    "docs/tutorial.md": ["in 15 minutes", "for three hours"],
    "docs/tutorial-number.md": ["in 20 minutes", "two to four times"],
    "docs/tutorial-puzzle.md": ["in 20 minutes"],
    "docs/tutorial-schedule.md": ["in 20 minutes", "stops after a minute"],
}


def pattern(text):
    """Return the pattern of a text, whose lines may be broken elsewhere, with a group for each figure."""
    parts = [r"\s+".join(map(re.escape, part.split(" "))) for part in text.split("{}")]
    return re.compile(rf"(?<![\d.,])({NUMBER})".join(parts))


def agrees(text, value):
    """Return whether a figure is a number, or as a measured one this number rounded to the digits of the figure."""
    if isinstance(value, (str, int)):
        return text.replace(",", "") == str(value)
    plain = text.replace(",", "")
    zeros = len(plain) - len(plain.rstrip("0")) if "." not in plain else 0
    unit = Decimal(plain).as_tuple().exponent + zeros
    return abs(Decimal(value) - Decimal(plain)) <= Decimal(10) ** unit / 2


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        *(
            ("6.6", 6.562, True),
            ("6.5", 6.562, False),
            ("3.0", 2.992, True),
            ("170", 167.2, True),
            ("160", 167.2, False),
        ),
        *(("4,100", 4099.3, True), ("4,000", 4099.3, True), ("4,000", 4501.0, False)),
        *(("34", 34, True), ("30", 34, False), ("0.2", "0.2", True)),
    ],
)
def test_figures_are_rounded(text, value, right):
    assert agrees(text, value) == right


SOURCES = [(page, *figure) for table in (COUNTED, MEASURED) for page, figures in table.items() for figure in figures]


@pytest.mark.parametrize(("page", "text", "source"), SOURCES, ids=[f"{page}: {text}" for page, text, _ in SOURCES])
def test_a_figure_is_that_of_its_source(page, text, source):
    found = pattern(text).findall((f.ROOT / page).read_text(encoding="utf-8"))
    assert len(found) == 1, f"{page} has this text {len(found)} times: {text}"
    quoted = found[0] if isinstance(found[0], tuple) else (found[0],) if "{}" in text else ()
    values = source()
    values = [*values] if isinstance(values, (list, tuple)) else [values]
    assert [*map(agrees, quoted, values)] == [True] * len(values) == [True] * len(quoted), (quoted, values)


def prose(page):
    """Return the text of a page without code, drawings, links and what its front matter says."""
    text = (f.ROOT / page).read_text(encoding="utf-8")
    text = re.sub(r"\A---\n[\s\S]*?\n---\n|^```[\s\S]*?^```$|^ {4}.*$", " ", text, flags=re.MULTILINE)
    if page == TRIALS:
        text = re.sub(r"^\|.*$", " ", text.partition("## What was tried and lost")[0], flags=re.MULTILINE)
    return re.sub(r"\s+", " ", MARKED.sub(" ", text))


@pytest.mark.parametrize("page", PAGES)
def test_no_figure_is_without_a_source(page):
    text = prose(page)
    for _, template, _ in (source for source in SOURCES if source[0] == page):
        text = pattern(re.sub(r"\s+", " ", MARKED.sub(" ", template)).strip()).sub(" ", text)
    for phrase in STATED.get(page, ()):
        assert phrase in text, phrase
        text = text.replace(phrase, " ")
    assert [text[max(m.start() - 60, 0) : m.end() + 30] for m in FIGURE.finditer(text)] == []


XEON = {"cover", "one", "dlx6", "count", "symmetry", "sudoku-sets", "sudoku", "logic", "versions", "crew", "rosters"}
EPYC = {"build", "cover-long", "counting", "best", "many", "parallel", "generate", "killers"}


def test_the_machines_of_the_figures():
    """README and the benchmarks name the machine of each record."""
    machines = {path.stem: f.record(path.stem)["machine"] for path in (f.ROOT / "bench" / "results").glob("*.json")}
    assert machines == dict.fromkeys(XEON, "Intel(R) Xeon(R) Processor") | dict.fromkeys(EPYC, "AMD EPYC")
    readme, benchmarks = prose("README.md"), prose("docs/benchmarks.md")
    assert "All rows but that of the cheapest solution are from an Intel Xeon with AVX-512" in readme
    assert "An Intel Xeon with AVX-512" in benchmarks and "An AMD EPYC" in benchmarks
