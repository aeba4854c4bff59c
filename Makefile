# The same words as CI. Everything runs in the environment `python` belongs to: make PYTHON=.venv/bin/python test
PYTHON ?= python

.PHONY: build test lint types cover wheel bench clean

build:            ## compile the extensions, in place
	$(PYTHON) -m pip install -q -e .

test: build       ## the tests and doctests
	$(PYTHON) -m pytest

lint:             ## ruff, cython-lint, codespell
	$(PYTHON) -m ruff check .
	$(PYTHON) -m cython_lint dlx sudoku
	$(PYTHON) -m codespell_lib

types: build      ## mypy and the stubs against the compiled modules
	$(PYTHON) -m mypy
	$(PYTHON) -m mypy.stubtest dlx._links sudoku.bitset --allowlist tests/stubtest.txt

cover:            ## coverage, the compiled files included (builds with line tracing, slow)
	DLX_TRACE=1 $(PYTHON) -m pip install -q -e .
	$(PYTHON) -m coverage run -m pytest -q -p no:cacheprovider
	$(PYTHON) -m coverage report
	$(PYTHON) -m pip install -q -e .

wheel:            ## sdist, and a wheel from it
	rm -rf build dist
	$(PYTHON) -m build

bench: build      ## the two benchmarks
	$(PYTHON) -m bench cover
	$(PYTHON) -m bench sudoku

clean:
	rm -rf build dist *.egg-info .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find dlx sudoku -name '*.so' -delete -o -name '*.c' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
