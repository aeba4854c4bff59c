# SPDX-License-Identifier: MIT
"""Functions of a source file, and the sites of possible mutations in them: in Python, Cython and C.

    function   Links.start             its name, with the classes around it; "" is the whole file
    text       if level == base:       lines of it, as they are
    becomes    if level != base:       the same lines after the mutation

These three name a mutation, which has no file or line and so survives moved files. Four kinds: another comparison,
another operator, another constant, a deleted statement. We read Python by `ast`. We read Cython and C by lines and
words: comments and strings are blanked, and an operator between two values has a blank on either side.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

COMPARISONS = {"<": "<= >", "<=": "< >", ">": ">= <", ">=": "> <", "==": "!=", "!=": "==", "is": "is not",
               "is not": "is", "in": "not in", "not in": "in"}  # fmt: skip
OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "**": "*", "&": "|", "|": "&", "^": "|",
             "<<": ">>", ">>": "<<", "and": "or", "or": "and", "&&": "||", "||": "&&"}  # fmt: skip
TOKENS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
          ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",  # codespell:ignore notin
          ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
          ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
          ast.And: "and", ast.Or: "or"}  # fmt: skip


class Function(NamedTuple):
    name: str
    first: int  # its lines in the file, from 0; the end is excluded
    end: int


class Site(NamedTuple):
    kind: str
    start: int  # range of the file's characters that are replaced
    end: int
    becomes: tuple[str, ...]  # each one is a mutation


def functions(text: str, suffix: str) -> list[Function]:
    """Return the functions of a file, outer ones before inner ones; the first is the whole file."""
    lines = text.splitlines()
    found = {".py": python_functions, ".h": c_functions}.get(suffix, cython_functions)(text)
    return [Function("", 0, len(lines)), *found]


def sites(text: str, suffix: str) -> list[Site]:
    """Return the possible sites of mutations, in the order of the file."""
    found = list(python_sites(text) if suffix == ".py" else compiled_sites(text, suffix))
    return sorted(site for site in found if text[site.start : site.end] not in site.becomes)


# --- Python ---


def python_functions(text: str) -> list[Function]:
    found = []

    def visit(node: ast.AST, around: str) -> None:
        for child in ast.iter_child_nodes(node):
            name = around
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{around}.{child.name}".lstrip(".")
                if not isinstance(child, ast.ClassDef):
                    found.append(Function(name, child.lineno - 1, child.end_lineno or child.lineno))
            visit(child, name)

    visit(ast.parse(text), "")
    return found


def python_sites(text: str) -> Iterator[Site]:
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.decode()))

    def place(row: int | None, column: int | None) -> int:
        assert row is not None and column is not None
        return starts[row - 1] + len(lines[row - 1][:column].decode())

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        return place(node.lineno, node.col_offset), place(node.end_lineno, node.end_col_offset)

    def between(left: ast.expr, right: ast.expr, token: str, kind: str, others: str) -> Iterator[Site]:
        start, end = span(left)[1], span(right)[0]
        if found := re.search(re.escape(token).replace(r"\ ", r"\s+"), text[start:end]):
            choice = (others,) if others == "is not" or others == "not in" else tuple(others.split())
            yield Site(kind, start + found.start(), start + found.end(), choice)

    def of_node(node: ast.AST) -> Iterator[Site]:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=rights):
                for before, op, right in zip([left, *rights], ops, rights, strict=False):
                    token = TOKENS[type(op)]
                    yield from between(before, right, token, "comparison", COMPARISONS[token])
            case ast.BoolOp(op=op, values=values):
                for before, after in pairwise(values):
                    token = TOKENS[type(op)]
                    yield from between(before, after, token, "operator", OPERATORS[token])
            case ast.BinOp(left=left, op=op, right=right) if type(op) in TOKENS:
                token = TOKENS[type(op)]
                yield from between(left, right, token, "operator", OPERATORS[token])
            case ast.AugAssign(target=target, op=op, value=value) if type(op) in TOKENS:
                token = TOKENS[type(op)]
                yield from between(target, value, token + "=", "operator", OPERATORS[token] + "=")
            case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
                yield Site("operator", span(node)[0], span(operand)[0], ("",))
            case ast.Constant(value=bool() | int() | float() as value):
                yield Site("constant", *span(node), other_constants(value))
        if isinstance(node, ast.stmt) and worth_deleting(node):
            yield Site("statement", *span(node), ("pass",))

    def visit(node: ast.AST) -> Iterator[Site]:
        yield from of_node(node)
        for field, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                # Python knows places within an f-string only since 3.12; annotations decide nothing.
                skipped = field in ("annotation", "returns", "decorator_list") or isinstance(child, ast.JoinedStr)
                if isinstance(child, ast.AST) and not skipped and not is_for_types(child):
                    yield from visit(child)

    return visit(ast.parse(text))


def other_constants(value: bool | float) -> tuple[str, ...]:
    if isinstance(value, bool):
        return (str(not value),)
    if isinstance(value, float):
        return (repr(value * 2 if value else 1.0),)
    near = (str(value + 1), str(value - 1)) if value > 0 else (str(value + 1),)
    return near if value < 16 else (*near, str(10 * value)) if value <= 256 else (str(10 * value),)


def worth_deleting(node: ast.stmt) -> bool:
    """Return whether it is a call, a lasting change or a jump; a name without its value is an error at once."""
    match node:
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete() | ast.Return(value=None):
            return True
    return False


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")


# --- Cython and C ---

STRING = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
BLANKS = {
    ".h": re.compile(rf"/\*.*?\*/|//[^\n]*|{STRING}|^[ \t]*#(?:\\\n|[^\n])*", re.S | re.M),
    ".pyx": re.compile(rf'"""(?:\\.|.)*?"""|#[^\n]*|{STRING}', re.S),
}


def blanked(text: str, suffix: str) -> str:
    """Return the text with comments and strings blanked, each character at its place."""
    pattern = BLANKS.get(suffix, BLANKS[".pyx"])
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def cython_functions(text: str) -> list[Function]:
    lines = blanked(text, ".pyx").splitlines()
    found: list[Function] = []
    classes: list[tuple[int, str]] = []
    for row, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            continue
        classes = [(depth, name) for depth, name in classes if depth < indent]
        if of_class := re.match(r"\s*(?:cdef\s+|cpdef\s+)?class\s+(\w+)", line):
            classes.append((indent, of_class[1]))
        elif header := re.match(r"\s*(?:cdef|cpdef|def)\b[^=(]*?\b(\w+)\s*\(", line):
            body = row
            while body < len(lines) - 1 and not balanced(" ".join(lines[row : body + 1])):
                body += 1
            if lines[body].rstrip().endswith(":"):
                end = body + 1
                while end < len(lines) and (not lines[end].strip() or indent_of(lines[end]) > indent):
                    end += 1
                found.append(Function(".".join([name for _, name in classes] + [header[1]]), row, end))
    return found


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def balanced(text: str) -> bool:
    return sum(text.count(mark) for mark in "([{") == sum(text.count(mark) for mark in ")]}")


def c_functions(text: str) -> list[Function]:
    lines = blanked(text, ".h").splitlines()
    found, row = [], 0
    while row < len(lines):
        line = re.sub(r"__attribute__\(\(\w+\)\)", "", lines[row])
        header = re.match(r"(?!typedef|struct|enum|union)[A-Za-z_][\w *]*?\b(?:[A-Z_]+\((\w+)\)|(\w+))\s*\(", line)
        row += 1
        if not header:
            continue
        first, end = row - 1, row
        while end < len(lines) and not re.search(r"[{;]", "".join(lines[first:end])):
            end += 1
        if ";" in "".join(lines[first:end]).split("{")[0]:
            continue
        while end < len(lines) and not balanced("".join(lines[first:end])):
            end += 1
        found.append(Function(header[1] or header[2], first, end))
        row = end
    return found


WORDS = (  # patterns of a site, after comments and strings are blanked; group 1 is replaced
    ("comparison", re.compile(r"(?<=\s)(<=|>=|==|!=|<|>)(?=\s)")),
    ("operator", re.compile(r"(?<=\S\s)(\+|-|\*|&|\||\^|<<|>>|/|//|%|&&|\|\||and|or)(?=\s)")),
    ("change", re.compile(r"(?<=\s)(\+|-|\*|&|\||<<|>>)(?==\s)")),
    ("not", re.compile(r"(?<![\w)!])(!)(?=[\w(])|\b(not )(?!in\b|None\b)")),
    ("constant", re.compile(r"(?<![\w.\[])(\d+\.\d+|[1-9]\d*|0|True|False)(?![\w.])")),
)
C_STATEMENT = re.compile(
    r"\s*((?:[\w\->.\[\]*()]+(?: [-+*/|&^] [\w\->.]+\]+)? (?:[-+*/&|^]|<<|>>)?= [^;]+|[\w()]+\([^;]*\)|"
    r"\*?[\w\->.\[\]]+(?:\+\+|--)|break|continue|goto \w+);)\s*$"
)
CYTHON_STATEMENT = re.compile(
    r"\s*([\w.\[\]]+\([^=]*\)|[\w.]+(?:\.\w+|\[.*\]) = .+|[\w.\[\] +-]+ (?:[-+*/&|^]|<<|>>)= .+|"
    r"break|continue|return|raise .+)\s*$"
)


def compiled_sites(text: str, suffix: str) -> Iterator[Site]:
    """Yield the sites within functions; code outside of them is declarations."""
    blank = blanked(text, suffix)
    lines = blank.splitlines(keepends=True)
    for function in functions(text, suffix)[1:]:
        start = sum(map(len, lines[: function.first]))
        body = "".join(lines[function.first : function.end])
        within = body.index("{") + 1 if suffix == ".h" else header_end(body)
        yield from word_sites(body, start, within)
        yield from statement_sites(lines, function, suffix, start + within)


def header_end(body: str) -> int:
    end = body.index("\n") + 1
    while end < len(body) and not (balanced(body[:end]) and body[:end].rstrip().endswith(":")):
        end = body.find("\n", end) + 1 or len(body)
    return end


def word_sites(body: str, start: int, within: int) -> Iterator[Site]:
    for kind, pattern in WORDS:
        for found in pattern.finditer(body, within):
            word = found[1] or found[2]
            if kind == "constant":
                others = other_constants(ast.literal_eval(word))
            elif kind == "not":
                others = ("",)
            else:
                others = tuple((COMPARISONS if kind == "comparison" else OPERATORS)[word].split())
            place = start + found.start(found.lastindex or 1)
            yield Site({"change": "operator", "not": "operator"}.get(kind, kind), place, place + len(word), others)


def statement_sites(lines: list[str], function: Function, suffix: str, within: int) -> Iterator[Site]:
    place = sum(map(len, lines[: function.first]))
    for row in range(function.first, function.end):
        line = lines[row]
        if place >= within and (found := (C_STATEMENT if suffix == ".h" else CYTHON_STATEMENT).match(line)):
            alone = balanced(line) and (suffix == ".h" or not lines[row - 1].rstrip().endswith((",", "(", "\\")))
            if alone and not re.match(r"\s*(const|int|return|cdef|if|elif|while|for|else|print)\b", line):
                nothing = ";" if suffix == ".h" else "pass"
                yield Site("statement", place + found.start(1), place + found.end(1), (nothing,))
        place += len(line)
