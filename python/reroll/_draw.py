# SPDX-License-Identifier: MIT OR Apache-2.0
"""One call: arguments to a job of the C library, its result to an array.

Element k of a result, in C order whatever its memory's, has index next + k. Parameters are read where they lie if they
broadcast to two strides; else a contiguous copy is made.
"""
import math
import operator

import numpy as np

from . import _core, _laws

PIECE = 1 << 20
_HOST = (1, 3)   # kDLCPU, kDLCUDAHost
_READ = {np.dtype(t) for t in ("f4", "f8", "i4", "i8", "u4", "u8")}


def shape_of(size):
    """A tuple, from an int or a sequence of them."""
    if isinstance(size, (int, np.integer)):
        shape = (int(size),)
    else:
        try:
            shape = tuple(operator.index(s) for s in size)
        except TypeError:
            shape = (operator.index(size),)
    if any(s < 0 for s in shape):
        raise ValueError("negative dimensions are not allowed")
    return shape


def foreign(out):
    """Is it an array of another library, which DLPack reaches?"""
    return out is not None and not isinstance(out, np.ndarray) and hasattr(out, "__dlpack_device__")


def host(array):
    """An array of another library as one of NumPy's in the same memory; TypeError where that is not the host's."""
    kind, _ = array.__dlpack_device__()
    if kind not in _HOST:
        raise TypeError(f"an array lies on a device of DLPack's kind {int(kind)}: "
                        "this call takes those in the host's memory")
    return np.from_dlpack(array)


def here(value):
    """A parameter that NumPy can read: an array of another library by host()."""
    return host(value) if foreign(value) else value


def number_or_array(value, whole):
    """A float (an int, of integers), or an array of a type that the library reads."""
    kind = type(value)
    if kind is float or kind is int:
        return value if whole else float(value)
    array = np.asarray(here(value))
    if array.dtype.kind not in "fiub":
        array = array.astype(np.float64, casting="safe") if array.dtype.kind != "O" else array.astype(np.float64)
    if array.ndim == 0:
        return int(value) if whole else float(value)
    if array.dtype not in _READ or not array.dtype.isnative or not array.flags.aligned:
        array = array.astype(np.int64 if array.dtype.kind in "iub" else np.float64)
    return array


def result_shape(arrays, size, out, unit=()):
    """The shape of a result whose samples have the shape `unit`."""
    shape = np.broadcast_shapes(*(a.shape for a in arrays)) if arrays else ()
    if size is not None:
        wanted = shape_of(size)
        if arrays:
            try:
                fits = np.broadcast_shapes(shape, wanted) == wanted
            except ValueError:
                fits = False
            if not fits:
                raise ValueError(f"Output size {wanted} is not compatible with broadcast dimensions of inputs {shape}.")
        shape = wanted
    if out is not None:
        if size is not None and out.shape != shape + unit:
            raise ValueError("size must match out.shape when used together")
        if size is None and out.shape != shape + unit:
            try:
                if np.broadcast_shapes(shape + unit, out.shape) != out.shape:
                    raise ValueError
            except ValueError:
                raise ValueError(f"out of shape {out.shape} does not fit what is drawn, of shape {shape + unit}") from None
            shape = out.shape[:len(out.shape) - len(unit)]
    return shape


def check_out(out, dtype):
    """Whether out can be written as it lies (C order) or has to be copied to (Fortran's)."""
    if not isinstance(out, np.ndarray):
        raise TypeError("out must be a numpy array")
    flags = out.flags
    if not (flags.writeable and flags.aligned and out.dtype.isnative and (flags.c_contiguous or flags.f_contiguous)):
        raise ValueError("Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")
    if out.dtype != dtype:
        raise TypeError(f"Supplied output array has the wrong type. Expected {dtype}, got {out.dtype}")


def _merged(shape, strides):
    """Dimensions of more than 1, those next to each other joined where all strides allow it."""
    dims = []
    for axis, length in enumerate(shape):
        if length == 1:
            continue
        here = [s[axis] for s in strides]
        if dims and all(a == b * length for a, b in zip(dims[-1][1], here)):
            dims[-1] = (dims[-1][0] * length, here)
        else:
            dims.append((length, here))
    return dims


