# SPDX-License-Identifier: MIT
"""The page's server: every query, every board, and hostile requests."""

import argparse
import json
import os
import random
import re
import signal
import socket
import sys
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("flask", reason="the page is an extra: pip install 'dlx-engine[web]'")

import sudoku
from dlx.system import calloff
from sudoku.board.digits import DIGITS
from sudoku.logic import hint, solve_logically
from sudoku.logic.tables import bits
from sudoku.web import answers, app, turns
from sudoku.web.body import BOARDS
from sudoku.web.demos import DEMOS
from tests.processes import PATIENCE, started

ROOT = Path(__file__).parent.parent
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
TWO = next(demo.puzzle for demo in DEMOS if "two solutions" in demo.name)
NONE = EASY[:2] + "1" + EASY[3:]  # no two digits clash, but there is no solution
XSS = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def client():
    """Yield a client of a page with ample time, so that a busy machine changes no answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "QUERY_SECONDS", {**dict.fromkeys(answers.QUERY_SECONDS, 60.0), "level": 1.0})
        yield app.create_app().test_client()


@pytest.fixture(scope="module")
def ask(client):
    """Return a function that sends a query and returns the answer, or (status code, error)."""

    def ask(name, **fields):
        response = client.post(f"/api/{name}", json={"board": "3x3", **fields})
        assert response.content_type == "application/json"
        return response.json if response.status_code == 200 else (response.status_code, response.json["error"])

    return ask


@pytest.fixture
def short(monkeypatch):
    """Set budgets of a moment."""
    monkeypatch.setattr(answers, "QUERY_SECONDS", dict.fromkeys(answers.QUERY_SECONDS, 0.2))


def masks_of(solutions):
    return [sum(1 << DIGITS.index(digit) for digit in set(column)) for column in zip(*solutions, strict=True)]


def empties(puzzle, masks):
    return [0 if digit != "." else mask for digit, mask in zip(puzzle, masks, strict=True)]


# --- the page


class Sources(HTMLParser):
    def __init__(self):
        super().__init__()
        self.sources, self.inline = [], []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "href"):
                self.sources.append(value)
            if name.startswith("on") or name == "style" or tag == "style":
                self.inline.append((tag, name))


def test_the_page_loads_only_what_it_came_with(client):
    response = client.get("/")
    assert response.status_code == 200
    page = Sources()
    page.feed(response.text)
    assert page.inline == []
    assert page.sources and all(source.startswith("/static/") for source in page.sources)
    for source in page.sources:
        assert client.get(source, buffered=True).status_code == 200
    for demo in DEMOS:
        assert demo.puzzle in response.text


def test_modules_are_complete_and_served_as_script(client):
    folder = Path(app.__file__).parent / "static"
    for file in folder.glob("*.js"):
        assert client.get(f"/static/{file.name}", buffered=True).mimetype == "text/javascript"
        for name in re.findall(r'^(?:import|export) .*"\./(.*)";$', file.read_text(), re.MULTILINE):
            assert (folder / name).is_file(), (file.name, name)


def test_headers(client):
    pages = [client.get(path, buffered=True) for path in ("/", "/static/page.js", "/no")]
    for response in (*pages, client.post("/api/solve")):
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert "Set-Cookie" not in response.headers
        assert "Access-Control-Allow-Origin" not in response.headers


def test_script_and_style_name_no_other_host_and_no_markup():
    folder = Path(app.__file__).parent / "static"
    script = "".join(file.read_text() for file in folder.glob("*.js"))
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "http"):
        assert word not in script, word
    style = "".join(file.read_text() for file in folder.glob("*.css"))
    assert "url(" not in style and "@import" not in style


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_demos(demo):
    board = BOARDS[demo.board]
    solutions = sudoku.count(demo.puzzle, 3, board=board)
    assert solutions == (2 if "two" in demo.name else 1)


# --- the answers


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.name)
def test_solve(ask, demo):
    answer = ask("solve", board=demo.board, puzzle=demo.puzzle)
    assert answer["status"] == ("several" if "two" in demo.name else "unique")
    board = BOARDS[demo.board]
    solution = board.parse(answer["solution"])
    board.check(solution)
    assert 0 not in solution
    assert all(a in (".", b) for a, b in zip(demo.puzzle, answer["solution"], strict=True))


def test_solve_without_a_solution(ask):
    answer = ask("solve", puzzle=NONE)
    assert (answer["status"], answer["solution"]) == ("none", None)


def test_check(ask):
    answer = ask("check", puzzle=EASY)
    assert (answer["status"], answer["differ"], answer["cells"]) == ("unique", [], [])
    assert answer["words"][0] == "One solution."


def test_check_shows_two_solutions(ask):
    answer = ask("check", puzzle=TWO)
    first, second = answer["solutions"]
    assert answer["status"] == "several" and first != second
    assert {first, second} == set(sudoku.solutions(TWO))
    assert answer["differ"] == [cell for cell in range(81) if first[cell] != second[cell]]
    assert answer["words"][0] == "Not unique: 2 solutions."
    assert answer["words"][1] == "They differ in 10 cells, which show the digits of both."
    assert any("leaves one solution" in line for line in answer["words"])


def test_a_check_shows_two_solutions_that_are_alike(ask):
    """Of an empty board it takes two that differ in as few cells as can be, and does not name 29 clues."""
    answer = ask("check", puzzle="." * 81)
    assert len(answer["differ"]) == 4
    assert answer["words"][1:3] == [
        "Two of them differ in 4 cells, which show the digits of both.",
        "In all of them together, 81 cells are open: see “True candidates”.",
    ]
    assert re.fullmatch(r"\d+ more clues leave one solution \(at least 2 are needed\)\.", answer["words"][3])


def test_a_check_lists_100_solutions(ask):
    answer = ask("check", board="2x2", puzzle="." * 16)
    assert (answer["status"], answer["words"][0]) == ("several", "Not unique: at least 100 solutions.")


def test_check_names_clues_that_contradict_each_other(ask):
    answer = ask("check", puzzle="55" + "." * 79)
    assert (answer["status"], answer["cells"], answer["solutions"]) == ("none", [0, 1], [])
    answer = ask("check", puzzle=NONE)
    assert answer["status"] == "none" and answer["cells"]
    clues = "".join(NONE[cell] if cell in answer["cells"] else "." for cell in range(81))
    assert sudoku.count(clues) == 0


def test_candidates(ask):
    answer = ask("candidates", puzzle=EASY)
    board = BOARDS["3x3"]
    for cell, mask in enumerate(answer["candidates"]):
        seen = {EASY[other] for house in board.houses_of[cell] for other in board.houses[house]}
        digits = {digit for k, digit in enumerate(DIGITS[:9]) if mask >> k & 1}
        assert digits == (set(DIGITS[:9]) - seen if EASY[cell] == "." else set())


def test_true_candidates(ask):
    for puzzle in (EASY, TWO, HARD):
        answer = ask("candidates", puzzle=puzzle, kind="true")
        assert answer == {"status": "done", "candidates": empties(puzzle, masks_of(sudoku.solutions(puzzle)))}
    assert ask("candidates", puzzle=NONE, kind="true")["status"] == "none"


@pytest.mark.parametrize("name", ["2x2", "2x3", "3x3"])
def test_hints_lead_to_the_solution(ask, name):
    """Steps, applied as the page applies them with candidates in notes, never contradict the solution."""
    demo = next(demo for demo in DEMOS if demo.board == name)
    board, solution = BOARDS[name], sudoku.solve(demo.puzzle, board=BOARDS[name])
    values, marks = list(board.parse(demo.puzzle)), [0] * board.cells
    for _ in range(500):
        line = board.line(bytes(values))
        step = ask("hint", board=name, puzzle=demo.puzzle, values=line, candidates=marks)
        if step["status"] == "solved":
            break
        assert step["status"] == "step" and step["words"] and (step["placed"] or step["removed"])
        shown = {candidate for part in step["pattern"] for candidate in part} | {*step["placed"], *step["removed"]}
        assert all({*pair} <= shown for pair in step["links"] + step["weak"])
        for candidate in step["removed"]:
            cell, digit = divmod(candidate, board.side)
            assert solution[cell] != DIGITS[digit]
            marks[cell] = (marks[cell] or step["candidates"][cell]) & ~(1 << digit)
        for candidate in step["placed"]:
            cell, digit = divmod(candidate, board.side)
            assert solution[cell] == DIGITS[digit]
            values[cell] = digit + 1
    assert board.line(bytes(values)) == solution


def test_a_net_is_shown_by_what_is_false_and_true_in_it(ask):
    """The places of its candidates in the sentence do not matter."""
    puzzle = ".......8.7..9....6..52..7......2..6....74.3..34.6.......4....2.8.1.....9.524.16.."
    replay = solve_logically(puzzle).replay()
    first = next(k for k, (step, _, _) in enumerate(replay) if len(step.implications) == 1)  # one net
    before, (step, alive, _) = replay[:first], replay[first]
    placed = {candidate // 9: DIGITS[candidate % 9] for earlier, _, _ in before for candidate in bits(earlier.placed)}
    values = "".join(placed.get(cell, digit) for cell, digit in enumerate(puzzle))
    masks = [alive >> 9 * cell & 511 if values[cell] == "." else 0 for cell in range(81)]
    answer = ask("hint", puzzle=puzzle, values=values, candidates=masks)
    assert answer["technique"] == step.technique == "forcing net"
    (links,) = hint(values, candidates=bits(alive)).implications
    true = {a for a, _, on in links if not on} | {b for _, b, on in links if on}
    false = {b for _, b, on in links if not on}
    assert [set(part) for part in answer["pattern"]] == [false - true, true - false, true & false]


def test_hint_names_wrong_digits_and_lost_candidates(ask):
    solution = sudoku.solve(EASY)
    wrong = EASY[:2] + "2" + EASY[3:]  # r1c3 is 4
    answer = ask("hint", puzzle=EASY, values=wrong)
    assert (answer["status"], answer["cells"]) == ("wrong", [2])
    assert answer["words"] == "r1c3 is not the digit of the solution."
    marks = [0] * 81
    marks[2] = 0b11  # 1 and 2
    answer = ask("hint", puzzle=EASY, values=EASY, candidates=marks)
    assert (answer["status"], answer["cells"]) == ("wrong", [2])
    assert ask("hint", puzzle=EASY, values=solution)["status"] == "solved"


def test_hint_where_there_is_none_or_more_than_one_solution(ask):
    assert ask("hint", puzzle=NONE, values=NONE)["status"] == "wrong"
    answer = ask("hint", puzzle="." * 81, values="." * 81)
    assert answer["status"] == "stopped" and "several solutions" in answer["words"]
    answer = ask("hint", puzzle="." * 81, values=NONE)
    assert answer["status"] == "wrong" and "undo" in answer["words"]


def test_rate(ask):
    assert ask("rate", puzzle=EASY)["level"] == "easy"
    assert ask("rate", puzzle=HARD)["level"] == "extreme"
    assert ask("rate", puzzle=TWO)["level"] is None


LEVELS = [(name, level) for name in BOARDS for level in answers.LEVEL_CHOICES if level != "extreme" or name == "3x3"]


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_generate(ask, name, level):
    board = BOARDS[name]
    answer = ask("generate", board=name, level=level, seed=7)
    if name == "2x2" and level not in ("easy", "any"):
        assert answer == (400, f"4x4 puzzles are all easy, none is {level}")
        return
    if answer["status"] == "found":
        assert sudoku.is_unique(answer["puzzle"], board=board)
        assert "(seed 7)" in answer["words"] and f"{board.cells - answer['puzzle'].count('.')} clues" in answer["words"]
        assert level == "any" or level in answer["words"]
    else:  # a slow machine
        assert answer["status"] == "time limit" and answer["puzzle"] is None
        assert answer["words"].startswith("No puzzle was found: ")


def test_a_wish_that_no_candidate_of_a_sample_meets_is_refused_at_once(ask):
    answer = ask("generate", level="easy", fewest=17, most=17)
    assert (answer["status"], answer["puzzle"]) == ("none known", None)
    assert answer["words"] == (
        "No puzzle was found: none of 1,000,000 candidates had fewer than 19 clues: ask for 21 clues or more."
    )


def test_generate_with_a_symmetry_and_clues(ask):
    puzzle = ask("generate", symmetry="rotate180", fewest=28, most=30, seed=3)["puzzle"]
    assert 28 <= 81 - puzzle.count(".") <= 30
    assert [digit == "." for digit in puzzle] == [digit == "." for digit in reversed(puzzle)]
    answer = ask("generate", seed=3)
    level = sudoku.logic.rate(answer["puzzle"])
    assert answer["level"] == f"{level.level} ({level.score:.1f})" and answer["level"] in answer["words"]
    assert ask("generate", symmetry="round")[0] == 400
    assert ask("generate", fewest=90)[0] == 400
    assert ask("generate", fewest="3")[0] == 400


def test_generate_is_another_puzzle_each_time_and_the_same_for_a_seed(ask):
    first, second, third = (ask("generate", level="easy", seed=seed) for seed in (None, None, 5))
    assert len({first["puzzle"], second["puzzle"], third["puzzle"]}) == 3
    assert ask("generate", level="easy", seed=first["seed"]) == first
    assert ask("rate", puzzle=third["puzzle"])["level"] == "easy"


def test_read(ask):
    board = BOARDS["2x3"]
    puzzle = next(demo.puzzle for demo in DEMOS if demo.board == "2x3")
    for text in (puzzle, board.grid(board.parse(puzzle)), puzzle.replace(".", "0") + "\n"):
        expected = {"board": "2x3", "rules": {}, "puzzle": puzzle, "title": "", "note": "", "entries": []}
        assert ask("read", text=text) == expected
    drawn = {"size": 4, "grid": [[{}] * 4] * 4, "line": [{"lines": [["R1C1", "R1C2"]]}], "ruleset": "A secret."}
    note = "only drawn, without a rule: lines; the words of the puzzle: A secret."
    assert ask("read", text=json.dumps(drawn))["note"] == note
    puzzle = next(demo.puzzle for demo in DEMOS if demo.board == "3x3")
    numbers = list(map(int, puzzle.replace(".", "0")))
    for several in ([puzzle, puzzle[::-1], "." * 81], [numbers, numbers[::-1], numbers, numbers]):
        assert ask("read", text=json.dumps(several))["puzzle"] == puzzle


# --- refusals, with a message that names the place


@pytest.mark.parametrize(
    ("name", "fields", "words"),
    [
        ("solve", {"puzzle": "55" + "." * 79}, "row 1 has digit 5 twice, at r1c1 and r1c2"),
        ("solve", {"puzzle": "." * 30 + "x" + "." * 50}, "r4c4"),
        ("solve", {"puzzle": "." * 80}, "80 cells where a 9x9 board has 81"),
        ("solve", {}, "'puzzle' is missing"),
        ("solve", {"puzzle": 5}, "'puzzle' must be text"),
        ("solve", {"puzzle": ["."] * 81}, "'puzzle' must be text"),
        ("solve", {"puzzle": "." * 5000}, "5,000 characters, more than 4,096"),
        ("solve", {"board": "9x9", "puzzle": ""}, "'board' must be one of 2x2, "),
        ("solve", {"board": None, "puzzle": ""}, "'board' must be one of"),
        ("solve", {"board": {"3x3": 1}, "puzzle": ""}, "'board' must be one of"),
        ("candidates", {"puzzle": EASY, "kind": "all"}, "'kind' must be one of simple, true"),
        ("hint", {"puzzle": EASY}, "'values' is missing"),
        ("hint", {"puzzle": EASY, "values": EASY, "candidates": [0] * 80}, "'candidates' must be a list of 81 numbers"),
        ("hint", {"puzzle": EASY, "values": EASY, "candidates": [0] * 80 + [512]}, "'candidates' of r9c9"),
        ("hint", {"puzzle": EASY, "values": EASY, "candidates": [True] * 81}, "'candidates' of r1c1"),
        ("hint", {"puzzle": EASY, "values": EASY, "candidates": [-1] * 81}, "'candidates' of r1c1"),
        ("hint", {"puzzle": EASY, "values": EASY, "candidates": [0.5] * 81}, "'candidates' of r1c1"),
        ("read", {"text": "1234"}, "4 cells: no board has that"),
        ("read", {"text": "." * 625}, "the page has no 25x25 board"),
        ("read", {"text": "." * 1225}, "the page has no 35x35 board"),
        ("read", {"text": ""}, "0 cells"),
        ("generate", {"level": "impossible"}, "'level' must be one of easy, "),
        ("generate", {"seed": -1}, "'seed' must be a whole number of 0 to"),
        ("generate", {"seed": 10**30}, "'seed' must be a whole number of 0 to"),
        ("generate", {"seed": "7"}, "'seed' must be a whole number of 0 to"),
    ],
)
def test_refused(ask, name, fields, words):
    code, error = ask(name, **fields)
    assert code == 400
    assert words in error


def test_no_such_question(ask, client):
    assert ask("nothing")[0] == 404
    assert client.get("/api/solve").status_code == 405
    assert client.get("/other").status_code == 404
    assert client.get("/static/../app.py").status_code == 404
    assert client.get("/static/%2e%2e/app.py").status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"\xff\xfe",
        b'{"board": "3x3", "puzzle": NaN, "level": NaN}',
        b"[" * 8000,
        b'{"a":' * 2000 + b"1" + b"}" * 2000,
        b'{"board": "3x3", "seed": ' + b"9" * 6000 + b"}",
        b'{"board": "3x3", "puzzle": "\\ud800\\u0000", "level": "\\ud800"}',
    ],
)
def test_bad_json(client, data):
    for name in answers.ANSWERS.keys() - {"picture"}:  # which needs a board only, and reads nothing else
        response = client.post(f"/api/{name}", data=data, content_type="application/json")
        assert response.status_code == 400
        assert isinstance(response.json["error"], str)


def test_only_json_is_taken(client):
    """A form of another site, which browsers send without a preflight request, is refused."""
    body = json.dumps({"board": "3x3", "puzzle": EASY})
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.post("/api/solve", data=body, content_type=kind).status_code == 415


@pytest.mark.parametrize("size", [app.LARGEST_REQUEST_BYTES + 1, 5_000_000])
def test_large_bodies(client, size):
    response = client.post("/api/solve", data=b'"' + b"x" * size, content_type="application/json")
    assert response.status_code == 413
    assert response.json["error"]


def test_the_largest_body_and_the_longest_text(client):
    def said(size):
        body = json.dumps({"text": ""}).encode()
        return client.post("/api/read", data=body.ljust(size), content_type="application/json")

    assert "0 cells" in said(65_536).json["error"]
    assert said(65_537).status_code == 413
    assert said(65_537).json["error"] == "the request is larger than 65,536 bytes"
    assert client.post("/api/read", json={"text": "." * 16 + " " * 4080}).json["puzzle"] == "." * 16
    post = f"Hi all,\n\nI am stuck on this one:\n\n{sudoku.Board(2, 2).grid(bytes(16))}\n\nAny help?\n"
    for text in (post, json.dumps({"board": [[0] * 4] * 4}), '{"level": "easy", "puzzle": "................"}'):
        assert client.post("/api/read", json={"text": text}).json["puzzle"] == "." * 16, text
    assert client.post("/api/read", json={"text": f"{post}\n\n{'.' * 15}\n"}).status_code == 400
    assert "4,097 characters" in client.post("/api/read", json={"text": "." * 16 + " " * 4081}).json["error"]


def test_hostile_text_comes_back_as_json_only(client):
    for fields in (
        {"board": XSS, "puzzle": EASY},
        {"board": "3x3", "puzzle": XSS},
        {"board": "3x3", "puzzle": EASY, "kind": XSS, "values": XSS, "level": XSS, "text": XSS},
    ):
        for name in answers.ANSWERS:
            response = client.post(f"/api/{name}", json=fields)
            assert response.content_type == "application/json"
            assert response.status_code in (200, 400)
            assert XSS not in response.text
    for path in (f"/{XSS}", f"/api/{XSS}", f"/?x={XSS}"):
        for response in (client.get(path), client.post(path, json={})):
            assert XSS not in response.text


def test_noise(client, short):
    """Random fields of all types get an answer or a refusal, never an error of ours."""
    random.seed(5)
    values = [None, True, -1, 2**70, 0.5, "", EASY, "." * 81, "2x2", "4x4", "true", [], [0] * 81, {}, [[1]], "é" * 81]
    keys = ["board", "puzzle", "values", "candidates", "kind", "text", "level", "seed"]
    for _ in range(300):
        fields = {key: random.choice(values) for key in keys if random.random() < 0.8}
        if random.random() < 0.7:
            fields["board"] = "3x3"
        name = random.choice(list(answers.ANSWERS))
        assert client.post(f"/api/{name}", json=fields).status_code in (200, 400), (name, fields)


# --- budgets


@pytest.mark.parametrize("name", BOARDS)
def test_empty_boards_end(ask, short, name):
    board = BOARDS[name]
    empty = "." * board.cells
    solved = ask("solve", board=name, puzzle=empty)
    assert solved["status"] == "several"
    assert ask("candidates", board=name, puzzle=empty, kind="true")["status"] in ("done", "stopped")
    assert ask("check", board=name, puzzle=empty)["status"] == "several"
    assert ask("hint", board=name, puzzle=empty, values=empty)["status"] == "stopped"
    assert ask("rate", board=name, puzzle=empty)["level"] is None
    assert ask("generate", board=name, level="easy")["status"] in ("found", "time limit")


def hard_16x16():
    """Return a third of the digits of a full grid as clues, which takes a long search."""
    board = BOARDS["4x4"]
    full = sudoku.solve("." * 256, board=board, seed=3)
    rng = random.Random(1)
    return "".join(digit if rng.random() < 0.36 else "." for digit in full)


def test_a_search_that_is_stopped_says_so(ask, short):
    puzzle = hard_16x16()
    for name in ("solve", "check"):
        assert ask(name, board="4x4", puzzle=puzzle)["status"] in ("stopped", "found", "several")
    answer = ask("hint", board="4x4", puzzle=puzzle, values=puzzle)
    assert answer["status"] in ("step", "stopped")


def test_the_page_says_what_the_library_says(ask):
    """A search of the cover alone does not end here; the search on candidates proves that there is no grid."""
    rules = {"variants": ["x", "anti-knight", "non-consecutive"]}
    assert sudoku.solve("." * 81, board=sudoku.Board(variants=rules["variants"])) is None
    assert ask("solve", board="3x3", puzzle="." * 81, rules=rules)["status"] == "none"
    assert ask("candidates", board="3x3", puzzle="." * 81, rules=rules, kind="true")["status"] == "none"


class Waiting:
    """Hard queries that wait inside their answer until `go_on`; `entered` counts the queries with a turn."""

    def __init__(self, monkeypatch):
        self.entered, self.go_on = threading.Semaphore(0), threading.Event()
        monkeypatch.setitem(answers.ANSWERS, "solve", self.answer)
        monkeypatch.setattr(turns, "TRIAL_SECONDS", -1)  # every query is hard

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.go_on.set()  # a test that fails does not wait for them

    def answer(self, body):
        calloff.check()
        self.entered.release()
        assert self.go_on.wait(PATIENCE)
        calloff.check()
        return {}


def posts(server):
    """Return a function that sends a query and returns the response."""
    return lambda **fields: server.test_client().post("/api/solve", json=fields)


@pytest.mark.parametrize(("how", "most"), [({"at_once": 2}, 2), ({}, 3)])
def test_hard_questions_at_once_are_bounded_and_the_others_are_in_line(monkeypatch, how, most):
    hard, server = Waiting(monkeypatch), app.create_app(**how)
    post = posts(server)
    with ThreadPoolExecutor(most + 1) as pool, hard:
        running = [pool.submit(post, k=k) for k in range(most)]
        for _ in running:
            assert hard.entered.acquire(timeout=PATIENCE)
        for k, place in (("a", 1), ("b", 2), ("a", 1), ("c", 3), ("b", 2)):
            refused = post(k=k)
            assert refused.status_code == 503 and refused.headers["Retry-After"] == "1"
            assert refused.json["place"] == place and "busy" in refused.json["error"]
        assert server.test_client().get("/").status_code == 200
        hard.go_on.set()
        assert [future.result().status_code for future in running] == [200] * most
        assert post(k="d").status_code == 503  # a, b and c are before it
        assert [post(k=k).status_code for k in "abcd"] == [200] * 4


def test_a_place_that_is_not_used_does_not_keep_others_waiting(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(turns, "monotonic", lambda: now[0])
    line = turns.WaitingLine(1)

    def tried(visitor, content="?"):
        with line.taken(visitor, content, None) as query:
            query.began -= 1
            line.check(query)
            return tried_inside

    tried_inside = "turn"
    with line.taken("x", "?", None) as query:
        query.began -= 1
        line.check(query)
        for visitor, place in (("a", 1), ("b", 2)):
            with pytest.raises(turns.Busy, match=f"place {place} "):
                tried(visitor)
    with pytest.raises(turns.Busy, match="place 2 "):
        tried("b")
    now[0] = turns.PASSED_OVER_SECONDS + 0.1  # a does not come
    assert tried("b") == "turn"
    assert list(line.places) == ["a"]
    now[0] = turns.KEPT_SECONDS + 0.1
    assert tried("c") == "turn"
    assert not line.places


def test_nothing_but_places_is_kept_of_refused_questions():
    line = turns.WaitingLine(0)
    for _ in range(3):
        for content in ("one", "two"):
            with pytest.raises(turns.Busy), line.taken("page", content, None, page=True) as query:
                query.began -= 1
                line.check(query)
    assert list(line.places) == ["page"] and not line.newest and not line.busy


def test_a_replaced_question_leaves_the_place_of_the_newer_one():
    line = turns.WaitingLine(0)
    with pytest.raises(turns.Replaced), line.taken("page", "one", None, page=True) as older:
        with pytest.raises(turns.Busy), line.taken("page", "two", None, page=True) as query:
            query.began -= 1
            line.check(query)
        line.check(older)
    assert line.places["page"].content == "two"


def test_the_newest_question_of_a_page_replaces_the_older_one(monkeypatch):
    hard, server = Waiting(monkeypatch), app.create_app(at_once=2)
    post = posts(server)
    with ThreadPoolExecutor(2) as pool, hard:
        older = pool.submit(post, page="mine", k=1)
        assert hard.entered.acquire(timeout=PATIENCE)
        newer = pool.submit(post, page="mine", k=2)
        assert hard.entered.acquire(timeout=PATIENCE)
        hard.go_on.set()
        assert (older.result().status_code, newer.result().status_code) == (409, 200)
        assert "newer query" in older.result().json["error"]


def test_a_page_keeps_its_place_with_another_question(monkeypatch):
    hard, server = Waiting(monkeypatch), app.create_app(at_once=1)
    post = posts(server)
    with ThreadPoolExecutor(1) as pool, hard:
        running = pool.submit(post, page="other")
        assert hard.entered.acquire(timeout=PATIENCE)
        for page, k, place in (("mine", 1, 1), ("yours", 1, 2), ("mine", 2, 1)):
            assert post(page=page, k=k).json["place"] == place
        monkeypatch.setattr(turns, "TRIAL_SECONDS", PATIENCE)
        assert server.test_client().post("/api/read", json={"page": "mine", "text": EASY}).status_code == 200
        assert post(page="yours", k=1).json["place"] == 1  # the page of the other one has its answer
        hard.go_on.set()
        assert running.result().status_code == 200


def test_easy_questions_do_not_wait_for_hard_ones(monkeypatch):
    hard, server = Waiting(monkeypatch), app.create_app(at_once=1)
    with ThreadPoolExecutor(1) as pool, hard:
        running = pool.submit(posts(server))
        assert hard.entered.acquire(timeout=PATIENCE)
        monkeypatch.setattr(turns, "TRIAL_SECONDS", PATIENCE)
        answer = server.test_client().post("/api/check", json={"board": "3x3", "puzzle": EASY})
        assert answer.status_code == 200 and answer.json["status"] == "unique"
        hard.go_on.set()
        assert running.result().status_code == 200


def test_an_error_of_ours_is_told_without_its_text(monkeypatch, caplog):
    def broken(body):
        raise RuntimeError("secret")

    monkeypatch.setitem(answers.ANSWERS, "solve", broken)
    response = app.create_app().test_client().post("/api/solve", json={})
    assert response.status_code == 500
    assert "secret" not in response.text and response.json["error"]
    assert "secret" in caplog.text  # for the operator


# --- the command


def parsed(*args):
    from sudoku.terminal.commands import serve

    parser = argparse.ArgumentParser()
    serve.add(parser)
    return parser.parse_args(args)


def test_options(capsys):
    args = parsed()
    assert (args.host, args.port, args.open) == ("127.0.0.1", 8729, False)
    for port in ("65536", "-1", "x", "²"):
        with pytest.raises(SystemExit):
            parsed("--port", port)
    assert "is not a port" in capsys.readouterr().err


def test_a_port_in_use():
    from sudoku.terminal.commands import serve

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"port {port} of 127.0.0.1 is in use; choose another with --port"):
            serve.run(parsed("--port", str(port)))


@pytest.mark.parametrize("host", ["not an address", "192.0.2.1", "é..x"])
def test_a_host_that_is_not_ours(host):
    from sudoku.terminal.commands import serve

    with pytest.raises(ValueError, match=rf"--host '{host}' is not an address"):
        serve.run(parsed("--host", host, "--port", "0"))


@pytest.mark.parametrize("module", ["flask", "waitress"])
def test_without_the_extra(monkeypatch, module):
    from sudoku.terminal.commands import serve

    monkeypatch.setitem(sys.modules, module, None)
    for name in [name for name in sys.modules if name == "sudoku.web.app"]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ValueError, match=r"needs \w+; pip install flask waitress"):
        serve.run(parsed("--port", "0"))


SERVE = (
    "import argparse, sys; from sudoku.terminal.commands import serve;"
    "parser = argparse.ArgumentParser(); serve.add(parser);"
    "sys.exit(serve.run(parser.parse_args(['--port', '0'])))"
)


def test_ctrl_c_closes_the_page():
    pytest.importorskip("waitress")
    with started(sys.executable, "-c", SERVE, env={**os.environ, "PYTHONPATH": str(ROOT)}) as server:
        address = server.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            assert page.status == 200 and page.headers["Server"] == "sudoku"
        question = urllib.request.Request(
            f"{address}api/solve",
            json.dumps({"board": "3x3", "puzzle": EASY}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(question, timeout=PATIENCE) as answer:
            assert json.load(answer)["status"] == "unique"
        server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=PATIENCE)
    assert server.returncode == 130
    assert "Traceback" not in err and "the page is closed" in err


def test_answers_are_not_cached(client):
    assert client.post("/api/solve", json={}).headers["Cache-Control"] == "no-store"
    assert "Cache-Control" not in client.get("/").headers


def test_clues_of_a_large_puzzle_are_about_half_of_its_cells():
    low, high = answers._clues(sudoku.Board(3, 4))
    assert low + high == 144
    assert answers._clues(sudoku.Board()) is None
