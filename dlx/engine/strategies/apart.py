# SPDX-License-Identifier: MIT
"""CaDiCaL in a process of its own, which we can leave or kill at any moment.

A call of CaDiCaL cannot be interrupted, and it holds Python's global lock. Limits of conflicts cut it into slices, but
not into short ones: on 150 queens (354,000 clauses) the first 100 conflicts took 1.3 s and the next 100 took 3.8 s, as
CaDiCaL simplifies the clauses meanwhile. Short slices also take away its strength, since each call starts again in its
mode for proofs: a quasigroup of order 40 with 42 % holes took 1.0 s at once and more than 20 s in slices of 100 or 300
conflicts.

We therefore start a program (cadical.py), write to it, and poll for its reply. Ctrl-C and a time limit end the waiting
at once, and the end of this object ends the program. It does not receive Ctrl-C itself, and ends by itself after the
current request if this process died.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from array import array
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path

from ...system.extras import import_extra
from . import cadical
from .cadical import INT_BYTES, REPLY_HEAD, SolverReply

USE_OTHERS = "use method 'auto', which has other strategies"
CHUNK_BYTES = 1 << 20  # most bytes of one read, and of one request with clauses


class SolverDied(BrokenExecutor):
    """The process of a SAT solver died, or cannot be started. A RuntimeError; commands report it in one line."""


class Apart:
    """A solver in a process of its own."""

    _process: subprocess.Popen[bytes] | None = None

    def __init__(self, proof: Path | None = None) -> None:
        pysolvers = import_extra("pysolvers", "method 'sat'", "python-sat")
        folder = str(Path(pysolvers.__file__).parent)
        program = [sys.executable, "-E", "-S", cadical.__file__, folder, *([] if proof is None else [str(proof)])]
        self._owner = os.getpid()
        self._process = process = _started(program)
        assert process.stdin is not None and process.stdout is not None
        self._requests, self._replies = process.stdin, process.stdout
        for pipe in (self._requests, self._replies):
            os.set_blocking(pipe.fileno(), False)
        self._unsent = memoryview(b"")
        self._reply = bytearray()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """End the process. (After a fork, the child's copy leaves it alone.)"""
        process, self._process = self._process, None
        if process is None or os.getpid() != self._owner:
            return
        process.kill()
        for pipe in (self._requests, self._replies):
            with suppress(OSError):
                pipe.close()
        process.wait()

    def finish(self) -> None:
        """End the process in good order, after a reply; its proof is then complete."""
        if self._process is not None:
            self._requests.close()
            code = self._process.wait()
            self.close()
            if code:
                raise SolverDied(f"the process of the SAT solver ended with code {code}; the proof is incomplete")

    def add(self, literals: array[int]) -> None:
        """Add clauses, each with a 0 behind it."""
        self._send(array("i", [len(literals)]) + literals)

    def start(self, assumptions: Iterable[int], most_conflicts: int) -> None:
        """Start a query."""
        request = array("i", [0, most_conflicts, *assumptions])
        request[0] = -len(request)
        self._send(request)

    def wait(self, seconds: float) -> SolverReply | None:
        """Wait for the reply at most this long; return None if it has not come.

        Raises:
            SolverDied: the process died, perhaps for lack of memory.
        """
        requests = [self._requests] if self._unsent else []
        readable, writable, _ = select.select([self._replies], requests, [], seconds)
        if writable:
            self._write()
        if readable:
            self._read()
        return self._complete()

    @property
    def sent(self) -> bool:
        """True if the process has received all requests."""
        return not self._unsent

    def _send(self, numbers: array[int]) -> None:
        self._unsent = memoryview(bytes(self._unsent) + numbers.tobytes())

    def _write(self) -> None:
        try:
            n = self._requests.write(self._unsent[:CHUNK_BYTES]) or 0
        except BrokenPipeError:
            self._died()
        self._unsent = self._unsent[n:]

    def _read(self) -> None:
        data = self._replies.read(CHUNK_BYTES)
        if data == b"":
            self._died()
        self._reply += data or b""

    def _complete(self) -> SolverReply | None:
        """Return the reply if all of it has come."""
        if len(self._reply) < REPLY_HEAD.size:
            return None
        outcome, n, *counters = REPLY_HEAD.unpack_from(self._reply)
        if len(self._reply) < REPLY_HEAD.size + n * INT_BYTES:
            return None
        literals = array("i", bytes(self._reply[REPLY_HEAD.size :]))
        self._reply.clear()
        return SolverReply(outcome, literals, *counters)

    def _died(self) -> None:
        assert self._process is not None
        code = self._process.wait()
        self.close()
        how = f"the process of the SAT solver died with code {code}, perhaps for lack of memory"
        raise SolverDied(f"{how}; {USE_OTHERS}")


def _started(program: list[str]) -> subprocess.Popen[bytes]:
    """Start the program, whose own complaints no one reads: its end says enough."""
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    try:
        return subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=nothing, bufsize=0, process_group=0)
    except OSError as error:
        raise SolverDied(f"the process of the SAT solver cannot be started: {error}; {USE_OTHERS}") from error
