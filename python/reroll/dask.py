# SPDX-License-Identifier: MIT OR Apache-2.0
"""Dask arrays whose blocks are slices of one job: any chunking, and any workers, give the same numbers.

    import reroll.dask
    x = reroll.dask.gamma(2.5, size=(10**6, 1000), chunks=(10**5, 100), rng=7)

has the numbers of `reroll.Generator(7).gamma(2.5, size=(10**6, 1000))`. Every sampler is available under the name of its
Generator method, row samplers included, as are `integers`, `choice` and `permutation`. Needs the package dask.

>>> import reroll.dask
>>> x = reroll.dask.normal(size=(4, 6), chunks=(2, 3), rng=7)
>>> bool((x.compute() == reroll.Generator(7).normal(size=(4, 6))).all())
True
"""
from __future__ import annotations

import functools
import math
from typing import Any, Callable, SupportsIndex

import dask.array as da
import numpy as np
from dask.base import tokenize
from numpy.typing import ArrayLike, DTypeLike

from . import _blocks, _calls, _draw, _generator, _laws, _names, _read, _rows
from ._order import Size
from ._own import Law

_OPTIONS = ("size", "chunks", "rng", "dtype", "strategy", "device")   # of most functions here, in addition to parameters


def sample(name: str | Law, *values: Any, size: Size = None, chunks: Any = "auto", rng: Any = 0, dtype: DTypeLike = None,
           strategy: str = "auto", device: str = "cpu", dim: SupportsIndex | None = None, **named: Any) -> da.Array:
    """An array of any sampler, in blocks.

    Parameters
    ----------
    name : str or Law
    *values, **named
        Its parameters: numbers, arrays or Dask arrays, which broadcast.
    size : int or tuple of ints, optional
        The shape, without the axes of a row; the default is the shape that the parameters broadcast to.
    chunks : as in dask.array
        They do not change the numbers. The axes of a row are in one chunk, and may be omitted.
    rng : Generator or a seed
        A Generator advances by the number of samples when the array is made.
    dtype : dtype, optional
    strategy, device : str
        Used by the workers; they do not change the numbers. With fixed:M a block raises RuntimeError if a sample fails.
    dim : int, optional
        The number of components of a row.

    Returns
    -------
    dask.array.Array
        Sample k, in C order, has index next + k. The array's name depends only on what is drawn. An invalid parameter
        raises an error when its block is drawn.

    Examples
    --------
    >>> x = reroll.dask.sample("poisson", [1, 20.], size=(3, 2), chunks=1)
    >>> x.compute().shape
    (3, 2)
    >>> reroll.dask.sample("sphere", dim=3, size=1000, chunks=100).chunks[1]
    (3,)
    """
    law = _laws.find(_generator.LAWS, name)
    given = _laws.by_name(law, values, named, (*_OPTIONS, "dim"))
    if dim is not None and not law.takes_arrays:
        raise TypeError(f"{law.name} takes no dim: it draws numbers")
    return _array(name, given, None, size, chunks, rng, dtype, strategy, device, dim)


def _array(name: str | Law, given: list[Any], names: tuple[str | float, ...] | None, size: Size = None, chunks: Any = "auto",
           rng: Any = 0, dtype: DTypeLike = None, strategy: str = "auto", device: str = "cpu",
           dim: SupportsIndex | None = None, numpys: str | None = None) -> da.Array:
    """sample() with the parameters in the sampler's order; names: the caller's; numpys: NumPy's name of the method."""
    law = _laws.find(_generator.LAWS, name)
    if strategy != "auto":
        _laws.check_strategy(strategy)
    kind = _laws.dtype_of(law, dtype, law.name)
    _blocks.refuse_unknown(given, _laws.called(law, names))
    on_workers = [isinstance(v, da.Array) for v in given]   # these are read by workers
    read = _read.parameters(law, [None if there else v for there, v in zip(on_workers, given)], names)
    given = [v if there else r for there, v, r in zip(on_workers, given, read)]
    places = tuple(p for p, v in enumerate(given) if v is not None and np.ndim(v))
    kept: dict[str, Any] = {"law": name if isinstance(name, Law) else law.name, "places": places, "kind": kind,
                            "values": tuple(None if p in places else v for p, v in enumerate(given)), "strategy": strategy,
                            "caller": (names, [np.shape(v) for v in given])}
    arrays = [given[p] for p in places]
    if law.takes_arrays:
        return _of_rows(law, arrays, size, chunks, rng, device, dim, kept)
    return _of_numbers(law, arrays, size, chunks, rng, device, {**kept, "numpys": numpys})


