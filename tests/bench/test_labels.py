# SPDX-License-Identifier: MIT
"""The labels of the benchmark's tables and pictures: one for every key that a program or a record shows."""

import json

import pytest

from bench import labels
from bench.instances import INSTANCES
from tests import ROOT

RESULTS = ROOT / "bench" / "results"


def rows():
    for file in RESULTS.glob("*.json"):
        record = json.loads(file.read_text())
        yield from (row for part in record.values() if isinstance(part, list) for row in part)


def shown(key):
    return {row[key] for row in rows() if key in row}


def test_every_problem_has_a_label():
    assert set(INSTANCES) <= set(labels.PROBLEMS)
    assert shown("name") | shown("problem") <= set(labels.PROBLEMS)


def test_every_kernel_method_and_set_of_the_records_has_a_label():
    assert shown("kernel") <= set(labels.KERNELS)
    assert shown("method") <= set(labels.METHODS)
    named = {name for name in shown("set") if not name.startswith("made, ")}
    assert {labels.set_label(name) for name in named} <= set(labels.SETS.values())


@pytest.mark.parametrize("table", ["PROBLEMS", "CONTENDERS", "KERNELS", "METHODS", "SETS"])
def test_labels_are_different_and_made_of_words(table):
    every = getattr(labels, table)
    assert len(set(every.values())) == len(every)
    assert not set(every.values()) & set(INSTANCES)
    assert all(len(label) <= 40 for label in every.values())
