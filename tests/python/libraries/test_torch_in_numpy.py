# SPDX-License-Identifier: MIT OR Apache-2.0
"""reroll.torch without PyTorch: its code on a stand-in whose tensors are NumPy arrays. Draws are the Generator's, gradients
are differences of SciPy's CDFs, and classes map their parameters. What PyTorch itself does is tested by test_torch.py."""
import contextlib
import types

import numpy as np
import pytest

import reroll
from stand_ins import instead

special = pytest.importorskip("scipy.special")


# ---- The stand-in -----------------------------------------------------------------------------------------------------

class Device(str):
    type = property(str)


class Tensor(np.ndarray):
    """An array with the methods of a tensor that the modules call."""

    device = Device("cpu")
    dim = property(lambda self: lambda: self.ndim)

    def is_complex(self):
        return self.dtype.kind == "c"

    def is_floating_point(self):
        return self.dtype.kind == "f"

    def detach(self):
        return self.view()

    def to(self, what):
        return self if isinstance(what, Device) else self.astype(what)

    def cpu(self):
        return self

    def numpy(self):
        return self.view(np.ndarray)

    def double(self):
        return self.astype("f8")

    def clamp(self, min=None, max=None):
        return np.clip(self, min, max)

    def clamp_(self, min):
        self[...] = np.maximum(self, min)
        return self

    def expand(self, shape):
        return np.broadcast_to(self, shape, subok=True)

    def log1p(self):
        return np.log1p(self)

    def log(self):
        with np.errstate(divide="ignore"):
            return np.log(self)

    def abs(self):
        return np.abs(self)

    def sum(self, axis=None, keepdim=False):
        return tensor(self.numpy().sum(axis, keepdims=keepdim))

    def sum_to_size(self, shape):
        more = self.ndim - len(shape)
        ones = [more + k for k, n in enumerate(shape) if n == 1]
        return tensor(self.numpy().sum((*range(more), *ones), keepdims=True).reshape(shape))

    def unsqueeze(self, axis):
        return np.expand_dims(self, axis)

    def squeeze(self, axis):
        return tensor(self.numpy().squeeze(axis)) if self.shape[axis] == 1 else self


def tensor(values, dtype=None):
    array = np.asarray(values, dtype)
    if array.dtype.kind not in "biufc":
        raise TypeError("not a number")
    return array.view(Tensor)


class Function:
    """A result keeps what backward needs."""

    @classmethod
    def apply(cls, *given):
        ctx = types.SimpleNamespace(needs_input_grad=[isinstance(v, Tensor) for v in given])
        ctx.save_for_backward = lambda *saved: setattr(ctx, "saved_tensors", saved)
        made = cls.forward(*given)
        cls.setup_context(ctx, given, made)
        made.gradients = lambda grad: cls.backward(ctx, grad)[2:]
        return made


def slope(cdf, density, at, value):
    """-(dF/dp) / f, p being `value`."""
    step = 1e-4 * np.abs(value) + 1e-7
    return -(cdf(at, value + step) - cdf(at, value - step)) / (2 * step) / density(at)


def gamma_slope(a, z):
    a, z = map(np.asarray, (a, z))
    density = np.exp((a - 1) * np.log(z) - z - special.gammaln(a))
    return tensor(slope(lambda x, a: special.gammainc(a, x), lambda x: density, z, a))


