#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Times draws of other libraries on the first CUDA device, to its own memory, and prints one line of JSON per row.

usage: peers.py NUMBER FOLDER

NUMBER: the index of a peer, from 0; status 3 if there is no such peer. FOLDER: the directory of gpu-check/peers, which is
built from peers.cu. The row of a missing peer has the reason. 2^28 samples per call, as in speed.c; medians of seven rounds.
"""
import json
import os
import subprocess
import sys
import time

N = 1 << 28
JAX_N = 1 << 24   # its gamma needs many times the memory of its output, and a thousand times the time of others
ROUNDS = 7
MOST_SECONDS = 3   # per row
SHAPES = (2.0, 0.3)
RANGES = ((1, 11), (0.2, 4))   # of one shape per sample, as in speed.c


def median_time(draw, wait):
    """Seconds per call: rounds of 50 ms; fewer rounds if calls are long."""
    draw()
    wait()
    start = time.perf_counter()
    draw()
    wait()
    once = time.perf_counter() - start + 1e-9
    calls = max(1, int(0.05 / once))
    rounds = []
    for _ in range(max(1, min(ROUNDS, int(MOST_SECONDS / (once * calls))))):
        start = time.perf_counter()
        for _ in range(calls):
            draw()
        wait()
        rounds.append((time.perf_counter() - start) / calls)
    return sorted(rounds)[ROUNDS // 2]


def time_rows(peer, version, laws, wait, n=N):
    """laws: (law, dtype, function that enqueues one call of n samples)."""
    for law, dtype, draw in laws:
        row = {"peer": peer, "version": version, "law": law, "dtype": dtype, "n": n}
        try:
            seconds = median_time(draw, wait)
            row.update(gs=float(f"{n / seconds * 1e-9:.5g}"), seconds=float(f"{seconds:.5g}"))
        except Exception as error:  # any error of a library: the row has it
            row["missing"] = f"{type(error).__name__}: {error}"[:300]
        print(json.dumps(row), flush=True)


def torch_peer():
    """PyTorch: in place except gamma, with one shape per sample."""
    import torch

    if not torch.cuda.is_available():
        raise RuntimeError("torch sees no CUDA device")
    laws = []
    for dtype, kind in (("f32", torch.float32), ("f64", torch.float64)):
        out = torch.empty(N, dtype=kind, device="cuda")
        laws += [("uniform", dtype, out.uniform_), ("exponential", dtype, out.exponential_), ("normal", dtype, out.normal_)]
        for low, high in RANGES:
            shapes = torch.empty(N, dtype=kind, device="cuda").uniform_(low, high)
            laws.append((f"gamma({low:g}..{high:g})", dtype, lambda shapes=shapes: torch._standard_gamma(shapes)))
    time_rows("PyTorch", torch.__version__, laws, torch.cuda.synchronize)


def cupy_peer():
    """CuPy's Generator on Philox. Only normals are drawn in place. For the others `out` without `size` draws one number and
    copies it to all elements, and with `size` draws to a new array and copies that."""
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
    """JAX, compiled, with a new array and a new key per call."""
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
        laws += [("uniform", dtype, call(lambda key, kind=kind: jax.random.uniform(key, (JAX_N,), kind))),
                 ("exponential", dtype, call(lambda key, kind=kind: jax.random.exponential(key, (JAX_N,), kind))),
                 ("normal", dtype, call(lambda key, kind=kind: jax.random.normal(key, (JAX_N,), kind)))]
        for shape in SHAPES:
            laws.append((f"gamma({shape:g})", dtype,
                         call(lambda key, kind=kind, shape=shape: jax.random.gamma(key, shape, (JAX_N,), kind))))
    time_rows("JAX", jax.__version__, laws, lambda: last[0].block_until_ready(), JAX_N)


def triton_peer():
    """Triton's own Philox and Box-Muller, four numbers per counter."""
    global tl   # kernels see names of the module and not of a function; pylint: disable=global-statement,invalid-name
    import torch
    import triton
    from triton import language as tl

    @triton.jit
    def words(out, seed, block: tl.constexpr):
        at = tl.program_id(0) * block + tl.arange(0, block)
        a, b, c, d = tl.randint4x(seed, at)
        base = out + tl.program_id(0) * block * 4 + tl.arange(0, block)
        tl.store(base, a.to(tl.int32, bitcast=True))
        tl.store(base + block, b.to(tl.int32, bitcast=True))
        tl.store(base + 2 * block, c.to(tl.int32, bitcast=True))
        tl.store(base + 3 * block, d.to(tl.int32, bitcast=True))

    @triton.jit
    def floats(out, seed, normal: tl.constexpr, block: tl.constexpr):
        at = tl.program_id(0) * block + tl.arange(0, block)
        if normal:
            a, b, c, d = tl.randn4x(seed, at)
        else:
            a, b, c, d = tl.rand4x(seed, at)
        base = out + tl.program_id(0) * block * 4 + tl.arange(0, block)
        tl.store(base, a)
        tl.store(base + block, b)
        tl.store(base + 2 * block, c)
        tl.store(base + 3 * block, d)

    block = 1024
    grid = (N // 4 // block,)
    raw = torch.empty(N, dtype=torch.int32, device="cuda")
    out = torch.empty(N, dtype=torch.float32, device="cuda")
    laws = [("bits", "u32", lambda: words[grid](raw, 1, block)),
            ("uniform", "f32", lambda: floats[grid](out, 1, False, block)),
            ("normal", "f32", lambda: floats[grid](out, 1, True, block))]
    time_rows("Triton", triton.__version__, laws, torch.cuda.synchronize)


def program(name):
    """cuRAND and CCCL: runs the program of peers.cu, which make gpu-kit builds."""
    path = os.path.join(sys.argv[2], "gpu-check", "peers")
    if not os.path.exists(path):
        raise RuntimeError("gpu-check/peers is not built: make gpu-kit makes it where nvcc and CCCL 3.5 are found")
    subprocess.run([path, name], check=True)   # its rows are ours


PEERS = [
    ("cuRAND", lambda: program("curand")),
    ("curand4 kernel", lambda: program("curand4")),
    ("CCCL", lambda: program("cccl")),
    ("PyTorch", torch_peer),
    ("CuPy", cupy_peer),
    ("JAX", jax_peer),
    ("Triton", triton_peer),
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
    except Exception as error:  # any error of an import
        print(json.dumps({"peer": name, "missing": f"{type(error).__name__}: {error}"[:300]}))


if __name__ == "__main__":
    main()
