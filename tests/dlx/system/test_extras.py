# SPDX-License-Identifier: MIT
"""Packages that only some features need: the errors name the feature and the remedy."""

import json
import sys
import tomllib

import pytest

from dlx import models
from dlx.system.extras import MissingExtra, import_extra
from tests import ROOT


def test_an_extra_that_lacks_something_itself(monkeypatch):
    from dlx.system import extras

    def fail(name):
        raise ModuleNotFoundError("No module named 'six'", name="six")

    monkeypatch.setattr(extras, "import_module", fail)
    with pytest.raises(MissingExtra, match=r"^it needs sat, which fails to load: No module named 'six'; pip install "):
        extras.import_extra("pysolvers", "it", "sat")


def test_the_names_of_packages(monkeypatch):
    """The table of extras agrees with pyproject.toml, and pip knows the names in errors."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    rows = [
        line.split("|")[1:3] for line in (ROOT / "docs/installing.md").read_text().splitlines() if line[:3] == "| `"
    ]
    assert len(rows) > 5
    for extra, packages in ((cell[0].strip(" `"), cell[1].strip().split(", ")) for cell in rows):
        assert [name.partition(">=")[0] for name in extras[extra]] == packages
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r"^PNG needs pillow; pip install pillow$"):
        models.queens(4).draw().png()
    with pytest.raises(ValueError, match=r"^a dream needs sleep; pip install sleep$"):
        import_extra("no_such_module", "a dream", "sleep")


def test_a_package_that_is_there_is_returned():
    assert import_extra("json.decoder", "it", "json").JSONDecoder is json.JSONDecoder


@pytest.mark.parametrize("module", ["no_such_module", "no_such_module.part"])
def test_a_package_that_is_missing(module):
    with pytest.raises(MissingExtra, match=r"^a dream needs sleep; pip install sleep$") as caught:
        import_extra(module, "a dream", "sleep")
    assert isinstance(caught.value, ImportError) and isinstance(caught.value, ValueError)
    assert caught.value.__cause__ is None and caught.value.name.startswith("no_such_module")


@pytest.mark.parametrize("line", ["raise RuntimeError('broken')", "import no_such_module", "1 / 0", "raise KeyError"])
def test_a_package_that_fails_to_load(line, tmp_path, monkeypatch):
    (tmp_path / "odd_package.py").write_text(line)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        MissingExtra, match=r"^it needs odd, which fails to load: .*; pip install --force-reinstall odd$"
    ):
        import_extra("odd_package", "it", "odd")
