# SPDX-License-Identifier: MIT
"""Sums and products in dlx/kernels/wide.h agree with Python's integers, with and without 128-bit integers in C."""

import ctypes
import os
import shlex
import subprocess
from random import Random

import pytest

from tests import ROOT

WORD = 1 << 64
EDGES = [0, 1, 2, 255, 256, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 1 << 63, WORD - (1 << 32), WORD - 2, WORD - 1]
SOURCE = """
#include "dlx/kernels/wide.h"
uint64_t mix(uint64_t a, uint64_t b) { return dlx_mix(a, b); }
void add(uint64_t *sum, const uint64_t *value, int n) { dlx_add(sum, value, n); }
"""

pytestmark = pytest.mark.reads("dlx/kernels/wide.h")


@pytest.fixture(scope="module", params=["", "-DDLX_PORTABLE"], ids=["128-bit", "portable"])
def compiled(request, tmp_path_factory):
    def library(*macros):
        made = tmp_path_factory.mktemp("wide") / "wide.so"
        compiler = shlex.split(os.environ.get("CC", "cc"))
        words = [*compiler, "-shared", "-fPIC", "-xc", "-", "-I", str(ROOT), *request.param.split(), *macros]
        try:
            subprocess.run([*words, "-o", str(made)], input=SOURCE, text=True, check=True, capture_output=True)
        except FileNotFoundError:
            pytest.skip("no C compiler")
        found = ctypes.CDLL(str(made))
        found.mix.restype, found.mix.argtypes = ctypes.c_uint64, [ctypes.c_uint64] * 2
        return found

    return library


def test_the_product_has_two_words(compiled):
    random, mix = Random(1), compiled().mix
    pairs = [(a, b) for a in EDGES for b in EDGES] + [
        (random.getrandbits(64), random.getrandbits(64)) for _ in range(2000)
    ]
    assert [mix(a, b) for a, b in pairs] == [(a * b) % WORD ^ (a * b) // WORD for a, b in pairs]


@pytest.mark.parametrize("bits", [64, 8])
def test_a_sum_carries_from_limb_to_limb(compiled, bits):
    add, random = compiled(*["-DDLX_SMALL"] * (bits == 8)).add, Random(2)
    edges = [edge for edge in EDGES if edge < 1 << bits]
    for _ in range(2000):
        n = random.randint(1, 4)
        a, b = ([random.choice([*edges, random.getrandbits(bits)]) for _ in range(n)] for _ in range(2))
        total = (ctypes.c_uint64 * n)(*a)
        add(total, (ctypes.c_uint64 * n)(*b), n)
        assert number(total, bits) == (number(a, bits) + number(b, bits)) % (1 << bits * n)


def number(limbs, bits):
    return sum(limb << bits * k for k, limb in enumerate(limbs))
