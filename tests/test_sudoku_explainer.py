"""The scale of Sudoku Explainer: ratings that SukakuExplainer confirmed, and refused boards.

The puzzles are minimal ones made here from a seed, and in STARTED with all digits that singles give. For each, that
program printed the same numbers, with the rules of Sudoku Explainer 1.2.1 alone (`--techs`).
"""

import json
import re
from itertools import islice

import pytest

import sudoku
from sudoku import Board
from sudoku.logic import LogicStatus
from sudoku.logic.explainer.dynamic import NESTING_LEVELS, dynamic
from sudoku.logic.explainer.links import lengthening
from sudoku.logic.explainer.marks import PencilMarks
from sudoku.logic.explainer.nested import NestedNets
from sudoku.logic.explainer.order import solve
from sudoku.terminal.commands import rate as rate_command

from .test_sudoku_logic import called

INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # ER 10.7

# ER, with EP and ED 1.2
RATED = """
    1.2 .2.......9..384.......51.3...186.....35...1.......39.6.8..1.5...5.....9.....496..
    1.5 ..527.9.8.6...83.....94...6......79.1.7..2.....8..9..4.......1.6...2.8..7..8...6.
    1.7 .487.3.....35.1.49.....6.5..521...3...4...6...7....8........2..7..8..5...1.4.....
    2.0 .6.......41..5.....53...6.......71...851.42.6......4.8....9..62.72.65........1..9
    2.3 15.7......3.8.9.2.9.....3....1..........24........18637.....6..648....72...4...5.
    2.5 ...29.......87.1....2........9.5.8.66......73.....6..11.7...69.9..7.......85..34.
    2.6 .9.........5..9....8.5....6...38.5...642....1.7..5......8...3.....6..15.....2..67
    2.8 .8.........9...68365.......73.4...16...5.87.....1......64...93.......2.53...2..6.
    3.0 ....23..1.75..1..6..1..4..85..3...1..28...5.....6..8.74.7.....5.6.4...2..........
    3.2 ..7.2.....4951.7..2..9.......4....7.37....185........2..5.3.....91..7.4..3..9...6
    3.4 ...9.3...9.14....8...6.5.......2....5...48..634.....2.47....8...8...7.15..3......
    3.6 .6.17.9.......4...9.42..8....68...5.75.....4..8....2......2.........34..47..1.63.
    4.0 ........4761....9....6......5.2..816.....53....31....53.5..1....7.49....4.9..3..8
    4.2 .6.........2.8.3..7..5.3....8..4...3..6..54.9......17.897.........3..59.15..72...
    4.4 .3....2.98....2..6.......8...4....3..8......4.2.9..17...5.967.....2.....64..8....
    4.5 .........6....4587..9865..4.9.....65...7.9..1..1.4.....7..9..2.9.5.7......62.....
    4.6 9..4..78...4........8..7..17......9...2..48...9...1....5.3.6.4.826....15........2
    5.0 63...84.1.48......2.1....7....589...4...6.....861.......4....5.....5..3.....1...8
    5.6 9........3.2598...86.4.3...58.6.9..........68.9...4..212.....8.....3..7.....72...
    5.7 ........3..5....9...7.1.26.........46...5........891...2.8..7.58....39...6..9..2.
    6.2 ..7.9.4.........974..76.1.8......67..2..389....54......9.51...6..3.......61...8..
    6.6 52...7..8.3..4.61...9...7..3...6...9...8..43...7....56.....956..14.........6.....
    6.7 .46.3..5....6...1.1...2.....1.....8.78.5....3....7.2.......2........97.1.247....6
    6.8 7....2...48.6.....1.27.938...8.2....35....1........7......6.......2514......8..21
    7.1 6..7....4..3....8.74.5.3........8.16....1.5.2....3.7..5......9..68..5........6.2.
    7.2 6...1.57..57.....22..6..1....1.7.......48..2...8.....6.......6..7...925...9....87
    7.3 3..9..4..8.9.47.5.6.......1.58....6..6.3.81.7.3..............1419...3........6..2
    7.5 9..53....3......72.4.6.7....1....83......6..5..9..3...4.2.9........1.6.7.9...5...
    7.6 .476.........93...6......38.245..6...........5.8...4.98.3..1....1...43......5..6.
    7.7 ..2.6..98....4...3.8...37..8....7....67.1.5.21.5...9...7...8.....8....61.4.2.....
    7.8 1..2....9..3..18.....46.....59........26..43.4...7......8.2.34.......2.5.7.....6.
    7.9 .2...6...7....8.....972..5.9.5.....6.47.....2..3...89.8.......9......5.....9..127
    8.3 2...3.1675.....4........2....76..84.8.......3329....1...82...7......6...7....5...
    8.4 4.27....9.67...4.8.1.....7......9524.....38.....5.8.366........1..95.6.39...4....
    8.5 ....7..1.368.......71...6.4..6..2.3..5..8....8...97.2......3.4.9............4.5.9
    9.0 5.2...7.34...2.......9...8.3.........8..5.1.9.....8.65....316...1.24..5.7........
"""

