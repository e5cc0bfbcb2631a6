# SPDX-License-Identifier: MIT OR Apache-2.0
"""Dask arrays: any chunking and any workers give the numbers of one call."""
import doctest
import os
import signal

import numpy as np
import pytest

import reroll
import test_calls
import test_numbers

da = pytest.importorskip("dask.array")
distributed = pytest.importorskip("distributed")
import reroll.dask   # noqa: E402

CHUNKS = [-1, 1000, (7, 11), (4, -1), (-1, 5), ((3, 2, 15), (30, 1, 9)), 1]


@pytest.mark.parametrize("chunks", CHUNKS)
def test_any_chunking_is_the_whole(chunks):
    shape = np.linspace(.2, 9, 40)
    whole = reroll.Generator(7).at(5).gamma(shape, [[2.]], size=(20, 40))
    drawn = reroll.dask.gamma(shape, [[2.]], (20, 40), chunks=chunks, rng=reroll.Generator(7).at(5))
    assert drawn.dtype == whole.dtype and drawn.compute(scheduler="sync").tobytes() == whole.tobytes()


@pytest.mark.parametrize("shape, chunks",
                         [((5, 6, 7), (2, 3, 4)), ((5, 6, 7), (2, 3, -1)), ((5, 6, 7), (2, -1, -1)), ((50,), 7),
                                           ((2, 3, 4, 5), (1, 2, 3, 2)), ((5, 6, 7), (-1, -1, 3)), ((3, 0, 4), 1), ((), ())])
def test_dimensions(shape, chunks):
    scale = np.arange(1, 1 + np.prod(shape, dtype=int)).reshape(shape).astype("f4")
    for value in (2.5, scale, da.from_array(scale, chunks=2 if shape else -1), np.asarray(scale)[..., :1] if shape else 1.):
        drawn = reroll.dask.exponential(value, size=shape, chunks=chunks, dtype="f4").compute(scheduler="sync")
        wanted = reroll.Generator(0).exponential(np.asarray(value), size=shape, dtype="f4")
        assert np.asarray(drawn).tobytes() == np.asarray(wanted).tobytes() and np.shape(drawn) == shape


ROWS = {law.identifier for law in reroll._generator.LAWS.values() if law.takes_arrays}
OWN = {"choice", "integers", "multivariate_normal", "permutation", "sample"}


@pytest.mark.parametrize("name", [n for n in reroll.dask.__dir__() if n not in ROWS | OWN])
def test_every_sampler_by_columns(name):
    law = next((x for x in reroll._generator.LAWS.values() if x.identifier == name), None)
    if name in reroll._names.NAMES:
        numpys = reroll._names.NAMES[name]
        law = reroll._generator.LAWS[numpys.law]
        given = {a: law.example[p] for p, a in enumerate(numpys.pass_on) if isinstance(a, str)}
    else:
        given = test_numbers.values(law.name)
    wanted = getattr(reroll.Generator(3), name)(**given, size=(6, 8))
    drawn = getattr(reroll.dask, name)(**given, size=(6, 8), chunks=(4, 3), rng=3)
    assert drawn.compute(scheduler="sync").tobytes() == wanted.tobytes()


def other_stream():
    """Seed 3 with another stream."""
    rng = reroll.Generator(3)
    rng.state = {**rng.state, "stream": 1}
    return rng


def test_names_are_of_what_is_drawn():
    one = reroll.dask.normal(0, 1, size=100, chunks=10, rng=3)
    assert one.name == reroll.dask.normal(size=100, chunks=10, rng=3).name
    others = [reroll.dask.normal(0, 2, size=100, chunks=10, rng=3), reroll.dask.normal(size=100, chunks=20, rng=3),
              reroll.dask.normal(size=100, chunks=10, rng=4), reroll.dask.laplace(size=100, chunks=10, rng=3),
              reroll.dask.normal(size=100, chunks=10, rng=reroll.Generator(3).child("x")),
              reroll.dask.normal(size=100, chunks=10, rng=other_stream()),
              reroll.dask.normal(size=100, chunks=10, rng=reroll.Generator(3).at(1))]
    assert len({x.name for x in (one, *others)}) == 8
    rng = reroll.Generator(3)
    a, b = (reroll.dask.normal(size=100, chunks=10, rng=rng) for _ in range(2))
    assert rng.next == 200 and a.name == one.name and b.name != a.name
    both = da.concatenate([a, b]).compute(scheduler="sync")
    assert (both == reroll.Generator(3).normal(size=200)).all()


