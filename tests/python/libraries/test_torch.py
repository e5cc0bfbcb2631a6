# SPDX-License-Identifier: MIT OR Apache-2.0
"""reroll.torch: the Generator's numbers as tensors; gradients against PyTorch's at the same samples, against the CDF and
against differences of draws; distributions that replace those of torch.distributions. `make test-torch` installs PyTorch."""
import copy
import doctest
import math
import pathlib
import pickle

import numpy as np
import pytest

import reroll

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make test-torch")
rt = pytest.importorskip("reroll.torch")
from torch import distributions as td   # noqa: E402

KINDS = {"f4": torch.float32, "f8": torch.float64}
SHAPES = [.05, .3, 1., 2.5, 40., 1e4]

# name: (valid parameters, the call of Generator)
CALLS = {
    "normal": ((-3., .5), lambda r, *v, **k: r.normal(*v, **k)),
    "uniform": ((-3., .5), lambda r, *v, **k: r.uniform(*v, **k)),
    "exponential": ((3.,), lambda r, *v, **k: r.exponential(*v, **k)),
    "gamma": ((2.5, 3.), lambda r, *v, **k: r.gamma(*v, **k)),
    "inverse_gamma": ((2.5, 3.), lambda r, *v, **k: r.inverse_gamma(*v, **k)),
    "chisquare": ((2.5,), lambda r, *v, **k: r.chisquare(*v, **k)),
    "beta": ((2.5, .4), lambda r, *v, **k: r.beta(*v, **k)),
    "student_t": ((2.5, -3., .5), lambda r, *v, **k: r.student_t(*v, **k)),
    "laplace": ((-3., .5), lambda r, *v, **k: r.laplace(*v, **k)),
    "logistic": ((-3., .5), lambda r, *v, **k: r.logistic(*v, **k)),
    "gumbel": ((-3., .5), lambda r, *v, **k: r.gumbel(*v, **k)),
    "cauchy": ((-3., .5), lambda r, *v, **k: r.cauchy(*v, **k)),
    "lognormal": ((-3., .5), lambda r, *v, **k: r.lognormal(*v, **k)),
    "half_normal": ((3.,), lambda r, *v, **k: r.half_normal(*v, **k)),
    "weibull": ((2.5, 3.), lambda r, *v, **k: r.sample("weibull", *v, **k)),
    "pareto": ((2.5, 3.), lambda r, *v, **k: r.sample("pareto", *v, **k)),
}
# Those whose draw is a smooth function of the parameters, at constant random bits.
SMOOTH = ["normal", "uniform", "exponential", "laplace", "logistic", "gumbel", "cauchy", "lognormal", "half_normal",
          "weibull", "pareto"]


def rng(seed=7):
    return reroll.Generator(seed)


def function(name):
    return getattr(rt, name)


def grown(values, kind, shape=(5, 3)):
    """The parameters as arrays that broadcast: the first is a column, the last a row."""
    steps = np.linspace(1, 1.7, shape[0] if len(values) > 1 else shape[-1])
    made = [np.full(shape[-1], v) for v in values]
    made[0] = (values[0] * steps)[:, None] if len(values) > 1 else values[0] * steps
    made[-1] = np.asarray(values[-1]) if len(values) == 3 else made[-1]
    return [np.asarray(m, kind) for m in made]


def same(tensor, array):
    return tensor.detach().numpy().tobytes() == np.asarray(array).tobytes() and tuple(tensor.shape) == np.shape(array)


# ---- Numbers ----

def test_every_function_is_tested():
    names = {n for n in rt.__all__ if n[0].islower()}
    assert names == {*CALLS, "dirichlet"}
    assert all(hasattr(rt, n) for n in rt.__all__)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CALLS)
