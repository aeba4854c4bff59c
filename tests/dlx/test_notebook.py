# SPDX-License-Identifier: MIT
"""Objects as a notebook shows them: short texts with names and numbers, tables, and the pictures of models."""

from html.parser import HTMLParser

from dlx import Problem, models
from dlx.models import instance

TILES = Problem([["a", "b"], ["c"], ["a"], ["b", "c"]], costs=[5, 2, 1, 3])


class Cells(HTMLParser):
    """A reader of the cells of a table, row by row, and of its caption."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.caption, self.at = [], "", ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.at = tag
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.at == "caption":
            self.caption += data
        else:
            self.rows[-1][-1] += data


def test_short_texts():
    search, count = TILES.search(), TILES.counting()
    assert repr(search) == "<Search: 0 solutions, 0 nodes, 0 s; not ended>"
    assert repr(count) == "<Count: 0 solutions; not started>"
    next(search)
    assert repr(search).startswith("<Search: 1 solution, ")
    assert (list(search) and count.run()) == 2
    assert repr(search) == "<Search: 2 solutions, 5 nodes, 0 s; complete>"
    assert repr(count) == repr(TILES.counting(workers=1)).replace("0 solutions; not started", "2 solutions; complete")
    assert repr(TILES.group("auto")) == "<Group: 2 symmetries of 4 options>"
    assert repr(TILES.group([])) == "<Group: 1 symmetry of 4 options>"
    assert repr(TILES.best(3)) == "<Best: 2 solutions, cost 4 to 7; complete>"
    assert repr(TILES.best(1)) == "<Best: 1 solution, cost 4, others at least 4; complete>"
    assert repr(Problem([], ["a"], costs=[]).best()) == "<Best: 0 solutions; complete>"
    assert repr(TILES.best(time_limit=0)) == "<Best: 0 solutions, others at least 0; time limit>"
    assert repr(TILES.solve_many([[], [0, 2], [0]])) == "<Batch: 3 questions, 2 with a solution>"
    assert repr(TILES.estimate()).startswith("<Estimate: 5 nodes, 2 solutions, ")


def test_tables():
    problem, solution, best = (Cells(x._repr_html_()) for x in (TILES, TILES.solve(), TILES.best(2)))
    assert problem.caption == "Problem: 3 items, 4 options, costs"
    assert problem.rows[0] == ["option", "cost", "items"] and len(problem.rows) == 5
    assert problem.rows[1:3] == [["0", "5", "a b"], ["1", "2", "c"]]
    assert (solution.caption, solution.rows[1:]) == ("2 options, cost 7", [["0", "5", "a b"], ["1", "2", "c"]])
    assert best.caption == repr(TILES.best(2)).strip("<>")
    assert [row[:2] for row in best.rows[1:]] == [["0", "2"], ["0", "3"], ["1", "0"], ["1", "1"]]
    lessons = Problem.of([{"room": "<hall>", "hour": 10}], ["room"])
    assert Cells(lessons.solve()._repr_html_()).rows == [["option", "room", "hour"], ["0", "<hall>", "10"]]
    why = Problem([["<"]], ["<", "c"]).explain()
    assert why._repr_html_() == "<pre>item &#x27;c&#x27; is in no option</pre>"


def test_pictures_of_models(monkeypatch):
    queens = models.queens(5)
    assert queens._repr_html_() == queens.draw().svg + "<pre>Instance: 10 + 18 secondary items, 25 options</pre>"
    solution = queens.solve()
    assert solution._repr_html_() == queens.draw(solution).svg == queens.thumbnail(solution.options)
    assert TILES.thumbnail() == ""
    monkeypatch.setattr(instance, "MOST_ITEMS_SHOWN", 27)
    assert Cells(queens._repr_html_()).caption and Cells(solution._repr_html_()).caption == "5 options"
    monkeypatch.setattr(instance, "MOST_ITEMS_SHOWN", 28)
    assert queens.thumbnail()
