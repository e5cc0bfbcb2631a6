# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reads numbers from the user: exactly, or they are refused.

Integers may have any byte order and up to 64 bits; floats are accepted as integers if they are whole. Reals are doubles: an
integer beyond 2^53 is rounded to the nearest, as in NumPy. Texts, dates and complex numbers raise TypeError.
"""
import math
import numbers
import operator

import numpy as np

from . import _laws

_HOST = (1, 3)   # kDLCPU, kDLCUDAHost
_READ = {np.dtype(t) for t in ("f4", "f8", "i4", "i8", "u4", "u8")}
EXACT = 2**53    # doubles hold all integers up to this
_I8, _U8 = np.iinfo(np.int64), np.iinfo(np.uint64)


def foreign(array):
    """True for an array of another library that has DLPack."""
    return array is not None and not isinstance(array, np.ndarray) and hasattr(array, "__dlpack_device__")


def host(array):
    """Another library's array as a NumPy array in the same memory; TypeError if that is not host memory."""
    kind, _ = array.__dlpack_device__()
    if kind not in _HOST:
        raise TypeError(f"an array is on a device of DLPack type {int(kind)}: this call takes arrays in host memory")
    return np.from_dlpack(array)


def here(value):
    """A parameter in a form that NumPy can read: arrays of other libraries by host()."""
    return host(value) if foreign(value) else value


# ---- Single values ----

def _is_no_number(x):
    return isinstance(x, (str, bytes, bytearray, np.datetime64, np.timedelta64, type(None))) or (
        isinstance(x, numbers.Complex) and not isinstance(x, numbers.Real))


def _wrong(name, what, of):
    return TypeError(f"{name} takes {what}, not {of}")


def refuse_none(given):
    """TypeError for a None among NumPy's parameters, where it does not mean a default."""
    for name, value in given.items():
        if value is None:
            raise _wrong(name, "real numbers", "NoneType")


def integer(value, name, cut=False):
    """An int, from an integer or a whole number of another type, or TypeError or ValueError. cut: drops the fraction."""
    if type(value) is int:
        return value
    if isinstance(value, np.ndarray) and value.ndim == 0 and not cut:
        value = value[()]
    if _is_no_number(value[()] if isinstance(value, np.ndarray) else value):
        raise _wrong(name, "integers", type(value).__name__)
    try:
        return int(value) if cut else operator.index(value)
    except TypeError:
        if cut:
            raise _wrong(name, "integers", type(value).__name__) from None
    try:
        finite = math.isfinite(value)
    except OverflowError:   # a Fraction with large integers
        finite = True
    except TypeError:
        raise _wrong(name, "integers", type(value).__name__) from None
    if not finite:
        raise (ValueError if math.isnan(value) else OverflowError)(f"{name} must be an integer, not {value}")
    made = int(value)
    if made != value:
        raise ValueError(f"{name} must be an integer, not {value}")
    return made


def _real(value, name):
    if _is_no_number(value):
        raise _wrong(name, "real numbers", type(value).__name__)
    try:
        return float(value)
    except TypeError as why:
        raise _wrong(name, "real numbers", type(value).__name__) from why
    except OverflowError:
        raise OverflowError(f"{name} is beyond what a double holds") from None


def _each(read, array, name, dtype):
    """Reads an array of objects one by one."""
    made = np.empty(array.size, dtype)
    for k, value in enumerate(array.reshape(-1).tolist()):
        try:
            made[k] = read(value, name)
        except (TypeError, ValueError, OverflowError):
            made[k] = read(value, where(name, np.unravel_index(k, array.shape), array.shape))
    return made.reshape(array.shape)


# ---- Arrays ----

def _own(at, shape):
    """The position in an array of that shape, broadcast to a result, for position `at` of the result."""
    return tuple(0 if n == 1 else int(k) for n, k in zip(shape, at[len(at) - len(shape):]))


def where(name, at, shape):
    """"name[3, 0]": the element of such an array for position `at` of a result."""
    own = _own(at, shape)
    return f"{name}[{', '.join(map(str, own))}]" if own else name


def refuse(bad, text, error=ValueError, **given):
    """Raises the error if any of `bad` is true: the text, then the values; for arrays the first such value and its place."""
    if bad is False or not np.any(bad):
        return
    at = np.unravel_index(int(np.argmax(bad)), np.shape(bad)) if np.ndim(bad) else ()
    arrays = {name: np.asarray(value) for name, value in given.items()}
    places = [f"{where(name, at, value.shape)} = {value[_own(at, value.shape)]}" for name, value in arrays.items()]
    raise error("; ".join([text, ", ".join(places)] if places else [text]))


def _kind(value, array):
    """The name of the element type of an array that is not of real numbers."""
    if array.ndim == 0 and not isinstance(value, np.ndarray):
        return type(value).__name__
    return {"U": "str", "S": "bytes"}.get(array.dtype.kind, array.dtype.name)


