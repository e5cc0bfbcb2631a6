# SPDX-License-Identifier: MIT OR Apache-2.0
"""Arrays in the memory of a GPU: those of other libraries, by DLPack or __cuda_array_interface__, and our own.

A call with such an array draws on its GPU. Without `stream` it waits for pending work on its arrays, and returns when the
samples are complete. With `stream` all work is queued on that stream, and the call returns immediately.
"""
from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _core, _draw, _faults, _laws, _read

# DLPack's device types for CUDA memory, and its type codes.
_CUDA = (2, 13)
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
_KINDS = {code: kind for kind, code in _CODES.items()}
_LEGACY = 1   # the number of the legacy stream, in DLPack as in CUDA


def kind_of(array):
    """DLPack's device type of another library's array; None for other objects."""
    if hasattr(array, "__dlpack_device__"):
        return int(array.__dlpack_device__()[0])
    return _CUDA[0] if hasattr(array, "__cuda_array_interface__") else None


def there(array):
    """True for arrays on a GPU."""
    return not isinstance(array, (float, int, np.ndarray, np.generic, list, tuple, type(None))) and kind_of(array) in _CUDA


def any_there(values, out, stream):
    """True if this module has to make the call."""
    return stream is not None or there(out) or any(there(v) for v in values)


def handle_of(stream):
    """The number of a stream: an int, or a stream object of CuPy, PyTorch, Numba and others."""
    given = stream
    if hasattr(stream, "__cuda_stream__"):
        stream = stream.__cuda_stream__()[1]
    for name in ("cuda_stream", "ptr", "handle", "value"):
        stream = getattr(stream, name, stream)
    if stream is None and given is not None:
        stream = 0   # a ctypes value: Numba's default stream
    if not isinstance(stream, (int, np.integer)) or isinstance(stream, bool) or not 0 <= stream < 2**64:
        raise TypeError("stream must be a stream of CUDA: a number, or an object of CuPy, PyTorch or Numba")
    return int(stream) or _LEGACY


class Remote:
    """An array on a GPU: its address, shape and strides. Pending work on it precedes all later work of the stream `handle`,
    or, if that is None, of the legacy stream."""

    waits_for = None   # another stream, from __cuda_array_interface__

    def __init__(self, array, handle):
        if hasattr(array, "__dlpack_device__"):
            self._dlpack(array, _LEGACY if handle is None else handle)
        else:
            self._interface(array, handle)
        self.ndim = len(self.shape)

    def copied(self, device, handle):
        """A copy on the same GPU, made in the stream's order. It lives as long as the returned object."""
        made, (first, end) = copy.copy(self), self.bounds()
        made.owner = _core.Memory(device, end - first, handle)
        made.owner.take(first)
        made.address += made.owner.address - first
        return made

    def bounds(self):
        """The addresses of its first byte and after its last byte."""
        if not math.prod(self.shape):
            return self.address, self.address
        reach = [(n - 1) * s for n, s in zip(self.shape, self.strides)]
        low, high = (sum(r for r in reach if (r > 0) == up) for up in (False, True))
        return self.address + low, self.address + high + self.dtype.itemsize

    def _dlpack(self, array, handle):
        try:
            capsule = array.__dlpack__(stream=handle, max_version=(1, 1))
        except TypeError:   # DLPack before version 1
            capsule = array.__dlpack__(stream=handle)
        address, self.shape, self.strides, kind, (_, self.gpu), self.frozen, self.owner = _core.dlpack_take(capsule)
        code, bits, lanes = kind
        if code not in _KINDS or lanes != 1:
            raise TypeError("an array on a GPU has a dtype that no sampler accepts")
        self.address, self.dtype = address, np.dtype(f"{_KINDS[code]}{bits // 8}")
        # JAX's arrays are read-only, and DLPack before version 1 has no flag for that.
        more = getattr(array, "__cuda_array_interface__", None)
        self.frozen = bool(self.frozen or (more and more["data"][1]))

    def _interface(self, array, handle):
        about = array.__cuda_array_interface__
        self.owner, self.shape, self.dtype = array, tuple(about["shape"]), np.dtype(about["typestr"])
        (self.address, self.frozen), self.gpu = about["data"], _gpu_of(array)
        self.strides = tuple(about.get("strides") or _packed(self.shape, self.dtype))
        theirs = about.get("stream")
        self.waits_for = theirs if theirs is not None and theirs != handle else None


