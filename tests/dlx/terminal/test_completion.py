"""Completions by a shell after --print-completion, as the shell itself reports them."""

import shutil
import sys

import pytest

import dlx.terminal.cli
import sudoku.terminal.cli
from dlx.terminal.frame import SHELLS
from tests.processes import finished

MAINS = {"dlx": dlx.terminal.cli.main, "sudoku": sudoku.terminal.cli.main}
BASH = """
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
complete=$(complete -p "$1"); complete=${complete#*-F }
${complete% *} "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def script(capsys, tmp_path):
    """Return a function that writes the completion script of a command for a shell to a file."""
    pytest.importorskip("shtab")

    def printed(command, shell):
        try:
            code = MAINS[command](["--print-completion", shell])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        file = tmp_path / f"{command}.{shell}"
        file.write_text(out)
        return file

    return printed


def answered(shell, *words):
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    done = finished(shell, *words)
    assert done.returncode == 0, done.stderr
    return {line.partition("\t")[0] for line in done.stdout.splitlines() if line}


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("dlx co", {"count"}),
        ("dlx e", {"estimate", "explain", "export"}),
        ("dlx --v", {"--version"}),
        ("dlx count --m", {"--method", "--max-memory"}),
        ("dlx count --method ", {"auto", "search", "memo", "frontier", "symmetric", "zdd"}),
        ("dlx export FILE --to o", {"opb"}),
        ("dlx solve examples/t", {"examples/toy.dlx"}),
        ("sudoku ex", {"explain"}),
        ("sudoku solve --w", {"--workers"}),
        ("sudoku generate --symmetry mirror-", {"mirror-left-right", "mirror-top-bottom", "mirror-both"}),
        ("sudoku rate --variant anti-", {"anti-knight", "anti-king"}),
        ("sudoku draw --rules examples/h", {"examples/hardest.txt"}),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_what_is_completed(script, shell, words, wanted):
    command, *_ = split = words.split(" ")
    file = script(command, shell)
    if shell == "bash":
        found = answered(shell, "-c", f"source {file}\n{BASH}", "bash", *split)
    else:
        found = answered(shell, "--no-config", "-c", f"source {file}; complete -C '{words}'")
    assert found == wanted


@pytest.mark.parametrize("command", MAINS)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_that_the_shell_can_read(script, command, shell):
    assert answered(shell, "-n", str(script(command, shell))) == set()


def test_without_shtab(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    wanted = "--print-completion needs shtab; pip install shtab\n"
    for command, main in MAINS.items():
        assert main(["--print-completion", "bash"]) == 2
        assert capsys.readouterr() == ("", f"{command}: {wanted}")


def test_an_unknown_shell(capsys):
    assert dlx.terminal.cli.main(["--print-completion", "csh"]) == 2
    told = capsys.readouterr().err
    assert "invalid choice: 'csh'" in told  # Python 3.15 adds: maybe you meant 'zsh'?
    assert " (choose from" in told
