# SPDX-License-Identifier: MIT
"""Waitress, with two things that it lacks: slow connections do not keep others out, and its own refusals are JSON.

Waitress drops connections that are silent. One that sends a byte every few seconds is not; a hundred of them held the
page for as long as they liked. Here a connection has some seconds from its beginning, or from its last answer, to the
end of its next request, whatever it sends meanwhile; and where too many are open the one that has kept us waiting for
longest makes room for the newest. Those whose question is worked on are never dropped.

While a question is worked on the connection is watched (`channel_request_lookahead`), so that the application can find
out that its client has gone: `waitress.client_disconnected` of the WSGI environment.
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

from .app import HEADERS, LARGEST_REQUEST, TOO_LARGE

THREADS = 8  # more than the questions that are worked on at once: the page itself does not wait for them
CONNECTIONS = 100  # beyond which the slowest one is dropped
MOST = 2 * CONNECTIONS  # questions under way included; Waitress accepts no more before some are done
PATIENCE_SECONDS = 20  # for the next request of a connection


class Refusal(ErrorTask):  # type: ignore[misc]
    """The answer to a request that the application never sees: too large, or no HTTP."""

    def execute(self) -> None:
        error = self.request.error
        words = TOO_LARGE if error.code in (413, 431) else f"{error.reason.lower()}: {error.body}"
        body = json.dumps({"error": words}).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [("Content-Type", "application/json"), *HEADERS.items()]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection."""

    error_task_class = Refusal
    answered = 0.0  # when its last answer was ready

    @property
    def waits_since(self) -> float:
        """When its next request could have begun."""
        return float(max(self.creation_time, self.answered))

    def service(self) -> None:
        super().service()
        self.answered = time()

    def drop(self) -> None:
        """Close it; what is shut down is ready for that at once, also where no one reads what we send."""
        self.will_close = True
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """The server. Its methods run in one thread, the applications in others."""

    channel_class = Channel

    def handle_accept(self) -> None:
        super().handle_accept()
        waiting = self._waiting()
        if len(self.active_channels) > CONNECTIONS and waiting:
            min(waiting, key=lambda channel: channel.waits_since).drop()

    def maintenance(self, now: float) -> None:
        for channel in self._waiting():
            if channel.waits_since < now - PATIENCE_SECONDS:
                channel.drop()

    def _waiting(self) -> list[Channel]:
        """The connections that no question of is under way."""
        return [c for c in self.active_channels.values() if not c.requests and not c.will_close]


def serve(app: Any, listening: socket.socket) -> Server:
    """A server of the application at a socket that is bound; `run()` serves until Ctrl-C."""
    logging.getLogger("waitress").setLevel(logging.ERROR)  # that it has much to do is no news
    return Server(
        app,
        {},
        _sock=listening,
        sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        bind_socket=False,
        sockets=[listening],
        threads=THREADS,
        connection_limit=MOST,
        cleanup_interval=1,
        channel_request_lookahead=1,
        max_request_header_size=LARGEST_REQUEST,
        max_request_body_size=LARGEST_REQUEST + 1,  # one byte less is taken
        log_socket_errors=False,
        ident="sudoku",
    )
