# SPDX-License-Identifier: MIT OR Apache-2.0
"""Samples that are rows: vectors and matrices. A row takes one index."""
from __future__ import annotations

import math
import operator
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _draw, _faults, _gpu, _laws, _read
from ._order import Size


def _leading(view, axes):
    """One stride for the first axes of a view, or None where there is none."""
    dims = _draw._merged(view.shape[:axes], [view.strides[:axes]])
    if len(dims) > 1:
        return None
    return dims[0][1][0] if dims else 0


def _component(value, shape, k):
    """A job's parameter from an array whose last axis runs over k components."""
    view = np.broadcast_to(value, shape + (k,))
    row = _leading(view, len(shape))
    if row is None:
        view = np.ascontiguousarray(view)
        row = view.strides[-2]
    return (view, 0, _laws.NUMBERS[view.dtype], row, view.strides[-1])


def _per_row(value, shape):
    view = np.broadcast_to(value, shape)
    row = _leading(view, len(shape))
    if row is None:
        view = np.ascontiguousarray(view)
        row = view.itemsize
    return (view, 0, _laws.NUMBERS[view.dtype], row, 0)


def _params(law, values, names):
    """[(name, kind, a number or an array or None)] of a sampler's parameters; ValueError where one has too few axes."""
    made = []
    for p, (name, value) in enumerate(zip(names or law.args, _read.parameters(law, values, names))):
        kind = _laws.kind_of(law, p)
        if kind in ("matrix", "factor") and np.ndim(value) != 2:
            raise ValueError(f"{name} has to be a matrix: two dimensions, not {np.ndim(value)}")
        if kind == "weights" and _laws.is_mixture(law) and isinstance(value, float):
            value = np.array([value])
        if kind == "weights" and not 1 <= np.ndim(value) <= (1 if law.plain else math.inf):
            raise ValueError(f"{name} has to be a vector, not of {np.ndim(value)} dimensions")
        axes = () if kind == "row" else np.shape(value)
        if 0 in (axes if kind == "factor" else axes[-1:]):
            raise ValueError(f"{name} has to hold a number at least")
        made.append((name, kind, value))
    return made


def _oblong(law, params, dim):
    """R and C of samples that are R x C matrices: of its two matrices; a mean's rows become components in a line."""
    if dim is not None:
        raise TypeError(f"{law.name} takes its dimensions of its matrices: no dim")
    matrices = [(name, v) for name, kind, v in params if kind == "matrix"]
    for name, v in matrices:
        if v.shape[0] != v.shape[1]:
            raise ValueError(f"{name} has to be as many rows as columns, not of shape {v.shape}")
    unit = tuple(len(v) for _, v in matrices)
    made = []
    for name, kind, value in params:
        if kind == "component" and isinstance(value, np.ndarray):
            count = math.prod(unit)
            if value.shape[-2:] == unit:
                value = value.reshape(value.shape[:-2] + (count,))
            elif value.shape[-1] != count:
                raise ValueError(f"{name} has to be a number or end in the dimensions {unit}, not {value.shape}")
        made.append((name, kind, value))
    return unit, made


def _components(law, params, dim):
    """How many components a row has, of square ones in a line: as `dim` says, else as parameters say."""
    if dim is None:
        told = [v.shape[0 if kind == "factor" else -1] for _, kind, v in params
                if isinstance(v, np.ndarray) and kind != "row"]
        dim = max(told, default=law.components)
        if not dim:
            raise ValueError(f"{law.name}: dim says how many components a row has")
    dim = operator.index(dim)
    if dim < 1:
        raise ValueError("dim must be positive")
    for name, kind, value in params:
        if kind == "matrix" and value.shape != (dim, dim):
            raise ValueError(f"{name} has to be of shape ({dim}, {dim}), not {value.shape}")
        if kind == "factor" and value.shape[0] != dim:
            raise ValueError(f"{name} has to have {dim} rows, not {value.shape[0]}")
        if kind == "component" and isinstance(value, np.ndarray) and value.shape[-1] not in (1, dim):
            raise ValueError(f"{name} has to have {dim} components, not {value.shape[-1]}")
    return dim


def _numbers(params):
    """How many weights a job has, or numbers of a factor: of a mixture's vectors all have as many, or one."""
    counts = [(name, v.size if kind == "factor" else v.shape[-1])
              for name, kind, v in params if kind in ("factor", "weights")]
    first, number = max(counts, key=lambda c: c[1] > 1, default=("", 0))
    for name, count in counts:
        if count not in (1, number):
            raise ValueError(f"{name} has to have {number} numbers, as {first} has, not {count}, or one for all")
    return number


