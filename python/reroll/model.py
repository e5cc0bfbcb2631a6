# SPDX-License-Identifier: MIT OR Apache-2.0
"""The analytic model of rejection in lockstep: iterations and wasted attempts of a warp, by strategy. Formulas only.

>>> round(loop(accept=.5, lanes=32)["mean"], 2)
6.36
"""
from __future__ import annotations

from . import _core


def ask(strategy: str, accept: float, lanes: int = 32, *, group: int = 1, proposals: int = 8, goes_on: bool = False,
        change: float = 0.0) -> dict[str, float]:
    """Expected iterations and attempts of one warp call with a strategy (reroll_model.h).

    Parameters
    ----------
    strategy : str
        "loop", "cached", "grouped", "fixed", "regroup", ...
    accept : float
        Acceptance, in (0, 1].
    lanes : int
        The lanes of a warp, 1 to 64 (loop: 1024).
    group, proposals, goes_on, change
        grouped: lanes per sample, a divisor of `lanes`. fixed: attempts, 1 to 65536, and whether the remaining samples are
        retried. cached: the probability that parameters change, in [0, 1].

    Returns
    -------
    dict
        samples, mean, variance, mode, attempts, efficiency, fail.

    Examples
    --------
    >>> round(ask("regroup", .5, 32)["efficiency"], 2)
    0.65
    """
    return _core.model(strategy, lanes, accept, group, proposals, goes_on, change)


def loop(accept: float, lanes: int = 32) -> dict[str, float]:
    """Each lane retries until the whole warp has a sample."""
    return ask("loop", accept, lanes)


def cached(accept: float, lanes: int = 32, change: float = 0.0) -> dict[str, float]:
    """A lane that has its sample works on its next one, whose parameters have changed with probability `change`."""
    return ask("cached", accept, lanes, change=change)


def grouped(accept: float, lanes: int = 32, group: int = 4) -> dict[str, float]:
    """`group` lanes make attempts of one sample."""
    return ask("grouped", accept, lanes, group=group)


def fixed(accept: float, lanes: int = 32, proposals: int = 8, goes_on: bool = False) -> dict[str, float]:
    """`proposals` attempts per sample, then a reduction."""
    return ask("fixed", accept, lanes, proposals=proposals, goes_on=goes_on)


def regroup(accept: float, lanes: int = 32) -> dict[str, float]:
    """In every iteration lanes are assigned to unfinished samples."""
    return ask("regroup", accept, lanes)
