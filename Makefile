.DEFAULT_GOAL := help
.PHONY: help run test check fmt lock openapi release-api bench clean examples

PYTHON ?= python3
BIN := .venv/bin
EXAMPLES := src/croupier/adapters/http/openapi/examples
INSTALLED := .venv/.installed

help: ## Say what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /make \1\t/' | expand -t 18

run: $(INSTALLED) ## Start the service with its own PostgreSQL and Valkey, ready to play
	@exec $(BIN)/croupier serve

# Services are started again and again: keep what is compiled, whatever the environment says.
test: $(INSTALLED) tools ## Run every test, a process a core
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n logical --dist loadfile

check: $(INSTALLED) ## Check format, lint, types and architecture
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/domain/test_imports.py

fmt: $(INSTALLED) ## Format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

lock: $(INSTALLED) ## Pin every dependency, with hashes, in requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra embedded --group dev --universal --python-version 3.11 \
	    --generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
	    --upgrade --quiet --output-file requirements.lock

openapi: $(INSTALLED) ## Write the documents under openapi/ anew from the code
	$(BIN)/python -m croupier.adapters.http.openapi openapi/croupier.openapi.json
	$(BIN)/python -m croupier.adapters.http.asyncapi openapi/croupier.asyncapi.json
	$(BIN)/croupier scenario --schema > openapi/scenario.schema.json
	$(BIN)/croupier schemas events > openapi/events.schema.json
	$(BIN)/croupier schemas commands > openapi/commands.schema.json

release-api: $(INSTALLED) ## Keep the interface's document as that of this version, to hold later ones against
	$(BIN)/python -m tests.support.compatibility --release $$($(BIN)/python -c 'import croupier; print(croupier.__version__)')

examples: $(INSTALLED) ## Record the documents' examples anew from a run of the tests of the interface
	rm -rf $(EXAMPLES)
	CROUPIER_EXAMPLES=$(EXAMPLES) $(BIN)/pytest tests/api -o python_files="test_*.py record_*.py" \
	    --ignore tests/api/hostile --ignore tests/api/test_examples.py --ignore tests/api/test_document.py

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
