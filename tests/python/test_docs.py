# SPDX-License-Identifier: MIT OR Apache-2.0
"""Every example of the package's texts."""
import doctest

import pytest

import reroll


@pytest.mark.parametrize("module", ["", "._bits", "._generator", ".model"])
def test_examples(module):
    found = reroll if not module else __import__("reroll" + module, fromlist=["x"])
    result = doctest.testmod(found, extraglobs={"reroll": reroll})
    assert result.failed == 0
    assert result.attempted or module == "._generator"
