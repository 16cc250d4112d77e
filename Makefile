# A newcomer needs two commands: `make demo` and `make test`. Each creates the environment in .venv.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
# --no-compile: Python compiles each module when it is first imported. Compiling all of them takes a third of the installation time.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable

# Playwright is installed with the site builder if there is a browser: it prints the booklets, and the browser tests use it.
comma := ,
BROWSER := $(if $(shell command -v chromium-headless-shell || command -v chromium),$(comma)browser)

# The tests start many short processes, so Python must cache bytecode even if the environment disables that.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache
# They write many small temporary files: in memory if 4 GB are free, so that no test waits for a disk.
ifndef TMPDIR
export TMPDIR := $(shell df -kP /dev/shm 2> /dev/null | awk 'NR == 2 && $$4 > 4000000 { print $$6 }')
endif

# The tests of the package: one process for each large folder and one for the rest. Folders that need the cases of the suite
# share a process, so that the suite is read once. The slowest start first. The tests of the pages need the suite too; in
# thorough runs they wait long for a browser, so they are a separate step.
FOLDERS := $(if $(COLT_THOROUGH),conformance log referee cli,conformance cli log referee)
WITH_conformance := testing bench $(if $(COLT_THOROUGH),,site)
WITH_log := events
NATIVE := conformance/adapters/native
COMPILED := $(if $(shell command -v c++),$(VENV)/native)
folders = $(1:%=tests/%) $(WITH_$(1):%=tests/%)
UNIT := unit-rest $(FOLDERS:%=unit-%)
# The steps of `make test`: first the quick ones, then the one that waits for a browser, then the rest, the slowest first.
STEPS := lint spec $(if $(COLT_THOROUGH),pages) $(UNIT) mutants conformance types javascript $(if $(COLT_THOROUGH),native)
PASSED := $(VENV)/passed
# Each step keeps one core busy, so they run in parallel. Some wait for their own processes: hence one job more than two cores.
JOBS ?= 3
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=$(JOBS) --keep-going --output-sync=target

.PHONY: help demo docs test bench format clean unit pages native wheels $(STEPS)

help:
	@echo "make demo    play a whole game with bots into a log, check the log, show the ranking"
	@echo "make test    lint, types, specification, tests, the conformance suite, and a wrong reading of every clause"
	@echo "make docs    build the rules site into site/"
	@echo "make native  build the native engine and test it; needs a C++ compiler"
	@echo "make wheels  wheels of the package and of the native engine, into dist/; needs a C++ compiler"
	@echo "make bench   the speed figures of docs/performance.md"
	@echo "make format  format the code"
	@echo "make clean   remove the environment and all build output"

$(VENV)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and none was found. Install it, or name it:" \
		"make demo PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/runtime: $(VENV)/python pyproject.toml
	$(INSTALL) .
	@touch $@

$(VENV)/development: $(VENV)/python pyproject.toml
	$(INSTALL) '.[dev]'
	@touch $(VENV)/runtime $@

$(VENV)/site: $(VENV)/python pyproject.toml
	$(INSTALL) '.[docs$(BROWSER)]'
	@touch $(VENV)/runtime $@

# Dask, for the tests with a real scheduler and workers. Only in thorough runs, because they take a while.
$(VENV)/cluster: $(VENV)/development
	$(INSTALL) '.[cluster]'
	@touch $@

demo: $(VENV)/runtime
	@$(BIN)/colt demo

docs: $(VENV)/site
	@$(BIN)/colt docs build

test: $(VENV)/development $(if $(COLT_THOROUGH),$(COMPILED) $(VENV)/cluster)
	@echo "$(words $(STEPS)) steps, $(JOBS) at a time, a few minutes in all. The output of a step is shown when it ends."
	@$(if $(COLT_THOROUGH),true,echo "SKIPPED: the native engine (make native) and slow tests (COLT_THOROUGH=1 make test runs everything)")
	@rm -rf $(PASSED) && mkdir $(PASSED)
	@$(SIDE_BY_SIDE) $(STEPS:%=try-%); failed=$$(for step in $(STEPS); do [ -e $(PASSED)/$$step ] || echo $$step; done); \
		[ -z "$$failed" ] || { for step in $$failed; do echo "--- the end of $$step"; tail -n 30 $(PASSED)/$$step.txt; done; \
			echo FAILED: $$failed; exit 2; }
	@echo "All $(words $(STEPS)) steps passed."

