/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Words for a numpy.random.BitGenerator: the bits of the stream, 256 at a time, through the struct that its capsule holds.
 *
 * Word i of 32 bits is what sampler `bits` draws as u32 at index i. A double, and a word of 64 bits, is made of the two
 * words 2i and 2i + 1, the first the upper; a lone word of 32 bits before them leaves one out where it would split such a
 * pair. */
#include "core.h"

#define WORDS 256

/* The bitgen_t of NumPy's numpy/random/bitgen.h, whose layout is part of its C interface. */
typedef struct {
    void *state;
    uint64_t (*next_uint64)(void *);
    uint32_t (*next_uint32)(void *);
    double (*next_double)(void *);
    uint64_t (*next_raw)(void *);
} bitgen_t;

typedef struct {
    PyObject_HEAD
    Device *device;
    rr_stream stream;     /* next: the index of the next word */
    uint64_t window;      /* which window lies below; UINT64_MAX: none */
    uint32_t word[WORDS];
} Words;

static uint32_t next_uint32(void *state)
{
    Words *w = state;
    if (w->window != w->stream.next / WORDS) {
        rr_stream s = w->stream;
        s.next -= s.next % WORDS;
        rr_fill_bits_u32(w->device->device, &s, WORDS, w->word);
        w->window = w->stream.next / WORDS;
    }
    return w->word[w->stream.next++ % WORDS];
}

static uint64_t next_uint64(void *state)
{
    Words *w = state;
    w->stream.next += w->stream.next & 1;
    const uint64_t upper = next_uint32(state);
    return upper << 32 | next_uint32(state);
}

static double next_double(void *state)
{
    return (double)(next_uint64(state) >> 11) * 0x1p-53;
}

static void words_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF((PyObject *)((Words *)object)->device);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

static PyObject *get_state(PyObject *object, void *closure)
{
    const rr_stream *s = &((Words *)object)->stream;
    (void)closure;
    return Py_BuildValue("(KKK)", (unsigned long long)s->seed, (unsigned long long)s->stream, (unsigned long long)s->next);
}

/* (seed, stream, next); -1 with an exception. */
static int read_state(PyObject *value, rr_stream *made)
{
    Number seed = {"seed", 64, 0}, stream = {"stream", 64, 0}, next = {"index", 64, 0};
    if (!value) PyErr_SetString(PyExc_AttributeError, "state can't be deleted");
    if (!value || !PyArg_ParseTuple(value, "O&O&O&", core_number, &seed, core_number, &stream, core_number, &next))
        return -1;
    *made = (rr_stream){seed.value, stream.value, next.value};
    return 0;
}

static int set_state(PyObject *object, PyObject *value, void *closure)
{
    Words *w = (Words *)object;
    (void)closure;
    if (read_state(value, &w->stream)) return -1;
    w->window = UINT64_MAX;
    return 0;
}

static PyGetSetDef getters[] = {
    {"state", get_state, set_state, "(seed, stream, next)", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject *words_type(void)
{
    static PyTypeObject *type;
    PyType_Slot slots[] = {{Py_tp_dealloc, words_free}, {Py_tp_getset, getters}, {0, NULL}};
    PyType_Spec spec = {"reroll._core.Words", sizeof(Words), 0, Py_TPFLAGS_DEFAULT, slots};
    if (!type) type = (PyTypeObject *)PyType_FromSpec(&spec);
    return type;
}

PyObject *core_words(PyObject *module, PyObject *args)
{
    PyObject *capsule, *device, *state;
    rr_stream stream;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!:words", &capsule, core_device_type, &device, &PyTuple_Type, &state)) return NULL;
    if (read_state(state, &stream)) return NULL;
    bitgen_t *bitgen = PyCapsule_GetPointer(capsule, "BitGenerator");
    PyTypeObject *type = words_type();
    Words *w = bitgen && type ? (Words *)PyType_GenericAlloc(type, 0) : NULL;
    if (!w) return NULL;
    w->device = (Device *)Py_NewRef(device);
    w->stream = stream;
    w->window = UINT64_MAX;
    *bitgen = (bitgen_t){w, next_uint64, next_uint32, next_double, next_uint64};
    return (PyObject *)w;
}
