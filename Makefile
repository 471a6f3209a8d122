# Every target makes the environment first where there is none.
# HOST, PORT and HTTPS are for play; the settings read the rest (.env.example).

# The first python3 that really runs: a version manager's may not.
PYTHON := $(shell for python in python3 /usr/bin/python3 /usr/local/bin/python3 \
	/opt/homebrew/bin/python3 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 9))' >/dev/null 2>&1 \
	&& echo $$python && break; done)
START = $(if $(PYTHON),$(PYTHON) bootstrap.py,@echo "Not ready: no python3 of at \
	least 3.9 runs here. Install one (Debian, Ubuntu: apt install python3; macOS: \
	brew install python) and try again." >&2; exit 1; :)

.DEFAULT_GOAL := help
.PHONY: help play setup test test-all test-part check simulate faults bench bench-peers gallery axe overlap \
	verifier digests release messages lock

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST)

play: ## set up what is missing, and serve the game here and to the phones around
	@$(START) -m charlie_site

setup: ## only make the environment in .venv, with what tests need
	@$(START) --tests

test: ## the quick tests on SQLite, and a walk through the product in browsers
	@$(START) --tests manage.py compile_catalogs --verbosity 0
	@$(START) --tests -m tools.run_tests

test-all: ## every test on SQLite, and some on PostgreSQL and Redis (FLAGS=--full)
	@$(START) --tests manage.py compile_catalogs --verbosity 0
	@$(START) --tests -m tools.run_tests --all $(FLAGS)

test-part: ## a part of them (PART=quick, slow, browser or storage; FLAGS=--full)
	@$(START) --tests manage.py compile_catalogs --verbosity 0
	@$(START) --tests -m tools.run_tests --part $(PART) $(FLAGS)

check: ## before each commit: linters, types, import contracts, templates, catalogues
	@$(START) --tests -m tools.check

faults: ## every fault of docs/faults.md in its full size (eight minutes, nothing else)
	@$(START) --tests manage.py compile_catalogs --verbosity 0
	@$(START) --tests -m tests.faults

simulate: ## years of tables in seeded trouble, in one process (SEEDS=10 FIRST=0 FLAGS=…)
	@$(START) --tests -m tests.simulation --seeds $(or $(SEEDS),10) \
		--first $(or $(FIRST),0) $(FLAGS)

bench: ## a move's price in turn with earlier versions (40 minutes, nothing else running)
	@$(START) --tests -m bench.versions $(FLAGS)
	@$(START) --tests -m bench.versions --postgres --bases 8a0829de $(FLAGS)

bench-peers: ## the same beside boardgame.io, needs npm (twenty minutes; FLAGS=--quick)
	@$(START) --tests -m bench.peers $(FLAGS)

gallery: ## pictures of every page, theme and language in five sizes, in var/gallery (FLAGS=…)
	@$(START) --tests -m tools.gallery $(FLAGS)

axe: ## axe-core on every page, theme and language in three sizes (an hour; FLAGS=…)
	@$(START) --tests -m tools.gallery --axe --widths 320,1440,1920 $(FLAGS)

overlap: ## texts and controls that overlap or are cut off, in nine sizes (FLAGS=…)
	@$(START) --tests -m tools.gallery --overlap --themes light \
		--widths 280,320,360,390,412,640,820,1280,1920 $(FLAGS)

verifier: ## one file, var/verifier.pyz, that checks a game's record and needs no server
	@$(START) -m verifier.build

CONTAINERS := deploy/Dockerfile deploy/caddy/Dockerfile deploy/compose.yaml

digests: ## pin the images of the container files to what their tags mean now (needs docker)
	@for image in $$(sed -nE 's/^ *(FROM|ARG PYTHON=|image:) ?([a-z]+:[0-9][0-9a-z.-]*).*/\2/p' \
		$(CONTAINERS) | sort -u); do \
		digest=$$(docker buildx imagetools inspect $$image \
			--format '{{.Manifest.Digest}}') && \
		sed -i.bak -E "s|$$image(@sha256:[0-9a-f]+)?|$$image@$$digest|" $(CONTAINERS) \
		|| exit 1; done; rm -f $(CONTAINERS:=.bak)

release: ## the sdist, the wheel, the verifier and their checksums in var/release
	@$(START) --tests -m tools.release

messages: ## collect the texts to translate into locale/
	@$(START) --tests -m tools.catalogs

lock: ## choose versions anew for requirements.txt and its like
	@$(START) --tests -m tools.lock