def test_two_arrays_in_one_compute():
    """Blocks of two arrays, in one graph or in one sum, are those of each; names that are one are one array."""
    rng = reroll.Generator(3)
    x, y = (reroll.dask.gamma(a, size=(30, 20), chunks=(7, 9), rng=rng) for a in (2., 3.))
    a, b = da.compute(x, y, scheduler="threads")
    whole = reroll.Generator(3)
    assert np.array_equal(a, whole.gamma(2., size=(30, 20))) and np.array_equal(b, whole.gamma(3., size=(30, 20)))
    c, d, e = da.compute(x + y, x[::-1] - y, da.stack([x, x]), scheduler="sync")
    assert np.array_equal(c, a + b) and np.array_equal(d, a[::-1] - b) and np.array_equal(e, np.stack([a, a]))
    scale = np.linspace(1, 2, 20)
    same = [reroll.dask.normal(0, s, size=(30, 20), chunks=c, rng=5)
            for s, c in ((scale, 7), (da.from_array(scale, 3), 4), (2., 7))]
    f, g, h = da.compute(*same, scheduler="threads")
    assert np.array_equal(f, g) and np.array_equal(h, reroll.Generator(5).normal(0, 2., size=(30, 20)))


def test_parameters_are_read_before_they_are_blocks():
    big = [2**63 + 1, 5]
    x = reroll.dask.sample("integers-closed", big, [2**63 + 1, 6], dtype="u8", chunks=1).compute(scheduler="sync")
    assert x[0] == 2**63 + 1 and x[1] in (5, 6)
    there = np.array([2**63 + 2**40, 3], ">u8")
    assert np.array_equal(reroll.dask.normal(there, 1, chunks=1).compute(), reroll.Generator(0).normal(there, 1))
    with pytest.raises(TypeError, match="^shape takes real numbers"):
        reroll.dask.gamma(["1", "2"])
    with pytest.raises(ValueError, match="9007199254740992"):
        reroll.dask.binomial(2**53 + 1, .5, size=3)
    with pytest.raises(ValueError, match=r"n.7. = 9007199254740993"):
        reroll.dask.binomial([5] * 7 + [2**53 + 1], .5, chunks=2)
    one = da.from_array(np.array(2.5))
    assert np.array_equal(reroll.dask.gamma(one, size=9).compute(), reroll.Generator(0).gamma(2.5, size=9))


@pytest.mark.parametrize("name, given", [
    ("exponential", [0]), ("normal", [1., np.r_[2., 0, 3, 0, 1]]), ("normal", [np.r_[1, np.nan, 2, 3, 4], 0.]),
    ("gamma", [2, [0, 1, 2, 0, 1]]), ("lognormal", [np.arange(5.), 0]), ("triangular", [np.r_[0, np.nan, 0, 0, 0], 1, 2])])
def test_limits_that_numpy_allows(name, given):
    for dtype in (None, "f4"):
        wanted = getattr(reroll.Generator(7), name)(*given, size=(3, 5), dtype=dtype)
        for chunks in (2, (1, 5), 5):
            x = getattr(reroll.dask, name)(*given, size=(3, 5), chunks=chunks, rng=7, dtype=dtype)
            got = x.compute(scheduler="sync")
            assert got.dtype == wanted.dtype and got.tobytes() == wanted.tobytes()
    with pytest.raises(ValueError, match=r"^scale.4. = -1.0 is outside"):
        reroll.dask.exponential([1, 0, 1, 1, -1.], chunks=2).compute(scheduler="sync")
    with pytest.raises(ValueError, match=r"^scale.3. = -2.0 is outside"):   # not the 0 of the block, which is valid
        reroll.dask.exponential([0, 1, 0, -2.], chunks=4).compute(scheduler="sync")
    with pytest.raises(ValueError, match="^loc.0. = nan is not finite"):   # the NaN hides the scale from the sampler
        reroll.dask.normal([np.nan, 0], [-1., 1], chunks=2).compute(scheduler="sync")
    with pytest.raises(ValueError, match="^low.0. = nan is outside"):
        reroll.dask.uniform([np.nan, 1], 2).compute(scheduler="sync")


