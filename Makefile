# Two commands set everything up and do the main jobs:
#
#   make study   plays the games of the study and writes results/
#   make test    runs the tests
#
# Both make the environment .venv in this folder first, with `python3` or with `make PYTHON=...`.

PYTHON ?=
WORKERS ?= auto
GAMES ?=
BIN := .venv/bin
# The notebooks run along with the tests, with so few games that all are done in seconds.
NOTEBOOKS = DICELAB_NOTEBOOK_GAMES=2000
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 4 --dist worksteal

export PYTHON
.DEFAULT_GOAL := help
.PHONY: help study test test-all doctest coverage lint format bench notebooks constraints clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

study: .venv/installed-runtime ## play the study: tables, charts and results/README.md (GAMES=1e5 for a quick one)
	$(BIN)/dicelab study $(if $(GAMES),--games $(GAMES))
	@echo "Read results/README.md."

test: .venv/installed-test ## run the tests but for the slow ones
	$(NOTEBOOKS) $(PYTEST) --nbmake -m "not slow and not bench"

test-all: .venv/installed-test ## run every test, the long statistical ones too
	$(NOTEBOOKS) $(PYTEST) --nbmake -m "not bench"

coverage: .venv/installed-test ## run the tests and report the lines that none of them ran
	$(PYTEST) -m "not slow and not bench" --cov --cov-report=term --cov-report=html

lint: .venv/installed-lint ## check style, types and the arrows between the packages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --cache-dir .cache/import-linter

format: .venv/installed-lint ## put the sources into shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/installed-bench ## measure speed, memory and start-up
	$(BIN)/python -m pytest -m bench tests/bench -s

notebooks: .venv/installed-notebooks ## run the notebooks and keep their outputs
	$(BIN)/python .ci/run_notebooks.py

constraints: .venv/installed-runtime ## pin the newest versions of everything again
	$(BIN)/python .ci/pin.py

clean: ## remove the environment and everything else that can be made again
	rm -rf .venv .cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One stamp per group. A change of what is asked for installs again, and so does an environment that
# came with a copied or moved folder, or whose Python is gone.
SOUND := $(filter $(CURDIR),$(shell .venv/bin/python -c '' 2>&1; cat .venv/made-in 2>&1))
.PHONY: anew

.venv/installed-%: pyproject.toml constraints.txt .ci/install.sh $(if $(SOUND),,anew)
	@.ci/install.sh $(filter-out runtime,$*)
	@touch $@
