# SPDX-License-Identifier: MIT
"""A batch of a few plain texts, in one call, has the answers of any other batch."""

import random

import pytest

import sudoku
from dlx import Status
from sudoku.engine.few import MOST_TEXTS, solve_texts

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = UNIQUE[:30] + "." * 51
CLASH, NO_GRID = "11" + "." * 79, "12345678." + "." * 71 + "9"


def as_lists(result):
    return [result.solutions.tolist(), result.counts.tolist(), result.guesses.tolist(), result.statuses.tolist()]


@pytest.mark.parametrize("limit", [None, 2])
@pytest.mark.parametrize("seed", range(20))
def test_the_answers_are_those_of_any_batch(seed, limit):
    rng = random.Random(seed)
    texts = rng.choices([UNIQUE, CLASH, NO_GRID, UNIQUE.replace(".", "0")], k=rng.randint(1, 9))
    assert solve_texts(texts) is not None
    other = sudoku.solve_batch(texts, limit, time_limit=600)
    assert as_lists(sudoku.solve_batch(texts, limit)) == as_lists(other)
    assert other.counts.tolist() == [sudoku.count(text, limit) for text in texts]


@pytest.mark.parametrize("other", [SEVERAL, "." * 16, UNIQUE[:-1] + "x", list(map(int, UNIQUE.replace(".", "0")))])
def test_others_go_the_long_way(other):
    texts = [UNIQUE, other]
    assert solve_texts(texts) is None
    long_way = sudoku.solve_batch([UNIQUE, SEVERAL], time_limit=600)
    assert as_lists(sudoku.solve_batch([UNIQUE, SEVERAL])) == as_lists(long_way)


def test_none_is_no_puzzle():
    with pytest.raises(TypeError, match="puzzle"):
        sudoku.solve_batch([None])


def test_many_are_no_few():
    assert solve_texts([]) is None and solve_texts([UNIQUE] * (MOST_TEXTS + 1)) is None
    assert sudoku.solve_batch([UNIQUE] * (MOST_TEXTS + 1)).counts.tolist() == [1] * (MOST_TEXTS + 1)


def test_one_solution_is_the_limit_of_one():
    assert sudoku.solve_batch([UNIQUE], 1).status(0) is Status.SOLUTION_LIMIT
    assert sudoku.solve_batch([UNIQUE]).status(0) is Status.COMPLETE
