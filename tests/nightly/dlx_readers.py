# SPDX-License-Identifier: MIT
"""The readers of the engine: its text format, options on the command line, solvers' models, parts, arrays, checkpoints.

text         a file in any format, as bytes and as text         the problem, written and read again
options      --given and --banned: numbers, or items            an option by its items is that option
arguments    numbers and seconds on the command line
models       solutions from SAT, OPB and LP solvers             a solution, its own model again
arrays       Problem.from_csr, then all kernels' set-up         equal counts by two kernels
parts        a part of a search from elsewhere                  the solutions of a run and of its rest, together
checkpoint   the bytes of a file with a count                   the right total, or a refusal
rows         ... its tables' values
diagram      the bytes of a file with a ZDD
"""

from __future__ import annotations

import io
import shutil
import sqlite3
import tempfile
from argparse import ArgumentTypeError
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from dlx import Colored, Part, Problem, format_option, run_part
from dlx.engine.drive import Drive
from dlx.questions.zdd import ZDD
from dlx.terminal.commands.shared import NUMBERS, numbers
from dlx.terminal.frame import seconds
from dlx.terminal.options import at_least_1
from dlx.workers.checkpoint import Checkpoint
from dlx.workers.parts import Result, Tally
from tests.problems import counted

from .reader import Reader, Refused, attempt, number, reader, words

EXAMPLES = Path(__file__).parents[2] / "examples"
TEXTS = [
    *(path.read_bytes() for path in sorted(EXAMPLES.glob("*.dlx"))),
    "a b 1:3|c | x y\na x:red\nb c y |5\nc |0.25 |1\n",
    "2|a 0:1|b |c d\na c:| d:1\nb c:|\n| x\na\n",
    "\ufeffa é | ☃\r\na ☃:ж\r\né ☃\r\n",
    b"\x1f\x8b\x08\x00",
    b"a b\na \xff\n",
    "a b\na\0 b\n",
    "a b |\na |4611686018427387904\nb |9999999999999999999\na b |9999999999999999999 |9999999999999999999",
    "a\na |" + "9" * 19 + "." + "9" * 40 + "\na |0." + "0" * 320 + "4",
    "999999999:999999999|a\na\n",
    "< a b:2 c:0;3 > [ x y ]\na x:red b;\nb c y $5; b c;\n",
    "<\na\n>\na\n",
    "p xcc 2 1\n1 3 -7 0\n2\n3 -7 0 $5 1 2 3 0\n",
    "p xc 999999 0\n",
]


@reader("text", TEXTS, repeats=True)
def text(data: bytes) -> None:
    found = attempt(Problem.parse, io.BytesIO(data), "f", says=r"f:[0-9]+: .")
    if isinstance(found, Refused):
        assert 1 <= int(found.split(":")[1]) <= data.count(b"\n") + 1, found
    try:
        decoded = data.decode()
    except UnicodeDecodeError:
        with io.TextIOWrapper(io.BytesIO(data), "utf-8") as stream:
            attempt(Problem.parse, stream, "f", says=r"f:[0-9]+: .")
        return
    same = attempt(Problem.parse, io.StringIO(decoded), "f", says="f:")
    if isinstance(found, Refused):
        assert same == found or data.startswith(b"\x1f\x8b"), (found, same)
        return
    assert same == found
    stream = io.StringIO()
    written = attempt(found.write, stream, says="item|color")
    if isinstance(written, Refused):
        assert "byte order mark" in written and "\ufeff" in decoded, written
    else:
        assert Problem.parse(io.StringIO(stream.getvalue()), "f") == found, stream.getvalue()


@cache
def problem() -> Problem:
    """Return a problem with colors, costs, equal options, and items that look like numbers."""
    options = [["a", "b"], ["a", Colored("x", "red")], ["b", Colored("x", "red")], ["b", "c"], ["c"], ["c"], ["a", "7"]]
    return Problem([*options, ["b", Colored("x", "blue")]], ["a", "b", "c"], ["x", "7"], costs=[1, 2, 0, 3, 1, 1, 4, 5])


OPTIONS = ["0", "1, 2,-3", "a b", "b a\nx:red a", "c", "a 7", "7 a\n 7", "b x:blue", "9" * 18, "9" * 19, "a:b", "٣"]


@reader("options", OPTIONS, 256)
def options(data: bytes) -> None:
    p = problem()
    for line in words(data):
        found = attempt(numbers, p, [line], "given", says=r"--given [\'\"]|given option -?[0-9]+ is out of range")
        if isinstance(found, Refused):
            continue
        assert all(0 <= k < p.n_options for k in found)
        if not NUMBERS.fullmatch(line):
            assert len(found) == 1 and sorted(format_option(p, found[0]).split()) == sorted(line.split())


