# SPDX-License-Identifier: MIT
"""The reason of a failed import: a second interpreter or a foreign file, and none of ours for any other error."""

import pytest

from dlx.system import imports
from dlx.system.ownership import ForeignPackage


@pytest.fixture
def asked(monkeypatch):
    """Return the list of checks that were made."""
    found = []
    monkeypatch.setattr(imports, "check_interpreter", lambda error: found.append(str(error)))
    monkeypatch.setattr(imports, "check_files", lambda: found.append("files"))
    return found


def test_both_reasons_are_looked_for(asked):
    imports.explain(ImportError("no board"))
    assert asked == ["no board", "files"]


def test_an_error_with_a_remedy_is_enough(asked):
    imports.explain(ForeignPackage("it is there already"))
    assert asked == []


def test_an_error_that_we_cannot_explain_is_left_alone():
    """Here the interpreter is the first one, and all files are ours."""
    assert imports.explain(ImportError("no board")) is None


def test_a_reason_is_raised(monkeypatch):
    def check():
        raise ForeignPackage("a foreign file")

    monkeypatch.setattr(imports, "check_files", check)
    with pytest.raises(ForeignPackage, match="a foreign file"):
        imports.explain(ImportError("no board"))
