# SPDX-License-Identifier: MIT OR Apache-2.0
"""reroll.jax: a key's numbers are those of its Generator, under jit and vmap; derivatives against JAX's own and against the
CDF. `make test-torch` installs JAX too."""
import doctest

import numpy as np
import pytest

import reroll

jax = pytest.importorskip("jax", reason="JAX is not installed: make test-torch")
rj = pytest.importorskip("reroll.jax")
jnp = jax.numpy
KEY = jax.random.key(7)


@pytest.fixture(params=["f4", "f8"])
def kind(request):
    """For all threads, since callbacks run in others."""
    jax.config.update("jax_enable_x64", request.param == "f8")
    yield request.param
    jax.config.update("jax_enable_x64", False)


def rng(key=KEY):
    return rj.generator(key)


def same(x, array):
    return np.asarray(x).tobytes() == np.asarray(array).tobytes() and x.shape == np.shape(array)


def test_a_key_is_a_seed():
    assert rng().state == rng(jax.random.PRNGKey(7)).state == reroll.Generator(7).state
    words = np.asarray(jax.random.key_data(jax.random.split(KEY)[0])).tolist()
    assert rng(jax.random.split(KEY)[0]).seed == words[0] << 32 | words[1]
    wide = jax.random.key(7, impl="rbg")   # four words
    assert rng(wide).seed == reroll.Generator(np.asarray(jax.random.key_data(wide)).tolist()).seed
    assert same(rj.gamma(wide, 2., (3,)), rng(wide).gamma(2., size=3, dtype="f4"))


@pytest.mark.parametrize("jit", [lambda f: f, jax.jit])
def test_numbers_are_the_generators(kind, jit):
    a = jnp.asarray(np.linspace(.2, 9, 12).reshape(4, 3), kind)
    host = np.asarray(a)
    for got, wanted in [
            (jit(rj.gamma)(KEY, a), rng().gamma(host, dtype=kind)),
            (jit(lambda k: rj.gamma(k, a, (2, 4, 3)))(KEY), rng().gamma(host, size=(2, 4, 3), dtype=kind)),
            (jit(rj.loggamma)(KEY, a), rng().loggamma(host, dtype=kind)),
            (jit(lambda k: rj.normal(k, (4, 3)))(KEY), rng().normal(size=(4, 3), dtype=kind)),
            (jit(lambda k: rj.exponential(k, (4, 3)))(KEY), rng().exponential(size=(4, 3), dtype=kind)),
            (jit(lambda k: rj.uniform(k, (4, 3)))(KEY), rng().random(size=(4, 3), dtype=kind)),
            (jit(lambda k: rj.sample(k, "student-t", a))(KEY), rng().student_t(host, dtype=kind)),
            (jit(lambda k: rj.sample(k, "poisson", a))(KEY), rng().poisson(host, dtype="i4" if kind == "f4" else "i8")),
            (jit(lambda k: rj.gamma(k, a, (0, 4, 3)))(KEY), np.empty((0, 4, 3), kind)),
            (jit(lambda k: rj.gamma(k, 2.))(KEY), np.asarray(rng().gamma(np.asarray(2., kind), dtype=kind), kind))]:
        assert got.dtype == wanted.dtype and same(got, wanted)
    rows = jit(rj.dirichlet)(KEY, a)
    logs = rng().loggamma(host, dtype=kind).astype("f8")
    wanted = np.exp(logs) / np.exp(logs).sum(-1, keepdims=True)
    assert rows.dtype == kind and np.allclose(rows, wanted, rtol=1e-5)
    assert jit(lambda k: rj.dirichlet(k, a[0], (5,)))(KEY).shape == (5, 3)
    assert same(jit(rj.beta)(KEY, a, 2.), rj.dirichlet(KEY, jnp.stack([a, jnp.full_like(a, 2)], -1))[..., 0])
    ends = rj.uniform(KEY, (1000,), minval=-3, maxval=5)
    assert ends.min() >= -3 and ends.max() <= 5 and ends.dtype == kind


def test_vmap():
    keys, a = jax.random.split(KEY, 4), jnp.array([.5, 2, 9, 1])
    x = jax.vmap(lambda k: rj.gamma(k, 2., (3,)))(keys)
    assert same(x, np.stack([rng(k).gamma(2., size=3, dtype="f4") for k in keys]))
    x = jax.jit(jax.vmap(rj.gamma))(keys, a)
    assert same(x, np.array([rng(k).gamma(v, dtype="f4") for k, v in zip(keys, np.asarray(a))], "f4"))
    x = jax.vmap(lambda v: rj.gamma(KEY, v))(a)   # one key: the same random bits, as with jax.random
    assert same(x, np.array([rng().gamma(v, dtype="f4") for v in np.asarray(a)], "f4"))


