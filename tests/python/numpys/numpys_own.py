# SPDX-License-Identifier: MIT OR Apache-2.0
"""NumPy's own tests of its Generator, from the installed wheel, on reroll.Generator.

The module is read as text, and Reroll's Generator replaces the name. NumPy's bit generators are seeds. Frozen numbers,
literals in a test, are reduced to shape and dtype, because bits differ. Tests that cannot hold for another generator are in
EXCLUDED, with one reason per class; everything else has to pass. The first two classes are determined by experiment: NumPy's
own Generator fails those tests, and no others, on other bits (REROLL_STAND_IN; test_stand_in.py). """
import ast
import importlib.util
import os
import sys
import types

import numpy as np

import reroll
from reroll import _seeds

STAND_IN = bool(os.environ.get("REROLL_STAND_IN"))
FILES = ("test_generator_mt19937", "test_generator_mt19937_regressions", "test_smoke")

# Reason, and the tests' names (a class's name for all of it; a test's without its parameters).
EXCLUDED = {
    "frozen numbers that are computed on, or stand in parameters": {
        "TestSeed::test_scalar", "TestSeed::test_array", "TestIntegers::test_repeatability",
        "TestIntegers::test_repeatability_32bit_boundary", "TestIntegers::test_repeatability_32bit_boundary_broadcasting",
        "TestRandomDist::test_choice_large_sample", "TestRandomDist::test_choice_array_size_empty_tuple",
        "TestRandomDist::test_shuffle", "TestRandomDist::test_permutation", "TestRandomDist::test_permuted",
        "TestRandomDist::test_permuted_with_strides", "test_ragged_shuffle",
        "TestRegression::test_shuffle_mixed_dimension", "TestRegression::test_call_within_randomstate",
    },
    "the inside of NumPy's bit generators: their state, their pickles": {
        "TestSetState", "test_legacy_pickle", "TestPhilox::test_pickle",
    },
    "what else goes on from the bit generator's place: its jumps, NumPy's RandomState": {
        "TestPhilox::test_advance", "TestPhilox::test_jump", "TestRandomDist::test_vonmises_large_kappa",
    },
    "NumPy's uniforms are multiples of 2^-24 and 2^-53; ours have all digits of their type": {
        "TestRandomDist::test_random_distribution_of_lsb",
    },
    "the library's ranges, which are narrower: its error names them": {
        "TestRandomDist::test_uniform_range_bounds", "TestRegression::test_beta_ridiculously_small_parameters",
        "TestRegression::test_geometric_tiny_prob",
    },
    "the library's ranges, which are wider: NumPy refuses what it draws, or what does not fit int64": {
        "TestMultivariateHypergeometric::test_argument_validation", "TestBroadcast::test_hypergeometric",
        "TestRandomDist::test_negative_binomial_invalid_p_n_combination",
    },
}

_CHECKS = {"assert_array_equal", "assert_array_almost_equal_nulp", "assert_array_almost_equal",
           "assert_equal", "assert_allclose", "assert_almost_equal"}


def same_form(actual, desired, *args, **kwargs):
    """The tested properties of a frozen number: shape, and kind of dtype."""
    actual, desired = np.asarray(actual), np.asarray(desired)
    assert actual.shape == desired.shape, (actual.shape, desired.shape)
    if actual.dtype.kind not in "SU" and desired.size:
        assert (actual.dtype.kind == "f") == (desired.dtype.kind == "f"), (actual.dtype, desired.dtype)


def _literal(node, known):
    """Made of numbers, np.array and names of such."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in known | {"np", "array"}:
            return False
        if isinstance(part, ast.Call) and ast.unparse(part.func) not in ("np.array", "np.ones_like", "np.full"):
            return False
    return any(isinstance(part, (ast.List, ast.Constant)) for part in ast.walk(node))


def _is_frozen(node, known):
    if isinstance(node, ast.Name):
        return node.id in known
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float) and len(repr(node.value)) > 10
    return _literal(node, known) and any(isinstance(p, (ast.List, ast.Tuple)) and p.elts for p in ast.walk(node))


class Thaw(ast.NodeTransformer):
    """Turns checks of frozen numbers into checks of their form."""

    def visit_FunctionDef(self, node):
        known = set()
        for part in ast.walk(node):
            if isinstance(part, ast.Assign) and len(part.targets) == 1 and isinstance(part.targets[0], ast.Name):
                if part.targets[0].id in ("desired", "expected") and _literal(part.value, known):
                    known.add(part.targets[0].id)
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and ast.unparse(part.func).rpartition(".")[2] in _CHECKS:
                if len(part.args) > 1 and _is_frozen(part.args[1], known):
                    part.func = ast.Name("same_form", ast.Load())
        self.generic_visit(node)
        return node


class Generator(reroll.Generator):
    """reroll.Generator with the limit that tests read inside NumPy's."""

    _poisson_lam_max = 1e15


class StandIn(np.random.Generator):
    """NumPy's Generator on other bits than those of the seed."""

    def __init__(self, seed=None):
        super().__init__(np.random.PCG64([*_seeds.pair(seed)]))


def load(name):
    """numpy.random.tests.NAME with Reroll's Generator, without frozen numbers. One class of test_smoke is loaded, which has
    one per bit generator."""
    spec = importlib.util.find_spec(f"numpy.random.tests.{name}")
    with open(spec.origin, encoding="utf-8") as file:
        tree = ast.fix_missing_locations(Thaw().visit(ast.parse(file.read())))
    module = types.ModuleType(f"reroll_{name}")
    module.__file__ = spec.origin
    module.same_form = same_form
    sys.modules[module.__name__] = module
    for node in tree.body:
        exec(compile(ast.Module([node], []), spec.origin, "exec"), module.__dict__)
        if isinstance(node, ast.ImportFrom) and node.module == "numpy.random":
            module.Generator = StandIn if STAND_IN else Generator
    if hasattr(module, "random") and not STAND_IN:
        module.random = Generator(1)   # NumPy's has random seeds, whose chi-square may be below our smallest dfden
    for other in [n for n in vars(module) if name == "test_smoke" and n.startswith("Test") and n != "TestPhilox"]:
        delattr(module, other)
    return module


def excluded(node_name):
    """Why a test, "Class::test[parameters]", is left out; or None."""
    plain = node_name.partition("[")[0]
    for reason, names in EXCLUDED.items():
        if plain in names or plain.partition("::")[0] in names:
            return reason
    return None
