# SPDX-License-Identifier: MIT
"""The stubs of the compiled modules, written from their sources: `python stubs.py`, and setup.py before each build.

    plan.pyx, plan.pxd                                          plan.pyi

    @final                                                      @final
    cdef class LayerPlan:                                       class LayerPlan:
        cdef public int32_t width                                   width: int
        cdef readonly object open  # type: NDArray[np.float64]      @property
                                                                    def open(self) -> NDArray[np.float64]: ...
        def keys(self, const int32_t[::1] order) -> list[int]:      def keys(self, order: NDArray[np.int32] | None)
                                                                        -> list[int]: ...

A number or an array of C and a compiled class have a type of Python. Everything else has an annotation in the source,
which may also replace such a type. A public name without a type ends the build.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGES = ("dlx", "sudoku")
HOMES = {  # module: its names in annotations, besides our own classes
    "array": "array",
    "collections.abc": "Callable Hashable Iterable Mapping Sequence",
    "fractions": "Fraction",
    "numpy.typing": "NDArray",
    "types": "TracebackType",
    "typing": "Any Literal Self final",
    "typing_extensions": "Buffer disjoint_base",
}
NUMBERS = {"bint": "bool", "double": "float", "int": "int"}
FLOATS = {"float": "float32", "double": "float64"}
LITERALS = {r"-?\d+": "int", r"-?\d+\.\d+": "float", r'".*"': "str", "True|False": "bool", "None": "None"}
RESULTS = {"__cinit__": "Self", "__init__": "None", "__enter__": None, "__exit__": None}  # special methods of stubs
TEXT = "\".*?\"|'.*?'"
CLASS = re.compile(r"cdef class (\w+)(?:\((\w+)\))?:")
FUNCTION = re.compile(r"(?:def|cpdef (\w+)) (\w+)\((.*)\)(?: noexcept| nogil)*(?: -> (.*))?:")
ARGUMENT = re.compile(r"(?:((?:const )?[\w.]+(?:\[[^]]*\])?) )?(\w+)( not None)?(?:: (.+?))?(?: ?= ?(.+))?")
FIELD = re.compile(r"cdef (readonly|public) ([\w.]+) ([\w, ]+?) *(?:# type: ([^#]+).*)?")


def statements(source: str) -> Iterator[tuple[int, str]]:
    """Yield the statements of a source and their indents, without docstrings and comments, but with types."""
    statement = ""
    for line in re.sub(r'"""(?:.|\n)*?"""', "", source).split("\n"):
        code = re.sub(f"({TEXT})|#(?! type:).*", r"\1", line).rstrip()
        statement = f"{statement} {code.strip()}" if statement else code
        if statement and not depth(statement):
            yield len(statement) - len(statement.lstrip()), re.sub(r"(?<=[([]) | (?=[)\]])", "", statement.strip())
            statement = ""


def depth(text: str) -> int:
    """Return the number of brackets that a text leaves open."""
    text = re.sub(TEXT, "", text)
    return len(re.findall(r"[(\[{]", text)) - len(re.findall(r"[)\]}]", text))


def arguments(text: str) -> Iterator[str]:
    """Yield the parts between the commas outside brackets.

    >>> list(arguments("self, pair: tuple[int, int], bint last=False"))
    ['self', 'pair: tuple[int, int]', 'bint last=False']
    """
    argument = ""
    for part in text.split(","):
        argument = f"{argument},{part}" if argument else part.strip()
        if argument and not depth(argument):
            yield argument
            argument = ""


def of_c(name: str, nullable: bool) -> str | None:
    """Return the type of Python for a type of C or a compiled class, None if there is none.

    >>> of_c("const int32_t[:, ::1]", False), of_c("uint64_t", True), of_c("Tables", True), of_c("list", False)
    ('NDArray[np.int32]', 'int', 'Tables | None', None)
    """
    match = re.fullmatch(r"(?:const )?(?:(\w+?)(?:_t)?(\[.*\])|(u?int\d+_t)|([A-Z]\w*|bytes|str))", name)
    if match is None or match[3]:
        return "int" if match else NUMBERS.get(name)
    note = f"NDArray[np.{FLOATS.get(match[1], match[1])}]" if match[2] else match[4]
    return f"{note} | None" if nullable else note


def shown(default: str) -> str:
    """Return a default value, three dots if it has a name."""
    return default if re.fullmatch(r"""[-\d.<> ]+|"\w*"|None|True|False|\(\)""", default) else "..."


def of_literal(text: str) -> str | None:
    """Return the type of a literal, None for any other expression."""
    return next((name for pattern, name in LITERALS.items() if re.fullmatch(pattern, text)), None)


@cache
def modules() -> dict[str, str]:
    """Return the module of each class of ours."""
    files = [path for package in PACKAGES for path in Path(package).rglob("*.py*") if path.suffix in (".py", ".pyx")]
    found = {path: re.findall(r"^(?:cdef )?class (\w+)", path.read_text(encoding="utf-8"), re.M) for path in files}
    return {name: ".".join(path.with_suffix("").parts) for path, names in found.items() for name in names}


class Stub:
    """The stub of one module."""

    def __init__(self, source: Path) -> None:
        self.source = source
        self.words = set[str]()  # of all types
        self.heads = dict[str, str]()  # class: its line
        self.bodies = defaultdict[str, list[str]](list)  # class, "" for the module: its lines
        self.kinds = dict[str, str]()  # class: "final" if nothing can extend it, "disjoint_base" if it has fields of C
        for file in (source.with_suffix(".pxd"), source):
            if file.exists():
                self.read(file.read_text(encoding="utf-8"))

    def read(self, text: str) -> None:
        """Add the declarations of a file."""
        owner, decorators = "", list[str]()
        for indent, statement in statements(text):
            if statement[0] == "@":
                decorators.append(statement.replace("cython.", ""))
                continue
            if indent == 0:
                match = CLASS.match(statement)
                owner = match[1] if match else ""
                if match:
                    base = f"({self.noted(match[2], owner)})" if match[2] else ""
                    self.heads[owner] = f"class {owner}{base}:"
                    self.kinds |= {owner: "final"} if "@final" in decorators else {}
            if owner and indent == 4 and statement.startswith("cdef "):
                self.kinds.setdefault(owner, "disjoint_base")
            if indent == (4 if owner else 0):
                self.bodies[owner] += self.declared(statement, owner, decorators)
            decorators = []

    def declared(self, statement: str, owner: str, decorators: list[str]) -> Iterator[str]:
        """Yield the lines of the stub for a statement of a class or of the module."""
        if match := FUNCTION.match(statement):
            type_of_c, name, taken, note = match.groups()
            if name in RESULTS or name[0] != "_":
                note = RESULTS.get(name) or note or of_c(type_of_c or "", False)
                taken = ", ".join(map(self.argument, arguments(taken)))
                name, taken = ("__new__", "cls" + taken[4:]) if name == "__cinit__" else (name, taken)
                yield from decorators
                yield f"def {name}({taken}) -> {self.noted(note, name)}: ..."
        elif match := FIELD.fullmatch(statement):
            for name in match[3].split(", "):
                yield from variable(name, self.noted(match[4] or of_c(match[2], False), name), match[1] == "readonly")
        elif re.match(r"[a-z]\w*(: .+?)? = " if owner else r"[A-Z]\w*(: .+?)? = ", statement):
            *names, text = statement.split(" = ")
            for name, _, note in (name.partition(": ") for name in names if name[0] != "_"):
                yield from variable(name, self.noted(note or of_literal(text), name), bool(owner))

    def argument(self, text: str) -> str:
        """Return an argument of a stub."""
        match = ARGUMENT.fullmatch(text)
        if match is None or text == "self":  # a star
            return text
        type_of_c, name, sure, note, default = match.groups()
        note = self.noted(note or of_c(type_of_c or "", not sure), name)
        return f"{name}: {note}" + (f" = {shown(default)}" if default else "")

    def noted(self, note: str | None, name: str) -> str:
        """Return a type; its words are to be imported."""
        if note is None:
            raise SystemExit(f"{self.source}: {name} lacks a type; annotate it")
        self.words.update(re.findall(r"[A-Za-z]\w*", note))
        return note.strip()

    def text(self) -> str:
        """Return the text of the stub."""
        kinds = {name: f"@{self.noted(kind, name)}\n" for name, kind in self.kinds.items()}
        homes = {word: module for module, words in HOMES.items() for word in words.split()} | modules()
        imported = sorted(self.words & homes.keys() - self.heads.keys())
        lines = ["# Written by stubs.py: edit the source of the module instead."]
        lines += ["import numpy as np"] * ("np" in self.words)
        lines += [*(f"from {homes[word]} import {word}" for word in imported), "", *self.bodies[""]]
        for name, head in self.heads.items():
            lines += ["", kinds.get(name, "") + head, *(f"    {line}" for line in self.bodies[name] or ["..."])]
        return "\n".join([*lines, ""])


def variable(name: str, note: str, readonly: bool) -> list[str]:
    """Return the lines for an attribute of a class or a constant of a module."""
    return ["@property", f"def {name}(self) -> {note}: ..."] if readonly else [f"{name}: {note}"]


def compiled() -> list[Path]:
    """Return the sources of the compiled modules."""
    return [path for package in PACKAGES for path in sorted(Path(package).rglob("*.pyx"))]


def write_stubs() -> None:
    """Write the stubs that are missing or out of date, next to the sources of their modules."""
    for source in compiled():
        text, file = Stub(source).text(), source.with_suffix(".pyi")
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_stubs()
