# SPDX-License-Identifier: MIT
"""Write the outcome of the tests in another build to the record, from the file of `pytest --junit-xml`.

    python -m tests.nightly.suite sanitize build/sanitize.xml LEFT_OUT ...       (make sanitize, make small)

The exit code is 1 if a test failed, or if there is no such file because a sanitizer killed the process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

from .record import record

WHAT = {
    "sanitize": "the test-suite, compiled with AddressSanitizer and UndefinedBehaviorSanitizer",
    "small": "tests where indices have 16 bits and counters are small: every limit is met",
}


def main(name: str, file: Path, *left_out: str) -> int:
    if not file.exists():
        print(f"{file} is not there: the tests were killed", file=sys.stderr)
        return 1
    suite = ElementTree.parse(file).getroot()[0]
    failed = [
        f"{case.get('classname')}.{case.get('name')}: {' '.join(why.get('message', '').split())[:200]}"
        for case in suite.iter("testcase")
        for why in case
        if why.tag in ("failure", "error")
    ]
    skipped, tests = int(suite.get("skipped", 0)), int(suite.get("tests", 0))
    seconds, limits = float(suite.get("time", 0)), {"left out": " ".join(left_out) or "nothing", "skipped": skipped}
    record(name, what=WHAT[name], runs=tests - skipped, found=failed, seconds=seconds, limits=limits)
    print(f"{name}: {tests} tests, {skipped} of them skipped, {len(failed)} failed")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:]))
