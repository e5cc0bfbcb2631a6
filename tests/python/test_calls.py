# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls: NumPy's behaviour in edge cases, and that an error changes nothing."""
import array
import collections
import inspect
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import reroll
import test_numbers

rng = reroll.Generator(1)


def test_every_method_of_numpy_is_there_with_its_signature():
    for name in dir(np.random.Generator):
        if name.startswith("_") or name == "bit_generator":
            continue
        theirs = getattr(np.random.Generator, name).__doc__.strip().splitlines()
        head = " ".join(theirs[:2]).partition("(")[2].partition(")")[0]
        wanted = [p.partition("=")[0].strip() for p in head.split(",") if p.strip() not in ("", "*")]
        ours = inspect.signature(getattr(rng, name)).parameters
        missing = [w for w in wanted if w not in ours and "." not in w]
        assert not missing, (name, missing)


def test_what_a_single_draw_is():
    assert type(rng.normal()) is float and type(rng.poisson(3)) is int and type(rng.wald(1, 1)) is float
    assert type(rng.integers(5)) is np.int64 and type(rng.integers(5, dtype=int)) is int
    for x in (rng.normal(size=()), rng.poisson(3., size=())):
        assert type(x) is np.ndarray and x.shape == ()


def test_out():
    x = np.empty((3, 4))
    assert rng.standard_normal(out=x) is x
    y = np.empty((3, 4), order="F")
    at = rng.next
    rng.standard_normal(out=y)
    assert (y == rng.at(at).standard_normal((3, 4))).all()
    for bad, error in ((np.empty((3, 4))[:, ::2], ValueError), (np.empty(3, "f4"), TypeError),
                       (np.empty(3, ">f8"), ValueError), ([1, 2], TypeError)):
        with pytest.raises(error):
            rng.standard_normal(out=bad)
    with pytest.raises(ValueError, match="size must match"):
        rng.standard_normal(size=3, out=x)


@pytest.mark.parametrize("call, error", [
    (lambda r, out: r.normal(0, -0.0, out=out), ValueError),
    (lambda r, out: r.gamma([2, 2, -1.], out=out), ValueError),
    (lambda r, out: r.uniform(0, np.inf, out=out), OverflowError),
    (lambda r, out: r.wald(1, 0, out=out), ValueError),
    (lambda r, out: r.standard_normal(out=out, dtype="i4"), TypeError),
    (lambda r, out: r.normal([1, 2], out=out), ValueError),
    (lambda r, out: r.truncated_normal([0, 1, 9], [1, 2, 3.], out=out), ValueError),
    (lambda r, out: r.poisson(np.nan), ValueError),
    (lambda r, out: r.binomial(3, np.nan), ValueError),
    (lambda r, out: r.dirichlet([[1, 2]]), ValueError),
    (lambda r, out: r.integers(300, dtype="i1"), ValueError),
    (lambda r, out: r.choice(3, 4, replace=False), ValueError),
    (lambda r, out: r.sample("gamma", size=3), TypeError),
    (lambda r, out: r.sample("gamma", 2, size=3, strategy="none"), ValueError),
    (lambda r, out: r.sample("none", size=3), ValueError),
    (lambda r, out: r.normal(size=-1), ValueError),
    (lambda r, out: r.poisson(1e12, 4, dtype="i4"), ValueError),
])
def test_an_error_advances_nothing_and_leaves_out(call, error):
    r, out = reroll.Generator(1), np.full(3, 7.)
    with pytest.raises(error):
        call(r, out)
    assert r.next == 0 and (out == 7).all()


def test_what_numpy_allows():
    assert np.isnan(rng.normal(np.nan)) and np.isnan(rng.gamma(np.nan)) and rng.gamma(0.) == 0 and rng.normal(3, 0) == 3
    assert rng.lognormal(0, 0) == 1 and rng.weibull(0) == 0 and rng.exponential(0) == 0
    x = rng.normal([1, 2, np.nan, 4], [0, 1, 1, 0])
    assert x[0] == 1 and np.isnan(x[2]) and x[3] == 4 and np.isfinite(x[1])
    assert rng.multinomial([[3], [4]], [[.2, .8], [.5, .5]]).sum(-1).tolist() == [[3, 3], [4, 4]]
    assert rng.multivariate_hypergeometric([3, 4, 5], 6, size=4, method="count").sum(-1).tolist() == [6] * 4