def _identity(kept: dict[str, Any]) -> dict[str, Any]:
    """The data that determine an array's name: a Law is replaced by its digest."""
    law = kept["law"]
    return {**kept, "law": law.digest if isinstance(law, Law) else (law, _generator.LAWS[law].bits_version)}


def _of_numbers(law: Any, arrays: list[Any], size: Size, chunks: Any, rng: Any, device: str,
                kept: dict[str, Any]) -> da.Array:
    names, shapes = kept["caller"]
    whole = _draw.result_shape(shapes if arrays else [], size, None, names=_laws.called(law, names))
    chunks = _blocks.chunks_of(chunks, whole, (), kept["kind"])
    part = _blocks.Part(_blocks.source(rng), math.prod(whole), device)
    # The last array only provides the blocks; it takes no memory.
    parts = [*(_blocks.like(a, np.shape(a), chunks) for a in arrays), da.empty(whole, chunks=chunks, dtype="u1")]
    token = tokenize(_identity(kept), part, whole, chunks, [a.name for a in parts])
    made: da.Array = da.map_blocks(_blocks.numbers, *parts, chunks=chunks, dtype=kept["kind"],
                                   name=f"reroll-{law.identifier}-{token}", meta=np.empty((0,) * len(whole), kept["kind"]),
                                   part=part, whole=whole, **kept)
    return made


def _of_rows(law: Any, arrays: list[Any], size: Size, chunks: Any, rng: Any, device: str, dim: SupportsIndex | None,
             kept: dict[str, Any]) -> da.Array:
    names, shapes = kept["caller"]
    whole, unit, sizes, leading = _rows.shapes_of(law, shapes, size, dim, None, _laws.called(law, names))
    chunks = _blocks.chunks_of(chunks, whole, unit, kept["kind"])
    part = _blocks.Part(_blocks.source(rng), math.prod(whole), device)
    pairs = [(a, leading[p]) for a, p in zip(arrays, kept["places"])]
    return _blocks.blocks(_blocks.rows, pairs, whole, unit, chunks, name=law.identifier, identity=_identity(kept), part=part,
                          sizes=sizes, **kept)


# ---- NumPy's methods of rows ------------------------------------------------------------------------------------------

def _method_of_rows(name: str, given: dict[str, tuple[Any, int]], size: Size, chunks: Any, rng: Any, kind: np.dtype[Any],
                    device: str, **named: Any) -> da.Array:
    """given: each parameter, and the number of its own last axes; a row has those of the first parameter with some."""
    arrays = [v if isinstance(v, da.Array) else np.asarray(_read.here(v)) for v, _ in given.values()]
    _blocks.refuse_unknown(arrays, given)
    owns = [own for _, own in given.values()]
    leading = [a.shape[:max(a.ndim - own, 0)] for a, own in zip(arrays, owns)]
    source, rows = _blocks.source(rng), [f"the rows of {n}" if own else n for n, own in zip(given, owns)]
    whole = _draw.result_shape(leading, size, None, names=rows)
    if not any(isinstance(a, da.Array) for a in arrays):   # raises errors now
        getattr(source.at(0), name)(*arrays, size=(0, *whole) if any(leading) else None, **named)
        named = {n: "ignore" if n == "check_valid" else v for n, v in named.items()}
    unit = next(a.shape[-1:] for a, own in zip(arrays, owns) if own)
    made = _blocks.chunks_of(chunks, whole, unit, kind)
    part = _blocks.Part(source, math.prod(whole), device)
    return _blocks.blocks(_blocks.method, list(zip(arrays, leading)), whole, unit, made, kind, name, method=name,
                          leading=[len(axes) for axes in leading], part=part, named=named)


def dirichlet(alpha: Any, size: Size = None, *, chunks: Any = "auto", rng: Any = 0, dtype: DTypeLike = None,
              device: str = "cpu") -> da.Array:
    """Generator.dirichlet as a Dask array: see sample.

    Examples
    --------
    >>> x = reroll.dask.dirichlet([1, 2, 3], size=1000, chunks=100, rng=7)
    >>> x.shape, x.numblocks, bool((x.compute() == reroll.Generator(7).dirichlet([1, 2, 3], size=1000)).all())
    ((1000, 3), (10, 1), True)
    """
    kind = _laws.dtype_of(_generator.LAWS["dirichlet"], dtype, "dirichlet")
    alpha = alpha if isinstance(alpha, da.Array) else _read.reals(alpha, "alpha")
    return _method_of_rows("dirichlet", {"alpha": (alpha, 1)}, size, chunks, rng, kind, device, dtype=dtype)


