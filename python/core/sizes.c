/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* sizes(law, shapes, names, asked) -> sizes of the job's dimensions, {"K": 3}
 *
 *   law      index in the list of samplers, or a Law
 *   shapes   of the parameters, () for one value     names   the caller's names of the parameters
 *   asked    sizes from the caller
 *
 * ValueError with the library's message if they disagree or one is missing (rr_sampler_sizes). */
#include "core.h"

/* The shapes of a call's parameters, and the caller's names of them. */
typedef struct {
    rr_extent extent[RR_MAX_PARAMS];
    const char *name[RR_MAX_PARAMS];
} Given;

/* Reads an array's shape; -1 with an exception. */
static int read_extent(rr_extent *extent, PyObject *shape)
{
    const Py_ssize_t axes = PyTuple_Size(shape);
    *extent = (rr_extent){(uint32_t)axes, {0, 0}};
    for (Py_ssize_t axis = axes < 2 ? 0 : axes - 2; axis < axes; ++axis)
        extent->length[2 - (axes - axis)] = PyLong_AsUnsignedLongLong(PyTuple_GetItem(shape, axis));
    return PyErr_Occurred() ? -1 : 0;
}

/* Reads shapes and names; -1 with an exception. */
static int read_given(Given *given, const rr_sampler *sampler, PyObject *shapes, PyObject *names)
{
    const Py_ssize_t params = rr_sampler_about(sampler)->params;
    if (PyTuple_Size(shapes) != params || PyTuple_Size(names) != params) {
        PyErr_SetString(PyExc_TypeError, "a shape and a name for each parameter");
        return -1;
    }
    for (Py_ssize_t p = 0; p < params; ++p) {
        given->name[p] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(names, p), NULL);
        if (!given->name[p] || read_extent(&given->extent[p], PyTuple_GetItem(shapes, p))) return -1;
    }
    return 0;
}

PyObject *core_sizes(PyObject *module, PyObject *args)
{
    PyObject *law, *shapes, *names, *made = NULL;
    rr_result result = RR_RESULT_INIT;
    rr_dims dims;
    Given given;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO!O!O&:sizes", &law, &PyTuple_Type, &shapes, &PyTuple_Type, &names, core_dims, &dims))
        return NULL;
    const rr_sampler *sampler = core_sampler_take(law);
    if (!sampler) return NULL;
    if (!read_given(&given, sampler, shapes, names)) {
        const rr_status status = rr_sampler_sizes(sampler, given.extent, given.name, &dims, &result);
        made = status ? core_raise(status, result.message) : core_dims_dictionary(dims);
    }
    core_sampler_drop(law);
    return made;
}
