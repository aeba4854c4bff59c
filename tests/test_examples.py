# SPDX-License-Identifier: MIT
"""The scripts in examples/ run as they stand, and print what they promise."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
EXPECTED = {
    "number.py": [
        "labelled: 1,197,504,000",
        "up to isomorphism: 2, with orbits of",
        "every option weighs a multiple of 2",
    ],
    "schedule.py": ["the cheapest roster costs -3", "nearly: Ann by 2 for 8"],
    "puzzle.py": ["heart: 8 solutions, 4 of them different", "Soma cube: 240 assemblies"],
}


def test_every_script_is_run():
    assert {path.name for path in EXAMPLES.glob("*.py")} == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_scripts(name, tmp_path):
    done = subprocess.run([sys.executable, EXAMPLES / name, tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in EXPECTED[name]:
        assert line in done.stdout
    assert all(path.read_text("utf-8").startswith("<svg") for path in tmp_path.iterdir())
