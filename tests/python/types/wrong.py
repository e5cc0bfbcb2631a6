# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls that mypy refuses, each line with its message (test_types.py)."""
import reroll

rng = reroll.Generator(1)
rng.gamma()  # E: call-overload
rng.normal(scael=1)  # E: call-overload
rng.nothing()  # E: attr-defined
rng.at("x")  # E: arg-type
rng.integers(1, 6, size="3")  # E: arg-type
reroll.law_from_density(3)  # E: arg-type
reroll.load_job(3)  # E: arg-type
text: str = rng.normal()  # E: assignment
