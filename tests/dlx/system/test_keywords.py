"""A misspelt keyword of any public function or method is refused, and the nearest is named."""

import inspect
import pickle
from importlib import import_module
from types import FunctionType

import pytest

import dlx
import sudoku
from dlx import Problem

pytestmark = pytest.mark.reads("dlx", "sudoku")
MODULES = (
    *("dlx", "dlx.models", "dlx.compat.exact_cover", "dlx.compat.miniexact", "dlx.compat.sage", "dlx.compat.xcover"),
    *("sudoku", "sudoku.variants", "sudoku.logic", "sudoku.rules"),
)
NAMED = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY


def public_names(module):
    if hasattr(module, "__all__"):
        return {name: getattr(module, name) for name in module.__all__}
    compat = module.__name__.startswith("dlx.compat")  # which imports names for its own use
    own = {name: thing for name, thing in vars(module).items() if not name.startswith("_")}
    return {
        name: thing for name, thing in own.items() if not compat or getattr(thing, "__module__", "") == module.__name__
    }


def optional(function):
    """Return the optional arguments of a function; none if it takes any keyword."""
    parameters = inspect.signature(function).parameters.values()
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters):
        return []
    return [p.name for p in parameters if p.kind in NAMED and p.default is not inspect.Parameter.empty]


def functions():
    """Yield each public function and method with optional arguments, with its path and the name in an error."""
    for path in MODULES:
        for name, thing in public_names(import_module(path)).items():
            if isinstance(thing, FunctionType) and thing.__module__.startswith(("dlx", "sudoku")):
                yield f"{path}.{name}", name, thing
            if isinstance(thing, type) and thing.__module__.startswith(("dlx", "sudoku")):
                for method in dir(thing):
                    base = next((base for base in thing.__mro__ if method in vars(base)), object)
                    if not base.__module__.startswith(("dlx", "sudoku")):
                        continue
                    member = inspect.getattr_static(thing, method)
                    plain = getattr(member, "__func__", member)
                    if isinstance(plain, FunctionType) and (not method.startswith("_") or method == "__init__"):
                        yield (
                            f"{path}.{name}.{method}",
                            name if method == "__init__" else method,
                            getattr(thing, method),
                        )


ASKED = {path: (name, function) for path, name, function in functions() if optional(function)}


def misspelt(argument, known):
    """Return the argument with two letters exchanged, or one added, so that it is no other argument."""
    swapped = argument[:-2] + argument[:-3:-1]
    return swapped if swapped not in known else argument + "s"


@pytest.mark.parametrize("path", ASKED)
def test_every_public_function(path):
    name, function = ASKED[path]
    known = list(inspect.signature(function).parameters)
    for argument in optional(function):
        wrong = misspelt(argument, known)
        with pytest.raises(TypeError) as error:
            function(**{wrong: None})
        words = str(error.value)
        assert words.startswith(f"{name}() does not take ") and wrong in words
        assert (
            "; the nearest is " in words or "; its arguments are " in words or "; use " in words or "leave it" in words
        )


def test_there_are_many():
    assert len(ASKED) > 200
    some = {"dlx.Problem.solve", "dlx.Problem.of", "dlx.Problem.__init__", "dlx.models.coloring", "sudoku.solve"}
    some |= {"sudoku.generate", "sudoku.Board.__init__", "sudoku.variants.Whispers.__init__", "dlx.Search.resume"}
    assert not some - {*ASKED} - {"dlx.models.coloring"}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Problem([["a"]]).solve(banend=[1]), "solve() does not take 'banend'; the nearest is 'banned'"),
        (lambda: Problem([["a"]], secondry=["b"]), "Problem() does not take 'secondry'; the nearest is 'secondary'"),
        (lambda: Problem([["a"]]).solutions(seed=1), "its order is always the same; use search(seed=...)"),
        (lambda: sudoku.solve("." * 81, tme_limit=3), "solve() does not take 'tme_limit'; the nearest is 'time_limit'"),
        (lambda: sudoku.solve("." * 81, xyz=3), "its arguments are puzzle, board, engine, seed, time_limit, cancel"),
        (lambda: sudoku.Board(variant=["x"]), "Board() does not take 'variant'; the nearest is 'variants'"),
        (lambda: sudoku.variants.Killer(cags=[]), "Killer() does not take 'cags'; the nearest is 'cages'"),
        (lambda: dlx.models.langford(3, hoked=True), "langford() does not take 'hoked'; the nearest is 'hooked'"),
    ],
)
def test_the_nearest(call, words):
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value).endswith(words)
    assert error.value.__context__ is None


def test_an_error_inside_is_not_changed():
    with pytest.raises(TypeError, match="cannot be hashed"):
        Problem([[[]]], primary=None)
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        sudoku.solve(time_limit=3)


def test_exported_functions_are_pickled():
    for function in (
        sudoku.solve,
        sudoku.rate,
        sudoku.generate,
        sudoku.logic.hint,
        dlx.models.queens,
        dlx.models.langford,
    ):
        assert pickle.loads(pickle.dumps(function)) is function
    assert sudoku.generate is sudoku.generate
    assert inspect.signature(sudoku.solve).parameters["time_limit"].default is None
