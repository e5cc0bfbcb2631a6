/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The type that Generator is made of: where a stream stands, and the draws that are fast one at a time.
 *
 * A call of one of those with no more than numbers as arguments is answered here, from a window of standard variates
 * (reroll_cursor.h): the bits of the array call at the same index. All others go to the method of the same name with a bar
 * before it, which Generator has. Their texts come from Python, so that a method's signature is said once. All other methods
 * of numbers are those of quick.c. */
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

/* ---- Fast calls ---------------------------------------------------------------------------------------------------- */

PyObject *core_call(PyObject *method, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *plain = PyTuple_New(count), *named = NULL, *done = NULL;
    const Py_ssize_t more = names ? PyTuple_Size(names) : 0;
    if (plain && more) named = PyDict_New();
    if (!plain || (more && !named)) goto out;
    for (Py_ssize_t i = 0; i < count; ++i) PyTuple_SetItem(plain, i, Py_NewRef(args[i]));
    for (Py_ssize_t i = 0; i < more; ++i)
        if (PyDict_SetItem(named, PyTuple_GetItem(names, i), args[count + i])) goto out;
    done = PyObject_Call(method, plain, named);
out:
    Py_XDECREF(plain), Py_XDECREF(named);
    return done;
}

/* The method `name`, with what it was called with. */
static PyObject *slowly(PyObject *self, const char *name, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    PyObject *method = PyObject_GetAttrString(self, name), *done = method ? core_call(method, args, count, names) : NULL;
    Py_XDECREF(method);
    return done;
}

/* The arguments as numbers, `value` holding the defaults; 0 where one is something else. */
static int numbers(double *value, Py_ssize_t most, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    if (names || count > most) return 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (PyFloat_Check(args[i])) {   /* np.float64 is one */
            value[i] = PyFloat_AsDouble(args[i]);
        } else if (Py_TYPE(args[i]) == &PyLong_Type) {
            value[i] = PyLong_AsDouble(args[i]);
            if (value[i] == -1 && PyErr_Occurred()) {
                PyErr_Clear();
                return 0;
            }
        } else {
            return 0;
        }
    }
    return 1;
}

/* The cursor, at the next index; NULL where there is none to be had, or it is the last. */
static rr_cursor *cursor_of(PyObject *object)
{
    Stream *self = (Stream *)object;
    if (!self->cursor) {
        const rr_device *device = self->device ? core_single(self->device) : NULL;
        if (!device || !(self->cursor = malloc(sizeof *self->cursor))) return NULL;
        rr_cursor_init(self->cursor, device, self->stream);
    }
    if (self->stream.next == UINT64_MAX) return NULL;
    self->cursor->stream.next = self->stream.next;
    return self->cursor;
}

/* The cursor, where all arguments are numbers; then they are in `value`, which held the defaults. */
static rr_cursor *fast(PyObject *self, double *value, Py_ssize_t most, PyObject *const *args, Py_ssize_t count,
                       PyObject *names)
{
    return numbers(value, most, args, count, names) ? cursor_of(self) : NULL;
}

/* A draw that was made; its index is taken. */
static PyObject *take(PyObject *object, double x)
{
    Stream *self = (Stream *)object;
    const rr_status status = self->cursor->status;
    self->cursor->status = RR_OK;
    if (status != RR_OK) return core_raise(status, NULL);
    ++self->stream.next;
    return PyFloat_FromDouble(x);
}

/* A location, and a scale above 0, both of moderate size: what no rule refuses. */
#define PLAIN rr_cursor_plain

static PyObject *draw_random(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 0, args, count, names);
    return c ? take(self, rr_next_uniform_f64(c, 0, 1)) : slowly(self, "_random", args, count, names);
}

static PyObject *draw_uniform(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 2, args, count, names);
    return c && PLAIN(v[0], v[1] - v[0])
        ? take(self, rr_next_uniform_f64(c, v[0], v[1]))
        : slowly(self, "_uniform", args, count, names);
}

static PyObject *draw_standard_normal(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 0, args, count, names);
    return c ? take(self, rr_next_normal_f64(c, 0, 1)) : slowly(self, "_standard_normal", args, count, names);
}

static PyObject *draw_normal(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 2, args, count, names);
    return c && PLAIN(v[0], v[1])
        ? take(self, rr_next_normal_f64(c, v[0], v[1]))
        : slowly(self, "_normal", args, count, names);
}

static PyObject *draw_standard_exponential(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 0, args, count, names);
    return c ? take(self, rr_next_exponential_f64(c, 1)) : slowly(self, "_standard_exponential", args, count, names);
}

static PyObject *draw_exponential(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {1, 0};
    rr_cursor *c = fast(self, v, 1, args, count, names);
    return c && PLAIN(0, v[0])
        ? take(self, rr_next_exponential_f64(c, v[0]))
        : slowly(self, "_exponential", args, count, names);
}

static PyObject *draw_standard_gamma(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 1, args, count, names);
    return c && PLAIN(0, v[0])
        ? take(self, rr_next_gamma_f64(c, v[0], 1))
        : slowly(self, "_standard_gamma", args, count, names);
}

static PyObject *draw_gamma(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    double v[2] = {0, 1};
    rr_cursor *c = fast(self, v, 2, args, count, names);
    return c && PLAIN(0, v[0]) && PLAIN(0, v[1])
        ? take(self, rr_next_gamma_f64(c, v[0], v[1]))
        : slowly(self, "_gamma", args, count, names);
}

#define METHOD(name) {#name, (PyCFunction)(void (*)(void))draw_##name, METH_FASTCALL | METH_KEYWORDS, NULL}
static PyMethodDef methods[] = {
    METHOD(random), METHOD(uniform), METHOD(standard_normal), METHOD(normal), METHOD(standard_exponential),
    METHOD(exponential), METHOD(standard_gamma), METHOD(gamma),
    {"_begin", stream_begin, METH_VARARGS, NULL},
    {"_reserve", stream_reserve, METH_O, NULL},
    {"_give_back", stream_give_back, METH_VARARGS, NULL},
    {"_reserve_children", stream_children, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* Gives the fast methods their texts, {name: text}; the strings stay for as long as the process does. */
static int document(PyObject *docs)
{
    for (PyMethodDef *m = methods; m->ml_name; ++m) {
        PyObject *text = PyDict_GetItemString(docs, m->ml_name);
        const char *s = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
        if (s && !(m->ml_doc = strdup(s))) return -1;
        if (text && !s) return -1;
    }
    return 0;
}

/* base(docs, slots) */
PyObject *core_stream_base(PyObject *module, PyObject *args)
{
    const size_t own = sizeof methods / sizeof *methods - 1;
    PyObject *docs, *slots;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!:base", &PyDict_Type, &docs, &PyList_Type, &slots)) return NULL;
    if (core_stream_type) return Py_NewRef((PyObject *)core_stream_type);
    PyMethodDef *all = calloc(own + (size_t)PyList_Size(slots) + 1, sizeof *all);
    if (!all) return PyErr_NoMemory();
    if (document(docs) || core_slots(slots, all + own)) return NULL;
    memcpy(all, methods, own * sizeof *all);
    PyType_Slot type[] = {
        {Py_tp_new, stream_new}, {Py_tp_dealloc, stream_free}, {Py_tp_getset, getters}, {Py_tp_methods, all}, {0, NULL},
    };
    PyType_Spec spec = {"reroll._core.Stream", sizeof(Stream), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, type};
    core_stream_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return Py_XNewRef((PyObject *)core_stream_type);
}
