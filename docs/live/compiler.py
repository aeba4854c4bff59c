# SPDX-License-Identifier: MIT
"""emcc under the options of gcc that setuptools and meson pass: `compiler.py [c++] OPTIONS`.

A shared library becomes a side module of Pyodide, which exports the function that Python calls. 64-bit integers cross
its border whole (WASM_BIGINT), as in Pyodide. Options for the linker of Linux are left out.
"""

import os
import sys
from pathlib import Path

arguments = sys.argv[1:]
tool = "em++" if arguments[:1] == ["c++"] else "emcc"
arguments = [word for word in arguments[tool == "em++" :] if not word.startswith("-Wl,")]
here = Path(__file__).parent
options = ["-fPIC", "-D_GNU_SOURCE", "-include", f"{here}/time64.h", f"-I{here.parent.parent}/build/live/cross/include"]
if "-shared" in arguments:
    arguments.remove("-shared")
    name = Path(arguments[arguments.index("-o") + 1]).name.partition(".")[0]
    options += ["-sSIDE_MODULE=2", "-sWASM_BIGINT", f"-sEXPORTED_FUNCTIONS=_PyInit_{name}", "-O1"]
os.execvp(tool, [tool, *options, *arguments])
