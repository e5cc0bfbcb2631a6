# SPDX-License-Identifier: MIT OR Apache-2.0
import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory):
    """One cache for all tests and processes, as in `make`: a distribution's text is compiled once."""
    os.environ.setdefault("REROLL_CACHE", str(tmp_path_factory.mktemp("cache")))
