# SPDX-License-Identifier: MIT
"""The limits of the models: each makes its largest instance and refuses the next one."""

import sys

import pytest

from dlx import models
from dlx.models.coloring import coloring
from dlx.models.instance import MOST_ENTRIES, check_size, choices
from dlx.models.lattice import CUBES, HEXAGONS, SQUARES, TRIANGLES
from dlx.models.packing import _check_number
from dlx.models.shapes import region_of
from dlx.models.timetable import Lesson, _check


class Made(Exception):
    """Raised in place of making a problem, after all checks have passed."""


@pytest.fixture
def nothing_is_made(monkeypatch):
    def made(*_, **__):
        raise Made

    def checked(title, entries):
        check_size(title, entries)
        raise Made

    for name, module in list(sys.modules.items()):
        if name.startswith("dlx.models."):
            for what, instead in (("Instance", made), ("check_size", checked)):
                if hasattr(module, what):
                    monkeypatch.setattr(module, what, instead)


@pytest.mark.parametrize(
    ("make", "largest"),
    [
        (models.queens, 1581),
        (models.langford, 1290),
        (lambda n: models.langford(n, copies=3), 912),
        (models.skolem, 1290),
        (lambda n: models.skolem(n, hooked=True), 1290),
        (models.latin_squares, 149),
        (models.perfect_matchings, 3162),
        (models.transversals, 100),
        (models.steiner_triples, 272),
        (lambda v: models.steiner_triples(v, reduced=True), 273),
        (lambda v: models.block_designs(v, v + 1), 4472),
        (lambda n: models.schoolgirls(n, size=n + 1), 4472),
        (lambda n: models.macmahon(1, n, colors=0), 1_666_666),
        (lambda v: models.block_designs(v, 4), 81),
        (lambda n: models.schoolgirls(2 * n, size=2), 94),
        (lambda n: models.schoolgirls(9, days=n), 19_841),
        (models.partridge, 14),
        (lambda n: models.coloring([("a", "b")], n), 1000),
        (lambda n: models.word_rectangle(1, n, ["a"]), 10**5),
        (lambda n: models.polyominoes(f"1x{n}", pieces="AA", any_number=True), 10**5),
        (lambda n: models.squared(n, n, [n]), 3162),
    ],
)
def test_the_largest(make, largest, nothing_is_made):
    with pytest.raises(Made):
        make(largest)
    with pytest.raises(ValueError, match=r"too large|at most"):
        make(largest + 1)


@pytest.mark.parametrize(
    ("module", "make", "entries"),
    [
        ("queens", lambda: models.queens(5), 100),
        ("langford", lambda: models.langford(4), 96),
        ("langford", lambda: models.langford(3, copies=4), 180),
        ("latin", lambda: models.latin_squares(4), 192),
        ("matchings", lambda: models.perfect_matchings(6), 30),
        ("designs", lambda: models.block_designs(7, 3), 105),
        ("schoolgirls", lambda: models.schoolgirls(6, size=2), 225),
        ("coloring", lambda: models.coloring([("a", "b"), ("b", "c")], 3), 21),
        ("word_grid", lambda: models.word_rectangle(2, 3, ["ab", "cd", "abc"]), 2 * 5 + 6 * 4),
        ("macmahon", lambda: models.macmahon(2, 3, colors=2, border=False), 24 * 36),
        ("filling", lambda: models.polyominoes("2x3", pieces="AA\nA.", any_number=True), 4 * 2 * 4),
        ("filling", lambda: models.polyominoes("2x3", pieces="AA", any_number=True), (3 + 4) * 3),
        ("squared", lambda: models.squared(2, 3, [2, 1, 1]), 5 * 2 + 2 * 6),
    ],
)
def test_the_size_that_is_looked_at(module, make, entries, monkeypatch):
    seen = []
    source = sys.modules[f"dlx.models.{module}"]  # in dlx.models this name is the function
    monkeypatch.setattr(source, "check_size", lambda title, entries: seen.append(entries))
    assert len(make().indices) <= entries and seen == [entries]


def test_entries():
    assert MOST_ENTRIES == 10_000_000
    check_size("all", MOST_ENTRIES)
    with pytest.raises(ValueError, match="all: too large; its options would have more than 10,000,000 entries"):
        check_size("all", MOST_ENTRIES + 1)


