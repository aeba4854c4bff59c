# SPDX-License-Identifier: MIT
"""Mutation testing: small faults put into the packages, one at a time, to see that a test notices each of them.

    python -m tests.nightly.mutants draw                        bring the kept list up to date with the packages
    python -m tests.nightly.mutants run --jobs 16               run the list; started again, it continues
    python -m tests.nightly.mutants run --again survived        run the survivors again, with today's tests
    python -m tests.nightly.mutants report                      tests/nightly/results/mutants.json, and the survivors

The list is tests/mutants/*.jsonl. The outcome of a mutant is a line of build/mutants/results.jsonl (`--results FILE`):

    killed      a test fails, or the process ends; `by` is the test
    timeout     a test takes five times as long as without the mutation, and more: killed too
    survived    no test notices it
    uncalled    no test calls the function; counted as survived
    same        the compiler makes the same code of it: not a mutant
    invalid     it does not compile: not a mutant

Where that file is missing, as in a new clone, `--again survived` begins with the record. It runs the survivors and the
mutants drawn since, and carries over the number of the killed.

Why not a tool: mutmut 3 runs our tests, but it names a mutant by its module and a number, which no edit survives, takes
all sites of a module, and supports neither Cython nor C. So one list and one program serve the three languages.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from . import mutants_tests, mutants_tree
from . import record as records
from .mutants_list import LIST, ROOT, Mutant, Sources, draw, read, write
from .mutants_tests import LATE, Chooser, make_map, run_tests
from .mutants_tree import BASE, BUILD, SUFFIX, DoesNotCompile

KILLED, SURVIVED = ("killed", "timeout"), ("survived", "uncalled")
DRAWN = LIST / "drawn.jsonl"
SEED, EACH = 1, 10  # of the draw; mutants per module
WANTED = 0.95  # share of the mutants killed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly.mutants", description=str(__doc__).splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="keep the mutants that have a place, and draw new ones")
    going = commands.add_parser("run", help="run the tests of each mutant that has no result yet")
    going.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at once")
    going.add_argument("--seconds", type=float, help="stop after so many, what is built and mapped included")
    going.add_argument("--most", type=float, default=60, help="seconds of the tests of a mutant")
    going.add_argument("--again", choices=[*SURVIVED, *KILLED], action="append", default=[], help="run these again")
    going.add_argument("--only", default="", help="mutants of files whose path has this in it")
    reporting = commands.add_parser("report", help="write the record and print the survivors")
    for command in (drawing, going, reporting):
        command.add_argument("--results", type=Path, default=BUILD / "results.jsonl")
    options = parser.parse_args(arguments)
    return {"draw": draw_list, "run": run, "report": report}[options.command](options)


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def results(file: Path) -> dict[str, dict[str, Any]]:
    """Return the newest result of each mutant."""
    return {line["id"]: line for line in lines_of(file) if "id" in line}


def carry(file: Path) -> None:
    """Write the results of the record: a line for each survivor, and one that counts the killed."""
    about, sources = records.read(records.RESULTS / "mutants.json"), Sources()
    placed = {described(mutant, place[0]): (mutant, place[0]) for mutant in read() if (place := sources.find(mutant))}
    carried = {status: about["outcomes"].get(status, 0) for status in KILLED}
    with file.open("w", encoding="utf-8") as stream:
        for line in about["made"]:
            add(stream, line)
        head = {"carried": carried, "commit": about["commit"], "seconds": about["seconds"]}
        add(stream, head | {"listed": sorted(listed_with_the_record())})
        for mutant, path in (placed[text] for text in about["found"] if text in placed):
            survivor = {"id": mutant.id, "file": path, "function": mutant.function, "status": "survived", "seconds": 0}
            add(stream, survivor)


def listed_with_the_record() -> set[str]:
    """Return the mutants on the list when git last saw a new record; we do not know which of them were killed.

    Without git, these are all mutants.
    """
    last = git("log", "-1", "--format=%H", "--", str(records.RESULTS / "mutants.json")).strip()
    if not last:
        return {mutant.id for mutant in read()}
    texts = [git("show", f"{last}:{path.relative_to(ROOT).as_posix()}") for path in sorted(LIST.glob("*.jsonl"))]
    return {Mutant(**json.loads(line)).id for text in texts for line in text.splitlines()}


def git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=False, capture_output=True, text=True).stdout


def described(mutant: Mutant, path: str) -> str:
    return f"{path} {mutant.function or 'module'}: {mutant.text!r} became {mutant.becomes!r}"


def draw_list(options: argparse.Namespace) -> int:
    sources = Sources()
    known = read(*(path for path in LIST.glob("*.jsonl") if path != DRAWN))
    by_hand = {mutant.id for mutant in known}
    kept = [mutant for mutant in read() if mutant.id not in by_hand]
    never = {name for name, line in results(options.results).items() if line["status"] in ("same", "invalid")}
    mutants = draw(sources, kept, SEED, EACH, never | by_hand)
    write(DRAWN, mutants)
    print(f"{len(mutants)} mutants: {len(set(mutants) - set(kept))} new, {len(set(kept) - set(mutants))} gone")
    lost = [f"{mutant.kind}: {mutant.function}: {mutant.text!r}" for mutant in known if not sources.find(mutant)]
    print(*(f"no place, to be corrected by hand: {line}" for line in lost), sep="\n")
    return int(bool(lost))


# --- run ---


def run(options: argparse.Namespace) -> int:
    began = time.monotonic()
    mutants_tree.build_base(options.jobs)
    tests = mutants_tests.all_tests()  # compiles the test files, so it comes before the copies
    say(began, f"built; {sum(map(len, tests.values()))} tests")
    with Copies(options.jobs, options.seconds and began + options.seconds) as copies:
        mapped = make_map(copies.each, tests)
        sources = Sources(BASE)
        chooser = Chooser(sources, mapped, options.most)
        say(began, f"{len(chooser.tests)} of them pass")
        todo = waiting(options, sources)
        count: Counter[str] = Counter()
        with options.results.open("a", encoding="utf-8") as file:
            if not copies.stopped:
                add(file, {"command": records.command(), "machine": records.machine(), "commit": records.commit()})
            for line in copies.each(lambda tree, mutant: outcome(tree, mutant, sources, chooser), todo):
                add(file, line)
                count[line["status"]] += 1
                print(f"{line['status']:9} {line['file']} {line['function']}  {line.get('by', '')}", flush=True)
    say(began, f"{sum(count.values())} of {len(todo)}: {dict(count)}")
    return 0 if sum(count.values()) == len(todo) else 3


def say(began: float, text: str) -> None:
    print(f"{time.monotonic() - began:.0f} s: {text}", flush=True)


def add(file: Any, line: dict[str, Any]) -> None:
    file.write(json.dumps(line, ensure_ascii=False) + "\n")
    file.flush()


def waiting(options: argparse.Namespace, sources: Sources) -> list[Mutant]:
    """Return the mutants to run: first the mutants to run again, then one of each file, a second one, and so on.

    A run that is cut short has thus seen all files. Within a file, mutants from known.jsonl come first.
    """
    options.results.parent.mkdir(parents=True, exist_ok=True)
    if "survived" in options.again and not options.results.exists():
        carry(options.results)
    before = results(options.results)
    done = {name for name, line in before.items() if line["status"] not in options.again}
    by_hand = (path for path in LIST.glob("*.jsonl") if path != DRAWN)
    todo = [mutant for mutant in read(*by_hand, DRAWN) if mutant.id not in done and not mutant.equivalent]
    places = {mutant: place[0] for mutant in todo if (place := sources.find(mutant))}
    turns: Counter[str] = Counter()
    turn: dict[Mutant, int] = {}
    for mutant, file in places.items():
        turn[mutant] = turns[file]
        turns[file] += 1
    listed = {name for line in lines_of(options.results) for name in line.get("listed", [])}  # maybe among the killed
    chosen = (m for m in places if options.only in places[m] and (m.id in before or m.id not in listed))
    return sorted(chosen, key=lambda mutant: (mutant.id not in before, turn[mutant]))


class Copies:
    """Copies of the tree and one thread for each, which work until a moment of the monotonic clock."""

    def __init__(self, jobs: int, until: float | None) -> None:
        self.until = until
        self.stopped = False
        self.free: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            self.free.put(mutants_tree.copy(number))
        self.pool = ThreadPoolExecutor(jobs)
        self.futures: list[Future[Any]] = []

    def __enter__(self) -> Copies:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
        while not all(future.done() for future in self.futures):
            for process in list(mutants_tests.running):
                process.kill()
            time.sleep(0.1)

    def each(self, function: Callable[[Path, Any], Any], things: Iterable[Any]) -> Iterator[Any]:
        """Yield the function's answers for a copy and each thing, as they arrive; none after the moment."""

        def call(thing: Any) -> Any:
            tree = self.free.get()
            try:
                return function(tree, thing)
            finally:
                self.free.put(tree)

        if self.stopped:
            return
        self.futures = [self.pool.submit(call, thing) for thing in things]
        rest = None if self.until is None else max(self.until - time.monotonic(), 0)
        try:
            for future in as_completed(self.futures, rest):
                yield future.result()
        except TimeoutError:
            self.stopped = True