def multinomial(n: Any, pvals: Any, size: Size = None, *, chunks: Any = "auto", rng: Any = 0, dtype: DTypeLike = None,
                device: str = "cpu") -> da.Array:
    """Generator.multinomial as a Dask array: see sample.

    Examples
    --------
    >>> reroll.dask.multinomial([5, 9], [.2, .3, .5], chunks=1).sum(axis=1).compute().tolist()
    [5, 9]
    """
    kind = _laws.dtype_of(_generator.LAWS["multinomial"], dtype, "multinomial")
    return _method_of_rows("multinomial", {"n": (n, 0), "pvals": (pvals, 1)}, size, chunks, rng, kind, device, dtype=dtype)


def multivariate_hypergeometric(colors: Any, nsample: int, size: Size = None, method: str = "marginals", *,
                                chunks: Any = "auto", rng: Any = 0, device: str = "cpu") -> da.Array:
    """Generator.multivariate_hypergeometric as a Dask array: see sample.

    Examples
    --------
    >>> reroll.dask.multivariate_hypergeometric([3, 4, 5], 6, size=4, chunks=2).sum(axis=1).compute().tolist()
    [6, 6, 6, 6]
    """
    given, kind = {"colors": (colors, 1), "nsample": (nsample, 0)}, np.dtype(np.int64)
    return _method_of_rows("multivariate_hypergeometric", given, size, chunks, rng, kind, device, method=method)


def multivariate_normal(mean: Any, cov: Any, size: Size = None, check_valid: str = "warn", tol: float = 1e-8, *,
                        method: str = "svd", chunks: Any = "auto", rng: Any = 0, dtype: DTypeLike = None,
                        device: str = "cpu") -> da.Array:
    """Generator.multivariate_normal as a Dask array: see sample. `cov` is checked now, unless it is a Dask array.

    Examples
    --------
    >>> reroll.dask.multivariate_normal([0, 1], [[2, 1], [1, 2]], size=(10, 4), chunks=5).chunks
    ((5, 5), (4,), (2,))
    """
    kind = _laws.dtype_of(_generator.LAWS["multivariate-normal"], dtype, "multivariate_normal")
    return _method_of_rows("multivariate_normal", {"mean": (mean, 1), "cov": (cov, 2)}, size, chunks, rng, kind, device,
                           check_valid=check_valid, tol=tol, method=method, dtype=dtype)


# ---- Integers and order -----------------------------------------------------------------------------------------------

def _in_memory(name: str, value: Any, instead: str) -> None:
    if isinstance(value, da.Array):
        raise TypeError(f"{name} takes an int or an array in memory, not a Dask array: {instead}")


def integers(low: Any, high: Any = None, size: Size = None, dtype: DTypeLike = np.int64, endpoint: bool = False, *,
             chunks: Any = "auto", rng: Any = 0, device: str = "cpu") -> da.Array:
    """Generator.integers as a Dask array: see sample. `low` and `high` are integers or arrays in memory.

    Examples
    --------
    >>> int(reroll.dask.integers(1, 6, size=1000, endpoint=True, chunks=100).max().compute())
    6
    """
    for name, bound in (("low", low), ("high", high)):
        _in_memory(name, bound, 'sample("integers-closed", low, high) takes both')
    source = _blocks.source(rng)
    whole = _draw.result_shape([np.shape(low), np.shape(high)], size, None)
    source.at(0).integers(low, high, None if math.prod(whole) else whole, dtype, endpoint)   # raises errors now
    low, high = (0, low) if high is None else (low, high)
    kind, last = np.dtype(dtype), _read.integers(high, "high") - (0 if endpoint else 1)
    wide = kind if kind.itemsize >= 4 else np.dtype(np.int64)
    made = _array("integers-closed", [_read.integers(low, "low"), last], None, whole, chunks, source, wide, device=device)
    return made.astype(kind)


def choice(a: Any, size: Size = None, replace: bool = True, p: ArrayLike | None = None, axis: int = 0,
           shuffle: bool = True, *, chunks: Any = "auto", rng: Any = 0, device: str = "cpu") -> da.Array:
    """Generator.choice as a Dask array: see sample. `a` and `p` are in memory.

    With replacement, blocks are drawn independently. Without replacement, one task draws all elements, since each depends
    on the others, and blocks are slices of its result.

    Examples
    --------
    >>> x = reroll.dask.choice(["a", "b"], size=1000, p=[.2, .8], chunks=100, rng=7)
    >>> bool((x.compute() == reroll.Generator(7).choice(["a", "b"], size=1000, p=[.2, .8])).all())
    True
    """
    _in_memory("a", a, "a[reroll.dask.choice(len(a), ...).compute()] chooses from it")
    array, source, shape = np.asarray(a), _blocks.source(rng), () if size is None else _draw.shape_of(size)
    some = None if math.prod(shape) else shape
    source.at(0).choice(a, some, replace, p, axis, shuffle)   # raises errors now
    number = array.shape[axis] if array.ndim else int(array)
    axis = axis % array.ndim if array.ndim else 0
    whole = array.shape[:axis] + shape + array.shape[axis + 1:]
    kind = array.dtype if array.ndim else np.dtype(np.int64)
    chunks = _blocks.chunks_of(chunks, whole, (), kind)
    if not replace:
        k = math.prod(shape)
        if k > number:
            raise ValueError(f"Cannot take a larger sample than population when replace is False; size = {size}")
        part = _blocks.Part(source, 2 * k if shuffle and p is None else k, device)
        return _blocks.in_one("choice", part, whole, chunks, kind, a, size, False, p, axis, shuffle)
    inner = chunks[axis:axis + len(shape)] if shape else -1
    if p is None:
        chosen = integers(0, max(number, 1), shape, chunks=inner, rng=source, device=device)
    else:
        chosen = sample("categorical", p, size=shape, chunks=inner, rng=source, device=device)
    return _blocks.taken(chosen, array, axis).rechunk(chunks) if array.ndim else chosen


