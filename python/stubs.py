# SPDX-License-Identifier: MIT OR Apache-2.0
"""Writes the types of Generator's methods, _generator.pyi, next to the modules of an installed package.

    stubs.py FOLDER      FOLDER has reroll/, with its extension; setup.py runs it once that is built

The types of methods that are samplers are made here from the same two lists as the methods; those of methods written by hand
come from _generator.py.
"""
import inspect
import pathlib
import sys

HEAD = '''# Made by python/stubs.py from the list of samplers.
from typing import Any, Callable, Literal, Protocol, Self, SupportsIndex, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._bits import BitGenerator
from ._gpu import Array
from ._order import Order, Size
from ._own import Law
from ._rows import Rows

_Number = float | np.floating[Any] | np.integer[Any] | np.bool_

class _DLPack(Protocol):
    def __dlpack_device__(self) -> tuple[Any, Any]: ...

class _CudaArray(Protocol):
    @property
    def __cuda_array_interface__(self) -> dict[str, Any]: ...

_Array = TypeVar("_Array", bound=NDArray[Any] | _DLPack | _CudaArray)

class Generator(Order, Rows, np.random.Generator):
    @property
    def seed(self) -> int: ...
    @property
    def stream(self) -> int: ...
    @property
    def next(self) -> int: ...
    def integers(self, low: ArrayLike, high: ArrayLike | None = ..., size: Size = ..., dtype: Any = ...,
                 endpoint: bool = ...) -> Any: ...
'''

# Methods whose overloads in NumPy's stub take types and arrays that ours take only as `out: _Array`: a last overload takes
# everything that NumPy's take, so that mypy accepts a Generator as a NumPy Generator.
AS_NUMPYS = ("random", "standard_normal", "standard_exponential", "standard_gamma")


class _Text(str):
    """An annotation that is printed as written."""
    __repr__ = str.__str__


def _written(name, method):
    """A method written by hand, or a property."""
    if isinstance(method, property):
        setter = f"    @{name}.setter\n" + _written(name, method.fset) if method.fset else ""
        return "    @property\n" + _written(name, method.fget) + setter
    signature = inspect.signature(method)
    plain = [p.replace(annotation=p.empty if p.annotation is p.empty else _Text(p.annotation))
             for p in signature.parameters.values()]
    signature = signature.replace(parameters=plain, return_annotation=_Text(signature.return_annotation))
    ignored = "  # type: ignore[override]" if name in ("spawn", "__reduce__") else ""   # a list of our class, not of NumPy's
    return f"    def {name}{signature}: ...{ignored}\n".replace("_core.Device", "Any").replace("_bits.", "")


def _arguments(names, required, kind):
    return [f"{n}: {kind}" if n in required else f"{n}: {kind} | None = ..." for n in names]


def _sampler(name, law, names, required, more):
    """The overloads of a method that is a sampler: numbers return a number, other arguments an array."""
    from reroll import _docs
    scalar, array = _docs.number(law), f"np.{law.default.name}"
    method = ["method: Literal['zig', 'inv'] = ..."] if "method" in more else []
    dim = ["dim: SupportsIndex | None = ..."] if "dim" in more else []
    arrays, none = _arguments(names, required, "ArrayLike"), ["out: None = ...", "stream: None = ..."]
    made = []

    def add(arguments, result):
        made.append(f"    @overload\n    def {name}({', '.join(['self', *arguments])}) -> {result}: ...\n")

    if not law.takes_arrays:
        add([*_arguments(names, required, "_Number"), "size: None = ...", "dtype: DTypeLike | None = ...", *method,
             *none], scalar)
    size = "size: Size = ..."
    if law.takes_arrays and not law.shape:
        add([*arrays, "size: None = ...", "dtype: DTypeLike | None = ...", *none], "Any")
        size = "size: SupportsIndex | tuple[SupportsIndex, ...] | list[SupportsIndex]"
    add([*_keyword(arrays, size), *dim, "dtype: None = ...", *method, *none], f"NDArray[{array}]")
    add([*arrays, "size: Size = ...", *dim, "dtype: DTypeLike | None = ...", *method, *none], "NDArray[Any]")
    add([*arrays, "size: Size = ...", *dim, "dtype: DTypeLike | None = ...", *method, "*", "out: _Array",
         "stream: Any = ..."], "_Array")
    add([*arrays, "size: Size = ...", *dim, "dtype: DTypeLike | None = ...", *method, "out: None = ...", "*", "stream: Any"],
        "Array")
    if name in AS_NUMPYS:
        add([*arrays, "size: Size = ...", "dtype: Any = ...", *method, "out: Any = ...", "stream: Any = ..."], "Any")
    return "".join(made)


def _keyword(arguments, size):
    """Makes a required size that follows arguments with defaults a keyword argument."""
    return [*arguments, *(["*"] if "=" not in size and any("=" in a for a in arguments) else []), size]


def text():
    from reroll import _generator
    made = [HEAD]
    for name, value in vars(_generator.Generator).items():
        own = getattr(value, "__module__", None) == "reroll._generator" or isinstance(value, property)
        if own and (not name.startswith("_") or name in ("__init__", "__copy__", "__deepcopy__", "__eq__", "__repr__")):
            made.append(_written(name, value))
    for method in _generator.METHODS.values():
        if method.law:
            required = {n for n, default in method.parameters if default is _generator.REQUIRED}
            made.append(_sampler(method.name, method.law, [n for n, _ in method.parameters], required,
                                 [n for n, _ in method.more]))
    return "".join(made)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(folder))
    (folder / "reroll/_generator.pyi").write_text(text())
