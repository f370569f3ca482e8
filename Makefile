PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: budget environment-pages lighthouse pictures setup setup-bench check check-page format warm test test-interpreted gate gate-full bench dist docs figures proof-build proof-laws proof-kills \
	proof-minesweeper proof-quoridor proof-service proof-skirmish proof-tools setup-tools

setup: $(BIN)/ready

# Node builds the page while Python's packages come; the editable install need not build it, too. uv takes a sixth of pip's
# time, and is told where pip looks.
$(BIN)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	set -e; (cd web && npm ci --silent && npm run --silent build >/dev/null) & page=$$!; \
	$(BIN)/pip install --quiet --no-compile --constraint constraints.txt uv; \
	UV_FIND_LINKS="$$(echo $$PIP_FIND_LINKS | tr " " ,)" UV_EXTRA_INDEX_URL="$$PIP_EXTRA_INDEX_URL" UV_INDEX_STRATEGY=unsafe-best-match BOARDWRIGHT_SKIP_PAGE=1 \
		$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt \
		--editable '.[dev,learn,sb3,serve,postgres,scale]' --editable examples/connect_four --editable examples/royal_ur --editable examples/battleship; \
	wait $$page
	touch $@

# The libraries that `boardwright bench` measures beside ours.
setup-bench: setup
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[bench]'

