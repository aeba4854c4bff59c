# SPDX-License-Identifier: MIT
"""Questions that are called off from outside."""

import pytest

from dlx.system.calloff import CalledOff, called_off_when, check
from tests.problems import dominoes


def test_a_search_between_two_slices():
    p = dominoes(8, 8)
    with called_off_when(lambda: True), pytest.raises(CalledOff):
        p.search().count()
    assert p.count() == 12_988_816


def test_blocks_end_and_nest():
    with called_off_when(lambda: True):
        with called_off_when(None):
            check()
        with pytest.raises(CalledOff):
            check()
    check()


def test_an_error_ends_the_block_too():
    with pytest.raises(ZeroDivisionError), called_off_when(lambda: True):
        _ = 1 / 0
    check()


def test_a_count_is_called_off():
    board = dominoes(16, 16)
    for method in ("auto", "search", "memo", "frontier", "symmetric", "zdd"):
        with pytest.raises(CalledOff), called_off_when(lambda: True):
            board.count(method=method)
