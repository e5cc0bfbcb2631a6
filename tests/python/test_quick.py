# SPDX-License-Identifier: MIT OR Apache-2.0
"""Single draws of every method of numbers, from windows (python/core/calls/quick.c): the array call's bits,
whatever is called."""
import copy
import os
import pickle
import threading
import time

import numpy as np
import pytest

import reroll

METHODS = reroll._generator.METHODS
SINGLE = [m.name for m in METHODS.values() if m.drawn and not m.drawn.shape]


def arguments(name):
    """Numbers that the method takes."""
    numpys = reroll._names.NAMES.get(name)
    if name == "integers":
        return [-3, 12]
    law = reroll._generator.LAWS[numpys.law] if numpys else next(
        x for x in reroll._generator.LAWS.values() if x.identifier == name)
    if law.integers:
        return [-3, 12]
    names = [argument for argument, _ in METHODS[name].parameters]
    example = dict(zip(numpys.pass_on if numpys else names, law.example or []))
    return [example[a] for a in names]


@pytest.mark.parametrize("name", SINGLE)
def test_the_bits_of_the_array_call(name):
    """Through windows of 4, 8, 16 ... and past their ends; of the type of the first call, which had none."""
    given, rng = arguments(name), reroll.Generator(11)
    rng = rng.at(250)
    wanted = getattr(rng.at(rng.next), name)(*given, size=70)
    got = [getattr(rng, name)(*given) for _ in range(70)]
    assert got == wanted.tolist() and rng.next == 320
    assert {type(x) for x in got} == {np.int64 if name == "integers" else type(wanted.tolist()[0])}


def test_keywords_ints_and_numpys_floats_are_the_same_numbers():
    a = reroll.Generator(5)
    wanted = a.at(0).poisson(3., size=60).tolist()
    calls = [lambda: a.poisson(3.), lambda: a.poisson(3), lambda: a.poisson(lam=3), lambda: a.poisson(np.float64(3)),
             lambda: a.poisson(lam=np.float64(3)), lambda: a.poisson(np.int64(3))]
    assert [calls[k % 6]() for k in range(60)] == wanted
    assert a.at(0).integers(low=6) == a.at(0).integers(high=6, low=0) == a.at(0).integers(6)


def test_in_turn():
    """More parameters than windows, and other methods in between: every draw is that of its index."""
    rng, base = reroll.Generator(5), reroll.Generator(5)
    for k in range(3000):
        law, shape = ("chisquare", "weibull", "integers")[k % 3], k * k % 97 + 1
        x = getattr(rng, law)(shape)
        if k % 50 == 0:
            assert x == getattr(base.at(k), law)(shape)
        assert rng.next == k + 1
    assert rng.at(2**64 - 3).chisquare(3) == base.at(2**64 - 3).chisquare(3, size=1)[0]


@pytest.mark.parametrize("name, values", [("triangular", (1, 2, 4)), ("noncentral_f", (3, 4, 5)), ("laplace", (1, 2))])
def test_windows_of_each_parameter(name, values):
    """Calls that differ in one parameter only, more of them than windows."""
    k = np.arange(800)
    for p in range(len(values)):
        calls = np.tile(np.array(values, float), (800, 1))
        calls[:, p] *= 1 + k * k % 97 / 100
        rng = reroll.Generator(5)
        assert [getattr(rng, name)(*call) for call in calls.tolist()] == getattr(rng.at(0), name)(*calls.T).tolist()


def test_integers_that_are_one_double():
    """2^53 + 1 does not get samples of the window of 2^53."""
    rng = reroll.Generator(5)
    for sign in (1, -1):
        for _ in range(4):
            assert rng.integers(sign * 2**53, sign * 2**53 + 1) == sign * 2**53
        for _ in range(4):
            assert rng.integers(sign * 2**53 + 1, sign * 2**53 + 2) == sign * 2**53 + 1
            assert rng.integers(sign * 2**53 - 1, sign * 2**53) == sign * 2**53 - 1
    for _ in range(4):
        assert rng.binomial(2**53, 1.) == 2**53
    with pytest.raises(ValueError):
        rng.binomial(2**53 + 1, 1.)