def test_counts_are_read_as_by_the_generator():
    for n in (10.7, np.float64(10), [10., 3], np.arange(2, 4), True, da.from_array(np.array([10., 3]))):
        host = n.compute() if isinstance(n, da.Array) else n
        host = host.astype(int) if isinstance(n, da.Array) else host
        same(reroll.dask.binomial(n, .3, size=(5, 2), chunks=1, rng=3), reroll.Generator(3).binomial(host, .3, size=(5, 2)))
    for n, error in ((np.array([10., 3]), TypeError), (np.array(10.7), TypeError), ([10.7, 3], ValueError),
                     ("3", TypeError)):
        messages = []
        for call in (reroll.dask.binomial, reroll.Generator(3).binomial):
            with pytest.raises(error) as why:
                call(n, .3)
            messages.append(str(why.value))
        assert messages[0] == messages[1]


def test_dask_arrays_of_unknown_chunk_sizes():
    some = da.arange(1, 9, chunks=3)
    some = some[some > 4]
    for call, name in ((lambda: reroll.dask.normal(0, some), "scale"), (lambda: reroll.dask.half_normal(some), "scale"),
                       (lambda: reroll.dask.binomial(some, .5), "n"), (lambda: reroll.dask.dirichlet(some), "alpha"),
                       (lambda: reroll.dask.multinomial(some, [.5, .5]), "n"),
                       (lambda: reroll.dask.sample("dirichlet", some), "alpha")):
        with pytest.raises(ValueError, match=f"^{name} is a Dask array of unknown chunk sizes: call its compute_chunk"):
            call()
    known = some.compute_chunk_sizes()
    same(reroll.dask.exponential(known, rng=3), reroll.Generator(3).exponential(np.arange(5, 9)))


def test_what_is_refused():
    with pytest.raises(ValueError, match="^shape = -1"):
        reroll.dask.gamma(-1, size=4).compute(scheduler="sync")
    with pytest.raises(ValueError, match="not compatible"):
        reroll.dask.gamma([1, 2, 3], size=4)
    for call, text in (
            (lambda: reroll.dask.gamma(size=3), "gamma needs shape"),
            (lambda: reroll.dask.gamma(1, 2, 3, 4), "4 parameters are given: gamma takes (shape, scale, size)"),
            (lambda: reroll.dask.gamma(1, shape=1), "shape is given twice: gamma takes (shape, scale, size)"),
            (lambda: reroll.dask.gamma(shap=1), "unknown parameter 'shap': gamma takes (shape, scale, size); "
             "did you mean 'shape'?"),
            (lambda: reroll.dask.gamma(1, chunk=1), "unknown parameter 'chunk': gamma takes (shape, scale, size); "
             "did you mean 'chunks'?"),
            (lambda: reroll.dask.normal(None), "loc takes real numbers, not NoneType"),
            (lambda: reroll.dask.half_normal(1, chunk=1), "unknown parameter 'chunk': half-normal takes (scale); "
             "did you mean 'chunks'?"),
            (lambda: reroll.dask.sample("gamma", 1, dim=2), "gamma takes no dim: it draws numbers"),
            (lambda: reroll.dask.integers(0, da.zeros(3, dtype=int)), "high takes an int or an array in memory, not a Dask "
             'array: sample("integers-closed", low, high) takes both')):
        with pytest.raises(TypeError) as why:
            call()
        assert str(why.value) == text
    with pytest.raises(ValueError, match="^unknown strategy 'lop'; did you mean 'loop'[?]$"):
        reroll.dask.gamma(1, size=3, strategy="lop")
    with pytest.raises(AttributeError, match="^module 'reroll.dask' has no attribute 'gama'; did you mean 'gamma'[?]$"):
        reroll.dask.gama
    assert not hasattr(reroll.dask, "xyzzy") and not hasattr(reroll.dask, "__wrapped__")


# ---- Rows ------------------------------------------------------------------------------------------------------------

def drawn(array, scheduler="sync"):
    return np.asarray(array.compute(scheduler=scheduler))


