# SPDX-License-Identifier: MIT OR Apache-2.0
"""Every example of the docstrings, and that each docstring has one, its parameters and its result."""
import doctest
import importlib
import inspect

import pytest

import reroll

METHODS = [n for n in dir(reroll.Generator) if not n.startswith("_") and callable(getattr(reroll.Generator, n))]
FUNCTIONS = [n for n in reroll.__all__ if n != "model"]


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text, {"reroll": reroll}, name, None, 0)
    assert test.examples, "no example"
    said = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not said, "".join(said)


@pytest.mark.parametrize("name", METHODS)
def test_every_method(name):
    method = getattr(reroll.Generator, name)
    text = inspect.getdoc(method)
    run(text, name)
    named = [p for p in inspect.signature(method).parameters if p != "self"]
    if named and name != "sample":
        assert "\nParameters\n-----" in text
        assert all(p in text.partition("Examples")[0] for p in named)
    assert name in ("shuffle", "sample") or "\nReturns\n-----" in text


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_and_class(name):
    of = getattr(reroll, name)
    if name not in ("Law", "Job"):   # whose methods and makers have them
        run(inspect.getdoc(of), name)
    assert inspect.getdoc(of)


@pytest.mark.parametrize("module", ["", "._bits", "._generator", "._jobs", "._own", ".model"])
def test_examples(module):
    found = importlib.import_module("reroll" + module)
    result = doctest.testmod(found, extraglobs={"reroll": reroll})
    assert result.failed == 0 and result.attempted


def test_examples_have_accepted_lists():
    """A list begins at 0 where the parameter may be 0, and at 1 where it must be above."""
    for name, call in [("beta_mixture", "([0, 1, 2], [1, 2, 3], [1, 2, 3], size=3)"),
                       ("ordered_logistic", "(0.5, [0, 1, 2], size=3)"),
                       ("poisson_mixture", "([0, 1, 2], [0, 1, 2], size=3)")]:
        assert f">>> reroll.Generator(1).{name}{call}" in inspect.getdoc(getattr(reroll.Generator, name))
