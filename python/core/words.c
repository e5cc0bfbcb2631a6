/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Words(seed, stream, next): the random bits of a stream for NumPy's C code, through the bitgen_t that a capsule holds.
 *
 * Word i of 32 bits is sampler `bits` as u32 at index i. Doubles and words of 64 bits are made from words 2i (the upper one)
 * and 2i + 1; after an odd number of 32-bit words one word is skipped. Words are drawn in windows of 2048. A Generator's
 * Words object derives its stream and allocates its window at first use, because most of these objects are never used.
 *
 * NumPy's code fills arrays without the interpreter's lock and holds `lock` instead, like all functions here that read or
 * write the position. */
#include "core.h"

/* Words per window; without memory for it, the window has FEW words. */
enum { WORDS = 2048, FEW = 16 };

/* The bitgen_t of NumPy's numpy/random/bitgen.h, whose layout is part of its C interface. */
typedef struct {
    void *state;
    uint64_t (*next_uint64)(void *);
    uint32_t (*next_uint32)(void *);
    double (*next_double)(void *);
    uint64_t (*next_raw)(void *);
} bitgen_t;

struct Words {
    PyObject_HEAD
    bitgen_t bitgen;
    PyObject *lock;
    rr_stream stream;     /* stream.next is not used */
    rr_stream parent;     /* of a stream that is not derived yet */
    int path;             /* KNOWN: `stream` is set; OF_NAME: child "numpy" of parent; OF_INDEX: child `index` of that */
    uint64_t index;
    uint64_t next, base;  /* the index of the next word, and of word[0] */
    uint64_t size;        /* of the window; 0: none is drawn */
    uint32_t *word, few[FEW];
};

PyTypeObject *core_words_type;
static const rr_sampler *bits;
static PyObject *new_lock;   /* threading.RLock, as in NumPy's own bit generators */

enum { KNOWN, OF_NAME, OF_INDEX };

static void derive(Words *w)
{
    if (w->path == KNOWN) return;
    w->stream = rr_derive_name(w->parent, "numpy");
    if (w->path == OF_INDEX) w->stream = rr_derive(w->stream, w->index);
    w->path = KNOWN;
}

/* ---- Functions that NumPy calls: without the interpreter's lock, with w->lock ----------------------------------------- */

static __attribute__((noinline)) void refill(Words *w)
{
    derive(w);
    if (!w->word && !(w->word = malloc(WORDS * sizeof *w->word))) w->word = w->few;
    w->size = w->word == w->few ? FEW : WORDS;
    w->base = w->next - w->next % w->size;
    rr_job job = RR_JOB_INIT;   /* rr_run, because the job may end with the last index, which rr_fill would move past */
    job.sampler = bits, job.dtype = RR_U32, job.rows = 1, job.cols = w->size, job.out = w->word;
    job.stream = (rr_stream){w->stream.seed, w->stream.stream, w->base};
    rr_run(core_cpu(), &job, NULL);
}

static uint32_t next_uint32(void *state)
{
    Words *w = state;
    if (w->next - w->base >= w->size) refill(w);
    return w->word[w->next++ - w->base];
}

/* A call, because the branch is predicted: an addition in its place would delay the next call. */
static __attribute__((noinline)) void skip_word(Words *w)
{
    ++w->next;
}

static inline uint64_t pair(Words *w)
{
    if (__builtin_expect(w->next & 1, 0)) skip_word(w);
    if (w->next - w->base >= w->size) refill(w);
    const uint32_t *at = w->word + (w->next - w->base);
    w->next += 2;
    return (uint64_t)at[0] << 32 | at[1];
}

static uint64_t next_uint64(void *state) { return pair(state); }
static double next_double(void *state) { return (double)(pair(state) >> 11) * 0x1p-53; }

/* ---- The object ------------------------------------------------------------------------------------------------------ */

static Words *new_words(void)
{
    Words *w = core_cpu() ? (Words *)PyType_GenericAlloc(core_words_type, 0) : NULL;
    if (!w) return NULL;
    w->bitgen = (bitgen_t){w, next_uint64, next_uint32, next_double, next_uint64};
    if ((w->lock = PyObject_CallNoArgs(new_lock))) return w;
    Py_DECREF((PyObject *)w);
    return NULL;
}

