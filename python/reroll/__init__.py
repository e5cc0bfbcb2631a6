# SPDX-License-Identifier: MIT OR Apache-2.0
"""Reroll: random variates by the billion, the same bits on every machine.

>>> import reroll
>>> rng = reroll.Generator(2026)
>>> rng.normal(size=3).shape
(3,)
>>> a, b = rng.spawn(2)
>>> rng.at(10**12).normal(size=3).shape
(3,)
"""
from . import _core, model
from ._bits import BitGenerator
from ._generator import LAWS as _LAWS, Generator, _by_name, device as _device
from . import _draw, _laws

__version__ = _core.version
__all__ = ["BitGenerator", "Generator", "default_rng", "devices", "model", "plan", "sample", "samplers", "strategies"]


def default_rng(seed=None, device="cpu"):
    """A Generator; `seed` itself where it is one."""
    return seed if isinstance(seed, Generator) else Generator(seed, device)


def samplers():
    """The names of all samplers, in the order of the library's list."""
    return list(_LAWS)


def strategies():
    """(name, form, help) of each strategy."""
    return _core.strategies()


def devices():
    """(name, usable here, why not) of each device that this build knows."""
    return _core.devices()


def sample(name, *values, seed=0, device="cpu", **named):
    """Generator(seed, device).sample(name, ...): any sampler by name, the numbers of the command `reroll sample`.

    >>> reroll.sample("truncated-normal", low=40, size=5, strategy="regroup").min() >= 40
    np.True_
    """
    return Generator(seed, device).sample(name, *values, **named)


def plan(name, *values, size=1, dtype=None, device="cpu", in_kernel=False, **named):
    """What each strategy is expected to take for such a job, and the choice: nothing is drawn (rr_plan_job).

    >>> reroll.plan("gamma", shape=2, size=10**9)["choice"]
    'compact'
    """
    law = _laws.find(_LAWS, name)
    given = [None if v is None else _draw.number_or_array(v, law.integers) for v in _by_name(law, values, named)]
    if any(not isinstance(v, (float, int, type(None))) for v in given):
        raise ValueError("plan takes numbers as parameters")
    kind = _laws.NUMBERS[_laws.dtype_of(law, dtype, name)]
    return _core.plan(_device(device), (law.number, kind, size, 1, tuple(given), 0, "auto", 0), int(in_kernel))
