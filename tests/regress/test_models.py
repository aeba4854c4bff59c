# SPDX-License-Identifier: MIT
"""Faults of the models that were found by using them, shrunk."""

import pytest

from dlx import models

HUGE = 10**9


@pytest.mark.parametrize(
    "build",
    [
        lambda: models.queens(HUGE),
        lambda: models.langford(HUGE),
        lambda: models.langford(3, copies=HUGE),
        lambda: models.skolem(10**30),
        lambda: models.latin_squares(HUGE),
        lambda: models.partridge(HUGE),
        lambda: models.steiner_triples(HUGE),
        lambda: models.block_designs(HUGE, HUGE // 2),
        lambda: models.block_designs(60, 30),
        lambda: models.transversals(HUGE),
        lambda: models.orthogonal_mates(str(10**30)),
        lambda: models.perfect_matchings(HUGE),
        lambda: models.schoolgirls(3 * HUGE),
        lambda: models.macmahon(37, 45, colors=9),
        lambda: models.coloring([(str(a), str(b)) for a in range(200) for b in range(a)], 1000),
        lambda: models.word_rectangle(HUGE, HUGE, ["a"]),
        lambda: models.polyominoes("300x300", any_number=True),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_made(build):
    """It took all memory, or said 'Python int too large to convert to C ssize_t'."""
    with pytest.raises(ValueError, match="at most|more than"):
        build()


def test_transversals_are_refused_when_they_become_too_many(monkeypatch):
    """All of them were listed first, of order 15 all 36,362,925."""
    monkeypatch.setattr("dlx.models.mates.MOST", 7 * 132)
    with pytest.raises(ValueError, match="order 7: more than 132 transversals"):
        models.orthogonal_mates(7)


def test_titles_count():
    """They said '3 vertexvertices' and '1 rows'."""
    assert models.coloring([("a", "b"), ("c",)], 1).title == "1 color for 3 vertices"
    assert models.coloring([("a",)], 3).title == "3 colors for 1 vertex"
    assert models.crossword(["..."], ["ape"]).title == "crossword of 1 row"


def test_the_symmetries_of_a_large_graph_are_few():
    """All rotations and reflections were made, each by a look at all edges: 200 vertices took seven seconds."""
    assert len(models.perfect_matchings(50)._symmetries()) == 2
    assert [len(models.perfect_matchings(n).group(True)) for n in (4, 5)] == [8, 10]
    cycle = models.perfect_matchings("a-b b-c c-d d-e e-f f-a")
    assert len(cycle.group(True)) == 12
    path = models.perfect_matchings("a-b b-c c-d")
    assert len(path.group(True)) == 2


def test_the_symmetries_of_a_large_latin_square_are_few():
    """Isotopy had an exchange for all neighbors: order 30 took eight seconds."""
    assert len(models.latin_squares(20, symmetry="isotopy")._symmetries()) == 7
    for symmetry, order in {"isomorphism": 24, "square": 8, "conjugacy": 6}.items():
        assert len(models.latin_squares(4, symmetry=symmetry).group(True)) == order
    assert len(models.latin_squares(3, symmetry="isotopy").group(True)) == 6**3
    assert len(models.latin_squares(5, reduced=True, symmetry="isomorphism").group(True)) == 24
