# SPDX-License-Identifier: MIT OR Apache-2.0
"""Imports modules of reroll on stand-ins for the libraries that they need."""
import contextlib
import importlib
import sys

import reroll


@contextlib.contextmanager
def instead(libraries, *ours):
    """The module reroll.OURS, the first of these, on libraries by name; afterwards all modules are as they were."""
    names = (*libraries, *(f"reroll.{name}" for name in ours))
    modules = {name: sys.modules.pop(name, None) for name in names}
    attributes = {name: vars(reroll).pop(name, None) for name in ours}
    sys.modules.update(libraries)
    try:
        yield importlib.import_module(f"reroll.{ours[0]}")
    finally:
        for where, before in (sys.modules, modules), (vars(reroll), attributes):
            for name, module in before.items():
                where.pop(name, None)
                if module is not None:
                    where[name] = module
