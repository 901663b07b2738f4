# Every target sets up what it needs in .venv; nothing global. A second call starts at once.
.PHONY: env demo test lint gnugo bench lowest clean
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXTRAS := dev
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

env: $(STAMP)

# Debian splits ensurepip off: fall back to the outer pip.
$(STAMP): pyproject.toml
	@test -n "$(PYTHON)" || { echo "ponnuki needs Python 3.11 or newer: install it, or say make PYTHON=/path/to/python" >&2; exit 2; }
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { $(PYTHON) -m venv --without-pip --clear $(VENV) && \
		$(PYTHON) -m pip --python $(BIN)/python install --quiet pip; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[$(EXTRAS)]'
	@touch $@

demo: env
	@$(BIN)/ponnuki demo

lint: env
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Three passes: a quick selection as plain Python, all kernels with bounds checks, everything as users run it. A file's
# tests stay in one process, so that a kernel is compiled once; tests/conftest.py says which files begin.
PARALLEL := -n 2 --dist loadfile --no-loadscope-reorder

test: lint gnugo
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -m uncompiled
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q $(PARALLEL) -m kernel
	$(BIN)/pytest -q $(PARALLEL)

# An opponent for some tests, which say so and skip where it is missing.
gnugo:
	@command -v gnugo >/dev/null || test -x /usr/games/gnugo || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		{ echo "Installing GNU Go ..."; apt-get update -qq && apt-get install -y -qq gnugo; } >/dev/null 2>&1; } || \
		echo "GNU Go is not installed and cannot be from here: tests that need it are skipped"

bench: env
	$(BIN)/ponnuki bench playouts --size 9
	$(BIN)/ponnuki bench playouts --size 19
	$(BIN)/ponnuki bench search --size 9 --policy light
	$(BIN)/ponnuki bench search --size 9 --policy mogo
	$(BIN)/ponnuki bench search --size 9
	$(BIN)/ponnuki bench search --size 19 --policy mogo
	$(BIN)/ponnuki bench search --size 19
	$(BIN)/ponnuki bench search --game havannah --size 8 --policy fast
	$(BIN)/ponnuki bench search --game havannah --size 10 --policy fast
	$(BIN)/ponnuki bench threads --size 9

# The lower bounds of pyproject.toml, really installed and really tested.
lowest:
	@$(PYTHON) -m venv .venv-lowest
	@.venv-lowest/bin/python -m pip install --quiet uv
	.venv-lowest/bin/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct -e '.[dev,mpi,cluster,web]'
	.venv-lowest/bin/python -m pytest -q $(PARALLEL)

clean:
	rm -rf $(VENV) .venv-lowest .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache ponnuki-out dist