# A step that passes leaves a file; a step without one has failed, however it ended. The end of its output is repeated at the
# end of the run, so that a truncated log still shows which step failed and why.
try-%:
	@$(MAKE) --no-print-directory $* > $(PASSED)/$*.txt 2>&1 && touch $(PASSED)/$*; ended=$$?; cat $(PASSED)/$*.txt; \
		times > $(PASSED)/$*.times; echo "$*: processor time" $$(tail -n 1 $(PASSED)/$*.times); exit $$ended

lint: $(VENV)/development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# The tests are typed as strictly as the package, but checked only in thorough runs.
types: $(VENV)/development
	$(BIN)/mypy $(if $(COLT_THOROUGH),,--package colt_rules)

spec: $(VENV)/development
	$(BIN)/colt spec check

unit: $(VENV)/development
	@$(SIDE_BY_SIDE) $(UNIT)

# They include the tests of the rules. In thorough runs records are frozen, so that code which changes one fails.
unit-rest: $(VENV)/development
	$(if $(COLT_THOROUGH),COLT_RULES_FROZEN=1) $(BIN)/pytest tests --ignore tests/site $(foreach folder,$(FOLDERS),$(addprefix --ignore ,$(call folders,$(folder))))

$(FOLDERS:%=unit-%): unit-%: $(VENV)/development
	$(BIN)/pytest $(call folders,$*)

pages: $(VENV)/development
	$(BIN)/pytest tests/site

# `check` runs every case against the rules directly. `run` then asks the reference over the protocol, like any engine; outside
# thorough runs only for some cases of rulings, from every module, since the rules are the same. A test checks that the
# published files of the suite are up to date.
conformance: $(VENV)/development
	$(BIN)/colt conformance check
	$(BIN)/colt conformance run $(if $(COLT_THOROUGH),,'ruling.[a-c]*')

# The native engine, with the packages of the extra `research`. Only in thorough runs, because compiling takes a while. Code
# that builds on it is tested with the package.
$(VENV)/native: $(VENV)/development $(wildcard $(NATIVE)/src/* $(NATIVE)/colt_native/*.py*) $(NATIVE)/pyproject.toml $(NATIVE)/CMakeLists.txt
	$(INSTALL) '.[research]' ./$(NATIVE)
	@touch $@

native: $(COMPILED)
	@if [ -n "$(COMPILED)" ]; then \
		$(BIN)/pytest $(NATIVE)/tests && \
		$(BIN)/colt conformance run --adapter "$(BIN)/python -m colt_native.adapter" && \
		$(BIN)/colt conformance fuzz --games 60 --adapter "$(BIN)/python -m colt_native.adapter"; \
	else echo "SKIPPED: the native engine needs a C++ compiler; install g++ and run make native"; fi

# Built with Python 3.12 or newer, the engine's wheel serves every Python from 3.12 on.
wheels: $(VENV)/development
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist . ./$(NATIVE)
	@ls dist/*.whl

mutants: $(VENV)/development
	$(BIN)/colt conformance mutants $(if $(COLT_THOROUGH),,--one-each)

javascript: $(VENV)/development
	@if command -v node > /dev/null; then \
		node conformance/adapters/js/check-games.mjs && \
		$(BIN)/colt conformance run --adapter "node conformance/adapters/js/adapter.mjs" $(if $(COLT_THOROUGH),,'ruling.*'); \
	else echo "SKIPPED: the JavaScript client needs node 18 or newer; install nodejs and run make javascript"; fi

bench: $(VENV)/runtime
	@$(BIN)/colt bench

format: $(VENV)/development
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .venv-* build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
