# SPDX-License-Identifier: MIT
"""One word, one meaning: a class has a name of its own in the whole project, a constant one in its package."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.test_rooms import LAYERS, sources

CLASS = re.compile(r"^(?:cdef )?class (\w+)", re.MULTILINE)  # of Cython
TYPE = re.compile(r"[A-Z]\w*[a-z]\w*")
CONSTANT = re.compile(r"[A-Z][A-Z0-9_]*")
SHARED = {  # constants of several modules, with the reason
    "WORK_PER_CHECK": "the work of a kernel between two checks of the clock, in the units of that kernel",
    "EPILOG": "the text after the options of a command; each command has a module",
}


def assigned(tree: ast.Module) -> Iterator[str]:
    """Yield the names that the statements of a module assign."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            elements = target.elts if isinstance(target, ast.Tuple) else [target]
            yield from (name.id for name in elements if isinstance(name, ast.Name))


def types(text: str, python: bool) -> set[str]:
    """Return the names of the classes and type aliases in a file."""
    if not python:
        return set(CLASS.findall(text))
    tree = ast.parse(text)
    classes = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    return classes | {name for name in assigned(tree) if TYPE.fullmatch(name)}


def constants(text: str) -> set[str]:
    """Return the upper-case names in a file of Python."""
    return {name for name in assigned(ast.parse(text)) if CONSTANT.fullmatch(name)}


def repeated(names: dict[str, set[str]]) -> dict[str, list[str]]:
    """Return the names that several files define, each with its files."""
    files = defaultdict(list)
    for path, found in names.items():
        for name in found:
            files[name].append(path)
    return {name: paths for name, paths in files.items() if len(paths) > 1}


@pytest.mark.reads("dlx", "sudoku")
def test_a_class_has_a_name_of_its_own():
    files = {path: text for package in LAYERS for path, text in sources(package).items()}
    compiled = {path: types(text, False) for path, text in files.items() if path.endswith(".pyx")}
    assert repeated(compiled | {path: types(text, True) for path, text in files.items() if path.endswith(".py")}) == {}


@pytest.mark.reads("dlx", "sudoku")
@pytest.mark.parametrize("package", LAYERS)
def test_a_constant_has_a_name_of_its_own(package):
    found = {path: constants(text) for path, text in sources(package).items() if path.endswith(".py")}
    assert set(repeated(found)) <= set(SHARED), repeated(found)


def test_a_repeated_name_is_found():
    text = "GAP, Side = 1.0, int\nLIMIT: int = 2\n\n\nclass Box:\n    WIDTH = 3\n    class Lid: ...\n"
    assert constants(text) == {"GAP", "LIMIT"}
    assert types(text, True) == {"Side", "Box", "Lid"}
    assert types("cdef class Box:\n    pass\nclass Lid(Box):\n    pass\n", False) == {"Box", "Lid"}
    assert repeated({"a.py": {"GAP", "LIMIT"}, "b.py": {"GAP"}}) == {"GAP": ["a.py", "b.py"]}
