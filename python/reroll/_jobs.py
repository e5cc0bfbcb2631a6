# SPDX-License-Identifier: MIT OR Apache-2.0
"""Files of samples, and job files, from which samples or any slice of them can be drawn again. The files are the same as
those of `reroll sample`, byte for byte.

The command's own code writes and reads them (cli/library/, through python/core/saved.c). This module turns arguments into
requests, and errors into exceptions. docs/man/sample.man lists the entries of a job file.
"""
from __future__ import annotations

import dataclasses
import math
import os
import re
from typing import Any, Callable, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _core, _draw, _generator, _laws, _own, _read, _rows

_ENDS = {".npy": "npy", ".raw": "raw"}
_USAGE, _SYSTEM = 1, 2   # kinds of refusals (cli/library/saved.h); others are RuntimeErrors

# The command's messages use its options; these are the arguments' names here.
_CALLED = {"--force": "overwrite=True", "-n": "size", "-o": "path", "--components": "dim", "--first": "first",
           "--dtype": "dtype", "--strategy": "strategy", "--device": "device"}
# For arrays and numbers the messages are "shape list: element (0, 1) = -2 is outside ...", "shape -2 is outside ...".
_ELEMENT = re.compile(r"^(\w+) list: element \(?([\d, ]+)\)? = ")
_NUMBER = re.compile(r"^([\w.\[\], ]+?) (?:= )?(\S+) is outside (.*), the range for samples of dtype \w+$")
_OPTION = re.compile(r"(?<![^\s(])--?[a-z][a-z0-9-]*(?=[\s,:;)]|$)")


def _checked(made, law=None):
    """The result of a call of saved.c, or its error as an exception. With `law` the message has keywords, otherwise the
    options of the command, which may have written the job file."""
    if type(made) is not tuple:
        return made
    kind, number, text = made
    if law:
        called = {**_CALLED, **{f"--{n}": n for n in law.args}}
        text = _OPTION.sub(lambda m: called.get(m[0], m[0]), text)
        text = _ELEMENT.sub(r"\1[\2] = ", text)
        text = _NUMBER.sub(r"\1 = \2 is outside \3", text)
    if kind == _USAGE:
        raise ValueError(text)
    if kind == _SYSTEM:
        raise OSError(number, text) if number else OSError(text)
    raise RuntimeError(text)


@dataclasses.dataclass(frozen=True, eq=False)
class Job:
    """The description of a file of samples. len(job) is the number of samples; job[2:5] draws three of them again.

    Attributes
    ----------
    sampler : str or Law
    params : dict
        A number or an array, which is read-only, for each name.
    seed, stream, first : int
        first is the index of element 0 of `shape`.
    shape : tuple of ints
        The shape of the whole job, of one dimension or two; of row samplers (rows, components).
    start, count : int
        The first element in the file, in C order, and the number of elements.
    dtype : numpy.dtype
    format : str
        "npy", "raw" or "text".
    strategy : str
        "fixed:M", with which failed samples are NaN (0 for integers); "auto" for all other strategies.
    holes : bool
        Whether samples with invalid parameters are NaN (0 for integers); otherwise they are errors.
    antithetic : bool
        The samples are drawn from 1 - U.
    """
    sampler: str | _own.Law
    params: dict[str, Any]
    seed: int
    stream: int
    first: int
    shape: tuple[int, ...]
    start: int
    count: int
    dtype: np.dtype[Any]
    format: str = "npy"
    strategy: str = "auto"
    holes: bool = False
    antithetic: bool = False

    @property
    def _law(self):
        return _laws.find(_generator.LAWS, self.sampler)

    @property
    def _unit(self):
        """The number of elements per sample."""
        return self.shape[1] if self._law.shape else 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Job):
            return NotImplemented
        mine, theirs = self.__getstate__(), other.__getstate__()
        a, b = mine.pop("params"), theirs.pop("params")
        return mine == theirs and a.keys() == b.keys() and all(np.array_equal(a[n], b[n]) for n in a)

    def _saved(self):
        """The job in the command's code, made once."""
        made = self.__dict__.get("_made")
        if made is None:
            law = self._law
            if law.name == "density":
                raise ValueError("the data of a density are only in its job file: use reroll.load_job")
            axes = len(law.shape)   # 3 of a complex matrix
            dim = 0 if law.dim is None else self.shape[1] if axes == 1 else math.isqrt(self.shape[1] // (axes - 1))
            size = self.shape[0] if law.shape else math.prod(self.shape)
            made = _make(self.sampler, law, (self.seed, self.stream, self.first), size, dim, (self.start, self.count),
                         (_laws.NUMBERS[np.dtype(self.dtype)], self.format, self.strategy, self.holes, self.antithetic),
                         [self.params[name] for name in law.args])
            _hold(self, made)
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_made"}

    def __len__(self) -> int:
        return self.count // self._unit

    def __getitem__(self, samples: SupportsIndex | slice) -> Any:
        if isinstance(samples, slice):
            return remake(self, samples)
        index = _read.integer(samples, "the index of a sample")
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range: the file has {len(self)} samples")
        index %= len(self)
        return remake(self, slice(index, index + 1))[0]


def _hold(job, made):
    job.__dict__["_made"] = made


def _param(law, value):
    """A parameter for saved.c: None, the path of a file, a number, or (array, type, shape)."""
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, (str, os.PathLike)):
        file, csv, _ = os.fsdecode(value).rpartition(".csv:")   # a column
        os.stat(file + ".csv" if csv else value)   # raises the same errors as open(), such as FileNotFoundError
        return os.fsencode(value)
    value = _draw.number_or_array(value, law.integers)
    if not isinstance(value, np.ndarray):
        return value
    if value.ndim > 2:
        raise ValueError(f"a parameter has {value.ndim} dimensions: a job file holds arrays of at most two")
    return np.ascontiguousarray(value), _laws.NUMBERS[value.dtype], value.shape


