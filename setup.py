"""The compiled modules. Everything else about the project is in pyproject.toml.

    DLX_TRACE=1   compile the kernels of a search with line tracing, so that coverage sees them (a hundred times slower)

Without debug symbols (-g0): 4.7 MB instead of 24.5; stripping would save 0.4 MB more.

One wheel for all Pythons by the limited API (Py_LIMITED_API=0x030B0000, Cython 3.3) was tried and lost. Searches took
as long as before (bits 0.99, links 1.03 of the CPU time), but every object that is made costs more: listing the four
solutions of the 6 queens 1.30, solving a toy 1.25, counts by memo 1.12, a batch of questions 1.08, sudoku.solve 1.06.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

TRACE = os.environ.get("DLX_TRACE") == "1"
TRACED = {"_kernel", "_rings", "_links", "_bits", "_lanes", "_nine", "_lines", "bitset"} if TRACE else set()

extensions = [
    Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        depends=[str(header) for folder in ("dlx", "sudoku") for header in sorted(Path(folder).glob("*.h"))],
        extra_compile_args=["-O1"] if path.stem in TRACED else ["-O3", "-g0"],
        define_macros=[("CYTHON_TRACE_NOGIL", "1")] if path.stem in TRACED else [],
    )
    for package in ("dlx", "sudoku")
    for path in sorted(Path(package).glob("*.pyx"))
]

# Forced: the C of a traced build must not stay behind.
setup(
    ext_modules=cythonize(extensions, force=True, compiler_directives={"language_level": 3, "linetrace": TRACE}),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
