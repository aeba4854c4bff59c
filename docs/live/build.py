# SPDX-License-Identifier: MIT
"""Build the page without a server: `make live`, in build/live/site/live, a folder for any host of static files.

    npm      ->  pyodide/               Python for the browser, as it is released
    PyPI     ->  numpy/                 numpy, compiled here
    git      ->  ours/                  dlx and sudoku, compiled here                all in build/live
    page     ->  site/live/             index.html and static/ of `sudoku serve`, our scripts, and engine/

Pyodide is CPython, compiled with Emscripten. A compiled module for it is a WebAssembly side module, and Debian's
Emscripten makes one that Pyodide loads. So we need emcc, npm, and a Python of the version in Pyodide, whose headers we
use with Pyodide's own settings (`_sysconfigdata`). Configuring numpy takes 100 s of CPU
time, and compiling it some minutes more, once.
"""

from __future__ import annotations

import marshal
import os
import pprint
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from hashlib import sha256
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

PYODIDE, NUMPY = "0.25.1", "1.26.4"  # the last Pyodide with Python 3.11, and the numpy that it was released with
PLATFORM = "emscripten-3.1.46-wasm32"
SETTINGS = "_sysconfigdata__emscripten_wasm32-emscripten"
RUNTIME = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "pyodide-lock.json")
UNUSED = re.compile(r"/tests?/|/_?testing/|\.(pyi|pyx|pxd|h|c|a|in|ini|typed)$|/(f2py|distutils|include|terminal)/")
NEEDED = ("dlx/", "sudoku/", "setup.py", "stubs.py", "pyproject.toml", "README.md", "LICENSE")

OF_THIS_MACHINE = ("CC", "CXX", "AR", "LDSHARED", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CPATH", "LIBRARY_PATH")

ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent
BUILD = ROOT / "build/live"
CROSS, SITE = BUILD / "cross", BUILD / "site/live"
MESON = """[binaries]
c = ['{python}', '{compiler}']
cpp = ['{python}', '{compiler}', 'c++']
ar = 'emar'
cython = '{tools}/cython'
python = '{python}'
[built-in options]
c_args = ['-O1']
cpp_args = ['-O1']
[properties]
needs_exe_wrapper = true
skip_sanity_check = true
longdouble_format = 'IEEE_QUAD_LE'
[host_machine]
system = 'emscripten'
cpu_family = 'wasm32'
cpu = 'wasm'
endian = 'little'
"""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)


def run(*command: str | Path, **settings: str) -> None:
    """Run a command in the build folder, without the compiler and the flags that this machine's builds may have."""
    kept = {name: value for name, value in os.environ.items() if name not in OF_THIS_MACHINE}
    subprocess.run([str(word) for word in command], cwd=BUILD, env={**kept, **settings}, check=True)


def cross() -> dict[str, str]:
    """Return the environment in which this Python compiles for Pyodide; write its settings and headers."""
    wanted = "3.11"
    if sysconfig.get_python_version() != wanted:
        raise SystemExit(f"Pyodide {PYODIDE} has Python {wanted}; run this script with it")
    lacks = [name for name in ("emcc", "emar", "npm") if shutil.which(name) is None]
    if lacks:
        raise SystemExit(f"the page needs {', '.join(lacks)}; on Debian: sudo apt install emscripten npm")
    run("npm", "pack", "--silent", f"pyodide@{PYODIDE}")
    run("tar", "xzf", f"pyodide-{PYODIDE}.tgz")
    settings: dict[str, Any] = {}
    with zipfile.ZipFile(BUILD / "package/python_stdlib.zip") as stdlib:
        exec(stdlib.read(f"{SETTINGS}.py"), settings)
    known = settings["build_time_vars"]
    headers = CROSS / "include"
    shutil.copytree(sysconfig.get_path("include"), headers, dirs_exist_ok=True)
    names = re.findall(r"#\s*(?:define|undef) (\w+)", (headers / "pyconfig.h").read_text())
    defined = [f"#define {name} {known[name]}\n" for name in names if known.get(name)]
    (headers / "pyconfig.h").write_text("".join(defined))
    compiler = f"{sys.executable} {HERE / 'compiler.py'}"
    known.update(INCLUDEPY=str(headers), CONFINCLUDEPY=str(headers), CC=compiler, CXX=f"{compiler} c++", AR="emar")
    known.update(LDSHARED=f"{compiler} -shared", CCSHARED="-fPIC", CFLAGS="-DNDEBUG -fwrapv", OPT="")
    (CROSS / f"{SETTINGS}.py").write_text(f"build_time_vars = {pprint.pformat(known)}\n")
    return {"_PYTHON_SYSCONFIGDATA_NAME": SETTINGS, "_PYTHON_HOST_PLATFORM": PLATFORM, "PYTHONPATH": str(CROSS)}