def _gpu_of(array):
    """The index of an array's GPU, which CuPy, PyTorch and Numba report in different ways; by default the first GPU."""
    device = getattr(array, "device", None)
    number = next((n for n in (getattr(device, a, None) for a in ("id", "index")) if isinstance(n, int)), None)
    return number if number is not None else 0


def _packed(shape, dtype):
    return tuple(math.prod(shape[i + 1:]) * dtype.itemsize for i in range(len(shape)))


class Array:
    """An array on a GPU, made by `reroll.empty` or drawn by a call. `out=` accepts it, and PyTorch, CuPy, JAX and Numba use
    it without a copy (`torch.from_dlpack(x)`, `cupy.asarray(x)`).

    Attributes
    ----------
    shape : tuple of ints
    dtype : dtype
    device : str
        "cuda:0".

    Examples
    --------
    >>> x = reroll.empty(10**6, "f4")                              # doctest: +SKIP
    >>> rng.normal(out=x, dtype="f4").numpy().mean()               # doctest: +SKIP
    """

    def __init__(self, device: Any, shape: tuple[int, ...], dtype: DTypeLike, stream: Any = None) -> None:
        self.shape, self.dtype, self._device = shape, np.dtype(dtype), device
        # Keeps a reference to the stream: CuPy destroys it with its last reference.
        self._stream, self._handle = stream, None if stream is None else handle_of(stream)
        self.ndim, self.size = len(shape), math.prod(shape)
        self.nbytes = self.size * self.dtype.itemsize
        self._gpu = number_of(device)
        self._memory = _core.Memory(device, self.nbytes)

    @property
    def device(self) -> str:
        """The name of the device, such as "cuda:0"."""
        return f"cuda:{self._gpu}"

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._memory.address, False), "version": 3,
                "strides": None, "stream": self._handle}

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA[0], self._gpu

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
                   copy: bool | None = None) -> Any:
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("an array on a GPU is shared only on that GPU: numpy() copies it")
        if stream != -1 and self._handle is not None and stream != self._handle:
            _core.synchronize(self._device, self._handle)
        return _core.dlpack_give(self._memory, self._memory.address, self.shape,
                                 (_CODES[self.dtype.kind], self.dtype.itemsize * 8), *self.__dlpack_device__())

    def numpy(self) -> NDArray[Any]:
        """A copy in host memory, made after all work on its stream is done."""
        if self._handle is not None:
            _core.synchronize(self._device, self._handle)
        made = np.empty(self.shape, self.dtype)
        if made.size:
            self._memory.read(made)
        return made

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<reroll.Array of {self.dtype}, shape {self.shape}, on {self.device}>"


def number_of(device):
    """N of a device "cuda:N", 0 for "cuda", None for other devices."""
    name = device.spec.partition(",")[0]
    kind, _, number = name.partition(":")
    return int(number or 0) if kind == "cuda" and (number.isdigit() or not number) else None


def _device_for(rng, remotes):
    """The device to draw on: the GPU of the arrays, as the Generator has opened it, if it has. ValueError for two GPUs."""
    numbers = {r.gpu for r in remotes}
    own = number_of(rng._device)
    if len(numbers) > 1:
        raise ValueError(f"arrays are on GPUs {sorted(numbers)}: all arrays of a call must be on one GPU")
    if not numbers:
        if own is None:
            raise TypeError("stream is for arrays on a GPU, or a Generator of device='cuda:0'")
        return rng._device
    number = numbers.pop()
    return rng._device if number == own else _laws.device(f"cuda:{number}")


def _apart(value, into, device, handle):
    """The parameter, or a copy if it overlaps out: kernels read parameters while they write out."""
    if isinstance(value, np.ndarray) and isinstance(into, np.ndarray):
        return _draw._apart([value], into)[0]
    if not isinstance(value, Remote) or not isinstance(into, Remote):
        return value
    (first, end), (start, stop) = value.bounds(), into.bounds()
    return value.copied(device, handle) if first < stop and start < end else value


def _await_pending(value, device):
    """Waits for pending work of another stream on the array."""
    if isinstance(value, Remote) and value.waits_for is not None:
        _core.synchronize(device, value.waits_for)


def _check_out(out, dtype):
    if not isinstance(out, Remote):
        _draw.check_out(out, dtype)
        return
    if out.frozen:
        raise ValueError("out is read-only")
    packed = _packed(out.shape, out.dtype)
    if any(n > 1 and a != b for n, a, b in zip(out.shape, out.strides, packed)) and math.prod(out.shape):
        raise ValueError("Supplied output array must be contiguous in C order.")
    if out.dtype != dtype:
        raise TypeError(f"Supplied output array has the wrong type. Expected {dtype}, got {out.dtype}")


