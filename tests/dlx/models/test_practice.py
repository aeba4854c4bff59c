# SPDX-License-Identifier: MIT
"""Models of everyday problems (words, colors, bins, timetables), against formulas and plain enumeration."""

import io
import pickle
from itertools import combinations, permutations, product
from math import comb

import pytest

from dlx import Colored, Problem, models
from tests import ROOT

USA = [line.split() for line in (ROOT / "examples" / "usa.txt").read_text().splitlines()]
WORDS = ["ace", "ape", "apt", "ate", "ear", "eat", "era", "pea", "per", "pet", "rat", "tar", "tea", "tap"]
LESSONS = [("Latin", ["Ann", "7a"]), ("Greek", ["Ann", "7b"]), ("Math", ["Bob", "7a"], 2), ("Music", ["Bob", "7b"])]

INSTANCES = {
    "coloring": models.coloring([("a", "b"), ("b", "c"), ("c", "a"), ("d",)], 3),
    "crossword": models.crossword("...\n.#.\n...", WORDS),
    "word rectangle": models.word_rectangle(2, 3, ["ape", "ten"], down=["at", "pe", "en"]),
    "bin packing": models.bin_packing([4, 8, 1, 4, 2, 1], 10),
    "bins": models.bin_packing([4, 8, 1, 4, 2, 1], 10, bins=2),
    "timetable": models.timetable(LESSONS, ["Mon", "Tue", "Wed"]),
    "rooms": models.timetable(LESSONS, ["Mon", "Tue", "Wed", "Thu"], rooms=2),
}


@pytest.mark.parametrize("instance", INSTANCES.values(), ids=INSTANCES.keys())
def test_what_every_model_can(instance):
    text = io.StringIO()
    instance.write(text)
    assert Problem.read(io.StringIO(text.getvalue())).count() == instance.count() > 0
    again = pickle.loads(pickle.dumps(instance))
    solution = instance.solve()
    assert again == instance and again.draw(solution).svg == instance.draw(solution).svg
    assert instance.draw().svg != instance.draw(solution).svg and solution is not None
    if instance.symmetries:
        group = instance.group(True)
        listed = list(instance.solutions(orbits=True))
        assert sum(group.size(s) for s in listed) == instance.count()
        if instance.bounds is None:
            assert instance.count(orbits=True) == len(listed)


# --- colorings


def complete(n):
    return [(f"v{a}", f"v{b}") for a, b in combinations(range(n), 2)]


def cycle(n):
    return [(f"v{k}", f"v{(k + 1) % n}") for k in range(n)]


@pytest.mark.parametrize("colors", [1, 2, 3, 4])
@pytest.mark.parametrize("n", [3, 4, 5, 6])
def test_chromatic_polynomials(n, colors):
    """A cycle has (k-1)^n + (-1)^n (k-1) colorings, a complete graph k (k-1) ... (k-n+1), a tree k (k-1)^(n-1)."""
    assert models.coloring(cycle(n), colors).count() == (colors - 1) ** n + (-1) ** n * (colors - 1)
    assert models.coloring(complete(n), colors).count() == len(list(permutations(range(colors), n)))
    assert models.coloring(cycle(n)[:-1], colors).count() == colors * (colors - 1) ** (n - 1)


def test_the_united_states():
    """The number for four colors is Knuth's, found with a diagram (TAOCP 7.1.4). Three colors are too few."""
    usa = models.coloring(USA, 4)
    assert len(USA) == 107 and usa.n_primary == 49
    assert usa.count(method="memo") == 25_623_183_458_304
    assert models.coloring(USA, 3).solve() is None
    assert usa.count(orbits=True, method="memo") * 24 == 25_623_183_458_304  # with all four, no coloring is fixed


@pytest.mark.parametrize(
    ("edges", "title"), [([("a",)], "1 color for 1 vertex"), ([("a", "b")], "1 color for 2 vertices")]
)
def test_titles_of_colorings(edges, title):
    assert models.coloring(edges, 1).title == title


