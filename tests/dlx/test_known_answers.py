"""Published counts of the benchmark's own problems: small ones with every kernel, larger ones by `count` alone."""

import pytest

from bench.instances import INSTANCES, Effort
from bench.peers import problem

pytestmark = pytest.mark.long
QUICK = [i for i in INSTANCES.values() if i.effort == Effort.INSTANT]
DESIGN = ["langford12both", "latin5", "matchK16", "soma", "transvZ13", "bell11", "rects4x5", "pent8x8hole", "queens13"]


@pytest.mark.usefixtures("every_kernel")
@pytest.mark.parametrize("instance", QUICK, ids=lambda i: i.name)
def test_quick_ones(instance):
    p = problem(instance)
    search = p.search()
    assert search.count() == instance.count
    if instance.count <= 20_000:
        found = [s.options for s in p.solutions()]
        assert len(set(found)) == len(found) == instance.count
        assert all(p.verify(options) for options in found[:: max(1, len(found) // 50)])


@pytest.mark.parametrize("name", DESIGN)
def test_longer_ones(name):
    assert problem(INSTANCES[name]).count() == INSTANCES[name].count


def test_the_design_quotes_these():
    quoted = {"queens8": 92, "queens12": 14_200, "queens14o": 365_596, "langford8both": 300, "langford11both": 35_584}
    quoted |= {"langford12both": 216_288, "pent6x10": 9_356, "pent8x8hole": 520, "soma": 11_520, "sts9": 840}
    quoted |= {"domino8x8": 12_988_816, "latin5": 161_280, "matchK16": 2_027_025, "shidoku": 288}
    quoted |= {"sudoku6x6": 28_200_960, "domino16x16": 2_444_888_770_250_892_795_802_079_170_816}
    assert {name: INSTANCES[name].count for name in quoted} == quoted
