# SPDX-License-Identifier: MIT OR Apache-2.0
"""The element that an error names: its index in the caller's array, also after the first piece, thread, device and block."""
import numpy as np
import pytest

import reroll

da = pytest.importorskip("dask.array")
import reroll.dask   # noqa: E402

N, BAD = 5000, 4321
DEVICES = ["cpu", "cpu,threads=3", "cpu:scalar", "cpu+cpu:scalar"]


def ones(shape, at, bad=-1.):
    made = np.ones(shape)
    made[at] = bad
    return made


@pytest.fixture(autouse=True)
def pieces(monkeypatch):
    monkeypatch.setattr(reroll._draw, "PIECE", 700)


def refused(call, words, error=ValueError, device="cpu"):
    rng = reroll.Generator(1, device)
    with pytest.raises(error) as why:
        call(rng)
    assert words in str(why.value), str(why.value)
    assert rng.next == 0


def test_beyond_the_first_piece_as_it_is(monkeypatch):
    monkeypatch.undo()
    x = ones(3000000, 2500000)
    refused(lambda r: r.sample("gamma", x), "shape[2500000] = -1.0 is outside [1e-300, 1e+300]")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("call, words", [
    (lambda r, x: r.sample("gamma", x), f"shape[{BAD}] = -1.0 is outside"),
    (lambda r, x: r.sample("gamma", x, out=np.zeros(N)), f"shape[{BAD}] = -1.0 is outside"),
    (lambda r, x: r.sample("gamma", x, strategy="fixed:1"), f"shape[{BAD}] = -1.0 is outside"),
    (lambda r, x: r.sample("truncated-normal", 0, x),
     f"low = 0.0, high[{BAD}] = -1.0, mean = 0.0, sd = 1.0: low must not be above high"),
    (lambda r, x: r.gamma(x), f"shape < 0; shape[{BAD}] = -1.0"),
    (lambda r, x: r.gamma(2, x), f"scale < 0; scale[{BAD}] = -1.0"),
    (lambda r, x: r.uniform(0, x), f"high[{BAD}] = -1.0"),
    (lambda r, x: r.triangular(0, x, 9), f"left > mode; left = 0.0, mode[{BAD}] = -1.0"),
    (lambda r, x: r.poisson(x), f"lam[{BAD}] = -1.0"), (lambda r, x: r.binomial(5, x), f"p[{BAD}] = -1.0"),
    (lambda r, x: r.binomial(x.astype(int), .5), f"n[{BAD}] = -1"),
    (lambda r, x: r.hypergeometric(x.astype(int), 5, 1), f"ngood[{BAD}] = -1"),
    (lambda r, x: r.integers(0, x.astype(int)), f"low >= high; low = 0, high[{BAD}] = -1"),
    (lambda r, x: r.integers(x.astype(int), 5, dtype="u8"), f"low is out of bounds for uint64; low[{BAD}] = -1"),
    (lambda r, x: r.integers(0, np.where(x < 0, 300, 5), dtype="u1"), f"high is out of bounds for uint8; high[{BAD}] = 300"),
    (lambda r, x: r.integers(0, np.where(x < 0, .5, 5)), f"high[{BAD}] = 0.5"),
    (lambda r, x: r.choice(N, p=x), f"p[{BAD}] = -1.0"),
    (lambda r, x: r.choice(N, 2, replace=False, p=x), f"p[{BAD}] = -1.0"),
    (lambda r, x: r.dirichlet(x), f"alpha[{BAD}] = -1.0"), (lambda r, x: r.multinomial(5, x), f"pvals[{BAD}] = -1.0"),
    (lambda r, x: r.multinomial(x.astype(int), [.5, .5]), f"n[{BAD}] = -1"),
    (lambda r, x: r.sample("multinomial", x, [.5, .5]), f"n[{BAD}] = -1.0 is outside"),
    (lambda r, x: r.sample("dirichlet", np.stack([x ** 2, x], 1)), f"alpha[{BAD}, 1] = -1.0 is outside"),
    (lambda r, x: r.sample("categorical", np.stack([x, x], 1)),
     f"weights[{BAD}, 0] = -1.0 is not a weight: finite and not negative"),
    (lambda r, x: r.sample("von-mises-fisher", np.stack([x + 1] * 3, 1), 2.), f"mean[{BAD}] is 0 throughout"),
])
def test_arrays_of_one_dimension(call, words, device):
    refused(lambda r: call(r, ones(N, BAD)), words, device=device)


