/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll._core: the part of the C library that Python needs. Limited API of CPython 3.11. NumPy's C interface is used in
 * calls/ (numpys.h) and, for the base class, in stream.c; all other files get arrays through Py_buffer.
 *
 * Threads: all functions hold the interpreter's lock, which is released while a fill of 1024 elements or more runs. */
#ifndef REROLL_PYTHON_CORE_H
#define REROLL_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <reroll.h>
#include <reroll_cursor.h>
#include <reroll_law.h>
#include <reroll_model.h>

/* An open device. */
typedef struct {
    PyObject_HEAD
    rr_device *device;
    PyObject *spec;
    int waits;   /* calls wait for a GPU */
} Device;

/* True if the interpreter's lock is released while a call draws. Releasing it takes longer than drawing 1024 elements. */
static inline int core_lets_go(const Device *device, uint64_t elements) { return elements >= 1024 || device->waits; }

/* The CPU with one thread, which draws single draws and words for Generators of all devices. NULL with an exception. */
const rr_device *core_cpu(void);

/* Windows of single draws (quick.c), and the random words of NumPy's own methods (words.c). */
typedef struct Quick Quick;
typedef struct Words Words;

/* The fields of a Generator in addition to NumPy's: a stream, its device and the number of its children. The cursor and the
 * windows are made by the first fast call. */
typedef struct {
    Device *device;
    rr_stream stream;
    uint64_t children;
    int ended;   /* `next` is 2^64 - 1, and that index has been used too */
    rr_cursor *cursor;
    Quick *quick;
    Words *words;
} Stream;

/* It follows the fields of numpy.random.Generator, whose size stream.c finds at run time. */
extern size_t core_stream_offset;
Stream *core_stream(PyObject *generator);

/* The same; NULL with an exception if __init__ has not been called. */
Stream *core_begun(PyObject *generator);

/* Sets the source of words: a child of parent (None, or an index), or (seed, stream, next). Makes *words if it is NULL; -1
 * with an exception. */
int core_words_begin(Words **words, rr_stream parent, PyObject *place);

/* core_take reserves indices from *first on. It returns -1 with an exception if fewer are left. core_give_back returns them
 * to the stream, unless another thread has reserved the next ones. */
int core_take(Stream *stream, uint64_t count, uint64_t *first);
void core_give_back(Stream *stream, uint64_t first, uint64_t count);

/* The maximum number of parameters of a single draw from a window, and of arguments of a method. */
enum { METHOD_NUMBERS = 4, METHOD_ARGS = 16 };

/* The function that answers calls of a method. */
typedef struct Method Method;
typedef PyObject *Answer(PyObject *self, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names);

/* A single draw with these parameters from a cursor; NULL, without an exception, if they are not plain (standard.c). */
typedef PyObject *Standard(Stream *self, const double *parameters);

/* True if NumPy accepts these parameters too. */
typedef int Accepts(const double *parameters);

/* A method that is a sampler, or `integers`: its arguments, the first `params` of which are parameters, the function that
 * answers, and the data that draw.c needs to make a job of a call. Arguments have indices from 0; -1: none. */
struct Method {
    Answer *answer;
    uint32_t number;
    int params, count;
    PyObject *name[METHOD_ARGS], *fallback[METHOD_ARGS];   /* no default: NULL */
    double numbers[METHOD_NUMBERS];                        /* defaults of parameters that are numbers, otherwise 0 */
    PyObject *signature;
    PyObject *call;   /* (self, parameters, the other arguments ...): any call */

    const rr_sampler *sampler;           /* NULL: `call` takes all calls */
    rr_type dtype;                       /* the default dtype */
    int argument[RR_MAX_PARAMS];         /* the argument of each parameter of the sampler; -1: constant[p] */
    double constant[RR_MAX_PARAMS];
    unsigned counts;                     /* bit p: NumPy takes only integers in arrays for parameter p */
    int size, type, out, endpoint;       /* the indices of these arguments */
    Standard *standard;                  /* NULL: single draws are from windows (quick.c) */
    Accepts *accepts;                    /* NULL: NumPy accepts what the sampler accepts */
};

/* Fills method definitions from descriptions (methods.c); -1 with an exception. */
int core_methods(PyObject *list, PyMethodDef *into);

/* core_bind binds the arguments of a call, borrowed, with their defaults (arguments.c); -1 with a TypeError. core_place
 * returns the index of the argument of a name, or -1. */
int core_bind(const Method *m, PyObject **value, PyObject *const *args, Py_ssize_t count, PyObject *names);
int core_place(const Method *m, PyObject *name);

/* core_call passes any call to m->call; core_call_bound passes one with bound arguments. */
Answer core_call, core_draw, core_rows;
PyObject *core_call_bound(PyObject *self, const Method *m, PyObject **value);

Standard *core_standard(const char *method);
Accepts *core_accepts(const char *method);
void core_quick_free(Quick *quick);