def test_numbers_are_the_generators(name, kind):
    values, call = CALLS[name]
    one, two = rng(), rng()
    arrays = grown(values, kind)
    x = function(name)(one, *map(torch.from_numpy, arrays))
    assert x.dtype == KINDS[kind] and same(x, call(two, *arrays, dtype=kind)) and one.next == two.next
    x = function(name)(one, *map(torch.from_numpy, arrays), size=(2, 5, 3))
    assert same(x, call(two, *arrays, size=(2, 5, 3), dtype=kind))
    x = function(name)(one, *values, size=4, dtype=KINDS[kind])   # parameters that are numbers
    assert same(x, call(two, *values, size=4, dtype=kind)) and one.next == two.next
    child = one.child("theta")
    single = np.asarray(call(two.child("theta"), *values, dtype=kind), kind)
    assert same(function(name)(child, *values, dtype=KINDS[kind]), single)
    strided = torch.from_numpy(arrays[0]).expand(5, 3).t().contiguous().t()
    x = function(name)(one, strided, *map(torch.from_numpy, arrays[1:]))
    assert same(x, call(two, *arrays, size=(5, 3), dtype=kind))


@pytest.mark.parametrize("kind", KINDS)
def test_dirichlet_rows_are_the_generators(kind):
    alpha, rows = np.array([.3, 2, 9], kind), np.linspace(.2, 4, 12).reshape(4, 3).astype(kind)
    assert same(rt.dirichlet(rng(), torch.from_numpy(alpha), (4, 2)), rng().dirichlet(alpha, size=(4, 2), dtype=kind))
    assert same(rt.dirichlet(rng(), [.3, 2, 9], 4, dtype=KINDS[kind]), rng().dirichlet(alpha, size=4, dtype=kind))
    assert same(rt.dirichlet(rng(), torch.from_numpy(rows)), rng().sample("dirichlet", rows, dtype=kind))
    assert same(rt.dirichlet(rng(), torch.from_numpy(rows), (2, 4)), rng().sample("dirichlet", rows, size=(2, 4), dtype=kind))
    assert same(rt.dirichlet(rng(), torch.from_numpy(np.tile(alpha, (4, 1)))), rng().dirichlet(alpha, size=4, dtype=kind))


def test_dtypes_and_devices():
    single, double = torch.ones(2), torch.ones(2, dtype=torch.float64)
    assert rt.normal(rng()).dtype == torch.float32 and rt.normal(rng()).shape == ()
    assert rt.gamma(rng(), single, double).dtype == torch.float64
    assert rt.gamma(rng(), single, 2.).dtype == torch.float32
    assert rt.gamma(rng(), torch.arange(1, 3), 2).dtype == torch.float32
    assert rt.gamma(rng(), double, dtype=torch.float32).dtype == torch.float32
    assert same(rt.gamma(rng(), np.array([1., 2.])), rng().gamma([1., 2.]))
    for bad in (torch.float16, torch.bfloat16, torch.int64, torch.complex64):
        with pytest.raises(TypeError, match="float32 and torch.float64 are"):
            rt.normal(rng(), dtype=bad)
        with pytest.raises(TypeError):
            rt.gamma(rng(), torch.ones(2).to(bad) * (1j if bad.is_complex else 1), dtype=None if bad != torch.int64 else bad)
    with pytest.raises(TypeError, match="meta: cpu and cuda are accepted"):
        rt.gamma(rng(), torch.ones(2, device="meta"))
    with pytest.raises(ValueError, match="different devices: cpu, meta"):
        rt.gamma(rng(), torch.ones(2, device="meta"), torch.ones(2))


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU that PyTorch can use")
@pytest.mark.parametrize("name", CALLS)
def test_on_a_gpu(name):
    values, _ = CALLS[name]
    arrays = [torch.from_numpy(a) for a in grown(values, "f4")]
    there = [a.cuda().requires_grad_() for a in arrays]
    here = [a.requires_grad_() for a in arrays]
    x, y = function(name)(rng(), *here), function(name)(rng(), *there)
    assert y.device.type == "cuda" and same(x, y.detach().cpu().numpy())
    x.sum().backward(), y.sum().backward()
    for a, b in zip(here, there):
        assert torch.allclose(a.grad, b.grad.cpu(), rtol=1e-4, atol=1e-5)


def test_zero_size():
    for name, (values, _) in CALLS.items():
        first = torch.full((0, 3), values[0], requires_grad=True)
        r = rng()
        x = function(name)(r, first, *values[1:])
        assert x.shape == (0, 3) and r.next == 0
        x.sum().backward()
        assert first.grad.shape == (0, 3)
    alpha = torch.ones(3, requires_grad=True)
    rt.dirichlet(rng(), alpha, 0).sum().backward()
    assert not alpha.grad.any() and rt.dirichlet(rng(), torch.ones(0, 3)).shape == (0, 3)
    assert rt.Gamma(torch.ones(2), torch.ones(2), generator=rng()).rsample((0,)).shape == (0, 2)


