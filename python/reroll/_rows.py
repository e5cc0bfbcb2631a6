# SPDX-License-Identifier: MIT OR Apache-2.0
"""Samples that are rows: vectors and matrices. A row takes one index."""
from __future__ import annotations

import functools
import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _core, _draw, _faults, _gpu, _laws, _read
from ._order import Size


def _shape_of(value):
    return value.shape if isinstance(value, np.ndarray) else ()


def _sizes(law, shapes, names, dim):
    """The sizes of a call's dimensions, by name. dim: the caller's, or None."""
    shapes, names = tuple(shapes), tuple(names)
    given = {} if dim is None else {law.dim: asked(law, dim)}
    try:
        return _core.sizes(law.number, shapes, names, given)
    except ValueError as why:
        if given:   # the library's message has its name of the dimension
            raise ValueError(f"{why} (dim sets {law.dim})") from None
        if law.dim is None or not _would_do(law, shapes, names):
            raise
        raise ValueError(f"{why}: give dim") from None


def asked(law, dim):
    """`dim` as an int, for samplers that take it."""
    if law.dim is None:
        raise TypeError(f"{law.name} takes no dim: {'its matrices give it' if law.shape else 'it draws numbers'}")
    dim = _read.integer(dim, "dim")
    if dim < 1:
        raise ValueError(f"dim must be an integer from 1 on, not {dim}")
    return dim


def _would_do(law, shapes, names):
    """True if a call is refused only because `dim` is missing."""
    try:
        return bool(_core.sizes(law.number, shapes, names, {law.dim: 2}))
    except ValueError:
        return False


def _is_matrix(shape, of, sizes):
    """True if a parameter of that shape has a matrix per sample in two axes, instead of one. of: its own shape."""
    return len(of.sides) == 2 and not of.once and shape[-2:] == tuple(sizes[s] for s in of.sides)


def _in_line(value, of, sizes):
    """Turns a matrix per sample into a vector per sample, which has the matrix row by row. Other values are unchanged."""
    if not _is_matrix(_shape_of(value), of, sizes):
        return value
    return value.reshape(value.shape[:-2] + (math.prod(value.shape[-2:]),))


def _leading(shape, of, sizes):
    """The axes of a parameter that broadcast to those of samples: all but its own."""
    own = 0 if not of.sides else 2 if _is_matrix(shape, of, sizes) else 1
    return () if of.once else shape[:len(shape) - own]


def shapes_of(law, shapes, size, dim, out, names):
    """(shape of the samples, shape of one, sizes of the dimensions, axes of each parameter that broadcast to those of the
    samples), from the shapes of the parameters."""
    sizes = _sizes(law, shapes, names, dim)
    unit = tuple(2 if s == "2" else sizes[s] for s in law.shape)   # the parts of a complex entry
    leading = [_leading(shape, of, sizes) for shape, of in zip(shapes, law.shapes)]
    rows = [f"the rows of {name}" if of.sides else name for name, of in zip(names, law.shapes)]
    return _draw.result_shape(leading, size, out, unit, rows), unit, sizes, leading


def _stride(view, axes):
    """The common stride of the first axes of a view, or None if there is none."""
    dims = _draw._merged(view.shape[:axes], [view.strides[:axes]])
    if len(dims) > 1:
        return None
    return dims[0][1][0] if dims else 0


def _job_param(value, of, shape, sizes):
    """A job's parameter for samples of that shape; of: the parameter's own."""
    if not isinstance(value, np.ndarray):
        return value
    kind = _laws.NUMBERS[value.dtype]
    if of.once and len(of.sides) == 2:
        value = np.ascontiguousarray(value)
        return (value, 0, kind, *(value.strides if of.rule == "covariance" else (0, value.itemsize)))
    own = (math.prod(sizes[s] for s in of.sides),) if of.sides else ()
    view = np.broadcast_to(value, shape + own)
    row = _stride(view, len(shape))
    if row is None:
        view = np.ascontiguousarray(view)
        row = view.strides[len(shape) - 1]
    return (view, 0, kind, row, view.strides[-1] if own else 0)


def wait(law, values, size, dim, out, names=None):
    """(shape of samples, shape of a sample, job parameters, sizes of the job's dimensions)."""
    names = _laws.called(law, names)
    values = _read.parameters(law, values, names)
    shape, unit, sizes, _ = shapes_of(law, [_shape_of(v) for v in values], size, dim, out, names)
    return shape, unit, _job_params(law, values, shape, sizes), sizes


def _job_params(law, values, shape, sizes):
    return tuple(_job_param(_in_line(v, of, sizes), of, shape, sizes) for v, of in zip(values, law.shapes))


