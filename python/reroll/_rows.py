# SPDX-License-Identifier: MIT OR Apache-2.0
"""Samples that are rows: vectors and matrices. A row takes one index."""
import math
import warnings

import numpy as np

from . import _core, _draw, _laws


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


def _kind(law, p):
    return "matrix" if law.matrix >> p & 1 else "row" if law.per_row >> p & 1 else "component"


def _components(law, values, dim):
    """How many components a row has, of square ones in a line."""
    for p, value in enumerate(values):
        if isinstance(value, np.ndarray) and _kind(law, p) != "row":
            if value.ndim < (2 if _kind(law, p) == "matrix" else 1):
                raise ValueError(f"{law.args[p]} has to be a matrix")
            dim = value.shape[-1]
            if dim > 1 or _kind(law, p) == "matrix":
                break
    dim = dim or law.components
    if not dim:
        raise ValueError(f"{law.name}: dim says how many components a row has")
    return dim


def call(rng, law, method, values, size=None, dim=None, dtype=None, out=None, strategy="auto", progress=None):
    """Rows of a sampler; values in its order, None the default."""
    dtype = _laws.dtype_of(law, dtype, method)
    if out is not None:
        _draw.check_out(out, dtype)
    values = [None if v is None else _draw.number_or_array(v, False) for v in values]
    dim = _components(law, values, dim)
    unit = (dim, dim) if law.square else (dim,)
    lead = [v if _kind(law, p) == "row" else v[..., 0] for p, v in enumerate(values)
            if isinstance(v, np.ndarray) and _kind(law, p) != "matrix"]
    shape = _draw.result_shape([np.asarray(a) for a in lead if np.ndim(a)], size, out, unit)
    into = np.empty(shape + unit, dtype)
    params = []
    for p, v in enumerate(values):
        if not isinstance(v, np.ndarray):
            params.append(v)
        elif _kind(law, p) == "matrix":
            v = np.ascontiguousarray(v)
            params.append((v, 0, _laws.NUMBERS[v.dtype], v.strides[0], v.strides[1]))
        else:
            params.append(_per_row(v, shape) if _kind(law, p) == "row" else _component(v, shape, dim))
    if into.size:
        job = (law.number, _laws.NUMBERS[dtype], math.prod(shape), math.prod(unit), tuple(params), 0, strategy, 0)
        done = _core.fill(rng, job, into, False, _draw.PIECE * rng._device.threads, progress)
        if done is not None:
            raise ValueError(done[1])
    if out is None:
        return into
    out[...] = into
    return out


def weighted(rng, law, values, size, dtype, out, strategy="auto", progress=None):
    """A sampler whose one parameter is a vector of weights (a row of them for each sample, in the last axis)."""
    dtype = _laws.dtype_of(law, dtype, law.name)
    if out is not None:
        _draw.check_out(out, dtype)
    weights = _draw.number_or_array(values[0], False)
    if not isinstance(weights, np.ndarray):
        raise ValueError("weights has to be a vector")
    lead = [weights[..., 0]] if weights.ndim > 1 else []
    shape = _draw.result_shape(lead, size, out)
    into = np.empty(shape, dtype)
    if into.size:
        param = _component(weights, shape, weights.shape[-1])
        job = (law.number, _laws.NUMBERS[dtype], into.size, 1, (param,), weights.shape[-1], strategy, 0)
        done = _core.fill(rng, job, into, False, _draw.PIECE * rng._device.threads, progress)
        if done is not None:
            raise ValueError(done[1])
    if out is None:
        return into.item() if shape == () and size is None else into
    out[...] = into
    return out