def _array(value, name, exact=False):
    """The value as a NumPy array. exact: a list with integers that NumPy would round to doubles becomes one of objects."""
    value = here(value)
    array = np.asarray(value)
    if array.dtype.kind not in "fiubO":
        raise _wrong(name, "integers" if exact else "real numbers", _kind(value, array))
    if exact and array.dtype.kind == "f" and not isinstance(value, (np.ndarray, np.generic)) and array.ndim:
        if np.any(np.abs(array) >= EXACT):
            return np.array(value, dtype=object)
    return array


def _double(array, name):
    """Converts to the nearest doubles; refuses finite numbers beyond their range."""
    with np.errstate(over="ignore"):
        made = array.astype(np.float64, copy=False)
    if array.dtype.itemsize > 8:
        refuse(np.isinf(made) & ~np.isinf(array), f"{name} is beyond what a double holds", **{name: array})
    return made


def _one_double(value, array, name):
    """A float, by the object's own conversion if it has one."""
    _each(_real, array, name, np.float64) if array.dtype.kind == "O" else _double(array, name)   # refuses other objects
    return float(value)


def reals(value, name):
    """An array of doubles."""
    array = _array(value, name)
    return _each(_real, array, name, np.float64) if array.dtype.kind == "O" else _double(array, name)


def _of_whole_floats(array, name):
    """Integers that are given as floats, exactly: int64, uint64, or, if neither holds them, objects."""
    with np.errstate(invalid="ignore"):
        refuse(~np.isfinite(array) | (array != np.floor(array)), f"{name} must be an integer", **{name: array})
    array = _double(array, name) if array.dtype.itemsize < 8 else array
    for kind, low, high in ((np.int64, -2.0**63, 2.0**63), (np.uint64, 0, 2.0**64)):
        if np.all((array >= low) & (array < high)):
            return array.astype(kind)
    return _each(integer, array, name, object)


def _of_objects(array, name):
    """The same for objects."""
    made = _each(integer, array, name, object)
    low, high = min(made.flat, default=0), max(made.flat, default=0)
    for kind in (np.iinfo(np.int64), np.iinfo(np.uint64)):
        if kind.min <= low and high <= kind.max:
            return made.astype(kind.dtype)
    return made


def integers(value, name):
    """An int, or an array of integers: int64 or uint64, or, if neither holds them, objects."""
    if type(value) is int:
        return value
    array = _array(value, name, exact=True)
    if array.ndim == 0:
        return integer(array, name)
    if array.dtype.kind == "O":
        return _of_objects(array, name)
    if array.dtype.kind == "f":
        return _of_whole_floats(array, name)
    return array.astype("u8" if array.dtype.kind == "u" else "i8", copy=False)


# ---- Parameters of jobs ----

def parameter(value, of_integers, name="a parameter"):
    """A float (an int for integers), or an array of a type that the library reads."""
    if type(value) is int and of_integers and not -2**63 <= value < 2**64:
        raise OverflowError(f"{name} = {value} is beyond integers of 64 bits")
    if type(value) is float or type(value) is int:
        return value if of_integers or type(value) is float else _real(value, name)
    array = _array(value, name, exact=of_integers)
    if array.ndim == 0:
        return integer(array, name) if of_integers else _one_double(value, array, name)
    if array.dtype.kind == "O":
        array = integers(array, name) if of_integers else reals(array, name)
        if array.dtype.kind == "O":
            raise OverflowError(f"{name} has integers that do not all fit one 64-bit type")
    if array.dtype.itemsize > 8 and of_integers:
        array = integers(array, name)
    if array.dtype in _READ and array.dtype.isnative and array.flags.aligned:
        return array
    return _double(array, name) if array.dtype.kind == "f" else array.astype("u8" if array.dtype.kind == "u" else "i8")


def _check_end(law, name, value, read, high):
    """Compares integers beyond 2^53 with the range's end before they are rounded to it."""
    if type(value) is int and value <= EXACT:
        return
    given = read if isinstance(read, np.ndarray) and read.dtype.kind in "iu" else np.asarray(here(value))
    if given.dtype.kind in "iuO":
        refuse(given > int(high), f"{name} is above {high:.0f}, the largest that {law.name} takes", **{name: given})


def parameters(law, values, names=None):
    """Reads the parameters of a sampler, in its order; None, the default, stays None."""
    made = []
    for (_, _, _, (_, high, _, _)), value, name in zip(law.params, values, _laws.called(law, names)):
        made.append(None if value is None else parameter(value, law.integers, name))
        if value is not None and not law.integers and EXACT <= high < 2.0**64:
            _check_end(law, name, value, made[-1], high)
    return made