# ER, EP, ED
STARTED = """
    2.6 2.6 2.6 .96.....5..5.69..3.8.5....6...386574564297831873.5.6..6.8...3.....6..158....2..67
    2.6 2.0 2.0 ......8..9.5..8.71.....59..593...714478913...6215473987....653..5.....87..275....
    2.8 2.8 2.6 ..28.936..83...9..9.63.4...3...4.....6..384....879.653..598..4...74..589894257136
    3.0 3.0 2.6 86..73.......2.8......18..7.3..697...85.3.....2..8.1.....897...3.8.519...5934....
    4.2 1.7 1.7 .2....418....85...9......5.....71....91....3.45.6.....149..72862.6.4...3...2.6...
    4.2 4.2 2.6 ..379.2.4..5.8.3.7..73...86...5.3...3........452968731.948.1...5.14.9...238657149
    4.4 4.2 4.2 43.86.2.98.9..2..6.62..9.87..46..832.8..23694326948175215396748..8214563643.8.921
    4.4 4.4 2.6 78...65..3.4.95786569.783...376.9.58...8.367.8.6752.34.785614.314..87.656....4817
    4.5 4.5 2.6 528973146.67142......865...472689531.51234.....3751..42..3169...3.49...2...52.4.3
    4.5 2.5 2.5 16.......34.......2976.....68397521495....8677.48.635943.78952.5.9.6473887...3...
    4.6 4.6 3.0 9.145278..74.....9..8..74.178.26.194612..48..49...1...157326948826749315349...672
    5.0 5.0 2.6 635..84.1748..1.6.2916458733..589614419.6..8.5861.4...1.4893.5686.45.139953.16.48
    5.6 5.6 5.6 9142678..372598...865413729581629..7243751968796384..2127945.8.459836271638172.9.
    6.6 6.6 3.0 .294.651714....6296572198342763541985918672434..19276571492.3.6.6..4.9..9..6..4..
    6.6 6.6 2.6 4...8...7.71.......3....2.5.8.13.7...43.67198...84.3..6.43.8.71..8.......5.6.4...
    6.6 3.6 2.6 .....5..32.19.3....6...1.49..2.86974.7.5.483.48...9........23....54.7.2..2..584..
    6.8 6.8 6.8 735189.2.928654..714623798586.512..335.948...41.76385.294371568571896...683425...
    7.1 7.1 2.6 68.7..354.53.64.8774.583.69...258916896417532..56397485..8..69..68..547......6825
    7.2 7.2 6.7 .56.....998.6.....42..956...49...7.1.7...9.2656.17.39.6952178...3.9..175.1.5..962
    7.2 7.2 2.6 ...7.85.43.....98.84...6..2...8.21..184..3.2.....1.8....856.4.1.....4..846..8.29.
    7.2 7.2 3.0 .98.6..4...2.....6.5.9.....87...562....8....9..3...48.1...825.....45..18.8...3.6.
    7.2 3.2 2.6 ..6..2.7427456198338..7.26.64.7..35.....56..77.....6.2..3..7...467.13....1...573.
    7.3 7.3 2.6 3..9..4..8.9.47.5.6...3..91.58....6.96.3581.7.31........3...614196423........6932
    7.7 7.7 2.6 ..276..987..84...3.8...37..8....7....67.1.5821.5.8.9...7...8.....8.7..61.4.2..8..
    7.8 7.8 2.6 1..2..6.9..3..18.4...46...3.59........26..43.4...7......8.2.34.......2.527.....6.
    8.4 8.3 2.6 1.8..4.7.9.....8.33.2.8...5.31....8..8516.....9.87.5.....258.9.529.....881....256
    8.4 8.4 2.6 ...3.7...4...65.79..5.......5.9.3...6....1.....36.8..18..53.91.......26..94..6..8
    8.4 8.4 3.4 5...2.7...8.6..14.........98264.......7..63...35..8.6..51.6..9.....92...6....5.7.
    9.0 4.0 2.6 5.2...7.34.8.2.......9...8.3.........8..5.1.9.....8.65....316...1.24..5.7........
    9.0 9.0 2.6 .23.689..67...23...5.1.3.627.2.4......6.278......1..2..9.2...4......12.92.7934...
"""