class Rows:
    """NumPy's methods whose samples are rows."""

    def dirichlet(self, alpha, size=None, *, dtype=None, out=None):
        """Rows of shares that sum to 1: `alpha`, positive, one value a component. Shape: size + (len(alpha),)."""
        alpha = np.asarray(alpha, dtype=float)
        if alpha.ndim != 1:
            raise ValueError("alpha must be a one-dimensional sequence of at least one value")
        if np.any(~(alpha >= 0)):
            raise ValueError("alpha < 0 or alpha contains NaNs")
        keep = alpha > 0
        shape = () if size is None else _draw.shape_of(size)
        if alpha.size == 0 or not keep.any() or keep.sum() == 1:
            made = np.zeros(shape + alpha.shape, _laws.dtype_of(self._laws["dirichlet"], dtype, "dirichlet"))
            made[..., keep] = 1
            self._reserve(math.prod(shape))
        else:
            drawn = call(self, self._laws["dirichlet"], "dirichlet", [alpha[keep]], shape, None, dtype,
                         out if keep.all() else None)
            if keep.all():
                return drawn
            made = np.zeros(shape + alpha.shape, drawn.dtype)
            made[..., keep] = drawn
        if out is not None:
            _draw.check_out(out, made.dtype)
            out[...] = made
            return out
        return made

    def multinomial(self, n, pvals, size=None, *, dtype=None, out=None):
        """How often each of the outcomes came in n trials. `pvals` sum to 1 in the last axis; the last is what the others
        leave. n and pvals' other axes broadcast. Shape: size + (outcomes,)."""
        weights = np.asarray(pvals, dtype=float)
        if weights.ndim == 0 or weights.shape[-1] == 0:
            raise ValueError("pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
        if np.any(~((weights >= 0) & (weights <= 1))):
            raise ValueError("pvals < 0, pvals > 1 or pvals contains NaNs")
        rest = weights[..., :-1].sum(axis=-1)
        if np.any(rest > 1 + 1e-12):
            single = np.asarray(pvals).dtype in (np.float32, np.float16)
            raise ValueError("sum(pvals[:-1].astype(np.float64)) > 1.0. The pvals array is cast to 64-bit floating point "
                             "prior to checking the sum. Precision changes when casting may cause problems even if the sum of the "
                             "original pvals is valid." if single else "sum(pvals[:-1]) > 1.0")
        trials = np.asarray(n)
        if trials.dtype.kind not in "iub" and not np.all(trials == np.floor(trials)):
            trials = trials.astype(np.int64)
        if np.any(trials < 0):
            raise ValueError("n < 0")
        weights = np.concatenate([weights[..., :-1], np.maximum(0, 1 - rest)[..., None]], axis=-1)
        if size is None and (trials.ndim or weights.ndim > 1):
            np.broadcast_shapes(trials.shape, weights.shape[:-1])
        if weights.shape[-1] == 1:
            shape = _draw.result_shape([a for a in (trials, weights[..., 0]) if a.ndim], size, None)
            self._reserve(math.prod(shape))
            return np.broadcast_to(trials, shape)[..., None].astype(np.int64)
        return call(self, self._laws["multinomial"], "multinomial", [trials if trials.ndim else float(trials), weights],
                    size, None, dtype, out)

    def multivariate_hypergeometric(self, colors, nsample, size=None, method="marginals"):
        """How many of each color are among nsample drawn without replacement. `method` names NumPy's two, which give one
        law: here both are the same draw. Shape: size + (len(colors),)."""
        if method not in ("count", "marginals"):
            raise ValueError('method must be "count" or "marginals".')
        counts = np.asarray(colors)
        if counts.ndim != 1 or (counts.size and counts.dtype.kind not in "iub") or np.any(counts < 0):
            raise ValueError("colors must be a one-dimensional sequence of nonnegative integers not exceeding "
                             f"{np.iinfo(np.int64).max}.")
        try:
            nsample = int(nsample)
        except TypeError:
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
                    [float(nsample), counts.astype(float)], shape)

    def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd", dtype=None, out=None):
        """Normal vectors of this mean and covariance. A covariance of full rank is factored by Cholesky, whatever `method`
        says, so that a sample has the bits of the command's; any other by `method`, 'svd', 'eigh' or 'cholesky'. Shape: size +
        (len(mean),)."""
        if method not in {"eigh", "svd", "cholesky"}:
            raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
        if check_valid not in ("warn", "raise", "ignore"):
            raise ValueError("check_valid must equal 'warn', 'raise', or 'ignore'")
        mean, cov = np.array(mean), np.array(cov)
        if np.issubdtype(mean.dtype, np.complexfloating) or np.issubdtype(cov.dtype, np.complexfloating):
            raise TypeError("mean and cov must not be complex")
        mean, cov = mean.astype(float), cov.astype(float)
        if mean.ndim != 1:
            raise ValueError("mean must be 1 dimensional")
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError("cov must be 2 dimensional and square")
        if mean.shape[0] != cov.shape[0]:
            raise ValueError("mean and cov must have same length")
        if method == "cholesky":
            np.linalg.cholesky(cov)
        law, shape = self._laws["multivariate-normal"], () if size is None else _draw.shape_of(size)
        if mean.size > 1 and np.array_equal(cov, cov.T):
            try:
                return call(self, law, "multivariate_normal", [mean, cov], shape, None, dtype, out)
            except ValueError:
                pass
        factor = _factor(cov, method, check_valid, tol)
        if mean.size == 1:
            z = self.standard_normal(shape + (1,))
        else:
            z = call(self, law, "multivariate_normal", [np.zeros_like(mean), np.eye(mean.size)], shape)
        return z @ factor.T + mean


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
