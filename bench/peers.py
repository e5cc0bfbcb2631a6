#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Times other libraries the way `reroll bench` times Reroll, and prints rows of the same form as JSON.

usage: bench/peers.py [--quick]

One thread; 2^20 samples to the same place, where the library can do that; a process for each library, and its processor
time; every loop in every round; medians and quartiles over rounds. A library that can't be imported, or a law that it can't draw, is a row
that says so. What each column can and can't do is in docs/measuring.md.
"""
import json
import os
import subprocess
import sys
import time

# Before anything is imported that starts threads.
for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

N = 1 << 20
LAWS = [  # sampler, parameters; a pair is a range of parameters per sample
    ("uniform", {}),
    ("exponential", {}),
    ("normal", {}),
    ("gamma", {"shape": 2}),
    ("gamma", {"shape": 0.3}),
    ("gamma", {"shape": [1, 11]}),
    ("gamma", {"shape": [0.2, 4]}),
    ("chi2", {"df": 3}),
    ("student-t", {"df": 4}),
    ("beta", {"a": 2, "b": 3}),
    ("beta", {"a": 0.5, "b": 0.5}),
    ("f", {"df1": 3, "df2": 7}),
]


def shapes_of(params, spread):
    """The shape, or an array of N of them."""
    shape = params.get("shape")
    return spread(*shape) if isinstance(shape, list) else shape


def composite(rng, law, params, dtype):
    """What NumPy draws in f64 only, into a new array."""
    if dtype != "f64":
        return None
    draw = {"chi2": "chisquare", "student-t": "standard_t", "beta": "beta", "f": "f"}[law]
    return lambda: getattr(rng, draw)(*params.values(), size=N)


def numpy_peer(bits):
    """NumPy's Generator on the given bit generator, writing in place."""
    import numpy as np

    rng = np.random.Generator(getattr(np.random, bits)(1))

    def spread(low, high):
        return np.random.default_rng(2).uniform(low, high, N)

    def make(law, params, dtype):
        kind = np.float32 if dtype == "f32" else np.float64
        out = np.empty(N, kind)
        shape = shapes_of(params, spread)
        return {
            "uniform": lambda: rng.random(dtype=kind, out=out),
            "exponential": lambda: rng.standard_exponential(dtype=kind, out=out),
            "normal": lambda: rng.standard_normal(dtype=kind, out=out),
            "gamma": lambda: rng.standard_gamma(shape, dtype=kind, out=out),
        }.get(law) or composite(rng, law, params, dtype)

    return np.__version__, make


def scipy_peer():
    """scipy.stats: f64 only; it draws with NumPy and adds its own checks."""
    import numpy as np
    import scipy
    from scipy import stats

    rng = np.random.default_rng(1)

    def spread(low, high):
        return rng.uniform(low, high, N)

    def make(law, params, dtype):
        if dtype != "f64":
            return None
        shape = shapes_of(params, spread)
        return {
            "uniform": lambda: stats.uniform.rvs(size=N, random_state=rng),
            "exponential": lambda: stats.expon.rvs(size=N, random_state=rng),
            "normal": lambda: stats.norm.rvs(size=N, random_state=rng),
            "gamma": lambda: stats.gamma.rvs(shape, size=N, random_state=rng),
        }.get(law)

    return scipy.__version__, make


def torch_peer():
    """PyTorch on the CPU, writing in place but for gamma, which can't."""
    import torch

    torch.set_num_threads(1)

    def make(law, params, dtype):
        kind = torch.float32 if dtype == "f32" else torch.float64
        out = torch.empty(N, dtype=kind)

        def spread(low, high):
            return torch.empty(N, dtype=kind).uniform_(low, high)

        shape = shapes_of(params, spread)
        if shape is not None and not torch.is_tensor(shape):
            shape = torch.full((N,), float(shape), dtype=kind)
        return {
            "uniform": lambda: out.uniform_(),
            "exponential": lambda: out.exponential_(),
            "normal": lambda: out.normal_(),
            "gamma": lambda: torch._standard_gamma(shape),
        }.get(law)

    return torch.__version__, make