def toolbox(name: str, *packages: str) -> Path:
    """Return the folder of commands of a new environment with these packages; it needs none of the checkout's own."""
    folder = BUILD / "tools" / name
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/python", "-m", "pip", "install", "-q", *packages)
    return folder / "bin"


def numpy(settings: dict[str, str]) -> Path:
    """Return a wheel of numpy, compiled from its sources unless that was done before."""
    found = list(BUILD.glob(f"numpy-{NUMPY}-*.whl"))
    if found:
        return found[0]
    tools = toolbox("numpy", "meson-python", "Cython<3.1", "ninja")
    python = tools / "python"
    (BUILD / "numpy.ini").write_text(MESON.format(python=python, compiler=HERE / "compiler.py", tools=tools))
    options = [f"--cross-file={BUILD}/numpy.ini", "-Dblas=none", "-Dlapack=none", "-Dallow-noblas=true"]
    options += ["-Ddisable-optimization=true", "-Dbuildtype=plain"]
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    fetch = ["-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-binary=numpy", f"numpy=={NUMPY}"]
    run(python, *fetch, *(f"-Csetup-args={option}" for option in options), **settings, PATH=path)
    return numpy(settings)


def ours(settings: dict[str, str]) -> Path:
    """Return a wheel of dlx and sudoku, from the files that git knows."""
    shutil.rmtree(BUILD / "ours", ignore_errors=True)
    files = subprocess.run(["git", "ls-files", "-zco", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True)
    for name in files.stdout.decode().split("\0")[:-1]:
        if name.startswith(NEEDED) and (ROOT / name).is_file():
            (BUILD / "ours" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, BUILD / "ours" / name)
    requires = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    python = toolbox("ours", *requires) / "python"
    run("env", "-C", "ours", python, "setup.py", "-q", "bdist_wheel", **settings)
    (wheel,) = (BUILD / "ours/dist").glob("*.whl")
    return wheel


def pack(target: Path, sources: list[Path]) -> None:
    """Write one archive with the files of others, and modules as bytecode.

    Python then starts in half the time (2.8 s of CPU time instead of 5.6), for 3 MB more.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for archive in map(zipfile.ZipFile, sources):
            for name in archive.namelist():
                content = archive.read(name)
                if UNUSED.search(name):
                    continue
                if name.endswith(".py"):
                    code = compile(content, name, "exec", dont_inherit=True)
                    name, content = f"{name}c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
                packed.writestr(name, content)


def folder(wheels: list[Path]) -> None:
    """Write the folder of the page."""
    from sudoku.web import app

    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(Path(app.__file__).parent / "static", SITE / "static")
    (SITE / "engine").mkdir()
    for name in RUNTIME:
        shutil.copy2(BUILD / "package" / name, SITE / "engine" / name)
    pack(SITE / "engine/packages.zip", wheels)
    pack(SITE / "engine/python_stdlib.zip", [BUILD / "package/python_stdlib.zip"])
    page = app.create_app().test_client().get("/").text.replace('"/static/', '"static/')
    script = '<script type="module" src="static/page.js">'
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    first = '<script type="module" src="static/alone.js"></script>\n'
    if page.count(script) != 1 or page.count('<meta charset="utf-8">\n') != 1:
        raise SystemExit("sudoku/web/templates/page.html has another head than docs/live/build.py knows")
    page = page.replace(script, first + script).replace('<meta charset="utf-8">\n', f'<meta charset="utf-8">\n{head}')
    (SITE / "index.html").write_text(page, encoding="utf-8")
    shutil.copy2(HERE / "alone.js", SITE / "static/alone.js")
    shutil.copy2(HERE / "worker.js", SITE / "worker.js")
    files = sorted(file for file in SITE.rglob("*") if file.is_file())
    digest = sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()[:16]
    names = ["./", *(file.relative_to(SITE).as_posix() for file in files)]
    known = f'const VERSION = "{digest}";\nconst FILES = {names};\n\n'
    (SITE / "service.js").write_text(known + (HERE / "service.js").read_text(encoding="utf-8"), encoding="utf-8")
    size = sum(file.stat().st_size for file in files)
    print(f"{SITE}: {len(files) + 1} files, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    BUILD.mkdir(parents=True, exist_ok=True)
    compiled = cross()
    folder([numpy(compiled), ours(compiled)])
