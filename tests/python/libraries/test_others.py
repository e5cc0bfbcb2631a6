# SPDX-License-Identifier: MIT OR Apache-2.0
"""Arrays of other libraries, through DLPack: a stand-in that has only the protocol, and PyTorch and JAX where they
are installed."""
import numpy as np
import pytest

import reroll


class Tensor:
    """The methods that DLPack requires; kind 1 is the host's memory, 10 ROCm's."""

    def __init__(self, array, kind=1):
        self.array, self.kind = array, kind

    def __dlpack_device__(self):
        return self.kind, 0

    def __dlpack__(self, **how):
        return self.array.__dlpack__(**how)


CALLS = [
    lambda r, out: r.gamma(2.5, out=out), lambda r, out: r.sample("gamma", 2.5, out=out, strategy="loop"),
    lambda r, out: r.half_normal(out=out), lambda r, out: r.uniform(0, [1, 2, 3.], out=out),
    lambda r, out: r.normal([np.nan, 1, 2], 1, out=out), lambda r, out: r.dirichlet([1, 2, 3], out=out),
    lambda r, out: r.multinomial(5, [.2, .3, .5], out=out, dtype="f8"),
    lambda r, out: r.multivariate_normal([0, 1, 2], np.eye(3), out=out), lambda r, out: r.sphere(out=out, dim=3),
]


@pytest.mark.parametrize("call", CALLS)
def test_out_is_filled_where_it_lies(call):
    out, plain = np.zeros((4, 3)), np.zeros((4, 3))
    tensor, one, two = Tensor(out), reroll.Generator(3), reroll.Generator(3)
    assert call(one, tensor) is tensor
    call(two, plain)
    assert out.tobytes() == plain.tobytes() and plain.any() and one.next == two.next


def test_a_job_is_remade_into_one(tmp_path):
    job, out = reroll.save(tmp_path / "x.npy", "normal", size=5), np.zeros(5)
    tensor = Tensor(out)
    assert reroll.remake(job, out=tensor) is tensor and (out == np.load(tmp_path / "x.npy")).all()


def test_parameters_are_read_where_they_lie():
    shape = np.linspace(1, 9, 40).reshape(5, 8)[:, ::2]
    wanted = reroll.Generator(3).gamma(shape)
    assert (reroll.Generator(3).gamma(Tensor(shape)) == wanted).all()
    assert (reroll.Generator(3).sample("gamma", Tensor(shape.astype("f4"))) != wanted).any()


@pytest.mark.parametrize("call", CALLS)
def test_what_lies_elsewhere_or_is_not_to_be_written_is_refused(call):
    r, out = reroll.Generator(1), np.zeros((4, 3))
    frozen = np.zeros((4, 3))
    frozen.flags.writeable = False
    for bad in (Tensor(out, kind=10), Tensor(out.astype("i2")), Tensor(frozen), Tensor(np.zeros((4, 6))[:, ::2])):
        with pytest.raises((TypeError, ValueError, BufferError)):
            call(r, bad)
    with pytest.raises(TypeError, match="DLPack type 10"):
        call(r, Tensor(out, kind=10))
    with pytest.raises(TypeError, match="DLPack type 10"):
        r.gamma(Tensor(out, kind=10))
    assert r.next == 0 and not out.any()


def test_pytorch():
    torch = pytest.importorskip("torch")
    out, shape = torch.zeros(4, 3), torch.linspace(1, 9, 3)
    assert reroll.Generator(3).gamma(shape, out=out, dtype="f4") is out
    assert (out.numpy() == reroll.Generator(3).gamma(shape.numpy(), size=(4, 3), dtype="f4")).all()


def test_jax():
    jnp = pytest.importorskip("jax.numpy")
    shape = jnp.linspace(1, 9, 12)
    assert (reroll.Generator(3).gamma(shape) == reroll.Generator(3).gamma(np.asarray(shape))).all()
    with pytest.raises(ValueError, match="writable"):   # JAX's arrays do not change
        reroll.Generator(3).gamma(2., out=shape, dtype="f4")
    assert jnp.asarray(reroll.Generator(3).gamma(shape)).shape == (12,)
