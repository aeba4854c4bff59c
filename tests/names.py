# SPDX-License-Identifier: MIT
"""Measure the names of arguments and locals: `python -m tests.names [FILE ...]` lists the pronouns among them.

A name is a noun that says what the thing is (``component``, ``solutions``). WORDS are pronouns, and participles that
say how the thing came about (``found``). We count their share of the different names of each function, without
``self`` and ``cls``. Well-kept packages have 0.0 to 0.9 %.

test_names.py keeps the shares below CEILINGS.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
WORDS = frozenset(
    [
        "found",
        "one",
        "own",
        "some",
        "rest",
        "left",
        "other",
        "others",
        "known",
        "both",
        "such",
        "most",
        "few",
        "more",
        "many",
        "each",
        "same",
    ]
)
SELF = frozenset(("self", "cls"))
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
TARGET = 0.01  # of Python and of Cython
CEILINGS = {"Python": 0.01, "Cython": 0.005}  # reached so far: lower them whenever a rewritten file lands

# Cython: the head of a function with its indentation, a declaration, and the targets of a statement.
HEAD = re.compile(r"^([ \t]*)(?:def|cp?def(?! (?:class|struct|enum|extern|packed)\b)[^\n(=:]*?)\s+(\w+)\(", re.M)
DECLARATION = re.compile(r"^[ \t]*cdef\s+(?!class|struct|enum|extern|packed)([^\n#]+)", re.M)
TARGETS = re.compile(r"^[ \t]*(?:for\s+)?(\w+(?:\s*,\s*\w+)*)\s*(?:=(?!=)|in\b)", re.M)


class Names(NamedTuple):
    """The names of the arguments and locals of a function, without those of functions within it."""

    file: str
    line: int
    function: str
    names: frozenset[str]

    @property
    def faults(self) -> list[str]:
        return sorted(self.names & WORDS)


def of_python(text: str, file: str = "") -> Iterator[Names]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, FUNCTION):
            arguments = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
            body = node.body if isinstance(node.body, list) else [node.body]
            names = arguments.union(*map(stored, body)) - SELF
            yield Names(file, node.lineno, getattr(node, "name", "lambda"), frozenset(names))


def stored(node: ast.AST) -> set[str]:
    """Return the names that a statement stores, without the functions and classes within it."""
    if isinstance(node, FUNCTION | ast.ClassDef):
        return set()
    names = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()
    if isinstance(node, ast.ExceptHandler) and node.name is not None:
        names.add(node.name)
    return names.union(*map(stored, ast.iter_child_nodes(node)))


def of_cython(text: str, file: str = "") -> Iterator[Names]:
    text = re.sub(r'"""(.*?)"""', lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.S)
    for head in HEAD.finditer(text):
        end = closing(text, head.end())
        inside = re.compile(rf"[^\n]*\n(?:[ \t]*\n|[ \t]*#[^\n]*\n|{head[1]}[ \t]+[^\n]*(?:\n|$))*").match(text, end)
        lines = inside[0] if inside else ""
        names = set(declared(text[head.end() : end - 1]))
        for declaration in DECLARATION.findall(lines):
            names.update(declared(declaration))
        for targets in TARGETS.findall(lines):
            names.update(re.findall(r"\w+", targets))
        yield Names(file, text.count("\n", 0, head.start()) + 1, head[2], frozenset(names - SELF))


def closing(text: str, place: int) -> int:
    """Return the place after the parenthesis that closes the one before this place."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        place += 1
    return place


def declared(text: str) -> Iterator[str]:
    """Yield the names in a list of arguments or declarations, each the last word before its default."""
    for piece in re.sub(r"\[[^\]]*\]|\([^()]*\)", "", text).split(","):
        words = re.findall(r"\w+", re.sub(r"\bnot None\b|\bor None\b", "", piece.split("=")[0]))
        if words:
            yield words[-1]


READERS = {".py": of_python, ".pyx": of_cython, ".pxd": of_cython}


def files() -> list[Path]:
    return sorted(path for path in (ROOT / "dlx").rglob("*") if path.suffix in READERS)


def read(paths: Iterable[Path]) -> Iterator[Names]:
    for path in paths:
        yield from READERS[path.suffix](path.read_text(encoding="utf-8"), str(path))


def shares(functions: Iterable[Names]) -> dict[str, float]:
    """Return the share of the names that are WORDS, of Python and of Cython."""
    counts = {kind: [0, 0] for kind in CEILINGS}
    for function in functions:
        count = counts["Python" if function.file.endswith(".py") else "Cython"]
        count[0] += len(function.faults)
        count[1] += len(function.names)
    return {kind: faults / max(names, 1) for kind, (faults, names) in counts.items()}


def main() -> int:
    functions = list(read([Path(name) for name in sys.argv[1:]] or files()))
    for function in functions:
        if function.faults:
            print(f"{function.file}:{function.line}: {function.function}: {', '.join(function.faults)}")
    print(", ".join(f"{share:.2%} of {kind}" for kind, share in shares(functions).items()), f"(target {TARGET:.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
