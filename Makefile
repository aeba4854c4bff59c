# CI uses the same targets. The tools come from .venv (README: pip install -e '.[test]'; for lint, types, cover:
# '.[lint]'; docs: '.[docs]').
export PATH := $(CURDIR)/.venv/bin:$(PATH)
COMPILED = $(subst /,.,$(basename $(shell find dlx sudoku -name "*.pyx")))

.PHONY: build test lint types docs live alone compiled cover sanitize races small mutants nightly wheel bench clean

build:            ## compile the extensions, in place
	python -m pip install -q -e .

test: build       ## the tests and doctests
	pytest

lint:             ## ruff, cython-lint, codespell; workflows, issue forms and the citation by their schemas
	ruff check .
	cython-lint dlx sudoku
	codespell
	check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	check-jsonschema -q --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	check-jsonschema -q --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	check-jsonschema -q --builtin-schema vendor.citation-file-format CITATION.cff
	zizmor -q --offline .

types: build      ## mypy, and a check of the stubs against the compiled modules
	mypy
	python -m mypy.stubtest $(COMPILED) --allowlist tests/stubtest.txt

docs: build       ## the documentation in docs/_build/html, with every example run and every link checked (extra `docs`)
	python -m sphinx -q -W --keep-going -E docs docs/_build/html
	python docs/extensions/links.py docs/_build/html

live: build       ## the page without a server in build/live/site/live (needs emcc and npm; extra `web`); `make docs` includes it
	python docs/live/build.py

alone: live       ## the page without a server, built from these files and driven by a browser (needs chromium-driver as well)
	python -m pytest -q -n 0 -p no:cacheprovider --junit-xml=build/$@.xml -k alone tests/test_browser*.py || true
	RECORD_COMMAND="make $@" python -m tests.nightly.suite live build/$@.xml

# A separate build in build/NAME, from the files that git knows; the build in place stays as it is.
define BUILT
	rm -rf build/$@ build/$@.xml && mkdir -p build/$@
	git ls-files -zco --exclude-standard | xargs -0 cp --parents -t build/$@
	cd build/$@ && DLX_BUILD=$(filter-out compiled,$@) python setup.py -q build_ext --inplace
endef

# The tests of rooms with compiled modules or whose questions these answer; those of sudoku's compiled modules by name.
OF_COMPILED := $(addprefix tests/,$(addprefix dlx/,matrix kernels structure engine questions test_semantics.py test_known_answers.py) \
	$(addprefix test_,$(addsuffix .py,compiled sudoku bands bitset lines rule_search compiled_rounds)))

compiled:         ## every module by another compiler, and the tests of compiled modules: CC=clang make compiled
	$(BUILT)
	cd build/compiled && python -m pytest -q -p no:cacheprovider -n $$(nproc) $(OF_COMPILED)

cover:            ## the share of lines that the tests run, for every module (extra `lint`)
	$(BUILT)
	cd build/cover && ls -d dlx sudoku bench $$(find tests -name 'test_*.py' -not -path '*/nightly/*') | \
		GCOV_ERROR_FILE=/dev/null xargs -n 1 -P $$(nproc) python -m coverage run -p -m pytest -q -p no:cacheprovider -n 0 || true
	RECORD_COMMAND="make $@" python -m tests.nightly.covered build/cover

# We do not check for leaks at exit, because Python does not free everything. The tests left out need a browser, which
# cannot be loaded behind the sanitizers, or exceed their time limits, because everything is slower, or measure memory,
# which the sanitizers keep after it is freed. Only the output of Python is captured: a sanitizer that ends a process
# writes its reason first.
UNSANITIZED := $(addprefix --ignore=tests/test_,browser.py docs.py memory_nightly.py) \
	--deselect=tests/test_sudoku_workers.py::test_memory_stays_flat \
	--deselect='tests/dlx/terminal/test_help.py::test_examples_run[sudoku explain]' \
	$(addprefix --deselect=tests/dlx/test_regressions.py::test_, \
	a_real_sigint_during_listing_loses_no_solution too_many_nodes_without_the_memory_for_them)

