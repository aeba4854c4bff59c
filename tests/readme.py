# SPDX-License-Identifier: MIT
"""Run every example of the README in the folder of the checkout by its .venv, as a reader does.

    .venv/bin/python -m tests.readme

    ```python with >>>       one session from top to bottom, whose output is compared
    ```python without >>>    a program of its own; its output is compared with the comments behind its print()
    a line indented by four  a command of the shell; it ends with 0, or with the exit code in its comment

We skip only lines that install something: they made the folder (.ci/run). Any other indented or fenced text is an
error, and so is a kind of example without an instance.
"""

import doctest
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"^```(?P<kind>.*)\n(?P<code>[\s\S]*?)^```$|^ {4}(?P<line>\S.*)$", re.MULTILINE)
SHOWN = re.compile(r"^print\(.*  # (.*)$", re.MULTILINE)
ENDS = re.compile(r"  # .*exit code (\d+)")
INSTALL = re.compile(r"\bpip install\b")
KINDS = {"session", "program", "command", "install"}


def examples(text: str) -> Iterator[tuple[str, int, str]]:
    """Yield the examples of a text: (kind, number of the first line, code)."""
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        if block["line"]:
            yield "install" if INSTALL.search(block["line"]) else "command", line, block["line"]
        elif block["kind"] == "python":
            yield "session" if ">>> " in block["code"] else "program", line + 1, block["code"]
        else:
            raise ValueError(f"README.md:{line}: a block that is no Python: {block['kind']!r}")


def session(text: str) -> int:
    """Run all sessions of a text as one; return how many of its examples fail."""
    code = "\n".join(code for kind, _, code in examples(text) if kind == "session")
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", None, None)
    return doctest.DocTestRunner().run(test).failed


def program(code: str) -> bool:
    """Run a program; return whether it prints the output in its comments."""
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    return done.returncode == 0 and done.stdout.splitlines() == SHOWN.findall(code)


def command(line: str) -> bool:
    """Run a line of the shell; return whether it ends with the expected exit code."""
    end = ENDS.search(line)
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", line], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return done.returncode == (int(end[1]) if end else 0)


def main() -> int:
    text = README.read_text()
    found = list(examples(text))
    faults = [f"README.md: {failed} examples of the sessions fail"] if (failed := session(text)) else []
    for kind, line, code in found:
        if (kind == "program" and not program(code)) or (kind == "command" and not command(code)):
            faults.append(f"README.md:{line}: this {kind} does not do what it should:\n{code}")
    counts = Counter(kind for kind, _, _ in found)
    faults += [f"README.md: no example of this kind: {kind}" for kind in KINDS - {*counts}]
    print(*faults, "README.md: " + ", ".join(f"{n} x {kind}" for kind, n in sorted(counts.items())), sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
