/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* DLPack: exchanges arrays on a GPU with other libraries. The structures are those of its specification, version 1.1.
 *
 *   dlpack_take(capsule) -> (address, shape, strides in bytes, (code, bits, lanes), (kind, number), read-only, owner)
 *   dlpack_give(owner, address, shape, (code, bits), kind, number) -> capsule
 *
 * An owner keeps the memory alive. The owner from dlpack_take releases the tensor when it is freed. */
#include "core.h"

typedef struct {
    void *data;
    struct { int32_t kind, number; } device;
    int32_t ndim;
    struct { uint8_t code, bits; uint16_t lanes; } dtype;
    int64_t *shape, *strides;      /* in elements; strides may be NULL: C order */
    uint64_t byte_offset;
} Tensor;

/* The structure before version 1, and since. */
typedef struct Managed {
    Tensor tensor;
    void *context;
    void (*deleter)(struct Managed *);
} Managed;
typedef struct Versioned {
    struct { uint32_t major, minor; } version;
    void *context;
    void (*deleter)(struct Versioned *);
    uint64_t flags;
    Tensor tensor;
} Versioned;
enum { READ_ONLY = 1 };

static const char *const OLD = "dltensor", *const NEW = "dltensor_versioned";

/* ---- Arrays of other libraries ---- */

static void end_old(PyObject *owner)
{
    Managed *m = PyCapsule_GetPointer(owner, "reroll.old");
    if (m && m->deleter) m->deleter(m);
}

static void end_new(PyObject *owner)
{
    Versioned *m = PyCapsule_GetPointer(owner, "reroll.new");
    if (m && m->deleter) m->deleter(m);
}

/* A tuple of the shape or strides, multiplied by `width`. */
static PyObject *numbers(const int64_t *value, int count, int64_t width)
{
    PyObject *made = PyTuple_New(count);
    for (int i = 0; made && i < count; ++i) PyTuple_SetItem(made, i, PyLong_FromLongLong(value[i] * width));
    return made;
}

static PyObject *strides_of(const Tensor *t)
{
    const int64_t width = t->dtype.bits * t->dtype.lanes / 8;
    if (t->strides) return numbers(t->strides, t->ndim, width);
    PyObject *made = PyTuple_New(t->ndim);
    int64_t step = width;
    for (int i = t->ndim; made && i--; step *= t->shape[i]) PyTuple_SetItem(made, i, PyLong_FromLongLong(step));
    return made;
}

static PyObject *wrapped(const Tensor *t, int read_only, PyObject *owner)
{
    PyObject *shape = numbers(t->shape, t->ndim, 1), *strides = strides_of(t);
    if (!shape || !strides || !owner) {
        Py_XDECREF(shape), Py_XDECREF(strides), Py_XDECREF(owner);
        return NULL;
    }
    return Py_BuildValue("(KNN(iii)(ii)iN)", (unsigned long long)((uintptr_t)t->data + t->byte_offset), shape, strides,
                         t->dtype.code, t->dtype.bits, t->dtype.lanes, t->device.kind, t->device.number, read_only, owner);
}

PyObject *core_dlpack_take(PyObject *module, PyObject *capsule)
{
    (void)module;
    if (PyCapsule_IsValid(capsule, OLD)) {
        Managed *m = PyCapsule_GetPointer(capsule, OLD);
        if (PyCapsule_SetName(capsule, "used_dltensor")) return NULL;
        return wrapped(&m->tensor, 0, PyCapsule_New(m, "reroll.old", end_old));
    }
    Versioned *m = PyCapsule_GetPointer(capsule, NEW);
    if (!m) return NULL;
    if (m->version.major != 1) return PyErr_Format(PyExc_BufferError, "DLPack of version %u is not known", m->version.major);
    if (PyCapsule_SetName(capsule, "used_dltensor_versioned")) return NULL;
    return wrapped(&m->tensor, (int)(m->flags & READ_ONLY), PyCapsule_New(m, "reroll.new", end_new));
}

/* ---- Our arrays ---- */

/* The consumer may call this from any thread, without the interpreter's lock, and after the interpreter has ended: then the
 * memory is not freed. */
static void forget(Managed *m)
{
    if (!Py_IsInitialized()) return;
    const PyGILState_STATE state = PyGILState_Ensure();
    Py_XDECREF((PyObject *)m->context);
    PyGILState_Release(state);
    free(m->tensor.shape);
    free(m);
}

static void end_unused(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, OLD)) forget(PyCapsule_GetPointer(capsule, OLD));
}

PyObject *core_dlpack_give(PyObject *module, PyObject *args)
{
    PyObject *owner, *shape;
    unsigned long long address;
    unsigned char code, bits;
    int kind, number;
    (void)module;
    if (!PyArg_ParseTuple(args, "OKO!(bb)ii:dlpack_give", &owner, &address, &PyTuple_Type, &shape, &code, &bits, &kind,
                          &number))
        return NULL;
    const int ndim = (int)PyTuple_Size(shape);
    Managed *m = calloc(1, sizeof *m);
    int64_t *lengths = malloc((size_t)(ndim ? ndim : 1) * sizeof *lengths);
    for (int i = 0; lengths && i < ndim; ++i) lengths[i] = PyLong_AsLongLong(PyTuple_GetItem(shape, i));
    if (!m || !lengths || PyErr_Occurred()) {
        free(m), free(lengths);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    m->tensor = (Tensor){(void *)(uintptr_t)address, {kind, number}, ndim, {code, bits, 1}, lengths, NULL, 0};
    m->context = Py_NewRef(owner);
    m->deleter = forget;
    PyObject *capsule = PyCapsule_New(m, OLD, end_unused);
    if (!capsule) forget(m);
    return capsule;
}
