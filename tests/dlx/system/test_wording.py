# SPDX-License-Identifier: MIT
"""Numbers, names and durations in words, at the edges between two forms."""

import pytest

from dlx.system.wording import NAME_CHARACTERS, SHOWN_NAMES, duration, plural, shortlist, truncate


def test_plurals():
    assert [plural(n, "option") for n in (0, 1, 2, 1234)] == ["0 options", "1 option", "2 options", "1,234 options"]
    assert [plural(n, "match", "es") for n in (1, 2)] == ["1 match", "2 matches"]


def test_long_names_and_lists_are_cut():
    assert truncate("a" * NAME_CHARACTERS) == "a" * NAME_CHARACTERS
    assert truncate("a" * (NAME_CHARACTERS + 1)) == "a" * (NAME_CHARACTERS - 3) + "..."
    names = [f"n{k}" for k in range(SHOWN_NAMES + 1000)]
    assert shortlist(names[:SHOWN_NAMES]) == " ".join(names[:SHOWN_NAMES])
    assert shortlist(names) == f"{' '.join(names[:SHOWN_NAMES])} and 1,000 more"
    assert shortlist([]) == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (0.6, "1 s"),
        (119.4, "119 s"),
        (120, "2.0 min"),
        (7_199, "120.0 min"),
        (7_200, "2.0 h"),
        (2 * 86_400 - 1, "48.0 h"),
        (2 * 86_400, "2.0 days"),
        (2 * 31_557_600, "2.0 years"),
        (999 * 31_557_600, "999.0 years"),
        (1_000 * 31_557_600, "1,000+ years"),
        (float("inf"), "1,000+ years"),
    ],
)
def test_durations(seconds, text):
    assert duration(seconds) == text
