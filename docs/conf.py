# SPDX-License-Identifier: MIT
"""How Sphinx makes the documentation: `make docs`, with the extra `docs`.

Pages are MyST Markdown. Every {code-cell} in them is executed at each build (MyST-NB), in a process of its own for each
page, and what it prints or draws is what the reader sees; an exception in one ends the build, as does a warning. So a
page cannot show what the package does not do. Where words repeat a number that a cell prints, a hidden cell asserts it.

    *.md                       pages; one with cells begins with `file_format: mystnb`
    extensions/startup.py      what kernels do first: %%session shows a terminal
    extensions/tables.py       tables from JSON, for the pages of benchmarks and of hardening
    extensions/help_pages.py   the directive {commands}: the command lines as their own --help tells them
    extensions/public_names.py the directive `public`: the API, from __all__ and docstrings
    extensions/links.py        all links of the built pages, checked without network
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

from dlx import __version__

project = "dlx-engine"
author = "The dlx-engine developers"
copyright = "The dlx-engine developers, MIT licence"
version = release = __version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "help_pages",
    "public_names",
]
exclude_patterns = ["_build", "extensions"]

# --- pages

source_suffix = {".md": "myst-nb"}
myst_enable_extensions = ["colon_fence", "deflist", "substitution"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300  # seconds a cell: there may be others on the machine
nb_execution_show_tb = True
nb_merge_streams = True
nb_render_markdown_format = "gfm"
# Kernels inherit these: where the examples are, help texts of the same width everywhere, the commands in reach.
os.environ["DLX_ROOT"] = str(Path(__file__).parent.parent)
os.environ["COLUMNS"] = "88"
os.environ["PYTHONSTARTUP"] = str(Path(__file__).parent / "extensions" / "startup.py")
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # `dlx`, `sudoku`

# --- every reference must lead somewhere; what is not ours is not looked up, as there may be no network

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(collections|concurrent|fractions|numpy|np|os|typing)\..*"),
    ("py:.*", r"ArrayLike|Executor|Fraction|NDArray|PathLike|(Callable|tuple)\[.*"),  # the last: cut off by a parser
    ("py:.*", r"(dlx\.system\.calloff\.)?Cancel"),  # the protocol of an event
    ("py:.*", r"Bools|Cost|Drawing|Grid|House|Int32|Int64|Items|Options|Report|Said|Symmetry|Thing"),  # names of types
    ("py:.*", r"Near|Price|Slack|dlx\.matrix\.slack\.Slack|sudoku\.logic\.tables\.BoardTables"),  # not public
    ("py:.*", r"(dlx\.(engine|matrix)\..*\.)?(Assumptions|Engine|Fields|Matrix|P|Program)"),  # of the rooms
    ("py:.*", r"CellNames|DigitSets|Diagram|Implication|Kind|Pairs|Roles|SeriesStatus|DrawnShape"),  # of sudoku
    ("py:.*", r"Candidates|WordGrid|VariantPart|sudoku\.rules\.Layer"),
]

# --- the API

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_use_rtype = False
toc_object_entries_show_parents = "hide"

# --- looks

html_theme = "furo"
html_title = f"dlx-engine {version}"
html_static_path = ["static"]
html_css_files = ["pages.css"]
LIVE = Path(__file__).parent.parent / "build/live/site"  # the page without a server, if `make live` has built it
html_extra_path = [str(LIVE)] if LIVE.is_dir() else []
myst_substitutions = {
    "live": '<a href="live/index.html">Open the page</a>.'
    if html_extra_path
    else "This copy of the documentation was built without it; `make live` and then `make docs` include it."
}
html_copy_source = False
html_show_sourcelink = False
copybutton_exclude = ".linenos, .gp, .go"
