# SPDX-License-Identifier: MIT OR Apache-2.0
"""reroll.jax without JAX: its code on a stand-in, with NumPy's functions as jax.numpy. Draws are the Generator's, and
derivatives are differences of the CDF. What JAX itself does is tested by test_jax.py."""
import types

import numpy as np
import pytest

import reroll
from stand_ins import instead

special = pytest.importorskip("scipy.special")
KEY = np.array([0, 7], "u4")


class CustomJvp:
    """A function with its rule of derivatives."""

    def __init__(self, function, nondiff_argnums):
        assert nondiff_argnums == (2,)
        self.function = function

    def __call__(self, *given):
        return self.function(*given)

    def defjvp(self, rule):
        self.jvp = rule
        return rule


def callback(function, result, *given, vmap_method):
    made = function(*given)
    assert (made.shape, made.dtype) == (result.shape, result.dtype) and vmap_method == "sequential"
    return made


def gamma_slope(a, x):
    """-(dF/da) / f of a standard gamma sample x."""
    step = 1e-4 * a
    density = np.exp(special.xlogy(a - 1, x) - x - special.gammaln(a))
    with np.errstate(all="ignore"):   # of samples that underflow
        return -(special.gammainc(a + step, x) - special.gammainc(a - step, x)) / (2 * step) / density


def stand_in():
    jax, jnp, typing = (types.ModuleType(name) for name in ("jax", "jax.numpy", "jax.typing"))
    typing.ArrayLike, new = object, types.SimpleNamespace
    vars(jnp).update(vars(np), result_type=lambda weak, *values: np.result_type(*values) if values else np.dtype("f8"))
    vars(jax).update(
        Array=np.ndarray, numpy=jnp, typing=typing, custom_jvp=CustomJvp, pure_callback=callback,
        ShapeDtypeStruct=lambda shape, dtype: new(shape=shape, dtype=dtype),
        dtypes=new(prng_key=np.void, canonicalize_dtype=np.dtype), nn=new(softmax=special.softmax),
        random=new(key_data=lambda key: key.view("u4").reshape(-1)),
        lax=new(random_gamma_grad=gamma_slope, digamma=special.digamma))
    return {"jax": jax, "jax.numpy": jnp, "jax.typing": typing}


@pytest.fixture(scope="module")
def rj():
    with instead(stand_in(), "jax") as module:
        yield module


def rng():
    return reroll.Generator(7)


def same(got, wanted):
    return got.dtype == wanted.dtype and got.shape == wanted.shape and got.tobytes() == wanted.tobytes()


def test_keys(rj):
    assert rj.generator(KEY).state == rj.generator(KEY.view("V8")).state == rng().state
    assert rj.generator(np.array([5, 7], "u4")).seed == 5 << 32 | 7
    wide = np.array([1, 2, 3, 4], "u4")
    assert rj.generator(wide).state == reroll.Generator([1, 2, 3, 4]).state
    for bad, text in ((7, "^key takes a key of jax.random, not int$"), (KEY.astype("i4"), r"not int32\[2\]"),
                      (np.stack([KEY, KEY]), r"not uint32\[2, 2\]: vmap over several$")):
        with pytest.raises(TypeError, match=text):
            rj.normal(bad)


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_draws(rj, kind):
    a = np.linspace(.2, 9, 12).reshape(4, 3).astype(kind)
    how = {"dtype": kind}
    for got, wanted in [
            (rj.gamma(KEY, a), rng().gamma(a, **how)),
            (rj.gamma(KEY, a, (2, 4, 3)), rng().gamma(a, size=(2, 4, 3), **how)),
            (rj.gamma(KEY, 2., (3,), kind), rng().gamma(np.asarray(2., kind), size=3, **how)),
            (rj.loggamma(KEY, a), rng().loggamma(a, **how)),
            (rj.normal(KEY, (4, 3), kind), rng().normal(size=(4, 3), **how)),
            (rj.exponential(KEY, (4, 3), kind), rng().exponential(size=(4, 3), **how)),
            (rj.uniform(KEY, (4, 3), kind), rng().random(size=(4, 3), **how)),
            (rj.uniform(KEY, (9,), kind, -3, 5), np.asarray(-3 + 8 * rng().random(size=9, **how), kind)),
            (rj.sample(KEY, "student-t", a, dtype=kind), rng().student_t(a, **how)),
            (rj.sample(KEY, "weibull", a, a[:1], shape=(2, 4, 3), dtype=kind),
             rng().sample("weibull", a, a[:1], size=(2, 4, 3), **how)),
            (rj.sample(KEY, "poisson", a), rng().poisson(a)),
            (rj.sample(KEY, "poisson", a, dtype="i4"), rng().poisson(a, dtype="i4"))]:
        assert same(got, wanted)
    logs = rng().loggamma(a, **how)
    rows = rj.dirichlet(KEY, a)
    assert same(rows, special.softmax(logs, axis=-1)) and np.allclose(rows.sum(-1), 1)
    assert same(rj.dirichlet(KEY, a[0], (5,)), special.softmax(rng().loggamma(a[0], size=(5, 3), **how), axis=-1))
    assert same(rj.beta(KEY, a, a + 1), rj.dirichlet(KEY, np.stack([a, a + 1], -1))[..., 0])


