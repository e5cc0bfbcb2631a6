# SPDX-License-Identifier: MIT OR Apache-2.0
"""Blocks of Dask arrays: the functions that workers run, and their graphs (dask.py has the functions that users call)."""
from __future__ import annotations

import functools
import math

import dask.array as da
from dask import delayed
import numpy as np
from dask.base import tokenize
from dask.highlevelgraph import HighLevelGraph

from . import _calls, _draw, _faults, _generator, _laws, _names, _read, _rows


def source(rng):
    """The Generator whose indices an array uses."""
    return rng if isinstance(rng, _generator.Generator) else _generator.Generator(rng)


class Part:
    """The position of an array in a stream (seed, stream, index of the array's first sample), and the device of the
    workers. `at` opens the stream on a worker."""

    def __init__(self, rng, count, device):
        state = rng.state
        self.seed, self.stream, self.device = state["seed"], state["stream"], device
        self.first = rng._reserve(count)

    def at(self):
        """A function that returns, for sample k, a Generator whose next index is that of the sample."""
        rng = _generator.Generator(0, self.device)
        return lambda k: rng._other(self.seed, self.stream, self.first + k)

    def __dask_tokenize__(self):
        return self.seed, self.stream, self.first, self.device


# ---- Shapes ----

def chunks_of(chunks, lead, unit, dtype):
    """Chunks of samples of the shape `unit`, whose axes are one chunk and may be left out of `chunks`."""
    if unit and isinstance(chunks, dict):
        chunks = {**{len(lead) + k: -1 for k in range(len(unit))}, **chunks}
    elif unit and not isinstance(chunks, (tuple, list)):
        chunks = (chunks,) * len(lead) + (-1,) * len(unit)
    elif unit and len(chunks) != len(lead) + len(unit):
        chunks = (*chunks, *[-1] * len(unit))
    # For "auto", Python objects have the size of their pointers.
    made = da.core.normalize_chunks(chunks, lead + unit, dtype=np.dtype(np.int64) if dtype.hasobject else dtype)
    if any(len(c) > 1 for c in made[len(lead):]):
        raise ValueError(f"chunks = {chunks} divides samples of shape {unit}: a sample must be in one chunk, -1 in its axes")
    return made


def refuse_unknown(values, names):
    """ValueError for a Dask array whose shape is not known: it cannot be divided into blocks of the result."""
    for value, name in zip(values, names):
        if isinstance(value, da.Array) and any(math.isnan(n) for n in value.shape):
            raise ValueError(f"{name} is a Dask array of unknown chunk sizes: call its compute_chunk_sizes() first")


def like(value, leading, chunks):
    """A parameter as a Dask array with these chunks in its leading axes (one chunk for axes of length 1) and one chunk in
    every other axis."""
    shape = np.shape(value)
    own = tuple((1,) if n == 1 else c for n, c in zip(leading, chunks[len(chunks) - len(leading):]))
    own += tuple((n,) for n in shape[len(leading):])
    return value.rechunk(own) if isinstance(value, da.Array) else da.from_array(np.asarray(value), chunks=own)


def _ends(chunks):
    """The begin and end of each chunk of an axis, as an array with one chunk per pair."""
    ends = np.cumsum((0, *chunks))
    return da.from_array(np.stack([ends[:-1], ends[1:]], axis=1).ravel(), chunks=2)


def blocks(draw, arrays, whole, unit, chunks, kind, name, identity=None, **kept):
    """An array of shape `whole` of samples of shape `unit`. Its blocks are draw(*parts of the arrays, start=, shape=,
    whole=, unit=, kind=, **kept): `start` is the position of a block's first sample, `shape` the shape of its samples.

    arrays: (array, its leading axes, which broadcast to `whole`) for each. identity: replaces `kept` in the array's name.
    """
    axes = range(len(whole))
    pairs = [(_ends(c), (d,)) for d, c in zip(axes, chunks)] or [(da.zeros((), dtype="u1"), ())]
    ends, free = len(whole), len(whole) + len(unit)
    for array, leading in arrays:
        own = tuple(range(free, free + np.ndim(array) - len(leading)))
        free += len(own)
        pairs.append((like(array, leading, chunks[:ends]), (*axes[ends - len(leading):], *own)))
    token = tokenize(draw.__name__, kept if identity is None else identity, kept["part"], whole, unit, chunks, kind,
                     [array.name for array, _ in pairs])
    made = da.blockwise(_at_ends, range(ends + len(unit)), *[x for pair in pairs for x in pair], draw=draw, whole=whole,
                        unit=unit, kind=kind, new_axes={ends + k: n for k, n in enumerate(unit)}, concatenate=True,
                        align_arrays=False, dtype=kind, name=f"reroll-{name}-{token}",
                        meta=np.empty((0,) * (ends + len(unit)), kind), **kept)
    return da.Array(made.dask, made.name, chunks, dtype=kind)


