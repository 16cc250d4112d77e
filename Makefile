# Two commands are all a newcomer needs: `make demo` and `make test`. Each makes its own environment in .venv.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin

# The tests start many short processes: Python keeps what it compiled for them, whatever the environment says of it.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache

.PHONY: help demo docs test lint types unit pages spec conformance mutants javascript bench format clean

help:
	@echo "make demo    play a whole game with bots into a log, check the log, show the ranking"
	@echo "make test    lint, types, specification, tests, the conformance suite and a mutant of every clause"
	@echo "make docs    build the rules site into site/"
	@echo "make bench   the speed figures of docs/performance.md"
	@echo "make format  format the code"
	@echo "make clean   remove the environment and everything that was built"

$(VENV)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and none was found. Install it, or name it:" \
		"make demo PYTHON=/path/to/python3.11"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/runtime: $(VENV)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/development: $(VENV)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/runtime $(VENV)/site $@

$(VENV)/site: $(VENV)/runtime pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

demo: $(VENV)/runtime
	@$(BIN)/colt demo

docs: $(VENV)/site
	@$(BIN)/colt docs build

# Steps that keep one core busy go side by side; the others use both by themselves.
test: $(VENV)/development
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint types spec conformance javascript
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory --jobs=2 pages mutants

lint: $(VENV)/development
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# The tests are typed as strictly as the package; where there is time they are looked at, too.
types: $(VENV)/development
	$(BIN)/mypy $(if $(COLT_THOROUGH),,--package colt_rules)

spec: $(VENV)/development
	$(BIN)/colt spec check

unit: $(VENV)/development
	$(BIN)/pytest --ignore tests/site --numprocesses 3

# What the pages of the site are made from is read once: so one process has all their tests.
pages: $(VENV)/development
	$(BIN)/pytest tests/site

conformance: $(VENV)/development
	$(BIN)/colt conformance mutants --check
	$(BIN)/colt conformance check
	$(BIN)/colt conformance index
	$(BIN)/colt conformance contract
	$(BIN)/colt conformance run

mutants: $(VENV)/development
	$(BIN)/colt conformance mutants $(if $(COLT_THOROUGH),--matrix docs/kill-matrix.md,--one-each)

javascript: $(VENV)/development
	@if command -v node > /dev/null; then \
		node conformance/adapters/js/check-games.mjs && \
		$(BIN)/colt conformance run --adapter "node conformance/adapters/js/adapter.mjs"; \
	else echo "SKIPPED: the JavaScript client needs node 18 or newer; install nodejs and run make javascript"; fi

bench: $(VENV)/runtime
	@$(BIN)/colt bench

format: $(VENV)/development
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .venv-* build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