def table(text):
    return [(tuple(map(float, numbers)), puzzle) for *numbers, puzzle in map(str.split, text.strip().splitlines())]


@pytest.mark.parametrize(("numbers", "puzzle"), table(RATED) + table(STARTED))
def test_rating(numbers, puzzle):
    rating = sudoku.rate(puzzle, scale="se")
    assert rating.status is LogicStatus.SOLVED and rating.scale == "se"
    assert (rating.score, rating.pearl, rating.diamond) == (numbers if len(numbers) > 1 else (*numbers, 1.2, 1.2))


@pytest.mark.parametrize("puzzle", [puzzle for _, puzzle in table(RATED)[::6] + table(STARTED)[-4:]])
def test_no_step_is_wrong(puzzle):
    solution = sudoku.solve(puzzle)
    marks = PencilMarks(0 if c == "." else int(c) for c in puzzle)
    steps = list(solve(marks, lambda: None))
    for step in steps:
        assert step.placed is None or solution[step.placed[0]] == str(step.placed[1] + 1)
        assert not any(digits >> int(solution[cell]) - 1 & 1 for cell, digits in step.removed)
    assert marks.solved and all(step.placed or step.removed for step in steps)


def test_lengthening():
    ceilings = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96]
    assert [lengthening(most) for most in ceilings] == list(range(10))
    assert [lengthening(most + 1) for most in ceilings] == list(range(1, 11))


# Puzzles with a name, beyond dynamic forcing chains: ER, EP, ED
FAMOUS = """
    10.5  1.2  1.2 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..
    11.6 11.6 10.8 1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1
"""  # AI Escargot (Inkala), Easter Monster (jpf)


@pytest.mark.parametrize(("numbers", "puzzle"), table(FAMOUS))
def test_chains_within_chains(numbers, puzzle):
    rating = sudoku.rate(puzzle, scale="se")
    assert (rating.score, rating.pearl, rating.diamond) == numbers
    assert (rating.status, rating.level) == (LogicStatus.SOLVED, "extreme")
    assert re.fullmatch(r"dynamic (contradiction|cell|region|double) forcing chains \(\+ .*chains\)", rating.hardest)


