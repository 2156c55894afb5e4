# Commands of the project. `make play` and `make test` set everything up by themselves.
# A virtual environment in .venv, made with uv where it is installed and with venv and pip otherwise.

PORT ?= 8123
PYTHON ?= python3
bin := .venv/bin

.PHONY: help hardware setup play test check bench pictures docs deb deb-check test-oldest rig clean
help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile

setup: .venv/ready ## make the virtual environment
	@

.venv/ready: pyproject.toml build_catalogs.py scripts/setup $(wildcard device/locale/*/LC_MESSAGES/*.po)
	@PYTHON="$(PYTHON)" scripts/setup
	@touch $@

play: .venv/ready ## the simulator in the browser (PORT=8123)
	@exec $(bin)/meneur play --port $(PORT)

test: check ## every test
	$(bin)/pytest -n auto --dist worksteal

check: .venv/ready ## lint and types
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/mypy

bench: .venv/ready ## figures: ours beside the plain way, in one run
	$(bin)/python -m benchmarks

pictures: .venv/ready ## the moving pictures of the README and the site
	$(bin)/python -m docs.pictures

docs: .venv/ready .venv-docs/ready ## the site, in build/site
	$(bin)/python -m docs.generate
	rm -rf build/site
	.venv-docs/bin/sphinx-build -q -W --keep-going -c docs -d build/doctrees . build/site

.venv-docs/ready: pyproject.toml
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/pip install -q --disable-pip-version-check -U 'pip>=25.1'
	.venv-docs/bin/pip install -q --group docs
	@touch $@

hardware: .venv-hardware/ready ## guide, tables and printed parts of the box, and their checks
	.venv-hardware/bin/python -m hardware.make all
	.venv-hardware/bin/pytest -q tests/hardware

.venv-hardware/ready: pyproject.toml
	$(PYTHON) -m venv .venv-hardware
	.venv-hardware/bin/pip install -q --disable-pip-version-check -U 'pip>=25.1'
	.venv-hardware/bin/pip install -q -e . --group hardware
	@touch $@

test-oldest: .venv-oldest/ready ## every test, with the oldest versions that the box must run with (OLDEST="tests/drivers" for a part)
	.venv-oldest/bin/pytest -n auto --dist worksteal -m "not browser" --ignore=tests/hardware $(OLDEST)

.venv-oldest/ready: pyproject.toml tests/oldest.txt
	$(PYTHON) -m venv .venv-oldest
	.venv-oldest/bin/pip install -q --disable-pip-version-check -U 'pip>=25.1'
	.venv-oldest/bin/pip install -q -e . --group test -c tests/oldest.txt
	@touch $@

deb: .venv-package/ready ## the Debian package, in dist/
	@.venv-package/bin/python systemd/debian/build.py dist

.venv-package/ready: pyproject.toml
	$(PYTHON) -m venv .venv-package
	.venv-package/bin/pip install -q --disable-pip-version-check -U 'pip>=25.1'
	.venv-package/bin/pip install -q -e . --group package
	@touch $@

deb-check: .venv/ready ## the package in bare Debian 12 and 13 containers (as root)
	@$(bin)/python tests/rig/containers.py

rig: .venv/ready ## the package on an emulated Pi (as root; RIG="--only evenings" for a part)
	$(bin)/python tests/rig $(RIG)

clean: ## remove what the other commands made
	rm -rf .venv .venv-* build dist
