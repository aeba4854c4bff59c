# SPDX-License-Identifier: MIT
"""The reader of the page: requests as they arrive over HTTP.

    first byte    the query, or the method and the path
    the rest      the body; sometimes the path and the query string

Any answer is JSON (except the page and its files), any error of a visitor is 4xx with a sentence; nothing raises. The
budgets of the answers are cut, so that an input takes milliseconds, and stopped searches are tested too.
"""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any
from unittest.mock import patch

from .reader import Reader, number, reader

BUDGET = {"SECONDS": 0.02}
STATUSES = {200, 308, 400, 404, 405, 413, 415}  # 500 and 503 would be finds: queries come one by one
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BODIES = {
    "read": [{"text": EASY}, {"text": "1 2|3 4\n3 4|1 2\n-+-\n2 1|4 3\n4 3|2 1"}, {"text": 5}, {"text": "x" * 4097}],
    "solve": [{"board": "2x2", "puzzle": "12.. 3... ..4. ...1"}, {"board": "4x4", "puzzle": "." * 256}, []],
    "check": [{"board": "2x2", "puzzle": "11.............."}, {"board": "2x2", "puzzle": "." * 16}, {"board": "9x9"}],
    "candidates": [{"board": "2x2", "puzzle": "1" + "." * 15, "kind": "true"}, {"board": "2x3", "puzzle": "." * 36}],
    "hint": [
        {"board": "2x2", "puzzle": "1...............", "values": "1..........4....", "candidates": [0] * 16},
        {"board": "2x2", "puzzle": "12343412........", "values": "123434122.......", "candidates": [15] * 16},
        {"board": "3x3", "puzzle": EASY, "values": EASY, "candidates": None},
    ],
    "rate": [{"board": "2x2", "puzzle": "1234341221434..."}],
    "generate": [{"board": "2x2", "level": "any", "seed": 5}, {"board": "2x2", "level": "hard"}, {"seed": 2**53}],
}
NAMES = tuple(BODIES)
SEEDS = [bytes([k]) + json.dumps(body).encode() for k, name in enumerate(NAMES) for body in BODIES[name]]
PATHS = ["/", "/static/page.css", "/static/../app.py", "/static/%2e%2e/app.py", "/api/no", "/api/solve?x=%ff"]
PATHS += ["//", "/é\0"]
SEEDS += [bytes([k]) + path.encode() for k in (200, 220) for path in PATHS]
SEEDS += [b"\0" + b"[" * 2000, b"\1{", b"\2\xff\xfe", b"\3nul", b"\4" + b"9" * 5000, b"\5" + b" " * 17_000]


@cache
def app() -> Any:
    from sudoku.web import answers
    from sudoku.web.app import create_app

    patch.object(answers, "QUERY_SECONDS", dict.fromkeys(answers.QUERY_SECONDS, BUDGET["SECONDS"])).start()
    made = create_app()
    made.config["PROPAGATE_EXCEPTIONS"] = True
    return made


@reader("http", SEEDS, 4096)
def http(data: bytes) -> None:
    first, body = number(data, 256), data[1:]
    if first < 200:
        ask("POST", f"/api/{NAMES[first % len(NAMES)]}", "", body)
    else:
        path, _, query = body.decode("latin-1").partition("?")
        ask("GET" if first < 220 else "POST", path, query, b"{}")


def ask(method: str, path: str, query: str, body: bytes) -> None:
    """Send a request as a server passes it on (PEP 3333)."""
    started: list[Any] = []
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "HTTP_HOST": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    answer = app()(environ, lambda status, headers, _=None: started.append((status, dict(headers))))
    try:
        text = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    status, headers = int(started[0][0][:3]), started[0][1]
    assert status in STATUSES, (status, text[:200])
    assert "Content-Security-Policy" in headers
    if headers["Content-Type"] == "application/json":
        told = json.loads(text)
        assert (status == 200) == ("error" not in told), (status, text[:200])
        assert len(told.get("error", "")) < 1_000
    else:
        assert status == 308 or (status == 200 and method == "GET" and b"import annotations" not in text)


READERS: tuple[Reader, ...] = (http,)
