"""The public names of a package of the test's own."""

import compileall
import sys
from importlib import import_module
from operator import attrgetter

import pytest

INIT = """
from dlx.system.lazy import homes, public_name
def __getattr__(name): return public_name(__name__, name)
def __dir__(): return sorted({*globals(), *homes(__name__)})
"""
NAMES = """
from . import rooms as rooms
from .broken import Lost as Lost
from .rooms.attic import Chest as Chest
from .rooms.attic import climb as climb
"""
ATTIC = "class Chest: ...\ndef climb(to=1): ...\n"
FILES = {"__init__": INIT, "names": NAMES, "rooms/__init__": "", "rooms/attic": ATTIC}


@pytest.fixture(params=["sources", "compiled files alone"])
def house(request, tmp_path, monkeypatch):
    """Return a package that was not imported before."""
    for path, text in FILES.items():
        file = tmp_path / "house" / f"{path}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    if request.param != "sources":
        assert compileall.compile_dir(tmp_path, quiet=1, legacy=True)
        for file in tmp_path.rglob("*.py"):
            file.unlink()
    monkeypatch.syspath_prepend(tmp_path)
    yield import_module("house")
    for name in [name for name in sys.modules if name.partition(".")[0] == "house"]:
        del sys.modules[name]
    import_module("dlx.system.lazy").homes.cache_clear()


def test_a_name_is_imported_on_first_use(house):
    assert house.__all__ == ["Lost", "Chest", "climb"]
    assert {"Chest", "climb", "rooms"} <= {*dir(house)} and "house.rooms" not in sys.modules
    assert house.Chest is sys.modules["house.rooms.attic"].Chest
    assert house.rooms is sys.modules["house.rooms"]
    assert house.climb is vars(house)["climb"] and house.climb.__module__ == "house"


def test_a_misspelt_keyword_of_a_function_is_named(house):
    with pytest.raises(TypeError, match="does not take 'tp'; the nearest is 'to'"):
        house.climb(tp=2)


def test_a_name_that_is_not_there(house):
    with pytest.raises(AttributeError, match=r"^module 'house' has no attribute 'chest'$"):
        attrgetter("chest")(house)
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'house\.broken'$"):
        attrgetter("Lost")(house)
