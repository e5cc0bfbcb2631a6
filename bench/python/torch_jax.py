#!/usr/bin/env python3
# SPDX-License-Identifier: MIT OR Apache-2.0
"""Draws with gradients: reroll.torch compared with torch.distributions, and reroll.jax with jax.random, in turn, in one
process. Needs torch and jax (make test-torch installs them into build/torch-venv).

    torch_jax.py [SECONDS [N]]     SECONDS per case (default 2), N samples per call (default 1e6), float32

Prints the minimal ns per sample of the draw, and of the draw with the gradient of the sum of squares.
"""
import sys

import jax
import jax.numpy as jnp
import torch

import reroll
import reroll.jax
import reroll.torch
from bulk import least_times


def torch_cases(n):
    """(name, our call, PyTorch's call)."""
    torch.set_num_threads(1)
    shape, row = torch.linspace(.2, 9, n), torch.linspace(.2, 9, n).reshape(-1, 10)
    rng = reroll.Generator(1, "cpu,threads=1")
    made = []
    for name, values in [("Gamma", (shape, torch.ones(()))), ("Beta", (shape, 2 * shape)), ("Dirichlet", (row,)),
                         ("StudentT", (shape,)), ("Normal", (shape, torch.ones(())))]:
        def call(grad, make, values=values, **named):
            leaf = values[0].clone().requires_grad_(grad)
            x = make(leaf, *values[1:], validate_args=False, **named).rsample()
            if grad:
                (x * x).sum().backward()

        for grad in (False, True):
            made.append((f"torch {name}{', gradient' if grad else ''}",
                         lambda grad=grad, call=call, make=getattr(reroll.torch, name): call(grad, make, generator=rng),
                         lambda grad=grad, call=call, make=getattr(torch.distributions, name): call(grad, make)))
    return made


def jax_cases(n):
    """The same for JAX, compiled."""
    key, a = jax.random.key(1), jnp.linspace(.2, 9, n)
    rows = a.reshape(-1, 10)
    made = []
    for name, draw, given in [("gamma", lambda of: lambda v: of.gamma(key, v), a),
                              ("beta", lambda of: lambda v: of.beta(key, v, 2.), a),
                              ("dirichlet", lambda of: lambda v: of.dirichlet(key, v), rows)]:
        for grad in (False, True):
            calls = []
            for of in (reroll.jax, jax.random):
                function = draw(of)
                compiled = jax.jit(jax.grad(lambda v, f=function: (f(v)**2).sum()) if grad else function)
                calls.append(lambda f=compiled, v=given: f(v).block_until_ready())
            made.append((f"jax {name}{', gradient' if grad else ''}", *calls))
    return made


def main():
    seconds, n = float(sys.argv[1]) if len(sys.argv) > 1 else 2., int(float(sys.argv[2])) if len(sys.argv) > 2 else 10**6
    print(f"torch {torch.__version__} with one thread, jax {jax.__version__}; {n} samples of float32")
    print(f"{'call':28} {'ours, ns':>10} {'theirs, ns':>11} {'ratio':>7}")
    for name, ours, theirs in [*torch_cases(n), *jax_cases(n)]:
        ours(), theirs()
        a, b = least_times((ours, theirs), seconds)
        print(f"{name:28} {1e9 * a / n:10.2f} {1e9 * b / n:11.2f} {b / a:7.1f}", flush=True)


if __name__ == "__main__":
    main()
