# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reroll: random variates in bulk, the same bits on every machine.

>>> import reroll
>>> rng = reroll.Generator(2026)
>>> rng.normal(size=3).shape
(3,)
>>> a, b = rng.spawn(2)
>>> rng.at(10**12).normal(size=3).shape
(3,)
"""
from __future__ import annotations

from typing import Any

from numpy.typing import DTypeLike

from . import _core, model
from ._bits import BitGenerator
from ._faults import ParameterError
from ._generator import LAWS as _LAWS, Generator
from ._gpu import Array, empty, wait
from ._own import Law, law_from_density, law_from_histogram, law_from_samples, law_from_table, open_law
from ._jobs import Job, load_job, remake, save
from . import _draw, _laws, _read

__version__ = _core.version
__all__ = [
    "Array", "BitGenerator", "Generator", "Job", "Law", "ParameterError", "default_rng", "devices", "empty",
    "law_from_density", "law_from_histogram", "law_from_samples", "law_from_table", "load_job", "model", "open_law",
    "plan", "remake", "sample", "samplers", "save", "strategies", "wait",
]


def default_rng(seed: Any = None, device: str = "cpu") -> Generator:
    """A Generator; `seed` itself if it is a Generator.

    Examples
    --------
    >>> reroll.default_rng(7)
    reroll.Generator(seed=7, stream=0, next=0, device='cpu')
    """
    return seed if isinstance(seed, Generator) else Generator(seed, device)


def samplers() -> list[str]:
    """The names of all samplers, in the library's order.

    Examples
    --------
    >>> "truncated-normal" in reroll.samplers()
    True
    """
    return list(_LAWS)


def strategies() -> list[tuple[str, str, str]]:
    """The strategies, as (name, form, help).

    Examples
    --------
    >>> reroll.strategies()[0][0]
    'auto'
    """
    made: list[tuple[str, str, str]] = _core.strategies()
    return made


def devices() -> list[tuple[str, bool, str]]:
    """The devices that this build knows, as (name, whether it is usable here, the reason if it is not).

    Examples
    --------
    >>> ("cpu:scalar", True, "") in reroll.devices()
    True
    """
    made: list[tuple[str, bool, str]] = _core.devices()
    return made


def sample(name: str | Law, *values: Any, seed: Any = 0, device: str = "cpu", **named: Any) -> Any:
    """Generator(seed, device).sample(name, ...): samples of any sampler by its name, or of a Law. They are those of the
    command `reroll sample` with the same seed.

    Parameters
    ----------
    name, *values, **named
        As in Generator.sample, including size, dtype, out, strategy, dim and progress.
    seed : int, or any seed that Generator takes
    device : str

    Returns
    -------
    a number or ndarray

    Examples
    --------
    >>> reroll.sample("truncated-normal", low=40, size=5, strategy="regroup").min() >= 40
    np.True_
    """
    return Generator(seed, device).sample(name, *values, **named)


def plan(name: str | Law, *values: Any, size: int = 1, dtype: DTypeLike = None, device: str = "cpu", in_kernel: bool = False,
         **named: Any) -> dict[str, Any]:
    """The time that each strategy is expected to take for a job, and the fastest strategy (rr_plan_job).

    Parameters
    ----------
    name, *values, **named
        A sampler and its parameters, which are numbers.
    size : int
    dtype : dtype, optional
    device : str
    in_kernel : bool
        Draws are inside a larger kernel, one sample per lane.

    Returns
    -------
    dict
        choice (the fastest), accept, slow, warp, costs (their source), and rows: strategy, iterations per call, efficiency,
        ns.

    Examples
    --------
    >>> reroll.plan("gamma", shape=2, size=10**9)["choice"]
    'compact'
    """
    law = _laws.find(_LAWS, name)
    given = _read.parameters(law, _laws.by_name(law, values, named, ("size", "dtype", "device", "in_kernel")))
    for parameter, value in zip(law.args, given):
        if not isinstance(value, (float, int, type(None))):
            raise ValueError(f"{parameter} is an array: plan takes numbers as parameters")
    size = _read.integer(size, "size")
    if size < 1:
        raise ValueError(f"size must be positive, not {size}")
    kind = _laws.NUMBERS[_laws.dtype_of(law, dtype, law.name)]
    if not law.takes_arrays:   # refused by draws, and so also here
        _draw.scalars(Generator(0), law, law.name, given, 1, dtype, None)
    job = (law.number, kind, size, 1, tuple(given), {}, "auto", 0)
    made: dict[str, Any] = _core.plan(_laws.device(device), job, int(in_kernel))
    return made
