# SPDX-License-Identifier: MIT OR Apache-2.0
"""The types that mypy --strict infers for reroll.torch and reroll.jax (libraries/test_torch.py)."""
from typing import assert_type

import jax
import torch

import reroll
import reroll.jax
import reroll.torch

rng = reroll.Generator(1)
assert_type(reroll.torch.gamma(rng, torch.ones(3), 2, size=(4, 3)), torch.Tensor)
assert_type(reroll.torch.dirichlet(rng, [1, 2.], dtype=torch.float64), torch.Tensor)
q = reroll.torch.Gamma(torch.ones(3), 1., generator=rng)
assert_type(q.rsample((2,)), torch.Tensor)
assert_type(q.generator, reroll.Generator)
p: torch.distributions.Gamma = q
reroll.torch.gamma(3, 2.)  # type: ignore[arg-type]
reroll.torch.gamma(rng, "2")  # type: ignore[arg-type]
assert_type(reroll.jax.gamma(jax.random.key(1), 2.), jax.Array)
assert_type(reroll.jax.generator(jax.random.key(1)), reroll.Generator)
