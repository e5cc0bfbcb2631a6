# SPDX-License-Identifier: MIT OR Apache-2.0
"""The extension: how its methods read arguments, and that its files do not call each other in a cycle."""
import pathlib
import re

import numpy as np
import pytest

import reroll

CORE = pathlib.Path(__file__).resolve().parents[2] / "python/core"


def test_no_file_calls_one_that_calls_it():
    text = {path.stem: path.read_text() for path in CORE.rglob("*.c")}
    where = {name: file for file, source in text.items()
             for name in re.findall(r"(?m)^[A-Za-z]\w*(?: \w+)* \*?(core_\w+)(?:\([^;]*?\)\n\{|;$)", source)}
    calls = {file: {where[name] for name in re.findall(r"core_\w+", source) if name in where} - {file}
             for file, source in text.items()}
    assert {"errors", "job", "fill", "stream"} <= set(where.values()) and "errors" in calls["fill"]
    while calls:
        last = [file for file, others in calls.items() if not others & set(calls)]
        assert last, f"a circle among {', '.join(sorted(calls))}"
        for file in last:
            del calls[file]


GAMMA = r"gamma\(shape, scale=1\.0, size=None, dtype=None, out=None, stream=None\)"


@pytest.mark.parametrize("call, message", [
    (lambda rng: rng.gamma(), f"shape is missing: {GAMMA}"),
    (lambda rng: rng.gamma(scale=2.), f"shape is missing: {GAMMA}"),
    (lambda rng: rng.gamma(2., lamb=3.), f"lamb is not an argument of {GAMMA}"),
    (lambda rng: rng.gamma(2., shape=3.), f"shape is given twice: {GAMMA}"),
    (lambda rng: rng.gamma(2., **{"sha" "pe".lower(): 3.}), f"shape is given twice: {GAMMA}"),
    (lambda rng: rng.gamma(1, 2, 3, 4, 5, 6, 7), f"7 arguments: {GAMMA} takes at most 6"),
    (lambda rng: rng.integers(), r"low is missing: integers\(low, high=None, size=None, dtype='int64', endpoint=False\)"),
    (lambda rng: rng.inverse_wishart(2., size=2),
     r"df is missing: inverse_wishart\(scale, df, size=None, dim=None, dtype=None, out=None, stream=None\)"),
])
def test_wrong_arguments(call, message):
    rng = reroll.Generator(1)
    with pytest.raises(TypeError, match=f"^{message}$"):
        call(rng)
    assert rng.next == 0


def test_names_of_arguments_that_are_made_by_the_program():
    rng, name = reroll.Generator(1), "".join(["sc", "ale"])
    wanted = rng.at(0).gamma(2.5, 3., size=6).tolist()
    assert [rng.gamma(2.5, **{name: 3.}), rng.gamma(scale=3, shape=2.5)] == wanted[:2]
    assert rng.at(0).poisson(**{"".join(["la", "m"]): 3.}, size=None) == rng.at(0).poisson(3.)


def test_a_job_of_no_sampler():
    """What the modules never pass on: as many parameters as the sampler has, and a number of the list."""
    gamma = reroll._generator.LAWS["gamma"].number
    kinds = reroll._laws.NUMBERS[np.dtype("f8")], "npy", "auto", False, False

    def made(number, *params):
        return reroll._core.saved_new(number, (1, 0, 0), 5, 0, None, kinds, None, params)

    for number, params in ((gamma, ()), (gamma, (1., 2., 3.)), (10**6, ())):
        with pytest.raises(TypeError, match="^a job of no sampler$"):
            made(number, *params)
    assert reroll._core.saved_facts(made(gamma, 2.5, 1.))[5] == (5,)
