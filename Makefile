.DEFAULT_GOAL := help
.PHONY: help run test check fmt lock openapi bench clean

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 14

run: $(INSTALLED) ## Start the service with its own PostgreSQL and Valkey, ready to play
	@exec $(BIN)/croupier serve

test: $(INSTALLED) tools ## Run every test
	$(BIN)/pytest

check: $(INSTALLED) ## Check format, lint, types and architecture
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

fmt: $(INSTALLED) ## Format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

lock: $(INSTALLED) ## Pin every dependency, with hashes, in requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra embedded --group dev --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
	    --upgrade --quiet --output-file requirements.lock

openapi: $(INSTALLED) ## Write the documents under openapi/ anew from the code
	$(BIN)/python -m croupier.adapters.http.openapi openapi/croupier.openapi.json
	$(BIN)/croupier scenario --schema > openapi/scenario.schema.json

bench: $(INSTALLED) ## Measure, and print one table of ratios
	$(BIN)/python -m benchmarks

clean: ## Remove what was installed and built (not the data under var/)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

# Debian keeps what `python -m venv` needs in a package of its own.
$(BIN)/pip:
	$(PYTHON) -m venv .venv || { rm -rf .venv; apt-get update -q && apt-get install -qy python3-venv && $(PYTHON) -m venv .venv; }

$(INSTALLED): requirements.lock pyproject.toml | $(BIN)/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Tests use programs from outside: the README's curl, Go to check the log, a browser for the pages.
.PHONY: tools
tools: $(INSTALLED)
	@$(BIN)/python -m tests.support.tools
