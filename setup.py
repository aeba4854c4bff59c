"""The compiled modules. Everything else about the project is in pyproject.toml.

    DLX_BUILD=cover      every module with a counter for each line, of Cython and of C
    DLX_BUILD=sanitize   every module with AddressSanitizer and UndefinedBehaviorSanitizer; a fault ends the process
    DLX_BUILD=races      every module with ThreadSanitizer, which reports memory that two threads touch without a lock
    DLX_BUILD=small      every module with limits so low that a test reaches each of them (dlx/matrix/limits.h)
    DLX_BUILD=portable   every module without 128-bit integers and without vectors wider than 128 bits

Compilers: gcc and clang. On Windows we compile with clang-cl and the libraries of Visual Studio, or with MinGW's gcc if
it is the interpreter's compiler or CC names it; MSVC itself has no vectors of gcc's kind.

Cython writes its code for memoryviews once, into dlx.system.views, and every other module imports it. With a copy in
each module, the modules take 8.7 MB instead of 4.7, and the build 170 s of CPU time instead of 92; the answers take as
long (0.97 to 1.02). Without debug symbols (-g0) and names (-s) the modules take 4.2 MB.

We also tried one wheel for all Pythons with the limited API (Py_LIMITED_API=0x030B0000, Cython 3.3), and it lost.
Searches took as long as before (bits 0.99, links 1.03 of the CPU time), but creating objects costs more: listing the
four solutions of the 6 queens 1.30, solving a toy 1.25, counts by memo 1.12, a batch of questions 1.08, sudoku.solve
1.06.
"""

import logging
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
import tomllib
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILD = os.environ.get("DLX_BUILD", "")
CORES = os.cpu_count() or 1
TRANSLATING = Lock()  # Cython translates one module at a time; compilers work meanwhile
VIEWS = "dlx.system.views"  # made from no source of ours
# Modules whose time is spent elsewhere: with -O1 they compile in half the time, and no question takes longer (the
# median of 34 ratios is 1.00). With -O2 everywhere, the build would take 62 s instead of 77, but dominoes 1.37 times
# the time, queens 1.2, Sudokus of 17 clues 1.18, ratings 1.07.
GLUE = {"counting", "diagram", "entries", "kernel", "labels", "plan", "sorting", "views"}
COLD = {"reduce"}  # with -O2: 0.99 of the time; with -O1: 1.08 (elimination with -O1: boards of rules 1.1)
QUIET = {"bands"}  # no vector argument leaves the module, so its calling convention does not matter
UNFUSED = {"dual", "learner"}  # floating point whose last bit is the same on every processor
SANITIZERS = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
DIRECTIVES = {  # docs/platforms.md has the reasons of the second
    "language_level": 3,
    "freethreading_compatible": True,
    "annotation_typing": False,  # annotations are for stubs.py; types of C stand before the names
    "auto_pickle": False,  # nothing needs it, and what Cython generates for it relies on the types of its annotations
}
FLAGS = {  # by build: compiler flags, macros, linker flags
    "": (["-O3", "-g0"], [], ["-s"] if sys.platform == "linux" else []),
    "cover": (["-O1", "-g", "--coverage"], [], ["--coverage"]),
    "sanitize": (["-O1", "-g", "-fno-omit-frame-pointer", "-fno-wrapv", *SANITIZERS], [], SANITIZERS),
    "races": (["-O1", "-g", "-fsanitize=thread"], [], ["-fsanitize=thread"]),
    "small": (["-O1", "-g", "--coverage"], [("DLX_SMALL", "1")], ["--coverage"]),
    "portable": (["-O3", "-g0"], [("DLX_PORTABLE", "1")], []),
}