def test_isolated_vertices_take_any_color():
    dots = models.coloring([("a",), ("b",), ("a",)], 3)
    assert (dots.count(), dots.count(orbits=True)) == (9, 2)


@pytest.mark.parametrize("edge", ["ab", ("a", "a"), ("a", "b", "c"), ("a b", "c"), (":", "c"), ("", "c"), ()])
def test_edges_that_are_none(edge):
    with pytest.raises(ValueError, match=r"edge|vertex"):
        models.coloring([("x", "y"), edge], 3)


@pytest.mark.parametrize("edges", [[("a", "b-c"), ("a-b", "c")], [("a", "b"), ("a-b",)]])
def test_edges_that_would_be_one_item(edges):
    with pytest.raises(ValueError, match="would both be the item 'a-b"):
        models.coloring(edges, 2)
    assert models.coloring([("a", "b-c"), ("a-b", "d")], 2).count() == 4


@pytest.mark.parametrize(("colors", "message"), [(-1, "colors is -1; it must be 0 or more"), (1001, "1001 colors")])
def test_numbers_of_colors(colors, message):
    with pytest.raises(ValueError, match=message):
        models.coloring([("x", "y")], colors)


# --- words


def rectangles(rows, columns, across, down, repeated):
    """Yield all word rectangles, by trying every choice of rows."""
    for chosen in product([w for w in across if len(w) == columns], repeat=rows):
        downs = ["".join(column) for column in zip(*chosen, strict=True)]
        used = [*chosen, *downs]
        if all(word in down for word in downs) and (repeated or len(set(used)) == len(used)):
            yield chosen


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 3), (3, 2)])
def test_word_rectangles(rows, columns, repeated):
    words = [*WORDS, "at", "pa", "re", "ea", "te", "ar", "pe", "et"]
    made = models.word_rectangle(rows, columns, words, repeated=repeated)
    expected = list(rectangles(rows, columns, words, words, repeated))
    assert made.count() == len(expected)
    assert {made.draw(s).text for s in made.solutions()} == {"\n".join(map(" ".join, rows)) for rows in expected}


def test_lists_of_their_own_for_across_and_down():
    made = models.word_rectangle(2, 3, ["ape", "ten", "at"], down=["at", "pe", "en", "ape"])
    assert [made.draw(s).text for s in made.solutions()] == ["a p e\nt e n"]
    assert not made.symmetries


def test_crosswords_by_trying_all_words():
    """The crossword is a ring of four words: top, bottom, left, right."""
    made = models.crossword(["...", ".#.", "..."], WORDS, repeated=True)
    ring = [
        w
        for w in product(WORDS, repeat=4)
        if w[0][0] == w[2][0] and w[0][2] == w[3][0] and w[1][0] == w[2][2] and w[1][2] == w[3][2]
    ]
    assert made.count() == len(ring)
    once = models.crossword("...\n.#.\n...\n", WORDS)
    assert once.count() == sum(len(set(w)) == 4 for w in ring)
    given = models.crossword(["a..", ".#.", "..t"], WORDS, repeated=True)
    assert given.count() == sum(w[0][0] == "a" and w[1][2] == "t" for w in ring) > 0


def test_entries_that_are_no_words_are_counted():
    made = models.crossword(["...", ".#.", "..."], [*WORDS, "o'clock", "aa's", ""])
    assert made.skipped == pickle.loads(pickle.dumps(made)).skipped == 2
    assert made.count() == models.crossword(["...", ".#.", "..."], WORDS).count()
    assert models.word_rectangle(1, 2, ["a", "ab", "b", "-"], down=["a", "b", "?"]).skipped == 2


