# SPDX-License-Identifier: MIT OR Apache-2.0
"""The notebooks of python/notebooks, cell by cell, as jupytext reads them. Their assertions are the test."""
from pathlib import Path

import jupytext
import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[3] / "python/notebooks").glob("*.md"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook(path):
    cells = [cell.source for cell in jupytext.read(path).cells if cell.cell_type == "code"]
    assert len(cells) >= 3 and any("assert" in cell for cell in cells)
    space = {}
    for number, cell in enumerate(cells):
        exec(compile(cell, f"{path.name}, cell {number}", "exec"), space)


def test_there_are_three():
    assert len(NOTEBOOKS) >= 3
