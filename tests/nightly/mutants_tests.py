# SPDX-License-Identifier: MIT
"""The tests that should notice a mutant: all tests that call its function, the cheapest first.

Tests whose file is named after the module belong to it, because we cannot see all their calls.

Every test runs once under `mutants_trace`, and build/mutants/map.json keeps its seconds and calls. A test that fails
without a mutation is not used. A test file runs again if it has changed, and all run again if a module has moved.

Python does not see the functions of compiled modules. Their tests call a function of a file that imports one of these
modules, or a compiled module that uses them. First come tests whose file is named after the module, then tests whose
text names it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from .mutants_list import Mutant, Sources
from .mutants_tree import BASE, BUILD, needs

NOT_HERE = ("browser", "docs", "memory_nightly", "soak")  # browsers, notebooks, and memory by the gigabyte
CHUNK = 40  # tests per process
LONGEST = 4.0  # expected seconds of a test before it is known; it may take several times that
LATE = -1000  # in place of an exit code: a test took too long
MOST = 1000  # tests per mutant
OPTIONS = ["-q", "--tb=no", "-o", "addopts=", "--doctest-modules", "-p", "tests.nightly.mutants_pytest",
           "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin", "--hypothesis-seed=0"]  # fmt: skip
SITE = """
import os
if "MUTANTS_TRACE" in os.environ:
    from tests.nightly import mutants_trace
    mutants_trace.start()
"""
running: set[subprocess.Popen[bytes]] = set()

Each = Callable[[Callable[[Path, Any], Any], Iterable[Any]], Iterable[Any]]  # calls with a copy and each thing


def run_tests(
    tree: Path, job: str, tests: dict[str, float], arguments: list[str]
) -> tuple[int, list[dict[str, Any]], str]:
    """Run tests in a process of their own in a copy of the tree, and end all processes that they leave behind.

    Returns:
        the exit code of pytest, or LATE; the lines of the report; the end of the output.
    """
    with tempfile.TemporaryDirectory(prefix="m", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "trace").mkdir()
        (folder / "trace" / "sitecustomize.py").write_text(SITE)
        (folder / "job.json").write_text(json.dumps({"do": job, "report": str(folder / "report"), "tests": tests}))
        path = [str(folder / "trace"), str(tree), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
        environment = os.environ | {
            "MUTANTS_JOB": str(folder / "job.json"),
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": os.pathsep.join(filter(None, path)),
            "PYTHONDONTWRITEBYTECODE": "1" if job == "run" else "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(folder / "hypothesis"),
            "OPENBLAS_NUM_THREADS": "1",
            "TMPDIR": str(folder),
        }
        command = [sys.executable, "-m", "pytest", *OPTIONS, *arguments]
        with (folder / "out").open("w") as out:
            process = subprocess.Popen(
                command,
                cwd=tree,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        running.add(process)
        try:
            code = process.wait()
        finally:
            running.discard(process)
            end_all(process.pid, str(folder))
        report = (folder / "report").read_text().splitlines() if (folder / "report").exists() else []
        late = folder / "report.late"
        code = LATE if code == -signal.SIGXCPU or (late.exists() and late.stat().st_size) else code
        return code, [json.loads(line) for line in report], (folder / "out").read_text(errors="replace")[-1000:]


def end_all(group: int, folder: str) -> None:
    """End the processes of a group, and all processes started with the folder in their environment."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or belongs to another user
            if folder.encode() in path.read_bytes():
                os.kill(int(path.parent.name), signal.SIGKILL)


# --- the functions that each test calls


def make_map(each: Each, tests: dict[str, list[str]]) -> dict[str, Any]:
    """Return the calls of each test: {"layout", "files": {file: {"digest", "tests": {id: {"seconds", "calls"}}}}}."""
    kept = BUILD / "map.json"
    layout = sorted(Sources(BASE).texts)
    found: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    if found.get("layout") != layout:
        found = {"layout": layout, "files": {}}
    chunks, files = [], {}
    for name, ids in tests.items():
        digest = hashlib.sha1((BASE / name).read_bytes()).hexdigest()
        files[name] = found["files"].get(name, {})
        if files[name].get("digest") != digest:
            files[name] = {"digest": digest, "tests": {}}
            chunks += [(name, ids[start : start + CHUNK]) for start in range(0, len(ids), CHUNK)]
    rest = Counter(name for name, _ in chunks)
    for (name, _), lines in each(calls_of, chunks):
        files[name]["tests"] |= {line["id"]: {"seconds": line["seconds"], "calls": line["calls"]} for line in lines}
        rest[name] -= 1
    found["files"] = {name: file for name, file in files.items() if not rest[name]}
    kept.write_text(json.dumps(found))
    return found


