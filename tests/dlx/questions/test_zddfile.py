# SPDX-License-Identifier: MIT
"""Diagrams in files: sound ones load, and wrong ones are refused, whatever size they claim."""

import io
import re
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dlx import ZDD, Colored, Problem
from tests import ROOT
from tests.problems import dominoes, problems, queens

PAIR = Problem([["a"], ["a"], ["b"], ["b"], ["a", "b"]])
COLORED = Problem(
    [["a", Colored("x", 1)], ["b", Colored("x", 1)], ["b", Colored("x", 2)], ["a", "y"], ["b", "y"], ["a"]],
    secondary=["x", "y"],
)


def forged(problem, *nodes, root=None):
    """Return a diagram of these nodes (option, low, high), right or wrong; its root is the last."""
    array = np.array([(0, 0, 0), (0, 0, 0), *nodes], np.int32).T.copy()
    return ZDD(problem, len(nodes) + 1 if root is None else root, array)


def loaded(z, file):
    z.save(file)
    return ZDD.load(file, z.problem)


def refused(z, file, what):
    z.save(file)
    with pytest.raises(ValueError, match=f"^{re.escape(str(file))} is not a diagram: {what}$"):
        ZDD.load(file, z.problem)


# --- sound diagrams


@pytest.mark.parametrize(
    "z",
    [
        PAIR.zdd(),
        PAIR.zdd(given=[0]),
        PAIR.zdd().restrict(banned=[1]),
        COLORED.zdd(),
        queens(8).zdd(),
        dominoes(8, 8).zdd(),
        dominoes(8, 8).zdd(order=[(r, c) for c in range(8) for r in range(8)]),
        Problem([["a"]], primary=["a", "b"]).zdd(),
        Problem([], primary=[]).zdd(),
        Problem([["x"]], primary=[], secondary=["x"]).zdd(),
        Problem([[k] for k in range(200)]).zdd(),
        Problem([[k, f"x{k}"] for k in range(70) for _ in range(3)], secondary=[f"x{k}" for k in range(70)]).zdd(),
    ],
)
def test_what_was_saved(z, tmp_path):
    again = loaded(z, tmp_path / "z")
    assert again.root == z.root
    assert (again.nodes == z.nodes).all()
    assert again.count() == z.count()


def test_what_numpy_wrote(tmp_path):
    """An uncompressed file in NumPy's own format loads, with arrays reordered, one added, and in Fortran order."""
    z, file = PAIR.zdd(), tmp_path / "z.npz"
    np.savez(file, more=np.zeros(3), problem=PAIR.digest(), root=np.int32(z.root), nodes=np.asfortranarray(z.nodes))
    again = ZDD.load(file, PAIR)
    assert (again.nodes == z.nodes).all()
    assert again.count() == 5


# --- ways that are not solutions, or a solution twice

WAYS = "not all its ways are solutions, each another one"


@pytest.mark.parametrize(
    ("problem", "nodes"),
    [
        (PAIR, [(0, 1, 1), (0, 1, 2)]),  # (0, 0), (0,) and ()
        (PAIR, [(0, 0, 1)]),  # b is not covered
        (PAIR, [(2, 0, 1), (0, 1, 2)]),  # nothing is covered unless 0 is chosen
        (PAIR, [(4, 0, 1), (0, 0, 2)]),  # a is covered twice
        (PAIR, [(2, 0, 1), (2, 0, 1), (0, 2, 3)]),  # one branch covers less
        (PAIR, [(2, 0, 1), (0, 0, 2), (0, 3, 2)]),  # the solution (0, 2) twice
        (PAIR, [(2, 0, 1), (0, 0, 2), (1, 3, 2), (0, 4, 2)]),  # again, further down
        (COLORED, [(2, 0, 1), (0, 0, 2)]),  # x is 1 and 2
        (COLORED, [(1, 0, 1), (2, 2, 1), (0, 0, 3)]),  # on one of two ways
        (COLORED, [(4, 0, 1), (3, 0, 2)]),  # y twice
        (Problem([["a", "x"], ["b", Colored("x", 1)]], secondary=["x"]), [(1, 0, 1), (0, 0, 2)]),  # a color and none
        (Problem([["a", "x"], ["b", Colored("x", 1)]], secondary=["x"]), [(0, 0, 1), (1, 0, 2)]),
        (Problem([["a"], ["x"]], secondary=["x"]), []),  # a is not covered
    ],
)
def test_forged_ways(problem, nodes, tmp_path):
    refused(forged(problem, *nodes, root=None if nodes else 1), tmp_path / "z", WAYS)