def same(lazy, wanted):
    """A Dask array of these bytes, type and shape."""
    got = drawn(lazy)
    assert lazy.shape == got.shape == np.shape(wanted) and lazy.dtype == got.dtype == np.asarray(wanted).dtype
    assert got.tobytes() == np.asarray(wanted).tobytes()


def row_values(name):
    law = next(x for x in reroll._generator.LAWS.values() if x.identifier == name)
    given = dict(test_calls.ROWS[law.name] if law.name in test_calls.ROWS else test_numbers.values(law.name))
    return given if law.dim is None or any(np.ndim(v) for v in given.values()) else {**given, "dim": 3}


@pytest.mark.parametrize("chunks", [1, 4, (4, 3), ((1, 5), (7, 1)), -1, "auto"])
@pytest.mark.parametrize("name", sorted(ROWS))
def test_rows_of_every_sampler(name, chunks):
    name = reroll._laws.find(reroll._generator.LAWS, name).name
    given = row_values(name.replace("-", "_").replace(":", "_"))
    wanted = reroll.Generator(3).at(2).sample(name, **given, size=(6, 8))
    same(reroll.dask.sample(name, **given, size=(6, 8), chunks=chunks, rng=reroll.Generator(3).at(2)), wanted)
    one = reroll.Generator(3).sample(name, **given)
    assert np.array_equal(drawn(reroll.dask.sample(name, **given, rng=3)), one)


def test_parameters_of_rows_have_axes():
    """Parameters have axes of their own and of rows, in memory or as Dask arrays of any chunks."""
    alpha, n = np.linspace(.5, 9, 5 * 1 * 3).reshape(5, 1, 3), np.arange(4) + 3
    lazy = da.from_array(alpha, chunks=(2, 1, 2)), da.from_array(n, chunks=3)
    wanted = reroll.Generator(3).sample("dirichlet-multinomial", n, alpha, size=(2, 5, 4))
    for a in (alpha, lazy[0]):
        for m in (n, lazy[1]):
            for chunks in (1, (2, 3, 3), (1, -1, -1), (1, 2, -1, -1)):
                same(reroll.dask.sample("dirichlet-multinomial", m, a, size=(2, 5, 4), chunks=chunks, rng=3), wanted)
    weights = np.arange(1, 25.).reshape(4, 6)
    same(reroll.dask.categorical(da.from_array(weights, chunks=(1, 5)), size=(9, 4), chunks=(2, 3), rng=3),
         reroll.Generator(3).categorical(weights, size=(9, 4)))
    means, cov = np.arange(24.).reshape(4, 2, 3), np.diag([1, 4, 9.])
    for mean in (means, means.reshape(4, 6), da.from_array(means, chunks=1)):
        same(reroll.dask.matrix_normal(mean, np.eye(2), da.from_array(cov, 2), size=(3, 4), chunks=2, rng=3),
             reroll.Generator(3).matrix_normal(means, np.eye(2), cov, size=(3, 4)))
    same(reroll.dask.sample("multivariate-normal", means[0, 0], cov, size=7, dtype="f4", chunks={0: 2}, rng=3),
         reroll.Generator(3).sample("multivariate-normal", means[0, 0], cov, size=7, dtype="f4"))


NUMPYS = [
    ("dirichlet", ([.5, 2, 7],), {}), ("dirichlet", ([.5, 0, 7],), {}), ("dirichlet", ([0, 7],), {}),
    ("dirichlet", ([1, 2],), {"dtype": "f4"}), ("multinomial", (9, [.2, .3, .5]), {}), ("multinomial", (9, [1.]), {}),
    ("multinomial", (9, [.2, .8]), {"dtype": "i4"}), ("multinomial", (np.arange(8), [.2, .8]), {}),
    ("multinomial", (np.arange(8), [[[.2, .8]]] * 6), {}), ("multivariate_hypergeometric", ([3, 4, 5], 6), {}),
    ("multivariate_hypergeometric", ([3], 2), {}), ("multivariate_hypergeometric", ([3, 4], 2), {"method": "count"}),
    ("multivariate_normal", ([0, 1], [[2, 1], [1, 2]]), {}), ("multivariate_normal", ([0, 1], [[1, 1], [1, 1]]), {}),
    ("multivariate_normal", ([3], [[4]]), {}), ("multivariate_normal", ([0, 1], np.eye(2)), {"dtype": "f4"}),
]