@reader("arguments", ["1", "0", "-1", "1e3", "nan", "inf", "0x1", "1_0", "٣", "9" * 5000, " 1", "1\n", "+1"], 256)
def arguments(data: bytes) -> None:
    for line in words(data):
        found = attempt(at_least_1, line, says="'.*' is not|\".*\" is not", errors=ArgumentTypeError)
        assert isinstance(found, Refused) or found >= 1
        found = attempt(seconds, line, says="'.*' is not|\".*\" is not", errors=ArgumentTypeError)
        assert isinstance(found, Refused) or found >= 0


MODELS = [
    *("\0" + "1 -2 3", "\1x1 -x2 x3", "\1x2 x3 x5", "\0" + "2 3 5 99", "\2x1=1 x2=1 x4=0.9"),
    *("\0" + "9" * 30, "\1x", "\1xx1 ٣"),
]


@reader("models", MODELS, 256)
def models(data: bytes) -> None:
    p, tokens = problem(), " ".join(words(data[1:])).split()
    kind = number(data, 3)
    if kind == 2:
        pairs = [token.partition("=") for token in tokens]
        values = {name: attempt(float, value) for name, _, value in pairs}
        found = attempt(p.to_lp().solution, {k: v for k, v in values.items() if not isinstance(v, Refused)})
    elif kind == 1:
        found = attempt(p.to_opb().solution, tokens, says=OWN)
    else:
        literals = [k for k in (attempt(int, token) for token in tokens) if not isinstance(k, Refused)]
        found = attempt(p.to_cnf().solution, literals, says=OWN)
    if not isinstance(found, Refused):
        assert p.verify(found)
        assert p.to_opb().solution([f"x{k + 1}" for k in found.options]) == found


OWN = r"(?!invalid literal)"  # not Python's own message


ARRAYS = [b"\0\0\0", bytes([3, 2, 0, 9, 0, 1, 2, 9, 2]), bytes([4, 2, 1, 0, 2, 9, 0, 3, 9, 1, 67, 9, 1, 131])]


