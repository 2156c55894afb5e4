"""The benchmarks can be run; what they measure is their own affair."""

import importlib

import pytest

from benchmarks.__main__ import NAMES, main


@pytest.mark.parametrize("name", NAMES)
def test_every_benchmark_has_something_to_run(name):
    """`make bench` runs them all, one after the other."""
    assert callable(importlib.import_module(f"benchmarks.{name}").run)


def test_an_unknown_benchmark_is_refused_with_the_names_there_are(capsys):
    """And nothing is run."""
    assert main(["hearts"]) == 2
    assert "there is no benchmark hearts; there are clock," in capsys.readouterr().err