def test_derivatives(kind):
    a = jnp.asarray([*[.05, .5, 1, 2.5, 40] * 20, *[1e-3] * 100], kind)   # of the last, most underflow in float32
    x, slope = jax.jvp(jax.jit(lambda v: rj.gamma(KEY, v)), (a,), (jnp.ones_like(a),))
    within = 1e-4 if kind == "f4" else 1e-12   # compiled formulas are rounded differently
    assert np.allclose(slope, jax.lax.random_gamma_grad(a, x), within, 1e-30)
    assert same(x, rng().gamma(np.asarray(a), dtype=kind))
    log, of_log = np.asarray(rj.loggamma(KEY, a)), np.asarray(jax.jit(jax.grad(lambda v: rj.loggamma(KEY, v).sum()))(a))
    usual, small = log > -60, log < -80
    assert np.allclose(of_log[usual], np.asarray(slope / x)[usual], 10 * within)
    assert small.any() and np.allclose(of_log[small], ((jax.lax.digamma(a + 1) - log) / a)[small], 1e-4)


def test_dirichlet_derivative():
    """A row is the softmax of loggamma samples."""
    alpha = jnp.array([[.5, 2, 9], [1, 1, 1]])
    slope = jax.grad(lambda v: rj.loggamma(KEY, v).sum())(alpha)
    rows = rj.dirichlet(KEY, alpha)
    made = jax.jit(jax.grad(lambda v: rj.dirichlet(KEY, v)[:, 0].sum()))(alpha)
    assert np.allclose(made, rows[:, :1] * (np.eye(3)[0] - rows) * slope, 1e-4, 1e-6)


@pytest.mark.parametrize("name", ["gamma", "loggamma"])
def test_derivative_of_a_parameter_that_broadcasts(name):
    """It is the sum of those of the samples, and under vmap that of each element."""
    draw, a = getattr(rj, name), jnp.array([[.5], [2]])
    got = jax.grad(lambda v: draw(KEY, v, (4, 2, 3)).sum())(a)
    whole = jax.grad(lambda v: draw(KEY, v).sum())(jnp.broadcast_to(a, (4, 2, 3)))
    assert got.shape == a.shape and np.allclose(got, whole.sum((0, 2))[:, None], 1e-5)
    each = jax.vmap(jax.grad(lambda v: draw(KEY, v, 5).sum()))(a[:, 0])
    assert np.allclose(each, [jax.grad(lambda v: draw(KEY, v, 5).sum())(v) for v in a[:, 0]], 1e-5)
    assert same(draw(KEY, 2, 5), draw(KEY, jnp.full(5, 2.)))


def test_gamma_derivative_is_implicit(kind):
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(40):
        a = jnp.tile(jnp.array([.3, .5, 1, 2.5, 40]), 4)
        x, slope = jax.jvp(lambda v: rj.gamma(KEY, v), (a,), (jnp.ones_like(a),))
        for v, at, got in zip(map(float, a), map(float, x), slope):
            step = mpmath.mpf(v) / 10**12
            of = [mpmath.gammainc(v + s, 0, at, regularized=True) for s in (-step, step)]
            density = mpmath.mpf(at)**(v - 1) * mpmath.exp(-at) / mpmath.gamma(v)
            assert abs(float(got) / float((of[0] - of[1]) / (2 * step) / density) - 1) < (1e-4 if kind == "f4" else 1e-9)


def test_many_calls_in_a_row():
    """Callbacks of large arrays do not wait for each other for ever."""
    draw = jax.jit(lambda k, a: rj.gamma(k, a).sum())
    a = jnp.full(10**5, 2.)
    total = sum(draw(k, a) for k in jax.random.split(KEY, 30))
    assert abs(float(total) / (2 * 30 * 10**5) - 1) < .01


def test_errors():
    with pytest.raises(TypeError, match="key takes a key of jax.random, not int"):
        rj.gamma(7, 2.)
    with pytest.raises(TypeError, match=r"key takes one key of jax.random, not uint32\[3, 2\]"):
        rj.gamma(jax.random.split(KEY, 3), 2.)
    with pytest.raises(TypeError, match="samples of float16 are not available: float32 and float64 are"):
        rj.gamma(KEY, 2., dtype="f2")
    with pytest.raises(ValueError, match="did you mean"):
        rj.sample(KEY, "gama", 2.)
    with pytest.raises(TypeError, match="gamma needs shape"):
        rj.sample(KEY, "gamma")
    with pytest.raises(ValueError, match="dirichlet has arrays"):
        rj.sample(KEY, "dirichlet", jnp.ones(3))
    with pytest.raises(ValueError, match="alpha must have at least one axis"):
        rj.dirichlet(KEY, 2.)
    for call, text in ((lambda: rj.gamma(KEY, jnp.array([1., -2.])), r"a\[1\] = -2"),
                       (lambda: rj.gamma(KEY, -1., (2,)), "a = -1"), (lambda: rj.beta(KEY, 1., -1., (2,)), "b = -1"),
                       (lambda: rj.dirichlet(KEY, jnp.array([1., -2.]), (2,)), r"alpha\[1\] = -2")):
        with pytest.raises(Exception, match=f"ParameterError: {text}"):
            jax.jit(call)().block_until_ready()
    with pytest.raises(ValueError, match=r"^shape = \(3,\) does not fit minval of shape \(2, 3\)"):
        jax.jit(lambda low: rj.uniform(KEY, 3, minval=low))(jnp.zeros((2, 3)))
    with pytest.raises(ValueError, match="do not support JVP"):
        jax.grad(lambda v: rj.sample(KEY, "student-t", v))(3.)


def test_examples():
    result = doctest.testmod(rj)
    assert result.failed == 0 and result.attempted
