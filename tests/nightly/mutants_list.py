# SPDX-License-Identifier: MIT
"""The kept list of mutations: drawn by seed from all sites, and found again by function and text, wherever they are.

A comment behind the code of a line is not part of the text: an edit of it does not lose the mutant.

`draw` writes tests/mutants/drawn.jsonl; tests/mutants/known.jsonl has faults that we thought of by hand. A line is a
mutant; `equivalent` is the reason why no test can notice it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Set
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from .mutants_sites import Site, functions, sites

ROOT = Path(__file__).parent.parent.parent
LIST = ROOT / "tests" / "mutants"
SUFFIXES = (".py", ".pyx", ".pxd", ".h")
COMMENT = re.compile(r"[ \t]{2,}(?:#|//) [^\n]*$", re.M)  # behind code
CONTEXT = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (2, 2), (3, 3))  # lines before and after a site, until it is unique


@dataclass(frozen=True)
class Mutant:
    function: str  # with the classes around it; "" is the whole file
    text: str  # whole lines without the first indentation and comments; unique within the functions of its name
    becomes: str
    kind: str
    equivalent: str = ""  # the reason why no test can notice it

    @property
    def id(self) -> str:
        return hashlib.sha1("\0".join((self.function, self.text, self.becomes)).encode()).hexdigest()[:8]


class Sources:
    """The files of the packages, and their functions by name."""

    def __init__(self, root: Path = ROOT) -> None:
        within = [path for package in ("dlx", "sudoku") for path in (root / package).rglob("*")]
        paths = sorted(path for path in within if path.suffix in SUFFIXES)
        self.texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
        self.named: dict[str, list[tuple[str, int, int]]] = {}  # file, first and last character
        for path, text in self.texts.items():
            starts = [0]
            for line in text.splitlines(keepends=True):
                starts.append(starts[-1] + len(line))
            for function in functions(text, Path(path).suffix):
                self.named.setdefault(function.name, []).append((path, starts[function.first], starts[function.end]))

    def find(self, mutant: Mutant) -> tuple[str, int, int] | None:
        """Return the file and the place of a mutant in it; None if it has no place, or several."""
        first, *more = (re.escape(line) + rf"(?:{COMMENT.pattern[:-1]})?[ \t]*" for line in mutant.text.split("\n"))
        pattern = re.compile("\n".join([rf"^[ \t]*(?P<text>{first}", *more]) + ")$", re.M)
        found = []
        for path, start, end in self.named.get(mutant.function, []):
            text = self.texts[path][start:end]
            if mutant.text.split("\n")[0] in text:
                found += [(path, start + m.start("text"), start + m.end("text")) for m in pattern.finditer(text)]
        return found[0] if len(found) == 1 else None

    def mutated(self, mutant: Mutant) -> tuple[str, str]:
        """Return the file of a mutant that has a place, and its text with the mutation."""
        place = self.find(mutant)
        assert place is not None
        path, start, end = place
        return path, self.texts[path][:start] + mutant.becomes + self.texts[path][end:]

    def mutant(self, path: str, site: Site, becomes: str) -> Mutant | None:
        """Return the mutant of a site, with enough lines around it to be unique; None if no number is enough."""
        text = self.texts[path]
        name, start, end = "", 0, len(text)
        for other, places in self.named.items():
            for file, first, last in places:
                if file == path and first <= site.start and site.end <= last and last - first < end - start:
                    name, start, end = other, first, last
        for before, after in CONTEXT:
            first, last = text.rfind("\n", 0, site.start) + 1, line_end(text, site.end)
            for _ in range(before):
                first = text.rfind("\n", 0, max(first - 1, 0)) + 1
            for _ in range(after):
                last = line_end(text, min(last + 1, len(text)))
            if first < start or last > end:
                continue
            first += len(text[first:last]) - len(text[first:last].lstrip())
            last -= len(text[first:last]) - len(text[first:last].rstrip())
            changed = text[first : site.start] + becomes + text[site.end : last]
            mutant = Mutant(name, COMMENT.sub("", text[first:last]), COMMENT.sub("", changed), site.kind)
            if self.find(mutant):
                return mutant
        return None


def line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def read(*files: Path) -> list[Mutant]:
    texts = [path.read_text(encoding="utf-8") for path in files or sorted(LIST.glob("*.jsonl"))]
    return [Mutant(**json.loads(line)) for text in texts for line in text.splitlines()]


def write(path: Path, mutants: list[Mutant]) -> None:
    path.parent.mkdir(exist_ok=True)
    fields = [{key: value for key, value in asdict(mutant).items() if value or key == "function"} for mutant in mutants]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in fields), encoding="utf-8")


def draw(sources: Sources, kept: list[Mutant], seed: int, each: int, never: Set[str] = frozenset()) -> list[Mutant]:
    """Return the mutants of the list that still have a place, and new ones until each module has its number.

    Args:
        sources: the packages.
        kept: the list so far.
        seed: the same seed draws the same mutants from the same sources.
        each: mutants per module, if it has enough sites.
        never: mutants not to draw, because they do not compile or give the same code.
    """
    placed = [(place[0], mutant) for mutant in kept if mutant.id not in never and (place := sources.find(mutant))]
    have = Counter(path for path, _ in placed)
    ids = {mutant.id for _, mutant in placed}
    for path, text in sources.texts.items():
        random = Random(f"{seed} {Path(path).name}")
        candidates = sites(text, Path(path).suffix)
        random.shuffle(candidates)
        for site in candidates:
            becomes = random.choice(site.becomes)
            if have[path] >= each:
                break
            mutant = sources.mutant(path, site, becomes)
            if mutant and mutant.id not in ids | never:
                placed.append((path, mutant))
                ids.add(mutant.id)
                have[path] += 1
    placed.sort(key=lambda pair: (Path(pair[0]).name, pair[1].function, pair[1].text, pair[1].becomes))
    return [mutant for _, mutant in placed]
