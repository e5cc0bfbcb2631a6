/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs in the memory of a GPU, and memory there for results. The driver is the library's (REROLL_CUDA, libcuda.so.1).
 *
 *   there(device, job, (seed, stream, first, index of element 0), address of out, queue) -> None, or the result
 *                             (core_answer). queue None: returns when out is complete (rr_run); otherwise a CUstream
 *                             (rr_enqueue)
 *   wait(device, queue)       rr_wait: raises the errors of the queue's kernels
 *   synchronize(device, queue)   the host waits until all work in that stream is done
 *   put(device, address, buffer)   copies the buffer there, before it returns
 *   Memory(device, bytes, queue=None)   memory of the GPU, freed with its last reference, in the queue's order if given;
 *                             address, read(into a buffer), take(address): a copy of memory there, also in that order */
#include "core.h"

#include <dlfcn.h>

PyTypeObject *core_memory_type;

/* The driver's functions that are used: 0 is success. */
static struct {
    int (*push)(void *), (*pop)(void **), (*alloc)(uint64_t *, size_t), (*release)(uint64_t);
    int (*get)(void *, uint64_t, size_t), (*put)(uint64_t, const void *, size_t), (*copy)(uint64_t, uint64_t, size_t);
    int (*alloc_in)(uint64_t *, size_t, void *), (*release_in)(uint64_t, void *);
    int (*copy_in)(uint64_t, uint64_t, size_t, void *), (*wait)(void *);
} cuda;

/* Loads the driver; 0, or -1 with an exception. */
static int driver(void)
{
    static const char *const names[] = {
        "cuCtxPushCurrent_v2", "cuCtxPopCurrent_v2", "cuMemAlloc_v2", "cuMemFree_v2", "cuMemcpyDtoH_v2", "cuMemcpyHtoD_v2",
        "cuMemcpyDtoD_v2", "cuMemAllocAsync", "cuMemFreeAsync", "cuMemcpyDtoDAsync_v2", "cuStreamSynchronize"};
    void *const places[] = {&cuda.push, &cuda.pop, &cuda.alloc, &cuda.release, &cuda.get, &cuda.put, &cuda.copy,
                            &cuda.alloc_in, &cuda.release_in, &cuda.copy_in, &cuda.wait};
    const char *path = getenv("REROLL_CUDA");
    if (cuda.wait) return 0;
    void *library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW);
    for (size_t i = 0; library && i < sizeof names / sizeof *names; ++i) {
        void *found = dlsym(library, names[i]);
        if (!found) library = NULL;
        else memcpy(places[i], &found, sizeof found);
    }
    if (library) return 0;
    cuda.wait = NULL;
    PyErr_SetString(PyExc_RuntimeError, "there is no CUDA driver");
    return -1;
}

/* Enter and leave the context of the device; -1 with an exception. */
static int enter(const Device *device)
{
    void *context = rr_device_context(device->device);
    if (driver()) return -1;
    if (context && !cuda.push(context)) return 0;
    PyErr_SetString(PyExc_RuntimeError, "the device has no CUDA context");
    return -1;
}

static int leave(int code, const char *what)
{
    void *context;
    cuda.pop(&context);
    if (!code) return 0;
    PyErr_Format(code == 2 ? PyExc_MemoryError : PyExc_RuntimeError, "%s: error %d of CUDA", what, code);
    return -1;
}

/* ---- Memory ---- */

typedef struct {
    PyObject_HEAD
    Device *device;
    uint64_t address;   /* 0 for 0 bytes */
    size_t bytes;
    void *queue;
    int is_queued;
} Memory;

/* These may wait for kernels, and release the interpreter's lock meanwhile. */
static int alloc(Memory *self)
{
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = self->is_queued ? cuda.alloc_in(&self->address, self->bytes, self->queue)
                           : cuda.alloc(&self->address, self->bytes);
    Py_END_ALLOW_THREADS
    return code;
}

static int release(const Memory *self)
{
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = self->is_queued ? cuda.release_in(self->address, self->queue) : cuda.release(self->address);
    Py_END_ALLOW_THREADS
    return code;
}

static int get(const Memory *self, const Py_buffer *out)
{
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = cuda.get(out->buf, self->address, (size_t)out->len);
    Py_END_ALLOW_THREADS
    return code;
}

static PyObject *memory_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *device, *queue = Py_None;
    Py_ssize_t bytes;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O!n|O:Memory", core_device_type, &device, &bytes, &queue)) return NULL;
    void *const handle = queue == Py_None ? NULL : PyLong_AsVoidPtr(queue);
    if (PyErr_Occurred()) return NULL;
    Memory *self = (Memory *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->device = (Device *)Py_NewRef(device);
    self->bytes = (size_t)bytes;
    self->queue = handle;
    self->is_queued = queue != Py_None;
    if (bytes && (enter(self->device) || leave(alloc(self), "memory on the GPU"))) {
        self->address = 0;
        Py_DECREF((PyObject *)self);
        return NULL;
    }
    return (PyObject *)self;
}