# What a file of Cython or C reads: `from .state cimport Search`, `cimport x`, and every header named in quotes, as in
# `cdef extern from "x.h"`, `include "x.pxi"`, `#include "x.h"` and `#define CODE "x.h"`.
CIMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?cimport[ \t]+(\([^)]*\)|[^\n#]*)", re.MULTILINE)
QUOTED = re.compile(r"""["']([\w./]+\.(?:h|pxi))["']""")


@cache
def reads(path: Path) -> frozenset[Path]:
    """Return the files that this file of Cython or C reads, not the files that they read in turn."""
    text = path.read_text(encoding="utf-8")
    folder, modules = path.parent, [path.with_suffix("")]
    for base, names in CIMPORT.findall(text) if path.suffix != ".h" else ():
        name = base.lstrip(".")
        start = folder.joinpath(*[".."] * (len(base) - len(name) - 1)) if len(base) > len(name) else Path()
        package = start.joinpath(*name.split(".")) if name else start
        words = [word.split()[0] for word in names.strip("() ").split(",") if word.strip()]
        modules += [package, *(package.joinpath(*word.split(".")) for word in words)]
    headers = [place / name for name in QUOTED.findall(text) for place in (folder, Path())]
    files = [*(Path(f"{module}.pxd") for module in modules), *headers]
    return frozenset(Path(os.path.normpath(file)) for file in files if file.is_file()) - {path}


def closure(path: Path) -> set[Path]:
    """Return a file and all files that it reads, directly or through others: an edit of one compiles it again."""
    known, new = {path}, [path]
    while new:
        fresh = reads(new.pop()) - known
        known |= fresh
        new += fresh
    return known


def extension(path: Path) -> Extension:
    """Return the module that is compiled from this file, a .pyx or a .c."""
    compiler, macros, linker = FLAGS[BUILD]
    if BUILD == "" and path.stem in GLUE | COLD:
        compiler = ["-O1" if path.stem in GLUE else "-O2", "-g0"]
    if path.stem in QUIET:
        compiler = [*compiler, "-Wno-psabi"]
    if path.stem in UNFUSED:
        compiler = [*compiler, "-ffp-contract=off"]
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        depends=sorted(map(str, closure(path))) if path.suffix == ".pyx" else [],
        include_dirs=["."],  # headers name each other by their path from here
        extra_compile_args=compiler,
        extra_link_args=linker,
        define_macros=macros,
    )


class Build(build_ext):
    """Translates, compiles and links one module after the other, as many at once as there are cores.

    A module is made again if a file that it reads is newer, or if anything else differs that its machine code depends
    on. A record next to its object file, written when the module is complete, holds both: the time at which we began,
    and the settings. A build that was cut short therefore continues with the first module that was not complete.
    """

    done = 0

    def finalize_options(self) -> None:
        super().finalize_options()
        if sys.platform == "win32" and "gcc" in os.environ.get("CC", ""):
            self.compiler = "mingw32"

    def run(self) -> None:
        _insist_on_compiler()
        self.force = True  # build_extension() knows better what has to be made
        if self.editable_mode:
            self.build_lib = self.build_temp = "build/editable"
        self.parallel = CORES  # as an option, an editable install would forget it and compile on one core
        super().run()

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "msvc":
            _use_clang(self.compiler, self.extensions)
        elif self.compiler.compiler_type == "mingw32":
            for e in self.extensions:
                e.extra_compile_args.append("-Wa,-muse-unaligned-vector-move")  # dlx/kernels/sets.h says why
                e.define_macros.append(("DLX_UNALIGNED_MOVES", "1"))
                e.extra_link_args.append("-static-libgcc")
        self.stale = [e for e in self.extensions if self._is_stale(e)]
        self.extensions.sort(key=lambda e: -sum(Path(file).stat().st_size for file in e.depends))  # the longest first
        super().build_extensions()

    def build_extension(self, e: Extension) -> None:
        """Make one module, unless it is as new as everything that it is made from."""
        if e not in self.stale:
            return
        record, started = self._record(e), time.time()
        record.unlink(missing_ok=True)
        with TRANSLATING:
            _translate(e)
        super().build_extension(e)
        record.write_text(self._made_from(e), encoding="utf-8")
        os.utime(record, (started, started))
        self.done += 1
        self.announce(f"[{self.done}/{len(self.stale)}] {e.name}: {time.time() - started:.1f} s", logging.INFO)

    def _is_stale(self, e: Extension) -> bool:
        record = self._record(e)
        if not (Path(self.get_ext_fullpath(e.name)).exists() and record.exists()):
            return True
        newest = max((Path(file).stat().st_mtime for file in e.depends), default=0.0)
        return record.read_text(encoding="utf-8") != self._made_from(e) or record.stat().st_mtime < newest

    def _made_from(self, e: Extension) -> str:
        """Return the settings, and the time of the library, which another build may have put in its place."""
        return f"{_settings(e)}\n{Path(self.get_ext_fullpath(e.name)).stat().st_mtime_ns}"

    def _record(self, e: Extension) -> Path:
        return Path(self.build_temp) / (e.name + sysconfig.get_config_var("EXT_SUFFIX") + ".made")


