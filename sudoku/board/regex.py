# SPDX-License-Identifier: MIT
"""Regular expressions over digits, as automata whose states are sets of places in the expression.

    (12|3)*.      after 1: {the 1, the point}     after another 2: {the 2, the point}     3 and more may follow
     12 3  4      number of each place, from 1; 0 is the beginning

A place is a digit, or another sign for one, that may have been the last one read. Its followers are all that may come
next (V. M. Glushkov, "The abstract theory of automata", 1961). Sets are bit masks. We know these signs of Python's
module re, with the same meaning for a whole text:

    1 A @    digits: A to Z are 10 to 35, @ is 36        (12|3)   a group of alternatives; (?:12|3) is the same
    .        any digit, as is a backslash with d         * + ?    repeats, also {2} {2,} {,4} {2,4} and lazy ones
    [1-3]    one of these digits; [^12] is another one   ^ $      the ends of the cells
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Any, NamedTuple

from .digits import DIGITS, LARGEST_CASELESS_SIDE
from .words import short

Expression = tuple[Any, ...]  # ("digits", set, others) ("all", list) ("any", list) ("repeat", node, low, high or None)
MOST_REPEATS = 100
MOST_EXPANDED = 200  # with repeats written out
MOST_NESTED = 20  # groups within each other; our functions call themselves for each
_SIGNS = ("0" + DIGITS)[: LARGEST_CASELESS_SIDE + 1]  # by digit
_KNOWN = r"it may have digits, A for 10, . \d [1-3] [^12] (12|3) (?:12) * + ? {2,4}"

_TOKEN = re.compile(r"\[(\^?)([^\[\]]*)\]|\{(\d*)(,?)(\d*)\}|\(\?(?::|<?[=!]|P?<|P=|.)?|\\.?|.", re.DOTALL)
_REFUSED = {
    "(?=": "a lookahead",
    "(?!": "a lookahead",
    "(?<=": "a lookbehind",
    "(?<!": "a lookbehind",
    "(?<": "a named group",
    "(?P<": "a named group",
    "(?P=": "a back reference",
}


class Automaton(NamedTuple):
    """The automaton of a regular expression; it begins in the state 1, the set of place 0."""

    followers: tuple[int, ...]  # by place: mask of the places that may come next
    digits: tuple[tuple[frozenset[int], bool], ...]  # by place: its digits, and whether it is another digit than these
    ends: int  # mask of the places that may be the last


def read(pattern: str) -> Automaton:
    """Return the automaton of a pattern; raise ValueError, naming the place, for another text.

    >>> matches(read("(12|3)*[^1-3]"), [1, 2, 3, 9]), matches(read("(12|3)*[^1-3]"), [1, 3, 9])
    (True, False)
    """
    places = _Places()
    part = places.of(_Parser(pattern).parsed())
    places.followers[0] = part.first
    return Automaton(tuple(places.followers), tuple(places.digits), part.last | part.skippable)


def after(automaton: Automaton, state: int, digit: int) -> int | None:
    """Return the state after a digit; None if the digit is not allowed."""
    followers = found = 0
    for place in _bits(state):
        followers |= automaton.followers[place]
    for place in _bits(followers):
        digits, others = automaton.digits[place]
        found |= ((digit in digits) != others) << place
    return found or None


def matches(automaton: Automaton, digits: list[int]) -> bool:
    """Return whether the expression matches these digits."""
    state: int | None = 1
    for digit in digits:
        state = after(automaton, state, digit) if state else None
    return bool((state or 0) & automaton.ends)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


class _Stretch(NamedTuple):
    """A stretch of an expression, by its places."""

    skippable: bool  # if the stretch matches the empty text
    first: int  # mask of the places that may be its first
    last: int


class _Places:
    """The places of an expression; place 0 is the beginning."""

    def __init__(self) -> None:
        self.followers = [0]
        self.digits: list[tuple[frozenset[int], bool]] = [(frozenset(), False)]

    def of(self, node: Expression) -> _Stretch:
        """Add the places of an expression, and what follows each of them within it."""
        if node[0] == "digits":
            self.followers.append(0)
            self.digits.append(node[1:])
            own = 1 << len(self.digits) - 1
            return _Stretch(False, own, own)
        if node[0] == "any":
            parts = [self.of(part) for part in node[1]]
            return reduce(lambda a, b: _Stretch(a[0] or b[0], a[1] | b[1], a[2] | b[2]), parts)
        if node[0] == "all":
            return reduce(self._then, map(self.of, node[1]), _Stretch(True, 0, 0))
        return self._repeated(*node[1:])

    def _then(self, one: _Stretch, other: _Stretch) -> _Stretch:
        self._follow(one.last, other.first)
        first = one.first | other.first if one.skippable else one.first
        last = one.last | other.last if other.skippable else other.last
        return _Stretch(one.skippable and other.skippable, first, last)

    def _repeated(self, node: Expression, low: int, high: int | None) -> _Stretch:
        whole = _Stretch(True, 0, 0)
        for number in range(max(low, 1) if high is None else high):
            part = self.of(node)
            whole = self._then(whole, part._replace(skippable=part.skippable or number >= low))
        if high is None:
            self._follow(part.last, part.first)
        return whole

    def _follow(self, last: int, first: int) -> None:
        for place in _bits(last):
            self.followers[place] |= first


class _Parser:
    """Reads a pattern, token by token."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.tokens = [match for match in _TOKEN.finditer(pattern) if not match[0].isspace()]
        self.at = 0  # number of the token to be read
        self.nested = 0  # number of open groups

    def parsed(self) -> Expression:
        node, _ = self._alternatives()
        if self.at < len(self.tokens):
            raise self._error("has no '(' for the ')'")
        return node

    def _error(self, problem: str, remedy: str = "", at: int | None = None) -> ValueError:
        """Return an error with the place of a token, the one to be read unless `at` is passed."""
        place = self.tokens[self.at if at is None else at].start() + 1
        end = f"; {remedy}" if remedy else ""
        return ValueError(f"the regular expression {short(self.pattern)} {problem} at character {place}{end}")

    @property
    def _next(self) -> str:
        """The token to be read, empty at the end."""
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def _alternatives(self) -> tuple[Expression, int]:
        """Read up to the end of a group; return the expression, and its number of places with repeats written out."""
        found: list[Expression] = [("all", [])]
        places = 0
        while self._next not in ("", ")"):
            at = self.at
            if self._next == "|":
                found.append(("all", []))
            elif not self._is_end():
                node, more = self._repeated()
                found[-1][1].append(node)
                places += more
                if places > MOST_EXPANDED:
                    raise self._error(f"passes {MOST_EXPANDED} digits, with its repeats written out,", at=at)
                continue
            self.at += 1
        return ("any", found), places

    def _is_end(self) -> bool:
        """Return whether the token is ^ or $ where each text begins or ends; raise ValueError elsewhere."""
        token, before = self._next, self.tokens[self.at - 1][0] if self.at else ""
        after = self.tokens[self.at + 1][0] if self.at + 1 < len(self.tokens) else ""
        if token == "^" and (self.nested or before not in ("", "|")):
            raise self._error("has a '^'", "a '^' can only begin it")
        if token == "$" and (self.nested or after not in ("", "|")):
            raise self._error("has a '$'", "a '$' can only end it")
        return token in ("^", "$")

    def _repeated(self) -> tuple[Expression, int]:
        atom, size = self._atom()
        if not self._repeats():
            return atom, size
        low, high = self._bounds()
        token, most = self._next, max(low, high or 0)
        if most > MOST_REPEATS:
            raise self._error(f"repeats more than {MOST_REPEATS} times")
        if high is not None and high < low:
            raise self._error(f"has {token!r}", "the lower number comes first")
        self.at += 1
        if self._next == "?":  # a lazy repeat matches the same texts
            self.at += 1
        if self._repeats():
            raise self._error(f"has {self._next!r} after another repeat", "put that one into a group")
        return ("repeat", atom, low, high), size * max(most, 1)

    def _repeats(self) -> bool:
        token = self._next
        return token in ("*", "+", "?") or (token.startswith("{") and len(token) > 2)

    def _bounds(self) -> tuple[int, int | None]:
        """Return the least and the largest number of repeats."""
        token = self.tokens[self.at]
        if not token[0].startswith("{"):
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[token[0]]
        low, high = (int(text.lstrip("0")[:4] or 0) for text in (token[3], token[5]))
        return low, high if token[5] else None if token[4] else low

    def _atom(self) -> tuple[Expression, int]:
        text, token = self._next, self.tokens[self.at]
        if text in ("(", "(?:"):
            return self._group()
        if text in (".", "\\d"):
            found, other = "", True
        elif text.startswith("[") and len(text) > 1:
            found, other = self._members(token[2]), bool(token[1])
        else:
            self._check_sign(text)
            found, other = text, False
        self.at += 1
        return ("digits", frozenset(_SIGNS.index(c.upper()) for c in found), other), 1

    def _group(self) -> tuple[Expression, int]:
        opened = self.at
        self.nested += 1
        if self.nested > MOST_NESTED:
            raise self._error(f"has more than {MOST_NESTED} groups within each other")
        self.at += 1
        inner, size = self._alternatives()
        if not self._next:
            raise self._error(f"has no ')' for the {self.tokens[opened][0]!r}", at=opened)
        self.at += 1
        self.nested -= 1
        return inner, size

    def _members(self, text: str) -> str:
        """Return the signs between brackets, with ranges written out."""
        members = "".join(text.split())
        if not members:
            raise self._error("has no digit between the brackets")
        ranges = re.sub("([^-])-([^-])", lambda match: self._range(*match[0].split("-")), members)
        wrong = next((c for c in ranges if c.upper() not in _SIGNS), None)
        if wrong:
            raise self._error(f"has {wrong!r} between the brackets", "use digits and ranges such as 1-3")
        return ranges

    def _range(self, first: str, last: str) -> str:
        low, high = (_SIGNS.find(sign.upper()) for sign in (first, last))
        if low < 0 or high < 0:
            return first + last  # one of them is reported
        if low > high:
            raise self._error(f"has the range {first}-{last} in the brackets", "the lower digit comes first")
        return _SIGNS[low : high + 1]

    def _check_sign(self, text: str) -> None:
        """Raise ValueError unless the token is a digit."""
        if text in ("[", "{", "]", "}"):
            partner = {"[": "]", "{": "}", "]": "[", "}": "{"}[text]
            raise self._error(f"has no {partner!r} for the {text!r}")
        if self._repeats():
            raise self._error(f"has {text!r}, with nothing to repeat,")
        if text in _REFUSED or re.fullmatch(r"\\[1-9]", text):
            raise self._error(f"has {_REFUSED.get(text, 'a back reference')}, {text!r},", _KNOWN)
        if text.upper() not in _SIGNS:
            raise self._error(f"has {text!r}", _KNOWN)