def test_what_requires_no_grad():
    shape = torch.ones(3, requires_grad=True)
    assert not rt.gamma(rng(), torch.ones(3)).requires_grad and not rt.normal(rng()).requires_grad
    with torch.no_grad():
        assert not rt.gamma(rng(), shape).requires_grad
    x = rt.gamma(rng(), shape)
    assert x.requires_grad and same(x, rng().gamma(np.ones(3, "f4"), dtype="f4"))
    assert not rt.Gamma(shape, 1., generator=rng()).sample().requires_grad


# ---- Gradients ----

def gradient(call, *parameters, weights=None):
    """The gradients of the parameters for a sum of the result with weights, and the result."""
    leaves = [p.clone().requires_grad_() for p in parameters]
    x = call(*leaves)
    made = torch.autograd.grad((x * (torch.ones_like(x) if weights is None else weights)).sum(), leaves)
    return x.detach(), made


@pytest.mark.parametrize("kind,within", [("f4", 1e-3), ("f8", 1e-12)])
def test_gamma_gradient_is_pytorchs(kind, within):
    """float32: PyTorch's are computed in float32 from the same functions."""
    shape = torch.tensor(SHAPES, dtype=KINDS[kind]).repeat(200)
    x, (of_shape,) = gradient(lambda a: rt.gamma(rng(), a), shape)
    wanted = torch._standard_gamma_grad(shape, x.clamp_min(torch.finfo(x.dtype).tiny))
    assert torch.allclose(of_shape, wanted, rtol=within, atol=1e-30)
    scale = torch.rand(shape.shape, dtype=shape.dtype) + .5
    x, (of_shape, of_scale) = gradient(lambda a, s: rt.gamma(rng(), a, s), shape, scale)
    assert torch.allclose(of_shape, scale * torch._standard_gamma_grad(shape, x / scale), rtol=within, atol=1e-30)
    assert torch.allclose(of_scale, x / scale)


@pytest.mark.parametrize("kind,within", [("f4", 2e-3), ("f8", 1e-9)])
def test_beta_and_dirichlet_gradients_are_pytorchs(kind, within):
    alpha = torch.tensor([[.5, 2, 9], [3, 3, 3], [1, .8, 40]], dtype=KINDS[kind]).repeat(50, 1)
    weights = torch.randn(alpha.shape, dtype=alpha.dtype)
    x, (got,) = gradient(lambda a: rt.dirichlet(rng(), a), alpha, weights=weights)
    wanted = td.dirichlet._Dirichlet_backward(x, alpha, weights)
    assert torch.allclose(got, wanted, rtol=within, atol=1e-5 if kind == "f4" else 1e-12)
    a, b = alpha[:, 0], alpha[:, 1]
    x, (of_a, of_b) = gradient(lambda a, b: rt.beta(rng(), a, b), a, b)
    pair = torch.stack([x, 1 - x], -1)
    first = torch.tensor([1., 0], dtype=x.dtype).expand_as(pair)
    wanted = td.dirichlet._Dirichlet_backward(pair, torch.stack([a, b], -1), first)
    assert torch.allclose(torch.stack([of_a, of_b], -1), wanted, rtol=within, atol=1e-6 if kind == "f4" else 1e-12)


def implicit(cdf, density, values, p, x):
    """-(dF/dp) / f at the samples x, by a central difference of 40 digits in parameter p."""
    mpmath = pytest.importorskip("mpmath")
    made = []
    with mpmath.workdps(40):
        for row in zip(x, *values):
            at, *now = (mpmath.mpf(float(v)) for v in row)
            step = mpmath.mpf(10)**-12 * (abs(now[p]) + mpmath.mpf(10)**-3)
            low, high = list(now), list(now)
            low[p], high[p] = now[p] - step, now[p] + step
            made.append(float(-(cdf(at, *high) - cdf(at, *low)) / (2 * step) / density(at, *now)))
    return np.array(made)


def _mp():
    return pytest.importorskip("mpmath")