/* cuMemFree waits for pending work on the memory. */
static void memory_free(PyObject *object)
{
    Memory *self = (Memory *)object;
    PyTypeObject *type = Py_TYPE(object);
    PyObject *kind, *value, *trace;   /* an exception that is being handled */
    PyErr_Fetch(&kind, &value, &trace);
    if (self->address && !enter(self->device)) leave(release(self), "memory on the GPU");
    PyErr_Restore(kind, value, trace);
    Py_XDECREF((PyObject *)self->device);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *memory_read(PyObject *object, PyObject *into)
{
    Memory *self = (Memory *)object;
    Py_buffer out;
    int bad = 0;
    if (PyObject_GetBuffer(into, &out, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) return NULL;
    if ((size_t)out.len > self->bytes) {
        PyErr_SetString(PyExc_ValueError, "more is read than there is");
        bad = 1;
    } else if (out.len && !(bad = enter(self->device))) {
        bad = leave(get(self, &out), "a copy from the GPU");
    }
    PyBuffer_Release(&out);
    return bad ? NULL : Py_NewRef(Py_None);
}

static PyObject *memory_take(PyObject *object, PyObject *address)
{
    const Memory *self = (Memory *)object;
    const uint64_t from = PyLong_AsUnsignedLongLong(address);
    int code;
    if (PyErr_Occurred() || (self->bytes && enter(self->device))) return NULL;
    if (!self->bytes) Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS
    code = self->is_queued ? cuda.copy_in(self->address, from, self->bytes, self->queue)
                           : cuda.copy(self->address, from, self->bytes);
    Py_END_ALLOW_THREADS
    return leave(code, "a copy on the GPU") ? NULL : Py_NewRef(Py_None);
}

static PyObject *memory_address(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLongLong(((Memory *)self)->address);
}

int core_memory_ready(PyObject *module)
{
    static PyGetSetDef getters[] = {{"address", memory_address, NULL, "Where it is.", NULL}, {NULL, NULL, NULL, NULL, NULL}};
    static PyMethodDef methods[] = {
        {"read", memory_read, METH_O, "Copies its beginning to a buffer."},
        {"take", memory_take, METH_O, "Copies what is at an address of that GPU to it."},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_new, memory_new}, {Py_tp_dealloc, memory_free}, {Py_tp_getset, getters}, {Py_tp_methods, methods},
        {Py_tp_doc, "Memory(device, bytes, queue=None): see there.c."}, {0, NULL},
    };
    PyType_Spec spec = {"reroll._core.Memory", sizeof(Memory), 0, Py_TPFLAGS_DEFAULT, slots};
    core_memory_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return core_memory_type ? PyModule_AddObjectRef(module, "Memory", (PyObject *)core_memory_type) : -1;
}

PyObject *core_put(PyObject *module, PyObject *args)
{
    PyObject *device;
    unsigned long long address;
    Py_buffer from;
    int code = 0, bad;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!Ky*:put", core_device_type, &device, &address, &from)) return NULL;
    if (!(bad = enter((Device *)device))) {
        Py_BEGIN_ALLOW_THREADS
        if (from.len) code = cuda.put(address, from.buf, (size_t)from.len);
        Py_END_ALLOW_THREADS
        bad = leave(code, "a copy to the GPU");
    }
    PyBuffer_Release(&from);
    return bad ? NULL : Py_NewRef(Py_None);
}

/* ---- Jobs ---- */

PyObject *core_there(PyObject *module, PyObject *args)
{
    PyObject *device, *spec, *queue;
    unsigned long long seed, stream, first, element, address;
    rr_result result = RR_RESULT_INIT;
    rr_queued how = RR_QUEUED_INIT;
    rr_status status;
    Job job;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O(KKKK)KO:there", core_device_type, &device, &spec, &seed, &stream, &first, &element,
                          &address, &queue))
        return NULL;
    if (queue != Py_None) how.queue = PyLong_AsVoidPtr(queue);
    if (PyErr_Occurred()) return NULL;
    if (core_job_read(&job, spec)) {
        core_job_free(&job);
        return NULL;
    }
    job.job.stream = (rr_stream){seed, stream, first};
    job.job.first_element = element;
    job.job.out = (void *)(uintptr_t)address;
    const rr_device *open = ((Device *)device)->device;
    Py_BEGIN_ALLOW_THREADS
    status = queue == Py_None ? rr_run(open, &job.job, &result) : rr_enqueue(open, &job.job, &how, &result);
    Py_END_ALLOW_THREADS
    core_job_free(&job);
    return core_answer(status, &result);
}

PyObject *core_wait(PyObject *module, PyObject *args)
{
    PyObject *device;
    unsigned long long queue;
    rr_result result = RR_RESULT_INIT;
    rr_status status;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!K:wait", core_device_type, &device, &queue)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = rr_wait(((Device *)device)->device, (void *)(uintptr_t)queue, &result);
    Py_END_ALLOW_THREADS
    if (status) return core_raise(status, result.message);
    Py_RETURN_NONE;
}

PyObject *core_synchronize(PyObject *module, PyObject *args)
{
    PyObject *device;
    unsigned long long queue;
    int code;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!K:wait", core_device_type, &device, &queue) || enter((Device *)device)) return NULL;
    Py_BEGIN_ALLOW_THREADS
    code = cuda.wait((void *)(uintptr_t)queue);
    Py_END_ALLOW_THREADS
    return leave(code, "a stream") ? NULL : Py_NewRef(Py_None);
}
