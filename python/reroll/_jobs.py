# SPDX-License-Identifier: MIT OR Apache-2.0
"""Files of samples, and job files, which can remake them or any slice: those of the command `reroll sample`, byte for byte.

docs/man/sample.man lists the entries of a job file; cli/job writes and reads the command's.
"""
from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
from typing import Any, Callable, SupportsIndex

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _core, _draw, _generator, _laws, _own, _rows

_VERSION = 2   # of what is written; 1, whose `done` is a number, is read too
_LIST_MOST = 64                                # numbers that stand in the job file itself; more are in a file of their own
_NAMES = {1: "f32", 2: "f64", 3: "i32", 4: "i64", 5: "u32", 6: "u64", 7: "f16"}   # rr_type: what job files call it
_ENDS = {".npy": "npy", ".raw": "raw"}
_ANTITHETIC = 2


@dataclasses.dataclass(frozen=True, eq=False)
class Job:
    """What a file of samples is made of; len(job) is the number of its samples, job[2:5] draws three of them again.

    Attributes
    ----------
    sampler : str or Law
    params : dict
        Name to a number or an array.
    seed, stream, first : int
        first is the index of element 0 of `shape`.
    shape : tuple of ints
        Of the whole; one dimension or two; of rows that are samples (rows, components).
    start, count : int
        The elements that are in the file, in C order.
    dtype : numpy.dtype
    format : str
        "npy", "raw" or "text".
    strategy : str
        "auto", for any: none but "fixed:M" changes what is drawn.
    holes : bool
        Samples of refused parameters are NaN (0).
    antithetic : bool
        Drawn from 1 - U.
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
        """Elements of a sample."""
        return self.shape[1] if self._law.vector else 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Job):
            return NotImplemented
        mine, theirs = dict(vars(self)), dict(vars(other))
        a, b = mine.pop("params"), theirs.pop("params")
        return mine == theirs and a.keys() == b.keys() and all(np.array_equal(a[n], b[n]) for n in a)

    def __len__(self) -> int:
        return self.count // self._unit

    def __getitem__(self, samples: SupportsIndex | slice) -> Any:
        if isinstance(samples, slice):
            return remake(self, samples)
        index = range(len(self))[samples]
        return remake(self, slice(index, index + 1))[0]


def _spec(job):
    """The whole job, for _core.fill."""
    law = job._law
    values = [job.params[name] for name in law.args]
    flags = _ANTITHETIC if job.antithetic else 0
    if law.vector or law.weights:
        values = [np.reshape(v, -1) if _rows.kind_of(law, p) == "row" and np.ndim(v) == 2 else v
                  for p, v in enumerate(values)]
        dim = None if not law.vector or law.oblong else math.isqrt(job.shape[1]) if law.square else job.shape[1]
        shape, unit, made, weights = _rows.settle(law, values, job.shape[:1] if law.vector else job.shape, dim, None)
        rows, cols = math.prod(shape), math.prod(unit)
    else:
        values = [_draw.number_or_array(v, law.integers) for v in values]
        (rows, cols, made), weights = _draw.layout(values, job.shape), 0
    return (law.number, _laws.NUMBERS[job.dtype], rows, cols, made, weights, job.strategy, flags)


def _draw_slice(job, start, out, device, progress):
    """Elements from `start` of the whole on, into all of out."""
    rng = _generator.Generator(0, device)._other(job.seed, job.stream, job.first)
    look = not job.holes
    done = _core.fill(rng, _spec(job), out, look, _draw.PIECE * rng._device.threads, progress, (start, out.size),
                      job.holes or _withholds(job.strategy))
    if done is not None:
        raise _draw.Refused(done[1])


def _withholds(strategy):
    return strategy.startswith("fixed:") and not strategy.endswith("+")


def remake(job: Job | str | os.PathLike[str], slice: slice | None = None, *, out: NDArray[Any] | None = None,
           device: str = "cpu", progress: Callable[[int], object] | None = None) -> NDArray[Any]:
    """Draws a job again, or a slice of it: the bytes of its file.

    Parameters
    ----------
    job : Job or path
        A path is that of the job file, or of the file that it is of.
    slice : slice, optional
        Samples of the file, counted from 0, of step 1; of rows that are samples rows; else elements in C order.
    out : ndarray, optional
        C-contiguous, of the job's type and of as many elements.
    device : str
    progress : callable, optional
        Called with the number of elements of each piece that is done.

    Returns
    -------
    ndarray
        Of the shape of the job where all of it is drawn; of a slice (n,), of rows (n, components).

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
        raise TypeError(f"slice has to be a slice, not {type(slice).__name__}")
    low, high, step = (0, total, 1) if slice is None else slice.indices(total)
    if step != 1:
        raise ValueError("a slice has step 1")
    count = max(0, high - low) * job._unit
    whole = count == math.prod(job.shape)
    shape = job.shape if whole else (count // job._unit, *job.shape[1:]) if job._law.vector else (count,)
    if out is None:
        out = np.empty(shape, job.dtype)
    else:
        _draw.check_out(out, job.dtype)
        if not out.flags.c_contiguous or out.size != count:
            raise ValueError(f"out has to be C-contiguous and of {count} elements")
    if count:
        _draw_slice(job, job.start + low * job._unit, out, device, progress)
    return out


# ---- Writing ----------------------------------------------------------------------------------------------------------

def _real(value):
    """The shortest decimal, positional from 1e-4 to 1e17; of what JSON has no number for a string."""
    if not math.isfinite(value):
        return '"nan"' if math.isnan(value) else '"inf"' if value > 0 else '"-inf"'
    if value == 0 or 1e-4 <= abs(value) < 1e17:
        return np.format_float_positional(value, trim="-")
    return np.format_float_scientific(value, trim="-", exp_digits=2)


def _number(law, value):
    return str(int(value)) if law.integers else _real(float(value))


def _row(values):
    return f"[{', '.join(_real(float(v)) for v in values)}]"


def _sha256(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _name(path, target):
    """How a job file of `target` calls a file: from its folder on, unless the user gave all of its path."""
    folder = os.path.realpath(os.path.dirname(target) or ".")
    return path if os.path.isabs(path) else os.path.relpath(os.path.realpath(path), folder)


def _file(path, name, array):
    shape = ", ".join(str(n) for n in array.shape)
    return (f'{{"file": {json.dumps(name, ensure_ascii=False)}, "dtype": "{_NAMES[_laws.NUMBERS[array.dtype]]}", '
            f'"shape": [{shape}], "sha256": "{_sha256(path)}"}}')


def _listed(law, array):
    """Whether an array stands in the job file: a short one that numbers of 64 bits hold."""
    exact = array.dtype.kind == "f" or np.all(np.abs(array.astype(np.float64)) <= 2.0**53)
    return 1 <= array.ndim <= 2 and 0 < array.size <= _LIST_MOST and exact


def _params(job, target, given, made, overwrite):
    """The entries of "params"; arrays that are long become files beside the target, whose names are added to `made`."""
    law, lines = job._law, []
    for name in law.args:
        value = job.params[name]
        if not isinstance(value, np.ndarray):
            text = _number(law, value)
        elif isinstance(given[name], (str, os.PathLike)):
            text = _file(given[name], _name(os.fspath(given[name]), target), value)
        elif _listed(law, value):
            text = _row(value) if value.ndim == 1 else f"[{', '.join(_row(r) for r in value)}]"
        else:
            path = f"{target}.{name}.npy"
            with open(path, "wb" if overwrite else "xb") as file:
                made.append(path)
                np.save(file, value)
            text = _file(path, os.path.basename(path), value)
        lines.append(f'"{name}": {text}')
    return "{}" if not lines else "{\n    " + ",\n    ".join(lines) + "\n  }"


def _text(job, target, params, size):
    """The job file of a file that is whole."""
    law, own = job._law, []
    if isinstance(job.sampler, _own.Law):
        file = _name(job.sampler.path, target)
        own = [f'"law": {{"file": {json.dumps(file, ensure_ascii=False)}, "sha256": "{job.sampler.digest}"}}']
    lines = [f'"program": "reroll {_core.version}"', f'"job_version": {_VERSION}', f'"sampler": "{law.name}"', *own,
             f'"bits_version": {law.bits_version}', f'"seed": {job.seed}', f'"stream": {job.stream}',
             f'"first": {job.first}', f'"shape": {list(job.shape)}', f'"slice": [{job.start}, {job.count}]',
             f'"dtype": "{_NAMES[_laws.NUMBERS[job.dtype]]}"', f'"format": "{job.format}"', '"strategy": "any"',
             '"bad": "refuse"', f'"params": {params}', f'"done": {[[0, job.count]] if job.count else []}',
             f'"bytes": {size}', '"failed": 0',
             '"failed_index": null', '"complete": true']
    return "{\n  " + ",\n  ".join(lines) + "\n}\n"


def _array(law, value):
    """A parameter: a number, or an array as a job file holds it."""
    if isinstance(value, (str, os.PathLike)):
        value = np.load(value, allow_pickle=False)
    value = _draw.number_or_array(value, law.integers)
    if isinstance(value, np.ndarray) and value.ndim > 2:
        raise ValueError("a job file holds arrays of at most two dimensions")
    return value


def _shape(law, params, size, dim):
    """The shape of the whole: that of the parameters, where one is an array, else (size,); with the components of rows."""
    values = [params[name] for name in law.args]
    number = 1 if size is None else size
    if isinstance(number, tuple) and len(number) != 1:
        raise ValueError("size of a job is one number; two dimensions come from parameters that are arrays")
    wanted = _draw.shape_of(number)
    if law.vector or law.weights:
        of_params, unit, *_ = _rows.settle(law, values, None, dim, None)
        unit = (math.prod(unit),) if law.vector else ()
    else:
        of_params, unit = np.broadcast_shapes(*(np.shape(v) for v in values)) if values else (), ()
    if of_params and size is not None and math.prod(of_params) != wanted[0]:
        raise ValueError(f"size has to be left out, for the parameters' shape {of_params} is that of the job")
    shape = (of_params or wanted) + unit
    if len(shape) > 2:
        raise ValueError(f"a job file holds at most two dimensions, not {shape}")
    return shape


def save(path: str | os.PathLike[str], name: str | _own.Law, *values: Any, size: int | None = None, rng: Any = 0,
         dtype: DTypeLike = None, dim: int | None = None, strategy: str = "auto",
         progress: Callable[[int], object] | None = None, overwrite: bool = False, **named: Any) -> Job:
    """Draws into a file, with a job file beside it that can remake it: what `reroll sample NAME ... -o PATH` writes.

    Parameters
    ----------
    path : path
        Ends in .npy, or in .raw, numbers and no header. The job file is PATH.job.json.
    name : str or Law
        A sampler, or a Law that was opened from a file.
    *values, **named
        Its parameters: numbers, arrays of at most two dimensions, or paths of .npy files. Arrays of more than 64 numbers
        become files PATH.PARAMETER.npy.
    size : int, optional
        Samples, where no parameter is an array.
    rng : Generator or a seed of one
    dtype, dim, strategy, progress
        As of Generator.sample; fixed:M without + is refused.
    overwrite : bool
        Files that are there are replaced; else FileExistsError.

    Returns
    -------
    Job

    Notes
    -----
    The file gets its name when it is whole; an error, or control-C, leaves nothing and moves no index. Samples go through
    a map of the file, not through memory.

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
        raise ValueError(f"{path!r} has to end in .npy or .raw")
    if _withholds(strategy):
        raise ValueError(f"strategy {strategy} leaves samples out: fixed:M+ does not")
    if isinstance(name, _own.Law) and not name.path:
        raise ValueError(f"{law.name} is of no file, which a job file could name")
    given = dict(zip(law.args, _generator._by_name(law, values, named)))
    params = {n: _array(law, _fallback(law, n) if v is None else v) for n, v in given.items()}
    shape = _shape(law, params, size, dim)
    sampler = name if isinstance(name, _own.Law) else law.name
    job = Job(sampler, params, rng.seed, rng.stream, rng.next, shape, 0, math.prod(shape),
              _laws.dtype_of(law, dtype, law.name), _ENDS[ending], strategy)
    twin = path + ".job.json"
    if not overwrite:
        for file in (path, twin):
            if os.path.exists(file):
                raise FileExistsError(f"{file} is there: overwrite=True replaces it")
    return _write(job, path, twin, given, rng, progress, overwrite)


def _fallback(law, name):
    return next(fallback for n, _, fallback, _ in law.params if n == name)


def _write(job, path, twin, given, rng, progress, overwrite):
    """The files, or none of them."""
    part, beside = [path + ".part", twin + ".part"], []
    with rng._taken(len(job)) as first:
        job = dataclasses.replace(job, first=first)
        try:
            with open(part[0], "wb") as file:
                if job.format == "npy":
                    header = {"descr": np.lib.format.dtype_to_descr(job.dtype), "fortran_order": False, "shape": job.shape}
                    np.lib.format.write_array_header_1_0(file, header)
                start = file.tell()
                size = start + job.count * job.dtype.itemsize
                file.truncate(size)
            if job.count:
                out = np.memmap(part[0], job.dtype, "r+", start, (job.count,))
                _draw_slice(job, 0, out, rng._device, progress)
                out.flush()
            with open(part[1], "w", encoding="utf-8") as file:
                file.write(_text(job, path, _params(job, path, given, beside, overwrite), size))
            os.replace(part[0], path)
            os.replace(part[1], twin)
        except BaseException:
            for file in (*part, *beside):
                if os.path.exists(file):
                    os.remove(file)
            raise
    return job


# ---- Reading ----------------------------------------------------------------------------------------------------------

_KEYS = {"program", "job_version", "sampler", "bits_version", "seed", "stream", "first", "shape", "slice", "dtype", "format",
         "strategy", "bad", "params", "done", "bytes", "failed", "failed_index", "complete"}


def _wrong(path, key, expected):
    return ValueError(f'{path}: "{key}" must be {expected}')


def _whole(value):
    return type(value) is int and 0 <= value < 1 << 64


def _pair(path, entries, key, least):
    value = entries[key]
    if not isinstance(value, list) or not least <= len(value) <= 2 or not all(map(_whole, value)):
        raise _wrong(path, key, "an array of at most two integers")
    return tuple(value)


def _param(path, law, name, value):
    if isinstance(value, dict):
        if value.keys() != {"file", "dtype", "shape", "sha256"}:
            raise _wrong(path, name, "a number, a list or a file")
        file = os.path.join(os.path.dirname(path), value["file"])
        if _sha256(file) != value["sha256"]:
            raise ValueError(f"{name}: {file} is not the file that the job was made with: its SHA-256 differs")
        return _array(law, file)
    try:
        if isinstance(value, list):
            return np.array(value, dtype=np.float64)
        if type(value) is bool:
            raise ValueError
        return int(value) if law.integers else float(value)
    except (TypeError, ValueError):
        raise _wrong(path, name, "a number, a list or a file") from None


def _sampler(path, entries):
    """A name, or a law of the user's."""
    name = entries["sampler"]
    if "density" in entries:
        raise ValueError(f"{path} is of a density, which the command `reroll sample --job` remakes")
    if "law" not in entries:
        if name not in _generator.LAWS:
            raise _wrong(path, "sampler", "one of those that reroll.samplers() lists")
        return name
    law = _own.open_law(os.path.join(os.path.dirname(path), entries["law"]["file"]))
    if law.digest != entries["law"]["sha256"]:
        raise ValueError(f"{path}: {entries['law']['file']} is not the law that the job was made with: its SHA-256 differs")
    return law


def load_job(path: str | os.PathLike[str]) -> Job:
    """Reads a job file of `reroll sample` or of reroll.save.

    Parameters
    ----------
    path : path
        Of the job file, or of the file that it is of, FILE for FILE.job.json.

    Returns
    -------
    Job

    Raises
    ------
    ValueError
        It is none, or holds what this program does not know, or a file that it names is another one by now, or it was
        made with other bits of the sampler.

    Examples
    --------
    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "x.raw")
    ...     reroll.save(file, "normal", size=4) == reroll.load_job(file)
    True
    """
    path = os.fspath(path)
    path = path if path.endswith(".json") else path + ".job.json"
    with open(path, encoding="utf-8") as file:
        try:
            entries = json.load(file, object_pairs_hook=_once)
        except ValueError:
            entries = None
    if not isinstance(entries, dict) or "job_version" not in entries:
        raise ValueError(f"{path} is no job file of reroll sample")
    if entries["job_version"] not in (1, _VERSION):
        raise _wrong(path, "job_version", "1 or 2")
    missing, unknown = _KEYS - entries.keys(), entries.keys() - _KEYS - {"law", "density", "antithetic"}
    if missing or unknown:
        raise ValueError(f"{path} {'lacks' if missing else 'has'} entries {sorted(missing or unknown)}; this is reroll "
                         f"{_core.version}")
    sampler = _sampler(path, entries)
    law = _laws.find(_generator.LAWS, sampler)
    if entries["bits_version"] != law.bits_version:
        raise ValueError(f"{path} was made with version {entries['bits_version']} of the bits of {law.name}, this is "
                         f"version {law.bits_version}; the reroll that it names can remake it")
    return _job(path, entries, sampler, law)


def _once(pairs):
    """An object without a repeated entry."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("an entry is repeated")
    return made


def _job(path, entries, sampler, law):
    numbers = {name: np.dtype(_laws.TYPES[n]) for n, name in _NAMES.items()}
    dtype = numbers.get(entries["dtype"])
    if dtype is None or dtype not in law.types:
        raise _wrong(path, "dtype", "one that the sampler gives, and NumPy knows")
    for key, allowed in (("format", ("npy", "raw", "text")), ("bad", ("nan", "refuse"))):
        if entries[key] not in allowed:
            raise _wrong(path, key, " or ".join(allowed))
    strategy = "auto" if entries["strategy"] == "any" else entries["strategy"]
    if strategy != "auto" and not (isinstance(strategy, str) and _withholds(strategy)):
        raise _wrong(path, "strategy", "any or fixed:M")
    for key in ("seed", "stream", "first"):
        if not _whole(entries[key]):
            raise _wrong(path, key, "an integer from 0 to 2^64 - 1")
    shape, (start, count) = _pair(path, entries, "shape", 1), _pair(path, entries, "slice", 2)
    if start + count > math.prod(shape):
        raise _wrong(path, "slice", "within the shape")
    given = entries["params"]
    if not isinstance(given, dict) or given.keys() != set(law.args):
        raise _wrong(path, "params", f"an object of {', '.join(law.args)}")
    params = {name: _param(path, law, name, given[name]) for name in law.args}
    job = Job(sampler, params, entries["seed"], entries["stream"], entries["first"], shape, start, count, dtype,
              entries["format"], strategy, entries["bad"] == "nan", bool(entries.get("antithetic", False)))
    of_params = shape if law.vector or law.weights else np.broadcast_shapes(*(np.shape(v) for v in params.values()))
    if of_params not in (shape, ()) or (not of_params and len(shape) != 1):
        raise _wrong(path, "shape", "that of its parameters")
    _spec(job)
    return job
