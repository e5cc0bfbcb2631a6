# SPDX-License-Identifier: MIT OR Apache-2.0
import os

import pytest

import numpys_own


def pytest_configure(config):
    for mark in ("slow", "thread_unsafe"):
        config.addinivalue_line("markers", f"{mark}: NumPy's")


def pytest_collection_modifyitems(items):
    for item in items:
        if item.get_closest_marker("slow") and not os.environ.get("REROLL_DEEP"):
            item.add_marker(pytest.mark.skip(reason="slow, as NumPy says: REROLL_DEEP=1"))
        if item.path.name == "test_numpys_own.py":
            reason = numpys_own.excluded(item.nodeid.partition("::")[2])
            if reason and not numpys_own.STAND_IN:
                item.add_marker(pytest.mark.skip(reason=reason))
