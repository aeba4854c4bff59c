# The same words as CI. The tools are those of .venv (README: pip install -e '.[test]'; for lint, types, cover: '.[lint]'; docs: '.[docs]').
export PATH := $(CURDIR)/.venv/bin:$(PATH)
COMPILED := $(subst /,.,$(basename $(wildcard dlx/*.pyx sudoku/*.pyx)))
OF_KERNELS := $(addprefix tests/test_,bits.py bitset.py kernels.py lanes.py lines.py links.py parts.py \
	regressions.py search.py semantics.py sudoku.py)

.PHONY: build test lint types docs cover measure wheel bench clean

build:            ## compile the extensions, in place
	python -m pip install -q -e .

test: build       ## the tests and doctests
	pytest

lint:             ## ruff, cython-lint, codespell
	ruff check .
	cython-lint dlx sudoku
	codespell

types: build      ## mypy, and the stubs against the compiled modules
	mypy
	python -m mypy.stubtest $(COMPILED) --allowlist tests/stubtest.txt

docs: build       ## the documentation, in docs/_build: every example in it is run, every link checked (extra `docs`)
	python -m sphinx -q -W --keep-going -E -j auto docs docs/_build
	python docs/extensions/links.py docs/_build

cover: measure build  ## coverage, the compiled files included (built with line tracing: slow)

measure:          ## the same, and the slow build is left there; what is not about the kernels is measured without it
	python -m coverage run -p -m pytest -q -m "not long" $(addprefix --ignore=,$(OF_KERNELS) tests/test_cli.py)
	DLX_BUILD=trace python -m pip install -q -e .
	python -m coverage run -p -m pytest -q -m "not long" $(OF_KERNELS)
	python -m coverage combine -q
	python -m coverage report

wheel:            ## sdist, and a wheel from it
	rm -rf build dist
	python -m build -q

bench: build      ## the two benchmarks
	python -m bench cover
	python -m bench sudoku

clean:
	rm -rf build dist docs/_build *.egg-info .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find dlx sudoku -name '*.so' -delete -o -name '*.c' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
