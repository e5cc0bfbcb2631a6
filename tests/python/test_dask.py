# SPDX-License-Identifier: MIT OR Apache-2.0
"""Dask arrays: any chunking and any workers give the numbers of one call."""
import doctest
import os
import signal

import numpy as np
import pytest

import reroll
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


@pytest.mark.parametrize("name", [n for n in reroll.dask.__dir__() if n != "sample"])
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


def test_names_are_of_what_is_drawn():
    one = reroll.dask.normal(0, 1, size=100, chunks=10, rng=3)
    assert one.name == reroll.dask.normal(size=100, chunks=10, rng=3).name
    others = [reroll.dask.normal(0, 2, size=100, chunks=10, rng=3), reroll.dask.normal(size=100, chunks=20, rng=3),
              reroll.dask.normal(size=100, chunks=10, rng=4), reroll.dask.laplace(size=100, chunks=10, rng=3),
              reroll.dask.normal(size=100, chunks=10, rng=reroll.Generator(3).child("x"))]
    assert len({x.name for x in (one, *others)}) == 6
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


def test_what_is_refused():
    with pytest.raises(ValueError, match="^shape = -1"):
        reroll.dask.gamma(-1, size=4).compute(scheduler="sync")
    with pytest.raises(TypeError, match="rows"):
        reroll.dask.sample("dirichlet", [1, 2], size=3)
    with pytest.raises(ValueError, match="not compatible"):
        reroll.dask.gamma([1, 2, 3], size=4)
    for call in (lambda: reroll.dask.gamma(size=3), lambda: reroll.dask.gamma(1, 2, 3, 4),
                 lambda: reroll.dask.gamma(1, shape=1)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(AttributeError):
        reroll.dask.nothing


def test_a_law_of_ones_own():
    with reroll.law_from_table([0, 1, 2], [0, 1, 0]) as law:
        drawn = reroll.dask.sample(law, scale=[1, 10.], size=(50, 2), chunks=(9, 1), rng=5)
        assert (drawn.compute(scheduler="sync") == reroll.Generator(5).sample(law, scale=[1, 10.], size=(50, 2))).all()


def test_examples():
    result = doctest.testmod(reroll.dask, extraglobs={"reroll": reroll})
    assert result.failed == 0 and result.attempted > 3


def test_a_worker_that_is_killed_changes_nothing():
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None,
                                  silence_logs=50) as cluster, distributed.Client(cluster) as client:
        rate = da.from_array(np.linspace(1, 50, 600), chunks=100)
        x = reroll.dask.poisson(rate, size=(3000, 600), chunks=(150, 70), rng=11)
        pids = list(client.run(os.getpid).values())
        drawing = client.compute(x)
        os.kill(pids[0], signal.SIGKILL)
        drawn = drawing.result(timeout=120)
    assert (drawn == reroll.Generator(11).poisson(np.linspace(1, 50, 600), size=(3000, 600))).all()