def test_shapes(rj):
    for shape in (3, np.int64(3), [3], (3,), np.array([3])):
        assert same(rj.normal(KEY, shape, "f4"), rng().normal(size=3, dtype="f4"))
        assert same(rj.exponential(KEY, shape), rng().exponential(size=3)) and rj.uniform(KEY, shape).shape == (3,)
        assert same(rj.gamma(KEY, 2., shape), rng().gamma(2., size=3)) and rj.loggamma(KEY, [2.], shape).shape == (3,)
        assert rj.dirichlet(KEY, [1., 2.], shape).shape == (3, 2) and rj.beta(KEY, 1., [2.], shape).shape == (3,)
        assert same(rj.sample(KEY, "poisson", 2., shape=shape), rng().poisson(2., size=3))
    assert rj.gamma(KEY, np.ones((2, 1)), (0, 2, 1)).shape == (0, 2, 1)
    assert rj.beta(KEY, [1., 2], [[3.], [4]]).shape == (2, 2)
    two = np.zeros((2, 3))
    for call in (rj.normal, rj.exponential, rj.uniform, lambda *v: rj.gamma(KEY, 1., v[1]),
                 lambda *v: rj.loggamma(KEY, 1., v[1]), lambda *v: rj.dirichlet(KEY, [1., 1.], v[1]),
                 lambda *v: rj.beta(KEY, 1., 1., v[1]), lambda *v: rj.sample(KEY, "poisson", 1., shape=v[1])):
        for shape, error, text in ((-3, ValueError, "^negative dimensions are not allowed; shape = -3$"),
                                   ((2, -3), ValueError, r"^negative dimensions are not allowed; shape = \(2, -3\)$"),
                                   (3., TypeError, "^shape takes an integer or a sequence of integers, not 3.0$"),
                                   ((2, 3.), TypeError, r"^shape takes .* not \(2, 3.0\)$")):
            with pytest.raises(error, match=text):
                call(KEY, shape)
    for call, text in ((lambda: rj.uniform(KEY, (3,), minval=two), "minval of shape (2, 3)"),
                       (lambda: rj.uniform(KEY, (2, 1), maxval=two), "maxval of shape (2, 3)"),
                       (lambda: rj.gamma(KEY, two, 3), "a of shape (2, 3)"),
                       (lambda: rj.loggamma(KEY, two, ()), "a of shape (2, 3)"),
                       (lambda: rj.dirichlet(KEY, two, (3,)), "the rows of alpha of shape (2,)"),
                       (lambda: rj.beta(KEY, 1., two, (3,)), "b of shape (2, 3)"),
                       (lambda: rj.sample(KEY, "normal", 0., two, shape=3), "sd of shape (2, 3)")):
        with pytest.raises(ValueError) as why:
            call()
        assert text in str(why.value) and str(why.value).startswith("shape = (")


def test_errors_name_the_callers_parameters(rj):
    bad = np.array([1., -2])
    for call, text in (
            (lambda: rj.gamma(KEY, -1., (2,)), "a = -1.0 is outside"), (lambda: rj.gamma(KEY, bad, (3, 2)), "a[1] = -2"),
            (lambda: rj.loggamma(KEY, -1., (2,)), "a = -1.0"), (lambda: rj.loggamma(KEY, bad[:, None]), "a[1, 0] = -2"),
            (lambda: rj.dirichlet(KEY, bad, (3,)), "alpha[1] = -2"), (lambda: rj.beta(KEY, -1., 1.), "a = -1.0"),
            (lambda: rj.beta(KEY, bad, 1.), "a[1] = -2"), (lambda: rj.beta(KEY, 1., bad, (3, 2)), "b[1] = -2"),
            (lambda: rj.beta(KEY, -1., np.ones((3, 2))), "a = -1.0"),
            (lambda: rj.sample(KEY, "gamma", -1., shape=2), "shape = -1.0"),
            (lambda: rj.sample(KEY, "beta", 1., bad, shape=(3, 2)), "b[1] = -2")):
        with pytest.raises(reroll.ParameterError) as why:
            call()
        assert str(why.value).startswith(text), why.value


def test_derivatives(rj):
    a = np.array([*[.05, .5, 1, 2.5, 40] * 20, *[1e-3] * 100])   # e to most of the last underflows
    asked = rj._asked(None, {"a": a.shape})
    x, of_x = rj._gamma.jvp(asked, (KEY, a), (None, np.full_like(a, 3)))
    usual = x > 1e-300
    assert same(x, rng().gamma(a)) and np.allclose(of_x[usual], 3 * gamma_slope(a, np.where(usual, x, 1))[usual])
    log, of_log = rj._loggamma.jvp(asked, (KEY, a), (None, np.full_like(a, 3)))
    small = log < -800   # there F = x^a / Gamma(a + 1): a log x - log Gamma(a + 1) is constant
    assert same(log, rng().loggamma(a)) and small.any() and np.allclose(of_log[usual], of_x[usual] / x[usual])
    at, step = a[small], 1e-8
    level = at * log[small] - special.gammaln(at + 1)
    moved = [(level + special.gammaln(at + s + 1)) / (at + s) for s in (step, -step)]
    assert np.allclose(of_log[small], 3 * (moved[0] - moved[1]) / (2 * step), 1e-8)


def test_what_is_refused(rj):
    for call, error, text in (
            (lambda: rj.gamma(KEY, 2., dtype="f2"), TypeError, "^samples of float16 are not available: float32 and float64"),
            (lambda: rj.normal(KEY, dtype="i4"), TypeError, "^samples of int32 are not available"),
            (lambda: rj.sample(KEY, "gama", 2.), ValueError, "did you mean"),
            (lambda: rj.sample(KEY, "gamma"), TypeError, "gamma needs shape"),
            (lambda: rj.sample(KEY, "dirichlet", np.ones(3)), ValueError, "^dirichlet has arrays as samples or parameters: sample takes"),
            (lambda: rj.dirichlet(KEY, 2.), ValueError, "^alpha must have at least one axis")):
        with pytest.raises(error, match=text):
            call()
