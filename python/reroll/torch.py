# SPDX-License-Identifier: MIT OR Apache-2.0
"""PyTorch tensors with gradients, drawn from a reroll.Generator. Needs the package torch (pip install reroll[torch]).

    x = reroll.torch.gamma(rng, shape, scale)                       # the numbers of rng.gamma(shape, scale)
    q = reroll.torch.Gamma(concentration, rate, generator=rng)      # instead of torch.distributions.Gamma
    q.rsample((1000,)).mean().backward()

Functions return the numbers of the Generator's method, bit for bit, as float32 or float64 tensors. Their gradient is the
implicit one: for a parameter p it is -(dF/dp) / f at the sample, F being the CDF and f the density. In shape parameters it
is that of torch.distributions, from the same functions of PyTorch (_torch.py says which). Scales of 0, and equal ends of
uniform, are accepted where NumPy accepts them, but gradients in them are NaN or infinite. Classes are those of
torch.distributions, but draw from a Generator.

>>> import torch, reroll.torch
>>> shape = torch.tensor([.5, 2., 30.], requires_grad=True)
>>> x = reroll.torch.gamma(reroll.Generator(7), shape, size=(1000, 3))
>>> x.mean(0).sum().backward()
>>> [round(float(g), 1) for g in shape.grad]
[1.0, 1.0, 1.0]
"""
from __future__ import annotations

from typing import Any, Sequence

import torch
from torch import Tensor, distributions

from . import _torch
from ._generator import Generator
from ._torch import Number, Size

__all__ = ["Beta", "Cauchy", "Chi2", "Dirichlet", "Exponential", "Gamma", "Gumbel", "HalfNormal", "InverseGamma", "Laplace",
           "LogNormal", "MultivariateNormal", "Normal", "Pareto", "StudentT", "Uniform", "Weibull", "beta", "cauchy",
           "chisquare", "dirichlet", "exponential", "gamma", "gumbel", "half_normal", "inverse_gamma", "laplace", "logistic",
           "lognormal", "normal", "pareto", "student_t", "uniform", "weibull"]


# ---- Functions ------------------------------------------------------------------------------------------------------------

def normal(rng: Generator, loc: Number = 0., scale: Number = 1., size: Size = None, *,
           dtype: torch.dtype | None = None) -> Tensor:
    """rng.normal(loc, scale, size) as a tensor. Like all functions here it takes numbers and tensors that broadcast, and
    `size`, the shape of the result. dtype is float32 or float64; by default the tensors' own, otherwise PyTorch's default.

    The result is on the device of the tensors, CPU or CUDA. Derivatives are taken at the result, as it is rounded.
    """
    return _torch.made(rng, "normal", {"loc": loc, "scale": scale}, size, dtype)


def uniform(rng: Generator, low: Number = 0., high: Number = 1., size: Size = None, *,
            dtype: torch.dtype | None = None) -> Tensor:
    """rng.uniform(low, high, size) as a tensor: see normal."""
    return _torch.made(rng, "uniform", {"low": low, "high": high}, size, dtype)


def exponential(rng: Generator, scale: Number = 1., size: Size = None, *, dtype: torch.dtype | None = None) -> Tensor:
    """rng.exponential(scale, size) as a tensor: see normal."""
    return _torch.made(rng, "exponential", {"scale": scale}, size, dtype)


def gamma(rng: Generator, shape: Number, scale: Number = 1., size: Size = None, *,
          dtype: torch.dtype | None = None) -> Tensor:
    """rng.gamma(shape, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "gamma", {"shape": shape, "scale": scale}, size, dtype)


def inverse_gamma(rng: Generator, shape: Number, scale: Number = 1., size: Size = None, *,
                  dtype: torch.dtype | None = None) -> Tensor:
    """rng.inverse_gamma(shape, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "inverse_gamma", {"shape": shape, "scale": scale}, size, dtype)


def chisquare(rng: Generator, df: Number, size: Size = None, *, dtype: torch.dtype | None = None) -> Tensor:
    """rng.chisquare(df, size) as a tensor: see normal."""
    return _torch.made(rng, "chisquare", {"df": df}, size, dtype)


def beta(rng: Generator, a: Number, b: Number, size: Size = None, *, dtype: torch.dtype | None = None) -> Tensor:
    """rng.beta(a, b, size) as a tensor: see normal."""
    return _torch.made(rng, "beta", {"a": a, "b": b}, size, dtype)


