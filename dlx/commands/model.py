# SPDX-License-Identifier: MIT
"""The command `dlx model`: a model of dlx.models as text, as a picture of a solution, or counted up to symmetry."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .gallery import MODELS
from .shared import FOUND, NO_SOLUTION, Watch, say

if TYPE_CHECKING:
    from ..models import Instance


def model(args: argparse.Namespace) -> int:
    from .. import models
    from ..picture import format_of

    if args.draw is not None and args.draw != "-":
        format_of(args.draw)  # a name that tells no format is refused before anything is done
    names = (name.lstrip("-").replace("-", "_") for name, _ in MODELS[args.model].arguments)
    instance: Instance = getattr(models, args.model.replace("-", "_"))(**{name: getattr(args, name) for name in names})
    if args.orbits:
        count = _orbits(instance, args)
        print(count)
        return FOUND if count else NO_SOLUTION
    if args.draw is not None:
        return _draw(instance, args)
    if not args.quiet:
        say(f"{instance.title}: {repr(instance)[1:-1].partition(': ')[2]}")
    instance.write(sys.stdout if args.output in (None, "-") else args.output)
    return FOUND


def _orbits(instance: Instance, args: argparse.Namespace) -> int:
    if instance.bounds is not None:  # a count wants that no option is exchanged with another of its item
        return sum(1 for _ in instance.solutions(orbits=True))
    with Watch(args) as watch:
        return instance.count(orbits=True, progress=watch)


def _draw(instance: Instance, args: argparse.Namespace) -> int:
    with Watch(args) as watch:
        if instance.costs is None:
            solution = next(instance.search(limit=1, progress=watch), None)
        else:
            solution = next(iter(instance.best(progress=watch)), None)
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