def test_required_words():
    ring = ["...", ".#.", "..."]
    fills = models.crossword(ring, WORDS)
    for word in WORDS[:4]:
        having = sum(f"={word}" in str(s.items()) for s in fills.solutions())
        assert models.crossword(ring, WORDS, required=[word]).count() == having
    for word, line in (("toolong", ring), ("sit", ["x.."])):
        assert f"item '={word}' is in no option" in str(models.crossword(line, WORDS, required=[word]).explain())
    with pytest.raises(ValueError, match="required cannot be combined with repeated"):
        models.crossword(ring, WORDS, required=["ape"], repeated=True)
    with pytest.raises(ValueError, match="1 required word not made of letters"):
        models.crossword(ring, WORDS, required=["ape", "x-y"])


@pytest.mark.parametrize("n", [1, 2, 3])
def test_word_squares(n):
    words = ["a", *WORDS, "at", "ta", "pa", "as", "te", "bit", "ice", "ten"]
    made = models.word_square(n, words)
    expected = [
        rows
        for rows in permutations(sorted({w for w in words if len(w) == n}), n)
        if all("".join(column) == row for row, column in zip(rows, zip(*rows, strict=True), strict=True))
    ]
    assert made.count() == len(expected) > 0
    assert {made.draw(s).text for s in made.solutions()} == {"\n".join(map(" ".join, rows)) for rows in expected}


def test_blocks_at_the_edge_are_drawn():
    assert models.crossword(["..#", "..#", "###"], ["at"]).draw().text.startswith("· · #\n· · #\n# # #\n\nacross")
    assert models.crossword("##", ["at"]).draw().text == "# #"


def test_one_letter_is_a_word_across_and_one_down():
    one = models.word_rectangle(1, 1, ["a", "o"], repeated=True)
    assert (one.count(), one.count(orbits=True), len(one.group(True))) == (2, 2, 2)


def test_slots_are_numbered_as_in_a_newspaper():
    made = models.crossword(["...#", ".#..", "...."], ["abc"])
    assert list(made.primary) == ["across1", "down1", "down2", "across3", "down4", "across5"]
    assert {use.item for use in made.option(0) if isinstance(use, Colored)} == {"r1c1", "r1c2", "r1c3"}


@pytest.mark.parametrize(
    ("grid", "words", "message"),
    [
        (["...", ".."], ["ape"], "row 2 of the grid has 2 cells, the first has 3"),
        (["..1"], ["ape"], "r1c3 of the grid is '1'"),
        (["..."], ["a pe"], "the word 'a pe' is not made of letters, and neither"),
    ],
)
def test_bad_crosswords(grid, words, message):
    with pytest.raises(ValueError, match=message):
        models.crossword(grid, words)


# --- bins


BELL, PARTITIONS = [1, 2, 5, 15, 52, 203, 877], [1, 2, 3, 5, 7, 11, 15]


@pytest.mark.parametrize("n", range(1, 8))
def test_partitions(n):
    """Bins of any size give Bell's numbers (OEIS A000110); with like things, the partitions of a number (A000041)."""
    packing = models.bin_packing([1] * n, n)
    assert packing.count() == BELL[n - 1]
    if n < 6:
        assert packing.count(orbits=True) == PARTITIONS[n - 1]


def test_bins_of_two_and_at_most_so_many():
    """Bins of two give involutions (A000085); a limit on the bins, sums of Stirling's numbers (A008277)."""
    assert [models.bin_packing([1] * n, 2).count() for n in range(1, 8)] == [1, 2, 4, 10, 26, 76, 232]
    stirling = [1, 15, 25, 10, 1]
    for bins in range(1, 6):
        assert models.bin_packing([1] * 5, 5, bins=bins).count() == sum(stirling[:bins])


def test_large_bins_are_drawn_to_scale():
    packing = models.bin_packing([10**9, 2 * 10**9, 1], 4 * 10**9)
    picture = packing.draw([packing.n_options - 1, 1])  # the last thing, and the first two
    assert picture.text.splitlines() == ["█" * 36 + "▒" * 18 + "·" * 18 + " 2000000000 1000000000", "·" * 72 + " 1"]


