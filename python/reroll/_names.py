# SPDX-License-Identifier: MIT OR Apache-2.0
"""NumPy's names: the methods of numpy.random.Generator that are one sampler.

A line is: name, NumPy's parameters, the sampler, its parameters (an argument's name or a number), what NumPy refuses, and
the sample for limits that NumPy allows and the sampler does not (a scale of 0): an argument's name, a number, or a function.
"""
from types import SimpleNamespace

import numpy as np

from . import _read

NOT_NEGATIVE, POSITIVE, POSITIVE_NUMBER, UNIT, UNIT_OPEN_LOW, UNIT_OPEN_HIGH, RATE, ABOVE_1, COUNT = range(9)

TABLE = [
    ("random", "", "uniform", (0.0, 1.0), {}, None),
    ("uniform", "low=0.0, high=1.0", "uniform", ("low", "high"), {}, "low"),
    ("normal", "loc=0.0, scale=1.0", "normal", ("loc", "scale"), {"scale": NOT_NEGATIVE}, "loc"),
    ("standard_normal", "", "normal", (0.0, 1.0), {}, None),
    ("exponential", "scale=1.0", "exponential", ("scale",), {"scale": NOT_NEGATIVE}, 0.0),
    ("standard_exponential", "", "exponential", (1.0,), {}, None),
    ("gamma", "shape, scale=1.0", "gamma", ("shape", "scale"), {"shape": NOT_NEGATIVE, "scale": NOT_NEGATIVE}, 0.0),
    ("standard_gamma", "shape", "gamma", ("shape", 1.0), {"shape": NOT_NEGATIVE}, 0.0),
    ("beta", "a, b", "beta", ("a", "b"), {"a": POSITIVE, "b": POSITIVE}, None),
    ("chisquare", "df", "chi2", ("df",), {"df": POSITIVE}, None),
    ("noncentral_chisquare", "df, nonc", "noncentral-chi2", ("df", "nonc"), {"df": POSITIVE, "nonc": NOT_NEGATIVE}, None),
    ("f", "dfnum, dfden", "f", ("dfnum", "dfden"), {"dfnum": POSITIVE, "dfden": POSITIVE}, None),
    ("noncentral_f", "dfnum, dfden, nonc", "noncentral-f", ("dfnum", "dfden", "nonc"),
     {"dfnum": POSITIVE, "dfden": POSITIVE, "nonc": NOT_NEGATIVE}, None),
    ("standard_t", "df", "student-t", ("df", 0.0, 1.0), {"df": POSITIVE}, None),
    ("standard_cauchy", "", "cauchy", (0.0, 1.0), {}, None),
    ("vonmises", "mu, kappa", "von-mises", ("mu", "kappa"), {"kappa": NOT_NEGATIVE}, None),
    ("pareto", "a", "pareto", ("a", 1.0), {"a": POSITIVE}, None),
    ("weibull", "a", "weibull", ("a", 1.0), {"a": NOT_NEGATIVE}, 0.0),
    ("power", "a", "power", ("a",), {"a": POSITIVE}, None),
    ("laplace", "loc=0.0, scale=1.0", "laplace", ("loc", "scale"), {"scale": NOT_NEGATIVE}, "loc"),
    ("gumbel", "loc=0.0, scale=1.0", "gumbel", ("loc", "scale"), {"scale": NOT_NEGATIVE}, "loc"),
    ("logistic", "loc=0.0, scale=1.0", "logistic", ("loc", "scale"), {"scale": NOT_NEGATIVE}, "loc"),
    ("lognormal", "mean=0.0, sigma=1.0", "lognormal", ("mean", "sigma"), {"sigma": NOT_NEGATIVE},
     lambda mean, sigma: np.exp(mean)),
    ("rayleigh", "scale=1.0", "rayleigh", ("scale",), {"scale": NOT_NEGATIVE}, 0.0),
    ("wald", "mean, scale", "wald", ("mean", "scale"), {"mean": POSITIVE, "scale": POSITIVE}, None),
    ("triangular", "left, mode, right", "triangular", ("left", "mode", "right"), {}, None),
    ("binomial", "n, p", "binomial", ("n", "p"), {"n": COUNT, "p": UNIT}, None),
    ("negative_binomial", "n, p", "negative-binomial", ("n", "p"), {"n": POSITIVE_NUMBER, "p": UNIT_OPEN_LOW}, None),
    ("poisson", "lam=1.0", "poisson", ("lam",), {"lam": RATE}, None),
    ("zipf", "a", "zipf", ("a",), {"a": ABOVE_1}, None),
    ("geometric", "p", "geometric", ("p",), {"p": UNIT_OPEN_LOW}, None),
    ("hypergeometric", "ngood, nbad, nsample", "hypergeometric", ("ngood", "nbad", "nsample"),
     {"ngood": COUNT, "nbad": COUNT, "nsample": COUNT}, None),
    ("logseries", "p", "logseries", ("p",), {"p": UNIT_OPEN_HIGH}, None),
]


def defaults(parameters):
    """(name, default or None) of each, from a text."""
    pairs = [p.strip().partition("=")[::2] for p in parameters.split(",") if p.strip()]
    return [(name, float(value) if value else None) for name, value in pairs]


NAMES = {name: SimpleNamespace(name=name, parameters=defaults(parameters), law=law, pass_on=pass_on, rules=rules,
                              limit=limit, counts=[n for n, rule in rules.items() if rule == COUNT])
         for name, parameters, law, pass_on, rules, limit in TABLE}


def passed_on(numpys, given):
    """The sampler's parameters, from NumPy's by name."""
    return [given.get(p, p) for p in numpys.pass_on]


# Rules: what is refused, and NumPy's message.
_RULES = {
    NOT_NEGATIVE: (lambda v: ~np.isnan(v) & np.signbit(v), "{0} < 0"),
    POSITIVE: (lambda v: v <= 0, "{0} <= 0"),
    POSITIVE_NUMBER: (lambda v: ~(v > 0), "{0} <= 0 or {0} contains NaNs"),
    UNIT: (lambda v: ~((v >= 0) & (v <= 1)), "{0} < 0, {0} > 1 or {0} contains NaNs"),
    UNIT_OPEN_LOW: (lambda v: ~((v > 0) & (v <= 1)), "{0} <= 0, {0} > 1 or {0} contains NaNs"),
    UNIT_OPEN_HIGH: (lambda v: ~((v >= 0) & (v < 1)), "{0} < 0, {0} >= 1 or {0} contains NaNs"),
    RATE: (lambda v: ~(v >= 0), "{0} < 0 or {0} contains NaNs"),
    ABOVE_1: (lambda v: ~(v > 1), "{0} <= 1 or {0} contains NaNs"),
    COUNT: (lambda v: ~(v >= 0), "{0} < 0 or {0} contains NaNs"),
}


def refuse(numpys, given):
    """ValueError with NumPy's message for parameters that NumPy refuses."""
    for name, rule in numpys.rules.items():
        if name not in given:
            continue
        is_bad, text = _RULES[rule]
        value = _read.reals(given[name], name)
        _read.refuse(is_bad(value), text.format(name), **{name: value})
