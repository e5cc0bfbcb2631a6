/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* shuffle(stream, object, axis, objects) -> bool: shuffles the elements of a list, or of an array along an axis, in place
 * and each line of the array independently. Line r of n elements gets the order of row r of rr_permutation, so that the
 * call takes one index per element. Returns False, and takes nothing, if the object is neither a list nor a buffer.
 *
 *   axis      the array's axis; 0 for a list
 *   objects   True if elements are references: then the interpreter's lock is held, because another thread must not replace
 *             an element that is being moved */
#include "core.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

/* The lines of an array along an axis, of n elements each, in the order of the other axes. */
typedef struct {
    Py_buffer view;
    int axis;
    uint64_t n, count;
    Py_ssize_t *at;   /* of the next line, an index per axis */
    char *line;
} Lines;

/* Elements that are ordered in one call if lines are short. */
#define AT_ONCE 65536

/* Moves to the next line: the last axis varies fastest. */
static void move_on(Lines *l)
{
    for (int d = l->view.ndim - 1; d >= 0; --d) {
        if (d == l->axis) continue;
        l->line += l->view.strides[d];
        if (++l->at[d] < l->view.shape[d]) return;
        l->line -= l->view.strides[d] * l->view.shape[d];
        l->at[d] = 0;
    }
}

/* Moves element order[i] of the line to i. The elements are copied to `space`, `step` bytes apart, which may be the memory
 * of the order: entry i is read before element i is written. width and step are constants for usual element sizes. */
static inline void move(const Lines *l, size_t width, const int64_t *order, char *space, size_t step)
{
    const Py_ssize_t stride = l->view.strides[l->axis];
    for (uint64_t i = 0; i < l->n; ++i) memcpy(space + i * step, l->line + order[i] * stride, width);
    if (stride == (Py_ssize_t)width && step == width) memcpy(l->line, space, l->n * width);
    else for (uint64_t i = 0; i < l->n; ++i) memcpy(l->line + (Py_ssize_t)i * stride, space + i * step, width);
}

/* space: NULL if elements are not larger than an entry of the order. */
static void move_line(const Lines *l, int64_t *order, char *space)
{
    const size_t width = (size_t)l->view.itemsize;
    switch (width) {
    case 1: move(l, 1, order, (char *)order, sizeof *order); break;
    case 2: move(l, 2, order, (char *)order, sizeof *order); break;
    case 4: move(l, 4, order, (char *)order, sizeof *order); break;
    case 8: move(l, 8, order, (char *)order, sizeof *order); break;
    case 16: move(l, 16, order, space, 16); break;
    default: move(l, width, order, space ? space : (char *)order, space ? width : sizeof *order);
    }
}

/* malloc, with huge pages for large memory, as in NumPy, if the system has them: the first writes to small pages would take
 * as long as the draw. */
static void *get_memory(uint64_t size)
{
    enum { HUGE = 1 << 21 };
    void *memory = NULL;
    if (size < 2 * HUGE) return malloc(size + !size);
    size = (size + HUGE - 1) / HUGE * HUGE;
    if (posix_memalign(&memory, HUGE, size)) return NULL;
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
    return memory;
}

/* Shuffles all lines, with indices from from.next on. */
static rr_status shuffle_lines(const Device *device, rr_stream from, Lines *l, rr_result *result)
{
    const uint64_t at_once = l->n < AT_ONCE ? AT_ONCE / l->n : 1, max = l->count < at_once ? l->count : at_once;
    int64_t *order = get_memory(max * l->n * sizeof *order);
    const int longer = l->view.itemsize > (Py_ssize_t)sizeof *order;
    char *space = longer ? get_memory(l->n * (uint64_t)l->view.itemsize) : NULL;
    rr_status status = order && (space || !longer) ? RR_OK : RR_ERR_MEMORY;
    for (uint64_t r = 0, some; status == RR_OK && r < l->count; r += some) {
        some = l->count - r < max ? l->count - r : max;
        status = rr_permutation(device->device, from, some, l->n, order, result);
        for (uint64_t k = 0; status == RR_OK && k < some; ++k, move_on(l)) move_line(l, order + k * l->n, space);
        from.next += some * l->n;
    }
    free(order);
    free(space);
    return status;
}

