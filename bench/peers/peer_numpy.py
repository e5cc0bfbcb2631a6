# SPDX-License-Identifier: MIT OR Apache-2.0
"""NumPy's Generator, into one array (out=) where it can.   usage: peer_numpy.py SFC64 | Philox | PCG64"""
import sys

import child
import numpy as np

bits = sys.argv[1] if len(sys.argv) > 1 else "PCG64"
rng = np.random.Generator(getattr(np.random, bits)(1))
KINDS = {"f32": np.float32, "f64": np.float64}


def parameters(call):
    steps = (np.arange(call.n) + 0.5) * 0.6180339887498949
    return call.arrays(lambda low, high: low + (high - low) * (steps - np.floor(steps)))


def standard(name):
    """What NumPy writes in place, in both types."""
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
    """Exponentials and normals with parameters per draw: f64, a new array a call."""
    draw, values = getattr(rng, call.key[0]), parameters(call)
    return lambda: draw(*values, size=call.n)


def in_f64(name):
    """The rest of the laws: f64, a new array a call."""
    def make(call):
        draw, values = getattr(rng, name), parameters(call)
        return lambda: draw(*values, size=call.n)
    return make


def weibull(call):
    shape, scale = call.one()
    return lambda: scale * rng.weibull(shape, size=call.n)


def either(one, each):
    return lambda call: (each if call.each and call.type == "f64" else one)(call)


rows = {("bits", "u32", ""): lambda call: lambda: rng.integers(0, 2**32, size=call.n, dtype=np.uint32)}
for kind in KINDS:
    rows["uniform", kind, ""] = standard("random")
    rows["exponential", kind, ""] = either(standard("standard_exponential"), scaled)
    rows["normal", kind, ""] = either(standard("standard_normal"), scaled)
    rows["gamma", kind, ""] = standard("standard_gamma")
for law in ("beta", "lognormal", "chi2", "student-t", "f"):
    rows[law, "f64", ""] = in_f64({"chi2": "chisquare", "student-t": "standard_t"}.get(law, law))
rows["weibull", "f64", ""] = weibull
for law in ("laplace", "gumbel", "rayleigh", "logistic", "wald"):
    rows[law, "f64", ""] = in_f64(law)
rows["von-mises", "f64", ""] = in_f64("vonmises")
# Counts: int64, the one type that it has for them, a new array a call.
for law in ("poisson", "binomial", "negative-binomial", "hypergeometric", "geometric", "zipf", "logseries"):
    rows[law, "i32", ""] = in_f64(law.replace("-", "_"))
rows["hypergeometric", "i32", ""] = lambda call: (lambda v: lambda: rng.hypergeometric(*map(int, v), size=call.n))(call.one())
rows["binomial", "i32", ""] = lambda call: (lambda n, p: lambda: rng.binomial(int(n), p, size=call.n))(*parameters(call))
rows["bernoulli", "i32", ""] = lambda call: (lambda p: lambda: rng.binomial(1, p, size=call.n))(*parameters(call))
rows["integers", "i32", ""] = lambda call: (lambda low, high: lambda: rng.integers(
    int(low), int(high), size=call.n, dtype=np.int32))(*call.one())
rows["cauchy", "f64", ""] = lambda call: lambda: rng.standard_cauchy(size=call.n)

child.converse(
    np.__version__ + " " + bits, rows,
    lambda kind: child.digits_of(rng.random(65536, dtype=KINDS[kind])),
    {"each": "yes; into a new array, but for gamma", "tails": "ziggurat tails from uniforms of 24 and 53 digits",
     "same": "no: one running state"})