@pytest.mark.parametrize("kind", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"])
def test_integers_of_every_type(kind):
    dtype = np.dtype(kind)
    low, high = (0, 1) if kind == "?" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    x = rng.integers(low, high, size=4000, dtype=dtype, endpoint=True)
    assert x.dtype == dtype and x.min() < x.max()
    assert set(np.unique(rng.integers(low, low + 2, 100, dtype=dtype)).tolist()) == {low, low + 1}


def test_order():
    for k in (0, 1, 10):
        assert sorted(rng.permutation(k)) == list(range(k))
    x = np.arange(24).reshape(4, 6)
    assert (np.sort(rng.permuted(x, axis=1)) == x).all() and (np.sort(rng.permuted(x), None).reshape(4, 6) == x).all()
    y = x.copy()
    rng.shuffle(y, axis=1)
    assert (y[1] - y[0] == 6).all() and sorted(y[0]) == list(range(6))
    assert len(set(rng.choice(1000, 1000, replace=False).tolist())) == 1000
    assert set(rng.choice(["a", "b", "c"], 50, p=[.5, .5, 0])) == {"a", "b"}
    assert sorted(rng.choice(4, 3, replace=False, p=[.2, .3, 0, .5])) == [0, 1, 3]
    assert rng.choice(x, (2, 2), axis=1).shape == (4, 2, 2) and len(rng.bytes(7)) == 7


def test_next_is_a_function_of_shapes():
    for call, count in ((lambda r: r.integers(0, 2**40, 5), 5), (lambda r: r.bytes(9), 3), (lambda r: r.permutation(6), 6),
                        (lambda r: r.choice(100, 5, replace=False), 10), (lambda r: r.normal([0, np.nan], [0, 1]), 2),
                        (lambda r: r.multivariate_normal([0, 0], np.eye(2), 7), 7),
                        (lambda r: r.gamma(0.1, size=(2, 3)), 6)):
        for seed in range(3):
            r = reroll.Generator(seed)
            call(r)
            assert r.next == count


shapes = hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, max_side=4, min_side=0)


@settings(max_examples=150, deadline=None)
@given(shapes, st.sampled_from(["f4", "f8", ">f8", "i4", "i8", "u4", "i2", "f2"]), st.booleans(), st.booleans())
def test_broadcasting_and_strides(shapes, kind, flip, fortran):
    """Any broadcast is that of the arrays written out, element by element."""
    (one, two), whole = shapes.input_shapes, shapes.result_shape
    a = (np.arange(np.prod(one, dtype=int)) % 5 + 1).astype(kind).reshape(one)
    b = np.linspace(1, 2, max(1, np.prod(two, dtype=int)))[:np.prod(two, dtype=int)].reshape(two)
    if flip:
        a = a[..., ::-1] if a.ndim else a
    if fortran:
        b = b.copy(order="F")
    r = reroll.Generator(6)
    drawn = np.asarray(r.gamma(a, b))
    assert drawn.shape == whole and r.next == drawn.size
    flat_a, flat_b = np.broadcast_to(a, whole).ravel(), np.broadcast_to(b, whole).ravel()
    wanted = [reroll.Generator(6).at(i).gamma(float(x), float(y)) for i, (x, y) in enumerate(zip(flat_a, flat_b))]
    assert drawn.ravel().tolist() == wanted


def test_out_may_overlap_a_parameter():
    x = np.linspace(1, 5, 100)
    wanted = reroll.Generator(2).gamma(x)
    reroll.Generator(2).gamma(x[::-1], out=x)
    assert not (x == wanted).all()
    y = np.linspace(1, 5, 100)
    reroll.Generator(2).gamma(y, out=y)
    assert (y == wanted).all()


def test_a_memmap_takes_no_memory(tmp_path):
    """2^27 f4 are 512 MiB in the file, and not in this process."""
    def anonymous():
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("RssAnon"))

    before = anonymous()
    out = np.memmap(tmp_path / "x", np.float32, "w+", shape=(1 << 27,))
    most = []
    reroll.Generator(1).sample("uniform", size=out.shape, dtype="f4", out=out, progress=lambda n: most.append(anonymous()))
    assert max(most) - before < 50_000


