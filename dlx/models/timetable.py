# SPDX-License-Identifier: MIT
"""Timetables: lessons in time slots, with no one in two places at once.

    primary     Latin               a lesson, exactly once: an option has all its hours
                Mon1                with `rooms=r`: a slot, in at most r options of a solution, a multiplicity 0:r
    secondary   Ann@Mon1            a teacher or a class is in at most one lesson at a time
    an option   Latin Mon1 Ann@Mon1 7a@Mon1 Tue2 Ann@Tue2 7a@Tue2        Latin, twice a week; costs add up

Reference: de Werra, An introduction to timetabling (1985).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import NamedTuple

from ..drawing.grid import draw_table
from ..drawing.picture import Picture
from ..matrix.sets import in_order
from ..system.wording import plural, truncate
from .instance import Instance, natural

MOST_LESSON_OPTIONS = 10**6  # most options


class Lesson(NamedTuple):
    """An event that takes a number of hours, with people who can be in only one place at a time."""

    name: str
    people: tuple[str, ...]  # for example, its teacher and its class
    hours: int = 1


LessonRows = Sequence[Lesson | tuple[str, Sequence[str]] | tuple[str, Sequence[str], int]]
SlotCosts = Mapping[str, int] | Callable[[str, str], int]


def timetable(
    lessons: LessonRows,
    slots: Sequence[str],
    *,
    rooms: int | None = None,
    costs: SlotCosts | None = None,
) -> Instance:
    """Give each lesson as many slots as it has hours, so that no one is in two lessons at once.

    Args:
        lessons: the lessons, each a :class:`Lesson`, or a tuple of its name, its people, and its hours (1 by default).
        slots: the names of the hours of the week.
        rooms: the number of lessons that fit into a slot; None: any number.
        costs: the costs of the slots, or a function of lesson and slot that returns a cost; for ``best()``.

    A lesson with more hours than there are slots is in no option, so there is no solution.

    Raises ValueError for repeated names, costs of an unknown slot, a negative number, or more than 10^6 options.

    >>> lessons = [("Latin", ["Ann", "7a"]), ("Greek", ["Ann", "7b"]), ("Math", ["Bob", "7a"])]
    >>> lessons += [("Music", ["Bob", "7b"])]
    >>> week = timetable(lessons, ["Mon", "Tue", "Wed"], costs={"Mon": 1, "Tue": 0, "Wed": 2})
    >>> week.count(), [s.cost for s in week.best(3)]
    (18, [2, 2, 3])
    >>> cheapest = week.best()[0]
    >>> print(week.draw(cheapest))
         Mon   Tue   Wed
    Ann  Latin Greek ·
    7a   Latin Math  ·
    7b   Music Greek ·
    Bob  Music Math  ·
    >>> timetable(lessons, ["Mon", "Tue", "Wed", "Thu"], rooms=1).count()
    24

    On the command line::

        dlx model timetable examples/lessons.txt --slots Mon1,Mon2,Mon3,Tue1,Tue2,Tue3 --draw -
    """
    lessons, slots = in_order(lessons, "lessons"), in_order(slots, "slots")
    for lesson in lessons:
        if isinstance(lesson, str) or len(lesson) not in (2, 3):
            raise TypeError(f"{lesson!r} is no lesson; write (name, people) or (name, people, hours)")
    for what, listing in (("the slots", slots), *((f"the people of {name!r}", people) for name, people, *_ in lessons)):
        if isinstance(listing, str):
            raise TypeError(f"{what} are {listing!r}: they must be a list of names")
    table = [Lesson(name, tuple(in_order(people, "the people")), *hours) for name, people, *hours in lessons]
    _check(table, slots, rooms, costs)
    open_slots = () if rooms == 0 else slots
    choices = [(lesson, chosen) for lesson in table for chosen in combinations(open_slots, lesson.hours)]
    counted = slots if rooms else []
    names = [lesson.name for lesson in table]
    people = list(dict.fromkeys(person for lesson in table for person in lesson.people))
    rows = dict.fromkeys(row for lesson in table for row in _rows_of(lesson))
    return Instance(
        [[lesson.name, *(item for s in chosen for item in _place(lesson, s, counted))] for lesson, chosen in choices],
        primary=dict.fromkeys(names, 1) | dict.fromkeys(slots, (0, rooms)) if rooms else names,
        secondary=[f"{person}@{slot}" for person in people for slot in slots],
        costs=None if costs is None else [sum(_cost(costs, lesson, s) for s in chosen) for lesson, chosen in choices],
        title=f"timetable of {plural(len(table), 'lesson')}",
        drawing=partial(_draw, tuple(choices), tuple(rows), tuple(slots)),
    )


def _rows_of(lesson: Lesson) -> tuple[str, ...]:
    """Return the rows of the picture that show a lesson."""
    return lesson.people or (lesson.name,)


def _place(lesson: Lesson, slot: str, counted: Sequence[str]) -> list[str]:
    return [*([slot] if counted else []), *(f"{person}@{slot}" for person in lesson.people)]


def _cost(costs: SlotCosts, lesson: Lesson, slot: str) -> int:
    return costs.get(slot, 0) if isinstance(costs, Mapping) else costs(lesson.name, slot)


def _check(table: Sequence[Lesson], slots: Sequence[str], rooms: int | None, costs: object) -> None:
    names = [lesson.name for lesson in table] + list(slots)
    again = next((name for k, name in enumerate(names) if name in names[:k]), None)
    if again is not None:
        raise ValueError(f"the name {again!r} is used twice among the lessons and slots")
    strange = [slot for slot in costs if slot not in slots] if isinstance(costs, Mapping) else []
    if strange:
        slot_names = truncate(" ".join(slots))
        raise ValueError(f"there are costs of {strange[0]!r}, which is not a slot; the slots are {slot_names}")
    if rooms is not None:
        natural(rooms, "rooms")
    for lesson in table:
        natural(lesson.hours, f"the hours of {lesson.name!r}")
    if sum(comb(len(slots), lesson.hours) for lesson in table) > MOST_LESSON_OPTIONS:
        what = f"there are more than {MOST_LESSON_OPTIONS:,} ways to give the lessons their hours"
        raise ValueError(f"{what}: too many for this model")


def _draw(
    choices: Sequence[tuple[Lesson, tuple[str, ...]]],
    people: Sequence[str],
    slots: Sequence[str],
    instance: Instance,
    options: Sequence[int],
) -> Picture:
    """Draw a row for each person, and for each lesson without people, and a column for each slot."""
    fields = {(p, s): choices[k][0].name for k in options for p in _rows_of(choices[k][0]) for s in choices[k][1]}
    lines = [f"{choices[k][0].name} {' '.join(choices[k][1])}" for k in options]
    sizes = f"{plural(len(people), 'row')} of people, {plural(len(slots), 'column')} of slots"
    words, description = [lesson.name for lesson, _ in choices], f"{sizes}. {'; '.join(lines)}"
    return draw_table(people, slots, fields, words=words, title=instance.title, description=description)