CDFS = {
    "gamma": (lambda x, a, s: _mp().gammainc(a, 0, x / s, regularized=True),
              lambda x, a, s: (x / s)**(a - 1) * _mp().exp(-x / s) / _mp().gamma(a) / s),
    "chisquare": (lambda x, d: _mp().gammainc(d / 2, 0, x / 2, regularized=True),
                  lambda x, d: (x / 2)**(d / 2 - 1) * _mp().exp(-x / 2) / _mp().gamma(d / 2) / 2),
    "inverse_gamma": (lambda x, a, s: _mp().gammainc(a, s / x, _mp().inf, regularized=True),
                      lambda x, a, s: s**a / _mp().gamma(a) * x**(-a - 1) * _mp().exp(-s / x)),
    "beta": (lambda x, a, b: _mp().betainc(a, b, 0, x, regularized=True),
             lambda x, a, b: x**(a - 1) * (1 - x)**(b - 1) / _mp().beta(a, b)),
    "student_t": (lambda x, d, m, s: (1 + _mp().sign(x - m) * (1 - _mp().betainc(
                      d / 2, _mp().mpf(1) / 2, 0, d / (d + ((x - m) / s)**2), regularized=True))) / 2,
                  lambda x, d, m, s: (1 + ((x - m) / s)**2 / d)**(-(d + 1) / 2) / _mp().sqrt(d) / _mp().beta(
                      d / 2, _mp().mpf(1) / 2) / s),
    "normal": (lambda x, m, s: _mp().ncdf((x - m) / s), lambda x, m, s: _mp().npdf((x - m) / s) / s),
    "uniform": (lambda x, low, high: (x - low) / (high - low), lambda x, low, high: 1 / (high - low)),
    "exponential": (lambda x, s: -_mp().expm1(-x / s), lambda x, s: _mp().exp(-x / s) / s),
    "laplace": (lambda x, m, s: (1 - _mp().sign(x - m) * _mp().expm1(-abs(x - m) / s)) / 2,
                lambda x, m, s: _mp().exp(-abs(x - m) / s) / (2 * s)),
    "logistic": (lambda x, m, s: 1 / (1 + _mp().exp(-(x - m) / s)),
                 lambda x, m, s: _mp().sech((x - m) / (2 * s))**2 / (4 * s)),
    "gumbel": (lambda x, m, s: _mp().exp(-_mp().exp(-(x - m) / s)),
               lambda x, m, s: _mp().exp(-(x - m) / s - _mp().exp(-(x - m) / s)) / s),
    "cauchy": (lambda x, m, s: _mp().atan((x - m) / s) / _mp().pi, lambda x, m, s: s / (_mp().pi * (s * s + (x - m)**2))),
    "lognormal": (lambda x, m, s: _mp().ncdf((_mp().log(x) - m) / s),
                  lambda x, m, s: _mp().npdf((_mp().log(x) - m) / s) / (s * x)),
    "half_normal": (lambda x, s: _mp().erf(x / s / _mp().sqrt(2)), lambda x, s: 2 * _mp().npdf(x / s) / s),
    "weibull": (lambda x, a, s: -_mp().expm1(-(x / s)**a),
                lambda x, a, s: a / s * (x / s)**(a - 1) * _mp().exp(-(x / s)**a)),
    "pareto": (lambda x, a, s: 1 - (1 + x / s)**-a, lambda x, a, s: a / s * (1 + x / s)**(-a - 1)),
}
# The largest relative error, of any parameter: that of PyTorch's own functions where these are used.
WITHIN = {"gamma": 1e-3, "chisquare": 1e-3, "inverse_gamma": 1e-3, "beta": 2e-3, "student_t": 1e-2}