@pytest.mark.parametrize("puzzle", [puzzle for _, puzzle in table(FAMOUS)])
def test_no_net_of_any_level_is_wrong(puzzle):
    solution = sudoku.solve(puzzle)
    for level in NESTING_LEVELS:
        marks = PencilMarks(0 if c == "." else int(c) for c in puzzle)
        nets = NestedNets(marks.cells, marks.where, level)
        while nets.step():
            pass
        if nets.best is not None:
            _, _, mark, true = nets.best
            assert true == (solution[mark // 9] == str(mark % 9 + 1))


def test_golden_nugget():
    """11.9 / 11.9 / 11.3 in Sudoku Explainer 1.2.1, by tarek; no digit is placed in the first seven steps."""
    puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    marks = PencilMarks(0 if c == "." else int(c) for c in puzzle)
    steps = list(islice(solve(marks, lambda: None), 7))
    assert (steps[0].tenths, max(step.tenths for step in steps)) == (113, 119)
    assert not any(step.placed for step in steps)


def test_a_time_limit_ends_a_search_at_a_high_level():
    class Late(Exception):
        pass

    def check():
        nonlocal left
        left -= 1
        if not left:
            raise Late

    left = 20
    marks = PencilMarks(0 if c == "." else int(c) for c in INKALA)
    with pytest.raises(Late):
        dynamic(marks, 4, check)


def test_puzzles_without_a_rating():
    assert sudoku.rate("." * 81, scale="se").status is LogicStatus.SEVERAL
    assert sudoku.rate("11" + "." * 79, scale="se").status is LogicStatus.NO_SOLUTION
    assert sudoku.rate(INKALA, scale="se", time_limit=0).status is LogicStatus.TIME_LIMIT
    solved = sudoku.rate(sudoku.solve(INKALA), scale="se")
    assert (solved.score, solved.pearl, solved.diamond, solved.hardest) == (0, 0, 0, None)


def test_other_boards_and_scales_are_refused():
    message = "scale 'se' rates classic 9x9 puzzles, not those of a 4x4 board; use 'ours'"
    with pytest.raises(ValueError, match=message):
        sudoku.rate("12.. 3... ..4. ...1", scale="se")
    with pytest.raises(ValueError, match=message):
        sudoku.rate_batch(["12.. 3... ..4. ...1"], scale="se")
    with pytest.raises(ValueError, match="not those of a 9x9 board with diagonals"):
        sudoku.rate(INKALA, board=Board(variants=["x"]), scale="se")
    for rated in (sudoku.rate, lambda puzzle, **more: sudoku.rate_batch([puzzle], **more)):
        with pytest.raises(ValueError, match="unknown scale 'SE'; use 'ours', 'se' or 'hodoku'"):
            rated(INKALA, scale="SE")


def test_batch():
    puzzles = [puzzle for _, puzzle in table(RATED)[:20]]
    wanted = [sudoku.rate(puzzle, scale="se") for puzzle in puzzles]
    assert sudoku.rate_batch(puzzles, scale="se") == wanted
    assert sudoku.rate_batch(puzzles, scale="se", workers=2) == wanted


def test_command(capsys, tmp_path):
    source = tmp_path / "puzzles.txt"
    source.write_text("".join(f"{puzzle}\n" for _, puzzle in table(STARTED)[:2]))
    assert called(rate_command, "--scale", "se", str(source)) == 0
    out = capsys.readouterr().out
    assert [line.partition(": ")[2] for line in out.splitlines()] == [
        "2.6 hard, pointing (EP 2.6, ED 2.6)",
        "2.6 hard, pointing (EP 2, ED 2)",
    ]
    assert called(rate_command, "--scale", "se", "12..3.....4....1") == 2
    out, error = capsys.readouterr()
    assert out == "no score: another board\n" and "scale 'se' rates classic 9x9 puzzles" in error
    assert called(rate_command, "--scale", "se", "--json", table(STARTED)[0][1]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["score"], facts["pearl"], facts["diamond"], facts["scale"]) == (2.6, 2.6, 2.6, "se")
    assert called(rate_command, "--scale", "se", "--format", "csv", table(RATED)[0][1]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "puzzle,status,score,level,hardest,effort,pearl,diamond"
