# The same words as CI. The tools are those of .venv (README: pip install -e '.[test]'; for lint, types, cover: '.[lint]'; docs: '.[docs]').
export PATH := $(CURDIR)/.venv/bin:$(PATH)
COMPILED := $(subst /,.,$(basename $(wildcard dlx/*.pyx sudoku/*.pyx)))
OF_KERNELS := $(addprefix tests/test_,bits.py bitset.py kernels.py lanes.py lines.py links.py parts.py \
	regressions.py search.py semantics.py sudoku.py)

.PHONY: build test lint types docs cover measure sanitize races small nightly wheel bench clean

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

docs: build       ## the documentation, in docs/_build/html: every example in it is run, every link checked (extra `docs`)
	python -m sphinx -q -W --keep-going -E -j auto docs docs/_build/html
	python docs/extensions/links.py docs/_build/html

cover: measure build  ## coverage, the compiled files included (built with line tracing: slow)

measure:          ## the same, and the slow build is left there; what is not about the kernels is measured without it
	python -m coverage run -p -m pytest -q -m "not long" $(addprefix --ignore=,$(OF_KERNELS) tests/test_cli.py)
	DLX_BUILD=trace python -m pip install -q -e .
	python -m coverage run -p -m pytest -q -m "not long" $(OF_KERNELS)
	python -m coverage combine -q
	python -m coverage report

# A build of its own in build/NAME, from what git knows: the one in place stays as it is.
define BUILT
	rm -rf build/$@ build/$@.xml && mkdir -p build/$@
	git ls-files -zco --exclude-standard | xargs -0 cp --parents -t build/$@
	cd build/$@ && DLX_BUILD=$@ python setup.py -q build_ext --inplace
endef

# Leaks at the end of a process are not looked for: Python does not free all. The others need a browser, which cannot be
# loaded behind the sanitizers, run into their clocks, as everything is slower, or ask how much memory there is: the
# sanitizers keep what is freed.
UNSANITIZED := $(addprefix --ignore=tests/test_,browser.py docs.py memory.py) \
	--deselect=tests/test_sudoku_workers.py::test_memory_stays_flat \
	--deselect='tests/test_help.py::test_examples_run[sudoku explain]' $(addprefix --deselect=tests/test_regressions.py::test_, \
	a_real_sigint_during_listing_loses_no_solution too_many_nodes_without_the_memory_for_them)

sanitize:         ## all tests with AddressSanitizer and UndefinedBehaviorSanitizer
	$(BUILT)
	cd build/sanitize && PYTHONMALLOC=malloc UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
		ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		python -m pytest -p no:cacheprovider --hypothesis-profile=ci --junit-xml=../$@.xml $(UNSANITIZED) || true
	python -m tests.nightly.suite $@ build/$@.xml

races:            ## sixteen threads at one problem, with ThreadSanitizer
	$(BUILT)
	cd build/races && TSAN_OPTIONS="halt_on_error=1 suppressions=tests/nightly/tsan.txt" LD_PRELOAD="$$(gcc -print-file-name=libtsan.so)" \
		python -m tests.nightly.threads --minutes 10
	cp build/races/tests/nightly/results/races.json tests/nightly/results

TOO_LARGE := $(addprefix --deselect=tests/test_,links.py::test_a_peers_limit_of_16_bits \
	links.py::test_too_many_nodes zdd.py::test_order_decides_the_size \
	$(foreach kernel,links multi,$(addprefix $(kernel).py::test_,a_hundred_thousand_levels \
	items_with_more_options_than_a_key_holds)))

small:            ## tests of every limit, where limits are small; and what is right at any size
	$(BUILT)
	cd build/small && python -m pytest -q -p no:cacheprovider --junit-xml=../$@.xml tests/nightly/test_small.py \
		$(addprefix tests/test_,semantics.py known_answers.py links.py multi.py zdd.py) $(TOO_LARGE) || true
	python -m tests.nightly.suite $@ build/$@.xml
	python -m tests.nightly.reached build/small

nightly: sanitize races small cover build  ## what takes too long for CI; programs write tests/nightly/results/NAME.json
	pytest -m nightly
	python -m tests.nightly.allocations
	python -m tests.nightly.leaks
	python -m tests.nightly.machine --steps 100000
	python -m tests.nightly.threads --minutes 10
	python -m tests.nightly.differential --problems 100000
	python -m tests.nightly.determinism
	python -m tests.nightly.fuzz
	python -m tests.nightly.interrupts
	python -m tests.nightly.kills dask
	python -m tests.nightly.kills checkpoint
	python -m tests.nightly.kills file
	python -m tests.nightly.soak --hours 2

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
