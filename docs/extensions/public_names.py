# SPDX-License-Identifier: MIT
"""The directive `public`: autodoc for all names that a package says are public.

    .. public:: dlx
       :first: Problem Search
    .. public:: sudoku.variants
       :fields:

is an `autoclass` or `autofunction` for each name in `dlx.__all__`, those named first and then the others in its order:
a name that is added there is on the page. With ``fields``, a dataclass shows its fields alone: the attributes that make
a class a rule are for those who write one. Our packages import these names when they are first used, and `automodule`
does not see them before that. Two hooks mend what autodoc and Napoleon make of our docstrings and annotations.
"""

from __future__ import annotations

import ast
import inspect
import pydoc
import re
import sys
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any, ClassVar

from docutils import nodes
from docutils.nodes import Element
from docutils.parsers.rst import Directive, directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

INHERITED = "   :inherited-members: object, int, tuple, Sequence, Enum, IntEnum, Generic"
SPECIAL = "   :special-members: __getitem__, __iter__, __len__, __contains__"


class Public(Directive):
    required_arguments = 1
    option_spec: ClassVar = {"first": str.split, "fields": directives.flag}

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        package = import_module(name)
        lines = StringList()
        for public in dict.fromkeys([*self.options.get("first", []), *package.__all__]):
            for line in directive(f"{name}.{public}", getattr(package, public), "fields" in self.options):
                lines.append(line, f"<__all__ of {name}>")
        made = nodes.Element()
        self.state.nested_parse(lines, 0, made)
        return made.children


def directive(path: str, value: object, fields_alone: bool = False) -> list[str]:
    """The lines that document a value; none for what is no class and no function."""
    if not inspect.isclass(value):
        return [f".. autofunction:: {path}", ""] if inspect.isroutine(value) else []
    lines = [f".. autoclass:: {path}", "   :members:", "   :undoc-members:", INHERITED, SPECIAL, ""]
    if fields_alone and is_dataclass(value):
        names = ", ".join(field.name for field in fields(value))
        lines[1:5] = [f"   :members: {names}", "   :undoc-members:"] if names else []
    return lines


def tell_fields(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """A field's comment in the source is its text: ``nodes: int  # partial solutions visited``."""
    if what == "attribute" and not any(lines):
        owner, _, field = name.rpartition(".")
        match = re.search(rf"^    {field}: [^#\n]*  # (.*)$", source(owner), re.MULTILINE)
        lines[:] = [match[1]] if match else []
    if what in ("attribute", "property"):  # "By cell: its houses." would be a type and a text to Napoleon
        lines[:0] = ["..", ""]


@cache
def source(path: str) -> str:
    """The source of a class and of those that it inherits from; nothing for what has none in Python."""
    try:
        owner = pydoc.locate(path)
        return "".join(map(written, inspect.getmro(owner)[:-1])) if inspect.isclass(owner) else ""
    except (OSError, TypeError):  # compiled, or built in
        return ""


def written(owner: type) -> str:
    """Return the source of a class, even if its module is a public path (sudoku/board/public.py) and not its file."""
    for module in [module for module in sys.modules.values() if getattr(module, "__test__", None)]:
        if module.__test__.get(owner.__name__) is owner:
            text = inspect.getsource(module)
            found = (node for node in ast.parse(text).body if getattr(node, "name", "") == owner.__name__)
            return ast.get_source_segment(text, next(found)) or ""
    return inspect.getsource(owner)


def find_short(app: Sphinx, env: BuildEnvironment, node: Element, text: nodes.Node) -> nodes.Node | None:
    """Annotations imported for type checkers alone are names without a module: link them if one class has it."""
    domain, short = env.domains.python_domain, node.get("reftarget", "")
    if node.get("refdomain") != "py" or not short:
        return None
    found = {path: entry for path, entry in domain.objects.items() if path.endswith(f".{short}") and not entry.aliased}
    if len(found) != 1:
        return None
    ((path, entry),) = found.items()
    return make_refnode(app.builder, node["refdoc"], entry.docname, entry.node_id, [text], path)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("public", Public)
    app.connect("autodoc-process-docstring", tell_fields, priority=100)  # before Napoleon
    app.connect("missing-reference", find_short)
    return {"parallel_read_safe": True}
