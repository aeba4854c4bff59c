# SPDX-License-Identifier: MIT
"""Ctrl-C at points that we choose: recorded while a library holds a lock, and raised at the end of the block."""

import os
import signal
import threading

import pytest

from dlx.system import interrupts
from dlx.system.interrupts import Interrupts
from tests.problems import queens


def test_a_signal_is_recorded_and_raised_at_the_end():
    with pytest.raises(KeyboardInterrupt), Interrupts():
        signal.raise_signal(signal.SIGINT)
        recorded = True
    assert recorded and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_is_raised_where_it_is_asked_for_or_allowed():
    with Interrupts() as interrupts:
        interrupts.check()
        for raises in (interrupts.check, interrupts.allowed().__enter__):
            signal.raise_signal(signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                raises()
        with interrupts.allowed(), pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        with Interrupts() as inner:
            inner.check()  # the outer block's signal is not its own
            with inner.allowed():
                signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()


def test_one_signal_more_while_the_first_one_ends_the_block():
    with pytest.raises(KeyboardInterrupt) as caught, Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        try:
            interrupts.check()
        finally:
            signal.raise_signal(signal.SIGINT)
            closed = True
    assert closed and caught.value.__context__ is None


def test_another_error_does_not_hide_a_signal():
    with pytest.raises(KeyboardInterrupt) as caught, Interrupts():
        signal.raise_signal(signal.SIGINT)
        raise ValueError("meanwhile")
    assert isinstance(caught.value.__context__, ValueError)


def test_a_library_that_does_not_return(monkeypatch):
    monkeypatch.setattr(interrupts, "STUCK_SECONDS", -1.0)
    with pytest.raises(KeyboardInterrupt), Interrupts():
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        pytest.fail("the second signal was recorded, too")


def test_handlers_of_others_are_left_alone(monkeypatch):
    heard = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        with Interrupts() as interrupts:
            signal.raise_signal(signal.SIGINT)
            interrupts.check()
            assert heard == [1]
            with interrupts.allowed():
                signal.raise_signal(signal.SIGINT)
        assert heard == [1, 1]
    finally:
        signal.signal(signal.SIGINT, before)
    theirs = Interrupts()
    with theirs:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert signal.signal(signal.SIGINT, before) is signal.SIG_IGN


def test_other_threads_change_nothing():
    found = []

    def ask():
        with Interrupts() as interrupts, interrupts.allowed():
            found.append(signal.getsignal(signal.SIGINT))
        found.append(queens(8).count(workers=2, method="search"))

    thread = threading.Thread(target=ask)
    with Interrupts():
        ours = signal.getsignal(signal.SIGINT)
        thread.start()
        thread.join()
        assert found == [ours, 92] and signal.getsignal(signal.SIGINT) == ours
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")  # threads of earlier tests
def test_a_fork_hears_signals_as_before():
    """A pool of processes starts them while signals are recorded."""
    with Interrupts():
        child = os.fork()
        if child == 0:
            try:
                signal.raise_signal(signal.SIGINT)
                os._exit(1)
            except KeyboardInterrupt:
                os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_the_alarm_after_an_import_is_recorded_too(monkeypatch):
    before = [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGINT)]
    interrupts.InterruptHandler(pytest.fail).install()
    try:
        with Interrupts() as recorded:
            signal.raise_signal(signal.SIGALRM)
            with pytest.raises(KeyboardInterrupt):
                recorded.check()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGALRM)
    finally:
        for number, handler in zip((signal.SIGALRM, signal.SIGINT), before, strict=True):
            signal.signal(number, handler)