@pytest.mark.parametrize("name", CDFS)
def test_gradients_are_implicit(name):
    """Against differences of the CDF, of many parameters."""
    values = [torch.from_numpy(np.broadcast_to(v, (5, 3)).reshape(-1).copy()) for v in grown(CALLS[name][0], "f8")]
    values = [v.repeat(2) for v in values]
    if name in ("gamma", "chisquare", "inverse_gamma", "beta"):
        values[0] = torch.tensor([.05, .3, 1., 2.5, 40.], dtype=torch.float64).repeat(6)
    if name == "student_t":
        values[0] = torch.tensor([.4, 1, 4.5, 15, 25, 60, 300, 1e4, 1e6, 3], dtype=torch.float64).repeat(3)
    x, got = gradient(lambda *v: function(name)(rng(), *v), *values)
    cdf, density = CDFS[name]
    for p, of in enumerate(got):
        wanted = implicit(cdf, density, [v.numpy() for v in values], p, x.numpy())
        within = WITHIN.get(name, 1e-7) if p == 0 or name == "beta" else 1e-7
        assert np.allclose(of.numpy(), wanted, rtol=within, atol=1e-10), np.max(np.abs(of.numpy() / wanted - 1))


def test_dirichlet_gradient_is_implicit_in_each_component():
    """Along alpha's component j, component j of a row is a beta sample, and the others keep their ratios."""
    alpha = torch.tensor([.5, 2, 9], dtype=torch.float64)
    x = rt.dirichlet(rng(), alpha, 20)
    for j in range(3):
        made = []
        for i in range(3):
            weights = torch.zeros(20, 3, dtype=torch.float64)
            weights[:, i] = 1
            leaf = alpha.expand(20, 3).clone().requires_grad_()
            made.append(torch.autograd.grad((rt.dirichlet(rng(), leaf) * weights).sum(), leaf)[0][:, j].numpy())
        a, rest = alpha[j].item(), (alpha.sum() - alpha[j]).item()
        cdf, density = CDFS["beta"]
        wanted = implicit(cdf, density, [np.full(20, a), np.full(20, rest)], 0, x[:, j].numpy())
        assert np.allclose(made[j], wanted, rtol=2e-3)
        assert np.allclose(sum(made), 0, atol=1e-12)
        for i in set(range(3)) - {j}:
            assert np.allclose(made[i], -wanted * x[:, i].numpy() / (1 - x[:, j].numpy()), rtol=2e-3)


