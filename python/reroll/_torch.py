# SPDX-License-Identifier: MIT OR Apache-2.0
"""Draws of reroll.torch as functions that PyTorch differentiates, and their derivatives.

Gradients in the shapes of gamma, beta, Dirichlet and Student's t use torch._standard_gamma_grad and torch._dirichlet_grad.
Their names are private. They are used anyway: PyTorch has no public form of them, and torch.distributions has called them
with these arguments since 2018, on CPUs and GPUs. So both packages have the same gradients. Relative errors are below 1e-3
for usual shapes. float32 samples are converted to float64, since in float32 _dirichlet_grad returns inf for some
concentrations above 2^16 (pytorch/pytorch issue 127387). That takes 5 to 20 % more time.
"""
from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Sequence, SupportsIndex

import numpy as np
import torch
from torch import Tensor

from . import _draw
from ._generator import Generator

Number = float | Tensor
Size = SupportsIndex | Sequence[SupportsIndex] | None
_Gradient = Callable[..., Tensor]

_KINDS = {torch.float32: np.dtype("f4"), torch.float64: np.dtype("f8")}
_TINY, _BELOW_ONE = float(np.finfo("f8").tiny), 1 - 2.0**-53


# ---- Draws ----------------------------------------------------------------------------------------------------------------

def _read(value: Any, name: str) -> Number:
    """A parameter: numbers and tensors as they are, arrays and lists as tensors."""
    if isinstance(value, (Tensor, float, int)):
        return value
    try:
        return torch.as_tensor(value)
    except (TypeError, ValueError, RuntimeError):
        raise TypeError(f"{name} takes numbers and tensors, not {type(value).__name__}") from None


def _where(values: Sequence[Number]) -> tuple[list[Number], torch.device]:
    """The parameters, and the device of the result. A CPU tensor of one number may be used with tensors on a GPU."""
    devices = {v.device for v in values if isinstance(v, Tensor) and v.dim()} or \
        {v.device for v in values if isinstance(v, Tensor)} or {torch.device("cpu")}
    if len(devices) > 1:
        raise ValueError(f"parameters are on different devices: {', '.join(sorted(map(str, devices)))}; all must be on one")
    device = devices.pop()
    if device.type not in ("cpu", "cuda"):
        raise TypeError(f"parameters are on {device}: cpu and cuda are accepted")
    return [v.to(device) if isinstance(v, Tensor) else v for v in values], device


def _dtype(values: Sequence[Number], dtype: torch.dtype | None) -> torch.dtype:
    """The dtype of the result: that to which the tensors of reals promote, by default PyTorch's default."""
    if any(v.is_complex() for v in values if isinstance(v, Tensor)):
        raise TypeError("parameters are complex: real tensors are accepted")
    if dtype is None:
        reals = [v.dtype for v in values if isinstance(v, Tensor) and v.is_floating_point()]
        dtype = torch.get_default_dtype() if not reals else reals[0]
        for other in reals[1:]:
            dtype = torch.promote_types(dtype, other)
    if dtype not in _KINDS:
        raise TypeError(f"samples of {dtype} are not available: torch.float32 and torch.float64 are")
    return dtype


def _array(value: Number, kind: torch.dtype, host: bool) -> Any:
    """A parameter in the form that Generator reads: a tensor's own memory, not a copy, where that has a suitable type."""
    if not isinstance(value, Tensor):
        return value
    value = value.detach()
    if value.device.type == "cuda" and not host:
        return value.to(kind)
    value = value.cpu()
    return (value if value.dtype in _KINDS else value.to(torch.float64)).numpy()


class _Draw(torch.autograd.Function):
    """A draw whose derivatives are functions of its result and its parameters. In the form that torch.func also takes."""

    @staticmethod
    def forward(draw: Callable[..., Tensor], gradients: Sequence[_Gradient], *values: Number) -> Tensor:
        return draw(*values)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        _, ctx.gradients, *values = inputs
        ctx.numbers = [None if isinstance(v, Tensor) else v for v in values]
        ctx.save_for_backward(output, *(v for v in values if isinstance(v, Tensor)))

    @staticmethod
    def backward(ctx: Any, grad: Tensor) -> Any:
        result, *tensors = ctx.saved_tensors
        left = iter(tensors)
        values = [next(left) if v is None else v for v in ctx.numbers]
        made: list[Tensor | None] = [None, None]
        for value, needed, gradient in zip(values, ctx.needs_input_grad[2:], ctx.gradients):
            made.append(gradient(grad, result, *values).sum_to_size(value.shape).to(value.dtype) if needed else None)
        return tuple(made)


