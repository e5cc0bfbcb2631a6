# SPDX-License-Identifier: MIT OR Apache-2.0
"""Turns the arguments of a call into a job of the C library, and its result into an array.

Element k of a result, in C order for any memory order, has index next + k. Parameters are read in place if they broadcast to
two strides; otherwise a contiguous copy is made.
"""
import collections.abc
import functools
import math
import operator

import numpy as np

from . import _core, _faults, _laws, _read
from ._read import foreign, here, host, parameter as number_or_array   # noqa: F401

PIECE = 1 << 20


def shape_of(size, name="size"):
    """A tuple, from an int or a sequence of them; name: the caller's."""
    if type(size) is int:
        shape = (size,)
    else:
        try:
            is_one = not hasattr(size, "__iter__") or isinstance(size, np.ndarray) and size.ndim == 0
            sizes = [size] if is_one else size
            if not isinstance(sizes, (collections.abc.Sequence, np.ndarray)) or any(isinstance(s, bool) for s in sizes):
                raise TypeError
            shape = tuple(operator.index(s) for s in sizes)
        except TypeError:
            raise TypeError(f"{name} takes an integer or a sequence of integers, not {size!r}") from None
    if any(s < 0 for s in shape):
        raise ValueError(f"negative dimensions are not allowed; {name} = {size!r}")
    return shape


def fits(shape, wanted):
    """True if an array of that shape broadcasts to the wanted shape."""
    try:
        return np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
        return False


def broadcast(shapes, names=()):
    """The shape that the shapes broadcast to; ValueError with their names if they do not."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        if not names:
            raise
        given = ", ".join(f"{shape} of {name}" for name, shape in zip(names, shapes) if shape)
        raise ValueError(f"shape mismatch: shapes of parameters must broadcast; they are {given}") from None


def result_shape(shapes, size, out, unit=(), names=()):
    """The shape of a result for parameters with these shapes and names, and samples of the shape `unit`."""
    shape = broadcast(shapes, names) if shapes else ()
    if size is not None:
        wanted = shape_of(size)
        if shape and not fits(shape, wanted):
            raise ValueError(f"Output size {wanted} is not compatible with broadcast dimensions of inputs {shape}.")
        shape = wanted
    if out is not None:
        if size is not None and out.shape != shape + unit:
            raise ValueError("size must match out.shape when used together")
        if size is None and out.shape != shape + unit:
            if not fits(shape + unit, out.shape):
                raise ValueError(f"out of shape {out.shape} does not fit the samples, of shape {shape + unit}")
            shape = out.shape[:len(out.shape) - len(unit)]
    return shape


def check_out(out, dtype):
    """Refuses an `out` that cannot be written, neither directly (C order) nor through a copy (Fortran order)."""
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array, not {type(out).__name__}")
    flags = out.flags
    if not (flags.writeable and flags.aligned and out.dtype.isnative and (flags.c_contiguous or flags.f_contiguous)):
        raise ValueError("Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")
    if out.dtype != dtype:
        raise TypeError(f"Supplied output array has the wrong type. Expected {dtype}, got {out.dtype}")


def _merged(shape, strides):
    """The dimensions of length above 1, with adjacent ones merged if all strides allow it."""
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


def run(rng, job, out, check, progress, error_of):
    """Fills out. error_of(result of the call): the exception to raise."""
    found = _core.fill(rng, job, out, check, PIECE * rng._device.threads, progress)
    if found is not None:
        raise error_of(found)


def _fill(rng, law, dtype, out, values, shape, strategy, check, progress, names=None, flags=0):
    rows, cols, params = layout(values, shape)
    job = (law.number, _laws.NUMBERS[dtype], rows, cols, params, {}, strategy, flags)
    run(rng, job, out, check, progress,
        lambda found: _faults.error(found, _faults.Call.of(law, shape, values, names, dtype=dtype)))


def tile(at, call, values, start, out, strategy):
    """Fills out with the block of an array that begins at position `start`. call: the whole array's (_faults.Call). at(k): a
    Generator whose next index is that of element k; values broadcast to out."""
    law, whole = call.law, call.shape
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
        job = (law.number, _laws.NUMBERS[out.dtype], rows, cols, made, {}, strategy, 0, stride)
        error_of = functools.partial(error_of_tile, call, place, start, out.shape)
        run(at(first), job, out[(*place, ...)], False, None, error_of)


def error_of_tile(call, place, start, block, found):
    """The exception for the result of part `place` of a block, which begins at position `start` of the whole array."""
    whole = call.shape + call.unit
    start = (*start, *[0] * len(call.unit))

    def number(element):
        if element is None or not whole:
            return element
        at = (*place, *np.unravel_index(element, block[len(place):]))
        return np.ravel_multi_index([s + k for s, k in zip(start, at)], whole)

    return _faults.error({**found, **{key: number(found[key]) for key in ("element", "first_failed")}}, call)


def _apart(values, out):
    return [v.copy() if isinstance(v, np.ndarray) and np.may_share_memory(v, out) else v for v in values]


def scalars(rng, law, method, values, size, dtype, out, strategy="auto", progress=None, names=None, flags=0):
    """Draws samples that are numbers. values: in the sampler's order, None for a default; names: the caller's; flags: those
    of a job."""
    dtype = _laws.dtype_of(law, dtype, method)
    if out is not None:
        check_out(out, dtype)
    if strategy != "auto":
        _laws.check_strategy(strategy)
    values = _read.parameters(law, values, names)
    arrays = [v for v in values if isinstance(v, np.ndarray)]
    if arrays and out is not None and not out.flags.c_contiguous:
        raise ValueError("Supplied output array must be contiguous in C order where parameters are arrays")
    shape = result_shape([np.shape(v) for v in values] if arrays else [], size, out, names=_laws.called(law, names))
    # After samples are written a count may not fit, a stage of it may get an invalid parameter, or a strategy may fail: then
    # the caller's array must be unchanged.
    late = out is not None and (strategy != "auto" or law.counts)
    direct = out is not None and out.flags.c_contiguous and not late
    into = out if direct else np.empty(shape, dtype)
    if direct:
        values = _apart(values, out)
    if into.size:
        _fill(rng, law, dtype, into, values, shape, strategy, direct, progress, names, flags)
    elif not arrays:   # parameters are checked even if there are no samples
        elsewhere = rng._other(rng.seed, rng.stream)
        _fill(elsewhere, law, dtype, np.empty(1, dtype), values, (), strategy, False, None, names)
    if out is not None:
        if not direct:
            out[...] = into
        return out
    return into.item() if shape == () and size is None else into