def test_windows_are_used():
    """Two calls in turn take a sixth of the time of calls with new parameters, each of which draws one sample."""
    def shortest(scales):
        took = []
        for _ in range(9):
            draw = reroll.Generator(5).rayleigh
            start = time.perf_counter()
            for scale in scales:
                draw(scale)
            took.append(time.perf_counter() - start)
        return min(took)

    assert shortest([1., 2.] * 1000) < .6 * shortest([1 + k / 2000 for k in range(2000)])


@pytest.mark.parametrize("name, values", [("laplace", (1, 2)), ("poisson", (3.,)), ("normal", ()), ("random", ()),
                                          ("gamma", (2.5, 3)), ("integers", (9,))])
def test_the_last_indices(name, values):
    rng = reroll.Generator(5).at(2**64 - 9)
    draw = getattr(rng, name)
    wanted = getattr(rng.at(rng.next), name)(*values, size=8).tolist()
    assert [draw(*values) for _ in range(8)] == wanted
    for _ in range(3):
        with pytest.raises(OverflowError):
            draw(*values)
    assert rng.next == 2**64 - 1


def test_errors_are_those_of_the_first_call_and_take_no_index():
    rng = reroll.Generator(5)
    for call, error in ((lambda: rng.poisson(-1.), ValueError), (lambda: rng.binomial(5, 2.), ValueError),
                        (lambda: rng.integers(5, 5), ValueError), (lambda: rng.chisquare("a"), TypeError),
                        (lambda: rng.laplace(1, 2, 3, 4, 5, 6, 7), TypeError), (lambda: rng.poisson(lamb=3.), TypeError),
                        (lambda: rng.poisson(3., lam=3.), TypeError), (lambda: rng.beta(1.), TypeError),
                        (lambda: rng.binomial(5.5, .5, size=-1), ValueError)):
        for _ in range(4):
            with pytest.raises(error):
                call()
    assert rng.next == 0
    for _ in range(9):
        assert rng.weibull(0.) == 0. and rng.laplace(3., 0) == 3. and np.isnan(rng.rayleigh(np.nan))


def test_a_float_that_is_no_whole_number_is_refused_after_an_int():
    rng = reroll.Generator(5)
    rng.binomial(5, .5), rng.binomial(5, .5), rng.binomial(5, .5)
    assert rng.binomial(5.0, .5) == rng.at(3).binomial(5, .5)
    assert type(rng.integers(True)) is np.int64
    # A missing argument is not 0.
    for _ in range(4):
        rng.integers(6), rng.poisson()
    with pytest.raises(ValueError):
        rng.integers(6, 0)
    assert [rng.poisson(0) for _ in range(9)] == [0] * 9


def test_copies_states_and_other_processes():
    rng = reroll.Generator(5)
    for _ in range(10):
        rng.gumbel(1, 2)
    others = [copy.copy(rng), pickle.loads(pickle.dumps(rng))]
    wanted = [rng.at(10 + k).gumbel(1, 2) for k in range(30)]
    state = rng.state
    assert [rng.gumbel(1, 2) for _ in range(30)] == wanted
    assert all([other.gumbel(1, 2) for _ in range(30)] == wanted for other in others)
    rng.state = state
    assert [rng.gumbel(1, 2) for _ in range(30)] == wanted
    rng.state = {**state, "seed": 6}
    assert rng.gumbel(1, 2) == reroll.Generator(6).at(10).gumbel(1, 2)
    rng.state = state
    rng.gumbel(1, 2), rng.gumbel(1, 2)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, repr([rng.gumbel(1, 2) for _ in range(20)]).encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert eval(os.read(read, 4096)) == wanted[2:22]
    os.close(read), os.close(write)


@pytest.mark.parametrize("name, arguments", [("logistic", (1., 2.)), ("integers", (1 << 50,))])
def test_threads_share_one(name, arguments):
    """integers gives Python's objects, which are made while others may run."""
    rng, got = reroll.Generator(5), []
    draw = getattr(rng, name)
    threads = [threading.Thread(target=lambda: got.extend([draw(*arguments) for _ in range(500)])) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(got) == sorted(getattr(reroll.Generator(5), name)(*arguments, size=4000).tolist()) and rng.next == 4000