sanitize:         ## all tests with AddressSanitizer and UndefinedBehaviorSanitizer
	$(BUILT)
	cd build/sanitize && PYTHONMALLOC=malloc UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
		ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1 \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
		python -m pytest -p no:cacheprovider --capture=sys --hypothesis-profile=ci --junit-xml=../$@.xml $(UNSANITIZED) || true
	RECORD_COMMAND="make $@" python -m tests.nightly.suite $@ build/$@.xml $(UNSANITIZED)

races:            ## sixteen threads on one problem, with ThreadSanitizer
	$(BUILT)
	cd build/races && TSAN_OPTIONS="halt_on_error=1 suppressions=tests/nightly/tsan.txt" LD_PRELOAD="$$(gcc -print-file-name=libtsan.so)" \
		RECORD_COMMAND="make $@" python -m tests.nightly.threads --minutes 10
	cp build/races/tests/nightly/results/races.json tests/nightly/results

TOO_LARGE := $(addprefix --deselect=tests/dlx/,kernels/links/test_links.py::test_a_peers_limit_of_16_bits \
	kernels/links/test_links.py::test_too_many_nodes kernels/links/test_links.py::test_more_items_than_a_choice_looks_at_once \
	questions/test_zdd.py::test_order_decides_the_size $(foreach order,first last, \
	'questions/test_zdd.py::test_all_ranks_are_drawn[$(order)-p4]') \
	$(foreach kernel,links multi,$(addprefix kernels/links/test_$(kernel).py::test_,a_hundred_thousand_levels \
	items_with_more_options_than_a_key_holds)))

small:            ## tests of every limit, with small limits, and tests that hold at any size
	$(BUILT)
	cd build/small && python -m pytest -q -p no:cacheprovider --junit-xml=../$@.xml tests/nightly/test_small.py \
		$(addprefix tests/dlx/,test_semantics.py test_known_answers.py kernels/links questions/test_zdd.py) $(TOO_LARGE) || true
	RECORD_COMMAND="make $@" python -m tests.nightly.suite $@ build/$@.xml $(TOO_LARGE)
	RECORD_COMMAND="make $@" python -m tests.nightly.reached build/small

mutants: build    ## small faults injected into the packages, each to be noticed by a test; takes hours, resumes if restarted
	python -m tests.nightly.mutants run
	RECORD_COMMAND="make $@" python -m tests.nightly.mutants report
	mv build/mutants/results.jsonl build/mutants/last.jsonl

nightly: sanitize races small cover mutants alone build  ## checks too long for CI; programs write tests/nightly/results/NAME.json
	pytest -m nightly
	python -m tests.nightly.allocations
	python -m tests.nightly.leaks
	python -m tests.nightly.machine --steps 100000
	python -m tests.nightly.threads --minutes 10
	python -m tests.nightly.differential --problems 100000
	python -m tests.nightly.determinism
	python -m tests.nightly.fuzz
	python -m tests.nightly.bombs
	python -m tests.nightly.techniques
	python -m tests.nightly.time_limits
	python -m tests.nightly.interrupts
	python -m tests.nightly.interrupts --workers --load 2
	python -m tests.nightly.kills dask
	python -m tests.nightly.kills crowd --kills 200
	python -m tests.nightly.kills checkpoint
	python -m tests.nightly.kills file
	python -m tests.nightly.soak --hours 2

wheel:            ## sdist, and a wheel from it, checked for the package index
	rm -rf build dist
	python -m build -q
	python -m twine check --strict dist/*
	check-wheel-contents dist/*.whl
	[ $$(uname) != Linux ] || auditwheel show dist/*.whl | grep -o '"manylinux[^"]*"'

bench: build      ## the two benchmarks
	python -m bench cover
	python -m bench sudoku

clean:
	rm -rf build dist docs/_build *.egg-info .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find dlx sudoku '(' -name '*.so' -o -name '*.c' -o -name '*.pyi' ')' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
