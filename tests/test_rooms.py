"""The layers of the packages: no file imports from a room above its own, not even in a function or for type checkers.

Three more rules follow from the rooms. `sudoku` uses of `dlx` only the names in SEAM. A name with an underscore is
private to its file. And the tests of a file are found by its name: tests/dlx/ROOM/test_FILE.py.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT

pytestmark = pytest.mark.reads("dlx", "sudoku", "bench")
# Lowest first; the rooms of one layer do not name each other, and a file of the package is a room.
LAYERS = {
    "dlx": (
        "system",
        "matrix",
        "formats",
        "kernels",
        "structure",
        "engine",
        "drawing",
        "questions",
        "workers",
        "problem",
        "models compat",
        "terminal",
        "__init__ __main__ names",
    ),
    "sudoku": (
        "board",
        "engine",
        "reading logic",
        "making",
        "diagnosis",
        "drawing",
        "solve variants rules",
        "web",
        "terminal",
        "__init__ __main__ names",
    ),
}
SEAM = """
    Problem Search Status __version__
    drawing.letters.fitted drawing.letters.text_width
    drawing.pages.Captioned drawing.pages.Document drawing.pages.document drawing.pages.document_format
    drawing.pages.PAPERS drawing.pages.PageLayout
    drawing.picture.FONT drawing.picture.Picture drawing.picture.format_of drawing.picture.groups
    drawing.shapes.Circle drawing.shapes.INK drawing.shapes.Line drawing.shapes.Rect drawing.shapes.SOFT
    drawing.shapes.DrawnShape drawing.shapes.Text drawing.shapes.moved drawing.shapes.number
    engine.bar.meter engine.bar.SECONDS_BEFORE_BAR
    system.calloff system.calloff.CalledOff system.calloff.Cancel system.calloff.OutOfTime
    system.calloff.called_off_when system.calloff.canceled system.calloff.cancellation system.calloff.canceling
    system.calloff.check system.calloff.patient system.calloff.within
    engine.answer.Answer engine.answer.Interrupted
    engine.drive.DONE engine.drive.Drive engine.drive.SOLUTION engine.drive.STATUS engine.drive.STOPPED
    engine.drive.LIMIT engine.drive.PAUSED
    engine.limits.integer engine.limits.seconds engine.limits.whole
    kernels.kernel.DONE kernels.kernel.LIMIT kernels.kernel.Outcome kernels.kernel.PAUSED kernels.kernel.SOLUTION
    kernels.kernel.enter kernels.kernel.leave kernels.kernel.popcount kernels.learner.learner.luby
    engine.status.COMPLETE engine.status.INTERRUPTED engine.status.INVALID engine.status.NODE_LIMIT
    engine.status.SOLUTION_LIMIT engine.status.STATUSES engine.status.outer_status
    engine.status.Status engine.status.TIME_LIMIT engine.strategies.learning.Learning
    engine.unfinished.CancelableList engine.unfinished.Unfinished engine.unfinished.in_time
    engine.unfinished.limited
    engine.unfinished.unfinished engine.unfinished.unsolved
    kernels.lanes.lanes.CProgram kernels.lanes.lanes.Program kernels.lanes.sets kernels.sets
    matrix.address.address matrix.assumptions.Assumptions matrix.build.Fields matrix.givens.csr
    questions.decide.DECISION_BYTES questions.decide.Decision questions.decide.MOST_DECIDED questions.listing.Listing
    questions.option_status.OptionStatus
    questions.batch.Answers questions.pilot.LARGEST_COUNT questions.pilot.ONE_BY_ONE questions.pilot.SIDE_BY_SIDE
    questions.explain.shrink
    system.elements.XML_CHUNK_BYTES system.elements.XmlReader
    system.files.GrowingFile system.files.replacing system.imports.explain system.interrupts.Interrupts
    system.keywords.exported system.lazy.homes system.lazy.public_name
    system.ownership.check_ownership system.public.public
    system.texts.NOT_TEXT system.texts.text_of
    system.unpacking.bunzipped system.unpacking.gunzipped system.unpacking.unxzed
    terminal.exit_codes.ExitCode
    terminal.frame.add_completion terminal.frame.check_outputs terminal.frame.run_guarded terminal.frame.seconds
    terminal.process.run
    terminal.unknown.check_command terminal.unknown.subcommands terminal.unknown.unknown_words
    workers.answers
    workers.executors.Workers workers.executors.in_order workers.executors.stoppable workers.executors.workers_of
