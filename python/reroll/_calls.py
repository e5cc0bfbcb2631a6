# SPDX-License-Identifier: MIT OR Apache-2.0
"""The methods that are one sampler of numbers: what NumPy refuses or allows and the library does not, and where to draw."""
import numpy as np

from . import _draw, _gpu, _laws, _names


def _checked(numpys, given):
    """What NumPy refuses and the library would not, or with another class of exception."""
    if numpys.name == "uniform":
        low, high = (np.asarray(given[n], dtype=float) for n in ("low", "high"))
        with np.errstate(all="ignore"):
            width = high - low
        if not np.all(np.isfinite(width)):
            raise OverflowError("high - low range exceeds valid bounds")
        if np.any(np.signbit(width) & (width != 0)):
            raise ValueError("high - low < 0")
    if numpys.name == "triangular":
        left, mode, right = (np.asarray(given[n], dtype=float) for n in ("left", "mode", "right"))
        for bad, text in ((left > mode, "left > mode"), (mode > right, "mode > right"), (left == right, "left == right")):
            if np.any(bad):
                raise ValueError(text)
    if numpys.name == "hypergeometric":
        for name in ("ngood", "nbad"):
            if np.any(np.asarray(given[name]) >= 10**9):
                raise ValueError("both ngood and nbad must be less than 1000000000")
        if np.any(np.asarray(given["ngood"]) + np.asarray(given["nbad"]) < np.asarray(given["nsample"])):
            raise ValueError("ngood + nbad < nsample")


def whole_numbers(given, names):
    """TypeError where an array of what has to be integers holds something else, as NumPy says it."""
    for name in names:
        value = given[name]
        if type(value) is int:
            continue
        array = np.asarray(value)
        if array.ndim and array.size and not np.can_cast(array.dtype, np.int64, "same_kind"):
            raise TypeError(f"Cannot cast array data from {array.dtype!r} to dtype('int64') according to the rule 'safe'")
        if array.ndim == 0:
            if array.dtype.kind == "f" and not np.isfinite(array):
                raise ValueError(f"{name} has to be a finite whole number")
            given[name] = int(value)


def _limits(rng, law, numpys, given, size, dtype, out, message):
    """The call once more, where the library refused parameters that NumPy allows: NaN, and limits such as a scale of 0."""
    _names.refuse(numpys, given)
    arrays = {n: np.asarray(v, dtype=float) for n, v in given.items()}
    shape = _draw.result_shape([a for a in arrays.values() if a.ndim], size, out)
    nan = np.zeros((), bool)
    zero = np.zeros((), bool)
    for name, a in arrays.items():
        nan = nan | np.isnan(a)
        if numpys.limit is not None and numpys.rules.get(name) == _names.NOT_NEGATIVE:
            zero = zero | (a == 0)
    special = nan | zero
    if law.counts or not special.any():
        raise ValueError(message)
    # What every law takes, left < mode < right among them; its samples are overwritten.
    safe = {n: np.where(special, 0.5 * k, a) for k, (n, a) in enumerate(arrays.items(), 1)}
    values = [safe[p] if isinstance(p, str) else p for p in numpys.pass_on]
    drawn = np.asarray(_draw.scalars(rng, law, numpys.name, values, shape, dtype, None))
    limit = numpys.limit
    if isinstance(limit, str):
        limit = arrays[limit]
    elif callable(limit):
        limit = limit(**arrays)
    if limit is not None:
        drawn = np.where(zero, limit, drawn)
    drawn = np.where(nan, np.nan, drawn).astype(_laws.dtype_of(law, dtype, numpys.name), copy=False)
    if out is not None:
        out[...] = drawn
        return out
    return drawn.item() if shape == () and size is None else drawn


def _renamed(law, numpys, message):
    """The library's message, "sd = inf of element 0 ...", under NumPy's name of the argument."""
    name, equals, rest = message.partition(" = ")
    theirs = dict(zip(law.args, numpys.pass_on)).get(name)
    return f"{theirs}{equals}{rest}" if isinstance(theirs, str) else message


def numpys_call(rng, law, numpys, given, size, dtype, out, stream=None):
    """A method of numpy.random.Generator that is one sampler."""
    if _gpu.any_there(given.values(), out, stream):
        return _numpys_there(rng, law, numpys, given, size, dtype, out, stream)
    if _draw.foreign(out):
        numpys_call(rng, law, numpys, given, size, dtype, _draw.host(out))
        return out
    whole_numbers(given, [n for n, rule in numpys.rules.items() if rule == _names.COUNT])
    if numpys.name in ("triangular", "hypergeometric"):
        _checked(numpys, given)
    values = [given[p] if isinstance(p, str) else p for p in numpys.pass_on]
    try:
        return _draw.scalars(rng, law, numpys.name, values, size, dtype, out)
    except _draw.Refused as why:
        _checked(numpys, given)
        return _limits(rng, law, numpys, given, size, dtype, out, _renamed(law, numpys, str(why)))


def _numpys_there(rng, law, numpys, given, size, dtype, out, stream):
    """The same with arrays on a GPU, where kernels look at what lies there: NumPy's words are for numbers of the host."""
    _names.refuse(numpys, {n: v for n, v in given.items() if not _gpu.there(v)})
    values = [given[p] if isinstance(p, str) else p for p in numpys.pass_on]
    try:
        return _gpu.scalars(rng, law, numpys.name, values, size, dtype, out, stream=stream, names=numpys.pass_on)
    except _draw.Refused as why:
        raise ValueError(_renamed(law, numpys, str(why))) from None


def own_call(rng, law, values, size, dtype, out, strategy="auto", progress=None, stream=None):
    """A method under the library's own name."""
    if _gpu.any_there(values, out, stream):
        return _gpu.scalars(rng, law, law.name, values, size, dtype, out, strategy, stream)
    if _draw.foreign(out):
        own_call(rng, law, values, size, dtype, _draw.host(out), strategy, progress)
        return out
    return _draw.scalars(rng, law, law.name, values, size, dtype, out, strategy, progress)


def numpys_job(law, numpys, given):
    """The job of a call of numbers that has gone well once (quick.c), and None: its samples are floats or ints."""
    whole_numbers(given, [n for n, rule in numpys.rules.items() if rule == _names.COUNT])
    return own_job(law, [given[p] if isinstance(p, str) else p for p in numpys.pass_on])


def own_job(law, values):
    """The same of a method under the library's own name."""
    values = tuple(None if v is None else _draw.number_or_array(v, law.integers) for v in values)
    return (law.number, _laws.NUMBERS[law.default], 1, 1, values, 0, "auto", 0), None