# Learning tools and harnesses that do not install beside ours: an environment each.
setup-tools: setup $(patsubst examples/tools/requirements/%.txt,.cache/tools/%/ready,$(wildcard examples/tools/requirements/*.txt))

.cache/tools/%/ready: examples/tools/requirements/%.txt pyproject.toml
	$(PYTHON) -m venv .cache/tools/$*
	BOARDWRIGHT_SKIP_PAGE=1 .cache/tools/$*/bin/pip install --quiet --editable '.[envs]' --editable examples/connect_four --editable examples/royal_ur \
		--editable examples/battleship --requirement $<
	touch $@

check: setup
	$(BIN)/pip check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	PYTHONPATH=tests $(BIN)/python -m gate.budget check

check-page: setup
	cd web && npm run --silent check && npm test --silent

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Compile what most tests share, so that two workers do not compile it twice.
warm: setup
	$(BIN)/boardwright warmup $(GAMES)

# What protects main, in minutes. `make gate-full` has the rest.
test: setup
	$(BIN)/pytest -m "not slow" -n $(WORKERS) --dist worksteal --costs --hold-budget

# The core as plain Python, where a wrapped integer or a wrong field is an error with its line. The rules of the games are
# run so by their own tests.
test-interpreted: setup
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -m "not slow" -n $(WORKERS) $(INTERPRETED)

INTERPRETED := $(patsubst %,tests/core/test_%.py,record dice grids batch game position symmetry kernels) tests/games/skirmish/test_contract.py

FAILURES := .cache/gate/failures.txt
# What takes tens of minutes on one worker: first, so that the other does not wait for it at the end.
LONGEST := tests/test_text_commands.py tests/learning/test_pace.py

gate:
	bash .ci/run

# Measure the files of tests that changed, three times each, and write tests/gate/budget.csv; then what all cost.
budget: setup
	PYTHONPATH=tests $(BIN)/python -m gate.budget record

# Everything: all tests, benchmark peers, coverage of the rules as plain Python, planted faults. Failures stand in
# $(FAILURES) as they come.
gate-full: setup-bench setup-tools check check-page docs warm
	mkdir -p $(dir $(FAILURES)) && rm -f $(FAILURES)
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --failures $(FAILURES) $(LONGEST) tests examples/*/tests
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m "not slow" -n $(WORKERS) --dist worksteal tests/core tests/testing tests/games
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(MAKE) proof-laws

bench: setup-bench
	$(BIN)/boardwright bench tic_tac_toe

# The figures of README and docs, measured again by the commands beside them; hours. `benchmarks/figures.py --only TEXT` for some.
figures: setup-bench
	$(BIN)/python benchmarks/figures.py

docs: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The source archive and the wheel, dated by the last commit, so that two builds of it are the same bytes.
dist: setup
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --no-isolation

# Two builds from two clones, in unlike surroundings: the same bytes, and in them what git keeps and nothing else.
proof-build: setup
	PYTHONPATH=tests $(BIN)/python -m releases.double_build --keep dist

# Every program of examples/tools: learning on both games, about two minutes of CPU time each, and OpenEnv and TextArena.
proof-tools: setup-tools
	$(BIN)/pytest -n 0 tests/learning/test_tools.py tests/text_envs tests/test_notebooks.py

proof-laws: setup
	$(BIN)/python tests/planted.py

# A hundred kill -9 of the server, and a hundred of it and PostgreSQL, under sixteen writers; CI runs short ones.
proof-kills: setup
	$(BIN)/python tests/server/kills.py --kills 100 --writers 16
	$(BIN)/python tests/server/kills.py --kills 100 --writers 16 --database postgresql

# The other promises of the service, one script each, each with its planted defects; a day on two cores. SHARE=0.01 does
# a hundredth.
PROOFS := access leaks fuzz histories failover workers replays power models
SHARE ?= 1

proof-service: setup
	for proof in $(PROOFS); do PYTHONPATH=tests $(BIN)/python -m server.proofs.$$proof --share $(SHARE) || exit 1; done

# The laws on all three boards, and a million positions in which nothing that is called certain is wrong.
proof-minesweeper: setup
	for board in small medium expert; do $(BIN)/boardwright check minesweeper --preset $$board || exit 1; done
	PYTHONPATH=tests $(BIN)/python -m games.minesweeper.soundness --positions 1000000

# The laws on both boards, a million walls by a plain search, and a million positions in which somebody can move.
proof-quoridor: setup
	for board in standard small; do $(BIN)/boardwright check quoridor --preset $$board || exit 1; done
	PYTHONPATH=tests $(BIN)/python -m games.quoridor.proofs --slots 1000000 --positions 1000000

# The laws on both boards, a million steps of deployment, a hundred thousand refusals, ten thousand replays.
proof-skirmish: setup
	for board in small large; do $(BIN)/boardwright check skirmish --preset $$board || exit 1; done
	PYTHONPATH=tests $(BIN)/python -m games.skirmish.proofs --steps 1000000 --refusals 100000 --games 10000

# Every screen in both themes, on a desk and on a phone, from a server that is running at ADDRESS; in few colours, as the wheel has them, too.
pictures: setup
	node web/e2e/pictures.mjs $(ADDRESS) docs/pictures
	$(BIN)/python -c "from pathlib import Path; from PIL import Image; [Image.open(p).convert('RGB').quantize(96, dither=Image.Dither.NONE).save(p, optimize=True) for p in Path('docs/pictures').glob('*.png')]"

# The pages of environments with their tables, and a game between agents for each as a GIF, with one board of it as SVG; the README's moving picture.
environment-pages: setup
	$(BIN)/python tests/environment_pages.py --animations
	$(BIN)/python tests/game_pages.py
	$(BIN)/python tests/readme_picture.py

# How fast the start page is on a phone, out of 100, by a server that is running at ADDRESS. Lighthouse is no dependency:
# npx brings it.
lighthouse:
	cd /tmp && CHROME_PATH=$${CHROMIUM:-/usr/bin/chromium} npx --yes lighthouse@12 $(ADDRESS) --quiet --output=json \
		--output-path=/tmp/lighthouse.json --only-categories=performance --chrome-flags="--headless --no-sandbox"
	node -p "const {categories, audits} = require('/tmp/lighthouse.json'); [Math.round(100 * categories.performance.score), \
		...['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map( \
		(name) => name + ' ' + audits[name].displayValue)].join(', ')"