def test_rows_models_plans():
    assert rng.sample("sphere", size=5, dim=3).shape == (5, 3)
    assert rng.sample("rotation", size=2, dim=3).shape == (2, 3, 3)
    u = rng.unitary(size=2, dim=3).view(complex)[..., 0]
    assert u.shape == (2, 3, 3) and np.allclose(u @ u.conj().swapaxes(-1, -2), np.eye(3))
    assert rng.wishart(np.eye(3), 5., size=4).shape == (4, 3, 3)
    assert np.allclose(np.linalg.norm(rng.sphere(size=(2, 3), dim=4), axis=-1), 1)
    assert rng.categorical([0, 1, 3.], size=50).min() == 1
    assert round(reroll.model.loop(accept=.5, lanes=32)["mean"], 2) == 6.36
    assert {r["strategy"] for r in reroll.plan("gamma", shape=2, size=10**9)["rows"]} >= {"loop", "compact"}
    assert reroll.plan("gamma", shape=2, size=10**9)["grouped"] == "grouped:1"
    wanted = rng.at(0).gamma(2, size=100)
    for name, *_ in reroll.strategies():
        name = {"grouped": "grouped:4", "fixed": "fixed:8+"}.get(name, name)
        assert (rng.at(0).sample("gamma", 2, size=100, strategy=name) == wanted).all()


@pytest.mark.parametrize("name, given", [
    ("multivariate-normal", {"mean": [0., 0, 0], "covariance": np.eye(2)}),
    ("multivariate-normal", {"covariance": np.zeros((1, 20_000_000))}), ("multivariate-normal", {"covariance": [1., 2]}),
    ("multivariate-normal", {"covariance": 1.}), ("multivariate-normal", {"covariance": np.eye(2), "dim": 3}),
    ("multivariate-t", {"shape": np.ones((2, 3)), "df": 3}), ("wishart", {"scale": np.ones((4, 3, 3)), "df": 5}),
    ("inverse-wishart", {"scale": np.ones((3, 2)), "df": 5}),
    ("lowrank-normal", {"mean": [0., 0, 0], "factor": np.ones((2, 4))}),
    ("lowrank-normal", {"factor": [1., 2]}), ("matrix-normal", {"rowcov": np.ones((2, 3)), "colcov": np.eye(2)}),
    ("matrix-normal", {"mean": np.ones((3, 2)), "rowcov": np.eye(2),
                       "colcov": np.eye(3)}), ("dirichlet", {"alpha": [1., 2], "dim": 3}),
    ("ordered-logistic", {"eta": 0, "cutpoints": 1.}), ("ordered-logistic", {"eta": 0, "cutpoints": [[1., 2], [1, 3]]}),
    ("categorical", {"weights": []}), ("gumbel-softmax", {"logits": []}),
])
def test_shapes_that_do_not_fit_are_refused_by_name(name, given):
    r = reroll.Generator(1)
    names = ("covariance", "shape", "scale", "rowcov", "factor", "alpha", "cutpoints", "weights", "logits")
    wrong = next(n for n in names if n in given)
    other = "mean" if "mean" in given else wrong
    with pytest.raises(ValueError, match=f"^({wrong}|{other}) (has shape|has [0-9]+ for [A-Z]|gives [A-Z] = [0-9])"):
        r.sample(name, size=2, **given)
    assert r.next == 0


# Parameters of the samplers whose parameters are rows; all others take test_numbers.values.
ROWS = {"dirichlet": {"alpha": [1, 2.]}, "multivariate-normal": {"covariance": np.eye(2)},
        "multivariate-t": {"shape": np.eye(2), "df": 3}, "lowrank-normal": {"factor": np.ones((3, 2))},
        "wishart": {"scale": np.eye(2), "df": 3}, "inverse-wishart": {"scale": np.eye(2), "df": 3},
        "wishart-cholesky": {"scale": np.eye(2), "df": 3}, "inverse-wishart-cholesky": {"scale": np.eye(2), "df": 3},
        "von-mises-fisher": {"mean": [0, 0, 1.], "kappa": 2}, "gumbel-softmax": {"logits": [0., 1]},
        "categorical": {"weights": [1, 2.]}, "categorical:alias": {"weights": [1, 2.]},
        "categorical-logit": {"logits": [-np.inf, 2.]},
        "ordered-logistic": {"eta": 0.3, "cutpoints": [-1, 0, 2.]}, "multinomial": {"n": 5, "weights": [.3, .7]},
        "multivariate-hypergeometric": {"nsample": 3, "colors": [4, 5.]},
        "dirichlet-multinomial": {"n": 5, "alpha":
                                  [1, 2.]}, "normal-mixture": {"weights": [1, 2.], "means": [0, 1.], "sds": [1, 2.]},
        "matrix-normal": {"rowcov": np.eye(2), "colcov": np.eye(3)},
        "matrix-t": {"rowcov": np.eye(2), "colcov": np.eye(3), "df": 4}}
