/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* reroll._core: what Python needs of the C library, and no more. Limited API of CPython 3.11. NumPy is known to draw.c and
 * quick.c (numpys.h) and, as a base class, to stream.c; all else gets arrays through Py_buffer.
 *
 * Threads: under the interpreter's lock, which is released while a fill of 1024 elements or more runs. */
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

/* Is the interpreter's lock released while a call draws? Not below 1024 elements, which take less time than that. */
static inline int core_lets_go(const Device *device, uint64_t elements) { return elements >= 1024 || device->waits; }

/* This processor, with one thread: single draws and words are drawn here, whatever a Generator's device. NULL with an
 * exception. */
const rr_device *core_cpu(void);

/* Windows of single draws (quick.c), and what NumPy's own methods draw from (words.c). */
typedef struct Quick Quick;
typedef struct Words Words;

/* What a Generator has in addition to what NumPy's has: a stream, the device that it is drawn on, and how many children it
 * has. The cursor and the windows are there from the first fast call on. */
typedef struct {
    Device *device;
    rr_stream stream;
    uint64_t children;
    int ended;   /* index 2^64 - 1, which `next` then is, has been taken too */
    rr_cursor *cursor;
    Quick *quick;
    Words *words;
} Stream;

/* It is behind the fields of numpy.random.Generator, whose size stream.c finds at run time. */
extern size_t core_stream_offset;
Stream *core_stream(PyObject *generator);

/* The same of one whose __init__ has been called: NULL, with an exception, where it has not. */
Stream *core_begun(PyObject *generator);

/* Where words come from: a child of parent (None, or an index), or (seed, stream, next). Makes *words where that is NULL;
 * -1 with an exception. */
int core_words_begin(Words **words, rr_stream parent, PyObject *place);

/* Takes indices, from *first on: -1, with an exception, where fewer are left. Gives them back, unless another thread took
 * the next ones. */
int core_take(Stream *stream, uint64_t count, uint64_t *first);
void core_give_back(Stream *stream, uint64_t first, uint64_t count);

/* The parameters of a method that may be numbers of a single draw from a window, and all arguments. */
enum { METHOD_NUMBERS = 4, METHOD_ARGS = 16 };

/* A call of a method. */
typedef struct Method Method;
typedef PyObject *Answer(PyObject *self, const Method *m, PyObject *const *args, Py_ssize_t count, PyObject *names);

/* A single draw with these parameters from a cursor; NULL, without an exception, where they are not plain (standard.c). */
typedef PyObject *Standard(Stream *self, const double *parameters);

/* Does NumPy accept these parameters too? */
typedef int Accepts(const double *parameters);

/* A method that is a sampler, or integers: its arguments, of which the first `params` are parameters, what answers, and what
 * draw.c needs to make a job of a call. Arguments are counted from 0; -1: there is none. */
struct Method {
    Answer *answer;
    uint32_t number;
    int params, count;
    PyObject *name[METHOD_ARGS], *fallback[METHOD_ARGS];   /* no default: NULL */
    double plain[METHOD_NUMBERS];                          /* defaults of parameters that are numbers, else 0 */
    PyObject *signature;
    PyObject *call;   /* (self, parameters, the other arguments ...): any call */

    const rr_sampler *sampler;           /* NULL: any call is `call`'s */
    rr_type dtype;                       /* of samples where none is given */
    int argument[RR_MAX_PARAMS];         /* what each parameter of the sampler is; -1: constant[p] */
    double constant[RR_MAX_PARAMS];
    unsigned counts;                     /* bit p: NumPy takes integers alone in an array */
    int size, type, out, endpoint;       /* these arguments */
    Standard *standard;                  /* NULL: single draws are from windows (quick.c) */
    Accepts *accepts;                    /* NULL: NumPy accepts what the sampler accepts */
};

/* Fills method definitions from descriptions (methods.c); -1 with an exception. */
int core_methods(PyObject *list, PyMethodDef *into);

/* The arguments of a call, borrowed, with their defaults (arguments.c); -1 with a TypeError. The place of the argument of a
 * name; -1 where there is none. */
int core_bind(const Method *m, PyObject **value, PyObject *const *args, Py_ssize_t count, PyObject *names);
int core_place(const Method *m, PyObject *name);

/* Any call, by m->call: with arguments as they are given, or bound. */
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

/* Calls of the module, one file each theme. */
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
PyObject *core_first(PyObject *module, PyObject *args);
PyObject *core_bijection(PyObject *module, PyObject *args);
PyObject *core_resample(PyObject *module, PyObject *args);
PyObject *core_model(PyObject *module, PyObject *args);
PyObject *core_there(PyObject *module, PyObject *args);
PyObject *core_put(PyObject *module, PyObject *args);
PyObject *core_wait(PyObject *module, PyObject *args);
PyObject *core_settle(PyObject *module, PyObject *args);
PyObject *core_dlpack_take(PyObject *module, PyObject *capsule);
PyObject *core_dlpack_give(PyObject *module, PyObject *args);
PyObject *core_saved_new(PyObject *module, PyObject *args);
PyObject *core_saved_open(PyObject *module, PyObject *args);
PyObject *core_saved_facts(PyObject *module, PyObject *object);
PyObject *core_saved_params(PyObject *module, PyObject *object);
PyObject *core_saved_write(PyObject *module, PyObject *args);
PyObject *core_saved_draw(PyObject *module, PyObject *args);

/* An argument that is a whole number from 0 to 2^bits - 1, for "O&" with core_number: ints, NumPy's among them. All else is
 * a TypeError, or a ValueError that says its name. */
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

/* The sampler of a Law, which stays open until it is dropped; NULL, with an exception, where it is closed. */
const rr_sampler *core_law_take(PyObject *law);
void core_law_drop(PyObject *law);

/* The same of a Law or of a number in the list of samplers, from which nothing is taken. */
const rr_sampler *core_sampler_take(PyObject *law);
void core_sampler_drop(PyObject *law);

/* Shapes (shape.c): the sides of one by name; (sides, once, rule, may it be one value) of each parameter. */
PyObject *core_sides(const rr_shape *shape);
PyObject *core_shapes(const rr_sampler_info *sampler);

/* The sizes of dimensions, rr_dims, from a dictionary, for "O&"; a dictionary of those that are not 0. */
int core_dims(PyObject *object, void *dims);
PyObject *core_dims_dictionary(rr_dims dims);

/* A job as Python gives it (job.c), what its sampler is, and the law and the buffers that it holds. */
typedef struct {
    rr_job job;
    const rr_sampler_info *sampler;
    PyObject *law;
    double value[RR_MAX_PARAMS];
    int64_t whole[RR_MAX_PARAMS];
    Py_buffer view[RR_MAX_PARAMS];
} Job;

/* Reads it; -1 with an exception. core_job_free, whatever it returned. */
int core_job_read(Job *job, PyObject *spec);
void core_job_free(Job *job);

/* Bytes of an element of a type; 0 where it is none. A sample of that type as a float or an int of Python. */
size_t core_width(rr_type type);
PyObject *core_number_of(rr_type type, const void *sample);

/* Raises ValueError, OverflowError or alike, with the message; NULL or "": the status' text. NULL. */
PyObject *core_raise(rr_status status, const char *message);

/* What a job's call returns: None; a dictionary of what rr_result says where a parameter is refused, samples have failed, or
 * a count does not fit (python/reroll/_faults.py makes the error); or NULL with an exception. */
PyObject *core_answer(rr_status status, const rr_result *result);

#endif