def _at_ends(*arrays, draw, whole, **kept):
    ends = arrays[:len(whole)]
    return draw(*arrays[max(len(whole), 1):], start=[int(low) for low, _ in ends],
                shape=tuple(int(high - low) for low, high in ends), whole=whole, **kept)


# ---- On a worker ----

def numbers(*arrays, law, places, values, part, whole, kind, strategy, caller, numpys=None, block_info=None):
    """Draws one block of numbers. caller: names and shapes of the parameters; numpys: NumPy's name of the method, if the
    parameters that it takes are those of _names.py."""
    where = block_info[None]["array-location"]
    law, values, names, shapes = _given(law, arrays, places, values, caller)
    call = _faults.Call(law, whole, shapes, names, dtype=kind)
    out = np.empty([high - low for low, high in where], kind)
    if not out.size:
        return out
    start = [low for low, _ in where]
    try:
        _draw.tile(part.at(), call, values, start, out, strategy)
    except _faults.ParameterError:
        found = numpys and _limits(law, _names.NAMES[numpys], values)
        if not found:
            raise
        values, put, good = found
        _draw.tile(part.at(), call, _read.parameters(law, values, names), start, out, strategy)
        if not good:
            raise
        out = put(out)
    return out


def _limits(law, numpys, values):
    """_calls.limits() for a sampler's parameters, and whether NumPy accepts all. If not, a draw with these limits has the
    sampler's own error, with the place in the whole array; NumPy's has the place in the block."""
    given = {name: value for name, value in zip(numpys.pass_on, values) if isinstance(name, str)}
    good = True
    try:
        _calls.checked(numpys, given)
        _names.refuse(numpys, given)
    except (ValueError, OverflowError):
        good = False
    found = _calls.limits(law, numpys, given)
    return found and (*found, good)


def _given(law, arrays, places, values, caller):
    law, values, (names, shapes) = _laws.find(_generator.LAWS, law), list(values), caller
    for place, array in zip(places, arrays):
        values[place] = np.asarray(array)
    return law, _read.parameters(law, values, names), names, shapes


def rows(*arrays, start, shape, law, places, values, part, whole, unit, sizes, kind, strategy, caller):
    """Draws one block of a sampler whose samples or parameters are rows."""
    law, values, names, shapes = _given(law, arrays, places, values, caller)
    call = _faults.Call(law, whole, shapes, names, unit, kind)
    out = np.empty(shape + unit, kind)
    if out.size:
        _rows.tile(part.at(), call, values, start, out, sizes, strategy)
    return out


def method(*arrays, start, shape, method, leading, part, whole, unit, kind, named):
    """Draws one block of a Generator method that draws rows; leading: the number of leading axes of each of the arrays."""
    at, out = part.at(), np.empty(shape + unit, kind)
    views = [np.broadcast_to(a, shape + np.shape(a)[n:]) if n else np.asarray(a) for a, n in zip(arrays, leading)]
    for place, first in _rows.runs(shape, start, whole) if out.size else ():
        here = [v[place] if n else v for v, n in zip(views, leading)]
        try:
            out[place] = getattr(at(first), method)(*here, size=shape[len(place):], **named)
        except ValueError as why:
            raise ValueError(f"{why}; in the rows from {[s + p for s, p in zip(start, (*place, 0))]} on") from None
    return out


def drawn(name, part, args, named):
    """Draws the whole result of a method."""
    return np.asarray(getattr(part.at()(0), name)(*args, **named))


def in_one(name, part, shape, chunks, dtype, *args, **named):
    """The result of a Generator method whose parts can't be drawn separately, drawn by one task."""
    token = tokenize(name, part, args, named)
    key = (f"reroll-{name}-{token}", *[0] * len(shape))
    graph = HighLevelGraph.from_collections(key[0], {key: (functools.partial(drawn, name, part, args, named),)})
    whole = da.Array(graph, key[0], tuple((n,) for n in shape), dtype=dtype)
    return whole.rechunk(da.core.normalize_chunks(chunks, shape, dtype=dtype)) if shape else whole


def taken(chosen, array, axis):
    """numpy.take of an array in memory by a Dask array of indices."""
    lines = np.moveaxis(array, axis, 0)
    new = range(chosen.ndim, chosen.ndim + lines.ndim - 1)
    source = delayed(lines, name=f"reroll-a-{tokenize(lines)}", traverse=False)
    made = da.map_blocks(_take, chosen, source, dtype=array.dtype, new_axis=list(new),
                         chunks=chosen.chunks + tuple((n,) for n in lines.shape[1:]),
                         meta=np.empty((0,) * (chosen.ndim + len(new)), array.dtype))
    before = list(new)[:axis]
    return made.transpose([*before, *range(chosen.ndim), *list(new)[axis:]])


def _take(indices, lines):
    return lines[indices]