for law, numbers in {"lognormal": ("mus", "sigmas"), "student-t": ("dfs", "locs", "scales"), "exponential": ("scales",),
                     "gamma": ("shapes", "scales"), "beta": ("a", "b"), "poisson": ("lams",)}.items():
    ROWS[law + "-mixture"] = {name: [1, 2.] for name in ("weights", *numbers)}


@pytest.mark.parametrize("name", reroll.samplers())
def test_every_sampler_by_name_and_by_method(name):
    """sample() with its parameters in order, and the library's own method, give the same array."""
    law = reroll._generator.LAWS[name]
    given = ROWS[name] if name in ROWS else test_numbers.values(name)
    dim = {"dim": 3} if law.shape and name not in ROWS else {}
    values = [given.get(n) for n in law.args]
    drawn = reroll.Generator(1).sample(name, *values, size=4, **dim)
    assert len(drawn) == 4 and np.isfinite(drawn).all()
    own = getattr(reroll.Generator(1), law.identifier)
    if law.identifier not in dir(np.random.Generator):
        assert (own(*values, size=4, **dim) == drawn).all()


def test_the_samplers_of_vectors_and_more():
    r = reroll.Generator(1)
    assert set(r.normal_mixture([1, 0, 2.], [-3, 5, 7.], [0, 0, 0.], size=99)) == {-3, 7}
    with pytest.raises(ValueError, match="^means gives N = 2, but weights gives 3: they must be equal"):
        r.normal_mixture([1, 2., 3], [0., 1], [1, 1.])
    eta = np.array([-50., 0, 50])
    assert r.ordered_logistic(eta, [-1., 0, 2]).tolist()[::2] == [0, 3] and type(r.ordered_logistic(0, [1.])) is int
    u, v, means = np.array([[2, -.5], [-.5, 1]]), np.diag([1, 4, 9.]), np.arange(24.).reshape(4, 2, 3)
    x, z = (reroll.Generator(1).matrix_normal(m, u, v, size=4) for m in (means, 0))
    assert x.shape == (4, 2, 3) and np.array_equal(x, means + z)
    assert np.array_equal(reroll.Generator(1).matrix_normal(means[0], u, v, size=(2, 2)).reshape(4, 2, 3), means[0] + z)
    assert np.array_equal(reroll.Generator(1).matrix_normal(means.reshape(4, 6), u, v), x)
    assert np.array_equal(reroll.Generator(1).matrix_normal([7.], u, v, size=4), 7 + z)
    for name, why in (("matrix-normal", "its matrices give it"), ("normal-mixture", "it draws numbers")):
        with pytest.raises(TypeError, match=f"^{name} takes no dim: {why}$"):
            r.sample(name, dim=3, **ROWS[name])
    with pytest.raises(ValueError, match="^sphere: no parameter gives K, the number of components of a row: give dim$"):
        r.sphere(size=2)
    with pytest.raises(ValueError, match=r"^center gives K = 2, but K is 3 \(dim sets K\)$"):
        r.sphere([0, 1], dim=3)
    with pytest.raises(ValueError, match=r"^rotation: D = 300 is outside \[1, 256\] \(dim sets D\)$"):
        r.rotation(dim=300)
    x = r.lowrank_normal([1, 2, 3.], [[1.], [2], [-1]], 0, size=(2, 5))
    assert x.shape == (2, 5, 3)
    assert np.allclose((x[..., 1] - 2) / 2, x[..., 0] - 1) and np.allclose(3 - x[..., 2], x[..., 0] - 1)


def test_a_device_outlives_a_call_that_loses_it(monkeypatch):
    monkeypatch.setattr(reroll._draw, "PIECE", 100)
    device, seen = reroll._core.Device("cpu"), []
    r = reroll.Generator(1, device)
    held = sys.getrefcount(device)

    def swap(_):
        r.__init__(1, "cpu")
        seen.append(sys.getrefcount(device))

    r.sample("gamma", 2.5, size=1000, progress=swap)
    assert set(seen) == {held} and sys.getrefcount(device) == held - 1