def _make(sampler, law, stream, size, dim, part, kinds, values):
    own = isinstance(sampler, _own.Law)
    path = sampler._place() if own and sampler.path else None
    return _checked(_core.saved_new(sampler if own else law.number, stream, size, dim, part, kinds, path,
                                    tuple(_param(law, v) for v in values)), law)


def _value(given):
    """A parameter in the form of a Job."""
    if not isinstance(given, tuple):
        return given
    data, kind, shape, fortran = given
    array = np.frombuffer(data, _laws.TYPES[kind]).reshape(shape, order="F" if fortran else "C")
    made = np.ascontiguousarray(array).reshape(shape).copy()
    made.flags.writeable = False
    return made


def _job(made):
    """A Job from an object of saved.c."""
    name, law, seed, stream, first, shape, start, count, kind, format, strategy, holes, antithetic = _core.saved_facts(made)
    if kind not in _laws.TYPES:
        raise ValueError(f"{name}: \"dtype\" must be one that NumPy knows")
    params = {n: _value(v) for n, v in _core.saved_params(made)}
    job = Job(law or name, params, seed, stream, first, shape, start, count, np.dtype(_laws.TYPES[kind]), format, strategy,
              holes, antithetic)
    _hold(job, made)
    return job


def remake(job: Job | str | os.PathLike[str], slice: slice | None = None, *, out: NDArray[Any] | None = None,
           device: str = "cpu", progress: Callable[[int], object] | None = None) -> NDArray[Any]:
    """Draws a job, or a slice of it, again: the bytes of its file.

    Parameters
    ----------
    job : Job or path
        A path of the job file, or of the file that it describes.
    slice : slice, optional
        Samples of the file, counted from 0, with step 1: rows of a row sampler, otherwise elements in C order.
    out : ndarray, optional
        C-contiguous, with the job's type and number of elements.
    device : str
    progress : callable, optional
        Called with the number of elements of each finished piece.

    Returns
    -------
    ndarray
        The whole job has its own shape; a slice has the shape (n,), a slice of rows (n, components).

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     x = reroll.save(os.path.join(folder, "x.npy"), "gamma", 2.5, size=10**6, rng=7)
    >>> reroll.remake(x, slice(10, 13)).tolist() == reroll.Generator(7).gamma(2.5, size=13)[10:].tolist()
    True
    """
    if _draw.foreign(out):
        remake(job, slice, out=_draw.host(out), device=device, progress=progress)
        return out
    job = job if isinstance(job, Job) else load_job(job)
    total = len(job)
    if slice is not None and not hasattr(slice, "indices"):
        raise TypeError(f"slice must be a slice, such as slice(10, 20), not {type(slice).__name__}")
    low, high, step = (0, total, 1) if slice is None else slice.indices(total)
    if step != 1:
        raise ValueError(f"a slice with step {step} is not accepted: the step must be 1")
    count = max(0, high - low) * job._unit
    whole = slice is None and count == math.prod(job.shape)
    shape = job.shape if whole else (count // job._unit, *job.shape[1:]) if job._law.shape else (count,)
    if out is None:
        out = np.empty(shape, job.dtype)
    else:
        _draw.check_out(out, job.dtype)
        if not out.flags.c_contiguous or out.size != count:
            raise ValueError(f"out of shape {out.shape} has {out.size} elements: a C-contiguous array of {count} is needed")
    if count:
        rng = _generator.Generator(0, device)
        _checked(_core.saved_draw(job._saved(), rng._device, low * job._unit, count, _draw.PIECE * rng._device.threads, out,
                                  progress), job._law)
    return out


_OPTIONS = ("size", "rng", "dtype", "dim", "strategy", "progress", "overwrite")   # of save, in addition to parameters


# ---- Files -----------------------------------------------------------------------------------------------------------

def save(path: str | os.PathLike[str], name: str | _own.Law, *values: Any, size: int | None = None, rng: Any = 0,
         dtype: DTypeLike = None, dim: int | None = None, strategy: str = "auto",
         progress: Callable[[int], object] | None = None, overwrite: bool = False, **named: Any) -> Job:
    """Draws into a file, and writes a job file from which it can be drawn again, as `reroll sample NAME ... -o PATH` does.

    Parameters
    ----------
    path : path
        It ends in .npy, or in .raw for numbers without a header. The job file is PATH.job.json.
    name : str or Law
        A sampler, or a Law that was opened from a file.
    *values, **named
        Its parameters: numbers, arrays of at most two dimensions, or paths of .npy and .csv files
        ("p.csv:alpha" is a column). An array of more than 64 numbers becomes a file PATH.PARAMETER.npy.
    size : int, optional
        The number of samples, if no parameter is an array.
    rng : Generator or a seed
    dtype, dim, strategy, progress
        As in Generator.sample; the strategy fixed:M needs its +.
    overwrite : bool
        Replaces existing files; otherwise they raise FileExistsError.

    Returns
    -------
    Job

    Notes
    -----
    The command's code writes FILE.part, locked, and renames it when it is complete and on disk. A second call, or a running
    command, with the same name raises OSError. An error, a full disk (OSError) or control-C leaves the old files and takes
    no index. The old job file and parameter files remain until the new file is complete: an array whose name
    PATH.PARAMETER.npy exists becomes PATH.PARAMETER.DIGEST.npy.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     job = reroll.save(os.path.join(folder, "x.npy"), "gamma", shape=[.5, 2, 9])
    ...     sorted(os.listdir(folder)), len(job)
    (['x.npy', 'x.npy.job.json'], 3)
    """
    from . import default_rng
    rng, path = default_rng(rng), os.fspath(path)
    law = _laws.find(_generator.LAWS, name)
    ending = os.path.splitext(path)[1]
    if ending not in _ENDS:
        raise ValueError(f"path {path!r} must end in .npy or .raw")
    if isinstance(name, _own.Law) and not name.path:
        raise ValueError(f"{law.name} was not opened from a file, which a job file must name: use open_law(path)")
    _check_complete(strategy)
    size = _size_of(size)
    kinds = (_laws.NUMBERS[_laws.dtype_of(law, dtype, law.name)], _ENDS[ending], strategy, False, False)
    given = _laws.by_name(law, values, named, _OPTIONS)
    dim = 0 if dim is None else _rows.asked(law, dim)
    made = _make(name, law, (rng.seed, rng.stream, 0), size, dim, None, kinds, given)
    with rng._taken(_core.saved_facts(made)[5][0] if law.shape else math.prod(_core.saved_facts(made)[5])) as first:
        _checked(_core.saved_write(made, rng._device, path, first, overwrite, progress), law)
    return _job(made)


def _check_complete(strategy):
    """Raises ValueError unless this is a strategy that draws every sample."""
    _laws.check_strategy(strategy)
    if strategy.startswith("fixed:") and not strategy.endswith("+"):
        raise ValueError(f"strategy {strategy} may leave samples without a value: use fixed:M+")


def _size_of(size):
    """`size` as an int, or None."""
    if size is None:
        return None
    wanted = _draw.shape_of(size)
    if len(wanted) != 1:
        raise ValueError(f"size must be one integer, not {size!r}: arrays as parameters give two dimensions")
    return wanted[0]


def load_job(path: str | os.PathLike[str]) -> Job:
    """Reads a job file of `reroll sample` or of reroll.save.

    Parameters
    ----------
    path : path
        A path of the job file, or of the file that it describes: FILE for FILE.job.json.

    Returns
    -------
    Job

    Raises
    ------
    ValueError
        The file is not a job file; it has an entry that this version does not know; a file that it names has changed; it
        was written with another bits version of the sampler; or its job is unfinished and the file is older. The message is
        the command's.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "x.raw")
    ...     reroll.save(file, "normal", size=4) == reroll.load_job(file)
    True
    """
    path = os.fspath(path)
    if not os.fspath(path).endswith(".json"):
        path += ".job.json"
    os.stat(path)
    return _job(_checked(_core.saved_open(path, _own.open_law)))