@pytest.mark.parametrize("name", SMOOTH)
def test_gradcheck(name):
    """Differences of draws with the same random bits."""
    values = [torch.from_numpy(np.array(v)).requires_grad_() for v in grown(CALLS[name][0], "f8")]
    assert torch.autograd.gradcheck(lambda *v: function(name)(rng(), *v), values, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("name", SMOOTH)
def test_gradgradcheck(name):
    values = [torch.from_numpy(np.array(v)).requires_grad_() for v in grown(CALLS[name][0], "f8")]
    assert torch.autograd.gradgradcheck(lambda *v: function(name)(rng(), *v), values, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("call", [lambda a: rt.gamma(rng(), a), lambda a: rt.beta(rng(), a, 2.),
                                  lambda a: rt.chisquare(rng(), a), lambda a: rt.dirichlet(rng(), a), lambda a: rt.student_t(rng(), a),
                                  lambda a: td.Gamma(a, 1.).rsample(), lambda a: td.Dirichlet(a).rsample()])
def test_second_derivatives_in_a_shape_are_refused(call):
    """As by PyTorch, in the last two."""
    a = torch.tensor([.5, 2, 9], requires_grad=True)
    with pytest.raises((NotImplementedError, RuntimeError), match="not implemented|not have been used"):
        made, = torch.autograd.grad((call(a)**2).sum(), a, create_graph=True)
        torch.autograd.grad(made.sum(), a)


def test_float32_gradients_are_finite():
    """PyTorch's own are inf here: pytorch/pytorch issue 127387."""
    a = torch.tensor([2.**16 + 1039], requires_grad=True)
    rt.beta(rng(), a, 1.5, size=(16384, 1)).mean().backward()
    assert abs(a.grad.item() * (a.item() + 1.5)**2 / 1.5 - 1) < .05   # the derivative of the mean a / (a + b)
    for shape in (1e-3, 1e-2):   # most samples are 0 in float32
        a = torch.full((1000,), shape, requires_grad=True)
        x = rt.gamma(rng(), a)
        x.sum().backward()
        assert (x == 0).any() and a.grad.isfinite().all()
        b = torch.full((1000,), shape, requires_grad=True)
        rt.beta(rng(), b, b).sum().backward()
        assert b.grad.isfinite().all()


def test_gradients_of_huge_samples_and_of_samples_that_underflow():
    mean, sigma = torch.full((300,), 84.), torch.full((300,), 1., requires_grad=True)
    x = rt.lognormal(rng(), mean, sigma)
    x[x.detach().isfinite()].sum().backward()
    at, keep = x.detach().double(), x.detach().isfinite()
    assert at[keep].max() > 1e37 and torch.allclose(sigma.grad[keep], (at * (at.log() - 84))[keep].float(), rtol=1e-5)
    x, (of_mean, of_sigma) = gradient(lambda m, s: rt.lognormal(rng(), m, s), torch.tensor(-200.), torch.tensor(1.))
    assert x == of_mean == of_sigma == 0
    x, (of_shape, of_scale) = gradient(lambda a, s: rt.inverse_gamma(rng(), a, s), torch.tensor(1e6), torch.tensor(1e-42))
    assert x == of_shape == of_scale == 0


def digamma(x):
    return torch.digamma(torch.tensor(x, dtype=torch.float64)).item()


# In the tails the variate is a power of a uniform U times a constant: log z = (log U + log Gamma(1 + a)) / a for a gamma,
# and the same with a B(a, 1/2), a = df / 2, for df / (df + t^2).
TAILS = {
    "weibull": (.1, "f4", lambda a: rt.weibull(reroll.Generator(7), a, 1e6), lambda x, a: -x * np.log(x / 1e6) / a),
    "inverse_gamma": (.01, "f8", lambda a: rt.inverse_gamma(reroll.Generator(5), a),
                      lambda x, a: -x * ((digamma(1 + a) + np.log(x)) / a)),
    "student_t": (.01, "f8", lambda a: rt.student_t(reroll.Generator(5), a),
                  lambda x, a: x * ((1 - digamma(1 + a / 2) + digamma((1 + a) / 2) + np.log(a) - 2 * np.log(np.abs(x))) / (2 * a))),
}


@pytest.mark.parametrize("name", TAILS)
def test_gradients_of_the_largest_and_smallest_samples(name):
    """x / scale, t^2 and 1 / z leave the range of floats before x does."""
    value, kind, call, wanted = TAILS[name]
    a = torch.full((200_000,), value, dtype=KINDS[kind], requires_grad=True)
    x = call(a)
    x[x.detach().isfinite()].sum().backward()
    x = x.detach().double().numpy()
    size = np.abs(x)
    seen = ((size > 0) & (size < 1e-36)) | ((size > 1e150) & (size < 1e300))
    made, wanted = a.grad.double().numpy()[seen], wanted(x[seen], value)
    assert seen.sum() > 5 and np.allclose(made, wanted, rtol=1e-3, atol=1e-40)


def test_broadcast_gradients_are_sums():
    column, row = torch.tensor([[.5], [2.], [9.]], dtype=torch.float64), torch.tensor([1., 3.], dtype=torch.float64)
    weights = torch.randn(4, 3, 2, dtype=torch.float64)
    _, (of_column, of_row) = gradient(lambda a, s: rt.gamma(rng(), a, s, (4, 3, 2)), column, row, weights=weights)
    full = column.expand(4, 3, 2).clone(), row.expand(4, 3, 2).clone()
    _, (whole, whole_row) = gradient(lambda a, s: rt.gamma(rng(), a, s), *full, weights=weights)
    assert of_column.shape == (3, 1) and torch.allclose(of_column, whole.sum((0, 2))[:, None])
    assert of_row.shape == (2,) and torch.allclose(of_row, whole_row.sum((0, 1)))
    mixed = torch.tensor(2., requires_grad=True)   # float32, in a float64 draw
    rt.gamma(rng(), mixed, row).sum().backward()
    assert mixed.grad.dtype == torch.float32 and mixed.grad.shape == ()


def test_functional_gradients():
    shape = torch.tensor([.5, 2, 9])
    _, (wanted,) = gradient(lambda a: rt.gamma(rng(), a), shape)
    assert torch.allclose(torch.func.grad(lambda a: rt.gamma(rng(), a).sum())(shape), wanted)


def test_gradient_of_an_expectation():
    """d E[x^2] / d a = 2 a + 1 of a standard gamma, within six standard errors."""
    a = torch.full((10**5,), 2.5, dtype=torch.float64, requires_grad=True)
    made, = torch.autograd.grad((rt.gamma(rng(), a)**2).sum(), a)
    assert abs(made.mean() - 6) < 6 * made.std() / math.sqrt(10**5)


# ---- Distributions ----

ONE, THREE = torch.tensor(1.5), torch.tensor([.5, 2., 9.])
CLASSES = [("Normal", (ONE, THREE)), ("Uniform", (-THREE, THREE)), ("Exponential", (THREE,)), ("Laplace", (THREE, THREE)),
           ("Cauchy", (THREE, THREE)), ("Gumbel", (THREE, THREE)), ("LogNormal", (ONE, THREE)), ("HalfNormal", (THREE,)),
           ("Weibull", (THREE, THREE)), ("Pareto", (THREE, THREE)), ("StudentT", (THREE,)), ("InverseGamma", (THREE, THREE)),
           ("Gamma", (THREE, THREE)), ("Chi2", (THREE,)), ("Beta", (THREE, ONE)), ("Dirichlet", (THREE,)),
           ("MultivariateNormal", (THREE, torch.eye(3) + .5))]


def test_every_class_is_tested():
    assert {n for n, _ in CLASSES} == {n for n in rt.__all__ if n[0].isupper()}


@pytest.mark.parametrize("name,values", CLASSES)
def test_a_class_is_pytorchs_but_for_its_samples(name, values):
    ours, theirs = getattr(rt, name)(*values, generator=rng()), getattr(td, name)(*values)
    assert isinstance(ours, getattr(td, name)) and ours.has_rsample
    assert (ours.batch_shape, ours.event_shape) == (theirs.batch_shape, theirs.event_shape)
    for shape in ((), (4,), (2, 3)):
        x = ours.sample(shape)
        assert x.shape == theirs.sample(shape).shape and torch.equal(ours.log_prob(x), theirs.log_prob(x))
        assert ours.log_prob(x).isfinite().all() and ours.support.check(x).all()
    assert torch.equal(ours.mean, theirs.mean) or ours.mean.isnan().any()
    assert torch.equal(ours.variance, theirs.variance) or ours.variance.isnan().any()
    at = ours.generator.next
    assert torch.equal(ours.rsample((4,)), getattr(rt, name)(*values, generator=rng().at(at)).sample((4,)))
    assert torch.equal(ours.sample((4,), generator=rng(3)), getattr(rt, name)(*values, generator=rng(3)).sample((4,)))
    for copied in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert torch.equal(copied.sample((4,)), getattr(rt, name)(*values, generator=ours.generator.at(ours.generator.next))
                           .sample((4,)))


@pytest.mark.parametrize("name,values", CLASSES)
def test_expand(name, values):
    ours = getattr(rt, name)(*values, generator=rng())
    wide, theirs = ours.expand((2, *ours.batch_shape)), getattr(td, name)(*values).expand((2, *ours.batch_shape))
    assert type(wide) is type(ours) and wide.generator is ours.generator
    assert (wide.batch_shape, wide.event_shape) == (theirs.batch_shape, theirs.event_shape)
    x = wide.rsample((5,))
    assert x.shape == theirs.rsample((5,)).shape and torch.equal(wide.log_prob(x), theirs.log_prob(x))
    again = getattr(rt, name)(*values, generator=rng()).rsample((5, 2))
    assert torch.equal(x, again)   # the same indices
    if wide.batch_shape:
        assert td.Independent(wide, 1).rsample((5,)).shape == x.shape


@pytest.mark.parametrize("name,values", CLASSES)
def test_rsample_has_pytorchs_mean_gradient(name, values):
    """The gradient of a mean of a bounded function of the samples, by both packages, within six standard errors."""
    def per_sample(make, **named):
        leaf = values[0].double().expand(20000, 3).clone().requires_grad_()
        rest = [v.double() for v in values[1:]]
        x = make(leaf, *rest, **named).rsample()
        made, = torch.autograd.grad(torch.tanh(x / 4).sum(), leaf)
        return made

    ours, theirs = per_sample(getattr(rt, name), generator=rng()), per_sample(getattr(td, name))
    error = (ours.var(0) / len(ours) + theirs.var(0) / len(theirs)).sqrt()
    assert ((ours.mean(0) - theirs.mean(0)).abs() <= 6 * error + 1e-9).all()


def test_samples_of_classes_are_the_generators():
    shape, rate = torch.tensor([.5, 2]), torch.tensor([4., .5])
    assert same(rt.Gamma(shape, rate, generator=rng()).sample((3,)),
                rng().gamma(shape.numpy(), 1 / rate.numpy(), size=(3, 2), dtype="f4"))
    assert same(rt.Beta(2., 3., generator=rng()).sample((3,)), rng().beta(np.float32(2), 3, size=3, dtype="f4"))
    assert same(rt.Dirichlet(shape, generator=rng()).sample((3,)), rng().dirichlet(shape.numpy(), size=3, dtype="f4"))
    assert same(rt.Normal(0., 1., generator=rng()).sample((3,)), rng().normal(size=3, dtype="f4"))
    tiny = torch.finfo(torch.float32).tiny
    small = rt.Gamma(torch.full((1000,), 1e-3), 1., generator=rng())
    assert small.sample().min() == tiny and small.log_prob(small.sample()).isfinite().all()
    assert rt.Pareto(2., 3., generator=rng()).sample((100,)).min() >= 2


def test_composition():
    q = rt.Normal(THREE, ONE, generator=rng())
    assert torch.equal(td.kl_divergence(q, td.Normal(0., 1.)), td.kl_divergence(td.Normal(THREE, ONE), td.Normal(0., 1.)))
    through = td.TransformedDistribution(q, [td.transforms.ExpTransform()])
    assert torch.equal(through.rsample((4,)), rt.Normal(THREE, ONE, generator=rng()).rsample((4,)).exp())
    loc = THREE.clone().requires_grad_()
    td.Independent(rt.Gamma(loc, loc, generator=rng()), 1).rsample((4,)).sum().backward()
    assert loc.grad.isfinite().all()


def test_errors():
    for bad in (7, None, np.random.default_rng(1), torch.Generator()):
        with pytest.raises(TypeError, match="takes a reroll.Generator, not"):
            rt.gamma(bad, 2.)
        with pytest.raises(TypeError, match="Gamma needs generator=, a reroll.Generator, not"):
            rt.Gamma(2., 1., generator=bad)
    with pytest.raises(TypeError, match="takes a reroll.Generator, not"):
        rt.Gamma(2., 1., generator=rng()).sample(generator=torch.Generator())
    r = rng()
    for call, what in [(lambda: rt.gamma(r, torch.tensor([1., -2.])), r"shape < 0; shape\[1\] = -2.0"),
                       (lambda: rt.gamma(r, torch.ones(3), torch.ones(2)), r"\(3,\) of shape, \(2,\) of scale"),
                       (lambda: rt.gamma(r, torch.ones(3), size=2), r"Output size \(2,\) is not compatible"),
                       (lambda: rt.gamma(r, torch.ones(3), size=-1), "negative dimensions"),
                       (lambda: rt.weibull(r, torch.tensor([1., -2.])), r"a\[1\] = -2"),
                       (lambda: rt.dirichlet(r, 2.), "alpha must have at least one axis"),
                       (lambda: rt.dirichlet(r, torch.tensor([1., -2.])), "alpha"),
                       (lambda: rt.Gamma(-THREE, 1., generator=r), "constraint")]:
        with pytest.raises(ValueError, match=what):
            call()
    for call in (lambda: rt.gamma(r, "a"), lambda: rt.gamma(r, None), lambda: rt.gamma(r, [1., "a"])):
        with pytest.raises(TypeError, match="shape takes numbers and tensors, not"):
            call()
    assert r.next == 0

    class Own(rt.Gamma):
        def __init__(self):
            super().__init__(2., 1., generator=r)

    with pytest.raises(NotImplementedError, match="Own.*expand"):
        Own().expand((2,))


def test_types(tmp_path):
    pytest.importorskip("jax")
    api = pytest.importorskip("mypy.api")
    sample = pathlib.Path(__file__).parents[1] / "types/torch_sample.py"
    text, errors, status = api.run(["--strict", "--cache-dir", str(tmp_path), "--follow-imports", "silent", str(sample)])
    assert not errors and status == 0, text


def test_examples():
    result = doctest.testmod(rt)
    assert result.failed == 0 and result.attempted
