# SPDX-License-Identifier: MIT
"""Waitress, with two additions: slow connections do not keep others out, and its own refusals are JSON.

Waitress drops silent connections, but not one that sends a byte every few seconds; a hundred of these blocked the page
for as long as they liked. Here a connection has some seconds, from its beginning or its last answer, to complete its
next request, no matter how slowly it sends. If too many are open, the one we have waited for longest makes room
for the newest. A connection with a query in progress is never dropped.

While a query is in progress, Waitress watches its connection (`channel_request_lookahead`), so that the application can
detect that its client has gone, through `waitress.client_disconnected` in the WSGI environment.
"""

from __future__ import annotations

import json
import logging
import socket
from contextlib import suppress
from time import time
from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask

from .app import HEADERS, LARGEST_REQUEST_BYTES, REQUEST_TOO_LARGE

# So many that the page and easy queries run beside the trials of hard ones. While 33 clients sent hard queries to a
# busy machine, the slowest of 17 easy ones took 1 s, and the process 130 MB; with 8 threads these were 10 s and 90 MB.
SERVER_THREADS = 32
LARGEST_HEADERS_BYTES = 16 * 1024
HEADERS_TOO_LARGE = f"the headers of the request are larger than {LARGEST_HEADERS_BYTES:,} bytes"
MOST_KEPT_CONNECTIONS = 100  # above this number we drop the slowest connection
MOST_OPEN_CONNECTIONS = 2 * MOST_KEPT_CONNECTIONS  # including queries in progress; above it, Waitress accepts none
PATIENCE_SECONDS = 20  # for the next request of a connection


class Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request that the application never sees: too large, or not HTTP."""

    def execute(self) -> None:
        error = self.request.error
        known = {413: REQUEST_TOO_LARGE, 431: HEADERS_TOO_LARGE}
        words = known.get(error.code, f"{error.reason.lower()}: {error.body}")
        body = json.dumps({"error": words}).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [("Content-Type", "application/json"), *HEADERS.items()]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    error_task_class = Refusal
    answered = 0.0  # time when its last answer was ready

    @property
    def waits_since(self) -> float:
        """Earliest time at which its next request could have begun."""
        return float(max(self.creation_time, self.answered))

    def service(self) -> None:
        super().service()
        self.answered = time()

    def drop(self) -> None:
        """Close the connection. Shutting the socket down lets it close at once, even if the client does not read."""
        self.will_close = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """The server. Its methods run in one thread, the application in others."""

    channel_class = Channel

    def handle_accept(self) -> None:
        super().handle_accept()
        waiting = self._waiting()
        if len(self.active_channels) > MOST_KEPT_CONNECTIONS and waiting:
            min(waiting, key=lambda channel: channel.waits_since).drop()

    def maintenance(self, now: float) -> None:
        for channel in self._waiting():
            if channel.waits_since < now - PATIENCE_SECONDS:
                channel.drop()

    def _waiting(self) -> list[Channel]:
        """Return the connections with no query in progress."""
        return [c for c in self.active_channels.values() if not c.requests and not c.will_close]


def serve(app: Any, listening: socket.socket) -> Server:
    """Return a server of the application on a bound socket; `run()` serves until Ctrl-C."""
    logging.getLogger("waitress").setLevel(logging.ERROR)  # hides its warnings of a long queue
    return Server(
        app,
        {},
        _sock=listening,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        bind_socket=False,
        sockets=[listening],
        threads=SERVER_THREADS,
        connection_limit=MOST_OPEN_CONNECTIONS,
        cleanup_interval=1,
        channel_request_lookahead=1,
        max_request_header_size=LARGEST_HEADERS_BYTES,
        max_request_body_size=LARGEST_REQUEST_BYTES + 1,  # one byte less is taken
        log_socket_errors=False,
        ident="sudoku",
    )
