"""Mutation testing (tests/nightly/mutants.py): the sites of mutations, and mutants found again after edits."""

from argparse import Namespace
from itertools import islice

import pytest

from tests.nightly import mutants
from tests.nightly import record as records
from tests.nightly.mutants_list import LIST, Sources, draw, read
from tests.nightly.mutants_sites import functions, sites

PYTHON = '''
"""1 < 2 is no site: it is text."""
LIMIT = 300


class Box:
    def fits(self, n: int = 1) -> bool:
        """Not 3 == 3."""
        if n is not None and not self.full:
            self.seen += 1  # 5 > 4
            print(n)
        return n <= LIMIT
'''
CYTHON = '''
cdef extern from "box.h":
    int BOX

cdef inline bint fits(Box* box, const int* first,
                      int n) noexcept nogil:
    """Not 3 == 3."""
    cdef int32_t k = <int32_t> n
    box.seen += 1
    return k < 9 and not box.full

cdef class Boxes:
    def close(self):
        self.count = 0
        return [box for box in self.all]
'''
C = """
#define ROOM 5 /* a < b */
static int BOX(fits)(const box *b, int n) {
    int k = *b->first;
    b->seen++;
    if (k == 0 && !b->full) return 1;
    return n - k > ROOM; /* 5 > 4 */
}
"""


def replaced(text, suffix):
    found = [(site.kind, text[site.start : site.end], site.becomes) for site in sites(text, suffix)]
    return {(kind, old, new) for kind, old, becomes in found for new in becomes}


def test_sites_in_python():
    assert [function.name for function in functions(PYTHON, ".py")] == ["", "Box.fits"]
    assert replaced(PYTHON, ".py") == {
        ("constant", "300", "3000"),
        ("constant", "1", "0"),
        ("constant", "1", "2"),
        ("comparison", "is not", "is"),
        ("operator", "and", "or"),
        ("operator", "not ", ""),
        ("operator", "+=", "-="),
        ("statement", "self.seen += 1", "pass"),
        ("statement", "print(n)", "pass"),
        ("comparison", "<=", "<"),
        ("comparison", "<=", ">"),
    }


def test_sites_in_cython():
    assert [function.name for function in functions(CYTHON, ".pyx")] == ["", "fits", "Boxes.close"]
    assert replaced(CYTHON, ".pyx") == {
        ("operator", "+", "-"),
        ("constant", "1", "0"),
        ("constant", "1", "2"),
        ("statement", "box.seen += 1", "pass"),
        ("comparison", "<", "<="),
        ("comparison", "<", ">"),
        ("constant", "9", "10"),
        ("constant", "9", "8"),
        ("operator", "and", "or"),
        ("operator", "not ", ""),
        ("constant", "0", "1"),
        ("statement", "self.count = 0", "pass"),
    }


def test_sites_in_c():
    assert [function.name for function in functions(C, ".h")] == ["", "fits"]
    assert replaced(C, ".h") == {
        ("statement", "b->seen++;", ";"),
        ("comparison", "==", "!="),
        ("constant", "0", "1"),
        ("operator", "&&", "||"),
        ("operator", "!", ""),
        ("constant", "1", "0"),
        ("constant", "1", "2"),
        ("operator", "-", "+"),
        ("comparison", ">", ">="),
        ("comparison", ">", "<"),
    }


@pytest.fixture
def packages(tmp_path):
    for folder in ("dlx", "sudoku"):
        (tmp_path / folder).mkdir()
    (tmp_path / "dlx" / "box.py").write_text(PYTHON)
    (tmp_path / "dlx" / "_box.pyx").write_text(CYTHON)
    (tmp_path / "sudoku" / "_box.h").write_text(C)
    return tmp_path


def test_mutants_survive_moved_files(packages):
    before = Sources(packages)
    mutants = draw(before, [], seed=1, each=6)
    assert len(mutants) == 18 and mutants == draw(before, [], seed=1, each=6)
    (packages / "dlx" / "boxes").mkdir()
    (packages / "dlx" / "box.py").rename(packages / "dlx" / "boxes" / "one.py")
    (packages / "sudoku" / "_box.h").write_text("/* moved down */\n" + C)
    after = Sources(packages)
    assert sorted(mutants, key=str) == sorted(draw(after, mutants, seed=1, each=6), key=str)
    for mutant in mutants:
        path, text = after.mutated(mutant)
        assert text != after.texts[path] and text.replace(mutant.becomes, mutant.text, 1).count(mutant.text)


def test_a_mutant_without_a_place_of_its_own_is_not_found(packages):
    before = Sources(packages)
    mutants = draw(before, [], seed=1, each=6)
    of_c = [mutant for mutant in mutants if before.find(mutant)[0].endswith(".h")]
    (packages / "dlx" / "copy.h").write_text(C)
    twice = Sources(packages)
    assert len(of_c) == 6 and not any(map(twice.find, of_c))
    (packages / "dlx" / "copy.h").unlink()
    (packages / "sudoku" / "_box.h").unlink()
    rest = draw(Sources(packages), mutants, seed=1, each=6)
    assert not set(rest) & set(of_c) and len(rest) == 12


def test_the_kept_list():
    mutants = read()
    assert len({mutant.id for mutant in mutants}) == len(mutants) >= 300
    assert all(mutant.text != mutant.becomes for mutant in mutants)


@pytest.mark.reads("dlx", "sudoku")
def test_a_fault_by_hand_has_a_place():
    """Four had lost theirs when what they change was renamed: a draw reports that, but no one draws."""
    sources = Sources()
    assert [mutant for mutant in read(LIST / "known.jsonl") if not sources.find(mutant)] == []


def test_a_clone_begins_with_the_record(tmp_path):
    mutants.carry(tmp_path / "results.jsonl")
    about = records.read(records.RESULTS / "mutants.json")
    (head,) = (line for line in mutants.lines_of(tmp_path / "results.jsonl") if "carried" in line)
    assert head["carried"] == {status: about["outcomes"].get(status, 0) for status in mutants.KILLED}
    found = mutants.results(tmp_path / "results.jsonl")
    assert len(found) <= len(about["found"]) and all(line["status"] == "survived" for line in found.values())


@pytest.mark.reads("dlx", "sudoku")
def test_a_clone_runs_survivors_and_new_mutants_alone(tmp_path, monkeypatch):
    sources = Sources()
    old, survivor, new = islice(filter(sources.find, read()), 3)
    monkeypatch.setattr(mutants, "read", lambda *_: [old, survivor, new])
    file = tmp_path / "results.jsonl"
    with file.open("w") as stream:
        mutants.add(stream, {"carried": {"killed": 1}, "listed": [old.id, survivor.id]})
        mutants.add(stream, {"id": survivor.id, "status": "survived"})
    options = Namespace(results=file, again=["survived"], only="")
    assert mutants.waiting(options, sources) == [survivor, new]