@pytest.mark.parametrize("call, words", [
    (lambda r, x: r.sample("gamma", x), "shape[43, 21] = -1.0 is outside"),
    (lambda r, x: r.gamma(2., x), "scale < 0; scale[43, 21] = -1.0"),
    (lambda r, x: r.sample("gamma", x, size=(3, 50, 100)), "shape[43, 21] = -1.0 is outside"),
    (lambda r, x: r.sample("gamma", x[:, 21:22], size=(50, 100)), "shape[43, 0] = -1.0 is outside"),
    (lambda r, x: r.sample("gamma", x[43], size=(50, 100)), "shape[21] = -1.0 is outside"),
    (lambda r, x: r.sample("gamma", x[:, None, ::-1], size=(50, 2, 100)), "shape[43, 0, 78] = -1.0 is outside"),
    (lambda r, x: r.sample("gamma", x.T), "shape[21, 43] = -1.0 is outside"),
    (lambda r, x: r.normal(np.zeros((50, 1)), x), "scale[43, 21]"), (lambda r, x: r.integers(0, x), "high[43, 21] = -1"),
    (lambda r, x: r.sample("truncated-normal", 0, x), "low = 0.0, high[43, 21] = -1.0"),
    (lambda r, x: r.sample("multinomial", x, [.5, .5]), "n[43, 21] = -1.0 is outside"),
    (lambda r, x: r.sample("categorical", np.stack([x, x], 2)), "weights[43, 21, 0] = -1.0 is not a weight"),
    (lambda r, x: r.normal(np.where(x < 0, np.inf, 0), 1), "loc[43, 21] = inf is not finite"),
])
def test_arrays_of_more(call, words):
    refused(lambda r: call(r, ones((50, 100), (43, 21))), words)


@pytest.mark.parametrize("call, words", [
    (lambda r: r.multivariate_t([0, 0], [[1, 0], [np.inf, 1]], 3), "shape[1, 0] = inf is not finite"),
    (lambda r: r.sample("multivariate-normal", [0, 0], [[1, 2], [2, 1]], size=2),
     "covariance is not positive semidefinite: its pivot [1, 1] is -3.0"),
    (lambda r: r.sample("multivariate-normal", [0, 0], [[4, 1], [3, 4]], size=2),
     "covariance is not symmetric: covariance[1, 0] - covariance[0, 1] = 2.0"),
    (lambda r: r.sample("matrix-normal", [[1, 2], [3, np.nan]], np.eye(2), np.eye(2)), "mean[1, 1] = nan is not finite"),
    (lambda r: r.sample("categorical", np.zeros((3, 2, 4))), "weights[0, 0] is 0 throughout: at least one weight must be"),
    (lambda r: r.categorical([1, -2.]), "weights[1] = -2.0 is not a weight: finite and not negative"),
    (lambda r: r.normal_mixture([1, 1], [0, 0], [1, -1.]), "sds[1] = -1.0 is outside"),
    (lambda r: r.sample("multinomial", [3, 3], [[1, 2], [0, 0]]), "n[1] = 3, the sum of weights[1] = 0.0: each row of weights"),
    (lambda r: r.sample("integers-closed", -1, 5, dtype="u8"), "low = -1 is outside [0, 18446744073709551616)"),
    (lambda r: r.sample("integers-closed", 2**63 - 1, [2**63 - 1, -5]), f"low = {2**63 - 1}, high[1] = -5: high must not"),
    (lambda r: r.sample("integers-closed", 0, 2**64 - 1, dtype="i8"), f"high = {2**64 - 1} is outside"),
    (lambda r: r.sample("wishart", np.eye(3), [5., 1.]), "df[1] = 1.0 is outside (2, 1e+30]"),
])
def test_what_is_wrong_and_what_is_accepted(call, words):
    rng = reroll.Generator(1)
    with pytest.raises(ValueError) as why:
        call(rng)
    assert words in str(why.value) and "\n" not in str(why.value) and rng.next == 0, str(why.value)