"""
PUBLIC = {"_replace", "_fields", "_asdict"}  # of named tuples
OTHERS = {  # of the standard library
    *{"_exit", "_actions", "_SubParsersAction", "_current_frames"},
    *{"_processes", "_executor_manager_thread"},  # of an executor
}
COMPILED = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import\s+\(?([\w, ]*)|c?import\s+([\w.]+))", re.MULTILINE)
INCLUDED = re.compile(r'(?:#\s*include|#\s*define\s+\w+|cdef extern from|^include)\s+["\']([\w./]+)["\']', re.MULTILINE)


def python_names(text: str, package: list[str]) -> Iterator[str]:
    """Yield the modules and names that a file of Python imports anywhere, as paths with dots."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)


def compiled_names(text: str, package: list[str]) -> Iterator[str]:
    """Yield the modules and names that a file of Cython or C imports or includes, as paths with dots."""
    for module, names, single in COMPILED.findall(text):
        level = len(module) - len(module.lstrip("."))
        base = [".".join(package[: len(package) - level + 1])] if level else []
        path = ".".join([*base, module.lstrip(".") or "", ""]).replace("..", ".")
        yield from [single] if single else (path + name.strip() for name in names.split(","))
    for path in INCLUDED.findall(text):
        inside = (ROOT / "/".join(package) / path).exists()  # relative to the file, else to the root
        yield ".".join([*package, path.partition(".")[0]]) if inside else path.partition(".")[0].replace("/", ".")


def upward(package: str, layers: tuple[str, ...], files: dict[str, str]) -> list[str]:
    """Return "FILE: NAME" for each import of these files (path: text) from a room that is not below the file's own."""
    rank = {room: level for level, rooms in enumerate(layers) for room in rooms.split()}
    found = []
    for path, text in files.items():
        parts = path.split("/")
        own = parts[1].partition(".")[0]
        read = python_names if path.endswith((".py", ".pyi")) else compiled_names
        for name in read(text, parts[:-1]):
            top, _, rest = name.partition(".")
            room = rest.partition(".")[0]
            room = room if room in rank else "__init__"
            about = rest.startswith("__")  # the version, which names no room
            if top == package and not about and own != "__init__" and room != own and rank[room] >= rank[own]:
                found.append(f"{path}: {name}")
    return found


def sources(package: str) -> dict[str, str]:
    """Return the source files of a package: path from the root, and text."""
    files = sorted((ROOT / package).rglob("*"))
    known = [file for file in files if file.suffix in (".py", ".pyi", ".pyx", ".pxd", ".pxi", ".h")]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in known}


@pytest.mark.parametrize("package", LAYERS)
def test_no_file_imports_from_a_room_above_its_own(package):
    files = sources(package)
    assert {path.split("/")[1].partition(".")[0] for path in files} == set(" ".join(LAYERS[package]).split())
    assert upward(package, LAYERS[package], files) == []


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("sudoku/board/a.py", "from ..engine.cover import cover", "sudoku.engine.cover.cover"),
        ("sudoku/board/variants/a.py", "from ...solve import solve", "sudoku.solve.solve"),
        ("sudoku/logic/a.py", "def f():\n    from .. import solve", "sudoku.solve"),
        ("sudoku/logic/a.py", "if TYPE_CHECKING:\n    from sudoku.reading.reading import Record", "reading.Record"),
        ("sudoku/engine/a.pyi", "from sudoku import Board", "sudoku.Board"),
        ("sudoku/solve.py", "import sudoku.web.app", "sudoku.web.app"),
        ("sudoku/engine/a.pyx", "from sudoku.making.fill cimport keys", "sudoku.making.fill.keys"),
        ("sudoku/engine/a.pyx", "from ..making.fill import keys", "sudoku.making.fill.keys"),
        ("sudoku/engine/a.pxd", "cimport sudoku.making.fill", "sudoku.making.fill"),
        ("sudoku/engine/a.pxd", 'cdef extern from "sudoku/making/fill.h":', "sudoku.making.fill"),
        ("sudoku/engine/a.h", '#include "sudoku/making/fill.h"', "sudoku.making.fill"),
        ("dlx/questions/a.py", "def f():\n    from ..problem import Problem", "dlx.problem.Problem"),
        ("dlx/kernels/bits/a.pyi", "from ...engine.engine import Engine", "dlx.engine.engine.Engine"),
        ("dlx/matrix/a.h", '#include "dlx/kernels/kernel.h"', "dlx.kernels.kernel"),
    ],
)
def test_an_import_upward_is_found(path, text, name):
    package = path.partition("/")[0]
    (found,) = upward(package, LAYERS[package], {path: text})
    assert found.startswith(path) and found.endswith(name)


