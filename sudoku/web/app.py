# SPDX-License-Identifier: MIT
"""The server of the page: two kinds of requests, and the limits that protect it and its visitors.

    GET  /               the page; its style and its script come from /static, nothing from elsewhere
    POST /api/<name>     a query (answers.py): a JSON object in, a JSON object out

We limit the size of a request, of a board, its rules and a text, the seconds and nodes of an answer, and the number of
hard queries in progress; any further one waits in a line (turns.py) and gets 503, Retry-After and its place meanwhile.
A query is canceled when its page sends a newer one (409), or when its client has gone, if the server can detect that
(Waitress: `waitress.client_disconnected`). Nothing else is kept between requests: no files, no sessions, no cookies.
Every error is JSON. A query must be sent as JSON, so that no other site can make a browser send one unnoticed. The page
may load only its own files (Content-Security-Policy) and shows answers as text, never as HTML. A request for another
host than ours is refused (421, see hosts.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from mimetypes import add_type
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import BadRequest, HTTPException, NotFound

from dlx.system import calloff
from dlx.system.calloff import CalledOff

from ..making.patterns import SYMMETRIES
from .answers import ANSWERS, BOARDS, LEVEL_CHOICES
from .body import Body
from .demos import DEMOS
from .hosts import is_own_host, normalize
from .kinds import KINDS
from .turns import RETRY_AFTER_SECONDS, Busy, Replaced, WaitingLine

LARGEST_REQUEST_BYTES = 64 * 1024  # bytes: a 16x16 board with its candidates has 2,200; a long link 20,000
MOST_HARD_QUERIES_AT_ONCE = 3  # hard queries in progress
REQUEST_TOO_LARGE = f"the request is larger than {LARGEST_REQUEST_BYTES:,} bytes"
REPLACED = "the same page has sent a newer query"
CLIENT_GONE = 499  # no one reads this answer

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


add_type("text/javascript", ".js")  # a Windows registry may disagree, and browsers then run no module


class Misdirected(HTTPException):
    """A request for another host."""

    code = 421
    description = "this host is not one that the page answers for; add it with: sudoku serve --allow-host NAME"


def create_app(*, at_once: int = MOST_HARD_QUERIES_AT_ONCE, hosts: Iterable[str] = ()) -> Flask:
    """Return the application, for any WSGI server.

    Args:
        at_once: hard queries in progress; a further one gets the status 503 until it has its turn.
        hosts: names and addresses that the page serves besides localhost, as browsers send them, without the port.
            "0.0.0.0" means all addresses; "*" means any host, if a server in front checks it.

    >>> client = create_app().test_client()
    >>> client.post("/api/solve", json={"board": "2x2", "puzzle": "12.. 3... ..4. ...1"}).json["solution"]
    '1234341221434321'
    """
    if isinstance(hosts, str):
        raise TypeError(f"hosts is {hosts!r}; give a list of names, as in [{hosts!r}]")
    known = {normalize(host) for host in hosts}
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the rules of an answer keep their order
    turns = WaitingLine(at_once)

    @app.before_request
    def check_host() -> None:
        if not is_own_host(request.environ.get("HTTP_HOST", ""), known):
            raise Misdirected

    @app.get("/")
    def page() -> str:
        boards = [(name, board.side) for name, board in BOARDS.items()]
        choices = {"levels": LEVEL_CHOICES, "symmetries": SYMMETRIES, "kinds": KINDS}
        return render_template("page.html", boards=boards, demos=DEMOS, **choices)

    @app.post("/api/<name>")
    def answer(name: str) -> Response:
        question = ANSWERS.get(name)
        if question is None:
            raise NotFound(f"no query {name[:40]!r}; choose one of {', '.join(ANSWERS)}")
        body = Body(_request_json())
        content = name, sha256(request.get_data()).digest()
        named = body.page()
        gone = request.environ.get("waitress.client_disconnected")
        with turns.taken(named or (request.remote_addr, content), content, gone, page=bool(named)):
            calloff.check()  # the client may have left while its request waited for a thread
            return jsonify(question(body))

    app.register_error_handler(ValueError, _bad_request)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(Replaced, lambda error: (jsonify(error=REPLACED), 409))
    app.register_error_handler(CalledOff, lambda error: ("", CLIENT_GONE))
    app.register_error_handler(HTTPException, _http_error)
    app.after_request(_add_headers)
    return app


def _request_json() -> Any:
    """Return the JSON of the request; refuse a body that is not JSON or is nested too deeply."""
    try:
        return request.get_json()
    except BadRequest:
        raise ValueError("the request is not valid JSON; send a JSON object") from None
    except RecursionError:
        raise ValueError("the request is nested too deeply") from None


def _bad_request(error: ValueError) -> tuple[Response, int]:
    return jsonify(error=str(error)), 400


def _busy(error: Busy) -> tuple[Response, int]:
    response = jsonify(error=str(error), place=error.place)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response, 503


def _http_error(error: HTTPException) -> tuple[Response, int]:
    """Return HTTP errors as JSON too. Flask logs our own errors, and their text does not leave the server."""
    words = REQUEST_TOO_LARGE if error.code == 413 else error.description or error.name
    return jsonify(error=words), error.code or 500


def _add_headers(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.path.startswith("/api/"):
        response.headers["Cache-Control"] = "no-store"
    return response
