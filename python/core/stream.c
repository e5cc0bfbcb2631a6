/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The base type of Generator: a subclass of numpy.random.Generator with a position in a stream, and the methods that are
 * samplers (methods.c).
 *
 * NumPy's type has no fixed size in its C interface, and a Python class can't have two bases with fields. So NumPy's type is
 * the only base, and the own fields follow its fields, at an offset that is found at run time. NumPy's methods read a
 * bitgen_t that its __init__ copies once. Its pointers belong to a Words object, which the Generator keeps until it is
 * freed. */
#include "core.h"

PyTypeObject *core_stream_type;

static struct { newfunc make; initproc begin; destructor free; } numpys;

static PyObject *stream_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *none = PyTuple_New(0);
    (void)args, (void)keywords;
    PyObject *made = none ? numpys.make(type, none, NULL) : NULL;
    Py_XDECREF(none);
    return made;
}

/* Discards samples that were drawn in advance. */
static void forget(Stream *self)
{
    free(self->cursor);
    core_quick_free(self->quick);
    self->cursor = NULL;
    self->quick = NULL;
}

static void stream_free(PyObject *object)
{
    Stream *self = core_stream(object);
    PyTypeObject *type = Py_TYPE(object);
    PyObject *words = (PyObject *)self->words;
    forget(self);
    Py_CLEAR(self->device);
    numpys.free(object);   /* may read the bitgen_t, but not the words that it points to */
    Py_XDECREF(words);
    Py_DECREF(type);
}

/* Calls NumPy's __init__, which takes the words' bitgen_t and lock; -1 with an exception. */
static int begin_numpys(PyObject *object, Words *words)
{
    PyObject *args = PyTuple_Pack(1, (PyObject *)words);
    const int failed = !args || numpys.begin(object, args, NULL);
    Py_XDECREF(args);
    return failed ? -1 : 0;
}

/* Sets the position in a stream; words: as for core_words_begin. -1 with an exception. */
static int begin(PyObject *object, Device *device, rr_stream at, int ended, uint64_t children, PyObject *words)
{
    Stream *self = core_stream(object);
    const int is_new = !self->words;
    if (core_words_begin(&self->words, rr_stream_make(at.seed, at.stream), words)) return -1;
    if (is_new && begin_numpys(object, self->words)) return -1;
    Device *const before = self->device;
    self->device = (Device *)Py_NewRef((PyObject *)device);
    Py_XDECREF((PyObject *)before);
    forget(self);
    self->stream = at;
    self->ended = ended;
    self->children = children;
    return 0;
}

/* Reads the position of a stream: an index, or 2^64 after the last one. For "O&". */
static int read_next(PyObject *object, void *next)
{
    Number *made = next;
    PyObject *index = PyNumber_Index(object), *end = index ? PyLong_FromString("18446744073709551616", NULL, 10) : NULL;
    const int is_end = end ? PyObject_RichCompareBool(index, end, Py_EQ) : -1;
    Py_XDECREF(index), Py_XDECREF(end);
    if (is_end <= 0) return is_end < 0 ? 0 : core_number(object, next);
    made->value = UINT64_MAX;
    made->bits = 0;   /* ended */
    return 1;
}

/* _begin(device, seed, stream, next, children, words) */
static PyObject *stream_begin(PyObject *object, PyObject *args)
{
    PyObject *device, *words = Py_None;
    Number seed = {"seed", 64, 0}, stream = {"stream", 64, 0}, next = {"index", 64, 0}, children = {"children", 64, 0};
    if (!PyArg_ParseTuple(args, "O!O&O&O&O&|O:_begin", core_device_type, &device, core_number, &seed, core_number, &stream,
                          read_next, &next, core_number, &children, &words)
        || begin(object, (Device *)device, (rr_stream){seed.value, stream.value, next.value}, !next.bits, children.value,
                 words))
        return NULL;
    Py_RETURN_NONE;
}

/* _other(seed, stream, next, children, words) -> a new object of this class, on the same device; __init__ is not called. */
static PyObject *stream_other(PyObject *object, PyObject *args)
{
    PyObject *words = Py_None;
    Number seed = {"seed", 64, 0}, stream = {"stream", 64, 0}, next = {"index", 64, 0}, children = {"children", 64, 0};
    if (!PyArg_ParseTuple(args, "O&O&|O&O&O:_other", core_number, &seed, core_number, &stream, read_next, &next,
                          core_number, &children, &words))
        return NULL;
    Stream *self = core_begun(object);
    if (!self) return NULL;
    Device *device = self->device;
    PyObject *made = stream_new(Py_TYPE(object), NULL, NULL);
    if (made && begin(made, device, (rr_stream){seed.value, stream.value, next.value}, !next.bits, children.value, words))
        Py_CLEAR(made);
    return made;
}

/* _reserve(count) -> the first of `count` indices, which no other call gets. */
static PyObject *stream_reserve(PyObject *object, PyObject *arg)
{
    const unsigned long long count = PyLong_AsUnsignedLongLong(arg);
    uint64_t first;
    if (PyErr_Occurred() || core_take(core_stream(object), count, &first)) return NULL;
    return PyLong_FromUnsignedLongLong(first);
}