def test_what_is_refused_is_a_value_error_with_text():
    r = reroll.Generator(1)
    for call in (lambda: r.sample("gamma", -1, size=3), lambda: r.gamma(1e301, size=3), lambda: r.dirichlet([1e301, 1]),
                 lambda: r.triangular(0, [1, np.nan], 1e308), lambda: r.integers_closed(5, 4),
                 lambda: r.gamma(1e301, [np.nan, 1])):
        with pytest.raises(ValueError) as why:
            call()
        assert len(why.value.args) == 1 and len(str(why.value)) > 10
    for left, mode, right in ((np.nan, 1, 2), (0, np.nan, 2), (0, 1, np.nan)):
        assert np.isnan(r.triangular(left, mode, right))
    x = r.triangular([0, np.nan, 1], 2, 3)
    assert np.isnan(x[1]) and 0 < x[0] < 3 and 1 < x[2] < 3


@pytest.mark.parametrize("call", [
    lambda r, out: r.multivariate_normal([0, 0.], np.eye(2), 4, out=out),
    lambda r, out: r.multivariate_normal([0, 0.], np.eye(2), 4, out=out, dtype="f4"),
    lambda r, out: r.multivariate_normal([0, 0.], np.zeros((2, 2)) + 1, 4, out=out, dtype="i4"),
    lambda r, out: r.multivariate_normal([0, 0.], [[1, 2], [2., 1]], 4, out=[1], check_valid="ignore"),
    lambda r, out: r.multivariate_normal([0.], [[1.]], 4, out=out),
    lambda r, out: r.multinomial(5, [1.], 3, out=out), lambda r, out: r.multinomial(5, [1.], 4, out=out, dtype="c8"),
    lambda r, out: r.multinomial(5, [1.], 3, out=[1]),
    lambda r, out: r.dirichlet([1, 2.], 4, out=out), lambda r, out: r.dirichlet([1.], 4, out=out),
    lambda r, out: r.dirichlet([1, 0.], 3, out=out, dtype="i4"),
    lambda r, out: r.dirichlet([1, 2, 0.], 4, out=out, dtype="f4"),
])
def test_rows_refuse_an_out_that_does_not_fit(call):
    r, out = reroll.Generator(1), np.full((3, 2), 7.)
    with pytest.raises((ValueError, TypeError)):
        call(r, out)
    assert r.next == 0 and (out == 7).all()


def test_rows_fill_and_cast_whatever_way_they_go():
    for cov in (np.eye(2), np.ones((2, 2)), [[1, 2], [2., 1]]):
        out = np.zeros((4, 2), "f4")
        made = reroll.Generator(1).multivariate_normal([1, 2], cov, 4, check_valid="ignore", dtype="f4", out=out)
        assert made is out and out.all()
        assert reroll.Generator(1).multivariate_normal([1, 2], cov, 4, check_valid="ignore", dtype="f4").dtype == np.float32
    counts = np.zeros((3, 1), "f8")
    assert reroll.Generator(1).multinomial(5, [1.], 3, dtype="f8", out=counts) is counts and (counts == 5).all()
    shares = np.zeros((3, 2))
    assert reroll.Generator(1).dirichlet([2., 0], out=shares) is shares and shares.tolist() == [[1, 0]] * 3
    assert np.isnan(reroll.Generator(1).multivariate_normal([np.nan, 0], np.eye(2), 2)[:, 0]).all()


def test_the_model_gets_each_argument():
    """The maximum of geometric variates, by its definition."""
    def law(accept, count):
        n = np.arange(1., 2000)
        pmf = np.diff((1 - (1 - accept)**np.arange(2000.))**count)
        mean = (n * pmf).sum()
        return {"mean": mean, "variance": ((n - mean)**2 * pmf).sum(), "mode": n[pmf.argmax()]}

    p, model = .3, reroll.model
    loop, grouped = model.loop(p, 16), model.grouped(p, 16, 4)
    fixed, more = model.fixed(p, 16, 4), model.fixed(p, 16, 4, True)
    for made, wanted in ((loop, {**law(p, 16), "samples": 16, "fail": 0, "attempts": law(p, 16)["mean"]}),
                         (grouped, {**law(1 - .7**4, 4), "samples": 4, "fail": 0, "attempts": 4 * grouped["mean"]}),
                         (fixed, {"mean": 1, "variance": 0, "mode": 1, "samples": 4, "fail": .7**4, "attempts": 4}),
                         (more, {"samples": 4, "fail": 0, "attempts": 4 * more["mean"]}),
                         (model.cached(p, 16, 1.), {**law(p, 16), "samples": 16}),
                         (model.cached(p, 16, .5), {"samples": 16}), (model.regroup(p, 16), {"samples": 16})):
        assert made == pytest.approx({**made, **wanted}, nan_ok=True)
        assert made["efficiency"] == pytest.approx((1 - made["fail"]) / (made["attempts"] * p))
    assert more["mean"] > 1 and model.regroup(p, 16)["mean"] < model.cached(p, 16)["mean"] < model.cached(p, 16, .5)["mean"]


