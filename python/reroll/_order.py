# SPDX-License-Identifier: MIT OR Apache-2.0
"""NumPy's methods of integers and order: integers, bytes, choice, permutation, shuffle, permuted."""
from __future__ import annotations

import collections.abc
import copy
import math
import operator
from typing import Any, Sequence, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _core, _draw, _faults, _laws, _read

# The dtypes of integers, with the smallest and largest value of each.
_INTEGERS = {np.dtype(t): (int(np.iinfo(t).min), int(np.iinfo(t).max))
             for t in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")}
_INTEGERS[np.dtype(bool)] = (0, 1)


# The type of size=.
Size = SupportsIndex | Sequence[SupportsIndex] | None


class _Taken:
    """Takes indices from a Generator, and gives them back if the body of the `with` fails."""

    __slots__ = "_rng", "_count", "_first"

    def __init__(self, rng, count):
        self._rng, self._count = rng, count

    def __enter__(self):
        self._first = self._rng._reserve(self._count)
        return self._first

    def __exit__(self, error, *_):
        if error is not None:
            self._rng._give_back(self._first, self._count)


class Order:
    """Whole numbers and order."""

    def integers(self, low: ArrayLike, high: ArrayLike | None = None, size: Size = None, dtype: DTypeLike = np.int64,
                 endpoint: bool = False) -> Any:
        """Integers in [low, high), or with `endpoint` in [low, high]. If high is None, 0 and low are the bounds.

        Parameters
        ----------
        low, high : int or array_like
            Values in the range of `dtype`; low below high. Integers of any type and byte order up to 64 bits are exact;
            floats must be whole numbers (NumPy would truncate them).
        size : int or tuple of ints, optional
        dtype : dtype, optional
            Any integer type, or bool.
        endpoint : bool

        Returns
        -------
        int or ndarray
            Each uses one index.

        References
        ----------
        Lemire, ACM TOMACS 29 (2019) 3.

        Examples
        --------
        >>> reroll.Generator(1).integers(1, 6, 100, endpoint=True).max()
        np.int64(6)
        """
        alone = high is None
        if alone:
            low, high = 0, low
        given = dtype
        dtype = np.dtype(dtype)
        if not dtype.isnative:
            raise ValueError("Providing a dtype with a non-native byteorder is not supported. If you require "
                             "platform-independent byteorder, call byteswap when required.")
        if dtype not in _INTEGERS:
            raise TypeError(f"Unsupported dtype {dtype!r} for integers")
        least, most = _INTEGERS[dtype]
        low, high = _read.integers(low, "high" if alone else "low"), _read.integers(high, "high")
        shape = _draw.result_shape([np.shape(low), np.shape(high)], size, None)
        open_ = 0 if endpoint else 1
        if math.prod(shape) != 0 or size is None:
            for name, bound, bad in (("low", low, (low < least) | (low > most)), ("high", high, high > most + open_)):
                if bad is not False:   # the name of a dtype is slow to get
                    _read.refuse(bad, f"{name} is out of bounds for {dtype.name}", **{name: bound})
            none = f"high {'<' if endpoint else '<='} 0" if alone else f"low {'>' if endpoint else '>='} high"
            bounds = {"high": high} if alone else {"low": low, "high": high}
            _read.refuse(low > high if endpoint else low >= high, none, **bounds)
        made = np.empty(shape, dtype)
        if made.size:
            self._whole((low, high - open_), shape, dtype, made)
        if size is None and shape == ():
            return made.item() if given is int or given is bool else made[()]
        return made

    def _whole(self, bounds, shape, dtype, made):
        """Draws [bounds[0], bounds[1]] into made."""
        kind = np.dtype("u8") if dtype == np.uint64 else np.dtype("i8")
        values = [a.astype(kind) if isinstance(a, np.ndarray) else a for a in bounds]
        direct = dtype.itemsize >= 4
        into = made if direct else np.empty(shape, kind)
        law = self._laws["integers-closed"]
        _draw._fill(self, law, into.dtype, into, values, shape, "auto", False, None)
        if not direct:
            made[...] = into

    def bytes(self, length: SupportsIndex) -> bytes:
        """Random bytes: 32-bit words of sampler `bits`, little-endian. Uses one index per four bytes, rounded up.

        Parameters
        ----------
        length : int

        Returns
        -------
        bytes

        Examples
        --------
        >>> len(reroll.Generator(1).bytes(7))
        7
        """
        length = operator.index(length)
        words = np.empty(-(-length // 4), np.uint32)
        if words.size:
            _draw._fill(self, self._laws["bits"], words.dtype, words, [], words.shape, "auto", False, None)
        return words.astype("<u4").tobytes()[:length]

    def _taken(self, count):
        """A context for the next `count` indices, which returns the first of them; an error gives them back."""
        return _Taken(self, count)

    def _permutations(self, rows, n):
        """Permutations of 0 ... n - 1, one per row."""
        out = np.empty((rows, n), np.int64)
        if out.size:
            with _Taken(self, rows * n) as first:
                _core.permutation(self._device, self.seed, self.stream, first, rows, n, out)
        return out

    def _without(self, n, rows, k, shuffle):
        """Rows of k distinct numbers from 0 ... n - 1, in random or in increasing order."""
        _at_most(n, k)
        out = np.empty((rows, k), np.int64)
        if out.size:
            with _Taken(self, out.size * (2 if shuffle else 1)) as first:
                _core.choose(self.seed, self.stream, first, n, rows, out)
                if shuffle:
                    self._other(self.seed, self.stream, first + out.size)._moved(out, 1)
        return out

    def _chosen_by(self, weights, rows, k, in_order):
        """Rows of k distinct numbers by weights, in the order of the draws, or in increasing order."""
        out = np.empty((rows, k), np.int64)
        if out.size:
            with _Taken(self, rows * k) as first:
                _core.choose_weighted(self._device, self.seed, self.stream, first, np.require(weights, "f8", "CA"), rows,
                                      in_order, out)
        return out

    def permutation(self, x: ArrayLike, axis: int = 0) -> NDArray[Any]:
        """A permutation of 0 ... x - 1, or a copy of x with its slices along `axis` in random order.

        Parameters
        ----------
        x : int or array_like
        axis : int

        Returns
        -------
        ndarray
            Uses one index per slice.

        Examples
        --------
        >>> sorted(reroll.Generator(1).permutation(4).tolist())
        [0, 1, 2, 3]
        """
        if isinstance(x, (int, np.integer)):
            return self._permutations(1, int(x))[0]
        array = np.asarray(x)
        axis = np.lib.array_utils.normalize_axis_index(axis, array.ndim)
        return np.take(array, self._permutations(1, array.shape[axis])[0], axis=axis)

    def _moved(self, array, axis):
        """Shuffles the elements of each line along `axis` in place. Returns False, and does nothing, if NumPy has to move
        them: elements of subclasses, and of types that do not export their memory."""
        return type(array) is np.ndarray and _core.shuffle(self, array, axis, array.dtype.hasobject)

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Puts the slices of x along `axis` into random order, in place. Uses one index per slice.

        Parameters
        ----------
        x : ndarray or mutable sequence
        axis : int
            0 if x is not an ndarray.

        Examples
        --------
        >>> x = [1, 2, 3]
        >>> reroll.Generator(1).shuffle(x)
        >>> sorted(x)
        [1, 2, 3]
        """
        if type(x) is list and axis == 0:
            _core.shuffle(self, x, 0, True)
            return
        if isinstance(x, np.ndarray):
            if x.ndim == 0:
                raise TypeError("shuffle takes no 0-d array")
            if not x.flags.writeable:
                raise ValueError("array is read-only")
            axis = np.lib.array_utils.normalize_axis_index(axis, x.ndim)
            if x.ndim > 1 or not self._moved(x, 0):
                x[...] = np.take(x, self._permutations(1, x.shape[axis])[0], axis=axis)
            return
        if axis != 0:
            raise NotImplementedError("Axis argument is only supported on ndarray objects")
        if not hasattr(x, "__setitem__"):
            raise TypeError("x must be a mutable sequence")
        if len(x):
            x[0] = x[0]   # read-only sequences raise before an index is taken
        n, order = len(x), np.empty(len(x), np.int64)
        with _Taken(self, n) as first:
            if n:
                _core.permutation(self._device, self.seed, self.stream, first, 1, n, order)
            made = [x[i] for i in order.tolist()]
            if not isinstance(x, collections.abc.Sequence):
                made = [_kept(value) for value in made]
            for i, value in enumerate(made):   # deque, array.array and memoryview do not accept a list as slice
                x[i] = value

    def permuted(self, x: ArrayLike, *, axis: SupportsIndex | None = None,
                 out: NDArray[Any] | None = None) -> NDArray[Any]:
        """A copy of x with the elements along `axis` in random order, each line independently. If axis is None, all
        elements of x are permuted together.

        Parameters
        ----------
        x : array_like
        axis : int, optional
        out : ndarray, optional
            Of the shape of x.

        Returns
        -------
        ndarray
            Uses one index per element.

        Examples
        --------
        >>> reroll.Generator(1).permuted([[1, 2], [3, 4]], axis=1).sum(axis=1).tolist()
        [3, 7]
        """
        array = np.asarray(x)
        if array.ndim == 0:
            raise TypeError("permuted takes no 0-d array")
        if out is not None:
            if type(out) is not np.ndarray:   # as in NumPy: a masked array would lose its mask
                raise TypeError("out must be a numpy array")
            if out.shape != array.shape:
                raise ValueError("out must have the same shape as x")
            if not out.flags.writeable:
                raise ValueError("array is read-only")
            if not np.can_cast(array.dtype, out.dtype, "safe"):
                raise TypeError(f"Cannot cast array data from {array.dtype!r} to {out.dtype!r}")
        made = np.array(array, order="C")
        if axis is None:
            lines = made.reshape(-1)
        else:
            axis = np.lib.array_utils.normalize_axis_index(axis, made.ndim)
            lines = np.moveaxis(made, axis, -1)
        if not self._moved(lines, lines.ndim - 1):
            order = self._permutations(math.prod(lines.shape[:-1]), lines.shape[-1]).reshape(lines.shape)
            lines[...] = np.take_along_axis(lines, order, -1)
        if out is None:
            return made
        out[...] = made
        return out

    def choice(self, a: ArrayLike, size: Size = None, replace: bool = True, p: ArrayLike | None = None, axis: int = 0,
               shuffle: bool = True) -> Any:
        """Elements of a, or of 0 ... a - 1 if a is an int, equally likely or with the probabilities p.

        Parameters
        ----------
        a : int or array_like
        size : int or tuple of ints, optional
        replace : bool
            True draws with replacement.
        p : array_like, (n,), optional
            Probabilities: not negative, with sum 1.
        axis : int
        shuffle : bool
            Used without replacement and without p: True for random order, False for increasing order. With p, elements are
            in the order of the draws.

        Returns
        -------
        an element or ndarray
            Uses one index per drawn element; without replacement and without p, two if they are shuffled.

        Notes
        -----
        Without replacement and with p, one element is drawn after another, each with a probability proportional to its p
        among those that are left. Sums are integers, so rounding never changes a choice.

        Examples
        --------
        >>> sorted(reroll.Generator(1).choice(["a", "b", "c"], 3, replace=False).tolist())
        ['a', 'b', 'c']
        """
        array, number, axis = _population(a, axis)
        shape = () if size is None else _draw.shape_of(size)
        _not_empty(array, number, math.prod(shape))
        if not replace:
            chosen = self._subsets(number, 1, math.prod(shape), p, shuffle or p is not None).reshape(shape)
        elif p is not None:
            chosen = self._categories(_probabilities(p, number)[0], shape)
        else:
            chosen = self._uniform(number, size, shape)
        if array is None:
            return int(chosen) if size is None else chosen
        if size is None:
            return np.take(array, int(chosen), axis=axis) if array.ndim > 1 else array[int(chosen)]
        return _elements(array, chosen, axis)

    def subsets(self, a: ArrayLike, k: SupportsIndex, size: Size = None, p: ArrayLike | None = None, axis: int = 0,
                shuffle: bool = True) -> NDArray[Any]:
        """Independent choices of k different elements of a, or of 0 ... a - 1 if a is an int; one choice per row.

        Parameters
        ----------
        a : int or array_like
        k : int
            The number of elements per row.
        size : int or tuple of ints, optional
            The number of rows, or their shape.
        p : array_like, (n,), optional
            Probabilities: not negative, with sum 1.
        axis : int
        shuffle : bool
            True for random order, with p the order of the draws; False for the order in a.

        Returns
        -------
        ndarray
            Of shape size + (k,), or (k,) if size is None; for an array these axes replace `axis`. Uses one index per
            element; without p, two if rows are shuffled.

        Notes
        -----
        One row is choice(a, k, replace=False, p=p). With p, or with shuffle=False, R rows are those of R calls of
        `subsets` for one row. Otherwise all rows are chosen before the first is shuffled, so R calls give other rows.
        With p, the command `reroll choose K --weights V --rows R --drawn` draws the same numbers; without --drawn it draws
        those of shuffle=False.

        Examples
        --------
        >>> x = reroll.Generator(1).subsets(10, 3, size=5, p=[.1] * 10)
        >>> x.shape, all(len(set(row)) == 3 for row in x.tolist())
        ((5, 3), True)
        """
        array, number, axis = _population(a, axis)
        k = operator.index(k)
        shape = () if size is None else _draw.shape_of(size)
        if k < 0:
            raise ValueError(f"k = {k} is negative: an integer from 0 to the number of elements of a")
        rows = math.prod(shape)
        _not_empty(array, number, rows * k)
        chosen = self._subsets(number, rows, k, p, shuffle).reshape(*shape, k)
        return chosen if array is None else _elements(array, chosen, axis)

    def _uniform(self, number, size, shape):
        if size is None:
            return self.integers(0, number)   # from a window
        return self.integers(0, number, size=shape) if number > 0 else np.empty(shape, np.int64)

    def _subsets(self, number, rows, k, p, shuffle):
        """Rows of k different numbers below `number`; where shuffle is False, in increasing order."""
        if p is None:
            return self._without(number, rows, k, shuffle)
        p, positive = _probabilities(p, number)
        _at_most(number, k)
        if positive < k:
            raise ValueError("Fewer non-zero entries in p than size")
        return self._chosen_by(p, rows, k, not shuffle)

    def _categories(self, p, shape):
        made, law = np.empty(shape, np.int64), self._laws["categorical"]
        if made.size:
            job = (law.number, _I8, made.size, 1, ((p, 0, _F8, 0, p.strides[0]),), {"N": p.size}, "auto", 0)
            _draw.run(self, job, made, False, None,
                      lambda found: _faults.error(found, _faults.Call.of(law, shape, [p], ("p",), (), made.dtype)))
        return made


def _kept(value):
    """An element of an object that may be no sequence: arrays and tensors may be views, which change with the object."""
    return copy.deepcopy(value) if hasattr(value, "__array__") else value


def _population(a, axis):
    """(the array to choose from, or None for 0 ... a - 1; the number of its elements; the axis, from 0 on)."""
    if type(a) is int:
        return None, a, 0
    array = np.asarray(a)
    if array.ndim:
        axis = np.lib.array_utils.normalize_axis_index(operator.index(axis), array.ndim)
        return array, array.shape[axis], axis
    try:
        return None, operator.index(array.item()), 0
    except TypeError:
        raise ValueError("a must be a sequence or an integer, not " + str(type(a))) from None


def _not_empty(array, number, drawn):
    if number <= 0 and drawn:
        raise ValueError("a must be a positive integer unless no samples are taken" if array is None
                         else "a cannot be empty unless no samples are taken")


def _elements(array, chosen, axis):
    """The elements of these numbers along `axis`."""
    return np.take(array, chosen.reshape(-1), axis=axis).reshape(array.shape[:axis] + chosen.shape + array.shape[axis + 1:])


def _at_most(number, k):
    if k > number:
        raise ValueError("Cannot take a larger sample than population when replace is False")


_I8, _F8 = _laws.NUMBERS[np.dtype("i8")], _laws.NUMBERS[np.dtype("f8")]
_DOUBLE = np.dtype("f8")
_TOLERANCE = math.sqrt(np.finfo(np.float64).eps)


def _probabilities(p, number):
    """(p as doubles, the number of its values that are not 0); ValueError if it is not a distribution over `number`."""
    array = np.asarray(p) if type(p) is list else p
    if type(array) is np.ndarray and array.dtype is _DOUBLE and array.shape == (number,):
        total, positive = _core.probabilities(array)
        if abs(total - 1) < .99 * _TOLERANCE:   # closer to the tolerance the exact sum decides
            return array, positive
    p = _checked(p, number)
    return p, int(np.count_nonzero(p))


def _checked(p, number):
    """p as doubles; ValueError names the error and its place."""
    tolerance = _TOLERANCE
    if isinstance(p, np.ndarray) and p.dtype.kind == "f":
        tolerance = max(tolerance, math.sqrt(np.finfo(p.dtype).eps))
    if np.asarray(p).dtype == object:
        p = [math.nan if x is None else x for x in p]   # as in NumPy
    p = _read.reals(p, "p")
    if p.ndim != 1:
        raise ValueError("p must be 1-dimensional")
    if p.size != number:
        raise ValueError("a and p must have same size")
    total = math.fsum(p)
    for bad, text in ((np.isnan(p), "Probabilities contain NaN"), (p < 0, "Probabilities are not non-negative")):
        _read.refuse(bad, text, p=p)
    if abs(total - 1) > tolerance:
        raise ValueError("Probabilities do not sum to 1. See Notes section of docstring for more information.")
    return p