@pytest.mark.parametrize("where", [0, 63, 64, 129])
def test_forged_ways_of_a_problem_with_many_items(where, tmp_path):
    """One item of 130 is covered twice or not at all, or has two colors; the check takes sets of 64 one by one."""
    n = 130
    p = Problem([[k, Colored(f"x{k}", c)] for k in range(n) for c in range(3)], secondary=[f"x{k}" for k in range(n)])
    z = p.zdd()
    loaded(z, tmp_path / "z")
    nodes = z.nodes.copy()
    nodes[0, 2:][nodes[0, 2:] == 3 * where] = 3 * ((where + 1) % n)
    refused(ZDD(p, z.root, nodes), tmp_path / "z", WAYS)
    options = [[k, Colored("x", 1 + (k == where))] for k in range(n)]
    p = Problem(options, secondary=["x"])
    refused(forged(p, *((k, 0, k + 1) for k in range(n))), tmp_path / "z", WAYS)


LOOSE = {
    "its own low branch": ([(0, 2, 1)], 2),
    "its own high branch": ([(0, 0, 2)], 2),
    "a branch to a later one": ([(2, 3, 1), (0, 0, 2)], 3),
    "two in a circle": ([(2, 3, 1), (0, 2, 1)], 3),
    "nothing leads to the last one": ([(2, 0, 1), (0, 0, 2), (1, 0, 2)], 3),
    "no root": ([(2, 0, 1), (0, 0, 2)], 0),
    "a root beyond": ([(2, 0, 1), (0, 0, 2)], 4),
    "a root before": ([(2, 0, 1), (0, 0, 2)], -1),
    "a high branch to the end 0": ([(2, 0, 0), (0, 2, 1)], 3),
    "an option beyond": ([(5, 0, 1)], 2),
    "an option before": ([(-1, 0, 1)], 2),
}
LOADS = """
import sys
from dlx import ZDD
from tests.dlx.questions.test_zddfile import PAIR
for file in sys.argv[1:]:
    try:
        print(ZDD.load(file, PAIR).count())
    except ValueError as error:
        print(error)
"""


