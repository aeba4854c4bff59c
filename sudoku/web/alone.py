# SPDX-License-Identifier: MIT
"""The answers of a page without a server, whose Python runs in the visitor's browser (docs/live).

    worker.js   ->  answer("solve", '{"board": "3x3", "puzzle": ...}')
                <-  200, '{"status": "unique", "solution": ...}'          as app.py answers POST /api/solve

A visitor waits for no one else, so there are no turns. A query has the same seconds and nodes as on the server.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from dlx.system.calloff import CalledOff, called_off_when

from .answers import ANSWERS
from .body import Body


def answer(name: str, text: str, dropped: Callable[[], bool] | None = None) -> tuple[int, str]:
    """Return the status and the JSON that the server would send to a query, from the query's name and JSON.

    `dropped` returns whether the page no longer waits; the query then ends with the status 409.

    >>> answer("solve", '{"board": "2x2", "puzzle": "12.. 3... ..4. ...1"}')
    (200, '{"status": "unique", "solution": "1234341221434321", "guesses": 0}')
    >>> answer("solve", '{"board": "2x2"}')
    (400, '{"error": "\\'puzzle\\' is missing"}')
    """
    try:
        with called_off_when(dropped):
            return 200, json.dumps(ANSWERS[name](Body(json.loads(text))))
    except CalledOff:
        return 409, json.dumps({"error": "the page has dropped the query"})
    except ValueError as error:
        return 400, json.dumps({"error": str(error)})
