"""The compiled modules. Everything else about the project is in pyproject.toml.

    DLX_BUILD=cover      all with a counter for each line, of Cython and of C
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

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILD = os.environ.get("DLX_BUILD", "")
CORES = os.cpu_count() or 1
# With -O2 a fifth less to compile, and no slower (estimate and reduce 0.99, small questions 0.99, multiplicities 1.00).
# What is not in here is slower (making puzzles 1.04, canonical forms 1.03); -O1 is too little (estimate 1.40).
COLD = {"_dive", "_kernel", "_multi", "_reduce"}
SANITIZERS = ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
FLAGS = {  # of a build: for the compiler, macros, for the linker
    "": (["-O3", "-g0"], [], []),
    "cover": (["-O1", "-g", "--coverage"], [], ["--coverage"]),
    "sanitize": (["-O1", "-g", "-fno-omit-frame-pointer", "-fno-wrapv", *SANITIZERS], [], SANITIZERS),
    "races": (["-O1", "-g", "-fsanitize=thread"], [], ["-fsanitize=thread"]),
    "small": (["-O1", "-g", "--coverage"], [("DLX_SMALL", "1")], ["--coverage"]),
}


def extension(path: Path) -> Extension:
    compiler, macros, linker = FLAGS[BUILD]
    if BUILD == "" and path.stem in COLD:
        compiler = ["-O2", "-g0"]
    headers = [str(header) for folder in ("dlx", "sudoku") for header in sorted(Path(folder).glob("*.h"))]
    return Extension(
        ".".join(path.with_suffix("").parts),
        [str(path)],
        depends=["setup.py", *headers],
        extra_compile_args=compiler,
        extra_link_args=linker,
        define_macros=macros,
    )


class Build(build_ext):
    """Runs Cython when something is compiled, and only then: pip calls setup.py twice more, for the metadata.

    An editable install compiles what has changed since the last one. cythonize() cannot know that: pip installs Cython
    again for each build, so its own .pxd files are always newer. Whatever else the machine code depends on is in a
    stamp; where it differs, everything is compiled, so that nothing of another build stays behind.
    """

    def run(self) -> None:
        stamp, settings = Path("build/stamp"), _settings()
        changed = not stamp.exists() or stamp.read_text() != settings
        stamp.unlink(missing_ok=True)
        _translate([e for e in self.extensions if changed or _outdated(Path(e.sources[0]))])
        for e in self.extensions:
            e.sources[:] = [str(Path(e.sources[0]).with_suffix(".c"))]
        self.force = changed or not self.editable_mode
        if self.editable_mode:
            self.build_lib = self.build_temp = "build/editable"
        super().run()
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(settings)


def _settings() -> str:
    from Cython import __version__

    return repr([BUILD, __version__, *(os.environ.get(name) for name in ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS"))])


def _outdated(source: Path) -> bool:
    made, reads = source.with_suffix(".c"), [source, *Path("dlx").glob("*.pxd"), *Path("sudoku").glob("*.pxd")]
    return not made.exists() or made.stat().st_mtime < max(file.stat().st_mtime for file in reads)


def _translate(extensions: list[Extension]) -> None:
    from Cython.Build import cythonize

    cythonize(
        extensions,
        nthreads=CORES,
        force=True,
        compiler_directives={"language_level": 3},
        emit_linenums="--coverage" in FLAGS[BUILD][0],  # for gcov: tests/nightly/gcov.py
    )


setup(
    ext_modules=[extension(path) for package in ("dlx", "sudoku") for path in sorted(Path(package).glob("*.pyx"))],
    cmdclass={"build_ext": Build},
    options={"build_ext": {"parallel": CORES}},
)
