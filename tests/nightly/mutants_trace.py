# SPDX-License-Identifier: MIT
"""Records the functions of the packages that a test calls, in its process and child processes, one per line of a file.

The environment variable MUTANTS_TRACE names the file, and child processes inherit it.
"""

import os
import re
import sys
import threading
from os.path import realpath
from pathlib import Path

ROOT = str(Path(__file__).parent.parent.parent) + os.sep
seen = set()
add, append = os.open, os.write
close, environment, flags = os.close, os.environ, os.O_WRONLY | os.O_APPEND | os.O_CREAT


def start():
    threading.setprofile(profile)
    sys.setprofile(profile)


def profile(frame, event, _argument):
    if event == "call" and (code := frame.f_code) not in seen:
        seen.add(code)
        name = realpath(code.co_filename)  # tests link to our files
        if name.startswith((ROOT + "dlx", ROOT + "sudoku")) and "MUTANTS_TRACE" in environment:
            file = add(environment["MUTANTS_TRACE"], flags)
            append(file, f"{name[len(ROOT) :]}::{re.sub(r'[.]?<[a-z]+>', '', code.co_qualname)}\n".encode())
            close(file)