@pytest.mark.parametrize("chunks", [2, (6, 3), (4, -1, -1)])
@pytest.mark.parametrize("name, given, named", NUMPYS)
def test_numpys_rows(name, given, named, chunks):
    rng = reroll.Generator(3).at(7)
    wanted = getattr(reroll.Generator(3).at(7), name)(*given, size=(6, 8), **named)
    lazy = getattr(reroll.dask, name)(*given, size=(6, 8), chunks=chunks, rng=rng, **named)
    same(lazy, wanted)
    assert rng.next == 7 + 48 and lazy.name != getattr(reroll.dask, name)(*given, size=(6, 8), chunks=chunks, rng=rng).name
    as_dask = [da.from_array(np.asarray(v)) for v in given]
    same(getattr(reroll.dask, name)(*as_dask, size=(6, 8), chunks=chunks, rng=reroll.Generator(3).at(7), **named), wanted)
    if all(np.ndim(v) < 2 for v in given) and not any(np.ndim(v) == 1 and len(v) == 8 for v in given):
        same(getattr(reroll.dask, name)(*given, rng=3, **named), getattr(reroll.Generator(3), name)(*given, **named))


def test_rows_that_are_refused():
    rng = reroll.Generator(3)
    for call, text in (
            (lambda: reroll.dask.dirichlet([1, -1], size=4, rng=rng), "alpha < 0 or alpha contains NaNs; alpha[1] = -1"),
            (lambda: reroll.dask.dirichlet([1, 1], size=4, chunks=(2, 1), rng=rng),
             "chunks = (2, 1) divides samples of shape (2,): a sample must be in one chunk, -1 in its axes"),
            (lambda: reroll.dask.multinomial([3, 4], np.full((3, 2), .5), rng=rng),
             "shape mismatch: shapes of parameters must broadcast; they are (2,) of n, (3,) of the rows of pvals"),
            (lambda: reroll.dask.multinomial(3, [.5, .6, .1], size=3, rng=rng), "sum(pvals[:-1]) > 1.0"),
            (lambda: reroll.dask.multivariate_normal([0, 0], [[1, 2], [2, 1]], size=3, check_valid="raise", rng=rng),
             "covariance is not symmetric positive-semidefinite."),
            (lambda: reroll.dask.multivariate_hypergeometric([3, 4], 9, size=3, rng=rng), "nsample > sum(colors)"),
            (lambda: reroll.dask.sphere(size=3, rng=rng), "sphere: no parameter gives K, the number of components of a row: "
             "give dim")):
        with pytest.raises(ValueError) as why:
            call()
        assert str(why.value).startswith(text) and rng.next == 0
    with pytest.warns(RuntimeWarning, match="not symmetric positive-semidefinite") as warned:
        x = reroll.dask.multivariate_normal([0, 0], [[1, 2], [2, 1]], size=9, chunks=1)
        drawn(x)
    assert len(warned) == 1


def test_rows_name_the_place_in_the_whole():
    alpha = np.ones((40, 30, 3))
    alpha[33, 17, 1] = -7
    for given, chunks in ((alpha, 7), (da.from_array(alpha, 9), 7), (alpha, (5, -1, -1)), (alpha, -1)):
        with pytest.raises(ValueError, match=r"^alpha\[33, 17, 1\] = -7"):
            drawn(reroll.dask.sample("dirichlet", given, chunks=chunks))
    n = np.full((40, 30), 5)
    n[33, 17] = -7
    with pytest.raises(ValueError, match=r"n < 0; n\[33, 17\] = -7"):
        reroll.dask.multinomial(n, [.5, .5], chunks=7)
    with pytest.raises(ValueError, match=r"n < 0; n\[3\] = -7; in the rows from \[33, 14\] on"):
        drawn(reroll.dask.multinomial(da.from_array(n, 7), [.5, .5], chunks=7))


