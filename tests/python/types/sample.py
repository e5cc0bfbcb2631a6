# SPDX-License-Identifier: MIT OR Apache-2.0
"""The types that mypy --strict infers for calls (test_types.py)."""
from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import reroll

rng = reroll.Generator(1, device="cpu")
assert_type(reroll.default_rng(), reroll.Generator)
assert_type(rng.seed, int)
assert_type(rng.next, int)
assert_type(rng.at(7), reroll.Generator)
assert_type(rng.spawn(2), list[reroll.Generator])
assert_type(rng.child("theta").numpy(), np.random.Generator)


class Own(reroll.Generator):
    pass


assert_type(Own(1).at(7), Own)
assert_type(Own(1).child("theta"), Own)
assert_type(Own(1).spawn(2), list[Own])
assert_type(rng.state, dict[str, Any])
assert_type(rng.bit_generator, reroll.BitGenerator)
rng.state = {**rng.state, "next": 3}

assert_type(rng.normal(), float)
assert_type(rng.normal(0, 2.5), float)
assert_type(rng.gamma(2, dtype="f4"), float)
assert_type(rng.poisson(4), int)
assert_type(rng.normal(size=3), NDArray[np.float64])
assert_type(rng.gamma([1, 2]), NDArray[np.float64])
assert_type(rng.binomial(10, [.1, .2], size=(3, 2)), NDArray[np.int64])
assert_type(rng.gamma([1, 2], dtype="f4"), NDArray[Any])
out: NDArray[np.float32] = np.empty(3, np.float32)
assert_type(rng.standard_normal(out=out, dtype="f4"), NDArray[np.float32])
assert_type(rng.standard_exponential(method="inv"), float)
assert_type(rng.truncated_normal(40, 50), float)
assert_type(rng.half_normal(size=2), NDArray[np.float64])
assert_type(rng.sphere(size=2, dim=3), NDArray[np.float64])
assert_type(rng.dirichlet([1, 2]), NDArray[Any])
assert_type(rng.categorical([1, 2], size=3), NDArray[np.int64])
assert_type(rng.permutation(10), NDArray[Any])
assert_type(rng.bytes(3), bytes)
assert_type(rng.subsets(10, 3, size=5, p=[.1] * 10, shuffle=False), NDArray[Any])
rng.sample("gamma", 2, size=5, strategy="regroup", progress=lambda n: None)

with reroll.law_from_density(logpdf=lambda x: -x * x) as law:
    assert_type(law, reroll.Law)
    law.sample(3, rng=rng)
    assert_type(law.digest, str)
job = reroll.save("x.npy", "gamma", 2.5, size=10)
assert_type(job, reroll.Job)
assert_type(reroll.remake(job, slice(2, 5)), NDArray[Any])
assert_type(reroll.load_job("x.npy").shape, tuple[int, ...])
assert_type(reroll.plan("gamma", 2, size=10), dict[str, Any])
assert_type(reroll.model.loop(.5), dict[str, float])
assert_type(reroll.BitGenerator(1).jumped(), reroll.BitGenerator)


def of_numpys(rng: np.random.Generator) -> NDArray[np.float64]:
    return rng.normal(size=3)


of_numpys(rng)
legacy = np.random.RandomState(rng.bit_generator)
assert_type(rng.integers(6), Any)
halves: NDArray[np.float64] = np.empty(3)
assert_type(rng.random(out=halves), NDArray[np.float64])