def call(rng, law, method, values, size=None, dim=None, dtype=None, out=None, strategy="auto", progress=None, stream=None,
         names=None):
    """Draws samples of a sampler that takes or draws rows. values: in its order, None for a default; names: the caller's."""
    there = stream is not None or _gpu.there(out)
    if not there and _draw.foreign(out):
        call(rng, law, method, values, size, dim, dtype, _draw.host(out), strategy, progress, names=names)
        return out
    dtype = _laws.dtype_of(law, dtype, method)
    if strategy != "auto":
        _laws.check_strategy(strategy)

    def error_of(found, shape, unit):
        return _faults.error(found, _faults.Call.of(law, shape, values, names, unit, dtype))

    if there:
        return _gpu.rows(rng, law, dtype, out, lambda into: wait(law, values, size, dim, into, names), strategy, stream,
                         error_of)
    if out is not None:
        _draw.check_out(out, dtype)
    shape, unit, made, sizes = wait(law, values, size, dim, out, names)
    into = np.empty(shape + unit, dtype)
    if into.size:
        job = (law.number, _laws.NUMBERS[dtype], math.prod(shape), math.prod(unit), made, sizes, strategy, 0)
        _draw.run(rng, job, into, False, progress, lambda found: error_of(found, shape, unit))
    if into.ndim == 0 and size is None and out is None:
        return into.item()
    if out is None:
        return into
    out[...] = into
    return out


def tile(at, call, values, start, out, sizes, strategy):
    """Fills out with the block of an array of rows that begins at position `start`. call: the whole array's (_faults.Call).
    at(k): a Generator whose next index is that of row k; values broadcast to the block's rows."""
    law, unit = call.law, call.unit
    lead = out.shape[:out.ndim - len(unit)]
    values = [_over(v, of, lead, sizes) for v, of in zip(values, law.shapes)]
    for place, first in runs(lead, start, call.shape):
        shape = lead[len(place):]
        own = [v if of.once or not isinstance(v, np.ndarray) else v[place] for v, of in zip(values, law.shapes)]
        job = (law.number, _laws.NUMBERS[out.dtype], math.prod(shape), math.prod(unit), _job_params(law, own, shape, sizes),
               sizes, strategy, 0)
        error_of = functools.partial(_draw.error_of_tile, call, place, start, out.shape)
        _draw.run(at(first), job, out[(*place, ...)], False, None, error_of)


def _over(value, of, lead, sizes):
    """A per-row parameter, broadcast to all axes of the rows."""
    if of.once or not isinstance(value, np.ndarray):
        return value
    own = value.shape[len(_leading(value.shape, of, sizes)):]
    return np.broadcast_to(value, lead + own)


def runs(lead, start, whole):
    """The parts of a block whose elements are consecutive in the array: (position in the block, index of the first element
    in the array) of each. The block has the shape `lead` and begins at position `start` of an array of shape `whole`."""
    inner = max(len(lead) - 1, 0)
    while inner > 0 and lead[inner] == whole[inner]:
        inner -= 1
    strides = [math.prod(whole[d + 1:]) for d in range(len(whole))]
    for place in np.ndindex(lead[:inner]):
        at = (*place, *[0] * (len(lead) - inner))
        yield place, sum((s + p) * n for s, p, n in zip(start, at, strides))