def layout(values, shape):
    """(rows, cols, job parameters) for values that broadcast to shape."""
    where = [i for i, v in enumerate(values) if isinstance(v, np.ndarray)]
    if not where:
        return 1, math.prod(shape), tuple(values)
    views = [np.broadcast_to(values[i], shape) for i in where]
    dims = _merged(shape, [v.strides for v in views])
    if len(dims) > 2:
        views = [np.ascontiguousarray(v) for v in views]
        dims = _merged(shape, [v.strides for v in views])
    dims = [(1, [0] * len(views))] * (2 - len(dims)) + dims
    made = list(values)
    for k, i in enumerate(where):
        made[i] = (views[k], 0, _laws.NUMBERS[views[k].dtype], dims[0][1][k], dims[1][1][k])
    return dims[0][0], dims[1][0], tuple(made)


class Refused(ValueError):
    """A parameter that the library refuses: its message."""


def run(rng, job, out, check, progress):
    """Fills out; Refused where a parameter is."""
    done = _core.fill(rng, job, out, check, PIECE * rng._device.threads, progress, None, False)
    if done is not None:
        raise Refused(done[1])


def _fill(rng, law, dtype, out, values, shape, strategy, check, progress):
    rows, cols, params = layout(values, shape)
    job = (law.number, _laws.NUMBERS[dtype], rows, cols, params, 0, strategy, 0)
    run(rng, job, out, check, progress)


def tile(at, law, values, whole, start, out, strategy):
    """Fills out with the block of an array of the shape `whole` that begins at the place `start`. at(k): a Generator that
    stands at the index of element k; values broadcast to out."""
    strides = [math.prod(whole[d + 1:]) for d in range(len(whole))]
    inner = max(out.ndim - 1, 0)   # from here on dimensions are one run of indices
    while inner > 0 and out.shape[inner] == whole[inner]:
        inner -= 1
    lead = max(inner - 1, 0)
    rows, cols = math.prod(out.shape[lead:inner]), math.prod(out.shape[inner:])
    stride = strides[inner - 1] if inner else 0
    values = [np.broadcast_to(v, out.shape) if isinstance(v, np.ndarray) else v for v in values]
    for place in np.ndindex(out.shape[:lead]):
        views = [v[(*place, ...)].reshape(rows, cols) if isinstance(v, np.ndarray) else v for v in values]
        made = tuple((v, 0, _laws.NUMBERS[v.dtype], *v.strides) if isinstance(v, np.ndarray) else v for v in views)
        first = sum((s + p) * n for s, p, n in zip(start, (*place, *[0] * (out.ndim - lead)), strides))
        job = (law.number, _laws.NUMBERS[out.dtype], rows, cols, made, 0, strategy, 0, stride)
        run(at(first), job, out[(*place, ...)], False, None)


def _apart(values, out):
    return [v.copy() if isinstance(v, np.ndarray) and np.may_share_memory(v, out) else v for v in values]


def scalars(rng, law, method, values, size, dtype, out, strategy="auto", progress=None):
    """Samples that are numbers. values: in the sampler's order, None the default."""
    dtype = _laws.dtype_of(law, dtype, method)
    if out is not None:
        check_out(out, dtype)
    values = [None if v is None else number_or_array(v, law.integers) for v in values]
    arrays = [v for v in values if isinstance(v, np.ndarray)]
    if arrays and out is not None and not out.flags.c_contiguous:
        raise ValueError("Supplied output array must be contiguous in C order where parameters are arrays")
    shape = result_shape(arrays, size, out)
    # A count may turn out not to fit, a strategy may fail, when something is written: the caller's array sees only success.
    late = out is not None and (strategy != "auto" or (law.counts and dtype.itemsize < 8))
    direct = out is not None and out.flags.c_contiguous and not late
    into = out if direct else np.empty(shape, dtype)
    if direct:
        values = _apart(values, out)
    if into.size:
        _fill(rng, law, dtype, into, values, shape, strategy, direct, progress)
    if out is not None:
        if not direct:
            out[...] = into
        return out
    return into.item() if shape == () and size is None else into
