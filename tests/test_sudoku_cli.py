"""The command `sudoku`: answers, messages and exit codes."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import sudoku
from dlx import Status
from sudoku import Board
from sudoku.engine.cover import clues
from sudoku.engine.queries import ClueQueries
from sudoku.terminal.cli import main
from sudoku.terminal.commands import serve
from tests.processes import PATIENCE, started, wait_for_work

ROOT = Path(__file__).parent.parent
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
INKALA_SOLVED = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
UNSOLVABLE = "12345678." + "........9" + "." * 63  # no digit is left for r1c9


@pytest.fixture
def run(capsys, monkeypatch):
    """Return a function that runs the command in this process and returns exit code, output and messages."""

    def runner(*arguments, stdin=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return runner


@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_solve_one(run, engine):
    code, out, err = run("solve", INKALA, "--engine", engine)
    assert (code, out) == (0, INKALA_SOLVED + "\n")
    assert "1 puzzle, 1 with exactly one solution" in err
    assert "guesses" in err
    assert run("solve", INKALA, "-q") == (0, INKALA_SOLVED + "\n", "")


def test_a_grid_is_answered_by_a_grid(run):
    drawn = run("solve", INKALA, "--format", "grid", "-q")[1]
    assert drawn.splitlines()[0] == "+-------+-------+-------+"
    assert run("solve", drawn, "-q")[1] == drawn
    assert run("solve", drawn, "-q", "--format", "line")[1] == INKALA_SOLVED + "\n"
    assert run("solve", "-", "-q", "--format", "grid", stdin=drawn)[1] == drawn
    assert run("solve", "-q", stdin=drawn)[1] == INKALA_SOLVED + "\n"  # from a file: one line per puzzle


def test_explain_draws_the_puzzle_and_the_end(run):
    code, out, _ = run("explain", "12..3.....4....1")
    assert code == 0
    assert out.startswith(Board(2, 2).grid(bytes([1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1])))
    assert Board(2, 2).grid(bytes(map(int, sudoku.solve("12..3.....4....1")))) in out


def test_not_unique_and_unsolvable(run):
    code, out, err = run("solve", "1" + "." * 15)
    assert (code, len(out)) == (0, 17)
    assert "more than one solution" in err
    code, out, err = run("solve", UNSOLVABLE)
    assert (code, out) == (1, "none\n")
    assert "sudoku: no solution\n" in err
    code, out, err = run("solve", "5" * 81)
    assert (code, out) == (1, "none\n")
    assert "sudoku: no solution: row 1 has digit 5 twice, at r1c1 and r1c2\n" in err


def test_count(run):
    assert run("count", "." * 16, "-q") == (0, "288\n", "")
    assert run("count", "." * 16, "-q", "--limit", "7") == (0, "7\n", "")
    assert run("count", "." * 16, "-q", "--engine", "bitset") == (0, "288\n", "")
    assert run("count", UNSOLVABLE, "-q")[:2] == (1, "0\n")


def test_counts_that_no_search_ends(run, tmp_path):
    """Latin squares of order 7, alone and in a batch."""
    squares = ["." * 49, "1" + "." * 48, "11" + "." * 47]
    counts = [61479419904000, 61479419904000 // 7, 0]
    code, out, err = run("count", "--box", "1x7", squares[0])
    assert (code, out) == (0, f"{counts[0]}\n")
    assert "guesses" in err
    file = tmp_path / "squares.txt"
    for times in (1, 5):
        file.write_text("\n".join(squares * times))
        assert run("count", "--box", "1x7", "-q", str(file))[1].split() == [*map(str, counts)] * times
    code, out, _ = run("count", "--box", "1x7", "--format", "json", squares[1])
    answer = json.loads(out)
    assert (answer["count"], answer["unique"], len(answer["solutions"])) == (counts[1], False, 1)
    code, out, err = run("count", "--box", "1x8", "--time-limit", "0.2", "." * 64)
    assert (code, out) == (3, "unfinished\n")
    assert "the time limit ended the search: at least" in err


@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_check(run, engine):
    assert run("check", INKALA, "-q", "--engine", engine) == (0, "unique\n", "")
    code, out, _ = run("check", "1" + "." * 15, "--engine", engine)
    first, *both = out.splitlines()
    assert (code, first) == (1, "at least 2 solutions, such as")
    assert len(set(both)) == 2
    assert all(len(grid) == 16 and grid[0] == "1" for grid in both)
    assert run("check", UNSOLVABLE, "-q", "--engine", engine) == (1, "none\n", "")


def test_a_file_with_bad_lines(run, tmp_path):
    file = tmp_path / "puzzles.txt"
    clash = "5.5" + "." * 78
    lines = [f"{INKALA}  a remark", "# a comment", INKALA[:-1], clash, UNSOLVABLE, *([INKALA] * 12), "x" * 81]
    file.write_text("\r\n".join(lines))
    code, out, err = run("solve", str(file))
    assert code == 2
    expected = [INKALA_SOLVED, "invalid", "none", "none", *([INKALA_SOLVED] * 12), "invalid"]
    assert out.splitlines() == expected
    assert f"{file}:3: 80 cells where a 9x9 board has 81" in err
    assert f"{file}:4: no solution: row 1 has digit 5 twice, at r1c1 and r1c3" in err
    assert f"{file}:5: no solution" in err
    assert f"{file}:18: " in err
    assert "15 puzzles, 2 refused, 13 with exactly one solution, 2 with none" in err
    code, out, _ = run("check", str(file))
    assert code == 2
    words = {INKALA_SOLVED: "unique"}
    numbers = [1, *range(3, 19)]
    assert out.splitlines() == [f"{file}:{n}: {words.get(w, w)}" for n, w in zip(numbers, expected, strict=True)]


@pytest.mark.long
def test_many_puzzles_one_by_one_and_in_batches(run, tmp_path):
    file = tmp_path / "many.csv"
    file.write_text("puzzle,solution\n" + f"{INKALA},{INKALA_SOLVED}\n" * 30)
    assert run("solve", str(file), "-q") == (0, (INKALA_SOLVED + "\n") * 30, "")
    _, out, err = run("solve", str(file), "--stats")
    assert out == (INKALA_SOLVED + "\n") * 30
    assert err.count(" guesses, ") == 31  # one per puzzle, and the summary
    assert f"{file}:2: " in err
    assert run("solve", str(file), "-q", "--engine", "bitset")[1] == out


def test_several_files_and_puzzles(run, tmp_path):
    small, large, answers = (tmp_path / name for name in ("small.txt", "large.txt", "answers.txt"))
    small.write_text("1234341221434321\n")
    large.write_text(f"{INKALA}\n{INKALA}\n")
    link, solved = sudoku.write_link(INKALA), [INKALA_SOLVED]
    code, out, _ = run("solve", str(large), str(small), INKALA, link, str(large))
    assert (code, out.splitlines()) == (0, 2 * solved + ["1234341221434321"] + 4 * solved)
    both = str(large), str(small)
    assert run("check", *both)[1] == f"{large}:1: unique\n{large}:2: unique\n{small}:1: unique\n"
    answers.write_text(f"{INKALA_SOLVED}\n")
    assert run("solve", "-q", "--output", str(answers), "--resume", *both) == (0, "", "")
    assert answers.read_text().splitlines() == 2 * solved + ["1234341221434321"]
    code, out, errors = run("solve", *both, str(tmp_path / "none"))
    assert (code, out) == (2, "") and "none: no such file; a puzzle with blanks needs quotes" in errors
    assert "shows one" in run("draw", *both)[2]


def test_quotes_are_recommended_only_where_they_lack(run):
    """A puzzle that is too small is no file, and blanks in an argument show that it was in quotes."""
    for words in ([". . ."], ["12 34"], ["12.4"], ["1 2 3 4", INKALA], [INKALA, "53 7"]):
        code, _, errors = run("check", *words)
        assert code == 2
        assert "is neither a file nor a puzzle: " in errors
        assert "quotes" not in errors and "No such file" not in errors
    assert run("check", "my puzzles.txt", INKALA)[2] == "sudoku: my puzzles.txt: no such file\n"
    assert run("check", "puzzles.txt", INKALA)[2].endswith("no such file; a puzzle with blanks needs quotes\n")
    assert run("check", "5", "3")[2].endswith("no such file; a puzzle with blanks needs quotes\n")
    assert "my puzzles.txt: No such file or directory" in run("check", "my puzzles.txt")[2]


def test_json(run):
    code, out, _ = run("check", "." * 16, "--format", "json")
    answer = json.loads(out)
    assert code == 1
    assert answer["count"] == 2
    assert answer["unique"] is False
    assert len(set(answer["solutions"])) == 2
    assert {"line", "guesses", "seconds", "puzzle", "source"} <= answer.keys()
    answer = json.loads(run("count", INKALA, "--format", "json", "--limit", "1")[1])
    assert (answer["count"], answer["unique"]) == (1, None)  # stopped at 1: there may be a second
    assert json.loads(run("solve", UNSOLVABLE, "--format", "json")[1])["solutions"] == []


@pytest.mark.parametrize("command", [["solve", "--format"], ["check", "--format"], ["explain"], ["rate"], ["hint"]])
def test_json_names_the_place_of_a_puzzle(run, tmp_path, command):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"\n{INKALA}\n")
    command = [*command, "json"] if command[-1] == "--format" else [*command, "--json"]
    for puzzle, source, line in ((INKALA, None, 1), (str(file), str(file), 2)):
        facts = json.loads(run(*command, puzzle)[1])
        assert (facts["source"], facts["line"]) == (source, line)


@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_a_summary_is_the_sum_of_its_answers(run, tmp_path, engine):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{INKALA}\n{'.' * 81}\n{UNSOLVABLE}\n")
    _, out, err = run("solve", "--format", "json", "--engine", engine, str(file))
    facts = [json.loads(line) for line in out.splitlines()]
    guesses = sum(fact["guesses"] for fact in facts)
    assert not {"nodes", "steps"} & {key for fact in facts for key in fact}
    counts = "3 puzzles, 1 with exactly one solution, 1 with several, 1 with none"
    assert f"{counts}, {guesses:,} guesses, " in err
    number, unit = err.split()[-2:]
    seconds = sum(fact["seconds"] for fact in facts)
    assert float(number) / {"s": 1, "ms": 1000}[unit] == pytest.approx(seconds, rel=0.01)


@pytest.mark.parametrize("box", [[], ["--box", "2x2"], ["--box", "3x3"]])
def test_fewer_cells_than_a_board_has_are_the_name_of_a_file(run, box):
    puzzle = "1234341221434321"
    assert run("solve", puzzle[:15], *box)[2].startswith(f"sudoku: {puzzle[:15]}: ")
    _, out, err = run("solve", puzzle, *box)
    assert out == f"{puzzle}\n" if box != ["--box", "3x3"] else "is not a file, and not a puzzle" in err


def test_a_refused_puzzle_is_shown_with_100_characters(run):
    code, _, err = run("solve", "." * 99 + "!")
    assert code == 2 and f"'{'.' * 99}!' is not a file, and not a puzzle" in err
    code, _, err = run("solve", "." * 101)
    assert code == 2 and f"'{'.' * 97}...' is not a file, and not a puzzle" in err


def test_seed_and_box(run):
    a, b = (run("solve", "." * 36, "-q", "--seed", seed)[1] for seed in "12")
    assert a != b
    assert run("solve", "." * 36, "-q", "--seed", "1")[1] == a
    wide = run("solve", "." * 36, "-q", "--box", "2x3", "--format", "grid")[1]
    high = run("solve", "." * 36, "-q", "--box", "3x2", "--format", "grid")[1]
    assert wide.splitlines()[0] == "+-------+-------+"
    assert high.splitlines()[0] == "+-----+-----+-----+"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", INKALA[:-1]], "80 cells"),
        (["solve", INKALA + "."], "82 cells"),
        (["solve", ".A" + "." * 79], "digit A in r1c2 is too large for a 9x9 board"),
        (["solve", "no/such/file.txt"], "sudoku: no/such/file.txt: No such file or directory"),
        (["solve", "."], ": Is a directory"),
        (["solve", "/dev/null"], "no puzzle in the input"),
        (["solve", "--seed", "1", "--engine", "bitset", INKALA], "takes no seed"),
        (["solve", "." * 1_000_000], "is not a file, and not a puzzle"),
    ],
)
def test_bad_input(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err) < 700
    assert "Traceback" not in err


SMALL = "12..3.....4....1"
WITHOUT_EFFECT = [  # the command, an option without effect there, the option that it needs, its purpose
    (["draw", SMALL], ["--time-limit", "1"], ["--solution"], "--time-limit is for --solution and --diagnose"),
    (["draw", SMALL], ["--time-limit", "1"], ["--diagnose"], "--time-limit is for --solution and --diagnose"),
    (["draw", SMALL], ["--labels"], ["-o", "picture.svg"], "--labels is for SVG, PDF, HTML and PNG"),
    (["draw", SMALL, "-o", "picture.txt"], ["--labels"], None, "--labels is for SVG, PDF, HTML and PNG"),
    (["diagnose", SMALL], ["--seed", "4"], ["--hardness", "2"], "--seed is for --hardness"),
    (["diagnose", SMALL], ["--seed", "0"], ["--hardness", "2"], "--seed is for --hardness"),
    (["solve", SMALL, "--engine", "bitset"], ["--seed", "1"], None, "takes no seed"),
    (["solve", SMALL, "--board", "samurai"], ["--box", "2x2"], None, "a board has one shape"),
]


@pytest.mark.parametrize(("command", "option", "needed", "words"), WITHOUT_EFFECT)
def test_an_option_without_effect_is_refused(run, tmp_path, monkeypatch, command, option, needed, words):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*command, *option)
    assert (code, out) == (2, "")
    assert words in err
    assert not list(tmp_path.iterdir())
    if needed:
        assert run(*command, *option, *needed)[0] == 0


def test_binary_rubbish(run, tmp_path):
    file = tmp_path / "rubbish"
    file.write_bytes(bytes(range(256)) * 50)
    code, out, err = run("solve", str(file))
    assert (code, out) == (2, "")
    assert "not UTF-8 text" in err


@pytest.mark.parametrize("arguments", [["solve", "--box", "3"], ["count", "--limit", "0", INKALA], ["paint"], []])
def test_bad_usage(arguments):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


def command(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "sudoku", *arguments], capture_output=True, text=True, cwd=ROOT, check=False, **options
    )


def test_as_a_program():
    done = command("solve", "examples/hardest.txt")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 7
    assert "7 puzzles, 7 with exactly one solution" in done.stderr


def test_help_imports_neither_numpy_nor_rich():
    script = (
        "import sys\ntry:\n    from sudoku.terminal.cli import main; main(['--help'])\n"
        "except SystemExit: pass\nassert not {'numpy', 'rich'} & sys.modules.keys()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert "examples:" in done.stdout


@pytest.mark.long
@pytest.mark.parametrize("engine", ["dlx", "bitset"])
def test_ctrl_c(engine):
    with started(sys.executable, "-m", "sudoku", "count", "--engine", engine, "." * 81) as process:
        wait_for_work(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == ""
    assert "stopped after" in err
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error(tmp_path):
    file = tmp_path / "many.txt"
    file.write_text((INKALA + "\n") * 3_000)
    line = f"{sys.executable} -m sudoku solve {file} -q | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stdout == INKALA_SOLVED + "\n"
    assert done.stderr == ""


@pytest.mark.parametrize("arguments", [["solve"], ["hint"], ["rate"], ["explain"], ["diagnose"], ["draw"]])
def test_what_cannot_be_written_is_told(arguments):
    where = Path("/dev/full")
    if not where.exists():
        pytest.skip("there is no /dev/full")
    with where.open("w") as full:
        script = [sys.executable, "-m", "sudoku", *arguments, INKALA]
        done = subprocess.run(script, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert "sudoku: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_output(tmp_path):
    line = f"{sys.executable} -m sudoku rate {INKALA} >&-"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_picture_that_cannot_be_written(run, tmp_path):
    for name in ("none/x.svg", "full.svg"):
        (tmp_path / "full.svg").mkdir(exist_ok=True)
        code, out, err = run("draw", INKALA, "-o", str(tmp_path / name))
        assert (code, out) == (2, "")
        assert err.startswith(f"sudoku: {tmp_path / name}: ")


def test_a_puzzle_is_solved_without_variants():
    script = (
        f"import sys; from sudoku.terminal.cli import main; main(['solve', '-q', {INKALA!r}])\n"
        "assert not {'sudoku.board.variants', 'sudoku.reading.fpuzzles', 'sudoku.logic', 'rich'} & sys.modules.keys()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


UNLIKE = ("solve", "count", "check", "diagnose", "hint", "explain", "rate", "draw")


@pytest.mark.parametrize("name", UNLIKE)
def test_an_empty_file_is_no_puzzle(run, tmp_path, name):
    file = tmp_path / "empty.txt"
    file.touch()
    code, out, err = run(name, str(file))
    assert (code, out) == (2, "")
    assert "no puzzle" in err
    assert run(name, "")[::2] == (2, "sudoku: '' is neither a puzzle nor a file\n")


def test_what_is_wrong_with_the_rules_is_not_wrong_with_the_puzzle(run, tmp_path):
    file = tmp_path / "rules.json"
    for text, message in (
        ('{"killer": [[15, "r1c1 r1c2"], [15, "r1c2 r1c2"]]}', "killer cages: cage 2: r1c2 is listed twice"),
        ('{"killer": 3}', "'killer' must be a list, not 3"),
        ('{"thermometers": "r1c1 r1c2"}', "'thermometers' must be a list, not 'r1c1 r1c2'"),
        ("[" * 100_000, "the JSON is nested too deeply"),
    ):
        file.write_text(text)
        code, out, err = run("solve", "--rules", str(file), INKALA)
        assert (code, out) == (2, "")
        assert err.startswith(f"sudoku: {file}: ")
        assert message in err
    file.write_bytes(b'\xef\xbb\xbf{"even": "r1c1"}')  # some editors begin a file with this mark
    assert run("solve", "--rules", str(file), "-q", INKALA)[:2] == (0, INKALA_SOLVED + "\n")


def test_a_variant_that_names_cells_is_in_a_file_of_rules(run, capsys):
    with pytest.raises(SystemExit, match="2"):
        run("solve", "--variant", "killer", INKALA)
    message = "argument --variant: no variant 'killer'; choose one of x, windoku, "
    assert message in (err := capsys.readouterr().err) and err.endswith(
        "or describe rules that name cells in --rules FILE\n"
    )


def test_a_link_with_more_rules(run):
    grid = [[{}, {"value": 2, "given": True}, {}, {}], *([[{}] * 4] * 3)]
    link = json.dumps({"size": 4, "grid": grid})
    assert run("count", link, "-q")[1] == "72\n"
    assert run("count", link, "-q", "--variant", "x")[1] == "12\n"
    code, _, err = run("count", link, "--box", "2x2")
    assert (code, err) == (2, "sudoku: the board is in the link; remove --box, --board, --regions or --size\n")


def test_small_boards(run):
    assert run("count", "-q", "--box", "1x3", "." * 9)[:2] == (0, "12\n")
    assert run("count", "-q", "--box", "1x1", ".")[:2] == (0, "1\n")


def test_a_pencil_mark_that_is_missing(run, tmp_path):
    file = tmp_path / "marks.txt"
    file.write_text(run("convert", "--to", "candidates", INKALA)[1].replace(" 124 ", " 12  ", 1))
    assert run("hint", str(file))[2].endswith("no solution: pencil marks lack r2c2=4\n")
    assert "pencil marks lack r2c2=4\n" in run("diagnose", str(file))[1]


def test_why_there_is_no_hint(run):
    assert run("hint", INKALA_SOLVED)[:2] == (1, "no step is found: solved\n")
    assert run("hint", "." * 81)[:2] == (1, "no step is found: several solutions\n")
    assert run("hint", UNSOLVABLE)[:2] == (1, "no step is found: no solution\n")
    assert run("hint", "--time-limit", "0", "." * 81)[:2] == (3, "no step is found: time limit\n")
    assert json.loads(run("hint", "--json", UNSOLVABLE)[1])["reason"] == "no solution"
    assert json.loads(run("hint", "--json", INKALA)[1])["reason"] is None


@pytest.mark.parametrize(
    ("command", "words"),
    [("rate", "no score: no solution"), ("hint", "no step is found: no solution"), ("explain", "no solution; 1 step")],
)
def test_two_equal_digits_in_a_house_are_no_solution_for_any_command(run, tmp_path, command, words):
    clash, file = "55" + "." * 79, tmp_path / "puzzles.txt"
    code, out, err = run(command, clash)
    assert (code, err) == (1, "sudoku: no solution: row 1 has digit 5 twice, at r1c1 and r1c2\n")
    assert words in out
    file.write_text(f"{clash}\n{'12345678.' + '........9' + '.' * 63}\n")
    code, out, err = run(command, str(file))
    told = f"sudoku: {file}:1: no solution: row 1 has digit 5 twice, at r1c1 and r1c2\n"
    assert code == 1 and err.startswith(told) and (err == told or command in ("rate", "hint"))
    assert out.count(words) == 2
    code, out, err = run(command, "--json", clash)
    assert code == 1
    assert "no solution" in json.loads(out).values()
    code, out, _ = run("diagnose", clash)
    assert code == 1


def test_bad_input_is_told_before_a_limit(run, tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{INKALA}\n{INKALA[:-1]}\n")
    for name in ("hint", "explain", "rate", "diagnose"):
        assert run(name, "--time-limit", "0", str(file))[0] == 2
        assert run(name, "--time-limit", "0", INKALA)[0] == 3


def test_hardness_of_a_variant_is_refused_at_once(run):
    code, out, err = run("diagnose", "--hardness", "5", "--variant", "x", "." * 81)
    assert (code, out) == (2, "")
    assert "isomorphs of a 9x9 board with diagonals" in err


def test_a_mask_that_is_none(run, tmp_path):
    file = tmp_path / "mask"
    for text, message in (("nofile", "No such file"), (str(tmp_path), "Is a directory"), ("x" * 1296, "neither marks")):
        code, out, err = run("generate", "--mask", text)
        assert (code, out) == (2, "")
        assert f"--mask {text}: " in err
        assert message in err
    file.write_bytes(b"\xff\xfe")
    assert f"--mask {file}: the file is not UTF-8 text" in run("generate", "--mask", str(file))[2]


def test_links_in_a_file(run, tmp_path):
    file = tmp_path / "links.txt"
    grid = [[{}, {"value": 2, "given": True}, {}, {}], *([[{}] * 4] * 3)]
    links = [json.dumps({"size": 4, "grid": grid}), json.dumps({"size": 4, "grid": grid, "antiking": True})]
    file.write_text("\n".join([links[0], INKALA, links[1], links[1][:-1], "https://www.f-puzzles.com/?load=N4Ig"]))
    code, out, err = run("count", str(file), "-q")
    assert (code, out.split()) == (2, ["72", "1", run("count", "-q", links[1])[1].strip(), "invalid", "invalid"])
    assert f"{file}:4: the link contains no JSON" in err
    assert f"{file}:5: cannot decode the link" in err
    assert run("count", "-q", stdin=links[0] + "\n")[:2] == (0, "72\n")
    code, out, err = run("count", "-q", "--variant", "x", "--box", "2x2", stdin="\n".join(links[:1]))
    assert (code, out) == (0, "12\n")
    assert "where a 9x9 board is expected" in run("count", "-q", "--box", "3x3", stdin=links[0])[2]


# --- large boards, on which plain search of a first solution may never end


def large_puzzle(side, holes, seed):
    """Return a puzzle with holes in a shuffled cyclic grid, as text."""
    random, n = Random(seed), side * side
    rows, columns = ([side * band + k for band in shuffled(random, side) for k in shuffled(random, side)] for _ in "rc")
    digits = shuffled(random, n)
    grid = [digits[(side * (r % side) + r // side + c) % n] + 1 for r in rows for c in columns]
    for cell in random.sample(range(n * n), round(holes * n * n)):
        grid[cell] = 0
    return Board(side, side).line(bytes(grid))


def shuffled(random, n):
    return random.sample(range(n), n)


def test_large_puzzles(run, tmp_path, monkeypatch):
    path = tmp_path / "large.txt"
    puzzles = [large_puzzle(5, 0.55, seed) for seed in range(4, 10)]
    path.write_text("\n".join(puzzles))
    board = Board(5, 5)
    code, out, _ = run("solve", str(path), "--time-limit", "60")
    assert code == 0
    for puzzle, line in zip(puzzles, out.split(), strict=True):
        solution = board.parse(line)
        assert 0 not in solution and not board.check(solution)
        assert all(a in (0, b) for a, b in zip(board.parse(puzzle), solution, strict=True))
    code, out, _ = run("check", puzzles[2], "--time-limit", "60")
    assert (code, out.splitlines()[0]) == (1, "at least 2 solutions, such as")
    assert sudoku.count(puzzles[5], 2, time_limit=60) == 2
    left = iter([PATIENCE, 0.1])  # seconds for the strategies, and for a search of one
    monkeypatch.setattr(ClueQueries, "left", lambda ask: next(left))
    found, status = ClueQueries(board, PATIENCE).first(clues(board, board.parse(puzzles[3])), 1_000)
    assert len(set(found)) >= 16 and status is Status.TIME_LIMIT


def test_a_pipe_gets_the_address_of_the_page_at_once(monkeypatch):
    pipe = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe))
    serve._greet("127.0.0.1", 8000)
    assert pipe.getvalue() == b"http://127.0.0.1:8000/\n"


def test_a_required_technique_alone_is_required(run):
    code, _, err = run("generate", "--difficulty", "easy", "--require", "AIC")
    assert code == 1 and "beyond the level" in err