def dirichlet(rng: Generator, alpha: Tensor | Sequence[float], size: Size = None, *,
              dtype: torch.dtype | None = None) -> Tensor:
    """rng.dirichlet(alpha, size) as a tensor: see normal. The last axis of alpha is a row; alpha may have other axes, with a
    row for each sample. `size` is without the row's axis."""
    return _dirichlet(rng, alpha, size, dtype)


def _dirichlet(rng: Generator, alpha: Tensor | Sequence[float], size: Size, dtype: torch.dtype | None,
               floor: float | None = None) -> Tensor:
    rows = alpha if isinstance(alpha, Tensor) else torch.as_tensor(alpha, dtype=dtype or torch.get_default_dtype())
    if not rows.dim():
        raise ValueError("alpha must have at least one axis: the concentrations of a row")
    method = "dirichlet" if rows.dim() == 1 else "sample:dirichlet"
    return _torch.made(rng, method, {"alpha": rows}, size, dtype, floor, unit=1)


def student_t(rng: Generator, df: Number, loc: Number = 0., scale: Number = 1., size: Size = None, *,
              dtype: torch.dtype | None = None) -> Tensor:
    """rng.student_t(df, loc, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "student_t", {"df": df, "loc": loc, "scale": scale}, size, dtype)


def laplace(rng: Generator, loc: Number = 0., scale: Number = 1., size: Size = None, *,
            dtype: torch.dtype | None = None) -> Tensor:
    """rng.laplace(loc, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "laplace", {"loc": loc, "scale": scale}, size, dtype)


def logistic(rng: Generator, loc: Number = 0., scale: Number = 1., size: Size = None, *,
             dtype: torch.dtype | None = None) -> Tensor:
    """rng.logistic(loc, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "logistic", {"loc": loc, "scale": scale}, size, dtype)


def gumbel(rng: Generator, loc: Number = 0., scale: Number = 1., size: Size = None, *,
           dtype: torch.dtype | None = None) -> Tensor:
    """rng.gumbel(loc, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "gumbel", {"loc": loc, "scale": scale}, size, dtype)


def cauchy(rng: Generator, loc: Number = 0., scale: Number = 1., size: Size = None, *,
           dtype: torch.dtype | None = None) -> Tensor:
    """rng.cauchy(loc, scale, size) as a tensor: see normal."""
    return _torch.made(rng, "cauchy", {"loc": loc, "scale": scale}, size, dtype)


def lognormal(rng: Generator, mean: Number = 0., sigma: Number = 1., size: Size = None, *,
              dtype: torch.dtype | None = None) -> Tensor:
    """rng.lognormal(mean, sigma, size) as a tensor: see normal."""
    return _torch.made(rng, "lognormal", {"mean": mean, "sigma": sigma}, size, dtype)


def half_normal(rng: Generator, scale: Number = 1., size: Size = None, *, dtype: torch.dtype | None = None) -> Tensor:
    """rng.half_normal(scale, size) as a tensor: see normal."""
    return _torch.made(rng, "half_normal", {"scale": scale}, size, dtype)


def weibull(rng: Generator, a: Number, scale: Number = 1., size: Size = None, *,
            dtype: torch.dtype | None = None) -> Tensor:
    """rng.sample("weibull", a, scale, size=size) as a tensor: see normal."""
    return _torch.made(rng, "sample:weibull", {"a": a, "scale": scale}, size, dtype)


def pareto(rng: Generator, a: Number, scale: Number = 1., size: Size = None, *, dtype: torch.dtype | None = None) -> Tensor:
    """rng.sample("pareto", a, scale, size=size) as a tensor: see normal. Samples are at least 0, as NumPy's (Pareto II or
    Lomax). Those of the class Pareto are at least scale, as PyTorch's."""
    return _torch.made(rng, "sample:pareto", {"a": a, "scale": scale}, size, dtype)


# ---- Distributions --------------------------------------------------------------------------------------------------------

class _Drawn(distributions.Distribution):
    """The methods that the classes below add to those of torch.distributions."""

    generator: Generator

    def __init__(self, *parameters: Any, generator: Any = None, **named: Any) -> None:
        if not isinstance(generator, Generator):
            raise TypeError(f"{type(self).__name__} needs generator=, a reroll.Generator, not {type(generator).__name__}")
        self.generator = generator
        super().__init__(*parameters, **named)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """A distribution with that batch shape, which draws from the same Generator."""
        if _instance is None and type(self).__init__ is not _Drawn.__init__:
            raise NotImplementedError(f"Subclass {type(self).__name__} of a class of reroll.torch that has its own __init__ "
                                      "must have its own expand too")
        new = type(self).__new__(type(self)) if _instance is None else _instance
        new.generator = self.generator
        return super().expand(batch_shape, new)

    def sample(self, sample_shape: Any = (), *, generator: Any = None) -> Tensor:
        """rsample without a gradient."""
        with torch.no_grad():
            return self.rsample(sample_shape, generator=generator)

    def rsample(self, sample_shape: Any = (), generator: Any = None) -> Tensor:
        """Samples with a gradient, of shape sample_shape + batch_shape + event_shape. generator: instead of the own one."""
        shape = self._extended_shape(sample_shape)
        return self._draw(self.generator if generator is None else generator, shape)

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        raise NotImplementedError