def test_the_fewest_bins():
    packing = models.bin_packing([6, 5, 5, 4, 4, 3, 2, 1], 10)
    (best,) = packing.best()
    assert best.cost == 3 == len(best)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 0], 5, None), "thing 2 has size 0"),
        (([1], 5, -1), "bins is -1"),
        (([1] * 40, 20, None), "more than 1,000,000 ways"),
    ],
)
def test_bad_bins(arguments, message):
    sizes, capacity, bins = arguments
    with pytest.raises(ValueError, match=message):
        models.bin_packing(sizes, capacity, bins=bins)


# --- timetables


def by_trying(lessons, slots, rooms):
    count = 0
    for chosen in product(*(combinations(slots, hours) for _, _, hours in lessons)):
        taken = [(p, s) for (_, people, _), hours in zip(lessons, chosen, strict=True) for p in people for s in hours]
        full = any(sum(s in hours for hours in chosen) > rooms for s in slots)
        count += len(set(taken)) == len(taken) and not full
    return count


@pytest.mark.parametrize("rooms", [1, 2, 3])
@pytest.mark.parametrize("slots", [3, 4, 5])
def test_timetables_by_trying(slots, rooms):
    names = [f"slot{k}" for k in range(slots)]
    lessons = [(name, people, *(more or [1])) for name, people, *more in LESSONS]
    assert models.timetable(LESSONS, names, rooms=rooms).count() == by_trying(lessons, names, rooms)
    assert models.timetable(LESSONS, names).count() == by_trying(lessons, names, 9)


def test_timetables_that_are_latin_squares():
    """n teachers, n classes and n slots, where every teacher has every class, give 2, 12, 576 (OEIS A002860)."""
    for n, squares in ((2, 2), (3, 12), (4, 576)):
        lessons = [(f"L{t}{c}", [f"teacher{t}", f"class{c}"]) for t in range(n) for c in range(n)]
        assert models.timetable(lessons, [f"slot{k}" for k in range(n)]).count() == squares


def test_costs_of_slots_and_of_lessons_in_slots():
    slots = ["Mon", "Tue", "Wed"]
    week = models.timetable(LESSONS, slots, costs={"Mon": 1, "Wed": 2})
    (best,) = week.best()
    assert best.cost == min(s.cost for s in week.solutions())
    own = models.timetable(LESSONS, slots, costs=lambda lesson, slot: 5 * (lesson == "Greek" and slot != "Wed"))
    (best,) = own.best()
    assert best.cost == 0 and ("Greek", "Ann@Wed", "7b@Wed") in best.items()


def test_rooms_and_costs_of_a_timetable():
    week = models.timetable(LESSONS, ["Mon", "Tue", "Wed", "Thu", "Fri"], rooms=1, costs={"Mon": 3, "Fri": 1})
    (best,) = week.best()
    assert best.cost == min(s.cost for s in week.solutions())


@pytest.mark.parametrize(
    ("lessons", "how", "message"),
    [
        ([("A", ["x"]), ("A", ["y"])], {}, "the name 'A' is used twice"),
        ([("s1", ["x"])], {}, "the name 's1' is used twice"),
        ([("A", ["x"])], {"rooms": -1}, "rooms is -1; it must be 0 or more"),
        ([("A", ["x"], -1)], {}, "the hours of 'A' is -1"),
        ([("A", ["x"])], {"costs": {"s1": 3, "s4": 2}}, "there are costs of 's4', which is not a slot"),
    ],
)
def test_bad_timetables(lessons, how, message):
    with pytest.raises(ValueError, match=message):
        models.timetable(lessons, ["s1", "s2", "s3"], **how)


def test_too_many_ways_for_a_lesson():
    assert comb(30, 15) > 10**6
    with pytest.raises(ValueError, match="more than 1,000,000 ways"):
        models.timetable([("A", ["x"], 15)], [f"s{k}" for k in range(30)])


# --- calendars, rosters


