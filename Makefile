# Two commands are enough: `make run` and `make test`. Each prepares the machine by itself
# (packaging/preparar.py: .venv, pinned packages, system libraries) and costs next to nothing
# when nothing changed.

PYTHON ?= python3
PY := .venv/bin/python
# Parallel test processes; 0 runs the tests in this one (for a debugger).
WORKERS ?= 2
ARGS ?=

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Generated files that must equal what their generator writes today.
DRIFT := $(wildcard packaging/gerar_*.py)

COMPILE = $(PY) -m piptools compile --quiet --no-config --generate-hashes --strip-extras \
	--allow-unsafe --no-annotate --no-header --no-emit-options pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help run test check check-ruff check-format check-types check-imports check-drift format bench lock imagens preparar preparar-dev preparar-bench clean

help:
	@echo "make run     abre o aplicativo num escritório de demonstração"
	@echo "make test    roda todos os testes (Qt sem tela, SQLite e PostgreSQL)"
	@echo "make check   ruff, mypy, contratos de importação, arquivos gerados"
	@echo "make bench   medições, em tabela e JSON"
	@echo "make format  arruma a forma do código"
	@echo "make imagens desenha de novo as imagens do manual e das primeiras páginas"
	@echo "make lock    refaz os arquivos de versões a partir de pyproject.toml"

preparar:
	@$(PYTHON) packaging/preparar.py --lock requirements.txt

preparar-dev:
	@$(PYTHON) packaging/preparar.py --lock requirements-dev.txt

preparar-bench:
	@$(PYTHON) packaging/preparar.py --lock requirements-bench.txt

run: preparar
	@$(PY) -m app --demonstracao $(ARGS)

# The first run shows that core needs no Qt, on one database; the second is the whole suite and
# closes the output.
test: preparar-dev
	@status=0; \
	echo "== core sem PySide6"; \
	$(PY) -m pytest -q -n $(WORKERS) -p tests.support.sem_qt -p no:pytest-qt -m "not lento" \
		-k "not postgresql" tests/core || status=$$?; \
	if [ $$status -ne 0 ]; then echo "== core sem PySide6: FALHOU ($$status)"; fi; \
	echo "== todos os testes"; \
	QT_QPA_PLATFORM=offscreen $(PY) -m pytest -n $(WORKERS) $(ARGS) || status=$$?; \
	exit $$status

check: check-ruff check-format check-types check-imports check-drift

check-ruff: preparar-dev
	$(PY) -m ruff check .

check-format: preparar-dev
	$(PY) -m ruff format --check .

check-types: preparar-dev
	$(PY) -m mypy

check-imports: preparar-dev
	.venv/bin/lint-imports --no-logo

check-drift: preparar-dev
	@set -e; for script in $(DRIFT); do \
		echo "$(PY) $$script --verificar"; $(PY) $$script --verificar; done

format: preparar-dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench: preparar-bench
	$(PY) -m tests.bench $(ARGS)

# Existing pins stay where pyproject.toml allows them: `make lock ARGS=--upgrade` moves them.
# Every picture that a document shows, over a demonstration of its own.
imagens: export FORMIGUEIRO_CONFIG := $(CURDIR)/build/imagens/ajustes
imagens: export QT_QPA_PLATFORM := offscreen
imagens: export XDG_DATA_HOME := $(CURDIR)/build/imagens/dados
imagens: preparar-dev
	$(PY) -m app --demonstracao demonstracao >/dev/null
	$(PY) -m app --demonstracao telas --saida build/imagens/telas
	for picture in resources/manual/imagens/*.png; do cp "build/imagens/telas/$${picture##*/}" "$$picture" || exit 1; done

lock: preparar-dev
	$(COMPILE) $(ARGS) --output-file requirements.txt
	$(COMPILE) $(ARGS) --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	$(COMPILE) $(ARGS) --extra dev --extra bench --constraint requirements-dev.txt \
		--output-file requirements-bench.txt

clean:
	rm -rf .venv .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis build dist