static void words_free(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    Words *w = (Words *)object;
    if (w->word != w->few) free(w->word);
    Py_XDECREF(w->lock);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* Acquires or releases the lock; -1 with an exception. */
static int lock(Words *w, const char *call)
{
    PyObject *done = PyObject_CallMethod(w->lock, call, NULL);
    Py_XDECREF(done);
    return done ? 0 : -1;
}

/* Moves to another position; -1 with an exception. */
static int move(Words *w, const Words *to)
{
    if (lock(w, "acquire")) return -1;
    w->stream = to->stream, w->parent = to->parent, w->path = to->path, w->index = to->index, w->next = to->next;
    w->size = 0;
    return lock(w, "release");
}

/* Reads (seed, stream, next); -1 with an exception. */
static int read_state(PyObject *value, Words *made)
{
    Number seed = {"seed", 64, 0}, stream = {"stream", 64, 0}, next = {"index", 64, 0};
    if (!PyArg_ParseTuple(value, "O&O&O&", core_number, &seed, core_number, &stream, core_number, &next)) return -1;
    made->stream = (rr_stream){seed.value, stream.value, 0};
    made->path = KNOWN;
    made->next = next.value;
    return 0;
}

/* Reads the position of a Generator's words: None, an index (Generator.at), or (seed, stream, next). */
static int read_place(PyObject *value, rr_stream parent, Words *made)
{
    Number index = {"index", 64, 0};
    if (PyTuple_Check(value)) return read_state(value, made);
    if (value != Py_None && !core_number(value, &index)) return -1;
    made->parent = parent;
    made->path = value == Py_None ? OF_NAME : OF_INDEX;
    made->index = index.value;
    made->next = 0;
    return 0;
}

int core_words_begin(Words **words, rr_stream parent, PyObject *place)
{
    Words to;
    if (read_place(place, parent, &to)) return -1;
    if (!*words && !(*words = new_words())) return -1;
    return move(*words, &to);
}

static PyObject *words_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    Words to, *w;
    (void)type, (void)keywords;
    if (read_state(args, &to) || !(w = new_words())) return NULL;
    if (!move(w, &to)) return (PyObject *)w;
    Py_DECREF((PyObject *)w);
    return NULL;
}

static PyObject *get_state(PyObject *object, void *closure)
{
    Words *w = (Words *)object;
    (void)closure;
    if (lock(w, "acquire")) return NULL;
    derive(w);
    const rr_stream s = w->stream;
    const uint64_t next = w->next;
    if (lock(w, "release")) return NULL;
    return Py_BuildValue("(KKK)", (unsigned long long)s.seed, (unsigned long long)s.stream, (unsigned long long)next);
}

static int set_state(PyObject *object, PyObject *value, void *closure)
{
    Words to;
    (void)closure;
    if (value && PyTuple_Check(value)) return read_state(value, &to) || move((Words *)object, &to) ? -1 : 0;
    PyErr_SetString(PyExc_TypeError, "state must be (seed, stream, next)");
    return -1;
}

static PyObject *get_lock(PyObject *object, void *closure)
{
    (void)closure;
    return Py_NewRef(((Words *)object)->lock);
}

static PyObject *get_capsule(PyObject *object, void *closure)
{
    (void)closure;
    return PyCapsule_New(&((Words *)object)->bitgen, "BitGenerator", NULL);
}

/* attach(capsule): from now on the NumPy bit generator of this capsule returns these words. */
static PyObject *words_attach(PyObject *object, PyObject *capsule)
{
    bitgen_t *bitgen = PyCapsule_GetPointer(capsule, "BitGenerator");
    if (!bitgen) return NULL;
    *bitgen = ((Words *)object)->bitgen;
    Py_RETURN_NONE;
}

int core_words_ready(PyObject *module)
{
    static PyGetSetDef getters[] = {
        {"state", get_state, set_state, "(seed, stream, next)", NULL},
        {"lock", get_lock, NULL, "The lock of the position.", NULL},
        {"capsule", get_capsule, NULL, "Its bitgen_t, of the name \"BitGenerator\".", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"attach", words_attach, METH_O, "Fills the bitgen_t of a capsule."},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {{Py_tp_new, words_new}, {Py_tp_dealloc, words_free}, {Py_tp_getset, getters},
                           {Py_tp_methods, methods}, {0, NULL}};
    PyType_Spec spec = {"reroll._core.Words", sizeof(Words), 0, Py_TPFLAGS_DEFAULT, slots};
    bits = rr_sampler_find("bits");
    PyObject *threading = PyImport_ImportModule("threading");
    new_lock = threading ? PyObject_GetAttrString(threading, "RLock") : NULL;
    Py_XDECREF(threading);
    core_words_type = new_lock ? (PyTypeObject *)PyType_FromSpec(&spec) : NULL;
    return core_words_type ? PyModule_AddObjectRef(module, "Words", (PyObject *)core_words_type) : -1;
}