def test_of_lost_samples_and_counts_that_do_not_fit():
    with pytest.raises(RuntimeError) as why:
        reroll.Generator(1).sample("gamma", 1., size=N, strategy="fixed:1")
    alone = reroll.Generator(1)
    holes = [k for k in range(N) if is_hole(alone, "fixed:1")]
    assert holes[0] < 700 < holes[-1]   # in more pieces than one
    assert str(why.value) == f"{len(holes)} samples had no accepted proposal by fixed:1; the first is sample [{holes[0]}]"
    p = ones(N, BAD, 4.7e-10) / 2 + np.where(np.arange(N) == BAD, 2.4e-10, 0)
    seeds = (s for s in range(99) if reroll.Generator(s).at(BAD).geometric(p[BAD]) >= 2**31)
    with pytest.raises(OverflowError, match=f"^the count of sample .{BAD}. does not fit int32$"):
        reroll.Generator(next(seeds)).sample("geometric", p, dtype="i4")


@pytest.mark.parametrize("n, where", [(3e15, "the sample"), ([2, 3e15], r"sample \[1\]")])
def test_of_a_stage_that_takes_no_such_parameter(n, where):
    with pytest.raises(OverflowError, match=f"^a stage of {where} got a parameter outside its range, such as a"):
        reroll.Generator(1).negative_binomial(n, .5)


def is_hole(rng, strategy):
    """True if the next sample of gamma(1) has no proposal that the strategy accepts."""
    try:
        rng.sample("gamma", 1., size=1, strategy=strategy)
    except RuntimeError:
        rng._reserve(1)
        return True
    return False


@pytest.mark.parametrize("chunks", [(17, 31), (50, 7), (1, 100), (13, -1)])
def test_blocks_of_dask(chunks):
    x = ones((50, 100), (43, 21))
    for call in (lambda: reroll.dask.gamma(x, chunks=chunks),
                 lambda: reroll.dask.gamma(da.from_array(x, (9, 9)), chunks=chunks)):
        with pytest.raises(ValueError, match=r"^shape\[43, 21\] = -1.0 is outside"):
            call().compute(scheduler="sync")
    with pytest.raises(ValueError, match=r"^shape\[4321\] = -1.0 is outside"):
        reroll.dask.gamma(x.ravel(), chunks=600).compute(scheduler="sync")
    with pytest.raises(ValueError, match=r"^lam\[21\] = -1.0 is outside"):
        reroll.dask.poisson(x[43], size=(50, 100), chunks=chunks).compute(scheduler="sync")


def test_indices_after_errors_while_a_callback_draws():
    """Indices drawn by a callback stay used: an error of the call returns only indices from which nothing has continued."""
    rng, drawn = reroll.Generator(1), []
    with pytest.raises(ZeroDivisionError):
        rng.sample("gamma", 2., size=N, progress=lambda n: drawn.append(rng.normal()) or 1 / (len(drawn) < 3))
    assert rng.next == N + 3 and drawn == reroll.Generator(1).at(N).normal(size=3).tolist()
    rng = reroll.Generator(1)
    with pytest.raises(ZeroDivisionError):
        rng.sample("gamma", 2., size=N, progress=lambda n: 1 / 0)
    assert rng.next == 0
    # It sets another state, whose next index is the one that would be given back from.
    rng = reroll.Generator(1)

    def swap(_):
        rng.state = {"seed": 2, "stream": 3, "next": N}
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rng.sample("gamma", 2., size=N, progress=swap)
    assert (rng.seed, rng.stream, rng.next) == (2, 3, N)
    assert rng.normal() == reroll.Generator(2)._other(2, 3, N).normal()
    rng, seen = reroll.Generator(1), []
    x = ones(N, BAD)
    with pytest.raises(ValueError, match=f"{BAD}. = -1.0"):
        rng.sample("gamma", x, progress=lambda n: seen.append(rng.poisson(3.)))
    assert rng.next == N + len(seen) and seen == reroll.Generator(1).at(N).poisson(3., size=len(seen)).tolist()
