# SPDX-License-Identifier: MIT OR Apache-2.0
"""JAX on the CPU: compiled, a new key and a new array per call.   usage: peer_jax.py threefry2x32 | rbg"""
import os
import sys

import child

os.environ["JAX_PLATFORMS"] = "cpu"
if child.THREADS == "1":
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
generator = sys.argv[1] if len(sys.argv) > 1 else "threefry2x32"
KINDS = {"f32": jnp.float32, "f64": jnp.float64, "i32": jnp.int32, "i64": jnp.int64}
R = jax.random


def compiled(draw):
    """draw(key, n, kind, parameters), compiled; every call has its own key."""
    def make(call):
        kind = KINDS.get(call.type, jnp.uint32)

        def spread(low, high):
            steps = (jnp.arange(call.n) + 0.5) * 0.6180339887498949
            return (low + (high - low) * (steps - jnp.floor(steps))).astype(KINDS["f" + call.type[1:]])

        values = call.arrays(spread)
        base = R.key(1, impl=generator)
        step = jax.jit(lambda number, values: draw(R.fold_in(base, number), (call.n,), kind, *values))
        number = iter(range(2**32))
        return lambda: step(next(number), values).block_until_ready()
    return make


LAWS = {
    "uniform": lambda key, n, kind, low, high: R.uniform(key, n, kind, low, high),
    "exponential": lambda key, n, kind, scale: scale * R.exponential(key, n, kind),
    "normal": lambda key, n, kind, mean, sd: mean + sd * R.normal(key, n, kind),
    "gamma": lambda key, n, kind, shape: R.gamma(key, shape, n, kind),
    "beta": lambda key, n, kind, a, b: R.beta(key, a, b, n, kind),
    "truncated-normal": lambda key, n, kind, low, high: R.truncated_normal(key, low, high, n, kind),
    "lognormal": lambda key, n, kind, mu, sigma: jnp.exp(mu) * R.lognormal(key, sigma, n, kind),
    "chi2": lambda key, n, kind, df: R.chisquare(key, df, n, kind),
    "student-t": lambda key, n, kind, df: R.t(key, df, n, kind),
    "f": lambda key, n, kind, df1, df2: R.f(key, df1, df2, n, kind),
    "cauchy": lambda key, n, kind, loc, scale: loc + scale * R.cauchy(key, n, kind),
    "weibull": lambda key, n, kind, shape, scale: R.weibull_min(key, scale, shape, n, kind),
    "laplace": lambda key, n, kind, loc, scale: loc + scale * R.laplace(key, n, kind),
    "logistic": lambda key, n, kind, loc, scale: loc + scale * R.logistic(key, n, kind),
    "gumbel": lambda key, n, kind, loc, scale: loc + scale * R.gumbel(key, n, kind),
    "rayleigh": lambda key, n, kind, scale: R.rayleigh(key, scale, n, kind),
    "pareto": lambda key, n, kind, shape, scale: scale * (R.pareto(key, shape, n, kind) - 1),
    "triangular": lambda key, n, kind, left, mode, right: R.triangular(key, left, mode, right, n, kind),
    "wald": lambda key, n, kind, mean, scale: scale * R.wald(key, mean / scale, n, kind),
}
# choice() searches the cumulative sums of the weights; categorical() would make n x K Gumbels.
COUNTS = {
    "poisson": lambda key, n, kind, lam: R.poisson(key, lam, n, kind),
    "binomial": lambda key, n, kind, trials, p: R.binomial(key, trials, p, n).astype(kind),
    "bernoulli": lambda key, n, kind, p: R.bernoulli(key, p, n).astype(kind),
    "geometric": lambda key, n, kind, p: R.geometric(key, p, n, kind),
    "integers": lambda key, n, kind, low, high: R.randint(key, n, low.astype(kind), high.astype(kind), kind),
    "categorical": lambda key, n, kind, weights: R.choice(key, weights.shape[0], n, p=weights).astype(kind),
}
rows = {("bits", "u32", ""): compiled(R.bits)}
rows.update({(law, kind, ""): compiled(draw) for law, draw in LAWS.items() for kind in ("f32", "f64")})
rows.update({(law, "i32", ""): compiled(draw) for law, draw in COUNTS.items()})
rows["integers", "i64", ""] = rows["integers", "i32", ""]

child.converse(
    jax.__version__ + " " + generator, rows,
    lambda kind: child.digits_of(R.uniform(R.key(1, impl=generator), (65536,), KINDS[kind])),
    {"each": "yes", "tails": "limited by the 23 and 52 bits of its uniforms; a truncated normal by erfinv",
     "same": "yes", "counts": "i32 and i64; binomial in floats, converted"}, threads=64)
