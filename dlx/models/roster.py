# SPDX-License-Identifier: MIT
"""Rosters: people work shifts on days, as many as each shift needs and each person's contract says.

    primary     night@Mon             a shift of a day: 2 to 3 people, a multiplicity 2:3
                Ann                   a person: 3 to 5 shifts, a multiplicity 3:5
    secondary   Ann@Mon               one shift a day
                Ann@Mon>night>early   no early shift on the morning after a night
    an option   night@Mon Ann Ann@Mon Ann@Mon>night>early; its cost is the wish of the person

Reference: Burke, De Causmaecker, Vanden Berghe and Van Landeghem, The state of the art of nurse rostering (2004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import Any

from ..drawing.grid import draw_table
from ..drawing.picture import Picture
from ..matrix.sets import in_order
from ..system.wording import plural, truncate
from .instance import Instance, Number, bounds_of, check_size

Shift = tuple[str, str, str]  # person, day, name of the shift
ShiftCosts = Mapping[Shift, float] | Callable[[str, str, str], float]


def roster(
    people: Sequence[str],
    days: Sequence[str],
    shifts: Mapping[str, Number],
    *,
    work: Number,
    rest: Iterable[tuple[str, str]] = (),
    costs: ShiftCosts | None = None,
) -> Instance:
    """Give people shifts on days, so that each shift has enough of them and no one works too much.

    Everyone works at most one shift a day.

    Args:
        people: the names of the people.
        days: the names of the days, in order.
        shifts: how many people each shift needs, as a number or as the least and the greatest, by its name.
        work: how many shifts a person works, as a number or as the least and the greatest.
        rest: pairs of shifts that no one works on two days in turn, such as ``("night", "early")``: no early shift on
            the day after a night.
        costs: the cost of a shift for a person, by (person, day, shift), 0 if it is missing; or a function of these.

    Raises ValueError for repeated names, an unknown person, day or shift, or a number that is not like 2 or (2, 3).

    >>> week = roster(["Ann", "Bob", "Eve"], ["Mon", "Tue"], {"early": 1, "night": 1}, work=(1, 2),
    ...               rest=[("night", "early")])
    >>> week.count()
    18
    >>> print(week.draw(week.solve()))
         Mon   Tue
    Ann  early early
    Bob  night ·
    Eve  ·     night

    On the command line::

        dlx model roster Ann,Bob,Eve Mon,Tue early=1,night=1 --work 1:2 --rest night-early --draw -
        dlx model roster Ann,Bob,Eve,Joe Mon,Tue,Wed early=1:2,night=1 --work 1:2 | dlx count -
    """
    people = in_order(people, "people")
    pairs = list(in_order(rest, "rest"))
    _check_kinds(shifts, costs)
    _check(people, days, shifts, pairs)
    title = f"roster for {plural(len(days), 'day')} and {plural(len(people), 'name')}"
    check_size(title, len(people) * len(days) * len(shifts) * (3 + 2 * len(pairs)))
    numbers = {shift: bounds_of(number, f"shift {shift!r}") for shift, number in shifts.items()}
    works = bounds_of(work, "work")
    choices = list(product(people, days, [shift for shift, (_, high) in numbers.items() if high])) if works[1] else []
    needs = {f"{shift}@{day}": number for day in days for shift, number in numbers.items() if number[1]}
    options = [
        [f"{shift}@{day}", person, f"{person}@{day}", *_rests(person, day, shift, days, pairs)]
        for person, day, shift in choices
    ]
    return Instance(
        options,
        primary=needs | (dict.fromkeys(people, works) if works[1] else {}),
        secondary=list(dict.fromkeys(item for _, _, *rests in options for item in rests)),
        costs=None if costs is None else _costs(choices, costs, {"person": people, "day": days, "shift": list(shifts)}),
        title=title,
        drawing=partial(_draw, tuple(choices), tuple(people), tuple(days), tuple(shifts)),
    )


def _rests(person: str, day: str, shift: str, days: Sequence[str], pairs: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Return the items that a shift shares with the shifts of the next or previous day that exclude it."""
    for first, second in pairs:
        for today, tomorrow in pairwise(days):
            if (day, shift) in ((today, first), (tomorrow, second)):
                yield f"{person}@{today}>{first}>{second}"


def _costs(choices: Iterable[Shift], costs: ShiftCosts, names: Mapping[str, Sequence[str]]) -> list[float]:
    """Return the costs of the choices; raise ValueError for a cost of something else."""
    if not isinstance(costs, Mapping):
        return [costs(*choice) for choice in choices]
    strange = costs.keys() - {*product(*names.values())}
    if strange:
        choice: Any = min(strange, key=repr)
        words = choice if isinstance(choice, tuple) and len(choice) == len(names) else ()
        wrong = [(kind, word) for kind, word in zip(names, words, strict=False) if word not in names[kind]]
        why = [f"no {kind} is called {word!r}, only {truncate(', '.join(names[kind]))}" for kind, word in wrong]
        shown = " ".join(map(str, words)) if words else repr(choice)
        raise ValueError(f"there is a cost of {shown}: {'; '.join(why) or 'write a person, a day and a shift'}")
    return [costs.get(choice, 0) for choice in choices]


def _check_kinds(shifts: object, costs: object) -> None:
    if not isinstance(shifts, Mapping):
        raise TypeError(f"shifts is {shifts!r}; it must map names to numbers, as in {{'early': 1, 'night': (2, 3)}}")
    if not (costs is None or isinstance(costs, Mapping) or callable(costs)):
        raise TypeError(f"costs is {costs!r}; it must be a mapping of (person, day, shift) to numbers, or a function")


def _check(people: Sequence[str], days: Sequence[str], shifts: Iterable[str], pairs: Iterable[tuple[str, str]]) -> None:
    for what, names in (("people", people), ("days", days)):
        if isinstance(names, str):
            raise TypeError(f"{what} is {names!r}; it must be a list of names")
        if isinstance(names, (set, frozenset)):
            raise TypeError(f"{what} is a set; it must be a list, in the order of the {what}")
        again = next((name for k, name in enumerate(names) if name in names[:k]), None)
        if again is not None:
            raise ValueError(f"{what}: the name {again!r} is used twice")
    strange = next((shift for pair in pairs for shift in pair if shift not in shifts), None)
    if strange is not None:
        raise ValueError(f"rest: no shift {strange!r}; the shifts are {', '.join(shifts)}")


def _draw(
    choices: Sequence[Shift],
    people: Sequence[str],
    days: Sequence[str],
    shifts: Sequence[str],
    instance: Instance,
    options: Sequence[int],
) -> Picture:
    chosen = [choices[k] for k in options]
    fields = {(person, day): shift for person, day, shift in chosen}
    sizes = f"{plural(len(people), 'row')} of people, {plural(len(days), 'column')} of days"
    description = f"{sizes}. {'; '.join(map(' '.join, chosen))}"
    return draw_table(people, days, fields, words=shifts, title=instance.title, description=description)