def _check_parameters(law, names, dtype, values):
    """TypeError if a parameter has another type than kernels read."""
    real = "f8" if law.counts or dtype.itemsize == 8 else "f4"
    kind = np.dtype(("u8" if dtype == np.uint64 else "i8") if law.integers else real)
    for name, value in zip(names, values):
        if isinstance(value, Remote) and value.dtype != kind:
            raise TypeError(f"{name} is {value.dtype} on a GPU: for samples of {dtype} it must be {kind}")


def _jobs(values, shape, dtype):
    """(elements before, rows, cols, job parameters) of each job for an array of that shape. After dimensions are merged,
    each job covers the last two."""
    where = [i for i, v in enumerate(values) if isinstance(v, (Remote, np.ndarray))]
    dims = _draw._merged(shape, [_spread(values[i], shape) for i in where]) if where else [(math.prod(shape), [])]
    dims = [(1, [0] * len(where))] * (2 - len(dims)) + dims
    rows, cols = dims[-2], dims[-1]
    for at, place in enumerate(np.ndindex(tuple(n for n, _ in dims[:-2]))):
        made = list(values)
        for k, i in enumerate(where):
            offset = sum(p * strides[k] for p, (_, strides) in zip(place, dims))
            data = values[i].address if isinstance(values[i], Remote) else values[i]
            made[i] = (data, offset, _laws.NUMBERS[values[i].dtype], rows[1][k], cols[1][k])
        yield at * rows[0] * cols[0], rows[0], cols[0], tuple(made)


def _spread(value, shape):
    """The strides of an array that is broadcast to that shape."""
    return [0] * (len(shape) - value.ndim) + [0 if n == 1 else s for n, s in zip(value.shape, value.strides)]


def scalars(rng, law, method, values, size, dtype, out, strategy="auto", stream=None, names=None, flags=0):
    """Draws samples that are numbers. values: in the sampler's order; names: the caller's. Returns `out`, or an Array."""
    dtype, handle = _laws.dtype_of(law, dtype, method), None if stream is None else handle_of(stream)
    read = _read.parameters(law, [None if there(v) else v for v in values], names)
    read = [Remote(v, handle) if there(v) else r for v, r in zip(values, read)]
    into = Remote(out, handle) if there(out) else _draw.host(out) if _draw.foreign(out) else out
    device = _device_for(rng, [r for r in (*read, into) if isinstance(r, Remote)])
    _check_parameters(law, names or law.args, dtype, read)
    if into is not None:
        _check_out(into, dtype)
    shape = _draw.result_shape([v.shape for v in read if isinstance(v, (Remote, np.ndarray))], size, into)
    if into is None:
        out = Array(device, shape, dtype, stream)
        into = Remote(out, handle)
    for value in (*read, into):
        _await_pending(value, device)
    read = [_apart(v, into, device, handle) for v in read]
    base = into.address if isinstance(into, Remote) else into.ctypes.data
    count = math.prod(shape)

    def error_of(found):
        return _faults.error(found, _faults.Call.of(law, shape, read, names, dtype=dtype))

    with rng._taken(count) as first:
        for before, rows, cols, params in _jobs(read, shape, dtype) if count else ():
            job = (law.number, _laws.NUMBERS[dtype], rows, cols, params, {}, strategy, flags)
            place = (rng.seed, rng.stream, first + before, before)
            _run(device, job, place, base + before * dtype.itemsize, handle, error_of)
    return out


def rows(rng, law, dtype, out, wait, strategy, stream, error_of):
    """Draws samples that are rows into an array on a GPU; parameters are in host memory. wait(out): as _rows.wait.
    error_of(result, shape of samples, shape of a sample): the exception to raise."""
    handle = None if stream is None else handle_of(stream)
    into = Remote(out, handle) if out is not None else None
    device = _device_for(rng, [into] if into else [])
    if into:
        _check_out(into, dtype)
    shape, unit, params, sizes = wait(into)
    if into is None:
        out = Array(device, shape + unit, dtype, stream)
        into = Remote(out, handle)
    _await_pending(into, device)
    with rng._taken(math.prod(shape)) as first:
        if math.prod(shape + unit):
            if handle is not None:
                params, kept = _sent(law, params, dtype, math.prod(shape), device, handle)
            job = (law.number, _laws.NUMBERS[dtype], math.prod(shape), math.prod(unit), params, sizes, strategy, 0)
            _run(device, job, (rng.seed, rng.stream, first, 0), into.address, handle,
                 lambda found: error_of(found, shape, unit))
    return out


