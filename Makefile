# Linux and macOS; on Windows use WSL2. Needs Python 3.11 or newer, nothing else.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: ladder test test-system soak bench clean

# A small ladder of the bots that come with the project, ranked and reported.
ladder: $(VENV)/installed
	$(BIN)/arena run configs/quick.yaml
	$(BIN)/arena report quick

IN_PARALLEL := -n auto --dist worksteal
QUICK := -m "not system and not soak" $(IN_PARALLEL)
COVER_GAMES := --cov=arena/games --cov-branch --cov-fail-under=100 --cov-report=term-missing:skip-covered

# Lint, types and every test that needs neither root nor a system package. The rules are wholly covered, or it fails.
test: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest $(QUICK) $(COVER_GAMES) tests/games tests/match
	$(BIN)/pytest $(QUICK) --ignore=tests/games --ignore=tests/match

# Kills and other tests that act on processes, and pages in a browser (chromium). Nothing runs beside the attacks:
# they are watched by what memory the whole machine shares.
test-system: $(VENV)/installed-test
	$(BIN)/pytest -m system tests/hostile
	$(BIN)/pytest -m system $(IN_PARALLEL) --ignore=tests/hostile

# Long simulations: whether error rates and intervals are what they claim to be. Prints the figures.
soak: $(VENV)/installed-test
	$(BIN)/pytest -m soak -rP

# Speeds, as figures and as ratios within one run.
bench: $(VENV)/installed-test
	$(BIN)/python -m tests.bench

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
