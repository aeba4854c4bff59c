# SPDX-License-Identifier: MIT
"""Other platforms, compilers and Pythons, from Linux on x86-64: compile every module, and run tests where we can.

    python -m tests.nightly.platforms aarch64 i686         (without names: all)

    aarch64, i686            cross compilers; tests under qemu-user, and in a chroot
    python3.14, python3.15   this machine's gcc; tests in a chroot
    python3.13t              this machine's gcc, and a Python without the global lock, which we compile; tests
    windows-*, macos-*       machine code for each module; no tests

Interpreters and headers come from Debian, and macOS's own headers from the wheel of ziglang. They stay in
build/platforms. The programs: apt-get install mmdebstrap qemu-user gcc-aarch64-linux-gnu gcc-i686-linux-gnu
gcc-mingw-w64-x86-64 clang. `make build` must come first: Cython's C is the same for all. Each target writes a record,
results/platforms/NAME.json, and the documentation makes a table of the records.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

from .record import record

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "platforms"
ARCHIVE = "deb http://deb.debian.org/debian"
PURE = ("pytest", "_pytest", "py.py", "pluggy", "iniconfig", "packaging", "pygments")  # copied from this environment
KERNELS = (
    "tests/dlx/test_semantics.py",
    "tests/dlx/kernels/bits/test_bits.py",
    "tests/dlx/kernels/lanes/test_lanes.py",
    "tests/dlx/kernels/links/test_links.py",
    "tests/dlx/kernels/links/test_multi.py",
    "tests/dlx/kernels/frontier/test_frontier.py",
    "tests/dlx/engine/test_engine.py",
    "tests/test_lines.py",
    "tests/test_bitset.py",
    "tests/dlx/questions/test_reduce.py",
    "tests/dlx/engine/strategies/test_learning.py",
)
SUDOKU = (
    "tests/test_sudoku.py",
    "tests/test_board.py",
    "tests/test_sudoku_boards.py",
    "tests/test_rule_search.py",
)
ENGINE = (
    "tests/dlx/questions/test_search.py",
    "tests/dlx/questions/test_count.py",
    "tests/dlx/questions/test_batch.py",
    "tests/dlx/questions/test_estimate.py",
    "tests/dlx/questions/test_sample.py",
    "tests/dlx/formats/test_dlxfile.py",
    "tests/dlx/workers/test_checkpoint.py",
)
# They need more packages, this processor, or a second Python, which qemu-user cannot start.
LEFT_OUT = "not scipy and not matrix and not sparse and not instructions_of_this_processor and not instructions_by_name"


@dataclass(frozen=True)
class Target:
    system: str  # "Linux"
    processor: str  # "aarch64"
    python: str  # "3.13"
    compiler: tuple[str, ...]  # with its flags
    headers: Callable[[], Sequence[Path]]
    suffix: str  # of a module's file
    link: tuple[str, ...] = ("-shared",)
    run: Callable[[Path], list[str]] | None = None  # the words before the interpreter's arguments, for a tree
    tests: tuple[str, ...] = ()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    found = []
    for name in parser.parse_args(arguments).targets or TARGETS:
        found += attempt(name, TARGETS[name])
    return int(bool(found))


def attempt(name: str, target: Target) -> list[str]:
    """Compile everything for a target, run its tests, and write the record; return the faults."""
    begun = time.monotonic()
    tree = _tree(name)
    modules, found = _compile(target, tree)
    passed = skipped = 0
    if target.run is not None and not found:
        passed, skipped, found = _test(target, tree)
    record(
        f"platforms/{name}",
        what="every module compiled" + " and linked" * bool(target.link) + ", and tests run" * bool(target.run),
        runs={"modules": modules, "tests": passed},
        found=found,
        seconds=time.monotonic() - begun,
        limits={"tests of": ", ".join(target.tests) or "none", "skipped": skipped},
        system=target.system,
        processor=target.processor,
        interpreter=target.python,
        compiler=compiler_version(target.compiler[0]),
        ran=target.run is not None and not found,
    )
    print(
        f"{name}: {modules} modules, {passed} tests passed, {skipped} skipped, {len(found)} faults", *found, sep="\n  "
    )
    return found


# --- a tree of its own, compiled --------------------------------------------------------------------------------------


def _tree(name: str) -> Path:
    """Return a copy of the files that git knows, next to the modules that were compiled there before."""
    tree = KEPT / name
    listed = subprocess.run(
        ["git", "ls-files", "-zco", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    for file in listed.stdout.decode().split("\0")[:-1]:
        if (ROOT / file).is_file():
            (tree / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, tree / file)
    return tree


def _compile(target: Target, tree: Path) -> tuple[int, list[str]]:
    sources = sorted(path for package in ("dlx", "sudoku") for path in (ROOT / package).rglob("*.c"))
    newest = max(path.stat().st_mtime for package in ("dlx", "sudoku") for path in (ROOT / package).rglob("*.h"))
    include = [f"-I{folder}" for folder in (ROOT, *target.headers())]

    def module(source: Path) -> str | None:
        made = tree / source.relative_to(ROOT).with_suffix("")
        unit, whole = made.with_suffix(".o"), made.with_suffix(target.suffix)
        last = whole if target.link else unit
        if last.exists() and last.stat().st_mtime > max(source.stat().st_mtime, newest):
            return None
        words = [*target.compiler, *include, "-c", str(source), "-o", str(unit)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode == 0 and target.link:
            words = [target.compiler[0], *_flags(target), *target.link, str(unit), "-o", str(whole)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        lines = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()
        return f"{source.relative_to(ROOT)}: {lines[0]}" if done.returncode else None

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(module, sources) if fault]
    return len(sources) - len(faults), faults


def _flags(target: Target) -> list[str]:
    return [word for word in target.compiler[1:] if word.startswith(("--target", "-m"))]


def compiler_version(compiler: str) -> str:
    done = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True)
    known = {"clang": "clang", "mingw": "MinGW gcc", "emcc": "emcc"}
    name = next((name for word, name in known.items() if word in compiler), "gcc")
    found = re.search(r"(?:version |\(.*\) )(\d+)", done.stdout)
    return f"{name} {found[1]}" if found else name


# --- its tests --------------------------------------------------------------------------------------------------------


def _test(target: Target, tree: Path) -> tuple[int, int, list[str]]:
    assert target.run is not None
    site = tree / "site"
    for package in PURE:
        found = next(Path(path) / package for path in sys.path if (Path(path) / package).exists())
        if found.is_dir():
            shutil.copytree(found, site / package, dirs_exist_ok=True)
        else:
            shutil.copy(found, site / package)
    if target.processor == "x86-64":  # there, Debian has no NumPy for every Python
        words = ["--target", str(site), "--only-binary=:all:"]
        free = target.python.endswith("t")
        abis = [f"cp{target.python.replace('.', '')}", *(["none"] if free else ["abi3", "none"])]
        words += ["--python-version", target.python.rstrip("t"), *(f"--abi={abi}" for abi in abis)]
        words += ["--ignore-requires-python", "--upgrade", "numpy"]  # pip would check its own Python
        words += ["hypothesis<6.150" if free else "hypothesis"]  # later ones have compiled code, not for this Python
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", *words], check=True)
    words = ["-m", "pytest", "-q", "-o", "addopts=", "-m", "not nightly and not long", "-p", "no:cacheprovider"]
    words += ["-W", "error", "-k", LEFT_OUT, "--junit-xml=junit.xml", *target.tests]
    (tree / "junit.xml").unlink(missing_ok=True)
    done = subprocess.run([*target.run(tree), *words], cwd=tree, capture_output=True, text=True, check=False)
    if not (tree / "junit.xml").exists():
        return 0, 0, [f"no tests ran: {(done.stdout + done.stderr)[-500:]}"]
    suite = ElementTree.parse(tree / "junit.xml").getroot()[0]
    faults = [
        f"{case.get('classname')}.{case.get('name')}: {' '.join((why.get('message') or '').split())[:200]}"
        for case in suite.iter("testcase")
        for why in case
        if why.tag in ("failure", "error")
    ]
    tests, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
    return tests - skipped - len(faults), skipped, faults


def _without_lock(tree: Path) -> list[str]:
    return ["env", f"PYTHONPATH={tree}:{tree}/site", str(_free_threaded() / "bin/python3.13t")]


def _emulated(tree: Path) -> list[str]:
    root = _root("trixie", "arm64")
    return ["qemu-aarch64", "-L", str(root), "-E", f"PYTHONPATH={tree}:{tree}/site", f"{root}/usr/bin/python3.13"]


def _inside(release: str, architecture: str, python: str, tree: Path) -> list[str]:
    """Return the words that start an interpreter in a chroot, where the tree is /tree."""
    root = _root(release, architecture)
    (root / "tree").mkdir(exist_ok=True)
    mount = f"mount --bind {tree} {root}/tree && mount -t proc proc {root}/proc && mount --bind /dev {root}/dev"
    inner = f"PYTHONPATH=/tree:/tree/site exec unshare --root={root} --wd=/tree python{python}"
    return ["unshare", "-m", "sh", "-c", f'{mount} && {inner} "$@"', "sh"]


# --- interpreters and headers -----------------------------------------------------------------------------------------

DEBIAN = {  # release: the packages we unpack
    "trixie": "python3,python3-numpy,python3-hypothesis,libpython3-dev",
    "sid": "python3.14,python3.14-dev,python3.15,python3.15-dev",
}
TRIPLETS = {"arm64": "aarch64-linux-gnu", "i386": "i386-linux-gnu", "amd64": "x86_64-linux-gnu"}


def _root(release: str, architecture: str) -> Path:
    """Return a folder with the unpacked packages of a release of Debian for an architecture."""
    root = KEPT / f"{release}-{architecture}"
    if root.exists():
        return root
    expired = "--aptopt=Acquire::Check-Valid-Until false"  # a mirror may be weeks old
    words = ["mmdebstrap", "--variant=extract", f"--architectures={architecture}", f"--include={DEBIAN[release]}"]
    subprocess.run([*words, expired, release, str(root), f"{ARCHIVE} {release} main"], check=True)
    for name in ("lib", "bin", "lib64"):
        if not (root / name).exists() and (root / "usr" / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    for library in root.glob("usr/lib/*/*/lib*.so.3"):  # BLAS and LAPACK, which an installation would choose
        (library.parents[1] / library.name).symlink_to(f"{library.parent.name}/{library.name}")
    (root / "proc").mkdir(exist_ok=True)
    return root


def _linux(release: str, architecture: str, python: str) -> list[Path]:
    """Return the folders of an interpreter's headers, without the headers of its C library."""
    headers = _root(release, architecture) / "usr/include"
    own = headers / "own"  # Debian's pyconfig.h includes <TRIPLET/pythonX.Y/pyconfig.h>
    own.mkdir(exist_ok=True)
    if not (own / TRIPLETS[architecture]).exists():
        (own / TRIPLETS[architecture]).symlink_to(headers / TRIPLETS[architecture])
    return [headers / f"python{python}", own]


