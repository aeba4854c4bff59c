"""The names of the package: one list, imported on first use."""

import pickle
import sys
from importlib import import_module

import pytest

import dlx
from tests.processes import finished


def test_the_list_of_names_imports_nothing():
    heavy = {"numpy", "dlx.names", "dlx.problem", "dlx.models"}
    code = f"import sys, dlx; dlx.__all__, dir(dlx); print({heavy} & {{*sys.modules}})"
    assert finished(sys.executable, "-c", code).stdout == "set()\n"
    assert {"Problem", "run_part", "models", "__version__"} <= {*dir(dlx)}
    assert not {"models", "compat"} & {*dlx.__all__}


@pytest.mark.parametrize("name", sorted({*dlx.__all__} - {"Symmetry"}))  # the name of a type
def test_a_pickle_of_a_public_name_leads_to_it(name):
    value = getattr(dlx, name)
    assert pickle.loads(pickle.dumps(value)) is value
    assert value.__module__ == "dlx" or not isinstance(value, type)


@pytest.mark.parametrize("module", ["dlxfile", "draw", "drawtree", "orbits", "parts", "picture"])
def test_a_module_that_is_no_more(module):
    with pytest.raises(ModuleNotFoundError, match=f"^No module named 'dlx.{module}'$"):
        import_module(f"dlx.{module}")
    with pytest.raises(AttributeError, match=f"^module 'dlx' has no attribute '{module}'$"):
        getattr(dlx, module)