def permutation(x: Any, axis: int = 0, *, chunks: Any = "auto", rng: Any = 0, device: str = "cpu") -> da.Array:
    """Generator.permutation as a Dask array: see sample. `x` is an int or an array in memory.

    One task draws the whole permutation, since each element depends on the others. Blocks are slices of its result.

    Examples
    --------
    >>> x = reroll.dask.permutation(1000, chunks=100, rng=7)
    >>> bool((x.compute() == reroll.Generator(7).permutation(1000)).all())
    True
    """
    _in_memory("x", x, "x[reroll.dask.permutation(len(x)).compute()] permutes it")
    source, array = _blocks.source(rng), np.asarray(x)
    whole = isinstance(x, (int, np.integer))
    number = int(x) if whole else array.shape[np.lib.array_utils.normalize_axis_index(axis, array.ndim)]
    if number < 0:
        raise ValueError(f"x must be an array, or an integer from 0 on, not {x}")
    shape, kind = ((number,), np.dtype(np.int64)) if whole else (array.shape, array.dtype)
    chunks = _blocks.chunks_of(chunks, shape, (), kind)   # may raise, so before indices are taken
    return _blocks.in_one("permutation", _blocks.Part(source, number, device), shape, chunks, kind,
                          number if whole else array, axis=axis)


# ---- Functions by the names of Generator's methods --------------------------------------------------------------------

def _method(name: str) -> Callable[..., da.Array] | None:
    """The function of that name, with the parameters of Generator's method."""
    numpys = _names.NAMES.get(name)
    if numpys is None:
        law = next((law for law in _generator.LAWS.values() if law.identifier == name), None)
        return law and functools.partial(sample, law.name)
    law, defaults = _generator.LAWS[numpys.law], numpys.parameters
    names = [n for n, _ in defaults]

    def draw(*values: Any, **named: Any) -> da.Array:
        own = {n: named.pop(n) for n in names if n in named}
        unknown = next((n for n in named if n not in _OPTIONS), None)
        takes = f"{name} takes ({', '.join([*names, 'size'])})"
        if unknown is not None:
            raise TypeError(f"unknown parameter {unknown!r}: {takes}{_laws.hint(unknown, [*names, *_OPTIONS])}")
        twice = [n for n in own if n in names[:len(values)]]
        if twice or len(values) > len(names) + 1:
            what = f"{twice[0]} is given twice" if twice else f"{len(values)} parameters are given"
            raise TypeError(f"{what}: {takes}")
        if len(values) > len(names):
            named["size"] = values[-1]
        own.update(zip(names, values))
        given = {n: default for n, default in defaults if default is not None} | own
        if set(given) != set(names):
            raise TypeError(f"{name} needs {', '.join(n for n in names if n not in given)}")
        _read.refuse_none(given)
        _calls.whole_numbers(given, [n for n in numpys.counts if not isinstance(given[n], da.Array)])
        return _array(law.name, _names.passed_on(numpys, given), numpys.pass_on, **named, numpys=name)

    draw.__name__, draw.__doc__ = name, f"{getattr(_generator.Generator, name).__doc__}\n\nHere a Dask array: see sample."
    return draw


def __getattr__(name: str) -> Callable[..., da.Array]:
    made = None if name.startswith("_") else _method(name)
    if made is None:
        raise AttributeError(f"module 'reroll.dask' has no attribute {name!r}{_laws.hint(name, __dir__())}")
    return made


def __dir__() -> list[str]:
    written = {"choice", "dirichlet", "integers", "multinomial", "multivariate_hypergeometric", "multivariate_normal",
               "permutation", "sample"}
    return sorted({*written, *_names.NAMES, *(law.identifier for law in _generator.LAWS.values())})
