"""The compiled modules. Everything else about the project is in pyproject.toml.

    DLX_TRACE=1   compile the kernels of a search with line tracing, so that coverage sees them (a hundred times slower)
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
        extra_compile_args=["-O1"] if path.stem in TRACED else ["-O3"],
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