def made(rng: Generator, name: str, named: Mapping[str, Number], size: Size, dtype: torch.dtype | None,
         floor: float | None = None, unit: int = 0) -> Tensor:
    """Draws a sampler. name: a method of Generator, or sample:NAME; floor: the smallest sample; unit: how many of the
    parameter's last axes are a row's."""
    if not isinstance(rng, Generator):
        raise TypeError(f"the first argument, or generator=, takes a reroll.Generator, not {type(rng).__name__}")
    values, device = _where([_read(value, parameter) for parameter, value in named.items()])
    kind = _dtype(values, dtype)
    shapes = [tuple(v.shape) if isinstance(v, Tensor) else () for v in values]
    leading = [shape[:len(shape) - unit] for shape in shapes]
    whole = _draw.result_shape(leading, size, None, names=list(named))  # type: ignore[no-untyped-call]
    whole = (*whole, *shapes[0][len(leading[0]):])
    method, _, law = name.rpartition(":")

    def draw(*values: Number) -> Tensor:
        out = torch.empty(whole, dtype=kind, device=device)
        given = [_array(v, kind, host=bool(unit)) for v in values]
        memory = out if device.type == "cuda" else out.numpy()
        getattr(rng, method or law)(*([law] if method else []), *given, out=memory, dtype=_KINDS[kind])
        return out if floor is None else out.clamp_(min=floor)

    result: Tensor = _Draw.apply(draw, GRADIENTS[law], *values)
    return result


# ---- Gradients of one parameter: (gradient of the result, the result, parameters ...) -> its gradient ------------------

def _double(value: Number, like: Tensor) -> Tensor:
    return value.double() if isinstance(value, Tensor) else torch.full((), value, dtype=torch.float64, device=like.device)


def _gamma_slope(shape: Number, z: Tensor) -> Tensor:
    """dz/dshape of a standard gamma sample z."""
    made: Tensor = torch._standard_gamma_grad(_double(shape, z).expand(z.shape), z.double().clamp(min=_TINY))
    return made


def _beta_slope(x: Tensor, a: Tensor, total: Tensor) -> Tensor:
    """(dx/da) / (1 - x) of a component x of a Dirichlet row, a its concentration. Arguments are float64."""
    made: Tensor = torch._dirichlet_grad(x.clamp(_TINY, _BELOW_ONE), a.expand(x.shape), total.expand(x.shape))
    return made


def _log_ratio(x: Tensor, scale: Number) -> Tensor:
    """log(x / scale) in float64, where the quotient may underflow or overflow; 0 where x is 0."""
    x, scale = x.double(), _double(scale, x)
    ratio = x / scale
    apart = torch.where(x > 0, x, scale).log() - scale.log()
    return torch.where((ratio > _TINY) & (ratio < 1 / _TINY), ratio.log(), apart)


def _location(grad: Tensor, x: Tensor, *_: Number) -> Tensor:
    return grad


def _located_scale(grad: Tensor, x: Tensor, *values: Number) -> Tensor:
    """The last parameters are a location and a scale."""
    return grad * ((x - values[-2]) / values[-1])


def _only_scale(grad: Tensor, x: Tensor, *values: Number) -> Tensor:
    """The last parameter is a scale."""
    return grad * (x / values[-1])


def _gamma_shape(grad: Tensor, x: Tensor, shape: Number, scale: Number) -> Tensor:
    return grad * (scale * _gamma_slope(shape, x / scale))


def _inverse_gamma_shape(grad: Tensor, x: Tensor, shape: Number, scale: Number) -> Tensor:
    z = (scale / _double(x, x)).clamp(min=_TINY)
    return grad * torch.where(x == 0, 0., -x * (_gamma_slope(shape, z) / z))


def _chisquare_df(grad: Tensor, x: Tensor, df: Number) -> Tensor:
    return grad * _gamma_slope(df / 2, x / 2)