def test_choices():
    pascal = [[1]]
    for _ in range(20):
        pascal.append([a + b for a, b in zip([0, *pascal[-1]], [*pascal[-1], 0], strict=True)])
    assert [[choices(n, k) for k in range(n + 1)] for n in range(21)] == pascal
    assert choices(MOST_ENTRIES, 1) == choices(MOST_ENTRIES, MOST_ENTRIES - 1) == MOST_ENTRIES
    assert choices(4473, 2) == 10_001_628  # the first number above the limit is returned as it is


def test_colors():
    assert coloring([("a", "b")], 1000).n_options == 2000
    with pytest.raises(ValueError, match="1001 colors: there must be at most 1000"):
        coloring([("a", "b")], 1001)


def test_sets_of_things():
    """1,413 things of size 1 have 998,992 sets of two or fewer; each thing of size 2 adds one."""
    _check_number([1] * 1413 + [2] * 1008, 2)
    with pytest.raises(ValueError, match="more than 1,000,000 ways to fill a bin of 2"):
        _check_number([1] * 1413 + [2] * 1009, 2)


def test_hours_of_lessons():
    hours = [10] * 5 + [6] + [5] * 2 + [4] + [3] + [2] * 2 + [1] * 4 + [20] * 7  # a million ways for 20 slots
    lessons = [Lesson(f"lesson{k}", (), h) for k, h in enumerate(hours)]
    slots = [f"slot{k}" for k in range(20)]
    _check(lessons, slots, None, None)
    with pytest.raises(ValueError, match="more than 1,000,000 ways to give the lessons their hours"):
        _check([*lessons, Lesson("one more", (), 20)], slots, None, None)


@pytest.mark.parametrize(
    ("lattice", "largest", "next_one"),
    [
        (SQUARES, "100x1000", "1x100001"),
        (CUBES, "10x100x100", "1x1x100001"),
        (HEXAGONS, "100x1000", "317x316"),
        (TRIANGLES, "triangle316", "triangle317"),
        (SQUARES, "#" * 10**5, "#" * (10**5 + 1)),
    ],
)
def test_cells_of_a_region(lattice, largest, next_one):
    assert 99_856 <= len(region_of(lattice, largest)) <= 100_000
    with pytest.raises(ValueError, match="at most 100,000"):
        region_of(lattice, next_one)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (models.queens, "n is -1"),
        (models.costas, "n is -1"),
        (models.langford, "n is -1"),
        (lambda n: models.langford(3, copies=n), "copies is -1"),
        (models.skolem, "n is -1"),
        (models.latin_squares, "n is -1"),
        (models.perfect_matchings, "the number of vertices is -1"),
        (models.transversals, "the order is -1"),
        (models.orthogonal_mates, "the order is -1"),
        (models.partridge, "n is -1"),
        (models.steiner_triples, "v is -1"),
        (lambda n: models.block_designs(4, 3, multiplicity=n), "multiplicity is -1"),
        (lambda n: models.schoolgirls(n), "girls is -1"),
        (lambda n: models.schoolgirls(6, size=3, days=n), "days is -1"),
        (lambda n: models.coloring([("a", "b")], n), "colors is -1"),
        (lambda n: models.word_rectangle(n, 2, ["ab"]), "rows is -1"),
        (lambda n: models.word_rectangle(2, n, ["ab"]), "columns is -1"),
        (lambda n: models.word_square(n, ["ab"]), "n is -1"),
        (lambda n: models.macmahon(1, 1, colors=n), "colors is -1"),
        (lambda n: models.squared(n, 1, [1]), "rows is -1"),
        (lambda n: models.bin_packing([1], n), "capacity is -1"),
        (lambda n: models.bin_packing([1], 3, bins=n), "bins is -1"),
        (lambda n: models.timetable([("Latin", [])], ["Mon"], rooms=n), "rooms is -1"),
        (lambda n: models.timetable([("Latin", [], n)], ["Mon"]), "the hours of 'Latin' is -1"),
        (lambda n: models.polyominoes("2x2", pieces="AA", any_number=True, copies=n), "copies is -1"),
        (lambda n: models.polyominoes("2x2", pieces="AA", total=n), "total is -1"),
        (lambda n: models.roster(["Ann"], ["Mon"], {"early": n}, work=1), "shift 'early' is -1"),
    ],
)
def test_zero_is_a_number_and_less_is_none(call, message):
    assert isinstance(call(0), models.Instance)
    with pytest.raises(ValueError, match=f"{message}; (it must be 0 or more|give a number, 0 or more)"):
        call(-1)
