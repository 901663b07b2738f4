# Every target sets up what it needs in .venv; a second call starts at once. Compiled kernels are kept in ~/.cache/ponnuki.
.PHONY: env demo lint check test test-checked test-compiled gnugo stockfish browser bench docs package lowest pythons clean
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
	@test ! -L $(VENV) || { echo "$(VENV) is a link: setting it up would empty the folder that it leads to" >&2; exit 2; }
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

# The tests start hundreds of Python processes: each finds our sources as bytecode, also where the environment says that
# none is to be written.
export PYTHONDONTWRITEBYTECODE :=

# A file's tests stay in one process, so that a kernel is compiled once; tests/conftest.py says which files begin.
PARALLEL := -n 2 --dist loadfile --no-loadscope-reorder
AT_ONCE := --jobs 2 --keep-going $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

# What can be said in a minute and a half: format, lint, types, contracts, and the tests that are quick and need no
# kernel that is not in the cache yet (those are skipped and counted; `make test` compiles).
check: lint
	$(BIN)/pytest -q $(PARALLEL) --warm -m "not slow and not lasting"

# Three passes: a quick selection as plain Python, all kernels with bounds checks, everything as users run it (what is
# slow, only there). They run beside each other, three processes on two cores, as some tests wait more than they compute;
# what a pass prints comes when it is over. With bounds checks little is optimised, as there is more to compile than to run.
test: lint gnugo stockfish browser
	@$(MAKE) --no-print-directory $(AT_ONCE) test-checked test-compiled

test-checked: env
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -m uncompiled
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/pytest -q -m "kernel and not slow"

# What fails here, beside two other processes on two cores, is run once more by itself; what fails again has failed.
ALONE := -o cache_dir=.pytest_cache/compiled
test-compiled: env
	$(BIN)/pytest -q $(ALONE) $(PARALLEL) || { echo "Failed beside other tests; once more, alone:"; \
		$(BIN)/pytest -q $(ALONE) --last-failed --last-failed-no-failures=none; }

# Opponents for some tests, which say so and skip where one is missing.
gnugo stockfish:
	@command -v $@ >/dev/null || test -x /usr/games/$@ || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		{ echo "Installing $@ ..."; apt-get update -qq && apt-get install -y -qq $@; } >/dev/null 2>&1; } || \
		echo "$@ is not installed and cannot be from here: tests that need it are skipped"

# A real browser for the tests of pages, likewise.
browser:
	@{ command -v chromium && command -v chromedriver; } >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		{ echo "Installing Chromium ..."; apt-get update -qq && apt-get install -y -qq chromium chromium-driver; } >/dev/null 2>&1; } || \
		echo "Chromium is not installed and cannot be from here: tests that need it are skipped"

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

# The documentation as a site, in site/; a broken link is an error. Nothing is fetched.
docs: env
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir site
	@echo "site/index.html"

# What people install: sdist and wheel are built, installed into a clean environment, and tried there, on the Python of
# .venv or on those that are named: make package PYTHONS="python3.12 python3.13".
package: env
	$(BIN)/python tests/packaging/check_package.py dist $(PYTHONS)

# The lower bounds of pyproject.toml, really installed and really tested.
lowest:
	@$(PYTHON) -m venv .venv-lowest
	@.venv-lowest/bin/python -m pip install --quiet uv
	.venv-lowest/bin/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct -e '.[dev,mpi,mpich,cluster,web]'
	.venv-lowest/bin/python -m pytest -q $(PARALLEL)

# A selection of the tests that another Python is most likely to break, on other Pythons than that of .venv:
# make pythons PYTHONS="python3.12 /path/to/python3.13".
SELECTION := -m "not slow" $(addprefix tests/,cli/test_cli_options.py cli/test_cli_live.py cli/test_cli_status.py \
	farm/test_farm_local.py kernels/test_kernel_dispatch.py lab/journal lab/public match/test_match_evaluators.py \
	race/test_race_betting.py race/test_race_contract.py)
pythons:
	@test -n "$(PYTHONS)" || { echo 'say which: make pythons PYTHONS="python3.12 python3.13"' >&2; exit 2; }
	@set -e; for python in $(PYTHONS); do \
		place=.venv-$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		test -n "$${place#.venv-}"; echo "$$python, in $$place"; $$python -m venv $$place; \
		$$place/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; \
		$$place/bin/python -m pytest -q $(PARALLEL) $(SELECTION); \
	done

clean:
	rm -rf $(VENV) .venv-lowest .venv-3.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache ponnuki-out dist site
