# SPDX-License-Identifier: MIT OR Apache-2.0
"""Calls of more than one piece are prepared once (core/fill.c): the bytes of the call in one piece."""
import numpy as np
import pytest

import reroll

LAWS = reroll._generator.LAWS
SIZE = 600


def values(law, rows):
    """Parameters that the sampler takes, alone; or one per row where that is possible."""
    made, size = [], law.default_k or 3
    for p, value in enumerate(law.example or [1.] * len(law.args)):
        shape, varies = law.shapes[p], rows and not law.fixed >> p & 1
        if shape.rule == "covariance":
            value = np.eye(size) * 2 + .5
        elif shape.sides == ("K", "R"):
            value = np.linspace(.5, 1, 2 * size).reshape(size, 2)
        elif shape.sides == ("N",):
            value = np.arange(1., 6) if shape.once or not varies else np.arange(1., 1 + 5 * SIZE).reshape(SIZE, 5)
        elif shape.sides:
            value = np.full((SIZE, size) if varies else size, value)
        elif varies:
            value = np.full(SIZE, int(value) if law.integers else value)
        made.append(value)
    return made


def drawn(monkeypatch, piece, law, given, device="cpu"):
    monkeypatch.setattr(reroll._draw, "PIECE", piece)
    rng, seen = reroll.Generator(3, device).at(5), []
    dim = {"dim": law.default_k or 3} if law.shape else {}
    x = rng.sample(law.name, *given, size=SIZE, progress=seen.append, **dim)
    assert sum(seen) == x.size and rng.next == 5 + SIZE
    return x, len(seen)


@pytest.mark.parametrize("name", [law.name for law in LAWS.values() if law.shape != ("R", "C")])
def test_the_bytes_of_one_piece(monkeypatch, name):
    law = LAWS[name]
    for rows in (False, True):
        given = values(law, rows)
        whole, once = drawn(monkeypatch, 1 << 20, law, given)
        assert once == 1
        for piece, device in ((1, "cpu"), (97, "cpu"), (250, "cpu,threads=2"), (64, "cpu:scalar")):
            x, pieces = drawn(monkeypatch, piece, law, given, device)
            assert x.tobytes() == whole.tobytes() and pieces > 1, (name, rows, piece, device)


def test_broadcast_parameters(monkeypatch):
    """Rows of the array are of another length than pieces."""
    shape, scale = np.linspace(.3, 4, 31)[:, None], np.linspace(1, 2, 53)
    wanted = [reroll.Generator(7).gamma(shape, scale), reroll.Generator(7).gamma(shape, 2., size=(31, 53)),
              reroll.Generator(7).gamma(shape.repeat(53, 1)[::-1, ::2].T, scale[::2, None])]
    for piece in (1, 40, 53, 60, 160, 1000):
        monkeypatch.setattr(reroll._draw, "PIECE", piece)
        rng = reroll.Generator(7)
        got = [rng.at(0).gamma(shape, scale), rng.at(0).gamma(shape, 2., size=(31, 53)),
               rng.at(0).gamma(shape.repeat(53, 1)[::-1, ::2].T, scale[::2, None])]
        assert all(np.array_equal(a, b) for a, b in zip(got, wanted))


def test_rows_of_matrices(monkeypatch):
    given = [np.arange(6.).reshape(2, 3), np.eye(2) + .5, np.eye(3) + .25]
    wanted = reroll.sample("matrix-normal", *given, size=200)
    monkeypatch.setattr(reroll._draw, "PIECE", 50)
    assert np.array_equal(reroll.sample("matrix-normal", *given, size=200), wanted)


def test_what_is_refused_in_a_later_piece(monkeypatch):
    monkeypatch.setattr(reroll._draw, "PIECE", 100)
    rng, p = reroll.Generator(1), np.ones((300, 3))
    p[250, 1] = -1
    for call, words in ((lambda: rng.sample("categorical", p), r"^weights\[250, 1\] = -1.0 is not a weight"),
                        (lambda: rng.sample("categorical", [0., 0], size=300), "^weights is 0 throughout"),
                        (lambda: rng.sample("multivariate-normal", [0, 0], [[1, 2], [2, 1]], size=300), "semidefinite")):
        with pytest.raises(ValueError, match=words):
            call()
    assert rng.next == 0