REMEDIES = """\
  Debian, Ubuntu:   sudo apt install gcc python3-dev
  Fedora:           sudo dnf install gcc python3-devel
  macOS:            xcode-select --install
  conda:            conda install c-compiler
  Windows:          winget install LLVM.LLVM
Then run the same pip command again. A wheel for your Python needs no compiler."""


def _insist_on_compiler() -> None:
    """End the build with a remedy if there is no C compiler or no Python.h, before any work."""
    if not os.environ.get("CC", "").strip():
        os.environ.pop("CC", None)  # setuptools would take an empty one for the compiler
    command = os.environ.get("CC") or sysconfig.get_config_var("CC")
    if command is None:  # Windows, where setuptools looks for Visual C++ and names its own remedy
        return
    lacks = [] if _found(command) else [f"the C compiler {command!r}"]
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        lacks.append(f"the file Python.h of Python {sysconfig.get_python_version()}")
    if lacks:
        raise SystemExit(f"error: dlx-engine has to be compiled here, and lacks {' and '.join(lacks)}.\n{REMEDIES}")


def _found(command: str) -> bool:
    """Return whether the first word of a command is a program."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError:  # a quote without its partner
        return False
    return shutil.which(words[0]) is not None


def _use_clang(compiler: Any, extensions: list[Extension]) -> None:
    """Make the compiler of Visual Studio's kind call clang-cl, and pass gcc's options in its way."""
    named = os.environ.get("CC", "")
    clang = shutil.which(named if "clang-cl" in named else "clang-cl")
    if clang is None:
        raise SystemExit("MSVC cannot compile dlx-engine: install LLVM (winget install LLVM.LLVM), which has clang-cl")
    compiler.initialize()
    compiler.cc = clang
    compiler.compile_options.remove("/GL")  # code for MSVC's own linker
    for options in (compiler.ldflags_exe, compiler.ldflags_shared, compiler.ldflags_static):
        options.remove("/LTCG")
    for e in extensions:
        e.extra_compile_args[:] = [f"/clang:{option}" for option in e.extra_compile_args if option != "-g0"]


def _settings(e: Extension) -> str:
    """Return everything but its files that the machine code of a module depends on."""
    from Cython import __version__

    variables = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")
    flags = [e.extra_compile_args, e.define_macros, e.extra_link_args]
    return repr([flags, DIRECTIVES, __version__, *map(os.environ.get, variables)])


def _translate(e: Extension) -> None:
    """Write the C of a module. We trust no older one, which may have been cut short."""
    from Cython.Build import cythonize

    source = Path(e.sources[0])
    if e.name == VIEWS:
        if subprocess.run([sys.executable, "-m", "cython", "-3", f"--generate-shared={source}"]).returncode != 0:
            raise SystemExit(f"Cython did not write {source}")
        return
    cythonize(
        [e],
        force=True,
        quiet=True,
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=VIEWS,
        emit_linenums="--coverage" in FLAGS[BUILD][0],  # for gcov: tests/nightly/gcov.py
    )
    e.sources[:] = [str(source.with_suffix(".c"))]


def _file(module: str) -> Path:
    return Path(*module.split(".")).with_suffix(".c")


INSTALL = """\
## Install

**From the package index**, with a wheel for Linux, macOS or Windows, which needs no compiler:

    pip install dlx-engine

From a checkout, you can do more:

"""


def _readme() -> str:
    """Return the README for the page of the package index, from which pip installs what the page is about.

    Its links name the files of this version at their source.
    """
    source = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    found = re.search(r'^__version__ = "(.+)"', Path("dlx/__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    raw = source.replace("github.com", "raw.githubusercontent.com") + f"/v{found[1]}/"
    text = Path("README.md").read_text(encoding="utf-8").replace("## Install\n\n", INSTALL, 1)
    text = re.sub(r'(!\[[^]]*\]\(|src=")(?!https:)([^")]+)', rf"\1{raw}\2", text)
    return re.sub(r"\]\((?!https:|#)", f"]({source}/blob/v{found[1]}/", text)


if __name__ == "__main__":  # not in the processes of cythonize(), which start with this file where they do not fork
    sys.path.append(str(Path(__file__).parent))  # pip leaves it out
    from stubs import compiled, write_stubs

    write_stubs()
    setup(
        ext_modules=[extension(path) for path in [*compiled(), _file(VIEWS)]],
        cmdclass={"build_ext": Build},
        long_description=_readme(),
        long_description_content_type="text/markdown",
    )
