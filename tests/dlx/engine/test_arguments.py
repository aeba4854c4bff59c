# SPDX-License-Identifier: MIT
"""An argument that a question does not take is refused by name, with a reason and a remedy that works."""

import re
import shlex
from contextlib import suppress
from pathlib import Path

import pytest

import dlx
import sudoku
from dlx import Colored, Problem, Unfinished, models
from dlx.engine.arguments import REFUSALS, SEARCHING, reason
from dlx.engine.support import ARGUMENTS, FEATURES, exclusive, takes
from dlx.terminal import cli
from dlx.terminal.options import IN_COMMANDS
from sudoku import variants
from sudoku.terminal import cli as sudoku_cli

QUESTIONS = [name for name in ARGUMENTS if "=" not in name and hasattr(Problem, name)]
EVERY = sorted({argument for name in QUESTIONS for argument in ARGUMENTS[name]})
REFUSED = [(question, argument) for question in QUESTIONS for argument in EVERY if argument not in ARGUMENTS[question]]
NEEDED = {"count_many": {"givens": [[]]}, "solve_many": {"givens": [[]]}, "group": {"symmetries": "auto"}}
COINS = Problem([["a"], ["a"]])


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_argument_is_taken_or_refused_by_name(question):
    for argument in [argument for one, argument in REFUSED if one == question]:
        how = {**NEEDED.get(question, {}), argument: 3}
        with pytest.raises(TypeError) as error:
            getattr(COINS, question)(**how)
        assert re.fullmatch(rf"{question}\(\) does not take {argument}, as .{{9,}}; [a-z].{{4,}}", str(error.value))
        assert error.value.__context__ is None


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_arguments_that_mean_the_same_everywhere(question):
    """None of them is refused with a bare list of other questions."""
    for argument in set(SEARCHING) - {"method", "max_memory", "limit"} - set(ARGUMENTS[question]):
        why, _ = reason(question, argument)
        assert "is an argument of" not in why


def test_the_table_holds_only_refused_arguments():
    listed = {(question, argument) for question, reasons in REFUSALS.items() for argument in reasons}
    assert listed <= set(REFUSED)


@pytest.mark.parametrize(("question", "argument"), REFUSED)
def test_a_remedy_exists(question, argument):
    """A remedy names arguments of the question itself, or other questions that take theirs."""
    _, instead = reason(question, argument)
    for name, arguments in re.findall(r"([a-z_]+)\(([^)]*)\)", instead):
        assert set(re.findall(r"([a-z_]+)=", arguments)) <= set(ARGUMENTS[name]) and hasattr(Problem, name)
    own = re.sub(r"[a-z_]+\([^)]*\)", "", instead)
    if own.startswith("use ") and (words := re.findall(r"[a-z_]+", own)[1:]):
        assert {*words} - {"or", "for", "each", "and"} <= set(ARGUMENTS[question])


def test_other_errors_of_arguments_stay():
    with pytest.raises(TypeError, match=r"count\(\) does not take 'tempo'; its arguments are limit, given, "):
        COINS.count(tempo=3)
    with pytest.raises(TypeError, match="time_limit is 'soon'; it must be a number of seconds"):
        COINS.count(time_limit="soon")
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'givens'"):
        COINS.count_many()
    with pytest.raises(TypeError, match=r"solve\(\) does not take executor, as it runs on threads; use workers"):
        models.queens(4).solve(executor=3)


def test_a_node_limit_of_plain_answers():
    p, few = models.queens(6), 20
    search = p.search()
    search.count()
    enough = search.stats.nodes + 1
    assert p.count(node_limit=enough) == len(list(p.solutions(node_limit=enough))) == 4
    assert p.solve(node_limit=enough) == p.solve() and p.count(2, node_limit=enough) == 2
    assert Problem([["a"]], ["a", "b"]).solve(node_limit=5) is None
    found = list(p.search(node_limit=few))
    with pytest.raises(Unfinished, match="the node limit ended the count: at least ") as stop:
        p.count(node_limit=few)
    assert stop.value.partial == len(found)
    listed = []
    with pytest.raises(Unfinished, match="the node limit ended the list"):
        listed += [None for _ in p.solutions(node_limit=few)]
    with pytest.raises(Unfinished, match="the node limit ended the search before a solution was found"):
        p.solve(node_limit=1)
    seeds = {p.solve(node_limit=enough, seed=seed).options for seed in range(20)}
    assert len(seeds) > 1


# --- messages that named a wrong cause, place or remedy


def fault(capsys, command, *words):
    """Return the last line of standard error of a command, without its name."""
    with suppress(SystemExit):
        (sudoku_cli if command == "sudoku" else cli).main([*words])
    return capsys.readouterr().err.splitlines()[-1].removeprefix(f"{command}: ").removeprefix("error: ")


PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FILES = {
    "p.txt": PUZZLE,
    "a.dlx": "a b\na |3\nb |2.5\n",
    "plain.dlx": "a b\na\nb\n",
    "limit.dlx": "a\nb\n",
    "r.json": "{",
    "wishes.txt": "\nAnn Mon night 3\n\nAnn Mon night\n",
}
TYPED = [  # words of a command, and what it reports
    ("dlx slove a.dlx", "no command 'slove'; the nearest is solve"),
    ("dlx a.dlx", "no command 'a.dlx'; a command comes first, as in 'dlx solve a.dlx'"),
    ("dlx help", "no command 'help'; 'dlx --help' lists them"),
    ("dlx count a.dlx --metod memo", "count has no option --metod; the nearest is --method"),
    ("dlx count a.dlx --time_limit 3", "count has no option --time_limit; the nearest is --time-limit"),
    ("dlx count a.dlx --kernel bits", "count has no option --kernel; 'dlx count --help' lists them"),
    ("dlx model skolem 4 --hoked", "skolem has no option --hoked; the nearest is --hooked"),
    ("dlx model queens 8 --hooked", "queens has no option --hooked; 'langford' and 'skolem' have it"),
    ("dlx count a.dlx b.dlx", "unrecognized arguments: b.dlx"),
    ("sudoku p.txt", "no command 'p.txt'; a command comes first, as in 'sudoku solve p.txt'"),
    ("sudoku solvs p.txt", "no command 'solvs'; the nearest is solve"),
    ("sudoku solve p.txt --limit 3", "solve has no option --limit; 'count' and 'diagnose' have it"),
    ("sudoku generate --dificulty easy", "generate has no option --dificulty; the nearest is --difficulty"),
    ("dlx sample a.dlx --method zdd --max-nodes 5", "--max-nodes draws from a diagram, so leave out --method"),
    ("dlx sample a.dlx --method auto --max-nodes 5", "--max-nodes draws from a diagram, so leave out --method"),
    ("dlx sample a.dlx --method zdd --error 0.1", "use --method auto"),
    ("dlx sample a.dlx --error 2", "--error is 2.0; it must be 0.0001 or more and below 1"),
    ("dlx solve a.dlx --method sat --min-cost", "--min-cost cannot be combined with --method sat; use --method auto"),
    ("dlx solve plain.dlx --min-cost", "(a word such as |5 at its end), or items a slack (--slack)"),
    ("dlx solve a.dlx --min-cost --start a --start b --max-cost 3", "raise --max-cost or leave it out"),
    ("dlx export a.dlx --to opb", "the format OPB takes whole numbers only; use --to lp"),
    ("dlx count plain.dlx --method search --order leftmost", "use --method auto"),
    ("dlx count plain.dlx --method frontier --order mrv", "has no order 'mrv'; use order 'auto' or 'leftmost'"),
    ("dlx list a.dlx --orbits auto --seed 3", "the order of orbits is always the same; leave out --seed"),
    ("dlx list a.dlx --orbits auto --node-limit 3", "use --time-limit"),
    ("dlx count a.dlx --given '0 1'", "--given '0 1': separate numbers by commas, as in 0,1"),
    ("dlx count limit.dlx", "limit.dlx:2: there is no item 'b' in the line of items"),
    ("dlx prove plain.dlx -o x", "there is a solution, and nothing to prove; 'dlx solve' prints one"),
    ("dlx model perfect-matchings lost.txt", "lost.txt: No such file or directory"),
    ("dlx model roster Ann,Bob Mon night=1 --work 1 --costs wishes.txt", "wishes.txt:4: write a person, a day, "),
    ("dlx model crossword 5x5 p.txt --required ab1", "required: the word 'ab1' is not made of letters"),
    ("dlx model roster 'A B' Mon night=1 --work 1", "cannot hold a name with white space in it; rename it"),
    ("sudoku rate 1......2.3...... --scale se", "rates classic 9x9 puzzles, not those of a 4x4 board; use 'ours'"),
    ("sudoku solve p.txt --engine bitset --seed 3", "takes no seed; use 'dlx'"),
    ("sudoku solve p.txt --rules r.json", "r.json: no JSON (Expecting"),
    ("sudoku explain p.txt --json -o x.html", "a page has no JSON, so leave out one of them"),
]


