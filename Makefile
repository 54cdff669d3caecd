# Every target creates what it needs: python3.11 or newer is enough to start from.
.DEFAULT_GOAL := help
.PHONY: help demo test test-slow test-sandbox test-reproduction fuzz lint format lock bench bench-overhead bench-reproduction bench-study bench-diagnose bench-repair bench-ray calibrate docs pictures build vsix report-plot test-client editor test-editor bench-editor pictures-editor clean

VENV := .venv
BIN := $(VENV)/bin
CLIENT := client-vscode
VSIX := build/seismograd.vsix
JOBS ?= 2
FUZZ_MINUTES ?= 60
CALIBRATION ?= build/calibration.jsonl
PYTHON ?= $(shell for name in python3.11 python3.12 python3.13 python3.14 python3 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
# Not as an option: these hold for the tools that build packages, too.
PINNED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt
PIP := $(PINNED) $(BIN)/python -m pip install -q --disable-pip-version-check

help: ## say what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

demo: $(VENV)/.product ## check, fix, and reproduce a reported bug, on a small project
	@$(BIN)/seismograd demo

test: $(VENV)/.develop lint ## lint, types, and tests of everything (minutes)
	$(BIN)/python -m pytest -n $(JOBS) -rs -m 'not slow'

# The tests of a file stay together: some of them tell one session after the other.
test-slow: $(VENV)/.develop ## whole runs, reproductions and sessions (minutes)
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile -rs -m slow

lint: $(VENV)/.develop ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.develop ## format and mend the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.bench ## measure speed, memory and precision
	@$(BIN)/python -m compileall -q server tests  # start-up is that of an installed package
	$(BIN)/python -m tests.benchmarks.run

bench-overhead: $(VENV)/.develop ## measure what probes cost a training run, and sandboxes a start
	KERAS_BACKEND=torch $(BIN)/python -m tests.benchmarks.overhead $(OVERHEAD)
	$(BIN)/python -m tests.benchmarks.run sandboxes

bench-reproduction: $(VENV)/.develop ## reproduce reported bugs offline, verify every script (an hour)
	$(BIN)/python -m tests.benchmarks.reproduction $(REPRODUCTION)

bench-study: $(VENV)/.bench ## diagnose the faulty programs of a study, beside other tools (hours)
	$(BIN)/python -m tests.benchmarks.study_diagnoses $(STUDY)

bench-repair: $(VENV)/.bench ## repair the study's faulty programs with every strategy (hours)
	KERAS_BACKEND=torch $(BIN)/python -m tests.benchmarks.study_repairs $(REPAIR)

bench-ray: $(VENV)/.develop ## the same trials on 1, 2 and 4 Ray nodes of this machine (minutes)
	$(BIN)/python -m tests.benchmarks.ray_nodes $(RAY)

bench-diagnose: $(VENV)/.develop ## diagnose programs with one fault each, and healthy ones (an hour or two)
	$(BIN)/python -m tests.benchmarks.case_diagnoses $(DIAGNOSE)

calibrate: $(VENV)/.develop ## run mutants of healthy programs, fit what symptoms say of causes (hours; JOBS=14: minutes)
	@mkdir -p $(dir $(CALIBRATION))
	$(BIN)/python -m tests.calibration.collect --out $(CALIBRATION) --jobs $(JOBS)
	$(BIN)/python -m tests.calibration.fit $(CALIBRATION)
	$(BIN)/python -m seismograd.cli.generated_pages docs

docs: $(VENV)/.product ## write the pages that are made from code: rules, symptoms, checks of sandboxes
	$(BIN)/python -m seismograd.cli.generated_pages docs
	$(BIN)/python -m seismograd_sandbox.host.self_check.page docs/self-check.md

pictures: $(VENV)/.product ## draw the pictures of the README from real output
	$(BIN)/python docs/images/draw_terminal.py docs/images/check.svg

lock: $(VENV)/.develop ## pin what is not pinned yet, for users and contributors; LOCK=--newest: all anew
	$(PIP) packaging
	$(BIN)/python .ci/lock.py $(LOCK)

build: $(VENV)/.develop ## wheel and source distribution in dist/
	$(PIP) build
	$(BIN)/python -m build --outdir dist .

vsix: $(VENV)/.product $(CLIENT)/node_modules/.installed ## the VS Code extension in build/
	@mkdir -p $(dir $(VSIX))
	$(PIP) hatchling
	$(BIN)/python $(CLIENT)/scripts/bundle_wheel.py
	@$(WITH_NODE) && cd $(CLIENT) && npm run -s bundle && npm run -s package -- -o ../$(VSIX)

report-plot: $(CLIENT)/node_modules/.installed ## bundle the drawing of the HTML report for the server
	@$(WITH_NODE) && cd $(CLIENT) && npm run -s report-plot

test-client: $(CLIENT)/node_modules/.installed ## types, lint and unit tests of the extension
	@$(WITH_NODE) && cd $(CLIENT) && npm run -s typecheck && npm run -s lint && npm run -s test

test-sandbox: $(VENV)/.develop ## every sandbox on real processes, walls and containers (minutes)
	$(BIN)/python -m pytest -n $(JOBS) $(addprefix tests/sandbox/,docker host self_check test_contract.py)

test-reproduction: $(VENV)/.develop ## all tests of reproduction, whole searches too (minutes)
	$(BIN)/python -m pytest tests/reproduce -n $(JOBS)

fuzz: $(VENV)/.develop ## hostile input for every reader of strangers' files; FUZZ_MINUTES=60
	$(BIN)/python -m tests.security.fuzz --minutes $(FUZZ_MINUTES) --jobs $(JOBS)

editor: $(VENV)/.editor ## install a real editor into a cache folder, once
	@$(BIN)/python -m tests.e2e.editor.install

test-editor: vsix editor ## the extension in a real editor (minutes)
	SEISMOGRAD_EDITOR=1 SEISMOGRAD_REQUIRE_ALL=1 $(BIN)/python -m pytest -n $(JOBS) tests/e2e/editor

bench-editor: vsix editor ## measure the extension in a real editor
	@$(BIN)/python -m compileall -q server
	@$(BIN)/python -m tests.e2e.editor.bench

pictures-editor: vsix editor ## take the pictures of the extension for the README
	$(BIN)/python -m tests.e2e.editor.pictures docs/pictures

clean: ## remove what was made
	rm -rf $(addprefix $(CLIENT)/,bundled dist node_modules)
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "cannot create a virtual environment; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/.product: $(VENV)/.created pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

$(VENV)/.develop: $(VENV)/.created pyproject.toml constraints.txt
	$(PIP) -e '.[dev]'
	@touch $(VENV)/.product $@

$(VENV)/.bench: $(VENV)/.develop tests/benchmarks/requirements.txt
	$(PIP) -r tests/benchmarks/requirements.txt
	@touch $@

$(VENV)/.editor: $(VENV)/.develop tests/e2e/editor/requirements.txt
	$(PIP) -r tests/e2e/editor/requirements.txt
	@touch $@

# The machine's own Node may be too old, or missing: one from the package index lies in a cache.
WITH_NODE = PATH="$$($(BIN)/python -m tests.e2e.editor.install --node):$$PATH"; export PATH

$(CLIENT)/node_modules/.installed: $(VENV)/.created $(CLIENT)/package.json $(CLIENT)/package-lock.json
	@$(WITH_NODE) && cd $(CLIENT) && npm ci --silent
	@touch $@
