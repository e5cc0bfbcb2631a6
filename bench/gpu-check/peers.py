#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Times what other libraries draw on the first CUDA device, to its own memory, and prints a line of JSON a row.

usage: peers.py NUMBER FOLDER

NUMBER: which peer, from 0 on; status 3 when there is none of that number. FOLDER: where gpu-check/peers is, the program of
peers.cu. A peer that is missing is a row that says why. 2^28 samples a call, as in speed.c; medians of seven rounds.
"""
import json
import os
import subprocess
import sys
import time

N = 1 << 28
ROUNDS = 7
SHAPES = (2.0, 0.3)


def median_time(draw, wait):
    """Seconds a call: rounds of as many calls as take 50 ms."""
    draw()
    wait()
    start = time.perf_counter()
    draw()
    wait()
    calls = max(1, int(0.05 / (time.perf_counter() - start + 1e-9)))
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(calls):
            draw()
        wait()
        rounds.append((time.perf_counter() - start) / calls)
    return sorted(rounds)[ROUNDS // 2]


def time_rows(peer, version, laws, wait):
    """laws: (law, dtype, function that enqueues one call)."""
    for law, dtype, draw in laws:
        row = {"peer": peer, "version": version, "law": law, "dtype": dtype, "n": N}
        try:
            seconds = median_time(draw, wait)
            row.update(gs=float(f"{N / seconds * 1e-9:.5g}"), seconds=float(f"{seconds:.5g}"))
        except Exception as error:  # whatever a library throws: the row says it
            row["missing"] = f"{type(error).__name__}: {error}"[:300]
        print(json.dumps(row), flush=True)


def torch_peer():
    """PyTorch: in place but for gamma."""
    import torch

    if not torch.cuda.is_available():
        raise RuntimeError("torch sees no CUDA device")
    laws = []
    for dtype, kind in (("f32", torch.float32), ("f64", torch.float64)):
        out = torch.empty(N, dtype=kind, device="cuda")
        laws += [("uniform", dtype, out.uniform_), ("exponential", dtype, out.exponential_), ("normal", dtype, out.normal_)]
        for shape in SHAPES:
            shapes = torch.full((N,), shape, dtype=kind, device="cuda")
            laws.append((f"gamma({shape:g})", dtype, lambda shapes=shapes: torch._standard_gamma(shapes)))
    time_rows("PyTorch", torch.__version__, laws, torch.cuda.synchronize)


def cupy_peer():
    """CuPy's Generator on Philox. Only normals are drawn in place: of the others `out` without `size` draws one number and
    copies it to all, and with `size` draws to an array of its own and copies that."""
    import cupy

    rng = cupy.random.Generator(cupy.random.Philox4x3210(1))
    out = {"f32": cupy.empty(N, cupy.float32), "f64": cupy.empty(N, cupy.float64)}
    laws = []
    for dtype, into in out.items():
        laws += [("uniform", dtype, lambda into=into: rng.random(size=N, dtype=into.dtype)),
                 ("normal", dtype, lambda into=into: rng.standard_normal(dtype=into.dtype, out=into))]
    laws += [("exponential", "f64", lambda: rng.standard_exponential(size=N))]
    laws += [(f"gamma({shape:g})", "f64", lambda shape=shape: rng.standard_gamma(shape, size=N)) for shape in SHAPES]
    time_rows("CuPy", cupy.__version__, laws, cupy.cuda.Device().synchronize)


def jax_peer():
    """JAX, compiled, a new array and a new key every call."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    if jax.default_backend() != "gpu":
        raise RuntimeError(f"jax runs on {jax.default_backend()}")
    last = [None]

    def call(text):
        compiled = jax.jit(text)
        keys = iter(jax.random.split(jax.random.key(1), 10000))

        def draw():
            last[0] = compiled(next(keys))
        return draw

    laws = []
    for dtype, kind in (("f32", jnp.float32), ("f64", jnp.float64)):
        laws += [("uniform", dtype, call(lambda key, kind=kind: jax.random.uniform(key, (N,), kind))),
                 ("exponential", dtype, call(lambda key, kind=kind: jax.random.exponential(key, (N,), kind))),
                 ("normal", dtype, call(lambda key, kind=kind: jax.random.normal(key, (N,), kind)))]
        for shape in SHAPES:
            laws.append((f"gamma({shape:g})", dtype,
                         call(lambda key, kind=kind, shape=shape: jax.random.gamma(key, shape, (N,), kind))))
    time_rows("JAX", jax.__version__, laws, lambda: last[0].block_until_ready())


def program(name):
    """cuRAND and CCCL: peers.cu, made by make gpu-kit, or here where nvcc and the headers are found."""
    path = os.path.join(sys.argv[2], "gpu-check", "peers")
    if not os.path.exists(path):
        raise RuntimeError("gpu-check/peers is not built: make gpu-kit makes it where nvcc and CCCL 3.5 are found")
    subprocess.run([path, name], check=True)   # its rows are ours


PEERS = [
    ("cuRAND", lambda: program("curand")),
    ("CCCL", lambda: program("cccl")),
    ("PyTorch", torch_peer),
    ("CuPy", cupy_peer),
    ("JAX", jax_peer),
]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    number = int(sys.argv[1])
    if number >= len(PEERS):
        sys.exit(3)
    name, run = PEERS[number]
    try:
        run()
    except Exception as error:  # whatever an import may throw
        print(json.dumps({"peer": name, "missing": f"{type(error).__name__}: {error}"[:300]}))


if __name__ == "__main__":
    main()