def _beta_a(grad: Tensor, x: Tensor, a: Number, b: Number) -> Tensor:
    x, a, b = x.double(), _double(a, x), _double(b, x)
    return grad * ((1 - x) * _beta_slope(x, a, a + b))


def _beta_b(grad: Tensor, x: Tensor, a: Number, b: Number) -> Tensor:
    x, a, b = x.double(), _double(a, x), _double(b, x)
    return grad * (-x * _beta_slope(1 - x, b, a + b))


def _dirichlet_alpha(grad: Tensor, x: Tensor, alpha: Tensor) -> Tensor:
    x, alpha, grad = x.double(), alpha.double(), grad.double()
    return _beta_slope(x, alpha, alpha.sum(-1, True)) * (grad - (x * grad).sum(-1, True))


def _student_df(grad: Tensor, x: Tensor, df: Number, loc: Number, scale: Number) -> Tensor:
    """q = df / (df + z^2) is a beta(df/2, 1/2) sample. This gives the derivative as a difference, which cancels where z^2 is
    small compared with df: there three terms of the expansion in 1/df of the normal quantile of t are used. Where z^2 is
    huge, q is proportional to a power 2/df of a uniform, so d log q / d(df/2) is linear in log q; q itself may underflow."""
    df, z = _double(df, x), ((x - loc) / scale).double()
    w = z * z
    q = (df / (df + w)).clamp(min=_TINY)
    below = torch.where(q > _TINY, 0., math.log(_TINY) - df.log() + 2 * z.abs().log())
    exact = z / (2 * df) - z / 4 * (_beta_slope(q, df / 2, (df + 1) / 2) / q + below / (df / 2))
    by_df = ((w + 1) / 4 - ((13 * w + 8) * w + 3) / (48 * df) + (((35 * w + 19) * w + 1) * w - 15) / (128 * df * df)) / df**2
    by_z = 1 - (3 * w + 1) / (4 * df) + ((65 * w + 24) * w + 3) / (96 * df * df) - (((245 * w + 95) * w + 3) * w - 15) / (
        384 * df**3)
    return grad * (scale * torch.where((df > 20) & (w < df / 10), -z * by_df / by_z, exact))


def _uniform_low(grad: Tensor, x: Tensor, low: Number, high: Number) -> Tensor:
    return grad * ((high - x) / (high - low))


def _uniform_high(grad: Tensor, x: Tensor, low: Number, high: Number) -> Tensor:
    return grad * ((x - low) / (high - low))


def _lognormal_mean(grad: Tensor, x: Tensor, mean: Number, sigma: Number) -> Tensor:
    return grad * x


def _lognormal_sigma(grad: Tensor, x: Tensor, mean: Number, sigma: Number) -> Tensor:
    x = x.double()   # in float32 a product with log x may overflow
    return grad * (x * ((torch.where(x > 0, x, 1.).log() - mean) / sigma))


def _weibull_shape(grad: Tensor, x: Tensor, a: Number, scale: Number) -> Tensor:
    return grad * (-x * _log_ratio(x, scale) / a)


def _pareto_shape(grad: Tensor, x: Tensor, a: Number, scale: Number) -> Tensor:
    ratio = x.double() / _double(scale, x)
    return grad * (-(scale + x) * torch.where(ratio < 1 / _TINY, ratio.log1p(), _log_ratio(x, scale)) / a)


_LOCATED = (_location, _located_scale)

# By method or sampler: the gradient of each parameter.
GRADIENTS: dict[str, tuple[_Gradient, ...]] = {
    "normal": _LOCATED, "laplace": _LOCATED, "logistic": _LOCATED, "gumbel": _LOCATED, "cauchy": _LOCATED,
    "student_t": (_student_df, *_LOCATED), "uniform": (_uniform_low, _uniform_high),
    "exponential": (_only_scale,), "half_normal": (_only_scale,), "lognormal": (_lognormal_mean, _lognormal_sigma),
    "gamma": (_gamma_shape, _only_scale), "inverse_gamma": (_inverse_gamma_shape, _only_scale),
    "chisquare": (_chisquare_df,), "beta": (_beta_a, _beta_b), "dirichlet": (_dirichlet_alpha,),
    "weibull": (_weibull_shape, _only_scale), "pareto": (_pareto_shape, _only_scale),
}