def _job_param(kind, value, shape, dim, number):
    """A job's parameter for samples of that shape."""
    if not isinstance(value, np.ndarray):
        return value
    if kind in ("matrix", "factor"):
        value = np.ascontiguousarray(value)
        return (value, 0, _laws.NUMBERS[value.dtype], *(value.strides if kind == "matrix" else (0, value.itemsize)))
    if kind == "row":
        return _per_row(value, shape)
    return _component(value, shape, number if kind == "weights" else dim)


def settle(law, values, size, dim, out, names=None):
    """(shape, shape of a sample, job parameters, number of weights) of samples."""
    params = _params(law, values, names)
    if law.oblong:
        unit, params = _oblong(law, params, dim)
        dim = math.prod(unit)
    elif law.vector:
        dim = _components(law, params, dim)
    elif dim is not None:
        raise TypeError(f"{law.name} draws numbers, which have no dim")
    unit = unit if law.oblong else (dim, dim) if law.square else (dim,) if law.vector else ()
    lead = [v if kind == "row" else v[..., 0] for _, kind, v in params
            if isinstance(v, np.ndarray) and kind not in ("matrix", "factor")]
    shape = _draw.result_shape([np.asarray(a) for a in lead if np.ndim(a)], size, out, unit)
    number = unit[0] if law.oblong else _numbers(params)
    return shape, unit, tuple(_job_param(kind, v, shape, dim, number) for _, kind, v in params), number


def call(rng, law, method, values, size=None, dim=None, dtype=None, out=None, strategy="auto", progress=None, stream=None,
         names=None):
    """Samples of a sampler that takes or draws rows; values in its order, None the default; names: what the caller calls
    them."""
    there = stream is not None or _gpu.there(out)
    if not there and _draw.foreign(out):
        call(rng, law, method, values, size, dim, dtype, _draw.host(out), strategy, progress, names=names)
        return out
    dtype = _laws.dtype_of(law, dtype, method)

    def told(found, shape, unit):
        return _faults.error(found, _faults.Call.of(law, shape, values, names, unit, dtype))

    if there:
        return _gpu.rows(rng, law, dtype, out, lambda into: settle(law, values, size, dim, into, names), strategy, stream,
                         told)
    if out is not None:
        _draw.check_out(out, dtype)
    shape, unit, made, weights = settle(law, values, size, dim, out, names)
    into = np.empty(shape + unit, dtype)
    if into.size:
        job = (law.number, _laws.NUMBERS[dtype], math.prod(shape), math.prod(unit), made, weights, strategy, 0)
        _draw.run(rng, job, into, False, progress, lambda found: told(found, shape, unit))
    if into.ndim == 0 and size is None and out is None:
        return into.item()
    if out is None:
        return into
    out[...] = into
    return out


