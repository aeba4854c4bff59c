# SPDX-License-Identifier: MIT
"""Types of arguments. They are checked while the command line is read, before anything is measured.

type=number(1)      a whole number of 1 or more
type=instance       a problem of instances.py
type=program        a program that can be run
type=python         an interpreter that has dlx
type=folder_with    a folder with one of some programs
type=output         a file to write
type=picture        the same, an SVG or PNG, with matplotlib installed
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from .instances import INSTANCES

PICTURES = (".svg", ".png")


def refuse(text: str) -> NoReturn:
    """End the program with the message of a wrong argument."""
    raise argparse.ArgumentTypeError(text)


def number(least: int) -> Callable[[str], int]:
    """Return the type of a whole number of at least this size."""

    def parse(text: str) -> int:
        if not text.lstrip("-").isdecimal() or int(text) < least:
            refuse(f"{text!r} is not a whole number of {least:,} or more")
        return int(text)

    return parse


def seconds(text: str) -> float:
    """Parse a positive number of seconds."""
    try:
        if 0 < float(text) < float("inf"):
            return float(text)
    except ValueError:
        pass
    refuse(f"{text!r} is not a number of seconds above 0")


def one_of(names: Sequence[str], kind: str) -> Callable[[str], str]:
    """Return the type of a name, for which a wrong one gets the nearest."""

    def parse(text: str) -> str:
        if text not in names:
            near = get_close_matches(text, names, 3, 0.5) or list(names)
            refuse(f"no {kind} {text!r}; choose one of {', '.join(near)}")
        return text

    return parse


instance = one_of(list(INSTANCES), "problem")


def program(text: str) -> str:
    """Return the path of a program."""
    path = shutil.which(text)
    if path is None:
        refuse(f"{text!r} is not a program that can be run")
    return path


def python(text: str) -> str:
    """Return an interpreter that can import dlx."""
    path = program(text)
    line = [path, "-P", "-c", "import dlx; print(dlx.__version__)"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    try:
        done = subprocess.run(line, capture_output=True, env=environment, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as problem:
        refuse(f"{text!r} cannot be run: {problem}")
    if done.returncode or not done.stdout:
        refuse(f"{text!r} cannot import dlx; install a version there")
    return text


def folder_with(*programs: str) -> Callable[[str], Path]:
    """Return the type of a folder that has at least one of these programs."""

    def parse(text: str) -> Path:
        if not any(shutil.which(name, path=text) for name in programs):
            refuse(f"{text}: none of {', '.join(programs)} is there, compiled")
        return Path(text)

    return parse


def output(text: str) -> str:
    """Return the path of a file that can be written."""
    path = Path(text)
    folder = path.parent
    if path.is_dir() or not folder.is_dir() or not os.access(path if path.exists() else folder, os.W_OK):
        refuse(f"{text}: cannot be written; name a file in a folder that exists")
    return text


def picture(text: str) -> str:
    """Return the path of a picture."""
    if Path(text).suffix.lower() not in PICTURES:
        refuse(f"{text}: the name of a picture ends in {' or '.join(PICTURES)}")
    require("matplotlib", "a picture")
    return output(text)


def require(module: str, thing: str) -> None:
    """Refuse what needs a package that is not installed."""
    try:
        import_module(module)
    except ImportError:
        refuse(f"{thing} needs {module}: pip install {module}")
