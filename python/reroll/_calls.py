# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls of methods that are one sampler of numbers: applies NumPy's checks where they differ from the library's, and chooses
where to draw."""
import numpy as np

from . import _draw, _faults, _gpu, _laws, _names, _read


def checked(numpys, given):
    """Raises the exception of NumPy where the library would accept the arguments, or refuse them with another class."""
    if numpys.name not in ("uniform", "triangular", "hypergeometric"):
        return
    given = {n: _read.reals(v, n) for n, v in given.items()}
    if numpys.name == "uniform":
        with np.errstate(all="ignore"):
            width = given["high"] - given["low"]
        _read.refuse(~np.isfinite(width), "high - low range exceeds valid bounds", OverflowError, **given)
        refused = [(np.signbit(width) & (width != 0), "high - low < 0")]
    elif numpys.name == "triangular":
        left, mode, right = (given[n] for n in ("left", "mode", "right"))
        refused = [(left > mode, "left > mode"), (mode > right, "mode > right"), (left == right, "left == right")]
    else:
        good, bad, taken = (given[n] for n in ("ngood", "nbad", "nsample"))
        refused = [(good + bad < taken, "ngood + nbad < nsample")]
    for bad, text in refused:
        _read.refuse(bad, text, **given)


def whole_numbers(given, names):
    """Raises TypeError with NumPy's message for an array that must have an integer type and does not. Lists may contain
    floats that are integers, and NumPy cuts off the fraction of a single number."""
    for name in names:
        if type(given[name]) is int:
            continue
        value = _read.here(given[name])
        if isinstance(value, np.ndarray) and value.ndim and value.size:
            if not np.can_cast(value.dtype, np.int64, "same_kind"):
                raise TypeError(f"Cannot cast array data from {value.dtype!r} to dtype('int64') according to the rule "
                                "'safe'")
        elif isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.ndim == 0 and value != np.floor(value):
            raise TypeError(f"Cannot cast scalar from {value.dtype!r} to dtype('int64') according to the rule 'safe'")
        elif np.ndim(value) == 0:
            given[name] = _read.integer(value, name, cut=True)
        elif np.asarray(value).dtype.kind not in "iub":
            given[name] = _read.integers(value, name)


def limits(law, numpys, given):
    """For parameters that the library refuses and NumPy allows, NaN, and limits such as a scale of 0: (the sampler's
    parameters with others in their places, a function that puts the limits into their samples). None if there are none."""
    arrays = {n: _read.reals(v, n) for n, v in given.items()}
    nan = np.zeros((), bool)
    zero = np.zeros((), bool)
    for name, a in arrays.items():
        nan = nan | np.isnan(a)
        if numpys.limit is not None and numpys.rules.get(name) == _names.NOT_NEGATIVE:
            zero = zero | (a == 0)
    special = nan | zero
    if law.counts or not special.any():
        return None

    def put(drawn):
        limit = numpys.limit
        with np.errstate(all="ignore"):   # a limit may overflow; an error after the draw would take its indices
            if isinstance(limit, str):
                limit = arrays[limit]
            elif callable(limit):
                limit = limit(**arrays)
            made = drawn if limit is None else np.where(zero, limit, drawn)
            return np.where(nan, np.nan, made).astype(drawn.dtype, copy=False)

    # Values that every distribution accepts, also left < mode < right.
    safe = {n: np.where(special, 0.5 * k, a) for k, (n, a) in enumerate(arrays.items(), 1)}
    return _names.passed_on(numpys, safe), put


def _limits(rng, law, numpys, given, size, dtype, out, message):
    """Repeats a call that the library refused, with limits()."""
    _names.refuse(numpys, given)
    found = limits(law, numpys, given)
    if found is None:
        raise ValueError(message)
    values, put = found
    shape = _draw.result_shape([np.shape(v) for v in values], size, out)
    drawn = put(np.asarray(_draw.scalars(rng, law, numpys.name, values, shape, dtype, None)))
    if out is not None:
        out[...] = drawn
        return out
    return drawn.item() if shape == () and size is None else drawn


def numpys_call(rng, law, numpys, given, size, dtype, out, stream=None):
    """Calls a method of numpy.random.Generator that is one sampler."""
    _read.refuse_none(given)
    if _gpu.any_there(given.values(), out, stream):
        return _numpys_there(rng, law, numpys, given, size, dtype, out, stream)
    if _draw.foreign(out):
        numpys_call(rng, law, numpys, given, size, dtype, _draw.host(out))
        return out
    whole_numbers(given, numpys.counts)
    if numpys.name in ("triangular", "hypergeometric"):
        checked(numpys, given)
    values = _names.passed_on(numpys, given)
    try:
        return _draw.scalars(rng, law, numpys.name, values, size, dtype, out, names=numpys.pass_on)
    except _faults.ParameterError as why:
        checked(numpys, given)
        return _limits(rng, law, numpys, given, size, dtype, out, str(why))


def _numpys_there(rng, law, numpys, given, size, dtype, out, stream):
    """The same with arrays on a GPU, which kernels check. Only errors of parameters in host memory have
    NumPy's messages."""
    _names.refuse(numpys, {n: v for n, v in given.items() if not _gpu.there(v)})
    values = _names.passed_on(numpys, given)
    try:
        return _gpu.scalars(rng, law, numpys.name, values, size, dtype, out, stream=stream, names=numpys.pass_on)
    except _faults.ParameterError as why:
        raise ValueError(str(why)) from None


def own_call(rng, law, values, size, dtype, out, strategy="auto", progress=None, stream=None, flags=0):
    """Calls a method under the library's own name."""
    if _gpu.any_there(values, out, stream):
        return _gpu.scalars(rng, law, law.name, values, size, dtype, out, strategy, stream, flags=flags)
    if _draw.foreign(out):
        own_call(rng, law, values, size, dtype, _draw.host(out), strategy, progress, flags=flags)
        return out
    return _draw.scalars(rng, law, law.name, values, size, dtype, out, strategy, progress, flags=flags)