/* The types, made when the module is loaded. */
extern PyTypeObject *core_device_type;
extern PyTypeObject *core_stream_type;
extern PyTypeObject *core_words_type;
extern PyTypeObject *core_law_type;
extern PyTypeObject *core_memory_type;

/* The functions of the module, one file per topic. */
PyObject *core_devices(PyObject *module, PyObject *args);
PyObject *core_laws(PyObject *module, PyObject *args);
PyObject *core_strategies(PyObject *module, PyObject *args);
PyObject *core_derive(PyObject *module, PyObject *args);
PyObject *core_sizes(PyObject *module, PyObject *args);
PyObject *core_fill(PyObject *module, PyObject *args);
PyObject *core_plan(PyObject *module, PyObject *args);
PyObject *core_permutation(PyObject *module, PyObject *args);
PyObject *core_choose(PyObject *module, PyObject *args);
PyObject *core_shuffle(PyObject *module, PyObject *args);
PyObject *core_probabilities(PyObject *module, PyObject *array);
PyObject *core_choose_weighted(PyObject *module, PyObject *args);
PyObject *core_bijection(PyObject *module, PyObject *args);
PyObject *core_resample(PyObject *module, PyObject *args);
PyObject *core_model(PyObject *module, PyObject *args);
PyObject *core_there(PyObject *module, PyObject *args);
PyObject *core_put(PyObject *module, PyObject *args);
PyObject *core_wait(PyObject *module, PyObject *args);
PyObject *core_synchronize(PyObject *module, PyObject *args);
PyObject *core_dlpack_take(PyObject *module, PyObject *capsule);
PyObject *core_dlpack_give(PyObject *module, PyObject *args);
PyObject *core_saved_new(PyObject *module, PyObject *args);
PyObject *core_saved_open(PyObject *module, PyObject *args);
PyObject *core_saved_facts(PyObject *module, PyObject *object);
PyObject *core_saved_params(PyObject *module, PyObject *object);
PyObject *core_saved_write(PyObject *module, PyObject *args);
PyObject *core_saved_draw(PyObject *module, PyObject *args);

/* An integer argument from 0 to 2^bits - 1, for "O&" with core_number, also a NumPy integer. Other objects raise TypeError,
 * other numbers a ValueError with the argument's name. */
typedef struct {
    const char *name;
    int bits;
    uint64_t value;
} Number;
int core_number(PyObject *object, void *number);

/* Make the types; 0, or -1 with an exception. */
int core_device_ready(PyObject *module);
int core_law_ready(PyObject *module);
int core_memory_ready(PyObject *module);
int core_saved_ready(PyObject *module);
int core_words_ready(PyObject *module);
PyObject *core_stream_base(PyObject *module, PyObject *args);

/* A sampler's descriptor, as a dictionary. */
PyObject *core_descriptor(const rr_sampler *sampler);

/* The sampler of a Law, which stays open until it is dropped; NULL with an exception if it is closed. */
const rr_sampler *core_law_take(PyObject *law);
void core_law_drop(PyObject *law);

/* The same for a Law or an index in the list of samplers, which needs no reference. */
const rr_sampler *core_sampler_take(PyObject *law);
void core_sampler_drop(PyObject *law);

/* Shapes (shape.c): the sides of one by name; (sides, once, rule, can be one value) for each parameter. */
PyObject *core_sides(const rr_shape *shape);
PyObject *core_shapes(const rr_sampler_info *sampler);

/* core_dims reads the sizes of dimensions, rr_dims, from a dictionary, for "O&"; core_dims_dictionary returns a dictionary
 * of those that are not 0. */
int core_dims(PyObject *object, void *dims);
PyObject *core_dims_dictionary(rr_dims dims);

/* A job from Python (job.c), its sampler, and the Law and the buffers that it holds. */
typedef struct {
    rr_job job;
    const rr_sampler_info *sampler;
    PyObject *law;
    double value[RR_MAX_PARAMS];
    int64_t whole[RR_MAX_PARAMS];
    Py_buffer view[RR_MAX_PARAMS];
} Job;

/* Reads a job; -1 with an exception. Call core_job_free in any case. */
int core_job_read(Job *job, PyObject *spec);
void core_job_free(Job *job);

/* core_width: bytes per element of a type, 0 if it is not a type. core_number_of: a sample as a Python float or int. */
size_t core_width(rr_type type);
PyObject *core_number_of(rr_type type, const void *sample);

/* Raises ValueError, OverflowError or similar, with the message (NULL or "": the status' text). Returns NULL. */
PyObject *core_raise(rr_status status, const char *message);

/* The return value of a job's call: None; a dictionary of rr_result if a parameter is refused, samples have failed or a
 * count does not fit (python/reroll/_faults.py makes the error); or NULL with an exception. */
PyObject *core_answer(rr_status status, const rr_result *result);

#endif
