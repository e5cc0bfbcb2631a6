# SPDX-License-Identifier: MIT OR Apache-2.0
"""Samples for JAX: functions of a key, as in jax.random, under jit, vmap and grad. Needs the package jax
(pip install reroll[jax]).

    x = reroll.jax.gamma(key, a)            # instead of jax.random.gamma(key, a)

A key of two words, JAX's default, is the seed of a reroll.Generator: jax.random.key(7) is seed 7. The CPU draws by
jax.pure_callback. vmap calls it for one element after the other, which is slow: pass arrays of parameters where that is
possible. An invalid parameter raises an error when the callback runs.

The derivative of gamma and loggamma samples in `a` is JAX's own, jax.lax.random_gamma_grad. JAX has none for beta and
Dirichlet samples: dirichlet and beta are functions of loggamma samples here, as in jax.random.

>>> import jax, reroll.jax
>>> x = reroll.jax.gamma(jax.random.key(7), 2.5, (3,))
>>> bool((x == reroll.Generator(7).gamma(2.5, size=3, dtype="f4")).all())
True
>>> bool(jax.jit(jax.grad(lambda a: reroll.jax.gamma(jax.random.key(7), a)))(2.5) > 0)
True
"""
from __future__ import annotations

import functools
from typing import Any, Mapping, NamedTuple, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from . import _draw, _faults, _generator, _laws, _read
from ._generator import Generator
from ._order import Size

__all__ = ["beta", "dirichlet", "exponential", "gamma", "generator", "loggamma", "normal", "sample", "uniform"]


def _words(key: Any) -> jax.Array:
    """The words of a key: of a new one, or an array of uint32, as jax.random.PRNGKey returns."""
    if not isinstance(key, (jax.Array, np.ndarray)):
        raise TypeError(f"key takes a key of jax.random, not {type(key).__name__}")
    words = jax.random.key_data(key) if jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else jnp.asarray(key)
    if words.ndim != 1 or words.dtype != jnp.uint32:
        raise TypeError(f"key takes one key of jax.random, not {words.dtype.name}{list(words.shape)}: vmap over several")
    return words


def _of(words: Any) -> Generator:
    given = [int(w) for w in np.asarray(words)]
    return Generator(given[0] << 32 | given[1] if len(given) == 2 else given)


def generator(key: Any) -> Generator:
    """The Generator whose numbers a key gives. Not under jit.

    Examples
    --------
    >>> import jax, reroll.jax
    >>> reroll.jax.generator(jax.random.key(7)).seed
    7
    """
    return _of(_words(key))


class _Asked(NamedTuple):
    """The shape of a result, and the caller's names and shapes of the parameters."""
    shape: tuple[int, ...]
    names: tuple[str, ...]
    shapes: tuple[tuple[int, ...], ...]


def _asked(shape: Size, given: Mapping[str, tuple[int, ...]]) -> _Asked:
    """`shape`, to which the given parameters must broadcast; the default is the shape that they broadcast to."""
    names, shapes = tuple(given), tuple(given.values())
    if shape is None:
        return _Asked(_draw.broadcast(shapes, names), names, shapes)
    whole = _draw.shape_of(shape, "shape")
    for name, own in given.items():
        if not _draw.fits(own, whole):
            raise ValueError(f"shape = {whole} does not fit {name} of shape {own}: parameters must broadcast to shape")
    return _Asked(whole, names, shapes)


class _Pairs(_faults.Call):
    """A call for beta, whose parameters a and b are the last axis of the sampler's only parameter."""

    def argument(self, p: int, element: int | None = None, *_: Any, **__: Any) -> Any:
        *at, k = self.place(element)
        return _read.where("ab"[k], at, self.shapes[k])


def _drawn(name: str, asked: _Asked, kind: np.dtype[Any], words: Any, *values: Any) -> Any:
    """The callback. It must not call JAX, and need not: its arguments convert to NumPy arrays."""
    law, out = _generator.LAWS[name], np.empty(asked.shape, kind)
    given = _laws.by_name(law, [np.asarray(v) for v in values], {})
    names = (*asked.names, *law.args[len(asked.names):])
    call = (_Pairs if len(names) > len(law.args) else _faults.Call)(law, asked.shape, asked.shapes, names, dtype=kind)
    if out.size:
        _draw.tile(_of(words).at, call, _read.parameters(law, given, names), [0] * out.ndim, out, "auto")
    return out


def _samples(words: jax.Array, name: str, values: Sequence[jax.Array], asked: _Asked, kind: np.dtype[Any]) -> jax.Array:
    result = jax.ShapeDtypeStruct(asked.shape, kind)  # type: ignore[no-untyped-call]
    made: jax.Array = jax.pure_callback(functools.partial(_drawn, name, asked, kind), result, words, *values,
                                        vmap_method="sequential")
    return made


def _real(dtype: Any, *values: jax.Array) -> np.dtype[Any]:
    """The dtype of real samples; by default that of the parameters."""
    kind = np.dtype(jax.dtypes.canonicalize_dtype(jnp.result_type(float, *values) if dtype is None else dtype))
    if kind not in (np.float32, np.float64):
        raise TypeError(f"samples of {kind.name} are not available: float32 and float64 are")
    return kind