def _source() -> Path:
    """Return the source of Python 3.13, from Debian's source package."""
    if not (found := sorted(KEPT.glob("Python-3.13.*"))):
        lists = KEPT / "sources.list"
        lists.write_text(f"{ARCHIVE.replace('deb ', 'deb-src ')} trixie main\n", encoding="utf-8")
        (KEPT / "lists/partial").mkdir(parents=True, exist_ok=True)
        options = [f"-oDir::Etc::sourcelist={lists}", "-oDir::Etc::sourceparts=-", f"-oDir::State::lists={KEPT}/lists"]
        subprocess.run(["apt-get", *options, "update"], check=True)
        subprocess.run(["apt-get", *options, "source", "--download-only", "python3.13"], cwd=KEPT, check=True)
        subprocess.run(["tar", "xf", str(next(KEPT.glob("python3.13_*.orig.tar.xz")))], cwd=KEPT, check=True)
        found = sorted(KEPT.glob("Python-3.13.*"))
    return found[-1]


def _free_threaded() -> Path:
    """Return the folder of a Python 3.13 without the global lock, compiled from Debian's source package."""
    folder, built = KEPT / "free-threaded", KEPT / "free-threaded-build"
    if not folder.exists():
        built.mkdir(exist_ok=True)
        options = ["--disable-gil", f"--prefix={folder}", "--with-ensurepip=no", "--disable-test-modules"]
        subprocess.run([str(_source() / "configure"), "-q", *options, "CFLAGS=-O1 -g0"], cwd=built, check=True)
        subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "install"], cwd=built, check=True)
    return folder


