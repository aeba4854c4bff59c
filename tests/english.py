# SPDX-License-Identifier: MIT
"""Measure the English of docstrings, comments and pages: `python -m tests.english [FILE ...]` lists what it finds.

Per sentence of five words and more:

    openings    it begins with What, Who, Where, How, Whether, Those: the subject is missing
    relatives   "what is left", "who has asked": a description where the thing could have a name
    tics        words that CaDiCaL, Knuth and regex-automata have good replacements for

test_english.py keeps the rates below CEILINGS.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
OPENING = re.compile(r"^(?:What|Who|Whose|Whoever|Whatever|Where|How|Whether|Which|Those)\b(?!.*\?$)", re.S)
RELATIVE = re.compile(
    r"\b(?:what|who|whoever|whatever) (?:is|are|was|it|they|has|have|does|comes|came|becomes|took|takes|can|cannot|"
    r"would|another|others|all|one|each|a|an|the)\b"
)
TIC = re.compile(
    r"\b(?:anew|beside|somebody|nobody|is told|stands|at the most|at the least|so many|of its own|goes on|go on|are no|"
    r"that of|those of|those that|the ones? that|is over|in the air|mend(?:ed|s)?)\b"
)
ENDS = re.compile(r"(?<=[.!?:;])\s+(?=[A-Z`*\"0-9])|\n\s*\n|\n(?=\s*(?:[-*#|>]|[A-Za-z_, ]+:\n))")
LEAST_WORDS = 5
CEILINGS = {"opening": 0.01, "relative": 0.01, "tic": 0.02}  # of all sentences: the level of CaDiCaL and regex-automata
MOST_TICS = 0.012  # a sentence of dlx, some of which have several: 0.033 in 0.2.0; lower it to the rate that is reached


class Sentence(NamedTuple):
    file: str
    line: int
    text: str

    def faults(self) -> list[str]:
        """Return the names of the rules that the sentence breaks."""
        rules = {"opening": OPENING, "relative": RELATIVE, "tic": TIC}
        return [name for name, rule in rules.items() if rule.search(self.text)]


def sentences(file: str, line: int, text: str) -> Iterator[Sentence]:
    """Split a text at full stops and blank lines; examples and tables are left out."""
    start = 0
    for match in [*ENDS.finditer(text), None]:
        end = match.start() if match else len(text)
        piece = " ".join(text[start:end].split())
        if len(re.findall(r"[A-Za-z']{2,}", piece)) >= LEAST_WORDS and not piece.startswith((">>>", "...", "|")):
            yield Sentence(file, line + text[:start].count("\n"), piece)
        start = match.end() if match else end


def of_python(text: str) -> Iterator[tuple[int, str]]:
    """Yield docstrings and runs of comments, each with its line."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (found := ast.get_docstring(node)):
            yield node.body[0].lineno, without_examples(found)
    run: list[tokenize.TokenInfo] = []  # comments below each other, the first of them perhaps behind code
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            if run and (run[-1].start != (line - 1, column) or token.line[:column].strip()):
                yield joined(run)
                run = []
            run.append(token)
    if run:
        yield joined(run)


def joined(comments: list[tokenize.TokenInfo]) -> tuple[int, str]:
    return comments[0].start[0], "\n".join(comment.string.lstrip("#").strip() for comment in comments)


def of_c(text: str) -> Iterator[tuple[int, str]]:
    """Yield the docstrings and comments of Cython and C files."""
    pattern = r'"""(.*?)"""|/\*(.*?)\*/|(?://|#(?=[ :]))[ ]*([^\n]*(?:\n[ \t]*(?://|#(?=[ :]))[^\n]*)*)'
    for match in re.finditer(pattern, text, re.S):
        found = next(group for group in match.groups() if group is not None)
        yield text.count("\n", 0, match.start()) + 1, without_examples(re.sub(r"(?m)^\s*(?://|#|\*)[ ]?", "", found))


def of_page(text: str) -> Iterator[tuple[int, str]]:
    """Yield a page with its code and tables blanked."""
    blank = re.sub(r"(?ms)^```.*?^```|^(?:    |\|).*?$|`[^`\n]*`", lambda match: re.sub(r"[^\n]", "x", match[0]), text)
    yield 1, blank


def without_examples(text: str) -> str:
    """Return a docstring whose doctests and drawings are blank lines."""
    example = r"^\s*(?:>>>|\.\.\.).*(?:\n(?!\s*\n).*)*"
    drawing = r"^ {4,}\S.*[ ]{2,}.*$"
    return re.sub(f"(?m){example}|{drawing}", lambda match: "\n" * match[0].count("\n"), text)


READERS = {".py": of_python, ".md": of_page, ".pyx": of_c, ".pxd": of_c, ".h": of_c}


def files() -> list[Path]:
    """Return the files whose English counts."""
    folders = [ROOT / name for name in ("dlx", "sudoku", "bench", "docs", "tests", "examples")]
    found = [path for folder in folders for path in folder.rglob("*") if path.suffix in READERS]
    tools = [ROOT / "setup.py", ROOT / "stubs.py"]
    return sorted([*(path for path in found if "_build" not in path.parts), *ROOT.glob("*.md"), *tools])


def read(paths: Iterable[Path]) -> Iterator[Sentence]:
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for line, block in READERS[path.suffix](text):
            yield from sentences(str(path), line, block)


def rates(found: list[Sentence]) -> dict[str, float]:
    """Return the share of sentences that break each rule."""
    broken = [name for sentence in found for name in sentence.faults()]
    return {name: broken.count(name) / max(len(found), 1) for name in CEILINGS}


def tics(found: Iterable[Sentence]) -> float:
    """Return the number of tics per sentence of the package dlx."""
    counts = [len(TIC.findall(s.text)) for s in found if Path(s.file).is_relative_to(ROOT / "dlx")]
    return sum(counts) / max(len(counts), 1)


def main() -> int:
    found = list(read([Path(name) for name in sys.argv[1:]] or files()))
    for sentence in found:
        for name in sentence.faults():
            print(f"{sentence.file}:{sentence.line}: {name}: {sentence.text[:160]}")
    print(
        f"{len(found)} sentences;", ", ".join(f"{share:.1%} {name}" for name, share in rates(found).items()), end="; "
    )
    print(f"{tics(found):.2%} tics in dlx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