def test_dates_of_the_calendar():
    """The fewest and the most solutions of A-Puzzle-A-Day, as its solvers list them."""
    assert [models.calendar(date).count() for date in ("Oct 6", "Jan 25")] == [7, 216]
    assert models.calendar(["nov", 24]) == models.calendar("Nov 24")
    assert models.calendar("Nov 24").draw().text.count("+") == 2


@pytest.mark.parametrize(
    ("shown", "how", "message"),
    [
        ("Nov 32", {}, "'32' is not on the board; its words are 'Jan Feb"),
        ("x", {"board": "x x"}, "'x' is on the board 2 times"),
        ("Nov 24", {"pieces": "AA"}, "the pieces have 2 cells together, the board without Nov 24 41; show 39"),
    ],
)
def test_bad_calendars(shown, how, message):
    with pytest.raises(ValueError, match=message):
        models.calendar(shown, **how)


TEAM, DAYS, SHIFTS = ["Ann", "Bob", "Eve"], ["Mon", "Tue"], {"early": (1, 2), "night": 1}


def rosters(work, rest):
    """Return the days of all rosters by brute force, each as the shifts of TEAM on DAYS."""
    fields = list(product(TEAM, DAYS))
    for chosen in product([None, *SHIFTS], repeat=len(fields)):
        where = dict(zip(fields, chosen, strict=True))
        enough = all(
            low <= sum(where[person, day] == shift for person in TEAM) <= high
            for day in DAYS
            for shift, (low, high) in {"early": (1, 2), "night": (1, 1)}.items()
        )
        fair = all(work[0] <= sum(where[person, day] is not None for day in DAYS) <= work[1] for person in TEAM)
        if enough and fair and not any((where[person, "Mon"], where[person, "Tue"]) in rest for person in TEAM):
            yield where


@pytest.mark.parametrize("work", [(0, 2), (1, 2), (1, 1), (2, 2)])
@pytest.mark.parametrize("rest", [[], [("night", "early")], [("night", "early"), ("early", "early")]])
def test_rosters(work, rest):
    week = models.roster(TEAM, DAYS, SHIFTS, work=work, rest=rest)
    found = {frozenset(where.items()) for where in rosters(work, rest)}
    assert week.count() == len(found)
    for solution in week.solutions():
        fields = dict.fromkeys(product(TEAM, DAYS))
        for k in solution.options:
            need, person, place, *_ = week.option(k)
            fields[person, place.partition("@")[2]] = need.partition("@")[0]
        assert frozenset(fields.items()) in found


def test_costs_of_a_roster():
    wishes = {("Ann", "Mon", "night"): 3}
    week = models.roster(TEAM, DAYS, SHIFTS, work=(1, 2), costs=wishes)
    assert sorted({*week.costs}) == [0, 3]
    assert models.roster(TEAM, DAYS, SHIFTS, work=1, costs=lambda person, day, shift: len(shift)).costs[0] == 5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"people": ["Ann", "Ann"]}, "people: the name 'Ann' is used twice"),
        ({"rest": [("night", "noon")]}, "rest: no shift 'noon'; the shifts are early, night"),
        ({"work": (3, 2)}, r"work is \(3, 2\)"),
        ({"shifts": {"early": -1}}, "shift 'early' is -1"),
        ({"costs": {("Ann", "Mon", "noon"): 1}}, "no shift is called 'noon', only early, night$"),
        ({"costs": {("Ann", "noon"): 1, 3: 1}}, "there is a cost of .*: write a person, a day and a shift$"),
    ],
)
def test_bad_rosters(change, message):
    how = {"people": TEAM, "days": DAYS, "shifts": SHIFTS, "work": 1} | change
    with pytest.raises(ValueError, match=message):
        models.roster(**how)


def test_people_of_a_roster_are_a_list():
    with pytest.raises(TypeError, match="people is 'Ann'; it must be a list"):
        models.roster("Ann", DAYS, SHIFTS, work=1)