def test_choice_never_takes_what_has_no_chance():
    least = 5e-324
    for p in ([0, least, 1], [0, 1e-310, 1], [least, 0, 1]):
        for seed in range(20):
            drawn = reroll.Generator(seed).choice(3, 2, replace=False, p=p)
            assert p[drawn[0]] > 0 and p[drawn[1]] > 0
    assert sorted(reroll.Generator(9).choice(4, 3, replace=False, p=[.2, .3, 0, .5]).tolist()) == [0, 1, 3]


@pytest.mark.parametrize("kind", [list, collections.deque, lambda v: array.array("d", v), bytearray,
                                  lambda v: memoryview(bytearray(v)), collections.UserList])
def test_shuffle_of_any_mutable_sequence(kind):
    x = kind(range(20))
    reroll.Generator(3).shuffle(x)
    y = np.arange(20)
    reroll.Generator(3).shuffle(y)
    assert [int(v) for v in x] == y.tolist()
    reroll.Generator(3).shuffle(kind([]))


@pytest.mark.parametrize("call", [
    lambda r: r.shuffle((1, 2)), lambda r: r.shuffle(memoryview(b"abc")), lambda r: r.shuffle({"a": 1}),
    lambda r: r.shuffle({1, 2}), lambda r: r.choice(2**64 - 1, 3, replace=False, shuffle=False),
    lambda r: r.choice(2**64 + 9, 3, replace=False), lambda r: r.permuted([1, 2], out=np.zeros(3)),
])
def test_an_order_that_fails_takes_no_index(call):
    r = reroll.Generator(1)
    with pytest.raises(Exception):
        call(r)
    assert r.next == 0


@pytest.mark.parametrize("call, name", [
    (lambda r: r.normal(0, np.inf), "scale"), (lambda r: r.normal(np.inf, 1), "loc"), (lambda r: r.f(1e301, 1), "dfnum"),
    (lambda r: r.f(1, [1, 1e301]), "dfden"), (lambda r: r.lognormal(np.inf, 1), "mean"), (lambda r: r.gamma(1e301), "shape"),
])
def test_a_message_names_numpys_argument(call, name):
    with pytest.raises(ValueError, match=rf"^{name}(\[1\])? = "):
        call(reroll.Generator(1))


MIXTURES = [name for name in reroll.samplers() if name.endswith("-mixture")]


@pytest.mark.parametrize("name", MIXTURES)
def test_one_for_all_components(name):
    """For each parameter of a mixture one number, or a list of one, applies to all components, as in the command."""
    law = reroll._generator.LAWS[name]
    full = [np.linspace(.3, .9, 4) for _ in law.args]
    for p in range(len(law.args)):
        for one in (.5, np.float32(.5), [.5], np.array(.5), np.array([.5], ">f8"), (.5,)):
            short, long = list(full), list(full)
            short[p], long[p] = one, np.full(4, .5)
            assert np.array_equal(reroll.sample(name, *short, size=300), reroll.sample(name, *long, size=300))
    alone = reroll.sample(name, *[.5] * len(law.args), size=300)
    assert np.array_equal(alone, reroll.sample(name, *[[.5]] * len(law.args), size=300))
    assert np.array_equal(reroll.sample(name, [1, 2, 3.], *[.5] * (len(law.args) - 1), size=9),
                          reroll.sample(name, [1, 2, 3.], *[[.5] * 3] * (len(law.args) - 1), size=9))
    with pytest.raises(ValueError, match="^.* gives N = 2, but weights gives 3: they must be equal"):
        reroll.sample(name, [1, 2, 3.], [.5, .5], *[.5] * (len(law.args) - 2), size=9)
    with pytest.raises(ValueError, match="vector"):
        reroll.sample("categorical", 1., size=3)
    with pytest.raises(ValueError, match="vector"):
        reroll.sample(name, [1, 2.], [[.5, .5]], *[.5] * (len(law.args) - 2), size=9)


