# SPDX-License-Identifier: MIT
"""The server of the page: two kinds of requests, and what keeps a visitor from harm to it or to others.

    GET  /               the page; its style and its script come from /static, nothing from elsewhere
    POST /api/<name>     a question (answers.py): a JSON object in, a JSON object out

What bounds it: the size of a request, of a board and of a text; the seconds and nodes of an answer; and the questions
that are worked on at once, any other is told to come again (503). It keeps nothing between requests: no files, no
sessions, no cookies. A question must be sent as JSON, so that no other site can have a browser ask one unnoticed; the
page may load nothing but what it came with (Content-Security-Policy), and shows what it is told as text, never as HTML.
"""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException, NotFound, ServiceUnavailable

from .answers import ANSWERS, BOARDS, LEVELS
from .body import Body
from .demos import DEMOS

LARGEST_REQUEST = 16 * 1024  # bytes: a 16x16 board with its candidates has 2,200
AT_ONCE = 3  # questions worked on
PATIENCE = 0.3  # seconds that another one waits for its turn: its thread serves nothing else meanwhile

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def create_app(*, at_once: int = AT_ONCE, patience: float = PATIENCE) -> Flask:
    """The application, for any WSGI server.

    >>> client = create_app().test_client()
    >>> client.post("/api/solve", json={"board": "2x2", "puzzle": "12.. 3... ..4. ...1"}).json["solution"]
    '1234341221434321'
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST
    turns = BoundedSemaphore(at_once)

    @app.get("/")
    def page() -> str:
        boards = [(name, board.side) for name, board in BOARDS.items()]
        return render_template("page.html", boards=boards, demos=DEMOS, levels=LEVELS)

    @app.post("/api/<name>")
    def answer(name: str) -> Response:
        question = ANSWERS.get(name)
        if question is None:
            raise NotFound(f"no question {name[:40]!r}; there are {', '.join(ANSWERS)}")
        body = Body(_sent())
        if not turns.acquire(timeout=patience):
            raise ServiceUnavailable("the server is busy with other questions; try again in a moment")
        try:
            return jsonify(question(body))
        finally:
            turns.release()

    app.register_error_handler(ValueError, _refused)
    app.register_error_handler(HTTPException, _failed)
    app.after_request(_guarded)
    return app


def _sent() -> Any:
    """The JSON of the request; what is none is refused, and so is what is nested without end."""
    try:
        return request.get_json()
    except RecursionError:
        raise ValueError("the request is nested too deeply") from None


def _refused(error: ValueError) -> tuple[Response, int]:
    return jsonify(error=str(error)), 400


def _failed(error: HTTPException) -> tuple[Response, int]:
    """Errors of HTTP, in JSON as well; an error of ours is logged by Flask, and its text stays here."""
    return jsonify(error=error.description or error.name), error.code or 500


def _guarded(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.path.startswith("/api/"):
        response.headers["Cache-Control"] = "no-store"
    return response
