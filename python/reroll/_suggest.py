# SPDX-License-Identifier: MIT OR Apache-2.0
"""What an unknown name may have been meant to be. Attributes have no such text here: Python prints one for each of them."""
import difflib

from . import _core

_MOST, _NEAR, _SPREAD = 3, 0.65, 0.15   # how many names; how near the best is, and how far from it others are


def hint(wrong, names):
    """"; did you mean 'gamma'?" or "". names: what is known, or a dictionary from that to what is shown for it."""
    shown = names if isinstance(names, dict) else {name: name for name in names}
    match = difflib.SequenceMatcher(b=str(wrong).lower())
    found = []
    for name in shown:
        match.set_seq1(name.lower())
        if match.real_quick_ratio() >= _NEAR:
            found.append((match.ratio(), name))
    found.sort(key=lambda pair: -pair[0])
    near = dict.fromkeys(shown[name] for ratio, name in found if ratio >= max(_NEAR, found[0][0] - _SPREAD))
    if not near:
        return ""
    *first, last = [repr(name) for name in list(near)[:_MOST]]
    return f"; did you mean {', '.join(first) + ' or ' if first else ''}{last}?"


_STRATEGIES = {name: form for name, form, _ in _core.strategies()}


def check_strategy(strategy):
    """TypeError or ValueError where that is not the name of a strategy; what follows its colon the library reads."""
    if not isinstance(strategy, str):
        raise TypeError(f"strategy must be a str, not {type(strategy).__name__}")
    if strategy not in _STRATEGIES and strategy.partition(":")[0] not in _STRATEGIES:
        text = hint(strategy, _STRATEGIES) or ": reroll.strategies() lists them"
        raise ValueError(f"unknown strategy {strategy!r}{text}")