def test_leading_axes_that_do_not_merge():
    """Rows, weights and numbers of arrays whose leading axes have no common stride: each as if alone."""
    base = np.linspace(1, 9, 4 * 6 * 8 * 3).reshape(4, 6, 8, 3)
    views = (base[::2, :, ::3], base[:, ::-1], base.transpose(2, 0, 1, 3), base[:, :1, ::2], base[::-1, 1:4:2, 5:2:-1])
    for view in views:
        view = np.broadcast_to(view, (2, *view.shape)) if view.shape[1] == 1 else view
        lead = view.shape[:-1]
        for name, more in (("dirichlet", ()), ("categorical", ()), ("von-mises-fisher", (2.,)), ("sphere", ())):
            rows = reroll.Generator(5).sample(name, view, *more)
            plain = reroll.Generator(5).sample(name, np.ascontiguousarray(view), *more)
            assert rows.shape[:len(lead)] == lead and np.array_equal(rows, plain), (name, view.shape)
            flat = view.reshape(-1, 3)
            for k in (0, 1, len(flat) - 1):
                one = reroll.Generator(5).at(k).sample(name, flat[k], *more)
                assert np.array_equal(rows.reshape(len(flat), *rows.shape[len(lead):])[k], one)
        n = (view[..., 0] * 5).astype(int)
        for trials in (n, n[:1], n[..., :1]):
            counts = reroll.Generator(5).multinomial(trials, [.2, .3, .5], size=lead)
            assert (counts.sum(-1) == np.broadcast_to(trials, lead)).all()
            each = reroll.Generator(5).multinomial(np.broadcast_to(trials, lead).reshape(-1), [.2, .3, .5])
            assert np.array_equal(counts.reshape(-1, 3), each)
        x = reroll.Generator(5).gamma(view, base[0, 0, 0])
        assert np.array_equal(x, reroll.Generator(5).gamma(view.copy(), np.broadcast_to(base[0, 0, 0], view.shape).copy()))


@pytest.mark.parametrize("method", ["svd", "eigh", "cholesky"])
@pytest.mark.parametrize("check", ["warn", "raise", "ignore"])
def test_one_component_by_every_method(method, check):
    z = reroll.Generator(3).standard_normal(7)
    for size, shape in ((7, (7, 1)), ((7, 1), (7, 1, 1)), (None, (1,))):
        x = reroll.Generator(3).multivariate_normal([2.], [[9.]], size, check, method=method)
        assert x.shape == shape and np.allclose(x.ravel(), 2 + 3 * z[:x.size])
    if method != "cholesky":   # which NumPy refuses too
        x = reroll.Generator(3).multivariate_normal([2.], [[0.]], 7, check, method=method)
        assert (x == 2).all()
    out, r = np.empty((7, 1), "f4"), reroll.Generator(3)
    assert r.multivariate_normal([2.], [[9.]], method=method, dtype="f4", out=out) is out and r.next == 7
    assert np.allclose(out.ravel(), 2 + 3 * z, rtol=1e-5)


@pytest.mark.parametrize("method", ["svd", "eigh"])
@pytest.mark.parametrize("cov", [[[1, 2], [2, 4]], [[9, 0], [0, 0]], [[1, 2], [2, 1]], [[1, 2, 0], [2, 1, 1], [0, 1, -5]]])
def test_a_covariance_without_full_rank(method, cov):
    """mean + A z, where A A' is cov with its eigenvalues' absolute values, and z has the unit covariance."""
    n, mean = len(cov), np.arange(1., 1 + len(cov))
    x = reroll.Generator(3).multivariate_normal(mean, cov, 50, "ignore", method=method) - mean
    z = reroll.Generator(3).multivariate_normal(np.zeros(n), np.eye(n), 50)
    factor = np.linalg.lstsq(z, x, rcond=None)[0].T
    values, vectors = np.linalg.eigh(cov)
    assert np.allclose(z @ factor.T, x) and np.allclose(factor @ factor.T, vectors * np.abs(values) @ vectors.T)


def test_one_component_of_all_rows():
    r = reroll.Generator(3)
    assert (r.dirichlet([2.5], 4) == 1).all() and (r.multinomial([[3], [4]], [1.]) == [[[3]], [[4]]]).all()
    for method in ("count", "marginals"):
        assert (r.multivariate_hypergeometric([5], 3, (2, 2), method=method) == np.full((2, 2, 1), 3)).all()
    assert r.next == 4 + 2 + 4 + 4 and r.dirichlet([2.5]).shape == (1,)