def jax_peer():
    """JAX on the CPU, compiled, a new array and a new key every call."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)

    def make(law, params, dtype):
        kind = jnp.float32 if dtype == "f32" else jnp.float64

        def spread(low, high):
            return jax.random.uniform(jax.random.key(2), (N,), kind, low, high)

        shape = shapes_of(params, spread)
        text = {
            "uniform": lambda key: jax.random.uniform(key, (N,), kind),
            "exponential": lambda key: jax.random.exponential(key, (N,), kind),
            "normal": lambda key: jax.random.normal(key, (N,), kind),
            "gamma": lambda key: jax.random.gamma(key, shape, (N,), kind),
        }.get(law)
        if not text:
            return None
        draw = jax.jit(text)
        keys = iter(jax.random.split(jax.random.key(1), 10000))
        return lambda: draw(next(keys)).block_until_ready()

    return jax.__version__, make


def mkl_peer():
    """Intel's mkl_random with Philox4x32-10: f64 only, a new array every call. Version 1.5.0 ends with a segmentation
    fault when it is given 2^20 shapes, so it isn't asked for those."""
    import mkl_random

    rng = mkl_random.MKLRandomState(1, brng="PHILOX4X32X10")

    def make(law, params, dtype):
        shape = params.get("shape")
        if dtype != "f64" or isinstance(shape, list):
            return None
        return {
            "uniform": lambda: rng.uniform(size=N),
            "exponential": lambda: rng.standard_exponential(size=N),
            "normal": lambda: rng.standard_normal(size=N, method="ICDF"),
            "gamma": lambda: rng.standard_gamma(shape, size=N),
        }.get(law)

    return mkl_random.__version__, make


PEERS = [
    ("numpy", "PCG64", lambda: numpy_peer("PCG64")),
    ("numpy", "Philox", lambda: numpy_peer("Philox")),
    ("scipy", "", scipy_peer),
    ("torch", "", torch_peer),
    ("jax", "", jax_peer),
    ("mkl_random", "PHILOX4X32X10", mkl_peer),
]


def loops_of(peer, bits, load):
    """The rows of one peer, with a function to time each, or with a word why there is none."""
    base = {"peer": peer, "bits": bits}
    try:
        version, make = load()
    except Exception as error:  # whatever an import may throw: the row says it
        return [({**base, "missing": f"{type(error).__name__}: {error}"}, None)]
    rows = []
    for law, params in LAWS:
        for dtype in ("f32", "f64"):
            row = {**base, "version": version, "sampler": law, "params": params, "dtype": dtype, "threads": 1, "n": N,
                   "per_sample_params": any(isinstance(p, list) for p in params.values())}
            try:
                draw = make(law, params, dtype)
                if draw:
                    draw()
                rows.append((row if draw else {**row, "missing": "not drawn by this peer"}, draw))
            except Exception as error:
                rows.append(({**row, "missing": f"{type(error).__name__}: {error}"}, None))
    return rows


def time_loop(draw, calls):
    start = time.process_time()
    for _ in range(calls):
        draw()
    return (time.process_time() - start) / calls / N * 1e9


def quantile(values, q):
    values = sorted(values)
    at = q * (len(values) - 1)
    i = int(at)
    return values[i] if i + 1 == len(values) else values[i] + (at - i) * (values[i + 1] - values[i])


def measure(number, rounds, target):
    """Prints the rows of one peer."""
    loops = loops_of(*PEERS[number])
    timed = [(row, draw, max(1, int(target / (time_loop(draw, 1) * N * 1e-9 + 1e-9)))) for row, draw in loops if draw]
    times = [[time_loop(draw, calls) for _, draw, calls in timed] for _ in range(rounds)]
    for (row, _, _), column in zip(timed, zip(*times)):
        row["ns_per_sample"] = float(f"{quantile(column, 0.5):.5g}")
        row["quartiles"] = [float(f"{quantile(column, q):.5g}") for q in (0.25, 0.75)]
    print(json.dumps([row for row, _ in loops]))


def measure_apart(number, arguments):
    """The rows of one peer, measured by a process of its own: libraries quarrel, and one that crashes is a row."""
    peer, bits, _ = PEERS[number]
    done = subprocess.run([sys.executable, __file__, *arguments, f"--peer={number}"], stdout=subprocess.PIPE, check=False)
    if done.returncode == 0:
        return json.loads(done.stdout)
    return [{"peer": peer, "bits": bits, "missing": f"its process ended with status {done.returncode}"}]


def main():
    arguments = [a for a in sys.argv[1:] if a == "--quick"]
    one = [int(a[len("--peer="):]) for a in sys.argv[1:] if a.startswith("--peer=")]
    if one:
        measure(one[0], *((3, 8e-3) if arguments else (7, 15e-3)))
        return
    rows = [row for number in range(len(PEERS)) for row in measure_apart(number, arguments)]
    print("[\n  " + ",\n  ".join(json.dumps(row) for row in rows) + "\n]")


if __name__ == "__main__":
    main()