def _sent(law, params, dtype, rows, device, handle):
    """Copies per-row parameters to the GPU for a stream's kernels, in its order. Returns them and the objects that must live
    until the kernels are enqueued. Matrices, and vectors of N for all samples, are copied by the library itself."""
    real, made, kept = np.dtype("f4" if dtype == np.float32 else "f8"), [], []
    for param, of in zip(params, law.shapes):
        if isinstance(param, tuple) and not of.once and (param[3] or "N" not in of.sides):
            view, _, _, row, col = param
            shape = (rows if row else 1, view.shape[-1] if col else 1)
            values = np.ascontiguousarray(np.lib.stride_tricks.as_strided(view, shape, (row, col)), real)
            memory = _core.Memory(device, values.nbytes, handle)
            _core.synchronize(device, handle)
            _core.put(device, memory.address, values)
            kept.append(memory)
            param = (memory.address, 0, _laws.NUMBERS[real], real.itemsize * shape[1] if row else 0,
                     real.itemsize if col else 0)
        made.append(param)
    return tuple(made), kept


class Target:
    """The target of samples that the host may draw: `out`, as a NumPy array or a Remote, or a new array."""

    def __init__(self, rng, out, stream):
        self.rng, self.out, self.stream, self.device = rng, out, stream, None
        self.handle = None if stream is None else handle_of(stream)
        self.into = Remote(out, self.handle) if there(out) else _draw.host(out) if _draw.foreign(out) else out

    def check(self, dtype):
        """Raises an error, before an index is taken, if the target can't be written."""
        if self.into is not None:
            _check_out(self.into, dtype)
        if self.stream is not None and isinstance(self.into, np.ndarray):
            raise TypeError("stream is for arrays on a GPU: out is in host memory")
        if self.stream is not None or isinstance(self.into, Remote):
            self.device = _device_for(self.rng, [] if self.into is None else [self.into])

    def give(self, made, dtype):
        """Stores samples that the host has drawn, and returns the call's result."""
        if self.device is None and self.into is None:
            return made.astype(dtype, copy=False)
        if self.device is None:
            self.into[...] = made
            return self.out
        if self.into is None:
            self.out = Array(self.device, made.shape, dtype, self.stream)
            self.into = Remote(self.out, self.handle)
        _await_pending(self.into, self.device)
        if self.stream is not None:
            _core.synchronize(self.device, self.handle)
        _core.put(self.device, self.into.address, np.ascontiguousarray(made, dtype))
        return self.out


def _run(device, job, place, address, handle, error_of):
    found = _core.there(device, job, place, address, handle)
    if found is not None:
        raise error_of(found)


def empty(shape: Any, dtype: DTypeLike = "f8", device: Any = "cuda:0") -> Array:
    """An array on a GPU, for `out=`.

    Parameters
    ----------
    shape : int or tuple of ints
    dtype : dtype
    device : str

    Returns
    -------
    Array

    Examples
    --------
    >>> reroll.empty((2, 3), "f4", "cuda:1")                       # doctest: +SKIP
    <reroll.Array of float32, shape (2, 3), on cuda:1>
    """
    made = _laws.device(device)
    if number_of(made) is None:
        raise ValueError(f"device must be one GPU, \"cuda:0\", not {made.spec!r}")
    if np.dtype(dtype) not in _laws.NUMBERS:
        kinds = ", ".join(str(kind) for kind in _laws.NUMBERS)
        raise ValueError(f"dtype {np.dtype(dtype)} is not available for samples; use one of {kinds}")
    return Array(made, _draw.shape_of(shape), np.dtype(dtype))


def wait(stream: Any, device: Any = "cuda:0") -> None:
    """Waits for a stream that was passed to calls, and raises the errors that their kernels have recorded: invalid
    parameters on the GPU (ValueError), samples without an accepted proposal. Calls without `stream` raise these themselves.

    Parameters
    ----------
    stream : int, or a stream of CuPy, PyTorch or Numba
    device : str
        The device of the Generator, if that is a GPU.

    Examples
    --------
    >>> x = rng.gamma(shapes, stream=stream)                       # doctest: +SKIP
    >>> reroll.wait(stream)                                        # doctest: +SKIP
    """
    _core.wait(_laws.device(device), handle_of(stream))