static rr_status shuffle_array(const Device *device, rr_stream from, Lines *l, int hold, rr_result *result)
{
    PyThreadState *state = !hold && core_lets_go(device, l->n * l->count) ? PyEval_SaveThread() : NULL;
    const rr_status status = shuffle_lines(device, from, l, result);
    if (state) PyEval_RestoreThread(state);
    return status;
}

/* Reorders the elements of a list; the memory of `order` holds references to them meanwhile. */
static void move_list(PyObject *list, int64_t *order, Py_ssize_t n)
{
    for (Py_ssize_t i = 0; i < n; ++i) order[i] = (intptr_t)PyList_GetItem(list, (Py_ssize_t)order[i]);
    for (Py_ssize_t i = 0; i < n; ++i) Py_INCREF((PyObject *)(intptr_t)order[i]);
    for (Py_ssize_t i = 0; i < n; ++i) PyList_SetItem(list, i, (PyObject *)(intptr_t)order[i]);
}

/* Takes the indices; -1 with an exception if fewer are left. */
static int begin(Stream *stream, uint64_t count, rr_stream *from)
{
    uint64_t first;
    if (core_take(stream, count, &first)) return -1;
    *from = stream->stream;
    from->next = first;
    return 0;
}

/* Returns True; or NULL with an exception, after giving the indices back. */
static PyObject *end(Stream *stream, const rr_stream *from, uint64_t count, rr_status status, const rr_result *result)
{
    if (status == RR_OK) Py_RETURN_TRUE;
    core_give_back(stream, from->next, count);
    return core_raise(status, result->message);
}

static PyObject *shuffle_list(Stream *stream, PyObject *list)
{
    const Py_ssize_t n = PyList_Size(list);
    rr_stream from;
    rr_result result = RR_RESULT_INIT;
    rr_status status = RR_ERR_MEMORY;
    if (n && begin(stream, (uint64_t)n, &from)) return NULL;
    if (!n) Py_RETURN_TRUE;
    int64_t *order = malloc((size_t)n * sizeof *order);
    if (order) status = rr_permutation(stream->device->device, from, 1, (uint64_t)n, order, &result);
    if (status == RR_OK) move_list(list, order, n);
    free(order);
    return end(stream, &from, (uint64_t)n, status, &result);
}

/* Allocates one index per axis for the lines of a buffer; -1 with an exception. */
static int find_lines(Lines *l)
{
    l->n = (uint64_t)l->view.shape[l->axis];
    l->count = 1;
    l->line = l->view.buf;
    for (int d = 0; d < l->view.ndim; ++d)
        if (d != l->axis) l->count *= (uint64_t)l->view.shape[d];
    l->at = calloc((size_t)l->view.ndim, sizeof *l->at);
    if (!l->at) PyErr_NoMemory();
    return l->at ? 0 : -1;
}

static PyObject *shuffle_view(Stream *stream, Lines *l, int objects)
{
    rr_stream from;
    rr_result result = RR_RESULT_INIT;
    if (l->axis < 0 || l->axis >= l->view.ndim) {
        PyErr_SetString(PyExc_ValueError, "axis is not one of the array's");
        return NULL;
    }
    if (find_lines(l)) return NULL;
    const uint64_t count = l->n * l->count;
    if (!count) Py_RETURN_TRUE;
    if (begin(stream, count, &from)) return NULL;
    Device *device = (Device *)Py_NewRef((PyObject *)stream->device);   /* another thread may replace it */
    const rr_status status = shuffle_array(device, from, l, objects, &result);
    Py_DECREF((PyObject *)device);
    return end(stream, &from, count, status, &result);
}

PyObject *core_shuffle(PyObject *module, PyObject *args)
{
    PyObject *stream, *object;
    int objects;
    Lines l = {.at = NULL};
    (void)module;
    if (!PyArg_ParseTuple(args, "O!Oip:shuffle", core_stream_type, &stream, &object, &l.axis, &objects)) return NULL;
    Stream *begun = core_begun(stream);
    if (!begun) return NULL;
    if (PyList_Check(object)) return shuffle_list(begun, object);
    if (PyObject_GetBuffer(object, &l.view, PyBUF_WRITABLE | PyBUF_STRIDES)) {
        if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_ValueError)
            && !PyErr_ExceptionMatches(PyExc_TypeError)) return NULL;
        PyErr_Clear();
        Py_RETURN_FALSE;
    }
    PyObject *done = shuffle_view(begun, &l, objects);
    free(l.at);
    PyBuffer_Release(&l.view);
    return done;
}