def test_negative_axes():
    x = np.arange(2 * 3 * 4).reshape(2, 3, 4)
    for axis in range(-3, 3):
        a, b = reroll.Generator(2), reroll.Generator(2)
        positive, n = axis % 3, x.shape[axis]
        for call in (lambda r, k: r.permutation(x, axis=k), lambda r, k: r.permuted(x, axis=k),
                     lambda r, k: r.choice(x, 5, axis=k), lambda r, k: r.choice(x, axis=k),
                     lambda r, k: r.choice(x, (2, 1), replace=False, axis=k),
                     lambda r, k: r.choice(x, 2, p=np.full(n, 1 / n), axis=k)):
            one, other = call(a, axis), call(b, positive)
            assert np.array_equal(one, other) and a.next == b.next
        for r, k in ((a, axis), (b, positive)):
            r.y = x.copy()
            r.shuffle(r.y, axis=k)
        assert np.array_equal(a.y, b.y) and np.array_equal(np.sort(a.y, axis), x)
        assert a.choice(x, (2, 5), axis=axis).shape == x.shape[:positive] + (2, 5) + x.shape[positive + 1:]
        order = a.at(0).permutation(x, axis=axis)
        assert np.array_equal(order, np.take(x, a.at(0).permutation(n), axis=axis))
    for call in (lambda k: a.permutation(x, axis=k), lambda k: a.permuted(x, axis=k), lambda k: a.shuffle(x.copy(), axis=k),
                 lambda k: a.choice(x, 2, axis=k)):
        for axis in (3, -4):
            at = a.next
            with pytest.raises(IndexError):   # AxisError is one
                call(axis)
            assert a.next == at


def test_a_state_set_inside_a_window():
    """Single draws come from windows of the state that was set, whichever methods have one."""
    draws = [lambda r, n: r.normal(size=n), lambda r, n: r.standard_gamma(2.5, size=n), lambda r, n: r.poisson(3., size=n),
             lambda r, n: r.integers(9, size=n), lambda r, n: r.laplace(1., 2., size=n)]
    singles = [lambda r: r.normal(), lambda r: r.standard_gamma(2.5), lambda r: r.poisson(3.), lambda r: r.integers(9),
               lambda r: r.laplace(1., 2.)]
    for whole, single in zip(draws, singles):
        rng = reroll.Generator(6)
        first = [single(rng) for _ in range(37)]
        wanted = whole(rng.at(0), 400).tolist()
        assert first == wanted[:37]
        for at, seed in ((20, 6), (36, 6), (38, 6), (300, 6), (37, 7), (37, 6), (0, 6)):
            rng.state = {**rng.state, "next": at, "seed": seed}
            other = reroll.Generator(seed)
            assert [single(rng) for _ in range(9)] == whole(other, 400).tolist()[at:at + 9]
        rng.state = {**rng.state, "next": 20, "stream": 3}
        assert single(rng) == whole(rng._other(6, 3, 20), 1)[0]


def test_covariances_that_are_symmetric_to_rounding():
    """A product such as B D B' differs from its transpose by an ulp: the samples are still those of the library."""
    b = np.random.default_rng(0).normal(size=(5, 5))
    cov, mean = b @ np.diag([1, 2, 3, 4, 5.]) @ b.T, np.arange(5.)
    cov[0, 4] = np.nextafter(cov[4, 0], 9)
    whole, rng = reroll.Generator(1).multivariate_normal(mean, cov, 100), reroll.Generator(1)
    assert (whole == reroll.Generator(1).sample("multivariate-normal", mean, cov, size=100)).all()
    assert (whole == [rng.multivariate_normal(mean, cov) for _ in range(100)]).all()


@pytest.mark.parametrize("cov", [np.diag([1, 2, 3, 4, -1.]), np.triu(np.full((5, 5), .2)) + np.eye(5)])
def test_splits_of_what_is_no_covariance(cov):
    rng, mean = reroll.Generator(1), np.arange(5.)
    whole = rng.at(0).multivariate_normal(mean, cov, 100, "ignore")
    assert (whole == [rng.multivariate_normal(mean, cov, check_valid="ignore") for _ in range(100)]).all()


def test_a_size_is_a_sequence_of_integers():
    for bad in ({3, 2}, {2: 1}, iter([2, 3]), (True, 2), [np.True_]):
        with pytest.raises(TypeError, match="^size takes an integer or a sequence of integers, not"):
            reroll.Generator(1).normal(size=bad)
    for size in (range(2, 4), np.array([2, 3]), [2, 3]):
        assert reroll.Generator(1).normal(size=size).shape == (2, 3)


def test_counts_in_arrays_of_floats():
    for name, given in (("binomial", (np.array(2.7), 1.)), ("hypergeometric", (np.array(2.7), 3, 2))):
        with pytest.raises(TypeError, match="Cannot cast scalar"):
            getattr(reroll.Generator(1), name)(*given)