def test_nodes_that_do_not_hang_together(tmp_path):
    """They load in a process of their own, because a cycle would never end."""
    files = [tmp_path / name for name in LOOSE]
    for file, (nodes, root) in zip(files, LOOSE.values(), strict=True):
        forged(PAIR, *nodes, root=root).save(file)
    command = [sys.executable, "-c", LOADS, *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines() == [f"{file} is not a diagram: its nodes do not form a diagram" for file in files]


def test_options_that_are_never_chosen(tmp_path):
    p = Problem([["a"], ["x"]], secondary=["x"])
    refused(forged(p, (1, 0, 1), (0, 0, 2)), tmp_path / "z", "its nodes do not form a diagram")


def ways(z):
    """Yield the options on every way from the root to the end 1."""
    waiting = [(z.root, ())]
    while waiting:
        node, chosen = waiting.pop()
        if node > 1:
            option, low, high = z.nodes[:, node].tolist()
            waiting += [(low, chosen), (high, (*chosen, option))]
        elif node:
            yield chosen


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_against_all_ways(tmp_path_factory, data):
    """A diagram changed in one or two places loads exactly if its ways are different solutions."""
    p = data.draw(problems(8))
    z, file = p.zdd(), tmp_path_factory.getbasetemp() / "changed"
    loaded(z, file)
    n = z.nodes.shape[1]
    if n == 2:
        return
    nodes = z.nodes.copy()
    for _ in range(data.draw(st.integers(1, 2))):
        node, row = data.draw(st.integers(2, n - 1)), data.draw(st.integers(0, 2))
        most = p.n_options - 1 if row == 0 else node - 1
        nodes[row, node] = data.draw(st.integers(min(row // 2, most), most))
    changed = pruned(p, z.root, nodes)
    found = list(ways(changed))
    right = all(_is_solution(p, way) for way in found) and len({frozenset(way) for way in found}) == len(found)
    changed.save(file)
    if right:
        assert ZDD.load(file, p).count() == len(found)
    else:
        with pytest.raises(ValueError, match="is not a diagram: "):
            ZDD.load(file, p)


def _is_solution(p, way):
    """Apply Knuth's rule as well: an option without a primary item is never chosen."""
    if len(set(way)) < len(way) or any(min(p.indices[slice(*p.indptr[k : k + 2])]) >= p.n_primary for k in way):
        return False
    try:
        return p.verify(way)
    except ValueError:
        return False


def pruned(p, root, nodes):
    """Return the diagram without nodes that the root does not reach."""
    kept, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        if node > 1 and node not in kept:
            kept.add(node)
            waiting += nodes[1:, node].tolist()
    number = {0: 0, 1: 1} | {node: k for k, node in enumerate(sorted(kept), 2)}
    triples = [(nodes[0, k], number[nodes[1, k]], number[nodes[2, k]]) for k in sorted(kept)]
    return forged(p, *triples)


# --- sizes


def packed(file, **members):
    """Write a compressed archive of these members."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                for piece in content:
                    member.write(piece)


def array(value):
    stream = io.BytesIO()
    np.save(stream, np.asarray(value))
    return [stream.getvalue()]


def header(shape, kind="<i4"):
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": kind, "fortran_order": False, "shape": shape})
    return stream.getvalue()


BOMBS = {  # the claim, and the content
    "nodes": ("its nodes|[0-9,]+ nodes in ", {"nodes": [header((3, 2**24)), *[bytes(2**20)] * 192]}),
    "less than claimed": ("nodes has 0 bytes", {"nodes": [header((3, 2**40))]}),
    "more than claimed": ("nodes has 104,857,600 bytes", {"nodes": [header((3, 2)), *[bytes(2**20)] * 100]}),
    "root": ("root is an array of shape", {"root": [header((2**24,), "<i8"), *[bytes(2**20)] * 128]}),
    "digest": ("problem is an array of shape", {"problem": [header((), "<U32000000"), *[bytes(10**6)] * 128]}),
    "header": ("nodes has a header of another version", {"nodes": [b"\x93NUMPY\2\0\0\0\0\x20", *[b" " * 2**20] * 128]}),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_takes_no_memory(name, tmp_path):
    """The process has only 50 MB more than its imports take."""
    message, members = BOMBS[name]
    file = tmp_path / "z"
    good = {"problem": array(PAIR.digest()), "root": array(3), "nodes": array(PAIR.zdd().nodes)}
    packed(file, **good | members)
    assert file.stat().st_size < 2**21
    script = """
import resource, sys
from dlx import ZDD
from tests.dlx.questions.test_zddfile import PAIR
PAIR.zdd().count()
room = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + 50 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    ZDD.load(sys.argv[1], PAIR)
except ValueError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script, file], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert re.match(f"{re.escape(str(file))} is not a diagram: ({message})", done.stdout), done.stdout + done.stderr
    assert "memory" not in done.stdout


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"nodes": array(np.zeros((3, 3), np.int64))}, "its nodes do not form a diagram"),
        ({"nodes": array(np.zeros((4, 3), np.int32))}, "its nodes do not form a diagram"),
        ({"nodes": array(np.zeros(9, np.int32))}, "its nodes do not form a diagram"),
        ({"nodes": array(np.zeros((3, 1), np.int32))}, "its nodes do not form a diagram"),
        ({"nodes": [b"no array"]}, "the magic string is not correct"),
        ({"nodes": [header((3, 1), "|O")]}, "nodes has -?[0-9]+ bytes"),
        ({"root": array(3.5)}, r"root is an array of shape \(\) and type float64"),
        ({"root": array([3])}, r"root is an array of shape \(1,\) and type int64"),
        ({"problem": array(7)}, r"problem is an array of shape \(\) and type int64"),
        ({"root": None}, "There is no item named 'root.npy'"),
    ],
)
def test_arrays_that_are_none_of_ours(members, message, tmp_path):
    good = {"problem": array(PAIR.digest()), "root": array(3), "nodes": array(PAIR.zdd().nodes)}
    packed(tmp_path / "z", **{name: content for name, content in (good | members).items() if content is not None})
    with pytest.raises(ValueError, match=f"is not a diagram: .?{message}"):
        ZDD.load(tmp_path / "z", PAIR)


def test_one_bit_of_the_content(tmp_path):
    """Zip's checksums find it."""
    file = tmp_path / "z"
    PAIR.zdd().save(file)
    content = bytearray(file.read_bytes())
    content[80] ^= 1
    file.write_bytes(content)
    with pytest.raises(ValueError, match="is not a diagram: "):
        ZDD.load(file, PAIR)
