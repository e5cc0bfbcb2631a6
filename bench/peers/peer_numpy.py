# SPDX-License-Identifier: MIT OR Apache-2.0
"""NumPy's Generator, into one array (out=) where possible.   usage: peer_numpy.py SFC64 | Philox | PCG64"""
import sys

import child
import numpy as np

bits = sys.argv[1] if len(sys.argv) > 1 else "PCG64"
rng = np.random.Generator(getattr(np.random, bits)(1))
KINDS = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64}


def parameters(call):
    steps = (np.arange(call.n) + 0.5) * 0.6180339887498949
    made = call.arrays(lambda low, high: low + (high - low) * (steps - np.floor(steps)))
    return [v.astype(np.int64) if isinstance(p, tuple) and len(p) == 3 else v for p, v in zip(call.params, made)]


def standard(name):
    """Methods that write in place, in both types."""
    def make(call):
        kind, out = KINDS[call.type], np.empty(call.n, KINDS[call.type])
        draw = getattr(rng, name)
        if call.key[0] != "gamma":
            call.one()
            return lambda: draw(dtype=kind, out=out)
        shape, = parameters(call)
        return lambda: draw(shape, dtype=kind, out=out)
    return make


def scaled(call):
    """Exponentials and normals with parameters per draw: f64, a new array per call."""
    draw, values = getattr(rng, call.key[0]), parameters(call)
    return lambda: draw(*values, size=call.n)


def in_f64(name):
    """The other distributions: f64, counts i64, a new array per call."""
    def make(call):
        draw, values = getattr(rng, name), parameters(call)
        return lambda: draw(*values, size=call.n)
    return make


def scaled_by(name):
    """Distributions for which NumPy has no scale parameter."""
    def make(call):
        shape, scale = call.one()
        return lambda: scale * getattr(rng, name)(shape, size=call.n)
    return make


def integers(call):
    low, high = map(int, call.one())
    return lambda: rng.integers(low, high, size=call.n, dtype=KINDS[call.type])


def categorical(call):
    weights, = call.one()
    shares = weights / weights.sum()
    return lambda: rng.choice(len(shares), size=call.n, p=shares)


def either(one, each):
    return lambda call: (each if call.each and call.type == "f64" else one)(call)


rows = {("bits", "u32", ""): lambda call: lambda: rng.integers(0, 2**32, size=call.n, dtype=np.uint32)}
for kind in ("f32", "f64"):
    rows["uniform", kind, ""] = standard("random")
    rows["exponential", kind, ""] = either(standard("standard_exponential"), scaled)
    rows["normal", kind, ""] = either(standard("standard_normal"), scaled)
    rows["gamma", kind, ""] = standard("standard_gamma")
NAMES = {"chi2": "chisquare", "student-t": "standard_t", "von-mises": "vonmises", "noncentral-chi2": "noncentral_chisquare"}
for law in ("beta", "lognormal", "chi2", "student-t", "f", "laplace", "logistic", "gumbel", "rayleigh", "triangular", "wald",
            "von-mises", "noncentral-chi2"):
    rows[law, "f64", ""] = in_f64(NAMES.get(law, law))
for law in ("weibull", "pareto"):
    rows[law, "f64", ""] = scaled_by(law)
for law in ("poisson", "binomial", "negative-binomial", "geometric", "hypergeometric", "zipf", "logseries"):
    rows[law, "i64", ""] = in_f64(law.replace("-", "_"))
rows["bernoulli", "i64", ""] = lambda call: (lambda p: lambda: rng.binomial(1, p, size=call.n))(*parameters(call))
rows["categorical", "i64", ""] = categorical
rows["integers", "i32", ""] = rows["integers", "i64", ""] = integers
rows["cauchy", "f64", ""] = lambda call: lambda: rng.standard_cauchy(size=call.n)

child.converse(
    np.__version__ + " " + bits, rows,
    lambda kind: child.digits_of(rng.random(65536, dtype=KINDS[kind])),
    {"each": "yes; into a new array, but for gamma", "tails": "ziggurat tails from uniforms of 24 and 53 digits",
     "same": "no: one running state", "counts": "i64; integers of any width; weights are one vector for all draws"})