def all_tests() -> dict[str, list[str]]:
    """Return the tests of each file, without those marked `long` or `nightly`."""
    skipped = [f"--ignore=tests/test_{name}.py" for name in NOT_HERE]
    marks = ["-m", "not nightly and not long", "--continue-on-collection-errors"]
    _, lines, out = run_tests(BASE, "collect", {}, ["--collect-only", *marks, *skipped, "tests", "dlx", "sudoku"])
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line["id"].split("::")[0], []).append(line["id"])
    if not found:
        raise RuntimeError(f"no tests were found: {out}")
    return found


def calls_of(tree: Path, chunk: tuple[str, list[str]]) -> tuple[tuple[str, list[str]], list[dict[str, Any]]]:
    """Run the tests of a chunk; if one ends the process, run the rest."""
    name, ids = chunk
    found: list[dict[str, Any]] = []
    while ids:
        _, lines, _ = run_tests(tree, "map", dict.fromkeys(ids, LONGEST), ["--continue-on-collection-errors", name])
        found += [line for line in lines if "calls" in line]
        began = [line["began"] for line in lines if "began" in line]
        ids = ids[ids.index(began[-1]) + 1 :] if began else []
    return chunk, found


# --- the tests of a mutant ---


class Chooser:
    """Chooses the tests of a mutant from the map, up to a total of seconds."""

    def __init__(self, sources: Sources, mapped: dict[str, Any], seconds: float) -> None:
        self.sources, self.seconds = sources, seconds
        self.tests = {name: test for file in mapped["files"].values() for name, test in file["tests"].items()}
        self.of_function: dict[str, set[str]] = {}
        self.of_file: dict[str, set[str]] = {}
        for name, test in self.tests.items():
            for call in test["calls"]:
                self.of_function.setdefault(call, set()).add(name)
                self.of_file.setdefault(call.split("::")[0], set()).add(name)
        self.needs = needs(BASE)
        self.texts = {file: (BASE / file).read_text(encoding="utf-8") for file in mapped["files"]}

    def choose(self, path: str, mutant: Mutant) -> dict[str, float]:
        """Return the tests of a mutant in order, with the seconds of each."""
        compiled = not path.endswith(".py")
        if compiled:
            modules = self.needs[path]
            users = {user for name in modules for user in self.needs.get(str(Path(name).with_suffix(".pxd")), ())}
            names = {test for file in self.importers([*modules, *users]) for test in self.of_file.get(file, ())}
        else:
            modules = [path]
            functions = [mutant.function] if mutant.function else self.users(path, mutant.text)
            names = {test for function in functions for test in self.of_function.get(f"{path}::{function}", ())}
            names = names or self.of_file.get(path, set())
        stems = [Path(name).stem.strip("_") for name in [path, *modules]]
        names = names | {name for name in self.tests if is_about(name.split("::")[0], stems)}

        def order(name: str) -> tuple[bool, float, str]:
            return compiled and not is_about(name.split("::")[0], stems), self.cost(name, stems), name

        chosen: dict[str, float] = {}
        for name in sorted(names, key=order):
            if sum(chosen.values()) + self.tests[name]["seconds"] < self.seconds and len(chosen) < MOST:
                chosen[name] = self.tests[name]["seconds"]
        return chosen

    def users(self, path: str, line: str) -> list[str]:
        """Return the functions of a file that use a name set by a line of the module."""
        target = re.match(r"[^=(]+(?==)", line)
        names = set(re.findall(r"[A-Za-z_]\w*", target[0] if target else ""))
        places = [(function, *place) for function, all in self.sources.named.items() for place in all if function]
        text = self.sources.texts[path]
        return [
            function
            for function, file, start, end in places
            if file == path and not names.isdisjoint(re.findall(r"[A-Za-z_]\w*", text[start:end]))
        ]

    def importers(self, modules: list[str]) -> set[str]:
        stems = "|".join(re.escape(Path(name).stem) for name in modules)
        pattern = re.compile(rf"^\s*(?:from|import)\b.*\b(?:{stems})\b", re.M)
        return {path for path, text in self.sources.texts.items() if path.endswith(".py") and pattern.search(text)}

    def cost(self, name: str, stems: list[str]) -> float:
        """Return a test's seconds times its number of other calls, less if its file is about the module."""
        file = name.split("::")[0]
        named = re.search(rf"\b_?(?:{'|'.join(stems)})\b", self.texts[file])
        rank = 1 if is_about(file, stems) else 4 if named else 16
        return float(rank * self.tests[name]["seconds"] * (1 + len(self.tests[name]["calls"])))


def is_about(file: str, stems: list[str]) -> bool:
    """Return whether a test file is named after one of these modules."""
    name = Path(file).stem
    return any(stem in name.split("_") or name.endswith(stem) for stem in stems)
