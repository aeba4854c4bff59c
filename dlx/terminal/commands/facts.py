# SPDX-License-Identifier: MIT
"""The commands that report facts about a problem: info, estimate, option-status, explain."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from math import inf
from typing import TYPE_CHECKING, Any

from ...drawing.picture import format_of
from ...engine.status import Status
from ...matrix.incidence import remaining_problem
from ...questions.describe import describe, table
from ...system.digits import to_json
from ...system.wording import plural
from ..exit_codes import ExitCode
from .shared import Watch, asked, passed, read, say, show

if TYPE_CHECKING:
    from ...questions.explain import Explanation
    from ...questions.info import Info
    from ...questions.option_status import OptionStatuses


def info(args: argparse.Namespace) -> int:
    problem = read(args)
    how = passed(args, problem, "info")
    given, banned = how["given"], how["banned"]
    remaining = remaining_problem(problem, given, banned)
    facts: dict[str, Any] = {"command": "info", "given": sorted(set(given)), "banned": sorted(set(banned))}
    facts["contradiction"] = remaining is None
    seen = None
    if remaining is not None:
        facts |= describe(problem.engine, *remaining)
        with Watch(args) as watch:
            seen = problem.info(**how, progress=watch)
    if args.json:
        print(to_json(facts if seen is None else facts | _structure(seen)))
    else:
        print(*table(facts), *([] if seen is None else [seen]), sep="\n")
    return ExitCode.DONE


def _structure(seen: Info) -> dict[str, Any]:
    """Return what the engine sees as JSON has it."""
    left_out = ("certificate", "stats", "search", "built_in")  # a file has no symmetries built in
    facts = {name: getattr(seen, name) for name in seen.__slots__ if name not in left_out}
    proof = None if seen.certificate is None else str(seen.certificate)
    plain = None if seen.search is None else seen.search.seconds.value
    return facts | {"proof": proof, "stats": asdict(seen.stats), "search_seconds": None if plain == inf else plain}


def estimate(args: argparse.Namespace) -> int:
    _, estimate = asked(args, "estimate")
    if args.json:
        fields = asdict(estimate, dict_factory=lambda pairs: {key: None if x == inf else x for key, x in pairs})
        print(to_json({"command": "estimate", **fields, "status": estimate.status.value}))
    else:
        print(estimate)
        if estimate.status is not Status.COMPLETE:
            print(f"stopped by the {estimate.status.value} after {estimate.samples:,} of {args.samples:,} samples")
    return ExitCode.DONE if estimate.status is Status.COMPLETE else ExitCode.STOPPED


def option_status(args: argparse.Namespace) -> int:
    from ...formats.dlxfile import format_option
    from ...questions.option_status import OptionStatus

    problem, answer = asked(args, "option_status")
    words = [OptionStatus(status).name.lower() for status in answer.statuses.tolist()]
    if args.json:
        facts = {"command": "option-status", "status": answer.status.value, "options": words}
        print(json.dumps(facts | ({} if args.limit is None else {"counts": answer.counts.tolist()})))
    else:
        numbered = [""] * len(words) if args.limit is None else _counts(answer, args.limit)
        lines = zip(words, numbered, strict=True)
        print("".join(f"{word:8}{n}{k}: {format_option(problem, k)}\n" for k, (word, n) in enumerate(lines)), end="")
    if not args.quiet:
        counts = ", ".join(f"{words.count(word)} in {word}" for word in ("all", "some", "none"))
        searches = plural(answer.n_searches, "search", "es")
        say(f"{plural(problem.n_options, 'option')}: {counts} of the solutions ({searches})")
    if answer.status is not Status.COMPLETE:
        return ExitCode.STOPPED
    if set(words) <= {"none"}:  # no solution, or only the empty one
        no_witness = answer.without(0) is None if words else problem.solve() is None
        return ExitCode.NOT_FOUND if no_witness else ExitCode.DONE
    return ExitCode.DONE


def _counts(answer: OptionStatuses, limit: int) -> list[str]:
    """Return a column of the solutions with each option; 5+ are at least 5."""
    whole = answer.status.value == "complete"
    texts = [f"{n}{'+' * (n >= limit or not whole)}" for n in answer.counts.tolist()]
    width = max(map(len, texts), default=0)
    return [f"{text:>{width}}  " for text in texts]


def explain(args: argparse.Namespace) -> int:
    if args.draw not in (None, "-"):
        format_of(args.draw)  # reject a name without a known format before the search
    _, reason = asked(args, "explain")
    if args.json:
        facts: dict[str, Any] = {"kind": reason.kind, "items": list(map(str, reason.items))}
        facts |= {"given": list(reason.given), "minimal": reason.minimal, **_weights(reason), "text": reason.text}
        print(json.dumps({"command": "explain", **facts}))
    else:
        print(reason)
    if args.draw is not None and reason.kind != "solvable":
        show(reason.draw(), args.draw)
    return {"solvable": ExitCode.DONE, "unknown": ExitCode.STOPPED}.get(reason.kind, ExitCode.NOT_FOUND)


def _weights(reason: Explanation) -> dict[str, Any]:
    c = reason.certificate
    weights = {} if c is None else {str(item): weight for item, weight in c.weights.items()}
    return {"modulus": None if c is None else c.modulus, "weights": weights}
