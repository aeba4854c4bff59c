# SPDX-License-Identifier: MIT
"""Copies of the tree to mutate: one is built once, and each worker has one with links to its files.

build/mutants/base      the files of the project, compiled with -O1
build/mutants/0, 1 ...  links to them; a mutated file and its compiled module take the place of links
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .mutants_list import ROOT

BUILD = ROOT / "build" / "mutants"
BASE = BUILD / "base"
SKIPPED = re.compile(r"\.|__pycache__$|build$|dist$|_build$|.*\.egg-info$")  # folders outside of the project
MADE = (".so", ".c", ".pyc")
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
CC = os.environ.get("CC") or sysconfig.get_config_var("CC")
COMPILE = [*CC.split(), "-shared", "-fPIC", "-O1", "-g0", "-fwrapv", "-w", "-DNDEBUG",
           "-I.", f"-I{sysconfig.get_path('include')}"]  # fmt: skip


class DoesNotCompile(Exception):
    pass


def files(root: Path) -> list[str]:
    """Return the files of the project, without the files made from them."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not SKIPPED.match(name)]
        found += [os.path.relpath(Path(folder, name), root) for name in names if not name.endswith(MADE)]
    return sorted(found)


def compile_module(tree: Path, path: str, to_c: bool = True) -> None:
    """Compile a .pyx of a tree in place; pass `to_c` if its Cython or a .pxd changed."""
    target = Path(path).with_suffix("")
    commands = [[sys.executable, "-m", "cython", "-3", path]] if to_c else []
    commands.append([*COMPILE, f"{target}.c", "-o", f"{target}{SUFFIX}"])
    for name in [f"{target}.c"] * to_c + [f"{target}{SUFFIX}"]:
        (tree / name).unlink(missing_ok=True)  # it may be a link to the base
    for command in commands:
        done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
        if done.returncode:
            raise DoesNotCompile(done.stderr[-500:])


def build_base(jobs: int) -> None:
    """Bring the base up to date with the tree, and compile it if its compiled files changed."""
    wanted = files(ROOT)
    for name in set(files(BASE)) - set(wanted):
        (BASE / name).unlink()
    for name in wanted:
        if not (BASE / name).exists() or (BASE / name).read_bytes() != (ROOT / name).read_bytes():
            (BASE / name).parent.mkdir(parents=True, exist_ok=True)
            (BASE / name).unlink(missing_ok=True)
            shutil.copy2(ROOT / name, BASE / name)
    compiled = [name for name in wanted if name.startswith(("dlx", "sudoku")) and name.endswith((".pyx", ".pxd", ".h"))]
    digest = hashlib.sha1(b"".join(name.encode() + (BASE / name).read_bytes() for name in compiled)).hexdigest()
    stamp = BUILD / "compiled.txt"
    if not stamp.exists() or stamp.read_text() != digest:
        for path in [*(BASE / "dlx").rglob("*.so"), *(BASE / "sudoku").rglob("*.so")]:
            path.unlink()
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda name: compile_module(BASE, name), [name for name in compiled if name.endswith("x")]))
        stamp.write_text(digest)


def copy(number: int) -> Path:
    """Return a new copy of the base, made of links."""
    tree = BUILD / str(number)
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(BASE, tree, copy_function=link)
    return tree


def link(file: str | Path, name: str | Path) -> None:
    """Make a link to a file, or a copy if the file system has no links."""
    try:
        os.link(file, name)
    except OSError:
        shutil.copy2(file, name)


def restore(tree: Path, names: list[str]) -> None:
    for name in names:
        (tree / name).unlink(missing_ok=True)
        link(BASE / name, tree / name)


def replace(tree: Path, name: str, text: str) -> None:
    """Write another text in the place of a link; its later time makes Python compile it."""
    time = (BASE / name).stat().st_mtime + 10
    (tree / name).unlink()
    (tree / name).write_text(text, encoding="utf-8")
    os.utime(tree / name, (time, time))


def needs(root: Path = ROOT) -> dict[str, list[str]]:
    """Return for each .pyx, .pxd and .h the compiled modules made from it."""
    paths = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for package in ("dlx", "sudoku")
             for path in (root / package).rglob("*") if path.suffix in (".pyx", ".pxd", ".h")}  # fmt: skip
    direct: dict[str, set[str]] = {}
    for path, text in paths.items():
        named = set(re.findall(r'"(?:[^"\n]*/)?(\w+\.h)"', text))
        cimports = re.findall(r"^\s*(?:from\s+([\w.]+)\s+)?cimport\s+(.*)", text, re.M)
        named |= {f"{word}.pxd" for pair in cimports for word in re.findall(r"\w+", " ".join(pair))}
        if path.endswith(".pyx"):
            named.add(Path(path).stem + ".pxd")
        direct[path] = {other for other in paths if Path(other).name in named}
    found: dict[str, list[str]] = {path: [] for path in paths}
    for module in (path for path in paths if path.endswith(".pyx")):
        reached, rest = {module}, [module]
        while rest:
            new = direct[rest.pop()] - reached
            reached |= new
            rest += new
        for path in reached:
            found[path].append(module)
    return found
