# SPDX-License-Identifier: MIT
"""The pages in docs/how-to that do a whole job, run from top to bottom in an empty folder, as their readers do.

    ```{code-cell} python3       Python, in one namespace a page; hidden cells assert what the page says
    %%writefile NAME             a file
    %%session                    commands; each must end with 0, or say `; true`; `screen` holds their output

`make docs` runs the same cells to show their output, but needs the packages that build the pages.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE

PAGES = Path(__file__).parent.parent / "docs" / "how-to"
CELL = re.compile(r"^```\{code-cell\} python3\n((?::[^\n]*\n|\n)*)(.*?)^```$", re.MULTILINE | re.DOTALL)
JOBS = {  # page: packages that it needs
    "newspaper": ("PIL",),
    "setting": ("PIL",),
    "booklet": (),
    "ten-million": ("pyarrow",),
    "embedding": ("flask", "jsonschema"),
}


def session(commands):
    """Run commands as docs/extensions/startup.py does; return the screen."""
    shown = []
    for command in filter(str.strip, commands.splitlines()):
        words = ["bash", "-o", "pipefail", "-c", command]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
        done = subprocess.run(words, **streams, text=True, check=False, timeout=PATIENCE)
        shown.append(f"$ {command.removesuffix('; true')}\n{done.stdout}")
        assert done.returncode == 0 or command.endswith("; true"), shown[-1]
    return "\n".join(shown)


def run(page, folder):
    """Run the cells of a page, and return their number."""
    names = {"__name__": "__main__"}
    cells = CELL.findall((PAGES / f"{page}.md").read_text(encoding="utf-8"))
    for tags, code in cells:
        if "skip-execution" in tags:
            continue
        first, _, rest = code.partition("\n")
        if first.startswith("%%writefile"):
            (folder / first.split()[1]).write_text(rest, encoding="utf-8")
        elif first == "%%session":
            names["screen"] = session(rest)
        else:
            try:
                exec(compile(code, f"{page}.md", "exec", dont_inherit=True), names)
            except AssertionError as fault:
                raise AssertionError(f"{code}\n{names.get('screen')}") from fault
    return len(cells)


@pytest.mark.parametrize("page", JOBS)
def test_the_job_is_done(page, tmp_path, monkeypatch):
    for package in JOBS[page]:
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DLX_ROOT", str(PAGES.parent.parent))
    monkeypatch.setenv("JOB_FOLDER", str(tmp_path))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    assert run(page, tmp_path) > 5