class Rows:
    """NumPy's methods whose samples are rows."""

    def dirichlet(self, alpha: ArrayLike, size: Size = None, *, dtype: DTypeLike = None, out: Any = None,
                  stream: Any = None) -> NDArray[Any]:
        """Rows of shares that sum to 1.

        Parameters
        ----------
        alpha : array_like, (K,)
            Not negative; a share of alpha 0 is 0.
        size : int or tuple of ints, optional
            The shape before that of a row.
        dtype : dtype, optional
            f8, f4.
        out : ndarray, or an array of CuPy or PyTorch, optional
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            As in sample().

        Returns
        -------
        ndarray, size + (K,)
            A row takes an index.

        Examples
        --------
        >>> reroll.Generator(1).dirichlet([1, 2, 3], size=2).sum(axis=1).round(12).tolist()
        [1.0, 1.0]
        """
        target = _gpu.Target(self, out, stream)
        alpha = _read.reals(alpha, "alpha")
        if alpha.ndim != 1:
            raise ValueError("alpha must be a one-dimensional sequence of at least one value")
        _read.refuse(~(alpha >= 0), "alpha < 0 or alpha contains NaNs", alpha=alpha)
        keep, law = alpha > 0, self._laws["dirichlet"]
        dtype = _laws.dtype_of(law, dtype, "dirichlet")
        shape = _shape(size, dtype, target, alpha.shape)
        if alpha.size > 1 and np.all(keep):
            return call(self, law, "dirichlet", [alpha], shape, None, dtype, out, stream=stream)
        if np.count_nonzero(keep) > 1:
            drawn = call(self, law, "dirichlet", [alpha[keep]], shape, None, dtype)
        else:
            drawn = 1
            self._reserve(math.prod(shape))
        made = np.zeros(shape + alpha.shape, dtype)
        made[..., keep] = drawn
        return target.give(made, dtype)

    def multinomial(self, n: ArrayLike, pvals: ArrayLike, size: Size = None, *, dtype: DTypeLike = None, out: Any = None,
                    stream: Any = None) -> NDArray[Any]:
        """How often each of the outcomes came in n trials.

        Parameters
        ----------
        n : int or array_like
        pvals : array_like, (..., K)
            They sum to 1 in the last axis; the last is what the others leave. n and pvals' other axes broadcast.
        size : int or tuple of ints, optional
            The shape before that of a row.
        dtype : dtype, optional
        out : ndarray, or an array of CuPy or PyTorch, optional
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            As in sample().

        Returns
        -------
        ndarray, size + (K,)
            A row takes an index.

        Examples
        --------
        >>> reroll.Generator(1).multinomial(10, [.2, .3, .5], size=2).sum(axis=1).tolist()
        [10, 10]
        """
        target = _gpu.Target(self, out, stream)
        weights = _read.reals(pvals, "pvals")
        if weights.ndim == 0 or weights.shape[-1] == 0:
            raise ValueError("pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
        _read.refuse(~((weights >= 0) & (weights <= 1)), "pvals < 0, pvals > 1 or pvals contains NaNs", pvals=weights)
        rest = weights[..., :-1].sum(axis=-1)
        if np.any(rest > 1 + 1e-12):
            single = getattr(pvals, "dtype", None) in (np.float32, np.float16)
            raise ValueError("sum(pvals[:-1].astype(np.float64)) > 1.0. The pvals array is cast to 64-bit floating point "
                             "prior to checking the sum. Precision changes when casting may cause problems even if "
                             "the sum of the original pvals is valid." if single else "sum(pvals[:-1]) > 1.0")
        trials = np.asarray(_read.integers(n, "n"))
        _read.refuse(trials < 0, "n < 0", n=trials)
        _read.refuse(trials > _read.EXACT, f"n > {_read.EXACT}", n=trials)
        weights = np.concatenate([weights[..., :-1], np.maximum(0, 1 - rest)[..., None]], axis=-1)
        if size is None and (trials.ndim or weights.ndim > 1):
            np.broadcast_shapes(trials.shape, weights.shape[:-1])
        if weights.shape[-1] == 1:
            dtype = _laws.dtype_of(self._laws["multinomial"], dtype, "multinomial")
            shape = _shape(size, dtype, target, (1,), [a for a in (trials, weights[..., 0]) if a.ndim])
            if dtype.kind in "iu":
                _read.refuse(trials > np.iinfo(dtype).max, f"the count does not fit {dtype}", OverflowError, n=trials)
            self._reserve(math.prod(shape))
            return target.give(np.broadcast_to(trials, shape)[..., None].astype(dtype), dtype)
        return call(self, self._laws["multinomial"], "multinomial", [trials if trials.ndim else int(trials), weights],
                    size, None, dtype, out, stream=stream, names=("n", "pvals"))

    def multivariate_hypergeometric(self, colors: ArrayLike, nsample: int, size: Size = None,
                                    method: str = "marginals") -> NDArray[np.int64]:
        """How many of each color are among nsample drawn without replacement.

        Parameters
        ----------
        colors : array_like, (K,)
            How many there are of each.
        nsample : int
            At most their sum.
        size : int or tuple of ints, optional
            The shape before that of a row.
        method : {'marginals', 'count'}
            NumPy's two give one law: here both are the same draw.

        Returns
        -------
        ndarray, size + (K,)
            A row takes an index.

        Examples
        --------
        >>> reroll.Generator(1).multivariate_hypergeometric([3, 4, 5], 6, size=2).sum(axis=1).tolist()
        [6, 6]
        """
        if method not in ("count", "marginals"):
            raise ValueError('method must be "count" or "marginals".')
        counts = np.asarray(_read.here(colors))
        if counts.ndim != 1 or (counts.size and counts.dtype.kind not in "iub") or np.any(counts < 0):
            raise ValueError("colors must be a one-dimensional sequence of nonnegative integers not exceeding "
                             f"{np.iinfo(np.int64).max}.")
        try:
            nsample = _read.whole(nsample, "nsample")
        except (TypeError, ValueError):
            raise ValueError("nsample must be an integer") from None
        if nsample < 0:
            raise ValueError("nsample must be nonnegative.")
        total = sum(int(c) for c in counts)
        if nsample > total:
            raise ValueError("nsample > sum(colors)")
        if total >= (10**9 if method == "marginals" else np.iinfo(np.int64).max // 8):
            raise ValueError(f"When method is \"{method}\", sum(colors) must be less than 1000000000.")
        shape = () if size is None else _draw.shape_of(size)
        if counts.size < 2:
            self._reserve(math.prod(shape))
            return np.full(shape + counts.shape, nsample, np.int64)
        return call(self, self._laws["multivariate-hypergeometric"], "multivariate_hypergeometric",
                    [nsample, counts], shape)

    def multivariate_normal(self, mean: ArrayLike, cov: ArrayLike, size: Size = None, check_valid: str = "warn",
                            tol: float = 1e-8, *, method: str = "svd", dtype: DTypeLike = None, out: Any = None,
                            stream: Any = None) -> NDArray[Any]:
        """Normal vectors of this mean and covariance.

        Parameters
        ----------
        mean : array_like, (K,)
        cov : array_like, (K, K)
        size : int or tuple of ints, optional
            The shape before that of a row.
        check_valid : {'warn', 'raise', 'ignore'}
            What becomes of a covariance that is none.
        tol : float
        method : {'svd', 'eigh', 'cholesky'}
            How a covariance is factored that is not of full rank. One of full rank is factored by Cholesky, whatever method
            says, so that a sample has the bits of the command's.
        dtype : dtype, optional
            f8, f4.
        out : ndarray, or an array of CuPy or PyTorch, optional
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            As in sample().

        Returns
        -------
        ndarray, size + (K,)
            A row takes an index.

        Examples
        --------
        >>> reroll.Generator(1).multivariate_normal([0, 1], [[2, 1], [1, 2]], size=3).shape
        (3, 2)
        """
        target = _gpu.Target(self, out, stream)
        if method not in {"eigh", "svd", "cholesky"}:
            raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
        if check_valid not in ("warn", "raise", "ignore"):
            raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
        if np.iscomplexobj(mean) or np.iscomplexobj(cov):
            raise TypeError("mean and cov must not be complex")
        mean, cov = _read.reals(mean, "mean"), _read.reals(cov, "cov")
        if mean.ndim != 1:
            raise ValueError("mean must be 1 dimensional")
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError("cov must be 2 dimensional and square")
        if mean.shape[0] != cov.shape[0]:
            raise ValueError("mean and cov must have same length")
        if method == "cholesky":
            np.linalg.cholesky(cov)
        law = self._laws["multivariate-normal"]
        dtype = _laws.dtype_of(law, dtype, "multivariate_normal")
        shape = _shape(size, dtype, target, mean.shape)
        if mean.size > 1 and np.array_equal(cov, cov.T):
            try:
                return call(self, law, "multivariate_normal", [mean, cov], shape, None, dtype, out, stream=stream,
                            names=("mean", "cov"))
            except _faults.Refused:
                pass   # no covariance, or a mean that is no number: NumPy's to judge
        factor = _factor(cov, method, check_valid, tol)
        if mean.size == 1:
            z = self.standard_normal(shape + (1,))
        else:
            z = call(self, law, "multivariate_normal", [np.zeros_like(mean), np.eye(mean.size)], shape)
        return target.give(z @ factor.T + mean, dtype)


def _shape(size, dtype, target, unit, arrays=()):
    """The shape of samples of the shape `unit`, once it is known that they fit into out: before an index is taken."""
    target.check(dtype)
    return _draw.result_shape(arrays, size, target.into, unit)


def _factor(cov, method, check_valid, tol):
    """A with A A' = cov, or close to it where cov is no covariance and that is not to be raised."""
    if method == "cholesky":
        return np.linalg.cholesky(cov)
    if method == "eigh":
        values, vectors = np.linalg.eigh(cov)
        valid = not np.any(values < -tol)
        factor = vectors * np.sqrt(np.abs(values))
    else:
        u, values, vh = np.linalg.svd(cov)
        valid = np.allclose(np.dot(vh.T * values, vh), cov, rtol=tol, atol=tol)
        factor = u * np.sqrt(values)
    if not valid and check_valid == "raise":
        raise ValueError("covariance is not symmetric positive-semidefinite.")
    if not valid and check_valid == "warn":
        warnings.warn("covariance is not symmetric positive-semidefinite.", RuntimeWarning, stacklevel=3)
    return factor