def _smallest(value: Tensor) -> float:
    return torch.finfo(value.dtype).tiny


class Normal(_Drawn, distributions.Normal):
    """torch.distributions.Normal(loc, scale), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return normal(rng, self.loc, self.scale, shape)


class Uniform(_Drawn, distributions.Uniform):
    """torch.distributions.Uniform(low, high), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return uniform(rng, self.low, self.high, shape)


class Exponential(_Drawn, distributions.Exponential):
    """torch.distributions.Exponential(rate), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return exponential(rng, 1 / self.rate, shape)


class Laplace(_Drawn, distributions.Laplace):
    """torch.distributions.Laplace(loc, scale), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return laplace(rng, self.loc, self.scale, shape)


class Cauchy(_Drawn, distributions.Cauchy):
    """torch.distributions.Cauchy(loc, scale), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return cauchy(rng, self.loc, self.scale, shape)


class Gumbel(_Drawn, distributions.Gumbel):
    """torch.distributions.Gumbel(loc, scale), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return gumbel(rng, self.loc, self.scale, shape)


class LogNormal(_Drawn, distributions.LogNormal):
    """torch.distributions.LogNormal(loc, scale), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return lognormal(rng, self.loc, self.scale, shape)


class HalfNormal(_Drawn, distributions.HalfNormal):
    """torch.distributions.HalfNormal(scale), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return half_normal(rng, self.scale, shape)


class Weibull(_Drawn, distributions.Weibull):
    """torch.distributions.Weibull(scale, concentration), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return weibull(rng, self.concentration, self.scale, shape)


class Pareto(_Drawn, distributions.Pareto):
    """torch.distributions.Pareto(scale, alpha), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return self.scale + pareto(rng, self.alpha, self.scale, shape)


class StudentT(_Drawn, distributions.StudentT):
    """torch.distributions.StudentT(df, loc=0, scale=1), drawn from generator=. The gradient in df is
    the implicit one, which has a smaller variance than PyTorch's."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return student_t(rng, self.df, self.loc, self.scale, shape)


class InverseGamma(_Drawn, distributions.InverseGamma):
    """torch.distributions.InverseGamma(concentration, rate), drawn from generator=."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return inverse_gamma(rng, self.concentration, self.rate, shape)


class Gamma(_Drawn, distributions.Gamma):
    """torch.distributions.Gamma(concentration, rate), drawn from generator=. As there, a sample that underflows to 0 is the
    smallest normal number, whose log_prob is finite."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        values, floor = {"shape": self.concentration, "scale": 1 / self.rate}, _smallest(self.rate)
        return _torch.made(rng, "gamma", values, shape, None, floor)


class Chi2(_Drawn, distributions.Chi2):
    """torch.distributions.Chi2(df), drawn from generator=. 0 is replaced as in Gamma."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return _torch.made(rng, "chisquare", {"df": self.df}, shape, None, _smallest(self.rate))


class Beta(_Drawn, distributions.Beta):
    """torch.distributions.Beta(concentration1, concentration0), drawn from generator=. 0 is replaced as in Gamma."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        values = {"a": self.concentration1, "b": self.concentration0}
        return _torch.made(rng, "beta", values, shape, None, _smallest(values["a"]))


class Dirichlet(_Drawn, distributions.Dirichlet):
    """torch.distributions.Dirichlet(concentration), drawn from generator=. 0 is replaced as in Gamma."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        return _dirichlet(rng, self.concentration, shape[:-1], None, _smallest(self.concentration))


class MultivariateNormal(_Drawn, distributions.MultivariateNormal):
    """torch.distributions.MultivariateNormal(loc, covariance_matrix, precision_matrix or scale_tril), drawn from generator=:
    loc plus the Cholesky factor times rng.normal(size)."""

    def _draw(self, rng: Generator, shape: torch.Size) -> Tensor:
        standard = normal(rng, torch.zeros_like(self.loc), 1., shape)
        return self.loc + (self.scale_tril @ standard.unsqueeze(-1)).squeeze(-1)
