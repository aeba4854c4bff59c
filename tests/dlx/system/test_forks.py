# SPDX-License-Identifier: MIT
"""A process forked while another thread imported a module of ours waited for that import forever."""

import os
import subprocess
import sys
import threading

import pytest

from dlx.system import calloff
from tests import ROOT

FORKED = """
import os, signal, sys, threading
{ready}
importing, forked = threading.Event(), threading.Event()


class Slow:  # an import that lasts until the fork is under way, unless that waits for it
    def find_spec(self, name, path, target=None):
        if name == "{module}":
            importing.set()
            forked.wait(60)


def ask():
    assert {question}


sys.meta_path.insert(0, Slow())
thread = threading.Thread(target=ask)
thread.start()
assert importing.wait(60)
threading.Timer(0.5, forked.set).start()
child = os.fork()
if child == 0:
    signal.alarm(10)
    ask()
    os._exit(0)
thread.join()
print(os.waitpid(child, 0)[1])
"""
P = "from tests.problems import queens\np = queens(6)"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize(
    ("ready", "module", "question"),
    [
        (P, "dlx.workers.counting", "p.count(workers=2, method='search') == 4"),
        (P, "dlx.questions.zdd", "p.zdd().count() == 4"),
        ("import sudoku\nsudoku.solve('.' * 16)", "sudoku.making.generator", "sudoku.generate(1)"),
    ],
)
def test_a_fork_while_another_thread_imports(ready, module, question):
    code = FORKED.format(ready=ready, module=module, question=question)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_fork_of_one_thread_imports_nothing():
    code = "import os, sys, dlx.problem\n"
    code += "if os.fork() == 0: os._exit('dlx.workers.counting' in sys.modules)\nprint(os.wait()[1])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_fork_within_a_question():
    """A worker that was forked within a time limit had no time for later questions."""
    event = threading.Event()
    event.set()
    with calloff.within(-1), calloff.Cancellation(event):
        child = os.fork()
        if child == 0:
            os._exit(calloff.canceled() or bool(_late()))
        assert _late()
    assert os.waitpid(child, 0)[1] == 0


def _late():
    try:
        calloff.check()
    except calloff.OutOfTime:
        return True
    return False