def circles(package: str, files: dict[str, str]) -> set[str]:
    """Return the files of Python that lie on a circle of imports, or above one."""
    modules = {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in files}
    names: dict[str, set[str]] = {}
    for module, path in modules.items():
        found = python_names(files[path], path.split("/")[:-1])
        names[module] = {name if name in modules else name.rpartition(".")[0] for name in found} & modules.keys()
        names[module].discard(module)
    while free := [module for module, needs in names.items() if not needs & names.keys()]:
        for module in free:
            del names[module]
    return set(names)


@pytest.mark.parametrize("package", LAYERS)
def test_no_circle_of_imports(package):
    files = {path: text for path, text in sources(package).items() if path.endswith(".py")}
    assert circles(package, files) == set()


def test_a_circle_of_imports_is_found():
    files = {path: text for path, text in sources("sudoku").items() if path.endswith(".py")}
    files["sudoku/board/text.py"] += "\ndef f():\n    from .board import Board\n"
    assert {"sudoku.board.text", "sudoku.board.board"} <= circles("sudoku", files)


def names_of(package: str, files: dict[str, str]) -> set[str]:
    """Return the names of a package that these files import or include."""
    found = set()
    for path, text in files.items():
        read = python_names if path.endswith((".py", ".pyi")) else compiled_names
        found |= {name for name in read(text, path.split("/")[:-1]) if name.startswith(package + ".")}
    return found


def test_sudoku_uses_only_declared_names_of_dlx():
    assert names_of("dlx", sources("sudoku")) == {f"dlx.{name}" for name in SEAM.split()}
    assert names_of("sudoku", sources("dlx")) == set()


def private_names(text: str) -> set[str]:
    """Return the private names that a file of Python uses and does not define."""
    tree = ast.parse(text)
    used, defined = set(), set()
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(names=names):
                used |= {name.name for name in names}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                defined.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                defined.add(name)
            case ast.Attribute(attr=name):
                used.add(name)
            case ast.Constant(value=str(name)):  # in __slots__
                defined.add(name)
    return {name for name in used - defined if name.startswith("_") and not name.startswith("__")}


@pytest.mark.parametrize("package", LAYERS)
def test_private_names_stay_in_their_file(package):
    for path, text in sources(package).items():
        if path.endswith(".py"):
            assert private_names(text) <= PUBLIC | OTHERS, path


def test_a_private_name_of_another_file_is_found():
    assert private_names("from .a import _b\nc._d()\n_e = 1\nf._e") == {"_b", "_d"}


# --- the roof: a matrix below problem.py answers no question


NO_MATRIX = {"machine", "form"}  # names of what is annotated as Any, but has no type that we could name


def public_methods(text: str, name: str) -> set[str]:
    """Return the public methods and properties of a class."""
    (cls,) = (node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name for node in cls.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}


@cache
def roof() -> set[str]:
    """Return the questions of Problem: the names that a matrix below it does not have."""
    above, below = (ROOT / path for path in ("dlx/problem.py", "dlx/matrix/matrix.py"))
    return public_methods(above.read_text(encoding="utf-8"), "Problem") - public_methods(
        below.read_text(encoding="utf-8"), "Matrix"
    )