/* _give_back(first, count), unless another thread has taken the next ones. */
static PyObject *stream_give_back(PyObject *object, PyObject *args)
{
    unsigned long long first, count;
    if (!PyArg_ParseTuple(args, "KK:_give_back", &first, &count)) return NULL;
    core_give_back(core_stream(object), first, count);
    Py_RETURN_NONE;
}

/* _reserve_children(count) -> the index of the first. */
static PyObject *stream_children(PyObject *object, PyObject *arg)
{
    Stream *self = core_stream(object);
    const uint64_t first = self->children;
    Number count = {"n_children", 64, 0};
    if (!core_number(arg, &count)) return NULL;
    if (count.value > UINT64_MAX - first) {
        PyErr_SetString(PyExc_OverflowError, "the stream has too few children left: spawn numbers children below 2^64 - 1");
        return NULL;
    }
    self->children += count.value;
    return PyLong_FromUnsignedLongLong(first);
}

static PyObject *get_number(PyObject *object, void *field)
{
    return PyLong_FromUnsignedLongLong(*(uint64_t *)((char *)core_stream(object) + (size_t)field));
}

/* 2^64 after the last index. */
static PyObject *get_next(PyObject *object, void *closure)
{
    const Stream *self = core_stream(object);
    (void)closure;
    if (!self->ended) return PyLong_FromUnsignedLongLong(self->stream.next);
    return PyLong_FromString("18446744073709551616", NULL, 10);
}

static PyObject *get_words(PyObject *object, void *closure)
{
    Stream *self = core_stream(object);
    (void)closure;
    return Py_NewRef(self->words ? (PyObject *)self->words : Py_None);
}

static PyObject *get_device(PyObject *object, void *closure)
{
    Stream *self = core_begun(object);
    (void)closure;
    return self ? Py_NewRef((PyObject *)self->device) : NULL;
}

#define FIELD(name) (void *)offsetof(Stream, name)
static PyGetSetDef getters[] = {
    {"seed", get_number, NULL, "The seed, below 2^64.", FIELD(stream.seed)},
    {"stream", get_number, NULL, "The number of the stream, below 2^64.", FIELD(stream.stream)},
    {"next", get_next, NULL, "The index of the next draw.", NULL},
    {"_children", get_number, NULL, "The number of children that spawn has made.", FIELD(children)},
    {"_words", get_words, NULL, "The words that methods of NumPy draw.", NULL},
    {"_device", get_device, NULL, "Where draws are made.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"_begin", stream_begin, METH_VARARGS, NULL},
    {"_other", stream_other, METH_VARARGS, NULL},
    {"_reserve", stream_reserve, METH_O, NULL},
    {"_give_back", stream_give_back, METH_VARARGS, NULL},
    {"_reserve_children", stream_children, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* Finds the offset of the own fields, and NumPy's functions; -1 with an exception. */
static int learn(PyObject *generator)
{
    PyObject *size = PyObject_GetAttrString(generator, "__basicsize__");
    const size_t theirs = size ? PyLong_AsSize_t(size) : 0;
    Py_XDECREF(size);
    if (PyErr_Occurred()) return -1;
    PyTypeObject *type = (PyTypeObject *)generator;
    core_stream_offset = (theirs + 15) / 16 * 16;
    numpys.make = (newfunc)PyType_GetSlot(type, Py_tp_new);
    numpys.begin = (initproc)PyType_GetSlot(type, Py_tp_init);
    numpys.free = (destructor)PyType_GetSlot(type, Py_tp_dealloc);
    return 0;
}

static PyTypeObject *make_type(PyObject *generator, PyObject *list)
{
    const size_t own = sizeof methods / sizeof *methods - 1;
    PyMethodDef *all = calloc(own + (size_t)PyList_Size(list) + 1, sizeof *all);   /* the type keeps it */
    if (!all) PyErr_NoMemory();
    if (!all || core_methods(list, all + own) || learn(generator)) return NULL;
    memcpy(all, methods, own * sizeof *all);
    PyType_Slot slots[] = {
        {Py_tp_new, stream_new}, {Py_tp_dealloc, stream_free}, {Py_tp_getset, getters}, {Py_tp_methods, all}, {0, NULL},
    };
    PyType_Spec spec = {"reroll._core.Stream", (int)(core_stream_offset + sizeof(Stream)), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    return (PyTypeObject *)PyType_FromSpecWithBases(&spec, generator);
}

/* base(numpy.random.Generator, descriptions of methods): see core_methods. */
PyObject *core_stream_base(PyObject *module, PyObject *args)
{
    PyObject *generator, *list;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!:base", &PyType_Type, &generator, &PyList_Type, &list)) return NULL;
    if (!core_stream_type) core_stream_type = make_type(generator, list);
    return Py_XNewRef((PyObject *)core_stream_type);
}
