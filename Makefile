# `make drill` runs the trainer, `make test` passes every check; both set up .venv first.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
TESTS ?= tests

.PHONY: drill test check fix bench prove snapshots lock
drill: $(STAMP)
	@exec $(BIN)/drill

test: check
	$(BIN)/python -m pytest -n auto $(TESTS)

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/drill content check

fix: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)
	$(BIN)/python -m benchmarks

prove: $(STAMP)
	$(BIN)/drill content check --runs 20

snapshots: $(STAMP)
	$(BIN)/python -m pytest tests/tui --snapshot-update

lock: $(STAMP)
	$(BIN)/pip-compile -q --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host -c requirements/pins.txt --output-file requirements/runtime.txt pyproject.toml
	sed -i.bak 's/^torch==\([0-9.]*\)+cpu/torch==\1/' requirements/runtime.txt && rm requirements/runtime.txt.bak
	$(BIN)/pip-compile -q --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file requirements/dev.txt requirements/dev.in

$(STAMP): pyproject.toml requirements/runtime.txt requirements/dev.txt
	@echo "drill: setting up .venv (once; torch is the large part)"
	@$(PYTHON) -c 'import sys; sys.exit("drill needs Python 3.11 or newer; try: make PYTHON=python3.12 drill" if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -r requirements/runtime.txt -r requirements/dev.txt
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --editable .
	@touch $@
