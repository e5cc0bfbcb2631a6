# SPDX-License-Identifier: MIT OR Apache-2.0
"""Arrays in a GPU's memory, on the tests' CUDA driver (tests/devices/cuda/fake_cuda.c), in a process that has it. Stand-ins
for CuPy, PyTorch and JAX have their arrays' attributes, and record requests."""
import ctypes
import os
import subprocess
import sys

import numpy as np
import pytest

import reroll

FAKE = os.environ.get("REROLL_FAKE_CUDA", "")

if os.environ.get("REROLL_CUDA") != FAKE or not FAKE:
    @pytest.mark.skipif(not os.path.exists(FAKE), reason="no REROLL_FAKE_CUDA: the driver of the tests, as a file")
    def test_on_the_driver_of_the_tests(tmp_path):
        env = {**os.environ, "REROLL_CUDA": FAKE, "REROLL_NVRTC": FAKE, "REROLL_CACHE": str(tmp_path)}
        subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__], env=env, check=True)
else:
    driver = ctypes.CDLL(FAKE)

    class Control(ctypes.Structure):
        """fake_cuda.h, in its order."""
        _fields_ = [(n, ctypes.CFUNCTYPE(*t)) for n, t in [
            ("forget", [None]), ("fail_at", [None, ctypes.c_long, ctypes.c_int]), ("failed", [ctypes.c_char_p]),
            ("calls", [ctypes.c_long]), ("live", [None]), ("compilations", [ctypes.c_long]),
            ("versions", [None, ctypes.c_int, ctypes.c_int]), ("current", [ctypes.c_void_p]),
            ("push", [ctypes.c_int, ctypes.c_void_p]), ("pop", [None]), ("capture", [ctypes.c_void_p]),
            ("captured", [ctypes.c_int, ctypes.c_void_p]), ("replay", [ctypes.c_int, ctypes.c_void_p])]]

    control = Control.in_dll(driver, "fake_cuda")

    class Theirs:
        """Memory of the driver with an array's shape, strides and dtype."""

        in_base = False   # where it is a view, in memory of all that it is a view of

        def __init__(self, values, gpu=0, frozen=False):
            values = np.asarray(values)
            base = values if values.flags.c_contiguous and not self.in_base or values.base is None else values.base
            self.ours = reroll.empty(base.shape, base.dtype, f"cuda:{gpu}")
            self.address = self.ours._memory.address
            ctypes.memmove(self.address, base.ctypes.data, base.nbytes)   # the driver's memory is the host's
            self.at = self.address + values.ctypes.data - base.ctypes.data
            self.shape, self.strides, self.dtype = values.shape, values.strides, values.dtype
            self.gpu, self.frozen = gpu, frozen
            self.asked = []

        def numpy(self):
            made = np.empty(self.shape, self.dtype)
            ctypes.memmove(made.ctypes.data, self.at, made.nbytes)
            return made

    class Cupy(Theirs):
        stream = None

        @property
        def device(self):
            return type("Device", (), {"id": self.gpu})

        @property
        def __cuda_array_interface__(self):
            return {"shape": self.shape, "strides": self.strides, "typestr": self.dtype.str, "data": (self.at, self.frozen),
                    "version": 3, "stream": self.stream}

    class Torch(Theirs):
        """DLPack before version 1, of packed arrays."""

        def __dlpack_device__(self):
            return 2, self.gpu

        def __dlpack__(self, *, stream=None):
            self.asked.append(stream)
            return self.ours.__dlpack__(stream=stream)

    class Jax(Torch):
        @property
        def __cuda_array_interface__(self):
            return {"data": (self.at, True)}

    class Tensor(ctypes.Structure):
        """DLTensor, and the beginning of DLManagedTensor."""
        _fields_ = [("data", ctypes.c_void_p), ("kind", ctypes.c_int32), ("number", ctypes.c_int32),
                    ("ndim", ctypes.c_int32), ("dtype", ctypes.c_uint8 * 4), ("shape", ctypes.POINTER(ctypes.c_int64)),
                    ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]

    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]

    class Offset(Torch):
        """A view whose data is the whole memory, and which begins byte_offset after its start, with its own strides."""

        in_base = True

        def __dlpack__(self, *, stream=None):
            capsule = super().__dlpack__(stream=stream)
            tensor = Tensor.from_address(pointer_of(capsule, b"dltensor"))
            self.kept = (ctypes.c_int64 * len(self.shape))(*self.shape), (ctypes.c_int64 * len(self.shape))(
                *(s // self.dtype.itemsize for s in self.strides))
            tensor.byte_offset, tensor.ndim = self.at - self.address, len(self.shape)
            tensor.strides = ctypes.cast(self.kept[1], ctypes.POINTER(ctypes.c_int64))
            for k, n in enumerate(self.shape):
                tensor.shape[k] = n
            return capsule

    SHAPES = np.linspace(1, 9, 12).reshape(3, 4)

    @pytest.fixture(autouse=True)
    def clean():
        yield
        control.forget()

    @pytest.mark.parametrize("kind", [Cupy, Torch, Jax])
    @pytest.mark.parametrize("device", ["cpu", "cuda:0"])
    def test_parameters_there_give_an_array_there(kind, device):
        rng, host = reroll.Generator(7, device=device), reroll.Generator(7)
        x = rng.gamma(kind(SHAPES), [1, 2, 3, 4.])
        assert type(x) is reroll.Array and (x.shape, x.dtype, x.device, len(x)) == ((3, 4), np.float64, "cuda:0", 3)
        assert x.numpy().tobytes() == host.gamma(SHAPES, [1, 2, 3, 4.]).tobytes() and rng.next == host.next == 12
        more = rng.sample("gamma", shape=kind(SHAPES), strategy="loop")
        assert more.numpy().tobytes() == host.gamma(SHAPES).tobytes()

    @pytest.mark.parametrize("kind", [Cupy, Torch])
    def test_out_there_is_filled_and_returned(kind):
        out, rng, host = kind(np.zeros((3, 4))), reroll.Generator(7), reroll.Generator(7)
        for call in (lambda r, o, p: r.gamma(p(SHAPES[0]), out=o), lambda r, o, p: r.gamma(2.5, out=o),
                     lambda r, o, p: r.standard_gamma(SHAPES, out=o), lambda r, o, p: r.sample("gamma", 3., out=o)):
            wanted = np.zeros((3, 4))
            assert call(rng, out, kind) is out
            call(host, wanted, np.asarray)
            assert out.numpy().tobytes() == wanted.tobytes() and rng.next == host.next

    def test_an_out_of_the_host_takes_parameters_there():
        out = np.zeros((3, 4))
        assert reroll.Generator(7).gamma(Torch(SHAPES), out=out) is out
        assert out.tobytes() == reroll.Generator(7).gamma(SHAPES).tobytes()

    def test_strides_and_broadcasting():
        big = np.linspace(1, 9, 4 * 6 * 8).reshape(4, 6, 8)
        for view in (big[:, ::2, ::2], big[:, :, 3:4], big[0, 0], big.transpose(2, 0, 1)[::3]):
            x = reroll.Generator(3).gamma(Cupy(view), size=(2,) + np.broadcast_shapes(view.shape, (1, 1, 1)))
            assert x.numpy().tobytes() == reroll.Generator(3).gamma(view, size=x.shape).tobytes(), view.shape

    def test_rows_and_nothing_at_all():
        out = Torch(np.zeros((5, 3)))
        assert reroll.Generator(3).sample("dirichlet", [1, 2, .5], out=out) is out
        assert out.numpy().tobytes() == reroll.Generator(3).dirichlet([1, 2, .5], size=5).tobytes()
        assert reroll.Generator(3).gamma(Cupy(np.zeros((0, 4)))).numpy().shape == (0, 4)
        assert reroll.Generator(3).gamma(Cupy(np.array(2.))).numpy() == reroll.Generator(3).gamma(2.)

    COV = [[2, .5, 0], [.5, 1, .1], [0, .1, 3]]

    @pytest.mark.parametrize("call, unit", [
        (lambda r, out: r.dirichlet([1, 2, .5], 5, out=out), 3), (lambda r, out: r.dirichlet([1, 0, .5], 5, out=out), 3),
        (lambda r, out: r.multivariate_normal([1, 2, 3], COV, 5, out=out), 3),
        (lambda r, out: r.multivariate_normal([1, 2], [[1, 2], [2, 4]], 5, out=out), 2),
        (lambda r, out: r.multinomial(9, [.2, .3, .5], 5, out=out), 3),
        (lambda r, out: r.multinomial(9, [1.], 5, out=out), 1),
        (lambda r, out: r.sample("sphere", center=[1, 2, 3], out=out), 3)])
    def test_numpys_rows(call, unit):
        """On the GPU where a sampler draws them, else by way of the host."""
        wanted = call(reroll.Generator(3), np.zeros((5, unit), "i8" if "multinomial" in call.__code__.co_names else "f8"))
        out, rng = Torch(np.zeros_like(wanted)), reroll.Generator(3)
        assert call(rng, out) is out and rng.next == 5
        assert out.numpy().tobytes() == wanted.tobytes()

    @pytest.mark.parametrize("stream", ["named", 0, 1, 2])   # the last are CUDA's own
    def test_numpys_rows_on_a_stream(stream):
        rng = reroll.Generator(3, device="cuda:0")
        stream = stream_of() if stream == "named" else stream
        for alpha in ([1, 2, .5], [1, 0, .5]):
            x = rng.dirichlet(alpha, 5, stream=stream)
            assert type(x) is reroll.Array and x.shape == (5, 3)
            assert x.numpy().tobytes() == reroll.Generator(3).at(rng.next - 5).dirichlet(alpha, 5).tobytes()

    def test_the_hosts_copies_wait_for_the_stream(monkeypatch):
        """Memory that is allocated in a stream's order is there when the stream has come to it."""
        stream, order = stream_of(), []
        synchronize, put = reroll._core.synchronize, reroll._core.put
        monkeypatch.setattr(reroll._core, "synchronize", lambda *given: order.append(given[1]) or synchronize(*given))
        monkeypatch.setattr(reroll._core, "put", lambda *given: order.append("put") or put(*given))
        for name, *given in (("dirichlet", [1, 0, .5]), ("sample", "dirichlet-multinomial", [5, 6], [1, 2, .5])):
            getattr(reroll.Generator(3, device="cuda:0"), name)(*given, size=2, stream=stream)
        assert len(order) >= 4 and order == [stream, "put"] * (len(order) // 2)

    def test_counts_in_rows_on_a_stream():
        rows = ("multinomial", 9, [.2, .3, .5]), ("dirichlet-multinomial", [5, 6], [1, 2, .5])
        for row in rows:
            x = reroll.Generator(3, device="cuda:0").sample(*row, size=2, stream=stream_of())
            assert x.numpy().tobytes() == reroll.Generator(3).sample(*row, size=2).tobytes()

    def test_out_that_is_a_parameter_too():
        """The samples are those with a separate out, although kernels read a parameter after the first samples are
        written."""
        base = np.linspace(.1, 30, 64 * 64).reshape(64, 64)
        for view in (lambda a: a, lambda a: a[::-1], lambda a: a[:, :1], lambda a: a.T):
            for stream in (None, stream_of()):
                out, given = Cupy(base), Cupy(view(base))
                given.at += out.address - given.address   # within out
                assert reroll.Generator(7).gamma(given, out=out, stream=stream) is out
                assert out.numpy().tobytes() == reroll.Generator(7).gamma(view(base), size=(64, 64)).tobytes()
        both = SHAPES.copy()
        reroll.Generator(7).gamma(both[::-1], Torch(np.ones(4)), out=both)
        assert both.tobytes() == reroll.Generator(7).gamma(SHAPES[::-1]).tobytes()

    def test_the_copy_of_a_parameter_is_in_the_streams_order():
        """A parameter in out is copied: the copy is captured with the kernels, and made when they are replayed."""
        out, given = Cupy(SHAPES), Cupy(SHAPES)
        given.at += out.address - given.address
        reroll.Generator(7).gamma(Torch(SHAPES), stream=stream_of())   # kernels are there, and the device's record
        stream = control.capture()
        reroll.Generator(7).gamma(given, out=out, stream=stream)
        assert control.captured(stream) > 0 and (out.numpy() == SHAPES).all()
        other = np.ascontiguousarray(SHAPES[::-1] * 2)
        ctypes.memmove(out.address, other.ctypes.data, other.nbytes)
        assert control.replay(stream) == 0
        assert out.numpy().tobytes() == reroll.Generator(7).gamma(other).tobytes()

    def test_single_draws_are_the_same():
        rng, host = reroll.Generator(7, device="cuda:0"), reroll.Generator(7)
        for name, given in (("normal", ()), ("gamma", (2.5,)), ("poisson", (3.,)), ("integers", (1, 6))):
            assert [getattr(rng, name)(*given) for _ in range(9)] == [getattr(host, name)(*given) for _ in range(9)]

    def test_what_a_result_says_of_itself():
        x = reroll.Generator(7).gamma(Torch(SHAPES.astype("f4")), dtype="f4")
        about = x.__cuda_array_interface__
        assert about == {"shape": (3, 4), "typestr": "<f4", "data": (x._memory.address, False), "version": 3,
                         "strides": None,
                         "stream": None}
        assert x.__dlpack_device__() == (2, 0) and "float32" in repr(x)
        address, shape, strides, dtype, device, frozen, owner = reroll._core.dlpack_take(x.__dlpack__())
        assert (address, shape, strides, dtype) == (about["data"][0], (3, 4), (16, 4), (2, 32, 1))
        assert (device, frozen) == ((2, 0), 0)
        values = x.numpy()
        del x   # the owner keeps the memory
        again = np.empty((3, 4), "f4")
        ctypes.memmove(again.ctypes.data, address, again.nbytes)
        assert (again == values).all() and owner
        with pytest.raises(BufferError):
            reroll.empty(3).__dlpack__(copy=True)
        for kind in ("O", "U3", "c16"):
            with pytest.raises(ValueError, match="is not available for samples; use one of float32, float64"):
                reroll.empty(3, kind)
        with pytest.raises(ValueError, match="PyCapsule"):
            reroll._core.dlpack_take(np.zeros(3))

    def test_memory_is_read_within_its_bounds():
        x = reroll.Generator(7).gamma(Torch(SHAPES))
        part, more = np.empty((2, 4)), np.empty(13)
        assert x._memory.read(part) is None and part.tobytes() == x.numpy()[:2].tobytes()
        with pytest.raises(ValueError, match="^more is read than there is$"):
            x._memory.read(more)
        for memory in (x._memory, reroll.empty(0)._memory):
            assert memory.read(np.empty(0)) is None

    def test_the_other_gpu():
        x = reroll.Generator(7, device="cuda:0").gamma(Cupy(SHAPES, gpu=1))
        assert x.device == "cuda:1" and x.numpy().tobytes() == reroll.Generator(7).gamma(SHAPES).tobytes()
        with pytest.raises(ValueError, match=r"\[0, 1\]"):
            reroll.Generator(7).gamma(Cupy(SHAPES, gpu=1), Torch(SHAPES))

    def test_without_a_stream_all_waits_for_what_is_under_way():
        tensor, out = Torch(SHAPES), Torch(np.zeros((3, 4)))
        reroll.Generator(7).gamma(tensor, out=out)
        assert tensor.asked == out.asked == [1]   # the legacy stream waits for theirs, ours for it

    @pytest.mark.parametrize("wrap", [int, lambda s: type("Torch", (), {"cuda_stream": s})(),
                                      lambda s: type("Cupy", (), {"ptr": s})(),
                                      lambda s: type("Any", (), {"__cuda_stream__": lambda self: (0, s)})()])
    def test_a_call_on_a_stream_is_in_its_order(wrap):
        """A captured stream keeps its operations until it is replayed."""
        rng, shapes, out = reroll.Generator(7), Torch(SHAPES), Torch(np.zeros((3, 4)))
        rng.at(0).gamma(Torch(SHAPES), stream=stream_of())   # kernels are there, and the device's record
        stream = control.capture()
        rng.gamma(shapes, out=out, stream=wrap(stream))
        assert shapes.asked == out.asked == [stream] and rng.next == 12
        assert not out.numpy().any() and control.captured(stream) > 0
        control.replay(stream)
        assert out.numpy().tobytes() == reroll.Generator(7).gamma(SHAPES).tobytes()

    def stream_of(gpu=0):
        """A new one."""
        made = ctypes.c_void_p()
        reroll.empty(1, device=f"cuda:{gpu}")
        control.push(ctypes.c_void_p(driver_context()))
        assert not driver.cuStreamCreate(ctypes.byref(made), 0)
        control.pop()
        return made.value

    def driver_context():
        made = ctypes.c_void_p()
        assert not driver.cuDevicePrimaryCtxRetain(ctypes.byref(made), 0)
        return made.value

    def test_a_result_on_a_stream_is_marked_and_wait_reports_bad_parameters():
        stream = stream_of()
        x = reroll.Generator(7, device="cuda:0").gamma(2.5, size=5, stream=stream)
        assert x.__cuda_array_interface__["stream"] == stream
        assert x.numpy().tobytes() == reroll.Generator(7).gamma(2.5, size=5).tobytes()
        reroll.wait(stream)
        bad = SHAPES.copy()
        bad[1, 2] = -1
        x = reroll.Generator(7).gamma(Torch(bad), stream=stream)
        with pytest.raises(ValueError, match="element 6"):
            reroll.wait(stream)
        got, wanted = x.numpy(), reroll.Generator(7).gamma(SHAPES)
        assert np.isnan(got[1, 2]) and (np.delete(got, 6) == np.delete(wanted, 6)).all()
        reroll.wait(stream)

    def test_wait_reports_counts_that_do_not_fit():
        stream = stream_of()
        reroll.Generator(7, device="cuda:0").geometric(4.75e-10, size=300, dtype="i4", stream=stream)
        with pytest.raises(OverflowError, match="does not fit"):
            reroll.wait(stream)
        reroll.wait(stream)

    def test_views_with_a_byte_offset():
        base = np.linspace(1, 9, 6 * 8).reshape(6, 8)
        for view in (base[2:, 3:], base[1::2, 5:1:-1], base[3], base[:, 7], base[5:, 7:], base.T[4:]):
            for stream in (None, stream_of()):
                x = reroll.Generator(3).gamma(Offset(view), stream=stream)
                assert x.numpy().tobytes() == reroll.Generator(3).gamma(view).tobytes(), view.shape
        for view in (lambda a: a[2:], lambda a: a[4], lambda a: a[5:, :5]):
            out = Offset(view(base))
            assert reroll.Generator(3).gamma(2.5, out=out) is out
            all_ = np.empty_like(base)
            ctypes.memmove(all_.ctypes.data, out.address, all_.nbytes)
            wanted = base.copy()
            view(wanted)[...] = reroll.Generator(3).gamma(2.5, size=view(base).shape)
            assert np.array_equal(all_, wanted)   # what is around it too

    @pytest.mark.parametrize("stream, handle", [(0, 1), (1, 1), (2, 2), ("named", None), (ctypes.c_void_p(0), 1),
                                                (type("Null", (), {"ptr": 0})(), 1), (np.int64(0), 1)])
    def test_streams_by_number(stream, handle):
        """0 is the legacy stream, 1 in DLPack as in CUDA; 2 is the thread's own; others are handles."""
        if stream == "named":
            stream = handle = stream_of()
        shapes, out = Torch(SHAPES), Torch(np.zeros((3, 4)))
        rng = reroll.Generator(7)
        assert rng.gamma(shapes, out=out, stream=stream) is out
        assert shapes.asked == out.asked == [handle]
        x = rng.gamma(shapes, stream=stream)
        assert x.__cuda_array_interface__["stream"] == handle
        reroll.wait(stream)
        host = reroll.Generator(7)
        assert out.numpy().tobytes() == host.gamma(SHAPES).tobytes() and x.numpy().tobytes() == host.gamma(SHAPES).tobytes()
        assert rng.next == host.next

    @pytest.mark.parametrize("stream", [False, True])
    def test_the_element_that_is_named_is_that_of_the_whole(stream):
        """Parameters whose dimensions do not merge are more jobs than one."""
        bad = np.ones((4, 6, 8))
        bad[2, 3, 4] = -1
        for view in (bad, bad[:, ::-1, ::2], bad[1:, 1:, 2:], bad.transpose(2, 0, 1), bad[::-1, ::3], bad[2:]):
            at = np.argwhere(view < 0)[0]
            element, place = np.ravel_multi_index(at, view.shape), f"[{', '.join(map(str, at))}]"
            for device in ("cpu", "cuda:0"):
                rng, queue = reroll.Generator(3, device), stream_of() if stream else None
                with pytest.raises(ValueError, match="^a parameter of ") as why:
                    x = rng.gamma(Cupy(view), stream=queue)
                    reroll.wait(queue)
                if not stream:
                    assert str(why.value) == f"a parameter of sample {place} is outside its range" and rng.next == 0
                else:
                    assert f"element {element} " in str(why.value)
                    assert np.isnan(x.numpy()).sum() == 1 and np.isnan(x.numpy().ravel()[element])

    def test_numbas_stream_is_waited_for():
        array, calls = Cupy(SHAPES), []
        array.stream = stream_of()
        synchronize = reroll._core.synchronize
        reroll._core.synchronize = lambda *given: calls.append(given[1]) or synchronize(*given)
        try:
            reroll.Generator(7).gamma(array)
            reroll.Generator(7).gamma(array, stream=array.stream)
        finally:
            reroll._core.synchronize = synchronize
        assert calls == [array.stream]

    @pytest.mark.parametrize("call, error, words", [
        (lambda r: r.gamma(Torch(SHAPES.astype("f4"))), TypeError, "shape is float32 on a GPU.*float64"),
        (lambda r: r.gamma(2., out=Torch(np.zeros(3, "f4"))), TypeError, "wrong type"),
        (lambda r: r.gamma(2., out=Cupy(np.zeros((3, 4))[:, ::2])), ValueError, "contiguous"),
        (lambda r: r.gamma(2., out=Jax(np.zeros(3))), ValueError, "read-only"),
        (lambda r: r.gamma(2., out=Cupy(np.zeros(3), frozen=True)), ValueError, "read-only"),
        (lambda r: r.gamma(Torch(SHAPES), out=Torch(np.zeros((2, 2)))), ValueError, "does not fit"),
        (lambda r: r.gamma(-1., out=Torch(np.zeros(3))), ValueError, "shape < 0"),
        (lambda r: r.gamma(Torch(-SHAPES)), ValueError, "sample .0, 0. is outside"),
        (lambda r: r.gamma(2., stream=1), TypeError, "device='cuda:0'"),
        (lambda r: r.gamma(Torch(SHAPES), stream="s"), TypeError, "stream must be"),
        (lambda r: r.poisson(Torch(SHAPES.astype("f4"))), TypeError, "lam is float32"),
        (lambda r: r.dirichlet([1, 2.], out=Torch(np.zeros((3, 3)))), ValueError, "does not fit"),
        (lambda r: r.dirichlet([1, 2.], out=Torch(np.zeros((3, 2), "f4"))), TypeError, "wrong type"),
        (lambda r: r.multivariate_normal([0], [[1]], 3, stream=1), TypeError, "device='cuda:0'"),
        (lambda r: r.dirichlet(Torch(SHAPES[0]), 3), TypeError, "DLPack type 2"),
    ])
    def test_what_is_refused(call, error, words):
        rng = reroll.Generator(7)
        with pytest.raises(error, match=words):
            call(rng)
        assert rng.next == 0
