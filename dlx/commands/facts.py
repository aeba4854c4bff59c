# SPDX-License-Identifier: MIT
"""The commands that tell something about a problem: info."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..describe import describe, left, table
from .shared import FOUND, numbers, read


def info(args: argparse.Namespace) -> int:
    problem = read(args)
    given, banned = numbers(problem, args.given, "given"), numbers(problem, args.banned, "banned")
    rest = left(problem, given, banned)
    facts: dict[str, Any] = {"command": "info", "given": sorted(set(given)), "banned": sorted(set(banned))}
    facts["contradiction"] = rest is None
    if rest is not None:
        facts |= describe(problem, *rest)
    print(json.dumps(facts) if args.json else "\n".join(table(facts)))
    return FOUND
