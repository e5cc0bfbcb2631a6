# SPDX-License-Identifier: MIT OR Apache-2.0
"""The analytic model of rejection in lockstep: what a warp of lanes wastes, by strategy. Formulas only.

>>> round(loop(accept=.5, lanes=32)["mean"], 2)
6.36
"""
from . import _core


def ask(strategy, accept, lanes=32, *, group=1, proposals=8, goes_on=False, change=0.0):
    """The law of a strategy: samples, mean, variance, mode, attempts, efficiency and fail of a call (reroll_model.h)."""
    return _core.model(strategy, lanes, accept, group, proposals, goes_on, change)


def loop(accept, lanes=32):
    """Each lane retries until the whole warp has a sample."""
    return ask("loop", accept, lanes)


def cached(accept, lanes=32, change=0.0):
    """A lane that is done works ahead on its next sample, whose parameters have changed with probability `change`."""
    return ask("cached", accept, lanes, change=change)


def grouped(accept, lanes=32, group=4):
    """`group` lanes try attempts of one sample."""
    return ask("grouped", accept, lanes, group=group)


def fixed(accept, lanes=32, proposals=8, goes_on=False):
    """So many attempts of every sample, then a reduction."""
    return ask("fixed", accept, lanes, proposals=proposals, goes_on=goes_on)


def regroup(accept, lanes=32):
    """Lanes are dealt out again over the open samples."""
    return ask("regroup", accept, lanes)