def test_names_of_rows_are_of_what_is_drawn():
    def one(alpha=(1, 2), size=9, chunks=2, rng=3, **named):
        return reroll.dask.sample("dirichlet", np.array(alpha), size=size, chunks=chunks, rng=rng, **named).name
    others = [one(alpha=(1, 3)), one(size=10), one(chunks=3), one(rng=4), one(dtype="f4"), one(strategy="loop"),
              one(rng=other_stream()),
              reroll.dask.dirichlet([1, 2], size=9, chunks=2, rng=3).name,
              reroll.dask.dirichlet([1, 2], size=9, chunks=2, rng=4).name]
    assert one() == one() and len({one(), *others}) == 10
    assert others[-1] == reroll.dask.dirichlet([1, 2], size=9, chunks=2, rng=4).name


# ---- Integers and order -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"])
def test_integers(dtype):
    high = 2 if dtype == "?" else 100
    for low, top, size, named in ((high, None, (6, 8), {}), (0, high, (6, 8), {}), (0, high - 1, (6, 8), {"endpoint": True}),
                                  (0, [1, 2] * 4, (6, 8), {}), (np.zeros((6, 1), int), [2.] * 8, None, {})):
        wanted = reroll.Generator(3).at(5).integers(low, top, size, dtype, **named)
        for chunks in (4, (3, -1), -1):
            rng = reroll.Generator(3).at(5)
            same(reroll.dask.integers(low, top, size, dtype, **named, chunks=chunks, rng=rng), wanted)
            assert rng.next == 5 + 48


def test_integers_at_the_ends_of_their_types():
    for low, high, dtype in ((0, 2**64, "u8"), (-2**63, 2**63, "i8"), (2**63, 2**64 - 1, "u8"), (-2**31, 2**31, "i4"),
                             ([0, 2**63], [2**63, 2**64], "u8"), (0, 2**32, "u4"), (-128, 128, "i1")):
        wanted = reroll.Generator(0).integers(low, high, (50, 2), dtype)
        same(reroll.dask.integers(low, high, (50, 2), dtype, chunks=7), wanted)
    rng = reroll.Generator(1)
    for call, text in ((lambda: reroll.dask.integers(5, 3, 4, rng=rng), "low >= high; low = 5, high = 3"),
                       (lambda: reroll.dask.integers(300, size=4, dtype="u1", rng=rng), "high is out of bounds for uint8"),
                       (lambda: reroll.dask.integers([3, 4], [9, 1], rng=rng), "low >= high; low[1] = 4, high[1] = 1")):
        with pytest.raises(ValueError) as why:
            call()
        assert str(why.value).startswith(text) and rng.next == 0
    assert reroll.dask.integers(0, 0, 0, chunks=1).compute().shape == (0,)
    assert drawn(reroll.dask.integers(5, rng=3)) == reroll.Generator(3).integers(5)


CHOICES = [
    (7, {}), (7, {"p": [.1, .2, .3, .1, .1, .1, .1]}), (["a", "b", "c"], {}), (["a", "b", "c"], {"p": [.2, 0, .8]}),
    (np.arange(60).reshape(5, 4, 3), {}), (np.arange(60).reshape(5, 4, 3), {"axis": 1}),
    (np.arange(60).reshape(5, 4, 3), {"axis": -1, "p": [.2, .3, .5]}),
    (100, {"replace": False}), (100, {"replace": False, "shuffle": False}),
    (100, {"replace": False, "p": np.full(100, .01)}),
    (np.arange(200).reshape(2, 100), {"replace": False, "axis": 1}),
]


@pytest.mark.parametrize("size", [None, 48, (6, 8), (), 0])
@pytest.mark.parametrize("a, named", CHOICES)
def test_choice(a, named, size):
    eager, lazy = reroll.Generator(3).at(5), reroll.Generator(3).at(5)
    wanted = eager.choice(a, size, **named)
    made = reroll.dask.choice(a, size, **named, chunks=5, rng=lazy)
    same(made, wanted)
    assert lazy.next == eager.next and all(c <= 5 for axis in made.chunks for c in axis)
    assert made.name == reroll.dask.choice(a, size, **named, chunks=5, rng=reroll.Generator(3).at(5)).name


@pytest.mark.parametrize("x, axis", [(0, 0), (1000, 0), (np.int64(10), 0), ([3, 1, 2], 0),
                                     (np.arange(60).reshape(5, 12), 1)])