class Rows:
    """NumPy's methods whose samples are rows."""

    def dirichlet(self, alpha: ArrayLike, size: Size = None, *, dtype: DTypeLike = None, out: Any = None,
                  stream: Any = None) -> NDArray[Any]:
        """Probability vectors: rows of fractions that sum to 1.

        Parameters
        ----------
        alpha : array_like, (K,)
            Not negative; a fraction whose alpha is 0 is 0.
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
            A row uses one index.

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
            drawn = None
        made = np.zeros(shape + alpha.shape, dtype)
        made[..., keep] = 1 if drawn is None else drawn
        if drawn is None:
            self._reserve(math.prod(shape))   # after memory is allocated: an error takes no index
        return target.give(made, dtype)

    def multinomial(self, n: ArrayLike, pvals: ArrayLike, size: Size = None, *, dtype: DTypeLike = None, out: Any = None,
                    stream: Any = None) -> NDArray[Any]:
        """The number of times that each outcome occurs in n trials.

        Parameters
        ----------
        n : int or array_like
        pvals : array_like, (..., K)
            They sum to 1 in the last axis; the last one is 1 minus the sum of the others. n and the other axes of pvals
            broadcast.
        size : int or tuple of ints, optional
            The shape before that of a row.
        dtype : dtype, optional
        out : ndarray, or an array of CuPy or PyTorch, optional
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            As in sample().

        Returns
        -------
        ndarray, size + (K,)
            A row uses one index.

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
            shape = _shape(size, dtype, target, (1,), [trials.shape, weights.shape[:-1]])
            if dtype.kind in "iu":
                _read.refuse(trials > np.iinfo(dtype).max, f"the count does not fit {dtype}", OverflowError, n=trials)
            made = np.broadcast_to(trials, shape)[..., None].astype(dtype)
            self._reserve(math.prod(shape))
            return target.give(made, dtype)
        return call(self, self._laws["multinomial"], "multinomial", [trials if trials.ndim else int(trials), weights],
                    size, None, dtype, out, stream=stream, names=("n", "pvals"))

    def multivariate_hypergeometric(self, colors: ArrayLike, nsample: int, size: Size = None,
                                    method: str = "marginals") -> NDArray[np.int64]:
        """The number of items of each color among nsample items that are drawn without replacement.

        Parameters
        ----------
        colors : array_like, (K,)
            The number of items of each color. Their sum is at most 2^53.
        nsample : int
            At most the sum of colors.
        size : int or tuple of ints, optional
            The shape before that of a row.
        method : {'marginals', 'count'}
            NumPy's two methods have one distribution; here they give the same numbers.

        Returns
        -------
        ndarray, size + (K,)
            A row uses one index.

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
            nsample = _read.integer(nsample, "nsample")
        except (TypeError, ValueError):
            raise ValueError("nsample must be an integer") from None
        if nsample < 0:
            raise ValueError("nsample must be nonnegative.")
        total = sum(int(c) for c in counts)
        if nsample > total:
            raise ValueError("nsample > sum(colors)")
        if total > 2**53:
            raise ValueError("sum(colors) must be at most 2^53.")
        shape = () if size is None else _draw.shape_of(size)
        if counts.size < 2:
            made = np.full(shape + counts.shape, nsample, np.int64)
            self._reserve(math.prod(shape))
            return made
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
            What to do if cov is not positive semidefinite.
        tol : float
        method : {'svd', 'eigh', 'cholesky'}
            How a covariance without full rank is factored. One of full rank is always factored by Cholesky, so that
            samples have the bits of the command's.
        dtype : dtype, optional
            f8, f4.
        out : ndarray, or an array of CuPy or PyTorch, optional
        stream : int or a stream of CuPy, PyTorch or Numba, optional
            As in sample().

        Returns
        -------
        ndarray, size + (K,)
            A row uses one index.

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
        mean, cov = _mean_and_cov(mean, cov)
        if method == "cholesky":
            np.linalg.cholesky(cov)
        law = self._laws["multivariate-normal"]
        dtype = _laws.dtype_of(law, dtype, "multivariate_normal")
        shape = _shape(size, dtype, target, mean.shape)
        if mean.size > 1:
            try:
                return call(self, law, "multivariate_normal", [mean, cov], shape, None, dtype, out, stream=stream,
                            names=("mean", "cov"))
            except _faults.ParameterError:
                pass   # not symmetric or semidefinite to rounding, or NaN in the mean: as in NumPy
        factor = _factor(cov, method, check_valid, tol)
        if mean.size == 1:
            z = self.standard_normal(shape + (1,))
        else:
            z = call(self, law, "multivariate_normal", [np.zeros_like(mean), np.eye(mean.size)], shape)
        return target.give(_product(factor, z) + mean, dtype)


def _mean_and_cov(mean, cov):
    """Both as arrays of the shapes (K,) and (K, K); otherwise NumPy's errors."""
    if np.iscomplexobj(mean) or np.iscomplexobj(cov):
        raise TypeError("mean and cov must not be complex")
    mean, cov = _read.reals(mean, "mean"), _read.reals(cov, "cov")
    if mean.ndim != 1:
        raise ValueError("mean must be 1 dimensional")
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if mean.shape[0] != cov.shape[0]:
        raise ValueError("mean and cov must have same length")
    return mean, cov


def _product(factor, z):
    """z @ factor.T in a fixed order of additions: BLAS's order depends on the number of rows."""
    made = np.zeros(z.shape)
    for k in range(z.shape[-1]):
        made += z[..., k, None] * factor[:, k]
    return made


def _shape(size, dtype, target, unit, shapes=()):
    """The shape of samples of the shape `unit`, after a check, before an index is taken, that they fit into out."""
    target.check(dtype)
    return _draw.result_shape(shapes, size, target.into, unit)


def _factor(cov, method, check_valid, tol):
    """A with A A' = cov, or approximately if cov is not a covariance and check_valid is not "raise"."""
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
