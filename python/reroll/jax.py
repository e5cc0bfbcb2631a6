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
from typing import Any, Sequence

import jax
import jax.numpy as jnp
import numpy as np
from jax.typing import ArrayLike

from . import _generator, _laws
from ._generator import Generator

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


def _drawn(name: str, shape: tuple[int, ...], kind: np.dtype[Any], words: Any, *values: Any) -> Any:
    """The callback. It must not call JAX, and need not: its arguments convert to NumPy arrays."""
    return np.asarray(_of(words).sample(name, *(np.asarray(v) for v in values), size=shape, dtype=kind))


def _draw(words: jax.Array, name: str, values: Sequence[jax.Array], shape: tuple[int, ...],
          kind: np.dtype[Any]) -> jax.Array:
    result = jax.ShapeDtypeStruct(shape, kind)  # type: ignore[no-untyped-call]
    made: jax.Array = jax.pure_callback(functools.partial(_drawn, name, shape, kind), result, words, *values,
                                        vmap_method="sequential")
    return made


def _real(dtype: Any, *values: jax.Array) -> np.dtype[Any]:
    """The dtype of real samples; by default that of the parameters."""
    kind = np.dtype(jax.dtypes.canonicalize_dtype(jnp.result_type(float, *values) if dtype is None else dtype))
    if kind not in (np.float32, np.float64):
        raise TypeError(f"samples of {kind.name} are not available: float32 and float64 are")
    return kind


def sample(key: Any, name: str, *values: ArrayLike, shape: Sequence[int] | None = None, dtype: Any = None) -> jax.Array:
    """Samples of any sampler whose samples and parameters are numbers, without a derivative.

    Parameters
    ----------
    key : a key of jax.random
    name : str
    *values : numbers or arrays
        The sampler's parameters, in its order.
    shape : tuple of ints, optional
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
    _laws.by_name(law, arrays, {})   # raises errors now
    whole = jnp.broadcast_shapes(*(v.shape for v in arrays)) if shape is None else tuple(shape)
    return _draw(_words(key), law.name, arrays, whole, kind)


def normal(key: Any, shape: Sequence[int] = (), dtype: Any = None) -> jax.Array:
    """Standard normal samples, as jax.random.normal."""
    return _draw(_words(key), "normal", (), tuple(shape), _real(dtype))


def exponential(key: Any, shape: Sequence[int] = (), dtype: Any = None) -> jax.Array:
    """Standard exponential samples, as jax.random.exponential."""
    return _draw(_words(key), "exponential", (), tuple(shape), _real(dtype))


def uniform(key: Any, shape: Sequence[int] = (), dtype: Any = None, minval: ArrayLike = 0.,
            maxval: ArrayLike = 1.) -> jax.Array:
    """Uniform samples, as jax.random.uniform: minval + (maxval - minval) times those of rng.random."""
    kind = _real(dtype)
    low, high = jnp.asarray(minval, kind), jnp.asarray(maxval, kind)
    return low + (high - low) * _draw(_words(key), "uniform", (), tuple(shape), kind)


@jax.custom_jvp
def _gamma(words: jax.Array, a: jax.Array) -> jax.Array:
    return _draw(words, "gamma", (a,), a.shape, np.dtype(a.dtype))


@_gamma.defjvp
def _gamma_jvp(primals: Any, tangents: Any) -> Any:
    words, a = primals
    x = _gamma(words, a)
    return x, jax.lax.random_gamma_grad(a, x) * tangents[1]


@jax.custom_jvp
def _loggamma(words: jax.Array, a: jax.Array) -> jax.Array:
    return _draw(words, "loggamma", (a,), a.shape, np.dtype(a.dtype))


@_loggamma.defjvp
def _loggamma_jvp(primals: Any, tangents: Any) -> Any:
    """d log x / da; where x underflows it is that of the CDF's first term, x^a / Gamma(a + 1)."""
    words, a = primals
    log = _loggamma(words, a)
    tiny = float(np.finfo(np.dtype(a.dtype)).tiny)
    x = jnp.maximum(jnp.exp(log), tiny)
    slope = jnp.where(log > np.log(tiny), jax.lax.random_gamma_grad(a, x) / x, (jax.lax.digamma(a + 1) - log) / a)
    return log, slope * tangents[1]


def _broadcast(a: ArrayLike, shape: Sequence[int] | None, dtype: Any, row: int = 0) -> jax.Array:
    """The parameter in the shape of the result, whose last axis is a row's if row is 1."""
    array = jnp.asarray(a)
    array = array.astype(_real(dtype, array))
    whole = array.shape if shape is None else (*shape, *array.shape[array.ndim - row:])
    return jnp.broadcast_to(array, whole)


def gamma(key: Any, a: ArrayLike, shape: Sequence[int] | None = None, dtype: Any = None) -> jax.Array:
    """Standard gamma samples of shape parameter a, as jax.random.gamma. `shape` is that of the result, by default a's."""
    return _gamma(_words(key), _broadcast(a, shape, dtype))


def loggamma(key: Any, a: ArrayLike, shape: Sequence[int] | None = None, dtype: Any = None) -> jax.Array:
    """Logarithms of standard gamma samples, as jax.random.loggamma; they do not underflow."""
    return _loggamma(_words(key), _broadcast(a, shape, dtype))


def dirichlet(key: Any, alpha: ArrayLike, shape: Sequence[int] | None = None, dtype: Any = None) -> jax.Array:
    """Dirichlet rows, as jax.random.dirichlet: the softmax of loggamma samples. `shape` is without the row's axis."""
    if not jnp.ndim(alpha):
        raise ValueError("alpha must have at least one axis: the concentrations of a row")
    return jax.nn.softmax(_loggamma(_words(key), _broadcast(alpha, shape, dtype, row=1)), axis=-1)


def beta(key: Any, a: ArrayLike, b: ArrayLike, shape: Sequence[int] | None = None, dtype: Any = None) -> jax.Array:
    """Beta samples, as jax.random.beta: the first number of Dirichlet rows of two."""
    pair = jnp.stack(jnp.broadcast_arrays(a, b), -1)
    return dirichlet(key, pair, shape, dtype)[..., 0]
