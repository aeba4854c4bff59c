"""The compiled modules. Everything else about the project is in pyproject.toml.

    DLX_BUILD=trace      the kernels of a search with line tracing, so that coverage sees them (a hundred times slower)
    DLX_BUILD=sanitize   all with AddressSanitizer and UndefinedBehaviorSanitizer, which end the process at a fault
    DLX_BUILD=races      all with ThreadSanitizer, which tells of memory that two threads touch without a lock
    DLX_BUILD=small      all with limits so low that a test reaches each of them (dlx/_limits.h)

Without debug symbols (-g0): 4.7 MB instead of 24.5; stripping would save 0.4 MB more.

One wheel for all Pythons by the limited API (Py_LIMITED_API=0x030B0000, Cython 3.3) was tried and lost. Searches took
as long as before (bits 0.99, links 1.03 of the CPU time), but every object that is made costs more: listing the four
solutions of the 6 queens 1.30, solving a toy 1.25, counts by memo 1.12, a batch of questions 1.08, sudoku.solve 1.06.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

BUILD = os.environ.get("DLX_BUILD", "")
TRACED = {"_kernel", "_rings", "_links", "_bits", "_lanes", "_nine", "_lines", "bitset"}
SANITIZERS = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
FLAGS = {  # of a build: for the compiler, macros, for the linker
    "": (["-O3", "-g0"], [], []),
    "trace": (["-O1"], [("CYTHON_TRACE_NOGIL", "1")], []),
    "sanitize": (["-O1", "-g", "-fno-omit-frame-pointer", "-fno-wrapv", *SANITIZERS], [], SANITIZERS),
    "races": (["-O1", "-g", "-fsanitize=thread"], [], ["-fsanitize=thread"]),
    "small": (["-O1", "-g", "--coverage"], [("DLX_SMALL", "1")], ["--coverage"]),
}


def extension(path: Path) -> Extension:
    compiler, macros, linker = FLAGS["" if BUILD == "trace" and path.stem not in TRACED else BUILD]
    headers = [str(header) for folder in ("dlx", "sudoku") for header in sorted(Path(folder).glob("*.h"))]
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        depends=headers,
        extra_compile_args=compiler,
        extra_link_args=linker,
        define_macros=macros,
    )


# Forced: the C of a traced build must not stay behind.
setup(
    ext_modules=cythonize(
        [extension(path) for package in ("dlx", "sudoku") for path in sorted(Path(package).glob("*.pyx"))],
        force=True,
        compiler_directives={"language_level": 3, "linetrace": BUILD == "trace"},
        emit_linenums=BUILD == "small",  # for gcov: tests/nightly/reached.py
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
