# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reroll through its Python package: Generator.sample into one array, parameters as arrays.   usage: peer_python.py
[DEVICE]"""
import sys

import child

try:
    import numpy as np
    import reroll
except ImportError as why:
    print("missing", why)
    sys.exit(1)

rng = reroll.Generator(2026, f"{(sys.argv[1:] or ['cpu'])[0]},threads={child.THREADS}")
KINDS = {"f32": np.float32, "f64": np.float64, "u32": np.uint32, "i32": np.int32, "i64": np.int64}


def draw(law):
    """Samples of one sampler; parameters that the row does not name have their defaults."""
    def make(call):
        steps = (np.arange(call.n) + 0.5) * 0.6180339887498949
        values = call.arrays(lambda low, high: low + (high - low) * (steps - np.floor(steps)))
        if call.type == "f32":
            values = [np.asarray(v, np.float32) if isinstance(p, tuple) else v for p, v in zip(call.params, values)]
        if law.integers:
            values = [int(v) for v in call.one()]
        given, out = dict(zip(call.names, values)), np.empty(call.n, KINDS[call.type])
        if law.weights:
            given = {law.args[0] if name == "weights" else name: v for name, v in given.items()}
        return lambda: rng.sample(law.name, dtype=out.dtype, out=out, **given)
    return make


rows = {(law.law, kind, law.method): draw(law) for law in reroll._generator.LAWS.values() for kind, dtype in KINDS.items()
        if np.dtype(dtype) in law.types and not law.vector and not law.outside and (not law.counts or kind[0] == "i")}
child.converse(
    reroll.__version__, rows, lambda kind: child.digits_of(rng.random(65536, dtype=KINDS[kind])),
    {"each": "yes", "tails": "all: uniforms go on below 2^-53, at both ends", "same": "yes, the same bytes",
     "counts": "any type"},
    threads=1024)