def sample(key: Any, name: str, *values: ArrayLike, shape: Size = None, dtype: Any = None) -> jax.Array:
    """Samples of any sampler whose samples and parameters are numbers, without a derivative.

    Parameters
    ----------
    key : a key of jax.random
    name : str
    *values : numbers or arrays
        The sampler's parameters, in its order.
    shape : int or tuple of ints, optional
        By default the shape that the parameters broadcast to.
    dtype : dtype, optional

    Examples
    --------
    >>> import jax, reroll.jax
    >>> reroll.jax.sample(jax.random.key(7), "poisson", 3., shape=(2, 2)).dtype
    dtype('int32')
    """
    law = _laws.find(_generator.LAWS, name)
    if law.takes_arrays:
        raise ValueError(f"{law.name} has arrays as samples or parameters: sample takes samplers of numbers only")
    arrays = [jnp.asarray(v) for v in values]
    if law.default.kind == "f":
        kind = _real(dtype, *arrays)
    else:
        kind = _laws.dtype_of(law, jax.dtypes.canonicalize_dtype(law.default if dtype is None else dtype), law.name)
    given = zip(law.args, map(np.shape, _laws.by_name(law, arrays, {})))   # raises errors now
    return _samples(_words(key), law.name, arrays, _asked(shape, dict(given)), kind)


def normal(key: Any, shape: Size = (), dtype: Any = None) -> jax.Array:
    """Standard normal samples, as jax.random.normal."""
    return _samples(_words(key), "normal", (), _asked(shape, {}), _real(dtype))


def exponential(key: Any, shape: Size = (), dtype: Any = None) -> jax.Array:
    """Standard exponential samples, as jax.random.exponential."""
    return _samples(_words(key), "exponential", (), _asked(shape, {}), _real(dtype))


def uniform(key: Any, shape: Size = (), dtype: Any = None, minval: ArrayLike = 0., maxval: ArrayLike = 1.) -> jax.Array:
    """Uniform samples, as jax.random.uniform: minval + (maxval - minval) times those of rng.random."""
    kind = _real(dtype)
    low, high = jnp.asarray(minval, kind), jnp.asarray(maxval, kind)
    asked = _asked(shape, {"minval": low.shape, "maxval": high.shape})
    return low + (high - low) * _samples(_words(key), "uniform", (), asked, kind)


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def _gamma(words: jax.Array, a: jax.Array, asked: _Asked) -> jax.Array:
    return _samples(words, "gamma", (a,), asked, np.dtype(a.dtype))


@_gamma.defjvp
def _gamma_jvp(asked: _Asked, primals: Any, tangents: Any) -> Any:
    words, a = primals
    x = _gamma(words, a, asked)
    return x, jax.lax.random_gamma_grad(jnp.broadcast_to(a, x.shape), x) * tangents[1]


@functools.partial(jax.custom_jvp, nondiff_argnums=(2,))
def _loggamma(words: jax.Array, a: jax.Array, asked: _Asked) -> jax.Array:
    return _samples(words, "loggamma", (a,), asked, np.dtype(a.dtype))


@_loggamma.defjvp
def _loggamma_jvp(asked: _Asked, primals: Any, tangents: Any) -> Any:
    """d log x / da; where x underflows it is that of the CDF's first term, x^a / Gamma(a + 1)."""
    words, a = primals
    log = _loggamma(words, a, asked)
    a, tiny = jnp.broadcast_to(a, log.shape), float(np.finfo(np.dtype(a.dtype)).tiny)
    x = jnp.maximum(jnp.exp(log), tiny)
    slope = jnp.where(log > np.log(tiny), jax.lax.random_gamma_grad(a, x) / x, (jax.lax.digamma(a + 1) - log) / a)
    return log, slope * tangents[1]


def _reals(a: ArrayLike, dtype: Any) -> jax.Array:
    array = jnp.asarray(a)
    return array.astype(_real(dtype, array))


def gamma(key: Any, a: ArrayLike, shape: Size = None, dtype: Any = None) -> jax.Array:
    """Standard gamma samples of shape parameter a, as jax.random.gamma. `shape` is that of the result, by default a's."""
    a = _reals(a, dtype)
    return _gamma(_words(key), a, _asked(shape, {"a": a.shape}))


def loggamma(key: Any, a: ArrayLike, shape: Size = None, dtype: Any = None) -> jax.Array:
    """Logarithms of standard gamma samples, as jax.random.loggamma; they do not underflow."""
    a = _reals(a, dtype)
    return _loggamma(_words(key), a, _asked(shape, {"a": a.shape}))


def dirichlet(key: Any, alpha: ArrayLike, shape: Size = None, dtype: Any = None) -> jax.Array:
    """Dirichlet rows, as jax.random.dirichlet: the softmax of loggamma samples. `shape` is without the row's axis."""
    alpha = _reals(alpha, dtype)
    if not alpha.ndim:
        raise ValueError("alpha must have at least one axis: the concentrations of a row")
    rows, unit = _asked(shape, {"the rows of alpha": alpha.shape[:-1]}), alpha.shape[-1:]
    return _fractions(key, alpha, _Asked(rows.shape + unit, ("alpha",), (alpha.shape,)))


def _fractions(key: Any, alpha: jax.Array, asked: _Asked) -> jax.Array:
    return jax.nn.softmax(_loggamma(_words(key), alpha, asked), axis=-1)


def beta(key: Any, a: ArrayLike, b: ArrayLike, shape: Size = None, dtype: Any = None) -> jax.Array:
    """Beta samples, as jax.random.beta: the first number of Dirichlet rows of two."""
    asked = _asked(shape, {"a": np.shape(a), "b": np.shape(b)})
    pairs = _reals(jnp.stack(jnp.broadcast_arrays(a, b), -1), dtype)
    return _fractions(key, pairs, asked._replace(shape=(*asked.shape, 2)))[..., 0]