def annotations(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name with an annotation, a function with that of its result."""
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=name, annotation=ast.expr() as kind):
                yield name, kind
            case ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name), annotation=kind):
                yield name, kind
            case ast.FunctionDef(name=name, returns=ast.expr() as kind):
                yield name, kind


def may_be(kind: ast.expr, classes: set[str]) -> bool:
    """Return whether an annotation names one of the classes, alone or in a union."""
    match kind:
        case ast.Name(id=name):
            return name in classes
        case ast.BinOp(left=left, right=right):
            return may_be(left, classes) or may_be(right, classes)
    return False


class Roofed:
    """The expressions of a file that may be a Problem: those annotated as a matrix in any file, or here as Any."""

    def __init__(self, tree: ast.AST, matrices: dict[bool, set[str]]) -> None:
        kinds = [*annotations(tree)]
        self.names = matrices[False] | {name for name, kind in kinds if may_be(kind, {"Any"})}
        self.holders = matrices[True] | {name for name, kind in kinds if "Any" in ast.unparse(kind)}
        for _ in range(2):  # a name of a name
            for node in ast.walk(tree):
                match node:
                    case ast.Assign(targets=[ast.Name(id=name)], value=value) if value in self:
                        self.names.add(name)

    def __contains__(self, value: ast.expr) -> bool:
        match value:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name in self.names - NO_MATRIX
            case ast.Call(func=ast.Name(id="cast"), args=[kind, _]):
                return may_be(kind, {"Any", "Matrix"})
            case ast.Call(func=function):
                return function in self
            case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)):
                return name in self.holders
        return False


def matrix_names(trees: list[ast.Module]) -> dict[bool, set[str]]:
    """Return the names annotated as a matrix, and (True) as something that holds matrices."""
    classes = {"Matrix"}
    for tree in trees:
        for node in tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id="TypeVar")) as made):
                    classes |= {name} if any(may_be(how.value, classes) for how in made.keywords) else set()
    every = [pair for tree in trees for pair in annotations(tree)]
    words = re.compile(rf"\b({'|'.join(classes)})\b")
    holders = {name for name, kind in every if isinstance(kind, ast.Subscript) and words.search(ast.unparse(kind))}
    return {False: {name for name, kind in every if may_be(kind, classes)}, True: holders}


def roof_accesses(files: dict[str, str]) -> list[str]:
    """Return "FILE: EXPRESSION" for each question of Problem that a file asks of a matrix or of Any."""
    trees = {path: ast.parse(text) for path, text in files.items()}
    matrices = matrix_names([*trees.values()])
    accesses = []
    for path, tree in trees.items():
        roofed = Roofed(tree, matrices)
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=value, attr=name) if name in roof() and value in roofed:
                    accesses.append(f"{path}: {ast.unparse(node)}")
                case ast.Call(func=ast.Name(id="getattr"), args=[value, ast.Constant(value=name), *_]) if (
                    name in roof() and value in roofed
                ):
                    accesses.append(f"{path}: {ast.unparse(node)}")
    return accesses


def below_the_roof() -> dict[str, str]:
    """Return the files of Python below problem.py."""
    rooms = " ".join(LAYERS["dlx"][: LAYERS["dlx"].index("problem")]).split()
    return {path: text for path, text in sources("dlx").items() if path.endswith(".py") and path.split("/")[1] in rooms}


def test_no_file_below_the_roof_asks_a_matrix_a_question():
    assert {"count", "solutions", "engine", "group", "reduce"} <= roof()
    assert "verify" not in roof()
    assert roof_accesses(below_the_roof()) == []


@pytest.mark.parametrize(
    ("text", "access"),
    [
        ("def f(problem: Matrix): return problem.count()", "problem.count"),
        ("def f(matrix: Matrix | None): return matrix.engine", "matrix.engine"),
        ("def f(p: Any): return p.solutions(given=[1])", "p.solutions"),
        ("def f(self):\n    roof: Any = self.problem\n    return roof.solve()", "roof.solve"),
        ("def f(engine): return engine.matrix.is_unique()", "engine.matrix.is_unique"),
        ("def f(engine):\n    asked = engine.matrix\n    return asked.best()", "asked.best"),
        ("def f(pieces: list[Matrix]): return pieces[0].count()", "pieces[0].count"),
        ("def f(how: dict[str, Any]): return how['problem'].count()", "how['problem'].count"),
        ("def f(x): return cast(Any, x).group('auto')", "cast(Any, x).group"),
        ("M = TypeVar('M', bound=Matrix)\ndef f(smaller: M): return smaller.zdd()", "smaller.zdd"),
        ("def part() -> Matrix: ...\ndef f(): return part().sample(2)", "part().sample"),
        ("def f(problem: Matrix): return getattr(problem, 'count')()", "getattr(problem, 'count')"),
    ],
)
def test_a_question_below_the_roof_is_seen(text, access):
    files = {"dlx/engine/engine.py": "class Engine:\n    matrix: Matrix", "dlx/questions/a.py": text}
    assert roof_accesses(files) == [f"dlx/questions/a.py: {access}"]


def test_other_objects_may_have_the_words_of_questions():
    harmless = (
        "def f(text: str, search: Search, matrix: Matrix): return text.count('a'), search.count(), matrix.verify([])"
    )
    assert roof_accesses({"dlx/questions/a.py": harmless}) == []


# --- the tests in their rooms

FAMILIES = ("dlx/models",)  # whose files share their tests
LEAST_FOUND = 0.9  # of the files of dlx; loops that only compiled code can call are tested by their callers' tests
NAMELESS = {"__init__", "__main__"}


def modules(package: str) -> dict[str, set[str]]:
    """Return the names of a package's modules, each with the folders that have such a file."""
    found: dict[str, set[str]] = {}
    for path in map(Path, sources(package)):
        if path.suffix in (".py", ".pyx") and path.stem not in NAMELESS:
            found.setdefault(path.stem, set()).add(path.parent.as_posix())
    return found


def files_of_tests() -> list[str]:
    """Return the files of tests, as paths from their folder."""
    return sorted(path.relative_to(ROOT / "tests").as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


def without_tests(files: list[str]) -> tuple[list[str], int]:
    """Return the modules of dlx for which no file of tests has the name, and the number of all modules."""
    every = [
        f"{folder}/{name}" for name, folders in modules("dlx").items() for folder in folders if folder not in FAMILIES
    ]
    return sorted(path for path in every if re.sub(r"([^/]+)$", r"test_\1.py", path) not in files), len(every)


def misleading(files: list[str]) -> list[str]:
    """Return the files of tests that have the name of a module and do not lie where its tests belong.

    Most tests of sudoku have no rooms yet.
    """
    rooms = {name: modules(name) for name in ("dlx", "bench", "sudoku")}
    found = []
    for path in files:
        folder, _, name = path.removesuffix(".py").rpartition("/")
        name = name.removeprefix("test_")
        places = rooms["dlx"].get(name, set()) | rooms["bench"].get(name, set())
        places |= rooms["sudoku"].get(name, set()) if folder.startswith("sudoku/") else set()
        of_sudoku = not folder and (name in rooms["sudoku"] or name == "sudoku")
        if places and folder not in places and not of_sudoku:
            found.append(path)
    return found


def test_the_tests_of_a_module_are_found_by_its_name():
    missing, n = without_tests(files_of_tests())
    assert n > 150 and len(missing) <= (1 - LEAST_FOUND) * n, missing


def test_no_file_of_tests_has_the_name_of_a_module_that_it_does_not_test():
    assert misleading(files_of_tests()) == []
    others = [
        "dlx/questions/test_places.py",
        "test_labels.py",
        "dlx/test_zdd.py",
        "test_board.py",
        "regress/test_zdd.py",
        "sudoku/reading/test_answer.py",
    ]
    assert misleading(others) == [path for path in others if path != "test_board.py"]
    right = ["dlx/kernels/bits/test_places.py", "bench/test_labels.py", "dlx/questions/test_zdd.py"]
    assert misleading([*right, "sudoku/engine/test_answer.py"]) == []


def test_files_that_lack_tests_are_noticed():
    missing, n = without_tests(files_of_tests())
    fewer, same = without_tests([path for path in files_of_tests() if not path.startswith("dlx/system/")])
    assert same == n and len(fewer) - len(missing) == sum(
        "dlx/system" in folders for folders in modules("dlx").values()
    )
