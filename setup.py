"""The compiled modules. Everything else about the project is in pyproject.toml.

    DLX_TRACE=1   compile with line tracing, so that coverage sees the .pyx files (slow; never for release)
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

TRACE = os.environ.get("DLX_TRACE") == "1"

extensions = [
    Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        depends=[str(header) for folder in ("dlx", "sudoku") for header in sorted(Path(folder).glob("*.h"))],
        extra_compile_args=["-O1"] if TRACE else ["-O3"],
        define_macros=[("CYTHON_TRACE_NOGIL", "1")] if TRACE else [],
    )
    for package in ("dlx", "sudoku")
    for path in sorted(Path(package).glob("*.pyx"))
]

# Forced: the C of a traced build must not stay behind.
setup(
    ext_modules=cythonize(extensions, force=True, compiler_directives={"language_level": 3, "linetrace": TRACE}),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
