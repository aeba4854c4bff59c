# SPDX-License-Identifier: MIT
"""The English of docstrings, comments and pages keeps to the level of the codebases that we admire."""

import pytest

from tests.english import CEILINGS, MOST_TICS, ROOT, files, of_c, of_page, of_python, rates, read, sentences, tics


def faults(text):
    return [sentence.faults() for sentence in sentences("f", 1, text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What the caller gets from all of it.", ["opening"]),
        ("What do all of these solutions have in common?", []),
        ("Return what is left of the search after that.", ["relative"]),
        ("Return the rest of the search after that.", []),
        ("Continue with the one that was found last.", ["tic"]),
        ("Nobody is told of those that wait here.", ["tic"]),
        ("Each component has a matrix of its own.", ["tic"]),
        ("Whose turn it is, and who has the next one.", ["opening", "relative"]),
    ],
)
def test_faults_of_a_sentence(text, found):
    assert faults(text) == [found]


def test_only_sentences_count():
    assert faults("What it is.\n\nReturn the number of options here. Where the board is full, nothing is left.") == [
        [],
        ["opening"],
    ]
    two = "One line that has five words.\n\nAnd a second one that has more."
    assert [sentence.line for sentence in sentences("f", 7, two)] == [7, 9]


def test_docstrings_and_comments_are_read():
    python = '"""Return one."""\nx = 1  # how many\n# and where it is\n# over two lines\ny = "# no comment"\n'
    assert list(of_python(python)) == [
        (1, "Return one."),
        (2, "how many"),
        (3, "and where it is\nover two lines"),
    ]
    c = '"""Return one."""\nint x;  // how many\n/* and where\n * it is */\n# over here\n#include <stdio.h>\n'
    assert [" ".join(text.split()) for _, text in of_c(c)] == [
        "Return one.",
        "how many",
        "and where it is",
        "over here",
    ]
    page = "One line.\n```\nwhat is left\n```\n| who has | it |\n`what is` here.\n"
    assert [text.replace("x", "") for _, text in of_page(page)] == ["One line.\n\n\n\n\n here.\n"]


@pytest.mark.reads("setup.py", "stubs.py")
def test_the_rates_are_below_their_ceilings():
    found = list(read(files()))
    assert len(found) > 5000
    bad = "\n".join(f"{s.file}:{s.line}: {', '.join(s.faults())}: {s.text[:100]}" for s in found if s.faults())
    for name, share in rates(found).items():
        assert share < CEILINGS[name], f"{name}: {share:.1%}\n{bad}"
    assert tics(found) < MOST_TICS, bad


def test_tics_of_dlx_are_counted_one_by_one():
    ours = sentences(
        f"{ROOT}/dlx/a.py", 1, "The rest of those that wait has so many nodes.\n\nHere is a sentence without tics."
    )
    others = sentences(f"{ROOT}/sudoku/a.py", 1, "Nobody counts those of another package.")
    assert tics([*ours, *others]) == 2 / 2