def outcome(tree: Path, mutant: Mutant, sources: Sources, chooser: Chooser) -> dict[str, Any]:
    """Return the outcome of a mutant in a copy of the tree; the copy is restored."""
    began = time.monotonic()
    path, text = sources.mutated(mutant)
    modules = chooser.needs.get(path, [])
    made = [str(Path(name).with_suffix(suffix)) for name in modules for suffix in (".c", SUFFIX)]
    try:
        mutants_tree.replace(tree, path, text)
        found = compiled(tree, path, modules) or tested(tree, chooser.choose(path, mutant))
    finally:
        mutants_tree.restore(tree, [path, *made])
    line = {"id": mutant.id, "file": path, "function": mutant.function, **found}
    return line | {"seconds": round(time.monotonic() - began, 1)}


def compiled(tree: Path, path: str, modules: list[str]) -> dict[str, Any]:
    """Compile the modules made from a file; return the outcome if that ends it."""
    try:
        for name in modules:
            mutants_tree.compile_module(tree, name, to_c=not path.endswith(".h"))
    except DoesNotCompile as error:
        return {"status": "invalid", "why": str(error)}
    made = [Path(name).with_suffix(SUFFIX) for name in modules]
    if modules and all((tree / name).read_bytes() == (BASE / name).read_bytes() for name in made):
        return {"status": "same"}
    return {}


