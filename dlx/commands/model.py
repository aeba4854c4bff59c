# SPDX-License-Identifier: MIT
"""The command `dlx model`: a model of dlx.models as text, as a picture of a solution, or counted up to symmetry."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .gallery import MODELS
from .shared import FOUND, NO_SOLUTION, say

if TYPE_CHECKING:
    from ..models import Instance


def model(args: argparse.Namespace) -> int:
    from .. import models
    from ..picture import format_of

    if args.draw and args.draw != "-":
        format_of(args.draw)  # a name that tells no format is refused before anything is done
    names = (name.lstrip("-").replace("-", "_") for name, _ in MODELS[args.model].arguments)
    instance: Instance = getattr(models, args.model.replace("-", "_"))(**{name: getattr(args, name) for name in names})
    if args.orbits:
        count = instance.count(orbits=True)
        print(count)
        return FOUND if count else NO_SOLUTION
    if args.draw:
        return _draw(instance, args)
    if not args.quiet:
        say(f"{instance.title}: {repr(instance)[1:-1].partition(': ')[2]}")
    instance.write(sys.stdout if args.output in (None, "-") else args.output)
    return FOUND


def _draw(instance: Instance, args: argparse.Namespace) -> int:
    solution = instance.solve() if instance.costs is None else next(iter(instance.best()), None)
    if solution is None:
        say(f"{instance.title}: there is no solution")
        return NO_SOLUTION
    picture = instance.draw(solution)
    if args.draw == "-":
        print(picture.text)
        return FOUND
    try:
        picture.save(args.draw)
    except ImportError as error:
        raise ValueError(str(error)) from None
    return FOUND
