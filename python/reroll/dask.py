# SPDX-License-Identifier: MIT OR Apache-2.0
"""Dask arrays whose blocks are slices of one job: any chunking, and any workers, give the same numbers.

    import reroll.dask
    x = reroll.dask.gamma(2.5, size=(10**6, 1000), chunks=(10**5, 100), rng=7)

is, block by block, `reroll.Generator(7).gamma(2.5, size=(10**6, 1000))`. Every sampler of numbers is here under the name of
its method of Generator. Needs the package dask.

>>> import reroll.dask
>>> x = reroll.dask.normal(size=(4, 6), chunks=(2, 3), rng=7)
>>> bool((x.compute() == reroll.Generator(7).normal(size=(4, 6))).all())
True
"""
from __future__ import annotations

import functools
import math
from typing import Any, Callable

import dask.array as da
import numpy as np
from dask.base import tokenize
from numpy.typing import DTypeLike

from . import _draw, _faults, _generator, _laws, _names, _read
from ._order import Size
from ._own import Law


def _block(*arrays, law, places, values, seed, stream, first, whole, kind, strategy, device, caller,
           block_info=None):
    """One block, on a worker. caller: names and shapes of the parameters."""
    law = _laws.find(_generator.LAWS, law)
    where = block_info[None]["array-location"]
    values = list(values)
    for place, array in zip(places, arrays):
        values[place] = np.asarray(array)
    names, shapes = caller
    values = _read.parameters(law, values, names)
    call = _faults.Call(law, whole, shapes, names, dtype=kind)
    out = np.empty([high - low for low, high in where], kind)
    rng, start = _generator.Generator(0, device), [low for low, _ in where]
    if out.size:
        _draw.tile(lambda k: rng._other(seed, stream, first + k), call, values, start, out, strategy)
    return out


def _like(value: Any, chunks: tuple[tuple[int, ...], ...]) -> da.Array:
    """A parameter as an array with those chunks; where it has one element, one."""
    shape = np.shape(value)
    own = tuple((1,) if n == 1 else c for n, c in zip(shape, chunks[len(chunks) - len(shape):]))
    return value.rechunk(own) if isinstance(value, da.Array) else da.from_array(np.asarray(value), chunks=own)


_OPTIONS = ("size", "chunks", "rng", "dtype", "strategy", "device")   # of each function here, beside its parameters


def sample(name: str | Law, *values: Any, size: Size = None, chunks: Any = "auto", rng: Any = 0, dtype: DTypeLike = None,
           strategy: str = "auto", device: str = "cpu", **named: Any) -> da.Array:
    """An array of any sampler of numbers, in blocks.

    Parameters
    ----------
    name : str or Law
    *values, **named
        Its parameters: numbers, arrays or Dask arrays, which broadcast.
    size : int or tuple of ints, optional
        The shape; unless given that of the parameters, broadcast.
    chunks : as of dask.array
        They change no number.
    rng : Generator or a seed of one
        A Generator moves on by as many indices as there are elements, now.
    dtype : dtype, optional
    strategy, device : str
        Of the workers; they change no number.

    Returns
    -------
    dask.array.Array
        Element k, in C order, has index next + k. Its name is a function of what it holds. What the library refuses, a
        block raises when it is drawn.

    Examples
    --------
    >>> x = reroll.dask.sample("poisson", [1, 20.], size=(3, 2), chunks=1)
    >>> x.compute().shape
    (3, 2)
    """
    given = _laws.by_name(_laws.find(_generator.LAWS, name), values, named, _OPTIONS)
    return _array(name, given, None, size, chunks, rng, dtype, strategy, device)


def _array(name: str | Law, given: list[Any], names: tuple[str | float, ...] | None, size: Size = None, chunks: Any = "auto",
           rng: Any = 0, dtype: DTypeLike = None, strategy: str = "auto", device: str = "cpu") -> da.Array:
    """sample() with the parameters in the sampler's order; names: what the caller calls them."""
    law = _laws.find(_generator.LAWS, name)
    if law.takes_arrays:
        raise TypeError(f"{law.name} is of rows; Dask arrays here are of samplers of numbers")
    places = tuple(p for p, v in enumerate(given) if v is not None and np.ndim(v))
    whole = _draw.result_shape([np.shape(given[p]) for p in places], size, None)
    dtype = _laws.dtype_of(law, dtype, law.name)
    chunks = da.core.normalize_chunks(chunks, whole, dtype=dtype)
    source = rng if isinstance(rng, _generator.Generator) else _generator.Generator(rng)
    start = source.state
    blocks = [p in places and isinstance(v, da.Array) for p, v in enumerate(given)]   # what workers read
    read = _read.parameters(law, [None if in_blocks else v for in_blocks, v in zip(blocks, given)], names)
    given = [v if in_blocks else r for in_blocks, v, r in zip(blocks, given, read)]
    plain = tuple(None if p in places else v for p, v in enumerate(given))
    # The last has the blocks, and no memory.
    arrays = [*(_like(given[p], chunks) for p in places), da.empty(whole, chunks=chunks, dtype="u1")]
    first = source._reserve(math.prod(whole))
    kept: dict[str, Any] = {"law": name if isinstance(name, Law) else law.name, "places": places, "values": plain,
                            "seed": start["seed"], "stream": start["stream"], "first": first, "whole": whole, "kind": dtype,
                            "strategy": strategy, "device": device}
    identity = {**kept, "law": law.name, "digest": getattr(name, "digest", law.bits_version)}
    token = tokenize(identity, chunks, [a.name for a in arrays])
    made: da.Array = da.map_blocks(_block, *arrays, chunks=chunks, dtype=dtype, name=f"reroll-{law.identifier}-{token}",
                                   meta=np.empty((0,) * len(whole), dtype),
                                   caller=(names, [np.shape(v) for v in given]), **kept)
    return made


def _method(name: str) -> Callable[..., da.Array] | None:
    """The function of that name: parameters as Generator's method has them."""
    numpys = _names.NAMES.get(name)
    if numpys is None:
        law = next((law for law in _generator.LAWS.values() if law.identifier == name), None)
        return law and functools.partial(sample, law.name)
    law, defaults = _generator.LAWS[numpys.law], numpys.parameters

    def draw(*values: Any, **named: Any) -> da.Array:
        names = [n for n, _ in defaults]
        own = {n: named.pop(n) for n in names if n in named}
        if len(values) > len(names) + 1 or set(own) & set(names[:len(values)]):
            raise TypeError(f"{name} takes {', '.join(names)} and size")
        if len(values) > len(names):
            named["size"] = values[-1]
        own.update(zip(names, values))
        given = {n: default for n, default in defaults if default is not None} | own
        if set(given) != set(names):
            raise TypeError(f"{name} needs {', '.join(n for n in names if n not in given)}")
        return _array(law.name, _names.passed_on(numpys, given), numpys.pass_on, **named)

    draw.__name__, draw.__doc__ = name, f"{getattr(_generator.Generator, name).__doc__}\n\nHere a Dask array: see sample."
    return draw


def __getattr__(name: str) -> Callable[..., da.Array]:
    made = None if name.startswith("_") else _method(name)
    if made is None:
        raise AttributeError(f"module 'reroll.dask' has no {name!r}")
    return made


def __dir__() -> list[str]:
    numbers = [law.identifier for law in _generator.LAWS.values() if not law.takes_arrays]
    return sorted({"sample", *_names.NAMES, *numbers})
