"""The examples in the drivers' docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import drivers
import drivers.simulator

MODULES = [
    module.name
    for package in (drivers, drivers.simulator)
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + ".")
    if not module.ispkg
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    """Every example gives what it says."""
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0
