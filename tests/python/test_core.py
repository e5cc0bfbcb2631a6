# SPDX-License-Identifier: MIT OR Apache-2.0
"""The extension: how its methods read arguments, and that its files do not call each other in a cycle."""
import pathlib
import re
import weakref

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
    """Arguments that the modules never pass: too few or too many parameters, and a number that is not in the list."""
    gamma = reroll._generator.LAWS["gamma"].number
    kinds = reroll._laws.NUMBERS[np.dtype("f8")], "npy", "auto", False, False

    def made(number, *params):
        return reroll._core.saved_new(number, (1, 0, 0), 5, 0, None, kinds, None, params)

    for number, params in ((gamma, ()), (gamma, (1., 2., 3.)), (10**6, ())):
        with pytest.raises(TypeError, match="^a job of no sampler$"):
            made(number, *params)
    assert reroll._core.saved_facts(made(gamma, 2.5, 1.))[5] == (5,)


def test_memory_that_is_too_small():
    """Memory that the modules never pass: nothing is written."""
    core, rng = reroll._core, reroll.Generator(1)
    law, f8, short = reroll._generator.LAWS["gamma"], reroll._laws.NUMBERS[np.dtype("f8")], np.full(4, 7.)
    job = core.saved_new(law.number, (1, 0, 0), 5, 0, None, (f8, "npy", "auto", False, False), None, (2.5, 1.))
    for call, text in (
            (lambda: core.fill(rng, (law.number, f8, 5, 1, (2., 1.), {}, "auto", 0), short, False, 9, None), "too small"),
            (lambda: core.saved_draw(job, rng._device, 0, 5, 9, short, None), "too small"),
            (lambda: core.saved_draw(job, rng._device, 3, 3, 9, short, None), "slice not within"),
            (lambda: core.saved_draw(job, rng._device, 6, 0, 9, short, None), "slice not within"),
            (lambda: core.permutation(rng._device, 1, 0, 0, 1, 5, short.view("i8")), "is invalid")):
        with pytest.raises(ValueError, match=text):
            call()
    assert (short == 7).all() and rng.next == 0
    core.saved_draw(job, rng._device, 1, 4, 9, short, None)
    assert short.tolist() == reroll.Generator(1).gamma(2.5, size=5)[1:].tolist()


def test_owners_in_dlpack():
    """A capsule, taken or not, keeps the owner of its memory, and no longer than it lives."""
    class Owner:
        pass

    for is_taken in (False, True):
        owner = Owner()
        alive = weakref.ref(owner)
        held = reroll._core.dlpack_give(owner, 64, (2, 3), (2, 64), 1, 5)
        del owner
        if is_taken:
            *about, held = reroll._core.dlpack_take(held)
            assert about == [64, (2, 3), (24, 8), (2, 64, 1), (1, 5), 0]
        assert alive() is not None
        del held
        assert alive() is None
