# Two commands are all a newcomer needs: `make demo` and `make test`. Each makes its own environment in .venv.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
# Python compiles what is imported, once. To compile all that there is would take a third of the time of installing.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable

# What drives a browser comes with what builds the site, which the tests in the browser look at, where there is a browser.
comma := ,
BROWSER := $(if $(shell command -v chromium-headless-shell || command -v chromium),$(comma)browser)

# The tests start many short processes: Python keeps what it compiled for them, whatever the environment says of it.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache
# They write many small files that nobody keeps: in memory where there is room for 4 GB, so that none waits for a disk.
ifndef TMPDIR
export TMPDIR := $(shell df -kP /dev/shm 2> /dev/null | awk 'NR == 2 && $$4 > 4000000 { print $$6 }')
endif

# The tests of the package: a process for each folder that has many of them, some with others that need the same, such
# as the cases of the suite, which is then read once; and one for the rest. Those that take longest start first.
# The tests of the pages need the suite, too; where there is time they wait long for a browser and are a step of their own.
FOLDERS := $(if $(COLT_THOROUGH),conformance log referee cli,conformance cli log referee)
WITH_conformance := testing bench $(if $(COLT_THOROUGH),,site)
WITH_log := events
NATIVE := conformance/adapters/native
COMPILED := $(if $(shell command -v c++),$(VENV)/native)
folders = $(1:%=tests/%) $(WITH_$(1):%=tests/%)
UNIT := unit-rest $(FOLDERS:%=unit-%)
# All that `make test` does: first what ends at once, then what waits for a browser, then the rest, the longest first.
STEPS := lint spec stale $(if $(COLT_THOROUGH),pages) $(UNIT) mutants conformance types javascript $(if $(COLT_THOROUGH),native)
PASSED := $(VENV)/passed
# Each keeps one core busy, so they go side by side. Some wait for processes of theirs, so there is one more than cores.
JOBS ?= 3
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=$(JOBS) --keep-going --output-sync=target

.PHONY: help demo docs test bench format clean unit pages native $(STEPS)

help:
	@echo "make demo    play a whole game with bots into a log, check the log, show the ranking"
	@echo "make test    lint, types, specification, tests, the conformance suite and a mutant of every clause"
	@echo "make docs    build the rules site into site/"
	@echo "make native  build the native engine and ask it all that it claims; needs a C++ compiler"
	@echo "make bench   the speed figures of docs/performance.md"
	@echo "make format  format the code"
	@echo "make clean   remove the environment and everything that was built"

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

demo: $(VENV)/runtime
	@$(BIN)/colt demo

docs: $(VENV)/site
	@$(BIN)/colt docs build

test: $(VENV)/development $(if $(COLT_THOROUGH),$(COMPILED))
	@echo "$(words $(STEPS)) steps, $(JOBS) at a time, some minutes in all. Each is shown when it has ended."
	@$(if $(COLT_THOROUGH),true,echo "SKIPPED: the native engine (make native), and what takes long (COLT_THOROUGH=1 make test does it all)")
	@rm -rf $(PASSED) && mkdir $(PASSED)
	@$(SIDE_BY_SIDE) $(STEPS:%=try-%); failed=$$(for step in $(STEPS); do [ -e $(PASSED)/$$step ] || echo $$step; done); \
		[ -z "$$failed" ] || { for step in $$failed; do echo "--- the end of $$step"; tail -n 30 $(PASSED)/$$step.txt; done; \
			echo FAILED: $$failed; exit 2; }
	@echo "All $(words $(STEPS)) steps passed."

# A step that ends well is noted, and every other one has failed, however it ended. What it said last is said once more
# at the end, so that a log that was cut still tells which one failed and why.
try-%:
	@$(MAKE) --no-print-directory $* > $(PASSED)/$*.txt 2>&1 && touch $(PASSED)/$*; ended=$$?; cat $(PASSED)/$*.txt; exit $$ended

lint: $(VENV)/development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# The tests are typed as strictly as the package; where there is time they are looked at, too.
types: $(VENV)/development
	$(BIN)/mypy $(if $(COLT_THOROUGH),,--package colt_rules)

spec: $(VENV)/development
	$(BIN)/colt spec check

unit: $(VENV)/development
	@$(SIDE_BY_SIDE) $(UNIT)

# The rules are among them, so their records are frozen where there is time: whatever changes one is found there.
unit-rest: $(VENV)/development
	$(if $(COLT_THOROUGH),COLT_RULES_FROZEN=1) $(BIN)/pytest tests --ignore tests/site $(foreach folder,$(FOLDERS),$(addprefix --ignore ,$(call folders,$(folder))))

$(FOLDERS:%=unit-%): unit-%: $(VENV)/development
	$(BIN)/pytest $(call folders,$*)

pages: $(VENV)/development
	$(BIN)/pytest tests/site

# The suite: is it sound, which is to say that the rules do what every case says, and does the reference pass it when it
# is asked as any engine is? Without the time for everything it is asked for some cases of rulings, among them some of
# every module: the rules are the same. That what is published of the suite is up to date is a test.
conformance: $(VENV)/development
	$(BIN)/colt conformance check
	$(BIN)/colt conformance run $(if $(COLT_THOROUGH),,'ruling.[a-c]*')

# The native engine, with the packages that researchers use it with. Only where there is time: to compile it takes a
# while. What is built on it is tested with the package.
$(VENV)/native: $(VENV)/development $(wildcard $(NATIVE)/src/* $(NATIVE)/colt_native/*.py*) $(NATIVE)/pyproject.toml $(NATIVE)/CMakeLists.txt
	$(INSTALL) '.[research]' ./$(NATIVE)
	@touch $@

native: $(COMPILED)
	@if [ -n "$(COMPILED)" ]; then \
		$(BIN)/pytest $(NATIVE)/tests && \
		$(BIN)/colt conformance run --adapter "$(BIN)/python -m colt_native.adapter" && \
		$(BIN)/colt conformance fuzz --games 60 --adapter "$(BIN)/python -m colt_native.adapter"; \
	else echo "SKIPPED: the native engine needs a C++ compiler; install g++ and run make native"; fi

stale: $(VENV)/development
	$(BIN)/colt conformance mutants --check

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