def _windows() -> list[Path]:
    """Return the folders of the headers that Python has on Windows."""
    source, own = _source(), KEPT / "windows"
    own.mkdir(exist_ok=True)
    shutil.copy(source / "PC/pyconfig.h.in", own / "pyconfig.h")
    return [own, source / "Include"]


def _macos() -> list[Path]:
    """Return the folders of Python's headers and of a pyconfig.h for 64-bit systems of Unix kind."""
    return [_source() / "Include", _linux("trixie", "arm64", "3.13")[1] / TRIPLETS["arm64"] / "python3.13"]


def _sdk() -> Path:
    """Return the folder of macOS's headers, from the wheel of ziglang."""
    if not (KEPT / "zig").exists():
        words = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(KEPT / "zig"), "ziglang"]
        subprocess.run(words, check=True)
    return KEPT / "zig/ziglang/lib/libc"


# --- the targets ------------------------------------------------------------------------------------------------------

FLAGS = ("-O3", "-g0", "-ffp-contract=off", "-fwrapv", "-Werror=implicit-function-declaration")
POSITION = (*FLAGS, "-fPIC")
UNHURRIED = ("gcc", "-O1", "-g0", "-ffp-contract=off", "-fwrapv", "-fPIC")  # for another Python
WINDOWS = (*FLAGS, "-Wa,-muse-unaligned-vector-move", "-DDLX_UNALIGNED_MOVES")  # as in setup.py


