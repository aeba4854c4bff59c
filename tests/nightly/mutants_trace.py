# SPDX-License-Identifier: MIT
"""The functions of the packages that a test calls, in its process and in those it starts, one a line of a file.

The file is named by the environment variable MUTANTS_TRACE: a process that a test starts has it from there.
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
