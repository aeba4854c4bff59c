# SPDX-License-Identifier: MIT
"""Public classes: pickles and doctests find them where they are exported, wherever their files lie."""

import doctest
import pickle
import sys
from types import ModuleType

import pytest

from dlx.system.public import public

SOURCE = r"""
from dlx.system.public import public

@public("dlx_shop")
class Apple:
    ">>> 1 + 1\n3\n"
    def eat(self, bites=1):
        return bites
"""


@pytest.fixture
def shop(monkeypatch):
    """Return the module of a public class, and the package that exports it."""
    file, door = ModuleType("dlx_shop.apples"), ModuleType("dlx_shop")
    for module in (file, door):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(SOURCE, vars(file))
    door.Apple = file.Apple
    return file, door


def test_a_pickle_names_the_package(shop):
    file, door = shop
    text = pickle.dumps(file.Apple(), protocol=0)
    assert b"dlx_shop\nApple" in text and b"apples" not in text
    assert type(pickle.loads(text)) is door.Apple


def test_doctests_are_found_in_the_file(shop):
    (test,) = [test for test in doctest.DocTestFinder().find(shop[0]) if test.examples]
    assert test.name == "dlx_shop.apples.__test__.Apple"
    assert doctest.DocTestRunner(verbose=False).run(test, out=lambda _: None).failed == 1


def test_a_misspelt_keyword_is_named(shop):
    assert shop[0].Apple().eat(bites=2) == 2
    with pytest.raises(TypeError, match=r"^eat\(\) does not take 'bitse'; the nearest is 'bites'$"):
        shop[0].Apple().eat(bitse=2)


def test_a_class_keeps_what_it_is():
    class Pear:
        """A pear."""

    made = public("dlx")(Pear)
    assert made is Pear and (Pear.__module__, Pear.__name__, Pear.__doc__) == ("dlx", "Pear", "A pear.")
