/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The type that Generator is made of: where a stream stands, and the methods that are samplers (methods.c). */
#include "core.h"

PyTypeObject *core_stream_type;

static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args, (void)keywords;
    return PyType_GenericAlloc(type, 0);
}

static void stream_free(PyObject *object)
{
    Stream *self = (Stream *)object;
    PyTypeObject *type = Py_TYPE(object);
    free(self->cursor);
    core_quick_free(self->quick);
    Py_XDECREF((PyObject *)self->device);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* _begin(device, seed, stream, next, children) */
static PyObject *stream_begin(PyObject *object, PyObject *args)
{
    Stream *self = (Stream *)object;
    PyObject *device;
    Number seed = {"seed", 64, 0}, stream = {"stream", 64, 0}, next = {"index", 64, 0}, children = {"children", 64, 0};
    if (!PyArg_ParseTuple(args, "O!O&O&O&O&:_begin", core_device_type, &device, core_number, &seed, core_number, &stream,
                          core_number, &next, core_number, &children))
        return NULL;
    Py_INCREF(device);
    Py_XDECREF((PyObject *)self->device);
    free(self->cursor);
    core_quick_free(self->quick);
    self->cursor = NULL;
    self->quick = NULL;
    self->device = (Device *)device;
    self->stream = (rr_stream){seed.value, stream.value, next.value};
    self->ended = 0;
    self->children = children.value;
    Py_RETURN_NONE;
}

/* An array may end with index 2^64 - 1. */
int core_take(Stream *stream, uint64_t count, uint64_t *first)
{
    const uint64_t left = UINT64_MAX - stream->stream.next;
    *first = stream->stream.next;
    if (count && (stream->ended || count - 1 > left)) {
        PyErr_SetString(PyExc_OverflowError, "the stream has not so many indices left: next + size passes 2^64");
        return -1;
    }
    stream->ended |= count && count - 1 == left;
    stream->stream.next = stream->ended ? UINT64_MAX : stream->stream.next + count;
    return 0;
}

void core_give_back(Stream *stream, uint64_t first, uint64_t count)
{
    const int last = count && first + count == 0;
    if (!count || (last ? !stream->ended : stream->stream.next != first + count)) return;
    stream->ended = 0;
    stream->stream.next = first;
}

/* _reserve(count) -> the first of so many indices, which nobody else gets. */
static PyObject *stream_reserve(PyObject *object, PyObject *arg)
{
    const unsigned long long count = PyLong_AsUnsignedLongLong(arg);
    uint64_t first;
    if (PyErr_Occurred() || core_take((Stream *)object, count, &first)) return NULL;
    return PyLong_FromUnsignedLongLong(first);
}

/* _give_back(first, count): unless another thread took the next ones. */
static PyObject *stream_give_back(PyObject *object, PyObject *args)
{
    unsigned long long first, count;
    if (!PyArg_ParseTuple(args, "KK:_give_back", &first, &count)) return NULL;
    core_give_back((Stream *)object, first, count);
    Py_RETURN_NONE;
}

/* _reserve_children(count) -> the number of the first. */
static PyObject *stream_children(PyObject *object, PyObject *arg)
{
    Stream *self = (Stream *)object;
    const uint64_t first = self->children;
    Number count = {"n_children", 64, 0};
    if (!core_number(arg, &count)) return NULL;
    if (count.value > UINT64_MAX - first) {
        PyErr_SetString(PyExc_OverflowError, "the stream has not so many children left: children + n_children passes 2^64");
        return NULL;
    }
    self->children += count.value;
    return PyLong_FromUnsignedLongLong(first);
}

static PyObject *get_number(PyObject *object, void *field)
{
    return PyLong_FromUnsignedLongLong(*(uint64_t *)((char *)object + (size_t)field));
}

/* Behind the last index: 2^64. */
static PyObject *get_next(PyObject *object, void *closure)
{
    const Stream *self = (const Stream *)object;
    (void)closure;
    if (!self->ended) return PyLong_FromUnsignedLongLong(self->stream.next);
    return PyLong_FromString("18446744073709551616", NULL, 10);
}

static PyObject *get_device(PyObject *object, void *closure)
{
    Stream *self = (Stream *)object;
    (void)closure;
    return Py_NewRef(self->device ? (PyObject *)self->device : Py_None);
}

#define FIELD(name) (void *)offsetof(Stream, name)
static PyGetSetDef getters[] = {
    {"seed", get_number, NULL, "The seed, below 2^64.", FIELD(stream.seed)},
    {"stream", get_number, NULL, "The number of the stream, below 2^64.", FIELD(stream.stream)},
    {"next", get_next, NULL, "The index of the next draw.", NULL},
    {"_children", get_number, NULL, "How many children spawn has made.", FIELD(children)},
    {"_device", get_device, NULL, "Where draws are made.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"_begin", stream_begin, METH_VARARGS, NULL},
    {"_reserve", stream_reserve, METH_O, NULL},
    {"_give_back", stream_give_back, METH_VARARGS, NULL},
    {"_reserve_children", stream_children, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* base(descriptions of methods): see core_methods. */
PyObject *core_stream_base(PyObject *module, PyObject *args)
{
    const size_t own = sizeof methods / sizeof *methods - 1;
    PyObject *list;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!:base", &PyList_Type, &list)) return NULL;
    if (core_stream_type) return Py_NewRef((PyObject *)core_stream_type);
    PyMethodDef *all = calloc(own + (size_t)PyList_Size(list) + 1, sizeof *all);
    if (!all) return PyErr_NoMemory();
    if (core_methods(list, all + own)) return NULL;
    memcpy(all, methods, own * sizeof *all);
    PyType_Slot type[] = {
        {Py_tp_new, stream_new}, {Py_tp_dealloc, stream_free}, {Py_tp_getset, getters}, {Py_tp_methods, all}, {0, NULL},
    };
    PyType_Spec spec = {"reroll._core.Stream", sizeof(Stream), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, type};
    core_stream_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return Py_XNewRef((PyObject *)core_stream_type);
}