def _mac(target: str, *more: str) -> Target:
    include = str(KEPT / "zig/ziglang/lib/libc/include/any-darwin-any")
    command = ("clang", f"--target={target}-apple-macos11", *FLAGS, *more, "-nostdlibinc", "-isystem", include)
    return Target("macOS", target, "3.13", command, _macos, ".so", link=())


def _debian(release: str, python: str, *tests: str) -> Target:
    headers, run = partial(_linux, release, "amd64", python), partial(_inside, release, "amd64", python)
    return Target("Linux", "x86-64", python, UNHURRIED, headers, ".so", run=run, tests=tests)


TARGETS = {
    "aarch64": Target(
        "Linux",
        "aarch64",
        "3.13",
        ("aarch64-linux-gnu-gcc", *POSITION),
        partial(_linux, "trixie", "arm64", "3.13"),
        ".so",
        run=_emulated,
        tests=("semantics", "bits", "lanes", "links", "multi", "frontier"),
    ),
    "i686": Target(
        "Linux",
        "i686",
        "3.13",
        ("i686-linux-gnu-gcc", "-O1", *POSITION[1:]),
        partial(_linux, "trixie", "i386", "3.13"),
        ".so",
        run=partial(_inside, "trixie", "i386", "3.13"),
        tests=KERNELS,
    ),
    "python3.14": _debian("sid", "3.14", *KERNELS, *SUDOKU, *ENGINE),
    "python3.15": _debian("sid", "3.15", *KERNELS, *SUDOKU, *ENGINE),
    "python3.13t": Target(
        "Linux",
        "x86-64",
        "3.13t",
        UNHURRIED,
        lambda: [_free_threaded() / "include/python3.13t"],
        ".so",
        run=_without_lock,
        tests=(*KERNELS, *SUDOKU, *ENGINE, "tests/dlx/system/test_interpreters.py", "tests/test_threads.py"),
    ),
    "windows-gcc": Target("Windows", "x86-64", "3.13", ("x86_64-w64-mingw32-gcc", *WINDOWS), _windows, ".pyd", link=()),
    "windows-clang": Target(
        "Windows", "x86-64", "3.13", ("clang", "--target=x86_64-w64-mingw32", *FLAGS), _windows, ".pyd", link=()
    ),
    "macos-arm64": _mac("arm64"),
    "macos-x86-64": _mac("x86_64", "-D_Float16=float"),  # clang 14 on x86-64 lacks the type that the headers name
}

if __name__ == "__main__":
    sys.exit(main())