def dirichlet_slope(x, a, total):
    x, a, b = np.asarray(x), np.asarray(a), np.asarray(total - a)
    density = np.exp((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - special.betaln(a, b))
    return tensor(slope(lambda x, a: special.betainc(a, b, x), lambda x: density, x, a) / (1 - x))


class Distribution:
    """Keeps its parameters by name. Those of the classes in ROWS are of one row."""

    def __init__(self, *values):
        for name, value in zip(CLASSES[type(self).__name__].split(), values, strict=True):
            setattr(self, name, value)
        shape = np.broadcast_shapes(*(np.shape(v) for v in values))
        is_row = type(self).__name__ in ROWS
        self.batch_shape, self.event_shape = ((), values[0].shape) if is_row else (shape, ())
        self.rate = getattr(self, "rate", tensor(1., "f4"))   # PyTorch's Chi2 has one

    def _extended_shape(self, sample_shape):
        return (*sample_shape, *self.batch_shape, *self.event_shape)


CLASSES = {"Normal": "loc scale", "Uniform": "low high", "Exponential": "rate", "Laplace": "loc scale",
           "Cauchy": "loc scale", "Gumbel": "loc scale", "LogNormal": "loc scale", "HalfNormal": "scale",
           "Weibull": "scale concentration", "Pareto": "scale alpha", "StudentT": "df loc scale",
           "InverseGamma": "concentration rate", "Gamma": "concentration rate", "Chi2": "df",
           "Beta": "concentration1 concentration0", "Dirichlet": "concentration", "MultivariateNormal": "loc scale_tril"}
ROWS = ("Dirichlet", "MultivariateNormal")


def stand_in():
    torch, distributions = types.ModuleType("torch"), types.ModuleType("torch.distributions")
    distributions.Distribution = Distribution
    for name in CLASSES:
        setattr(distributions, name, type(name, (Distribution,), {}))
    kinds = {"float16": "f2", "float32": "f4", "float64": "f8", "int64": "i8", "complex64": "c8"}
    vars(torch).update(
        {name: np.dtype(kind) for name, kind in kinds.items()}, Tensor=Tensor, distributions=distributions, device=Device,
        Size=tuple, dtype=np.dtype, as_tensor=tensor, get_default_dtype=lambda: np.dtype("f4"),
        promote_types=np.promote_types, finfo=np.finfo, no_grad=contextlib.nullcontext, zeros_like=np.zeros_like,
        empty=lambda shape, dtype, device: tensor(np.full(shape, np.nan, dtype)),
        full=lambda shape, value, dtype, device: tensor(np.full(shape, value, dtype)),
        where=lambda *given: tensor(np.where(*given)), autograd=types.SimpleNamespace(Function=Function),
        _standard_gamma_grad=gamma_slope, _dirichlet_grad=dirichlet_slope)
    return {"torch": torch, "torch.distributions": distributions}


@pytest.fixture(scope="module")
def rt():
    with instead(stand_in(), "torch", "_torch") as module:
        yield module


def rng(seed=7):
    return reroll.Generator(seed)


def same(got, wanted):
    wanted = np.asarray(wanted)
    return got.dtype == wanted.dtype and got.shape == wanted.shape and got.tobytes() == wanted.tobytes()


# ---- Draws and gradients ----------------------------------------------------------------------------------------------

def located(cdf):
    return lambda x, loc, scale: cdf((x - loc) / scale)


def scaled(cdf):
    return lambda x, a, scale: cdf(x / scale, a)


def student(x, df, loc, scale):
    z = (x - loc) / scale
    return .5 + np.sign(z) * (.5 - special.betainc(df / 2, .5, df / (df + z * z)) / 2)


# Parameters and the CDF.
LAWS = {
    "normal": ((-3., .5), located(special.ndtr)), "laplace": ((-3., .5), located(
        lambda z: np.where(z < 0, np.exp(np.minimum(z, 0)) / 2, 1 - np.exp(-np.maximum(z, 0)) / 2))),
    "logistic": ((-3., .5), located(special.expit)), "gumbel": ((-3., .5), located(lambda z: np.exp(-np.exp(-z)))),
    "cauchy": ((-3., .5), located(lambda z: np.arctan(z) / np.pi)), "student_t": ((2.5, -3., .5), student),
    "uniform": ((-3., .5), lambda x, low, high: (x - low) / (high - low)),
    "exponential": ((3.,), lambda x, scale: -np.expm1(-x / scale)),
    "half_normal": ((3.,), lambda x, scale: special.erf(x / scale / 2**.5)),
    "lognormal": ((-3., .5), lambda x, mean, sigma: special.ndtr((np.log(x) - mean) / sigma)),
    "gamma": ((2.5, 3.), scaled(lambda z, a: special.gammainc(a, z))),
    "inverse_gamma": ((2.5, 3.), lambda x, a, scale: special.gammaincc(a, scale / x)),
    "chisquare": ((2.5,), lambda x, df: special.gammainc(df / 2, x / 2)),
    "beta": ((2.5, .4), lambda x, a, b: special.betainc(a, b, x)),
    "weibull": ((2.5, 3.), scaled(lambda z, a: -np.expm1(-z**a))),
    "pareto": ((2.5, 3.), scaled(lambda z, a: 1 - (1 + z)**-a)),
}


def drawn(generator, name, *values, **how):
    sampled = name in ("weibull", "pareto")
    return generator.sample(name, *values, **how) if sampled else getattr(generator, name)(*values, **how)


def test_every_function_and_class_is_tested(rt):
    assert {n for n in rt.__all__ if n[0].islower()} == {*LAWS, "dirichlet"}
    assert {n for n in rt.__all__ if n[0].isupper()} == {*CLASSES}


@pytest.mark.parametrize("name", LAWS)
def test_draws_and_gradients(rt, name):
    """Parameters broadcast: the first is a column, which makes student_t use both of its formulas."""
    values, cdf = LAWS[name]
    values = [np.array(v) for v in values]
    values[0] = values[0] * np.array([[1], [1.3], [200 if name == "student_t" else 1.7]])
    x = getattr(rt, name)(rng(), *map(tensor, values), size=(4, 3, 5))
    assert same(x, drawn(rng(), name, *values, size=(4, 3, 5)))
    assert same(getattr(rt, name)(rng(), *map(tensor, values)), drawn(rng(), name, *values))
    at, weights = x.numpy(), np.linspace(1, 2, 60).reshape(x.shape)
    density = (cdf(at + 1e-6, *values) - cdf(at - 1e-6, *values)) / 2e-6
    for p, got in enumerate(x.gradients(tensor(weights))):
        wanted = slope(lambda at, v: cdf(at, *values[:p], v, *values[p + 1:]), lambda _: density, at, values[p])
        assert got.shape == values[p].shape
        assert np.allclose(got, tensor(wanted * weights).sum_to_size(got.shape), 1e-3)
    kept = getattr(rt, name)(rng(), *LAWS[name][0][:1], *map(tensor, values[1:]), dtype=np.dtype("f4"))
    assert same(kept, np.asarray(drawn(rng(), name, *LAWS[name][0], dtype="f4"), "f4"))
    assert [g is None for g in kept.gradients(tensor(1.))] == [True] + [False] * (len(values) - 1)


def test_dirichlet(rt):
    alpha, rows = np.array([.5, 2, 9]), np.linspace(.2, 4, 12).reshape(4, 3)
    x = rt.dirichlet(rng(), tensor(alpha), (4, 2))
    assert same(x, rng().dirichlet(alpha, size=(4, 2)))
    assert same(rt.dirichlet(rng(), [.5, 2, 9], 4), rng().dirichlet(alpha, size=4, dtype="f4"))
    assert same(rt.dirichlet(rng(), tensor(rows), (2, 4)), rng().sample("dirichlet", rows, size=(2, 4)))
    weights = np.linspace(-1, 1, 24).reshape(x.shape)
    got, = x.gradients(tensor(weights))
    at, wanted = x.numpy(), np.zeros(3)
    for j in range(3):   # component j is a beta sample, and the others keep their ratios
        of_j = np.asarray(dirichlet_slope(at[..., j], alpha[j], alpha.sum()))
        toward = (np.eye(3)[j] - at) * of_j[..., None]
        wanted[j] = (weights * toward).sum()
    assert np.allclose(got, wanted, 1e-6)
    with pytest.raises(ValueError, match="^alpha must have at least one axis"):
        rt.dirichlet(rng(), 2.)


def test_gradients_of_huge_samples_and_of_samples_that_underflow(rt):
    mean, sigma = np.full(300, 84, "f4"), np.full(300, 1, "f4")
    x = rt.lognormal(rng(), tensor(mean), tensor(sigma))
    at = x[np.isfinite(x)].numpy().astype("f8")
    got = x.gradients(tensor(np.ones_like(mean)))[1][np.isfinite(x)]
    with np.errstate(over="ignore"):
        wanted = (at * (np.log(at) - 84)).astype("f4")
    assert at.max() > 1e37 and np.allclose(got, wanted, 1e-5)
    x = rt.lognormal(rng(), tensor(-200., "f4"), tensor(1., "f4"))
    assert x == 0 and x.gradients(tensor(1., "f4"))[1] == 0
    with np.errstate(all="ignore"):
        x = rt.inverse_gamma(rng(), tensor(1e6, "f4"), tensor(1e-42, "f4"))
        assert x == 0 and [float(g) for g in x.gradients(tensor(1., "f4"))] == [0, 0]


def test_parameters_types_and_devices(rt):
    single, double = tensor([1, 1], "f4"), tensor([1, 1], "f8")
    for values, kind in (((single, double), "f8"), ((single, 2.), "f4"), ((tensor([1, 2]), 2), "f4"), ((double,), "f8"),
                         (([1., 2.], 2.), "f8"), ((np.ones(2, "f4"),), "f4"), ((2.5,), "f4")):
        wanted = rng().gamma(*map(np.asarray, values), dtype=kind)
        assert same(rt.gamma(rng(), *values), np.asarray(wanted, kind)), values
    assert same(rt.gamma(rng(), double, dtype=np.dtype("f4")), rng().gamma(np.ones(2), dtype="f4"))
    other = tensor([1., 1])
    other.device = Device("meta")
    one = tensor(1.)
    one.device = Device("meta")
    assert rt.gamma(rng(), double, one).shape == (2,)   # one number may be anywhere
    for call, error, text in (
            (lambda: rt.gamma(rng(), other), TypeError, "^parameters are on meta: cpu and cuda are accepted$"),
            (lambda: rt.gamma(rng(), one), TypeError, "^parameters are on meta"),
            (lambda: rt.gamma(rng(), double, other), ValueError, "^parameters are on different devices: cpu, meta;"),
            (lambda: rt.gamma(rng(), "a"), TypeError, "^shape takes numbers and tensors, not str$"),
            (lambda: rt.gamma(rng(), 2., None), TypeError, "^scale takes numbers and tensors, not NoneType$"),
            (lambda: rt.gamma(rng(), tensor([1j])), TypeError, "^parameters are complex"),
            (lambda: rt.gamma(rng(), tensor([1], "f2")), TypeError, "^samples of float16 are not available"),
            (lambda: rt.gamma(rng(), tensor([1.] * 3), single), ValueError, r"\(3,\) of shape, \(2,\) of scale"),
            (lambda: rt.gamma(7, 2.), TypeError, "takes a reroll.Generator, not int$")):
        with pytest.raises(error, match=text):
            call()


# ---- Classes ----------------------------------------------------------------------------------------------------------

A, B = np.array([.5, 2, 9], "f4"), np.array([4, .5, 2], "f4")
TRIL = np.array([[2, 0, 0], [.5, 1, 0], [-1, .3, .7]], "f4")
DRAWS = {
    "Normal": lambda r, s: r.normal(A, B, **s), "Uniform": lambda r, s: r.uniform(A, 10 + B, **s),
    "Exponential": lambda r, s: r.exponential(1 / A, **s), "Laplace": lambda r, s: r.laplace(A, B, **s),
    "Cauchy": lambda r, s: r.cauchy(A, B, **s), "Gumbel": lambda r, s: r.gumbel(A, B, **s),
    "LogNormal": lambda r, s: r.lognormal(A, B, **s), "HalfNormal": lambda r, s: r.half_normal(A, **s),
    "Weibull": lambda r, s: r.sample("weibull", B, A, **s), "Pareto": lambda r, s: A + r.sample("pareto", B, A, **s),
    "StudentT": lambda r, s: r.student_t(A, B, A, **s), "InverseGamma": lambda r, s: r.inverse_gamma(A, B, **s),
    "Gamma": lambda r, s: r.gamma(A, 1 / B, **s), "Chi2": lambda r, s: r.chisquare(A, **s),
    "Beta": lambda r, s: r.beta(A, B, **s), "Dirichlet": lambda r, s: r.dirichlet(A, **{**s, "size": s["size"][:-1]}),
    "MultivariateNormal": lambda r, s: A + np.array([TRIL @ z for z in r.normal(size=(20, 3), dtype="f4")], "f4").reshape(
        s["size"]),
}


@pytest.mark.parametrize("name", DRAWS)
def test_classes(rt, name):
    count = len(CLASSES[name].split())
    values = {"Uniform": (A, 10 + B), "MultivariateNormal": (A, TRIL)}.get(name, (A, B, A)[:count])
    q = getattr(rt, name)(*map(tensor, values), generator=rng())
    wanted = DRAWS[name](rng(), {"size": (5, 4, 3), "dtype": "f4"})
    x = q.rsample((5, 4))
    assert x.shape == wanted.shape and x.dtype == wanted.dtype and np.allclose(x, wanted, 1e-5, 1e-6)
    assert x.tobytes() == wanted.tobytes() or name == "MultivariateNormal"   # NumPy may add in another order
    at = q.generator.next
    assert at == rng().next + wanted.size // (3 if name == "Dirichlet" else 1)
    assert np.allclose(q.sample((5, 4), generator=rng()), wanted, 1e-5, 1e-6) and q.generator.next == at
    with pytest.raises(TypeError, match=f"^{name} needs generator=, a reroll.Generator, not int$"):
        getattr(rt, name)(*map(tensor, values), generator=7)


@pytest.mark.parametrize("name", ["Gamma", "Chi2", "Beta", "Dirichlet"])
def test_samples_that_underflow_are_the_smallest_normal_number(rt, name):
    small = tensor(np.full(50, 1e-3, "f4"))
    values = (small, small) if name in ("Gamma", "Beta") else (small,)
    assert getattr(rt, name)(*values, generator=rng()).sample((20,)).min() == np.finfo("f4").tiny
