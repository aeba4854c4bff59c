# SPDX-License-Identifier: MIT
"""The directive {commands}: a command line as it tells of itself.

    ```{commands} dlx.terminal.cli
    ```

gives what `dlx --help` prints and then a section for each of the module's COMMANDS, with what `dlx COMMAND --help`
prints: run at each build, so that a new command or option is on the page without anybody thinking of it. (A reader of
parsers such as sphinx-argparse-cli would run the lines of our examples together.)
"""

from __future__ import annotations

from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from types import ModuleType
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx


def printed(module: ModuleType, *words: str) -> str:
    """What a command line prints."""
    stream = StringIO()
    with redirect_stdout(stream), suppress(SystemExit):
        module.main([*words])
    return stream.getvalue()


class Commands(Directive):
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        module = import_module(self.arguments[0])
        name = module.__name__.partition(".")[0]
        return [_block(printed(module, "--help")), *(self.section(module, name, word) for word in module.COMMANDS)]

    def section(self, module: ModuleType, name: str, word: str) -> nodes.section:
        title = f"{name} {word}"
        made = nodes.section(ids=[nodes.make_id(title)], names=[nodes.fully_normalize_name(title)])
        made += nodes.title(title, "", nodes.literal(title, title))
        made += _block(printed(module, word, "--help"))
        self.state.document.note_explicit_target(made)
        return made


def _block(text: str) -> nodes.literal_block:
    if not text.startswith("usage: "):
        raise ValueError(f"this is no help: {text[:40]!r}")
    return nodes.literal_block(text, text, language="text", classes=["help"])


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