def tested(tree: Path, tests: dict[str, float]) -> dict[str, Any]:
    if not tests:
        return {"status": "uncalled"}
    files = list(dict.fromkeys(name.split("::")[0] for name in tests))
    code, lines, out = run_tests(tree, "run", tests, ["-x", *files])
    if code == 0:
        return {"status": "survived", "tests": len(tests)}
    if failed := [line["failed"] for line in lines if "failed" in line]:
        return {"status": "killed", "by": failed[0]}
    if code == LATE:
        return {"status": "timeout"}
    return {"status": "killed", "by": f"exit code {code}", "why": out[-300:]}


# --- report ---


def report(options: argparse.Namespace) -> int:
    """Write the record of the mutants on the list, and print the survivors; exit code 1 if there are too many."""
    sources, found = Sources(), results(options.results)
    count: Counter[str] = Counter()
    survivors = []
    for mutant in read():
        place, line = sources.find(mutant), found.get(mutant.id)
        status = "equivalent" if mutant.equivalent else "gone" if not place else line["status"] if line else "not run"
        count[status] += 1
        if place and status in SURVIVED:
            survivors.append(described(mutant, place[0]))
    carried = [line for line in lines_of(options.results) if "carried" in line]
    for line in carried:  # these have results, but no names
        count.update(line["carried"])
        count["not run"] -= sum(line["carried"].values())
    killed = sum(count[status] for status in KILLED)
    share = killed / max(killed + len(survivors), 1)
    records.record(
        "mutants",
        what="small faults put into the packages, one at a time, are noticed by a test",
        runs=killed + len(survivors),
        found=survivors,
        seconds=sum(line["seconds"] for line in [*carried, *found.values()]),
        limits={"seed": SEED, "each": EACH, "wanted": WANTED},
        killed=round(share, 4),
        outcomes=dict(count),
        carried=[{**line["carried"], "commit": line["commit"]} for line in carried],
        made=[line for line in lines_of(options.results) if "machine" in line],
    )
    print(*survivors, f"{share:.1%} of {killed + len(survivors)} killed; {dict(count)}", sep="\n")
    return int(share < WANTED or bool(count["not run"]))


if __name__ == "__main__":
    sys.exit(main())