def test_permutation(x, axis):
    eager, lazy = reroll.Generator(3).at(5), reroll.Generator(3).at(5)
    same(reroll.dask.permutation(x, axis, chunks=3, rng=lazy), eager.permutation(x, axis))
    assert lazy.next == eager.next


def test_objects():
    a = np.array([1, "a", None], object)
    for replace in (True, False):
        for chunks in ("auto", 2):
            lazy = reroll.dask.choice(a, 3, replace, chunks=chunks, rng=3)
            assert drawn(lazy).tolist() == reroll.Generator(3).choice(a, 3, replace).tolist() and lazy.dtype == object
    assert drawn(reroll.dask.permutation(a, rng=3)).tolist() == reroll.Generator(3).permutation(a).tolist()


def test_order_that_is_refused():
    rng = reroll.Generator(1)
    for call, kind, text in (
            (lambda: reroll.dask.choice(3, 4, False, rng=rng), ValueError,
             "Cannot take a larger sample than population when replace is False; size = 4"),
            (lambda: reroll.dask.choice(2, 4, p=[.5, .6], rng=rng), ValueError, "Probabilities do not sum to 1"),
            (lambda: reroll.dask.choice(0, 4, rng=rng), ValueError, "a must be a positive integer"),
            (lambda: reroll.dask.choice(2.5, 4, rng=rng), ValueError, "a must be a sequence or an integer"),
            (lambda: reroll.dask.choice(da.arange(4), 4, rng=rng), TypeError, "a takes an int or an array in memory"),
            (lambda: reroll.dask.permutation(da.arange(4), rng=rng), TypeError, "x takes an int or an array in memory"),
            (lambda: reroll.dask.permutation(-1, rng=rng), ValueError,
             "x must be an array, or an integer from 0 on, not -1"),
            (lambda: reroll.dask.permutation([1, 2], 1, rng=rng), ValueError, "axis 1 is out of bounds"),
            (lambda: reroll.dask.permutation(9, chunks=(3, 3), rng=rng), ValueError, "Chunks do not add up")):
        with pytest.raises(kind) as why:
            call()
        assert str(why.value).startswith(text) and rng.next == 0


def test_a_law_of_ones_own():
    with reroll.law_from_table([0, 1, 2], [0, 1, 0]) as law:
        lazy = reroll.dask.sample(law, scale=[1, 10.], size=(50, 2), chunks=(9, 1), rng=5)
        assert (drawn(lazy) == reroll.Generator(5).sample(law, scale=[1, 10.], size=(50, 2))).all()
        same, other = (reroll.law_from_table([0, 1, 2], density) for density in ([0, 1, 0], [1, 1, 0]))
        names = [reroll.dask.sample(x, size=9).name for x in (law, same, other)]
        assert names[0] == names[1] != names[2]


def test_examples():
    result = doctest.testmod(reroll.dask, extraglobs={"reroll": reroll})
    assert result.failed == 0 and result.attempted > 3


def test_a_worker_that_is_killed_changes_nothing():
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None,
                                  silence_logs=50) as cluster, distributed.Client(cluster) as client:
        rate = da.from_array(np.linspace(1, 50, 600), chunks=100)
        x = reroll.dask.poisson(rate, size=(3000, 600), chunks=(150, 70), rng=11)
        y = [reroll.dask.dirichlet([1, 2, 3], size=(300, 40), chunks=(70, 9), rng=11),
             reroll.dask.choice(["a", "b"], p=[.3, .7], size=300, chunks=70, rng=11),
             reroll.dask.permutation(1000, chunks=70, rng=11)]
        pids = list(client.run(os.getpid).values())
        drawing = client.compute(x)
        os.kill(pids[0], signal.SIGKILL)
        done, others = drawing.result(timeout=120), client.gather(client.compute(y))
    assert (done == reroll.Generator(11).poisson(np.linspace(1, 50, 600), size=(3000, 600))).all()
    for got, wanted in zip(others, (reroll.Generator(11).dirichlet([1, 2, 3], size=(300, 40)),
                                    reroll.Generator(11).choice(["a", "b"], p=[.3, .7], size=300),
                                    reroll.Generator(11).permutation(1000))):
        assert np.array_equal(got, wanted)
