# SPDX-License-Identifier: MIT
"""Write the outcome of the tests in another build to the record, from the files of `pytest --junit-xml`.

    python -m tests.nightly.suite sanitize build/sanitize.xml LEFT_OUT ...       (make sanitize, make small)

The whole suite on another Python, for the table of platforms in the documentation:

    nox -s tests-3.14 -- --junit-xml=build/suite.xml
    .nox/tests-3-14/bin/python -m tests.nightly.suite python build/suite.xml

The same with another compiler, in a clone whose modules CC=clang has compiled:

    CC=clang .venv/bin/pip install -e '.[test]' && .venv/bin/pytest --junit-xml=build/suite.xml
    .venv/bin/python -m tests.nightly.suite clang build/suite.xml

The tests of the page without a server, for the same table, as `make alone` runs them:

    pytest -k alone tests/test_browser*.py --junit-xml=build/alone.xml
    python -m tests.nightly.suite live build/alone.xml

A later file replaces the outcomes of tests that it has in common with an earlier one: the tests that ran again after a
fix. The exit code is 1 if a test failed, if none ran, or if a file is missing because a sanitizer killed the process.
"""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from .platforms import compiler_version
from .record import record

WHAT = {
    "sanitize": "the test-suite, compiled with AddressSanitizer and UndefinedBehaviorSanitizer",
    "small": "tests where indices have 16 bits and counters are small: every limit is met",
    "python": "the whole suite",
    "clang": "the whole suite",
    "live": "the browser tests of the page without a server",
}


def main(name: str, *words: str) -> int:
    files, left_out = [Path(word) for word in words if word[:2] != "--"], [word for word in words if word[:2] == "--"]
    cases, seconds, repeated = dict[tuple[str, str], ElementTree.Element](), 0.0, 0
    for file in files:
        if not file.exists():
            print(f"{file} is not there: the tests were killed", file=sys.stderr)
            return 1
        suite = ElementTree.parse(file).getroot()[0]
        seconds += float(suite.get("time", 0))
        newer = {(case.get("classname", ""), case.get("name", "")): case for case in suite.iter("testcase")}
        repeated += len(cases.keys() & newer.keys())
        cases |= newer
    failed = [
        f"{module}.{test}: {' '.join(why.get('message', '').split())[:200]}"
        for (module, test), case in cases.items()
        for why in case
        if why.tag in ("failure", "error")
    ]
    skipped = sum(case.find("skipped") is not None for case in cases.values())
    limits = {"left out": " ".join(left_out) or "nothing", "skipped": skipped}
    if repeated:
        limits["ran again after a fix"] = repeated
    passed = len(cases) - skipped - len(failed)
    if not passed and not failed:
        print(f"{name}: all {len(cases)} tests were skipped, so there is no record", file=sys.stderr)
        return 1
    result: dict[str, Any] = {"what": WHAT[name], "found": failed, "seconds": seconds, "limits": limits}
    if name == "python":
        record(f"platforms/suite-{_python()}", runs={"tests": passed}, **result, **_here())
    elif name == "clang":
        here = _here() | {"compiler": compiler_version("clang")}
        record("platforms/suite-clang", runs={"tests": passed}, **result, **here)
    elif name == "live":
        record("platforms/live", runs={"tests": passed}, **result, **_here() | _in_the_browser())
    else:
        record(name, runs=passed + len(failed), **result)
    print(f"{name}: {len(cases)} tests, {skipped} of them skipped, {len(failed)} failed")
    return int(bool(failed))


def _python() -> str:
    return ".".join(platform.python_version_tuple()[:2])


def _here() -> dict[str, Any]:
    """Return the fields that the table of platforms shows of this process."""
    processor = platform.machine().replace("_", "-")
    return {
        "system": platform.system(),
        "processor": processor,
        "interpreter": _python(),
        "compiler": compiler_version("gcc"),
        "ran": True,
    }


def _in_the_browser() -> dict[str, str]:
    """Return the fields that differ on the page, which has this Python (docs/live/build.py)."""
    return {"system": "browser", "processor": "wasm32", "compiler": compiler_version("emcc")}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