@pytest.mark.parametrize(("words", "message"), TYPED, ids=[words for words, _ in TYPED])
def test_a_command_names_cause_and_remedy(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    said = fault(capsys, *shlex.split(words))
    assert message in said
    assert "internal error" not in said and not re.search(r"\b\w+\(\)|=[,;)]|None", said)


WRONG = [  # a call of Python, and the start of its error
    (lambda: Problem([[0, 0, 7]]), "option 0 has item 0 twice; give each copy an item of its own"),
    (lambda: Problem([[0, 1, 0]]), "option 0 has item 0 twice; Problem.from_matrix takes 0/1 matrices"),
    (lambda: Problem([["a", Colored("b", 1)]]), "option 0: item 'b' is primary .*; list it in secondary="),
    (lambda: Problem.from_matrix([[1]], secondary=["x"]), "secondary column 'x' is not the number of a column"),
    (lambda: Problem.from_matrix([[1]], secondary=1), "secondary is 1; give a list of columns"),
    (lambda: COINS.solve(seed="x"), "seed is 'x'; it must be a whole number"),
    (lambda: COINS.solve(method="memo"), r"solve\(\) has no method 'memo'; choose one of auto, search, sat"),
    (lambda: COINS.is_unique(method="memo"), r"is_unique\(\) has no method 'memo'"),
    (
        lambda: COINS.search(kernel="lanes"),
        "a single question has no kernel 'lanes'; choose one of auto, links, bits, multi$",
    ),
    (lambda: Problem([["a"], ["a"]], {"a": 2}).search(kernel="links"), ".*; use kernel 'auto'$"),
    (lambda: COINS.count(order=["a"], method="symmetric"), ".*; use method=auto$"),
    (lambda: COINS.count(orbits="all"), "no symmetries 'all'; choose 'auto', or give a list of mappings"),
    (lambda: COINS.count(orbits={"a": "a"}), "symmetries must be a list, even if there is only one: .{'a': 'a'}."),
    (lambda: COINS.count(checkpoint="lost/x.db"), "lost/x.db is not a checkpoint: there is no folder .*lost"),
    (lambda: COINS.verify(None), r"the solution is None, so there is none; explain\(\) names a reason"),
    (lambda: COINS.write("lost/x"), r"\[Errno 2\] No such file or directory: 'lost/x'$"),
    (lambda: models.roster(["A"], ["M"], {"a": 1}, work=1, costs={("A", "T", "a"): 1}), "there is a cost of A T a: "),
    (lambda: models.timetable([("a", ["A"])], ["Mon"], costs={"Tue": 1}), ".*; the slots are Mon$"),
    (lambda: sudoku.solve([PUZZLE, PUZZLE]), r"the puzzle is a list of 2 puzzles; use solve_batch\(\)"),
    (lambda: sudoku.solve("p.txt"), "5 cells: .*; if 'p.txt' is the name of a file, pass the text in it"),
    (lambda: sudoku.count(PUZZLE, limit="x"), "limit is 'x'; it must be a whole number"),
    (lambda: sudoku.diagnose(PUZZLE, limit="x"), "limit is 'x'; it must be a whole number"),
    (lambda: sudoku.hardness(PUZZLE, n="x"), "n is 'x'; it must be a whole number"),
    (lambda: sudoku.generate_batch("x"), "n is 'x'; it must be a whole number"),
    (lambda: sudoku.generate(techniques="x-wing"), "techniques is 'x-wing': it must be a mapping, such as"),
    (lambda: sudoku.hint(PUZZLE, candidates={"r1c3": [1]}), "the candidates are .*; give a list of names"),
    (lambda: sudoku.Board(variants=[variants.Killer]), r"Killer is a class of variants; .* as in Killer\("),
    (lambda: variants.Thermometers("r1c1 r1c2"), r"lines is the string 'r1c1 r1c2'; give a list, such as \["),
    (lambda: variants.Thermometers(5), "lines is 5; give a list of groups of cells"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_call_names_cause_and_remedy(call, message):
    with pytest.raises((TypeError, ValueError, OSError)) as error:
        call()
    assert re.match(message, str(error.value))


def test_the_words_of_python_that_commands_replace_exist():
    texts = [path.read_text() for path in Path(dlx.__file__).parent.rglob("*.py") if path.name != "options.py"]
    for words in IN_COMMANDS:
        assert any(words in text for text in texts), words


@pytest.mark.parametrize("taker", [row for row in ARGUMENTS if "=" in row])
def test_a_refused_problem_or_argument_leads_to_the_usual_way(taker):
    """`auto` takes everything that another kernel or method takes, so no remedy is slower, or leads to a refusal."""
    kind = taker.partition("=")[0]
    assert all(takes(f"{kind}=auto", feature) == "yes" for feature in FEATURES)
    assert set(ARGUMENTS[taker]) <= {*ARGUMENTS[f"{kind}=auto"]}
    for one in ARGUMENTS[taker]:
        assert not exclusive("", (one, f"{kind}=auto"))