@reader("arrays", ARRAYS, 64)
def arrays(data: bytes) -> None:
    """Read a byte as an item; 9 ends an option, and 64s are colors. The arrays may be anything."""
    n_items, n_primary, odd, *rest = [*data, 0, 0, 0][: max(len(data), 3)]
    indptr, indices, colors = [0], [], []
    for byte in rest:
        if byte % 64 == 9:
            indptr.append(len(indices))
        else:
            indices.append(byte % 64 - (byte == 255))
            colors.append(byte // 64)
    if odd & 1 and len(indices) > indptr[-1]:
        indptr.append(len(indices))
    dtype = (np.int32, np.int64, np.uint8, np.int8)[odd >> 1 & 3]
    arrays = [np.array(values).astype(dtype) for values in (indptr, indices, colors)]
    p = attempt(Problem.from_csr, *arrays, n_items=n_items % 32, n_primary=n_primary % 32)
    if not isinstance(p, Refused):
        limits = {"limit": 50, "node_limit": 300}
        links = p.search(kernel="links", **limits)
        found = {solution.options for solution in links}
        for options in found:
            p.verify(options)
        if links.status.value == "complete":
            assert {solution.options for solution in p.search()} == found
            assert p.count(method="memo") == len(found)


PARTS = [b"", bytes([0, 1, 2]), bytes([64, 128, 3]), bytes([0, 192, 193, 2]), bytes([254, 255, 253])]


@reader("parts", PARTS, 32)
def parts(data: bytes) -> None:
    """Read each byte as an option: given, banned, or one of the item to branch on."""
    p = tiles()
    kinds: list[list[int]] = [[], [], [], []]
    for byte in data:
        kinds[byte >> 6].append(byte % 64 - 2)
    rest = tuple(kinds[2][:2]) if len(kinds[2]) > 1 else None
    part = Part(tuple(kinds[0]), tuple(kinds[1]), Fraction(1), (), rest)
    whole = attempt(run_part, p, part, solutions=999, says="given|banned|rest|part")
    if isinstance(whole, Refused):
        return
    piece = run_part(p, part, 1 + len(kinds[3]), solutions=999)
    met = piece.solutions + [solution for one in piece.left for solution in run_part(p, one, solutions=999).solutions]
    assert sorted(map(sorted, met)) == sorted(map(sorted, whole.solutions))


@cache
def tiles() -> Problem:
    """Return a problem with multiplicities, whose parts use every field."""
    options = [[a, b] for a in "abc" for b in "xyz"] + [["a"], ["x"]]
    return Problem(options, {"a": (0, 2), "b": 2, "c": (1, 2), "x": 2, "y": (1, 3), "z": 1})


# --- checkpoints

SIGNS = b'|:#,;.0129 \n\r\t"{}[]x-+\0\xff'  # characters with a meaning to some reader


@cache
def folder() -> Path:
    """Return a folder of this process, in memory if possible."""
    memory = Path("/dev/shm")
    made = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
    keep.append(made)
    return Path(made.name)


keep: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


@cache
def truth() -> int:
    return tiles().count()


@cache
def checkpoints() -> tuple[bytes, ...]:
    """Return files of a count: at its start, on its way, and at its end."""
    start, way, end = (folder() / name for name in ("start", "way", "end"))
    root = Part((), (), Fraction(1))
    with Checkpoint(start, tiles(), root):
        pass
    shutil.copy(start, way)
    tally = Tally(Drive())
    with Checkpoint(way, tiles(), root) as store:
        [root] = store.load(tally)
        outcome = run_part(tiles(), root, 5)
        result = Result(outcome.left, count=outcome.count, nodes=outcome.nodes, parts=1)
        tally.add(result)
        store.record(tally, [([root], result)])
    counted(tiles(), checkpoint=end, workers=1)
    return tuple(path.read_bytes() for path in (start, way, end))


def damaged(file: bytes, data: bytes) -> bytes:
    """Return a file with faults. Each four bytes of data are a place and a change: flip bits, insert a byte or a sign,
    leave some bytes out, copy some from elsewhere, or cut off the rest."""
    made = bytearray(file)
    for at in range(0, len(data) - 3, 4):
        place = int.from_bytes(data[at : at + 2], "big") % max(len(made), 1)
        what, value = data[at + 2] % 8, data[at + 3]
        if what < 3:
            made[place : place + 1] = bytes([(made[place : place + 1] or b"\0")[0] ^ value])
        elif what == 3:
            made[place:place] = bytes([value])
        elif what == 4:
            made[place:place] = SIGNS[value % len(SIGNS) :][:1]
        elif what == 5:
            made[place : place + value] = b""
        elif what == 6:
            made[place : place + value % 8] = file[value : value + 16]
        elif value < 64:
            del made[place:]
    return bytes(made)


def resumed(path: Path) -> None:
    """Continue from a file; it gives the right total, or is refused."""
    total = attempt(counted, tiles(), checkpoint=path, workers=1, says=f"{path} ")
    assert isinstance(total, Refused) or total.count == truth(), (total.count, truth())
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()


@reader("checkpoint", [bytes([k, 0, 0, 0]) for k in range(3)] + [b"\1\2\x10\x01\x01\x00\x05"], 64)
def checkpoint(data: bytes) -> None:
    path = folder() / "damaged"
    path.write_bytes(damaged(checkpoints()[number(data, 3)], data[1:]))
    resumed(path)


ROWS = [
    *("1 run count 7", "1 part weight 1/0", "1 part rest [99, 1]", "2 run seconds x", "1 part key 1..2"),
    *("0 part given [0]", "1 run given []", "2 run nodes 9"),
]


@reader("rows", ROWS, 128)
def rows(data: bytes) -> None:
    """Read a file, then lines `table column value`, each of which sets a value in the first row."""
    path = folder() / "rows"
    lines = words(data)
    first, *_ = (lines[0] or "0").split(" ", 1)
    path.write_bytes(checkpoints()[len(first) % 3 if not first.isdecimal() else int(first[:3]) % 3])
    with sqlite3.connect(path) as db:
        for line in lines:
            fields = line.split(" ", 3)
            if len(fields) == 4 and fields[1] in COLUMNS and fields[2] in COLUMNS[fields[1]]:
                db.execute(f"UPDATE OR IGNORE {fields[1]} SET {fields[2]} = ?", (fields[3],))
    db.close()
    resumed(path)


COLUMNS = {
    "run": ("problem", "given", "banned", "count", "nodes", "parts", "seconds"),
    "part": ("key", "given", "banned", "weight", "rest"),
}

# --- diagrams


@cache
def diagrams() -> tuple[bytes, ...]:
    """Return files of a diagram, packed and not."""
    path = folder() / "diagram"
    z = problem().zdd()
    z.save(path)
    packed = path.read_bytes()
    np.savez(path, nodes=z.nodes, root=z.root, problem=problem().digest())
    return packed, path.with_suffix(".npz").read_bytes()


@reader("diagram", [bytes([k, 0, 0, 0]) for k in range(2)] + [b"\1\2\x10\x01\x01\x00\x05"], 64)
def diagram(data: bytes) -> None:
    path = folder() / "damaged"
    path.write_bytes(damaged(diagrams()[number(data, 2)], data[1:]))
    z = attempt(ZDD.load, path, problem(), says=f"{path} ")
    if not isinstance(z, Refused):
        for solution in islice(z, 20):
            assert problem().verify(solution)
        assert z.count() >= 0


READERS: tuple[Reader, ...] = (text, options, arguments, models, arrays, parts, checkpoint, rows, diagram)
